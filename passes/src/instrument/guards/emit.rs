//! Guards in the place of checks.

use fz_abi::guards as abi;
use llvm_sys::{LLVMIntPredicate as Int, LLVMLinkage};

use super::{
    branch,
    check::{Arithmetic, Check, Integer, Operation, Operator, Place, Sure, Type},
    range::{self, Range},
    tell,
};
use crate::{
    analyze::sites::Asked,
    instrument::stub,
    ir::{Block, Builder, Module, Type as IrType, Value},
    transform::step,
};

/// A failed check is rare: so the branch to it is laid out.
const WEIGHTS: [u64; 2] = [1, (1 << 20) - 1];

/// A compare that holds where the operation is out of range.
pub type Test = (Int, Value, Value);

/// Puts a guard in the place of a check, if it can fail, and a site in front of it, if what it asks is told.
pub fn guard(module: Module, check: &Check, is_told: bool) -> Result<(), &'static str> {
    let tests = match check.operation {
        Operation::Arithmetic(arithmetic) => overflow(module, check, arithmetic),
        Operation::Conversion(value) => conversion(module, check, value),
        Operation::Other => None,
    };
    let never_fails = match &tests {
        Some(tests) => tests.is_empty(),
        None => check.always() == Some(true),
    };
    if never_fails {
        disarm(module, check);
        return Err(abi::IN_RANGE);
    }
    let record = record(module, &check.place);
    if is_told {
        tell::tests(module, check, tests.as_deref(), record);
    }
    match tests {
        Some(tests) => {
            let holds = check.branch.successors()[1 - check.failed];
            ask(
                module,
                check.branch,
                [check.call.block(), holds],
                &tests,
                record,
            );
        }
        None => branch::mark(module, check.branch, record),
    }
    if let Operation::Arithmetic(arithmetic) = check.operation {
        wrapping(module, arithmetic);
    }
    hit(module, check, record);
    Ok(())
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

/// The operation in twice its width, and the bounds of its own type.
fn overflow(module: Module, check: &Check, arithmetic: Arithmetic) -> Option<Vec<Test>> {
    /// What wider operations would need no target has.
    const WIDEST: u32 = 64;
    let Arithmetic {
        call,
        operator,
        signed,
    } = arithmetic;
    let arguments = call.arguments();
    let bits = arguments[0].ty().int_bits().filter(|b| *b <= WIDEST)?;
    let builder = Builder::before(module, check.branch);
    let integer = Integer { bits, signed };
    let operands = [arguments[0], arguments[1]];
    Some(beyond(&builder, operator, operands, integer, check.branch))
}

/// Asks at `at` whether an operation is beyond the bounds of its type, of 64 bits at most.
pub fn beyond(
    builder: &Builder,
    operator: Operator,
    operands: [Value; 2],
    integer: Integer,
    at: Value,
) -> Vec<Test> {
    let Integer { bits, signed } = integer;
    let wide = builder.module().int(if bits <= 32 { 64 } else { 128 });
    let ranges = operands.map(|v| Range::of(v, signed, at));
    let range = match operator {
        Operator::Mul if range::are_same(operands[0], operands[1]) => ranges[0].square(),
        _ => Range::computed(operator, ranges),
    };
    let operands = operands.map(|v| {
        let value = settled(builder, v, at);
        match signed {
            true => builder.sext(value, wide),
            false => builder.zext(value, wide),
        }
    });
    let result = computed(builder, operator, operands);
    // A product without a sign may need all bits of its width.
    let has_sign = signed || operator == Operator::Sub;
    Beyond::of(range, Range::of_type(integer)).tests(result, has_sign)
}

/// The bounds that a value may go beyond.
struct Beyond {
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

    fn tests(&self, value: Value, signed: bool) -> Vec<Test> {
        let bound = |bound: i128| value.ty().constant(bound as u128);
        let above = match signed {
            true => Int::LLVMIntSGT,
            false => Int::LLVMIntUGT,
        };
        let above = self.most.map(|most| (above, value, bound(most)));
        let below = self
            .least
            .map(|least| (Int::LLVMIntSLT, value, bound(least)));
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

/// The bounds of the target that the value's own type goes beyond.
fn conversion(module: Module, check: &Check, value: Value) -> Option<Vec<Test>> {
    let [from, to] = check.place.types.map(|t| t.and_then(|t: Type| t.integer));
    let (from, mut to) = (from?, to?);
    if check.place.bits != 0 {
        to.bits = check.place.bits as u32;
    }
    let range = Range::of(value, from.signed, check.branch);
    let builder = Builder::before(module, check.branch);
    let value = settled(&builder, value, check.branch);
    Some(Beyond::of(range, Range::of_type(to)).tests(value, from.signed))
}

/// A new branch on what is undefined would be undefined itself.
pub fn settled(builder: &Builder, value: Value, at: Value) -> Value {
    match value.is_well_defined(at) {
        true => value,
        false => builder.freeze(value),
    }
}

/// What a guard asks.
pub struct Question {
    pub tests: Vec<Test>,
    /// What is reported.
    pub operands: [Value; 2],
    /// What is told as compares are, if it is not the tests.
    pub asked: Option<Asked>,
}

/// Puts a guard in front of an instruction, and sites, if what it asks is told. Not if it asks nothing.
pub fn insert(
    module: Module,
    at: Value,
    place: &Place,
    is_told: bool,
    question: impl FnOnce(&Builder) -> Question,
) -> Result<(), &'static str> {
    let before = at.block();
    let builder = Builder::before(module, at);
    let Question {
        tests,
        operands,
        asked,
    } = question(&builder);
    if tests.is_empty() {
        return Err(abi::IN_RANGE);
    }
    let record = record(module, place);
    if is_told {
        let all = match asked {
            Some(asked) => vec![asked],
            None => tests
                .iter()
                .map(|(p, a, b)| Asked::Compare(*p, *a, *b))
                .collect(),
        };
        for asked in all {
            asked.plant(&builder, place.kind, Some(record));
        }
    }
    let holds = Block::split_before(at);
    let failed = holds.new_before();
    let jump = before.terminator().expect("made by the split");
    builder.go_to_end(failed);
    builder.locate(at);
    report(&builder, record, operands);
    let back = builder.br(holds);
    module.hide_from_sanitizers(back);
    ask(module, jump, [failed, holds], &tests, record);
    Ok(())
}

/// Branches to the guard block where any test says yes, in the place of a branch.
fn ask(module: Module, branch: Value, [failed, holds]: [Block; 2], tests: &[Test], record: Value) {
    let block = branch.block();
    let builder = Builder::before(module, branch);
    let mut last = block;
    for (at, (predicate, value, bound)) in tests.iter().enumerate() {
        builder.locate(branch);
        let out = builder.icmp(*predicate, *value, *bound);
        let next = match at + 1 == tests.len() {
            true => holds,
            false => failed.new_before(),
        };
        let asked = builder.cond_br(out, failed, next);
        module.set_weights(asked, WEIGHTS);
        branch::mark(module, asked, record);
        if at > 0 {
            step::mark(module, asked);
        }
        for made in [out, asked] {
            if made.is_instruction() {
                module.hide_from_sanitizers(made);
            }
        }
        last = builder.block();
        if at + 1 < tests.len() {
            builder.go_to_end(next);
        }
    }
    branch.erase();
    holds.replace_predecessor(block, last);
}

/// The result alone, as it is where it wraps: nobody asks any longer whether it does.
fn wrapping(module: Module, Arithmetic { call, operator, .. }: Arithmetic) {
    let arguments = call.arguments();
    let builder = Builder::before(module, call);
    builder.locate(call);
    let result = computed(&builder, operator, [arguments[0], arguments[1]]);
    for extract in call.uses().into_iter().map(|u| u.user) {
        if extract.ty().is_bool() {
            for not in extract.uses().into_iter().map(|u| u.user) {
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
fn hit(module: Module, check: &Check, record: Value) {
    let call = check.call;
    let builder = Builder::before(module, call);
    builder.locate(call);
    let operand = |at: u32| match at < call.arguments().len() as u32 {
        true => call.operand(at),
        false => module.int(64).constant(0),
    };
    report(&builder, record, [operand(1), operand(2)]);
    call.erase();
}

/// Of up to 64 bits as they are, wider ones by address.
fn report(builder: &Builder, record: Value, operands: [Value; 2]) {
    let module = builder.module();
    let word = module.int(64);
    let types: [IrType; 4] = [module.ptr(), word, word, module.ptr()];
    let told = stub::of(module, abi::HIT, &types);
    let [a, b] = operands;
    // `edges` says which counter it is.
    let arguments = [record, a, b, module.null_ptr()];
    let ty = module.void_type(&types, false);
    let made = builder.call(ty, told.value(), &arguments);
    made.set_nounwind(module);
    made.set_no_merge(module);
    module.hide_from_sanitizers(made);
}

/// The guard, as the runtime reads it.
fn record(module: Module, place: &Place) -> Value {
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
    guard.set_linkage(LLVMLinkage::LLVMPrivateLinkage);
    guard.set_section(abi::SECTION, 8);
    guard
}
