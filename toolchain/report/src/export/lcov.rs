//! lcov's tracefile, which genhtml reads: a record is a line, so that line breaks in names are written as what stands for them
//! where people read names.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use fz_base::line;

use super::files;
use crate::measure::{Count, Measure};

pub fn write(measure: &Measure, out: &mut impl Write) -> io::Result<()> {
    for file in files(measure) {
        let [functions, lines, outcomes] = file.coverage;
        line!(out, "TN:")?;
        line!(out, "SF:{}", file.path)?;
        for function in &file.functions {
            line!(out, "FN:{},{}", function.line, name(function.symbol))?;
        }
        for function in &file.functions {
            line!(out, "FNDA:{},{}", function.inputs, name(function.symbol))?;
        }
        found("FN", functions, out)?;
        // Conditions of a line are its blocks.
        let mut blocks: HashMap<u32, u32> = HashMap::new();
        for condition in &file.conditions {
            let line = condition.line();
            let block = blocks.entry(line).or_insert(0);
            for (branch, (_, inputs)) in condition.outcomes.iter().enumerate() {
                write!(out, "BRDA:{line},{block},{branch},")?;
                match condition.is_reached() {
                    true => writeln!(out, "{inputs}")?,
                    false => writeln!(out, "-")?,
                }
            }
            *block += 1;
        }
        found("BR", outcomes, out)?;
        // What is shown is shown both ways.
        for (decision, shown) in &file.decisions {
            let line = decision.place.as_ref().map_or(0, |p| p.line);
            let all = decision.open().count();
            for (index, condition) in decision.open().enumerate() {
                let taken = u8::from(shown.pairs[condition].is_some());
                let text = &decision.asked[condition].text;
                for sense in ["t", "f"] {
                    line!(out, "MCDC:{line},{all},{sense},{taken},{index},{text}")?;
                }
            }
        }
        if !file.decisions.is_empty() {
            let Count {
                reached, reachable, ..
            } = file.mcdc;
            writeln!(out, "MCF:{}\nMCH:{}", 2 * reachable, 2 * reached)?;
        }
        for (line, inputs) in &file.lines {
            writeln!(out, "DA:{line},{inputs}")?;
        }
        found("L", lines, out)?;
        line!(out, "end_of_record")?;
    }
    Ok(())
}

/// How many there are, and how many were reached.
fn found(what: &str, count: Count, out: &mut impl Write) -> io::Result<()> {
    line!(out, "{what}F:{}", count.reachable)?;
    line!(out, "{what}H:{}", count.reached)
}

/// What stands between commas: a reader would take numbers at the beginning of a name for places.
fn name(symbol: &str) -> String {
    symbol.replace(',', "⟪U+002C⟫")
}
