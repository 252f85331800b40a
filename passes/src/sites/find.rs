//! Finds the sites of a function.

use super::{Sites, amounts, guarded::Guarded, routines};
use crate::ir::{Call, Const, FloatPredicate, Inst, IntPredicate, Op, Term};
use crate::marks::site::{
    self, Insertion, NONE_YET, NewSite, Predicate, SiteKind, flags, predicate_of,
};
use crate::{
    analyses::loops::Loops,
    ir::{Function, Module, Type, Value},
    marks::sited,
    pass::Context,
    records::constants::number,
};

/// The widest operands, in bits, that a callback takes.
const WIDEST: u32 = 128;

/// The calls that pass two pointers, which may be inlined before the usual run.
pub fn early(module: Module, function: Function) -> Vec<NewSite> {
    let found = function.calls().filter_map(|c| routines::early(module, c));
    found.collect()
}

/// The sites of a function, numbered in order.
pub fn all(pass: &Sites, module: Module, function: Function, cx: &mut Context) -> Vec<NewSite> {
    let loops = Loops::of(function);
    let guarded = Guarded::of(function);
    let mut all = Vec::new();
    let had_early = sited::has_early(function);
    let mut number = 0;
    for instruction in function.blocks().iter().flat_map(|b| b.instructions()) {
        let one = at(pass, module, instruction, &loops, &guarded, had_early).transpose();
        let others = amounts::at(pass, instruction);
        // A site that is not wanted uses up a number too.
        for found in one.into_iter().chain(others) {
            match found {
                Ok(found) => all.push(NewSite { number, ..found }),
                Err(reason) => cx.skip(reason),
            }
            number += 1;
        }
    }
    all
}

fn at(
    pass: &Sites,
    module: Module,
    instruction: Inst,
    loops: &Loops,
    guarded: &Guarded,
    had_early: bool,
) -> Result<Option<NewSite>, &'static str> {
    Ok(match instruction.op() {
        Op::ICmp if guarded.is_only_for_guards(instruction) => None,
        Op::ICmp => integers(pass, module, instruction, loops)?,
        Op::FCmp => floats(pass, instruction, loops)?,
        Op::Switch => match instruction.as_term() {
            Some(terminator) => switch(pass, terminator)?,
            None => None,
        },
        Op::Call | Op::Invoke => match instruction.as_call() {
            Some(call) if site::is_early(call) => match site::planted(call) {
                found if found.kind == SiteKind::Guard => Some(guarded.adopted(pass, found)?),
                found => Some(found),
            },
            Some(call) => match choice(pass, call)? {
                None => routines::find(pass, module, call, had_early)?,
                found => found,
            },
            None => None,
        },
        _ => None,
    })
}

/// A compare of two numbers or of two pointers.
fn pair(
    pass: &Sites,
    instruction: Inst,
    kind: SiteKind,
    predicate: Predicate,
    signed: bool,
) -> Result<Option<NewSite>, &'static str> {
    let [a, b] = [0, 1].map(|i| instruction.operand(i));
    if a.is_constant() && b.is_constant() || a.ty().is_bool() {
        return Ok(None);
    }
    if a.ty().is_pointer() && (a.is_null() || b.is_null()) {
        return Ok(None);
    }
    pass.wants(kind)?;
    Ok(Some(NewSite {
        number: NONE_YET,
        insertion: Insertion::Before(instruction),
        source: instruction,
        kind,
        relation: predicate as u32,
        flags: if signed { flags::SIGNED } else { 0 },
        bits: width(a.ty())?,
        constant: match [b, a].into_iter().find(|v| v.is_constant()) {
            Some(constant) => number(constant, signed || predicate.is_equality()),
            None => String::new(),
        },
        operands: vec![a, b],
        callee: String::new(),
    }))
}

/// The width of a number, or of a vector's elements; 0 for pointers. An error is the reason why such operands are
/// skipped.
pub fn width(ty: Type) -> Result<u32, &'static str> {
    /// The narrowest elements of a vector, as in AFL++: vectors of bytes are used to search memory.
    const NARROWEST: u32 = 16;
    let (element, lanes) = ty.vector().unwrap_or((ty, 1));
    let bits = element.int_bits().or_else(|| element.float_bits());
    match bits {
        _ if element.is_pointer() && lanes == 1 => Ok(0),
        Some(bits) if lanes > 1 && bits < NARROWEST => Err("vector"),
        Some(bits) if bits > WIDEST => Err("wide"),
        Some(bits) => Ok(bits),
        None if element.is_pointer() || ty.is_vector() => Err("vector"),
        None => Err("double-double"),
    }
}

fn integers(
    pass: &Sites,
    module: Module,
    compare: Inst,
    loops: &Loops,
) -> Result<Option<NewSite>, &'static str> {
    let Some((predicate, signed)) = compare.int_predicate().map(predicate_of) else {
        return Ok(None);
    };
    let kind = match compare.operand(0).ty().is_pointer() {
        true => SiteKind::Address,
        false => SiteKind::Integer,
    };
    if !pass.bits && tests_a_bit(compare) {
        return Err("bits");
    }
    let mut found = pair(pass, compare, kind, predicate, signed)?;
    if let Some(found) = &mut found
        && found.operands[1].is_constant()
        && routines::is_result(pass, module, found.operands[0])
    {
        found.flags |= flags::RESULT;
    }
    if let Some(found) = &mut found
        && tests_sign(predicate, signed, found.operands[1])
        && routines::is_answer(pass, module, found.operands[0])
    {
        found.flags |= flags::ANSWER;
    }
    looped(pass, found, loops)
}

/// Whether a compare with this constant depends only on a number's sign.
fn tests_sign(predicate: Predicate, signed: bool, constant: Value) -> bool {
    let Some(bits) = constant.ty().int_bits().filter(|bits| *bits <= WIDEST) else {
        return false;
    };
    let all = u128::MAX >> (WIDEST - bits);
    match constant.int_constant() {
        Some(0) => signed || predicate.is_equality(),
        Some(1) => signed && matches!(predicate, Predicate::Less | Predicate::GreaterOrEqual),
        Some(n) if n == all => {
            signed && matches!(predicate, Predicate::Greater | Predicate::LessOrEqual)
        }
        _ => false,
    }
}

/// Whether a compare only tests a sign, or compares a constant with a number of which LLVM knows all bits but one.
fn tests_a_bit(compare: Inst) -> bool {
    use IntPredicate::*;
    let [a, b] = [compare.operand(0), compare.operand(1)];
    let Some(bits) = a.ty().int_bits().filter(|bits| *bits <= WIDEST) else {
        return false;
    };
    let Some(constant) = b.int_constant().filter(|_| !a.is_constant()) else {
        return false;
    };
    let all = u128::MAX >> (WIDEST - bits);
    let tests_sign = match compare.int_predicate() {
        Some(Slt | Sge) => constant == 0,
        Some(Sgt | Sle) => constant == all,
        _ => false,
    };
    let known = a.known_at(compare);
    tests_sign || (all & !(known.zero | known.one)).count_ones() == 1
}

fn floats(pass: &Sites, compare: Inst, loops: &Loops) -> Result<Option<NewSite>, &'static str> {
    use FloatPredicate::*;
    let predicate = match compare.float_predicate() {
        None | Some(True | False) => return Ok(None),
        Some(Oeq | Ueq) => Predicate::Equal,
        Some(One | Une) => Predicate::NotEqual,
        Some(Ogt | Ugt) => Predicate::Greater,
        Some(Oge | Uge) => Predicate::GreaterOrEqual,
        Some(Olt | Ult) => Predicate::Less,
        Some(Ole | Ule) => Predicate::LessOrEqual,
        Some(Ord) => Predicate::Ordered,
        Some(Uno) => Predicate::Unordered,
    };
    // As in AFL++.
    if compare.operand(0).ty().is_vector() {
        return Err("vector");
    }
    looped(
        pass,
        pair(pass, compare, SiteKind::Float, predicate, false)?,
        loops,
    )
}

fn looped(
    pass: &Sites,
    found: Option<NewSite>,
    loops: &Loops,
) -> Result<Option<NewSite>, &'static str> {
    let Some(mut found) = found else {
        return Ok(None);
    };
    if loops.is_closed_by(found.source) {
        if !pass.loops {
            return Err("loops");
        }
        found.flags |= flags::LOOP;
    }
    Ok(Some(found))
}

/// LLVM's intrinsics that compare their two arguments, by the beginnings of their names.
const CHOICES: [(&str, Predicate, bool); 12] = [
    ("llvm.umin.", Predicate::Less, false),
    ("llvm.umax.", Predicate::Greater, false),
    ("llvm.smin.", Predicate::Less, true),
    ("llvm.smax.", Predicate::Greater, true),
    ("llvm.ucmp.", Predicate::Less, false),
    ("llvm.scmp.", Predicate::Less, true),
    ("llvm.minnum.", Predicate::Less, false),
    ("llvm.maxnum.", Predicate::Greater, false),
    ("llvm.minimum.", Predicate::Less, false),
    ("llvm.maximum.", Predicate::Greater, false),
    ("llvm.minimumnum.", Predicate::Less, false),
    ("llvm.maximumnum.", Predicate::Greater, false),
];

fn choice(pass: &Sites, call: Call) -> Result<Option<NewSite>, &'static str> {
    let name = call.called_name();
    match CHOICES.iter().find(|(begin, ..)| name.starts_with(begin)) {
        None => Ok(None),
        Some(_) if call.operand(0).ty().is_vector() => Err("vector"),
        Some((_, predicate, signed)) => {
            pair(pass, call.inst(), SiteKind::Choice, *predicate, *signed)
        }
    }
}

fn switch(pass: &Sites, switch: Term) -> Result<Option<NewSite>, &'static str> {
    let (value, cases) = (switch.operand(0), switch.cases());
    if value.is_constant() || value.ty().is_bool() || cases.is_empty() {
        return Ok(None);
    }
    pass.wants(SiteKind::Switch)?;
    let texts: Vec<_> = cases.iter().map(|c| number(c.value(), true)).collect();
    Ok(Some(NewSite {
        number: NONE_YET,
        insertion: Insertion::Before(switch.inst()),
        source: switch.inst(),
        kind: SiteKind::Switch,
        relation: Predicate::Equal as u32,
        flags: 0,
        bits: width(value.ty())?,
        constant: texts.join(","),
        operands: std::iter::once(value)
            .chain(cases.into_iter().map(Const::value))
            .collect(),
        callee: String::new(),
    }))
}
