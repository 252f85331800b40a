//! `split-calls`: calls that compare strings or memory become compares of bytes that stop at the first difference, so
//! that each right byte takes a new edge.
//!
//! ```text
//! %r = call i32 @memcmp(ptr %p, ptr @ab, i64 2)      %0 = load i8, ptr %p
//! %c = icmp eq i32 %r, 0                             br (%0 == 'a'), label %1, label %no
//! br i1 %c, label %yes, label %no              →   1:
//!                                                    %2 = load i8, ptr (%p + 1)
//!                                                    br (%2 == 'b'), label %yes, label %no
//! ```
//!
//! A table lists these functions ([`crate::libc`]); what they become depends on their kind: [`compare`], [`search`],
//! [`set`], [`std_string`]. Bytes are read one after the other, never past the first difference, the NUL or the length,
//! so no more is read than the function may read. The function itself is still called for what the steps do not decide:
//! after `unroll` bytes, for characters whose case depends on the locale, and for NULL where that is allowed.
//! Controlled compilation §II-A, §III-B.
//!
//! With AddressSanitizer and its relatives, compares of memory are also called as before, in front of the steps: the
//! sanitizer's own functions check that the whole length may be read, also past the first difference.
//!
//! The pass runs late, when inlining has brought constants to the calls. So that nothing replaces the calls earlier, it
//! also runs at the start of the pipeline, with `hold=on`: that run marks the calls that it would split, and the late
//! run removes the marks.
//!
//! With `gates`, the call stays, and its steps stand before it ([`climb`]).
//!
//! Left alone: functions with a body in this module, functions that the program defines itself (`-fno-builtin`), calls
//! whose type is not that of the table, results without uses, calls with only constant operands, and needles and sets
//! that are not constant. `mode=light` leaves the calls whose token the dictionary has. None of the functions throws,
//! so an `invoke` of one becomes a call.

use crate::{
    analyses::skip::Skip,
    climb::{self, Steps},
    ir::{Block, Call, Function, Inst, IntPredicate, Module, Op, Value},
    libc::{StringFunction, string_function},
    marks::{held, kept, tokens::Recorded},
    pass::{Context, ModulePass},
};
use fz_schema::passes::split_calls::{self as schema, Mode};

mod case;
mod compare;
mod emit;
mod search;
mod set;
mod std_string;

use emit::Emit;

/// The name of the pass.
pub const NAME: &str = schema::PASS.name;

/// The reason for lengths that are negative.
const NEGATIVE: &str = "negative-length";

/// The pass, with its options.
pub struct SplitCalls {
    light: bool,
    hold: bool,
    unroll: u64,
    gates: bool,
    /// The dictionary's tokens, in mode `light`.
    recorded: Recorded,
}

impl SplitCalls {
    /// The pass with these options.
    pub fn new(told: schema::Told) -> Self {
        SplitCalls {
            light: told.mode == Mode::Light,
            hold: told.hold,
            unroll: told.unroll,
            gates: told.gates,
            recorded: Recorded::default(),
        }
    }
}

impl ModulePass for SplitCalls {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        if self.light {
            self.recorded = Recorded::of(module);
        }
        if self.hold {
            return Ok(self.hold(cx));
        }
        let (mut changed, mut folded) = (false, false);
        cx.try_each(module.definitions(), |_, function| {
            let held: Vec<_> = calls(function)
                .into_iter()
                .filter(|c| held::release(*c))
                .collect();
            changed |= !held.is_empty();
            folded |= self.fold(module, function, &held)?;
            Ok(())
        })?;
        if folded {
            // Dead functions may still call symbols that nobody defines.
            // SAFETY: functions and their calls are looked up anew from here on.
            unsafe { module.run_passes("globaldce")? };
        }
        let functions = cx.functions();
        cx.each(functions, |cx, function| self.split(module, function, cx));
        if self.gates && cx.did_any() && Steps::are_possible(module) {
            climb::register(module);
        }
        Ok(cx.did_any() | changed)
    }
}

/// What a call is replaced by.
enum CallPlan {
    Compare(compare::ComparePlan),
    Search(search::SearchPlan),
    Member(set::MemberPlan),
    Span(set::SpanPlan),
    StdString(std_string::StringPlan),
}

impl SplitCalls {
    /// The reason to leave a call with this constant alone: the dictionary has the token.
    fn leave_recorded(&self, token: &[u8]) -> Result<(), &'static str> {
        // A text in memory of known size includes its NUL.
        let text = token.strip_suffix(b"\0").unwrap_or(token);
        match self.recorded.has(token) || self.recorded.has(text) {
            true => Err("dictionary"),
            false => Ok(()),
        }
    }

    fn hold(&self, cx: &mut Context) -> bool {
        let module = cx.module();
        // Bodies that are available for inlining only are included: the inlined copies of their calls are split.
        let concerns = |f: &Function| {
            let skip = Skip::of(*f);
            skip.is_none_or(|s| s == Skip::AvailableExternally)
                && !f.has_attribute("sanitize_memory")
                && !f.has_funclets()
        };
        let mut changed = false;
        cx.each(module.definitions().filter(concerns), |_, function| {
            for call in calls(function) {
                let is_split = matches!(self.plan(module, call), Ok(Some(_)));
                if is_split {
                    held::hold(module, call);
                    changed = true;
                }
            }
        });
        changed
    }

    /// Folds held calls that are not split after all, because inlining has made their arguments constant or equal.
    /// Without the mark, LLVM would have folded them and removed the unreachable code. Returns whether there were any.
    fn fold(&self, module: Module, function: Function, calls: &[Call]) -> Result<bool, String> {
        let mut folded = false;
        for call in calls {
            let is_split = matches!(self.plan(module, *call), Ok(Some(_)));
            if is_split || !call.is(Op::Call) || !call.has_uses() {
                continue;
            }
            // SAFETY: for the functions of the table, LLVM erases nothing: it only replaces uses.
            match unsafe { call.simplified() } {
                None => continue,
                Some(value) if value != call.value() => call.replace_uses(value),
                // LLVM has replaced its users: a `strstr` that is compared with its haystack becomes `strncmp`.
                Some(_) => {
                    let users = call.uses().into_iter().filter_map(|u| u.user.as_inst());
                    users
                        .filter(|u| u.is(Op::ICmp) && !u.has_uses())
                        .for_each(Inst::erase);
                }
            }
            folded = true;
            if !call.has_uses() {
                call.erase();
            }
        }
        if folded {
            // SAFETY: of the function's instructions only `calls` were looked up, and they are not used after this.
            unsafe { function.run_passes("sccp")? };
        }
        Ok(folded)
    }

    fn split(&self, module: Module, function: Function, cx: &mut Context) {
        if function.has_funclets() {
            if calls(function).iter().any(|c| in_table(*c).is_some()) {
                cx.skip("funclets");
            }
            return;
        }
        for call in calls(function) {
            let planned = || matches!(self.plan(module, call), Ok(Some(_)));
            if call.is(Op::Invoke) && planned() {
                // SAFETY: the list has the `invoke` once, and no blocks.
                unsafe { call.make_call() };
            }
        }
        let blocks = function.blocks();
        let plans: Vec<_> = blocks.iter().map(|b| self.plans(module, *b, cx)).collect();
        if plans.iter().any(|p| !p.is_empty()) {
            function.gather_allocas();
        }
        let gates = self.gates && Steps::are_possible(module);
        // From the last one on, so that no block is moved twice.
        for (call, plan) in plans.into_iter().flat_map(|p| p.into_iter().rev()) {
            let is_right = gates.then(|| in_table(call)?.is_right_if_zero()).flatten();
            let call = match is_right {
                // Sets are no single thing that could be right.
                None => call,
                Some(if_zero) => beside(module, call, if_zero),
            };
            cx.did();
            let mut emit = Emit::new(module, call);
            match plan {
                CallPlan::Compare(plan) => plan.expand(&mut emit),
                CallPlan::Search(plan) => plan.expand(&mut emit),
                CallPlan::Member(plan) => plan.expand(&mut emit),
                CallPlan::Span(plan) => plan.expand(&mut emit),
                CallPlan::StdString(plan) => plan.expand(&mut emit),
            }
            emit.finish();
        }
    }

    fn plans(&self, module: Module, block: Block, cx: &mut Context) -> Vec<(Call, CallPlan)> {
        let find = |call: Call| match self.plan(module, call) {
            Ok(plan) => Some((call, plan?)),
            Err(reason) => {
                cx.skip(reason);
                None
            }
        };
        block.calls().filter_map(find).collect()
    }

    /// What to replace a call by, if it calls one of the functions; the reason, if it is left alone.
    fn plan(&self, module: Module, call: Call) -> Result<Option<CallPlan>, &'static str> {
        let Some(function) = in_table(call) else {
            return Ok(None);
        };
        if kept::is_marked(module, call) {
            return Ok(None);
        }
        has_shape(module, call, &function)?;
        if !call.has_uses() {
            return Err("unused");
        }
        use StringFunction::*;
        Ok(Some(match function {
            Compare(f) => CallPlan::Compare(compare::ComparePlan::of(f, call, self)?),
            Search(f) => CallPlan::Search(search::SearchPlan::of(f, call, self)?),
            Member(f) => CallPlan::Member(set::MemberPlan::of(f, call, self)?),
            Span(f) => CallPlan::Span(set::SpanPlan::of(f, call, self)?),
            StdString(f) => CallPlan::StdString(std_string::StringPlan::of(f, call, self)?),
        }))
    }
}

/// A copy of a call behind a gate, whose answer nothing depends on; the call itself stays. `if_zero`: whether the bytes are
/// right where the answer is zero, or else where it is not.
fn beside(module: Module, call: Call, if_zero: bool) -> Call {
    let steps = Steps::before(module, call.inst(), 1);
    let copy = steps.builder.clone_of(call);
    let copy = copy.as_call().expect("a copy of a call");
    let is_zero = steps.builder.icmp(IntPredicate::Eq, copy, copy.ty().zero());
    let (right, wrong) = (steps.outcomes[0], steps.rest);
    match if_zero {
        true => steps.builder.cond_br(is_zero, right, wrong),
        false => steps.builder.cond_br(is_zero, wrong, right),
    };
    kept::mark(module, call);
    copy
}

/// All calls and invokes of a function.
fn calls(function: Function) -> Vec<Call> {
    let is_call = |c: &Call| c.is(Op::Call) || c.is(Op::Invoke);
    function.calls().filter(is_call).collect()
}

fn in_table(call: Call) -> Option<StringFunction> {
    string_function(&call.called_name())
}

/// Whether a call matches the function in the table.
fn has_shape(module: Module, call: Call, function: &StringFunction) -> Result<(), &'static str> {
    let called = call.called();
    if called.is_some_and(Function::is_definition) {
        return Err("defined-here");
    }
    if is_no_builtin(call) {
        return Err("no-builtin");
    }
    if !function.has_types(module, call) {
        return Err("unexpected-type");
    }
    if call.is_musttail() {
        return Err("musttail");
    }
    match call.has_operand_bundles() {
        true => Err("operand-bundle"),
        false => Ok(()),
    }
}

/// Whether the program defines a function of this name itself (`-fno-builtin`, `-ffreestanding`).
fn is_no_builtin(call: Call) -> bool {
    let caller = call.block().function();
    let own = format!("no-builtin-{}", call.called_name());
    call.has_attribute("nobuiltin")
        || ["no-builtins", &own]
            .iter()
            .any(|key| caller.string_attribute(key).is_some())
}

/// A constant length; an error if it is not a valid one.
fn known_length(length: Value, signed: bool) -> Result<Option<u64>, &'static str> {
    let Some(known) = length.int_constant() else {
        return Ok(None);
    };
    let bits = length.ty().int_bits().expect("lengths are integers");
    if signed && known >> (bits - 1) != 0 {
        return Err(NEGATIVE);
    }
    match known as u64 {
        0 => Err("empty"),
        known => Ok(Some(known)),
    }
}

/// A variable length that is used more than once; if it is negative, the original function is called.
fn frozen_length(emit: &mut Emit, argument: u32, signed: bool) -> Value {
    let length = emit.frozen(emit.argument(argument));
    if signed && length.int_constant().is_none() {
        let zero = length.ty().constant(0);
        let negative = emit.builder.icmp(IntPredicate::Slt, length, zero);
        let original = emit.original();
        emit.leave_if(negative, original);
    }
    length
}

/// Skips the steps if both pointers are equal.
fn ask_for_same(emit: &mut Emit, pointers: [Value; 2], equal: Block) {
    let [a, b] = pointers.map(|p| emit.frozen(p));
    let same = emit.builder.icmp(IntPredicate::Eq, a, b);
    emit.leave_if(same, equal);
}

/// Calls the original function if a pointer is NULL.
fn ask_for_null(emit: &mut Emit, pointer: Value) {
    let pointer = emit.frozen(pointer);
    let null = emit.module.null_ptr();
    let is_null = emit.builder.icmp(IntPredicate::Eq, pointer, null);
    let original = emit.original();
    emit.leave_if(is_null, original);
}
