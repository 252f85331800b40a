//! What keys do and marks mean.

use maud::{Markup, html};

const KEYS: [(&str, &str); 13] = [
    ("/", "search"),
    ("n, N", "next and previous unreached lines"),
    ("c, C", "next and previous half-taken condition"),
    ("d, D", "next and previous difference of two sides"),
    (
        "j, k",
        "next and previous condition that lacks a way, also if nothing reaches it",
    ),
    ("Enter", "open or close what is under the focus"),
    ("Escape", "close what is said of a condition"),
    (
        "u",
        "up: from a file to its folder, from there to the overview",
    ),
    (
        "g o, g c, g f, g t, g d",
        "overview, comparison, files, frontier, differences",
    ),
    ("← → ↑ ↓", "in the tree: close, open, move"),
    ("x", "switch the differences on and off"),
    ("t", "dark or light"),
    ("?", "this"),
];

const MARKS: [(&str, &str, &str); 5] = [
    ("never", "○", "no input came to the condition"),
    ("dead", "–", "nothing in the program leads to it"),
    ("some", "◐ T", "only these ways were seen"),
    ("all", "●", "every way was seen"),
    ("hit", "▲", "a guard failed"),
];

pub fn help() -> Markup {
    html! {
        dialog id="help" aria-labelledby="help-title" {
            h2 id="help-title" { "Keys and marks" }
            table {
                caption.unseen { "keys" }
                thead { tr { th scope="col" { "key" } th scope="col" { "what it does" } } }
                tbody {
                    @for (key, what) in KEYS { tr { th scope="row" { kbd { (key) } } td { (what) } } }
                }
            }
            table {
                caption.unseen { "marks" }
                thead { tr { th scope="col" { "mark" } th scope="col" { "what it means" } } }
                tbody {
                    @for (class, mark, what) in MARKS {
                        tr { th scope="row" { span.mark.(class) { (mark) } } td { (what) } }
                    }
                }
            }
            form method="dialog" { button { "Close" } }
        }
    }
}
