//! Calls: labels are passed in slots, whatever the callee is.

use fz_abi::{taint::slots, variables};

use super::{
    helpers::Helper,
    memory::is_shared,
    shadow::{Shadow, members},
    walk::Walk,
};
use crate::{
    ir::{Block, Call, Inst, Op, Value},
    libc::{self, Labels},
    marks::site,
    taint::is_left_alone,
};

/// What a call calls.
pub enum Callee {
    /// A planted site: there is no callee.
    Site,
    Intrinsic(String),
    Assembly,
    Other,
}

impl Callee {
    /// What this call calls.
    pub fn of(call: Call) -> Callee {
        match call.called() {
            Some(function) if site::is_site(function) => Callee::Site,
            Some(function) if function.is_intrinsic() => Callee::Intrinsic(function.name()),
            None if call.calls_asm() => Callee::Assembly,
            _ => Callee::Other,
        }
    }
}

impl Walk<'_> {
    /// Reads the labels of the parameters, at the function's entry.
    pub fn enter(&mut self) {
        let place = self
            .function
            .entry()
            .instructions()
            .find(|i| !i.is_alloca());
        self.emit.builder.go_before(place.expect("a block ends"));
        if self.function.is_variadic() && self.calls_va_start() {
            self.keep_variadic();
        }
        let parameters = self.function.parameters();
        let count = parameters.len().min(slots::ARGUMENTS as usize);
        let slots = self.emit.label(count as u32);
        let enter = [self.function.value(), slots];
        self.emit
            .helpers
            .call(&self.emit.builder, Helper::Enter, &enter);
        for (at, parameter) in parameters.into_iter().enumerate().take(count) {
            let at = at as u32;
            if let Some(ty) = self.function.by_value(at) {
                let emit = &self.emit;
                let bytes = emit.module.store_size(ty);
                let bytes = emit.module.int(64).constant(bytes.into());
                let arguments = [parameter, emit.source_slot(at), bytes.value()];
                emit.helpers
                    .call(&emit.builder, Helper::ByValue, &arguments);
            } else if parameter.has_uses() {
                let shadow = self.emit.take_argument(at, parameter.ty());
                self.define(parameter, shadow);
            }
        }
    }

    fn calls_va_start(&self) -> bool {
        let mut all = self.function.calls();
        all.any(|call| call.called_name().starts_with("llvm.va_start"))
    }

    /// Passes the labels of the result.
    pub fn leave(&mut self, ret: Inst) {
        if ret.operand_count() == 0 || follows_tail_call(ret) {
            return;
        }
        let value = ret.operand(0);
        let shadow = self.shadow(value);
        self.emit.put_result(value.ty(), &shadow);
        self.emit.set_word(&variables::RETURN_TAG, self.function);
    }

    /// Passes the labels of the arguments, and reads those of the result.
    pub fn call(&mut self, call: Call) {
        let arguments = call.arguments();
        let shadows: Vec<_> = arguments.iter().map(|a| self.shadow(*a)).collect();
        for (at, (argument, shadow)) in arguments.iter().zip(&shadows).enumerate() {
            let at = at as u32;
            match call.argument_by_value(at) {
                _ if at >= slots::ARGUMENTS => self.cx.skip("arguments"),
                Some(_) => self.emit.put_source(at, *argument),
                None => self.emit.put_argument(at, argument.ty(), shadow),
            }
        }
        if call.called_type().is_variadic() {
            self.emit.put_variadic(call, &shadows);
        }
        self.emit.set_word(&variables::TAG, self.callee(call));
        if call.is_musttail() {
            self.emit.set_word(&variables::FORWARDED, self.function);
            return;
        }
        if !call.ty().is_void() && call.has_uses() {
            self.read_result(call, &arguments, &shadows);
        }
    }

    /// By what the callee knows that it is meant. Nobody knows which function an ifunc is until the program runs; and where
    /// its address is taken, LLVM 22 crashes when it links with summaries.
    fn callee(&self, call: Call) -> Value {
        let module = self.emit.module;
        match call.callee().is_ifunc() {
            true => module.const_pointer(slots::ANY.into()).value(),
            false => call.callee(),
        }
    }

    /// Reads the labels of a result.
    fn read_result(&mut self, call: Call, arguments: &[Value], shadows: &[Shadow]) {
        let labels = libc::function(&call.called_name()).and_then(|f| f.labels);
        if labels == Some(Labels::Discard) || !self.go_after(call) {
            return;
        }
        let emit = &self.emit;
        let is_ours = call
            .called()
            .is_some_and(|f| f.is_definition() && f.is_local() && !is_left_alone(emit.module, f));
        if !is_ours {
            // Four bits for each argument.
            let lanes = arguments.iter().enumerate().take(16).map(|(at, argument)| {
                let is_memory = call.argument_by_value(at as u32).is_some();
                let is_clean = is_memory || shadows[at].is_clean();
                let count = match is_clean {
                    true => 0,
                    false => emit.slot_lanes(argument.ty()),
                };
                u64::from(count) << (4 * at)
            });
            let lanes = lanes.fold(0, |all, one| all | one);
            let name = call.called_name();
            let name = match labels {
                None if !name.is_empty() && lanes != 0 => self.options.name(&name).value(),
                _ => emit.module.null_ptr().value(),
            };
            let lanes = emit.module.const_int(64, lanes).value();
            let back = [self.callee(call), name, lanes];
            emit.helpers.call(&emit.builder, Helper::Back, &back);
        }
        let shadow = emit.take_result(call.ty());
        self.define(call, shadow);
    }

    /// Moves the builder to where the call has returned; `false` if no code can be added there.
    fn go_after(&self, call: Call) -> bool {
        let place = match call.op() {
            Op::Call => call.next(),
            Op::Invoke => {
                let target = call.as_term().map(|invoke| invoke.successors()[0]);
                target.and_then(Block::first_insertion_point)
            }
            _ => None,
        };
        match place {
            Some(place) => {
                self.emit.builder.go_before(place);
                self.emit.builder.locate(call);
                true
            }
            None => false,
        }
    }

    /// The result depends on all inputs; what the assembly does to memory is not known.
    pub fn assembly(&mut self, call: Call) {
        self.cx.skip("assembly");
        let shadow = self.joined(&call.arguments());
        self.give(call, shadow);
    }

    /// Defines the result with one label, whatever its type.
    fn give(&mut self, call: Call, shadow: Shadow) {
        if call.ty().is_void() || shadow.is_clean() || !call.is(Op::Call) {
            return;
        }
        let shadow = match members(self.emit.module, call.ty()) {
            Some(members) => Shadow::Members(vec![shadow; members.len()]),
            None => shadow,
        };
        self.define(call, shadow);
    }

    /// An intrinsic, by its name.
    pub fn intrinsic(&mut self, call: Call, name: &str) {
        let kind = name.strip_prefix("llvm.").unwrap_or(name);
        let begins = |with: &str| kind.starts_with(with);
        if begins("memcpy.inline.") {
            self.copied(call, true);
        } else if begins("memcpy.") || begins("memmove.") {
            self.copied(call, false);
        } else if begins("memset.inline.") {
            self.set(call, true);
        } else if begins("memset.") {
            self.set(call, false);
        } else if begins("va_start") {
            self.va_start(call);
        } else if begins("lifetime.start") {
            let memory = call.operand(call.arguments().len() as u32 - 1);
            let alloca = memory.as_inst().filter(|i| i.is_alloca());
            if let Some(alloca) = alloca.filter(|_| is_shared(memory)) {
                self.clear(alloca);
            }
        } else if begins("masked.") {
            self.masked(call, kind);
        } else if begins("bswap.") {
            let shadow = self.swapped(call.operand(0));
            self.define_unless_clean(call, shadow);
        } else if begins("fshl.") || begins("fshr.") {
            let arguments = call.arguments();
            if arguments.iter().any(|a| !self.shadow(*a).is_clean()) {
                let shadow = self.funnel(&arguments, begins("fshl."));
                self.define_unless_clean(call, shadow);
            }
        } else if !call.ty().is_void() && self.may_have_labels(call) {
            let shadow = self.joined(&call.arguments());
            self.give(call, shadow);
        }
    }

    fn define_unless_clean(&mut self, call: Call, shadow: Shadow) {
        if !shadow.is_clean() {
            self.define(call, shadow);
        }
    }

    /// Treats all lanes as read or written.
    fn masked(&mut self, call: Call, kind: &str) {
        self.cx.skip("masked");
        if kind.starts_with("store.") {
            let [value, pointer] = [call.operand(0), call.operand(1)];
            let shadow = self.shadow(value);
            if !shadow.is_clean() {
                self.emit.stored(pointer, value.ty(), &shadow);
            }
        } else if !call.ty().is_void() {
            let shadow = self.joined(&call.arguments());
            self.give(call, shadow);
        }
    }
}

/// Whether no code may be added between a return and the call before it.
fn follows_tail_call(ret: Inst) -> bool {
    let before = ret.previous();
    let call = match before {
        Some(cast) if cast.is(Op::BitCast) => cast.previous(),
        other => other,
    };
    call.and_then(Inst::as_call).is_some_and(Call::is_musttail)
}
