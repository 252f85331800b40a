//! `conditions`: lowers the markers that clang's plugin has put around conditions to branches. A condition that
//! decides a branch of the program marks that branch; for any other a new branch is made, whose ways meet again at
//! once.
//!
//! ```text
//! %m = expect(zext %c, MAGIC + 7)             br i1 %c, label %then, label %else, !fz.condition !7
//! %b = icmp ne i64 %m, 0               →
//! br i1 %b, label %then, label %else
//!
//! %m = expect(zext %c, MAGIC + 8)             br i1 (freeze %c), label %true, label %false, !fz.condition !8
//! %n = add i64 %x, %m                  →    true, false:
//!                                             br label %join
//!                                           join:
//!                                             %m = phi i64 [ 1, %true ], [ 0, %false ]
//!                                             %n = add i64 %x, %m
//! ```
//!
//! The first successor of a marked branch stands for `true`. The cases of a `switch` are its own.

use fz_abi::coverage::marker;
use fz_schema::passes::conditions as schema;

use crate::{
    analyses::unit_tables,
    ir::{Block, Builder, Call, Function, Inst, IntPredicate, Module, Op, Term, Value},
    marks::{condition, foreign, settled},
    pass::{Context, ModulePass},
};

/// The pass's name.
pub const NAME: &str = schema::PASS.name;

/// The intrinsic that a marker calls.
const MARKER: &str = "llvm.expect.with.probability.i64";

/// The pass, with the unit's table of conditions.
pub struct Conditions {
    table: Option<unit_tables::Conditions>,
}

impl Conditions {
    /// The pass with checked options. An error says why the table cannot be read.
    pub fn new(told: schema::Told) -> Result<Self, String> {
        let table = told.table;
        let table = table.map(|path| unit_tables::Conditions::read(&path));
        Ok(Conditions {
            table: table.transpose()?,
        })
    }
}

impl ModulePass for Conditions {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        cx.each(module.definitions(), |cx, function| {
            let is_foreign = |table: &unit_tables::Conditions| {
                let is_users = |file: &str| table.is_users(file);
                let place = function.location();
                place.is_some_and(|l| !is_users(&l.file)) && !initializes_module(&function.name())
            };
            if self.table.as_ref().is_some_and(is_foreign) {
                foreign::mark(module, function);
            }
            // From the end, so that splitting a block moves no marker that is still to come.
            for marker in markers(function).into_iter().rev() {
                marker.lower(module);
                cx.did();
            }
        });
        Ok(cx.did_any())
    }
}

/// Whether it is what clang makes of each interface of a module, also of one without functions.
fn initializes_module(name: &str) -> bool {
    name.starts_with("_ZGIW")
}

struct Marker {
    call: Call,
    number: u32,
    is_switch: bool,
}

fn markers(function: Function) -> Vec<Marker> {
    let marker = |call: Call| {
        if call.called_name() != MARKER {
            return None;
        }
        let word = call.operand(1).int_constant()? as u64;
        (word & marker::MASK == marker::MAGIC).then_some(Marker {
            call,
            number: word as u32,
            is_switch: word & marker::SWITCH != 0,
        })
    };
    function.calls().filter_map(marker).collect()
}

/// Erases what clang makes of the condition of each `?:` that becomes a select: the number that its own coverage would
/// count by.
fn erase_unused_extensions(value: Inst) {
    let users = value.uses().into_iter().filter_map(|u| u.user.as_inst());
    let unused = users.filter(|user| user.is(Op::ZExt) && !user.has_uses());
    unused.for_each(Inst::erase);
}

impl Marker {
    fn lower(&self, module: Module) {
        let mut value = self.call.operand(0);
        if value.is_constant() {
            let answer = value.int_constant().filter(|_| !self.is_switch);
            if let Some(answer) = answer {
                settled::note(module, self.number, answer != 0);
            }
        } else {
            match self.decided(self.call.inst()) {
                Some(user) => match user.as_term() {
                    Some(terminator) => self.tag(module, terminator),
                    None => self.choose(module, user),
                },
                None if self.is_switch => {}
                None => value = self.branch_on(module, value),
            }
        }
        self.call.replace_uses(value);
        self.call.erase();
    }

    fn tag(&self, module: Module, terminator: Term) {
        condition::mark(module, terminator, self.number);
    }

    /// The branch, switch or select that the marked value decides, if it has no other use and the user no other
    /// condition.
    fn decided(&self, value: Inst) -> Option<Inst> {
        erase_unused_extensions(value);
        if !value.has_one_use() || value.block() != self.call.block() {
            return None;
        }
        let user = value.uses().first()?.user.as_inst()?;
        match user.op() {
            Op::Switch => self.is_switch.then_some(user),
            Op::Br => (!self.is_switch).then_some(user),
            Op::Select => {
                let is_asked = user.operand(0) == value && !user.ty().is_vector();
                (is_asked && !self.is_switch).then_some(user)
            }
            Op::Trunc => self.decided(user),
            Op::ICmp => {
                let is_truth = user.int_predicate() == Some(IntPredicate::Ne)
                    && user.operand(1).int_constant() == Some(0);
                if is_truth { self.decided(user) } else { None }
            }
            _ => None,
        }
    }

    /// Replaces a truth value by a φ node after a branch on it.
    fn branch_on(&self, module: Module, value: Value) -> Value {
        let ty = value.ty();
        let builder = Builder::before(module, self.call);
        let truth = builder.icmp(IntPredicate::Ne, value, ty.constant(0));
        let [yes, no] = self.ask(module, truth, self.call.inst());
        builder.go_before_records(self.call);
        let answer = |number: u128| ty.constant(number).value();
        let merge = builder.phi(ty, &[(answer(1), yes), (answer(0), no)]);
        merge.value()
    }

    /// Turns a select into the branch that it stands for.
    fn choose(&self, module: Module, select: Inst) {
        let arms = [select.operand(1), select.operand(2)];
        let [yes, no] = self.ask(module, select.operand(0), select);
        let builder = Builder::new(module);
        builder.go_before_records(select);
        builder.locate(select);
        let chosen = builder.phi(select.ty(), &[(arms[0], yes), (arms[1], no)]);
        select.replace_uses(chosen);
        select.erase();
    }

    /// Inserts a branch on a truth value in front of an instruction; both ways continue there. The value is frozen:
    /// the program computes with it, and a branch on poison would be undefined behaviour.
    fn ask(&self, module: Module, truth: Value, before: Inst) -> [Block; 2] {
        let builder = Builder::before(module, before);
        let truth = builder.freeze(truth);
        let head = before.block();
        let merge = Block::split_before(before);
        let [yes, no] = [merge.new_before(), merge.new_before()];
        let jump = head.terminator();
        let jump = jump.expect("a block that was split ends in a jump");
        for way in [yes, no] {
            builder.go_to_end(way);
            builder.locate(jump);
            builder.br(merge);
        }
        builder.go_before(jump);
        let branch = builder.cond_br(truth, yes, no);
        jump.erase();
        self.tag(module, branch);
        [yes, no]
    }
}
