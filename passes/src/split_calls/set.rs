//! Sets of characters: a switch with a case for each of them.
//!
//! ```text
//! %r = call ptr @strchr(ptr @ab, i32 %c)           switch i8 (trunc %c), label %none [ i8 'a', label %1
//!                                             →                                         i8 'b', label %2
//!                                                                                       i8 0, label %3 ]
//!
//! %n = call i64 @strcspn(ptr %s, ptr @ab)          at:
//!                                                    %n = phi i64 [ 0, %head ], [ %m, %next ]
//!                                             →      switch i8 (load (%s + %n)), label %next [
//!                                                      i8 'a', label %1  i8 'b', label %2  i8 0, label %3 ]
//! ```

use super::{SplitCalls, emit::Emit};
use crate::{
    ir::{Block, Call},
    libc::{Ends, Member, Reached, Side, Span},
};

/// A search for a character in a constant set.
pub struct MemberPlan {
    /// Each character once, with its place.
    places: Vec<(u8, u64)>,
}

impl MemberPlan {
    /// The plan for a call, or the reason to leave it alone.
    pub fn of(function: Member, call: Call, pass: &SplitCalls) -> Result<MemberPlan, &'static str> {
        let mut set = call.operand(0).constant_bytes().ok_or("variable-set")?;
        if call.operand(1).is_constant() {
            return Err("constant");
        }
        if function.ends == Ends::Nul {
            let end = set.iter().position(|b| *b == 0).ok_or("no-terminator")?;
            pass.leave_recorded(&set[..end])?;
            // The NUL is found like any other character.
            set.truncate(end + 1);
        }
        if let Some(argument) = function.length {
            let length = super::known_length(call.operand(argument), false)?;
            let length = length.ok_or("variable-length")?;
            if length > set.len() as u64 {
                return Err("constant-too-short");
            }
            set.truncate(length as usize);
            pass.leave_recorded(&set)?;
        }
        let mut places: Vec<(u8, u64)> = Vec::new();
        for (at, character) in (0..).zip(set) {
            match places.iter_mut().find(|(c, _)| *c == character) {
                Some((_, place)) if function.last => *place = at,
                Some(_) => {}
                None => places.push((character, at)),
            }
        }
        Ok(MemberPlan { places })
    }

    /// Emits the switch.
    pub fn expand(&self, emit: &mut Emit) {
        let none = emit.null();
        let character = emit.frozen(emit.argument(1));
        let byte = emit.module.int(8);
        let character = emit.builder.trunc(character, byte);
        let ways: Vec<Block> = self.places.iter().map(|_| emit.block()).collect();
        let cases: Vec<_> = self
            .places
            .iter()
            .zip(&ways)
            .map(|((c, _), way)| (byte.constant((*c).into()), *way))
            .collect();
        emit.switch(character, none, &cases);
        let set = emit.argument(0);
        for ((_, place), way) in self.places.iter().zip(ways) {
            emit.enter(way);
            let found = emit.advanced(set, *place);
            emit.end_with(found, true);
        }
    }
}

/// How many leading characters of a string are in a constant set, or are not.
pub struct SpanPlan {
    function: Span,
    set: Vec<u8>,
}

impl SpanPlan {
    /// The plan for a call, or the reason to leave it alone.
    pub fn of(function: Span, call: Call, pass: &SplitCalls) -> Result<SpanPlan, &'static str> {
        let mut set = call.operand(1).constant_bytes().ok_or("variable-set")?;
        if call.operand(0).constant_bytes().is_some() {
            return Err("constant");
        }
        let end = set.iter().position(|b| *b == 0).ok_or("no-terminator")?;
        set.truncate(end);
        pass.leave_recorded(&set)?;
        set.sort_unstable();
        set.dedup();
        match set.is_empty() {
            true => Err("empty"),
            false => Ok(SpanPlan { function, set }),
        }
    }

    /// Emits the loop.
    pub fn expand(&self, emit: &mut Emit) {
        let string = emit.argument(0);
        let number = match self.function.result {
            Reached::Count => emit.result_type(),
            Reached::Pointer => emit.module.int(64),
        };
        let before = emit.builder.block();
        let [place, next, outside] = [(); 3].map(|()| emit.block());
        emit.builder.br(place);
        emit.enter(place);
        let index = emit
            .builder
            .phi(number, &[(number.constant(0).value(), before)]);
        let pointer = emit.builder.offset(string, index);
        let value = emit.byte(pointer, 0);
        let found: Vec<Block> = self.set.iter().map(|_| emit.block()).collect();
        let end = match self.function.result {
            Reached::Count => emit.block(),
            Reached::Pointer => emit.null(),
        };
        let ways = self.set.iter().zip(&found).chain([(&0, &end)]);
        let cases: Vec<_> = ways
            .map(|(c, way)| (value.ty().constant((*c).into()), *way))
            .collect();
        emit.switch(value, outside, &cases);

        let reached = match self.function.result {
            Reached::Count => index.value(),
            Reached::Pointer => pointer,
        };
        // A count may be zero.
        let not_zero = self.function.result == Reached::Pointer;
        for way in found {
            emit.enter(way);
            match self.function.goes_on {
                Side::Inside => {
                    emit.builder.br(next);
                }
                Side::Outside => emit.end_with(reached, not_zero),
            }
        }
        emit.enter(outside);
        match self.function.goes_on {
            Side::Inside => emit.end_with(reached, not_zero),
            Side::Outside => {
                emit.builder.br(next);
            }
        }
        if self.function.result == Reached::Count {
            emit.enter(end);
            emit.end_with(reached, false);
        }
        emit.enter(next);
        let following = emit.builder.add(index, number.constant(1));
        emit.builder.add_incoming(index, &[(following, next)]);
        emit.builder.br(place);
    }
}
