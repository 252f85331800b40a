//! `select-reedge`: decisions without branches become control flow, so that each outcome has an edge of its own.
//!
//! ```text
//! %r = select i1 %c, i32 %a, i32 %b         br i1 %c, label %then, label %else
//!                                           then:
//!                                             br label %tail
//!                                   →       else:
//!                                             br label %tail
//!                                           tail:
//!                                             %r = phi i32 [ %a, %then ], [ %b, %else ]
//! ```
//!
//! The same happens to truth values that are stored, returned, extended or summed. A condition made of several by
//! `and`, `or`, `xor` and selects becomes a branch for each ([`tree`]). Minimum, maximum, absolute value, three-way
//! compares and saturating operations become selects first ([`expand`]). Compares in which LLVM has fused several are
//! taken apart ([`fused`]). Loads from the tables that LLVM makes of switches become switches again ([`lookup`]). A
//! condition that may be undef or poison is frozen: a select accepts one, a branch does not. Controlled compilation
//! §III-A.
//!
//! Vectors are left alone, as are functions with funclets.

use std::collections::HashSet;

use crate::{
    ir::{Block, Builder, Function, Inst, Module, Op, Term, Value},
    marks::guard,
    pass::{Context, ModulePass},
};
use fz_schema::passes::select_reedge::{self as schema, DecisionKind};

mod expand;
mod fused;
mod lookup;
mod tree;
mod truth;

/// The name of the pass.
pub const NAME: &str = schema::PASS.name;

/// The pass, with its options.
#[derive(Clone)]
pub struct SelectReedge {
    kinds: Vec<DecisionKind>,
}

impl SelectReedge {
    /// The pass with these options.
    pub fn new(told: schema::Told) -> Self {
        SelectReedge { kinds: told.kinds }
    }

    fn does(&self, kind: DecisionKind) -> bool {
        self.kinds.contains(&kind)
    }
}

impl ModulePass for SelectReedge {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let functions = cx.functions_without_funclets();
        cx.each(functions, |cx, function| {
            Work {
                pass: self,
                module,
                cx,
                truths: truth::Truths::default(),
                gathered: false,
                waiting: HashSet::new(),
            }
            .run(function);
        });
        Ok(cx.did_any())
    }
}

/// One decision in a block.
enum Decision {
    /// Adjacent selects with the same condition.
    Selects(Vec<Inst>),
    /// A truth value that is used as a value.
    Truth(Inst),
    /// A load from a table, with its index.
    Lookup(lookup::Lookup),
}

impl Decision {
    fn truth(&self) -> Option<Inst> {
        match self {
            Decision::Truth(value) => Some(*value),
            Decision::Selects(_) | Decision::Lookup(_) => None,
        }
    }
}

struct Work<'a> {
    pass: &'a SelectReedge,
    module: Module,
    cx: &'a mut Context,
    truths: truth::Truths,
    /// Whether the function's allocas are gathered in its entry, where nothing is split.
    gathered: bool,
    /// Truth values that will still become control flow: they are kept even if they have no uses.
    waiting: HashSet<Inst>,
}

impl Work<'_> {
    fn run(&mut self, function: Function) {
        for block in function.blocks() {
            self.expand(block);
        }
        for block in function.blocks() {
            let terminator = block.terminator().expect("a finished block");
            if self.pass.does(DecisionKind::Logic) {
                self.branch(terminator);
            }
            // Values that only this branch used are gone.
            let decisions = self.decisions(block);
            if !decisions.is_empty() && !self.gathered {
                function.gather_allocas();
                self.gathered = true;
            }
            let truths = decisions.iter().filter_map(Decision::truth);
            self.waiting.extend(truths);
            // From the last one on, so that no block is moved twice.
            for decision in decisions.into_iter().rev() {
                match decision {
                    Decision::Selects(selects) => self.selects(&selects),
                    Decision::Truth(value) => self.truth(value),
                    Decision::Lookup(lookup) => {
                        self.cx.did();
                        lookup.replace(self.module);
                    }
                }
            }
        }
    }

    /// Replaces minimum, maximum and the like by selects.
    fn expand(&mut self, block: Block) {
        for call in block.calls().collect::<Vec<_>>() {
            let Some(kind) = expand::kind(call) else {
                continue;
            };
            if !self.pass.does(kind) || tree::is_fused_operand(call, self.pass) {
                continue;
            }
            match call.ty() {
                ty if ty.is_vector() => self.cx.skip("vector"),
                ty if ty.int_bits().is_some_and(|bits| bits > 128) => {
                    self.cx.skip("wider-than-128-bits");
                }
                _ => expand::replace(self.module, call),
            }
        }
    }

    fn decisions(&mut self, block: Block) -> Vec<Decision> {
        let mut decisions: Vec<Decision> = Vec::new();
        for instruction in block.instructions() {
            if self.pass.does(DecisionKind::Truth) && self.truths.is_used_as_value(instruction) {
                decisions.push(Decision::Truth(instruction));
            } else if instruction.is(Op::Select) && !instruction.ty().is_bool() {
                self.add_select(&mut decisions, instruction);
            } else if self.pass.does(DecisionKind::Lookup)
                && let Some(lookup) = lookup::find(instruction)
            {
                decisions.push(Decision::Lookup(lookup));
            }
        }
        decisions
    }

    fn add_select(&mut self, decisions: &mut Vec<Decision>, select: Inst) {
        if !self.pass.does(DecisionKind::Select) {
            return;
        }
        let condition = select.operand(0);
        if !condition.ty().is_bool() {
            return self.cx.skip("vector");
        }
        // LLVM folds it later; a branch on a constant decides nothing.
        if condition.is_constant() {
            return;
        }
        if let Some(Decision::Selects(group)) = decisions.last_mut() {
            let last = group.last().expect("groups are not empty");
            let uses_group = (1..3).any(|i| group.iter().any(|s| *s == select.operand(i)));
            if last.next() == Some(select) && group[0].operand(0) == condition && !uses_group {
                group.push(select);
                return;
            }
        }
        decisions.push(Decision::Selects(vec![select]));
    }

    /// Replaces a branch on a condition made of several by several branches.
    fn branch(&mut self, terminator: Term) {
        let Some(condition) = terminator.branch_condition() else {
            return;
        };
        let ways = terminator.successors();
        if ways[0] == ways[1] || guard::is_marked(terminator) {
            return;
        }
        match tree::Tree::of(condition, terminator, self.pass) {
            Ok(tree) if tree.is_leaf() => {}
            Ok(tree) => {
                self.cx.did();
                let targets = [0, 1].map(|way| Block::instead_of(terminator, ways[way]));
                tree.lower(self.module, terminator, targets);
                terminator.erase();
                tree::erase_dead(condition, &self.waiting);
            }
            Err(tree::TooBig) => self.cx.skip("deep-condition"),
        }
    }

    fn selects(&mut self, selects: &[Inst]) {
        self.cx.did();
        let condition = selects[0].operand(0);
        let fork = self.fork(selects[0], condition);
        let builder = Builder::before(self.module, selects[0]);
        let phis: Vec<_> = selects
            .iter()
            .map(|select| {
                builder.locate(*select);
                let ways = [fork.then, fork.otherwise];
                builder.phi(
                    select.ty(),
                    &[1, 2].map(|i| (select.operand(i), ways[i as usize - 1])),
                )
            })
            .collect();
        for (select, phi) in selects.iter().zip(phis) {
            let name = select.name();
            select.replace_uses(phi);
            select.erase();
            phi.set_name(&name);
        }
        tree::erase_dead(condition, &self.waiting);
    }

    fn truth(&mut self, value: Inst) {
        self.waiting.remove(&value);
        let uses = self.truths.value_uses(value);
        if uses.is_empty() {
            // It was part of a condition that has been taken apart.
            return tree::erase_dead(value.value(), &self.waiting);
        }
        self.cx.did();
        let next = value.next().expect("a truth value ends no block");
        let fork = self.fork(next, value.value());
        let builder = Builder::before(self.module, next);
        let constant = |v| self.module.const_int(1, v).value();
        let incoming = [(constant(1), fork.then), (constant(0), fork.otherwise)];
        let phi = builder.phi(value.ty(), &incoming);
        for found in uses {
            let user = found.user.as_inst();
            let user = user.expect("only instructions use one");
            user.set_operand(found.operand, phi);
        }
        tree::erase_dead(value.value(), &self.waiting);
    }

    /// Splits the block before `at`, with one new block for each value of the condition.
    fn fork(&mut self, at: Inst, condition: Value) -> Fork {
        let head = at.block();
        let tail = Block::split_before(at);
        let fork = Fork {
            then: tail.new_before(),
            otherwise: tail.new_before(),
        };
        let builder = Builder::new(self.module);
        builder.locate(at);
        for block in [fork.then, fork.otherwise] {
            builder.go_to_end(block);
            builder.br(tail);
        }
        let terminator = head.terminator().expect("made by the split");
        let tree = match self.pass.does(DecisionKind::Logic) {
            true => {
                tree::Tree::of(condition, terminator, self.pass).unwrap_or_else(|tree::TooBig| {
                    self.cx.skip("deep-condition");
                    tree::Tree::leaf(condition)
                })
            }
            false => tree::Tree::leaf(condition),
        };
        tree.lower(self.module, terminator, [fork.then, fork.otherwise]);
        terminator.erase();
        fork
    }
}

/// Two new, empty blocks with the same successor.
struct Fork {
    then: Block,
    otherwise: Block,
}

/// The distinct values of a list.
fn distinct(values: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut seen = HashSet::new();
    values.into_iter().filter(|v| seen.insert(*v)).collect()
}
