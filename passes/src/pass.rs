//! What a pass is, which functions passes work on, and what they count: in the module's facts, from where `unit-record`
//! writes it into the object and `fz inspect` shows it.

use std::{cell::RefCell, collections::BTreeMap, ffi::CStr};

use crate::{
    analyses::skip::Skip,
    ir::{Function, Module},
    marks::{counted::is_counted, facts},
};

/// A pass over a module. `Ok(true)`: the module changed. `Err`: a compiler error with this text.
pub trait ModulePass {
    fn run(&mut self, module: Module) -> Result<bool, String>;
}

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes the function a pass is working on, for the message should it panic.
pub fn working_on(function: Option<&CStr>) {
    PLACE.set(function.map(|f| f.to_string_lossy().into_owned()));
}

/// The function that was worked on last.
pub fn last_worked_on() -> Option<String> {
    PLACE.take()
}

/// What one pass did to one module, and what it left alone for which reason.
pub struct Tally {
    pass: &'static str,
    done: u64,
    left: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub fn new(pass: &'static str) -> Tally {
        Tally {
            pass,
            done: 0,
            left: BTreeMap::new(),
        }
    }

    pub fn did(&mut self) {
        self.done += 1;
    }

    pub fn note(&mut self, result: Result<(), &'static str>) {
        match result {
            Ok(()) => self.did(),
            Err(reason) => self.left(reason),
        }
    }

    pub fn left(&mut self, reason: &'static str) {
        *self.left.entry(reason).or_default() += 1;
    }

    /// The functions to transform: those that get counters. New branches that nothing counts would only cost.
    ///
    /// Under MemorySanitizer none: it reports branches on uninitialised bits, and would report too many where a compare
    /// became several, and too few where a frozen value is asked.
    pub fn functions(&mut self, module: Module) -> Vec<Function> {
        let counted = |f: &Function| !is_counted(*f) && Skip::of(*f).is_none();
        let candidates: Vec<_> = module.definitions().filter(counted).collect();
        let (left, taken) = candidates
            .into_iter()
            .partition::<Vec<_>, _>(|f| f.has_attribute("sanitize_memory"));
        for _ in left {
            self.left("sanitize-memory");
        }
        taken
    }

    /// Those of them in which a landing place is a block as others are.
    pub fn functions_without_funclets(&mut self, module: Module) -> Vec<Function> {
        let (left, taken) = self
            .functions(module)
            .into_iter()
            .partition::<Vec<_>, _>(|f| f.has_funclets());
        for _ in left {
            self.left("funclets");
        }
        taken
    }

    /// Notes it in the module; whether the module changed.
    pub fn record(self, module: Module) -> bool {
        if self.done > 0 {
            let key = format!("{}{}", facts::DONE, self.pass);
            facts::count(module, &key, self.done);
        }
        for (reason, count) in self.left {
            let key = format!("{}{}:{reason}", facts::LEFT, self.pass);
            facts::count(module, &key, count);
        }
        self.done > 0
    }
}
