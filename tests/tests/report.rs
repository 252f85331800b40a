//! `fz cov report`: its page is driven in a browser, as people do it; pictures of it are kept in `target/screenshots`.

mod browser;
mod bugs;
mod deciding;
mod first;
mod fresh;
mod heard;
mod inputs;
mod leads;
mod places;
mod reading;

use std::{fs, time::Instant};

use browser::Browser;
use fz_coverage::identities::Kind;
use fz_tests::Sandbox;
use inputs::{campaigns, empty, function, identity, named, place, store};
use serde_json::json;

const ESCAPE: &str = "\u{e00c}";
const ENTER: &str = "\u{e007}";
const DOWN: &str = "\u{e015}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

const FOCUS: &str = "document.activeElement.dataset.mark";

fn report(dir: &Sandbox, words: &str) -> String {
    dir.prints(&format!("cov report {words}"))
}

/// A page of stores, opened at a place of it.
fn page_of(dir: &Sandbox, stores: &str, place: &str) -> Browser {
    report(dir, &format!("{stores} -o page.html"));
    let browser = Browser::start();
    browser.open(&dir.at("page.html"), place);
    browser
}

#[track_caller]
fn untroubled(browser: &Browser) {
    assert_eq!(browser.troubles(), Vec::<String>::new());
}

/// How many rows of the view have this.
fn rows(selector: &str) -> String {
    format!("document.querySelectorAll('#view .rows .space {selector}').length")
}

#[test]
fn what_sides_reach_is_shown_line_by_line() {
    let dir = &campaigns();
    report(
        dir,
        "old.fzcov new.fzcov --by configuration=old -o page.html",
    );
    let page = dir.at("page.html");
    let browser = Browser::start();
    browser.prefer("light");
    browser.open(&page, "");

    // The overview says who got further, and has all pictures with their figures.
    let said = browser.text("document.querySelector('.verdict').innerText");
    assert!(
        said.contains("new reaches") || said.contains("complement"),
        "{said}"
    );
    assert_eq!(
        browser.number("document.querySelectorAll('figure svg[role=img][aria-label]').length"),
        4.0
    );
    assert_eq!(
        browser.number("document.querySelectorAll('.links a[href^=\"data:text/csv\"]').length"),
        browser.number("document.querySelectorAll('.card').length")
    );
    browser.size(1400, 1900);
    browser.shoot("overview-light");
    browser.prefer("dark");
    browser.shoot("overview-dark");
    browser.prefer("light");
    browser.size(1400, 900);

    // A deep link leads to its line, with marks for conditions where the source has them.
    browser.go("#/file/main.c:18");
    let code = browser.text("document.querySelector('.row.current .code').innerText");
    assert!(code.ends_with("if (●n > 9) puts(\"long\");"), "{code}");
    let mark = |line: u32, number: u32| {
        format!("document.querySelector('[data-mark=\"{line}:{number}\"]')")
    };
    for (line, number, label) in [
        (18, 0, "●"),
        (31, 0, "○"),
        (37, 0, "◐ never T"),
        (19, 0, "● 4"),
    ] {
        assert_eq!(
            browser.text(&format!("{}.innerText", mark(line, number))),
            label,
            "{line}"
        );
    }
    assert_eq!(
        browser.text("document.querySelector('[data-line=\"31\"] .count').innerText"),
        "0"
    );
    browser.shoot("source-light");

    // A click says of a macro what is known of each condition in it.
    browser.ask(&format!("{}.click()", mark(17, 0)));
    assert_eq!(
        browser.number("document.querySelectorAll('#panel section').length"),
        2.0
    );
    let told = browser.text("document.getElementById('panel').innerText");
    for part in [
        "2 conditions in line 17",
        "(a - '0') == 1",
        "in macro BOTH",
        "util/check.h:1",
        "new 0/4, old 4/4",
        "in parse",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let expanded = format!("{}.getAttribute('aria-expanded')", mark(17, 0));
    assert_eq!(browser.text(&expanded), "true");
    browser.shoot("source-panel");
    browser.press(ESCAPE);
    browser.wait("document.getElementById('panel').hidden");
    assert_eq!(browser.text(FOCUS), "17:0");
    assert_eq!(browser.text(&expanded), "false");
    browser.press(ENTER);
    browser.wait("!document.getElementById('panel').hidden");
    browser.press(ESCAPE);

    // Keys: conditions that lack a way, one after the other, and up.
    browser.go("#/file/main.c");
    let mut met = Vec::new();
    for _ in 0..3 {
        browser.press("j");
        met.push(browser.text(FOCUS));
    }
    assert_eq!(met, ["10:0", "16:0", "16:1"]);
    browser.press("k");
    assert_eq!(browser.text(FOCUS), "16:0");
    browser.press("u");
    browser.shown("#/files");

    // Back goes where one was.
    browser.back();
    browser.shown("#/file/main.c");

    // Both colours by key.
    browser.go("#/file/util/check.c");
    browser.press("t");
    let theme = "document.documentElement.dataset.theme";
    assert_eq!(browser.text(theme), "dark");
    browser.shoot("source-dark");
    browser.press("t");
    assert_eq!(browser.text(theme), "light");
    browser.press("?");
    browser.wait("document.getElementById('help').open");
    browser.shoot("help");
    browser.press(ESCAPE);
    browser.wait("!document.getElementById('help').open");

    // A function by its name.
    browser.go("#/function/never_called");
    assert_eq!(
        browser.text("document.querySelector('.row.current').dataset.line"),
        "30"
    );
    untroubled(&browser);
}

#[test]
fn lists_lead_to_the_source() {
    let dir = &campaigns();
    let browser = page_of(
        dir,
        "old.fzcov new.fzcov --by configuration=old --diff old new",
        "#/files",
    );

    // The tree folds and unfolds, by keys as the tree pattern has them.
    let names = "[...document.querySelectorAll('#view [aria-level] .name')].map(n => n.innerText.trim()).join(' ')";
    assert_eq!(browser.text(names), "▾util check.c check.h main.c");
    browser.shoot("files");
    browser.ask("document.querySelector('#view [aria-level]').focus()");
    browser.press(LEFT);
    assert_eq!(
        browser.number("document.querySelectorAll('#view [aria-level]').length"),
        2.0
    );
    browser.press(RIGHT);
    assert_eq!(
        browser.number("document.querySelectorAll('#view [aria-level]').length"),
        4.0
    );
    let attributes = "['aria-level', 'aria-setsize', 'aria-posinset'].map(a => document.activeElement.getAttribute(a)).join(' ')";
    browser.press(DOWN);
    assert_eq!(browser.text(attributes), "2 2 1");
    browser.press(ENTER);
    browser.shown("#/file/util/check.c");

    // The frontier: what inputs reach, what they never see, and who is near.
    browser.go("#/frontier");
    let first = browser.text("document.querySelector('.frontier .space .row').innerText");
    for part in ["50", "never", "smallest: \"32\", afl++/", "byte"] {
        assert!(first.contains(part), "{part}: {first}");
    }
    browser.shoot("frontier");
    browser.ask("(() => { const f = document.querySelector('#view input'); f.value = 'argc'; f.dispatchEvent(new Event('input')); })()");
    assert_eq!(browser.number(&rows(".row")), 1.0);
    browser.ask("document.querySelector('.frontier .space a').click()");
    browser.shown("#/file/main.c:38");

    // What only one side reached, in the source, in the tree and as a list.
    assert_eq!(
        browser.ask("document.getElementById('diff-on').checked"),
        true
    );
    for (line, letter) in [(17, "A"), (18, "B"), (23, "B"), (24, "B")] {
        let told = browser.text(&format!(
            "document.querySelector('[data-line=\"{line}\"] .who').innerText"
        ));
        assert_eq!(told, letter, "{line}");
    }
    browser.shoot("diff-source");
    browser.go("#/diff");
    browser.wait(&format!("{} > 5", rows(".only-B")));
    let list = browser.text("document.querySelector('#view .rows').innerText");
    for part in [
        "main.c:23–24",
        "old 0/4",
        "and 1 more line",
        "text[3] == 'G'",
        "puts(\"both\");",
    ] {
        assert!(list.contains(part), "{part}: {list}");
    }
    browser.shoot("diff-list");
    browser.ask("(() => { const s = document.getElementById('side-b'); s.value = '1'; s.dispatchEvent(new Event('change')); })()");
    browser.wait("document.getElementById('view').innerText.includes('Both reached the same')");
    browser.press("x");
    assert_eq!(
        browser.ask("document.getElementById('diff-on').checked"),
        false
    );

    // Search finds functions, files, conditions and code.
    browser.press("/");
    browser.press("check");
    browser.wait("document.querySelectorAll('#view section').length > 0");
    for (wanted, title, found) in [
        ("keyword", "Functions", "keyword"),
        ("check.h", "Files", "util/check.h"),
        ("'M'", "Conditions", "text[1] == 'M'"),
        ("größer", "Code", "größer"),
    ] {
        browser.ask(&format!("(() => {{ const s = document.getElementById('search'); s.value = {}; s.dispatchEvent(new Event('input')); }})()", json!(wanted)));
        browser.wait(&format!("[...document.querySelectorAll('#view section')].some(s => s.innerText.startsWith('{title}') && s.innerText.includes({}))", json!(found)));
    }
    browser.shoot("search");
    browser.back();
    browser.shown("#/diff");
    untroubled(&browser);
}

#[test]
fn pages_are_read_without_script_printed_and_heard() {
    let dir = &campaigns();
    report(dir, "old.fzcov new.fzcov --by configuration=old -o page");
    let page = dir.at("page/index.html");
    // A folder has the figures as files beside the page.
    for name in ["ccg", "over-time", "consistency", "difficulty"] {
        let read = |ending: &str| dir.text(format!("page/data/{name}.{ending}"));
        assert!(read("svg").starts_with("<svg role=\"img\""));
        assert!(read("csv").lines().count() > 1);
        assert!(read("json").starts_with('['));
    }
    let browser = Browser::start();
    browser.open(&page, "");

    // Whatever can be used has a name, pictures have words, tables have heads, ids are unique.
    for place in [
        "#/",
        "#/comparison",
        "#/files",
        "#/file/main.c",
        "#/frontier",
        "#/calls",
        "#/diff",
        "#/search/check",
    ] {
        browser.go(place);
        let nameless = browser.text(
            "[...document.querySelectorAll('a, button, input, select, [role=table], [role=treegrid], [role=region]')]\
             .filter(e => e.offsetParent !== null && !(e.getAttribute('aria-label') || e.innerText.trim() || e.labels?.[0]?.innerText.trim()))\
             .map(e => e.outerHTML).join('\\n')",
        );
        assert_eq!(nameless, "", "{place}");
        let wrong = browser.text(
            "[...[...document.querySelectorAll('svg')].filter(s => s.getAttribute('aria-hidden') !== 'true' && !(s.querySelector('title') && s.querySelector('desc'))),\
              ...[...document.querySelectorAll('table')].filter(t => !t.querySelector('th[scope=col]') || !t.caption),\
              ...[...document.querySelectorAll('[id]')].filter((e, at, all) => all.findIndex(o => o.id === e.id) !== at)]\
             .map(e => e.outerHTML.slice(0, 200)).join('\\n')",
        );
        assert_eq!(wrong, "", "{place}");
        assert_eq!(
            browser.number(
                "[...document.querySelectorAll('h1')].filter(h => h.offsetParent !== null).length"
            ),
            1.0,
            "{place}"
        );
    }

    // The overview with the frontier prints; a file prints in full.
    browser.go("#/");
    let overview = browser.pdf();
    browser.shoot_printed("print-overview");
    browser.go("#/file/main.c");
    let file = browser.pdf();
    browser.shoot_printed("print-source");
    let pages = |pdf: &[u8]| {
        String::from_utf8_lossy(pdf)
            .matches("/Type /Page\n")
            .count()
    };
    assert!(pages(&overview) >= 2, "{}", pages(&overview));
    assert!((1..4).contains(&pages(&file)), "{}", pages(&file));
    for (name, pdf) in [("overview", &overview), ("source", &file)] {
        fs::write(
            fz_tests::rooms().join(format!("target/screenshots/{name}.pdf")),
            pdf,
        )
        .unwrap();
    }
    untroubled(&browser);

    browser.tool(
        "Emulation.setScriptExecutionDisabled",
        json!({"value": true}),
    );
    browser.load(&page, "");
    browser.tool(
        "Emulation.setScriptExecutionDisabled",
        json!({"value": false}),
    );
    let text = browser.text("document.body.innerText");
    for part in [
        "Coverage of p",
        "Frontier of p",
        "util/check.h",
        "argc > 5",
        "Without scripts",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let useless =
        "[...document.querySelectorAll('.js')].filter(e => e.getClientRects().length > 0).length";
    assert_eq!(browser.number(useless), 0.0);
    browser.shoot("without-script");
}

#[test]
fn texts_are_for_terminals_and_comments() {
    let dir = &campaigns();
    let text = report(
        dir,
        "old.fzcov new.fzcov --by configuration=old --view page --format text --limit 3",
    );
    for part in [
        "coverage of p\n",
        "old (baseline)",
        "main.c:38",
        "Frontier: ",
        "nearest input",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let markdown = report(dir, "old.fzcov --format markdown");
    assert!(
        markdown.contains(
            "| blocks behind | functions behind | condition | never | place | inputs | nearest input |\n| ---: | ---: | --- |"
        ),
        "{markdown}"
    );
    assert!(markdown.contains("<code>argc &#62; 5</code>"), "{markdown}");

    // A part is looked at, everywhere.
    let part = report(
        dir,
        "old.fzcov --select util/check.c --view page --format text",
    );
    assert!(
        part.contains("only a part is looked at: util/check.c"),
        "{part}"
    );
    assert!(
        part.contains("  util/check.c  ") && !part.contains("main.c"),
        "{part}"
    );

    // Sources that have gone elsewhere: what is known of their lines is shown, and what helps is said.
    fs::rename(dir.at("source"), dir.at("moved")).unwrap();
    let page = dir.at("page.html");
    report(dir, "old.fzcov -o page.html");
    let browser = Browser::start();
    browser.open(&page, "#/file/main.c:38");
    let said = browser.text("document.getElementById('view').innerText");
    for part in ["The source is not here", "--source DIR", "argc > 5"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    report(dir, "old.fzcov -o page.html --source moved");
    browser.open(&page, "#/file/main.c:38");
    assert!(
        !browser
            .text("document.getElementById('view').innerText")
            .contains("not here")
    );
    // Or have changed since.
    let changed = dir.text("moved/main.c");
    dir.write("moved/main.c", format!("\n\n{changed}"));
    report(dir, "old.fzcov -o page.html --source moved");
    browser.open(&page, "#/file/main.c");
    let said = browser.text("document.querySelector('.warn').innerText");
    assert!(said.contains("has changed since the build"), "{said}");
    untroubled(&browser);

    for (words, why) in [
        ("old.fzcov --view page", "-o is missing"),
        (
            "old.fzcov -o new.fzcov",
            "it is a store, which would be lost",
        ),
        (
            "old.fzcov -o x.html --diff a b",
            "unknown side `a`; there are old",
        ),
        (
            "old.fzcov -o x.html --source nowhere",
            "nowhere is not a folder",
        ),
    ] {
        dir.fz(&format!("cov report {words}")).fails().says(why);
    }
}

/// Whatever stands in names and sources, the page shows it and nothing else happens.
#[test]
fn hostile_names_and_texts_are_inert() {
    const ATTACK: &str =
        "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>";
    let dir = &empty();
    let source = dir.at("source");
    let names = [
        "<b>&\"'.c",
        "a b%#?.c",
        "..c",
        "new\nline.c",
        "\u{202e}c.rtl",
        "`|`.c",
    ];
    let text = format!(
        "int x; /* {ATTACK} */\nif (\u{202e}a\u{2066} < b) \u{1}\u{8};\n{}\nlast\n\u{fffd}\0",
        "y".repeat(10_000_000)
    );
    let (mut functions, mut identities) = (Vec::new(), Vec::new());
    for (number, name) in names.into_iter().enumerate() {
        dir.write(source.join(name), &text);
        functions.push(function(
            number,
            &format!("f{number}{ATTACK}\u{202e}"),
            name,
        ));
        identities.push(identity(Kind::Function, number, place(name, 1, 1), "", ""));
        identities.push(identity(
            Kind::Region,
            number,
            place(name, 2, 1),
            ATTACK,
            "",
        ));
        for label in ["true", "false"] {
            identities.push(identity(
                Kind::Outcome,
                number,
                place(name, 2, 5),
                &format!("\u{202e}a < {ATTACK}"),
                label,
            ));
        }
        identities.push(identity(
            Kind::Region,
            number,
            place(name, 3, 9_000_000),
            "y",
            "",
        ));
    }
    let inputs = vec![(
        format!("{ATTACK}\u{202e}"),
        (0..identities.len()).filter(|n| n % 5 != 3).collect(),
    )];
    let runs = [
        (named(ATTACK, "</title>\u{202e}"), inputs.clone()),
        (named("b\"|`'", "2"), inputs),
    ];
    store(&dir.at("s.fzcov"), &source, functions, identities, &runs);
    let began = Instant::now();
    report(dir, "s.fzcov --by configuration -o page.html");
    println!(
        "six files with a line of 10 MB: {:.1} s",
        began.elapsed().as_secs_f64()
    );
    let page = dir.at("page.html");
    assert!(fs::metadata(&page).unwrap().len() < 1 << 20);
    let whole = fs::read_to_string(&page).unwrap();
    assert!(
        !whole.contains("<img")
            && !whole.contains('\u{202e}')
            && !whole.contains("window.hacked=1</script>")
    );
    let browser = Browser::start();
    let inert = |place: &str| {
        assert_eq!(browser.ask("typeof window.hacked"), "undefined", "{place}");
        assert_eq!(
            browser.number("document.querySelectorAll('img, b:not(.brand b)').length"),
            0.0,
            "{place}"
        );
        assert_eq!(browser.ask("/[\\u202a-\\u202e\\u2066-\\u2069\\u0001\\u0008]/.test(document.body.innerText + document.title)"), false, "{place}");
    };
    browser.open(&page, "");
    inert("");
    for view in ["#/files", "#/frontier", "#/diff", "#/search/hacked"] {
        browser.go(view);
        inert(view);
    }
    let files = browser.number("document.querySelectorAll('[aria-level] a').length");
    assert_eq!(files, 0.0, "search is shown");
    browser.go("#/files");
    for (number, name) in names.into_iter().enumerate() {
        browser.go("#/files");
        browser.ask(&format!(
            "document.querySelectorAll('#view [aria-level]')[{number}].click()"
        ));
        browser.wait("document.querySelector('.rows.source') !== null");
        let said = browser.text("document.getElementById('view').innerText");
        for part in [
            "⟪U+202E⟫",
            "</script><script>",
            "more bytes of this line are left out",
        ] {
            assert!(said.contains(part), "{number}: {part}: {said}");
        }
        browser.ask("document.querySelector('.mark').click()");
        inert(name);
        // Its own address leads back to it.
        let address = browser.text("location.hash");
        let heading = browser.text("document.querySelector('#view h1').innerText");
        browser.open(&page, "");
        browser.ask(&format!("location.hash = {}", json!(address)));
        browser.wait(&format!(
            "document.querySelector('#view h1')?.innerText === {}",
            json!(heading)
        ));
    }
    browser.shoot("hostile");
    untroubled(&browser);

    let page = report(dir, "s.fzcov --format markdown");
    assert!(
        !page.contains("<script") && !page.contains('\u{202e}'),
        "{page}"
    );
}

/// Two programs of one name share a file, and sides have names without end.
#[test]
fn places_are_found_in_any_program() {
    let dir = &empty();
    dir.write("src/a.c", "int f(void)\n{\n  return 1;\n}\n");
    for number in [0, 1000] {
        let mut functions = vec![function(number, "f", "src/a.c")];
        let mut identities = vec![identity(Kind::Region, 0, place("src/a.c", 3, 3), "1", "")];
        if number > 0 {
            functions.push(function(number + 1, "g", "b.c"));
            identities.push(identity(Kind::Region, 1, place("b.c", 1, 1), "2", ""));
        }
        let inputs = vec![("x".to_owned(), vec![0])];
        let runs = ["o".repeat(300), "p".repeat(300)].map(|c| (named(&c, "1"), inputs.clone()));
        let path = dir.at(format!("{number}.fzcov"));
        store(&path, dir.dir(), functions, identities, &runs);
    }
    let browser = page_of(dir, "0.fzcov 1000.fzcov", "");
    browser.size(1400, 1900);
    browser.shoot("long-names");
    let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.number(wide), 0.0);
    let cards =
        "[...document.querySelectorAll('.card')].filter(c => c.scrollWidth > c.clientWidth).length";
    assert_eq!(browser.number(cards), 0.0, "cards to be scrolled");

    // A file that one program has, whole or in part; one that both have; a line of it.
    for (at, heading) in [
        ("program-2/b.c", "b.c"),
        ("b.c", "b.c"),
        ("program/src/a.c:3", "a.c"),
    ] {
        browser.go(&format!("#/file/{at}"));
        browser.wait("document.querySelector('.rows.source') !== null");
        assert_eq!(
            browser.text("document.querySelector('#view h1').innerText"),
            heading
        );
    }
    browser.go("#/file/src/a.c:3");
    let links = "[...document.querySelectorAll('#view li')].map(l => l.innerText).join(' ')";
    assert_eq!(browser.text(links), "program/src/a.c:3 program-2/src/a.c:3");
    browser.ask("document.querySelectorAll('#view li a')[1].click()");
    browser.shown("#/file/program-2/src/a.c:3");
    browser.go("#/file/c.c");
    assert_eq!(
        browser.text("document.querySelector('#view h1').innerText"),
        "No such file"
    );
    untroubled(&browser);
}

/// 100,000 lines and 100,000 identities.
#[test]
fn large_reports_open_at_once() {
    let dir = &empty();
    let source = dir.at("source");
    let sizes = std::iter::once(40_000).chain(std::iter::repeat_n(1_000, 60));
    let (mut functions, mut identities) = (Vec::new(), Vec::new());
    for (number, lines) in sizes.enumerate() {
        let name = format!("part{}/file{number}.c", number / 10);
        let line = |n: usize| {
            format!(
                "    if (value{n} < {n} && other[{n}] != 0) total += weight(value{n}, {n}); /* line {n} */\n"
            )
        };
        dir.write(
            source.join(&name),
            (1..=lines).map(line).collect::<String>(),
        );
        functions.push(function(number, &format!("work{number}"), &name));
        for line in 1..=lines as u32 {
            if line % 5 < 3 {
                identities.push(identity(
                    Kind::Region,
                    number,
                    place(&name, line, 5),
                    "total",
                    "",
                ));
            }
            if line % 5 == 1 {
                let text = format!("value{line} < {line}");
                for label in ["true", "false"] {
                    identities.push(identity(
                        Kind::Outcome,
                        number,
                        place(&name, line, 9),
                        &text,
                        label,
                    ));
                }
            }
        }
    }
    assert_eq!(identities.len(), 100_000);
    // Of each side something is never reached.
    let reached = |run: usize| {
        let is_reached =
            |n: &usize| !(n + run / 5).is_multiple_of(13) && (n * 7919 + run * 31) % 11 > 3;
        (0..100_000).filter(is_reached).collect::<Vec<usize>>()
    };
    let runs: Vec<_> = (0..10)
        .map(|run| {
            let side = if run < 5 { "old" } else { "new" };
            (
                named(side, &format!("run{run}")),
                vec![("input".to_owned(), reached(run))],
            )
        })
        .collect();
    store(&dir.at("s.fzcov"), &source, functions, identities, &runs);
    let began = Instant::now();
    report(dir, "s.fzcov -o page.html");
    let written = began.elapsed().as_secs_f64();
    let page = dir.at("page.html");
    let size = fs::metadata(&page).unwrap().len() as f64 / 1e6;

    let browser = Browser::start();
    let began = Instant::now();
    browser.open(&page, "");
    let opened = began.elapsed().as_secs_f64();
    let ready = browser.text("document.documentElement.dataset.ready");
    let began = Instant::now();
    browser.go("#/file/part0/file0.c:39990");
    browser.wait("document.querySelector('.row.current') !== null");
    let shown = began.elapsed().as_secs_f64();
    assert!(browser.number(&rows(".row")) < 200.0);
    browser.shoot("large-source");
    let began = Instant::now();
    browser.go("#/search/value39999");
    browser.wait("document.getElementById('view').innerText.includes('file0.c:39999')");
    let searched = began.elapsed().as_secs_f64();
    browser.go("#/frontier");
    browser.go("#/diff");
    browser.wait(&format!("{} > 10", rows(".row")));
    println!(
        "100,000 lines: written in {written:.1} s ({size:.1} MB), opened in {opened:.2} s ({ready} ms by its own clock), a file of 40,000 lines in {shown:.2} s, searched in {searched:.2} s"
    );
    assert!(opened < 6.0 && shown < 6.0, "{opened} s, {shown} s");
    untroubled(&browser);
}
