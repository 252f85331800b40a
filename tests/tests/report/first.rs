//! What one sees first: totals, time, where inputs stop, the tree; of several sides the comparison in a tab of its own.

use fz_coverage::identities::Kind;

use fz_tests::Sandbox;

use super::{
    Browser, DOWN, ENTER, campaigns, empty, function, identity, named, page_of, place, report,
    store, untroubled,
};

const ROWS: &str = "[...document.querySelectorAll('#tree .space > [aria-level] .name')].map(n => n.innerText.trim()).join(' ')";
const WORDS: [&str; 6] = ["CCS", "MAD", "A12", "Mann", "baseline", "corrected"];

fn overview(browser: &Browser) -> String {
    browser.text("document.getElementById('overview').innerText")
}

#[test]
fn totals_of_one_run_come_first_and_no_statistics() {
    let dir = &campaigns();
    dir.says("cov collect ./p -i old/run1 -o one.fzcov");
    let browser = page_of(dir, "one.fzcov", "");
    let said = overview(&browser);
    let at = |part: &str| said.find(part).unwrap_or_else(|| panic!("{part}: {said}"));
    let order = [
        "1 run, 7 inputs",
        "Functions",
        "Lines",
        "Outcomes of conditions",
        "Bugs",
        "no input crashed",
        "What to do next: the ten conditions that block most code",
        "Coverage over time",
        "By kind",
        "Files",
        "Runs",
    ];
    assert!(order.map(at).is_sorted(), "{said}");
    for word in WORDS {
        assert!(!said.contains(word), "{word}: {said}");
    }
    assert_eq!(
        browser.number("document.querySelectorAll('nav [data-view=comparison]').length"),
        0.0
    );

    // Bars have a word beside their colour.
    let grades = "[...document.querySelectorAll('.total:not(.calm)')].every(t => t.querySelector('.grade').innerText === t.classList[1] && t.querySelector('.meter').classList[1] === t.classList[1])";
    assert_eq!(browser.ask(grades), true);
    let stops = "document.querySelectorAll('.stops li').length";
    assert_eq!(browser.number(stops), 10.0);
    let link = browser.text("document.querySelector('.stops a').getAttribute('href')");
    browser.go(&link);
    browser.wait("document.querySelector('.row.current') !== null");
    untroubled(&browser);
}

#[test]
fn each_statistic_of_sides_follows_a_plain_sentence() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov new.fzcov --by configuration=old", "");
    let said = overview(&browser);
    for word in &WORDS[..4] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    let bars = "[...document.querySelector('.bysides').children].map(li => li.innerText.split(/\\s/)[0]).join(' ')";
    assert_eq!(browser.text(bars), "new old");
    // Four runs a side tell that they differ.
    assert!(
        said.contains("its runs reach fewer than old's (p = 0.029)"),
        "{said}"
    );
    browser.ask("document.querySelector('nav [data-view=comparison]').click()");
    browser.shown("#/comparison");
    assert_eq!(
        browser.ask("document.getElementById('overview').hidden"),
        true
    );
    browser.shoot("comparison");
    let silent = "[...document.querySelectorAll('#comparison .card')].filter(c => !c.querySelector('.said')).map(c => c.innerText).join('\\n')";
    assert_eq!(browser.text(silent), "");
    let said = browser.text("document.getElementById('comparison').innerText");
    for part in [
        "in 4 runs",
        "outcomes that old did not",
        "of 100 picks",
        "were reached by all 4 of its runs",
        "All 8 runs reached",
        "were reached by one run only",
        "The sides differ most in main.c",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Terminals have the sentences, too.
    let text = report(
        dir,
        "old.fzcov new.fzcov --by configuration=old --view page --format text",
    );
    assert!(text.contains("of 100 picks"), "{text}");
    untroubled(&browser);
}

#[test]
fn what_chance_makes_as_well_has_no_winner() {
    let dir = &campaigns();
    let text = report(
        dir,
        "a=old.fzcov:run=run1 b=new.fzcov:run=run1 --format text",
    );
    assert!(
        text.contains("No clear winner between b and a: b reaches"),
        "{text}"
    );
    assert!(text.contains("1 and 1 runs are too few to tell"), "{text}");
}

#[test]
fn a_side_has_one_colour_everywhere() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov new.fzcov --by configuration=new", "");
    let colour = |element: &str, of: &str| {
        browser.text(&format!(
            "getComputedStyle(document.querySelector('{element}')).{of}"
        ))
    };
    let swatch = |name: &str| {
        browser.text(&format!("getComputedStyle([...document.querySelectorAll('.bysides li')].find(li => li.innerText.startsWith('{name}')).querySelector('.swatch')).backgroundColor"))
    };
    let (old, new) = (swatch("old"), swatch("new"));
    assert_ne!(old, new);
    // The baseline is A, though it is not the first side.
    assert_eq!(
        browser.text("document.getElementById('side-a').selectedOptions[0].text"),
        "new"
    );
    assert_eq!(colour("#differ label:nth-of-type(2)", "color"), new);
    assert_eq!(colour("#differ label:nth-of-type(3)", "color"), old);
    let curve = |name: &str| {
        browser.text(&format!("(() => {{ const svg = document.querySelector('figure svg'); const texts = [...svg.querySelectorAll('text')]; const label = texts.find(t => t.textContent.trim() === '{name}'); \
            let e = label; while (e && !['circle', 'polygon'].includes(e.tagName)) e = e.previousElementSibling; return getComputedStyle(e).fill; }})()"))
    };
    assert_eq!((curve("old"), curve("new")), (old, new));
    // What was reached is of no side.
    let meter = colour(".total .meter .part", "fill");
    assert_ne!(meter, swatch("old"));
    assert_ne!(meter, swatch("new"));
    untroubled(&browser);
}

#[test]
fn a_telephone_s_header_is_whole() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov new.fzcov --by configuration=old", "");
    browser.tool(
        "Emulation.setDeviceMetricsOverride",
        serde_json::json!({"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true}),
    );
    for place in [
        "#/",
        "#/file/main.c",
        "#/files",
        "#/frontier",
        "#/comparison",
    ] {
        browser.open(&dir.at("page.html"), place);
        let cut = "[...document.querySelectorAll('header :is(a, button, input, select)')].filter(e => e.offsetParent && !e.closest('.skip') && (e.getBoundingClientRect().right > 390 || e.getBoundingClientRect().left < 0)).map(e => e.outerHTML).join(' ')";
        assert_eq!(browser.text(cut), "", "{place}");
        assert_eq!(
            browser.ask("document.documentElement.scrollWidth <= 390"),
            true,
            "{place}"
        );
        // Two rows; where sides are marked, three.
        let height = browser.number("document.querySelector('header').offsetHeight");
        assert!(height <= 110.0, "{place}: {height}");
    }
    browser.go("#/");
    let height = browser.number("document.querySelector('header').offsetHeight");
    assert!(height <= 76.0, "{height}");
    // Totals stand side by side.
    let tops = "new Set([...document.querySelectorAll('.total')].map(t => t.getBoundingClientRect().top)).size";
    assert_eq!(browser.number(tops), 2.0);
    browser.shoot("telephone");
    untroubled(&browser);
}

/// Files below folders, and one header of the system.
fn tree() -> Sandbox {
    let dir = empty();
    // How many regions a file has, and how many of them are reached.
    let files = [
        ("/usr/include/deep/x.h", 9, 0),
        ("a/one.c", 4, 4),
        ("a/two.c", 10, 1),
        ("b/three.c", 5, 4),
        ("four.c", 2, 1),
    ];
    let (mut functions, mut identities, mut reached) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (name, lines, hit)) in files.into_iter().enumerate() {
        functions.push(function(number, &format!("f{number}"), name));
        for line in 1..=lines {
            if line <= hit {
                reached.push(identities.len());
            }
            let at = place(name, line, 1);
            identities.push(identity(Kind::Region, number, at, "x", ""));
        }
    }
    let runs = [(named("c", "1"), vec![("input".to_owned(), reached)])];
    store(&dir.at("s.fzcov"), dir.dir(), functions, identities, &runs);
    dir
}

#[test]
fn the_tree_sorts_and_folds() {
    let browser = page_of(&tree(), "s.fzcov", "");
    let names = |wanted: &str| assert_eq!(browser.text(ROWS), wanted);
    // The system's headers are at the end, and closed.
    names("▾a one.c two.c ▾b three.c four.c ▸Outside the project (1)");
    let sort = |column: &str| {
        browser.ask(&format!(
            "document.querySelector('#tree [data-sort={column}]').focus()"
        ));
        browser.press(ENTER);
        browser.text(&format!("[...document.querySelectorAll('#tree [aria-sort]')].map(h => h.innerText.split(' ')[0] + ':' + h.getAttribute('aria-sort')).find(h => !h.endsWith(':none')) + ' ' + (document.activeElement.dataset.sort === '{column}')"))
    };
    assert_eq!(sort("lines"), "lines:ascending true");
    names("▾a two.c one.c four.c ▾b three.c ▸Outside the project (1)");
    assert_eq!(sort("lines"), "lines:descending true");
    names("▾b three.c four.c ▾a one.c two.c ▸Outside the project (1)");
    // One line each is missed in `b` and in `four.c`.
    assert_eq!(sort("missing"), "lines:descending true");
    names("▾a two.c one.c ▾b three.c four.c ▸Outside the project (1)");
    assert_eq!(sort("name"), "file:ascending true");

    // It opens by keys, and leads to the source.
    browser.ask("[...document.querySelectorAll('#tree [aria-level]')].at(-1).focus()");
    browser.press(ENTER);
    names("▾a one.c two.c ▾b three.c four.c ▾Outside the project (1) ▾/usr/include/deep x.h");
    let closed = "document.activeElement.getAttribute('aria-expanded')";
    assert_eq!(browser.text(closed), "true");
    for _ in 0..2 {
        browser.press(DOWN);
    }
    browser.press(ENTER);
    browser.shown("#/file//usr/include/deep/x.h");
    // Its folder is found where it is folded away.
    browser.press("u");
    browser.shown("#/files//usr/include/deep");
    let focus = "document.querySelector('#view [aria-level][tabindex=\"0\"] .name').innerText";
    assert!(browser.text(focus).contains("/usr/include/deep"));
    untroubled(&browser);
}

/// `main`, and a function that nothing calls.
const DEAD_C: &str = include_str!("dead.c");

#[test]
fn what_cannot_be_reached_does_not_count() {
    let dir = &empty();
    dir.write("dead.c", DEAD_C);
    dir.cc("-g -w dead.c -o p");
    dir.write("in/a", "a");
    dir.prints("cov collect ./p -i in -o s.fzcov");
    let browser = page_of(dir, "s.fzcov", "");
    // The source says so, without colour too, and keys go past it.
    browser.go("#/file/dead.c");
    let row = |line: u32, of: &str| {
        browser.text(&format!(
            "document.querySelector('[data-line=\"{line}\"]{of}"
        ))
    };
    for line in [2, 3, 4] {
        assert_eq!(row(line, " .count').innerText"), "–", "{line}");
        assert_eq!(row(line, "').classList[1]"), "dead", "{line}");
    }
    assert_eq!(row(9, " .count').innerText"), "0");
    let mark = row(3, " .mark').getAttribute('aria-label')");
    assert!(mark.contains("cannot be reached"), "{mark}");
    browser.press("m");
    let focus = "document.activeElement.closest('[data-line]').dataset.line";
    assert_eq!(browser.text(focus), "9");
    browser.press("j");
    assert_eq!(
        browser.text("document.getElementById('status').innerText"),
        "no further condition that lacks a way"
    );
    browser.press("k");
    assert_eq!(browser.text(focus), "8");
    browser.shoot("unreachable");
    untroubled(&browser);
}
