//! The tests that `cargo test` runs, a module for each subject: one program, because it is linked once and not seventy
//! times. Suites of files (`passes`, `refactor`, `docs`) are programs of their own.

mod abi;
mod angora;
mod angora_solve;
mod arguments;
mod as_written;
mod builds;
mod capture;
mod capture_links;
mod carried;
mod command_line;
mod compares;
mod completions;
mod contexts;
mod counts;
mod cov_check;
mod cov_collect;
mod cov_compare;
mod cov_crashes;
mod cov_identities;
mod cov_patches;
mod cov_stores;
mod cov_told;
mod cov_watch;
mod coverage_outcomes;
mod coverage_stability;
mod crashes;
mod dict;
mod dict_limits;
mod dict_promotion;
mod differential;
mod distance;
mod distance_solve;
mod documentation;
mod driver;
mod emit;
mod emit_hostile;
mod exceptions;
mod exhaustive;
mod exploit;
mod figures;
mod first_hour;
mod fox;
mod frontier;
mod fuzz;
mod guard_log;
mod guard_replay;
mod guards;
mod inspect;
mod last;
mod libfuzzer;
mod limits;
mod link;
mod linkable;
mod mcdc;
mod min;
mod modules;
mod notes;
mod progress;
mod protocol;
mod reach;
mod refactored;
mod report;
mod run;
mod sanitizers;
mod scaling;
mod split_calls;
mod status;
mod stripped;
mod taint_command;
mod taint_libc;
mod taint_limits;
mod taint_ranges;
mod taint_replay;
mod taint_runtime;
mod terminal;
mod wrappers;
mod written;

/// A file that no line above names would never run.
#[test]
fn every_file_is_a_module_or_a_program() {
    let here = include_str!("all.rs");
    let programs = include_str!("../Cargo.toml");
    let files = std::fs::read_dir(fz_tests::rooms().join("tests/tests")).unwrap();
    let files = files.map(|f| f.unwrap().path());
    for file in files.filter(|f| f.extension().is_some_and(|x| x == "rs")) {
        let name = file.file_stem().unwrap().to_string_lossy();
        assert!(
            here.contains(&format!("\nmod {name};\n"))
                || programs.contains(&format!("name = \"{name}\"\n")),
            "{} is not among the tests: add `mod {name};` to all.rs",
            file.display()
        );
    }
}
