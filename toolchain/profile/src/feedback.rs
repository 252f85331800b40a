//! The tables `[feedback.…]` of a profile: which passes each sets the options of, and what a child's changes of its
//! parent's. All that there is to know of the options is in the schema of passes.

use fz_base::toml_file;
use fz_schema::{
    Pass, Point, Setter,
    feedback::{self, Feedback},
    passes, unknown_option,
};

use super::{
    Compares, Edges, Options, Profile, Taint,
    values::{point, text_of},
};

/// What the profile makes of one kind of feedback.
struct Kind {
    schema: &'static Feedback,
    /// What `off = true` leaves out.
    what: &'static str,
    /// Changes the parent's profile; without a table where the feedback is left out.
    apply: fn(&mut Profile, Option<Table>) -> Result<(), String>,
}

/// A table of a profile: its own keys, and options with their passes.
struct Table {
    keys: toml::Table,
    options: Vec<(&'static Pass, String, String)>,
}

impl Table {
    /// The options of one pass.
    fn of(&self, pass: &'static Pass) -> impl Iterator<Item = (String, String)> {
        let options = self.options.iter().filter(move |(of, _, _)| *of == pass);
        options.map(|(_, key, value)| (key.clone(), value.clone()))
    }
}

const KINDS: [Kind; 7] = [
    Kind {
        schema: &feedback::COMPARES,
        what: "compare feedback",
        apply: |profile, table| {
            profile.compares = over(
                profile.compares.take(),
                table,
                |all: &mut Compares, table| {
                    all.lowering.extend(table.of(&passes::compares::PASS));
                    all.sites.extend(table.of(&passes::sites::PASS));
                },
            );
            let Some(all) = &profile.compares else {
                return Ok(());
            };
            let option = |name| all.lowering.get(name).map(String::as_str);
            match option(passes::compares::FORM.name()) {
                None => Err(
                    "needs `form`: \"trace\" (SanitizerCoverage's callbacks), \"cmplog\" (AFL++'s) or \"angora\" (Angora's)"
                        .to_owned(),
                ),
                Some("angora") if option(passes::compares::GATES.name()) == Some("on") => Err(
                    "`gates` is for the forms \"trace\" and \"cmplog\": Angora's engine asks for one site at a time".to_owned(),
                ),
                Some(_) => Ok(()),
            }
        },
    },
    Kind {
        schema: &feedback::CONDITIONS,
        what: "conditions",
        apply: |profile, table| options(&mut profile.conditions, table, &passes::conditions::PASS),
    },
    Kind {
        schema: &feedback::DICTIONARY,
        what: "dictionary",
        apply: |profile, table| options(&mut profile.dictionary, table, &passes::dictionary::PASS),
    },
    Kind {
        schema: &feedback::DISTANCE,
        what: "distances",
        apply: |profile, table| options(&mut profile.distance, table, &passes::distance::PASS),
    },
    Kind {
        schema: &feedback::EDGES,
        what: "counters",
        apply: |profile, table| {
            let at = table.as_ref().and_then(|t| t.keys.get("at"));
            let at = at.map(|at| point(at, Point::OF_EDGES)).transpose()?;
            profile.edges = over(profile.edges.take(), table, |all: &mut Edges, table| {
                all.at = at.unwrap_or(all.at);
                all.options.extend(table.of(&passes::edges::PASS));
            });
            Ok(())
        },
    },
    Kind {
        schema: &feedback::STACK_DEPTH,
        what: "depth",
        apply: |profile, table| {
            profile.stack_depth = table.is_some();
            Ok(())
        },
    },
    Kind {
        schema: &feedback::TAINT,
        what: "labels",
        apply: |profile, table| {
            profile.taint = over(profile.taint.take(), table, |all: &mut Taint, table| {
                all.labels.extend(table.of(&passes::taint::PASS));
                all.sites.extend(table.of(&passes::sites::PASS));
            });
            Ok(())
        },
    },
];

/// Changes the parent's feedback, if there is any, as a table says.
fn over<T: Default>(
    parents: Option<T>,
    table: Option<Table>,
    change: impl FnOnce(&mut T, Table),
) -> Option<T> {
    let mut all = parents.unwrap_or_default();
    change(&mut all, table?);
    Some(all)
}

/// The same for feedback that has the options of one pass alone.
fn options(
    all: &mut Option<Options>,
    table: Option<Table>,
    pass: &'static Pass,
) -> Result<(), String> {
    *all = over(all.take(), table, |all: &mut Options, table| {
        all.options.extend(table.of(pass));
    });
    Ok(())
}

/// Changes a profile as the key `feedback` of its child says.
pub(super) fn apply(all: Option<toml::Value>, profile: &mut Profile) -> Result<(), String> {
    let kinds = all.map(table_of).transpose()?.unwrap_or_default();
    for (name, value) in kinds {
        let names = KINDS.map(|kind| kind.schema.name);
        toml_file::check(&name, "feedback", &names)?;
        let found = KINDS.iter().find(|kind| kind.schema.name == name);
        let kind = found.expect("it is one of the names");
        let read = kind.read(table_of(value)?);
        read.and_then(|table| (kind.apply)(profile, table))
            .map_err(|why| format!("[feedback.{name}]: {why}"))?;
    }
    check(profile)
}

fn table_of(value: toml::Value) -> Result<toml::Table, String> {
    match value {
        toml::Value::Table(table) => Ok(table),
        _ => Err(
            "feedback is a table: write `[feedback.edges]`, and below it one option a line"
                .to_owned(),
        ),
    }
}

/// What one kind of feedback has to do with another.
fn check(profile: &Profile) -> Result<(), String> {
    let why = match () {
        () if profile.conditions.is_some() && profile.edges.is_none() => {
            "[feedback.conditions] names the edges that are outcomes of which conditions, so it needs `[feedback.edges]`"
        }
        () if profile.stack_depth && profile.edges.is_none() => {
            "[feedback.stack-depth] reaches the engine with an image's edges, so it needs `[feedback.edges]`"
        }
        () if profile.taint.is_some() && profile.compares.is_some() => {
            "[feedback.taint] records what is compared, and leaves nothing for compare feedback: write \
             `[feedback.compares]` with `off = true`, or extend another profile"
        }
        () => return Ok(()),
    };
    Err(why.to_owned())
}

impl Kind {
    /// Checks a table; `None`: the feedback is left out.
    fn read(&self, mut table: toml::Table) -> Result<Option<Table>, String> {
        if is_off(&mut table, self.what)? {
            return Ok(None);
        }
        let keys = self.schema.keys.iter().map(|(key, _)| *key);
        let keys: Vec<_> = keys.chain(["off"]).collect();
        let is_own = |(key, _): &(String, toml::Value)| keys.contains(&key.as_str());
        let (own, options): (toml::Table, toml::Table) = table.into_iter().partition(is_own);
        let options = options.into_iter().map(|(key, value)| {
            let text = text_of(&key, &value)?;
            let (pass, text) = checked(self.schema.passes, &keys, &key, &text)?;
            Ok((pass, key, text))
        });
        Ok(Some(Table {
            keys: own,
            options: options.collect::<Result<_, String>>()?,
        }))
    }
}

/// Checks an option that a profile sets: the first of the passes that has it, and its text in a pipeline. `own`: what
/// else could stand there.
pub(super) fn checked(
    passes: &[&'static Pass],
    own: &[&str],
    key: &str,
    text: &str,
) -> Result<(&'static Pass, String), String> {
    let has = |pass: &&&'static Pass| pass.options.iter().any(|o| o.name == key);
    let Some(pass) = passes.iter().find(has) else {
        let options = passes.iter().flat_map(|p| p.options_for_profiles());
        let known: Vec<_> = options.map(|o| o.name).chain(own.iter().copied()).collect();
        return Err(unknown_option(key, &known));
    };
    let option = pass.option(key)?;
    match option.setter {
        Setter::Profile => Ok((pass, option.check(Some(text))?)),
        Setter::Driver(why) => Err(format!("`{key}` is not one of its options: {why}")),
    }
}

/// Whether a table says `off = true`, and then nothing else.
fn is_off(table: &mut toml::Table, what: &str) -> Result<bool, String> {
    match table.remove("off") {
        Some(toml::Value::Boolean(true)) if !table.is_empty() => Err(format!(
            "`off = true` leaves the {what} out, so it takes no options"
        )),
        Some(toml::Value::Boolean(off)) => Ok(off),
        None => Ok(false),
        Some(other) => Err(format!(
            "`off = {other}`: `off` is true (no {what}) or false, without quotes"
        )),
    }
}
