//! Emits guards: in the place of clang's checks, and in front of instructions.

use fz_abi::{functions::events::GUARD_HIT, guards as abi};

use super::{
    check::{Arithmetic, Check, GuardInfo, Integer, Operation, Operator, Type, TypeSource},
    range::{self, Range},
    sites,
};
use crate::ir::{Call, Global, Inst, IntPredicate, Linkage, Term};
use crate::{
    ir::{Block, Builder, Module, Value},
    marks::guard,
    marks::{site::GuardCheck, stub},
    runtime,
};

/// The branch weights of a failed check and of one that holds. Failures are rare, so code generation moves them out
/// of line.
const WEIGHTS: [u32; 2] = [1, (1 << 20) - 1];

/// Turns a check into a guard, and plants a site in front of it if the guard is to be reported. An error is the
/// reason why the check cannot fail; the check is then gone.
pub fn guard(module: Module, check: &Check, is_told: bool) -> Result<(), &'static str> {
    let exceedable = Exceedable::of_check(check);
    let never_fails = match &exceedable {
        Some(exceedable) => exceedable.is_empty(),
        None => check.always() == Some(true),
    };
    if never_fails {
        disarm(module, check);
        return Err(abi::IN_RANGE);
    }
    let record = record(module, &check.info);
    if is_told {
        sites::plant(module, check, exceedable.as_ref(), record);
    }
    forget_assumption(check);
    let builder = Builder::before(module, check.branch);
    let condition = check.branch.operand(0);
    check.branch.set_operand(0, frozen(&builder, condition));
    mark_branch(module, check.branch, check.failed, record);
    hit(module, check, record);
    Ok(())
}

/// Drops the `llvm.assume` of a guarded `__builtin_assume`. The program continues after its guard, where an
/// assumption that does not hold would be undefined behaviour.
fn forget_assumption(check: &Check) {
    let is_assumed = |i: &Call| {
        i.called_name() == "llvm.assume" && Some(i.operand(0)) == check.branch.branch_condition()
    };
    let is_of_it =
        check.info.kind == abi::kind::BUILTIN && check.info.bits == u64::from(abi::builtin::ASSUME);
    let holds = check.branch.successors()[1 - check.failed];
    let assumed = holds.calls().find(is_assumed);
    if let Some(assumed) = assumed.filter(|_| is_of_it) {
        assumed.erase();
    }
}

/// Removes a check: the program continues as if it had held.
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

/// The bounds that a value may exceed.
pub struct Exceedable {
    most: Option<i128>,
    least: Option<i128>,
}

impl Exceedable {
    fn of(value: Range, bounds: Range) -> Exceedable {
        Exceedable {
            most: (value.most > bounds.most).then_some(bounds.most),
            least: (value.least < bounds.least).then_some(bounds.least),
        }
    }

    /// The bounds that the result of an operation may exceed. Operands have at most 64 bits.
    pub fn of_operation(
        operator: Operator,
        operands: [Value; 2],
        integer: Integer,
        at: Inst,
    ) -> Exceedable {
        let ranges = operands.map(|v| Range::of(v, integer.signed, at));
        let range = match operator {
            Operator::Mul if range::are_same(operands[0], operands[1]) => ranges[0].square(),
            _ => Range::computed(operator, ranges),
        };
        Exceedable::of(range, Range::of_type(integer))
    }

    /// The bounds that a checked value may exceed; `None` if that is not known.
    fn of_check(check: &Check) -> Option<Exceedable> {
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
                Some(Exceedable::of_operation(
                    operator,
                    operands,
                    integer,
                    call.inst(),
                ))
            }
            Operation::Conversion(value) => {
                let [from, to] = check.info.types.map(|t| t.and_then(|t: Type| t.integer));
                let (from, mut to) = (from?, to?);
                if check.info.bits != 0 {
                    to.bits = check.info.bits as u32;
                }
                let range = Range::of(value, from.signed, check.branch.inst());
                Some(Exceedable::of(range, Range::of_type(to)))
            }
            Operation::Other => None,
        }
    }

    /// Whether the value exceeds no bound.
    pub fn is_empty(&self) -> bool {
        self.most.is_none() && self.least.is_none()
    }

    /// The compares that hold if the value exceeds its bounds.
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

/// The wrapped result of an operation, without `nsw` or `nuw`.
pub fn computed(builder: &Builder, operator: Operator, [a, b]: [Value; 2]) -> Value {
    match operator {
        Operator::Add => builder.add(a, b),
        Operator::Sub => builder.sub(a, b),
        Operator::Mul => builder.mul(a, b),
    }
}

/// A new branch on poison or undef would be undefined behaviour. The condition is frozen and not its operands: for
/// each frozen operand LLVM would ask whether the value is well defined at every dominating use, each time it
/// computes known bits.
fn frozen(builder: &Builder, condition: Value) -> Value {
    if condition.is_constant() {
        return condition;
    }
    let frozen = builder.freeze(condition);
    if let Some(inst) = frozen.as_inst() {
        builder.module().set_nosanitize(inst);
    }
    frozen
}

/// What a guard checks.
pub struct Question {
    /// The guard fails if this holds.
    pub condition: Value,
    /// The operands that the runtime reports.
    pub operands: [Value; 2],
    /// What sites report, as they report compares.
    pub reported: Vec<GuardCheck>,
}

/// Puts a guard in front of an instruction, and plants sites if the guard is to be reported.
pub fn insert(
    module: Module,
    at: Inst,
    info: &GuardInfo,
    is_told: bool,
    question: impl FnOnce(&Builder) -> Question,
) {
    let before = at.block();
    let builder = Builder::before(module, at);
    let Question {
        condition,
        operands,
        reported,
    } = question(&builder);
    let record = record(module, info);
    for check in reported.into_iter().filter(|_| is_told) {
        check.plant(&builder, info.kind, Some(record));
    }
    let condition = frozen(&builder, condition);
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
    mark_branch(module, branch, 0, record);
}

/// Marks a branch as a guard's, with the weights of a rare failure.
fn mark_branch(module: Module, branch: Term, failed: usize, record: Global) {
    let [rare, often] = WEIGHTS;
    let weights = match failed {
        0 => [rare, often],
        _ => [often, rare],
    };
    module.set_branch_weights(branch, weights);
    guard::mark(module, branch, record);
}

/// Replaces the intrinsic by its wrapped result, once nothing asks for the overflow bit.
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

/// Replaces the handler's call by that of the guard's callback.
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

/// Calls the guard's callback. Operands of up to 64 bits are passed by value, wider ones by address. On targets with
/// narrower addresses clang passes its handlers words of that width.
fn report(builder: &Builder, record: Global, operands: [Value; 2]) {
    let module = builder.module();
    let stub = stub::of(module, &GUARD_HIT);
    let word = module.int(64);
    let [a, b] = operands.map(|operand| match operand.ty() == word {
        true => operand,
        false => builder.zext(operand, word),
    });
    // `edges` puts the guard's counter here.
    let arguments = [record.value(), a, b, module.null_ptr().value()];
    let made = runtime::call(builder, &GUARD_HIT, stub, &arguments);
    made.set_nounwind(module);
    made.set_nomerge(module);
    module.set_nosanitize(made);
}

/// The guard's record, as the runtime reads it.
fn record(module: Module, info: &GuardInfo) -> Global {
    let pair = |low: u64, high: u64| module.const_pointer(low | high << 32);
    let shape = |ty: Option<Type>| {
        let integer = ty.and_then(|t| t.integer);
        integer.map_or(0, |i| {
            i.bits as u64 | if i.signed { abi::SIGNED.into() } else { 0 }
        })
    };
    let [a, b] = info.types;
    let name = |ty: Option<Type>| ty.map_or(module.null_ptr(), |t| t.name);
    let flags = match info.type_source {
        TypeSource::Clang => 0,
        TypeSource::Ir => abi::INFERRED,
        TypeSource::Guessed => abi::INFERRED | abi::GUESSED,
    };
    let shapes = u64::from(info.kind) | shape(a) << 16;
    let fields = [
        info.file,
        name(a),
        name(b),
        pair(info.line, info.column),
        pair(shapes, shape(b) | info.bits << 16),
        pair(0, flags),
    ];
    debug_assert_eq!(fields.len() * 8, abi::GUARD);
    let guard = module.add_array(module.ptr(), fields.len(), Some(&fields), "__fz_guard");
    guard.set_linkage(Linkage::Private);
    guard.set_section(abi::SECTION, 8);
    guard
}
