//! A source as one reads it: from where code begins, in colours, from one place to the next by keys, and what is known of a
//! condition.

use fz_coverage::identities::Kind;

use super::{
    Browser, ENTER, ESCAPE, FOCUS, campaigns, empty, function, identity, named, page_of, place,
    report, store, untroubled,
};

/// The line where the focus is.
const LINE: &str = "document.activeElement.closest('[data-line]')?.dataset.line";

#[test]
fn a_source_begins_where_code_counts() {
    let dir = &empty();
    let license = "/* A license.\n".to_owned() + &" * More of it.\n".repeat(98) + " */\n";
    let code = "int f(int n) {\n  return n;\n}\n";
    dir.write("a.c", format!("{license}{code}"));
    let functions = vec![function(0, "f", "a.c")];
    let identities = vec![
        identity(Kind::Function, 0, place("a.c", 101, 1), "", ""),
        identity(Kind::Region, 0, place("a.c", 102, 3), "return n", ""),
    ];
    let runs = [(named("c", "1"), vec![("input".to_owned(), vec![0])])];
    store(&dir.at("s.fzcov"), dir.dir(), functions, identities, &runs);
    report(dir, "s.fzcov -o page.html");
    let browser = Browser::start();
    browser.size(1400, 500);
    browser.open(&dir.at("page.html"), "#/file/a.c");
    let seen = "(() => { const box = document.querySelector('.rows.source').getBoundingClientRect(); \
                return [...document.querySelectorAll('[data-line]')].filter(r => { const at = r.getBoundingClientRect(); \
                return at.top >= box.top + 20 && at.bottom <= box.bottom; }).map(r => r.dataset.line).join(' '); })()";
    let lines = browser.text(seen);
    assert!(lines.contains("101 102 103"), "{lines}");
    // Coming back, one is where one was.
    browser.ask("document.querySelector('.rows.source').scrollTop = 0");
    browser.go("#/files");
    browser.go("#/file/a.c");
    let lines = browser.text(seen);
    assert!(lines.starts_with("1 2 3"), "{lines}");
    untroubled(&browser);
}

#[test]
fn code_has_colours() {
    let dir = &empty();
    let lines = [
        "#include <a.h> // x",
        "int x = 0x1F'00u; /* a",
        "  b */ char c = '\\'', *s = \"a\\\"b//\"; // c \\",
        "more comment",
        "auto r = R\"x(raw \" /*",
        "end)\" )x\"; return 2;",
        "#define A(x) \\",
        "  if (x) 3 /*/ not closed",
        "closed */ for",
    ];
    dir.write("a.cc", lines.join("\n"));
    let functions = vec![function(0, "f", "a.cc")];
    let identities = vec![
        identity(Kind::Region, 0, place("a.cc", 2, 1), "x", ""),
        identity(Kind::Region, 0, place("a.cc", 6, 12), "return", ""),
    ];
    let runs = [(named("c", "1"), vec![("input".to_owned(), vec![0])])];
    store(&dir.at("s.fzcov"), dir.dir(), functions, identities, &runs);
    let browser = page_of(dir, "s.fzcov", "#/file/a.cc");
    let told = browser.text(
        "[...document.querySelectorAll('[data-line] .code')].map(c => [...c.querySelectorAll('span')].map(s => \
         s.className.split(' ').pop()[0] + ':' + s.textContent).join('|')).join('\\n')",
    );
    let wanted = [
        "d:#include|s: <a.h>|c:// x",
        "k:int|n:0x1F'00u|c:/* a",
        "c:  b */|k:char|s:'\\''|s:\"a\\\"b//\"|c:// c \\",
        "c:more comment",
        "k:auto|s:R\"x(raw \" /*",
        "s:end)\" )x\"|k:return|n:2",
        "d:#define",
        "k:if|n:3|c:/*/ not closed",
        "c:closed */|k:for",
    ];
    for (told, wanted) in told.lines().zip(wanted) {
        // What was not reached stands in a span of its own.
        let told = told.replace("|m: ", "").replace("|m:;", "");
        assert_eq!(told, wanted);
    }
    let text = browser.text(
        "[...document.querySelectorAll('[data-line] .code')].map(c => c.textContent).join('\\n')",
    );
    assert_eq!(text, lines.join("\n"));
    untroubled(&browser);
}

#[test]
fn keys_lead_from_place_to_place() {
    let dir = &campaigns();
    let browser = page_of(
        dir,
        "old.fzcov new.fzcov --by configuration=old",
        "#/file/main.c",
    );
    let visited = |keys: &str, wanted: &str| {
        let mut met = Vec::new();
        for key in keys.chars() {
            browser.press(&key.to_string());
            browser.wait(&format!(
                "({LINE} ?? '') !== '' && document.getElementById('status').innerText !== ''"
            ));
            met.push(browser.text(LINE));
        }
        assert_eq!(met.join(" "), wanted, "{keys}");
    };
    // Lines that nobody reached: the first of each group.
    visited("mm", "12 30");
    visited("M", "12");
    // Conditions that came out in one way only.
    browser.go("#/file/main.c:20");
    visited("cC", "23 16");
    let state = "document.activeElement.className";
    assert!(browser.text(state).contains("some"));
    // Differences: they are switched on.
    browser.press("d");
    browser.wait(&format!("{LINE} === '17'"));
    assert_eq!(
        browser.ask("document.getElementById('diff-on').checked"),
        true
    );
    visited("dD", "18 17");
    // The last of a file leads to the next file, and back.
    browser.go("#/file/main.c:38");
    visited("c", "38");
    browser.press("c");
    browser.wait("location.hash.startsWith('#/file/util/')");
    browser.wait(&format!("{LINE} !== undefined"));
    browser.press("C");
    browser.shown("#/file/main.c");
    browser.wait(&format!("{LINE} === '38'"));
    untroubled(&browser);
}

#[test]
fn a_condition_says_what_is_known_of_it() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov", "#/file/main.c:23");
    let told = "document.getElementById('panel').innerText";
    browser.ask("[...document.querySelectorAll('[data-line=\"23\"] .mark')][0].click()");
    let said = browser.text(told);
    for part in [
        "Condition in line 23",
        "n > 3",
        "n is greater than 3",
        "in parse",
        "✓ false",
        "✗ true",
        "never",
        "Behind true",
        "Smallest input that comes to it",
        "afl++/",
        "bytes)",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The very bytes of the input, and what tells which of them decide.
    let bytes = browser.text("document.querySelector('#panel .hex').innerText");
    assert_eq!(bytes, "0000  7a 7a                    zz");
    assert!(
        said.contains("fz taint ./p --map --site main.c:23 -i old/run1/queue/id:"),
        "{said}"
    );
    // The focus is in it, and goes back where it was.
    assert_eq!(
        browser.ask("document.getElementById('panel').contains(document.activeElement)"),
        true
    );
    browser.press(ESCAPE);
    assert_eq!(browser.text(FOCUS), "23:0");
    browser.press(ENTER);
    browser.wait("!document.getElementById('panel').hidden");
    // What only this condition leads to.
    browser.go("#/file/main.c:38");
    browser.ask("document.querySelector('[data-line=\"38\"] .mark').click()");
    let said = browser.text(told);
    for part in ["Behind true", "that nothing else leads to", "never_called"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The next one that a key leads to is shown in its place.
    browser.press("k");
    browser.wait(&format!("{told}.includes('in line 37')"));
    browser.shoot("panel");
    untroubled(&browser);
}
