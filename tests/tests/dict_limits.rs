//! Sources that nobody means well: what they take stays near what clang takes, and what is recorded of them within the
//! limits of `fz_abi::tokens`.

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    os::unix::{ffi::OsStrExt, process::ExitStatusExt},
    path::Path,
    process::{Command, ExitStatus, Stdio},
    time::Duration,
};

use fz_abi::tokens::{LONGEST, MOST_OF_SITE, MOST_OF_UNIT, loaded};
use fz_tests::{RunCommand, env, fz};
use object::{Object, ObjectSection};
use serde_json::Value;

/// Of a word in a record, besides its bytes.
const TOKEN: usize = 16;
/// Of a record besides its words and their bytes: strings, blocks, the header.
const BESIDE: usize = 4096;

/// Runs a command to its good end; processor time of it and its children, which other work on the machine leaves alone.
#[expect(clippy::zombie_processes, reason = "wait4 says what it took")]
fn spent(command: &mut Command) -> Duration {
    let child = command.stdout(Stdio::null()).spawn().unwrap();
    let mut status = 0;
    // SAFETY: all-zero is a valid rusage, and wait4 fills it for a child that only we wait for.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        let waited = libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage);
        assert_eq!(waited, child.id() as libc::pid_t);
        usage
    };
    let status = ExitStatus::from_raw(status);
    assert!(status.success(), "{command:?}: {status}");
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    time(usage.ru_utime) + time(usage.ru_stime)
}

fn clang(source: &Path) -> Duration {
    let mut command = Command::new(fz_llvm::CLANG);
    env::bare(&mut command);
    spent(compile(&mut command, source, "plain.o"))
}

/// The object that is left, and how long it took.
fn ours(source: &Path) -> (Vec<u8>, Duration) {
    let mut command = Command::new(fz().join("bin/fz-cc"));
    env::bare(&mut command).arg("--fz-profile=fuzz");
    let time = spent(compile(&mut command, source, "ours.o"));
    (fs::read(source.with_file_name("ours.o")).unwrap(), time)
}

fn compile<'a>(command: &'a mut Command, source: &Path, object: &str) -> &'a mut Command {
    command
        .args(["-O2", "-w", "-c"])
        .arg(source)
        .arg("-o")
        .arg(source.with_file_name(object))
}

/// Bytes of an object's sections of this name: groups have one each.
fn section(object: &[u8], name: &str) -> usize {
    let file = object::File::parse(object).unwrap();
    let named = file.sections().filter(|s| s.name() == Ok(name));
    named.map(|s| s.size() as usize).sum()
}

/// What `fz dict` says of the object that was made last.
fn words(source: &Path) -> Vec<Vec<u8>> {
    let out = Command::new(fz().join("bin/fz"))
        .args(["dict", "--json", "--min-score", "0"])
        .arg(source.with_file_name("ours.o"))
        .outcome()
        .ok();
    let report: Value = out.json();
    let word = |word: &Value| -> Vec<u8> {
        let hex = word["hex"].as_str().unwrap();
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(byte).collect()
    };
    report["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(word)
        .collect()
}

fn has(words: &[Vec<u8>], word: &str) -> bool {
    let bytes = word.as_bytes();
    words
        .iter()
        .any(|w| w.strip_suffix(b"\0").unwrap_or(w) == bytes)
}

#[test]
fn a_string_of_ten_megabytes_is_no_word() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("a.c");
    let text = format!(
        "int strcmp(const char *, const char *);\nint f(const char *p) {{ return !strcmp(p, \"{}\") + !strcmp(p, \"small\"); }}\n",
        "long".repeat(10 << 18)
    );
    fs::write(&source, text).unwrap();
    let plain = clang(&source);
    let (object, time) = ours(&source);
    assert!(
        time < 4 * plain + Duration::from_secs(1),
        "clang: {plain:?}, fz: {time:?}"
    );
    assert!(section(&object, ".debug_fz_words") < BESIDE);
    assert!(section(&object, loaded::SECTION) <= loaded::ROOM);
    let words = words(&source);
    assert!(has(&words, "small"), "{words:?}");
    assert!(words.iter().all(|w| w.len() <= LONGEST));
}

/// clang itself takes minutes for as many as that, so this is the pass alone.
#[test]
fn a_million_cases_are_looked_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in.ll"), dir.path().join("out.ll"));
    let mut text = String::from("define i32 @f(i32 %x) {\n  switch i32 %x, label %no [\n");
    for case in 0..1_000_000 {
        let _ = writeln!(text, "    i32 {}, label %yes", 7 * case + 1000);
    }
    text += "  ]\nyes:\n  ret i32 1\nno:\n  ret i32 0\n}\n";
    fs::write(&input, &text).unwrap();
    let opt = |passes: &str| {
        let mut command = Command::new(fz_llvm::OPT);
        env::bare(&mut command)
            .arg(format!(
                "-load-pass-plugin={}",
                fz().join("lib/fz/libfz_passes.so").display()
            ))
            .arg(format!("-passes={passes}"))
            .args(["-S", "-o"])
            .args([&output, &input]);
        let time = spent(&mut command);
        (time, fs::metadata(&output).unwrap().len() as usize)
    };
    let (plain, before) = opt("verify");
    let (time, after) = opt("dictionary,dictionary<stage=write>");
    assert!(
        time < 3 * plain + Duration::from_secs(1),
        "opt: {plain:?}, with the pass: {time:?}"
    );
    // As text a word takes some lines.
    let grown = after.saturating_sub(before);
    assert!(grown > 0 && grown < MOST_OF_SITE * 200 + BESIDE, "{grown}");
}

#[test]
fn of_one_switch_so_many_cases_are_recorded() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("a.c");
    let mut text = String::from("int f(unsigned x) {\n    switch (x) {\n");
    for case in 0..MOST_OF_SITE {
        let _ = writeln!(
            text,
            "    case {}: case {}:",
            70_000 + 20 * case,
            70_007 + 20 * case
        );
    }
    text += "        return 1;\n    }\n    return 0;\n}\n";
    fs::write(&source, text).unwrap();
    let (object, _) = ours(&source);
    let words = words(&source);
    let wide = words.iter().filter(|w| w.len() == 4).count();
    assert!(wide > 0 && words.len() <= MOST_OF_SITE, "{}", words.len());
    let most = MOST_OF_SITE * (TOKEN + 8) + BESIDE;
    assert!(section(&object, ".debug_fz_words") <= most);
}

#[test]
fn of_one_unit_so_many_strings_are_recorded() {
    const TABLE: usize = 40_000;
    const CALLS: usize = 10_000;
    const CALLS_OF_FUNCTION: usize = 100;
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("a.c");
    let mut text = String::from("int strcmp(const char *, const char *);\n");
    text += "static const struct { const char *name; int value; } table[] = {\n";
    for row in 0..TABLE {
        let _ = writeln!(text, "    {{\"row{row:05}\", {row}}},");
    }
    text += "};\nint find(const char *word) {\n    for (int at = 0; at < (int)(sizeof table / sizeof *table); at++)\n";
    text +=
        "        if (!strcmp(word, table[at].name)) return table[at].value;\n    return -1;\n}\n";
    for function in 0..CALLS / CALLS_OF_FUNCTION {
        let _ = writeln!(text, "int names{function}(const char *word) {{");
        for call in 0..CALLS_OF_FUNCTION {
            let call = function * CALLS_OF_FUNCTION + call;
            let _ = writeln!(
                text,
                "    if (!strcmp(word, \"call{call:05}\")) return {call};"
            );
        }
        text += "    return -1;\n}\n";
    }
    fs::write(&source, text).unwrap();
    let plain = clang(&source);
    let (object, time) = ours(&source);
    assert!(
        time < 10 * plain + Duration::from_secs(2),
        "clang: {plain:?}, fz: {time:?}"
    );
    let words = words(&source);
    let of = |prefix: &str| {
        words
            .iter()
            .filter(|w| w.starts_with(prefix.as_bytes()))
            .count()
    };
    assert_eq!(of("call"), CALLS);
    assert!((1..=MOST_OF_SITE).contains(&of("row")), "{}", of("row"));
    assert!(words.len() <= MOST_OF_UNIT);
    let loaded_bytes = section(&object, loaded::SECTION);
    assert!((1..=loaded::ROOM).contains(&loaded_bytes), "{loaded_bytes}");
}

#[test]
fn what_is_no_text_is_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join(OsStr::from_bytes(b"na\xffme\xc3\".c"));
    let text = b"int strcmp(const char *, const char *);\nint f(const char *p) { return !strcmp(p, \"\xff\xfe\xc3(\"); }\n";
    fs::write(&source, text).unwrap();
    ours(&source);
    let words = words(&source);
    let bytes = b"\xff\xfe\xc3(";
    assert!(
        words
            .iter()
            .any(|w| w.strip_suffix(b"\0").unwrap_or(w) == bytes),
        "{words:?}"
    );
    let out = Command::new(fz().join("bin/fz"))
        .args(["dict", "--format", "afl", "--min-score", "0"])
        .arg(source.with_file_name("ours.o"))
        .output()
        .unwrap();
    let said = String::from_utf8(out.stdout).expect("a dictionary is text");
    assert!(said.contains(r"\xff\xfe\xc3("), "{said}");
}
