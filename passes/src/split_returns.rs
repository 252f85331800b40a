//! `split-returns`: what comes behind a call that may not return is a block of its own, so that `edges` counts it: a
//! program that ends in the call, or hangs, has not run what is behind it.
//!
//! ```text
//! call void @f(), !dbg !3                   call void @f(), !dbg !3
//! store i32 1, ptr %x, !dbg !4       →      br label %returned, !fz.returned !{}
//!                                         returned:
//!                                           store i32 1, ptr %x, !dbg !4
//! ```
//!
//! Left as they are: calls behind which the block does nothing but decide, on the call's own line: the ways of that
//! decision are counted anyway.

use llvm_sys::LLVMOpcode;

use crate::marks::returned;
use crate::pass::Tally;
use crate::{
    ir::{Block, Module, Value},
    params::{Params, unknown},
    pass::{ModulePass, working_on},
};

pub const NAME: &str = "split-returns";

pub struct SplitReturns;

impl SplitReturns {
    pub fn new(params: &Params) -> Result<Self, String> {
        match params.iter().next() {
            Some((key, _)) => Err(unknown(key, "no options")),
            None => Ok(SplitReturns),
        }
    }
}

impl ModulePass for SplitReturns {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let mut tally = Tally::new(NAME);
        for function in tally.functions(module) {
            working_on(Some(&function.c_name()));
            let blocks = function.blocks().into_iter();
            let calls: Vec<_> = blocks.flat_map(calls).collect();
            // The last first: what is split off is moved.
            for call in calls.into_iter().rev() {
                tally.note(split(module, call));
            }
        }
        Ok(tally.record(module))
    }
}

/// Calls that may not return, and are not the end of a block as it is.
fn calls(block: Block) -> Vec<Value> {
    block.instructions().filter(may_not_return).collect()
}

fn may_not_return(i: &Value) -> bool {
    i.is(LLVMOpcode::LLVMCall) && i.may_not_return() && !i.calls_asm()
}

fn split(module: Module, call: Value) -> Result<(), &'static str> {
    if call.is_musttail() {
        return Err("musttail");
    }
    let rest: Vec<Value> = std::iter::successors(call.next(), |i| i.next()).collect();
    let (Some(next), Some(last)) = (rest.first(), rest.last()) else {
        unreachable!("a block ends in a terminator");
    };
    if last.is(LLVMOpcode::LLVMUnreachable) && rest.len() == 1 {
        return Err("never-returns");
    }
    let line = |i: &Value| i.location().map(|l| (l.file, l.line));
    let own = line(&call);
    let decides = last.successors().len() > 1 || last.is(LLVMOpcode::LLVMRet);
    let is_same = |i: &Value| line(i).is_none() || line(i) == own;
    if decides && rest.iter().all(is_same) && !rest.iter().any(may_not_return) {
        return Err("decides");
    }
    Block::split_before(*next);
    let jump = call.block().terminator();
    let jump = jump.expect("a block that was split ends in a jump");
    returned::mark(module, jump);
    Ok(())
}
