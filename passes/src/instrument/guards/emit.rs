//! Guards in the place of checks.

use fz_abi::guards as abi;
use llvm_sys::{LLVMIntPredicate as Int, LLVMLinkage};

use super::{
    check::{Arithmetic, Check, Integer, Operation, Operator, Type},
    tell,
};
use crate::{
    instrument::stub,
    ir::{Builder, Module, Type as IrType, Value},
};

/// A failed check is rare: so the branch to it is laid out.
const WEIGHTS: [u64; 2] = [1, (1 << 20) - 1];

/// A compare that holds where the operation is out of range.
pub type Test = (Int, Value, Value);

/// Puts a guard in the place of a check, and a site in front of it, if what it asks is told.
pub fn guard(module: Module, check: &Check, is_told: bool) {
    let record = record(module, check);
    let tests = match check.operation {
        Operation::Arithmetic(arithmetic) => overflow(module, check, arithmetic),
        Operation::Conversion(value) => conversion(module, check, value),
        Operation::Other => None,
    };
    if is_told {
        tell::tests(module, check, tests.as_deref(), record);
    }
    if let Some(tests) = tests {
        ask(module, check, &tests);
    }
    if let Operation::Arithmetic(arithmetic) = check.operation {
        wrapping(module, arithmetic);
    }
    hit(module, check, record);
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
    let wide = module.int(if bits <= 32 { 64 } else { 128 });
    let builder = Builder::before(module, check.branch);
    let [a, b] = [0, 1].map(|i| {
        let value = settled(&builder, arguments[i], check.branch);
        match signed {
            true => builder.sext(value, wide),
            false => builder.zext(value, wide),
        }
    });
    let result = computed(&builder, operator, [a, b]);
    let (least, most) = Integer { bits, signed }.range();
    let test = |predicate, bound: i128| (predicate, result, wide.constant(bound as u128));
    let below = test(Int::LLVMIntSLT, least);
    Some(match (signed, operator) {
        (true, _) => vec![test(Int::LLVMIntSGT, most), below],
        // Nothing unsigned is below 0 but a difference, nothing above the top but a sum or a product.
        (false, Operator::Sub) => vec![below],
        (false, _) => vec![test(Int::LLVMIntUGT, most)],
    })
}

fn computed(builder: &Builder, operator: Operator, [a, b]: [Value; 2]) -> Value {
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
    let (source, target) = (from.range(), to.range());
    let builder = Builder::before(module, check.branch);
    let value = settled(&builder, value, check.branch);
    let ty = value.ty();
    let mut tests = Vec::new();
    if source.1 > target.1 {
        let above = match from.signed {
            true => Int::LLVMIntSGT,
            false => Int::LLVMIntUGT,
        };
        tests.push((above, value, ty.constant(target.1 as u128)));
    }
    if source.0 < target.0 {
        tests.push((Int::LLVMIntSLT, value, ty.constant(target.0 as u128)));
    }
    (!tests.is_empty()).then_some(tests)
}

impl Integer {
    /// The smallest and the largest number; of 64 bits at most.
    fn range(self) -> (i128, i128) {
        match self.signed {
            true => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        }
    }
}

/// A new branch on what is undefined would be undefined itself.
fn settled(builder: &Builder, value: Value, at: Value) -> Value {
    match value.is_well_defined(at) {
        true => value,
        false => builder.freeze(value),
    }
}

/// Branches to the handler's block where any test says yes, in the place of the check's own.
fn ask(module: Module, check: &Check, tests: &[Test]) {
    let (branch, block) = (check.branch, check.branch.block());
    let failed = check.call.block();
    let holds = branch.successors()[1 - check.failed];
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
    let word = module.int(64);
    let types: [IrType; 3] = [module.ptr(), word, word];
    let told = stub::of(module, abi::HIT, &types);
    let operand = |at: u32| match at < call.arguments().len() as u32 {
        true => call.operand(at),
        false => word.constant(0),
    };
    let arguments = [record, operand(1), operand(2)];
    let ty = module.void_type(&types, false);
    let made = builder.call(ty, told.value(), &arguments);
    made.set_nounwind(module);
    made.set_no_merge(module);
    module.hide_from_sanitizers(made);
    call.erase();
}

/// The guard, as the runtime reads it.
fn record(module: Module, check: &Check) -> Value {
    let place = &check.place;
    let pair = |low: u64, high: u64| module.const_pointer(low | high << 32);
    let shape = |ty: Option<Type>| {
        let integer = ty.and_then(|t| t.integer);
        integer.map_or(0, |i| {
            i.bits as u64 | if i.signed { abi::SIGNED.into() } else { 0 }
        })
    };
    let [a, b] = place.types;
    let name = |ty: Option<Type>| ty.map_or(module.null_ptr(), |t| t.name);
    let shapes = u64::from(place.kind) | shape(a) << 16;
    let fields = [
        place.file,
        name(a),
        name(b),
        pair(place.line, place.column),
        pair(shapes, shape(b) | place.bits << 16),
        module.null_ptr(),
    ];
    debug_assert_eq!(fields.len() * 8, abi::GUARD);
    let guard = module.add_array(module.ptr(), fields.len(), Some(&fields), "__fz_guard");
    guard.set_linkage(LLVMLinkage::LLVMPrivateLinkage);
    guard.set_section(abi::SECTION, 8);
    guard
}
