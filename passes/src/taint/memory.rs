//! Labels of memory: loads, stores, the stack, copies.

use fz_abi::functions::taint as calls;

use super::{
    helpers::Helper,
    shadow::{Emit, Shadow, lanes_of, members},
    walk::Walk,
};
use crate::{
    ir::{AtomicOp, Call, Inst, Op, Type, Value},
    marks::site,
};

/// The most bytes that are copied without a call.
const SMALL: u128 = 16;
/// The most bytes whose labels are loaded at once.
const ROW: u64 = 16;
/// The most bytes of stack memory that are cleared without a call.
const CLEARED: u64 = 64;

impl Emit<'_> {
    /// The labels of what a load of this type reads.
    fn loaded(&self, pointer: Value, ty: Type, by_bytes: bool) -> Shadow {
        if let Some(members) = members(self.module, ty) {
            let loaded = members.into_iter().map(|(ty, at)| {
                let at = self.module.int(64).constant(at.into());
                self.loaded(self.builder.offset(pointer, at), ty, true)
            });
            return Shadow::Members(loaded.collect());
        }
        let bytes = self.module.store_size(ty);
        let shadow = self.shadow_of(pointer);
        match lanes_of(self.module, ty) {
            Some(count) if by_bytes => Shadow::Bytes(self.load_lanes(shadow, count)),
            _ => Shadow::One(self.row(shadow, bytes)),
        }
    }

    /// The union of adjacent labels.
    fn row(&self, shadow: Value, count: u64) -> Value {
        match count {
            1 => self.load_label(shadow),
            2..=ROW => {
                let helper = Helper::Row(count as u32);
                self.helpers.call(&self.builder, helper, &[shadow])
            }
            _ => {
                let count = self.module.int(64).constant(count.into());
                let arguments = [shadow, count.value()];
                self.helpers
                    .runtime(&self.builder, &calls::UNION_ROW, &arguments)
            }
        }
    }

    /// Sets the labels of what a store of this type writes.
    pub fn stored(&self, pointer: Value, ty: Type, shadow: &Shadow) {
        if let Some(types) = members(self.module, ty) {
            let parts = match shadow {
                Shadow::Members(parts) => parts.clone(),
                other => vec![self.one(other); types.len()],
            };
            for ((ty, at), part) in types.into_iter().zip(parts) {
                let at = self.module.int(64).constant(at.into());
                self.stored(self.builder.offset(pointer, at), ty, &part);
            }
            return;
        }
        let bytes = self.module.store_size(ty);
        if bytes > 64 {
            let bytes = self.module.int(64).constant(bytes.into());
            return self.filled(pointer, bytes.value(), shadow);
        }
        let to = self.shadow_of(pointer);
        match bytes {
            0 => {}
            1 => self.store_labels(self.sum(shadow), to),
            _ => self.store_labels(self.bytes(shadow, bytes as u32).vector, to),
        }
    }

    /// Sets the labels of `bytes` bytes to one label.
    pub fn filled(&self, pointer: Value, bytes: Value, shadow: &Shadow) {
        let arguments = [pointer, self.wide(bytes), self.sum(shadow)];
        self.helpers
            .runtime(&self.builder, &calls::FILL, &arguments);
    }

    /// A size as 64 bits.
    pub fn wide(&self, size: Value) -> Value {
        match size.ty().int_bits() {
            Some(64) => size,
            _ => self.builder.zext(size, self.module.int(64)),
        }
    }
}

impl Walk<'_> {
    /// A load.
    pub fn load(&mut self, load: Inst) {
        let (pointer, ty) = (load.operand(0), load.ty());
        let by_bytes = self.is_wanted_by_bytes(load);
        let loaded = match ty.is_scalable() {
            true => {
                self.cx.skip("scalable");
                Shadow::Clean
            }
            false => self.emit.loaded(pointer, ty, by_bytes),
        };
        let shadow = self.with_pointer(loaded, pointer);
        self.define(load, shadow);
    }

    /// A load from an address with labels depends on these labels, too.
    fn with_pointer(&self, loaded: Shadow, pointer: Value) -> Shadow {
        let address = self.shadow(pointer);
        match address.is_clean() || !self.options.addresses {
            true => loaded,
            false => self.emit.merge(&loaded, &self.emit.one(&address)),
        }
    }

    /// A store.
    pub fn store(&mut self, store: Inst) {
        let [value, pointer] = [store.operand(0), store.operand(1)];
        if value.ty().is_scalable() {
            return self.cx.skip("scalable");
        }
        let shadow = self.shadow(value);
        self.emit.stored(pointer, value.ty(), &shadow);
    }

    /// An `atomicrmw`.
    pub fn read_modify_write(&mut self, value: Inst) {
        let [pointer, operand] = [value.operand(0), value.operand(1)];
        let ty = value.ty();
        let old = self.emit.loaded(pointer, ty, true);
        let with = self.shadow(operand);
        let new = match value.atomic_op() {
            Some(AtomicOp::Exchange) => with,
            // Each bit depends only on the same bit of the operands.
            Some(AtomicOp::And | AtomicOp::Nand | AtomicOp::Or | AtomicOp::Xor) => {
                self.emit.merge(&old, &with)
            }
            _ => self.emit.join(&[old.clone(), with]),
        };
        self.emit.stored(pointer, ty, &new);
        let shadow = self.with_pointer(old, pointer);
        self.define(value, shadow);
    }

    /// A `cmpxchg`.
    pub fn compare_exchange(&mut self, value: Inst) {
        let [pointer, expected, new] = [0, 1, 2].map(|i| value.operand(i));
        let ty = new.ty();
        let old = self.emit.loaded(pointer, ty, true);
        let [expected, new] = [expected, new].map(|v| self.shadow(v));
        let stored = self.emit.merge(&old, &new);
        self.emit.stored(pointer, ty, &stored);
        let is_equal = self.emit.join(&[old.clone(), expected]);
        self.define(value, Shadow::Members(vec![old, is_equal]));
    }

    /// Clears the labels of stack memory, which still has those of an earlier use: functions without labels that write
    /// to it would not.
    pub fn alloca(&mut self, alloca: Inst) {
        let mut users = alloca.uses().into_iter().map(|u| u.user);
        let begins_later = users.any(|u| u.called_name().starts_with("llvm.lifetime.start"));
        if alloca.is_inalloca() || begins_later || !is_shared(alloca.value()) {
            return;
        }
        let Some(next) = alloca.next() else {
            return;
        };
        // After all allocas: code between them would make the following ones dynamic.
        let mut place = next;
        while place.is_alloca() {
            place = place.next().expect("a block ends");
        }
        self.emit.builder.go_before(place);
        self.clear(alloca);
    }

    /// Clears the labels of an alloca.
    pub fn clear(&self, alloca: Inst) {
        let emit = &self.emit;
        let ty = alloca.allocated_type().expect("it is an `alloca`");
        let each = emit.module.array_stride(ty);
        let word = emit.module.int(64);
        match alloca.operand(0).int_constant() {
            Some(count) if count * u128::from(each) <= CLEARED.into() => {
                let bytes = count as u64 * each;
                if bytes > 0 {
                    let zero = emit.vector(bytes as u32).zero();
                    let to = emit.shadow_of(alloca.value());
                    emit.store_labels(zero, to);
                }
            }
            _ => {
                let count = emit.wide(alloca.operand(0));
                let bytes = emit.builder.mul(count, word.constant(each.into()));
                emit.filled(alloca.value(), bytes, &Shadow::Clean);
            }
        }
    }

    /// A copy of memory.
    pub fn copied(&mut self, call: Call, is_inline: bool) {
        let [to, from, bytes] = [0, 1, 2].map(|i| call.operand(i));
        let emit = &self.emit;
        match bytes.int_constant() {
            Some(0) => {}
            Some(1) => {
                let moved = emit.load_label(emit.shadow_of(from));
                emit.store_labels(moved, emit.shadow_of(to));
            }
            Some(count) if count <= SMALL => {
                let lanes = emit.load_lanes(emit.shadow_of(from), count as u32);
                let shadow = emit.shadow_of(to);
                emit.store_labels(lanes.vector, shadow);
            }
            _ => {
                let arguments = [to, from, emit.wide(bytes)];
                let function = match is_inline {
                    true => calls::COPY,
                    false => calls::MOVE,
                };
                emit.helpers.runtime(&emit.builder, &function, &arguments);
                if !is_inline {
                    call.erase();
                }
            }
        }
    }

    /// A `memset`.
    pub fn set(&mut self, call: Call, is_inline: bool) {
        let [to, byte, bytes] = [0, 1, 2].map(|i| call.operand(i));
        let shadow = self.shadow(byte);
        let emit = &self.emit;
        match bytes.int_constant() {
            Some(0) => {}
            // The code generator may turn this into a call of `memset`, which clears labels that it knows nothing
            // about.
            Some(count) if count <= SMALL && (is_inline || shadow.is_clean()) => {
                let ty = emit.module.int(8 * count as u32);
                emit.stored(to, ty, &emit.one(&shadow));
            }
            _ if is_inline => emit.filled(to, bytes, &shadow),
            _ => {
                let byte = emit.builder.zext(byte, emit.module.int(32));
                let arguments = [to, byte, emit.wide(bytes), emit.sum(&shadow)];
                emit.helpers.runtime(&emit.builder, &calls::SET, &arguments);
                call.erase();
            }
        }
    }
}

/// Whether the address of stack memory is used by anything but loads, stores and copies of this function.
pub fn is_shared(pointer: Value) -> bool {
    use Op::*;
    pointer.uses().into_iter().any(|u| {
        let user = u.user;
        let Some(op) = user.op() else {
            return true;
        };
        match op {
            Load | ICmp => false,
            Store => u.operand == 0,
            GetElementPtr => is_shared(user),
            Op::Call => {
                let name = user.called_name();
                let known = ["llvm.mem", "llvm.lifetime", "llvm.dbg"];
                !site::is_site_name(&name) && !known.iter().any(|begin| name.starts_with(begin))
            }
            _ => true,
        }
    })
}
