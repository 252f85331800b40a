//! Code that runs only while an engine listens.

use fz_abi::{angora::TOLD, compares::GATE, functions::Function};

use super::{Place, weights};
use crate::ir::Linkage;
use crate::ir::{
    Block, Builder, Call, Const, Duplicates, Global, IntPredicate, Module, Type, Value,
};
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
pub struct Cold {
    module: Module,
    builder: Builder,
    /// The block that control continues in.
    next: Block,
    site: Call,
    watches_memory: bool,
}

impl Cold {
    /// Code that runs while the gate is open.
    pub fn open(place: &Place) -> Cold {
        let shut = place.module.int(8).constant(0);
        Cold::open_if(place, gate(place.module), IntPredicate::Ne, shut)
    }

    /// Code that runs if a global of the image compares like this with a constant.
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
        // Clang's pipeline may follow. It would carry the answer of one load to the next: a copy of all code between
        // two sites for each answer, and a copy of each loop.
        held.set_volatile();
        module.set_nosanitize(held);
        let is_on = builder.icmp(predicate, held, constant);
        let branch = builder.cond_br(is_on, cold, next);
        // For code generation's block placement.
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
        match value.is_well_defined(self.site) {
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
            let address = self.module.int(8 * self.module.pointer_bytes());
            return self.builder.ptr_to_int(value, address);
        }
        let bits = ty.float_bits().expect("`sites` takes numbers alone");
        self.builder.bitcast(value, self.module.int(bits))
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
        let is_null = (self.builder).icmp(IntPredicate::Eq, pointer, self.module.null_ptr());
        let not_null = self.next.function().append_block("");
        let branch = self.builder.cond_br(is_null, self.next, not_null);
        self.module.set_nosanitize(branch);
        self.builder.go_to_end(not_null);
        self.builder.locate(self.site);
    }

    /// Calls a callback, if the image has one.
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

    /// Jumps back to the hot path.
    pub fn close(self) {
        self.builder.br(self.next);
    }
}
