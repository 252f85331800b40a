//! Cases of one subject in a TOML file, each a table `[[case]]` with a name. A snapshot shows each case with what is made of it.

use std::{collections::BTreeSet, fs, path::Path};

use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// Each case of the file with what is made of it. What two cases are called alike, in this file or in those of `names`, is an
/// error.
pub fn shown<C: DeserializeOwned>(
    path: &Path,
    names: &mut BTreeSet<String>,
    made: impl Fn(C) -> String,
) -> String {
    let place = path.display();
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{place}: {e}"));
    let mut file: Table = text.parse().unwrap_or_else(|e| panic!("{place}: {e}"));
    let Some(Value::Array(cases)) = file.remove("case") else {
        panic!("{place} has no [[case]]");
    };
    assert!(file.is_empty(), "{place} has more than cases: {file}");
    let shown = cases.into_iter().map(|case| {
        let Value::Table(mut case) = case else {
            panic!("{place}: a case is no table: {case}");
        };
        let name = match case.remove("name") {
            Some(Value::String(name)) => name,
            other => panic!("{place}: a name is a text: {other:?}"),
        };
        assert!(names.insert(name.clone()), "two cases are `{name}`");
        let head = case.to_string().replace("\n\n[", "\n[");
        let case = case.try_into();
        let case = case.unwrap_or_else(|e| panic!("{place}: `{name}`: {e}"));
        format!("== {name}\n{head}{}\n", made(case))
    });
    shown.collect::<Vec<_>>().join("\n")
}

/// Snapshots that stand in `snapshots` below a folder, which is given from the checkout's root.
pub fn beside(folder: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(crate::rooms().join(folder).join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}
