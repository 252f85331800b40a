//! How AFL++ decides that an input is new: each counter's value falls into one of eight classes, and a class that no
//! earlier input had in that counter is news.

#[derive(Default)]
pub struct Seen(Vec<u8>);

impl Seen {
    /// Notes the counters of an input, as (place, value) pairs; says whether they show something new.
    pub fn is_new(&mut self, counters: impl IntoIterator<Item = (usize, u8)>) -> bool {
        let mut new = false;
        for (at, value) in counters {
            if at >= self.0.len() {
                self.0.resize(at + 1, 0);
            }
            let class = class(value);
            new |= class & !self.0[at] != 0;
            self.0[at] |= class;
        }
        new
    }
}

/// The class of a counter's value, as a bit.
pub fn class(value: u8) -> u8 {
    match value {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128..=255 => 128,
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn classes_are_news_once() {
        let mut seen = Seen::default();
        assert!(seen.is_new([(3, 4), (0, 0)]));
        assert!(!seen.is_new([(3, 7)]));
        assert!(seen.is_new([(3, 8)]));
        assert!(!seen.is_new([(0, 0)]));
    }
}
