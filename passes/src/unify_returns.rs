//! `unify-returns`: a function returns from one basic block only. With several, each call would have several return
//! edges, which tell nothing that the function's own edges do not. Controlled compilation §V-B.
//!
//! ```text
//! a:                                        a:
//!   ret i32 1                                 br label %return
//! b:                                        b:
//!   ret i32 %x                      →         br label %return
//!                                           return:
//!                                             %0 = phi i32 [ 1, %a ], [ %x, %b ]
//!                                             ret i32 %0
//! ```
//!
//! A return directly after a `musttail` call has to stay there.

use crate::{
    ir::{Block, Builder, Function, Inst, Module, Op, Term},
    pass::{Context, ModulePass},
};

/// The name of the pass.
pub const NAME: &str = fz_schema::passes::unify_returns::PASS.name;

/// The pass.
pub struct UnifyReturns;

impl ModulePass for UnifyReturns {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let functions = cx.functions();
        cx.each(functions, |cx, function| unify(module, function, cx));
        Ok(cx.did_any())
    }
}

fn unify(module: Module, function: Function, cx: &mut Context) {
    let terminators = function.blocks().into_iter().filter_map(Block::terminator);
    let (tied, free): (Vec<Term>, Vec<Term>) = terminators
        .filter(|t| t.is(Op::Ret))
        .partition(|r| is_tied(*r));
    if free.len() + tied.len() > 1 {
        cx.skip_all("musttail", tied.len());
    }
    if free.len() < 2 {
        return;
    }
    cx.did();
    let builder = Builder::new(module);
    let block = function.append_block("return");
    builder.go_to_end(block);
    builder.locate(free[free.len() - 1]);
    match free[0].operand_count() {
        0 => builder.ret_void(),
        _ => {
            let incoming: Vec<_> = free.iter().map(|r| (r.operand(0), r.block())).collect();
            builder.ret(builder.phi(incoming[0].0.ty(), &incoming))
        }
    };
    for old in free {
        builder.go_before(old);
        builder.br(block);
        old.erase();
    }
}

/// Whether a return has to stay directly after the call before it.
fn is_tied(ret: Term) -> bool {
    let mut before = ret.previous();
    // The call's value may be cast in between.
    while let Some(cast) = before.filter(|i| i.is(Op::BitCast)) {
        before = cast.previous();
    }
    before.and_then(Inst::as_call).is_some_and(|call| {
        call.is_musttail()
            || call
                .called_name()
                .starts_with("llvm.experimental.deoptimize")
    })
}
