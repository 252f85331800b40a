//! What is said, how it ends, and which files there are then: as with clang.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    process::{Command, Stdio},
};

use fz_tests::{RunCommand, Sandbox, in_parallel};
use walkdir::WalkDir;

use super::{fz_cc, left, place, refactored};

const FILES: &[(&str, &str)] = &[
    ("a.c", include_str!("same/files/a.c")),
    ("b.c", "int b(int x) { return x > 3 || x == 1; }\n"),
    ("sub/c.cc", include_str!("same/files/sub/c.cc")),
    ("inc/x.h", "#define X 3\n"),
    ("pre.h", "enum { pre = 3 };\n"),
    ("uses.c", "int uses(int x) { return x == pre; }\n"),
    ("a.in", "int in(int x) { return x ? 3 : 4; }\n"),
    ("asm.S", include_str!("same/files/asm.S")),
    ("warn.c", include_str!("same/files/warn.c")),
    ("pp.c", "#warning only this\nint pp;\n"),
    ("bad.c", "int f(int x) { return y > x; }\n"),
    ("missing.c", "#include \"nowhere.h\"\nint f;\n"),
    ("error.c", "#error no\n"),
    ("late.c", include_str!("same/files/late.c")),
    ("static_assert.c", "_Static_assert(1 > 2 && 3, \"no\");\n"),
    ("rsp", "-c a.c -DY='1 2' -Iinc\n"),
];

const CASES: &[&str] = &[
    "-c a.c",
    "-O2 -g -c a.c -o sub/deep.o",
    "-c a.c b.c",
    "-S a.c b.c",
    "a.c b.c",
    "-O2 a.c b.c sub/c.cc asm.S -lstdc++ -o p",
    "-c a.c b.c -o x.o",
    "-c bad.c b.c",
    "bad.c b.c -o p",
    "-x c a.in -c",
    "-x c a.in a.c -x none asm.S -o p",
    "-Wall -c warn.c",
    "-Wall -Werror -c warn.c b.c",
    "-w -c warn.c",
    "-c pp.c",
    "-Werror -c pp.c",
    "-c missing.c",
    "-c error.c",
    "-c none.c",
    "-c late.c",
    "-c static_assert.c",
    "-include nowhere.h -c a.c",
    "-include pre.h -c uses.c",
    "-c a.c -lm",
    "-Werror -c a.c -lm -L.",
    "-Wl,-z,now -c a.c",
    "-Wa,--noexecstack -c a.c",
    "-fno-such-flag -c a.c",
    "-Wno-such-warning -c a.c",
    "-Werror -Wno-such-warning a.c -o p",
    "-Wno-unused -Wsuch-warning a.c -o p",
    "-Werror -Wunknown-warning-option -Wsuch a.c -o p",
    "a.c -lnosuchlibrary -o p",
    "a.c -Wl,--no-such-option -o p",
    "-std=c++17 -c a.c",
    "-std=nosuch -c a.c",
    "--target=nosuch -c a.c",
    "-MD -c a.c",
    "-MMD -MF sub/x.d -MT target -MP -c a.c",
    "-MD -MQ $x -c sub/c.cc -o sub/c.o",
    "-MD a.c -o p",
    "-MD -c a.c b.c",
    "-Wp,-MD,a.dep -c a.c",
    "-MMD -MG -M a.c",
    "-M missing.c -MG",
    "-E a.c -o a.i",
    "-fsyntax-only warn.c",
    "-g -gsplit-dwarf -c a.c",
    "-g -gsplit-dwarf a.c b.c -o p",
    "-emit-llvm -c a.c",
    "-emit-llvm -S a.c",
    "-flto -c a.c",
    "-save-temps -c a.c",
    "-c @rsp -o a.o",
    "-c -o d.o -- b.c",
    "-c asm.S b.c",
    "-fno-integrated-as -c b.c",
    "-ftrapv -fwrapv -fsanitize=undefined -c a.c",
    "-x c-header pre.h -o pre.h.pch",
    "-o",
    "-c a.c -o nowhere/a.o",
    "-c a.c -o sub",
];

/// How it ended, what it said, and the files that are there then, with the text of those that list dependencies.
#[derive(Debug, PartialEq)]
struct Seen {
    code: Option<i32>,
    said: String,
    files: BTreeMap<String, Option<String>>,
}

fn seen(place: &Sandbox, mut command: Command) -> Seen {
    let output = command.output().unwrap();
    let root = place.at("");
    let entries = WalkDir::new(&root).into_iter().map(|e| e.unwrap());
    let files = entries.filter(|e| e.file_type().is_file()).map(|entry| {
        let name = entry
            .path()
            .strip_prefix(&root)
            .unwrap()
            .display()
            .to_string();
        let lists = [".d", ".dep"].iter().any(|x| name.ends_with(x));
        let text = lists.then(|| fs::read_to_string(entry.path()).unwrap());
        (name, text)
    });
    Seen {
        code: output.status.code(),
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
        files: files.collect(),
    }
}

#[test]
fn as_clang_has_it() {
    let differences = in_parallel(CASES, |args| {
        let theirs = place(FILES);
        let theirs = seen(&theirs, {
            let mut clang = theirs.command(fz_llvm::CLANG);
            clang.args(args.split_whitespace());
            clang
        });
        let ours = place(FILES);
        let own = seen(&ours, fz_cc(&ours, args));
        let left = left(&ours);
        let mut wrong = Vec::new();
        if own != theirs {
            wrong.push(format!("{args}:\n  clang: {theirs:#?}\n  fz-cc: {own:#?}"));
        }
        if !left.is_empty() {
            wrong.push(format!("{args}: left {left:?}"));
        }
        wrong
    });
    let differences = differences.concat();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_header_that_is_compiled_already_is_used() {
    let place = place(FILES);
    place.cc("-x c-header pre.h -o pre.h.pch");
    place.cc("-include pre.h -c uses.c");
    let mut wrong = fz_cc(&place, "-include pre.h -c bad.c");
    let output = wrong.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        said.matches("use of undeclared identifier 'y'").count(),
        1,
        "{said}"
    );
}

#[test]
fn the_standard_input_is_read_by_all() {
    let place = place(FILES);
    for (text, says) in [
        (
            "int main(int c, char **v) { return c > 1 && v ? 3 : 7; }",
            "",
        ),
        (
            "#warning told\nint main(void) { return 7; }",
            "<stdin>:1:2: warning: told",
        ),
    ] {
        let mut child = fz_cc(&place, "-x c - -o p")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(
            said.starts_with(says) && says.is_empty() == said.is_empty(),
            "{said}"
        );
        let status = place.command("./p").status().unwrap();
        assert_eq!(status.code(), Some(7));
        let yes = Some("yes".to_owned());
        assert_eq!(refactored(&place, "p"), [("-".to_owned(), yes)]);
    }
}

#[test]
fn the_output_may_be_the_standard_output() {
    let place = place(FILES);
    let output = place.cc("-S b.c -o -");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("b:") && text.contains("__sancov_cntrs"),
        "{text}"
    );
}

#[test]
fn what_was_not_refactored_is_said() {
    let place = place(FILES);
    let line = "int line(int x) { return __builtin_LINE() > x; }\n";
    place.write("line.c", line);
    place.write("pre.i", "int pre(int x) { return x > 3; }\n");
    for (args, why) in [
        ("-c b.c -o x.o", "yes"),
        ("-save-temps -c b.c -o x.o", "save-temps"),
        ("-fmodules -c b.c -o x.o", "modules"),
        ("-c pre.i -o x.o", "preprocessed"),
        ("-c line.c -o x.o", "refactoring"),
    ] {
        place.cc(args);
        let [(_, refactored)] = &refactored(&place, "x.o")[..] else {
            panic!("{args}: not one unit");
        };
        assert_eq!(refactored.as_deref(), Some(why), "{args}");
    }
    let output = fz_cc(&place, "-c line.c").env("FZ_LOG", "1").outcome().ok();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("line.c: compiled as it is: refactoring: "),
        "{said}"
    );
}
