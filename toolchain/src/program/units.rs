//! Which units an image was made of, and what became of each.

use std::collections::BTreeMap;

use fz_abi::files;
use serde::Serialize;

use super::image::{Image, Kind, Record};

/// The reason of units whose profile counts nothing.
pub const NO_FEEDBACK: &str = "no-feedback";
/// Why a unit has no counters that `-fsanitize-coverage=0` turned them off for.
pub const COVERAGE_OFF: &str = "coverage-off";

/// What became of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Counted,
    /// Without counters, for a named reason.
    Explained,
    /// Without counters, and nobody says why.
    Plain,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    pub program: String,
    pub source: String,
    pub state: State,
    pub counters: u64,
    pub functions: u64,
    pub profile: Option<String>,
    pub design: Option<String>,
    /// Why it has no counters, or why not the profile's first design.
    pub reason: Option<String>,
    /// `yes`, or why the source was compiled as it is, where the profile refactors.
    pub refactored: Option<String>,
    pub skipped: BTreeMap<String, u64>,
    /// Functions that each allow and deny rule matched.
    pub selection: BTreeMap<String, u64>,
}

/// Functions that the pass would have counted, had it run.
const NOT_RUN: &str = "not-instrumented";

/// The units of an image: those with a record, then those that only symbols tell of.
pub fn of_image(image: &Image) -> Vec<Unit> {
    let program = image.path.display().to_string();
    if image.kind == Kind::Bitcode {
        return vec![without_record(&program, &program, "lto-bitcode")];
    }
    let mut units: Vec<Unit> = image
        .records
        .iter()
        .map(|record| with_record(&program, record))
        .collect();
    // Symbols name units without their directories.
    let mut recorded: Vec<&str> = image.records.iter().map(|r| base(&r.source)).collect();
    for file in &image.files {
        if let Some(at) = recorded.iter().position(|r| r == file) {
            recorded.swap_remove(at);
        } else if let Some(reason) = reason_for(file) {
            units.push(without_record(&program, file, reason));
        }
    }
    units
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Why a unit that fz knows nothing of has no counters.
fn reason_for(file: &str) -> Option<&'static str> {
    match file {
        // What link-time optimisation makes of units that have their own records.
        "ld-temp.o" | "lto.tmp" => None,
        files::RUNTIME_OBJECT
        | files::CLASSIC_OBJECT
        | files::ANGORA_OBJECT
        | files::TAINT_OBJECT
        | files::TAINT_CXX_OBJECT => Some("fz-runtime"),
        _ if file.starts_with(files::SOURCE_PREFIX) => Some("fz-runtime"),
        _ if [".s", ".S", ".sx", ".asm"]
            .iter()
            .any(|x| file.ends_with(x)) =>
        {
            Some("assembly")
        }
        _ => Some("foreign-object"),
    }
}

fn without_record(program: &str, source: &str, reason: &str) -> Unit {
    Unit {
        program: program.to_owned(),
        source: source.to_owned(),
        state: State::Explained,
        counters: 0,
        functions: 0,
        profile: None,
        design: None,
        reason: Some(reason.to_owned()),
        refactored: None,
        skipped: BTreeMap::new(),
        selection: BTreeMap::new(),
    }
}

fn with_record(program: &str, record: &Record) -> Unit {
    let mut reason = record.reason.clone();
    let not_run = record.skipped.contains_key(NOT_RUN);
    let state = if record.counters > 0 {
        State::Counted
    } else if matches!(reason.as_deref(), Some(NO_FEEDBACK | COVERAGE_OFF))
        || reason.is_some() && (record.design.is_none() || !not_run)
    {
        // A pass-through; a fallback's reason does not explain why nothing is counted.
        State::Explained
    } else if not_run || record.functions > 0 {
        State::Plain
    } else {
        let skipped = record.skipped.keys().next();
        reason = Some(skipped.map_or("no-functions".to_owned(), Clone::clone));
        State::Explained
    };
    Unit {
        program: program.to_owned(),
        source: record.source.clone(),
        // A reader of `reason` alone must not take a plain unit for an explained one.
        reason: reason.filter(|_| state != State::Plain),
        state,
        counters: record.counters,
        functions: record.functions,
        profile: record.profile.clone(),
        design: record.design.clone(),
        refactored: record.refactored.clone(),
        skipped: record.skipped.clone(),
        selection: record.selection.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(record: Record) -> Unit {
        with_record("p", &record)
    }

    fn skipped(slug: &str) -> BTreeMap<String, u64> {
        BTreeMap::from([(slug.to_owned(), 1)])
    }

    #[test]
    fn no_counters_want_a_reason() {
        let counted = Record {
            counters: 3,
            functions: 1,
            ..Record::default()
        };
        assert_eq!(unit(counted).state, State::Counted);
        let data_only = unit(Record::default());
        assert_eq!(data_only.reason.as_deref(), Some("no-functions"));
        let denied = unit(Record {
            skipped: skipped("selection"),
            ..Record::default()
        });
        assert_eq!(denied.reason.as_deref(), Some("selection"));
    }

    #[test]
    fn a_pass_that_did_not_run_is_no_reason() {
        let plain = unit(Record {
            skipped: skipped(NOT_RUN),
            ..Record::default()
        });
        assert_eq!(plain.state, State::Plain);
        let fallback = unit(Record {
            skipped: skipped(NOT_RUN),
            design: Some("A".into()),
            reason: Some("lto".into()),
            ..Record::default()
        });
        assert_eq!((fallback.state, fallback.reason), (State::Plain, None));
        let own_coverage = unit(Record {
            skipped: skipped(NOT_RUN),
            reason: Some("user-coverage".into()),
            ..Record::default()
        });
        assert_eq!(own_coverage.state, State::Explained);
        let no_feedback = unit(Record {
            skipped: skipped(NOT_RUN),
            design: Some("B".into()),
            reason: Some(NO_FEEDBACK.into()),
            ..Record::default()
        });
        assert_eq!(no_feedback.state, State::Explained);
    }

    #[test]
    fn symbols_tell_of_units_without_records() {
        let mut image = Image::new("p".into(), Kind::Executable);
        image.records.push(Record {
            source: "src/a.c".into(),
            counters: 3,
            ..Record::default()
        });
        image.files = ["a.c", "a.c", "b.S", "fz_afl.o", "taint.o", "ld-temp.o"]
            .map(String::from)
            .to_vec();
        let units = of_image(&image);
        let reasons: Vec<_> = units.iter().map(|u| u.reason.as_deref()).collect();
        assert_eq!(
            reasons,
            [
                None,
                Some("foreign-object"),
                Some("assembly"),
                Some("fz-runtime"),
                Some("fz-runtime")
            ]
        );
    }
}
