//! What crashed stands on the first screen, and leads to what is known of it.

use fz_tests::Sandbox;

use super::{Browser, campaigns, empty, page_of, report, untroubled};

const CARD: &str = "document.querySelector('.total.crash')";

/// Two bugs, of which three inputs found one.
const CRASHES_C: &str = "#include <stdio.h>
#include <stdlib.h>
static void first(void) { abort(); }
static void second(void) { abort(); }
int main(void) {
    int c = getchar();
    if (c == 'a') first();
    if (c == 'b') second();
    return c == 'c';
}
";

fn crashing() -> Sandbox {
    let dir = empty();
    dir.write("crashes.c", CRASHES_C);
    dir.cc("-g -w crashes.c -o p");
    for input in ["a1", "a2", "a3", "b", "d"] {
        dir.write(format!("in/{input}"), input);
    }
    dir.says("cov collect ./p -i in -o s.fzcov");
    dir
}

#[test]
fn bugs_are_on_the_first_screen_and_lead_to_their_reports() {
    let dir = &crashing();
    let browser = page_of(dir, "s.fzcov", "");
    let told = browser.text(&format!("{CARD}.innerText"));
    assert_eq!(
        told.split_whitespace().collect::<Vec<_>>().join(" "),
        "Bugs 2 4 inputs crash See the list"
    );
    let bottom = browser.number(&format!("{CARD}.getBoundingClientRect().bottom"));
    assert!(bottom < 900.0, "{bottom}");
    browser.ask(&format!("{CARD}.querySelector('a').click()"));
    browser.shown("#/bugs/0");
    assert_eq!(browser.text("document.activeElement.innerText"), "Crashes");
    let top = browser.number("document.activeElement.getBoundingClientRect().top");
    assert!((0.0..900.0).contains(&top), "{top}");
    let list = browser.text("document.querySelector('.bugs').innerText");
    for part in [
        "SIGABRT at crashes.c:3 in first",
        "3 inputs",
        "SIGABRT at crashes.c:4 in second",
        "1 input",
        "fz crashes",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    browser.shoot("bugs");
    browser.ask("document.querySelector('.bugs .where a').click()");
    browser.shown("#/file/crashes.c:3");
    untroubled(&browser);

    // Where `fz crashes` has written a report, the card leads there.
    dir.write("p.crashes/index.html", "<title>reports</title>");
    report(dir, "s.fzcov -o page.html");
    browser.open(&dir.at("page.html"), "");
    browser.ask(&format!("{CARD}.querySelector('a').click()"));
    browser.wait("document.title === 'reports'");
    report(dir, "s.fzcov -o folder");
    browser.open(&dir.at("folder/index.html"), "");
    browser.ask(&format!("{CARD}.querySelector('a').click()"));
    browser.wait("document.title === 'reports'");
}

/// The texts of a picture, as a browser reads it.
fn texts(dir: &Sandbox, browser: &Browser) -> Vec<String> {
    browser.load(&dir.at("card.svg"), "");
    assert_eq!(browser.text("document.documentElement.tagName"), "svg");
    assert_eq!(
        browser.number("document.querySelectorAll('parsererror').length"),
        0.0
    );
    let texts = browser
        .text("[...document.querySelectorAll('text')].map(t => t.textContent.trim()).join('\\n')");
    texts.lines().map(str::to_owned).collect()
}

#[test]
fn a_card_is_one_picture_of_the_whole() {
    let dir = &campaigns();
    let text = report(dir, "old.fzcov new.fzcov --card card.svg");
    assert_eq!(text, "");
    let svg = dir.text("card.svg");
    assert!(svg.contains("width=\"1200\" height=\"630\""), "{svg}");
    let browser = Browser::start();
    browser.size(1300, 800);
    let told = texts(dir, &browser);
    let summary = report(dir, "old.fzcov new.fzcov --format markdown");
    for part in ["p", "Lines", "Conditions", "Look here next", "old", "new"] {
        assert!(told.iter().any(|t| t == part), "{part}: {told:?}");
    }
    let shares = told.iter().filter(|t| t.ends_with(" %")).count();
    assert_eq!(shares, 3, "{told:?}");
    for share in told.iter().filter(|t| t.ends_with(" %")) {
        assert!(summary.contains(share.as_str()), "{share}: {summary}");
    }
    assert!(
        told.iter()
            .any(|t| t.contains("main.c:38, in main, 6 blocks behind it")),
        "{told:?}"
    );

    // It stands beside a page, and never takes a store's place.
    report(dir, "old.fzcov -o page.html --card - ");
    let refused = dir.refuses("cov report old.fzcov --card new.fzcov");
    assert!(refused.contains("it is a store"), "{refused}");

    let dir = &crashing();
    report(dir, "s.fzcov --card card.svg");
    let told = texts(dir, &browser);
    assert!(
        told.iter().any(|t| t == "2 bugs, 4 inputs crash"),
        "{told:?}"
    );
    browser.shoot("card");
}
