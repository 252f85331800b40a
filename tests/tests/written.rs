//! Conditions that LLVM brings into other forms are solved as if it did not: libFuzzer, and AFL++ with a cmplog build, get the
//! operands that the source has. `tests/written/forms.c` has the conditions.

use fz_tests::{Sandbox, in_parallel, rooms};

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

#[test]
fn libfuzzer_solves_what_the_source_asks() {
    let solved = |form: &u32| {
        let place = place(*form, "compares", "libfuzzer");
        let words = format!("./p -seed=1 -runs={EXECUTIONS} -max_len=64 seeds");
        place.run(&words).said().contains("deadly signal")
    };
    let unsolved: Vec<u32> = in_parallel(&FORMS, |form| (*form, solved(form)))
        .into_iter()
        .filter_map(|(form, is_solved)| (!is_solved).then_some(form))
        .collect();
    assert_eq!(unsolved, Vec::<u32>::new());
}

#[test]
fn afl_fuzz_solves_what_the_source_asks() {
    let unsolved: Vec<u32> = [1, 17, 29, 30]
        .into_iter()
        .filter(|form| {
            let place = place(*form, "cmplog", "afl");
            let words = "fuzz -i seeds -s 1 -V 20 -c 0 --until-crash --screen lines -- ./p";
            let said = place.fz(words).said();
            !said.contains("1 crash")
        })
        .collect();
    assert_eq!(unsolved, Vec::<u32>::new());
}
