//! An input of each bug, made smaller while it finds that bug.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::{
    again::{Build, Content, Ending, Runner, Runners},
    fault::{Fault, Outcome},
};
use crate::shrink::{Budget, shrink};

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Smaller {
    #[serde(with = "bytes")]
    pub input: Vec<u8>,
    /// Runs that it took.
    pub tries: u64,
    /// Removing any single byte loses the crash.
    pub is_smallest: bool,
}

/// An input, the build that decides about it, and the bug that it is to find.
pub struct Task<'a> {
    pub content: &'a Content,
    pub build: usize,
    pub fault: &'a Fault,
    pub outcome: &'a Outcome,
    /// Inputs find it in some runs only.
    pub is_flaky: bool,
}

/// All at a time that there are cores for.
pub fn all<'a>(
    builds: &'a [Build],
    todo: &[Task],
    budget: &Budget,
    jobs: usize,
    each: &mut dyn FnMut(usize, Smaller) -> Result<()>,
) -> Result<()> {
    fz_process::each(
        (todo.len(), "bugs"),
        jobs,
        |_| Ok(Runners::default()),
        |runners: &mut Runners<'a>, number| {
            let task = &todo[number];
            one(runners.of(builds, task.build)?, task, budget)
        },
        each,
    )
}

/// `None`: this process was told to end.
fn one(runner: &mut Runner, task: &Task, budget: &Budget) -> Result<Option<Smaller>> {
    let input = task.content.read()?;
    // What is flaky is tried more often.
    let most = match task.is_flaky {
        true => task.outcome.runs,
        false => 1,
    };
    let mut is_interrupted = false;
    let mut keep = |bytes: &[u8]| {
        for _ in 0..most {
            match runner.run(bytes)? {
                None => is_interrupted = true,
                Some(Ending::Crashed(fault)) if fault.is_like(task.fault) => return Ok(true),
                Some(_) => {}
            }
        }
        Ok(false)
    };
    let shrunk = shrink(input.clone(), &mut keep, budget)?;
    if is_interrupted || fz_process::is_interrupted() {
        return Ok(None);
    }
    // It has to find the bug as surely as the one that it was made of.
    let Some(outcome) = runner.outcome(&shrunk.input, task.outcome.runs)? else {
        return Ok(None);
    };
    let is_as_good = outcome.fault().is_some_and(|f| f.is_like(task.fault))
        && (outcome.crashed() >= task.outcome.crashed() || task.is_flaky);
    Ok(Some(match is_as_good {
        true => Smaller {
            input: shrunk.input,
            tries: shrunk.tries,
            is_smallest: shrunk.is_smallest,
        },
        false => Smaller {
            input,
            tries: shrunk.tries,
            is_smallest: false,
        },
    }))
}

/// As text, two digits a byte.
mod bytes {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&bytes.iter().map(|b| format!("{b:02x}")).collect::<String>())
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let pair = |pair: &[u8]| {
            let text = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(text, 16).ok()
        };
        let bytes = text.as_bytes().chunks(2).map(pair);
        let bytes: Option<Vec<u8>> = bytes.collect();
        bytes.ok_or_else(|| D::Error::custom("no bytes"))
    }
}
