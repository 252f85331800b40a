//! Tables of guides that are written from their source, between two marks. `cargo xtask bless` writes them anew.

use std::{collections::BTreeMap, fmt::Write, fs};

use fz_base::env;
use fz_commandline::own;
use fz_engines::{ENGINES, Start};
use fz_schema::{Opt, PASSES, Pass, Placement, Point, ValueKind, feedback::FEEDBACK};
use fz_tests::rooms;

/// A table: the guide that it is in, the word of its mark, and what writes it.
type Table = (&'static str, &'static str, fn() -> String);

const TABLES: &[Table] = &[
    ("profiles/README.md", "profiles", profiles),
    ("profiles/README.md", "passes", passes),
    ("toolchain/engines/README.md", "engines", engines),
    ("toolchain/settings/README.md", "settings", settings),
];

const END: &str = "<!-- End -->\n";

fn begin(word: &str) -> String {
    format!("<!-- {word}: `cargo xtask bless documentation` writes this -->\n")
}

#[test]
fn the_tables_of_guides_are_those_of_their_sources() {
    for (guide, word, table) in TABLES {
        let path = rooms().join(guide);
        let text = fs::read_to_string(&path).expect("a guide can be read");
        let begin = begin(word);
        let parts = text.split_once(&begin);
        let (before, rest) = parts.unwrap_or_else(|| panic!("{guide} has no `{}`", begin.trim()));
        let (_, after) = rest
            .split_once(END)
            .expect("the end of the tables is marked");
        let fresh = format!("{before}{begin}\n{}\n{END}{after}", table().trim_end());
        if text == fresh {
            continue;
        }
        assert!(
            fz_tests::env::bless(),
            "{guide} is not what its source says; `cargo xtask bless documentation` writes it:\n{}",
            fz_tests::diff(&text, &fresh)
        );
        fs::write(&path, fresh).expect("a guide can be written");
    }
}

/// Profiles in the order in which people meet them.
const PROFILES: &[&str] = &[
    "fuzz",
    "split",
    "split-light",
    "climb",
    "context",
    "compares",
    "distance",
    "distance-minimum",
    "fox",
    "cmplog",
    "guards",
    "exploit",
    "taint",
    "coverage",
    "coverage-bytes",
    "coverage-guards",
    "coverage-mcdc",
    "triage",
    "angora",
    "valkyrie",
    "vanilla",
    "O0",
    "none",
    "llvm-cov",
];

fn profiles() -> String {
    let mut text = String::from("| profile | what it is for |\n|---|---|\n");
    let folder = rooms().join("profiles");
    for name in PROFILES {
        let file = fs::read_to_string(folder.join(format!("{name}.toml")));
        let file = file.unwrap_or_else(|e| panic!("profiles/{name}.toml: {e}"));
        let file: toml::Table = file.parse().expect("a profile is TOML");
        let summary = file["summary"].as_str().expect("a summary is a text");
        let name = match *name {
            "fuzz" => format!("`{name}` (the default)"),
            _ => format!("`{name}`"),
        };
        writeln!(text, "| {name} | {summary} |").unwrap();
    }
    let files = fs::read_dir(&folder).expect("profiles/ is there");
    let files = files.filter(|f| {
        let path = f.as_ref().expect("profiles/ can be read").path();
        path.extension().is_some_and(|x| x == "toml")
    });
    assert_eq!(files.count(), PROFILES.len(), "add the profile to PROFILES");
    text
}

fn engines() -> String {
    let mut text = String::from(
        "| engine | what is linked | profile | beside it | `fz fuzz` |\n|---|---|---|---|---|\n",
    );
    for engine in ENGINES {
        let start = match engine.start {
            Start::With(_) => "starts it",
            Start::ByHand(_) => "prints how to start it",
            Start::Nothing => "",
        };
        writeln!(
            text,
            "| `{}` | {} | `{}` | {} | {start} |",
            engine.name, engine.summary, engine.profile, engine.beside
        )
        .unwrap();
    }
    text
}

fn settings() -> String {
    let mut text = String::from("| flag | meaning |\n|---|---|\n");
    for (spelling, what) in own::flags() {
        writeln!(text, "| `{spelling}` | {what} |").unwrap();
    }
    text += "\n| variable | meaning |\n|---|---|\n";
    for variable in env::VARIABLES {
        writeln!(text, "| `{}` | {} |", variable.name, variable.summary).unwrap();
    }
    text
}

fn passes() -> String {
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
