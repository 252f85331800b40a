//! Generated decisions, each in a function of its own, over conditions that an input's bits answer. What they were
//! evaluated to, and which conditions that shows to decide, is computed here by walking over the expression.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::ours;
use fz_harness::random::Random;
use xtask::{proc, repo};

/// Of a decision.
const CONDITIONS: std::ops::RangeInclusive<usize> = 2..=40;
const INPUTS: usize = 30;
/// Evaluations of each decision by an input.
const ROUNDS: usize = 12;

enum Expression {
    Condition(usize),
    Not(Box<Expression>),
    Both(bool, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// With these conditions, in their order.
    fn random(conditions: std::ops::Range<usize>, random: &mut Random) -> Expression {
        let (from, count) = (conditions.start, conditions.len());
        if random.below(8) == 0 && count > 1 {
            return Expression::Not(Box::new(Expression::random(conditions, random)));
        }
        if count == 1 {
            return Expression::Condition(from);
        }
        let middle = from + 1 + random.below(count - 1);
        Expression::Both(
            random.below(2) == 0,
            Box::new(Expression::random(from..middle, random)),
            Box::new(Expression::random(middle..conditions.end, random)),
        )
    }

    /// What a `!` before a decision is before: it is no part of that.
    fn decision(self) -> Expression {
        match self {
            Expression::Not(of) => of.decision(),
            other => other,
        }
    }

    fn text(&self, out: &mut String) {
        match self {
            Expression::Condition(at) => write!(out, "BIT({at})").expect("a string"),
            Expression::Not(of) => {
                out.push_str("!(");
                of.text(out);
                out.push(')');
            }
            Expression::Both(is_and, left, right) => {
                out.push('(');
                left.text(out);
                out.push_str(if *is_and { " && " } else { " || " });
                right.text(out);
                out.push(')');
            }
        }
    }

    /// Its value; `asked`: what each condition answered that was asked.
    fn value(&self, bits: &[bool], asked: &mut Vec<Option<bool>>) -> bool {
        match self {
            Expression::Condition(at) => {
                asked[*at] = Some(bits[*at]);
                bits[*at]
            }
            Expression::Not(of) => !of.value(bits, asked),
            Expression::Both(is_and, left, right) => {
                let left = left.value(bits, asked);
                match left == *is_and {
                    true => right.value(bits, asked),
                    false => left,
                }
            }
        }
    }
}

type Seen = BTreeSet<(Vec<Option<bool>>, bool)>;

/// Which conditions evaluations show to decide.
fn shown(seen: &Seen, conditions: usize) -> Vec<bool> {
    let mut shown = vec![false; conditions];
    for (one, result) in seen {
        for (other, _) in seen.iter().filter(|(_, other)| other != result) {
            let both = one.iter().zip(other).enumerate();
            let differ = both.filter(|(_, (a, b))| a.is_some() && b.is_some() && a != b);
            let differ: Vec<usize> = differ.map(|(at, _)| at).collect();
            if let [at] = differ[..] {
                shown[at] = true;
            }
        }
    }
    shown
}

pub fn run(decisions: usize) -> Result<()> {
    let mut random = Random::new(14);
    let expressions: Vec<(usize, Expression)> = (0..decisions)
        .map(|_| {
            let count = random.within(*CONDITIONS.start(), *CONDITIONS.end());
            let expression = Expression::random(0..count, &mut random);
            (count, expression.decision())
        })
        .collect();
    let scratch = tempfile::tempdir()?;
    let program = build(scratch.path(), &expressions)?;
    let longest = *CONDITIONS.end();
    let mut inputs: Vec<PathBuf> = Vec::new();
    let mut seen = vec![Seen::new(); decisions];
    for number in 0..INPUTS {
        let bytes: Vec<u8> = (0..decisions * ROUNDS * longest)
            .map(|_| random.below(2) as u8)
            .collect();
        for (round, bits) in bytes.chunks(longest).enumerate() {
            let at = round % decisions;
            let (count, expression) = &expressions[at];
            let bits: Vec<bool> = bits.iter().map(|b| *b != 0).collect();
            let mut asked = vec![None; *count];
            let result = expression.value(&bits, &mut asked);
            seen[at].insert((asked, result));
        }
        let path = scratch.path().join(format!("input{number}"));
        fs::write(&path, bytes)?;
        inputs.push(path);
    }
    let listed = ours::listed(&program, &["@@".to_owned()], &inputs)?;
    let mut compared = 0;
    for (number, ((count, _), seen)) in expressions.iter().zip(&seen).enumerate() {
        let name = format!("f{number}");
        let found = listed.iter().find(|d| d.function.as_ref() == Some(&name));
        let found = found.with_context(|| format!("no decision of {name} is listed"))?;
        let all = found.evaluations.iter();
        let evaluated: Seen = all.map(|e| (e.answers.clone(), e.result)).collect();
        ensure!(
            evaluated == *seen && !found.lost,
            "generated decision {number} was evaluated in {} ways, and {} are said: {}\nnot said: {:?}\nonly said: {:?}",
            seen.len(),
            evaluated.len(),
            found.text,
            seen.difference(&evaluated).next(),
            evaluated.difference(seen).next()
        );
        let said: Vec<bool> = found.conditions.iter().map(|c| c.pair.is_some()).collect();
        ensure!(
            said == shown(seen, *count),
            "generated decision {number}: {said:?} are said to be shown: {}",
            found.text
        );
        compared += 1;
    }
    println!(
        "{compared} generated decisions of up to {longest} conditions are evaluated as they should be"
    );
    Ok(())
}

/// A program that evaluates the decisions by turns, each over so many bytes of its input.
fn build(folder: &std::path::Path, expressions: &[(usize, Expression)]) -> Result<PathBuf> {
    let longest = CONDITIONS.end();
    let mut text = String::from(
        "#include <stdio.h>\nstatic unsigned char bits[64];\n#define BIT(n) (bits[n] == 1)\n",
    );
    for (number, (_, expression)) in expressions.iter().enumerate() {
        let mut decision = String::new();
        expression.text(&mut decision);
        writeln!(text, "int f{number}(void) {{ return {decision}; }}")?;
    }
    let names: Vec<String> = (0..expressions.len()).map(|n| format!("f{n}")).collect();
    writeln!(
        text,
        "static int (*const all[])(void) = {{ {} }};\nint main(int argc, char **argv) {{\n  FILE *in = fopen(argv[1], \"rb\");\n  \
         int sum = 0;\n  for (int n = 0; fread(bits, {longest}, 1, in) == 1; n++)\n    sum += all[n % {}]();\n  \
         return sum == 12345;\n}}",
        names.join(", "),
        expressions.len()
    )?;
    let (source, program) = (folder.join("decisions.c"), folder.join("decisions"));
    fs::write(&source, text)?;
    let mut compiler = repo::tool("fz-cc");
    compiler.args([
        "--fz-profile=coverage-mcdc",
        "-g",
        "-w",
        "-fbracket-depth=1024",
    ]);
    proc::output(compiler.arg(&source).arg("-o").arg(&program))?;
    Ok(program)
}
