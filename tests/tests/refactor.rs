//! What `fz refactor` makes of sources: one file holds flags, input and expectation.
//!
//! The one setting of a header (see [`fz_tests::header`]) is `// flags: WORDS`. `cargo xtask bless` rewrites the expectations. Of each file also holds: clang makes the same of
//! the text as of the source, and lines that come from no macro stand where the map says.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use fz_tests::{
    file_tests::{self, Suite},
    fz, header, rooms,
};

const MARK: &str = "//// expected\n";

struct Case {
    flags: Vec<String>,
    input: String,
    expected: String,
}

fn parse(text: &str) -> Result<Case, String> {
    let (input, expected) = text.split_once(MARK).unwrap_or((text, ""));
    let mut flags = None;
    for (key, value) in header::settings(input, "//")? {
        match key {
            "flags" => header::once(&mut flags, key, value)?,
            _ => return Err(header::unknown(key, &["flags"])),
        }
    }
    Ok(Case {
        flags: flags
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        input: input.trim_end().to_owned() + "\n",
        expected: expected.to_owned(),
    })
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!(
            "{command:?}: {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// What clang makes of a text, before anything is optimised.
fn compiled(dir: &Path, flags: &[String], words: &[&str]) -> Result<String, String> {
    let output = run(Command::new(fz_llvm::CLANG)
        .args(flags)
        .args(["-O1", "-Xclang", "-disable-llvm-passes", "-w"])
        .args(["-S", "-emit-llvm", "-o", "-"])
        .args(words)
        .current_dir(dir))?;
    // The number by which messages about inline assembly find their line.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text
        .lines()
        .filter(|l| !l.contains(" = !{i64 "))
        .fold(String::new(), |all, line| all + line + "\n"))
}

fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let case = parse(&text)?;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let extension = path.extension().expect("a source").to_string_lossy();
    let (source, made) = (format!("in.{extension}"), "out.i");
    fs::write(scratch.path().join(&source), &case.input).map_err(|e| e.to_string())?;
    let refactor = |words: &[&str]| {
        let mut command = Command::new(fz().join("bin/fz"));
        command.arg("refactor").args(words).arg(&source).arg("--");
        run(command.args(&case.flags).current_dir(scratch.path()))
    };
    let own = refactor(&["--own"])?;
    refactor(&["-o", made, "--map", "map.json"])?;

    let language = match &*extension {
        "c" => "cpp-output",
        _ => "c++-cpp-output",
    };
    let before = compiled(scratch.path(), &case.flags, &[&source])?;
    let after = compiled(scratch.path(), &case.flags, &["-x", language, made])?;
    if before != after.replace(made, &source) {
        return Err(format!(
            "the text means something else\n{}",
            fz_tests::diff(&before, &after)
        ));
    }
    let map = fs::read(scratch.path().join("map.json")).map_err(|e| e.to_string())?;
    places(&map, &source, &case.input)?;

    let actual: String = String::from_utf8_lossy(&own.stdout)
        .lines()
        .map(|l| format!("// {l}").trim_end().to_owned() + "\n")
        .collect();
    if actual == case.expected {
        return Ok(());
    }
    if fz_tests::env::bless() {
        return fs::write(path, format!("{}{MARK}{actual}", case.input)).map_err(|e| e.to_string());
    }
    Err(fz_tests::diff(&case.expected, &actual))
}

/// Whether a line that comes from no macro begins as the source does at its place.
fn places(map: &[u8], source: &str, input: &str) -> Result<(), String> {
    let map: serde_json::Value = serde_json::from_slice(map).map_err(|e| e.to_string())?;
    let lines: Vec<&str> = input.lines().collect();
    for line in map["lines"].as_array().ok_or("no lines")? {
        if line["file"] != *source || !line["macros"].is_null() {
            continue;
        }
        let at = |n: usize| line["at"][n].as_u64().unwrap_or_default() as usize;
        let there = lines[at(0) - 1].get(at(1) - 1..).unwrap_or_default();
        let text = line["text"].as_str().unwrap_or_default();
        let word = |text: &str| text.split_whitespace().next().unwrap_or_default()[..1].to_owned();
        if word(there) != word(text) {
            return Err(format!("`{text}` does not stand at {}:{}", at(0), at(1)));
        }
    }
    Ok(())
}

fn each_rule_has_its_sources() {
    for rule in fs::read_dir(rooms().join("refactor/src/rules")).expect("the folder is there") {
        let path = rule.expect("an entry is readable").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        let name = name.replace('_', "-");
        let sources = rooms().join("tests/refactor").join(&name);
        assert!(name == "mod" || sources.is_dir(), "{name} has no tests");
    }
}

fn main() {
    let suite = Suite {
        folder: "tests/refactor",
        extensions: &["c", "cc"],
        fewest: 20,
        check,
    };
    let beside = file_tests::beside("each_rule_has_its_sources", each_rule_has_its_sources);
    file_tests::run(&suite, vec![beside]);
}
