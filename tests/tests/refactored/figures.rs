//! Who shows counts beside lines, gcov or llvm-cov, shows them beside lines with one condition each.

use std::fs;

use super::place;

/// The second half of the first condition is never evaluated.
const SOURCE: &str = "static int h(int x) { return x; }\n\
    int f(int a, int b) { int n = 0; if (a == 1 && b == 2) n++; return n + (b == 3 ? h(5) : 6); }\n\
    int main(void) { return f(2, 3) + f(3, 4) - 11; }\n";

/// Lines with a word on them, with their counts: `N: LINE: TEXT` or `LINE| N| TEXT`.
fn count(report: &str, word: &str) -> String {
    let line = report.lines().find(|l| l.trim_end().ends_with(word));
    line.unwrap_or_else(|| panic!("no line ends with {word}: {report}"))
        .to_owned()
}

#[test]
fn gcov_counts_conditions() {
    let place = place(&[("src/a.c", SOURCE)]);
    place.folder("obj");
    place.cc("--coverage -c src/a.c -o obj/x.o");
    assert!(place.at("obj/x.c.fz.i").exists());
    place.cc("--coverage obj/x.o -o p");
    assert!(place.command("./p").status().unwrap().success());
    let gcov = format!("{} gcov -t obj/x.gcda", fz_llvm::COV);
    let report = place.run(&gcov).ok().out();
    for (word, times) in [("a == 1 &&", "2:"), ("b == 2)", "#####:"), ("h(5) :", "1:")] {
        let line = count(&report, word);
        assert!(line.trim_start().starts_with(times), "{line}");
    }
}

#[test]
fn llvm_cov_counts_conditions() {
    let place = place(&[("src/a.c", SOURCE)]);
    let flags = "-fprofile-instr-generate -fcoverage-mapping";
    place.cc(&format!("{flags} src/a.c -o p"));
    assert!(place.at("p-a.c.fz.i").exists());
    let raw = place.at("p.profraw");
    let status = place.command("./p").env("LLVM_PROFILE_FILE", &raw).status();
    assert!(status.unwrap().success());
    let merge = format!("{} merge p.profraw -o p.profdata", fz_llvm::PROFDATA);
    place.run(&merge).ok();
    let show = format!("{} show p -instr-profile=p.profdata", fz_llvm::COV);
    let report = place.run(&show).ok().out();
    for (word, times) in [
        ("a == 1 &&", "|      2|"),
        ("b == 2)", "|      0|"),
        ("h(5) :", "|      1|"),
    ] {
        let line = count(&report, word);
        assert!(line.contains(times), "{line}");
    }
}

#[test]
fn no_folder_of_this_run_is_in_an_object() {
    let place = place(&[("a.c", SOURCE)]);
    let temporary = place.at("temporary").display().to_string();
    for flags in [
        "",
        "-g",
        "--coverage",
        "-g3 -gdwarf-4",
        "-O2 -g -gsplit-dwarf",
    ] {
        place.cc(&format!("{flags} -c a.c -o a.o"));
        for file in ["a.o", "a.gcno", "a.dwo"] {
            let bytes = fs::read(place.at(file)).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains(&temporary), "{flags}: {file}");
        }
    }
}
