//! A track file's conditions, as an engine works on them.

use fz_abi::angora::Condition;
use fz_tests::tracks::{DONE, Track, op};

/// A condition of a run, with the bytes of the input that decide it.
#[derive(Debug)]
pub struct Tracked {
    pub condition: Condition,
    /// Which operand they flow into.
    pub operand: usize,
    pub bytes: Vec<[usize; 2]>,
    /// Both operands of a call.
    pub texts: Option<[Vec<u8>; 2]>,
}

pub fn conditions(track: &Track) -> Vec<Tracked> {
    let tracked = track.conditions.iter().zip(0..).map(|(c, number)| {
        let operand = usize::from(c.lb1 == 0);
        let segments = track.segments([c.lb1, c.lb2][operand]).into_iter();
        let mut texts = track.texts.iter();
        Tracked {
            condition: c.asked(),
            operand,
            bytes: segments
                .map(|(_, begin, end)| [begin as usize, end as usize])
                .collect(),
            texts: texts
                .find(|(n, ..)| *n == number)
                .map(|(_, a, b)| [a.clone(), b.clone()]),
        }
    });
    tracked.collect()
}

impl Tracked {
    /// Whether a branch asks, so that there is another answer.
    pub fn is_asked(&self) -> bool {
        self.condition.op < op::FIRST_UNASKED && self.condition.condition != DONE
    }

    /// The input with which the answer should be the other one: bytes that are the operand get a value that is.
    pub fn flipped(&self, input: &[u8]) -> Option<Vec<u8>> {
        let Condition {
            op,
            condition,
            operands,
            size,
            ..
        } = self.condition;
        let other = operands[1 - self.operand];
        let mut flipped = input.to_owned();
        if let (op::FUNCTION, Some(texts)) = (op, &self.texts) {
            let text = &texts[1 - self.operand];
            for ([begin, _], byte) in self.bytes.iter().zip(text) {
                flipped[*begin] = *byte;
            }
            return (self.bytes.len() == text.len()).then_some(flipped);
        }
        let [[begin, end]] = self.bytes[..] else {
            return None;
        };
        if !matches!(end - begin, 1 | 2 | 4 | 8) {
            return None;
        }
        let value = if op & op::PREDICATE <= op::LAST_FLOAT {
            let step = if condition == 0 { 1.0 } else { -1.0 };
            (f64::from_bits(other) + step).to_bits()
        } else {
            let near = [other, other.wrapping_add(1), other.wrapping_sub(1)];
            let within = |n: u64| n & (u64::MAX >> (64 - 8 * size));
            let fits = |n: &u64| {
                let unused = 64 - 8 * (end - begin) as u32;
                let signed = within(((n << unused) as i64 >> unused) as u64);
                *n == n << unused >> unused || *n == signed
            };
            let mut near = near.into_iter().map(within).filter(fits);
            near.find(|n| {
                let mut pair = [*n; 2];
                pair[1 - self.operand] = other;
                u32::from(holds(op & op::PREDICATE, size, pair)) != condition
            })?
        };
        flipped[begin..end].copy_from_slice(&value.to_le_bytes()[..end - begin]);
        Some(flipped)
    }
}

fn holds(predicate: u32, size: u32, pair: [u64; 2]) -> bool {
    let is_signed =
        (op::GREATER + op::SIGNED..=op::LESS_OR_EQUAL + op::SIGNED).contains(&predicate);
    // Signed numbers are in the order of unsigned ones once their sign is the other.
    let [a, b] = pair.map(|n| n ^ u64::from(is_signed) << (8 * size - 1));
    match predicate - if is_signed { op::SIGNED } else { 0 } {
        op::EQUAL | op::SWITCH => a == b,
        op::NOT_EQUAL => a != b,
        op::GREATER => a > b,
        op::GREATER_OR_EQUAL => a >= b,
        op::LESS => a < b,
        op::LESS_OR_EQUAL => a <= b,
        other => panic!("predicate {other}"),
    }
}
