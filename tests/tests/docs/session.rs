//! A guide is followed: in a folder of its own, by one shell, from the first block to the last.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use fz_tests::{env, fz};

use crate::guide::{Action, Guide};

/// How long following one guide may take, in seconds.
const PATIENCE: u32 = 150;

/// Follows `guide` in `dir`, after the files of `first` are there.
pub fn follow(guide: &Guide, first: &[&Guide], dir: &Path) -> Result<(), String> {
    let (work, kept) = (dir.join("work"), dir.join("kept"));
    for folder in [&work, &kept] {
        fs::create_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    for step in first.iter().flat_map(|g| &g.steps) {
        if let Action::Write { file, text } = &step.action {
            write(&work.join(file), text)?;
        }
    }
    let script = kept.join("script");
    write(&script, &shell(guide, &kept)?)?;

    let mut bash = Command::new("timeout");
    env::bare(&mut bash)
        .args(["--kill-after=5", &PATIENCE.to_string(), "bash"])
        .arg(&script)
        .current_dir(&work)
        .env("PATH", env::path_after(&fz().join("bin")))
        // Other tests want the processors, too, and a container's core pattern is not ours.
        .env("AFL_NO_AFFINITY", "1")
        .env("AFL_SKIP_CPUFREQ", "1")
        .stdin(Stdio::null());
    let out = bash.output().map_err(|e| format!("bash: {e}"))?;

    let mut wrong = Vec::new();
    for (number, step) in guide.steps.iter().enumerate() {
        let (command, expected) = match &step.action {
            Action::Write { .. } => continue,
            Action::Run { commands } => (commands, None),
            Action::Show {
                command,
                output,
                status,
            } => (command, Some((output, *status))),
        };
        let read = |what: &str| fs::read(kept.join(format!("{number}.{what}")));
        let printed = read("out").unwrap_or_default();
        let printed = String::from_utf8_lossy(&printed);
        let status = read("status").map(|s| String::from_utf8_lossy(&s).trim().parse::<i32>());
        let Ok(Ok(status)) = status else {
            // What follows was not run.
            let ended = match out.status.code() {
                Some(124) => format!("not done after {PATIENCE} s"),
                _ => "failed".to_owned(),
            };
            wrong.push(guide.error(step.line, &format!("{ended}:\n{command}\n{printed}")));
            break;
        };
        let Some((output, wanted)) = expected else {
            continue;
        };
        if status != wanted {
            let what = format!("`{command}` ends with {status}, not {wanted}:\n{printed}");
            wrong.push(guide.error(step.line, &what));
        } else if !matches(output, &printed.lines().collect::<Vec<_>>()) {
            let diff = fz_tests::diff(&(output.join("\n") + "\n"), &printed);
            let what =
                format!("`{command}` prints something else (`…` stands for anything):\n{diff}");
            wrong.push(guide.error(step.line, &what));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().expect("a file has a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|e| format!("{}: {e}", path.display()))
}

/// All steps as one script, so that folders and variables last. Each leaves what it printed, and how it ended.
fn shell(guide: &Guide, kept: &Path) -> Result<String, String> {
    let mut script = String::from("set -e\n");
    for (number, step) in guide.steps.iter().enumerate() {
        let at = kept.join(number.to_string());
        let at = at.display();
        script += &match &step.action {
            Action::Write { file, text } => {
                let source = kept.join(format!("{number}.file"));
                write(&source, text)?;
                let source = source.display();
                format!("mkdir -p \"$(dirname '{file}')\"; cp '{source}' '{file}'\n")
            }
            Action::Run { commands } => {
                format!("{{\n{commands}\n}} >'{at}.out' 2>&1\necho 0 >'{at}.status'\n")
            }
            Action::Show { command, .. } => format!(
                "ended=0\n{{\n{command}\n}} >'{at}.out' 2>&1 || ended=$?\necho $ended >'{at}.status'\n"
            ),
        };
    }
    Ok(script)
}

/// Whether lines are those that a guide shows. A line `…` stands for any lines, `…` in a line for any text.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line.trim() == "…" => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| alike(line, first) && matches(rest, others)),
    }
}

fn alike(shown: &str, printed: &str) -> bool {
    let (shown, printed) = (shown.trim_end(), printed.trim_end());
    let Some((first, rest)) = shown.split_once('…') else {
        return shown == printed;
    };
    let Some(mut left) = printed.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let last = parts.pop().expect("a split has a part");
    for part in parts {
        match left.find(part) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.ends_with(last)
}

pub fn output_is_compared_with_what_is_shown() {
    let shown = |lines: &[&str]| lines.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>();
    assert!(matches(
        &shown(&["a", "…", "b 1…2 c"]),
        &["a", "x", "y", "b 152 c"]
    ));
    assert!(matches(&shown(&["…"]), &[]));
    assert!(!matches(&shown(&["a"]), &["a", "b"]));
    assert!(!matches(&shown(&["a…b…a"]), &["aba b"]));
    assert!(matches(&shown(&["a…b…a"]), &["aba"]));
}
