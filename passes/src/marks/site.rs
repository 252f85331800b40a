//! Intermediate calls, which hold the operands of a site until a lowering turns them into code.

use super::Life;
use fz_abi::sites as layout;

use crate::ir::{Block, Builder, Call, Function, Inst, IntPredicate, Module, Op, Value};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["guards", "sites"],
    read_by: &["compares", "taint"],
    gone_after: &["compares", "taint"],
    leftover: Some(leftover),
};

mod guard;
mod kind;
pub mod written;

use written::{Pair, Preferred};

pub use guard::{GuardCheck, Planted, planted_guards, read as read_guard, record as guard_record};
pub use kind::{CompareRoutine, OPTIONS, Predicate, SiteKind, option, predicate_of};

/// `void fz.site(i32 number, i32 kind, i32 predicate or routine, i32 flags, operands…)`, which has no definition.
const NAME: &str = "fz.site";
/// The number of arguments before the operands.
pub(crate) const FIXED: usize = 4;
/// In the place of a number: the site has none yet.
pub const NONE_YET: u32 = u32::MAX;

/// Flags of the call.
pub mod flags {
    /// The operands are signed.
    pub const SIGNED: u32 = 1;
    /// For a compare: it only decides whether a loop continues.
    pub const LOOP: u32 = 2;
    /// For a call: its pointers may be null.
    pub const NULL: u32 = 4;
    /// For a call: it returns 0 if its operands differ.
    pub const ZERO_DIFFERS: u32 = 8;
    /// For a compare: an operand is the result of a call that is a site.
    pub const RESULT: u32 = 16;
    /// For a guard: nothing branches on its predicate.
    pub const EXPLOIT: u32 = 32;
    /// For a guard: its operands are those of an operation, and the third argument is the operation's kind.
    pub const OPERATION: u32 = 64;
    /// For a compare: its first operand is the result of calls that compare, of which only the sign is specified
    /// ([`super::Site::told`]).
    pub const ANSWER: u32 = 128;
    /// For a guard: the shift of its kind.
    pub const GUARD_SHIFT: u32 = 16;
}

/// Where to insert the intermediate call.
pub enum Insertion {
    Before(Inst),
    /// After a call, in code that only its return leads to.
    After(Call),
    /// The call exists already, without a number.
    Planted(Call),
}

/// A site before it is planted.
pub struct NewSite {
    /// The number in its function, which all builds agree on.
    pub number: u32,
    pub insertion: Insertion,
    /// The instruction that compares, whose location the record has.
    pub source: Inst,
    pub kind: SiteKind,
    /// How the operands are compared: a [`Predicate`], a [`CompareRoutine`], or for operations the kind of guard.
    pub relation: u32,
    /// Flags of the intermediate call ([`flags`]).
    pub flags: u32,
    pub operands: Vec<Value>,
    /// The operands' width in bits; 0 for pointers.
    pub bits: u32,
    /// The constant operand, as records have it.
    pub constant: String,
    /// The name of the function that a call calls, as records have it.
    pub callee: String,
}

/// The id of a site, unique in a program but for collisions of its hash.
pub fn identity(module: Module, function: Function, number: u32) -> u32 {
    let source = match function.is_local() {
        true => module.source(),
        false => String::new(),
    };
    let symbol = function.symbol();
    layout::id(symbol.as_bytes(), source.as_bytes(), number)
}

/// A site, as read from its intermediate call.
pub struct Site {
    /// The call itself.
    pub call: Call,
    /// The number in the function where the site was found; inlining keeps it.
    pub number: u32,
    pub kind: SiteKind,
    pub predicate: Predicate,
    pub signed: bool,
    /// The compare only decides whether a loop continues.
    pub looped: bool,
    /// The compare's operand is the result of a call that is a site.
    pub of_result: bool,
    /// The first operand is the result of calls that compare.
    pub of_answer: bool,
    /// For a guard its kind, else 0.
    pub guard: u16,
    pub operands: Operands,
}

/// The operands that are reported.
pub enum Operands {
    /// Two numbers or two pointers.
    Compare(Value, Value),
    /// The operands of an operation, and the operation as a kind of guard.
    Operation(u16, [Value; 2]),
    /// One number.
    Value(Value),
    Switch {
        value: Value,
        cases: Vec<Value>,
    },
    Call(CompareCall),
}

/// A call that compares strings or memory.
pub struct CompareCall {
    pub routine: CompareRoutine,
    pub may_be_null: bool,
    /// The call returns 0 if its operands differ.
    pub zero_differs: bool,
    /// In the order of [`CompareRoutine::operands`], followed by the result if it is known.
    pub operands: Vec<Value>,
}

impl CompareCall {
    /// The call's result, if the site stands after the call.
    pub fn result(&self) -> Option<Value> {
        self.operands.get(self.routine.operands()).copied()
    }
}

/// Plants a site that gets its number later.
pub fn plant_early(module: Module, found: NewSite) {
    let number = NONE_YET;
    plant(module, NewSite { number, ..found });
}

/// Plants a site: writes its intermediate call, or the number of one that exists.
pub fn plant(module: Module, found: NewSite) {
    let builder = Builder::new(module);
    match found.insertion {
        Insertion::Planted(call) => {
            call.set_operand(0, module.const_int(32, u64::from(found.number)));
            return;
        }
        Insertion::Before(instruction) => builder.go_before(instruction),
        Insertion::After(call) => match call.next() {
            Some(next) => builder.go_before(next),
            None => {
                let target = call.as_term().map(|invoke| invoke.successors()[0]);
                let place = target.and_then(Block::first_insertion_point);
                builder.go_before(place.expect("`sites` looks for room"));
            }
        },
    }
    builder.locate(found.source);
    let words = [found.number, found.kind as u32, found.relation, found.flags];
    write(&builder, words, &found.operands);
}

/// Writes an intermediate call where the builder stands.
fn write(builder: &Builder, words: [u32; FIXED], operands: &[Value]) {
    let module = builder.module();
    let words = words.map(|word| module.const_int(32, u64::from(word)).value());
    let arguments = [&words[..], operands].concat();
    let ty = module.void().variadic_function_of(&[module.int(32); FIXED]);
    let (function, new) = module.declare(NAME, ty);
    if new {
        for attribute in ["nounwind", "willreturn", "nocallback"] {
            function.add_attribute(module, attribute);
        }
        function.set_reads_arguments(module);
    }
    let call = builder.call(ty, function, &arguments);
    call.set_nomerge(module);
    call.set_notail();
}

/// Plants the site of a guard, which gets its number later.
pub fn plant_guard(builder: &Builder, relation: u32, flags: u32, operands: &[Value]) {
    write(
        builder,
        [NONE_YET, SiteKind::Guard as u32, relation, flags],
        operands,
    );
}

/// Whether a function is the callee of intermediate calls.
pub fn is_site(function: Function) -> bool {
    is_site_name(&function.name())
}

/// Whether this is the name of the callee of intermediate calls.
pub fn is_site_name(name: &str) -> bool {
    name == NAME
}

/// The intermediate calls of a function, in order.
pub fn of_function(function: Function) -> Vec<Site> {
    function.calls().filter_map(Site::read).collect()
}

/// Whether a call is an intermediate call without a number.
pub fn is_early(call: Call) -> bool {
    call.called_name() == NAME && call.operand(0).int_constant() == Some(NONE_YET.into())
}

/// Erases the sites of a function that never got a number.
pub fn erase_early(function: Function) {
    let early: Vec<_> = function.calls().filter(|c| is_early(*c)).collect();
    for call in early {
        call.erase();
    }
}

/// Reads an intermediate call without a number, with the name of the callee that it stands before, if that call is
/// still there.
pub fn planted(call: Call) -> NewSite {
    let arguments = call.arguments();
    let word = |at: usize| arguments[at].int_constant().expect("written by `plant`") as u32;
    let operands = &arguments[FIXED..];
    let next = call.next().and_then(Inst::as_call);
    let next =
        next.filter(|next| next.op() != Op::CallBr && next.arguments().first() == operands.first());
    NewSite {
        number: NONE_YET,
        insertion: Insertion::Planted(call),
        source: call.inst(),
        kind: SiteKind::of(word(1)).expect("written by `plant`"),
        relation: word(2),
        flags: word(3),
        operands: operands.to_vec(),
        bits: 0,
        constant: String::new(),
        callee: next.map(|next| next.called_name()).unwrap_or_default(),
    }
}

fn leftover(module: Module) -> Option<String> {
    let call = module
        .function(NAME)?
        .uses()
        .into_iter()
        .find_map(|u| u.user.as_call())?;
    Some(format!("in function `{}`", call.function().name()))
}

/// Erases the declaration of the callee, once no call is left.
pub fn erase_declaration(module: Module) {
    if let Some(function) = module.function(NAME) {
        function.erase();
    }
}

impl Site {
    /// Reads an intermediate call; `None` for any other call.
    pub fn read(call: Call) -> Option<Site> {
        if call.called_name() != NAME {
            return None;
        }
        let mut arguments = call.arguments();
        let words: Vec<u32> = arguments
            .drain(..FIXED)
            .map(|w| w.int_constant().expect("written by `plant`") as u32)
            .collect();
        let [number, kind, relation, flags] = words[..] else {
            unreachable!("as many as were drained");
        };
        let kind = SiteKind::of(kind).expect("written by `plant`");
        let operands = match kind {
            SiteKind::Integer | SiteKind::Float | SiteKind::Address | SiteKind::Choice => {
                Operands::Compare(arguments[0], arguments[1])
            }
            SiteKind::Guard if flags & flags::OPERATION != 0 => {
                Operands::Operation(relation as u16, [arguments[0], arguments[1]])
            }
            SiteKind::Guard => Operands::Compare(arguments[0], arguments[1]),
            SiteKind::Divisor
            | SiteKind::Index
            | SiteKind::Allocation
            | SiteKind::Length
            | SiteKind::Callee
            | SiteKind::Truth
            | SiteKind::Shift => Operands::Value(arguments[0]),
            SiteKind::Switch => Operands::Switch {
                value: arguments[0],
                cases: arguments.split_off(1),
            },
            SiteKind::Call | SiteKind::Pointers => Operands::Call(CompareCall {
                routine: CompareRoutine::of(relation).expect("written by `plant`"),
                may_be_null: flags & flags::NULL != 0,
                zero_differs: flags & flags::ZERO_DIFFERS != 0,
                operands: arguments,
            }),
        };
        let predicate = match operands {
            Operands::Call(_) | Operands::Operation(..) => Predicate::None,
            _ => Predicate::of(relation).expect("written by `plant`"),
        };
        Some(Site {
            call,
            number,
            kind,
            predicate,
            signed: flags & flags::SIGNED != 0,
            looped: flags & flags::LOOP != 0,
            of_result: flags & flags::RESULT != 0,
            of_answer: flags & flags::ANSWER != 0,
            guard: (flags >> flags::GUARD_SHIFT) as u16,
            operands,
        })
    }

    /// The operands that the source may have had, where a compare has others ([`written`]).
    pub fn written(&self, a: Value, b: Value) -> Vec<Pair> {
        match self.of_result || self.of_answer {
            // An answer of a call is no number.
            true => Vec::new(),
            false => written::pairs(self.predicate, self.signed, [a, b]),
        }
    }

    /// The one pair of these that stands for all ([`written::preferred`]).
    pub fn preferred(&self, a: Value, b: Value) -> Option<Preferred> {
        match self.of_result || self.of_answer {
            true => None,
            false => written::preferred(self.predicate, self.signed, [a, b]),
        }
    }

    /// The value that is reported for an operand. Of the result of `memcmp` and similar functions only the sign is
    /// specified: its distance from 0 depends on the library, on the processor, and on whether the call was expanded
    /// inline. Such a result is reported as 0 or 1 if it is compared for equality, else as -1, 0 or 1.
    pub fn told(&self, builder: &Builder, operand: Value) -> Value {
        let ty = operand.ty();
        if !self.of_answer || operand.is_constant() {
            return operand;
        }
        let is = |predicate| {
            let truth = builder.icmp(predicate, operand, ty.constant(0));
            builder.zext(truth, ty)
        };
        match self.predicate.is_equality() {
            true => is(IntPredicate::Ne),
            false => builder.sub(is(IntPredicate::Sgt), is(IntPredicate::Slt)),
        }
    }
}
