//! `unit-record`: writes what was done to a translation unit into `.debug_fz_units`.
//!
//! Each unit gets a JSON object (layout: [`fz_abi::unit_record`]), by which `fz doctor` finds units that were
//! silently left without instrumentation. The pass runs after `edges`, whose counts it takes from the module's facts.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use fz_abi::{functions::events::GUARD_HIT, sections, unit_record as layout};
use fz_schema::passes::unit_record as schema;
use serde_json::{Map, Value as Json, json};

use crate::{
    analyses::skip::Skip,
    ir::{Function, Module, Op},
    marks::{counted::is_counted, facts, stub},
    pass::{Context, ModulePass},
    records,
};

/// The pass, with what its options say of the unit.
pub struct UnitRecord {
    profile: Json,
    design: Json,
    reason: Json,
    refactored: Json,
    source: Json,
}

impl UnitRecord {
    /// The pass with checked options.
    pub fn new(told: schema::Told) -> Self {
        let text = |told: Option<String>| told.map_or(Json::Null, Json::String);
        UnitRecord {
            profile: text(told.profile),
            design: text(told.design),
            reason: text(told.reason),
            refactored: text(told.refactored),
            source: text(told.source),
        }
    }
}

/// The number of functions without counters, by reason.
fn skipped(module: Module) -> BTreeMap<&'static str, u64> {
    let mut skipped = BTreeMap::new();
    for function in module.definitions().filter(|f| !is_counted(*f)) {
        // If `edges` would have counted the function, the reason is that it did not run.
        let reason = Skip::of(function).map_or("not-instrumented", Skip::slug);
        if reason != Skip::Machinery.slug() {
            *skipped.entry(reason).or_default() += 1;
        }
    }
    skipped
}

/// What each transformation did and what it skipped, by reason.
fn transforms(counts: &BTreeMap<String, u64>) -> BTreeMap<String, Json> {
    let mut done: BTreeMap<&str, u64> = BTreeMap::new();
    let mut skipped: BTreeMap<&str, Map<String, Json>> = BTreeMap::new();
    for (key, count) in counts {
        if let Some(pass) = key.strip_prefix(facts::DONE) {
            done.insert(pass, *count);
        } else if let Some((pass, reason)) = key
            .strip_prefix(facts::SKIPPED)
            .and_then(|k| k.split_once(':'))
        {
            let reasons = skipped.entry(pass).or_default();
            reasons.insert(reason.to_owned(), json!(count));
        }
    }
    let passes: BTreeSet<&str> = done.keys().chain(skipped.keys()).copied().collect();
    let mut entry = |pass: &str| {
        let (done, skipped) = (done.get(pass).unwrap_or(&0), skipped.remove(pass));
        json!({ "done": done, "left": skipped.unwrap_or_default() })
    };
    passes
        .into_iter()
        .map(|p| (p.to_owned(), entry(p)))
        .collect()
}

/// In functions with counters: the successors of conditional branches and switches beyond the first, and the selects.
fn decisions(module: Module) -> (u64, u64) {
    let (mut branches, mut selects) = (0, 0);
    let functions = module.definitions().filter(|f| is_counted(*f));
    for instruction in functions.flat_map(Function::instructions) {
        match instruction.op() {
            Op::Br | Op::Switch => {
                let ways = instruction.as_term().map_or(0, |t| t.successors().len());
                branches += ways.saturating_sub(1) as u64;
            }
            Op::Select => selects += 1,
            _ => {}
        }
    }
    (branches, selects)
}

/// The number of operations that have guards in the end: LLVM finds more of them in range than the pass does.
fn guards(module: Module) -> u64 {
    let Some(stub) = stub::find(module, &GUARD_HIT) else {
        return 0;
    };
    let hits = stub.uses().into_iter().filter_map(|u| u.user.as_call());
    let records: HashSet<_> = hits.map(|call| call.operand(0)).collect();
    records.len() as u64
}

impl ModulePass for UnitRecord {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let counts = facts::counts(module);
        // IR that fz has written brings its record with it.
        if counts.contains_key(facts::RECORDED) {
            return Ok(false);
        }
        facts::count(module, facts::RECORDED, 1);
        let named = |prefix: &str| -> Map<String, Json> {
            counts
                .iter()
                .filter_map(|(k, n)| Some((k.strip_prefix(prefix)?.to_owned(), json!(n))))
                .collect()
        };
        let count = |key: &str| counts.get(key).copied().unwrap_or(0);
        let (branches, selects) = decisions(module);
        let source = match &self.source {
            Json::Null => json!(module.source()),
            source => source.clone(),
        };
        let mut record = json!({
            "source": source,
            "profile": self.profile,
            "design": self.design,
            "reason": self.reason,
            "refactored": self.refactored,
            "functions": count(facts::FUNCTIONS),
            "skipped": skipped(module),
            "edges": count(facts::EDGES),
            "counters": count(facts::COUNTERS),
            "selection": named(facts::SELECTION),
            "branches": branches,
            "selects": selects,
            "transforms": transforms(&counts),
            "guards": guards(module),
        });
        // Only coverage reports use these.
        if counts.contains_key(facts::COVERAGE) {
            record["coverage"] = json!(true);
            record["files"] = json!(facts::files(module));
        }
        let text = record.to_string();
        records::write_text(module, sections::UNITS, layout::MAGIC, &text);
        Ok(true)
    }
}
