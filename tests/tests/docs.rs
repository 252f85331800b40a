//! What guides say holds: their commands are run, what they print is what is shown, their options exist, and tables that
//! have a source are as that has them.
//!
//! A guide is any Markdown file of the checkout. Of its fenced blocks
//!
//! - `sh` are commands, which have to succeed;
//! - `console` are commands after `$ ` with what each prints, where `…` stands for anything;
//! - `c`, `cc`, `make` and `toml` are files, named at the end of the line before the block: ``… `name`:``;
//! - `text`, `rust`, `llvm` and `json` are only read by people.
//!
//! All blocks of a guide run in one shell, in a folder of its own that has the files of the root's README. The comment
//! `<!-- not run: why -->` before a block leaves it out, `<!-- ends with 1 -->` says how its commands end.

#[path = "docs/guide.rs"]
mod guide;
#[path = "docs/options.rs"]
mod options;
#[path = "docs/session.rs"]
mod session;
#[path = "docs/tables.rs"]
mod tables;

use std::{fs, path::Path, process::ExitCode, sync::Arc};

use fz_tests::rooms;
use guide::Guide;
use libtest_mimic::{Arguments, Trial};
use options::Known;
use walkdir::WalkDir;

/// No more blocks than this are left out.
const NOT_RUN: usize = 24;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    let guides = match guides() {
        Ok(guides) => Arc::new(guides),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    // A guide's commands use all processors now and then.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let mut trials = vec![
        Trial::test("output is compared with what is shown", || {
            session::output_is_compared_with_what_is_shown();
            Ok(())
        }),
        Trial::test("options exist", {
            let guides = guides.clone();
            move || {
                let known = Known::ask();
                none(guides.iter().flat_map(|g| known.complaints(g)).collect())
            }
        }),
        Trial::test("few blocks are not run", {
            let guides = guides.clone();
            move || {
                let mut count = 0;
                for (guide, (line, why)) in guides
                    .iter()
                    .flat_map(|g| g.not_run.iter().map(move |n| (g, n)))
                {
                    println!("{}", guide.error(*line, &format!("not run: {why}")));
                    count += 1;
                }
                println!("{count} blocks are not run");
                match count <= NOT_RUN {
                    true => Ok(()),
                    false => Err(format!("{count} blocks are not run, more than {NOT_RUN}").into()),
                }
            }
        }),
    ];
    trials.extend(
        tables::CHECKS
            .iter()
            .map(|(name, check)| Trial::test(*name, move || none(check(&rooms())))),
    );
    let with_commands = (0..guides.len()).filter(|at| !guides[*at].steps.is_empty());
    trials.extend(with_commands.map(|at| {
        let guides = guides.clone();
        let name = guides[at].path.display().to_string();
        Trial::test(name, move || {
            let guide = &guides[at];
            let is_root = |g: &&Guide| g.path == Path::new("README.md") && g.path != guide.path;
            let first: Vec<&Guide> = guides.iter().filter(is_root).collect();
            let scratch = tempfile::tempdir().expect("a folder can be made");
            session::follow(guide, &first, scratch.path()).map_err(Into::into)
        })
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn none(wrong: Vec<String>) -> Result<(), libtest_mimic::Failed> {
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n").into()),
    }
}

/// Every Markdown file of the checkout.
fn guides() -> Result<Vec<Guide>, String> {
    let root = rooms();
    let inside = |e: &walkdir::DirEntry| {
        e.depth() == 0
            || !e.file_type().is_dir()
            || !matches!(e.file_name().to_str(), Some("target" | ".git"))
    };
    let mut guides = Vec::new();
    let entries = WalkDir::new(&root).sort_by_file_name().into_iter();
    for entry in entries.filter_entry(inside) {
        let entry = entry.map_err(|e| e.to_string())?;
        if entry.path().extension().is_none_or(|x| x != "md") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).map_err(|e| e.to_string())?;
        let path = entry.path().strip_prefix(&root).expect("below the root");
        guides.push(Guide::read(path.to_path_buf(), &text)?);
    }
    Ok(guides)
}
