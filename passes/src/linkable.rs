//! `linkable`: what an optimiser would have taken out stops no build without one.
//!
//! ```text
//! define internal i32 @width(i32 %bits) {             define internal i32 @width(i32 %bits) {
//!   switch i32 %bits, label %no [i32 8, …]              switch i32 %bits, label %no [i32 8, …]
//! no:                                           →     no:
//!   call void @not_reached()                            call void @not_reached()
//! }                                                   }
//! declare void @not_reached() "dontcall-error"="…"    declare extern_weak void @not_reached()
//! ```
//!
//! Programs call functions that nobody defines, or whose calls are errors, where an optimiser finds that they are not
//! reached: `if (size != 4) link_error();` in a function that is inlined. A copy of the module is optimised to see which
//! declarations are left. The others are weak from then on; their calls, and the conditions before them, stay.
//! `__builtin_constant_p` of a parameter is answered as in all inlined copies, where they agree.
//!
//! Most modules have no such thing, and optimising is slow. So only declarations are looked into of which each use stands
//! behind a branch on something that inlining may make a constant, and only functions that have to do with them are
//! optimised. Thread-local variables are left: weak ones crash.

mod guarded;

use std::collections::HashSet;

use crate::{
    ir::{Builder, Call, Function, Global, Linkage, Module},
    pass::{Context, ModulePass},
};
use guarded::{Guarded, may_be_inlined};

/// The pass.
pub struct Linkable;

/// What clang's `error` and `warning` attributes become.
const COMPLAINTS: [&str; 2] = ["dontcall-error", "dontcall-warn"];

/// Stands in the copy for a question, and is called with its answer.
const PROBE: &str = "__fz_answer.";

/// The question whether a value is a constant.
const QUESTION: &str = "llvm.is.constant.";

impl ModulePass for Linkable {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let mut guarded = Guarded::default();
        let complains = |f: Function| COMPLAINTS.iter().any(|c| f.string_attribute(c).is_some());
        let mut functions: Vec<Function> = module
            .functions()
            .filter(|f| !f.is_definition() && !f.is_intrinsic() && f.has_uses())
            .collect();
        let known: HashSet<Function> = module.known_library_functions(&functions).into_iter().collect();
        functions.retain(|f| complains(*f) || !known.contains(f) && guarded.holds(f.value()));
        let variables = module.global_variables().filter(|g| {
            g.initializer().is_none() && !g.is_thread_local() && guarded.holds(g.value())
        });
        let wanted: Vec<Global> = functions
            .iter()
            .map(|f| f.global())
            .chain(variables)
            .filter(|g| g.linkage() == Linkage::External)
            .collect();
        if wanted.is_empty() {
            return Ok(false);
        }
        let involved = involved(&wanted);
        let questions: Vec<Call> = involved
            .iter()
            .filter(|f| f.is_local())
            .flat_map(|f| f.calls())
            .filter(|call| call.called_name().starts_with(QUESTION))
            .collect();
        let left = Left::of(module, &wanted, &involved, &questions)?;
        for (question, _) in questions.iter().zip(&left.answers).filter(|(_, yes)| **yes) {
            question.replace_uses(module.const_int(1, 1));
            question.inst().erase();
        }
        for (declaration, _) in wanted.iter().zip(&left.declarations).filter(|(_, left)| !**left) {
            declaration.set_linkage(Linkage::ExternalWeak);
            if let Some(function) = declaration.value().as_function() {
                COMPLAINTS.iter().for_each(|c| function.remove_string_attribute(c));
            }
            cx.did();
        }
        Ok(cx.did_any())
    }
}

/// Functions that use a declaration, and those into which they may be inlined.
fn involved(wanted: &[Global]) -> HashSet<Function> {
    let mut involved = HashSet::new();
    let mut open: Vec<_> = wanted.iter().map(|g| g.value()).collect();
    let mut seen = HashSet::new();
    while let Some(value) = open.pop() {
        for user in value.uses().into_iter().map(|u| u.user) {
            match user.as_inst().map(|inst| inst.function()) {
                Some(function) if involved.insert(function) && may_be_inlined(function) => {
                    open.push(function.value());
                }
                None if seen.insert(user) => open.push(user),
                _ => {}
            }
        }
    }
    involved
}

/// What is left in an optimised copy.
struct Left {
    /// Of declarations, which are used.
    declarations: Vec<bool>,
    /// Of questions, whether the answer is always yes.
    answers: Vec<bool>,
}

impl Left {
    fn of(
        module: Module,
        wanted: &[Global],
        involved: &HashSet<Function>,
        questions: &[Call],
    ) -> Result<Left, String> {
        let names: Vec<String> = wanted.iter().map(|g| g.symbol()).collect();
        let involved: HashSet<String> = involved.iter().map(|f| f.name()).collect();
        let probes: Vec<Call> = questions
            .iter()
            .enumerate()
            .map(|(at, question)| probe(module, at, *question))
            .collect();
        let copy = module.copy();
        for probe in probes {
            let function = probe.called().expect("it calls a probe");
            probe.inst().erase();
            function.erase();
        }
        prepare(copy.module(), &involved);
        // SAFETY: the copy has no other handles.
        unsafe { copy.module().run_passes(PIPELINE)? };
        let function = |name: &str| copy.module().function(name);
        let is_left = |name: &String| {
            let variable = || copy.module().global(name).map(|g| g.value());
            let value = function(name).map(|f| f.value()).or_else(variable);
            value.is_some_and(|value| value.has_uses())
        };
        let is_yes = |at: usize| {
            let uses = function(&format!("{PROBE}{at}")).map_or(Vec::new(), |f| f.value().uses());
            let answers = uses.iter().filter_map(|u| u.user.as_call());
            let mut answers = answers.map(|call| call.operand(0).bool_constant());
            !uses.is_empty() && answers.all(|answer| answer == Some(true))
        };
        Ok(Left {
            declarations: names.iter().map(is_left).collect(),
            answers: (0..questions.len()).map(is_yes).collect(),
        })
    }
}

/// As far as clang goes with -O2.
const PIPELINE: &str = "default<O2>";

/// Tells a function of a question's answer.
fn probe(module: Module, at: usize, question: Call) -> Call {
    let ty = module.void().function_of(&[module.int(1)]);
    let (function, _) = module.declare(&format!("{PROBE}{at}"), ty);
    for name in ["willreturn", "nounwind"] {
        function.add_attribute(module, name);
    }
    function.set_reads_arguments(module);
    let next = question.inst().next().expect("a call is not the last of its block");
    Builder::before(module, next).call_function(function, &[question.value()])
}

/// Leaves out of the copy what takes time and finds nothing.
fn prepare(copy: Module, involved: &HashSet<String>) {
    copy.strip_debug_info();
    /// A function with fewer instructions may be called for a constant.
    const SMALL: usize = 40;
    for function in copy.definitions() {
        for name in ["optnone", "noinline", "optsize", "minsize"] {
            function.remove_attribute(name);
        }
        let is_wanted = involved.contains(&function.name())
            || function.has_attribute("alwaysinline")
            || function.instructions().take(SMALL).count() < SMALL;
        if !is_wanted {
            for name in ["optnone", "noinline"] {
                function.add_attribute(copy, name);
            }
        }
    }
}
