//! What an engine knows is a track file alone: `fz taint` says in one build of a program which bytes to change, and the
//! other one does what it said.

use fz_abi::angora::Condition;
use fz_tests::tracks::{self, Track};

use crate::{
    engine::{End, Engine, Input, Kind},
    *,
};

const NOT_EQUAL: u32 = 33;
const LESS: u32 = 36;
const SIGNED_GREATER: u32 = 38;
const HELD: u32 = 1;
const DONE: u32 = 2;

/// What the taint build says of an input.
fn track(program: &Path, input: &[u8], how: Input, dir: &Path) -> Track {
    let (seed, file) = (dir.join("seed"), dir.join("track"));
    fs::write(&seed, input).unwrap();
    let mut taint = Command::new(fz().join("bin/fz"));
    fz_tests::env::bare(&mut taint)
        .args(["taint", "--format", "angora"])
        .arg(program)
        .arg("-i")
        .arg(&seed)
        .arg("-o")
        .arg(&file);
    if how == Input::File {
        taint.args(["--", "@@"]);
    }
    run(&mut taint);
    tracks::read(&fs::read(file).unwrap())
}

/// No condition holds, and no two bytes are the same.
fn begin() -> Vec<u8> {
    (1..=32).collect()
}

/// What is compared, and what is to be there so that it comes out the other way; `None`: no such value is known.
fn wanted(track: &Track, number: usize) -> Option<(Vec<u8>, Vec<u8>)> {
    let condition = &track.conditions[number];
    let texts = track.texts.iter().find(|(n, ..)| *n == number as u64);
    if let (FUNCTION, Some((_, a, b))) = (condition.op, texts) {
        return (condition.lb1 != 0).then(|| (a.clone(), b.clone()));
    }
    // The label of the constant is 0.
    if condition.lb1 == 0 || condition.lb2 != 0 {
        return None;
    }
    let value = condition.arg2;
    let value = match (condition.op & 0xff, condition.condition) {
        (SWITCH, DONE) => return None,
        (EQUAL, HELD) | (NOT_EQUAL, 0) => value.wrapping_add(1),
        (EQUAL | NOT_EQUAL | SWITCH, _) => value,
        (LESS | SIGNED_LESS, 0) => value.wrapping_sub(1),
        (GREATER | SIGNED_GREATER, 0) => value.wrapping_add(1),
        (LESS | SIGNED_LESS | GREATER | SIGNED_GREATER, _) => value,
        (FLOAT_GREATER, 0) => (f64::from_bits(value) + 1.0).to_bits(),
        _ => return None,
    };
    let number = |word: u64| word.to_le_bytes()[..condition.size as usize].to_vec();
    Some((number(condition.arg1), number(value)))
}

/// Asks for all conditions of a track, and flips those that can be: how many.
fn flip(engine: &mut Engine, track: &Track, input: &[u8]) -> usize {
    let mut flipped = 0;
    for (number, condition) in track.conditions.iter().enumerate() {
        let asked = Condition {
            id: condition.cmpid,
            context: condition.context,
            order: condition.order,
            op: condition.op,
            size: condition.size,
            condition: condition.condition,
            operands: [condition.arg1, condition.arg2],
            ..Condition::default()
        };
        // Of what nobody branches on the other build says nothing.
        if condition.op & 0x4000 != 0 || condition.op & 0x200 != 0 {
            continue;
        }
        let told = engine.ask(asked, input).condition;
        assert_ne!(told.held, Condition::UNREACHED, "{condition:?}");
        if condition.op != FUNCTION {
            assert_eq!(
                told.held,
                u32::from(condition.condition != 0),
                "{condition:?}"
            );
        }
        if condition.op > FLOAT_GREATER && condition.op != FUNCTION {
            assert_eq!(
                told.operands,
                [condition.arg1, condition.arg2],
                "{condition:?}"
            );
        }
        let bytes = track.segments(condition.lb1).into_iter();
        let bytes: Vec<usize> = bytes
            .flat_map(|(_, begin, end)| begin as usize..end as usize)
            .collect();
        let now: Vec<u8> = bytes.iter().map(|at| input[*at]).collect();
        let wanted = wanted(track, number).filter(|(before, _)| *before == now);
        let Some((_, after)) = wanted else {
            continue;
        };
        let mut changed = input.to_vec();
        for (at, byte) in bytes.into_iter().zip(after) {
            changed[at] = byte;
        }
        // That would never end.
        if changed[31] == b'?' {
            continue;
        }
        let after = engine.ask(asked, &changed).condition;
        assert_ne!(after.held, told.held, "{condition:?}: {changed:?}");
        flipped += 1;
    }
    flipped
}

#[test]
fn an_engine_flips_branches_by_the_track_file() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let (followed, fast) = (dir.join("followed"), dir.join("fast"));
    for flags in [&[][..], &["-DHARNESS"]] {
        let mut compiler = Command::new(fz().join("bin/fz-cc"));
        fz_tests::env::bare(&mut compiler)
            .args(["--fz-profile=taint", "-O2", "-g"])
            .args(flags)
            .arg(source("conditions.c"))
            .arg("-o")
            .arg(&followed);
        run(&mut compiler);
        for (profile, kind) in [("angora", Kind::Angora), ("valkyrie", Kind::Valkyrie)] {
            build(profile, flags, &["conditions.c"], &fast);
            for how in [Input::Stdin, Input::File] {
                let track = track(&followed, &begin(), how, dir);
                let mut engine = Engine::start(kind, &fast, how);
                assert_eq!(engine.run(&begin()).end, End::Exit(0));
                // Equal, below, three cases, named, real, eight in a row, the same twice, and one that ends it all.
                assert!(flip(&mut engine, &track, &begin()) >= 17, "{track:#?}");
            }
        }
    }
}

/// As the engine starts it: by a path, with the input's behind it, and a variable that says where the file goes.
#[test]
fn a_script_is_a_track_build() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let mut compiler = Command::new(fz().join("bin/fz-cc"));
    fz_tests::env::bare(&mut compiler)
        .args(["--fz-profile=taint", "-O2", "-g"])
        .arg(source("conditions.c"))
        .arg("-o")
        .arg(dir.join("program"));
    run(&mut compiler);
    let mut help = Command::new(fz().join("bin/fz"));
    let help = run(help.args(["taint", "--help"]));
    let script = help.lines().skip_while(|l| !l.contains("#!/bin/sh"));
    let script: Vec<_> = script.map(str::trim_start).collect();
    let script = script
        .join("\n")
        .replace("exec fz", &format!("exec {}/bin/fz", fz().display()));
    assert!(
        script.starts_with("#!/bin/sh\n# __dfsw___angora_trace_cmp_tt\nexec "),
        "{help}"
    );
    fs::write(dir.join("track"), script).unwrap();
    run(Command::new("chmod").arg("+x").arg(dir.join("track")));
    fs::write(dir.join("input"), begin()).unwrap();
    let mut track = Command::new(dir.join("track"));
    fz_tests::env::bare(&mut track)
        .current_dir(dir)
        .arg(dir.join("input"))
        .env("ANGORA_TRACK_OUTPUT", dir.join("out"));
    run(&mut track);
    let found = tracks::read(&fs::read(dir.join("out")).unwrap());
    assert!(found.conditions.len() > 17, "{found:#?}");
}
