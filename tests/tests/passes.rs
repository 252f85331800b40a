//! Every pass alone under `opt`: one file holds header, input and expectation.
//!
//! Settings in the header (see [`fz_tests::header`]): `; pipeline: TEXT` (required), `; fails: TEXT` (opt exits non-zero
//! and says TEXT), `; codegen: no` (not compiled further), `; show: …` and `; hide: …` (which parts of the module the
//! expectation has, see [`fz_tests::shown`]), `; since: RELEASE, OLD => NEW` (another release of LLVM, see
//! [`fz_tests::releases`]). What the passes read stands beside it, under its name with
//! another extension. `cargo xtask bless` rewrites the expectations.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_tests::{
    file_tests::{self, Suite},
    fz, header, recorded,
    releases::{self, Since},
    shown::Filter,
};

const MARK: &str = ";; expected\n";
const KEYS: &[&str] = &["pipeline", "fails", "codegen", "show", "hide", "since"];

struct Case {
    pipeline: String,
    fails: Option<String>,
    codegen: bool,
    filter: Filter,
    since: Vec<Since>,
    input: String,
    expected: String,
}

fn parse(text: &str) -> Result<Case, String> {
    let (input, expected) = text.split_once(MARK).unwrap_or((text, ""));
    let (mut pipeline, mut fails, mut codegen) = (None, None, None);
    let (mut filter, mut since) = (Filter::default(), Vec::new());
    for (key, value) in header::settings(input, ";")? {
        match key {
            "pipeline" => header::once(&mut pipeline, key, value)?,
            "fails" => header::once(&mut fails, key, value)?,
            "codegen" if value == "no" => header::once(&mut codegen, key, value)?,
            "codegen" => return Err(format!("`codegen: {value}`: leave it out, or say `no`")),
            "show" => filter.show(value)?,
            "hide" => filter.hide(value)?,
            "since" => since.push(Since::read(value)?),
            _ => return Err(header::unknown(key, KEYS)),
        }
    }
    Ok(Case {
        pipeline: pipeline.ok_or("no `; pipeline:` line")?,
        fails,
        codegen: codegen.is_none(),
        filter,
        since,
        input: input.trim_end().to_owned() + "\n",
        expected: expected.to_owned(),
    })
}

fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let case = parse(&text)?;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (input, output) = (scratch.path().join("in.ll"), scratch.path().join("out.ll"));
    // Comments are gone, so that line numbers in messages do not depend on them.
    fs::write(&input, &case.input).map_err(|e| e.to_string())?;
    for beside in read_by_passes(path).map_err(|e| e.to_string())? {
        let name = beside.file_name().expect("an entry has a name");
        fs::copy(&beside, scratch.path().join(name)).map_err(|e| e.to_string())?;
    }
    let run = Command::new(fz_llvm::OPT)
        .arg(format!(
            "-load-pass-plugin={}",
            fz().join("lib/fz/libfz_passes.so").display()
        ))
        .args([&format!("-passes={}", case.pipeline), "-S", "-verify-each"])
        .args(["-fz-verify", "-o"])
        .arg(&output)
        .arg("in.ll")
        // Records name the source as it was given.
        .current_dir(scratch.path())
        .output()
        .map_err(|e| format!("{}: {e}", fz_llvm::OPT))?;
    let stderr = String::from_utf8_lossy(&run.stderr);
    if let Some(message) = &case.fails {
        return match !run.status.success() && stderr.contains(message) {
            true => Ok(()),
            false => Err(format!(
                "expected failure `{message}`, got {}: {stderr}",
                run.status
            )),
        };
    }
    if !run.status.success() {
        return Err(stderr.into_owned());
    }
    if case.codegen {
        let run = Command::new(fz_llvm::LLC)
            .args(["-filetype=obj", "-relocation-model=pic", "-o", "/dev/null"])
            .arg(&output)
            .output()
            .map_err(|e| format!("{}: {e}", fz_llvm::LLC))?;
        if !run.status.success() {
            return Err(format!("llc: {}", String::from_utf8_lossy(&run.stderr)));
        }
    }
    let printed = fs::read_to_string(&output).map_err(|e| e.to_string())?;
    let module: String = releases::as_pinned(&printed)
        .lines()
        .filter(|l| !l.starts_with("; ModuleID") && !l.starts_with("source_filename"))
        .map(|l| l.to_owned() + "\n")
        .collect();
    let shown = case.filter.apply(&module)?;
    let actual: String = recorded::readable(&shown)?
        .lines()
        .map(|l| format!("; {l}").trim_end().to_owned() + "\n")
        .collect();
    if fz_tests::env::bless() && actual != case.expected {
        releases::may_bless()?;
        return fs::write(path, format!("{}{MARK}{actual}", case.input)).map_err(|e| e.to_string());
    }
    let mut expected = case.expected;
    for since in &case.since {
        expected = since.apply(&expected)?;
    }
    if actual == expected {
        return Ok(());
    }
    Err(format!(
        "differs (`cargo xtask bless` rewrites):\n{}",
        fz_tests::diff(&expected, &actual)
    ))
}

/// Files of a case's name that are no case.
fn read_by_passes(case: &Path) -> std::io::Result<Vec<PathBuf>> {
    let folder = case.parent().expect("a file is in a folder");
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let is_beside = |p: &PathBuf| p.file_stem() == case.file_stem() && p != case;
    let mut paths = paths.collect::<std::io::Result<Vec<_>>>()?;
    paths.retain(is_beside);
    Ok(paths)
}

/// A profile may place LLVM's passes. None of their names may be taken for a slip of one of ours.
fn no_pass_of_llvms_is_taken_for_a_misspelt_one() {
    let run = Command::new(fz_llvm::OPT).arg("-print-passes").output();
    let run = run.expect("opt runs");
    let listed = String::from_utf8_lossy(&run.stdout);
    let names = listed.lines().filter_map(|l| l.strip_prefix("  "));
    let names: Vec<_> = names.filter_map(|l| l.split('<').next()).collect();
    assert!(names.len() > 100, "{listed}");
    for name in names {
        assert_eq!(fz_schema::misspelt(name), None, "{name}");
    }
}

fn main() {
    let suite = Suite {
        folder: "tests/passes",
        extensions: &["ll"],
        fewest: 180,
        check,
    };
    let beside = file_tests::beside(
        "no_pass_of_llvms_is_taken_for_a_misspelt_one",
        no_pass_of_llvms_is_taken_for_a_misspelt_one,
    );
    file_tests::run(&suite, vec![beside]);
}
