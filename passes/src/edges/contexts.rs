//! Call-site contexts: which functions count in a row per call site, and which context argument each call passes.
//!
//! One level, by the call site alone (Valkyrie §III-A). The paper's caller leaves a base in a global variable. Here it
//! passes the address of the row as an argument, in the register of the static chain, so no stale context remains for a
//! later call, and threads and signal handlers have registers of their own. There are three kinds of context-sensitive
//! callees (contract: [`fz_abi::contexts`]):
//!
//! - called directly only, in their own unit: the rows are in their own array, arguments are constants and always
//!   valid;
//! - called through pointers too, in their own unit: the same, but the callee checks the argument before it uses it;
//! - visible to other units: the runtime lays out the rows when the program starts, and calls load what it assigned.
//!
//! All other callees get 0 in the register, and a context-sensitive callee clears it before it returns, so that no
//! argument outlives its call.

use std::{
    collections::{HashMap, HashSet},
    mem::offset_of,
};

use fz_abi::contexts;
use fz_records::CallSite;

use crate::ir::{Builder, Call, Const, Global, Inst, IntPredicate, Op, Term};
use crate::{
    analyses::calls::{CallEdge, Calls},
    ir::{Block, Function, Module, Value},
    libc,
    marks::pins,
};

/// How a function's counters are split by call site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// One row for all callers.
    No,
    /// The compiler lays out the rows.
    Here(Rows),
    /// The runtime lays out the rows when the program starts.
    AtStart,
}

/// The rows of a function whose rows the compiler lays out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Calls that have their own row, as indices of [`Calls::all`].
    pub calls: Vec<usize>,
    /// Whether the first row is for all other calls.
    pub default: bool,
    /// Whether a caller may pass no context argument, so that the callee has to check.
    pub checked: bool,
}

impl Split {
    /// The number of rows that the compiler lays out.
    pub fn rows(&self) -> usize {
        match self {
            Split::No | Split::AtStart => 1,
            Split::Here(rows) => rows.calls.len() + usize::from(rows.default),
        }
    }

    /// Whether the first row is for callers without a row of their own.
    pub fn has_default_row(&self) -> bool {
        match self {
            Split::No | Split::AtStart => true,
            Split::Here(rows) => rows.default,
        }
    }
}

/// The context argument that a call passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextArgument {
    /// The call is not changed.
    Nothing,
    Null,
    /// A row of the function of this number.
    Row {
        function: usize,
        row: usize,
    },
    /// What the runtime writes into the record of this number in the caller's array.
    Record(usize),
}

/// The plan for a module. Functions are numbered in the order in which they were given.
pub struct Contexts {
    pub splits: Vec<Split>,
    /// By call.
    pub arguments: Vec<ContextArgument>,
    /// By function: the calls that have a record, in order.
    pub recorded: Vec<Vec<usize>>,
}

impl Contexts {
    /// No function is split.
    pub fn none(functions: usize, calls: &Calls) -> Contexts {
        Contexts {
            splits: vec![Split::No; functions],
            arguments: vec![ContextArgument::Nothing; calls.all.len()],
            recorded: vec![Vec::new(); functions],
        }
    }

    /// `counters`: how many each function has in a row. The call sites of one function get at most `most` rows.
    pub fn plan(
        module: Module,
        functions: &[Function],
        counters: &[usize],
        calls: &Calls,
        most: usize,
    ) -> Contexts {
        if !is_supported(module) {
            return Contexts::none(functions.len(), calls);
        }
        let number: HashMap<Function, usize> =
            functions.iter().zip(0..).map(|(f, n)| (*f, n)).collect();
        let bound = bound_signatures(calls);
        let split = |(function, counters): (&Function, &usize)| {
            // The entry counter alone says nothing that the caller's edges do not say.
            if *counters < 2 || bound.contains(function) || !takes_context(*function) {
                return Split::No;
            }
            let sites = calls.to(*function);
            let fit = |c: &usize| passes_context(calls.all[*c].call);
            if !sites.iter().all(fit) {
                return Split::No;
            }
            let (open, taken) = (calls.is_open(*function), calls.is_taken(*function));
            // A signal may arrive after the argument was put into the register and before the callee read it.
            if open && is_signal_handler(*function, taken) {
                return Split::No;
            }
            if !function.is_local() {
                return Split::AtStart;
            }
            let (own, other): (Vec<_>, Vec<_>) = sites
                .iter()
                .copied()
                .partition(|c| number.contains_key(&calls.all[*c].caller));
            let rows = Rows {
                default: taken || !other.is_empty() || own.len() > most,
                calls: own.into_iter().take(most).collect(),
                checked: taken,
            };
            match (rows.calls.len(), rows.default) {
                (0, _) | (1, false) => Split::No,
                _ => Split::Here(rows),
            }
        };
        let splits: Vec<_> = functions.iter().zip(counters).map(split).collect();
        let mut row_of: HashMap<usize, usize> = HashMap::new();
        for rows in splits.iter().filter_map(|s| match s {
            Split::Here(rows) => Some(rows),
            Split::No | Split::AtStart => None,
        }) {
            let first = usize::from(rows.default);
            row_of.extend(
                rows.calls
                    .iter()
                    .zip(first..)
                    .map(|(call, row)| (*call, row)),
            );
        }
        let library = Library::of(module, calls);
        let mut recorded = vec![Vec::new(); functions.len()];
        let arguments = calls.all.iter().enumerate().map(|(at, call)| {
            let caller = number.get(&call.caller).copied();
            let callee = call.callee.and_then(|c| number.get(&c).copied());
            if let Some(function) = callee
                && let Split::Here(_) = splits[function]
            {
                let row = row_of.get(&at).copied().unwrap_or(0);
                return ContextArgument::Row { function, row };
            }
            let Some(caller) = caller.filter(|_| passes_context(call.call)) else {
                return ContextArgument::Nothing;
            };
            match (call.callee, callee.map(|c| &splits[c])) {
                (None, _) => ContextArgument::Null,
                // The callee passes context arguments itself but does not read its own. If it was tail-called, nobody
                // else clears the register.
                (Some(f), Some(Split::No)) if f.is_local() => match splits[caller] {
                    Split::No => ContextArgument::Nothing,
                    Split::Here(_) | Split::AtStart => ContextArgument::Null,
                },
                (Some(_), Some(Split::AtStart)) => record(&mut recorded[caller], at),
                (Some(f), None) if library.is_known(f) => library.argument(f),
                (Some(f), None) if !f.is_definition() => record(&mut recorded[caller], at),
                _ => ContextArgument::Null,
            }
        });
        Contexts {
            arguments: arguments.collect(),
            splits,
            recorded,
        }
    }
}

/// Describes calls by the function at the other end.
pub fn describe(
    calls: &Calls,
    which: &[usize],
    other: impl Fn(&CallEdge) -> String,
) -> Vec<CallSite> {
    let site = |at: &usize| {
        let call = &calls.all[*at];
        CallSite {
            function: other(call),
            place: call.call.location().unwrap_or_default(),
        }
    };
    which.iter().map(site).collect()
}

fn record(recorded: &mut Vec<usize>, call: usize) -> ContextArgument {
    recorded.push(call);
    ContextArgument::Record(recorded.len() - 1)
}

/// Whether LLVM has a register for `nest` that ordinary calls do not use, and addresses fill the fields of records.
fn is_supported(module: Module) -> bool {
    let triple = module.triple();
    let machine = triple.split('-').next().unwrap_or_default();
    ["x86_64", "aarch64"].contains(&machine)
        && module.pointer_bytes() == 8
        // The checks of kcfi use this register themselves.
        && !module.has_flag("kcfi")
}

/// Functions whose signature has to match another's because of a `musttail` call.
fn bound_signatures(calls: &Calls) -> HashSet<Function> {
    let musttail = calls.all.iter().filter(|c| c.call.is_musttail());
    musttail
        .flat_map(|c| [Some(c.caller), c.callee])
        .flatten()
        .collect()
}

const C: u32 = 0;
const FAST: u32 = 8;
const COLD: u32 = 9;

fn takes_context(function: Function) -> bool {
    let arguments = ["nest", "inalloca", "preallocated"];
    [C, FAST, COLD].contains(&function.calling_convention())
        && !function.has_parameter_attribute(&arguments)
        && function.name() != "main"
}

fn passes_context(call: Call) -> bool {
    let arguments = ["nest", "inalloca", "preallocated"];
    [C, FAST, COLD].contains(&call.calling_convention())
        && !call.has_argument_attribute(&arguments)
        && !call.is_musttail()
}

/// Whether a signature is that of a signal handler, which the kernel may call between any two instructions: `void
/// (int)`, `void (int, pointer, pointer)`, or no prototype.
fn is_signal_handler(function: Function, is_taken: bool) -> bool {
    match function.signature().as_str() {
        "void (i32)" | "void (i32, ptr, ptr)" => true,
        "void ()" | "void (...)" => is_taken,
        _ => false,
    }
}

/// The C library's functions that LLVM knows. They take no context argument, and optimisations check the types of their
/// calls.
struct Library(HashSet<Function>);

impl Library {
    fn of(module: Module, calls: &Calls) -> Library {
        let mut declared: Vec<_> = calls
            .all
            .iter()
            .filter_map(|c| c.callee)
            .filter(|f| !f.is_definition())
            .collect();
        let mut seen = HashSet::new();
        declared.retain(|f| seen.insert(*f));
        let known = module.known_library_functions(&declared);
        Library(known.into_iter().collect())
    }

    fn is_known(&self, function: Function) -> bool {
        self.0.contains(&function)
    }

    /// A function that calls back must not leave a stale argument in the register.
    fn argument(&self, function: Function) -> ContextArgument {
        match libc::function(&function.name()).is_some_and(|f| f.calls_back) {
            true => ContextArgument::Null,
            false => ContextArgument::Nothing,
        }
    }
}

/// How a context-sensitive callee finds its row.
pub enum ContextCallee {
    /// All callers are known and pass a valid row.
    Trusting,
    /// The argument is valid if it is less than `span` bytes after `first`.
    Checking { first: Const, span: usize },
    /// The rows are described by the function's record in `__fz_functions`.
    Record(Global),
}

/// The address of the current row, computed in the function's entry from the context argument that its caller passes.
pub fn find_row(
    module: Module,
    function: Function,
    argument: Value,
    default: Global,
    callee: &ContextCallee,
) -> Value {
    let point = function.entry().insertion_point_after_allocas();
    let builder = Builder::before(module, point.expect("an entry takes code"));
    builder.no_location();
    let i64 = module.int(64);
    let load = |record: Global, offset| {
        let load = builder.load_natural(i64, module.address_in(record, offset));
        module.set_nosanitize(load);
        load
    };
    let (first, span) = match *callee {
        ContextCallee::Trusting => return argument,
        ContextCallee::Checking { first, span } => (
            builder.ptr_to_int(first, i64),
            module.const_int(64, span as u64).value(),
        ),
        ContextCallee::Record(record) => {
            // The span first: while the rows are being laid out, no argument is valid until they exist.
            let span = load(record, offset_of!(contexts::Function, span));
            span.set_acquire();
            span.set_alignment(8);
            let rows = load(record, offset_of!(contexts::Function, rows));
            (rows.value(), span.value())
        }
    };
    let offset = builder.sub(builder.ptr_to_int(argument, i64), first);
    let is_row = builder.icmp(IntPredicate::Ult, offset, span);
    builder.select(is_row, argument, default)
}

/// Clears the register before the function returns: its caller may next call a function that calls back without setting
/// it. Code after a call would keep it from being a tail call, and a call that passes an argument has set the register
/// already, so nothing is added there. Where several such calls share one return block, the register is cleared on the
/// other edges to that block.
pub fn leave_nothing(module: Module, function: Function) {
    let arrivals = arrivals(function);
    let mut work: Vec<Term> = function
        .blocks()
        .into_iter()
        .filter_map(Block::terminator)
        .filter(|end| end.op() == Op::Ret)
        .collect();
    while let Some(end) = work.pop() {
        let block = end.block();
        match last_action(end) {
            Some(action) if passes(action) => {}
            None if joins_calls(&arrivals[&block]) => {
                for (from, way) in &arrivals[&block] {
                    let end = from.terminator().expect("a finished block");
                    if end.successors().len() == 1 {
                        work.push(end);
                    } else {
                        let edge = from.split_critical_edge(*way);
                        let edge = edge.expect("`joins_calls` admits no others");
                        clear(
                            module,
                            edge.terminator().expect("a block that was split off"),
                        );
                    }
                }
            }
            _ => clear(module, end),
        }
    }
}

/// The predecessors of a block, each with the index of the successor edge.
type Arrivals = Vec<(Block, usize)>;

fn arrivals(function: Function) -> HashMap<Block, Arrivals> {
    let blocks = function.blocks();
    let mut arrivals: HashMap<Block, Arrivals> = HashMap::new();
    for block in &blocks {
        arrivals.entry(*block).or_default();
        let end = block.terminator().expect("a finished block");
        for (way, target) in end.successors().into_iter().enumerate() {
            arrivals.entry(target).or_default().push((*block, way));
        }
    }
    arrivals
}

/// Whether some edges to a block come straight from a call that passes a context argument, and the other edges can take
/// code.
fn joins_calls(arrivals: &Arrivals) -> bool {
    use Op::*;
    let ends: Vec<_> = arrivals
        .iter()
        .filter_map(|(b, _)| b.terminator())
        .collect();
    let is_call = |end: &Term| end.successors().len() == 1 && last_action(*end).is_some_and(passes);
    let is_open = |end: &Term| [Br, Switch, Invoke].contains(&end.op());
    ends.len() > 1 && ends.iter().any(is_call) && ends.iter().all(is_open)
}

fn passes(action: Inst) -> bool {
    let call = action.as_call();
    call.is_some_and(|call| call.has_argument_attribute(&["nest"]))
}

/// The last instruction of a block that has an effect, apart from those that only pass on a call's result; `None` if
/// there is none.
fn last_action(end: Term) -> Option<Inst> {
    let is_nothing = |i: &Inst| {
        use Op::*;
        let conversions = [Phi, BitCast, Trunc, ExtractValue, InsertValue];
        let ends_lifetime = || i.called_name().starts_with("llvm.lifetime.");
        conversions.contains(&i.op()) || ends_lifetime() || pins::number(*i).is_some()
    };
    std::iter::successors(end.previous(), |i| i.previous()).find(|i| !is_nothing(i))
}

fn clear(module: Module, end: Term) {
    let (text, constraints) = match module.triple().starts_with("aarch64") {
        true => ("mov x15, xzr", "~{x15}"),
        false => ("xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"),
    };
    let ty = module.void().function_of(&[]);
    let clear = module.inline_asm(ty, text, constraints);
    let call = Builder::before(module, end).call(ty, clear, &[]);
    call.set_nounwind(module);
    module.set_nosanitize(call);
}

/// The context argument as a value. `arrays` and `counters` are by function.
pub fn argument_value(
    module: Module,
    argument: ContextArgument,
    call: Call,
    arrays: &[Global],
    counters: &[usize],
    records: Option<Global>,
) -> Option<Value> {
    match argument {
        ContextArgument::Nothing => None,
        ContextArgument::Null => Some(module.null_ptr().value()),
        ContextArgument::Row { function, row } => {
            let row = module.address_in(arrays[function], row * counters[function]);
            Some(row.value())
        }
        ContextArgument::Record(index) => {
            let records = records.expect("a caller with records has an array of them");
            let field = module.address_in(
                records,
                index * size_of::<contexts::Call>() + offset_of!(contexts::Call, context),
            );
            let load = Builder::before(module, call).load_natural(module.ptr(), field);
            module.set_nosanitize(load);
            Some(load.value())
        }
    }
}
