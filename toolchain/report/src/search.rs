//! Which inputs reach it a line of the source.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use fz_base::words::{many, visible};
use fz_coverage::{
    identities::{Kind, is_file},
    selection::Selection,
    store::Store,
};
use serde::Serialize;

/// A line, as users name it: `src/parse.c:120`. The end of a path is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub file: String,
    pub line: u32,
}

impl Line {
    pub fn parse(text: &str) -> Result<Line, String> {
        let parts = text.rsplit_once(':');
        let line = parts.and_then(|(file, line)| Some((file, line.parse().ok()?)));
        match line {
            Some((file, line)) if !file.is_empty() && line > 0 => Ok(Line {
                file: file.to_owned(),
                line,
            }),
            _ => Err("a line is FILE:LINE, such as src/parse.c:120".to_owned()),
        }
    }
}

/// An input that comes by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct By {
    pub size: u64,
    pub input: String,
    pub run: String,
}

/// What stands on the line, and who comes by.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct There {
    pub kind: &'static str,
    pub text: String,
    pub outcome: String,
    pub inputs: usize,
    /// Some runs of an input only.
    pub unstable: bool,
    #[serde(skip)]
    number: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Found {
    pub file: String,
    pub line: u32,
    /// Runs with such inputs.
    pub runs: usize,
    pub there: Vec<There>,
    /// The smallest first.
    pub inputs: Vec<By>,
}

impl Found {
    pub fn of(store: &Store, selection: &Selection, line: &Line) -> Result<Found> {
        selection.check(&store.runs)?;
        let catalogue = &store.catalogue;
        let mut file = None;
        let mut there: Vec<There> = Vec::new();
        let mut lines = BTreeSet::new();
        let mut others = BTreeSet::new();
        for (number, identity) in catalogue.identities.iter().enumerate() {
            let function = &catalogue.functions[identity.function];
            if identity.kind == Kind::Passed {
                continue;
            }
            let places = [&identity.place, &identity.spelled].into_iter().flatten();
            for place in places.filter(|p| is_file(&p.file)) {
                let path = catalogue.path(&place.file);
                if !is_one_file(&path, &line.file) {
                    continue;
                }
                if file.get_or_insert_with(|| path.clone()) != &path {
                    others.insert(path);
                    continue;
                }
                lines.insert(place.line);
                if place.line == line.line && there.last().is_none_or(|t| t.number != number) {
                    there.push(There {
                        kind: identity.kind.name(),
                        text: match identity.kind {
                            Kind::Function => function.symbol.clone(),
                            _ => identity.text.clone(),
                        },
                        outcome: identity.outcome.clone(),
                        inputs: 0,
                        unstable: identity.is_unstable,
                        number,
                    });
                }
            }
        }
        let Some(file) = file else {
            anyhow::bail!(
                "{}: the program has no such file; `fz cov report --all` lists those that it has",
                visible(&line.file)
            );
        };
        ensure!(
            others.is_empty(),
            "{}: the program has several such files, {} and {}: give more of the path",
            visible(&line.file),
            visible(&file),
            visible(others.first().expect("there are some"))
        );
        if there.is_empty() {
            let near = lines.iter().min_by_key(|l| l.abs_diff(line.line));
            let near = near.map_or(0, |l| *l);
            anyhow::bail!(
                "{}:{}: no code begins on this line; the nearest line with code is {near}",
                visible(&file),
                line.line
            );
        }
        let mut inputs = BTreeSet::new();
        let mut runs = BTreeSet::new();
        store.each_input(|run, input| {
            if !selection.has(&store.runs[run]) {
                return;
            }
            let mut comes = false;
            for there in &mut there {
                if input.set.contains(there.number) {
                    there.inputs += 1;
                    comes = true;
                }
            }
            if comes {
                runs.insert(run);
                inputs.insert(By {
                    size: input.size,
                    input: String::from_utf8_lossy(&input.name).into_owned(),
                    run: store.runs[run].title(),
                });
            }
        })?;
        Ok(Found {
            file,
            line: line.line,
            runs: runs.len(),
            there,
            inputs: inputs.into_iter().collect(),
        })
    }

    /// `most`: inputs that are listed.
    pub fn text(&self, most: usize) -> String {
        let mut out = format!(
            "{}:{}: {} of {} {}\n",
            visible(&self.file),
            self.line,
            many(self.inputs.len(), "input"),
            many(self.runs, "run"),
            if self.inputs.len() == 1 {
                "reaches it"
            } else {
                "reach it"
            }
        );
        for there in &self.there {
            let outcome = match there.outcome.is_empty() {
                true => String::new(),
                false => format!(": {}", there.outcome),
            };
            let said = format!("{}  {}{outcome}", there.kind, there.text);
            let unstable = if there.unstable { "  unstable" } else { "" };
            out += &format!(
                "{:>12}  {}{unstable}\n",
                many(there.inputs, "input"),
                visible(&said)
            );
        }
        if !self.inputs.is_empty() {
            out += "\ninputs, the smallest first\n";
        }
        for by in self.inputs.iter().take(most) {
            let said = format!("{}  {}", by.run, by.input);
            out += &format!(
                "{:>12}  {}\n",
                many(by.size as usize, "byte"),
                visible(said.trim())
            );
        }
        if self.inputs.len() > most {
            out += &format!(
                "and {} more (--limit 0 shows all)\n",
                self.inputs.len() - most
            );
        }
        out
    }
}

/// Paths begin where somebody stood: the longer one ends in the other.
fn is_one_file(one: &str, other: &str) -> bool {
    let ends_in = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends_in(one, other) || ends_in(other, one)
}
