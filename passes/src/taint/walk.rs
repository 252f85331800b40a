//! One function: the labels of each value, in the order of its basic blocks.

use std::collections::HashMap;

use super::{
    Options,
    calls::Callee,
    helpers::Helpers,
    order::reachable,
    shadow::{Emit, Shadow, lanes_of, members},
    spread::{Rank, Spread},
};
use crate::{
    ir::{Block, Builder, Call, Function, Inst, Module, Op, Type, Value},
    pass::Context,
};

/// Label φ nodes whose incoming labels are not all known yet.
struct Pending {
    phi: Inst,
    /// The φ nodes for labels, one for each innermost member.
    labels: Vec<Inst>,
}

/// The state while one function is instrumented.
pub struct Walk<'a> {
    pub emit: Emit<'a>,
    pub function: Function,
    pub options: &'a Options,
    pub cx: &'a mut Context,
    spread: Spread,
    shadows: HashMap<Value, Shadow>,
    pending: Vec<Pending>,
    /// Planted sites, which are erased at the end.
    pub sites: Vec<Call>,
    /// Where a variadic function has saved the labels of its arguments.
    pub variadic: Option<(Inst, Value)>,
}

impl<'a> Walk<'a> {
    /// The state before the first instruction.
    pub fn new(
        module: Module,
        function: Function,
        helpers: &'a Helpers,
        options: &'a Options,
        cx: &'a mut Context,
    ) -> Walk<'a> {
        part_returns(function);
        Walk {
            emit: Emit {
                module,
                helpers,
                builder: Builder::new(module),
            },
            function,
            options,
            cx,
            spread: Spread::of(module, function),
            shadows: HashMap::new(),
            pending: Vec::new(),
            sites: Vec::new(),
            variadic: None,
        }
    }

    /// Instruments the function.
    pub fn run(mut self) {
        self.function.gather_allocas();
        let blocks: Vec<(Block, Vec<Inst>)> = reachable(self.function)
            .into_iter()
            .map(|b| (b, b.instructions().collect()))
            .collect();
        self.enter();
        for (block, instructions) in blocks {
            for instruction in &instructions {
                if instruction.is(Op::Phi) {
                    self.phi(block, *instruction);
                } else {
                    self.emit.builder.go_before(*instruction);
                    self.emit.builder.locate(*instruction);
                    self.instruction(*instruction);
                }
            }
        }
        self.complete_phis();
        for site in std::mem::take(&mut self.sites) {
            site.erase();
        }
    }

    /// The labels of a value.
    pub fn shadow(&self, value: impl Into<Value>) -> Shadow {
        self.shadows
            .get(&value.into())
            .cloned()
            .unwrap_or(Shadow::Clean)
    }

    /// Sets the labels of a value.
    pub fn define(&mut self, value: impl Into<Value>, shadow: Shadow) {
        let value = value.into();
        debug_assert!(
            shadow.is_clean() || self.spread.rank(value).is_some(),
            "labels of what has none"
        );
        self.shadows.insert(value, shadow);
    }

    /// Whether a value may have labels at all.
    pub fn may_have_labels(&self, value: impl Into<Value>) -> bool {
        self.spread.rank(value).is_some()
    }

    /// Whether the value's labels are needed byte by byte.
    pub fn is_wanted_by_bytes(&self, value: impl Into<Value>) -> bool {
        self.spread.rank(value) == Some(Rank::Bytes)
    }

    /// One label for several values.
    pub fn joined(&self, values: &[Value]) -> Shadow {
        let shadows: Vec<_> = values.iter().map(|v| self.shadow(*v)).collect();
        self.emit.join(&shadows)
    }

    fn operands(&self, instruction: Inst) -> Vec<Value> {
        let operands = 0..instruction.operand_count();
        operands.map(|i| instruction.operand(i)).collect()
    }

    fn instruction(&mut self, instruction: Inst) {
        use Op::*;
        if let Some(call) = instruction.as_call() {
            return match Callee::of(call) {
                Callee::Site => self.site(call),
                Callee::Intrinsic(name) => self.intrinsic(call, &name),
                Callee::Assembly => self.assembly(call),
                Callee::Other => self.call(call),
            };
        }
        match instruction.op() {
            Load => self.load(instruction),
            Store => self.store(instruction),
            AtomicRMW => self.read_modify_write(instruction),
            AtomicCmpXchg => self.compare_exchange(instruction),
            Alloca => self.alloca(instruction),
            Ret => self.leave(instruction),
            Select => self.select(instruction),
            VAArg => self.cx.skip("va-arg"),
            Br | Switch | IndirectBr | Resume | Unreachable | Fence | LandingPad | CatchPad
            | CleanupPad | CatchSwitch | CatchRet | CleanupRet => {}
            _ if self
                .operands(instruction)
                .iter()
                .all(|o| self.shadow(*o).is_clean()) => {}
            _ => {
                let shadow = self.computed(instruction);
                self.define(instruction, shadow);
            }
        }
    }

    /// The result depends on the condition, too: a select decides without a branch.
    fn select(&mut self, select: Inst) {
        let [condition, then, otherwise] = [0, 1, 2].map(|i| select.operand(i));
        let [asked, a, b] = [condition, then, otherwise].map(|v| self.shadow(v));
        if asked.is_clean() && a.is_clean() && b.is_clean() {
            return;
        }
        let chosen = match condition.ty().is_vector() {
            true => self.emit.merge(&a, &b),
            false => self.chosen(condition, &a, &b, select.ty()),
        };
        let shadow = self.emit.merge(&chosen, &self.emit.one(&asked));
        self.define(select, shadow);
    }

    fn chosen(&self, condition: Value, a: &Shadow, b: &Shadow, ty: Type) -> Shadow {
        let emit = &self.emit;
        match (a, b) {
            _ if a.is_clean() && b.is_clean() => Shadow::Clean,
            (Shadow::Members(_), _) | (_, Shadow::Members(_)) => {
                let types = members(emit.module, ty).expect("it has members");
                let parts = [a, b].map(|s| self.parts(s, types.len()));
                let [then, otherwise] = parts;
                let each = types.iter().zip(then.iter().zip(&otherwise));
                let each = each.map(|((ty, _), (a, b))| self.chosen(condition, a, b, *ty));
                Shadow::Members(each.collect())
            }
            (Shadow::Bytes(lanes), _) | (_, Shadow::Bytes(lanes)) => {
                let [a, b] = [a, b].map(|s| emit.bytes(s, lanes.count));
                Shadow::Bytes(super::shadow::Lanes {
                    vector: emit.builder.select(condition, a.vector, b.vector),
                    count: lanes.count,
                    live: a.live | b.live,
                })
            }
            _ => {
                let [a, b] = [a, b].map(|s| emit.sum(s));
                Shadow::One(emit.builder.select(condition, a, b))
            }
        }
    }

    /// The labels of `count` members, where all of them may share one label.
    pub fn parts(&self, shadow: &Shadow, count: usize) -> Vec<Shadow> {
        match shadow {
            Shadow::Members(members) => members.clone(),
            other => vec![self.emit.one(other); count],
        }
    }

    fn phi(&mut self, block: Block, phi: Inst) {
        let Some(rank) = self.spread.rank(phi) else {
            return;
        };
        let incoming = phi.incoming();
        if let [(only, _)] = incoming[..] {
            // The labels of an invoke's result are read later in the same block.
            let shadow = self.shadow(only);
            self.define(phi, shadow);
            return;
        }
        let first = block.instructions().next().expect("it has a φ");
        let builder = Builder::new(self.emit.module);
        builder.go_before_records(first);
        let types = self.kinds(phi.ty(), rank);
        let labels: Vec<_> = types
            .iter()
            .map(|count| {
                let label = self.emit.module.int(32);
                let ty = count.map_or(label, |count| label.vector_of(count));
                builder.phi(ty, &[])
            })
            .collect();
        let shadows = labels.iter().zip(&types).map(|(label, count)| match count {
            None => Shadow::One(label.value()),
            Some(count) => Shadow::Bytes(super::shadow::Lanes {
                vector: label.value(),
                count: *count,
                live: super::shadow::all(*count),
            }),
        });
        let mut shadows: Vec<_> = shadows.collect();
        let shadow = match members(self.emit.module, phi.ty()) {
            Some(_) if rank == Rank::Bytes => Shadow::Members(shadows),
            _ => shadows.remove(0),
        };
        self.define(phi, shadow);
        self.pending.push(Pending { phi, labels });
    }

    /// For each innermost member, how many lanes it has; `None` stands for one label.
    fn kinds(&self, ty: Type, rank: Rank) -> Vec<Option<u32>> {
        let module = self.emit.module;
        match (rank, members(module, ty)) {
            (Rank::One, _) => vec![None],
            (Rank::Bytes, Some(members)) => {
                let lanes = members.iter().map(|(ty, _)| lanes_of(module, *ty));
                lanes.collect()
            }
            (Rank::Bytes, None) => vec![lanes_of(module, ty)],
        }
    }

    /// Adds the incoming values of label φ nodes.
    fn complete_phis(&mut self) {
        for Pending { phi, labels } in std::mem::take(&mut self.pending) {
            let rank = self.spread.rank(phi).expect("it has labels");
            let kinds = self.kinds(phi.ty(), rank);
            let mut known: HashMap<Block, Vec<Value>> = HashMap::new();
            for (value, block) in phi.incoming() {
                let values = match known.get(&block) {
                    Some(values) => values.clone(),
                    None => {
                        let terminator = block.terminator().expect("a whole block");
                        self.emit.builder.go_before(terminator);
                        let values = self.converted(&self.shadow(value), &kinds);
                        known.insert(block, values.clone());
                        values
                    }
                };
                for (label, value) in labels.iter().zip(values) {
                    self.emit.builder.add_incoming(*label, &[(value, block)]);
                }
            }
        }
    }

    fn converted(&self, shadow: &Shadow, kinds: &[Option<u32>]) -> Vec<Value> {
        let one = |shadow: &Shadow, kind: &Option<u32>| match kind {
            None => self.emit.sum(shadow),
            Some(count) => self.emit.bytes(shadow, *count).vector,
        };
        match (shadow, kinds) {
            (Shadow::Members(members), _) if members.len() == kinds.len() => {
                members.iter().zip(kinds).map(|(s, k)| one(s, k)).collect()
            }
            (_, [kind]) => vec![one(shadow, kind)],
            _ => {
                let shadow = self.emit.one(shadow);
                kinds.iter().map(|kind| one(&shadow, kind)).collect()
            }
        }
    }
}

/// Splits the edge on which an invoke returns, if it is critical: the result's labels are read in the new block.
fn part_returns(function: Function) {
    const RETURNED: usize = 0;
    for block in function.blocks() {
        let terminator = block.terminator();
        if terminator.is_some_and(|t| t.is(Op::Invoke)) {
            block.split_critical_edge(RETURNED);
        }
    }
}
