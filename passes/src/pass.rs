//! What a pass is, and its context: the module, the current function, and the tally of what the pass did and skipped.
//! The tally goes into the module's facts. `unit-record` writes it into the object, and `fz inspect` shows it.

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
    /// A message that ends the compilation, as clang's errors do.
    fn run(&mut self, cx: &mut Context) -> Result<bool, String>;
}

/// One run of one pass over one module.
pub struct Context {
    pass: &'static str,
    module: Module,
    /// The name of the current function.
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

    /// The module that the pass works on.
    pub fn module(&self) -> Module {
        self.module
    }

    /// Works on functions, one after the other. A panic in `work` is reported with the function's name.
    pub fn each(
        &mut self,
        functions: impl IntoIterator<Item = Function>,
        mut work: impl FnMut(&mut Context, Function),
    ) {
        for function in functions {
            self.within(function, |cx| work(cx, function));
        }
    }

    /// As [`Self::each`], until the first error.
    pub fn try_each(
        &mut self,
        functions: impl IntoIterator<Item = Function>,
        mut work: impl FnMut(&mut Context, Function) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut functions = functions.into_iter();
        functions.try_for_each(|function| self.within(function, |cx| work(cx, function)))
    }

    /// Works on one function. A panic in `work` is reported with its name.
    pub fn within<T>(&mut self, function: Function, work: impl FnOnce(&mut Context) -> T) -> T {
        self.function = Some(function.c_name().to_string_lossy().into_owned());
        let result = work(self);
        self.function = None;
        result
    }

    /// The name of the function that a panic interrupted the work on.
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

    /// Notes that the pass has searched the module: that is recorded even if it did nothing.
    pub fn looked_through(&mut self) {
        self.is_looked_through = true;
    }

    /// The functions to transform: those that get counters. New branches without counters would only cost time.
    ///
    /// Functions with MemorySanitizer are skipped: it reports branches on uninitialised bits. That would be too many
    /// reports if one compare becomes several, and too few if the condition is frozen.
    pub fn functions(&mut self) -> Vec<Function> {
        let counted = |f: &Function| !is_counted(*f) && Skip::of(*f).is_none();
        let candidates = self.module.definitions().filter(counted).collect();
        self.without("sanitize-memory", candidates, |f| {
            f.has_attribute("sanitize_memory")
        })
    }

    /// As [`Self::functions`], without those that handle exceptions in funclets.
    pub fn functions_without_funclets(&mut self) -> Vec<Function> {
        let candidates = self.functions();
        self.without("funclets", candidates, Function::has_funclets)
    }

    /// Skips functions for a reason.
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

    /// Adds the tally to the module's facts.
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
