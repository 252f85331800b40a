//! A check as text, and as a comment in Markdown.

use fz_base::words::{many, visible};

use super::{Check, changed::Changed, gate::Thing};
use crate::markdown::{code, escaped};

/// Lists of what the check found: a title, and rows of a place and what is there.
struct List {
    title: String,
    rows: Vec<(String, String)>,
}

impl Check {
    fn lists(&self) -> Vec<List> {
        let mut lists = Vec::new();
        let row = |thing: &Thing| (thing.place(), thing.what.clone());
        if let Some(lost) = &self.lost {
            for (what, things) in lost.parts() {
                lists.push(List {
                    title: format!("{} no longer reached", many(things.len(), what)),
                    rows: things.iter().map(row).collect(),
                });
            }
        }
        if let Some(changed) = &self.changed {
            let lost = |missing: &super::changed::Missing| {
                let why = match missing.can_be_reached {
                    true => "no input reaches this",
                    false => "nothing in the program calls this",
                };
                (missing.place(), why.to_owned())
            };
            lists.push(List {
                title: format!(
                    "{} that no input reaches",
                    many(changed.count.all - changed.count.reached, "changed line")
                ),
                rows: changed.missing.iter().map(lost).collect(),
            });
            lists.push(List {
                title: format!(
                    "{} on changed lines not seen with both outcomes",
                    many(changed.half.len(), "condition")
                ),
                rows: changed.half.iter().map(row).collect(),
            });
        }
        lists.retain(|list| !list.rows.is_empty());
        lists
    }

    fn sentences(&self) -> Vec<(Option<bool>, String)> {
        let gates = self.gates.iter();
        let gates = gates.map(|gate| (Some(gate.passed), gate.said.clone()));
        let changed = self.changed.iter().filter(|changed| changed.count.all > 0);
        let changed = changed.map(|changed: &Changed| {
            (
                None,
                format!("changed lines reached: {}", changed.count.said()),
            )
        });
        let notes = self.notes.iter().map(|note| (None, note.clone()));
        gates.chain(changed).chain(notes).collect()
    }

    /// `most`: rows of each list.
    pub fn text(&self, most: usize) -> String {
        let mut out = String::new();
        for (passed, said) in self.sentences() {
            let mark = match passed {
                Some(true) => "passed",
                Some(false) => "FAILED",
                None => "note",
            };
            out += &format!("{mark:<7} {}\n", visible(&said));
        }
        for List { title, rows } in self.lists() {
            out += &format!("\n{title}\n");
            for (place, what) in rows.iter().take(most) {
                out += &format!("  {}  {}\n", visible(place), visible(what));
            }
            if rows.len() > most {
                out += &format!("  and {} more (--limit 0 shows all)\n", rows.len() - most);
            }
        }
        out
    }

    pub fn markdown(&self, most: usize) -> String {
        let result = match (self.gates.is_empty(), self.passed) {
            (true, _) => "",
            (_, true) => ": passed",
            (_, false) => ": failed",
        };
        let mut out = format!("## Coverage of {}{result}\n\n", escaped(&self.program));
        for (passed, said) in self.sentences() {
            let mark = match passed {
                Some(true) => "✅ ",
                Some(false) => "❌ ",
                None => "",
            };
            out += &format!("- {mark}{}\n", escaped(&said));
        }
        for List { title, rows } in self.lists() {
            out += &format!(
                "\n### {}\n\n| place | what |\n| --- | --- |\n",
                escaped(&title)
            );
            for (place, what) in rows.iter().take(most) {
                out += &format!("| {} | {} |\n", code(place), code(what));
            }
            if rows.len() > most {
                out += &format!("\nand {} more\n", rows.len() - most);
            }
        }
        out
    }
}
