//! `profiles/README.md` has the tables of the schema, between two marks. `BLESS=1` writes them anew.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use fz_schema::{Opt, PASSES, Pass, Placement, Point, ValueKind, feedback::FEEDBACK};

const BEGIN: &str = "<!-- From passes/schema; `cargo xtask bless documentation` writes it. -->\n";
const END: &str = "<!-- End -->\n";

#[test]
fn the_tables_of_the_schema_are_those_of_the_documentation() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../profiles/README.md");
    let text = fs::read_to_string(&path).expect("profiles/README.md can be read");
    let (before, rest) = text
        .split_once(BEGIN)
        .expect("the begin of the tables is marked");
    let (_, after) = rest
        .split_once(END)
        .expect("the end of the tables is marked");
    let fresh = format!("{before}{BEGIN}\n{}{END}{after}", tables());
    if text == fresh {
        return;
    }
    assert!(
        fz_tests::env::bless(),
        "profiles/README.md is not what the schema says; `cargo xtask bless documentation` writes it"
    );
    fs::write(&path, fresh).expect("profiles/README.md can be written");
}

fn tables() -> String {
    let mut text = String::from("## Passes for `[[pass]]`\n");
    for pass in PASSES {
        if let Placement::Profile(points) = pass.placement {
            text += &heading(&format!("`{}`", pass.name), pass.summary);
            if points != Point::OF_PASSES {
                writeln!(text, "\nIt stands `at` {} alone.", Point::one_of(points)).unwrap();
            }
            text += &table(pass.options_for_profiles().map(row));
        }
    }
    text += "\n## Feedback\n\nEach of these tables may say `off = true`: the parent's feedback is left out.\n";
    let mut shown = BTreeMap::new();
    for feedback in FEEDBACK {
        text += &heading(&format!("`[feedback.{}]`", feedback.name), feedback.summary);
        let points: Vec<_> = Point::OF_EDGES.iter().map(|p| format!("`{p}`")).collect();
        let keys = feedback.keys.iter();
        let keys = keys.map(|(key, what)| {
            format!(
                "| `{key}` | {} | `{}` | {what} |",
                points.join(", "),
                Point::OptimizerLast
            )
        });
        let [first, more @ ..] = feedback.passes else {
            unreachable!("{} has a pass", feedback.name);
        };
        text += &table(keys.chain(first.options_for_profiles().map(row)));
        for pass in more {
            let shown = shown.insert(pass.name, feedback.name);
            write!(text, "\nIt takes the options of `{}`, too", pass.name).unwrap();
            text += &match shown {
                Some(name) => format!(", as `[feedback.{name}]` does.\n"),
                None => format!(":\n{}", table(pass.options_for_profiles().map(row))),
            };
        }
    }
    text += "\n## Passes that fz places\n\nProfiles do not place these; what asks for them stands beside them.\n\n\
             | pass | what it does | asked for by |\n|---|---|---|\n";
    for pass in PASSES {
        if let Placement::Driver(instead) = pass.placement {
            let by = instead.strip_prefix("write ").unwrap_or("fz itself");
            let by = by.replace(" into ", " in ");
            writeln!(text, "| `{}` | {} | {by} |", pass.name, pass.summary).unwrap();
        }
    }
    text += "\n";
    text
}

fn heading(name: &str, summary: &str) -> String {
    let mut letters = summary.chars();
    let first = letters.next().expect("a summary is not empty");
    format!(
        "\n### {name}\n\n{}{}.\n",
        first.to_uppercase(),
        letters.as_str()
    )
}

fn table(rows: impl Iterator<Item = String>) -> String {
    let rows: Vec<_> = rows.collect();
    match rows.is_empty() {
        true => String::new(),
        false => format!(
            "\n| option | values | default | meaning |\n|---|---|---|---|\n{}\n",
            rows.join("\n")
        ),
    }
}

fn row(option: &Opt) -> String {
    let ticked = |words: &[&str]| {
        let words = words.iter().map(|w| format!("`{w}`"));
        words.collect::<Vec<_>>().join(", ")
    };
    let names: Vec<_> = option.words().iter().map(|w| w.name).collect();
    let (values, default) = match option.kind {
        ValueKind::Word(_) => (ticked(&names), format!("`{}`", names[0])),
        ValueKind::Set(_) => (
            format!("{}, joined by `+`", ticked(&names)),
            "all".to_owned(),
        ),
        ValueKind::Switch { default } => ("`true`, `false`".to_owned(), format!("`{default}`")),
        ValueKind::Number { default, .. } => (option.values(), default.to_string()),
        ValueKind::Text { stands_for } => (stands_for.to_owned(), String::new()),
    };
    let mut meaning = option.summary.to_owned();
    // What is called like its meaning needs no words.
    for word in option.words().iter().filter(|w| w.name != w.summary) {
        write!(meaning, "<br>`{}`: {}", word.name, word.summary).unwrap();
    }
    format!("| `{}` | {values} | {default} | {meaning} |", option.name)
}

/// Bars would end cells.
#[test]
fn texts_fit_into_tables() {
    let texts = |pass: &'static Pass| {
        let options = pass.options.iter();
        let texts = options.flat_map(|o| o.words().iter().map(|w| w.summary).chain([o.summary]));
        texts.chain([pass.summary])
    };
    for text in PASSES.iter().copied().flat_map(texts) {
        assert!(!text.contains(['|', '\n']), "{text}");
    }
}
