//! What became of tests, for machines.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Outcome, Test};

/// Writes tests as JUnit XML: a suite for each program.
pub fn write(tests: &[Test], path: &Path) -> Result<()> {
    let mut report = Report::new("fz");
    for tests in tests.chunk_by(|a, b| a.program == b.program) {
        let mut suite = TestSuite::new(&tests[0].program);
        suite.add_test_cases(tests.iter().map(case));
        report.add_test_suite(suite);
    }
    let file = fs::create_dir_all(path.parent().expect("a file is in a folder"))
        .and_then(|()| File::create(path))
        .with_context(|| format!("cannot write {}", path.display()))?;
    report.serialize(file)?;
    Ok(())
}

fn case(test: &Test) -> TestCase {
    let bad = TestCaseStatus::non_success;
    let (mut status, said) = match &test.outcome {
        Outcome::Passed => (TestCaseStatus::success(), None),
        Outcome::Skipped(why) => (TestCaseStatus::skipped(), Some(why.join("\n"))),
        Outcome::Failed(said) => (bad(NonSuccessKind::Failure), Some(said.clone())),
        Outcome::Hung(said) => (bad(NonSuccessKind::Error), Some(said.clone())),
    };
    if let Some(said) = said {
        status.set_message(said);
    }
    let mut case = TestCase::new(&test.name, status);
    case.set_classname(&test.program);
    if let Some(took) = test.took {
        case.set_time(took);
    }
    case
}
