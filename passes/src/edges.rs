//! `edges`: an 8-bit counter for every edge that a decision chooses, and for every function entry.
//!
//! An edge is counted if it leaves a basic block with two or more successors. Each case of a switch is an edge, also
//! where several lead to the same block. Together with the function entries, these counters determine how often every
//! edge of the function ran; blocks where paths join need no counter. A counter stands in the edge's target if that has
//! no other predecessor, else in a new block that splits the critical edge. With the option `nodes`, blocks that decide
//! have counters, too, wherever several paths join. Edges that cannot be split (to landing
//! pads, from `indirectbr`, the indirect ones of `callbr`) share one counter in their target. So do the edges to a
//! guard block, where only the hit matters.
//!
//! ```text
//! br i1 %c, label %then, label %join        br i1 %c, label %then, label %edge
//! then:                                     then:
//!   …                                         counter[1]++
//!   br label %join                  →         br label %join
//! join:                                     edge:
//!                                             counter[2]++
//!                                             br label %join
//! ```
//!
//! The counters of a function are one array in `__sancov_cntrs`, their source locations one record in
//! `.debug_fz_edges`, their addresses (option `pcs`, see [`pcs`]) one array in `__sancov_pcs`. All lie in one COMDAT
//! group, so that linkers keep and drop them together. A function without a COMDAT gets a `nodeduplicate` group of its
//! own. The arrays of a COMDAT function are `linkonce_odr`, in a separate group named after the function and its shape:
//! after inlining, other functions may refer to them although the linker has discarded the function itself.
//!
//! Functions that are left alone are counted by `unit-record` with the reason (see [`Skip`]). Functions that have
//! counters already are skipped too, so the pass may run again for functions that appeared later (split coroutines).

use std::collections::HashMap;

use fz_abi::sections;
use fz_schema::{
    Options,
    passes::edges::{self as schema, Count, Form, Prune, Stage},
};

use crate::analyses::{effects, skip::Skip};
use crate::marks::counted::{self, is_counted};
use crate::{
    analyses::{
        calls::{CallEdge, Calls},
        prune::{self, CountSource, CounterPlan},
        unit_tables::{Conditions, Origin},
    },
    hash::Hash,
    ir::{Const, Function, Global, Inst, Module, Op, Value},
    marks::{condition, facts, settled},
    pass::{Context, ModulePass},
    records::{
        self,
        edges::{EdgeDescription, Record},
        tokens,
    },
};

mod arrays;
mod check;
mod constructor;
mod contexts;
mod counters;
mod coverage;
mod decisions;
mod entries;
mod graph;
mod guards;
mod order;
mod pcs;
mod pins;
mod places;
mod references;
mod threads;

use arrays::{Arrays, Size};
use contexts::{ContextCallee, Contexts, Split};
use counters::{Planter, Told};
use coverage::{Findings, Taken, Unit};
use decisions::Decisions;
use graph::Graph;
use pins::Pins;
use places::Shape;
use references::References;

/// The pass, with its options.
pub struct Edges {
    count: Count,
    form: Form,
    stage: Stage,
    prune: Prune,
    contexts: bool,
    most: usize,
    nodes: bool,
    check: bool,
    pcs: bool,
    records: bool,
    mcdc: bool,
    graph: bool,
    /// What the coverage record says about the unit; `None` where no coverage is recorded.
    coverage: Option<Unit>,
}

impl Edges {
    /// The pass with these options; an error for a table that cannot be read.
    pub fn new(options: &Options) -> Result<Self, String> {
        let mut unit = Unit::default();
        if let Some(path) = options.get(&schema::TABLE) {
            unit.conditions = Conditions::read(&path)?;
        }
        if let Some(path) = options.get(&schema::ORIGIN) {
            unit.origin = Origin::read(&path)?;
        }
        if let Some(path) = options.get(&schema::TEXT) {
            unit.read_text(&path)?;
        }
        Ok(Edges {
            count: options.get(&schema::COUNT),
            form: options.get(&schema::FORM),
            stage: options.get(&schema::STAGE),
            prune: options.get(&schema::PRUNE),
            contexts: options.get(&schema::CONTEXT) == schema::Context::Callsite,
            most: options.get(&schema::MAX_CONTEXTS) as usize,
            nodes: options.get(&schema::NODES),
            check: options.get(&schema::CHECK),
            pcs: options.get(&schema::PCS),
            records: options.get(&schema::RECORDS),
            mcdc: options.get(&schema::MCDC),
            graph: options.get(&schema::GRAPH),
            coverage: options.get(&schema::COVERAGE).then_some(unit),
        })
    }
}

impl ModulePass for Edges {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let planter = Planter::new(module, self.count, self.form, self.stage)?;
        let (skipped, functions): (Vec<_>, Vec<_>) = module
            .definitions()
            .filter(|f| !is_counted(*f) && Skip::of(*f).is_none())
            .partition(|f| has_funclet_pads(*f));
        cx.skip_all("funclets", skipped.len());
        let forgot = self.stage == Stage::Late && forget_calls_that_are_gone(module);
        if functions.is_empty() {
            return Ok(forgot);
        }
        if let Some(unit) = &mut self.coverage {
            facts::count(module, facts::COVERAGE, 1);
            unit.learn(&functions);
            functions
                .iter()
                .for_each(|f| condition::turn_back(module, *f));
            unit.files()
                .for_each(|(path, hash)| facts::file(module, &path, hash));
        }
        if self.graph {
            functions.iter().copied().for_each(threads::promote_slots);
        }
        // Before tables name the functions: a name in a table takes the address.
        let taken = match self.coverage {
            Some(_) => Taken::of(module),
            None => Taken::default(),
        };
        let references = match self.graph {
            true => References::of(module, &functions),
            false => References::default(),
        };
        let mut work = Work::plan(self, cx, &functions, &taken, &references);
        // What concerns the whole unit stands with its first function.
        if let Some(first) = work.functions.first_mut() {
            first.findings.iter_mut().for_each(|f| f.take(&taken));
        }
        if self.records {
            references
                .data
                .iter()
                .for_each(|data| graph::write_data(module, data));
        }
        let arrays = work.add_arrays(self, module);
        work.pass_contexts(self, module, &arrays);
        for (at, made) in arrays.iter().enumerate() {
            let function = work.functions[at].shape.function;
            cx.within(function, |_| {
                work.instrument(self, module, &planter, at, made)
            });
        }
        module.keep_for_compiler(&arrays.iter().flat_map(Made::all).collect::<Vec<_>>());
        facts::count(module, facts::FUNCTIONS, functions.len() as u64);
        effects::forget_memory_effects(module);
        constructor::add(module, self.pcs);
        Ok(true)
    }
}

/// Whether a function has funclet pads, as exception handlers on Windows do: calls in funclets need an operand bundle,
/// and a `catchswitch` block takes no code.
fn has_funclet_pads(function: Function) -> bool {
    let is_pad = |i: Inst| matches!(i.op(), Op::CatchSwitch | Op::CatchPad | Op::CleanupPad);
    function.has_funclets() && function.instructions().any(is_pad)
}

/// Replaces functions that an early run saw called and that only its records still name: their definitions may not
/// exist.
fn forget_calls_that_are_gone(module: Module) -> bool {
    let is_call = |user: Value| {
        let global = user.as_global();
        global.is_some_and(|global| global.is_in_section(sections::CALLS))
    };
    let is_record = |array: Value| {
        let is_array = array.as_const().is_some_and(Const::is_array_of_constants);
        is_array && array.uses().iter().all(|g| is_call(g.user))
    };
    let is_gone = |f: &Function| {
        let uses = f.uses();
        !f.is_definition() && !uses.is_empty() && uses.iter().all(|u| is_record(u.user))
    };
    let gone: Vec<_> = module.functions().filter(is_gone).collect();
    for function in &gone {
        function.replace_uses(module.null_ptr());
    }
    !gone.is_empty()
}

/// A function and the plan for its counters.
struct Counted {
    shape: Shape,
    plan: CounterPlan,
    sites: Vec<EdgeDescription>,
    findings: Option<Findings>,
    decisions: Decisions,
    graph: Option<Graph>,
    pins: Pins,
    /// The context argument: the pointer that callers pass, if the function is context-sensitive.
    context: Option<Value>,
}

/// The module's functions, while they get their counters.
struct Work {
    functions: Vec<Counted>,
    contexts: Contexts,
    /// Collected before the module was changed, in the order of the calls.
    calls: Calls,
    /// The dictionary tokens of the module, by pin.
    tokens: tokens::Tokens,
}

/// The arrays of one function.
struct Made {
    arrays: Arrays,
    counters: Global,
    pcs: Option<Global>,
    evaluations: Option<Global>,
    /// The first counter whose code reports its address. An entry counter whose address is known from the function
    /// itself does not need to.
    told_from: usize,
    callee_record: Option<Global>,
    calls: Option<Global>,
    callers: Vec<records::edges::CallSite>,
    callees: Vec<records::edges::CallSite>,
}

impl Made {
    fn all(&self) -> impl Iterator<Item = Global> {
        let optional = [self.pcs, self.evaluations, self.callee_record, self.calls];
        std::iter::once(self.counters).chain(optional.into_iter().flatten())
    }
}

impl Work {
    fn plan(
        pass: &Edges,
        cx: &mut Context,
        functions: &[Function],
        taken: &Taken,
        references: &References,
    ) -> Work {
        let module = cx.module();
        let mut shapes = Vec::with_capacity(functions.len());
        cx.each(functions.iter().copied(), |_, function| {
            let prunes = pass.prune != Prune::None;
            let of_source = pass.coverage.is_some();
            shapes.push(Shape::of(function, prunes, of_source, pass.nodes));
        });
        let tokens = tokens::by_pin(module);
        let answers = settled::answers(module);
        let calls = match pass.contexts || pass.prune == Prune::Path {
            true => Calls::of(module),
            false => Calls::none(),
        };
        let known = match pass.prune {
            Prune::Path => entries::known(&shapes, &calls),
            Prune::None | Prune::Novelty => vec![false; shapes.len()],
        };
        let functions: Vec<_> = shapes
            .into_iter()
            .zip(known)
            .map(|(shape, known)| {
                let mut plan = prune::plan(&shape.cfg, &shape.flow, pass.prune, known);
                order::spread(&mut plan);
                let place = |place| match &pass.coverage {
                    Some(unit) => unit.spelled(place).place,
                    None => Some(place),
                };
                let used = |place| match &pass.coverage {
                    Some(unit) => unit.spelled(place).used(),
                    None => Some(place),
                };
                let unit = pass.coverage.as_ref();
                let findings = unit.map(|unit| Findings::of(&shape, unit, taken));
                let of_mcdc = findings.as_ref().zip(unit).filter(|_| pass.mcdc);
                let decisions = of_mcdc
                    .map(|(found, unit)| Decisions::of(&shape, unit, found.conditions(), &answers));
                Counted {
                    plan,
                    sites: shape.sites(&place),
                    findings,
                    decisions: decisions.unwrap_or_default(),
                    graph: pass.graph.then(|| Graph::of(&shape, references, &used)),
                    pins: Pins::of(&shape, &tokens),
                    context: None,
                    shape,
                }
            })
            .collect();
        let contexts = match pass.contexts {
            true => {
                let raw: Vec<_> = functions.iter().map(|f| f.shape.function).collect();
                let counters: Vec<_> = functions.iter().map(|f| f.plan.kept.len()).collect();
                Contexts::plan(module, &raw, &counters, &calls, pass.most)
            }
            false => Contexts::none(functions.len(), &calls),
        };
        Work {
            functions,
            contexts,
            calls,
            tokens,
        }
    }

    fn add_arrays(&self, pass: &Edges, module: Module) -> Vec<Made> {
        let add = |(function, at): (&Counted, usize)| {
            let split = &self.contexts.splits[at];
            let size = Size {
                row: function.plan.kept.len(),
                rows: split.rows(),
            };
            let recorded = &self.contexts.recorded[at];
            // The graph, how it was pruned (0: not, 1: `novelty`, 2: `path`) and which blocks have counters, the number
            // of rows, and the size of what evaluations are kept in.
            let mut hash = Hash::default();
            hash.number(function.shape.hash)
                .number(pass.prune as u64 | u64::from(pass.nodes) << 8)
                .number(split.rows() as u64);
            if function.decisions.size > 0 {
                hash.number(function.decisions.size);
            }
            let hash = hash.finish();
            let arrays = Arrays::new(module, function.shape.function, hash, size);
            let callee = |call: &usize| {
                let callee = self.calls.all[*call].callee;
                callee.expect("only direct calls have records")
            };
            let name = |f: Option<Function>| f.map_or(String::new(), |f| f.name());
            let caller = |call: &CallEdge| call.caller.name();
            let counters = arrays.counters();
            let first = function.plan.kept.first() == Some(&0);
            let is_local = function.shape.function.is_local();
            let base = match arrays.may_lose_function() || is_local && pass.stage == Stage::Early {
                true => counters,
                false => function.shape.function.global(),
            };
            Made {
                pcs: pass.pcs.then(|| arrays.pcs(base, first)),
                evaluations: (function.decisions.size > 0)
                    .then(|| arrays.evaluations(function.decisions.size)),
                told_from: usize::from(first && base != counters),
                callee_record: (*split == Split::AtStart).then(|| arrays.callee_record(pass.most)),
                calls: (!recorded.is_empty()).then(|| arrays.calls(recorded.iter().map(callee))),
                callers: match split {
                    Split::Here(rows) => contexts::describe(&self.calls, &rows.calls, caller),
                    Split::No | Split::AtStart => Vec::new(),
                },
                callees: contexts::describe(&self.calls, recorded, |call: &CallEdge| {
                    name(call.callee)
                }),
                counters,
                arrays,
            }
        };
        self.functions.iter().zip(0..).map(add).collect()
    }

    /// Adds the context parameter to functions and passes the argument in calls. Replaces the functions and calls: old
    /// handles are invalid afterwards.
    fn pass_contexts(&mut self, pass: &Edges, module: Module, made: &[Made]) {
        let arrays: Vec<_> = made.iter().map(|m| m.counters).collect();
        let counters: Vec<_> = self.functions.iter().map(|f| f.plan.kept.len()).collect();
        let number: HashMap<Function, usize> = self
            .functions
            .iter()
            .zip(0..)
            .map(|(f, n)| (f.shape.function, n))
            .collect();
        let arguments = self.contexts.arguments.iter().zip(&self.calls.all);
        for (argument, call) in arguments {
            let records = number.get(&call.caller).and_then(|at| made[*at].calls);
            let value =
                contexts::argument_value(module, *argument, call.call, &arrays, &counters, records);
            if let Some(value) = value {
                let call = call.call.add_nest_argument(value);
                if pass.check {
                    // `check` identifies a call site by its return address, so the call must return to its caller.
                    call.set_notail();
                    call.set_noduplicate(module);
                }
            }
        }
        for (function, split) in self.functions.iter_mut().zip(&self.contexts.splits) {
            if *split != Split::No {
                let (new, context) = function.shape.function.add_nest_parameter();
                function.shape.function = new;
                function.context = Some(context);
            }
        }
    }

    fn instrument(&self, pass: &Edges, module: Module, planter: &Planter, at: usize, made: &Made) {
        let (counted, split) = (&self.functions[at], &self.contexts.splits[at]);
        let function = counted.shape.function;
        let row = counted.plan.kept.len();
        let places = counted.shape.open(&counted.plan);
        let callee = match split {
            Split::No => None,
            Split::AtStart => made.callee_record.map(ContextCallee::Record),
            Split::Here(rows) if rows.checked => Some(ContextCallee::Checking {
                first: module.address_in(made.counters, row),
                span: (rows.calls.len() - 1) * row + 1,
            }),
            Split::Here(_) => Some(ContextCallee::Trusting),
        };
        let base = match (callee, counted.context) {
            (Some(callee), Some(context)) => {
                contexts::find_row(module, function, context, made.counters, &callee)
            }
            _ => made.counters.value(),
        };
        let tells_places = pass.pcs && pcs::are_told(module);
        let of_guards = guards::own_counters(&counted.plan, &counted.sites);
        let tells_decisions = made.evaluations.zip(counted.findings.as_ref());
        if let Some((array, findings)) = tells_decisions {
            let blocks = |condition: u32, way: usize| {
                let sites = findings.sites(condition, way).iter();
                let of = sites.filter_map(|site| match counted.plan.known[*site] {
                    CountSource::By(counter) => Some(places[counter]),
                    CountSource::Together => None,
                });
                of.collect()
            };
            let decisions = &counted.decisions;
            decisions.plant(module, function, array, &blocks);
        }
        for (index, block) in places.into_iter().enumerate() {
            let told = Told {
                counters: made.counters,
                row,
                rows: split.rows(),
            };
            let told = Some(told).filter(|_| tells_places && index >= made.told_from);
            let planted = planter.plant(function, block, base, index, told);
            if of_guards[index] {
                guards::tell(block, planted.counter);
            }
            if pass.check {
                let default = split.has_default_row().then(|| made.counters.value());
                let edge = check::identity(module, function, index);
                check::plant(module, &planted, edge, base, default);
            }
        }
        if *split != Split::No {
            contexts::leave_nothing(module, function);
        }
        counted::mark(module, function);
        facts::count(module, facts::COUNTERS, (row * split.rows()) as u64);
        facts::count(module, facts::EDGES, counted.shape.flow.sites.len() as u64);
        if pass.records {
            let record = Record {
                function,
                counters: made.counters,
                row,
                rows: split.rows(),
                default_row: split.has_default_row(),
                sites: &counted.sites,
                known: &counted.plan.known,
                contexts: &made.callers,
                context_callee: made.callee_record,
                calls: made.calls,
                callees: &made.callees,
            };
            records::edges::write(module, &record, made.arrays.group());
        }
        if let (true, Some(graph)) = (pass.records, &counted.graph) {
            let findings = counted.findings.as_ref();
            let (array, group) = (made.counters, made.arrays.group());
            graph.write(
                module,
                &counted.shape,
                &counted.plan,
                findings,
                array,
                group,
            );
        }
        if !counted.pins.is_empty() {
            let pinned = counted.pins.counted(&counted.plan.known);
            // If records cannot name the counters, nobody can tell which tokens were reached.
            let (counters, group) = match pass.records {
                true => (Some(made.counters), Some(made.arrays.group())),
                false => (None, None),
            };
            tokens::write(
                module,
                Some(function),
                counters,
                &pinned,
                &self.tokens,
                group,
            );
        }
        if let (Some(unit), Some(findings)) = (&pass.coverage, &counted.findings) {
            let counter = |site: usize| match counted.plan.known[site] {
                CountSource::By(counter) => Some(counter as u32),
                CountSource::Together => None,
            };
            let array = made.counters;
            let group = made.arrays.group();
            let arrays = [Some(array), made.evaluations];
            let decisions = &counted.decisions;
            let told = coverage::Told {
                function,
                arrays,
                findings,
                decisions,
            };
            coverage::write(module, &told, unit, &counter, group);
        }
    }
}
