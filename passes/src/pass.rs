//! What a pass is, and the context that it runs in: the module, the function that it works on, and the tally of what it
//! did and what it skipped. The tally goes into the module's facts, from where `unit-record` writes it into the object and
//! `fz inspect` shows it.

use std::collections::BTreeMap;

use crate::{
    analyses::skip::Skip,
    ir::{Function, Module},
    marks::{counted::is_counted, facts},
};

/// A pass over a module.
pub trait ModulePass {
    /// Runs over the context's module.
    ///
    /// # Returns
    /// Whether the module changed.
    ///
    /// # Errors
    /// A text that ends the compilation as clang's errors do.
    fn run(&mut self, cx: &mut Context) -> Result<bool, String>;
}

/// One run of one pass over one module.
pub struct Context {
    pass: &'static str,
    module: Module,
    /// The name of the function that is worked on.
    function: Option<String>,
    done: u64,
    skipped: BTreeMap<&'static str, u64>,
    is_looked_through: bool,
}

impl Context {
    /// A run of the pass of this name.
    pub fn new(pass: &'static str, module: Module) -> Context {
        Context {
            pass,
            module,
            function: None,
            done: 0,
            skipped: BTreeMap::new(),
            is_looked_through: false,
        }
    }

    pub fn module(&self) -> Module {
        self.module
    }

    /// Works on functions, one after the other. A panic meanwhile names the function.
    pub fn each(
        &mut self,
        functions: impl IntoIterator<Item = Function>,
        mut work: impl FnMut(&mut Context, Function),
    ) {
        for function in functions {
            self.within(function, |cx| work(cx, function));
        }
    }

    /// As [`Self::each`], up to the first error.
    pub fn try_each(
        &mut self,
        functions: impl IntoIterator<Item = Function>,
        mut work: impl FnMut(&mut Context, Function) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut functions = functions.into_iter();
        functions.try_for_each(|function| self.within(function, |cx| work(cx, function)))
    }

    /// Works on one function. A panic meanwhile names it.
    pub fn within<T>(&mut self, function: Function, work: impl FnOnce(&mut Context) -> T) -> T {
        self.function = Some(function.c_name().to_string_lossy().into_owned());
        let result = work(self);
        self.function = None;
        result
    }

    /// The function that a panic has interrupted the work on.
    pub fn interrupted(&self) -> Option<&str> {
        self.function.as_deref()
    }

    /// Counts one thing that the pass did.
    pub fn did(&mut self) {
        self.done += 1;
    }

    /// Whether the pass did anything so far.
    pub fn did_any(&self) -> bool {
        self.done > 0
    }

    /// Counts one thing that the pass skipped.
    pub fn skip(&mut self, reason: &'static str) {
        self.skip_all(reason, 1);
    }

    /// Counts things that the pass skipped.
    pub fn skip_all(&mut self, reason: &'static str, count: usize) {
        if count > 0 {
            *self.skipped.entry(reason).or_default() += count as u64;
        }
    }

    /// Counts what the pass did, or the reason why it skipped it.
    pub fn note(&mut self, result: Result<(), &'static str>) {
        match result {
            Ok(()) => self.did(),
            Err(reason) => self.skip(reason),
        }
    }

    /// Says that the pass has looked through the module: that is worth a fact where it found nothing, too.
    pub fn looked_through(&mut self) {
        self.is_looked_through = true;
    }

    /// The functions to transform: those that get counters. New branches that nothing counts would only cost.
    ///
    /// Under MemorySanitizer none: it reports branches on uninitialised bits, and would report too many where a compare
    /// became several, and too few where a frozen value is asked.
    pub fn functions(&mut self) -> Vec<Function> {
        let counted = |f: &Function| !is_counted(*f) && Skip::of(*f).is_none();
        let candidates = self.module.definitions().filter(counted).collect();
        self.without("sanitize-memory", candidates, |f| {
            f.has_attribute("sanitize_memory")
        })
    }

    /// Those of [`Self::functions`] in which a landing pad is a block as others are.
    pub fn functions_without_funclets(&mut self) -> Vec<Function> {
        let candidates = self.functions();
        self.without("funclets", candidates, Function::has_funclets)
    }

    /// Skips the functions that something holds of.
    fn without(
        &mut self,
        reason: &'static str,
        functions: Vec<Function>,
        is_skipped: impl Fn(Function) -> bool,
    ) -> Vec<Function> {
        let (skipped, taken) = functions
            .into_iter()
            .partition::<Vec<_>, _>(|f| is_skipped(*f));
        self.skip_all(reason, skipped.len());
        taken
    }

    /// Notes the tally in the module.
    pub fn finish(self) {
        if self.did_any() || self.is_looked_through {
            let key = format!("{}{}", facts::DONE, self.pass);
            facts::count(self.module, &key, self.done);
        }
        for (reason, count) in self.skipped {
            let key = format!("{}{}:{reason}", facts::SKIPPED, self.pass);
            facts::count(self.module, &key, count);
        }
    }
}
