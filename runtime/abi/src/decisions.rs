//! Decisions: an `&&` or `||` of the source with all that is joined below it, and how its evaluations are numbered.
//!
//! A decision asks its conditions from left to right, and after each answer it goes on to a later one or ends. So its
//! evaluations are the ways through a graph without cycles, and have numbers (Ball and Larus, Efficient Path Profiling,
//! §3): an answer of false adds the number of ways that follow the answer of true, an answer of true adds nothing. A condition
//! that the compiler knows the answer of has one way out and adds nothing.
//!
//! Beside a function's counters stands an array ([`COUNTERS`](crate::sections::COUNTERS)) with a part for each decision.
//! A decision with up to [`BYTES`] evaluations has a byte for each, 1 if it was seen. Others have a table: [`SLOTS`] words of
//! 8 bytes without a gap, each 0 or the number of an evaluation and 1, and a word more that is not 0 if one found no room.
//! An evaluation stands in one of the [`PROBES`] slots from [`slot`] on, the first that was free.

/// What follows the answer that ends an evaluation, in place of a condition's number: the decision is true.
pub const TRUE: u32 = u32::MAX;
/// It is false.
pub const FALSE: u32 = u32::MAX - 1;

/// So many evaluations have a byte each.
pub const BYTES: u64 = 1024;
/// So many are kept of a decision with more.
pub const SLOTS: u64 = 512;
/// So many slots are tried.
pub const PROBES: u64 = 64;
/// No decision has more evaluations than can be numbered with one word.
pub const MOST: u64 = 1 << 62;
/// Of a hash: the multiplier of Knuth's, for 64 bits.
pub const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
/// What is left of the product: a number below [`SLOTS`].
pub const SHIFT: u64 = 64 - SLOTS.trailing_zeros() as u64;

/// A condition of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Asked {
    /// What follows if it is true, and if it is false: a later condition's number, [`TRUE`] or [`FALSE`].
    pub then: [u32; 2],
    /// The answer, where the compiler knows it.
    pub known: Option<bool>,
}

/// The index in [`Asked::then`] of what follows an answer.
pub const fn way(answer: bool) -> usize {
    if answer { 0 } else { 1 }
}

/// Counts the ways from each condition to the end, those from the first first. `None`: too many, or the graph is none.
pub fn count(asked: &[Asked], ways: &mut [u64]) -> Option<u64> {
    for at in (0..asked.len()).rev() {
        let of = |next: u32| match next {
            TRUE | FALSE => Some(1),
            next => ways[..asked.len()]
                .get(next as usize)
                .filter(|_| next as usize > at)
                .copied(),
        };
        let [yes, no] = [of(asked[at].then[0])?, of(asked[at].then[1])?];
        ways[at] = match asked[at].known {
            Some(answer) => [yes, no][way(answer)],
            None => yes.checked_add(no).filter(|sum| *sum <= MOST)?,
        };
    }
    ways.first().copied()
}

/// What an answer adds to the number of an evaluation. `ways`: what [`count`] has found.
pub fn adds(asked: &[Asked], ways: &[u64], at: usize, answer: bool) -> u64 {
    match (asked[at].known, answer, asked[at].then[0]) {
        (Some(_), ..) | (_, true, _) => 0,
        (None, false, TRUE | FALSE) => 1,
        (None, false, next) => ways[next as usize],
    }
}

/// Answers in the order in which an evaluation asks, by its number; then the decision's. `None`: it has no such.
pub fn follow(
    asked: &[Asked],
    ways: &[u64],
    mut number: u64,
    mut answered: impl FnMut(usize, bool),
) -> Option<bool> {
    if number >= *ways.first()? {
        return None;
    }
    let mut at = 0;
    loop {
        let no = adds(asked, ways, at, false);
        let answer = asked[at].known.unwrap_or(number < no);
        if asked[at].known.is_none() && !answer {
            number -= no;
        }
        answered(at, answer);
        match asked[at].then[way(answer)] {
            TRUE => return Some(true),
            FALSE => return Some(false),
            next => at = next as usize,
        }
    }
}

/// The bytes that a decision takes in its function's array.
pub const fn bytes(ways: u64) -> u64 {
    if ways <= BYTES { ways } else { 8 * (SLOTS + 1) }
}

/// The slot from which an evaluation is looked for.
pub const fn slot(number: u64) -> u64 {
    number.wrapping_mul(MULTIPLIER) >> SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn asked(yes: u32, no: u32) -> Asked {
        Asked {
            then: [yes, no],
            known: None,
        }
    }

    /// `(a || b) && (c || d)`
    const PAIRS: [Asked; 4] = [
        asked(2, 1),
        asked(2, FALSE),
        asked(TRUE, 3),
        asked(TRUE, FALSE),
    ];

    #[test]
    fn each_way_has_a_number_that_the_answers_add_up_to() {
        let mut ways = [0; 4];
        assert_eq!(count(&PAIRS, &mut ways), Some(7));
        let mut seen = [false; 7];
        for answers in 0..16u32 {
            let (mut at, mut sum) = (0, 0);
            let mut asked = [None; 4];
            let result = loop {
                let answer = answers >> at & 1 == 1;
                asked[at] = Some(answer);
                sum += adds(&PAIRS, &ways, at, answer);
                match PAIRS[at].then[way(answer)] {
                    TRUE => break true,
                    FALSE => break false,
                    next => at = next as usize,
                }
            };
            let [a, b, c, d] = [0, 1, 2, 3].map(|bit| answers >> bit & 1 == 1);
            assert_eq!(result, (a || b) && (c || d));
            let mut followed = [None; 4];
            let said = follow(&PAIRS, &ways, sum, |at, answer| followed[at] = Some(answer));
            assert_eq!((said, followed), (Some(result), asked), "{answers:04b}");
            seen[sum as usize] = true;
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(follow(&PAIRS, &ways, 7, |_, _| ()), None);
    }

    #[test]
    fn answers_that_are_known_are_no_ways() {
        // `a && 1 && b`
        let mut all = [asked(1, FALSE), asked(2, FALSE), asked(TRUE, FALSE)];
        all[1].known = Some(true);
        let mut ways = [0; 3];
        assert_eq!(count(&all, &mut ways), Some(3));
        let mut answers = [None; 3];
        let said = follow(&all, &ways, 1, |at, answer| answers[at] = Some(answer));
        assert_eq!(
            (said, answers),
            (Some(false), [Some(true), Some(true), Some(false)])
        );
    }

    #[test]
    fn what_is_no_decision_is_refused() {
        let mut ways = [0; 2];
        assert_eq!(count(&[], &mut []), None);
        assert_eq!(count(&[asked(0, FALSE)], &mut ways[..1]), None, "a loop");
        assert_eq!(count(&[asked(1, FALSE)], &mut ways[..1]), None, "beyond");
        // 2^63 ways.
        let mut many = [asked(0, 0); 63];
        let mut ways = [0; 63];
        for (asked, next) in many.iter_mut().zip(1..) {
            asked.then = [next; 2];
        }
        many[62].then = [TRUE, FALSE];
        assert_eq!(count(&many, &mut ways), None);
        assert_eq!(count(&many[1..2], &mut ways), None);
    }
}
