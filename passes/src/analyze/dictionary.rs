//! `dictionary`: what a program compares its input with, as words that fuzzers put into inputs (controlled compilation,
//! §III-C).
//!
//! ```text
//!                                        call void @llvm.pseudoprobe(i64 MARKER, i64 0, i32 0, i64 -1)
//! %c = icmp eq i32 %x, 1179011410    →   %c = icmp eq i32 %x, 1179011410
//!                                        !fz.words = !{!{0, EQUAL, …, !"RIFF"}}
//! ```
//!
//! The first stage stands where a pipeline begins, before anything folds or widens: it notes the words, with a marker in
//! each block that uses one ([`notes`]). `edges` writes the record of each function that it counts, with the counters that
//! tell that a word's block ran. The last stage writes those of all other functions, and what the AFL runtime offers
//! ([`loaded`]), and takes the markers away. A word whose code was optimised away is none.
//!
//! Records are in `.debug_fz_words` (layout and limits: [`fz_abi::words`]).

use std::collections::{HashMap, HashSet};

use fz_abi::words as layout;
use globset::GlobSet;
use llvm_sys::{LLVMLinkage, LLVMOpcode};

use crate::{
    instrument::edges::is_counted,
    ir::{Block, Function, Module},
    params::{Params, unknown, word},
    plugin::working_on,
    registry::{ModulePass, OptionInfo},
    transform::tally::Tally,
};

mod arguments;
mod callees;
mod calls;
mod chains;
mod integers;
mod lists;
mod loaded;
mod memory;
mod notes;
mod origin;
mod reach;
mod record;
mod score;
mod tables;
mod text;
mod texts;
mod word;

pub use notes::{Recorded, markers};
pub use record::{Marked, Words, write};
use texts::Texts;
use word::{Found, Noted, Word};

pub const NAME: &str = "dictionary";

pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "ignore",
        values: "PATTERN",
        summary: "a function whose arguments are no words; `*` stands for anything; repeatable",
    },
    OptionInfo {
        name: "stage",
        values: "find, write",
        summary: "find: notes the words; write: behind `edges`, writes the records that it has left (find)",
    },
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Find,
    Write,
}

pub struct Dictionary {
    stage: Stage,
    /// Functions whose arguments are no words.
    ignored: GlobSet,
}

impl Dictionary {
    pub fn new(params: &Params) -> Result<Self, String> {
        let mut ignored = Vec::new();
        let mut pass = Dictionary {
            stage: Stage::Find,
            ignored: GlobSet::empty(),
        };
        for (key, value) in params.iter() {
            match key {
                "stage" => {
                    let stages = [("find", Stage::Find), ("write", Stage::Write)];
                    pass.stage = word(key, value, &stages)?;
                }
                "ignore" => ignored.push(value.to_owned()),
                _ => {
                    let names: Vec<_> = OPTIONS.iter().map(|o| o.name).collect();
                    return Err(unknown(key, names.join(", ")));
                }
            }
        }
        pass.ignored = callees::globs(&ignored).map_err(|e| format!("`ignore`: {e}"))?;
        Ok(pass)
    }
}

impl ModulePass for Dictionary {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        match self.stage {
            Stage::Find => Ok(self.find(module)),
            Stage::Write => {
                self.write(module);
                Ok(true)
            }
        }
    }
}

/// The marker of words that no code of this unit uses: those of tables for others.
const NOWHERE: u32 = u32::MAX;

/// The words of a module by their markers.
pub fn by_marker(module: Module) -> Words {
    let mut words = Words::new();
    for noted in notes::all(module) {
        words.entry(noted.marker).or_default().push(noted);
    }
    words
}

impl Dictionary {
    fn find(&self, module: Module) -> bool {
        let mut tally = Tally::new(NAME);
        let mut texts = Texts::new(module, self.ignored.clone());
        let mut marker = 0;
        let mut count = 0;
        for function in module.definitions().collect::<Vec<_>>() {
            // Another unit emits it, and finds the same.
            if function.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage
                || is_counted(function)
                || function.has_attribute("naked")
            {
                continue;
            }
            working_on(Some(&function.c_name()));
            let mut by_block: HashMap<Block, u32> = HashMap::new();
            let mut junk: HashSet<Vec<u8>> = HashSet::new();
            for mut found in self.of_function(module, function, &mut texts) {
                let known = found.words.len();
                found
                    .words
                    .retain(|w| (1..=layout::LONGEST).contains(&w.bytes.len()));
                for _ in found.words.len()..known {
                    tally.left("long");
                }
                // Every other compare is with 0: once is enough.
                found
                    .words
                    .retain(|w| w.score >= layout::JUNK || junk.insert(w.bytes.clone()));
                let room = layout::MOST_OF_SITE.min(layout::MOST_OF_UNIT - count);
                for _ in room..found.words.len() {
                    tally.left("many");
                }
                found.words.truncate(room);
                if found.words.is_empty() {
                    continue;
                }
                count += found.words.len();
                let marker = *by_block.entry(found.at.block()).or_insert_with(|| {
                    notes::mark(module, found.at, marker);
                    marker += 1;
                    marker - 1
                });
                let place = found.at.location();
                for word in found.words {
                    let place = place.clone();
                    notes::note(
                        module,
                        &Noted {
                            marker,
                            place,
                            word,
                        },
                    );
                    tally.did();
                }
            }
        }
        for word in texts.of_exported() {
            if count < layout::MOST_OF_UNIT && word.bytes.len() <= layout::LONGEST {
                count += 1;
                let noted = Noted {
                    marker: NOWHERE,
                    place: None,
                    word,
                };
                notes::note(module, &noted);
                tally.did();
            }
        }
        for _ in 0..texts.ignored {
            tally.left("ignored");
        }
        tally.record(module)
    }

    fn of_function(&self, module: Module, function: Function, texts: &mut Texts) -> Vec<Found> {
        use LLVMOpcode::*;
        let slots = origin::Slots::of(function);
        let mut chains = chains::of(module, function);

        let mut all = Vec::new();
        for instruction in function.blocks().iter().flat_map(|b| b.instructions()) {
            let mut words: Vec<Word> = chains.remove(&instruction).into_iter().collect();
            match instruction.opcode() {
                LLVMICmp => {
                    words.extend(integers::of_compare(module, instruction, &slots));
                    words.extend(texts.of_compare(instruction, &slots));
                }
                LLVMFCmp => words.extend(integers::of_float(module, instruction)),
                LLVMSwitch => words.extend(integers::of_switch(module, instruction, &slots)),
                LLVMCall | LLVMInvoke => words.extend(texts.of_call(instruction, &slots)),
                LLVMStore | LLVMRet => words.extend(texts.of_moved(instruction, &slots)),
                _ => {}
            }
            if !words.is_empty() {
                all.push(Found {
                    at: instruction,
                    words,
                });
            }
        }
        all
    }

    fn write(&self, module: Module) {
        let words = by_marker(module);
        if words.is_empty() {
            return;
        }
        let mut used = vec![];
        for function in module.definitions().collect::<Vec<_>>() {
            let blocks = function.blocks().into_iter();
            let mut found: Vec<u32> = blocks.flat_map(markers).collect();
            found.sort_unstable();
            found.dedup();
            used.extend(&found);
            if !found.is_empty() && !is_counted(function) {
                let marked: Vec<_> = found
                    .into_iter()
                    .map(|marker| Marked {
                        marker,
                        counters: Vec::new(),
                    })
                    .collect();
                write(module, Some(function), None, &marked, &words, None);
            }
        }
        if words.contains_key(&NOWHERE) {
            let marked = Marked {
                marker: NOWHERE,
                counters: Vec::new(),
            };
            write(module, None, None, &[marked], &words, None);
            used.push(NOWHERE);
        }
        used.sort_unstable();
        used.dedup();
        let used = used.iter().filter_map(|marker| words.get(marker));
        loaded::add(module, used.flatten().map(|noted| &noted.word));
        notes::erase(module);
    }
}
