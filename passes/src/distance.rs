//! `distance`: each branch reports how far its operands were from another outcome, while its gate is open.
//!
//! ```text
//!                                      callbr asm "<five bytes>" (@gates) to %rest [%jump]
//!                                    rest:
//! %c = icmp ult i32 %x, 7              %c = icmp ult i32 %x, 7
//! br i1 %c, label %then, label %go     br i1 %c, label %then, label %go
//!                                →   jump:
//!                                      %open = load volatile i8, @gates + (%c ? 0 : 1)
//!                                      br (%open != 0), label %report, label %rest
//!                                    report:
//!                                      %d = call i64 @__fz_distance_integers(…, i64 %x, i64 7)
//!                                      call void @__fz_distance_branch(@gates, (%c ? 0 : 1), %d)
//!                                      br label %rest
//! ```
//!
//! [`fz_abi::distance`] says what a distance is, and who opens and shuts gates. Every outcome has a gate of its own: a
//! branch that comes out the same way again and again in one run is reported once. The five bytes do nothing until the
//! runtime makes them a jump; they stand before a branch, but on the edges of a switch. Branches are those that are
//! there after `edges`, so also those that `select-reedge`, `split-calls` and guards have made, and code around gates is
//! not counted.
//!
//! Operands are those of the compare that the condition is. Conjunctions and disjunctions that are still in one branch
//! have a distance too ([`question`]). Where the condition is the answer of a function that compares or finds strings or
//! memory, the bytes are read directly after the call: the program may change or free them before it branches.
//!
//! Skipped, with a reason that `unit-record` counts: functions with funclets or under MemorySanitizer, switches over more
//! than 64 bits, and all functions for other machines than x86-64. Branches of sanitizers and of other instrumentation
//! are no branches of the program, nor are those with an `unreachable` side. Functions that `edges` skips are skipped here.

use fz_abi::sections;
use fz_schema::passes::distance::{self as schema, Form, Keep};

use crate::{
    analyses::{effects, skip::Skip},
    hash::Hash,
    ir::{Function, Global, Module, Op, Term},
    marks::{gated, guard},
    pass::{Context, ModulePass},
    patch,
    records::group::Held,
};

mod constructor;
mod emit;
mod fox;
mod question;
mod record;

use question::Question;

/// The pass's name.
pub const NAME: &str = schema::PASS.name;

/// The beginning of the names of gates and of their groups.
const PREFIX: &str = "__fz_gates.";

/// The widest value of a switch.
const WIDEST: u32 = 64;

/// The pass and its options.
pub struct Distance {
    form: Form,
    keep: Keep,
    records: bool,
}

/// A branch that gets gates.
pub struct Branch {
    terminator: Term,
    /// The position of its first gate among the function's.
    first: usize,
    outcomes: usize,
    asks: Asks,
}

/// What a branch depends on.
enum Asks {
    Condition(Question),
    /// A switch.
    Cases,
}

impl Distance {
    /// The pass with checked options.
    pub fn new(told: schema::Told) -> Self {
        Distance {
            form: told.form,
            keep: told.keep,
            records: told.records,
        }
    }
}

impl ModulePass for Distance {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let is_open = |f: &Function| Skip::of(*f).is_none() && !gated::is_gated(*f);
        let functions: Vec<_> = module.definitions().filter(is_open).collect();
        let mut all_gates = Vec::new();
        let is_known = patch::is_possible(module);
        cx.each(functions, |cx, function| {
            if !is_known {
                return cx.skip("machine");
            }
            if function.has_funclets() {
                return cx.skip("funclets");
            }
            if function.has_attribute("sanitize_memory") {
                return cx.skip("sanitize-memory");
            }
            let branches = branches(cx, module, function);
            if branches.is_empty() {
                return;
            }
            let (gates, count) = match self.form {
                Form::Gates => {
                    let gates = self.instrument(module, function, &branches);
                    (Some(gates), branches.len())
                }
                Form::Fox => self.instrument_for_fox(module, function, &branches),
            };
            all_gates.extend(gates);
            gated::mark(module, function);
            (0..count).for_each(|_| cx.did());
            (count..branches.len()).for_each(|_| cx.skip("uncounted"));
        });
        if all_gates.is_empty() {
            return Ok(false);
        }
        module.keep_for_compiler(&all_gates);
        constructor::add(module);
        effects::forget_memory_effects(module);
        Ok(true)
    }
}

impl Distance {
    fn instrument(&self, module: Module, function: Function, branches: &[Branch]) -> Global {
        let outcomes = branches.iter().map(|b| b.outcomes).sum();
        let mut shape = Hash::default();
        for branch in branches {
            shape.number(branch.outcomes as u64);
            shape.number(branch.shape());
        }
        let shape = format!("{:016x}.{outcomes}", shape.finish());
        let held = Held::of(module, function, PREFIX, &shape);
        let gates = module.add_array(module.int(8), outcomes, None, &held.array_name(".gates"));
        held.take(module, gates, sections::GATES, 1);
        gates.set_externally_initialized();
        if self.records {
            record::write(module, function, gates, branches, &held.group);
        }
        let emit = self.emit(module, function, gates);
        branches.iter().for_each(|branch| emit.branch(branch));
        gates
    }

    /// The gates, and how many branches have them.
    fn instrument_for_fox(
        &self,
        module: Module,
        function: Function,
        branches: &[Branch],
    ) -> (Option<Global>, usize) {
        let (nodes, counters) = fox::nodes(module, branches);
        let Some(counters) = counters else {
            return (None, 0);
        };
        let count = nodes.iter().map(fox::Node::gates).sum();
        let mut shape = Hash::default();
        nodes.iter().for_each(|node| {
            shape.number(node.shape());
        });
        let shape = format!("{:016x}.{count}", shape.finish());
        let held = Held::of(module, function, PREFIX, &shape);
        let gates = module.add_array(module.int(8), count, None, &held.array_name(".gates"));
        held.take(module, gates, sections::GATES, 1);
        gates.set_externally_initialized();
        if self.records {
            fox::record(module, function, [gates, counters], &nodes, &held.group);
        }
        let emit = self.emit(module, function, gates);
        nodes.iter().for_each(|node| fox::emit(&emit, node));
        (Some(gates), nodes.len())
    }

    fn emit(&self, module: Module, function: Function, gates: Global) -> emit::Emit {
        function.gather_allocas();
        emit::Emit {
            module,
            gates,
            keep: self.keep,
        }
    }
}

impl Branch {
    /// What the names of its gates depend on.
    fn shape(&self) -> u64 {
        match &self.asks {
            Asks::Condition(question) => question.shape(),
            Asks::Cases => self.outcomes as u64,
        }
    }
}

/// The branches of a function that get gates, in the order of its code.
fn branches(cx: &mut Context, module: Module, function: Function) -> Vec<Branch> {
    let mut found = Vec::new();
    let mut first = 0;
    for block in function.blocks() {
        let Some(terminator) = block.terminator() else {
            continue;
        };
        if is_instrumentation(terminator) {
            continue;
        }
        let targets = terminator.successors();
        let asks = match terminator.op() {
            Op::Switch if targets.len() < 2 => continue,
            Op::Switch if terminator.operand(0).is_constant() => continue,
            Op::Switch => {
                let bits = terminator.operand(0).ty().int_bits();
                if bits.is_none_or(|bits| bits > WIDEST) {
                    cx.skip("wide");
                    continue;
                }
                Asks::Cases
            }
            _ => match terminator.branch_condition() {
                Some(condition) if !condition.is_constant() => {
                    if targets[0] == targets[1] || targets.iter().any(|t| t.is_unreachable()) {
                        continue;
                    }
                    Asks::Condition(Question::of(module, condition))
                }
                _ => continue,
            },
        };
        found.push(Branch {
            terminator,
            first,
            outcomes: targets.len(),
            asks,
        });
        first += targets.len();
    }
    found
}

/// Whether a branch is a sanitizer's or fz's own, and no guard.
fn is_instrumentation(terminator: Term) -> bool {
    let kind = terminator.metadata_kind("nosanitize");
    terminator.has_metadata(kind) && !guard::is_marked(terminator)
}
