//! Calls that compare: by the table of library functions, or by what they are passed.

use super::Sites;
use crate::ir::Op;
use crate::marks::site::{CompareRoutine, Found, Kind, NONE_YET, Place, flags};
use crate::{
    ir::{Call, Function, Module, Value},
    libc::{Answer, Compare, Ends, Other, Search, StringFunction, string_function},
};

/// What the table says of a call.
struct Routine {
    how: CompareRoutine,
    flags: u32,
    /// Which arguments are the operands.
    arguments: Vec<u32>,
}

/// `had_early`: those that only pass pointers were found before.
pub fn find(
    pass: &Sites,
    module: Module,
    call: Call,
    had_early: bool,
) -> Result<Option<Found>, &'static str> {
    if let Some(routine) = in_table(module, call) {
        pass.wants(Kind::Call)?;
        return Ok(Some(found(call, &routine)));
    }
    let found = by_pointers(call).filter(|_| !had_early);
    match found {
        Some(_) => pass.wants(Kind::Pointers).map(|()| found),
        None => Ok(None),
    }
}

/// A call that only passes pointers.
pub fn early(module: Module, call: Call) -> Option<Found> {
    match call.op() != Op::CallBr && in_table(module, call).is_none() {
        true => by_pointers(call),
        false => None,
    }
}

/// What the table says of a value that a call returned, where such calls are sites.
fn result_of(pass: &Sites, module: Module, value: Value) -> Option<Routine> {
    let call = value.as_call().filter(|call| call.op() != Op::CallBr)?;
    pass.wants(Kind::Call).ok()?;
    in_table(module, call)
}

/// Whether a value is what a call that is a site returns.
pub fn is_result(pass: &Sites, module: Module, value: Value) -> bool {
    result_of(pass, module, value).is_some()
}

/// Whether a value is what calls returned that compare memory or strings, or a sign, by whichever way control came.
pub fn is_answer(pass: &Sites, module: Module, value: Value) -> bool {
    const MOST: usize = 64;
    let mut seen = vec![value];
    let mut at = 0;
    let mut has_call = false;
    while let Some(value) = seen.get(at).copied() {
        at += 1;
        let joined = match value.as_inst() {
            Some(phi) if phi.op() == Op::Phi => {
                phi.incoming().into_iter().map(|(v, _)| v).collect()
            }
            Some(select) if select.op() == Op::Select => {
                vec![select.operand(1), select.operand(2)]
            }
            Some(_) if compares(pass, module, value) => {
                has_call = true;
                continue;
            }
            _ if is_sign(value) => continue,
            _ => return false,
        };
        let new: Vec<_> = joined.into_iter().filter(|v| !seen.contains(v)).collect();
        seen.extend(new);
        if seen.len() > MOST {
            return false;
        }
    }
    has_call
}

/// Whether it is a call whose answer is less than, equal to or greater than 0.
fn compares(pass: &Sites, module: Module, value: Value) -> bool {
    let compares = |routine: Routine| {
        use CompareRoutine::*;
        let has_sign = routine.flags & flags::ZERO_DIFFERS == 0;
        has_sign
            && matches!(
                routine.how,
                Memory | Text | TextPrefix | Folded | FoldedPrefix
            )
    };
    result_of(pass, module, value).is_some_and(compares)
}

fn is_sign(value: Value) -> bool {
    let bits = value.ty().int_bits().filter(|bits| *bits <= u64::BITS);
    bits.zip(value.int_constant())
        .is_some_and(|(bits, n)| n <= 1 || n == u128::MAX >> (u128::BITS - bits))
}

fn in_table(module: Module, call: Call) -> Option<Routine> {
    // One of this name that the unit defines may be anything.
    let callee = call.called()?;
    if callee.is_definition() || call.is_musttail() {
        return None;
    }
    let known = string_function(&callee.name())?;
    match known.has_types(module, call) {
        true => routine(&known),
        false => None,
    }
}

fn routine(known: &StringFunction) -> Option<Routine> {
    Some(match known {
        StringFunction::Compare(compare) => of_compare(compare),
        StringFunction::Search(search) => of_search(search),
        StringFunction::StdString(string) => Routine {
            how: match string.other {
                Other::Pointer => CompareRoutine::StringText,
                Other::String => CompareRoutine::StringString,
            },
            flags: 0,
            arguments: vec![0, 1],
        },
        // A character is not compared with a string.
        StringFunction::Member(_) | StringFunction::Span(_) => return None,
    })
}

fn of_compare(compare: &Compare) -> Routine {
    let how = match (compare.ends, compare.length, compare.case) {
        (Ends::Length, _, _) => CompareRoutine::Memory,
        (_, None, None) => CompareRoutine::Text,
        (_, Some(_), None) => CompareRoutine::TextPrefix,
        (_, None, Some(_)) => CompareRoutine::Folded,
        (_, Some(_), Some(_)) => CompareRoutine::FoldedPrefix,
    };
    let mut flags = said(compare.signed, compare.null);
    if compare.result == Answer::One {
        flags |= flags::ZERO_DIFFERS;
    }
    let arguments = [Some(0), Some(1), compare.length];
    Routine {
        how,
        flags,
        arguments: arguments.into_iter().flatten().collect(),
    }
}

fn of_search(search: &Search) -> Routine {
    let (how, lengths) = match (search.needle_length, search.length, search.case) {
        (Some(needle), Some(haystack), _) => (CompareRoutine::FindMemory, vec![haystack, needle]),
        (_, _, Some(_)) => (CompareRoutine::FindFolded, vec![]),
        (_, _, None) => (CompareRoutine::FindText, vec![]),
    };
    Routine {
        how,
        flags: said(search.signed, search.null),
        arguments: [vec![0, search.needle], lengths].concat(),
    }
}

fn said(signed: bool, null: bool) -> u32 {
    let signed = if signed { flags::SIGNED } else { 0 };
    let null = if null { flags::NULL } else { 0 };
    signed | null
}

fn found(call: Call, routine: &Routine) -> Found {
    let arguments = call.arguments();
    let mut operands: Vec<_> = routine
        .arguments
        .iter()
        .map(|a| arguments[*a as usize])
        .collect();
    let constant = operands[..2].iter().rev().find_map(|p| p.constant_bytes());
    let place = match has_room_after(call) {
        true => {
            operands.push(call.value());
            Place::After(call)
        }
        false => Place::Before(call.inst()),
    };
    Found {
        number: NONE_YET,
        place,
        source: call.inst(),
        kind: Kind::Call,
        how: routine.how as u32,
        flags: routine.flags,
        operands,
        bits: 0,
        constant: constant.map_or(String::new(), |bytes| text(routine.how, &bytes)),
        callee: call.called_name(),
    }
}

/// Whether there is room for code after a call, and nothing but its return leads there.
fn has_room_after(call: Call) -> bool {
    match (call.op(), call.as_term()) {
        (Op::Call, _) => true,
        (Op::Invoke, Some(invoke)) => {
            let target = invoke.successors()[0];
            target.single_predecessor().is_some() && target.first_insertion_point().is_some()
        }
        _ => false,
    }
}

/// The longest text in a record.
const LONGEST: usize = 64;

fn text(how: CompareRoutine, bytes: &[u8]) -> String {
    let bytes = match how {
        CompareRoutine::Memory | CompareRoutine::FindMemory => bytes,
        // The terminator is none of the text.
        _ => bytes.split(|b| *b == 0).next().unwrap_or_default(),
    };
    let shown = bytes[..bytes.len().min(LONGEST)].escape_ascii();
    let more = if bytes.len() > LONGEST { "…" } else { "" };
    format!("\"{shown}\"{more}")
}

/// As AFL++ does it: the pointers are looked at before the call, which may change what they point to. Functions that
/// only their unit knows are called as LLVM likes.
fn by_pointers(call: Call) -> Option<Found> {
    const C: u32 = 0;
    const FAST: u32 = 8;
    const COLD: u32 = 9;
    let callee = call.called();
    if call.calls_asm() || callee.is_some_and(Function::is_intrinsic) {
        return None;
    }
    let (result, parameters) = call.called_type().signature();
    let passes_two = matches!(&parameters[..], [a, b, ..] if a.is_pointer() && a == b);
    if !passes_two || result.is_void() || ![C, FAST, COLD].contains(&call.calling_convention()) {
        return None;
    }
    let arguments = call.arguments();
    let is_length = parameters
        .get(2)
        .and_then(|t| t.int_bits())
        .is_some_and(|bits| bits == 32 || bits == 64);
    let (how, count) = match is_length {
        true => (CompareRoutine::PointersLength, 3),
        false => (CompareRoutine::Pointers, 2),
    };
    Some(Found {
        number: NONE_YET,
        place: Place::Before(call.inst()),
        source: call.inst(),
        kind: Kind::Pointers,
        how: how as u32,
        flags: 0,
        operands: arguments[..count].to_vec(),
        bits: 0,
        constant: String::new(),
        callee: call.called_name(),
    })
}
