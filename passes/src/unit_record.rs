//! `unit-record`: writes what was done to this translation unit into `.debug_fz_units`.
//!
//! A JSON object per unit (layout: [`fz_abi::unit_record`]); `fz doctor` finds by it the units that are silently
//! plain. Runs behind `edges`, whose counts it takes from the module's facts.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use llvm_sys::LLVMOpcode;

use fz_abi::{guards, sections, unit_record as layout};
use serde_json::{Map, Value as Json, json};

use crate::{
    analyses::skip::Skip,
    ir::{Function, Module},
    marks::{counted::is_counted, facts, stub},
    params::{Params, unknown},
    pass::{ModulePass, OptionInfo},
    records::asm_section::AsmSection,
};

pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "profile",
        values: "NAME",
        summary: "the profile the unit was compiled with",
    },
    OptionInfo {
        name: "design",
        values: "A, B",
        summary: "where the pipeline ran: A inside clang's own, B instead of it",
    },
    OptionInfo {
        name: "reason",
        values: "SLUG",
        summary: "why not the profile's first choice, or why without counters",
    },
    OptionInfo {
        name: "refactored",
        values: "yes, SLUG",
        summary: "whether the source was refactored, or why it was not",
    },
    OptionInfo {
        name: "source",
        values: "FILE",
        summary: "the source, where the module has the name of a refactored text",
    },
];

pub struct UnitRecord {
    profile: Json,
    design: Json,
    reason: Json,
    refactored: Json,
    source: Json,
}

impl UnitRecord {
    pub fn new(params: &Params) -> Result<Self, String> {
        let mut record = UnitRecord {
            profile: Json::Null,
            design: Json::Null,
            reason: Json::Null,
            refactored: Json::Null,
            source: Json::Null,
        };
        for (key, value) in params.iter() {
            let field = match key {
                "profile" => &mut record.profile,
                "design" => &mut record.design,
                "reason" => &mut record.reason,
                "refactored" => &mut record.refactored,
                "source" => &mut record.source,
                _ => {
                    let names: Vec<_> = OPTIONS.iter().map(|o| o.name).collect();
                    return Err(unknown(key, names.join(", ")));
                }
            };
            *field = json!(value);
        }
        Ok(record)
    }
}

/// Functions without counters, by reason.
fn skipped(module: Module) -> BTreeMap<&'static str, u64> {
    let mut skipped = BTreeMap::new();
    for function in module.definitions().filter(|f| !is_counted(*f)) {
        // Of a function that the pass would have counted, all that is to say is that it did not run.
        let reason = Skip::of(function).map_or("not-instrumented", Skip::slug);
        if reason != Skip::Machinery.slug() {
            *skipped.entry(reason).or_default() += 1;
        }
    }
    skipped
}

/// What each transformation did, and what it left alone for which reason.
fn transforms(counts: &BTreeMap<String, u64>) -> BTreeMap<String, Json> {
    let mut done: BTreeMap<&str, u64> = BTreeMap::new();
    let mut left: BTreeMap<&str, Map<String, Json>> = BTreeMap::new();
    for (key, count) in counts {
        if let Some(pass) = key.strip_prefix(facts::DONE) {
            done.insert(pass, *count);
        } else if let Some((pass, reason)) = key
            .strip_prefix(facts::LEFT)
            .and_then(|k| k.split_once(':'))
        {
            let reasons = left.entry(pass).or_default();
            reasons.insert(reason.to_owned(), json!(count));
        }
    }
    let passes: BTreeSet<&str> = done.keys().chain(left.keys()).copied().collect();
    let mut entry = |pass: &str| {
        let (done, left) = (done.get(pass).unwrap_or(&0), left.remove(pass));
        json!({ "done": done, "left": left.unwrap_or_default() })
    };
    passes
        .into_iter()
        .map(|p| (p.to_owned(), entry(p)))
        .collect()
}

/// Ways that conditional branches and switches offer beyond the first, and decisions that are no branches, in functions
/// with counters.
fn decisions(module: Module) -> (u64, u64) {
    let (mut branches, mut selects) = (0, 0);
    for block in module
        .definitions()
        .filter(|f| is_counted(*f))
        .flat_map(Function::blocks)
    {
        for instruction in block.instructions() {
            match instruction.opcode() {
                LLVMOpcode::LLVMBr | LLVMOpcode::LLVMSwitch => {
                    branches += instruction.successors().len().saturating_sub(1) as u64;
                }
                LLVMOpcode::LLVMSelect => selects += 1,
                _ => {}
            }
        }
    }
    (branches, selects)
}

/// Operations that have guards in the end: what LLVM finds out of their ranges takes more away than the pass does.
fn guards(module: Module) -> u64 {
    let Some(told) = stub::find(module, guards::HIT) else {
        return 0;
    };
    let hits = told.value().uses().into_iter().map(|u| u.user);
    let records: HashSet<_> = hits
        .filter(|user| user.is_call())
        .map(|call| call.operand(0))
        .collect();
    records.len() as u64
}

impl ModulePass for UnitRecord {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let counts = facts::counts(module);
        // IR input that fz made brings its record.
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
        // Only coverage asks.
        if counts.contains_key(facts::COVERAGE) {
            record["coverage"] = json!(true);
            record["files"] = json!(facts::files(module));
        }
        let text = record.to_string();
        let padded = text.len().next_multiple_of(layout::ALIGN);
        let mut out = AsmSection::new(sections::UNITS, None);
        out.u32(layout::MAGIC);
        out.u32((layout::HEADER + padded) as u32);
        out.bytes(text.as_bytes());
        out.pad_to(layout::ALIGN);
        out.finish(module);
        Ok(true)
    }
}
