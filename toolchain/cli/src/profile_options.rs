//! `fz profiles --options`: the passes and what they take, as the schema has it.

use std::io::Write;

use anyhow::Result;
use fz_base::{error::Error, line, terminal};
use fz_schema::{Opt, PASSES, Pass, Placement, Point, Setter, ValueKind, feedback::FEEDBACK, find};
use serde_json::{Value, json};

use crate::{args, exit::Exit};

/// Prints one pass with its options, or the list of all.
pub fn run(name: Option<&str>, is_json: bool) -> Result<Exit> {
    let mut out = terminal::out();
    match name {
        Some(name) => {
            let pass = find(name).ok_or_else(|| Error::Unknown {
                what: "pass",
                name: name.to_owned(),
                known: PASSES.iter().map(|p| p.name.to_owned()).collect(),
            })?;
            match is_json {
                true => args::json::write(&pass_json(pass), &mut out)?,
                false => out.write_all(pass_text(pass).as_bytes())?,
            }
        }
        None if is_json => {
            let all: Vec<_> = PASSES.iter().map(|pass| pass_json(pass)).collect();
            args::json::write(&all, &mut out)?;
        }
        None => {
            let width = PASSES.iter().map(|p| p.name.len()).max().unwrap_or(0);
            for pass in PASSES {
                line!(out, "{:width$}  {}", pass.name, pass.summary)?;
            }
        }
    }
    Ok(Exit::Done)
}

fn pass_text(pass: &Pass) -> String {
    let mut text = format!("{}: {}\n", pass.name, pass.summary);
    text += &match pass.placement {
        Placement::Profile(points) => {
            format!("Write `[[pass]]`, with `at` {}.\n", Point::one_of(points))
        }
        Placement::Driver(instead) => match instead.strip_prefix("write ") {
            Some(what) => format!("Write {what}.\n"),
            None => "fz places it itself.\n".to_owned(),
        },
    };
    for feedback in FEEDBACK.iter().filter(|f| f.passes[0] == pass) {
        for also in &feedback.passes[1..] {
            let (name, also) = (feedback.name, also.name);
            text += &format!("`[feedback.{name}]` takes the options of `{also}`, too.\n");
        }
    }
    let (own, drivers): (Vec<_>, Vec<_>) = pass.options.iter().partition(|o| o.is_for_profiles());
    for (heading, options) in [("options", own), ("set by fz, not by profiles", drivers)] {
        if !options.is_empty() {
            text += &format!("\n{heading}:\n");
        }
        text.extend(options.into_iter().map(option_text));
    }
    if pass.options.is_empty() {
        text += "It takes no options.\n";
    }
    text
}

/// `  count         what a counter does after 255`, and a line for each word.
fn option_text(option: &Opt) -> String {
    let (name, summary) = (option.name, option.summary);
    let limits = limits(option);
    let mut text = match option.words().is_empty() {
        true => format!("  {name:12}  {limits}: {summary}\n"),
        false => format!("  {name:12}  {limits}{summary}\n"),
    };
    for (at, word) in option.words().iter().enumerate() {
        let is_default = at == 0 && matches!(option.kind, ValueKind::Word(_));
        let mark = if is_default { " (default)" } else { "" };
        text += &format!("    {:12}  {}{mark}\n", word.name, word.summary);
    }
    text
}

/// What an option takes, as a profile writes it, and its default.
fn limits(option: &Opt) -> String {
    let repeatable = if option.repeatable {
        ", repeatable"
    } else {
        ""
    };
    match option.kind {
        ValueKind::Word(_) => String::new(),
        ValueKind::Set(_) => "any of these, joined by `+` (default all): ".to_owned(),
        ValueKind::Switch { default } => format!("true or false (default {default})"),
        ValueKind::Number { default, .. } => format!("{} (default {default})", option.values()),
        ValueKind::Text { stands_for } => format!("{stands_for}{repeatable}"),
    }
}

fn pass_json(pass: &Pass) -> Value {
    let placement = match pass.placement {
        Placement::Profile(points) => {
            let points: Vec<_> = points.iter().map(|p| p.name()).collect();
            json!({ "by": "profile", "at": points })
        }
        Placement::Driver(instead) => json!({ "by": "fz", "instead": instead }),
    };
    let options: Vec<_> = pass.options.iter().map(option_json).collect();
    json!({
        "name": pass.name,
        "summary": pass.summary,
        "placement": placement,
        "options": options,
    })
}

fn option_json(option: &Opt) -> Value {
    let mut all = json!({
        "name": option.name,
        "summary": option.summary,
        "default": option.default(),
        "repeatable": option.repeatable,
    });
    let words = option.words().iter();
    let words: Vec<_> = words
        .map(|w| json!({ "name": w.name, "summary": w.summary }))
        .collect();
    let kind = match option.kind {
        ValueKind::Word(_) => json!({ "kind": "word", "values": words }),
        ValueKind::Set(_) => json!({ "kind": "set", "values": words }),
        ValueKind::Switch { default } => json!({ "kind": "switch", "default": default }),
        ValueKind::Number {
            least,
            most,
            default,
        } => json!({ "kind": "number", "least": least, "most": most, "default": default }),
        ValueKind::Text { stands_for } => json!({ "kind": "text", "stands-for": stands_for }),
    };
    let setter = match option.setter {
        Setter::Profile => json!({ "set-by": "profile" }),
        Setter::Driver(why) => json!({ "set-by": "fz", "why": why }),
    };
    for part in [kind, setter] {
        if let (Value::Object(all), Value::Object(part)) = (&mut all, part) {
            all.extend(part);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_shown_with_values_defaults_and_limits() {
        let text = pass_text(find("edges").unwrap());
        for line in [
            "Write `[feedback.edges]`.\n",
            "  count         what a counter does after 255\n    saturate      it stays 255 (default)\n",
            "  max-contexts  0 to 65535 (default 64): so many call sites",
            "  pcs           true or false (default true): write the table",
            "set by fz, not by profiles:\n  stage         whether",
            "  origin        PATH: where the lines",
        ] {
            assert!(text.contains(line), "no `{line}` in:\n{text}");
        }
        let text = pass_text(find("pins").unwrap());
        assert!(
            text.contains("`[[pass]]`, with `at` \"start\".\n"),
            "{text}"
        );
    }

    #[test]
    fn json_has_typed_defaults_and_limits() {
        let edges = pass_json(find("edges").unwrap());
        let option = |name: &str| {
            let mut options = edges["options"].as_array().unwrap().iter();
            options.find(|o| o["name"] == name).unwrap().clone()
        };
        let most = option("max-contexts");
        assert_eq!(
            (&most["most"], &most["default"]),
            (&json!(65535), &json!(64))
        );
        assert_eq!(option("pcs")["default"], json!(true));
        assert_eq!(option("count")["values"][1]["name"], json!("wrap"));
        assert_eq!(option("stage")["set-by"], json!("fz"));
        assert_eq!(
            edges["placement"]["instead"],
            json!("write `[feedback.edges]`")
        );
    }
}
