//! `split-calls`: calls that compare strings or memory become steps of a byte that stop at the first difference, so
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
//! Which functions these are is a table ([`functions`]); what becomes of them, by kind: [`compare`], [`search`],
//! [`set`], [`std_string`]. Bytes are read one after the other, none behind the first difference, NUL or the length:
//! never more than the function may read. What the steps do not decide, the function itself does: what is behind
//! `unroll` bytes, characters whose case the locale knows, and NULL where it is allowed. Controlled compilation §II-A,
//! §III-B.
//!
//! Where AddressSanitizer or a relative watches, compares of memory are also called as before, in front of the steps:
//! all of their length must be there to read, also behind the first difference, and the sanitizer's own functions see
//! to it.
//!
//! It runs late, when inlining has brought the constants to the calls. So that nothing turns the calls into something
//! else before, it runs at the pipeline's start too, with `hold=on`: calls that it would split then are marked, and the
//! late run takes the marks away again.
//!
//! Left alone: functions that have a body here, those that the program calls its own (`-fno-builtin`), calls of another
//! shape than the table's, results that nobody asks for, operands that are all constant, and needles and sets that are
//! not. `mode=light` leaves the calls whose word the dictionary has. None of the functions throws: an `invoke` of one
//! becomes a call.

use crate::{
    analyses::skip::Skip,
    ir::{Block, Call, Function, Inst, IntPredicate, Module, Op, Value},
    libc::functions::{self, has_types},
    marks::{held, kept, tokens::Recorded},
    pass::{Context, ModulePass},
};
use fz_schema::{
    Options,
    passes::split_calls::{self as schema, Mode},
};

mod compare;
mod emit;
mod search;
mod set;
mod std_string;

use emit::Emit;

pub const NAME: &str = schema::PASS.name;

/// Why a length is none.
const NEGATIVE: &str = "negative-length";

pub struct SplitCalls {
    light: bool,
    hold: bool,
    unroll: u64,
    /// The dictionary's words, in mode `light`.
    recorded: Recorded,
}

impl SplitCalls {
    pub fn new(options: &Options) -> Self {
        SplitCalls {
            light: options.get(&schema::MODE) == Mode::Light,
            hold: options.get(&schema::HOLD),
            unroll: options.get(&schema::UNROLL),
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
            // What only dead code called may name symbols that nobody defines.
            // SAFETY: functions and their calls are looked up anew from here on.
            unsafe { module.run_passes("globaldce")? };
        }
        let functions = cx.functions();
        cx.each(functions, |cx, function| self.split(module, function, cx));
        Ok(cx.did_any() | changed)
    }
}

/// What is to become of one call.
enum CallPlan {
    Compare(compare::ComparePlan),
    Search(search::SearchPlan),
    Member(set::MemberPlan),
    Span(set::SpanPlan),
    StdString(std_string::StringPlan),
}

impl SplitCalls {
    /// Why the call that a constant is passed to is left alone, if it is: the dictionary has the word.
    fn leave_recorded(&self, word: &[u8]) -> Result<(), &'static str> {
        // Where memory of a known size is compared with a text, that has its end, too.
        let text = word.strip_suffix(b"\0").unwrap_or(word);
        match self.recorded.has(word) || self.recorded.has(text) {
            true => Err("dictionary"),
            false => Ok(()),
        }
    }

    fn hold(&self, cx: &mut Context) -> bool {
        let module = cx.module();
        // Also in bodies that are here for inlining alone: copies of their calls are split where they come to stand.
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

    /// Calls that were held and are not split after all: inlining has made constants of their arguments, or one place of
    /// both. What they come to LLVM would have known, and dropped what is never reached. Whether there were any.
    fn fold(&self, module: Module, function: Function, calls: &[Call]) -> Result<bool, String> {
        let mut folded = false;
        for call in calls {
            let is_split = matches!(self.plan(module, *call), Ok(Some(_)));
            if is_split || !call.is(Op::Call) || !call.has_uses() {
                continue;
            }
            // SAFETY: for none of the functions of the table LLVM erases anything: it replaces uses.
            match unsafe { call.simplified() } {
                None => continue,
                Some(value) if value != call.value() => call.replace_uses(value),
                // Others have taken the place of its users: `strncmp` where a `strstr` is compared with its haystack.
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
            // SAFETY: of the function's instructions only `calls` were looked up, and this is the end of them.
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
        // From the end, so that a block is never moved twice.
        for (call, plan) in plans.into_iter().flat_map(|p| p.into_iter().rev()) {
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

    /// What to do with a call, if it is of one of the functions; why not, where it is and is left alone.
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
        use functions::Function::*;
        Ok(Some(match function {
            Compare(f) => CallPlan::Compare(compare::ComparePlan::of(f, call, self)?),
            Search(f) => CallPlan::Search(search::SearchPlan::of(f, call, self)?),
            Member(f) => CallPlan::Member(set::MemberPlan::of(f, call, self)?),
            Span(f) => CallPlan::Span(set::SpanPlan::of(f, call, self)?),
            StdString(f) => CallPlan::StdString(std_string::StringPlan::of(f, call, self)?),
        }))
    }
}

/// All calls and invokes of a function.
fn calls(function: Function) -> Vec<Call> {
    let is_call = |c: &Call| c.is(Op::Call) || c.is(Op::Invoke);
    function.calls().filter(is_call).collect()
}

fn in_table(call: Call) -> Option<functions::Function> {
    functions::by_name(&call.called_name())
}

/// Whether a call is one of the function that the table means.
fn has_shape(
    module: Module,
    call: Call,
    function: &functions::Function,
) -> Result<(), &'static str> {
    let called = call.called();
    if called.is_some_and(Function::is_definition) {
        return Err("defined-here");
    }
    if is_no_builtin(call) {
        return Err("no-builtin");
    }
    if !has_types(module, call, function) {
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

/// Whether the program says that a function of this name is its own (`-fno-builtin`, `-ffreestanding`).
fn is_no_builtin(call: Call) -> bool {
    let caller = call.block().function();
    let own = format!("no-builtin-{}", call.called_name());
    call.has_attribute("nobuiltin")
        || ["no-builtins", &own]
            .iter()
            .any(|key| caller.string_attribute(key).is_some())
}

/// A length that is a constant, and one that means what it says.
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

/// A length that is looked at more than once; where it means something else, the function decides.
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

/// Where both are the same place, nothing is looked at.
fn ask_for_same(emit: &mut Emit, pointers: [Value; 2], equal: Block) {
    let [a, b] = pointers.map(|p| emit.frozen(p));
    let same = emit.builder.icmp(IntPredicate::Eq, a, b);
    emit.leave_if(same, equal);
}

/// Where a pointer is NULL, the function decides.
fn ask_for_null(emit: &mut Emit, pointer: Value) {
    let pointer = emit.frozen(pointer);
    let null = emit.module.null_ptr();
    let is_null = emit.builder.icmp(IntPredicate::Eq, pointer, null);
    let original = emit.original();
    emit.leave_if(is_null, original);
}
