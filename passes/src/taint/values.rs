//! Labels of computed values: bytes keep theirs where the operation moves bytes, and share one where it mixes them.

use super::{
    demand::demanded_bytes,
    shadow::{Lanes, Shadow, element_lanes, lanes_of, members, members_at},
    spread::is_shift_by_constant,
    walk::Walk,
};
use crate::ir::{Inst, Op, Value};

impl Walk<'_> {
    /// The labels of an instruction with an operand that has labels.
    pub fn computed(&mut self, value: Inst) -> Shadow {
        use Op::*;
        let lanes = lanes_of(self.emit.module, value.ty());
        match (value.op(), lanes) {
            (Freeze, _) => self.shadow(value.operand(0)),
            (BitCast, Some(count)) => match self.shadow(value.operand(0)) {
                Shadow::Bytes(lanes) if lanes.count == count => Shadow::Bytes(lanes),
                other => self.emit.one(&other),
            },
            (And | Or | Xor, Some(count)) => self.bitwise(value, count),
            (Shl | LShr | AShr, Some(count)) if is_shift_by_constant(value) => {
                self.shifted(value, count)
            }
            (ZExt | SExt | Trunc, _) => self.resized(value, lanes),
            (ShuffleVector, Some(count)) => self.shuffled(value, count),
            (InsertElement, Some(count)) => self.inserted(value, count),
            (ExtractElement, _) => self.extracted(value, lanes),
            (ExtractValue, _) => self.extracted_member(value),
            (InsertValue, _) => self.inserted_member(value),
            (_, Some(count)) if value.ty().is_vector() => self.by_elements(value, count),
            (Add | Sub | Mul, Some(count)) => self.summed(value, count),
            _ => self.joined(&self.all_operands(value)),
        }
    }

    fn all_operands(&self, value: Inst) -> Vec<Value> {
        (0..value.operand_count())
            .map(|i| value.operand(i))
            .collect()
    }

    /// A byte of a sum depends only on the bytes at or below it.
    fn summed(&self, value: Inst, count: u32) -> Shadow {
        let demanded = demanded_bytes(value);
        let operands = self.all_operands(value);
        if demanded >= count {
            return self.joined(&operands);
        }
        let lower: Vec<_> = (0..count)
            .map(|l| Some(l).filter(|l| *l < demanded))
            .collect();
        let shadows = operands.iter().map(|o| match self.shadow(*o) {
            Shadow::Bytes(lanes) => Shadow::Bytes(self.emit.pick(&lanes, &lower)),
            other => other,
        });
        self.emit.join(&shadows.collect::<Vec<_>>())
    }

    fn bitwise(&self, value: Inst, count: u32) -> Shadow {
        let [a, b] = [value.operand(0), value.operand(1)];
        let [shadow, other] = [a, b].map(|v| self.shadow(v));
        if !value.is(Op::And) {
            return self.mixed(&shadow, &other);
        }
        // A byte that is zero whatever the other operand is.
        let (constant, shadow) = match (b.int_constant(), a.int_constant()) {
            (Some(constant), _) => (constant, shadow),
            (_, Some(constant)) => (constant, other),
            _ => return self.mixed(&shadow, &other),
        };
        let from = self.emit.bytes(&shadow, count);
        let kept = |lane: &u32| constant >> (8 * lane) & 0xff != 0;
        let kept: Vec<_> = (0..count).map(|lane| Some(lane).filter(kept)).collect();
        match kept.iter().all(Option::is_some) {
            true => shadow,
            false => Shadow::Bytes(self.emit.pick(&from, &kept)),
        }
    }

    /// The union byte by byte, if both operands still have separate labels. A value that was computed before has one
    /// label for all its bytes: hashes and checksums would otherwise update eight unions and gain nothing.
    fn mixed(&self, a: &Shadow, b: &Shadow) -> Shadow {
        match (a, b) {
            (Shadow::Bytes(lanes), Shadow::One(_)) | (Shadow::One(_), Shadow::Bytes(lanes))
                if lanes.live != 0 =>
            {
                self.emit.join(&[a.clone(), b.clone()])
            }
            _ => self.emit.merge(a, b),
        }
    }

    fn shifted(&self, value: Inst, count: u32) -> Shadow {
        let shadow = self.shadow(value.operand(0));
        let is_arithmetic = value.is(Op::AShr);
        if is_arithmetic && !matches!(shadow, Shadow::Bytes(_)) {
            return shadow;
        }
        let by = value.operand(1).int_constant().expect("it is one") as u32;
        let (whole, rest) = ((by / 8) as i64, by % 8);
        if let Shadow::One(label) = shadow {
            // All bytes that get bits of the value have its label.
            let left = value.is(Op::Shl);
            let kept = (0..count).map(|lane| {
                let (from_low, room) = (lane, count - 1 - lane);
                let inward = if left { from_low } else { room };
                (i64::from(inward) >= whole).then_some(lane)
            });
            let splat = self.emit.splat(label, count);
            let kept: Vec<_> = kept.collect();
            return Shadow::Bytes(self.emit.pick(&splat, &kept));
        }
        let from = self.emit.bytes(&shadow, count);
        let shifted = |bytes: i64| -> Lanes {
            let lanes = (0..i64::from(count)).map(|lane| {
                let from = match value.is(Op::Shl) {
                    true => lane - bytes,
                    false => lane + bytes,
                };
                match from {
                    _ if from < 0 => None,
                    _ if from >= i64::from(count) => is_arithmetic.then_some(count - 1),
                    _ => Some(from as u32),
                }
            });
            self.emit.pick(&from, &lanes.collect::<Vec<_>>())
        };
        Shadow::Bytes(match rest {
            0 => shifted(whole),
            // Each byte gets bits of two bytes.
            _ => self.emit.union_lanes(&shifted(whole), &shifted(whole + 1)),
        })
    }

    /// `zext`, `sext`, `trunc`, element by element.
    fn resized(&self, value: Inst, lanes: Option<u32>) -> Shadow {
        let from = value.operand(0);
        let shadow = self.shadow(from);
        let is_signed = value.is(Op::SExt);
        let is_wider = !value.is(Op::Trunc);
        let is_apart = matches!(shadow, Shadow::Bytes(_)) || is_wider && !is_signed;
        let narrow = match lanes_of(self.emit.module, from.ty()) {
            Some(count) => count,
            // A truth value, a byte, or a vector of truth values.
            None if from.ty().vector().is_none() => 1,
            None => return self.emit.one(&shadow),
        };
        let wide = match lanes {
            Some(count) => count,
            None if value.ty().vector().is_none() && matches!(shadow, Shadow::Bytes(_)) => 1,
            None => return self.emit.one(&shadow),
        };
        if !is_apart {
            return self.emit.one(&shadow);
        }
        let elements = value.ty().vector().map_or(1, |(_, elements)| elements);
        let (narrow_each, wide_each) = (narrow / elements, wide / elements);
        let source = match narrow {
            1 => {
                let zero = self.emit.vector(1).zero();
                let label = self.emit.sum(&shadow);
                Lanes {
                    vector: self.emit.builder.with_lane(zero, label, 0),
                    count: 1,
                    live: 1,
                }
            }
            _ => self.emit.bytes(&shadow, narrow),
        };
        let picked = (0..wide).map(|lane| {
            let (element, byte) = (lane / wide_each, lane % wide_each);
            let last = narrow_each - 1;
            match byte < narrow_each {
                true => Some(element * narrow_each + byte),
                false => is_signed.then_some(element * narrow_each + last),
            }
        });
        let picked = self.emit.pick(&source, &picked.collect::<Vec<_>>());
        match wide {
            1 => self.emit.one(&Shadow::Bytes(picked)),
            _ => Shadow::Bytes(picked),
        }
    }

    fn shuffled(&self, value: Inst, count: u32) -> Shadow {
        let [a, b] = [value.operand(0), value.operand(1)];
        let [first, second] = [a, b].map(|v| self.shadow(v));
        let is_apart = |s: &Shadow| matches!(s, Shadow::Bytes(_));
        if !is_apart(&first) && !is_apart(&second) {
            return self.emit.join(&[first, second]);
        }
        let each = element_lanes(value.ty(), count);
        let (_, elements) = a.ty().vector().expect("a shuffle is of vectors");
        let [first, second] = [first, second].map(|s| self.emit.bytes(&s, elements * each));
        let mask = value.shuffle_mask();
        let of = |lanes: &Lanes, begin: u32| {
            let lane = mask.iter().flat_map(|from| {
                let element = from.filter(|f| (begin..begin + elements).contains(f));
                (0..each).map(move |byte| element.map(|e| (e - begin) * each + byte))
            });
            self.emit.pick(lanes, &lane.collect::<Vec<_>>())
        };
        Shadow::Bytes(
            self.emit
                .union_lanes(&of(&first, 0), &of(&second, elements)),
        )
    }

    fn inserted(&self, value: Inst, count: u32) -> Shadow {
        let [vector, element, index] = [0, 1, 2].map(|i| value.operand(i));
        let shadow = self.shadow(vector);
        let each = element_lanes(value.ty(), count);
        let Some(at) = index
            .int_constant()
            .filter(|at| *at < (count / each).into())
        else {
            return self.joined(&[vector, element, index]);
        };
        let at = at as u32 * each;
        let mut lanes = self.emit.bytes(&shadow, count);
        let new = self.shadow(element);
        let bytes = match each {
            1 => None,
            _ => Some(self.emit.bytes(&new, each)),
        };
        for lane in 0..each {
            let label = match &bytes {
                Some(bytes) => self.emit.builder.lane(bytes.vector, lane),
                None => self.emit.sum(&new),
            };
            lanes.vector = self.emit.builder.with_lane(lanes.vector, label, at + lane);
            lanes.live |= 1 << (at + lane);
        }
        Shadow::Bytes(lanes)
    }

    fn extracted(&self, value: Inst, lanes: Option<u32>) -> Shadow {
        let [vector, index] = [value.operand(0), value.operand(1)];
        let shadow = self.shadow(vector);
        let (Shadow::Bytes(from), Some(at)) = (&shadow, index.int_constant()) else {
            return self.joined(&[vector, index]);
        };
        let each = element_lanes(vector.ty(), from.count);
        let at = at as u32 * each;
        if at >= from.count {
            return self.emit.one(&shadow);
        }
        let picked: Vec<_> = (at..at + each).map(Some).collect();
        let picked = Shadow::Bytes(self.emit.pick(from, &picked));
        match lanes {
            Some(count) if count == each => picked,
            _ => self.emit.one(&picked),
        }
    }

    fn extracted_member(&self, value: Inst) -> Shadow {
        let aggregate = value.operand(0);
        let module = self.emit.module;
        match self.shadow(aggregate) {
            Shadow::Members(all) => {
                let (at, count) = members_at(module, aggregate.ty(), &value.member_path());
                match members(module, value.ty()) {
                    Some(_) => Shadow::Members(all[at..at + count].to_vec()),
                    None => all[at].clone(),
                }
            }
            other => self.emit.one(&other),
        }
    }

    fn inserted_member(&self, value: Inst) -> Shadow {
        let [aggregate, member] = [value.operand(0), value.operand(1)];
        let module = self.emit.module;
        let Some(types) = members(module, value.ty()) else {
            return self.joined(&[aggregate, member]);
        };
        let mut parts = self.parts(&self.shadow(aggregate), types.len());
        let (at, count) = members_at(module, value.ty(), &value.member_path());
        let new = self.shadow(member);
        let new = match (members(module, member.ty()), &new) {
            (None, _) => vec![new],
            _ => self.parts(&new, count),
        };
        parts.splice(at..at + count, new);
        Shadow::Members(parts)
    }

    /// Elements of vectors stay separate.
    fn by_elements(&self, value: Inst, count: u32) -> Shadow {
        let shadows: Vec<_> = self
            .all_operands(value)
            .into_iter()
            .map(|o| self.shadow(o))
            .collect();
        if !shadows.iter().any(|s| matches!(s, Shadow::Bytes(_))) {
            return self.emit.join(&shadows);
        }
        let merged = shadows.iter().fold(Shadow::Clean, |a, b| match b {
            Shadow::Bytes(lanes) if lanes.count != count => self.emit.merge(&a, &self.emit.one(b)),
            _ => self.emit.merge(&a, b),
        });
        let each = element_lanes(value.ty(), count);
        match merged {
            Shadow::Bytes(lanes) if each > 1 => Shadow::Bytes(self.emit.by_elements(&lanes, each)),
            other => other,
        }
    }

    /// The bytes in reverse order.
    pub fn swapped(&self, value: Value) -> Shadow {
        match self.shadow(value) {
            Shadow::Bytes(lanes) => {
                let each = element_lanes(value.ty(), lanes.count);
                let picked = (0..lanes.count).map(|lane| {
                    let (element, byte) = (lane / each, lane % each);
                    Some(element * each + each - 1 - byte)
                });
                Shadow::Bytes(self.emit.pick(&lanes, &picked.collect::<Vec<_>>()))
            }
            other => other,
        }
    }

    /// A funnel shift: two values side by side, shifted left or right; the result is the upper or the lower half.
    pub fn funnel(&self, arguments: &[Value], is_left: bool) -> Shadow {
        let [high, low, by] = arguments[..] else {
            unreachable!("three arguments");
        };
        let bits = high.ty().int_bits();
        let lanes = lanes_of(self.emit.module, high.ty());
        let (Some(count), Some(bits), Some(by)) = (lanes, bits, by.int_constant()) else {
            return self.joined(arguments);
        };
        if bits % 8 != 0 {
            return self.joined(arguments);
        }
        if high == low && matches!(self.shadow(high), Shadow::One(_)) {
            return self.shadow(high);
        }
        let by = (by % u128::from(bits)) as u32;
        let [upper, lower] = [high, low].map(|v| self.emit.bytes(&self.shadow(v), count));
        // The bit of the concatenation at which the result begins.
        let begin = match is_left {
            true => bits - by,
            false => by,
        };
        let picked = |first: u32| {
            let at = |lanes: &Lanes, base: u32| {
                let lane = (0..count).map(|lane| {
                    let from = first + lane;
                    from.checked_sub(base).filter(|l| *l < count)
                });
                self.emit.pick(lanes, &lane.collect::<Vec<_>>())
            };
            self.emit.union_lanes(&at(&lower, 0), &at(&upper, count))
        };
        Shadow::Bytes(match begin % 8 {
            0 => picked(begin / 8),
            _ => {
                let (a, b) = (picked(begin / 8), picked(begin / 8 + 1));
                self.emit.union_lanes(&a, &b)
            }
        })
    }
}
