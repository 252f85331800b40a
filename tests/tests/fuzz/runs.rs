//! Short runs with real fuzzers: they find the crash, say where it is, and end as they should.

use std::{
    fs,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use fz_tests::{Outcome, Sandbox};
use serde_json::{Value, json};

use super::{HARNESS, HIDDEN, PROGRAM, compile, place, seeds};

/// `fz fuzz --json` with these arguments, from the near seed if there are no others.
fn fuzz(dir: &Sandbox, arguments: &str) -> Value {
    if !dir.at("seeds").exists() {
        seeds(dir);
    }
    dir.json(&format!("fuzz --json -i seeds {arguments}"))
}

/// It found the crash, and the crash is where it says.
fn found(dir: &Sandbox, report: &Value, engine: &str) {
    let outcome = &report["outcome"];
    assert_eq!(report["engine"], engine, "{report}");
    assert_eq!(report["failures"], json!([]), "{report}");
    assert!(outcome["crashes"].as_u64() >= Some(1), "{report}");
    assert!(outcome["executions"].as_u64() > Some(0), "{report}");
    let crashes_in = outcome["crashes-in"].as_str().unwrap();
    if crashes_in.contains('*') {
        return;
    }
    let crash = |e: fs::DirEntry| fs::read(e.path()).is_ok_and(|t| t.starts_with(b"<?"));
    let files = fs::read_dir(dir.at(crashes_in)).unwrap();
    assert!(files.flatten().any(crash), "{report}");
}

#[test]
fn afl_finds_a_crash_by_file_and_by_stdin() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    found(
        dir,
        &fuzz(dir, "-V 30 --until-crash -o file -- ./p @@"),
        "afl",
    );
    found(
        dir,
        &fuzz(dir, "-V 30 --until-crash -o stdin -- ./p"),
        "afl",
    );
}

#[test]
fn a_sanitizer_s_findings_are_crashes_for_afl() {
    let dir = &place();
    // Beyond the end by a byte: without the sanitizer nothing happens.
    let text = PROGRAM.replace("abort();", "return ((volatile char *)malloc(3))[3];");
    compile(dir, &text, "-fsanitize=address", "p");
    let report = fuzz(dir, "-V 30 --until-crash -- p @@");
    found(dir, &report, "afl");
    let options = &report["launches"][0]["environment"]["ASAN_OPTIONS"];
    assert!(
        options.as_str().unwrap().contains("abort_on_error=1"),
        "{report}"
    );
}

#[test]
fn companions_share_what_they_find() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    compile(dir, PROGRAM, "--fz-profile=vanilla", "p.vanilla");
    compile(dir, PROGRAM, "--fz-profile=split", "p.split");
    let report = fuzz(dir, "-V 5 --companion auto -- ./p @@");
    found(dir, &report, "afl");
    let roles = |key: &str| -> Vec<String> {
        let launches = report["launches"].as_array().unwrap();
        let role = |l: &Value| l[key].as_str().unwrap().to_owned();
        launches.iter().map(role).collect()
    };
    assert_eq!(roles("role"), ["fuzz", "vanilla", "split"]);
    for role in ["fuzz", "vanilla", "split"] {
        for made in [
            format!("out/{role}/fuzzer_stats"),
            format!("out/logs/{role}.log"),
        ] {
            assert!(dir.at(&made).exists(), "{made}");
        }
    }
}

/// A number that no fuzzer guesses: only what tells compares solves it.
#[test]
fn a_build_with_compares_solves_what_the_program_alone_does_not() {
    let dir = &place();
    let text = PROGRAM.replace(
        "if (text[0] == '<') if (text[1] == '?') if (text[2] & 0x80)",
        "if (*(long *)text == 0x3c3f786d6c207631)",
    );
    // The whole operand has to be in the input.
    dir.write("seeds/long", "0123456789abcdef");
    compile(dir, &text, "", "p");
    compile(dir, &text, "--fz-profile=cmplog", "p.cmplog");
    compile(dir, &text, "--fz-profile=compares", "p.compares");
    for build in ["cmplog", "compares"] {
        let report = fuzz(
            dir,
            &format!("-V 60 --until-crash -o {build} -c p.{build} -- ./p @@"),
        );
        assert!(report["outcome"]["crashes"].as_u64() >= Some(1), "{report}");
    }
}

#[test]
fn libfuzzer_goes_on_behind_a_crash_or_ends_there() {
    let dir = &place();
    compile(dir, HARNESS, "--fz-engine=libfuzzer -fsanitize=fuzzer", "h");
    found(dir, &fuzz(dir, "-V 3 -o all -- ./h"), "libfuzzer");
    let began = Instant::now();
    let report = fuzz(dir, "-V 60 -o one --until-crash -- ./h");
    found(dir, &report, "libfuzzer");
    assert_eq!(report["outcome"]["crashes"], 1);
    assert!(began.elapsed() < Duration::from_secs(30), "at once");
}

#[test]
fn a_program_with_its_own_main_runs_under_libfuzzer() {
    let dir = &place();
    compile(dir, PROGRAM, "--fz-engine=libfuzzer", "p");
    found(dir, &fuzz(dir, "-V 5 -o file -- ./p @@"), "libfuzzer");
    found(
        dir,
        &fuzz(dir, "-V 60 -o stdin --until-crash -- ./p"),
        "libfuzzer",
    );
}

#[test]
fn people_see_the_command_and_one_line_at_the_end() {
    let dir = &place();
    let harmless = PROGRAM.replace("abort()", "return 2");
    compile(dir, &harmless, "", "p");
    let text = dir.prints("fuzz -V 1 -j 2 -- p @@");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# out/seeds is made, with one small seed");
    let command = lines
        .iter()
        .find(|l| l.contains("afl-fuzz -i out/seeds -o out -M main"));
    assert!(
        command.is_some_and(|l| l.ends_with("-V 1 -- ./p @@")),
        "{text}"
    );
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("afl: ") && last.contains(" executions, "),
        "{last}"
    );
    assert!(last.ends_with("no crashes"), "{last}");
}

#[test]
fn a_fuzzer_that_fails_is_shown_with_its_last_words_and_the_others_end() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    seeds(dir);
    let began = Instant::now();
    dir.fz("fuzz -i seeds -V 60 -j 2 --engine-args '-p nonsense' -- ./p @@")
        .ends(2)
        .says("ended with exit status: 1; out/logs/main")
        .says("power schedule");
    assert!(
        began.elapsed() < Duration::from_secs(40),
        "the other one ended too"
    );
}

/// Ctrl-C is the ordinary end of a run.
#[test]
fn an_interrupt_ends_all_and_the_figures_are_told() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    seeds(dir);
    let mut command = dir.command("fz");
    command
        .args("fuzz --json -i seeds -j 2 -- ./p @@".split(' '))
        .stdout(Stdio::piped());
    let child: Child = command.spawn().unwrap();
    let began = Instant::now();
    let stats = |role: &str| dir.at("out").join(role).join("fuzzer_stats").exists();
    while !(stats("main") && stats("main2")) {
        assert!(began.elapsed() < Duration::from_secs(60), "both start");
        std::thread::sleep(Duration::from_millis(50));
    }
    // SAFETY: our own child, not yet waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let report = Outcome::from(child.wait_with_output().unwrap()).ok().json();
    assert_eq!(report["failures"], json!([]), "{report}");
    assert!(
        report["outcome"]["executions"].as_u64() > Some(0),
        "{report}"
    );
}

/// One build, and a run that makes the others: they are named by their profiles.
#[test]
fn builds_are_made_out_of_the_program() {
    let dir = &place();
    compile(dir, PROGRAM, "", "p");
    seeds(dir);
    fs::remove_file(dir.at("p.c")).unwrap();
    let plan = |words: &str| {
        let plan = dir.fz(&format!("fuzz {words}")).ok();
        (plan.out(), plan.err())
    };
    let (printed, said) = plan("./p -i seeds --companion split -c --dry-run -- @@");
    assert!(said.contains("./p is built as cmplog, split"), "{said}");
    for build in ["out.builds/p.split", "out.builds/p.cmplog"] {
        assert!(printed.contains(build), "{printed}");
    }
    let (printed, _) = plan("--companion auto -i seeds --dry-run -- ./p @@");
    assert!(printed.contains("out.builds/p.vanilla"), "{printed}");
}

/// Between two entries of its queue, that is: these are short.
#[test]
fn what_a_sibling_has_is_taken_over_within_a_minute_and_a_half() {
    let dir = &place();
    let word = 0x1122_3344_5566_7788_u64;
    let wanted = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    compile(dir, HIDDEN, &format!("-DWANTED={wanted}u"), "p");
    dir.write("seeds/a", "12345678");
    let mut fuzzers = dir
        .command("fz")
        .args("fuzz -i seeds -o out -j 2 -V 120 -- ./p".split(' '))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let within = |seconds: u64, is: &dyn Fn() -> bool| {
        while began.elapsed() < Duration::from_secs(seconds) {
            if is() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        false
    };
    let is_there = within(30, &|| dir.at("out/main2/queue").exists());
    // As if another had found it.
    dir.write(
        "out/other/queue/id:000000,time:0,orig:found",
        word.to_le_bytes(),
    );
    let imported = |instance: &str| {
        let names = dir.names(format!("out/{instance}/queue"));
        names.iter().any(|name| name.contains(",sync:other"))
    };
    let is_imported = within(90, &|| imported("main") || imported("main2"));
    let status = dir.json("status out --json");
    // SAFETY: our own child, which was not waited for.
    unsafe { libc::kill(fuzzers.id() as i32, libc::SIGINT) };
    fuzzers.wait().unwrap();
    assert!(is_there && is_imported, "{status}");
    let instances = status["campaigns"][0]["instances"].as_array().unwrap();
    let havoc = |i: &&Value| i["figures"]["effort"]["havoc"].as_u64() > Some(0);
    assert!(instances.iter().any(|i| havoc(&i)), "{status}");
    // One screen is left in each log, and what afl-fuzz said besides.
    let log = dir.text("out/logs/main.log");
    assert_eq!(log.matches("now trying").count(), 1, "{log}");
    assert!(log.contains("Testing aborted"), "{log}");
}
