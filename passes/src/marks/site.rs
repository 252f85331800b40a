//! The intermediate calls: written by `sites`, read by `compares`.

use super::Life;
use fz_abi::sites_record as layout;

use crate::ir::{Block, Builder, Call, Function, Inst, IntPredicate, Module, Op, Value};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["guards", "sites"],
    read_by: &["compares", "taint"],
    gone_after: &["compares", "taint"],
    leftover: Some(leftover),
};

mod guard;
mod kind;

pub use guard::{Asked, Planted, planted_guards, read as read_guard, record as guard_record};
pub use kind::{CompareRoutine, Kind, Predicate, asked, is_equality};

/// `void fz.site(i32 number, i32 kind, i32 predicate or how, i32 flags, operands…)`. Nobody defines it.
const NAME: &str = "fz.site";
/// What stands before the operands.
pub(crate) const FIXED: usize = 4;
/// In the place of a number: it has none yet.
pub const NONE_YET: u32 = u32::MAX;

/// Flags of the call.
pub mod flags {
    pub const SIGNED: u32 = 1;
    pub const LOOP: u32 = 2;
    /// Of a call: its pointers may be null.
    pub const NULL: u32 = 4;
    /// Of a call: it returns 0 where its operands differ.
    pub const ZERO_DIFFERS: u32 = 8;
    /// Of a compare: it asks what a call that is a site returned.
    pub const RESULT: u32 = 16;
    /// Of a guard: nothing branches on it.
    pub const EXPLOIT: u32 = 32;
    /// Of a guard: its operands are those of an operation, and `how` says which.
    pub const OPERATION: u32 = 64;
    /// Of a compare: its first operand is what calls returned that compare, of which only the sign means something
    /// ([`super::Site::told`]).
    pub const ANSWER: u32 = 128;
    /// Of a guard: where its kind begins.
    pub const GUARD_SHIFT: u32 = 16;
}

/// Where the intermediate call goes.
pub enum Place {
    Before(Inst),
    /// After a call, where only its return leads.
    After(Call),
    /// It is there, without a number.
    Planted(Call),
}

/// A site before it is planted.
pub struct Found {
    /// In its function, as all builds have it.
    pub number: u32,
    pub place: Place,
    /// The instruction that it is, with its place in the source.
    pub source: Inst,
    pub kind: Kind,
    /// A [`Predicate`], or a [`CompareRoutine`].
    pub how: u32,
    pub flags: u32,
    pub operands: Vec<Value>,
    pub bits: u32,
    /// As records have it.
    pub constant: String,
    pub callee: String,
}

/// The number of a site in a whole program.
pub fn identity(module: Module, function: Function, number: u32) -> u32 {
    let source = match function.is_local() {
        true => module.source(),
        false => String::new(),
    };
    let symbol = function.symbol();
    layout::id(symbol.as_bytes(), source.as_bytes(), number)
}

/// A site, as an intermediate call says it.
pub struct Site {
    /// The call itself.
    pub call: Call,
    /// Of the function in which it was found.
    pub number: u32,
    pub kind: Kind,
    pub predicate: Predicate,
    pub signed: bool,
    pub looped: bool,
    /// It asks what a call that is a site returned.
    pub of_result: bool,
    /// Its first operand is what calls returned that compare.
    pub of_answer: bool,
    /// Of a guard: its kind; else 0.
    pub guard: u16,
    pub what: What,
}

/// What is to be told of.
pub enum What {
    /// Two numbers or two pointers.
    Compare(Value, Value),
    /// Two numbers that are added, …: a kind of guard says which.
    Operation(u16, [Value; 2]),
    /// One number.
    Value(Value),
    Switch {
        value: Value,
        cases: Vec<Value>,
    },
    Call(CompareCall),
}

/// A call with the strings, or the memory, that it compares.
pub struct CompareCall {
    pub how: CompareRoutine,
    pub may_be_null: bool,
    pub zero_differs: bool,
    /// In the order of [`CompareRoutine::operands`]; the result last, where it is known.
    pub operands: Vec<Value>,
}

impl CompareCall {
    /// What the call returned, if it is behind.
    pub fn result(&self) -> Option<Value> {
        self.operands.get(self.how.operands()).copied()
    }
}

/// Its number comes later.
pub fn plant_early(module: Module, found: Found) {
    let number = NONE_YET;
    plant(module, Found { number, ..found });
}

pub fn plant(module: Module, found: Found) {
    let builder = Builder::new(module);
    match found.place {
        Place::Planted(call) => {
            call.set_operand(0, module.const_int(32, u64::from(found.number)));
            return;
        }
        Place::Before(instruction) => builder.go_before(instruction),
        Place::After(call) => match call.next() {
            Some(next) => builder.go_before(next),
            None => {
                let target = call.as_term().map(|invoke| invoke.successors()[0]);
                let place = target.and_then(Block::first_insertion_point);
                builder.go_before(place.expect("`sites` looks for room"));
            }
        },
    }
    builder.locate(found.source);
    let words = [found.number, found.kind as u32, found.how, found.flags];
    write(&builder, words, &found.operands);
}

/// The call, where the builder stands.
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

/// A guard's, whose number comes later.
pub fn plant_guard(builder: &Builder, how: u32, flags: u32, operands: &[Value]) {
    write(
        builder,
        [NONE_YET, Kind::Guard as u32, how, flags],
        operands,
    );
}

/// Whether it is the callee of intermediate calls.
pub fn is_site(function: Function) -> bool {
    is_site_name(&function.name())
}

/// Whether it is the name of the callee of intermediate calls.
pub fn is_site_name(name: &str) -> bool {
    name == NAME
}

/// The intermediate calls of a function, in order.
pub fn of_function(function: Function) -> Vec<Site> {
    function.calls().filter_map(Site::read).collect()
}

/// Whether a call is an intermediate one that has no number yet.
pub fn is_early(call: Call) -> bool {
    call.called_name() == NAME && call.operand(0).int_constant() == Some(NONE_YET.into())
}

/// Takes the sites of a function away that never got a number.
pub fn erase_early(function: Function) {
    let early: Vec<_> = function.calls().filter(|c| is_early(*c)).collect();
    for call in early {
        call.erase();
    }
}

/// What an intermediate call without a number says; of the call that it stands before, if that is still there.
pub fn planted(call: Call) -> Found {
    let arguments = call.arguments();
    let word = |at: usize| arguments[at].int_constant().expect("written by `plant`") as u32;
    let operands = &arguments[FIXED..];
    let next = call.next().and_then(Inst::as_call);
    let next =
        next.filter(|next| next.op() != Op::CallBr && next.arguments().first() == operands.first());
    Found {
        number: NONE_YET,
        place: Place::Planted(call),
        source: call.inst(),
        kind: Kind::of(word(1)).expect("written by `plant`"),
        how: word(2),
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

/// Where none is left.
pub fn erase_declaration(module: Module) {
    if let Some(function) = module.function(NAME) {
        function.erase();
    }
}

impl Site {
    pub fn read(call: Call) -> Option<Site> {
        if call.called_name() != NAME {
            return None;
        }
        let mut operands = call.arguments();
        let words: Vec<u32> = operands
            .drain(..FIXED)
            .map(|w| w.int_constant().expect("written by `plant`") as u32)
            .collect();
        let [number, kind, how, flags] = words[..] else {
            unreachable!("as many as were drained");
        };
        let kind = Kind::of(kind).expect("written by `plant`");
        let what = match kind {
            Kind::Integer | Kind::Float | Kind::Address | Kind::Choice => {
                What::Compare(operands[0], operands[1])
            }
            Kind::Guard if flags & flags::OPERATION != 0 => {
                What::Operation(how as u16, [operands[0], operands[1]])
            }
            Kind::Guard => What::Compare(operands[0], operands[1]),
            Kind::Divisor
            | Kind::Index
            | Kind::Allocation
            | Kind::Length
            | Kind::Callee
            | Kind::Truth
            | Kind::Shift => What::Value(operands[0]),
            Kind::Switch => What::Switch {
                value: operands[0],
                cases: operands.split_off(1),
            },
            Kind::Call | Kind::Pointers => What::Call(CompareCall {
                how: CompareRoutine::of(how).expect("written by `plant`"),
                may_be_null: flags & flags::NULL != 0,
                zero_differs: flags & flags::ZERO_DIFFERS != 0,
                operands,
            }),
        };
        let predicate = match what {
            What::Call(_) | What::Operation(..) => Predicate::None,
            _ => Predicate::of(how).expect("written by `plant`"),
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
            what,
        })
    }

    /// The number that is told of an operand. What `memcmp` and its like return is said by its sign alone: how far from 0
    /// it is depends on the library, the processor, and on whether a compiler put code in the call's place. Told is 1 of
    /// all that is not 0 where equality is asked for, else -1, 0 or 1.
    pub fn told(&self, builder: &Builder, operand: Value) -> Value {
        let ty = operand.ty();
        if !self.of_answer || operand.is_constant() {
            return operand;
        }
        let is = |predicate| {
            let truth = builder.icmp(predicate, operand, ty.constant(0));
            builder.zext(truth, ty)
        };
        match is_equality(self.predicate) {
            true => is(IntPredicate::Ne),
            false => builder.sub(is(IntPredicate::Sgt), is(IntPredicate::Slt)),
        }
    }
}
