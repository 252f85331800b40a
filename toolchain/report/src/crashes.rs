//! Crashes that were looked at again, bug by bug: a [`page`], [`sarif`] for other tools, text for a terminal. As JSON it is
//! what [`Report`] has.

pub mod excerpts;
pub mod page;
pub mod sarif;
pub mod text;

use std::{collections::BTreeMap, path::Path};

use fz_coverage::{
    crashes::{DEPTH, Frame},
    triage::{
        again::{Build, Content},
        fault::{Fault, Outcome, TIME_OUT},
        group::{Group, Outcomes, decided},
    },
};
use serde::Serialize;

use excerpts::{Excerpt, Sources};

/// Ways to a bug that are listed.
const WAYS: usize = 8;

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    pub program: String,
    /// Files are named below it.
    pub root: String,
    pub builds: Vec<Built>,
    /// Of each input under each build.
    pub runs: u32,
    /// Files that were looked at.
    pub files: usize,
    /// Those that differ from each other.
    pub inputs: usize,
    pub bugs: Vec<Bug>,
    /// Places at which the program was when it had taken too long, the most frequent first.
    pub hangs: Vec<Hang>,
    /// Files that did not crash.
    pub well: Vec<Calm>,
    /// What was not looked at, by what it is.
    pub left_out: BTreeMap<&'static str, usize>,
    /// Files that could not be read, and why.
    pub troubles: Vec<(String, String)>,
}

/// A build that crashes were run under.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Built {
    pub name: String,
    /// It has no errors looked for.
    pub is_plain: bool,
    /// Why there is none.
    pub why_not: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Bug {
    pub key: String,
    /// The same as long as functions keep their names, whatever lines they are on.
    pub fingerprint: String,
    pub title: String,
    /// The calling function, where another bug has the same title.
    pub caller: Option<String>,
    /// The build whose report decides.
    pub build: String,
    pub fault: Fault,
    /// Of the input that is shown, under each build.
    pub outcomes: Vec<Ran>,
    pub is_flaky: bool,
    /// Files that find it.
    pub inputs: Vec<File>,
    /// Ways that lead to it, with an input of each; that of the fault comes first.
    pub ways: Vec<Way>,
    /// Further ones.
    pub more_ways: usize,
    pub smallest: Smallest,
    /// Operations of integers that go wrong on the way, with operands.
    pub guards: Vec<String>,
    /// Command lines that run the smallest input, by build.
    pub again: Vec<(String, String)>,
    pub excerpts: Vec<Excerpt>,
}

/// Inputs with which the program took too long, and was in the same function.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Hang {
    pub title: String,
    /// Of the first input, the innermost first. Empty: nobody knows where it was.
    pub frames: Vec<Frame>,
    pub left_out: u64,
    pub inputs: Vec<String>,
}

/// What came of the runs under a build.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ran {
    pub build: String,
    pub runs: u32,
    pub crashed: u32,
    pub timed_out: u32,
    /// What most of the crashes were.
    pub title: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct File {
    pub path: String,
    pub size: u64,
    /// The build that decides about it.
    pub build: String,
    pub crashed: u32,
    pub runs: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Way {
    /// Functions of the program's own, the innermost first.
    pub functions: Vec<String>,
    pub input: String,
}

/// The input that is kept for a bug.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Smallest {
    /// Where it is kept, below the folder.
    pub file: String,
    #[serde(skip)]
    pub bytes: Vec<u8>,
    pub size: usize,
    /// Of the file that it was made of.
    pub size_before: u64,
    /// Runs that making it smaller took; `None`: it was not tried.
    pub tries: Option<u64>,
    /// Removing any single byte loses the crash.
    pub is_smallest: bool,
}

/// A file that did not crash again.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Calm {
    pub path: String,
    pub has_timed_out: bool,
}

/// What a report is made of.
pub struct Request<'a> {
    pub builds: &'a [Build],
    pub contents: &'a [Content],
    pub outcomes: &'a [Outcomes],
    pub groups: &'a [Group],
    pub sources: &'a dyn Sources,
}

impl Request<'_> {
    /// Bugs, in the order of their groups, with what is known of them without running anything further.
    pub fn bugs(&self, root: &str) -> Vec<Bug> {
        let mut bugs: Vec<Bug> = self
            .groups
            .iter()
            .map(|group| self.bug(group, root))
            .collect();
        let titles: Vec<String> = bugs.iter().map(|b| b.title.clone()).collect();
        for bug in &mut bugs {
            if titles.iter().filter(|t| **t == bug.title).count() > 1 {
                let mut own = bug.fault.frames.iter().filter(|f| !f.is_machinery);
                bug.caller = own.nth(1).map(Frame::name);
            }
        }
        bugs
    }

    /// Inputs that took too long, by the innermost function of the program's own.
    pub fn hangs(&self, root: &str) -> Vec<Hang> {
        let mut hangs: Vec<(String, Hang)> = Vec::new();
        let calm = self.contents.iter().zip(self.outcomes);
        for (content, outcomes) in calm.filter(|(_, o)| decided(o).is_none()) {
            let mut ran = outcomes.iter().flatten().filter(|o| o.timed_out > 0);
            let Some(outcome) = ran.next() else { continue };
            let mut fault = outcome.hang.clone().unwrap_or_default();
            let frames = fault.frames.iter_mut();
            frames.for_each(|f| f.file = below(root, &f.file).to_owned());
            let function = fault.site().map(Frame::name).unwrap_or_default();
            let paths = content.paths.iter().map(|path| shown(path));
            match hangs.iter_mut().find(|(known, _)| *known == function) {
                Some((_, hang)) => hang.inputs.extend(paths),
                None => {
                    let title = match fault.frames.is_empty() {
                        true => TIME_OUT.to_owned(),
                        false => fault.title(),
                    };
                    let hang = Hang {
                        title,
                        frames: fault.frames,
                        left_out: fault.left_out,
                        inputs: paths.collect(),
                    };
                    hangs.push((function, hang));
                }
            }
        }
        hangs.sort_by_key(|(_, hang)| std::cmp::Reverse(hang.inputs.len()));
        hangs.into_iter().map(|(_, hang)| hang).collect()
    }

    /// Files that did not crash.
    pub fn well(&self) -> Vec<Calm> {
        let calm = self
            .contents
            .iter()
            .zip(self.outcomes)
            .filter(|(_, o)| decided(o).is_none());
        let calm = calm.flat_map(|(content, outcomes)| {
            let mut ran = outcomes.iter().flatten();
            let has_timed_out = ran.any(|o| o.timed_out > 0);
            content.paths.iter().map(move |path| Calm {
                path: shown(path),
                has_timed_out,
            })
        });
        calm.collect()
    }

    /// The folder that has all files of own frames.
    pub fn root(&self) -> String {
        let crashed = self.outcomes.iter().filter_map(decided);
        let hung = self.outcomes.iter().flatten().flatten();
        let hung = hung.filter_map(|o| o.hang.as_ref());
        let faults = crashed.map(|(_, fault)| fault).chain(hung);
        let files = faults.flat_map(|f| f.frames.iter().filter(|f| !f.is_machinery));
        let mut folders = files.filter(|f| f.file.starts_with('/')).map(|f| {
            let folder = f.file.rfind('/').unwrap_or(0);
            &f.file[..folder]
        });
        let first = folders.next().unwrap_or_default();
        folders.fold(first, common).to_owned()
    }

    fn bug(&self, group: &Group, root: &str) -> Bug {
        let outcomes = &self.outcomes[group.first];
        let outcome = outcomes[group.build].as_ref();
        let mut fault = outcome
            .and_then(Outcome::fault)
            .cloned()
            .unwrap_or_default();
        let excerpts = excerpts::of(&fault, root, self.sources);
        fault
            .frames
            .iter_mut()
            .for_each(|f| f.file = below(root, &f.file).to_owned());
        let ran = outcomes
            .iter()
            .zip(self.builds)
            .filter_map(|(outcome, build)| {
                let outcome = outcome.as_ref()?;
                Some(Ran {
                    build: build.name.clone(),
                    runs: outcome.runs,
                    crashed: outcome.crashed(),
                    timed_out: outcome.timed_out,
                    title: outcome.fault().map(|f| title(f, root)),
                })
            });
        let (ways, more_ways) = self.ways(group);
        let content = &self.contents[group.first];
        Bug {
            key: format!("{:016x}", group.key),
            fingerprint: format!("{:016x}", fault.crash().key(DEPTH)),
            title: fault.title(),
            caller: None,
            build: self.builds[group.build].name.clone(),
            outcomes: ran.collect(),
            is_flaky: group.is_flaky,
            inputs: self.inputs(group),
            ways,
            more_ways,
            smallest: Smallest {
                size_before: content.size,
                ..Smallest::default()
            },
            guards: Vec::new(),
            again: Vec::new(),
            excerpts,
            fault,
        }
    }

    /// The smallest first.
    fn inputs(&self, group: &Group) -> Vec<File> {
        let mut inputs = Vec::new();
        for member in &group.members {
            let outcomes = &self.outcomes[*member];
            let Some((build, _)) = decided(outcomes) else {
                continue;
            };
            let outcome = outcomes[build].as_ref();
            inputs.extend(self.contents[*member].paths.iter().map(|path| File {
                path: shown(path),
                size: self.contents[*member].size,
                build: self.builds[build].name.clone(),
                crashed: outcome.map_or(0, Outcome::crashed),
                runs: outcome.map_or(0, |o| o.runs),
            }));
        }
        inputs.sort_by(|a, b| (a.size, &a.path).cmp(&(b.size, &b.path)));
        inputs
    }

    fn ways(&self, group: &Group) -> (Vec<Way>, usize) {
        let mut known = Vec::new();
        let mut ways = Vec::new();
        let members = std::iter::once(&group.first).chain(&group.members);
        for member in members {
            let outcome = self.outcomes[*member][group.build].as_ref();
            let Some(fault) = outcome.and_then(Outcome::fault) else {
                continue;
            };
            let mark = fault.stack_mark();
            if known.contains(&mark) {
                continue;
            }
            known.push(mark);
            let own = fault.frames.iter().filter(|f| !f.is_machinery);
            ways.push(Way {
                functions: own.map(Frame::name).take(WAYS).collect(),
                input: shown(&self.contents[*member].paths[0]),
            });
        }
        let more = ways.len().saturating_sub(WAYS);
        ways.truncate(WAYS);
        (ways, more)
    }
}

fn title(fault: &Fault, root: &str) -> String {
    let mut fault = fault.clone();
    fault
        .frames
        .iter_mut()
        .for_each(|f| f.file = below(root, &f.file).to_owned());
    fault.title()
}

/// Of two folders, the one that holds both.
fn common<'a>(one: &'a str, other: &str) -> &'a str {
    let mut end = 0;
    for (a, b) in one.split('/').zip(other.split('/')) {
        if a != b {
            break;
        }
        end += a.len() + 1;
    }
    &one[..end.saturating_sub(1).min(one.len())]
}

fn below<'a>(root: &str, file: &'a str) -> &'a str {
    let rest = file
        .strip_prefix(root)
        .and_then(|rest| rest.strip_prefix('/'));
    rest.filter(|_| !root.is_empty()).unwrap_or(file)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
pub mod tests {
    use fz_coverage::samples::crash;

    use super::*;

    /// A bug with hostile names, and one without a stack.
    pub fn sample() -> Report {
        let bug = |what: &str, frames: &[&str]| {
            let mut fault = Fault {
                what: what.to_owned(),
                frames: crash(what, frames).frames,
                message: vec!["<script>alert(1)</script>\u{1b}[31m".to_owned()],
                ..Fault::default()
            };
            // Of which samples make words.
            fault
                .frames
                .iter_mut()
                .for_each(|f| f.file = f.file.replace('_', " "));
            let excerpt = Excerpt {
                function: "f".to_owned(),
                file: "src/a <b>.c".to_owned(),
                line: 3,
                lines: vec![
                    (2, "{".to_owned()),
                    (3, "  p[4] = 1; \u{1b}[31m".to_owned()),
                ],
            };
            Bug {
                key: format!("{:016x}", fault.stack_mark()),
                fingerprint: "00000000000000ff".to_owned(),
                title: fault.title(),
                caller: Some("main".to_owned()),
                build: "fuzz.address".to_owned(),
                outcomes: vec![Ran {
                    build: "fuzz.address".to_owned(),
                    runs: 3,
                    crashed: 2,
                    timed_out: 0,
                    title: Some(fault.title()),
                }],
                is_flaky: true,
                inputs: vec![File {
                    path: "out/<img src=x onerror=alert(1)>\u{1b}[1m\n".to_owned(),
                    size: 4,
                    build: "fuzz.address".to_owned(),
                    crashed: 2,
                    runs: 3,
                }],
                ways: vec![Way {
                    functions: vec!["f<int>".to_owned()],
                    input: "i".to_owned(),
                }],
                more_ways: 0,
                smallest: Smallest {
                    file: "bugs/a.input".to_owned(),
                    bytes: b"<b>\0".to_vec(),
                    size: 4,
                    size_before: 9,
                    tries: Some(12),
                    is_smallest: true,
                },
                guards: vec!["int32 overflow: 1 * 2".to_owned()],
                again: vec![("fuzz.address".to_owned(), "./p '<b>'".to_owned())],
                excerpts: vec![excerpt],
                fault,
            }
        };
        Report {
            program: "p<q>".to_owned(),
            root: "/s".to_owned(),
            builds: vec![Built {
                name: "fuzz.address".to_owned(),
                is_plain: false,
                why_not: None,
            }],
            runs: 3,
            files: 2,
            inputs: 2,
            bugs: vec![
                bug(
                    "heap-buffer-overflow",
                    &["!memcpy", "f src/a_<b>.c 3", "main"],
                ),
                bug("SIGKILL", &[]),
            ],
            hangs: vec![Hang {
                title: "time-out in spin<int> s.c:7".to_owned(),
                frames: crash("time-out", &["!memchr", "spin s.c 7"]).frames,
                left_out: 0,
                inputs: vec!["out/hangs/<a>\u{1b}[1m".to_owned()],
            }],
            well: vec![Calm {
                path: "c<d>".to_owned(),
                has_timed_out: false,
            }],
            left_out: BTreeMap::from([("leak", 2)]),
            troubles: Vec::new(),
        }
    }

    #[test]
    fn a_terminal_is_told_in_lines_that_do_nothing() {
        let report = sample();
        let text = report.text() + &report.notes().join("\n");
        assert!(!text.contains('\u{1b}'));
        assert!(
            text.contains("   1 input  time-out in spin<int> s.c:7\n"),
            "{text}"
        );
        assert!(text.contains("1 time-out beside them"), "{text}");
        assert!(text.contains("flaky: 2 of 3 runs crashed"), "{text}");
        assert!(text.contains("2 bugs of 2 inputs"), "{text}");
        assert!(text.contains("c<d> did not crash again"), "{text}");
        assert!(text.contains("not run: 2 leaks"), "{text}");
    }

    #[test]
    fn files_are_named_below_what_they_have_in_common() {
        assert_eq!(common("/a/b/c", "/a/b/d"), "/a/b");
        assert_eq!(common("/a/bc", "/a/bd/e"), "/a");
        assert_eq!(common("/a", "/b"), "");
        assert_eq!(common("/a/b", "/a/b"), "/a/b");
        assert_eq!(below("/a/b", "/a/b/c.c"), "c.c");
        assert_eq!(below("/a/b", "/a/bc.c"), "/a/bc.c");
        assert_eq!(below("", "/a/b"), "/a/b");
    }
}
