//! `dictionary`: records what a program compares its input with, as tokens that fuzzers put into inputs (controlled
//! compilation, §III-C).
//!
//! ```text
//! call void @llvm.pseudoprobe(i64 PIN, i64 7, i32 0, i64 -1)
//! %c = icmp eq i32 %x, 1179011410                             →   !fz.words = !{!{7, EQUAL, …, !"RIFF"}}
//! ```
//!
//! The first stage runs at the start of the pipeline, before anything folds or widens. It notes the tokens
//! ([`tokens`]), each with the number of the pin that [`pins`] put into the basic block that uses it, and leaves the
//! code as it is. `stage=inlined` runs after inlining and constant propagation, and notes what those have brought to
//! compares ([`inlined`]). `edges` writes the record of each function that it counts, with the counters that tell that a token's
//! block ran. The last stage writes the records of all other functions, and the tokens that the AFL runtime offers
//! ([`loaded`]). A token whose code was optimised away is dropped. Without pins all tokens stay, and it is not known
//! where they are used.
//!
//! Records are in `.debug_fz_words` (layout and limits: [`fz_abi::tokens`]).

use fz_schema::passes::dictionary::{self as schema, Stage};

use crate::{
    ir::{Block, Call, Function, Inst, Linkage, Module, Op},
    libc::names::Patterns,
    marks::{
        counted::is_counted,
        pins,
        tokens::{self, NOWHERE, Token},
        written::{self, Written},
    },
    pass::{Context, ModulePass},
    records::tokens::{Pinned, by_pin, write},
};

mod arguments;
mod callees;
mod calls;
mod chains;
mod found;
mod handed;
mod inlined;
mod integers;
mod lists;
mod loaded;
mod memory;
mod notebook;
mod origin;
mod passed;
mod reach;
mod score;
mod tables;
mod text;
mod texts;

use found::FoundTokens;
use inlined::Known;
use notebook::Notebook;
use passed::Passed;
use texts::Texts;

/// The name of the pass.
pub const NAME: &str = schema::PASS.name;

/// Prefix of the functions with which clang initialises global variables.
const GLOBALS: &str = "__cxx_global_var_init";

/// The pass, with its options.
pub struct Dictionary {
    stage: Stage,
    /// Functions whose arguments are not tokens.
    ignored: Patterns,
}

impl Dictionary {
    /// The pass with these options; an error for a glob that is invalid.
    pub fn new(told: schema::Told) -> Result<Self, String> {
        let ignored = Patterns::try_from(told.ignore);
        Ok(Dictionary {
            stage: told.stage,
            ignored: ignored.map_err(|e| format!("`ignore`: {e}"))?,
        })
    }
}

impl ModulePass for Dictionary {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        match self.stage {
            Stage::Find => {
                Written::find(module).note(module);
                Ok(self.find(cx))
            }
            Stage::Inlined => {
                self.find_inlined(cx);
                // Code and its analyses are as they were.
                Ok(false)
            }
            Stage::Write => {
                self.write(module);
                Ok(true)
            }
        }
    }
}

/// The instructions of a block, each with the last pin before it.
fn with_pins(block: Block) -> impl Iterator<Item = (Option<u32>, Inst)> {
    let mut pin = None;
    block.instructions().map(move |instruction| {
        pin = pins::number(instruction).or(pin);
        (pin, instruction)
    })
}

/// The functions that have tokens.
fn functions(module: Module) -> Vec<Function> {
    let has = |function: &Function| {
        // Another unit emits such a function, and finds the same tokens.
        function.linkage() != Linkage::AvailableExternally
            && !is_counted(*function)
            && !function.has_attribute("naked")
    };
    module.definitions().filter(has).collect()
}

impl Dictionary {
    fn find(&self, cx: &mut Context) -> bool {
        let module = cx.module();
        let mut notebook = Notebook::after(0);
        let mut texts = Texts::new(module, self.ignored.clone());
        let passed = Passed::default();
        cx.each(functions(module), |cx, function| {
            notebook.begin_function();
            for found in self.of_function(module, function, &mut texts, &passed) {
                notebook.note(cx, found);
            }
        });
        for token in texts.of_exported() {
            notebook.note_nowhere(cx, token);
        }
        cx.skip_all("ignored", texts.ignored);
        cx.did_any()
    }

    fn find_inlined(&self, cx: &mut Context) {
        let module = cx.module();
        let noted = tokens::all(module);
        let mut notebook = Notebook::after(noted.len());
        let mut texts = Texts::new(module, self.ignored.clone());
        let passed = Passed::default();
        let known = Known::of(module, noted);
        cx.each(functions(module), |cx, function| {
            notebook.begin_function();
            for found in known.tokens(function, &mut texts, &passed) {
                notebook.note(cx, found);
            }
        });
    }

    fn of_function(
        &self,
        module: Module,
        function: Function,
        texts: &mut Texts,
        passed: &Passed,
    ) -> Vec<FoundTokens> {
        let slots = origin::Slots::of(function);
        let mut chains = chains::of(module, function);
        let fills_globals = function.name().starts_with(GLOBALS);
        let mut all = Vec::new();
        for (pin, instruction) in function.blocks().into_iter().flat_map(with_pins) {
            let mut tokens: Vec<Token> = chains.remove(&instruction).into_iter().collect();
            match instruction.op() {
                Op::ICmp => {
                    tokens.extend(integers::of_compare(module, instruction, &slots));
                    tokens.extend(texts.of_compare(instruction, &slots));
                }
                Op::FCmp => tokens.extend(integers::of_float(module, instruction)),
                Op::Switch => {
                    let switch = instruction.as_term().into_iter();
                    tokens.extend(switch.flat_map(|s| integers::of_switch(module, s, &slots)));
                }
                Op::Call | Op::Invoke => {
                    let call = instruction.as_call();
                    tokens.extend(call.into_iter().flat_map(|c| texts.of_call(c, &slots)));
                    let passed = |c: Call| passed.of_call(module, c, &slots);
                    tokens.extend(call.into_iter().flat_map(passed));
                    // An intrinsic constructs nothing: pins are calls of one.
                    let is_written = |c: &Call| !c.called_name().starts_with("llvm.");
                    if let Some(call) = call.filter(|c| fills_globals && is_written(c)) {
                        tokens.extend(integers::of_construction(module, call));
                    }
                }
                Op::Store | Op::Ret => tokens.extend(texts.of_moved(instruction, &slots)),
                _ => {}
            }
            if !tokens.is_empty() {
                all.push(FoundTokens {
                    place: instruction.location(),
                    pin,
                    tokens,
                });
            }
        }
        all
    }

    fn write(&self, module: Module) {
        written::erase(module);
        let tokens = by_pin(module);
        if tokens.is_empty() {
            return;
        }
        let mut used = vec![];
        for function in module.definitions().collect::<Vec<_>>() {
            let blocks = function.blocks().into_iter();
            let mut found: Vec<u32> = blocks.flat_map(pins::of_block).collect();
            found.sort_unstable();
            found.dedup();
            found.retain(|pin| tokens.contains_key(pin));
            used.extend(&found);
            if !found.is_empty() && !is_counted(function) {
                let pinned: Vec<_> = found
                    .into_iter()
                    .map(|pin| Pinned {
                        pin,
                        counters: Vec::new(),
                    })
                    .collect();
                write(module, Some(function), None, &pinned, &tokens, None);
            }
        }
        if tokens.contains_key(&NOWHERE) {
            let pinned = Pinned {
                pin: NOWHERE,
                counters: Vec::new(),
            };
            write(module, None, None, &[pinned], &tokens, None);
            used.push(NOWHERE);
        }
        used.sort_unstable();
        used.dedup();
        let used = used.iter().filter_map(|pin| tokens.get(pin));
        loaded::add(module, used.flatten().map(|noted| &noted.token));
        tokens::erase(module);
    }
}
