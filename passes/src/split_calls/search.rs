//! Searches for a constant needle.
//!
//! ```text
//! %r = call ptr @strstr(ptr %s, ptr @ab)           at:
//!                                                    %p = phi ptr [ %s, %head ], [ %q, %next ]
//!                                                    br (load %p == 'a'), label %1, label %miss
//!                                                  1:
//!                                             →      br (load (%p + 1) == 'b'), label %found, label %next
//!                                                  miss:
//!                                                    br (load %p == 0), label %none, label %next
//!                                                  next:
//!                                                    %q = %p + 1; br label %at
//! ```
//!
//! Byte after byte, so that nothing is read past the end or the first match. Where case and length allow it, `strchr`
//! and `memchr` find the places where the first byte is right: that is faster, and the hit counts do not depend on the
//! length of the haystack. Where the locale matters, the function itself is called.

use super::{SplitCalls, case, emit::Emit};
use crate::{
    ir::{Block, Call, Function, IntPredicate, Value},
    libc::{Ends, Search},
};

/// A search to be expanded.
pub struct SearchPlan {
    function: Search,
    needle: Vec<u8>,
}

impl SearchPlan {
    /// The plan for a call, or the reason to leave it alone.
    pub fn of(function: Search, call: Call, pass: &SplitCalls) -> Result<SearchPlan, &'static str> {
        let mut needle = call.operand(function.needle).constant_bytes();
        let needle = needle.as_mut().ok_or("variable-needle")?;
        if call.operand(0).constant_bytes().is_some() {
            return Err("constant-haystack");
        }
        if call.operand(0).is_null() {
            return Err("null");
        }
        let length = match function.needle_length {
            Some(argument) => {
                let length = super::known_length(call.operand(argument), false)?;
                length.ok_or("variable-needle")?
            }
            None => {
                let end = needle.iter().position(|b| *b == 0);
                end.ok_or("no-terminator")? as u64
            }
        };
        if length > needle.len() as u64 {
            return Err("constant-too-short");
        }
        pass.leave_recorded(&needle[..length as usize])?;
        match length {
            0 => return Err("empty"),
            1 => return Err("short-needle"),
            _ if length > pass.unroll => return Err("long-needle"),
            _ => needle.truncate(length as usize),
        }
        let odd = |b: &u8| function.case.is_some_and(|c| case::is_always_odd(c, *b));
        if needle.iter().any(odd) {
            // The function would be called at each place.
            return Err("locale");
        }
        let mut function = function;
        if let Some(argument) = function.length {
            match super::known_length(call.operand(argument), function.signed) {
                // In glib, a negative length means that only the NUL ends the haystack.
                Err(super::NEGATIVE) => function.length = None,
                Ok(Some(most)) if most < length => return Err("needle-too-long"),
                known => drop(known?),
            }
        }
        Ok(SearchPlan {
            function,
            needle: std::mem::take(needle),
        })
    }

    /// Emits the search.
    pub fn expand(&self, emit: &mut Emit) {
        if self.function.ends == Ends::Length {
            emit.watch_all_bytes();
        }
        let haystack = emit.argument(0);
        if self.function.null {
            super::ask_for_null(emit, haystack);
        }
        match self.finder(emit) {
            Some(finder) => self.by_candidates(emit, haystack, finder),
            None => self.byte_by_byte(emit, haystack),
        }
    }

    /// The library function that finds the needle's first byte.
    fn finder(&self, emit: &Emit) -> Option<Function> {
        let (pointer, int) = (emit.module.ptr(), emit.module.int(32));
        match (self.function.case, self.function.ends, self.function.length) {
            (None, Ends::Nul, None) => {
                emit.library_function("strchr", pointer.function_of(&[pointer, int]))
            }
            (None, Ends::Length, Some(_)) => {
                let length = emit.module.int(8 * emit.module.pointer_bytes());
                emit.library_function("memchr", pointer.function_of(&[pointer, int, length]))
            }
            _ => None,
        }
    }

    fn by_candidates(&self, emit: &mut Emit, haystack: Value, finder: Function) {
        // Past the last place where the needle fits.
        let stop = self.last_place(emit).map(|last| {
            let places = emit.builder.add(last, last.ty().constant(1));
            emit.builder.offset(haystack, places)
        });
        let none = emit.null();
        let before = emit.builder.block();
        let (place, next) = (emit.block(), emit.block());
        emit.builder.br(place);
        emit.enter(place);
        let pointer = emit.builder.phi(emit.module.ptr(), &[(haystack, before)]);
        let first = emit.module.const_int(32, self.needle[0].into());
        let mut arguments = vec![pointer.value(), first.value()];
        if let Some(stop) = stop {
            let size = emit.module.int(8 * emit.module.pointer_bytes());
            let [from, to] = [pointer.value(), stop].map(|p| emit.builder.ptr_to_int(p, size));
            arguments.push(emit.builder.sub(to, from));
        }
        let candidate = emit.keep(emit.builder.call_function(finder, &arguments));
        let candidate = emit.builder.freeze(candidate);
        let is_none = emit
            .builder
            .icmp(IntPredicate::Eq, candidate, emit.module.null_ptr());
        emit.leave_if(is_none, none);
        for (at, letter) in (0..).zip(&self.needle).skip(1) {
            let value = emit.byte(candidate, at);
            self.step(emit, value, *letter, next);
        }
        emit.end_with(candidate, true);
        emit.enter(next);
        let following = emit.advanced(candidate, 1);
        let incoming = (following, emit.builder.block());
        emit.builder.add_incoming(pointer, &[incoming]);
        emit.builder.br(place);
    }

    fn byte_by_byte(&self, emit: &mut Emit, haystack: Value) {
        let last = self.last_place(emit);
        let none = emit.null();
        let before = emit.builder.block();
        let place = emit.block();
        let next = emit.block();
        emit.builder.br(place);
        emit.enter(place);
        let pointer = emit.builder.phi(emit.module.ptr(), &[(haystack, before)]);
        let index = last.map(|l| {
            emit.builder
                .phi(l.ty(), &[(l.ty().constant(0).value(), before)])
        });

        let first = emit.byte(pointer, 0);
        let miss = match self.function.ends {
            Ends::Nul => emit.block(),
            _ => next,
        };
        for (at, letter) in (0..).zip(&self.needle) {
            let value = match at {
                0 => first,
                _ => emit.byte(pointer, at),
            };
            let differs = if at == 0 { miss } else { next };
            self.step(emit, value, *letter, differs);
        }
        emit.end_with(pointer, true);

        if miss != next {
            emit.enter(miss);
            let end = emit
                .builder
                .icmp(IntPredicate::Eq, first, first.ty().constant(0));
            emit.cond_br(end, none, next);
        }
        emit.enter(next);
        if let (Some(last), Some(index)) = (last, index) {
            let is_last = emit.builder.icmp(IntPredicate::Eq, index, last);
            emit.leave_if(is_last, none);
            let one = index.ty().constant(1);
            let following = emit.builder.add(index, one);
            let incoming = (following, emit.builder.block());
            emit.builder.add_incoming(index, &[incoming]);
        }
        let following = emit.advanced(pointer, 1);
        let incoming = (following, emit.builder.block());
        emit.builder.add_incoming(pointer, &[incoming]);
        emit.builder.br(place);
    }

    /// Continues if the byte is that of the needle; branches to `differs` if not.
    fn step(&self, emit: &mut Emit, value: Value, letter: u8, differs: Block) {
        let constant = value.ty().constant(letter.into()).value();
        let Some(case) = self.function.case else {
            let equal = emit.builder.icmp(IntPredicate::Eq, value, constant);
            let following = emit.block();
            emit.cond_br(equal, following, differs);
            return emit.enter(following);
        };
        let equal = case::equal(case, &emit.builder, value, constant);
        let following = emit.block();
        if case::asks_function(case) {
            let unequal = emit.block();
            emit.cond_br(equal, following, unequal);
            emit.enter(unequal);
            let odd = case::is_odd(case, &emit.builder, value, constant);
            let original = emit.original();
            emit.cond_br(odd, original, differs);
        } else {
            emit.cond_br(equal, following, differs);
        }
        emit.enter(following);
    }

    /// The index of the last place where the needle fits; leaves if there is none.
    fn last_place(&self, emit: &mut Emit) -> Option<Value> {
        let argument = self.function.length?;
        let length = super::frozen_length(emit, argument, self.function.signed);
        let needle = length.ty().constant(self.needle.len() as u128);
        let too_short = emit.builder.icmp(IntPredicate::Ult, length, needle);
        if too_short.bool_constant().is_none() {
            let none = emit.null();
            emit.leave_if(too_short, none);
        }
        Some(emit.builder.sub(length, needle))
    }
}
