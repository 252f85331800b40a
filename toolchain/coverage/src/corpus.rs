//! Which inputs there are, what run of which fuzzer they come from, and when that found them.

mod afl;
pub mod crashed;
mod found;

use std::{
    collections::HashSet,
    fs::{self, DirEntry},
    os::unix::ffi::OsStrExt,
    path::{Component, Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::Result;
use fz_base::error::Error;
use fz_engines::launch::{
    LOGS,
    folder::{self, NAME_INPUTS},
    used, watched,
};

use super::store::{Run, Used};

/// An input that is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub path: PathBuf,
    pub name: Vec<u8>,
    pub size: u64,
    /// Milliseconds since the start of its run.
    pub time: Option<u64>,
    /// In [`Corpus::runs`].
    pub run: usize,
}

#[derive(Debug, Default)]
pub struct Corpus {
    pub runs: Vec<Run>,
    /// Sorted by run and name.
    pub inputs: Vec<Listed>,
    /// What cannot be an input, and why.
    pub troubles: Vec<(PathBuf, String)>,
}

/// What the user says of the runs; the rest is derived.
#[derive(Clone, Debug, Default)]
pub struct Dimensions {
    /// The campaign that inputs belong to; by default the banner of AFL++'s.
    pub campaign: Option<String>,
    /// The fuzzer that found them; by default what the folder's layout says.
    pub fuzzer: Option<String>,
    pub configuration: Option<String>,
    /// The run; by default each folder is one, by its name.
    pub run: Option<String>,
}

/// A fuzzer that files tell of.
struct Layout {
    fuzzer: &'static str,
    /// Whether a file of that name is one of its inputs.
    has: fn(&str) -> bool,
}

/// Of fuzzers that keep their inputs in one flat folder; the first that has most of the files.
const LAYOUTS: [Layout; 2] = [
    Layout {
        fuzzer: "honggfuzz",
        has: |name| {
            name.ends_with(".honggfuzz.cov") || name.starts_with("SIG") && name.ends_with(".fuzz")
        },
    },
    Layout {
        fuzzer: "libfuzzer",
        has: |name| {
            const FINDINGS: [&str; 5] = ["crash-", "timeout-", "oom-", "leak-", "slow-unit-"];
            let hash = FINDINGS
                .iter()
                .find_map(|f| name.strip_prefix(f))
                .unwrap_or(name);
            hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit())
        },
    },
];

/// What fuzzers keep beside their inputs.
const NO_INPUTS: [&str; 5] = [
    "HONGGFUZZ.REPORT.TXT",
    "README.txt",
    folder::MARK,
    used::FILE,
    watched::FILE,
];

/// What `fz fuzz` keeps in its folder, which [`folder::MARK`] tells from a folder of anybody's.
const NO_INPUTS_OF_FUZZ: [&str; 2] = [folder::DICTIONARY, LOGS];

/// Folders of inputs of one run that has further ones beside them.
const SAME_FOR_ALL: [&str; 4] = ["queue", "crashes", "hangs", "corpus"];

/// A file below a root, before it is known which run it belongs to.
struct Seen {
    path: PathBuf,
    /// Below the root.
    name: Vec<u8>,
    size: u64,
    changed: Option<SystemTime>,
    time: Option<u64>,
}

/// What stands below one root.
#[derive(Default)]
struct Root {
    seen: Vec<Seen>,
    troubles: Vec<(PathBuf, String)>,
    campaign: String,
    fuzzer: String,
    clock: &'static str,
    used: Used,
}

/// The inputs of files and folders that were named.
pub fn list(named: &[PathBuf], said: &Dimensions) -> Result<Corpus, Error> {
    let mut corpus = Corpus::default();
    let mut roots: Vec<(PathBuf, Root)> = Vec::new();
    let mut files = Root::default();
    for path in named {
        let about = folder::named_input(path)?;
        match about.is_dir() {
            true => roots.push((path.clone(), look(path)?)),
            false => files.see(
                path.clone(),
                path.file_name().unwrap_or_default().as_bytes().to_vec(),
            ),
        }
    }
    let mut names = distinct(roots.iter().map(|(path, _)| run_name(path)).collect());
    if !files.seen.is_empty() || !files.troubles.is_empty() {
        roots.push((PathBuf::new(), files));
        names.push("files".to_owned());
    }
    let is_one = said.run.is_some() && roots.len() > 1;
    for ((_, root), name) in roots.into_iter().zip(names) {
        let chosen = |said: &Option<String>, derived: String| said.clone().unwrap_or(derived);
        let run = Run {
            campaign: chosen(&said.campaign, root.campaign),
            fuzzer: chosen(&said.fuzzer, root.fuzzer),
            configuration: chosen(&said.configuration, String::new()),
            name: chosen(&said.run, name.clone()),
            clock: root.clock.to_owned(),
            used: root.used,
        };
        let known = corpus.runs.iter().position(|r| r.is(&run));
        let number = known.unwrap_or(corpus.runs.len());
        match known {
            None => corpus.runs.push(run),
            Some(known) => {
                let known = &mut corpus.runs[known].used;
                *known = known.joined(&run.used);
            }
        }
        corpus.troubles.extend(root.troubles);
        corpus
            .inputs
            .extend(root.seen.into_iter().map(|seen| Listed {
                path: seen.path,
                name: match is_one {
                    true => [name.as_bytes(), b"/", &seen.name].concat(),
                    false => seen.name,
                },
                size: seen.size,
                time: seen.time,
                run: number,
            }));
    }
    corpus
        .inputs
        .sort_by(|a, b| (a.run, &a.name, &a.path).cmp(&(b.run, &b.name, &b.path)));
    // Two files of one name, from different folders: the path tells.
    let key = |i: &Listed| (i.run, i.name.clone());
    let mut once = HashSet::new();
    let twice: HashSet<_> = corpus
        .inputs
        .iter()
        .map(key)
        .filter(|k| !once.insert(k.clone()))
        .collect();
    corpus
        .inputs
        .dedup_by(|a, b| a.run == b.run && a.path == b.path);
    if corpus.inputs.is_empty() && corpus.troubles.is_empty() {
        return Err(no_input());
    }
    for input in &mut corpus.inputs {
        if twice.contains(&key(input)) {
            input.name = input.path.as_os_str().as_bytes().to_vec();
        }
    }
    Ok(corpus)
}

/// The files of the inputs that were named, in that order; those of a folder by their names.
pub fn paths(named: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for path in named {
        let about = folder::named_input(path)?;
        match about.is_dir() {
            true => {
                let mut seen = look(path)?.seen;
                seen.sort_by(|a, b| a.name.cmp(&b.name));
                found.extend(seen.into_iter().map(|s| s.path));
            }
            false => found.push(path.clone()),
        }
    }
    match found.is_empty() {
        false => Ok(found),
        true => Err(no_input()),
    }
}

fn no_input() -> Error {
    Error::option("-i", format!("no input is in it: {NAME_INPUTS}"))
}

fn look(path: &Path) -> Result<Root, Error> {
    let mut root = Root::default();
    if !afl::look(path, &mut root)? {
        found::look(path, &mut root)?;
    }
    if let Some(noted) = noted(path) {
        root.used = root.used.joined(&noted);
    }
    Ok(root)
}

/// What `fz fuzz` has noted of the run that a folder is, or is a part of.
fn noted(path: &Path) -> Option<Used> {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = full.file_name().unwrap_or_default().to_string_lossy();
    let around = full.parent().filter(|_| SAME_FOR_ALL.contains(&&*name));
    let noted = used::Used::read(&full).or_else(|| used::Used::read(around?))?;
    Some(Used {
        wall: Some(noted.wall_ms),
        cpu: Some(noted.cpu_ms),
        executions: noted.executions,
        memory: Some(noted.memory),
    })
}

impl Root {
    fn see(&mut self, path: PathBuf, name: Vec<u8>) {
        match fs::metadata(&path) {
            Ok(about) if about.is_file() => self.seen.push(Seen {
                size: about.len(),
                changed: about.modified().ok(),
                time: None,
                path,
                name,
            }),
            Ok(about) if about.is_dir() => self.troubles.push((path, "it is a folder".to_owned())),
            Ok(_) => self
                .troubles
                .push((path, "it is not a regular file".to_owned())),
            Err(error) => self.troubles.push((path, error.to_string())),
        }
    }
}

/// What stands in a folder and is not hidden, by name; folders that links lead to count as no folders: they may lead
/// back here.
fn entries(path: &Path) -> Result<Vec<DirEntry>, Error> {
    let failed = |e| folder::failed(path, &e);
    let entries = fs::read_dir(path).map_err(failed)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let kept_beside: &[&str] = match path.join(folder::MARK).is_file() {
        true => &NO_INPUTS_OF_FUZZ,
        false => &[],
    };
    entries.retain(|e| {
        let name = e.file_name();
        let mut beside = NO_INPUTS.iter().chain(kept_beside);
        !name.as_bytes().starts_with(b".") && beside.all(|n| name != *n)
    });
    Ok(entries)
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|t| t.is_dir())
}

/// Milliseconds from `start` to `time`; what was there before has 0.
fn since(start: SystemTime, time: SystemTime) -> u64 {
    let passed = time.duration_since(start).unwrap_or(Duration::ZERO);
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

/// The names of a folder and of those around it, the innermost last; not what all runs of a fuzzer call it.
fn run_name(path: &Path) -> Vec<String> {
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let parts = full.components().filter_map(|c| match c {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    let mut parts: Vec<String> = parts.collect();
    while parts.len() > 1
        && parts
            .last()
            .is_some_and(|p| SAME_FOR_ALL.contains(&p.as_str()))
    {
        parts.pop();
    }
    parts
}

/// Of each path as few of its last names as tell it from the others.
fn distinct(paths: Vec<Vec<String>>) -> Vec<String> {
    let short =
        |path: &Vec<String>, length: usize| path[path.len().saturating_sub(length)..].join("/");
    let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
    let of = |path: &Vec<String>| {
        let mut lengths = 1..=longest.max(1);
        let tells = |length: &usize| {
            let others = paths.iter().filter(|p| *p != path);
            others
                .map(|p| short(p, *length))
                .all(|p| p != short(path, *length))
        };
        let length = lengths.find(tells).unwrap_or(longest);
        short(path, length)
    };
    paths.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, name: &str, content: &str) {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn names(corpus: &Corpus) -> Vec<(usize, String)> {
        let name = |i: &Listed| (i.run, String::from_utf8_lossy(&i.name).into_owned());
        corpus.inputs.iter().map(name).collect()
    }

    #[test]
    fn folders_of_afl_are_read_as_it_means_them() {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().join("out");
        for file in [
            "main/queue/id:000000,time:0,execs:0,orig:a",
            "main/queue/id:000001,src:000000,time:1234,execs:9,op:havoc,rep:2",
            "main/queue/.state/auto_extras/x",
            "main/crashes/id:000000,sig:06,src:000001,time:99",
            "main/crashes/README.txt",
            "main/plot_data",
            "second/queue/id:000000,orig:a",
            "second/hangs/id:000000,src:000000",
        ] {
            write(&out, file, "");
        }
        let stats = "start_time        : 1000\nrun_time          : 60\nexecs_done        : 150\npeak_rss_mb       : 10\n\
                     afl_banner        : parser\nafl_version       : ++4.40c\n";
        write(&out, "main/fuzzer_stats", stats);
        write(&out, "second/fuzzer_stats", &stats.replace("1000", "0"));
        let file = fs::File::open(out.join("second/hangs/id:000000,src:000000")).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(7))
            .unwrap();
        let corpus = list(std::slice::from_ref(&out), &Dimensions::default()).unwrap();
        let run = Run {
            campaign: "parser".to_owned(),
            fuzzer: "afl++".to_owned(),
            name: "out".to_owned(),
            clock: "names, fuzzer_stats".to_owned(),
            configuration: String::new(),
            used: Used {
                wall: Some(60_000),
                cpu: None,
                executions: Some(300),
                memory: Some(20 << 20),
            },
        };
        assert_eq!(corpus.runs, [run]);
        let times: Vec<_> = corpus.inputs.iter().map(|i| i.time).collect();
        assert_eq!(times[..3], [Some(99), Some(0), Some(1234)]);
        assert_eq!(times[3], Some(7000));
        assert_eq!(
            names(&corpus)
                .into_iter()
                .map(|(_, n)| n)
                .collect::<Vec<_>>(),
            [
                "main/crashes/id:000000,sig:06,src:000001,time:99",
                "main/queue/id:000000,time:0,execs:0,orig:a",
                "main/queue/id:000001,src:000000,time:1234,execs:9,op:havoc,rep:2",
                "second/hangs/id:000000,src:000000",
                "second/queue/id:000000,orig:a",
            ]
        );
        // What is noted of the whole has the processors' time too.
        let noted = r#"{"wall-ms": 61000, "cpu-ms": 110000, "executions": 250, "memory": 1}"#;
        write(&out, used::FILE, noted);
        let whole = list(std::slice::from_ref(&out), &Dimensions::default()).unwrap();
        let expected = Used {
            wall: Some(61_000),
            cpu: Some(110_000),
            executions: Some(300),
            memory: Some(20 << 20),
        };
        assert_eq!(whole.runs[0].used, expected);
        let one = list(&[out.join("main")], &Dimensions::default()).unwrap();
        assert_eq!(one.runs[0].used.executions, Some(150));
        assert_eq!((one.inputs.len(), one.runs[0].name.as_str()), (3, "main"));
        let queue = list(&[out.join("main/queue")], &Dimensions::default()).unwrap();
        assert_eq!(
            (queue.inputs.len(), queue.runs[0].fuzzer.as_str()),
            (2, "afl++")
        );
        assert_eq!(queue.runs[0].name, "main");
    }

    #[test]
    fn other_fuzzers_are_told_by_the_names_of_files() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        let hash = "0123456789abcdef0123456789abcdef01234567";
        write(dir, &format!("lf/{hash}"), "x");
        write(dir, &format!("lf/crash-{hash}"), "x");
        write(dir, "hf/0123.00000010.honggfuzz.cov", "x");
        write(dir, "hf/HONGGFUZZ.REPORT.TXT", "x");
        write(dir, used::FILE, r#"{"cpu-ms": 9}"#);
        write(dir, "corpus/x", "x");
        let part = list(&[dir.join("corpus")], &Dimensions::default()).unwrap();
        assert_eq!(part.runs[0].used.cpu, Some(9));
        write(dir, "plain/b/c", "x");
        write(dir, "plain/a", "x");
        std::os::unix::fs::symlink("nowhere", dir.join("plain/gone")).unwrap();
        let roots = ["lf", "hf", "plain", "plain/a"].map(|r| dir.join(r));
        let corpus = list(&roots, &Dimensions::default()).unwrap();
        let fuzzers: Vec<_> = corpus
            .runs
            .iter()
            .map(|r| (r.fuzzer.as_str(), r.name.as_str(), r.clock.as_str()))
            .collect();
        assert_eq!(
            fuzzers,
            [
                ("libfuzzer", "lf", "earliest input"),
                ("honggfuzz", "hf", "earliest input"),
                ("", "plain", ""),
                ("", "files", ""),
            ]
        );
        assert_eq!(
            names(&corpus)[3..],
            [
                (2, "a".to_owned()),
                (2, "b/c".to_owned()),
                (3, "a".to_owned())
            ]
        );
        assert!(corpus.inputs[..3].iter().all(|i| i.time.is_some()));
        assert_eq!(corpus.inputs[3].time, None);
        assert_eq!(corpus.troubles.len(), 1);
    }

    #[test]
    fn folders_are_searched_for_inputs_alone() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        let error = paths(&[dir.to_owned()]).unwrap_err().to_string();
        assert!(error.contains("no input is in it"), "{error}");
        for name in ["b", "a/z", "a/README.txt", "a/.state/x", ".cur_input"] {
            write(dir, name, "");
        }
        std::os::unix::fs::symlink(dir, dir.join("a/loop")).unwrap();
        let named = dir.join(".cur_input");
        let found = paths(&[dir.to_owned(), named.clone()]).unwrap();
        assert_eq!(found, [dir.join("a/z"), dir.join("b"), named]);
        let error = paths(&[dir.join("c")]).unwrap_err().to_string();
        assert!(
            error.contains("/c: no such file or folder: name"),
            "{error}"
        );

        let out = dir.join("out");
        for name in ["queue/id:0", "cmdline", "fuzz_bitmap", "fuzzer_stats"] {
            write(&out, &format!("main/{name}"), "");
        }
        write(&out, folder::MARK, "{}");
        let queue = [out.join("main/queue/id:0")];
        assert_eq!(paths(std::slice::from_ref(&out)).unwrap(), queue);
    }

    #[test]
    fn what_fz_fuzz_keeps_beside_the_inputs_is_none() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        for file in ["corpus/x", "words.dict", "logs/main.log"] {
            write(dir, file, "x");
        }
        let found = || {
            let corpus = list(&[dir.to_owned()], &Dimensions::default()).unwrap();
            let names = names(&corpus).into_iter().map(|(_, name)| name);
            names.collect::<Vec<_>>()
        };
        // Nothing tells that they are not the user's own.
        assert_eq!(found(), ["corpus/x", "logs/main.log", "words.dict"]);
        write(dir, folder::MARK, "{}");
        assert_eq!(found(), ["corpus/x"]);
    }

    #[test]
    fn several_folders_of_a_run_keep_their_names_apart() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        write(dir, "a/queue/x", "");
        write(dir, "b/queue/x", "");
        let roots = ["a/queue", "b/queue"].map(|r| dir.join(r));
        let two = list(&roots, &Dimensions::default()).unwrap();
        assert_eq!(names(&two), [(0, "x".to_owned()), (1, "x".to_owned())]);
        assert_eq!(
            (two.runs[0].name.as_str(), two.runs[1].name.as_str()),
            ("a", "b")
        );
        let said = Dimensions {
            run: Some("r".to_owned()),
            ..Dimensions::default()
        };
        let one = list(&roots, &said).unwrap();
        assert_eq!(names(&one), [(0, "a/x".to_owned()), (0, "b/x".to_owned())]);
        let error = list(&[dir.join("c")], &said).unwrap_err().to_string();
        assert!(
            error.contains("/c: no such file or folder: name"),
            "{error}"
        );
    }

    #[test]
    fn paths_are_shortened_as_long_as_they_differ() {
        let path = |p: &str| p.split('/').map(str::to_owned).collect::<Vec<_>>();
        let short = distinct(vec![path("x/a/out"), path("x/b/out"), path("y")]);
        assert_eq!(short, ["a/out", "b/out", "y"]);
    }
}
