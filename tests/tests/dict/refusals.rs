//! What has no words, or cannot be run, is told so with the next step.

use fz_records::{FunctionTokens, Record};

use fz_tests::{RunCommand, Sandbox};

use super::{SMALL, compile, compile_for, dict, number};

const HARNESS: &str = "LLVMFuzzerTestOneInput";

fn refused(place: &Sandbox, arguments: &str, says: &[&str]) {
    let out = dict(place, arguments);
    let said = out.err();
    assert_eq!(out.status.code(), Some(2), "{arguments}: {out:?}");
    assert!(out.stdout.is_empty(), "{arguments}: {out:?}");
    for what in says {
        assert!(said.contains(what), "{arguments}: {said}");
    }
}

#[test]
fn programs_without_records() {
    let place = Sandbox::with([("a.c", SMALL), ("h.c", &number(HARNESS, "0x4e49414d"))]);
    compile(&place, "a.c -o p");
    place.command("fz").arg("dict").arg("./p").outcome().ok();
    for (tool, arguments) in [
        (fz_llvm::STRIP, &["p", "-o", "stripped"][..]),
        ("objcopy", &["-O", "binary", "p", "nothing"]),
        (fz_llvm::CLANG, &["-w", "a.c", "-o", "foreign"]),
    ] {
        let mut command = std::process::Command::new(tool);
        command
            .current_dir(place.dir())
            .args(arguments)
            .outcome()
            .ok();
    }
    compile_for(&place, "coverage", "afl", "a.c -o coverage");
    compile_for(&place, "fuzz", "libfuzzer", "-fsanitize=fuzzer h.c -o h");
    place.write("seed", "x");
    let cases: [(&str, &[&str]); 8] = [
        ("stripped", &["its records are missing", "link it again"]),
        ("nothing", &["is neither a program"]),
        (
            "foreign",
            &["has no records of fz's", "CC=fz-cc", "fz doctor"],
        ),
        (
            "coverage",
            &["[feedback.dictionary]", "FZ_PROFILE=fuzz", "coverage"],
        ),
        ("missing", &["missing"]),
        ("./h -i seed", &["no fork server", "FZ_ENGINE=afl"]),
        ("./p -i missing", &["missing"]),
        ("./p -- @@", &["--input"]),
    ];
    for (arguments, says) in &cases[..7] {
        refused(&place, arguments, says);
    }
    let out = dict(&place, cases[7].0);
    assert_eq!(out.status.code(), Some(2), "{out:?}");
    assert!(out.err().contains("--input"), "{out:?}");
    place.folder("empty");
    refused(&place, "./p -i empty", &["-i: ", "no input is in it"]);
}

#[test]
fn records_of_another_version() {
    let later = u32::from_le_bytes(FunctionTokens::MAGIC) + (1 << 24);
    let section = FunctionTokens::SECTION;
    let text = format!("\t.section {section},\"\",@progbits\n\t.long {later}, 12, 0\n");
    let place = Sandbox::with([("later.s", &text)]);
    compile(&place, "-c later.s");
    refused(
        &place,
        "later.o",
        &["later.o", ".debug_fz_words", "offset 0", "newer fz"],
    );
}
