//! `split-landing-pads`: each call that may throw gets a landing pad of its own, so that the edge to it tells which
//! call threw. Controlled compilation §V-A.
//!
//! ```text
//! invoke @f() … unwind label %pad           invoke @f() … unwind label %pad.f
//! invoke @g() … unwind label %pad           invoke @g() … unwind label %pad.g
//! pad:                                      pad.f:
//!   %e = landingpad { ptr, i32 } cleanup      %1 = landingpad { ptr, i32 } cleanup
//!   …                               →         br label %pad
//!                                           pad.g:
//!                                             %2 = landingpad { ptr, i32 } cleanup
//!                                             br label %pad
//!                                           pad:
//!                                             %e = phi { ptr, i32 } [ %1, %pad.f ], [ %2, %pad.g ]
//!                                             …
//! ```

use std::collections::HashMap;

use crate::{
    ir::{Block, Builder, Function, Module, Op, Term},
    pass::{Context, ModulePass},
};

/// The name of the pass.
pub const NAME: &str = fz_schema::passes::split_landing_pads::PASS.name;

/// The pass.
pub struct SplitLandingPads;

impl ModulePass for SplitLandingPads {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let functions = cx.functions_without_funclets();
        cx.each(functions, |cx, function| {
            for (pad, throwers) in shared_pads(function) {
                split(module, pad, &throwers);
                cx.did();
            }
        });
        Ok(cx.did_any())
    }
}

/// Landing pads of several calls, with those calls.
fn shared_pads(function: Function) -> Vec<(Block, Vec<Term>)> {
    let mut order = Vec::new();
    let mut throwers: HashMap<Block, Vec<Term>> = HashMap::new();
    for invoke in function.blocks().into_iter().filter_map(Block::terminator) {
        if let Some(pad) = invoke.unwind_target() {
            let list = throwers.entry(pad).or_insert_with(|| {
                order.push(pad);
                Vec::new()
            });
            list.push(invoke);
        }
    }
    let shared = order.into_iter().filter_map(|pad| {
        let list = throwers.remove(&pad)?;
        (list.len() > 1).then_some((pad, list))
    });
    shared.collect()
}

fn split(module: Module, pad: Block, throwers: &[Term]) {
    let builder = Builder::new(module);
    let phis: Vec<_> = pad.instructions().take_while(|i| i.is(Op::Phi)).collect();
    let landing = pad
        .instructions()
        .find(|i| i.is(Op::LandingPad))
        .expect("exceptions arrive at a landing pad");
    let mut own: HashMap<Block, Block> = HashMap::new();
    let mut landings = Vec::new();
    for invoke in throwers {
        let block = pad.new_before();
        builder.go_to_end(block);
        builder.locate(*invoke);
        landings.push((builder.clone_of(landing).value(), block));
        builder.br(pad);
        own.insert(invoke.block(), block);
        invoke.set_unwind_target(block);
    }
    // New φ nodes: all incoming blocks are different ones now.
    for phi in phis {
        let incoming: Vec<_> = phi
            .incoming()
            .into_iter()
            .map(|(value, from)| (value, own[&from]))
            .collect();
        builder.go_before(phi);
        let new = builder.phi(phi.ty(), &incoming);
        phi.replace_uses(new);
        phi.erase();
    }
    builder.go_before_records(landing);
    let phi = builder.phi(landing.ty(), &landings);
    landing.replace_uses(phi);
    landing.erase();
}
