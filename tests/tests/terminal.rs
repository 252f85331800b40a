//! Names of programs, files and folders come from others: whatever is in them, nothing of it acts on the terminal or makes up
//! lines, in no command. Builds take such names as clang does. What a killed run has left goes with the next one.

use std::{
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::Output,
};

use fz_tests::{RunCommand, Sandbox};

/// Line breaks, a title, CSI in one and in two bytes, a direction, a tag, a deletion.
const EVIL: &str =
    "e\n\u{1b}]0;T\u{7}\nFORGED: well\r\u{9b}2J\u{202e}\u{2028}\u{200b}\u{e0041}\u{7f}|`%0A,\"";

fn place() -> Sandbox {
    let place = Sandbox::new();
    let folder = place.dir().display().to_string();
    place.env("TMPDIR", &folder)
}

fn build(place: &Sandbox, profile: &str, args: &[&str]) {
    let mut command = place.command("fz-cc");
    command.env("FZ_PROFILE", profile).args(args).outcome().ok();
}

/// Command lines of `fz`, in which `@` stands for [`EVIL`]: the last ones name what is not there, or not known.
const COMMANDS: &str = include_str!("terminal/commands.txt");

/// Bytes as a string literal of C has them.
fn in_c(text: &str) -> String {
    text.bytes().map(|b| format!("\\{b:03o}")).collect()
}

fn source() -> String {
    let name = in_c(EVIL);
    format!(
        "#include <stdint.h>\n#include <string.h>\n#include <stdlib.h>\n\
         extern int helper(const uint8_t *, size_t) __asm__(\"{name}\");\n\
         # 1 \"/tmp/x/{name}.c\"\n\
         int helper(const uint8_t *d, size_t n) {{\n\
         int w = n > 9 ? d[5] << 24 : 0; int h = w * (int)d[0];\n\
         if (n > 3 && d[1] == 7 && !memcmp(d, \"a\\033]0;\\n\", 6)) return 1;\n\
         if (n > 2 && d[0] == 'X') abort();\n\
         return h > 4;\n}}\n\
         int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {{ helper(d, n); return 0; }}\n"
    )
}

fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// What is wrong with what a command printed.
fn wrong(out: &Output) -> Option<String> {
    [&out.stdout, &out.stderr].into_iter().find_map(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let acts = text.chars().find(|c| is_hidden(*c));
        let forged = text.lines().find(|l| l.trim_start().starts_with("FORGED"));
        match (acts, forged) {
            (Some(c), _) => Some(format!("{c:?} in {text:?}")),
            (_, Some(_)) => Some(format!("a line of a name in {text:?}")),
            (None, None) => None,
        }
    })
}

#[test]
fn no_name_acts_on_the_terminal() {
    let place = place();
    place.write("a.c", source());
    let named = |name: &str| name.replace('@', EVIL);
    for profile in [
        "fuzz",
        "coverage",
        "coverage-mcdc",
        "taint",
        "guards",
        "distance",
    ] {
        let program = format!("{profile}.{EVIL}");
        build(&place, profile, &["-g", "-O1", "a.c", "-o", &program]);
    }
    for (name, content) in [("1", "zzzzzzzzzzzzz"), ("2", "Xaaaaaaaaaaaa")] {
        place.write(named(&format!("in.@/{name}.@")), content);
    }
    place.write(named("p.@.toml"), "x = '\u{1b}[1m\u{7f}");
    let mut complaints = Vec::new();
    for line in COMMANDS.lines() {
        let words: Vec<String> = line.split(' ').map(named).collect();
        let out = place.call("fz", &words);
        complaints.extend(wrong(&out).map(|what| format!("fz {line}: {what}")));
        assert_ne!(out.status.code(), Some(70), "{out:?}");
    }
    let flag = format!("--fz-profile={EVIL}");
    for args in [
        &[&flag, "-c", "a.c"][..],
        &[&format!("--fz-{EVIL}")],
        &["--fz-dry-run", "-c", "a.c", "-o", EVIL],
        &["--fz-dry-run", "a.c", "-o", EVIL],
    ] {
        let out = place.call("fz-cc", args);
        complaints.extend(wrong(&out).map(|what| format!("fz-cc {args:?}: {what}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    // There is something to see.
    let long = place.call("fz", &["inspect", "--list", "functions", &named("fuzz.@")]);
    assert!(long.out().contains("⟪U+000A⟫FORGED: well⟪U+000D⟫"));
}

#[test]
fn tracefiles_have_the_records_of_their_files_and_no_others() {
    let place = place();
    let forged = "x\nend_of_record\nTN:\nSF:/etc/passwd\nDA:1,99\n1,2,";
    let name = in_c(forged);
    let text = format!(
        "int f(int a) __asm__(\"1,2,{name}\");\n# 1 \"/src/{name}.c\"\n\
         int f(int a) {{ return a > 3 && a < 9; }}\nint main(int c, char **v) {{ return f(c); }}\n"
    );
    place.write("a.c", text);
    build(&place, "coverage-mcdc", &["-g", "a.c", "-o", "a"]);
    place.write("in/1", "1");
    place.says("cov collect a -i in -o s.fzcov");
    let export = |format| place.prints(&format!("cov report --format {format} s.fzcov"));
    let lcov = export("lcov");
    let count = |record: &str| lcov.lines().filter(|l| l.starts_with(record)).count();
    assert_eq!(
        (count("SF:"), count("end_of_record"), count("TN:")),
        (1, 1, 1),
        "{lcov}"
    );
    // The name is what follows the first comma, and nothing in it is taken for an end.
    let names: Vec<&str> = lcov
        .lines()
        .filter_map(|l| l.strip_prefix("FN:"))
        .filter_map(|l| l.split_once(','))
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names.len(), 2, "{lcov}");
    assert!(names.iter().all(|n| !n.contains(',')), "{names:?}");
    let xml = export("cobertura");
    assert_eq!(xml.matches("<class ").count(), 1, "{xml}");
    assert!(xml.chars().all(|c| !c.is_control() || c == '\n'), "{xml}");
}

#[test]
fn names_with_line_breaks_build_as_with_clang() {
    let place = place();
    place.folder("o\nut");
    place.write("i\nnc/h.h", "#define TWO 2\n");
    let symbols = "int f(int a) __asm__(\"he\\nlp\\\"q\\\\o\");\nint f(int a) { return a > N ? TWO : 1; }\n\
                   int g(int a) __asm__(\"odd\\xff\\n\");\nint g(int a) { return a == 9 ? f(a) : f(a + 1); }\n";
    let text = format!("#include <h.h>\n{symbols}int main(int c, char **v) {{ return g(c); }}\n");
    place.write("a\nb.c", text);
    for profile in [
        "vanilla", "fuzz", "split", "context", "distance", "guards", "coverage", "taint", "triage",
    ] {
        build(
            &place,
            profile,
            &[
                "-g",
                "-O1",
                "-c",
                "a\nb.c",
                "-Ii\nnc",
                "-DN=2",
                "-DE=1\n",
                "-o",
                "o\nut/x\ny.o",
                "-MD",
            ],
        );
        assert!(place.at("o\nut/x\ny.d").exists());
        build(&place, profile, &["o\nut/x\ny.o", "-o", "p\nrog"]);
        let _ = place.command("./p\nrog").outcome().ends(1);
        for command in ["doctor", "extract", "inspect"] {
            let out = place.call("fz", &[command, "p\nrog"]);
            assert!(matches!(out.status.code(), Some(0 | 1)), "{out:?}");
        }
    }
}

/// What begins with fz's prefixes in a folder.
fn left(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap().as_bytes();
        name.starts_with(b".fz-") || name.starts_with(b"fz-")
    };
    entries.map(|e| e.path()).filter(is_left).collect()
}

#[test]
fn what_a_killed_run_left_goes_with_the_next() {
    let place = place();
    let text = "#include <unistd.h>\nint main(void) { char b[9]; return read(0, b, 9) > 3 && b[0] == 'A' ? (int)sleep(25) : 0; }\n";
    place.write("a.c", text);
    build(&place, "guards", &["-g", "a.c", "-o", "a"]);
    place.write("in/1", "AAAAA");
    place.folder("fz-mine01");
    let words = "guards a -i in --timeout 60s";
    let start = || place.command("fz").args(words.split(' ')).spawn().unwrap();
    let mut killed = start();
    while left(place.dir()).len() < 2 {
        assert!(killed.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // One that lives keeps its folder.
    let mut lives = start();
    while left(place.dir()).len() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    place.write("in/1", "B");
    place.says(words);
    assert_eq!(left(place.dir()).len(), 2, "{:?}", left(place.dir()));
    lives.kill().unwrap();
    lives.wait().unwrap();
    let _ = place.fz(words);
    assert_eq!(left(place.dir()), [place.at("fz-mine01")]);
}
