//! Sets of bytes of an input.

/// Offsets of bytes, as sorted ranges that neither overlap nor touch; the end is not in a range.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bytes {
    pub ranges: Vec<[u32; 2]>,
    /// Nobody knows which: labels had run out. There are no ranges then.
    pub any: bool,
    /// Besides, how many bytes the input has.
    pub length: bool,
}

impl Bytes {
    /// Any bytes at all.
    pub fn any() -> Bytes {
        Bytes {
            any: true,
            ..Bytes::default()
        }
    }

    /// Of ranges in any order, which may overlap.
    pub fn of(mut ranges: Vec<[u32; 2]>) -> Bytes {
        // Stable: what is known of labels are runs in order.
        ranges.sort();
        let mut merged: Vec<[u32; 2]> = Vec::new();
        for [begin, end] in ranges {
            match merged.last_mut() {
                Some([_, last]) if begin <= *last => *last = end.max(*last),
                _ => merged.push([begin, end]),
            }
        }
        merged.shrink_to_fit();
        Bytes {
            ranges: merged,
            ..Bytes::default()
        }
    }

    pub fn is_empty(&self) -> bool {
        !self.has_bytes() && !self.length
    }

    /// Whether there is one of the input itself.
    pub fn has_bytes(&self) -> bool {
        !self.ranges.is_empty() || self.any
    }

    /// How many.
    pub fn len(&self) -> u64 {
        let lengths = self.ranges.iter().map(|[b, e]| u64::from(e - b));
        lengths.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        let bytes = Bytes::of(vec![[8, 9], [0, 2], [1, 4], [4, 5], [2, 3]]);
        assert_eq!(bytes.ranges, [[0, 5], [8, 9]]);
        assert_eq!((bytes.len(), bytes.is_empty()), (6, false));
        assert!(Bytes::of(Vec::new()).is_empty() && !Bytes::any().is_empty());
    }
}
