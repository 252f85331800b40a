//! Inputs of any size, the same each time.

use std::fmt::Write;

use crate::random::Random;

/// Values in a list: numbers, words, lists and objects.
pub fn json(bytes: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::from("[");
    while text.len() < bytes {
        value(&mut random, &mut text, 0);
        text.push(',');
    }
    text + "null]"
}

fn value(random: &mut Random, text: &mut String, depth: usize) {
    let kind = match depth {
        0..5 => random.below(10),
        _ => random.below(5),
    };
    match kind {
        0 => write!(text, "{}", random.below(2_000_000) as i64 - 1_000_000),
        1 => write!(text, "{}.{}", random.below(1000), random.below(100_000)),
        2 | 3 => {
            let length = random.below(20);
            write!(text, "\"{}{}\"", "s".repeat(length), random.below(1000))
        }
        4 => write!(text, "{}", ["true", "false", "null"][random.below(3)]),
        5 | 6 => {
            text.push('[');
            several(random, text, |random, text| value(random, text, depth + 1));
            write!(text, "]")
        }
        _ => {
            text.push('{');
            several(random, text, |random, text| {
                write!(text, "\"key{}\": ", random.below(100)).expect("writing to a string");
                value(random, text, depth + 1);
            });
            write!(text, "}}")
        }
    }
    .expect("writing to a string");
}

fn several(random: &mut Random, text: &mut String, one: impl Fn(&mut Random, &mut String)) {
    for at in 0..random.below(8) {
        if at > 0 {
            text.push_str(", ");
        }
        one(random, text);
    }
}

/// Elements with attributes and text in one another.
pub fn xml(bytes: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::from("<?xml version='1.0'?>\n<root>");
    while text.len() < bytes {
        elements(&mut random, &mut text, 0);
    }
    text + "</root>\n"
}

fn elements(random: &mut Random, text: &mut String, depth: usize) {
    if depth > 5 || random.below(10) < 3 {
        write!(text, "text {} &amp; more", random.below(10_000)).expect("writing to a string");
        return;
    }
    for at in 0..1 + random.below(4) {
        let value = "v".repeat(random.below(9));
        let number = random.below(100);
        write!(text, "<e{at} a='{number}' b=\"{value}\">").expect("writing to a string");
        elements(random, text, depth + 1);
        write!(text, "</e{at}>").expect("writing to a string");
    }
}
