//! What a byte of the map stands for.

use std::fmt::Write;

use fz_base::part;
use fz_binary::{At, Context, Explanation, Image, Site};
use fz_coverage::names::demangled;
use serde_json::{Value, json};

pub fn text(explanation: &Explanation) -> String {
    let offset = explanation.offset;
    match (explanation.at, explanation.image) {
        (At::Head, _) => format!("{offset} is the map's head: a byte of the fuzzer's own"),
        (At::Padding, _) => format!("{offset} is padding: it fills a page after the counters"),
        (At::Room, _) => format!("{offset} is room for libraries that are loaded later"),
        (At::Beyond, _) | (_, None) => {
            format!(
                "{offset} is beyond the end: there are {} bytes",
                explanation.size
            )
        }
        (At::Counter { .. } | At::Row { .. }, Some(image)) => counter_text(explanation, image),
    }
}

fn counter_text(explanation: &Explanation, image: &Image) -> String {
    let (offset, path) = (explanation.offset, image.path.display());
    let Some(counter) = &explanation.counter else {
        return format!("{offset} is a counter in {path}{}", why_unknown(image));
    };
    let mut text = demangled(&counter.function.name);
    for (nth, site) in counter.sites().enumerate() {
        let also = if nth == 0 { " " } else { ", as often as " };
        part!(text, "{also}{site}").expect("writing to a string");
    }
    part!(text, "{} in {path}", context_text(counter.context)).expect("writing to a string");
    text
}

pub fn json(explanation: &Explanation) -> Value {
    let at = match explanation.at {
        At::Head => "head",
        At::Counter { .. } | At::Row { .. } => "counter",
        At::Padding => "padding",
        At::Room => "room",
        At::Beyond => "beyond",
    };
    let mut edge = json!({"offset": explanation.offset, "at": at, "image": explanation.image.map(|i| &i.path)});
    if let Some(counter) = &explanation.counter {
        let symbol = &counter.function.name;
        edge["function"] = json!(symbol);
        edge["name"] = json!(demangled(symbol));
        let sites: Vec<&Site> = counter.sites().collect();
        edge["site"] = json!(sites.first());
        edge["sites"] = json!(sites);
        edge["context"] = match counter.context {
            Context::Any => Value::Null,
            Context::Others => json!("default"),
            Context::One(caller, place) => {
                let mut call = json!(place);
                call["function"] = json!(caller);
                call
            }
            Context::Unknown => json!("unknown"),
        };
    }
    edge
}

/// Why nobody knows what an image's counters stand for, as the end of a sentence that ends with its name.
pub fn why_unknown(image: &Image) -> String {
    match image.lost_records() {
        Some(lost) => format!(", whose records are missing: {lost}"),
        None => {
            ", which no record describes: there are none under link-time optimisation".to_owned()
        }
    }
}

pub fn context_text(context: Context) -> String {
    match context {
        Context::Any => String::new(),
        Context::Others => ", called from anywhere else".to_owned(),
        Context::One(caller, place) => {
            format!(", called from {} {place}", demangled(caller))
        }
        Context::Unknown => ", called from a place that no record describes".to_owned(),
    }
}
