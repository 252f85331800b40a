//! Names that hold a hash, such as `__fz_edges.main.863a87d6e24a7888.30`: units that compile a function in the same way share
//! its arrays by it. A build may hash in another way, as long as it tells the same things apart.

use std::collections::BTreeMap;

/// What fz's own names hold.
const OWN: &str = "__fz_";

/// Digits of a hash; shorter parts of a name are numbers.
const DIGITS: std::ops::RangeInclusive<usize> = 9..=32;

/// `name` without its hash; if it has one, both are added to `hashed`.
pub fn without_hash(name: &str, hashed: &mut BTreeMap<String, String>) -> String {
    if !name.contains(OWN) {
        return name.to_string();
    }
    let is_hash = |part: &&str| {
        DIGITS.contains(&part.len())
            && part.bytes().all(|b| b.is_ascii_hexdigit())
            && part.bytes().any(|b| b.is_ascii_digit())
    };
    let parts: Vec<&str> = name
        .split('.')
        .map(|part| if is_hash(&part) { "#" } else { part })
        .collect();
    let without = parts.join(".");
    if without != name {
        hashed.insert(without.clone(), name.to_string());
    }
    without
}

/// Names of one build that are others in the other: each has one partner, in all units.
#[derive(Default)]
pub struct Renamed {
    after: BTreeMap<String, String>,
    before: BTreeMap<String, String>,
    /// Names that have two partners.
    torn: Vec<String>,
}

impl Renamed {
    /// Pairs the names of two objects that are equal without hashes; whether any differ.
    pub fn pair(
        &mut self,
        before: &BTreeMap<String, String>,
        after: &BTreeMap<String, String>,
    ) -> bool {
        let mut differ = false;
        for (without, old) in before {
            let Some(new) = after.get(without) else {
                continue;
            };
            differ |= old != new;
            let known = self.after.entry(old.clone()).or_insert_with(|| new.clone());
            if known != new {
                self.torn
                    .push(format!("{old} is {known} in one unit, {new} in another"));
            }
            let known = self
                .before
                .entry(new.clone())
                .or_insert_with(|| old.clone());
            if known != old {
                self.torn
                    .push(format!("{new} was {known} in one unit, {old} in another"));
            }
        }
        differ
    }

    /// What units share in one build and not in the other.
    pub fn torn(&self) -> &[String] {
        &self.torn
    }

    /// How many names differ, and one of them.
    pub fn count(&self) -> (usize, Option<(&String, &String)>) {
        let mut differ = self.after.iter().filter(|(old, new)| old != new);
        let example = differ.next();
        (differ.count() + usize::from(example.is_some()), example)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Renamed, without_hash};

    fn hashed(name: &str) -> BTreeMap<String, String> {
        let mut hashed = BTreeMap::new();
        without_hash(name, &mut hashed);
        hashed
    }

    #[test]
    fn only_own_names_hold_hashes() {
        let plain = |name: &str| without_hash(name, &mut BTreeMap::new());
        assert_eq!(
            plain("__fz_edges.main.863a87d6e24a7888.30.pcs"),
            "__fz_edges.main.#.30.pcs"
        );
        assert_eq!(plain("f.863a87d6e24a7888"), "f.863a87d6e24a7888");
        assert_eq!(
            plain("__fz_edges.deadbeefcafe.1"),
            "__fz_edges.deadbeefcafe.1"
        );
    }

    #[test]
    fn a_name_has_one_partner() {
        let mut renamed = Renamed::default();
        let (old, new) = (
            "__fz_edges.f.1111111111111111.1",
            "__fz_edges.f.2222222222222222.1",
        );
        assert!(renamed.pair(&hashed(old), &hashed(new)));
        assert!(renamed.torn().is_empty());
        assert_eq!(renamed.count().0, 1);
        renamed.pair(&hashed(old), &hashed("__fz_edges.f.3333333333333333.1"));
        assert_eq!(renamed.torn().len(), 1);
    }

    #[test]
    fn two_names_do_not_become_one() {
        let mut renamed = Renamed::default();
        let new = hashed("__fz_edges.f.2222222222222222.1");
        renamed.pair(&hashed("__fz_edges.f.1111111111111111.1"), &new);
        renamed.pair(&hashed("__fz_edges.f.3333333333333333.1"), &new);
        assert_eq!(renamed.torn().len(), 1);
    }
}
