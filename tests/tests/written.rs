//! Conditions that LLVM brings into other forms are solved as if it did not: libFuzzer, AFL++ with a cmplog build, and what
//! works as Angora and FOX do get the operands that the source has. `tests/written/forms.c` has the conditions.

use fz_harness::newton;
use fz_tests::{Sandbox, in_parallel, rooms};

use crate::{
    angora::engine::{Input, Kind},
    angora_solve::Builds,
};

/// Of these none is solved in millions of executions without the source's operands.
const FORMS: [u32; 12] = [1, 5, 6, 8, 17, 22, 26, 29, 30, 32, 35, 41];
const EXECUTIONS: u32 = 400_000;

/// Each byte another one, as long as the program asks.
fn seed() -> Vec<u8> {
    (b'a'..b'a' + 48).collect()
}

fn place(form: u32, profile: &str, engine: &str) -> Sandbox {
    let place = Sandbox::new()
        .env("FZ_PROFILE", profile)
        .env("FZ_ENGINE", engine)
        .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
        .env("AFL_NO_AFFINITY", "1")
        .env("AFL_SKIP_CPUFREQ", "1");
    place.write("seeds/one", seed());
    let source = rooms().join("tests/written/forms.c");
    place.cc(&format!("-O2 -DFORM={form} {} -o p", source.display()));
    place
}

fn unsolved(forms: &[u32], is_solved: impl Fn(&u32) -> bool + Sync) -> Vec<u32> {
    in_parallel(forms, |form| (*form, is_solved(form)))
        .into_iter()
        .filter_map(|(form, is_solved)| (!is_solved).then_some(form))
        .collect()
}

#[test]
fn libfuzzer_solves_what_the_source_asks() {
    let solved = |form: &u32| {
        let place = place(*form, "compares", "libfuzzer");
        let words = format!("./p -seed=1 -runs={EXECUTIONS} -max_len=64 seeds");
        place.run(&words).said().contains("deadly signal")
    };
    assert_eq!(unsolved(&FORMS, solved), Vec::<u32>::new());
}

#[test]
fn afl_fuzz_solves_what_the_source_asks() {
    let unsolved: Vec<u32> = [1, 17, 29, 30]
        .into_iter()
        .filter(|form| {
            let place = place(*form, "cmplog", "afl");
            let words = "fuzz -i seeds -s 1 -V 60 -c 0 --until-crash --screen lines -- ./p";
            let said = place.fz(words).said();
            !said.contains("1 crash")
        })
        .collect();
    assert_eq!(unsolved, Vec::<u32>::new());
}

/// Most take 40 executions or more without the source's operands, or are never solved. Ranges (30 and 32) are not solved by
/// quotients.
const ANGORA: [u32; 10] = [1, 5, 6, 7, 9, 12, 17, 18, 30, 32];
const FEW: u32 = 30;

#[test]
fn an_engine_like_angora_solves_what_the_source_asks() {
    let source = rooms().join("tests/written/forms.c");
    let solved = |form: &u32| {
        let flags = [format!("-DFORM={form}")];
        let builds = Builds::of(Kind::Angora, Input::File, &source, &flags);
        builds.solve(&seed(), FEW).crash.is_some()
    };
    assert_eq!(unsolved(&ANGORA, solved), Vec::<u32>::new());
}

/// Without the source's operands, these take twice as many executions, or are never solved.
const DISTANCES: [u32; 3] = [1, 6, 32];
const STEPS: u64 = 6_000;

#[test]
fn newton_steps_solve_what_the_source_asks() {
    let solved = |form: &u32| {
        let place = place(*form, "distance", "afl");
        let found = newton::solve(&place.at("p"), &seed(), 1, STEPS).unwrap();
        found.is_some()
    };
    assert_eq!(unsolved(&DISTANCES, solved), Vec::<u32>::new());
}
