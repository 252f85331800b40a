//! Guards in the place of checks.

use fz_abi::{functions::events::GUARD_HIT, guards as abi};

use super::{
    check::{Arithmetic, Check, Integer, Operation, Operator, Place, Sure, Type},
    range::{self, Range},
    tell,
};
use crate::ir::{Call, Global, Inst, IntPredicate, Linkage, Term};
use crate::{
    ir::{Block, Builder, Module, Value},
    marks::guard,
    marks::{site::Asked, stub},
    runtime,
};

/// A failed check is rare: so the branch to it is laid out.
const WEIGHTS: [u32; 2] = [1, (1 << 20) - 1];

/// Makes a check a guard, if it can fail, and puts a site in front of it, if what it asks is told.
pub fn guard(module: Module, check: &Check, is_told: bool) -> Result<(), &'static str> {
    let beyond = Beyond::of_check(check);
    let never_fails = match &beyond {
        Some(beyond) => beyond.is_empty(),
        None => check.always() == Some(true),
    };
    if never_fails {
        disarm(module, check);
        return Err(abi::IN_RANGE);
    }
    let record = record(module, &check.place);
    if is_told {
        tell::tests(module, check, beyond.as_ref(), record);
    }
    forget_assumption(check);
    let builder = Builder::before(module, check.branch);
    let condition = check.branch.operand(0);
    check.branch.set_operand(0, settled(&builder, condition));
    ask(module, check.branch, check.failed, record);
    hit(module, check, record);
    Ok(())
}

/// A program goes on behind its guard: with the assumption that did not hold it could go on anywhere.
fn forget_assumption(check: &Check) {
    let is_assumed = |i: &Call| {
        i.called_name() == "llvm.assume" && Some(i.operand(0)) == check.branch.branch_condition()
    };
    let is_of_it = check.place.kind == abi::kind::BUILTIN
        && check.place.bits == u64::from(abi::builtin::ASSUME);
    let holds = check.branch.successors()[1 - check.failed];
    let assumed = holds.calls().find(is_assumed);
    if let Some(assumed) = assumed.filter(|_| is_of_it) {
        assumed.erase();
    }
}

/// Takes a check away: the program goes on as if it had held.
pub fn disarm(module: Module, check: &Check) {
    let holds = check.branch.successors()[1 - check.failed];
    let builder = Builder::before(module, check.branch);
    builder.br(holds);
    check.branch.erase();
    if let Operation::Arithmetic(arithmetic) = check.operation {
        wrapping(module, arithmetic);
    }
    check.call.erase();
}

/// The bounds that a value may go beyond.
pub struct Beyond {
    most: Option<i128>,
    least: Option<i128>,
}

impl Beyond {
    fn of(value: Range, bounds: Range) -> Beyond {
        Beyond {
            most: (value.most > bounds.most).then_some(bounds.most),
            least: (value.least < bounds.least).then_some(bounds.least),
        }
    }

    /// Of an operation on numbers of 64 bits at most.
    pub fn of_operation(
        operator: Operator,
        operands: [Value; 2],
        integer: Integer,
        at: Inst,
    ) -> Beyond {
        let ranges = operands.map(|v| Range::of(v, integer.signed, at));
        let range = match operator {
            Operator::Mul if range::are_same(operands[0], operands[1]) => ranges[0].square(),
            _ => Range::computed(operator, ranges),
        };
        Beyond::of(range, Range::of_type(integer))
    }

    /// `None` where that is not known.
    fn of_check(check: &Check) -> Option<Beyond> {
        const WIDEST: u32 = 64;
        match check.operation {
            Operation::Arithmetic(Arithmetic {
                call,
                operator,
                signed,
            }) => {
                let operands = [0, 1].map(|i| call.operand(i));
                let bits = operands[0].ty().int_bits().filter(|b| *b <= WIDEST)?;
                let integer = Integer { bits, signed };
                Some(Beyond::of_operation(
                    operator,
                    operands,
                    integer,
                    call.inst(),
                ))
            }
            Operation::Conversion(value) => {
                let [from, to] = check.place.types.map(|t| t.and_then(|t: Type| t.integer));
                let (from, mut to) = (from?, to?);
                if check.place.bits != 0 {
                    to.bits = check.place.bits as u32;
                }
                let range = Range::of(value, from.signed, check.branch.inst());
                Some(Beyond::of(range, Range::of_type(to)))
            }
            Operation::Other => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.most.is_none() && self.least.is_none()
    }

    /// The compares that hold where a value is beyond them.
    pub fn compares(&self, value: Value, signed: bool) -> Vec<(IntPredicate, Value, Value)> {
        let bound = |bound: i128| value.ty().constant(bound as u128).value();
        let above = match signed {
            true => IntPredicate::Sgt,
            false => IntPredicate::Ugt,
        };
        let above = self.most.map(|most| (above, value, bound(most)));
        let below = self
            .least
            .map(|least| (IntPredicate::Slt, value, bound(least)));
        above.into_iter().chain(below).collect()
    }
}

pub fn computed(builder: &Builder, operator: Operator, [a, b]: [Value; 2]) -> Value {
    match operator {
        Operator::Add => builder.add(a, b),
        Operator::Sub => builder.sub(a, b),
        Operator::Mul => builder.mul(a, b),
    }
}

/// A new branch on what is undefined would be undefined itself. What is asked is frozen, and not the operands: LLVM would
/// look for each of them whether it is well defined at all that dominates it, each time it asks for its bits.
fn settled(builder: &Builder, condition: Value) -> Value {
    if condition.is_constant() {
        return condition;
    }
    let frozen = builder.freeze(condition);
    if let Some(inst) = frozen.as_inst() {
        builder.module().set_nosanitize(inst);
    }
    frozen
}

/// What a guard asks.
pub struct Question {
    /// It fails where this holds.
    pub condition: Value,
    /// What is reported.
    pub operands: [Value; 2],
    /// What is told as compares are.
    pub asked: Vec<Asked>,
}

/// Puts a guard in front of an instruction, and sites, if what it asks is told.
pub fn insert(
    module: Module,
    at: Inst,
    place: &Place,
    is_told: bool,
    question: impl FnOnce(&Builder) -> Question,
) {
    let before = at.block();
    let builder = Builder::before(module, at);
    let Question {
        condition,
        operands,
        asked,
    } = question(&builder);
    let record = record(module, place);
    for asked in asked.into_iter().filter(|_| is_told) {
        asked.plant(&builder, place.kind, Some(record));
    }
    let condition = settled(&builder, condition);
    let holds = Block::split_before(at);
    let failed = holds.new_before();
    let jump = before.terminator().expect("made by the split");
    builder.go_to_end(failed);
    builder.locate(at);
    report(&builder, record, operands);
    let back = builder.br(holds);
    module.set_nosanitize(back);
    builder.go_before(jump);
    builder.locate(at);
    let branch = builder.cond_br(condition, failed, holds);
    module.set_nosanitize(branch);
    jump.erase();
    ask(module, branch, 0, record);
}

/// Makes a branch a guard's.
fn ask(module: Module, branch: Term, failed: usize, record: Global) {
    let [rare, often] = WEIGHTS;
    let weights = match failed {
        0 => [rare, often],
        _ => [often, rare],
    };
    module.set_branch_weights(branch, weights);
    guard::mark(module, branch, record);
}

/// The result alone, as it is where it wraps: nobody asks any longer whether it does.
fn wrapping(module: Module, Arithmetic { call, operator, .. }: Arithmetic) {
    let arguments = call.arguments();
    let builder = Builder::before(module, call);
    builder.locate(call);
    let result = computed(&builder, operator, [arguments[0], arguments[1]]);
    let users = |of: Value| of.uses().into_iter().filter_map(|u| u.user.as_inst());
    for extract in users(call.value()) {
        if extract.ty().is_bool() {
            for not in users(extract.value()) {
                if !not.has_uses() {
                    not.erase();
                }
            }
        } else {
            extract.replace_uses(result);
        }
        if !extract.has_uses() {
            extract.erase();
        }
    }
    if !call.has_uses() {
        call.erase();
    }
}

/// The handler's call becomes that of the guard's.
fn hit(module: Module, check: &Check, record: Global) {
    let call = check.call;
    let builder = Builder::before(module, call);
    builder.locate(call);
    let operand = |at: u32| match at < call.arguments().len() as u32 {
        true => call.operand(at),
        false => module.int(64).constant(0).value(),
    };
    report(&builder, record, [operand(1), operand(2)]);
    call.erase();
}

/// Of up to 64 bits as they are, wider ones by address. Where addresses are narrower, clang's handlers are passed words of
/// their width.
fn report(builder: &Builder, record: Global, operands: [Value; 2]) {
    let module = builder.module();
    let told = stub::of(module, &GUARD_HIT);
    let word = module.int(64);
    let [a, b] = operands.map(|operand| match operand.ty() == word {
        true => operand,
        false => builder.zext(operand, word),
    });
    // `edges` says which counter it is.
    let arguments = [record.value(), a, b, module.null_ptr().value()];
    let made = runtime::call(builder, &GUARD_HIT, told, &arguments);
    made.set_nounwind(module);
    made.set_nomerge(module);
    module.set_nosanitize(made);
}

/// The guard, as the runtime reads it.
fn record(module: Module, place: &Place) -> Global {
    let pair = |low: u64, high: u64| module.const_pointer(low | high << 32);
    let shape = |ty: Option<Type>| {
        let integer = ty.and_then(|t| t.integer);
        integer.map_or(0, |i| {
            i.bits as u64 | if i.signed { abi::SIGNED.into() } else { 0 }
        })
    };
    let [a, b] = place.types;
    let name = |ty: Option<Type>| ty.map_or(module.null_ptr(), |t| t.name);
    let flags = match place.sure {
        Sure::Clang => 0,
        Sure::Yes => abi::INFERRED,
        Sure::No => abi::INFERRED | abi::GUESSED,
    };
    let shapes = u64::from(place.kind) | shape(a) << 16;
    let fields = [
        place.file,
        name(a),
        name(b),
        pair(place.line, place.column),
        pair(shapes, shape(b) | place.bits << 16),
        pair(0, flags),
    ];
    debug_assert_eq!(fields.len() * 8, abi::GUARD);
    let guard = module.add_array(module.ptr(), fields.len(), Some(&fields), "__fz_guard");
    guard.set_linkage(Linkage::Private);
    guard.set_section(abi::SECTION, 8);
    guard
}
