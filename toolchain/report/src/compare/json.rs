//! A comparison for scripts: all figures, and which identities are behind them.

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::{Comparison, Program, tables::named, verdict::verdict};
use crate::matrix::Matrix;

pub fn json(comparison: &Comparison, matrices: &[&Matrix]) -> Result<Value> {
    let mut value = serde_json::to_value(comparison)?;
    let programs = comparison.programs.iter().zip(matrices);
    for (at, (program, matrix)) in programs.enumerate() {
        let whole = &mut value["programs"][at];
        whole["baseline"] = json!(program.sides[program.baseline].name);
        whole["verdicts"] = verdicts(program);
        whole["identities"] = identities(program, matrix);
    }
    Ok(value)
}

fn verdicts(program: &Program) -> Value {
    let Some(figures) = program.main() else {
        return json!({});
    };
    let baseline = &figures.sides[program.baseline];
    let others = figures.sides.iter().enumerate();
    let others = others.filter(|(at, _)| *at != program.baseline);
    let said = others.map(|(_, s)| (s.side.clone(), verdict(program.kind, s, baseline).into()));
    Value::Object(Map::from_iter(said))
}

fn identities(program: &Program, matrix: &Matrix) -> Value {
    let all = |numbers: Vec<usize>| -> Value {
        let names = numbers.into_iter().map(|n| named(&matrix.catalogue, n));
        names.collect()
    };
    let mut sides = Map::new();
    for (at, side) in program.sides.iter().enumerate() {
        let mut of = json!({"only": all(program.only(at))});
        if at != program.baseline {
            of["gained"] = all(program.beyond(at, program.baseline));
            of["missed"] = all(program.beyond(program.baseline, at));
        }
        sides.insert(side.name.clone(), of);
    }
    let hardest = program.difficulty.hardest.iter();
    let hardest = hardest.map(|(n, runs)| {
        let mut value = named(&matrix.catalogue, *n);
        value["runs"] = json!(runs);
        value
    });
    json!({"sides": sides, "hardest": hardest.collect::<Value>()})
}
