//! `split-returns`: the code after a call that may not return becomes a basic block of its own, so that `edges` counts
//! it: a program that exits or hangs in the call has not run the code after it.
//!
//! ```text
//! call void @f(), !dbg !3                   call void @f(), !dbg !3
//! store i32 1, ptr %x, !dbg !4       →      br label %returned, !fz.returned !{}
//!                                         returned:
//!                                           store i32 1, ptr %x, !dbg !4
//! ```
//!
//! Calls are left as they are if the rest of the block only computes a decision, on the call's own line: the edges of
//! that decision are counted anyway.

use crate::{
    ir::{Block, Call, Inst, Module, Op},
    marks::returned,
    pass::{Context, ModulePass},
};

/// The name of the pass.
pub const NAME: &str = fz_schema::passes::split_returns::PASS.name;

/// The pass.
pub struct SplitReturns;

impl ModulePass for SplitReturns {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let functions = cx.functions();
        cx.each(functions, |cx, function| {
            let blocks = function.blocks().into_iter();
            let calls: Vec<_> = blocks.flat_map(calls).collect();
            // From the last call on: splitting moves the instructions after a call to a new block.
            for call in calls.into_iter().rev() {
                cx.note(split(module, call));
            }
        });
        Ok(cx.did_any())
    }
}

/// Calls that may not return and do not end their block.
fn calls(block: Block) -> Vec<Call> {
    block.calls().filter(may_not_return).collect()
}

fn may_not_return(call: &Call) -> bool {
    call.is(Op::Call) && call.may_not_return() && !call.calls_asm()
}

fn split(module: Module, call: Call) -> Result<(), &'static str> {
    if call.is_musttail() {
        return Err("musttail");
    }
    let rest: Vec<Inst> = std::iter::successors(call.next(), |i| i.next()).collect();
    let (Some(next), Some(last)) = (rest.first(), call.block().terminator()) else {
        unreachable!("a block ends in a terminator");
    };
    if last.is(Op::Unreachable) && rest.len() == 1 {
        return Err("never-returns");
    }
    let line = |i: &Inst| i.location().map(|l| (l.file, l.line));
    let own = line(&call);
    let decides = last.successors().len() > 1 || last.is(Op::Ret);
    let is_same = |i: &Inst| line(i).is_none() || line(i) == own;
    let mut calls = rest.iter().filter_map(|i| i.as_call());
    if decides && rest.iter().all(is_same) && !calls.any(|c| may_not_return(&c)) {
        return Err("decides");
    }
    Block::split_before(*next);
    let jump = call.block().terminator();
    let jump = jump.expect("a block that was split ends in a jump");
    returned::mark(module, jump);
    Ok(())
}
