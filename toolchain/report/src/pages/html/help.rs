//! What keys do and marks mean.

use maud::{Markup, html};

use super::leads::LEADS;

const KEYS: [(&str, &str); 14] = [
    ("/", "search"),
    (
        "n, p",
        "next and previous place of the list that you last looked at: the ten places, the frontier, differences",
    ),
    ("m, M", "next and previous lines that no input reached"),
    ("c, C", "next and previous half-taken condition"),
    ("d, D", "next and previous difference of two sides"),
    (
        "j, k",
        "next and previous condition that lacks a way, also if nothing reaches it",
    ),
    (
        "Enter",
        "open or close what is under the focus; in the tree of calls, go to the function",
    ),
    ("Escape", "close the panel of a condition"),
    (
        "u",
        "up: from a file to its folder, from there to the overview",
    ),
    (
        "g o, g c, g f, g t, g a, g d",
        "overview, comparison, files, frontier, calls, differences",
    ),
    ("← → ↑ ↓", "in a tree: close, open, move"),
    (
        "x",
        "mark what only side A or only side B reached, or stop doing so",
    ),
    ("t", "dark or light"),
    ("?", "this"),
];

const MARKS: [(&str, &str, &str); 8] = [
    ("never", "○", "no input came to the condition"),
    ("dead", "–", "nothing in the program leads to it"),
    (
        "some",
        "◐ never T",
        "this way was never seen, and others were",
    ),
    ("all", "●", "every way was seen"),
    ("hit", "▲", "a guard failed"),
    ("all", "● case", "at a case: it was seen; ○: it was not"),
    ("", "⊞", "the condition stands in a macro"),
    (
        "",
        "A, B",
        "when sides are compared: only this side saw the outcome",
    ),
];

/// Of a class of marks.
fn sign(class: &str) -> &'static str {
    MARKS
        .iter()
        .find(|(name, ..)| *name == class)
        .map_or("", |(_, sign, _)| sign)
}

pub fn help() -> Markup {
    html! {
        dialog id="help" aria-labelledby="help-title" {
            h2 id="help-title" tabindex="-1" autofocus { "Marks and keys" }
            table {
                caption.unseen { "marks" }
                thead { tr { th scope="col" { "mark" } th scope="col" { "what it means" } } }
                tbody {
                    @for (class, mark, what) in MARKS {
                        tr { th scope="row" { span.mark.(class) { (mark) } } td { (what) } }
                    }
                }
            }
            table {
                caption { "Of code that no input reached: how sure it is that one can" }
                thead { tr { th scope="col" { "word" } th scope="col" { "what leads there" } } }
                tbody {
                    @for (reach, word, what) in LEADS {
                        @let mark = if reach.is_possible() { "never" } else { "dead" };
                        tr {
                            th scope="row" { span.mark.(mark).(word) { (sign(mark)) } " " (word) }
                            td { (what) }
                        }
                    }
                }
            }
            table {
                caption.unseen { "keys" }
                thead { tr { th scope="col" { "key" } th scope="col" { "what it does" } } }
                tbody {
                    @for (key, what) in KEYS { tr { th scope="row" { kbd { (key) } } td { (what) } } }
                }
            }
            form method="dialog" { button { "Close" } }
        }
    }
}
