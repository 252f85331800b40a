//! How sure it is that inputs can reach what none reached: in the source, and in the tree of calls.

use fz_tests::Sandbox;

use super::{ENTER, LEFT, RIGHT, empty, page_of, untroubled};

/// A function that each kind of call leads to, and one that nothing does.
const LEADS_C: &str = include_str!("leads.c");

/// With a store of one run that goes past all of them.
pub fn collected() -> Sandbox {
    let dir = empty();
    dir.write("leads.c", LEADS_C);
    dir.cc("-g -w leads.c -o leads");
    dir.write("leads-in/a", "a");
    dir.says("cov collect ./leads -i leads-in -o leads.fzcov");
    dir
}

#[test]
fn unreached_code_says_how_surely_an_input_can_reach_it() {
    let dir = &collected();
    let browser = page_of(dir, "leads.fzcov", "#/file/leads.c");
    let row = |line: u32, of: &str| {
        browser.text(&format!(
            "document.querySelector('[data-line=\"{line}\"]{of}"
        ))
    };
    let lines = [
        (
            4,
            "row miss perhaps",
            "0",
            "perhaps",
            "its address is passed on",
        ),
        (8, "row miss likely", "0", "likely", "a pointer leads here"),
        (11, "row dead", "–", "", "nothing in the program calls this"),
        (14, "row miss sure", "0", "sure", "calls by name lead here"),
        (
            24,
            "row miss",
            "0",
            "",
            "inputs reached other parts of this function",
        ),
    ];
    for (line, class, count, word, why) in lines {
        assert_eq!(row(line, "').className"), class, "{line}");
        assert_eq!(row(line, " .count').innerText"), count, "{line}");
        assert_eq!(row(line, " .who').innerText"), word, "{line}");
        let title = row(line, " .who').title");
        assert!(title.contains(why), "{line}: {title}");
    }
    assert_eq!(row(22, "').className"), "row hit");
    // The surer, the stronger.
    let shade = |line: u32| {
        row(
            line,
            "').computedStyleMap().get('background-color').toString()",
        )
    };
    assert_ne!(shade(4), shade(8));
    assert_ne!(shade(8), shade(14));
    assert_eq!(shade(14), shade(24));
    // A condition says it, too: heard, and in its panel.
    let mark = row(7, " .mark').getAttribute('aria-label')");
    assert!(mark.contains("likely: a pointer leads here"), "{mark}");
    browser.ask("document.querySelector('[data-line=\"7\"] .mark').click()");
    let told = browser.text("document.getElementById('panel').innerText");
    assert!(
        told.contains("No input came here, and whether one can is likely: a pointer leads here"),
        "{told}"
    );
    browser.shoot("leads");
    browser.press("?");
    browser.wait("document.getElementById('help').open");
    let help = browser.text("document.getElementById('help').innerText");
    for (.., why) in lines {
        assert!(help.contains(why), "{why}: {help}");
    }
    untroubled(&browser);
}

#[test]
fn calls_are_a_tree_that_folds_and_leads_to_the_source() {
    let dir = &collected();
    let browser = page_of(dir, "leads.fzcov", "");
    browser.press("ga");
    browser.shown("#/calls");
    // What `fz cov report --view calls` says, and the functions that cannot be reached nowhere.
    let tree = dir.json("cov report --view calls leads.fzcov --json");
    let wanted = tree["programs"][0]["tree"].as_array().unwrap().iter();
    let wanted: Vec<String> = wanted
        .map(|row| {
            let depth = row["depth"].as_u64().unwrap() + 1;
            format!("{depth} {}", row["function"].as_str().unwrap())
        })
        .collect();
    let rows = "[...document.querySelectorAll('.calls [aria-level]')].map(r => r.getAttribute('aria-level') + ' ' + r.querySelector('bdi').innerText).join('\\n')";
    assert_eq!(browser.text(rows), wanted.join("\n"));
    assert!(wanted.contains(&"3 inner".to_owned()), "{wanted:?}");
    assert!(!wanted.iter().any(|row| row.ends_with("nobodys")));
    let told = |name: &str| {
        browser.text(&format!("[...document.querySelectorAll('.calls [aria-level]')].filter(r => r.querySelector('bdi').innerText === '{name}').map(r => r.className + ': ' + [...r.children].slice(1).map(c => c.innerText).join(' ')).join('\\n')"))
    };
    for (name, wanted) in [
        ("main", "row hit: 1 reached leads.c:20"),
        ("by_name", "row miss sure: – sure leads.c:16"),
        ("of_table", "row miss likely: – likely leads.c:6"),
        ("compare", "row miss perhaps: – perhaps leads.c:3"),
    ] {
        assert_eq!(told(name), wanted);
    }
    browser.shoot("calls");
    // It folds by keys, and Enter leads to the function.
    browser.ask("[...document.querySelectorAll('.calls [aria-level]')].find(r => r.querySelector('bdi').innerText === 'main').focus()");
    browser.press(LEFT);
    let focus = "document.activeElement.querySelector('bdi').innerText + ' ' + document.activeElement.getAttribute('aria-expanded')";
    assert_eq!(browser.text(focus), "main false");
    assert!(!browser.text(rows).contains("inner"));
    browser.press(RIGHT);
    assert_eq!(browser.text(rows), wanted.join("\n"));
    browser.press(ENTER);
    browser.shown("#/file/leads.c:20");
    untroubled(&browser);
}
