//! The options of one run of a pass, checked against the schema.

use std::collections::BTreeMap;

use crate::{Key, PassText, Value, hint, pass::Pass};

/// The checked options of one run of a pass.
#[derive(Debug)]
pub struct Options {
    pass: &'static Pass,
    given: BTreeMap<&'static str, Vec<String>>,
}

impl Options {
    /// Checks the parameters of a pipeline text. `Err` names the wrong option, and says what is right.
    pub fn of(pass: &'static Pass, text: &PassText) -> Result<Options, String> {
        let mut options = Options::defaults(pass);
        for (key, value) in &text.params {
            let option = pass.option(key)?;
            let given = options.given.entry(option.name).or_default();
            if !given.is_empty() && !option.repeatable {
                return Err(format!("`{}` is there twice", option.name));
            }
            given.push(option.check(value.as_deref())?);
        }
        Ok(options)
    }

    /// The options of a run that sets none.
    pub fn defaults(pass: &'static Pass) -> Options {
        Options {
            pass,
            given: BTreeMap::new(),
        }
    }

    /// The value of an option: what it was set to, or its default.
    ///
    /// # Panics
    /// If the pass has no such option.
    pub fn get<T: Value>(&self, key: &Key<T>) -> T {
        let option = key.option();
        assert!(
            self.pass.options.contains(&option),
            "pass `{}` has no option `{}`",
            self.pass.name,
            option.name
        );
        let given = self.given.get(option.name);
        T::read(&option, given.map_or(&[], Vec::as_slice))
    }
}

/// The error for an unknown option, with the names of the known ones.
pub fn unknown_option(key: &str, known: &[&str]) -> String {
    let all = match known.is_empty() {
        true => "no options".to_owned(),
        false => known.join(", "),
    };
    let hint = hint(key, known.iter().copied());
    format!("unknown option `{key}`{hint}; it takes {all}")
}
