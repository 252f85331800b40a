//! Which parts of an input an engine is to change as one number.
//!
//! What the program took as one integer is one number, however it was computed with afterwards. Of numbers that overlap
//! the widest count, and of those the ones in front; what is left over are bytes.

use super::{Bytes, labels::Numbers};

/// So many bytes an integer has at most.
const WIDEST: u32 = 8;

/// The numbers of a set, in order and without overlaps. Bytes that belong to none are ranges of `width` 1.
pub fn of(numbers: &[Numbers]) -> Vec<Numbers> {
    let mut taken: Vec<Numbers> = Vec::new();
    let mut width = WIDEST;
    while width > 1 {
        let mut these: Vec<_> = numbers.iter().filter(|n| n.width == width).collect();
        these.sort_unstable();
        let mut next: Vec<Numbers> = Vec::new();
        for range in these {
            for begin in (range.begin..range.end).step_by(width as usize) {
                let end = begin + width;
                // What was cut off at the input's end is no number any longer.
                let is_whole = end <= range.end;
                let is_free = next.last().is_none_or(|last| last.end <= begin);
                if is_whole && is_free && !overlaps(&taken, begin, end) {
                    next.push(Numbers { begin, end, width });
                }
            }
        }
        taken.extend(next);
        taken.sort_unstable();
        width /= 2;
    }
    let all = Bytes::of(numbers.iter().map(|n| [n.begin, n.end]).collect());
    with_bytes(&taken, &all)
}

/// Whether one of some that are in order has bytes of a range.
fn overlaps(taken: &[Numbers], begin: u32, end: u32) -> bool {
    let first = taken.partition_point(|n| n.end <= begin);
    taken.get(first).is_some_and(|n| n.begin < end)
}

/// The same with what is left between them.
fn with_bytes(taken: &[Numbers], all: &Bytes) -> Vec<Numbers> {
    let mut found = Vec::new();
    let mut taken = taken.iter().copied().peekable();
    for [begin, end] in &all.ranges {
        let mut at = *begin;
        let bytes = |begin: u32, end: u32| {
            let width = 1;
            (begin < end).then_some(Numbers { begin, end, width })
        };
        while let Some(number) = taken.next_if(|n| n.begin < *end) {
            found.extend(bytes(at, number.begin));
            found.push(number);
            at = number.end;
        }
        found.extend(bytes(at, *end));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(numbers: &[[u32; 3]]) -> Vec<[u32; 3]> {
        let numbers = numbers
            .iter()
            .map(|&[begin, end, width]| Numbers { begin, end, width });
        let found = of(&numbers.collect::<Vec<_>>());
        found.iter().map(|n| [n.begin, n.end, n.width]).collect()
    }

    #[test]
    fn numbers_that_touch_stay_apart() {
        let sum = [[36, 48, 4]];
        assert_eq!(found(&sum), [[36, 40, 4], [40, 44, 4], [44, 48, 4]]);
        assert_eq!(
            found(&[[4, 8, 2], [0, 4, 4], [8, 16, 8]]),
            [[0, 4, 4], [4, 6, 2], [6, 8, 2], [8, 16, 8]]
        );
        assert_eq!(found(&[[3, 9, 1], [20, 21, 1]]), [[3, 9, 1], [20, 21, 1]]);
        assert_eq!(found(&[[0, 6, 4]]), [[0, 4, 4], [4, 6, 1]]);
        assert_eq!(found(&[]), [[0; 3]; 0]);
    }

    #[test]
    fn of_numbers_that_overlap_the_widest_counts() {
        assert_eq!(
            found(&[[0, 100, 1], [4, 8, 4]]),
            [[0, 4, 1], [4, 8, 4], [8, 100, 1]]
        );
        assert_eq!(found(&[[0, 4, 2], [0, 4, 4]]), [[0, 4, 4]]);
        // The first is there already; what is left of the second are bytes.
        assert_eq!(found(&[[0, 4, 4], [2, 6, 4]]), [[0, 4, 4], [4, 6, 1]]);
        assert_eq!(
            found(&[[0, 8, 2], [3, 7, 4]]),
            [[0, 2, 2], [2, 3, 1], [3, 7, 4], [7, 8, 1]]
        );
    }
}
