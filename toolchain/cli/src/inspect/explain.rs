//! What a byte of the map stands for.

use std::fmt::Write;

use fz_binary::{At, FunctionEdges, Image, Place, Site};
use fz_coverage::names::demangled;
use serde_json::{Value, json};

/// A byte of the map, or of the counters where there is no map.
pub struct Explanation<'a> {
    pub offset: u64,
    pub at: At,
    pub image: Option<&'a Image>,
    /// The size of what the offset is in.
    pub size: u64,
    /// What the records say, if there are any.
    pub counter: Option<Counter<'a>>,
}

/// A counter of a function.
pub struct Counter<'a> {
    pub function: &'a FunctionEdges,
    /// Of those in a row.
    pub index: u32,
    pub context: Context<'a>,
}

/// Which calls of the function a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context<'a> {
    /// All of them.
    Any,
    /// Those that have no row of their own.
    Others,
    /// The caller's name, and where it calls.
    One(&'a str, &'a Place),
    /// One that no record describes.
    Unknown,
}

impl<'a> Counter<'a> {
    /// The edges that it counts: more than one if they execute equally often.
    pub fn sites(&self) -> impl Iterator<Item = &'a Site> {
        let index = self.index;
        let sites = self.function.sites.iter();
        sites.filter(move |s| s.counter == Some(index))
    }
}

impl Explanation<'_> {
    pub fn text(&self) -> String {
        let offset = self.offset;
        match (self.at, self.image) {
            (At::Head, _) => format!("{offset} is the map's head: a byte of the fuzzer's own"),
            (At::Padding, _) => format!("{offset} is padding: it fills a page behind counters"),
            (At::Room, _) => format!("{offset} is room for libraries that are loaded later"),
            (At::Beyond, _) | (_, None) => {
                format!("{offset} is beyond the end: there are {} bytes", self.size)
            }
            (At::Counter { .. } | At::Row { .. }, Some(image)) => self.counter_text(image),
        }
    }

    fn counter_text(&self, image: &Image) -> String {
        let (offset, path) = (self.offset, image.path.display());
        let Some(counter) = &self.counter else {
            return format!("{offset} is a counter in {path}{}", why_unknown(image));
        };
        let mut text = demangled(&counter.function.name);
        for (nth, site) in counter.sites().enumerate() {
            let also = if nth == 0 { " " } else { ", as often as " };
            write!(text, "{also}{site}").expect("writing to a string");
        }
        write!(text, "{} in {path}", context_text(counter.context)).expect("writing to a string");
        text
    }

    pub fn json(&self) -> Value {
        let at = match self.at {
            At::Head => "head",
            At::Counter { .. } | At::Row { .. } => "counter",
            At::Padding => "padding",
            At::Room => "room",
            At::Beyond => "beyond",
        };
        let mut edge =
            json!({"offset": self.offset, "at": at, "image": self.image.map(|i| &i.path)});
        if let Some(counter) = &self.counter {
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
}

/// Why nobody knows what an image's counters stand for, as the end of a sentence that ends with its name.
pub fn why_unknown(image: &Image) -> String {
    match image.lost_records() {
        Some(lost) => format!(", whose records are gone: {lost}"),
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
