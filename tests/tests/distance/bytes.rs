//! Functions that compare and search strings and memory, with two operands that vary.

use std::fs;

use fz_harness::random::Random;

use super::{
    evaluator::{self, Both, RELATIONS, Relation},
    program::{Call, called},
};

/// How operands are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Memory,
    Text,
    Prefix,
    Folded,
    FoldedPrefix,
    FindText,
    FindFolded,
    FindMemory,
}

/// A function with one branch: how it compares, the relation that returns 1, and its condition in C.
struct Function {
    how: How,
    relation: Relation,
    condition: String,
}

fn functions() -> Vec<Function> {
    let signs = ["==", "!=", "<", "<=", ">", ">="];
    let compares = [
        (How::Memory, "memcmp(a, b, n)"),
        (How::Text, "strcmp(a, b)"),
        (How::Prefix, "strncmp(a, b, n)"),
        (How::Folded, "strcasecmp(a, b)"),
        (How::FoldedPrefix, "strncasecmp(a, b, n)"),
    ];
    let mut all = Vec::new();
    for (how, call) in compares {
        for (relation, sign) in RELATIONS.into_iter().zip(signs) {
            all.push(Function {
                how,
                relation,
                condition: format!("{call} {sign} 0"),
            });
        }
    }
    for (how, call) in [
        (How::FindText, "strstr(a, b)"),
        (How::FindFolded, "strcasestr(a, b)"),
        (How::FindMemory, "memmem(a, n >> 32, b, (unsigned)n)"),
    ] {
        for (relation, sign) in [(Relation::Equal, "!="), (Relation::Differ, "==")] {
            all.push(Function {
                how,
                relation,
                condition: format!("{call} {sign} 0"),
            });
        }
    }
    all
}

/// Few characters, so that operands often begin alike.
fn text(random: &mut Random, longest: usize) -> Vec<u8> {
    let length = random.below(longest + 1);
    let mut one = || *random.pick(b"aaabBAz[@\x80\xff");
    (0..length).map(|_| one()).collect()
}

fn call(how: How, function: usize, random: &mut Random) -> Call {
    let ended = |mut text: Vec<u8>| {
        text.push(0);
        text
    };
    let mut a = text(random, 9);
    let mut b = match random.chance(40) {
        true => a.clone(),
        false => text(random, 9),
    };
    let n = match how {
        How::Memory => {
            let n = a.len().min(b.len());
            a.truncate(n);
            b.truncate(n);
            n as u64
        }
        How::Prefix | How::FoldedPrefix => {
            // Operands that a length ends have no NUL.
            let n = random.below(11);
            for operand in [&mut a, &mut b] {
                match operand.len() >= n {
                    true => operand.truncate(n),
                    false => operand.push(0),
                }
            }
            n as u64
        }
        How::FindMemory => {
            b.truncate(4);
            (a.len() as u64) << 32 | b.len() as u64
        }
        How::Text | How::Folded => {
            (a, b) = (ended(a), ended(b));
            0
        }
        How::FindText | How::FindFolded => {
            b.truncate(3);
            (a, b) = (ended(a), ended(b));
            0
        }
    };
    Call {
        function,
        outcomes: 2,
        a,
        b,
        n,
    }
}

fn expected(function: &Function, call: &Call) -> Both {
    let lowered = |text: &[u8]| text.to_ascii_lowercase();
    let string = |text: &[u8]| text.split(|b| *b == 0).next().unwrap().to_vec();
    let [a, b] = [&call.a, &call.b];
    let padded = |a: Vec<u8>, b: Vec<u8>| {
        let length = a.len().max(b.len());
        let pad = |mut text: Vec<u8>| {
            text.resize(length, 0);
            text
        };
        evaluator::bytes(function.relation, &pad(a), &pad(b))
    };
    let sought = |a: Vec<u8>, b: Vec<u8>| {
        let [to_find, to_miss] = evaluator::found(&a, &b);
        match function.relation {
            Relation::Equal => [to_find, to_miss],
            _ => [to_miss, to_find],
        }
    };
    match function.how {
        How::Memory => padded(a.clone(), b.clone()),
        How::Text | How::Prefix => padded(string(a), string(b)),
        How::Folded | How::FoldedPrefix => padded(lowered(&string(a)), lowered(&string(b))),
        How::FindText => sought(string(a), string(b)),
        How::FindFolded => sought(lowered(&string(a)), lowered(&string(b))),
        How::FindMemory => sought(a.clone(), b.clone()),
    }
}

#[test]
fn strings_and_memory_by_their_bytes() {
    let functions = functions();
    let mut random = Random::new(33);
    let mut calls = Vec::new();
    for (at, function) in functions.iter().enumerate() {
        for _ in 0..400 {
            calls.push(call(function.how, at, &mut random));
        }
    }
    let mut source = "#define _GNU_SOURCE\n#include <string.h>\n#include <strings.h>\n".to_owned();
    for (at, function) in functions.iter().enumerate() {
        source += &format!(
            "int f{at}(const char *a, const char *b, size_t n) {{ if ({}) return 1; return 0; }}\n",
            function.condition
        );
    }
    for level in ["-O0", "-O2"] {
        let scratch = tempfile::tempdir().unwrap();
        fs::write(scratch.path().join("bytes.c"), &source).unwrap();
        let left = called(
            scratch.path(),
            "",
            "bytes.c",
            level,
            functions.len(),
            &calls,
        );
        let mut turned = vec![None; functions.len()];
        for (call, found) in calls.iter().zip(&left) {
            let function = &functions[call.function];
            let [to_hold, to_fail] = expected(function, call);
            let expected = match found.result {
                1 => [0, to_fail],
                _ => [to_hold, 0],
            };
            let what = format!("{level} {}: {call:?}", function.condition);
            assert_eq!(i32::from(to_hold == 0), found.result, "{what}");
            let is_turned = *turned[call.function].get_or_insert(found.distances[0] != expected[0]);
            let distances = match is_turned {
                true => [found.distances[1], found.distances[0]],
                false => [found.distances[0], found.distances[1]],
            };
            assert_eq!((found.touched, distances), (1, expected), "{what}");
        }
    }
}
