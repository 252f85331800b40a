//! `pins`: keeps compares, calls and stores of the program in basic blocks of their own.
//!
//! ```text
//! %c = icmp ugt i64 %n, 20           call void @llvm.pseudoprobe(i64 PIN, i64 0, i32 0, i64 -1)
//! br i1 %c, label %wide, label %go   %c = icmp ugt i64 %n, 20
//!                                →   br i1 %c, label %wide, label %go
//! wide:                              wide:
//!   store i64 %m, ptr %to              call void @llvm.pseudoprobe(i64 PIN, i64 1, i32 0, i64 -1)
//!   …                                  store i64 %m, ptr %to
//! ```
//!
//! LLVM carries a `llvm.pseudoprobe` along as if it were not there, also into callers and copies. But it neither
//! takes a block that has one for empty nor executes that block speculatively: loop rotation, jump threading and
//! similar passes keep the conditions of a loop apart. The code after a call gets a pin of its own, since inlining
//! cuts the block there.
//!
//! Pins belong to the pipeline and to no kind of feedback: all profiles that extend one with pins have the same ones,
//! so that the sites of a source have the same numbers in all builds of it. Where pins stand depends on the kinds of
//! instructions alone. A pin's number shows which code a block of the source became in the end; `dictionary` refers
//! to blocks by it. `stage=erase` erases the pins, after the last pass that reads them.
//!
//! Skipped: naked functions, bodies that are only for inlining, and functions that have their counters.

use crate::{
    ir::{Call, Function, Inst, Linkage, Op},
    marks::{counted::is_counted, pins},
    pass::{Context, ModulePass},
};
use fz_schema::passes::pins::{self as schema, Stage};

/// The pass's name.
pub const NAME: &str = schema::PASS.name;

/// The pass and its options.
pub struct Pins {
    stage: Stage,
}

impl Pins {
    /// The pass with checked options.
    pub fn new(told: schema::Told) -> Self {
        Pins { stage: told.stage }
    }
}

impl ModulePass for Pins {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        match self.stage {
            Stage::Plant => Ok(plant_all(cx)),
            Stage::Erase => Ok(pins::erase(module)),
        }
    }
}

fn plant_all(cx: &mut Context) -> bool {
    let module = cx.module();
    let mut count = 0;
    let functions: Vec<_> = module.definitions().collect();
    cx.each(functions, |_, function| {
        if function.linkage() == Linkage::AvailableExternally
            || is_counted(function)
            || function.has_attribute("naked")
        {
            return;
        }
        for at in places(function) {
            pins::plant(module, at, count);
            count += 1;
        }
    });
    count > 0
}

/// The instructions that get a pin in front of them: in each piece of code that runs as a whole, the first that
/// deserves one.
fn places(function: Function) -> Vec<Inst> {
    let mut places = Vec::new();
    for block in function.blocks() {
        let mut has_pin = false;
        for instruction in block.instructions() {
            if !has_pin && deserves_pin(instruction) {
                places.push(instruction);
                has_pin = true;
            }
            // Between a `musttail` call and its return nothing may stand.
            if instruction.as_call().is_some_and(Call::is_musttail) {
                break;
            }
            has_pin &= !is_call(instruction);
        }
    }
    places
}

fn deserves_pin(instruction: Inst) -> bool {
    match instruction.op() {
        Op::ICmp | Op::FCmp | Op::Switch | Op::Store | Op::Ret => true,
        _ => is_call(instruction) || instruction.called_name().starts_with("llvm.mem"),
    }
}

/// Whether an instruction calls a function that may be inlined.
fn is_call(instruction: Inst) -> bool {
    let is_function = |call: Call| !call.calls_asm() && !call.called_name().starts_with("llvm.");
    instruction.as_call().is_some_and(is_function)
}
