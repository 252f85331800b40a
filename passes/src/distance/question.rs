//! What a condition asks: of which operands its distance is computed, and how.

use fz_abi::{distance::question as flags, sites as layout};

use crate::{
    ir::{Builder, Call, FloatPredicate, Inst, IntPredicate, Module, Op, TypeKind, Value},
    libc::{Answer, Compare, Ends, Search, StringFunction, string_function},
    marks::site::written::{self, Preferred},
    marks::site::{Predicate, predicate_of},
};

/// The widest operands, in bits.
const WIDEST: u32 = 128;
/// How deep conditions are taken apart.
const DEEPEST: usize = 8;

/// A condition.
#[derive(Clone, Debug)]
pub enum Question {
    /// A compare of numbers, or of pointers with each other.
    Numbers(Numbers),
    /// The answer of a function that compares or searches.
    Called(Called),
    /// A truth value of unknown origin.
    Truth(Value),
    Not(Box<Question>),
    Both(Box<[Question; 2]>),
    Either(Box<[Question; 2]>),
}

/// A compare.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// As the runtime takes it ([`fz_abi::distance::question`]).
    pub question: u32,
    pub compare: Inst,
}

impl Numbers {
    /// What is compared.
    pub fn operands(&self) -> [Value; 2] {
        [0, 1].map(|at| self.compare.operand(at))
    }

    /// What the source may have compared ([`written`]), which takes the place of the operands.
    pub fn written(&self, builder: &Builder) -> Option<[Value; 2]> {
        let ty = self.compare.operand(0).ty();
        let Preferred { pair, .. } = preferred(self.compare)?;
        Some(pair.map(|side| side.build(builder, ty)))
    }
}

/// A call, and what is asked of its answer.
#[derive(Clone, Debug)]
pub struct Called {
    pub call: Call,
    pub question: u32,
    /// The two pointers.
    pub operands: [Value; 2],
    /// What the function takes: for a compare the most bytes, for a search in memory both sizes.
    pub lengths: Vec<Value>,
    pub is_search: bool,
}

impl Question {
    /// What a condition asks.
    pub fn of(module: Module, condition: Value) -> Question {
        Question::at(module, condition, 0)
    }

    fn at(module: Module, condition: Value, depth: usize) -> Question {
        let truth = Question::Truth(condition);
        let Some(inst) = condition.as_inst().filter(|_| depth < DEEPEST) else {
            return truth;
        };
        let operand = |at| Question::at(module, inst.operand(at), depth + 1);
        let both = |at: [u32; 2]| Box::new(at.map(operand));
        match inst.op() {
            Op::ICmp => called(module, inst)
                .map(Question::Called)
                .or_else(|| integers(inst).map(Question::Numbers))
                .unwrap_or(truth),
            Op::FCmp => floats(inst).map_or(truth, Question::Numbers),
            Op::Freeze => operand(0),
            Op::Xor if inst.operand(1).bool_constant() == Some(true) => {
                Question::Not(Box::new(operand(0)))
            }
            Op::And => Question::Both(both([0, 1])),
            Op::Or => Question::Either(both([0, 1])),
            Op::Select if !inst.operand(0).ty().is_bool() => truth,
            // The logical forms: the second operand is only asked after the first.
            Op::Select if inst.operand(2).bool_constant() == Some(false) => {
                Question::Both(both([0, 1]))
            }
            Op::Select if inst.operand(1).bool_constant() == Some(true) => {
                Question::Either(both([0, 2]))
            }
            _ => truth,
        }
    }

    /// Equal only for questions that compute their distances in the same way, as far as one number can tell.
    pub fn shape(&self) -> u64 {
        match self {
            Question::Numbers(numbers) => numbers.question.into(),
            Question::Called(called) => 1 << 32 | u64::from(called.question),
            Question::Truth(_) => 2 << 32,
            Question::Not(inner) => inner.shape().rotate_left(1) ^ 3 << 32,
            Question::Both(parts) => joined(4, parts),
            Question::Either(parts) => joined(5, parts),
        }
    }
}

fn joined(kind: u64, parts: &[Question; 2]) -> u64 {
    kind << 32 ^ parts[0].shape().rotate_left(7) ^ parts[1].shape().rotate_left(13)
}

/// The predicate, the width or form, and flags, as the runtime takes them.
fn question(predicate: Predicate, width: u32, flags: u32) -> u32 {
    predicate as u32 | width << flags::WIDTH_SHIFT | flags
}

/// A pair has to be equal just where the compare says so.
fn preferred(compare: Inst) -> Option<Preferred> {
    let (predicate, signed) = compare.int_predicate().map(predicate_of)?;
    let operands = [0, 1].map(|at| compare.operand(at));
    written::preferred(predicate, signed, operands).filter(|preferred| preferred.is_exact)
}

fn integers(compare: Inst) -> Option<Numbers> {
    // How far an address is from none says where the program was loaded.
    let other = compare.operand(1);
    if other.ty().is_pointer() && other.is_null() {
        return None;
    }
    let (predicate, signed) = compare.int_predicate().map(predicate_of)?;
    let (predicate, signed) = match preferred(compare) {
        Some(preferred) => (preferred.predicate, false),
        None => (predicate, signed),
    };
    let ty = compare.operand(0).ty();
    let bits = match ty.is_pointer() {
        true => 64,
        false => ty.int_bits().filter(|bits| (2..=WIDEST).contains(bits))?,
    };
    let signed = if signed { flags::SIGNED } else { 0 };
    Some(Numbers {
        question: question(predicate, bits, signed),
        compare,
    })
}

fn floats(compare: Inst) -> Option<Numbers> {
    use FloatPredicate::*;
    let predicate = compare.float_predicate()?;
    let asked = match predicate {
        Oeq | Ueq => Predicate::Equal,
        One | Une => Predicate::NotEqual,
        Ogt | Ugt => Predicate::Greater,
        Oge | Uge => Predicate::GreaterOrEqual,
        Olt | Ult => Predicate::Less,
        Ole | Ule => Predicate::LessOrEqual,
        Ord => Predicate::Ordered,
        Uno => Predicate::Unordered,
        True | False => return None,
    };
    let ty = compare.operand(0).ty();
    let bits = ty.float_bits()?;
    let mut all = flags::FLOAT;
    if matches!(predicate, Ueq | Une | Ugt | Uge | Ult | Ule) {
        all |= flags::UNORDERED;
    }
    if ty.kind() == TypeKind::BFloat {
        all |= flags::BRAIN;
    }
    Some(Numbers {
        question: question(asked, bits, all),
        compare,
    })
}

/// What is asked of the answer of a function that compares or searches. A function that the unit defines under such a
/// name may do anything.
fn called(module: Module, compare: Inst) -> Option<Called> {
    let call = compare
        .operand(0)
        .as_call()
        .filter(|c| c.op() == Op::Call)?;
    let callee = call.called().filter(|f| !f.is_definition())?;
    let known = string_function(&callee.name())?;
    if call.is_musttail() || !known.has_types(module, call) {
        return None;
    }
    match known {
        StringFunction::Compare(function) => compared(call, compare, &function),
        StringFunction::Search(function) => searched(call, compare, &function),
        StringFunction::Member(_) | StringFunction::Span(_) | StringFunction::StdString(_) => None,
    }
}

fn compared(call: Call, compare: Inst, function: &Compare) -> Option<Called> {
    let predicate = of_sign(compare)?;
    let predicate = match (function.result, predicate) {
        (Answer::Order, predicate) => predicate,
        (Answer::Zero, Predicate::Equal | Predicate::NotEqual) => predicate,
        (Answer::One, Predicate::Equal) => Predicate::NotEqual,
        (Answer::One, Predicate::NotEqual) => Predicate::Equal,
        _ => return None,
    };
    let how = match (function.ends, function.length, function.case) {
        (Ends::Length, _, _) => layout::how::MEMORY,
        (_, None, None) => layout::how::TEXT,
        (_, Some(_), None) => layout::how::TEXT_PREFIX,
        (_, None, Some(_)) => layout::how::FOLDED,
        (_, Some(_), Some(_)) => layout::how::FOLDED_PREFIX,
    };
    let mut all = 0;
    if function.signed {
        all |= flags::SIGNED;
    }
    if function.ends == Ends::Second {
        all |= flags::SECOND;
    }
    let arguments = call.arguments();
    let lengths = function.length.map(|at| arguments[at as usize]);
    Some(Called {
        call,
        question: question(predicate, how, all),
        operands: [arguments[0], arguments[1]],
        lengths: lengths.into_iter().collect(),
        is_search: false,
    })
}

fn searched(call: Call, compare: Inst, function: &Search) -> Option<Called> {
    // A null pointer is nothing found.
    let predicate = match compare.int_predicate().map(predicate_of)?.0 {
        Predicate::Equal if compare.operand(1).is_null() => Predicate::NotEqual,
        Predicate::NotEqual if compare.operand(1).is_null() => Predicate::Equal,
        _ => return None,
    };
    let arguments = call.arguments();
    let at = |index: u32| arguments[index as usize];
    let (how, lengths) = match (function.needle_length, function.length, function.case) {
        (Some(needle), Some(haystack), _) => {
            (layout::how::FIND_MEMORY, vec![at(haystack), at(needle)])
        }
        // How far such a string is searched says only its length.
        (_, Some(_), _) => return None,
        (_, None, Some(_)) => (layout::how::FIND_FOLDED, vec![]),
        (_, None, None) => (layout::how::FIND_TEXT, vec![]),
    };
    Some(Called {
        call,
        question: question(predicate, how, 0),
        operands: [at(0), at(function.needle)],
        lengths,
        is_search: true,
    })
}

/// A compare of a number with 0, also where LLVM has written it as one with 1 or -1.
fn of_sign(compare: Inst) -> Option<Predicate> {
    use IntPredicate::*;
    let constant = compare.operand(1);
    let bits = constant.ty().int_bits()?;
    let value = constant.int_constant()?;
    let minus_one = u128::MAX >> (u128::BITS - bits);
    Some(match (compare.int_predicate()?, value) {
        (Eq, 0) => Predicate::Equal,
        (Ne, 0) => Predicate::NotEqual,
        (Sgt, 0) => Predicate::Greater,
        (Slt, 0) => Predicate::Less,
        (Sge, 0) => Predicate::GreaterOrEqual,
        (Sle, 0) => Predicate::LessOrEqual,
        (Slt, 1) => Predicate::LessOrEqual,
        (Sgt, value) if value == minus_one => Predicate::GreaterOrEqual,
        _ => return None,
    })
}
