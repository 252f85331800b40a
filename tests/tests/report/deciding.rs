//! The page of the last campaign: which bytes of the nearest input decide a condition.

use fz_tests::Sandbox;

use super::{Browser, page_of, report, untroubled};

/// Nothing is found: bytes 2 and 3 are compared at once, and the argument is no input.
const PROGRAM: &str = "\
#include <stdio.h>
#include <stdint.h>
#include <string.h>
int main(int count, char **arguments) {
    char text[64] = {0};
    if (fread(text, 1, sizeof text, stdin) < 4) return 1;
    uint16_t word;
    memcpy(&word, text + 2, sizeof word);
    if (word == 0x1f8b) puts(\"compressed\");
    if (count > 1) puts(\"an argument\");
    return 0;
}
";

const PANEL: &str = "document.getElementById('panel').innerText";
const MARKED: &str =
    "[...document.querySelectorAll('#panel .hex mark')].map(m => m.textContent).join(' ')";

fn opened(browser: &Browser, line: u32) {
    browser.go(&format!("#/file/p.c:{line}"));
    browser.ask(&format!(
        "document.querySelector('[data-line=\"{line}\"] .mark').click()"
    ));
}

#[test]
fn bytes_that_decide_are_marked() {
    let dir = &Sandbox::with([("p.c", PROGRAM), ("seeds/one", "abcdef")])
        .env("FZ_PROFILE", "vanilla")
        .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
        .env("AFL_NO_AFFINITY", "1")
        .env("AFL_SKIP_CPUFREQ", "1");
    dir.cc("-g -O2 p.c -o p");
    dir.fz("fuzz -i seeds -V 2 --tokens none --screen lines -- ./p")
        .ok();
    // Collected now; and from the store that it left.
    report(dir, "-o first.html");
    let browser = page_of(dir, "out.fzcov", "#/");
    for page in ["page.html", "first.html"] {
        browser.open(&dir.at(page), "#/");
        opened(&browser, 9);
        let said = browser.text(PANEL);
        assert!(said.contains("Decided by bytes 2 to 3."), "{page}: {said}");
        assert!(!said.contains("fz taint"), "{page}: {said}");
        assert_eq!(browser.text(MARKED), "63 64 c d");
        // No byte does.
        opened(&browser, 10);
        let said = browser.text(PANEL);
        assert!(said.contains("count > 1"), "{page}: {said}");
        assert!(!said.contains("Decided by"), "{page}: {said}");
        assert_eq!(browser.text(MARKED), "");
    }
    untroubled(&browser);
    // Elsewhere, the store's program is not known, and not looked for.
    std::fs::copy(dir.at("out.fzcov"), dir.at("other.fzcov")).unwrap();
    let browser = page_of(dir, "other.fzcov", "#/");
    opened(&browser, 9);
    let said = browser.text(PANEL);
    assert!(
        said.contains("Which of its bytes decide: fz taint ./p"),
        "{said}"
    );
    assert_eq!(browser.text(MARKED), "");
}
