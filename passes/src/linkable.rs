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
//! copied. Thread-local variables are left: weak ones crash.

mod guarded;

use std::collections::{HashSet, VecDeque};

use crate::{
    ir::{Builder, Call, Function, Global, Linkage, Module, Value},
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

/// How names begin that every C++ library has, and what compilers make for classes; and threads, which LLVM's list of known
/// functions lacks.
const KNOWN: [&str; 14] = [
    "_ZSt",
    "_ZNSt",
    "_ZNKSt",
    "_ZNSa",
    "_ZNKSa",
    "_ZNSs",
    "_ZNKSs",
    "_ZNSi",
    "_ZNSo",
    "_ZN9__gnu_cxx",
    "_ZT",
    "__cxa_",
    "__dso_handle",
    "pthread_",
];

/// Whether it is there wherever the program is linked.
fn is_known(name: &str) -> bool {
    KNOWN.iter().any(|known| name.starts_with(known))
}

impl ModulePass for Linkable {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let mut guarded = Guarded::default();
        let complains = |f: Function| COMPLAINTS.iter().any(|c| f.string_attribute(c).is_some());
        let mut functions: Vec<Function> = module
            .functions()
            .filter(|f| !f.is_definition() && !f.is_intrinsic() && f.has_uses())
            .collect();
        let known: HashSet<Function> = module
            .known_library_functions(&functions)
            .into_iter()
            .collect();
        functions.retain(|f| {
            complains(*f) || !known.contains(f) && !is_known(&f.name()) && guarded.holds(f.value())
        });
        let variables = module.global_variables().filter(|g| {
            let is_declared = g.initializer().is_none() && !g.is_thread_local();
            is_declared && !is_known(&g.value().name()) && guarded.holds(g.value())
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
        for (declaration, _) in wanted
            .iter()
            .zip(&left.declarations)
            .filter(|(_, left)| !**left)
        {
            declaration.set_linkage(Linkage::ExternalWeak);
            if let Some(function) = declaration.value().as_function() {
                COMPLAINTS
                    .iter()
                    .for_each(|c| function.remove_string_attribute(c));
            }
            cx.did();
        }
        Ok(cx.did_any())
    }
}

/// Functions that use a declaration, and those into which they may be inlined, on so many levels.
fn involved(wanted: &[Global]) -> HashSet<Function> {
    const LEVELS: u32 = 4;
    let mut involved = HashSet::new();
    let mut open: VecDeque<_> = wanted.iter().map(|g| (g.value(), 0)).collect();
    let mut seen = HashSet::new();
    while let Some((value, level)) = open.pop_front() {
        for user in value.uses().into_iter().map(|u| u.user) {
            match user.as_inst().map(|inst| inst.function()) {
                Some(function) => {
                    let is_new = involved.insert(function);
                    if is_new && level < LEVELS && may_be_inlined(function) {
                        open.push_back((function.value(), level + 1));
                    }
                }
                None if seen.insert(user) => open.push_back((user, level)),
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
        let names: Vec<String> = wanted.iter().map(|g| g.value().name()).collect();
        let copied = with_helpers(involved);
        let open = open_ended(module, &copied);
        let probes: Vec<Call> = questions
            .iter()
            .enumerate()
            .map(|(at, question)| probe(module, at, *question))
            .collect();
        let copy = module.copy_with(copied);
        for probe in probes {
            let function = probe.called().expect("it calls a probe");
            probe.inst().erase();
            function.erase();
        }
        copy.module().strip_debug_info();
        for function in copy.module().definitions() {
            for name in ["optnone", "noinline", "optsize", "minsize"] {
                function.remove_attribute(name);
            }
        }
        let function = |name: &str| copy.module().function(name).map(|f| f.global());
        let found = |name: &str| function(name).or_else(|| copy.module().global(name));
        for global in open.iter().filter_map(|name| found(name)) {
            global.set_linkage(Linkage::External);
        }
        // SAFETY: no handle to anything in the copy is used afterwards.
        unsafe { copy.module().run_passes(PIPELINE)? };
        let is_left = |name: &String| found(name).is_some_and(|global| global.has_uses());
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

/// The names of functions and variables that the copied functions are not alone with.
fn open_ended(module: Module, copied: &HashSet<Function>) -> Vec<String> {
    fn is_used_outside(value: Value, copied: &HashSet<Function>) -> bool {
        value.uses().into_iter().any(|one| {
            let user = one.user;
            match user.as_inst() {
                Some(inst) => !copied.contains(&inst.function()),
                None => user.as_global().is_some() || is_used_outside(user, copied),
            }
        })
    }
    let functions = copied.iter().map(|f| f.global());
    let variables = module.global_variables();
    let variables = variables.filter(|g| g.is_local() && !g.is_constant_data());
    let all = functions.chain(variables);
    let open = all.filter(|g| is_used_outside(g.value(), copied));
    open.map(|g| g.value().name()).collect()
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
    let next = question
        .inst()
        .next()
        .expect("a call is not the last of its block");
    Builder::before(module, next).call_function(function, &[question.value()])
}

/// Functions, and small ones that they call, maybe for a constant.
fn with_helpers(functions: &HashSet<Function>) -> HashSet<Function> {
    const SMALL: usize = 40;
    let mut open: Vec<Function> = functions.iter().copied().collect();
    let mut wanted = functions.clone();
    while let Some(function) = open.pop() {
        let called = function.calls().filter_map(|call| call.called());
        for helper in called.filter(|f| f.is_definition()) {
            let is_small = helper.instructions().nth(SMALL).is_none();
            if (is_small || helper.has_attribute("alwaysinline")) && wanted.insert(helper) {
                open.push(helper);
            }
        }
    }
    wanted
}
