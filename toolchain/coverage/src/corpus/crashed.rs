//! The inputs that crashed or took too long, of what fuzzers have left: of a campaign's folder only those, of any other folder
//! every file.

use std::{
    collections::BTreeMap,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_engines::launch::folder::{self, MARK};

use super::{Seen, look};

/// One to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub path: PathBuf,
    pub size: u64,
    /// A fuzzer says that it takes too long.
    pub is_hang: bool,
}

#[derive(Debug, Default)]
pub struct Crashed {
    /// Each path once, in the order in which they were named.
    pub inputs: Vec<Input>,
    /// What cannot be an input, and why.
    pub troubles: Vec<(PathBuf, String)>,
    /// Other inputs of campaigns, by what they are: they are not looked at.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// What a file of a campaign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Crash,
    Hang,
    /// It is not looked at.
    Other(&'static str),
}
use Part::{Crash, Hang, Other};

/// A name begins so, and is of that part.
const AFL: [(&str, Part); 3] = [
    ("crashes", Crash),
    ("hangs", Hang),
    ("queue", Other("queue input")),
];
/// And goes on with a hash, see [`HASH`]: folders of one's own have such names too.
const LIBFUZZER: [(&str, Part); 5] = [
    ("crash-", Crash),
    ("leak-", Other("leak")),
    ("oom-", Other("out-of-memory input")),
    ("slow-unit-", Hang),
    ("timeout-", Hang),
];
/// Digits of a SHA-1, with which libFuzzer ends the names of what it finds.
const HASH: usize = 40;
/// And has this in its name.
const HONGGFUZZ: [(&str, Part); 2] = [("SIGVTALRM", Hang), ("SIG", Crash)];
const COUNTER: &[u8] = b".PC.";

/// What a file is of which nothing else is known.
const OF_CORPUS: &str = "corpus input";

pub fn list(named: &[PathBuf]) -> Result<Crashed, Error> {
    let mut crashed = Crashed::default();
    for path in named {
        let about = folder::named_input(path)?;
        match about.is_dir() {
            true => of_folder(path, &mut crashed)?,
            false => crashed.inputs.push(Input {
                path: path.clone(),
                size: about.len(),
                is_hang: named_hang(path),
            }),
        }
    }
    let mut seen = std::collections::HashSet::new();
    crashed.inputs.retain(|i| seen.insert(i.path.clone()));
    Ok(crashed)
}

fn of_folder(path: &Path, crashed: &mut Crashed) -> Result<(), Error> {
    let mut root = look(path)?;
    root.seen.sort_by(|a, b| a.name.cmp(&b.name));
    let finds = |s: &Seen| matches!(part(&s.name), Some(Crash | Hang));
    // Engines that leave what they find among their corpus may have found nothing.
    let is_campaign = root.seen.iter().any(finds) || path.join(MARK).is_file();
    let own = path.file_name().unwrap_or_default();
    let is_of_hangs = by(&AFL, own.as_bytes()) == Some(Hang);
    for seen in root.seen {
        let part = match part(&seen.name) {
            Some(part) => part,
            // Of other folders every file is one.
            None if is_campaign => Other(OF_CORPUS),
            None if is_of_hangs => Hang,
            None => Crash,
        };
        match part {
            Other(what) => *crashed.left_out.entry(what).or_default() += 1,
            Crash | Hang => crashed.inputs.push(Input {
                path: seen.path,
                size: seen.size,
                is_hang: part == Hang,
            }),
        }
    }
    crashed.troubles.extend(root.troubles);
    Ok(())
}

/// Of a file that was named by itself.
fn named_hang(path: &Path) -> bool {
    let bytes = path.as_os_str().as_bytes();
    let names = bytes.rsplit(|b| *b == b'/').take(2);
    let names: Vec<&[u8]> = names.collect();
    let name: Vec<u8> = names.iter().rev().copied().collect::<Vec<_>>().join(&b'/');
    part(&name) == Some(Hang)
}

/// By a name below the folder that was named: of a folder above it, or its own. `None`: the name says nothing.
fn part(name: &[u8]) -> Option<Part> {
    let parts: Vec<&[u8]> = name.split(|b| *b == b'/').collect();
    let (own, folders) = parts.split_last()?;
    let in_folder = folders.iter().rev().find_map(|f| by(&AFL, f));
    in_folder
        .or_else(|| by(&LIBFUZZER, own).filter(|_| ends_in_hash(own)))
        .or_else(|| {
            by(&HONGGFUZZ, own).filter(|_| own.windows(COUNTER.len()).any(|w| w == COUNTER))
        })
}

fn ends_in_hash(name: &[u8]) -> bool {
    let hash = name.len().checked_sub(HASH).map(|at| &name[at..]);
    hash.is_some_and(|hash| hash.iter().all(u8::is_ascii_hexdigit))
}

fn by(table: &[(&str, Part)], name: &[u8]) -> Option<Part> {
    let found = table
        .iter()
        .find(|(begins, _)| name.starts_with(begins.as_bytes()));
    found.map(|(_, part)| *part)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn listed(files: &[&str], named: &[&str]) -> (Vec<String>, Vec<(&'static str, usize)>) {
        let scratch = tempfile::tempdir().unwrap();
        for file in files {
            let path = scratch.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let named: Vec<PathBuf> = named.iter().map(|n| scratch.path().join(n)).collect();
        let crashed = list(&named).unwrap();
        let name = |i: &Input| {
            let below = i.path.strip_prefix(scratch.path()).unwrap();
            let hang = if i.is_hang { "hang " } else { "" };
            format!("{hang}{}", below.display())
        };
        (
            crashed.inputs.iter().map(name).collect(),
            crashed.left_out.into_iter().collect(),
        )
    }

    #[test]
    fn of_campaigns_only_crashes_are_looked_at() {
        let afl = [
            "out/main/queue/id:000000,orig:a",
            "out/main/crashes/id:000000,sig:06",
            "out/main/crashes/README.txt",
            "out/main/crashes.2026/id:000000,sig:11",
            "out/main/hangs/id:000000",
            "out/main/fuzzer_stats",
        ];
        let (inputs, left_out) = listed(&afl, &["out"]);
        let finds = [
            "out/main/crashes.2026/id:000000,sig:11",
            "out/main/crashes/id:000000,sig:06",
            "hang out/main/hangs/id:000000",
        ];
        assert_eq!(inputs, finds);
        assert_eq!(left_out, [("queue input", 1)]);
        assert_eq!(listed(&afl, &["out/main/crashes"]).0, finds[1..2]);
        assert_eq!(listed(&afl, &["out/main/hangs"]).0, finds[2..]);
        let by_itself = listed(&afl, &["out/main/hangs/id:000000"]).0;
        assert_eq!(by_itself, finds[2..]);
        assert_eq!(listed(&afl, &["out/main/queue"]).0.len(), 1);

        let hash = "a".repeat(40);
        let files = [
            format!("l/{hash}"),
            format!("l/crash-{hash}"),
            format!("l/oom-{hash}"),
            format!("l/timeout-{hash}"),
        ];
        let (inputs, left_out) = listed(&files.each_ref().map(String::as_str), &["l"]);
        assert_eq!(
            inputs,
            [format!("l/crash-{hash}"), format!("hang l/timeout-{hash}")]
        );
        assert_eq!(left_out.len(), 2);
    }

    #[test]
    fn of_a_campaign_without_crashes_nothing_is_looked_at() {
        let (inputs, left_out) = listed(&["h/0a1b", "h/fz-fuzz.json"], &["h"]);
        assert!(inputs.is_empty(), "{inputs:?}");
        assert_eq!(
            left_out.iter().map(|(what, _)| *what).collect::<Vec<_>>(),
            [OF_CORPUS]
        );
    }

    #[test]
    fn of_other_folders_every_file_is_one_and_none_twice() {
        let files = ["d/a", "d/e/b", "f"];
        let (inputs, left_out) = listed(&files, &["d", "f", "d/a"]);
        assert_eq!(inputs, ["d/a", "d/e/b", "f"]);
        assert!(left_out.is_empty());
        // Names that people give.
        let files = ["d/SIGSEGV", "d/crash-1", "d/overflow"];
        let (inputs, left_out) = listed(&files, &["d"]);
        assert_eq!(inputs, files);
        assert!(left_out.is_empty());
        let files = [
            "h/SIGSEGV.PC.5f.STACK.1.CODE.1.ADDR.0.INSTR.mov.fuzz",
            "h/seed",
        ];
        let (inputs, left_out) = listed(&files, &["h"]);
        assert_eq!(inputs, files[..1]);
        assert_eq!(left_out, [(OF_CORPUS, 1)]);
        // Only what did not crash: it is said to be left out.
        let (inputs, left_out) = listed(&["o/queue/a", "o/crashes/README.txt"], &["o"]);
        assert!(inputs.is_empty());
        assert_eq!(left_out, [("queue input", 1)]);
    }
}
