//! Call-site contexts: which functions count in a row per call site, and what each call passes them.
//!
//! One level, by the call site alone (Valkyrie §III-A). Where the paper's caller leaves a base in a global variable,
//! here it passes the address of the row, in the register of the static chain: nothing is left behind for a later call
//! to find, and threads and signal handlers have registers of their own. Three kinds of functions (contract:
//! [`fz_abi::contexts`]):
//!
//! - only called directly, in their own unit: rows in their own array, tokens are constants and always right;
//! - also called through pointers there: the same, but a token is looked at before it is believed;
//! - open to other units: the runtime lays out the rows when the program starts, calls load what it gave them.
//!
//! Everything else that is called gets 0 in the register, and what has taken a token leaves 0 behind, so that no token
//! lives longer than one call.

use std::{
    collections::{HashMap, HashSet},
    mem::offset_of,
};

use fz_abi::contexts;

use crate::ir::{Builder, Call, Const, Global, Inst, IntPredicate, Op, Term};
use crate::{
    analyses::calls::{CallEdge, Calls},
    ir::{Block, Function, Module, Value},
    marks::pins,
    records::edges::CallSite,
};

/// How a function's counters are split by call site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    /// One row, whoever calls.
    No,
    /// The compiler lays out the rows.
    Here(Rows),
    /// The runtime does.
    AtStart,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Calls with rows of their own, as indices of [`Calls::all`].
    pub calls: Vec<usize>,
    /// The first row is for all others.
    pub default: bool,
    /// Something may call it that passes no token.
    pub checked: bool,
}

impl Split {
    pub fn rows(&self) -> usize {
        match self {
            Split::No | Split::AtStart => 1,
            Split::Here(rows) => rows.calls.len() + usize::from(rows.default),
        }
    }

    pub fn has_default_row(&self) -> bool {
        match self {
            Split::No | Split::AtStart => true,
            Split::Here(rows) => rows.default,
        }
    }
}

/// What a call passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextArgument {
    /// The call stays as it is.
    Nothing,
    Null,
    /// Row of the function of this number.
    Row {
        function: usize,
        row: usize,
    },
    /// What the runtime puts into the record of this number in the caller's array.
    Record(usize),
}

/// The plan for a module. Functions are numbered as they were given.
pub struct Contexts {
    pub splits: Vec<Split>,
    /// By call.
    pub arguments: Vec<ContextArgument>,
    /// By function: its calls that have a record, in their order.
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

    /// `counters`: how many each function has in a row; `most` rows are given to the call sites of one function.
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
            // An entry alone says nothing that the caller's edges do not say.
            if *counters < 2 || bound.contains(function) || !takes_context(*function) {
                return Split::No;
            }
            let sites = calls.to(*function);
            let fit = |c: &usize| passes_context(calls.all[*c].call);
            if !sites.iter().all(fit) {
                return Split::No;
            }
            let (open, taken) = (calls.is_open(*function), calls.is_taken(*function));
            // A signal may come between a token's way into the register and its way out.
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
                // It passes tokens itself, and looks at none. After a tail call nobody else would clear the register.
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

/// The descriptions of calls, by the function at the other end.
pub fn describe(
    calls: &Calls,
    which: &[usize],
    other: impl Fn(&CallEdge) -> String,
) -> Vec<CallSite> {
    let site = |at: &usize| {
        let call = &calls.all[*at];
        CallSite {
            other: other(call),
            place: call.call.location(),
        }
    };
    which.iter().map(site).collect()
}

fn record(recorded: &mut Vec<usize>, call: usize) -> ContextArgument {
    recorded.push(call);
    ContextArgument::Record(recorded.len() - 1)
}

/// Where LLVM has a register for `nest` that ordinary calls leave alone, and addresses fill records.
fn is_supported(module: Module) -> bool {
    let triple = module.triple();
    let machine = triple.split('-').next().unwrap_or_default();
    ["x86_64", "aarch64"].contains(&machine)
        && module.pointer_bytes() == 8
        // These sequences use the register themselves.
        && !module.has_flag("kcfi")
}

/// Functions whose signature a `musttail` call binds to another's.
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

/// What the kernel may call between any two instructions: `void (int)`, `void (int, pointer, pointer)`, and without a
/// prototype.
fn is_signal_handler(function: Function, is_taken: bool) -> bool {
    match function.signature().as_str() {
        "void (i32)" | "void (i32, ptr, ptr)" => true,
        "void ()" | "void (...)" => is_taken,
        _ => false,
    }
}

/// The C library's functions that LLVM knows: they take no token, and optimisations look at the calls' types.
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

    /// One that calls back must not find an old token in the register.
    fn argument(&self, function: Function) -> ContextArgument {
        match function.name().as_str() {
            "qsort" => ContextArgument::Null,
            _ => ContextArgument::Nothing,
        }
    }
}

/// How a function that is split finds its row.
pub enum ContextCallee {
    /// All callers are known.
    Trusting,
    /// Where the rows are that a token may name, and how many bytes from there on it may be.
    Checking { first: Const, span: usize },
    /// They are in its record in `__fz_functions`.
    Record(Global),
}

/// The address of the current row, made at the function's entry from the pointer that its caller passes in `token`.
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
            // First: should the rows be laid out just now, no token is believed before they are there.
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

/// Clears the register of tokens where the function returns: whoever runs next may call back without knowing of it.
/// What stands behind a call keeps it from being a tail call, and a call that passes a token has set the register
/// already, so nothing is planted there; where such calls come together in one return, it is planted on the other ways
/// to it.
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

/// From where and by which of the ways there control may come.
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

/// Whether some of the ways to a block come straight from a call that passes a token, and the others can be changed.
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

/// What is done last before the end of a block, but for what makes the result of a call the function's. `None`:
/// nothing.
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

/// The value that a call passes for a token. `arrays` and `counters` by function.
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
