//! Conditional jumps in the machine code of functions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use iced_x86::{Decoder, DecoderOptions, FlowControl};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

/// How many conditional jumps each function has, by its name. Functions of one name are added up.
pub fn of_program(program: &Path) -> Result<BTreeMap<String, u64>> {
    let data = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let file = object::File::parse(&*data)?;
    let mut jumps = BTreeMap::new();
    for symbol in file.symbols().filter(|s| s.kind() == SymbolKind::Text) {
        let section = symbol
            .section_index()
            .and_then(|i| file.section_by_index(i).ok());
        let code = section.and_then(|s| s.data_range(symbol.address(), symbol.size()).ok()?);
        if let (Ok(name), Some(code)) = (symbol.name(), code) {
            *jumps.entry(name.to_string()).or_default() += conditional(code);
        }
    }
    Ok(jumps)
}

fn conditional(code: &[u8]) -> u64 {
    let decoder = Decoder::new(64, code, DecoderOptions::NONE);
    let is_conditional =
        |i: &iced_x86::Instruction| i.flow_control() == FlowControl::ConditionalBranch;
    decoder.into_iter().filter(is_conditional).count() as u64
}

/// The share of the jumps asked for that functions have; no function makes up for another.
pub fn share(asked: &BTreeMap<String, u64>, found: &BTreeMap<String, u64>) -> f64 {
    let has = |(name, asked): (&String, &u64)| *asked.min(found.get(name).unwrap_or(&0));
    let all: u64 = asked.values().sum();
    asked.iter().map(has).sum::<u64>() as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditional_jumps_are_counted() {
        // je, jmp, loop, ret
        assert_eq!(conditional(&[0x74, 0, 0xeb, 0, 0xe2, 0, 0xc3]), 2);
    }

    #[test]
    fn no_function_makes_up_for_another() {
        let map = |a, b| BTreeMap::from([("a".to_string(), a), ("b".to_string(), b)]);
        assert_eq!(share(&map(10, 10), &map(30, 5)), 0.75);
    }
}
