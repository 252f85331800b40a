//! Calls that compare: functions of the library table, and calls that pass two pointers.

use super::Sites;
use crate::ir::Op;
use crate::marks::site::{CompareRoutine, Insertion, NONE_YET, NewSite, SiteKind, flags};
use crate::{
    ir::{Call, Function, Module, Value},
    libc::{Answer, Compare, Ends, Other, Search, StringFunction, string_function},
    records::constants,
};

/// What the library table says of a call.
struct Routine {
    routine: CompareRoutine,
    flags: u32,
    /// Which arguments are the operands.
    arguments: Vec<u32>,
}

/// The site of a call, if it compares. `had_early`: calls that only pass pointers have their sites already.
pub fn find(
    pass: &Sites,
    module: Module,
    call: Call,
    had_early: bool,
) -> Result<Option<NewSite>, &'static str> {
    if let Some(routine) = in_table(module, call) {
        pass.wants(SiteKind::Call)?;
        return Ok(Some(found(call, &routine)));
    }
    let found = by_pointers(call).filter(|_| !had_early);
    match found {
        Some(_) => pass.wants(SiteKind::Pointers).map(|()| found),
        None => Ok(None),
    }
}

/// The early site of a call that only passes pointers.
pub fn early(module: Module, call: Call) -> Option<NewSite> {
    match call.op() != Op::CallBr && in_table(module, call).is_none() {
        true => by_pointers(call),
        false => None,
    }
}

/// What the table says of the call that returned a value, if such calls are sites.
fn result_of(pass: &Sites, module: Module, value: Value) -> Option<Routine> {
    let call = value.as_call().filter(|call| call.op() != Op::CallBr)?;
    pass.wants(SiteKind::Call).ok()?;
    in_table(module, call)
}

/// Whether a value is the result of a call that is a site.
pub fn is_result(pass: &Sites, module: Module, value: Value) -> bool {
    result_of(pass, module, value).is_some()
}

/// Whether each source of a value, through φ nodes and selects, is a call that compares memory or strings, or the
/// constant -1, 0 or 1; and at least one is a call.
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

/// Whether a value is the result of a call that returns less than, equal to or greater than 0.
fn compares(pass: &Sites, module: Module, value: Value) -> bool {
    let compares = |routine: Routine| {
        use CompareRoutine::*;
        let has_sign = routine.flags & flags::ZERO_DIFFERS == 0;
        has_sign
            && matches!(
                routine.routine,
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
    // A function that the unit defines under this name may do anything.
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
            routine: match string.other {
                Other::Pointer => CompareRoutine::StringText,
                Other::String => CompareRoutine::StringString,
            },
            flags: 0,
            arguments: vec![0, 1],
        },
        // These look for a character, and compare no strings.
        StringFunction::Member(_) | StringFunction::Span(_) => return None,
    })
}

fn of_compare(compare: &Compare) -> Routine {
    let routine = match (compare.ends, compare.length, compare.case) {
        (Ends::Length, _, _) => CompareRoutine::Memory,
        (_, None, None) => CompareRoutine::Text,
        (_, Some(_), None) => CompareRoutine::TextPrefix,
        (_, None, Some(_)) => CompareRoutine::Folded,
        (_, Some(_), Some(_)) => CompareRoutine::FoldedPrefix,
    };
    let mut flags = routine_flags(compare.signed, compare.null);
    if compare.result == Answer::One {
        flags |= flags::ZERO_DIFFERS;
    }
    let arguments = [Some(0), Some(1), compare.length];
    Routine {
        routine,
        flags,
        arguments: arguments.into_iter().flatten().collect(),
    }
}

fn of_search(search: &Search) -> Routine {
    let (routine, lengths) = match (search.needle_length, search.length, search.case) {
        (Some(needle), Some(haystack), _) => (CompareRoutine::FindMemory, vec![haystack, needle]),
        (_, _, Some(_)) => (CompareRoutine::FindFolded, vec![]),
        (_, _, None) => (CompareRoutine::FindText, vec![]),
    };
    Routine {
        routine,
        flags: routine_flags(search.signed, search.null),
        arguments: [vec![0, search.needle], lengths].concat(),
    }
}

fn routine_flags(signed: bool, null: bool) -> u32 {
    let signed = if signed { flags::SIGNED } else { 0 };
    let null = if null { flags::NULL } else { 0 };
    signed | null
}

fn found(call: Call, routine: &Routine) -> NewSite {
    let arguments = call.arguments();
    let mut operands: Vec<_> = routine
        .arguments
        .iter()
        .map(|a| arguments[*a as usize])
        .collect();
    let constant = operands[..2].iter().rev().find_map(|p| p.constant_bytes());
    let is_string = !matches!(
        routine.routine,
        CompareRoutine::Memory | CompareRoutine::FindMemory
    );
    let insertion = match has_room_after(call) {
        true => {
            operands.push(call.value());
            Insertion::After(call)
        }
        false => Insertion::Before(call.inst()),
    };
    NewSite {
        number: NONE_YET,
        insertion,
        source: call.inst(),
        kind: SiteKind::Call,
        relation: routine.routine as u32,
        flags: routine.flags,
        operands,
        bits: 0,
        constant: constant.map_or(String::new(), |bytes| constants::text(&bytes, is_string)),
        callee: call.called_name(),
    }
}

/// Whether code can follow a call that only runs after its return.
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

/// As in AFL++, the pointers are read before the call, which may change the memory. Only conventions of C and those
/// that LLVM gives to local functions are known to pass pointers as they are.
fn by_pointers(call: Call) -> Option<NewSite> {
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
    let (routine, count) = match is_length {
        true => (CompareRoutine::PointersLength, 3),
        false => (CompareRoutine::Pointers, 2),
    };
    Some(NewSite {
        number: NONE_YET,
        insertion: Insertion::Before(call.inst()),
        source: call.inst(),
        kind: SiteKind::Pointers,
        relation: routine as u32,
        flags: 0,
        operands: arguments[..count].to_vec(),
        bits: 0,
        constant: String::new(),
        callee: call.called_name(),
    })
}
