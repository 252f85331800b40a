//! Examples computed by hand, and what holds of all comparisons.

use fz_coverage::{
    crashes::Crash,
    joined::Part,
    samples::{crash, run},
    store::Used,
};
use proptest::prelude::*;

use super::{crashes::BugSide, figures::Ccs, *};
use crate::matrix::tests as matrices;

const LIMIT: usize = 10;

/// Of each side, its runs; of each run, its inputs: milliseconds, and what they reach.
type Sides<'a> = &'a [(&'a str, Vec<Vec<(u64, Vec<usize>)>>)];

/// Identity `n` is an edge on line `n` of a.c.
pub fn subject(sides: Sides) -> Subject {
    let scratch = tempfile::tempdir().unwrap();
    let mut runs = Vec::new();
    let mut dealt = Vec::new();
    for (name, of_side) in sides {
        let first = runs.len();
        for (at, inputs) in of_side.iter().enumerate() {
            let inputs = inputs.iter().enumerate();
            let inputs =
                inputs.map(|(n, (time, reached))| (format!("i{n}"), Some(*time), reached.clone()));
            runs.push((run(&format!("{name}{at}")), inputs.collect()));
        }
        dealt.push(Side {
            name: (*name).to_owned(),
            runs: (first..runs.len()).collect(),
        });
    }
    let stores = [matrices::store(
        &scratch.path().join("s"),
        0..LIMIT as u64,
        &runs,
    )];
    let parts: Vec<Vec<Part>> = (0..runs.len())
        .map(|run| vec![Part { store: 0, run }])
        .collect();
    Subject {
        matrix: matrices::read(&stores, &parts).unwrap(),
        sides: dealt,
    }
}

fn example() -> Subject {
    let at = |time: u64, reached: &[usize]| (time, reached.to_vec());
    subject(&[
        (
            "a",
            vec![
                vec![at(0, &[0, 1]), at(50, &[1, 2, 3])],
                vec![at(100, &[0, 1, 2])],
                vec![at(0, &[0, 1, 4])],
                vec![at(0, &[0]), at(100, &[1])],
            ],
        ),
        (
            "b",
            vec![
                vec![at(0, &[0, 1]), at(20, &[5, 6])],
                vec![at(0, &[0, 1, 5])],
            ],
        ),
    ])
}

fn compared(subject: Subject) -> (Program, Vec<String>) {
    let mut comparison = compare(&[subject], &Request::default(), Vec::new()).unwrap();
    (comparison.programs.remove(0), comparison.notes)
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn definitions_are_those_of_the_paper() {
    let (program, notes) = compared(example());
    let kind = program.main().unwrap();
    assert_eq!((kind.known, kind.reached, kind.common), (10, 7, 2));
    let [a, b] = &kind.sides[..] else { panic!() };
    assert_eq!((&a.runs, &b.runs), (&vec![4, 3, 3, 2], &vec![4, 3]));
    assert_eq!((a.total, a.only, a.gained, a.missed), (5, 3, 0, 0));
    assert_eq!((b.total, b.only, b.gained, b.missed), (4, 2, 2, 3));
    assert_eq!((b.gained_percent, b.missed_percent), (40.0, 60.0));
    // Consistencies 100 100 50 25 25: about their median 50 the distances are 50 50 0 25 25. (Their mean is 60, and the
    // mean distance from that 32.)
    assert_eq!(a.consistency, [2, 1, 0, 2]);
    assert_eq!(
        a.ccs,
        Some(Ccs {
            median: 50.0,
            mad: 25.0
        })
    );
    // 100 100 100 50
    assert_eq!(b.consistency, [1, 3]);
    assert_eq!(
        b.ccs,
        Some(Ccs {
            median: 100.0,
            mad: 0.0
        })
    );
    // b's 4 is above 3, 3, 2 and equal to 4; its 3 is above 2 and equal to 3, 3. Of the 15 ways to choose two of 2 3 3 3 4
    // 4, U is at most 5.5 in 14.
    let test = b.test.unwrap();
    assert!(
        is_near(test.u, 5.5) && is_near(test.a12, 5.5 / 8.0),
        "{test:?}"
    );
    assert!(is_near(test.p, 14.0 / 15.0), "{test:?}");
    assert_eq!(a.test, None);
    assert_eq!(
        (program.only(0), program.only(1)),
        (vec![2, 3, 4], vec![5, 6])
    );
    assert_eq!(program.difficulty.reached_by, [3, 3, 2, 0, 0, 0, 2]);
    let hardest: Vec<(usize, u32)> = program.difficulty.hardest.clone();
    assert_eq!(hardest, [(3, 1), (4, 1), (6, 1), (2, 2), (5, 2)]);
    // 2 of 6 can be chosen in 15 ways: 2/15.
    assert_eq!(
        notes,
        [
            "p: 2 runs of b and 4 of a cannot differ with p < 0.05, whatever they reach (the least is 0.133): 4 runs a side can"
        ]
    );
}

/// 4 against 4 can have p = 2/70; Holm multiplies the least of three by three.
#[test]
fn corrections_need_more_runs() {
    let side = |name| (name, vec![vec![(0, vec![0])]; 4]);
    let (_, notes) = compared(subject(&[side("a"), side("b")]));
    assert_eq!(notes, [""; 0]);
    let (_, notes) = compared(subject(&[side("a"), side("b"), side("c"), side("d")]));
    let said = "p: 4 runs of b, c, d and 4 of a cannot differ with p < 0.05 once that is corrected for 3 tests (the least is 0.086): more runs a side can";
    assert_eq!(notes, [said]);
}

#[test]
fn curves_are_of_what_was_first_reached() {
    let (program, _) = compared(example());
    let [a, b] = &program.over_time[..] else {
        panic!()
    };
    let at = |curve: &Curve, seconds: f64| {
        let mut points = curve.points.iter();
        let found = points.rfind(|p| is_near(p.seconds, seconds));
        found
            .map(|p| (p.low, p.median, p.high, p.together))
            .unwrap()
    };
    // Runs of a: 2 0 3 1, then 4 0 3 1, then 4 3 3 2.
    assert_eq!(at(a, 0.0), (0.0, 1.5, 3.0, 3));
    assert_eq!(at(a, 0.05), (0.0, 2.0, 4.0, 5));
    assert_eq!(at(a, 0.1), (2.0, 3.0, 4.0, 5));
    // b ended earlier.
    assert_eq!(at(b, 0.0), (2.0, 2.5, 3.0, 3));
    assert_eq!(at(b, 0.1), (3.0, 3.5, 4.0, 4));
}

#[test]
fn parts_are_counted_by_themselves() {
    let (program, _) = compared(example());
    let sorts: Vec<(&str, usize)> = program
        .groups
        .iter()
        .map(|g| (g.by, g.rows.len()))
        .collect();
    assert_eq!(sorts, [("directory", 0), ("file", 1), ("function", 1)]);
    let row = &program.groups[1].rows[0];
    assert_eq!((row.name.as_str(), row.known, row.reached), ("a.c", 10, 7));
    let b = &row.sides[1];
    assert_eq!((b.total, b.gained, b.missed, b.median), (4, 2, 3, 3.5));
}

#[test]
fn what_is_not_selected_does_not_count() {
    let scratch = tempfile::tempdir().unwrap();
    let patch = scratch.path().join("p.diff");
    let text = "--- a/a.c\n+++ b/a.c\n@@ -4,1 +4,3 @@\n same\n+new\n+more\n";
    std::fs::write(&patch, text).unwrap();
    let request = Request {
        baseline: Some("b".to_owned()),
        wanted: Wanted::of(&[], Some(&patch)).unwrap(),
        ..Request::default()
    };
    let comparison = compare(&[example()], &request, Vec::new()).unwrap();
    let program = &comparison.programs[0];
    // Only lines 5 and 6 are looked at, which only b reaches.
    let [a, b] = &program.main().unwrap().sides[..] else {
        panic!()
    };
    assert_eq!((a.total, a.missed, b.total, program.baseline), (0, 2, 2, 1));
    assert_eq!(a.ccs, None);
    let request = Request {
        baseline: Some("c".to_owned()),
        ..Request::default()
    };
    let error = compare(&[example()], &request, Vec::new())
        .unwrap_err()
        .to_string();
    assert!(error.contains("unknown side `c`"), "{error}");
}

#[test]
fn verdicts_do_not_believe_totals() {
    let said = |a: &[usize], b: &[usize]| {
        let (program, _) = compared(subject(&[
            ("a", vec![vec![(0, a.to_vec())]]),
            ("b", vec![vec![(0, b.to_vec())]]),
        ]));
        let figures = program.main().unwrap();
        verdict::verdict(program.kind, &figures.sides[1], &figures.sides[0])
    };
    for (a, b, words) in [
        (
            &[1, 2, 3][..],
            &[1, 2, 3][..],
            "b and a reach the same edges",
        ),
        (
            &[1, 2],
            &[1, 2, 3],
            "No clear winner between b and a: b reaches all edges that a does, and 1 more (1 and 1 runs are too few to tell)",
        ),
        (
            &[1, 2],
            &[1],
            "No clear winner between b and a: b reaches nothing new, and misses 1 edges of a's (1 and 1 runs are too few to tell)",
        ),
        (
            &[1, 2, 3, 4],
            &[1, 2, 7, 8],
            "No clear winner between b and a: 4 against 4 edges: b alone reached 2, a alone 2 (1 and 1 runs are too few to tell)",
        ),
        (
            &[1, 2, 3, 4],
            &[1, 2, 3, 7, 8],
            "No clear winner between b and a: b reaches 2 edges that a does not, and misses 1 (1 and 1 runs are too few to tell)",
        ),
    ] {
        assert_eq!(said(a, b), words);
    }
}

#[test]
fn a_winner_is_named_where_chance_is_not_enough() {
    let said = |b: [&[usize]; 4]| {
        let run = |numbers: &[usize]| vec![(0, numbers.to_vec())];
        let (program, _) = compared(subject(&[
            ("a", vec![run(&[1, 2, 3]); 4]),
            ("b", b.map(run).to_vec()),
        ]));
        let figures = program.main().unwrap();
        verdict::verdict(program.kind, &figures.sides[1], &figures.sides[0])
    };
    let more = [1, 2, 3, 4, 5];
    assert_eq!(
        said([&more; 4]),
        "b reaches all edges that a does, and 2 more; its runs reach more than a's (p = 0.029)"
    );
    assert_eq!(
        said([&[1, 2, 7], &[1, 2, 8], &[2, 3, 7], &[1, 2, 8]]),
        "No clear winner between b and a: b reaches all edges that a does, and 2 more (p = 1.000)"
    );
}

/// What `fz cov report --view compare` prints, in whole.
#[test]
fn texts_name_what_was_gained_and_missed() {
    let subjects = [example()];
    let comparison = compare(&subjects, &Request::default(), Vec::new()).unwrap();
    let matrices = [&subjects[0].matrix];
    let text = text::text(&comparison, &matrices, 2);
    for line in [
        "  a: 4 runs, 6 inputs (baseline)",
        "edges: 7 of 10 reached, 2 of them by every side",
        "  b      4    3.5     2  +2 (40.0 %)  -3 (60.0 %)  (100, 0)  0.69  0.933 (0.933)",
        "  No clear winner between b and a: b reaches 2 edges that a does not, and misses 3 (2 and 4 runs are too few to tell)",
        "       +2      -3  a.c",
        "edges that b reaches and a does not",
        "     2 of 2 runs  a.c:5:3: x5 < 3: true",
        "  and 1 more (--limit 0 shows all)",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
    let json = json::json(&comparison, &matrices).unwrap();
    let mut kinds = json["programs"][0]["kinds"].as_array().unwrap().iter();
    let b = &kinds.find(|k| k["kind"] == "edge").unwrap()["sides"][1];
    assert_eq!(
        (&b["gained-percent"], &b["ccs"]["mad"]),
        (&40.0.into(), &0.0.into())
    );
    let gained = &json["programs"][0]["identities"]["sides"]["b"]["gained"];
    assert_eq!(
        (gained[0]["line"].as_u64(), gained[1]["line"].as_u64()),
        (Some(5), Some(6))
    );
}

/// Two bugs: a finds one in two of its runs, b the other, and the first with one of two inputs.
#[test]
fn bugs_are_compared_as_identities_are() {
    let mut subject = example();
    let at = |run: usize, input: &str, time: u64, function: &str| Crash {
        run,
        input: input.into(),
        time: Some(time),
        ..crash("SIGSEGV", &["!raise", &format!("{function} a.c 3"), "main"])
    };
    subject.matrix.crashes = vec![
        at(0, "x", 70, "f"),
        at(0, "y", 50, "f"),
        at(2, "x", 90, "f"),
        at(4, "x", 10, "f"),
        at(5, "x", 20, "g"),
    ];
    let (program, _) = compared(subject);
    let Crashes { figures, bugs } = program.crashes.unwrap();
    assert_eq!((figures.known, figures.reached, figures.common), (2, 2, 1));
    let b = &figures.sides[1];
    assert_eq!(
        (b.total, b.gained, b.missed, &b.runs),
        (2, 1, 0, &vec![1, 1])
    );
    assert_eq!(
        figures.sides[0].ccs,
        Some(Ccs {
            median: 50.0,
            mad: 0.0
        })
    );
    assert_eq!(bugs[0].title, "SIGSEGV at a.c:3 in f");
    let found = |inputs, runs, first| BugSide {
        inputs,
        runs,
        first,
    };
    assert_eq!(
        bugs[0].sides,
        [found(3, 2, Some(50)), found(1, 1, Some(10))]
    );
    assert_eq!(bugs[1].sides, [found(0, 0, None), found(1, 1, Some(20))]);
}

#[test]
fn what_runs_used_is_summed_where_all_is_known() {
    let mut subject = example();
    for (run, cpu) in subject.matrix.runs.iter_mut().zip(1..) {
        run.run.used = Used {
            cpu: Some(cpu * 3_600_000),
            executions: (cpu < 6).then_some(100),
            memory: Some(cpu << 20),
            ..Used::default()
        };
    }
    let (program, _) = compared(subject);
    let [a, b] = &program.resources[..] else {
        panic!()
    };
    // 4, 3, 3, 2 edges in 1, 2, 3, 4 hours: 4, 1.5, 1, 0.5 an hour.
    assert_eq!(
        (a.cpu_seconds, a.reached_per_cpu_hour),
        (Some(36_000.0), Some(1.25))
    );
    assert_eq!(
        (a.executions, a.memory, a.wall_seconds),
        (Some(400), Some(4 << 20), None)
    );
    assert_eq!((b.executions, b.memory), (None, Some(6 << 20)));
}

#[test]
fn columns_of_a_long_kind_stand_apart() {
    let mut subjects = [example()];
    for run in &mut subjects[0].matrix.runs {
        run.run.used.cpu = Some(1);
    }
    let mut comparison = compare(&subjects, &Request::default(), Vec::new()).unwrap();
    comparison.programs[0].kind = Kind::Function;
    let text = text::text(&comparison, &[&subjects[0].matrix], 9);
    assert!(text.contains("MiB  functions per CPU hour\n"), "{text}");
}

/// Names come from folders and command lines.
#[test]
fn names_cannot_steer_a_terminal() {
    let run = || vec![vec![(0, vec![1])]];
    let subjects = [subject(&[("a\nb", run()), ("\u{1b}[31m", run())])];
    let comparison = compare(&subjects, &Request::default(), Vec::new()).unwrap();
    let text = text::text(&comparison, &[&subjects[0].matrix], 9);
    assert!(
        text.contains("⟪U+000A⟫") && text.contains("⟪U+001B⟫[31m"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}') && !text.contains("a\nb"), "{text}");
}

#[test]
fn every_picture_has_its_figures_beside_it() {
    let scratch = tempfile::tempdir().unwrap();
    let subjects = [example()];
    let comparison = compare(&subjects, &Request::default(), Vec::new()).unwrap();
    files::write(&comparison, &[&subjects[0].matrix], scratch.path()).unwrap();
    let read = |name: &str| std::fs::read_to_string(scratch.path().join(name)).unwrap();
    for name in ["sides", "over-time", "consistency", "difficulty"] {
        assert!(read(&format!("{name}.svg")).starts_with("<svg"), "{name}");
        let rows = read(&format!("{name}.csv")).lines().count();
        let json: serde_json::Value = serde_json::from_str(&read(&format!("{name}.json"))).unwrap();
        assert_eq!(json.as_array().unwrap().len() + 1, rows, "{name}");
    }
    assert!(
        read("consistency.csv").contains("a,4,4,2,"),
        "{}",
        read("consistency.csv")
    );
    let identities = read("identities.csv");
    assert!(
        identities.contains(",5,3,f,x5 < 3,true,2,0,2\n"),
        "{identities}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Who is the baseline changes signs only.
    #[test]
    fn comparing_is_symmetric(
        a in proptest::collection::vec(proptest::collection::vec((0u64..9, proptest::collection::vec(0..LIMIT, 0..5)), 0..4), 1..5),
        b in proptest::collection::vec(proptest::collection::vec((0u64..9, proptest::collection::vec(0..LIMIT, 0..5)), 0..4), 1..5),
    ) {
        let (one, _) = compared(subject(&[("a", a.clone()), ("b", b.clone())]));
        let (other, _) = compared(subject(&[("b", b), ("a", a)]));
        let (one, other) = (one.main().unwrap(), other.main().unwrap());
        prop_assert_eq!((one.known, one.reached, one.common), (other.known, other.reached, other.common));
        let (x, y) = (&one.sides[1], &other.sides[1]);
        prop_assert_eq!((x.gained, x.missed), (y.missed, y.gained));
        prop_assert_eq!((x.only, x.gained), (other.sides[0].only, one.sides[1].only));
        prop_assert_eq!(x.total + x.missed, one.sides[0].total + x.gained);
        prop_assert_eq!(x.ccs, other.sides[0].ccs);
        let (s, t) = (x.test.unwrap(), y.test.unwrap());
        prop_assert!(is_near(s.p, t.p) && is_near(s.a12, 1.0 - t.a12));
        prop_assert_eq!(x.consistency.iter().sum::<usize>(), x.total);
    }
}
