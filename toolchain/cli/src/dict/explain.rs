//! Where words come from: a table for people, and JSON.

use std::{io::Write, path::Path};

use anyhow::Result;
use fz_base::line;
use fz_base::table::{Column, column, lines, plain, text};
use fz_dictionary::{Dictionary, Token, Use, text::quoted};
use serde_json::{Value, json};

const COLUMNS: [Column; 6] = [
    column("score", true, 0),
    column("kind", false, 0),
    column("counter", false, 0),
    column("word", false, 0),
    column("place", false, 0),
    column("function", false, 0),
];

/// A line for each use; what stands in the line above is not repeated.
pub fn print(tokens: &[&Token], out: &mut impl Write) -> Result<()> {
    let mut rows = Vec::new();
    for token in tokens {
        for (number, used) in token.uses.iter().enumerate() {
            let word = match number {
                0 => format!("\"{}\"", quoted(&token.bytes)),
                _ => String::new(),
            };
            let counter = match used.counted {
                true => "yes",
                false => "-",
            };
            rows.push(vec![
                plain(used.score.to_string()),
                plain(kind(used)),
                plain(counter),
                plain(word),
                plain(used.place.to_string()),
                plain(function(used)),
            ]);
        }
    }
    for line in lines(&COLUMNS, &rows, None) {
        line!(out, "{}", text(&line).trim_end())?;
    }
    Ok(())
}

/// With how its bytes are to be understood.
fn kind(used: &Use) -> String {
    let form = used.form;
    let forms = [
        (form.swapped, "swapped"),
        (form.folded, "any case"),
        (form.wide, "wide"),
        (form.computed, "computed"),
    ];
    let forms = forms.iter().filter(|(is, _)| *is);
    let forms: Vec<_> = forms.map(|(_, name)| *name).collect();
    match forms.is_empty() {
        true => used.kind.to_owned(),
        false => format!("{} ({})", used.kind, forms.join(", ")),
    }
}

/// With what is called there, or holds the word.
fn function(used: &Use) -> String {
    match &used.of {
        None => used.function.clone(),
        Some(of) => format!("{}: {of}", used.function),
    }
}

pub fn json(program: &Path, dictionary: &Dictionary, tokens: &[&Token]) -> Value {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    let tokens = tokens.iter().map(|token| {
        json!({
            "text": quoted(&token.bytes),
            "hex": hex(&token.bytes),
            "score": token.score,
            "uses": token.uses,
        })
    });
    json!({
        "program": program,
        "map": dictionary.map,
        "missing": dictionary.missing,
        "words": tokens.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fz_binary::Place;
    use fz_records::Form;

    #[test]
    fn each_use_has_a_line() {
        let used = |score, line, folded, of: Option<&str>| Use {
            kind: "compare",
            score,
            form: Form {
                folded,
                ..Form::default()
            },
            function: "main".to_owned(),
            place: Place {
                file: "a.c".to_owned(),
                line,
                column: 3,
            },
            of: of.map(str::to_owned),
            counted: folded,
            counters: vec![7],
        };
        let get = Token {
            bytes: b"GET".to_vec(),
            score: 90,
            uses: vec![
                used(90, 12, true, Some("strcasecmp")),
                used(7, 3, false, None),
            ],
        };
        let mut out = Vec::new();
        print(&[&get], &mut out).unwrap();
        let expected = "\
score  kind                counter  word   place     function
   90  compare (any case)  yes      \"GET\"  a.c:12:3  main: strcasecmp
    7  compare             -               a.c:3:3   main
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        let dictionary = Dictionary {
            tokens: vec![get],
            map: Some(9),
            missing: Vec::new(),
        };
        let value = json(Path::new("p"), &dictionary, &[&dictionary.tokens[0]]);
        assert_eq!(value["words"][0]["hex"], "474554");
        let used = &value["words"][0]["uses"][0];
        assert_eq!(
            (&used["line"], &used["folded"], &used["counters"][0]),
            (&12.into(), &true.into(), &7.into())
        );
    }
}
