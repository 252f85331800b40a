//! What came of all flips.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::reasons::Reasons;
use super::runs::{Flip, Runner};
use super::subject::Program;
use super::walk::{End, Operand, Walk};
use xtask::table;

#[derive(Default)]
pub struct Report {
    programs: BTreeMap<String, Tally>,
    missed: BTreeMap<(String, Operand), Missed>,
    strayed: BTreeMap<(String, String), u64>,
}

#[derive(Default)]
struct Tally {
    flips: u64,
    /// Flips that changed something which they should not.
    wrong: u64,
    executions: u64,
    operands: u64,
    changed: u64,
    missed: u64,
    addresses: u64,
    parted: u64,
    strayed: u64,
    foreign: Vec<String>,
}

struct Missed {
    operands: u64,
    flips: u64,
    example: String,
}

impl Report {
    pub fn input(&mut self, program: &Program, runner: &Runner) {
        let tally = self.programs.entry(program.name.clone()).or_default();
        for name in &runner.original.foreign {
            if !tally.foreign.contains(name) {
                tally.foreign.push(name.clone());
            }
        }
    }

    pub fn flip(&mut self, program: &Program, input: &Path, flip: Flip, walk: Walk) {
        let tally = self.programs.entry(program.name.clone()).or_default();
        tally.flips += 1;
        tally.executions += walk.executions;
        tally.operands += walk.operands;
        tally.changed += walk.changed;
        match walk.end {
            End::Same => {}
            End::Parted => tally.parted += 1,
            End::Strayed { last, next: [a, b] } => {
                tally.strayed += 1;
                let places = format!("behind {last}: {a} against {b}");
                *self
                    .strayed
                    .entry((program.name.clone(), places))
                    .or_default() += 1;
            }
        }
        let mut seen = BTreeSet::new();
        for missed in walk.missed {
            match missed.operand.is_address {
                true => tally.addresses += 1,
                false => tally.missed += 1,
            }
            let key = (program.name.clone(), missed.operand.clone());
            let entry = self.missed.entry(key).or_insert_with(|| Missed {
                operands: 0,
                flips: 0,
                example: format!(
                    "{} byte {}: {:#04x} to {:#04x}: execution {}: {} became {}",
                    input.file_name().unwrap_or_default().display(),
                    flip.offset,
                    flip.from,
                    flip.to,
                    missed.execution,
                    missed.values[0],
                    missed.values[1],
                ),
            });
            entry.operands += 1;
            entry.flips += u64::from(seen.insert(missed.operand));
        }
        tally.wrong += u64::from(seen.iter().any(|o: &Operand| !o.is_address));
    }

    pub fn so_far(&self) -> String {
        let wrong: u64 = self.programs.values().map(|t| t.wrong).sum();
        format!("{wrong} changed what they should not")
    }

    pub fn print(&self, reasons: &Reasons) {
        let rows: Vec<Vec<String>> = self
            .programs
            .iter()
            .map(|(name, t)| {
                vec![
                    name.clone(),
                    table::grouped(t.flips),
                    table::grouped(t.executions / t.flips.max(1)),
                    table::grouped(t.operands),
                    table::grouped(t.changed),
                    table::grouped(t.missed),
                    share(t.missed, t.operands),
                    t.wrong.to_string(),
                    share(t.wrong, t.flips),
                    t.parted.to_string(),
                    t.strayed.to_string(),
                    t.addresses.to_string(),
                ]
            })
            .collect();
        table::under(
            "program | flips | compared each | operands | changed | missed | of operands | flips that missed | of flips | parted | strayed | addresses",
            &rows,
        );
        for ((program, operand), missed) in &self.missed {
            let why = match reasons.of(program, operand) {
                Some(reason) => &reason.why,
                None if operand.is_address => "an address",
                None => "NO REASON",
            };
            println!(
                "{program} {}:{}:{} {} {} operand {}: {} in {} flips: {why}; {}",
                operand.file,
                operand.line,
                operand.column,
                operand.function,
                operand.kind,
                operand.operand,
                missed.operands,
                missed.flips,
                missed.example,
            );
        }
        for ((program, places), count) in &self.strayed {
            println!("{program} strayed {count} times {places}");
        }
        for (name, tally) in &self.programs {
            println!("{name} without labels: {}", tally.foreign.join(", "));
        }
    }

    pub fn unexplained(&self, reasons: &Reasons) -> usize {
        let strange = |((program, operand), _): &(&(String, Operand), &Missed)| {
            !operand.is_address && reasons.of(program, operand).is_none()
        };
        self.missed.iter().filter(strange).count()
    }
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.4} %", 100.0 * part as f64 / whole.max(1) as f64)
}
