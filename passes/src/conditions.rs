//! `conditions`: the markers that clang's plugin has put around conditions go, and what they marked is told by branches:
//! the program's own where its answer decides one, else a new one whose ways meet again at once.
//!
//! ```text
//! %m = expect(zext %c, MAGIC + 7)             br i1 %c, label %then, label %else, !fz.condition !7
//! %b = icmp ne i64 %m, 0               →
//! br i1 %b, label %then, label %else
//!
//! %m = expect(zext %c, MAGIC + 8)             br i1 (freeze %c), label %true, label %false, !fz.condition !8
//! %n = add i64 %x, %m                  →    true, false:
//!                                             br label %told
//!                                           told:
//!                                             %m = phi i64 [ 1, %true ], [ 0, %false ]
//!                                             %n = add i64 %x, %m
//! ```
//!
//! The first way of such a branch is the answer 'true'. The cases of a `switch` are its own.

use fz_abi::coverage::marker;
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use crate::marks::condition;
use crate::{
    analyses::unit_tables,
    ir::{Block, Builder, Function, Int, Module, Value},
    marks::foreign,
    params::{Params, unknown},
    pass::{ModulePass, OptionInfo, Tally, working_on},
};

pub const NAME: &str = "conditions";

/// The intrinsic that markers are calls of.
const MARKER: &str = "llvm.expect.with.probability.i64";

pub const OPTIONS: &[OptionInfo] = &[OptionInfo {
    name: "table",
    values: "PATH",
    summary: "the unit's conditions, as clang's plugin wrote them: functions that are not in its files get no counters",
}];

#[derive(Default)]
pub struct Conditions {
    table: Option<unit_tables::Conditions>,
}

impl Conditions {
    pub fn new(params: &Params) -> Result<Self, String> {
        let mut pass = Conditions::default();
        for (key, value) in params.iter() {
            match key {
                "table" => pass.table = Some(unit_tables::Conditions::read(value)?),
                _ => return Err(unknown(key, "table")),
            }
        }
        Ok(pass)
    }
}

impl ModulePass for Conditions {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let mut tally = Tally::new(NAME);
        for function in module.definitions() {
            working_on(Some(&function.c_name()));
            let is_foreign = |table: &unit_tables::Conditions| {
                function
                    .location()
                    .is_some_and(|l| !table.is_users(&l.file))
            };
            if self.table.as_ref().is_some_and(is_foreign) {
                foreign::mark(module, function);
            }
            // The last first: what is split off is moved.
            for marker in markers(function).into_iter().rev() {
                marker.lower(module);
                tally.did();
            }
        }
        working_on(None);
        Ok(tally.record(module))
    }
}

struct Marker {
    call: Value,
    number: u32,
    is_switch: bool,
}

fn markers(function: Function) -> Vec<Marker> {
    let blocks = function.blocks();
    let instructions = blocks
        .into_iter()
        .flat_map(|b| b.instructions().collect::<Vec<_>>());
    let marker = |call: Value| {
        if !call.is_call() || call.called_name() != MARKER {
            return None;
        }
        let word = call.operand(1).int_constant()? as u64;
        (word & marker::MASK == marker::MAGIC).then_some(Marker {
            call,
            number: word as u32,
            is_switch: word & marker::SWITCH != 0,
        })
    };
    instructions.filter_map(marker).collect()
}

impl Marker {
    fn lower(&self, module: Module) {
        let mut value = self.call.operand(0);
        if !value.is_constant() {
            match self.decided(self.call) {
                Some(user) if user.is(LLVMOpcode::LLVMSelect) => self.choose(module, user),
                Some(terminator) => self.tag(module, terminator),
                None if self.is_switch => {}
                None => value = self.tell(module, value),
            }
        }
        self.call.replace_uses(value);
        self.call.erase();
    }

    fn tag(&self, module: Module, terminator: Value) {
        condition::mark(module, terminator, self.number);
    }

    /// The branch, switch or select that the marked value decides, and nothing else; and it nothing else.
    fn decided(&self, value: Value) -> Option<Value> {
        if !value.has_one_use() || value.block() != self.call.block() {
            return None;
        }
        let user = value.uses().first()?.user;
        match user.opcode() {
            LLVMOpcode::LLVMSwitch => self.is_switch.then_some(user),
            LLVMOpcode::LLVMBr => (!self.is_switch).then_some(user),
            LLVMOpcode::LLVMSelect => {
                let is_asked = user.operand(0) == value && !user.ty().is_vector();
                (is_asked && !self.is_switch).then_some(user)
            }
            LLVMOpcode::LLVMTrunc => self.decided(user),
            LLVMOpcode::LLVMICmp => {
                let is_truth = user.int_predicate() == LLVMIntPredicate::LLVMIntNE
                    && user.operand(1).int_constant() == Some(0);
                if is_truth { self.decided(user) } else { None }
            }
            _ => None,
        }
    }

    /// A truth value is what a branch found it to be.
    fn tell(&self, module: Module, value: Value) -> Value {
        let ty = value.ty();
        let builder = Builder::before(module, self.call);
        let truth = builder.icmp(Int::LLVMIntNE, value, ty.constant(0));
        let [yes, no] = self.ask(module, truth, self.call);
        builder.go_before_records(self.call);
        builder.phi(ty, &[(ty.constant(1), yes), (ty.constant(0), no)])
    }

    /// A select becomes the branch that it was spared to be.
    fn choose(&self, module: Module, select: Value) {
        let arms = [select.operand(1), select.operand(2)];
        let [yes, no] = self.ask(module, select.operand(0), select);
        let builder = Builder::new(module);
        builder.go_before_records(select);
        builder.locate(select);
        let chosen = builder.phi(select.ty(), &[(arms[0], yes), (arms[1], no)]);
        select.replace_uses(chosen);
        select.erase();
    }

    /// A branch of a truth value in front of an instruction, where both ways go on. Behind the branch poison would be
    /// undefined behaviour that the program does not have.
    fn ask(&self, module: Module, truth: Value, before: Value) -> [Block; 2] {
        let builder = Builder::before(module, before);
        let truth = builder.freeze(truth);
        let told = Block::split_before(before);
        let [yes, no] = [told.new_before(), told.new_before()];
        let jump = truth.block().terminator();
        let jump = jump.expect("a block that was split ends in a jump");
        for way in [yes, no] {
            builder.go_to_end(way);
            builder.locate(jump);
            builder.br(told);
        }
        builder.go_before(jump);
        let branch = builder.cond_br(truth, yes, no);
        jump.erase();
        self.tag(module, branch);
        [yes, no]
    }
}
