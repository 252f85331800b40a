//! What differs between two builds of a unit, and in what it matters.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};

use serde::Serialize;
use serde_json::Value;

use super::object::{Form, Key, Section, shown};

/// What a difference is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Code, data, symbols, groups, or their order.
    Code,
    /// What `fz` reads of a program.
    Records,
    /// What debuggers read.
    Debug,
    /// Whether there is an object at all.
    Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    pub kind: Kind,
    pub text: String,
}

/// Sections of records.
const RECORDS: &str = ".debug_fz_";
const UNITS: &str = ".debug_fz_units";
const DEBUG: &str = ".debug";
const CODE: &str = ".text";

/// Bytes that are shown on either side of the first that differs.
const AROUND: usize = 8;

/// Keys of unit records that may differ.
pub type Accepted = [String];

/// What unit records say otherwise than they did, on purpose: the key, the old value, the new one. Readers take both.
const RENAMED: &[(&str, &str, &str)] = &[
    // The designs of a profile had letters for names, which said nothing.
    ("design", "A", "extension-points"),
    ("design", "B", "own-pipeline"),
];

/// All differences, those of one section as one.
pub fn differences(before: &Form, after: &Form, accepted: &Accepted) -> Vec<Difference> {
    let mut found = Vec::new();
    for (key, old) in &before.sections {
        match after.sections.get(key) {
            Some(new) => found.extend(section(key, [old, new], before, accepted)),
            None => found.push(lone(key, "is gone")),
        }
    }
    let is_new = |key: &&Key| !before.sections.contains_key(*key);
    found.extend(
        after
            .sections
            .keys()
            .filter(is_new)
            .map(|key| lone(key, "is new")),
    );
    if found.is_empty() && before.order != after.order {
        let pairs = before
            .order
            .iter()
            .map(shown)
            .zip(after.order.iter().map(shown));
        found.extend(first("order of sections", pairs));
    }
    found.extend(symbols(before, after));
    // What else differs mostly follows from functions.
    found.sort_by_key(|d| (d.kind, !d.text.starts_with(CODE)));
    found
}

/// Of a section that only one build has.
fn lone(key: &Key, what: &str) -> Difference {
    Difference {
        kind: kind(key),
        text: format!("{} {what}", shown(key)),
    }
}

fn kind((name, _, _): &Key) -> Kind {
    if name.starts_with(RECORDS) {
        Kind::Records
    } else if name.starts_with(DEBUG) {
        Kind::Debug
    } else {
        Kind::Code
    }
}

fn section(
    key: &Key,
    [old, new]: [&Section; 2],
    form: &Form,
    accepted: &Accepted,
) -> Option<Difference> {
    let text = match (key.0.as_str(), of_units(&old.data), of_units(&new.data)) {
        (UNITS, Some(old), Some(new)) => keyed(&old, &new, accepted)?,
        _ => contents(key, [old, new], form)?,
    };
    Some(Difference {
        kind: kind(key),
        text: format!("{}{text}", shown(key)),
    })
}

fn contents(key: &Key, [old, new]: [&Section; 2], form: &Form) -> Option<String> {
    if let Some(at) = unequal(&old.data, &new.data) {
        let place = place(form, &shown(key), at as u64);
        let sizes = match old.data.len() == new.data.len() {
            true => String::new(),
            false => format!(", {} bytes / {}", old.data.len(), new.data.len()),
        };
        let (a, b) = (around(&old.data, at), around(&new.data, at));
        return Some(format!("+{at:#x}{place}{sizes}: {a} / {b}"));
    }
    if old.header != new.header {
        return Some(format!(": {:?} / {:?}", old.header, new.header));
    }
    let at = unequal(&old.refers, &new.refers)?;
    let told = |section: &Section| match section.refers.get(at) {
        Some(r) => format!(
            "+{:#x} refers to {} {:+} (type {})",
            r.at, r.to, r.addend, r.kind
        ),
        None => "refers to nothing more".to_string(),
    };
    Some(format!(": {} / {}", told(old), told(new)))
}

/// Where two lists begin to differ.
fn unequal<T: PartialEq>(old: &[T], new: &[T]) -> Option<usize> {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    (same < old.len().max(new.len())).then_some(same)
}

/// The symbol that an offset is in.
fn place(form: &Form, section: &str, at: u64) -> String {
    let within = form
        .symbols
        .iter()
        .filter(|(_, s)| s.section == section && s.value <= at && s.size > 0);
    let nearest = within.max_by_key(|(_, s)| s.value);
    nearest.map_or(String::new(), |((name, _), s)| {
        format!(" ({name}+{:#x})", at - s.value)
    })
}

fn around(data: &[u8], at: usize) -> String {
    let from = at.saturating_sub(AROUND);
    let to = data.len().min(at + AROUND);
    let bytes: Vec<String> = data[from.min(to)..to]
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    bytes.join(" ")
}

fn symbols(before: &Form, after: &Form) -> Option<Difference> {
    for (key, old) in &before.symbols {
        let what = match after.symbols.get(key) {
            Some(new) if old == new => continue,
            Some(new) => format!("{old:?} / {new:?}"),
            None => "is gone".to_string(),
        };
        return Some(of_code(format!("symbol {}: {what}", key.0)));
    }
    let is_new = |key: &&(String, usize)| !before.symbols.contains_key(*key);
    if let Some((name, _)) = after.symbols.keys().find(is_new) {
        return Some(of_code(format!("symbol {name} is new")));
    }
    let names = |form: &Form| {
        form.symbol_order
            .iter()
            .map(|(n, _)| n.clone())
            .collect::<Vec<_>>()
    };
    first(
        "order of symbols",
        names(before).into_iter().zip(names(after)),
    )
}

fn of_code(text: String) -> Difference {
    Difference {
        kind: Kind::Code,
        text,
    }
}

/// The first of these pairs that differs.
fn first<T: Display + PartialEq>(
    what: &str,
    mut pairs: impl Iterator<Item = (T, T)>,
) -> Option<Difference> {
    let (old, new) = pairs.find(|(old, new)| old != new)?;
    Some(of_code(format!("{what}: {old} / {new}")))
}

/// What the records of a unit say: each is an object of JSON behind a header.
fn of_units(data: &[u8]) -> Option<Vec<Value>> {
    let mut records = Vec::new();
    let mut rest = data;
    while let Some(at) = rest.iter().position(|b| *b == b'{') {
        let mut stream = serde_json::Deserializer::from_slice(&rest[at..]).into_iter();
        records.push(stream.next()?.ok()?);
        rest = &rest[at + stream.byte_offset()..];
    }
    (!records.is_empty()).then_some(records)
}

/// The keys whose values differ.
fn keyed(old: &[Value], new: &[Value], accepted: &Accepted) -> Option<String> {
    let mut differ = BTreeMap::new();
    if old.len() != new.len() {
        return Some(format!(": {} records / {}", old.len(), new.len()));
    }
    for (old, new) in old.iter().zip(new) {
        unequal_keys(String::new(), old, new, &mut differ);
    }
    differ.retain(|key, _| !accepted.contains(key));
    let texts: Vec<String> = differ
        .into_iter()
        .map(|(key, what)| format!(" {key}: {what}"))
        .collect();
    (!texts.is_empty()).then(|| texts.join(","))
}

fn unequal_keys(at: String, old: &Value, new: &Value, differ: &mut BTreeMap<String, String>) {
    if old == new {
        return;
    }
    if let (Value::Object(a), Value::Object(b)) = (old, new) {
        let inner = |key: &str| match at.is_empty() {
            true => key.to_string(),
            false => format!("{at}.{key}"),
        };
        for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
            let (old, new) = (a.get(key), b.get(key));
            match (old, new) {
                (Some(old), Some(new)) => unequal_keys(inner(key), old, new, differ),
                _ => {
                    differ.insert(inner(key), format!("{} / {}", told(old), told(new)));
                }
            }
        }
        return;
    }
    if !is_renamed(&at, old, new) {
        differ.insert(at, format!("{old} / {new}"));
    }
}

fn is_renamed(key: &str, old: &Value, new: &Value) -> bool {
    RENAMED
        .iter()
        .any(|row| key == row.0 && old == row.1 && new == row.2)
}

fn told(value: Option<&Value>) -> String {
    value.map_or("nothing".to_string(), Value::to_string)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{keyed, of_units, unequal};

    #[test]
    fn unit_records_differ_by_keys() {
        let record = |text: &str| [b"FZU1\0\0\0\0", text.as_bytes(), b"\0\0"].concat();
        let read = |text: &str| of_units(&record(text)).unwrap();
        let old = read(r#"{"a":{"b":1},"c":2}"#);
        assert_eq!(old, [json!({"a": {"b": 1}, "c": 2})]);
        let new = read(r#"{"a":{"b":3},"c":2,"d":4}"#);
        assert_eq!(keyed(&old, &old, &[]), None);
        assert_eq!(
            keyed(&old, &new, &[]).unwrap(),
            " a.b: 1 / 3, d: nothing / 4"
        );
        assert_eq!(keyed(&old, &new, &["a.b".into(), "d".into()]), None);
    }

    #[test]
    fn values_with_new_names_are_the_same() {
        let designs = |old: &str, new: &str| {
            let record = |design: &str| [json!({"design": design})];
            keyed(&record(old), &record(new), &[])
        };
        assert_eq!(designs("B", "own-pipeline"), None);
        assert!(designs("A", "own-pipeline").is_some());
        assert!(designs("own-pipeline", "B").is_some());
        let other = |value| [json!({"other": value})];
        assert!(keyed(&other("B"), &other("own-pipeline"), &[]).is_some());
    }

    #[test]
    fn the_end_of_one_is_a_difference() {
        assert_eq!(unequal(b"ab", b"ab"), None);
        assert_eq!(unequal(b"ab", b"abc"), Some(2));
        assert_eq!(unequal(b"ab", b"b"), Some(0));
    }
}
