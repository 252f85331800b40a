//! Code that runs only while an engine listens.

use fz_abi::{angora::TOLD, compares::GATE, functions::Function};

use super::{Place, solved, weights};
use crate::climb::Steps;
use crate::ir::Linkage;
use crate::ir::{Block, Builder, Const, Duplicates, Global, IntPredicate, Module, Type, Value};
use crate::marks::site::written::Pair;
use crate::marks::stub;
use crate::runtime;

/// The gate of a module's image: a byte, 0 while it is closed.
pub fn gate(module: Module) -> Global {
    of_image(module, GATE, 8)
}

/// The id of the site that the engine works on: a 32-bit word of the module's image.
pub fn traced_id(module: Module) -> Global {
    of_image(module, TOLD, 32)
}

/// A global that is hidden and has one copy per image, so that its address is a displacement from the program
/// counter.
fn of_image(module: Module, name: &str, bits: u32) -> Global {
    if let Some(found) = module.global(name) {
        return found;
    }
    let global = module.add_global(module.int(bits).constant(0), name);
    global.set_linkage(Linkage::LinkOnceOdr);
    global.set_hidden();
    module.put_in_comdat(global, name, Duplicates::Any);
    global
}

/// The blocks after the gate, in front of a site.
pub struct Cold<'a> {
    place: &'a Place<'a>,
    builder: Builder,
    /// The block that control continues in.
    next: Block,
    /// With a gate of its own: where what solves the site leads to.
    outcomes: Vec<Block>,
    watches_memory: bool,
}

impl<'a> Cold<'a> {
    /// Code that runs while the gate is open, and the site's own, if it has one.
    pub fn open(place: &'a Place) -> Cold<'a> {
        let steps = match place.gates {
            true => solved::steps(place.module, place.site),
            false => None,
        };
        let shut = place.module.int(8).constant(0);
        let gate = gate(place.module);
        let Some(Steps {
            builder,
            outcomes,
            rest,
        }) = steps
        else {
            return Cold::open_if(place, gate, IntPredicate::Ne, shut);
        };
        let cold = Cold::enter(place, builder, rest, gate, IntPredicate::Ne, shut);
        Cold { outcomes, ..cold }
    }

    /// Code that runs if a global of the image compares like this with a constant.
    pub fn open_if(
        place: &'a Place,
        global: Global,
        predicate: IntPredicate,
        constant: Const,
    ) -> Cold<'a> {
        let (module, site) = (place.module, place.site);
        let head = site.call.block();
        let next = Block::split_before(site.call);
        let terminator = head.terminator().expect("made by the split");
        let builder = Builder::before(module, terminator);
        builder.locate(site.call);
        let cold = Cold::enter(place, builder, next, global, predicate, constant);
        terminator.erase();
        cold
    }

    fn enter(
        place: &'a Place,
        builder: Builder,
        next: Block,
        global: Global,
        predicate: IntPredicate,
        constant: Const,
    ) -> Cold<'a> {
        let (module, site) = (place.module, place.site);
        let function = next.function();
        let cold = function.append_block("");
        let held = builder.load(constant.ty(), global);
        // Clang's pipeline may follow. It would carry the answer of one load to the next: a copy of all code between
        // two sites for each answer, and a copy of each loop.
        held.set_volatile();
        module.set_nosanitize(held);
        let is_on = builder.icmp(predicate, held, constant);
        let branch = builder.cond_br(is_on, cold, next);
        // For code generation's block placement.
        module.set_branch_weights(branch, weights(place.gate));
        module.set_nosanitize(branch);
        builder.go_to_end(cold);
        builder.locate(site.call);
        Cold {
            place,
            builder,
            next,
            outcomes: Vec::new(),
            watches_memory: function.has_attribute("sanitize_memory"),
        }
    }

    /// A builder at the end of the cold code.
    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// An operand to compute with, frozen: a division by poison would be undefined behaviour. Values that are only
    /// reported stay as they are, since optimisations would use the frozen value in the program too, and ask at each
    /// use up to the entry whether it may be poison, in time quadratic in the function's length. Under
    /// MemorySanitizer nothing is frozen: a frozen value counts as initialised.
    pub fn frozen_operand(&self, value: Value) -> Value {
        match self.watches_memory {
            true => value,
            false => self.frozen(value),
        }
    }

    fn frozen(&self, value: Value) -> Value {
        match value.is_well_defined(self.place.site.call) {
            true => value,
            false => self.builder.freeze(value),
        }
    }

    /// The bits of a number, or an address, as an integer.
    pub fn bits(&self, value: Value) -> Value {
        let ty = value.ty();
        if ty.int_bits().is_some() {
            return value;
        }
        if ty.is_pointer() {
            let address = self.place.module.int(8 * self.place.module.pointer_bytes());
            return self.builder.ptr_to_int(value, address);
        }
        let bits = ty.float_bits().expect("`sites` takes numbers alone");
        self.builder.bitcast(value, self.place.module.int(bits))
    }

    /// The operands that the source may have had, where a compare has others.
    pub fn written(&self, a: Value, b: Value) -> Vec<[Value; 2]> {
        let build = |pair: Pair| pair.map(|side| side.build(&self.builder, a.ty()));
        let pairs = self.place.site.written(a, b);
        pairs.into_iter().map(build).collect()
    }

    /// Truncates or extends a value to the width of `to`.
    pub fn resized(&self, value: Value, to: Type, signed: bool) -> Value {
        let bits = |ty: Type| ty.int_bits().expect("an integer");
        match bits(value.ty()).cmp(&bits(to)) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.builder.trunc(value, to),
            std::cmp::Ordering::Less if signed => self.builder.sext(value, to),
            std::cmp::Ordering::Less => self.builder.zext(value, to),
        }
    }

    /// Continues only if a pointer is not null.
    pub fn unless_null(&self, pointer: Value) {
        // A branch on undef or poison would be undefined behaviour.
        let pointer = self.frozen(pointer);
        let is_null = (self.builder).icmp(IntPredicate::Eq, pointer, self.place.module.null_ptr());
        let not_null = self.next.function().append_block("");
        let branch = self.builder.cond_br(is_null, self.next, not_null);
        self.place.module.set_nosanitize(branch);
        self.builder.go_to_end(not_null);
        self.builder.locate(self.place.site.call);
    }

    /// Calls a callback, if the image has one.
    pub fn call(&self, callback: &Function, arguments: &[Value]) {
        let stub = stub::of(self.place.module, callback);
        let call = runtime::call(&self.builder, callback, stub, arguments);
        for argument in stub::extended(self.place.module, callback) {
            call.set_zero_extended(self.place.module, argument);
        }
        call.set_nounwind(self.place.module);
        call.set_nomerge(self.place.module);
        call.set_notail();
        self.place.module.set_nosanitize(call);
    }

    /// Jumps back to the hot path.
    pub fn close(self) {
        if self.outcomes.is_empty() {
            self.builder.br(self.next);
            return;
        }
        solved::close(&self, self.place, &self.outcomes, self.next);
    }
}
