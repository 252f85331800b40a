//! AFL++'s own fuzzers drive programs with our runtime: what they say of them, and what they find.

use std::path::Path;
use std::process::{Command, Stdio};

use fz_tests::env;
use fz_tests::peers::Aflpp;

use super::programs::{Link, PIE, Programs};

/// What is left of a fuzzer's run that ends at the first crash.
struct Campaign {
    folder: tempfile::TempDir,
    said: String,
}

impl Campaign {
    fn run(fuzzer: &Path, seed: &[u8], seconds: u32, options: &[&str], program: &Path) -> Campaign {
        let folder = tempfile::tempdir().unwrap();
        let [seeds, out] = ["in", "out"].map(|name| folder.path().join(name));
        std::fs::create_dir(&seeds).unwrap();
        std::fs::write(seeds.join("seed"), seed).unwrap();
        let settings = [
            "AFL_BENCH_UNTIL_CRASH",
            "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
            "AFL_NO_AFFINITY",
            "AFL_NO_UI",
            "AFL_SKIP_CPUFREQ",
        ];
        let mut command = Command::new(fuzzer);
        env::bare(&mut command)
            .envs(settings.map(|name| (name, "1")))
            .arg("-i")
            .arg(&seeds)
            .arg("-o")
            .arg(&out)
            .args(["-V", &seconds.to_string()])
            .args(options)
            .arg("--")
            .arg(program);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        Campaign { folder, said }
    }

    fn has_crash(&self) -> bool {
        let crashes = self.folder.path().join("out/default/crashes");
        let crashes = std::fs::read_dir(crashes).unwrap_or_else(|_| panic!("{}", self.said));
        crashes.count() > 0
    }

    /// What the fuzzer has noted under this name.
    fn stat(&self, name: &str) -> String {
        let stats = self.folder.path().join("out/default/fuzzer_stats");
        let stats = std::fs::read_to_string(stats).unwrap_or_else(|_| panic!("{}", self.said));
        let mut pairs = stats.lines().filter_map(|line| line.split_once(':'));
        let value = pairs.find(|(found, _)| found.trim() == name);
        value.expect(&stats).1.trim().to_owned()
    }

    fn edges(&self) -> u32 {
        self.stat("edges_found").parse().unwrap()
    }
}

#[test]
fn fork_servers_and_harnesses_are_driven() {
    let programs = Programs::new();
    for aflpp in Aflpp::NEW {
        let Some(fuzzer) = aflpp.program("afl-fuzz") else {
            continue;
        };
        for source in ["actions.c", "harness.c"] {
            let program = programs.executable(source, PIE, &[]);
            let campaign = Campaign::run(&fuzzer, b"Wonderful", 60, &[], &program);
            let said = &campaign.said;
            assert!(campaign.has_crash(), "{aflpp:?} {source}: {said}");
            assert_eq!(campaign.stat("stability"), "100.00%", "{aflpp:?} {source}");
            assert!(
                said.contains("new fork server model v1 is up"),
                "{aflpp:?} {source}: {said}"
            );
            let takes_turns = said.contains("Using futex persistent-mode synchronization");
            let may = aflpp == Aflpp::V502 && source == "harness.c";
            assert_eq!(takes_turns, may, "{aflpp:?} {source}: {said}");
            assert!(!said.contains("does not support futex"), "{said}");
        }
    }
}

#[test]
fn transformed_compares_and_strings_are_solved() {
    let programs = Programs::new();
    let hooked = ["-DHOOKED", "-O1", "-fsanitize-coverage=trace-cmp"];
    let program = programs.executable("solve.c", PIE, &hooked);
    let companion = program.with_file_name("companion");
    std::fs::rename(&program, &companion).unwrap();
    let plain = programs.executable("solve.c", PIE, &["-O1"]);
    let is_solved = |fuzzer: &Path, compares: &str, program: &Path, seconds: u32| {
        // afl-fuzz measures its own timeout, which a busy machine makes too short: a run that is cut off says nothing of
        // its compares, and is not repeated.
        let options = ["-t", "5000", "-c", compares];
        Campaign::run(fuzzer, &[b'A'; 30], seconds, &options, program).has_crash()
    };
    // By chance, afl-fuzz passes over the string in one campaign of a hundred, and then for good.
    let is_solved_in_time = |fuzzer: &Path, compares: &str, program: &Path| {
        (0..3).any(|_| is_solved(fuzzer, compares, program, 20))
    };
    // Debian's 4.04c starts the fuzzed program for `-c` too, whatever `-c` names: the two have to be one.
    assert!(is_solved_in_time(Path::new("afl-fuzz"), "0", &companion));
    let name = companion.to_str().unwrap();
    for aflpp in Aflpp::NEW {
        let Some(fuzzer) = aflpp.program("afl-fuzz") else {
            continue;
        };
        let solved = is_solved_in_time(&fuzzer, "0", &companion);
        assert!(solved, "{aflpp:?}");
        let solved = is_solved_in_time(&fuzzer, name, &plain);
        assert!(solved, "{aflpp:?}");
        assert!(!is_solved(&fuzzer, "-", &plain, 5), "without compares");
    }
}

#[test]
fn a_sanitizers_build_is_a_companion_and_counts_for_nothing() {
    let programs = Programs::new();
    let sanitized = Link {
        flags: &["-fuse-ld=lld", "-fsanitize=address"],
        ..PIE
    };
    for aflpp in Aflpp::NEW {
        let Some(fuzzer) = aflpp.program("afl-fuzz") else {
            continue;
        };
        // 5.02c crashes of `-w` with test cases in shared memory, whatever program it is.
        let kinds: &[&[&str]] = match aflpp {
            Aflpp::V440 => &[&[], &["-DPERSISTENT"]],
            _ => &[&[]],
        };
        for kind in kinds {
            let arguments = [kind, &["-fsanitize=address"][..]].concat();
            let companion = programs.executable("hidden.c", sanitized, &arguments);
            let to = companion.with_file_name("companion");
            std::fs::rename(&companion, &to).unwrap();
            let program = programs.executable("hidden.c", PIE, kind);
            let options = ["-w", to.to_str().unwrap()];
            let both = Campaign::run(&fuzzer, b"FTAAAAAA", 60, &options, &program);
            assert!(both.has_crash(), "{aflpp:?}: {}", both.said);
            let alone = Campaign::run(&fuzzer, b"FTAAAAAA", 5, &[], &program);
            assert!(!alone.has_crash());
            assert_eq!(both.stat("stability"), "100.00%", "{aflpp:?} {kind:?}");
            assert_eq!(both.stat("total_edges"), alone.stat("total_edges"));
            assert!(both.edges() <= alone.edges(), "{aflpp:?} {kind:?}");
        }
    }
}

#[test]
fn what_ijon_says_is_worth_reaching_is_reached() {
    let programs = Programs::new();
    let program = programs.executable("ijon.c", PIE, &[]);
    for aflpp in Aflpp::NEW {
        let Some(fuzzer) = aflpp.program("afl-fuzz") else {
            continue;
        };
        let campaign = Campaign::run(&fuzzer, b"m\x05", 5, &[], &program);
        let said = &campaign.said;
        assert!(said.contains("IJON map:"), "{aflpp:?}: {said}");
        let kept = std::fs::read_dir(campaign.folder.path().join("out/default/ijon_max")).unwrap();
        assert!(
            kept.count() > 0,
            "{aflpp:?}: no input was kept for its values: {said}"
        );
    }
}
