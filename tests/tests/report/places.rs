//! From place to place in the order of a list; cases; and lines that say nothing by themselves.

use super::{ENTER, campaigns, empty, page_of, untroubled};

const STATUS: &str = "document.getElementById('status').innerText";
/// Of the list on the screen: the places' addresses, in its order.
const STOPS: &str = "[...document.querySelectorAll('.stops .where > a')].map(a => a.getAttribute('href')).join(' ')";

#[test]
fn keys_follow_the_order_of_the_list() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov", "");
    let wanted = browser.text(STOPS);
    let wanted: Vec<&str> = wanted.split(' ').collect();
    assert_eq!(wanted.len(), 10);
    let focus = "document.activeElement.getAttribute('href')";
    // On the list, the focus moves.
    for (at, wanted) in wanted.iter().take(3).enumerate() {
        browser.press("n");
        assert_eq!(browser.text(focus), *wanted, "{at}");
    }
    browser.press("p");
    assert_eq!(browser.text(focus), wanted[1]);
    assert_eq!(browser.text(STATUS), "place 2 of 10");
    // In the source, the next place is shown, with what is known of it; wherever it stands.
    browser.press(ENTER);
    browser.shown(wanted[1]);
    for at in [2, 3, 4, 3, 2, 1, 0] {
        let key = if at > 1 && browser.text("location.hash") == wanted[at - 1] {
            "n"
        } else {
            "p"
        };
        browser.press(key);
        browser.shown(wanted[at]);
        browser.wait("!document.getElementById('panel').hidden");
    }
    browser.press("p");
    assert_eq!(browser.text(STATUS), "no earlier place in the list");

    // The frontier is in its own order, and as it is filtered.
    browser.go("#/frontier");
    browser.ask("(() => { const f = document.querySelector('#view input'); f.value = 'util/'; f.dispatchEvent(new Event('input')); f.blur(); })()");
    let rows = "[...document.querySelectorAll('.frontier .space .row .where a')].map(a => a.getAttribute('href')).join(' ')";
    let wanted = browser.text(rows);
    let wanted: Vec<&str> = wanted.split(' ').collect();
    assert!(wanted.len() > 1, "{wanted:?}");
    assert!(
        wanted.iter().all(|place| place.contains("/util/")),
        "{wanted:?}"
    );
    browser.press("n");
    assert_eq!(browser.text(focus), wanted[0]);
    browser.press(ENTER);
    browser.shown(wanted[0]);
    for place in &wanted[1..] {
        browser.press("n");
        browser.shown(place);
    }
    browser.press("n");
    assert_eq!(browser.text(STATUS), "no further place in the list");
    untroubled(&browser);
}

#[test]
fn conditions_of_one_line_are_places_of_their_own() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov", "#/frontier");
    let rows = "[...document.querySelectorAll('.frontier .space .row')].map(r => \
                r.querySelector('a').getAttribute('href') + ' ' + r.querySelector('.condition code').innerText).join('\\n')";
    let rows = browser.text(rows);
    let rows: Vec<&str> = rows.lines().collect();
    let in_one_line = |place: &str| rows.iter().filter(|r| r.starts_with(place)).count();
    assert_eq!(in_one_line("#/file/main.c:16 "), 2, "{rows:?}");
    browser.press("n");
    browser.press(ENTER);
    for (at, row) in rows.iter().enumerate() {
        let (place, condition) = row.split_once(' ').unwrap();
        if at > 0 {
            browser.press("n");
            browser.wait(&format!(
                "{STATUS} === 'place {} of {}'",
                at + 1,
                rows.len()
            ));
        }
        browser.shown(place);
        browser.wait("!(document.getElementById('panel')?.hidden ?? true)");
        // Of a macro all conditions are in one panel.
        let shown = browser.text(
            "[...document.querySelectorAll('#panel .text code')].map(c => c.innerText).join('\\n')",
        );
        assert!(shown.lines().any(|c| c == condition), "{row}: {shown}");
    }
    untroubled(&browser);
}

const LINES_C: &str = "#include <stdio.h>
struct s { int n; };
static int parse(struct s *s, int c) {
    switch (c) {
    case 'a':
        s->n++;
        break;
    case 'b':
    case 'c':
        s->n--;
        break;
    default:
        return 1;
    }
    if (s->n > 100) {
        goto fail;
    }

    if (c == 0) {
        puts(\"a\");

        /* more */
        puts(\"b\");
    }
    return 0;
fail:
    return 2;
}
int main(void) {
    struct s s = {0};
    return parse(&s, getchar());
}
";

#[test]
fn each_line_of_a_source_says_what_it_can() {
    let dir = &empty();
    dir.write("lines.c", LINES_C);
    dir.cc("-g -w lines.c -o p");
    dir.write("in/a", "a");
    dir.write("in/c", "c");
    dir.prints("cov collect ./p -i in -o s.fzcov");
    let browser = page_of(dir, "s.fzcov", "#/file/lines.c");
    let row = |line: u32, of: &str| {
        browser.text(&format!(
            "document.querySelector('[data-line=\"{line}\"]'){of}"
        ))
    };
    // Each case says whether its way was seen.
    let cases = [
        (5, "all", "1", "●"),
        (8, "never", "0", "○"),
        (9, "all", "1", "●"),
        (12, "never", "0", "○"),
    ];
    for (line, state, inputs, sign) in cases {
        let mark = ".querySelector('.mark.case')";
        assert_eq!(row(line, &format!("{mark}.innerText")), sign, "{line}");
        assert!(
            row(line, &format!("{mark}.className")).contains(state),
            "{line}"
        );
        assert_eq!(
            row(line, ".querySelector('.count').innerText"),
            inputs,
            "{line}"
        );
    }
    browser.ask("document.querySelector('[data-line=\"8\"] .mark.case').click()");
    let panel = browser.text("document.getElementById('panel').innerText");
    assert!(
        panel.contains("case 'b'") && panel.contains("Condition in line 4"),
        "{panel}"
    );
    // Lines between go with those around them: no stripes. A jump that no input took does not.
    let classes = |line| row(line, ".className");
    for (line, with) in [(7, "within-hit"), (21, "within-miss"), (22, "within-miss")] {
        assert!(classes(line).contains(with), "{line}: {}", classes(line));
    }
    assert!(!classes(16).contains("within"), "{}", classes(16));
    // Lines that inputs reached have no background, only a bar.
    let paper = "document.querySelector('[data-line=\"6\"]')";
    assert_eq!(
        browser.text(&format!("getComputedStyle({paper}).backgroundColor")),
        "rgba(0, 0, 0, 0)"
    );
    // Arrows are not broken where a line ends.
    browser.go("#/");
    let arrow = "[...document.querySelectorAll('.stops code .op')].map(o => o.innerText + getComputedStyle(o).whiteSpace)[0]";
    assert_eq!(browser.text(arrow), "->nowrap");
    browser.shoot("lines");
    untroubled(&browser);
}

#[test]
fn files_say_what_is_missed() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov", "#/files");
    let said = browser.text("document.getElementById('view').innerText");
    for part in [
        "Inputs reached",
        "Functions that no input reached",
        "never_called",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // The tree takes as much room as its rows.
    let rows = browser.number("document.querySelector('#view .tree').offsetHeight");
    assert!(rows < 200.0, "{rows}");
    browser.ask("document.querySelector('#view .card a').click()");
    browser.wait("document.querySelector('.row.current')?.dataset.line === '30'");
    untroubled(&browser);
}
