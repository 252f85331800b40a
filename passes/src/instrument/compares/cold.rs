//! Code off the hot path: it runs only while somebody listens.

use fz_abi::compares::GATE;
use llvm_sys::LLVMLinkage;

use crate::{
    analyze::sites::Site,
    ir::{Block, Builder, Duplicates, Int, Module, Type, Value},
};

/// The gate of a module's image: hidden, so that its address is a displacement.
pub fn gate(module: Module) -> Value {
    if let Some(found) = module.global(GATE) {
        return found;
    }
    let byte = module.int(8);
    let gate = module.add_global(byte, byte.constant(0), GATE);
    gate.set_linkage(LLVMLinkage::LLVMLinkOnceODRLinkage);
    gate.set_hidden();
    module.put_in_comdat(gate, GATE, Duplicates::Any);
    gate
}

/// Blocks behind the gate, in front of a site.
pub struct Cold {
    module: Module,
    builder: Builder,
    /// Where all of them go on to.
    next: Block,
    /// The callback of which it is known here that it is there.
    present: Option<Value>,
    site: Value,
}

impl Cold {
    pub fn open(module: Module, site: &Site) -> Cold {
        let head = site.call.block();
        let next = Block::split_before(site.call);
        let tell = head.function().append_block("");
        let terminator = head.terminator().expect("made by the split");
        let builder = Builder::before(module, terminator);
        builder.locate(site.call);
        let on = builder.load(module.int(8), gate(module));
        module.hide_from_sanitizers(on);
        let is_on = builder.icmp(Int::LLVMIntNE, on, module.int(8).constant(0));
        let branch = builder.cond_br(is_on, tell, next);
        module.mark_unlikely(branch);
        module.hide_from_sanitizers(branch);
        terminator.erase();
        builder.go_to_end(tell);
        builder.locate(site.call);
        Cold {
            module,
            builder,
            next,
            present: None,
            site: site.call,
        }
    }

    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// A value that is the same each time it is looked at.
    pub fn settled(&self, value: Value) -> Value {
        match value.is_well_defined(self.site) {
            true => value,
            false => self.builder.freeze(value),
        }
    }

    /// The bits of a number, or of an address.
    pub fn bits(&self, value: Value) -> Value {
        let (value, ty) = (self.settled(value), value.ty());
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
    pub fn unless_null(&mut self, pointer: Value) {
        let pointer = self.settled(pointer);
        let is_null = (self.builder).icmp(Int::LLVMIntEQ, pointer, self.module.null_ptr());
        self.leave_if(is_null);
        self.present = None;
    }

    /// Calls a callback, if it is there.
    pub fn call(&mut self, callback: &str, arguments: &[Value]) {
        let types: Vec<_> = arguments.iter().map(|a| a.ty()).collect();
        let ty = self.module.void_type(&types, false);
        let callback = self.module.weak_function(callback, ty);
        if self.present != Some(callback) {
            let null = self.module.null_ptr();
            let is_missing = self.builder.icmp(Int::LLVMIntEQ, callback, null);
            self.leave_if(is_missing);
            self.present = Some(callback);
        }
        let call = self.builder.call(ty, callback, arguments);
        for (argument, ty) in types.iter().enumerate() {
            if ty.int_bits().is_some_and(|bits| bits <= 32) {
                call.set_zero_extended(self.module, argument as u32);
            }
        }
        call.set_nounwind(self.module);
        call.set_no_merge(self.module);
        call.set_no_tail();
        self.module.hide_from_sanitizers(call);
    }

    /// Back to the hot path.
    pub fn close(self) {
        self.builder.br(self.next);
    }

    fn leave_if(&mut self, condition: Value) {
        let go_on = self.next.function().append_block("");
        let branch = self.builder.cond_br(condition, self.next, go_on);
        self.module.hide_from_sanitizers(branch);
        self.builder.go_to_end(go_on);
        self.builder.locate(self.site);
    }
}
