//! What has no words, or cannot be run, is told so with the next step.

use std::fs;

use fz_abi::{sections, tokens as layout};

use super::{Place, SMALL, errors, good, number};

const HARNESS: &str = "LLVMFuzzerTestOneInput";

fn refused(place: &Place, arguments: &str, says: &[&str]) {
    let out = place.dict(arguments);
    let said = errors(&out);
    assert_eq!(out.status.code(), Some(2), "{arguments}: {out:?}");
    assert!(out.stdout.is_empty(), "{arguments}: {out:?}");
    for what in says {
        assert!(said.contains(what), "{arguments}: {said}");
    }
}

#[test]
fn programs_without_records() {
    let place = Place::new(&[("a.c", SMALL), ("h.c", &number(HARNESS, "0x4e49414d"))]);
    place.compile("a.c -o p");
    good(place.tool("fz").arg("dict").arg("./p"));
    for (tool, arguments) in [
        (fz_llvm::STRIP, &["p", "-o", "stripped"][..]),
        ("objcopy", &["-O", "binary", "p", "nothing"]),
        (fz_llvm::CLANG, &["-w", "a.c", "-o", "foreign"]),
    ] {
        let mut command = std::process::Command::new(tool);
        good(command.current_dir(place.dir()).args(arguments));
    }
    place.compile_for("vanilla", "afl", "a.c -o vanilla");
    place.compile_for("fuzz", "libfuzzer", "-fsanitize=fuzzer h.c -o h");
    place.write("seed", "x");
    let cases: [(&str, &[&str]); 8] = [
        ("stripped", &["its records are gone", "link it again"]),
        ("nothing", &["is neither a program"]),
        (
            "foreign",
            &["has no records of fz's", "CC=fz-cc", "fz doctor"],
        ),
        (
            "vanilla",
            &["[feedback.dictionary]", "FZ_PROFILE=fuzz", "vanilla"],
        ),
        ("missing", &["missing"]),
        ("./h -i seed", &["no fork server", "FZ_ENGINE=afl"]),
        ("./p -i missing", &["missing"]),
        ("./p -- @@", &["--input"]),
    ];
    for (arguments, says) in &cases[..7] {
        refused(&place, arguments, says);
    }
    let out = place.dict(cases[7].0);
    assert_eq!(out.status.code(), Some(2), "{out:?}");
    assert!(errors(&out).contains("--input"), "{out:?}");
    fs::create_dir(place.dir().join("empty")).unwrap();
    refused(&place, "./p -i empty", &["-i: ", "no input is in it"]);
}

#[test]
fn records_of_another_version() {
    let text = format!(
        "\t.section {},\"\",@progbits\n\t.long {}, 28, 0, 0, 0, 0, 0\n",
        sections::TOKENS,
        layout::MAGIC + (1 << 24)
    );
    let place = Place::new(&[("later.s", &text)]);
    place.compile("-c later.s");
    refused(
        &place,
        "later.o",
        &["later.o", ".debug_fz_words", "offset 0", "FZW1"],
    );
}
