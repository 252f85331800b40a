//! The thread-local slots in which labels of arguments and results are passed ([`fz_abi::taint::slots`]).

use fz_abi::{
    taint::slots as abi,
    variables::{self, Variable},
};

use super::shadow::{Emit, Shadow, lanes_of, members};
use crate::{
    ir::{Const, Type, Value},
    runtime,
};

/// A row of slots.
#[derive(Clone, Copy)]
enum Row {
    Arguments,
    Results,
}

impl Emit<'_> {
    fn slot(&self, row: Row, at: u32) -> Const {
        let variable = match row {
            Row::Arguments => variables::ARGUMENT,
            Row::Results => variables::RETURN,
        };
        let slots = runtime::variable(self.module, &variable);
        let bytes = 4 * abi::LANES * at;
        self.module.address_in(slots, bytes as usize)
    }

    /// How many lanes of a slot a value of this type uses.
    pub fn slot_lanes(&self, ty: Type) -> u32 {
        let bits = ty.int_bits().unwrap_or(0);
        match lanes_of(self.module, ty) {
            Some(count) if (9..=64).contains(&bits) => count,
            _ => 1,
        }
    }

    fn put(&self, slot: Const, ty: Type, shadow: &Shadow) {
        match self.slot_lanes(ty) {
            1 => self.store_labels(self.sum(shadow), slot),
            count => self.store_labels(self.bytes(shadow, count).vector, slot),
        }
    }

    fn take(&self, slot: Const, ty: Type) -> Shadow {
        match self.slot_lanes(ty) {
            1 => Shadow::One(self.load_label(slot)),
            count => Shadow::Bytes(self.load_lanes(slot, count)),
        }
    }

    /// Stores the labels of an argument.
    pub fn put_argument(&self, at: u32, ty: Type, shadow: &Shadow) {
        self.put(self.slot(Row::Arguments, at), ty, shadow);
    }

    /// Reads the labels of a parameter.
    pub fn take_argument(&self, at: u32, ty: Type) -> Shadow {
        self.take(self.slot(Row::Arguments, at), ty)
    }

    /// Stores the address that a by-value argument is copied from.
    pub fn put_source(&self, at: u32, source: Value) {
        let slot = self.slot(Row::Arguments, at);
        self.store_labels(source, slot);
    }

    /// The address of the slot for a by-value argument.
    pub fn source_slot(&self, at: u32) -> Value {
        self.slot(Row::Arguments, at).value()
    }

    /// The members of a result: how many have a slot of their own, and the rest, which share the last slot.
    fn parts(&self, ty: Type) -> (Vec<Type>, usize) {
        let all = match members(self.module, ty) {
            Some(members) => members.into_iter().map(|(ty, _)| ty).collect(),
            None => vec![ty],
        };
        let own = match all.len() {
            count if count > abi::RETURNS as usize => abi::RETURNS as usize - 1,
            count => count,
        };
        (all, own)
    }

    /// Stores the labels of a result.
    pub fn put_result(&self, ty: Type, shadow: &Shadow) {
        let (types, own) = self.parts(ty);
        let parts = match shadow {
            Shadow::Members(parts) if parts.len() == types.len() => parts.clone(),
            other if types.len() == 1 => vec![other.clone()],
            other => vec![self.one(other); types.len()],
        };
        for (at, (ty, part)) in types.iter().zip(&parts).take(own).enumerate() {
            self.put(self.slot(Row::Results, at as u32), *ty, part);
        }
        if own < types.len() {
            let label = self.sum(&self.join(&parts[own..]));
            let slot = self.slot(Row::Results, own as u32);
            self.store_labels(label, slot);
        }
    }

    /// Reads the labels of a result.
    pub fn take_result(&self, ty: Type) -> Shadow {
        let (types, own) = self.parts(ty);
        let slot = |at: usize| self.slot(Row::Results, at as u32);
        let taken = types.iter().enumerate().map(|(at, ty)| match at < own {
            true => self.take(slot(at), *ty),
            false => Shadow::One(self.load_label(slot(own))),
        });
        let mut taken: Vec<_> = taken.collect();
        match members(self.module, ty) {
            Some(_) => Shadow::Members(taken),
            None => taken.remove(0),
        }
    }

    /// Stores a thread-local word.
    pub fn set_word(&self, variable: &Variable, to: impl Into<Value>) {
        let (to, word) = (to.into(), self.module.int(64));
        let variable = runtime::variable(self.module, variable);
        let value = match to.ty().is_pointer() {
            true => self.builder.ptr_to_int(to, word),
            false => to,
        };
        self.builder.store(value, variable);
    }
}
