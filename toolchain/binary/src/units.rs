//! Which units an image was made of, and what became of each.

use std::collections::{BTreeMap, HashMap};

use fz_abi::files;
use serde::Serialize;

use super::{
    image::{Image, Kind, Record},
    links::{self, Input},
};

/// The reason of units whose profile counts nothing.
pub const NO_FEEDBACK: &str = "no-feedback";
/// … and writes labels down instead.
pub const TAINT: &str = "taint";
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

/// Whose a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    User,
    /// It was linked without fz-cc, which would have noted what the user named.
    Unknown,
    /// The compiler or the system brings it.
    System,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    pub program: String,
    pub source: String,
    pub owner: Owner,
    pub state: State,
    pub counters: u64,
    pub functions: u64,
    pub profile: Option<String>,
    pub design: Option<String>,
    /// Why it has no counters, or why its design is not the profile's first choice.
    pub reason: Option<String>,
    /// Another compiler, as the object names it.
    pub made_by: Option<String>,
    /// `yes`, or why the source was compiled as it is, where the profile refactors.
    pub refactored: Option<String>,
    pub skipped: BTreeMap<String, u64>,
    /// Functions that each allow and deny rule matched.
    pub selection: BTreeMap<String, u64>,
}

/// Functions that the pass would have counted, had it run.
const NOT_RUN: &str = "not-instrumented";

/// The units of an image: those with a record, those of the user's that the link noted, and what only symbols tell of.
pub fn of_image(image: &Image) -> Vec<Unit> {
    let program = image.path.display().to_string();
    if image.kind == Kind::Bitcode {
        let unit = without_record(&program, &program, Owner::User, Some("lto-bitcode"));
        return vec![unit];
    }
    let records = image.records.iter();
    let mut units: Vec<Unit> = records.map(|r| with_record(&program, r)).collect();
    // What ld -r has put together names its sources, as programs do.
    let whole = image.input.iter().filter(|_| image.records.is_empty());
    let linked = image.links.iter().flat_map(|l| &l.inputs);
    let inputs: Vec<&Input> = whole.chain(linked).collect();
    units.extend(inputs.iter().map(|input| of_input(&program, input)));
    // Symbols name units without their directories.
    let recorded = image.records.iter().map(|r| base(&r.source));
    let named = inputs.iter().flat_map(|i| names(i));
    let mut told: HashMap<&str, usize> = HashMap::new();
    recorded
        .chain(named)
        .for_each(|name| *told.entry(name).or_default() += 1);
    for file in &image.files {
        if let Some(left) = told.get_mut(&**file).filter(|left| **left > 0) {
            *left -= 1;
        } else if let Some((owner, reason)) = reason_for(file, !image.links.is_empty()) {
            units.push(without_record(&program, file, owner, Some(reason)));
        }
    }
    units.sort_by_key(|u| u.owner);
    units
}

/// What symbols may call a file that was linked: its sources, or where it names none itself, as binutils' `ld` calls it.
fn names(input: &Input) -> Vec<&str> {
    let member = input
        .path
        .strip_suffix(')')
        .and_then(|p| p.rsplit_once('('));
    let object = member.map_or(&*input.path, |(_, member)| member);
    match input.files.is_empty() {
        true => vec![base(object)],
        false => input.files.iter().map(|f| base(f)).collect(),
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What has no record and is the user's: what no compiler of C or C++ made has a reason.
fn of_input(program: &str, input: &Input) -> Unit {
    let reason = input.reason.as_deref();
    Unit {
        made_by: input.made_by.clone(),
        ..without_record(program, &input.path, Owner::User, reason)
    }
}

/// Files of libc's and the compiler's that programs begin and end with.
const START: [&str; 7] = [
    "Scrt1.o",
    "crt1.o",
    "crti.o",
    "crtn.o",
    "crtstuff.c",
    "gcrt1.o",
    "rcrt1.o",
];

/// How files of compiler-rt's begin.
const SANITIZERS: [&str; 17] = [
    "Fuzzer",
    "InstrProfiling",
    "asan_",
    "cfi",
    "dfsan",
    "hwasan",
    "interception_",
    "lsan_",
    "memprof_",
    "msan",
    "nsan",
    "rtsan",
    "safestack",
    "sanitizer_",
    "tsan_",
    "ubsan_",
    "xray_",
];

/// What fz-cc calls the object with a link's record.
pub const LINK_RECORD: &str = "link-record";

/// Whose a unit is that fz knows nothing of, and why it has no counters. `is_noted`: fz-cc has noted what is the user's.
fn reason_for(file: &str, is_noted: bool) -> Option<(Owner, &'static str)> {
    Some(match file {
        // What link-time optimisation makes of units that have their own records.
        "ld-temp.o" | "lto.tmp" => return None,
        // binutils' `ld` calls the symbols of the link's own record by that object's name.
        LINK_RECORD => return None,
        files::RUNTIME_OBJECT
        | files::CLASSIC_OBJECT
        | files::ANGORA_OBJECT
        | files::TAINT_OBJECT
        | files::TAINT_CXX_OBJECT => (Owner::System, "fz-runtime"),
        _ if file.starts_with(files::SOURCE_PREFIX) => (Owner::System, "fz-runtime"),
        _ if START.contains(&file) => (Owner::System, "start-file"),
        _ if SANITIZERS.iter().any(|s| file.starts_with(s)) => {
            // Nothing forbids a user such names.
            match is_noted || is_of_compiler_rt(file) {
                true => (Owner::System, "sanitizer-runtime"),
                false => (Owner::Unknown, "foreign-object"),
            }
        }
        _ if is_noted => (Owner::System, "system-library"),
        _ if links::is_assembly(file) => (Owner::Unknown, "assembly"),
        _ => (Owner::Unknown, "foreign-object"),
    })
}

/// Debian's and LLVM's own builds of compiler-rt name C++ and assembly.
fn is_of_compiler_rt(file: &str) -> bool {
    let ends = [".cpp.o", ".cpp", ".S.o", ".S"];
    ends.iter().any(|end| file.ends_with(end))
}

fn without_record(program: &str, source: &str, owner: Owner, reason: Option<&str>) -> Unit {
    Unit {
        program: program.to_owned(),
        source: source.to_owned(),
        owner,
        state: match reason {
            Some(_) => State::Explained,
            None => State::Plain,
        },
        counters: 0,
        functions: 0,
        profile: None,
        design: None,
        reason: reason.map(str::to_owned),
        made_by: None,
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
    } else if matches!(reason.as_deref(), Some(NO_FEEDBACK | TAINT | COVERAGE_OFF))
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
        owner: Owner::User,
        made_by: None,
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
    use fz_schema::Design;

    use super::*;
    use crate::LinkRecord;

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
            design: Some(Design::ExtensionPoints.name().into()),
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
            design: Some(Design::OwnPipeline.name().into()),
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
        image.files = [
            "a.c",
            "a.c",
            "f.o",
            "b.S",
            "fz_afl.o",
            "taint.o",
            "ld-temp.o",
            LINK_RECORD,
        ]
        .map(String::from)
        .to_vec();
        let reasons = |image: &Image| -> Vec<Option<String>> {
            let units = of_image(image).into_iter();
            units.map(|u| u.reason).collect()
        };
        let reason = |text: &str| Some(text.to_owned());
        assert_eq!(
            reasons(&image),
            [
                None,
                reason("foreign-object"),
                reason("foreign-object"),
                reason("assembly"),
                reason("fz-runtime"),
                reason("fz-runtime")
            ]
        );
        // fz-cc has noted what the user named.
        image.links.push(LinkRecord {
            inputs: vec![
                Input::source("sub/b.S", "assembly"),
                Input {
                    path: "lib.a(f.o)".to_owned(),
                    reason: Some("assembly".to_owned()),
                    ..Input::default()
                },
                Input {
                    path: "lib.a(other.o)".to_owned(),
                    made_by: Some("GCC".to_owned()),
                    files: vec!["a.c".to_owned()],
                    ..Input::default()
                },
            ],
            ..LinkRecord::default()
        });
        let units = of_image(&image);
        let of_user: Vec<_> = units.iter().filter(|u| u.owner == Owner::User).collect();
        let shown: Vec<_> = of_user.iter().map(|u| (&*u.source, &u.state)).collect();
        assert_eq!(
            shown,
            [
                ("src/a.c", &State::Counted),
                ("sub/b.S", &State::Explained),
                ("lib.a(f.o)", &State::Explained),
                ("lib.a(other.o)", &State::Plain)
            ]
        );
        assert!(units[4..].iter().all(|u| u.owner == Owner::System));
    }

    #[test]
    fn what_the_compiler_brings_is_not_the_users() {
        let mut image = Image::new("p".into(), Kind::Executable);
        image.files = ["Scrt1.o", "asan_rtl_x86_64.S.o", "mine.c", "ubsan_mine.c"]
            .map(String::from)
            .to_vec();
        let owners = |image: &Image| -> Vec<_> {
            let units = of_image(image).into_iter();
            units.map(|u| (u.owner, u.reason.unwrap())).collect()
        };
        let (unknown, system) = (Owner::Unknown, Owner::System);
        let owned = |(owner, reason): (Owner, &str)| (owner, reason.to_owned());
        assert_eq!(
            owners(&image),
            [
                (unknown, "foreign-object"),
                (unknown, "foreign-object"),
                (system, "start-file"),
                (system, "sanitizer-runtime"),
            ]
            .map(owned)
        );
        image.links.push(LinkRecord::default());
        assert!(owners(&image).iter().all(|(owner, _)| *owner == system));
    }
}
