//! Variadic arguments, as the x86-64 psABI passes them: in the places that `va_arg` reads.

use fz_abi::{functions::taint as calls, taint::slots, variables};

use super::{
    shadow::{Emit, Shadow},
    walk::Walk,
};
use crate::{
    ir::{Builder, Call, Global, IntPredicate, Type, Value},
    runtime,
};

/// Where the next arguments go.
struct Places {
    integer: u32,
    float: u32,
    overflow: u32,
}

const FLOATS: u32 = 48;

impl Places {
    /// The offset of an argument in the area, and its size; `None` if `va_arg` never reads it.
    fn next(&mut self, emit: &Emit, ty: Type, is_fixed: bool) -> Option<(u32, u32)> {
        let bytes = emit.module.store_size(ty) as u32;
        let is_float = ty.ieee_bits().is_some() || ty.is_vector() && bytes <= 16;
        let is_integer = ty.is_pointer() || ty.int_bits().is_some_and(|bits| bits <= 128);
        if is_float && self.float < slots::REGISTERS {
            self.float += 16;
            return Some((self.float - 16, bytes));
        }
        let registers = 8 * bytes.div_ceil(8);
        if is_integer && !is_float && self.integer + registers <= FLOATS {
            self.integer += registers;
            return Some((self.integer - registers, bytes));
        }
        self.in_memory(bytes, if bytes > 8 { 16 } else { 8 }, is_fixed)
    }

    /// `va_list` begins after the fixed arguments.
    fn in_memory(&mut self, bytes: u32, align: u32, is_fixed: bool) -> Option<(u32, u32)> {
        if is_fixed {
            return None;
        }
        let at = self.overflow.next_multiple_of(align);
        self.overflow = at + bytes.next_multiple_of(8);
        let end = slots::VARIADIC - slots::REGISTERS;
        (self.overflow <= end).then_some((slots::REGISTERS + at, bytes))
    }
}

impl Emit<'_> {
    fn variadic_area(&self) -> Global {
        runtime::variable(self.module, &variables::VARIADIC)
    }

    /// Stores the labels of the arguments of a call of a variadic function.
    pub fn put_variadic(&self, call: Call, shadows: &[Shadow]) {
        let fixed = call.called_type().signature().1.len();
        let mut places = Places {
            integer: 0,
            float: FLOATS,
            overflow: 0,
        };
        for (at, argument) in call.arguments().into_iter().enumerate() {
            let is_fixed = at < fixed;
            if let Some(ty) = call.argument_by_value(at as u32) {
                let bytes = self.module.store_size(ty) as u32;
                if let Some((place, bytes)) = places.in_memory(bytes, 8, is_fixed) {
                    self.copy_to_area(argument, place, bytes);
                }
                continue;
            }
            let place = places.next(self, argument.ty(), is_fixed);
            if let (Some((place, bytes)), false) = (place, is_fixed) {
                let to = self
                    .module
                    .address_in(self.variadic_area(), 4 * place as usize);
                match bytes {
                    1 => self.store_labels(self.sum(&shadows[at]), to),
                    _ => self.store_labels(self.bytes(&shadows[at], bytes).vector, to),
                }
            }
        }
        let end = slots::VARIADIC - slots::REGISTERS;
        let overflow = self
            .module
            .int(64)
            .constant(places.overflow.min(end).into());
        self.set_word(&variables::OVERFLOW, overflow);
    }

    fn copy_to_area(&self, from: Value, place: u32, bytes: u32) {
        let (mut at, shadow) = (0, self.shadow_of(from));
        while at < bytes {
            let count = (bytes - at).min(8);
            let begin = self.module.int(64).constant((4 * at).into());
            let from = self.builder.offset(shadow, begin);
            let to = self
                .module
                .address_in(self.variadic_area(), 4 * (place + at) as usize);
            let vector = self.load_lanes(from, count).vector;
            self.store_labels(vector, to);
            at += count;
        }
    }
}

impl Walk<'_> {
    /// Saves the labels of this function's variadic arguments: calls of other functions overwrite them.
    pub fn keep_variadic(&mut self) {
        let emit = &self.emit;
        let labels = emit.module.int(32).array_of(slots::VARIADIC.into());
        let word = emit.module.int(64);
        let first = self.function.entry().instructions().next();
        let place = first.expect("a block ends");
        let builder = Builder::before(emit.module, place);
        let kept = builder.alloca(labels);
        let tag = runtime::variable(emit.module, &variables::TAG);
        let own = emit.builder.ptr_to_int(self.function, word);
        let is_own = emit
            .builder
            .icmp(IntPredicate::Eq, emit.builder.load(word, tag), own);
        let overflow = runtime::variable(emit.module, &variables::OVERFLOW);
        let overflow = emit.builder.load(word, overflow);
        let none = word.constant(0);
        let overflow = emit.builder.select(is_own, overflow, none);
        // In steps that need no call.
        let step = 16;
        for at in (0..slots::VARIADIC).step_by(step) {
            let from = emit
                .module
                .address_in(emit.variadic_area(), 4 * at as usize);
            let lanes = emit.load_lanes(from, step as u32);
            let zero = emit.vector(step as u32).zero();
            let chosen = emit.builder.select(is_own, lanes.vector, zero);
            let bytes = word.constant((4 * at).into());
            let to = emit.builder.offset(kept, bytes);
            emit.store_labels(chosen, to);
        }
        self.variadic = Some((kept, overflow));
    }

    /// A `va_start`: labels the areas that it sets up.
    pub fn va_start(&mut self, call: Call) {
        let Some((kept, overflow)) = self.variadic else {
            return;
        };
        let Some(next) = call.next() else {
            return;
        };
        let emit = &self.emit;
        emit.builder.go_before(next);
        let arguments = [call.operand(0), kept.value(), overflow];
        emit.helpers
            .runtime(&emit.builder, &calls::VA_START, &arguments);
    }
}
