//! Builds of the profiles `angora` and `valkyrie` against an engine that works on conditions: what it is told of a site,
//! how runs end, what they count. `angora/engine.rs` is that engine, `angora/*.c` are its programs.

pub mod engine;
mod track;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use engine::{End, Engine, Input, Kind, Table, name};
use fz_abi::{
    angora::{CURRENT, Condition, env},
    sites,
};
use fz_tests::{
    RunCommand, fz, rooms,
    tracks::{self, op},
};
use serde_json::Value;
use track::Tracked;

/// What Angora looks for in a track build.
const TRACK_NAME: &str = "__dfsw___angora_trace_cmp_tt";

fn source(file: &str) -> PathBuf {
    rooms().join("tests/angora").join(file)
}

fn build(profile: &str, flags: &[&str], sources: &[&str], to: &Path) {
    let is_cxx = sources.iter().any(|s| s.ends_with(".cc"));
    let name = if is_cxx { "bin/fz-cxx" } else { "bin/fz-cc" };
    let mut compiler = Command::new(fz().join(name));
    fz_tests::env::bare(&mut compiler)
        .args([
            format!("--fz-profile={profile}"),
            format!("--fz-engine={profile}"),
        ])
        .args(["-O2", "-g"])
        .args(sources.iter().map(|s| source(s)))
        .arg("-o")
        .arg(to)
        .args(flags);
    compiler.outcome().ok();
}

/// The ids of a program's sites, by the comments on their lines.
struct Sites {
    text: String,
    images: Value,
}

impl Sites {
    fn of(program: &Path, file: &str) -> Sites {
        let mut inspect = Command::new(fz().join("bin/fz"));
        let json = inspect
            .args(["inspect", "--list", "sites", "--json"])
            .arg(program)
            .outcome()
            .ok()
            .out();
        Sites {
            text: fs::read_to_string(source(file)).unwrap(),
            images: serde_json::from_str(&json).unwrap(),
        }
    }

    fn id(&self, comment: &str, kind: &str) -> u32 {
        let mark = format!("/* {comment} */");
        let line = 1 + self.text.lines().position(|l| l.contains(&mark)).unwrap();
        let images = self.images["images"].as_array().unwrap();
        let functions = images
            .iter()
            .flat_map(|i| i["functions"].as_array().unwrap());
        let mut found = functions.flat_map(|function| {
            let sites = function["sites"].as_array().unwrap().iter();
            let here = sites.filter(|s| s["line"] == line && s["kind"] == kind);
            here.map(move |site| {
                let number = site["number"].as_u64().unwrap() as u32;
                sites::id(
                    function["function"].as_str().unwrap().as_bytes(),
                    b"",
                    number,
                )
            })
        });
        found
            .next()
            .unwrap_or_else(|| panic!("no {kind} at {mark}: {}", self.images))
    }
}

fn condition(id: u32, op: u32, order: u32) -> Condition {
    Condition {
        id,
        op,
        order,
        level: 1,
        ..Condition::default()
    }
}

/// No condition holds.
fn start() -> Vec<u8> {
    vec![0; 32]
}

fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut input = start();
    input[at..at + bytes.len()].copy_from_slice(bytes);
    input
}

/// The engine's side of a search: told of a compare, it writes the operand that it is to have where it is read.
fn flips_all(engine: &mut Engine, sites: &Sites) {
    let exit = |bit: u32| End::Exit(1 << bit);
    assert_eq!(engine.run(&start()).end, End::Exit(0));

    let equal = condition(sites.id("equal", "integer"), op::EQUAL, 1);
    let told = engine.ask(equal, &with(0, &[1, 2, 3, 4])).condition;
    assert_eq!((told.held, told.operands), (0, [0x0403_0201, 0x1234_5678]));
    let run = engine.ask(equal, &with(0, &(told.operands[1] as u32).to_le_bytes()));
    assert_eq!((run.condition.held, run.end), (1, exit(0)));
    assert_eq!(run.condition.operands, [0x1234_5678; 2]);

    let below = condition(sites.id("below", "integer"), op::SIGNED_LESS, 1);
    let told = engine.ask(below, &start()).condition;
    assert_eq!((told.held, told.operands[0]), (0, 0));
    let wanted = told.operands[1] as i16;
    assert_eq!(wanted, -300);
    let run = engine.ask(below, &with(4, &(wanted - 1).to_le_bytes()));
    assert_eq!((run.condition.held, run.end), (1, exit(1)));
    assert_eq!(run.condition.operands[0] as i16, -301);

    let chosen = sites.id("chosen", "switch");
    for (number, case) in [3, 77, 200].into_iter().enumerate() {
        let chosen = Condition {
            operands: [0, case],
            ..condition(chosen, op::SWITCH, 1 | (number as u32) << 16)
        };
        let told = engine.ask(chosen, &with(6, &[201])).condition;
        assert_eq!((told.held, told.operands), (0, [201, case]));
        let run = engine.ask(chosen, &with(6, &[case as u8]));
        assert_eq!((run.condition.held, run.end), (1, exit(2)));
    }

    let named = condition(sites.id("named", "call"), op::FUNCTION, 1);
    let told = engine.ask(named, &start()).condition;
    assert_eq!((told.held, told.operands), (0, [1, 0]));
    let run = engine.ask(named, &with(8, b"magic"));
    assert_eq!((run.condition.held, run.end), (1, exit(3)));
    assert_eq!(run.condition.operands, [0, 0]);

    reals(engine, sites);

    // The third byte of a row: the third execution.
    let in_row = sites.id("in row", "integer");
    let row = b"\x01\x02\x03\x04\x05\x06\x07\x08";
    for order in 1..=8 {
        let told = engine
            .ask(condition(in_row, op::EQUAL, order), &with(21, row))
            .condition;
        assert_eq!((told.held, told.operands[0]), (0, u64::from(order)));
        let mut input = with(21, row);
        input[20 + order as usize] = told.operands[1] as u8;
        let told = engine
            .ask(condition(in_row, op::EQUAL, order), &input)
            .condition;
        assert_eq!((told.held, told.operands), (1, [0x5a; 2]));
    }
    let unreached = engine
        .ask(condition(in_row, op::EQUAL, 9), &with(21, row))
        .condition;
    assert_eq!(unreached.held, Condition::UNREACHED);

    // One site, called from two places.
    let same = sites.id("same", "integer");
    let told = [1, 2].map(|order| {
        let told = engine.ask(condition(same, op::GREATER, order), &with(29, &[7, 8]));
        told.condition.operands[0]
    });
    assert_eq!(told, [7, 8]);
    assert_eq!(engine.run(&with(30, &[100])).end, exit(6));
    let elsewhere = Condition {
        context: 1,
        ..condition(same, op::GREATER, 1)
    };
    assert_eq!(
        engine.ask(elsewhere, &start()).condition.held,
        Condition::UNREACHED
    );
}

/// How far two numbers are apart, until the answer is the other one.
fn reals(engine: &mut Engine, sites: &Sites) {
    let real = condition(sites.id("real", "float"), op::FLOAT_GREATER, 1);
    let mut away = |condition: Condition, number: f64| {
        let told = engine
            .ask(condition, &with(13, &number.to_le_bytes()))
            .condition;
        let [a, b] = told.operands;
        (told.held, a.abs_diff(b))
    };
    let numbers = [f64::NEG_INFINITY, -1e9, -1.0, -0.0, 1e-9, 1.0, 2.4375];
    let distances = numbers.map(|n| away(real, n));
    assert!(distances.iter().all(|(held, _)| *held == 0));
    assert!(
        distances.is_sorted_by(|(_, a), (_, b)| a > b),
        "{distances:?}"
    );
    assert_eq!(away(real, 0.0), away(real, -0.0));
    // Equal, and still not the other answer.
    assert_eq!(away(real, 2.5), (0, 1));
    assert_eq!(away(real, 2.75), (1, 0));
    let greater = Condition {
        condition: 1,
        ..real
    };
    assert!(away(greater, 4.0).1 > away(greater, 3.0).1);
    assert_eq!(away(greater, 2.5), (0, 0));
    let input = with(13, &3.5f64.to_le_bytes());
    assert_eq!(engine.run(&input).end, End::Exit(1 << 4));
}

#[test]
fn an_engine_flips_branches_by_what_it_is_told() {
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("p");
    for (profile, kind) in [("angora", Kind::Angora), ("valkyrie", Kind::Valkyrie)] {
        for flags in [
            &["-pie"][..],
            &["-static", "-O0"],
            &["-DHARNESS"],
            &["-fsanitize=address"],
        ] {
            build(profile, flags, &["conditions.c"], &program);
            let sites = Sites::of(&program, "conditions.c");
            for input in [Input::Stdin, Input::File] {
                flips_all(&mut Engine::start(kind, &program, input), &sites);
            }
        }
    }
}

/// What a taint build says of a run over an input.
fn tracked(program: &Path, input: &[u8], how: Input) -> Vec<Tracked> {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("input"), folder.path().join("track"));
    fs::write(&file, input).unwrap();
    let mut taint = Command::new(fz().join("bin/fz"));
    fz_tests::env::bare(&mut taint)
        .arg("taint")
        .arg(program)
        .arg("-i")
        .arg(file)
        .args(["--format", "angora", "-o"])
        .arg(&out);
    if how == Input::File {
        taint.args(["--", "@@"]);
    }
    taint.outcome().ok();
    read(&out)
}

fn read(track: &Path) -> Vec<Tracked> {
    track::conditions(&tracks::read(&fs::read(track).unwrap()))
}

#[test]
fn an_engine_flips_branches_by_the_track_file() {
    let scratch = tempfile::tempdir().unwrap();
    let [fast, taint] = ["fast", "taint"].map(|name| scratch.path().join(name));
    for flags in [&[][..], &["-O0"], &["-DHARNESS"]] {
        let none = "--fz-engine=none";
        build(
            "taint",
            &[flags, &[none]].concat(),
            &["conditions.c"],
            &taint,
        );
        build("angora", flags, &["conditions.c"], &fast);
        let sites = Sites::of(&fast, "conditions.c");
        for (how, input) in [(Input::Stdin, start()), (Input::File, (100..132).collect())] {
            let mut engine = Engine::start(Kind::Angora, &fast, how);
            let tracked = tracked(&taint, &input, how);
            let flipped: Vec<u32> = tracked
                .iter()
                .filter(|t| t.is_asked() || t.condition.op == op::FUNCTION)
                .filter(|t| flips(&mut engine, t, &input))
                .map(|t| t.condition.id)
                .collect();
            for (comment, kind, times) in [
                ("equal", "integer", 1),
                ("below", "integer", 1),
                ("chosen", "switch", 3),
                ("named", "call", 1),
                ("real", "float", 1),
                ("in row", "integer", 8),
                ("same", "integer", 2),
            ] {
                let id = sites.id(comment, kind);
                let found = flipped.iter().filter(|f| **f == id).count();
                assert_eq!(found, times, "{comment} {flags:?}");
            }
        }
    }
}

#[test]
fn both_builds_of_cxx_agree_on_every_condition() {
    let scratch = tempfile::tempdir().unwrap();
    let [fast, taint] = ["fast", "taint"].map(|name| scratch.path().join(name));
    build("taint", &["--fz-engine=none"], &["settings.cc"], &taint);
    build("valkyrie", &[], &["settings.cc"], &fast);
    let mut engine = Engine::start(Kind::Valkyrie, &fast, Input::File);
    let input = b"width=12\nheight=77\nbad\nz=1001\nx=z\n";
    assert_eq!(engine.run(input).end, End::Exit(12 + 100 + 1 + 100 + 1));
    let tracked = tracked(&taint, input, Input::File);
    let asked = tracked.iter().filter(|t| t.is_asked());
    let flipped = asked.clone().filter(|t| flips(&mut engine, t, input));
    assert!(flipped.count() > 30 && asked.count() > 100);
}

/// For Angora the track build is a file with a certain name in it, which it runs with an environment of its own: the
/// script that `--help` shows, as it stands there.
#[test]
fn a_script_around_fz_taint_is_a_track_build() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = tempfile::tempdir().unwrap();
    let [taint, script, input, out] =
        ["program", "track", "cur_input", "out"].map(|name| scratch.path().join(name));
    build("taint", &["--fz-engine=none"], &["conditions.c"], &taint);
    let help = Command::new(fz().join("bin/fz"))
        .args(["taint", "--help"])
        .outcome()
        .ok()
        .out();
    let lines = help.lines().map(str::trim_start);
    let shown: Vec<_> = lines.skip_while(|l| !l.starts_with("#!")).collect();
    let text = shown.join("\n");
    assert!(text.contains(TRACK_NAME), "{help}");
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let mut counts = Vec::new();
    // The file is there from the second time on; and crashes are no fault of the track build.
    for data in [start(), start(), with(31, b"!")] {
        fs::write(&input, data).unwrap();
        let mut command = Command::new(&script);
        command.env_clear().env("ANGORA_TRACK_OUTPUT", &out);
        command.arg(&input).outcome().ok();
        counts.push(read(&out).len());
    }
    assert!(
        counts[0] > 15 && counts[0] == counts[1] && counts[2] < counts[0],
        "{counts:?}"
    );
}

/// The track file is of the sites that the engine asks for: of the execution that it names each has the same condition and
/// the same operands, whatever the level, and whatever a library's `memcmp` returns.
#[test]
fn numbers_that_the_engine_would_not_know_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let program = dir.join("program");
    build(
        "taint",
        &["--fz-engine=none", "-flto", "-fuse-ld=lld"],
        &["breaks.c"],
        &program,
    );
    fs::write(dir.join("in"), "input").unwrap();
    let taint = |format: &str| {
        let mut taint = Command::new(fz().join("bin/fz"));
        taint.current_dir(dir).args([
            "taint", "program", "-i", "in", "-o", "out", "--format", format,
        ]);
        taint.outcome()
    };
    for format in ["angora", "valkyrie"] {
        let out = taint(format);
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(!out.status.success(), "{said}");
        for part in ["breaks.c have", "other numbers", "without -flto"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(!dir.join("out").exists());
    }
    assert!(taint("jsonl").status.success());
}

#[test]
fn each_condition_of_a_track_file_is_the_same_in_the_fast_build() {
    let scratch = tempfile::tempdir().unwrap();
    let [fast, taint] = ["fast", "taint"].map(|name| scratch.path().join(name));
    let text = b"\x07lower\tand a text of some words\nnext, in which\x81 \xff there is  a\xf9 needle, too\n";
    let floats: Vec<u8> = (0x70..0xb0).collect();
    // Floating-point numbers that are equal.
    let zeros = [&text[..40], &[0; 23]].concat();
    for (source, level, least) in [
        ("breaks.c", "-O0", 50),
        ("breaks.c", "-O1", 50),
        ("breaks.c", "-O2", 50),
        ("breaks.c", "-O3", 50),
        ("answers.c", "-O0", 20),
        ("answers.c", "-O2", 20),
        ("conditions.c", "-O2", 15),
    ] {
        build("taint", &["--fz-engine=none", level], &[source], &taint);
        build("angora", &[level], &[source], &fast);
        let mut engine = Engine::start(Kind::Angora, &fast, Input::Stdin);
        for input in [&text[..], &floats, &zeros] {
            let mut tracked = tracked(&taint, input, Input::Stdin);
            tracked
                .retain(|t| t.condition.op < op::FIRST_UNASKED || t.condition.op == op::FUNCTION);
            assert!(
                tracked.len() >= least,
                "{source} {level}: {}",
                tracked.len()
            );
            for one in &tracked {
                assert_same(&mut engine, one, input);
            }
        }
    }
}

fn assert_same(engine: &mut Engine, tracked: &Tracked, input: &[u8]) {
    /// The case that a switch took: it holds.
    const DONE: u32 = 2;
    let asked = tracked.condition;
    let told = engine.ask(asked, input).condition;
    let holds = if asked.condition == DONE {
        1
    } else {
        asked.condition
    };
    assert_eq!(
        (told.held, told.operands),
        (holds, asked.operands),
        "{tracked:x?}"
    );
}

/// Valkyrie asks for exploits by compares, and takes Angora's kinds of them for such that never come out otherwise.
#[test]
fn valkyries_track_files_have_no_kinds_of_angoras_own() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let [taint, input] = ["taint", "input"].map(|name| dir.join(name));
    build("taint", &["--fz-engine=none"], &["answers.c"], &taint);
    fs::write(&input, (0x40..0x80).collect::<Vec<u8>>()).unwrap();
    let ops = |format: &str| -> Vec<u32> {
        let out = dir.join(format);
        let mut command = Command::new(fz().join("bin/fz"));
        fz_tests::env::bare(&mut command)
            .arg("taint")
            .arg(&taint)
            .arg("-i")
            .arg(&input)
            .args(["--format", format, "-o"])
            .arg(&out);
        command.outcome().ok();
        let all = read(&out).into_iter();
        all.map(|t| t.condition.op).collect()
    };
    let is_exploit = |op: &u32| op & 0xf000 == op::FIRST_UNASKED;
    let (angora, valkyrie) = (ops("angora"), ops("valkyrie"));
    assert!(angora.iter().any(is_exploit), "{angora:x?}");
    let others: Vec<u32> = angora.into_iter().filter(|op| !is_exploit(op)).collect();
    assert_eq!(valkyrie, others);
}

/// Whether the condition has the other answer with the bytes that the track file names. First it is what the track file
/// says that it is.
fn flips(engine: &mut Engine, tracked: &Tracked, input: &[u8]) -> bool {
    let asked = tracked.condition;
    assert_same(engine, tracked, input);
    tracked.flipped(input).is_some_and(|flipped| {
        let limit = Duration::from_secs(1);
        let told = engine.run_with(asked, &flipped, limit).condition;
        told.held == 1 - asked.condition
    })
}

#[test]
fn runs_end_as_they_end_and_show_what_they_counted() {
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("p");
    for (profile, kind) in [("angora", Kind::Angora), ("valkyrie", Kind::Valkyrie)] {
        build(profile, &[], &["conditions.c"], &program);
        let mut engine = Engine::start(kind, &program, Input::File);
        let first = engine.run(&start());
        assert!(first.table.iter().filter(|count| **count > 0).count() > 5);
        assert!(first.table.contains(&8), "the rounds of a loop");
        let again = engine.run(&start());
        assert_eq!(first.table, again.table);
        assert_ne!(first.table, engine.run(&with(8, b"magic")).table);

        let crash = engine.run(&with(31, b"!"));
        assert_eq!(crash.end, End::Crash(libc::SIGABRT));
        assert!(crash.table.iter().any(|count| *count > 0));
        let hang = engine.run_with(
            Condition::default(),
            &with(31, b"?"),
            Duration::from_millis(200),
        );
        assert_eq!(hang.end, End::TimeOut);
        assert!(
            hang.table.iter().any(|count| *count > 0),
            "a killed run counts"
        );
        let after = engine.run(&start());
        assert_eq!((after.end, after.table), (End::Exit(0), first.table));
    }
}

/// Engines run the program like this too, to see whether its limits matter.
#[test]
fn a_program_without_a_fork_server_counts_all_the_same() {
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("p");
    let input = scratch.path().join("input");
    fs::write(&input, start()).unwrap();
    for (profile, kind) in [("angora", Kind::Angora), ("valkyrie", Kind::Valkyrie)] {
        build(profile, &[], &["conditions.c"], &program);
        let served = Engine::start(kind, &program, Input::File).run(&start());
        let mut table = Table::new(kind);
        let mut command = Command::new(&program);
        command.arg(&input).env(name(env::TABLE), table.name());
        command.outcome().ok();
        table.look();
        assert_eq!(table.entries(kind), served.table);
    }
}

#[test]
fn without_an_engine_it_is_the_program_alone() {
    let scratch = tempfile::tempdir().unwrap();
    let input = scratch.path().join("input");
    fs::write(&input, with(8, b"magic")).unwrap();
    for engine in ["angora", "afl", "none"] {
        let program = scratch.path().join(engine);
        let link = format!("--fz-engine={engine}");
        build("angora", &[&link], &["conditions.c"], &program);
        let out = Command::new(&program).arg(&input).outcome();
        assert_eq!(out.status.code(), Some(1 << 3));
        assert!(out.stdout.is_empty() && out.stderr.is_empty());
    }
    // Nothing is shared, or nobody listens.
    for (variable, value) in [
        (env::TABLE, "2147483646"),
        (env::TABLE, "there_is_none"),
        (env::CONDITION, "2147483646"),
        (env::SOCKET, "/there/is/none"),
    ] {
        let mut command = Command::new(scratch.path().join("angora"));
        let out = command.arg(&input).env(name(variable), value).outcome();
        assert_eq!(out.status.code(), Some(1 << 3), "{variable:?}={value}");
    }
    // An engine that waits for the program to connect had better see that it is gone.
    let mut command = Command::new(scratch.path().join("angora"));
    command
        .arg(&input)
        .env(name(env::TABLE), "2147483646")
        .env(name(env::SOCKET), scratch.path().join("socket"));
    assert_eq!(command.outcome().status.code(), Some(1));
}

#[test]
fn engines_know_the_file_by_its_bytes() {
    let scratch = tempfile::tempdir().unwrap();
    let program = scratch.path().join("p");
    for flags in [["-pie", "-s"], ["-static", "-s"]] {
        build("angora", &flags, &["conditions.c"], &program);
        let bytes = fs::read(&program).unwrap();
        let has = |text: &[u8]| bytes.windows(text.len()).any(|w| w == text);
        assert!(has(CURRENT.to_bytes_with_nul()));
        // Engines for AFL's protocol would take it for theirs.
        assert!(!has(fz_abi::afl::env::SHM_ID.to_bytes_with_nul()));
    }
}

#[test]
fn sites_of_shared_libraries_are_told_of() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    for name in ["linked", "loaded"] {
        let define = format!("-DNAME={name}");
        let library = dir.join(format!("lib{name}.so"));
        build(
            "angora",
            &["-shared", "-fPIC", &define],
            &["library.c"],
            &library,
        );
    }
    let program = dir.join("p");
    let folder = format!("-L{}", dir.display());
    let path = format!("-Wl,-rpath,{}", dir.display());
    build(
        "angora",
        &[&folder, "-llinked", &path],
        &["loader.c"],
        &program,
    );
    let mut engine = Engine::start(Kind::Angora, &program, Input::Stdin);
    for name in ["linked", "loaded"] {
        let library = dir.join(format!("lib{name}.so"));
        let site = Sites::of(&library, "library.c").id("number", "integer");
        let condition = condition(site, op::EQUAL, 1);
        let told = engine.ask(condition, &[1, 0, 2, 0]).condition;
        let read = if name == "linked" { 1 } else { 2 };
        assert_eq!((told.held, told.operands), (0, [read, 0x4321]), "{name}");
        let told = engine.ask(condition, &[0x21, 0x43, 0x21, 0x43]);
        assert_eq!((told.condition.held, told.end), (1, End::Exit(3)));
    }
}
