//! Clang's integer checks, as it emits them for a sanitizer without a runtime: a branch to a block that calls a
//! handler. The handler's data say what is checked, where, and in which types.

use fz_abi::guards as abi;

use crate::ir::Op;
use crate::ir::{Call, Const, Inst, Module, Term, Value};

const PREFIX: &str = "__ubsan_handle_";

/// For each handler its name without the prefix, the kind of guard, and how many types its data have.
const HANDLERS: [(&str, u16, u32); 11] = [
    ("add_overflow", abi::kind::ADD, 1),
    ("sub_overflow", abi::kind::SUB, 1),
    ("mul_overflow", abi::kind::MUL, 1),
    ("negate_overflow", abi::kind::NEGATE, 1),
    ("divrem_overflow", abi::kind::DIVIDE, 1),
    ("shift_out_of_bounds", abi::kind::SHIFT, 2),
    ("implicit_conversion", abi::kind::CONVERT, 2),
    ("out_of_bounds", abi::kind::INDEX, 2),
    ("load_invalid_value", abi::kind::LOAD, 1),
    ("vla_bound_not_positive", abi::kind::LENGTH, 1),
    ("invalid_builtin", abi::kind::BUILTIN, 0),
];

/// Whether a function of this name is one of clang's handlers.
pub fn is_handler(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// A check of clang's, and what its guard needs.
pub struct Check {
    /// The handler's call.
    pub call: Call,
    /// The branch to the handler's block.
    pub branch: Term,
    /// The handler's block, as an index into the branch's successors.
    pub failed: usize,
    /// What is checked.
    pub operation: Operation,
    /// What the guard's record says.
    pub info: GuardInfo,
}

impl Check {
    /// Whether the check always holds (`true`) or never does, if its condition is constant.
    pub fn always(&self) -> Option<bool> {
        let holds = self.branch.branch_condition()?.bool_constant()?;
        Some(holds == (self.failed == 1))
    }
}

/// What a guard's record says.
pub struct GuardInfo {
    /// The kind of guard, one of [`abi::kind`].
    pub kind: u16,
    /// A C string.
    pub file: Const,
    pub line: u64,
    pub column: u64,
    /// The types of the first and the second operand. For an array: the type of the index, then the array's own.
    pub types: [Option<Type>; 2],
    /// The width of a bit-field, or the number of a builtin; else 0.
    pub bits: u64,
    /// Where the types come from.
    pub type_source: TypeSource,
}

/// Where a guard's types come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeSource {
    /// Clang's check names them.
    Clang,
    /// Inferred from IR, which allows one reading.
    Ir,
    /// Guessed: IR allows two readings.
    Guessed,
}

impl GuardInfo {
    /// For an instruction, by its debug information.
    pub fn of(module: Module, at: Inst, kind: u16, types: [Option<Integer>; 2]) -> GuardInfo {
        let location = at.location();
        let (line, column) = location.as_ref().map_or((0, 0), |l| (l.line, l.column));
        let unknown = || format!("{}({})", module.source(), at.block().function().name());
        let file = location.map_or_else(unknown, |l| l.file);
        let unnamed = |integer| Type {
            name: module.null_ptr(),
            integer: Some(integer),
        };
        GuardInfo {
            kind,
            file: module.add_private_string(&file, "__fz_file").into(),
            line: line.into(),
            column: column.into(),
            types: types.map(|ty| ty.map(unnamed)),
            bits: 0,
            type_source: TypeSource::Clang,
        }
    }
}

/// A type as clang describes it.
#[derive(Clone, Copy)]
pub struct Type {
    /// A C string.
    pub name: Const,
    /// The type as an integer, if it is one.
    pub integer: Option<Integer>,
}

/// The width and the signedness of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    pub bits: u32,
    pub signed: bool,
}

/// The operation that is checked.
pub enum Operation {
    Arithmetic(Arithmetic),
    /// A conversion of this value to the second type.
    Conversion(Value),
    Other,
}

/// An operation whose result has its operands' width.
#[derive(Clone, Copy)]
pub struct Arithmetic {
    /// The call of `llvm.….with.overflow`.
    pub call: Call,
    pub operator: Operator,
    pub signed: bool,
}

/// The operator of an arithmetic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Sub,
    Mul,
}

impl Operator {
    /// The operator's kind of guard, as records have it.
    pub fn kind(self) -> u16 {
        match self {
            Operator::Add => abi::kind::ADD,
            Operator::Sub => abi::kind::SUB,
            Operator::Mul => abi::kind::MUL,
        }
    }
}

/// The result of the conversion that a handler's call checks.
pub fn converted(call: Call) -> Option<Value> {
    let is_conversion = call.called_name() == format!("{PREFIX}implicit_conversion");
    is_conversion.then(|| before_widening(call.operand(2)))
}

/// What a handler's call checks, or the reason why that is not known.
pub fn read(module: Module, call: Call) -> Result<Check, &'static str> {
    let name = call.called_name();
    let by_name = |(end, ..): &&(&str, u16, u32)| name.strip_prefix(PREFIX) == Some(end);
    let &(_, kind, types) = HANDLERS.iter().find(by_name).ok_or("handler")?;
    let data = call.operand(0).initializer().ok_or("data")?;
    let mut info = info(module, data, kind, types).ok_or("data")?;
    correct_bit_ints(call, &mut info);
    let block = call.block();
    let branch = block
        .single_predecessor()
        .and_then(|before| before.terminator())
        .filter(|t| t.branch_condition().is_some())
        .ok_or("shape")?;
    if kind == abi::kind::BUILTIN {
        info.types[0] = Some(builtin_operand_type(module, branch));
    }
    let failed = branch.successors().iter().position(|s| *s == block);
    let operation = match kind {
        abi::kind::ADD | abi::kind::SUB | abi::kind::MUL | abi::kind::NEGATE => arithmetic(branch),
        abi::kind::CONVERT => conversion(call, &info),
        _ => Operation::Other,
    };
    Ok(Check {
        call,
        branch,
        failed: failed.ok_or("shape")?,
        operation,
        info,
    })
}

fn info(module: Module, data: Const, kind: u16, types: u32) -> Option<GuardInfo> {
    let number = |value: Const| value.int().map(|n| n as u64);
    let location = data.part(0)?;
    let described = |at: u32| match at <= types {
        true => describe(module, data.part(at)?).map(Some),
        false => Some(None),
    };
    let (first, second) = (described(1)?, described(2)?);
    let types = match kind {
        // The first type is that of the index; the array's own comes second.
        abi::kind::INDEX => [second, first],
        _ => [first, second],
    };
    let bits = match kind {
        abi::kind::CONVERT => number(data.part(4)?)?,
        abi::kind::BUILTIN => number(data.part(1)?)?,
        _ => 0,
    };
    Some(GuardInfo {
        kind,
        file: location.part(0)?,
        line: number(location.part(1)?)?,
        column: number(location.part(2)?)?,
        types,
        bits,
        type_source: TypeSource::Clang,
    })
}

/// The type of a builtin's operand, which clang's data lack: that of the number that is compared with zero, or
/// `bool`.
fn builtin_operand_type(module: Module, branch: Term) -> Type {
    let compare = branch.branch_condition().filter(|c| c.is(Op::ICmp));
    let counted = compare.filter(|c| c.operand(1).int_constant() == Some(0));
    let bits = counted.and_then(|c| c.operand(0).ty().int_bits());
    Type {
        name: module.null_ptr(),
        integer: Some(Integer {
            bits: bits.unwrap_or(1),
            signed: false,
        }),
    }
}

/// Reads clang's `{ i16 kind, i16 info, [… x i8] name }`. After the name of a `_BitInt` comes its width, in a word.
fn describe(module: Module, descriptor: Const) -> Option<Type> {
    const INTEGER: u128 = 0;
    const BIT_INTEGER: u128 = 2;
    const NAME: usize = 4;
    let fields = descriptor.initializer()?;
    let [kind, info] = [0, 1].map(|at| fields.part(at).and_then(Const::int));
    let (kind, info) = (kind?, info?);
    let name = module.address_in(descriptor, NAME);
    let bits = match kind {
        INTEGER => Some(1 << (info >> 1)),
        BIT_INTEGER => bits_behind(&name.constant_bytes()?),
        _ => None,
    };
    Some(Type {
        name,
        integer: bits.map(|bits| Integer {
            bits,
            signed: info & 1 == 1,
        }),
    })
}

fn bits_behind(name: &[u8]) -> Option<u32> {
    let end = name.iter().position(|byte| *byte == 0)?;
    let word = name.get(end + 1..end + 5)?;
    Some(u32::from_le_bytes(word.try_into().ok()?))
}

const INTRINSICS: [(&str, Operator, bool); 6] = [
    ("llvm.sadd.with.overflow.", Operator::Add, true),
    ("llvm.ssub.with.overflow.", Operator::Sub, true),
    ("llvm.smul.with.overflow.", Operator::Mul, true),
    ("llvm.uadd.with.overflow.", Operator::Add, false),
    ("llvm.usub.with.overflow.", Operator::Sub, false),
    ("llvm.umul.with.overflow.", Operator::Mul, false),
];

/// The intrinsic whose overflow bit the branch checks.
fn arithmetic(branch: Term) -> Operation {
    let call = branch
        .branch_condition()
        .filter(|c| c.is(Op::Xor))
        .map(|not| not.operand(0))
        .filter(|e| e.is(Op::ExtractValue))
        .and_then(|extract| extract.operand(0).as_call());
    let known = call.and_then(checked_operation);
    known.map_or(Operation::Other, Operation::Arithmetic)
}

/// The operation of a call of `llvm.….with.overflow`.
pub fn checked_operation(call: Call) -> Option<Arithmetic> {
    let name = call.called_name();
    let begins = |(begin, ..): &&(&str, Operator, bool)| name.starts_with(begin);
    let &(_, operator, signed) = INTRINSICS.iter().find(begins)?;
    Some(Arithmetic {
        call,
        operator,
        signed,
    })
}

/// A conversion, by the unconverted value that the handler is passed.
fn conversion(call: Call, info: &GuardInfo) -> Operation {
    let [Some(from), Some(to)] = info.types.map(|t| t.and_then(|t| t.integer)) else {
        return Operation::Other;
    };
    let value = before_widening(call.operand(1));
    let fits = value.ty().int_bits() == Some(from.bits);
    match fits && !value.is_constant() && to.bits <= 64 {
        true => Operation::Conversion(value),
        false => Operation::Other,
    }
}

/// An operand as it was before it was widened for the handler.
fn before_widening(operand: Value) -> Value {
    match operand.is(Op::ZExt) {
        true => operand.operand(0),
        false => operand,
    }
}

/// Clang rounds the width of an unsigned `_BitInt` up when it describes the type. The operands have the exact width.
fn correct_bit_ints(call: Call, info: &mut GuardInfo) {
    /// Wider operands are passed by address.
    const BY_VALUE: u32 = 64;
    let counts = match info.kind {
        abi::kind::CONVERT => [1, 2],
        _ => [1, u32::MAX],
    };
    for (ty, at) in info.types.iter_mut().zip(counts) {
        let is_field = at == 2 && info.bits != 0;
        let integer = ty.as_mut().and_then(|t| t.integer.as_mut());
        let integer = integer.filter(|i| i.bits <= BY_VALUE);
        if let (Some(integer), false) = (integer, is_field || at == u32::MAX) {
            let bits = before_widening(call.operand(at)).ty().int_bits();
            integer.bits = bits.filter(|b| *b < integer.bits).unwrap_or(integer.bits);
        }
    }
}
