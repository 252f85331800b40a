//! Integers, pointers, floating-point numbers, switches, and conditions of several.

use std::{fmt::Write, fs};

use fz_harness::random::Random;

use super::{
    evaluator::{self, Both, FAR, FORMATS, RELATIONS, Relation},
    program::{Call, Left, called},
};

const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// A function in IR with one branch, its calls, and what each has to leave: the distances to a result of 1 and of 0.
struct Case {
    body: String,
    calls: Vec<(u128, u128)>,
    width: u32,
    expected: Box<dyn Fn(u128, u128) -> Both>,
}

/// A function that loads two operands and branches on what `condition` computes as `%c`.
fn body(ty: &str, condition: &str) -> String {
    format!(
        "(ptr %a, ptr %b, i64 %n) {{\n  %x = load {ty}, ptr %a, align 1\n  %y = load {ty}, ptr %b, align 1\n  \
         {condition}\n  br i1 %c, label %yes, label %no\nyes:\n  ret i32 1\nno:\n  ret i32 0\n}}\n"
    )
}

/// The third argument.
fn mixed(a: u128, b: u128) -> u64 {
    (a ^ b) as u64
}

fn in_memory(width: u32, value: u128) -> Vec<u8> {
    value.to_le_bytes()[..width.div_ceil(8) as usize].to_vec()
}

/// Compiles the cases at each level, and compares what all calls leave.
fn check(name: &str, cases: &[Case]) {
    check_in("", name, cases);
}

/// The same in a profile with more lines.
fn check_in(lines: &str, name: &str, cases: &[Case]) {
    for level in LEVELS {
        let scratch = tempfile::tempdir().unwrap();
        let mut source = "target triple = \"x86_64-pc-linux-gnu\"\n".to_owned();
        let mut calls = Vec::new();
        for (function, case) in cases.iter().enumerate() {
            write!(source, "define i32 @f{function}{}", case.body).unwrap();
            calls.extend(case.calls.iter().map(|(a, b)| Call {
                function,
                outcomes: 2,
                a: in_memory(case.width, *a),
                b: in_memory(case.width, *b),
                n: mixed(*a, *b),
            }));
        }
        let file = format!("{name}.ll");
        fs::write(scratch.path().join(&file), source).unwrap();
        let left = called(scratch.path(), lines, &file, level, cases.len(), &calls);
        let mut left = left.iter();
        for case in cases {
            // Where the optimiser has turned a compare round, so are its outcomes: the same for all calls.
            let mut turned = None;
            for (a, b) in &case.calls {
                let found = left.next().unwrap();
                let [to_hold, to_fail] = (case.expected)(*a, *b);
                let expected = match found.result {
                    1 => [0, to_fail],
                    _ => [to_hold, 0],
                };
                assert_eq!(
                    i32::from(to_hold == 0),
                    found.result,
                    "{}: {a:#x} {b:#x}",
                    case.body
                );
                let is_turned = *turned.get_or_insert(found.distances[0] != expected[0]);
                let distances = match is_turned {
                    true => [found.distances[1], found.distances[0]],
                    false => [found.distances[0], found.distances[1]],
                };
                assert_eq!(
                    (found.touched, distances),
                    (1, expected),
                    "{level} {}: {a:#x} {b:#x}",
                    case.body
                );
            }
        }
    }
}

/// Numbers of a width around which compares change their minds, and random ones.
fn edges(width: u32, random: &mut Random) -> Vec<u128> {
    let mask = u128::MAX >> (128 - width);
    let sign = 1u128 << (width - 1);
    let mut all = vec![0, 1, 2, sign - 1, sign, sign + 1, mask - 1, mask];
    for _ in 0..6 {
        let bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
        // Of every size.
        all.push(bits >> random.below(128) & mask);
    }
    all
}

fn pairs(numbers: &[u128]) -> Vec<(u128, u128)> {
    let pair = |a: &u128| numbers.iter().map(|b| (*a, *b)).collect::<Vec<_>>();
    numbers.iter().flat_map(pair).collect()
}

fn predicate(relation: Relation, is_signed: bool) -> String {
    let sign = if is_signed { "s" } else { "u" };
    match relation {
        Relation::Equal => "eq".to_owned(),
        Relation::Differ => "ne".to_owned(),
        Relation::Less => format!("{sign}lt"),
        Relation::LessOrEqual => format!("{sign}le"),
        Relation::Greater => format!("{sign}gt"),
        Relation::GreaterOrEqual => format!("{sign}ge"),
    }
}

/// Each compare of a type, if it makes a difference with each sign.
fn integers(ty: &str, width: u32, calls: &[(u128, u128)]) -> Vec<Case> {
    let mut cases = Vec::new();
    for relation in RELATIONS {
        for is_signed in [false, true] {
            let is_equality = matches!(relation, Relation::Equal | Relation::Differ);
            if is_equality && is_signed {
                continue;
            }
            let predicate = predicate(relation, is_signed);
            let expected = move |a, b| evaluator::integers(relation, is_signed, width, a, b);
            cases.push(Case {
                body: body(ty, &format!("%c = icmp {predicate} {ty} %x, %y")),
                calls: calls.to_vec(),
                width,
                expected: Box::new(expected),
            });
        }
    }
    cases
}

#[test]
fn all_compares_of_bytes() {
    let all: Vec<u128> = (0..256).collect();
    let mut cases = integers("i8", 8, &pairs(&all));
    let by_itself: Vec<_> = all.iter().map(|a| (*a, 0)).collect();
    for constant in [77u128, 0xfd, 0x90] {
        for relation in RELATIONS {
            for is_signed in [false, true] {
                let predicate = predicate(relation, is_signed);
                let condition = format!("%c = icmp {predicate} i8 %x, {constant}");
                let expected = move |a, _| evaluator::integers(relation, is_signed, 8, a, constant);
                cases.push(Case {
                    body: body("i8", &condition),
                    calls: by_itself.clone(),
                    width: 8,
                    expected: Box::new(expected),
                });
            }
        }
    }
    check("bytes", &cases);
}

#[test]
fn compares_of_wider_integers_and_of_pointers() {
    let mut random = Random::new(29);
    let mut cases = Vec::new();
    for width in [7, 16, 24, 32, 47, 64, 65, 100, 128] {
        let calls = pairs(&edges(width, &mut random));
        cases.extend(integers(&format!("i{width}"), width, &calls));
    }
    cases.extend(
        integers("ptr", 64, &pairs(&edges(64, &mut random)))
            .into_iter()
            .filter(
                // Addresses have no sign.
                |case| !case.body.contains("icmp s"),
            ),
    );
    check("integers", &cases);
}

/// The predicates of `fcmp` but for `true` and `false`: the relation, and whether it holds for NaN. `None`: `ord`, `uno`.
fn float_predicates() -> Vec<(&'static str, Option<Relation>, bool)> {
    let ordered = ["oeq", "one", "olt", "ole", "ogt", "oge"];
    let unordered = ["ueq", "une", "ult", "ule", "ugt", "uge"];
    let named = |names: [&'static str; 6], or_nan: bool| {
        let all = names.into_iter().zip(RELATIONS);
        all.map(move |(name, relation)| (name, Some(relation), or_nan))
    };
    let mut all: Vec<_> = named(ordered, false)
        .chain(named(unordered, true))
        .collect();
    all.extend([("ord", None, false), ("uno", None, true)]);
    all
}

#[test]
fn compares_of_floating_point_numbers() {
    let mut random = Random::new(30);
    let mut cases = Vec::new();
    for format in FORMATS {
        let sign = 1u128 << (format.width - 1);
        let one_up = format.infinity + 1;
        // Zero, the least, a usual one, the largest, infinity, NaN: with either sign.
        let usual = match format.name {
            "x86_fp80" => 0x3fff_8000_0000_0000_0001,
            _ => format.infinity >> 1,
        };
        let mut numbers = vec![0, 1, usual, usual + 1, format.infinity - 1, format.infinity];
        numbers.push(one_up | 1 << (format.width / 4));
        if format.name == "x86_fp80" {
            // Those with an explicit leading bit that is wrong are no numbers.
            numbers = vec![
                0,
                1,
                usual,
                usual + 1,
                0x7ffe_ffff_ffff_ffff_ffff,
                format.infinity,
            ];
            numbers.push(format.infinity | 1 << 62);
        } else {
            let bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
            numbers.push(bits & (sign - 1));
        }
        let negative: Vec<_> = numbers.iter().map(|n| n | sign).collect();
        numbers.extend(negative);
        for (name, relation, or_nan) in float_predicates() {
            let expected = move |a, b| evaluator::floats(relation, or_nan, format, a, b);
            cases.push(Case {
                body: body(
                    format.name,
                    &format!("%c = fcmp {name} {} %x, %y", format.name),
                ),
                calls: pairs(&numbers),
                width: format.width,
                expected: Box::new(expected),
            });
        }
    }
    check("floats", &cases);
}

#[test]
fn conditions_of_several() {
    let mut random = Random::new(31);
    let mut calls = pairs(&edges(32, &mut random));
    calls.extend([(1, 76), (76, 1), (76 ^ 3, 2)]);
    let less = |a, b| evaluator::integers(Relation::Less, true, 32, a, b);
    let equal = |a, b| evaluator::integers(Relation::Equal, false, 64, mixed(a, b).into(), 77);
    let parts = "%p = icmp slt i32 %x, %y\n  %q = icmp eq i64 %n, 77\n  ";
    let both = move |a: u128, b: u128| -> Both {
        let [p, q] = [less(a, b), equal(a, b)];
        match (p[0], q[0]) {
            (0, 0) => [0, p[1].min(q[1])],
            _ => [p[0].saturating_add(q[0]), 0],
        }
    };
    let either = move |a: u128, b: u128| -> Both {
        let [p, q] = [less(a, b), equal(a, b)];
        match (p[1], q[1]) {
            (0, 0) => [p[0].min(q[0]), 0],
            _ => [0, p[1].saturating_add(q[1])],
        }
    };
    let case = |condition: &str, expected: Box<dyn Fn(u128, u128) -> Both>| Case {
        body: body("i32", &format!("{parts}{condition}")),
        calls: calls.clone(),
        width: 32,
        expected,
    };
    let truth = |a: u128, _: u128| if a & 1 == 1 { [0, 1] } else { [1, 0] };
    // What `select-reedge` leaves, and other profiles have.
    check_in(
        "[[pass]]\nname = 'select-reedge'\nat = 'before-edges'\noff = true\n",
        "several",
        &[
            case("%c = and i1 %p, %q", Box::new(both)),
            case("%c = or i1 %p, %q", Box::new(either)),
            case(
                "%t = trunc i32 %x to i1\n  %c = freeze i1 %t",
                Box::new(truth),
            ),
        ],
    );
}

#[test]
fn each_case_of_a_switch() {
    let mut random = Random::new(32);
    let switches: Vec<(u32, Vec<u64>)> = vec![
        (8, vec![0, 1, 2, 3, 0xff, 0x80, 77]),
        (8, vec![9, 0xfe]),
        (16, vec![0, 0xffff, 5, 6, 7, 0x8000]),
        (32, vec![0x4141_4141, 3, 4, 0xffff_fff0]),
        (64, vec![u64::MAX, 0, 1 << 40, 1 << 63]),
    ];
    for level in LEVELS {
        let scratch = tempfile::tempdir().unwrap();
        let mut source = "target triple = \"x86_64-pc-linux-gnu\"\n".to_owned();
        let mut calls = Vec::new();
        for (function, (width, cases)) in switches.iter().enumerate() {
            let mut text = format!(
                "define i32 @f{function}(ptr %a, ptr %b, i64 %n) {{\n  %x = load i{width}, ptr %a, align 1\n  \
                 switch i{width} %x, label %l0 ["
            );
            for (at, case) in cases.iter().enumerate() {
                write!(text, " i{width} {case}, label %l{}", at + 1).unwrap();
            }
            text += " ]\n";
            for at in 0..=cases.len() {
                write!(text, "l{at}:\n  ret i32 {at}\n").unwrap();
            }
            source += &text;
            source += "}\n";
            let numbers = match width {
                8 => (0..256).collect(),
                _ => edges(*width, &mut random),
            };
            let around = cases
                .iter()
                .flat_map(|c| [c.wrapping_sub(1), *c, c.wrapping_add(1)]);
            let mask = u64::MAX >> (64 - width);
            let numbers = numbers.into_iter().chain(around.map(|n| (n & mask).into()));
            calls.extend(numbers.map(|value| Call {
                function,
                outcomes: cases.len() + 1,
                a: in_memory(*width, value),
                b: Vec::new(),
                n: value as u64,
            }));
        }
        fs::write(scratch.path().join("switches.ll"), source).unwrap();
        let left = called(
            scratch.path(),
            "",
            "switches.ll",
            level,
            switches.len(),
            &calls,
        );
        for (call, found) in calls.iter().zip(&left) {
            let (width, cases) = &switches[call.function];
            let mask = u64::MAX >> (64 - width);
            let expected = evaluator::switch(*width, call.n & mask, cases);
            let zero = expected.iter().position(|d| *d == 0).unwrap();
            assert_eq!(found.result as usize, zero, "{call:?}");
            let Left {
                touched, distances, ..
            } = found;
            assert_eq!((*touched, distances), (1, &expected), "{level} {call:?}");
        }
    }
}

/// A difference that 64 bits cannot hold.
#[test]
fn distances_end_at_the_largest() {
    let apart = evaluator::integers(Relation::Less, false, 64, u64::MAX.into(), 0);
    assert_eq!(apart, [FAR, 0]);
    let wide = evaluator::integers(Relation::Equal, false, 128, 1 << 127, 0);
    assert_eq!(wide, [FAR, 0]);
}
