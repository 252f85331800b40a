//! Code that runs only while somebody listens.

use fz_abi::{angora::TOLD, compares::GATE, functions::Function};

use super::{Place, weights};
use crate::ir::Linkage;
use crate::ir::{
    Block, Builder, Call, Const, Duplicates, Global, IntPredicate, Module, Type, Value,
};
use crate::marks::stub;
use crate::runtime;

/// The gate of a module's image, a byte.
pub fn gate(module: Module) -> Global {
    of_image(module, GATE, 8)
}

/// The id that a module's image tells of, a word.
pub fn traced_id(module: Module) -> Global {
    of_image(module, TOLD, 32)
}

/// One per image, and hidden, so that its address is a displacement.
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

/// Blocks behind the gate, in front of a site.
pub struct Cold {
    module: Module,
    builder: Builder,
    /// Where all of them go on to.
    next: Block,
    site: Call,
    watches_memory: bool,
}

impl Cold {
    pub fn open(place: &Place) -> Cold {
        let shut = place.module.int(8).constant(0);
        Cold::open_if(place, gate(place.module), IntPredicate::Ne, shut)
    }

    /// Runs where what a global of the image holds compares like this with a constant.
    pub fn open_if(
        place: &Place,
        global: Global,
        predicate: IntPredicate,
        constant: Const,
    ) -> Cold {
        let (module, site) = (place.module, place.site);
        let head = site.call.block();
        let next = Block::split_before(site.call);
        let cold = head.function().append_block("");
        let terminator = head.terminator().expect("made by the split");
        let builder = Builder::before(module, terminator);
        builder.locate(site.call);
        let held = builder.load(constant.ty(), global);
        // Clang's pipeline may follow. What it knows of one look it would carry to the next: a copy of all that lies
        // between two sites for each answer, a copy of each loop.
        held.set_volatile();
        module.set_nosanitize(held);
        let is_on = builder.icmp(predicate, held, constant);
        let branch = builder.cond_br(is_on, cold, next);
        // How code generation lays it out.
        module.set_branch_weights(branch, weights(place.gate));
        module.set_nosanitize(branch);
        terminator.erase();
        builder.go_to_end(cold);
        builder.locate(site.call);
        Cold {
            module,
            builder,
            next,
            site: site.call,
            watches_memory: head.function().has_attribute("sanitize_memory"),
        }
    }

    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// A value to calculate with: dividing by poison would be undefined. What is only told needs none of this, and is
    /// better off without: optimisations would have the program's own uses look at the frozen value too, and ask at each
    /// use all the way up to the entry whether it may be poison, which takes the square of a function's length. Not where
    /// MemorySanitizer watches: a frozen value counts as initialised.
    pub fn frozen_operand(&self, value: Value) -> Value {
        match self.watches_memory {
            true => value,
            false => self.frozen(value),
        }
    }

    fn frozen(&self, value: Value) -> Value {
        match value.is_well_defined(self.site) {
            true => value,
            false => self.builder.freeze(value),
        }
    }

    /// The bits of a number, or of an address.
    pub fn bits(&self, value: Value) -> Value {
        let ty = value.ty();
        if ty.int_bits().is_some() {
            return value;
        }
        if ty.is_pointer() {
            let address = self.module.int(8 * self.module.pointer_bytes());
            return self.builder.ptr_to_int(value, address);
        }
        let bits = ty.float_bits().expect("`sites` takes numbers alone");
        self.builder.bitcast(value, self.module.int(bits))
    }

    /// As wide as `to`, whichever of them is wider.
    pub fn resized(&self, value: Value, to: Type, signed: bool) -> Value {
        let bits = |ty: Type| ty.int_bits().expect("an integer");
        match bits(value.ty()).cmp(&bits(to)) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.builder.trunc(value, to),
            std::cmp::Ordering::Less if signed => self.builder.sext(value, to),
            std::cmp::Ordering::Less => self.builder.zext(value, to),
        }
    }

    /// Goes on only where a pointer is not null.
    pub fn unless_null(&self, pointer: Value) {
        // A branch on what is undefined would be undefined itself.
        let pointer = self.frozen(pointer);
        let is_null = (self.builder).icmp(IntPredicate::Eq, pointer, self.module.null_ptr());
        let not_null = self.next.function().append_block("");
        let branch = self.builder.cond_br(is_null, self.next, not_null);
        self.module.set_nosanitize(branch);
        self.builder.go_to_end(not_null);
        self.builder.locate(self.site);
    }

    /// Calls a callback, if it is there.
    pub fn call(&self, callback: &Function, arguments: &[Value]) {
        let stub = stub::of(self.module, callback);
        let call = runtime::call(&self.builder, callback, stub, arguments);
        for argument in stub::extended(self.module, callback) {
            call.set_zero_extended(self.module, argument);
        }
        call.set_nounwind(self.module);
        call.set_nomerge(self.module);
        call.set_notail();
        self.module.set_nosanitize(call);
    }

    /// Back to the hot path.
    pub fn close(self) {
        self.builder.br(self.next);
    }
}
