//! `stack-depth`: functions that may call themselves, directly or indirectly, record how deep the stack got.
//!
//! A recursion is a cycle of calls in the module, or leaves the module (through a function that is only declared, or a
//! pointer) and comes back through a function that others can call. The stack of a recursion grows through functions on
//! such a cycle, so functions on no cycle, such as those that call nothing, record nothing.
//!
//! ```text
//! entry:                                      entry:
//!   call void @parse(…)              →          br (%stack-pointer < load @lowest), label %lower, label %go
//!                                             lower:
//!                                               br (%stack-pointer < load @floor), label %go, label %store
//!                                             store:
//!                                               store i64 %stack-pointer, @lowest
//! ```
//!
//! Both values are a pair per image ([`fz_abi::stack`]), and zero until an engine asks for them: then nothing is lower.
//! The floor excludes stacks of other threads, so the pair need not be thread-local, which in a library would cost a
//! call. The pass runs after `edges`, which must not count the new branches. The idea is that of SanitizerCoverage's
//! `stack-depth`, which writes a thread-local variable that only libFuzzer has.

use std::collections::HashMap;

use fz_abi::sections;
use petgraph::{algo::tarjan_scc, graph::DiGraph};

use crate::ir::Linkage;
use crate::{
    analyses::{effects, skip::Skip},
    ir::{Block, Builder, Duplicates, Function, Global, IntPredicate, Module},
    marks::measured,
    pass::{Context, ModulePass},
};

/// The name of the pass.
pub const NAME: &str = fz_schema::passes::stack_depth::PASS.name;

/// The name of the pair. Hidden, one per image.
const PAIR: &str = "__fz_stack_depth";

/// The pass.
pub struct StackDepth;

impl ModulePass for StackDepth {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let is_open = |f: &Function| {
            !measured::is_measured(*f) && Skip::of(*f).is_none() && !f.has_funclets()
        };
        let functions: Vec<_> = recursive(module).into_iter().filter(is_open).collect();
        if functions.is_empty() {
            return Ok(false);
        }
        let pair = pair(module);
        cx.each(functions, |_, function| {
            note(module, function, pair);
            measured::mark(module, function);
        });
        effects::forget_memory_effects(module);
        Ok(true)
    }
}

/// Functions that a call from them may reach again.
fn recursive(module: Module) -> Vec<Function> {
    let mut graph = DiGraph::<Option<Function>, ()>::new();
    let outside = graph.add_node(None);
    let nodes: HashMap<Function, _> = module
        .definitions()
        .map(|f| (f, graph.add_node(Some(f))))
        .collect();
    for (function, node) in &nodes {
        if !function.is_local() || function.has_address_taken() {
            graph.add_edge(outside, *node, ());
        }
        for call in function.calls().filter(|call| !call.calls_asm()) {
            let callee = call.called();
            match callee {
                Some(callee) if callee.is_intrinsic() || never_calls_back(callee) => {}
                Some(callee) if nodes.contains_key(&callee) => {
                    graph.update_edge(*node, nodes[&callee], ());
                }
                _ => {
                    graph.update_edge(*node, outside, ());
                }
            }
        }
    }
    let mut found = Vec::new();
    for component in tarjan_scc(&graph) {
        let first = component[0];
        if component.len() > 1 || graph.contains_edge(first, first) {
            found.extend(component.into_iter().filter_map(|node| graph[node]));
        }
    }
    // In the module's order, not in that of the components.
    module.definitions().filter(|f| found.contains(f)).collect()
}

/// Library functions that never call back, and fz's own.
fn never_calls_back(callee: Function) -> bool {
    ["nocallback", "noreturn"]
        .iter()
        .any(|a| callee.has_attribute(a))
        || ["__fz_", "__sanitizer_", "__asan_", "__ubsan_"]
            .iter()
            .any(|p| callee.name().starts_with(p))
}

fn pair(module: Module) -> Global {
    if let Some(found) = module.global(PAIR) {
        return found;
    }
    let pair = module.add_array(module.int(64), 2, None, PAIR);
    pair.set_linkage(Linkage::LinkOnceOdr);
    pair.set_hidden();
    pair.set_section(sections::STACK, 8);
    module.put_in_comdat(pair, PAIR, Duplicates::Any);
    module.keep_for_compiler(&[pair]);
    pair
}

fn note(module: Module, function: Function, pair: Global) {
    let Some(point) = function.entry().insertion_point_after_allocas() else {
        return;
    };
    let long = module.int(64);
    let (floor, lowest) = (pair.value(), module.address_in(pair, 8));
    let rest = Block::split_before(point);
    let branch = function.entry().terminator().expect("just split");
    let [lower, store] = [(); 2].map(|()| function.append_block(""));
    let builder = Builder::before(module, branch);
    builder.no_location();
    // Read again on the rare path, so that it takes no register on the others.
    let pointer = || {
        let pointer = builder.intrinsic("llvm.stacksave", &[module.ptr()], &[]);
        builder.ptr_to_int(pointer, long)
    };
    let was = builder.load(long, lowest);
    let is_lower = builder.icmp(IntPredicate::Ult, pointer(), was);
    let decision = builder.cond_br(is_lower, lower, rest);
    module.set_branch_weights(decision, [1, 1_000_000]);
    branch.erase();
    builder.go_to_end(lower);
    let here = pointer();
    let least = builder.load(long, floor);
    let is_elsewhere = builder.icmp(IntPredicate::Ult, here, least);
    builder.cond_br(is_elsewhere, rest, store);
    builder.go_to_end(store);
    let stored = builder.store(here, lowest);
    builder.br(rest);
    for access in [was, least, stored] {
        module.set_nosanitize(access);
    }
}
