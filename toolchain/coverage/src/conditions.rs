//! Which outcomes are of one condition: an input came to it if it reached any of them. And how those are told that nobody
//! has seen.

use std::collections::HashMap;

use super::identities::{Catalogue, Kind};

/// By identity: the number of its condition, if it is an outcome of one.
pub fn of(catalogue: &Catalogue) -> Vec<Option<u32>> {
    let mut numbers: HashMap<(usize, &str, u32), u32> = HashMap::new();
    let identities = catalogue.identities.iter();
    let number = identities.map(|identity| {
        (identity.kind == Kind::Outcome).then(|| {
            let next = numbers.len() as u32;
            let condition = (identity.function, &*identity.text, identity.nth);
            *numbers.entry(condition).or_insert(next)
        })
    });
    number.collect()
}

/// Which ways of a condition nobody has seen, of so many. Of a long switch the first.
pub fn never<'a>(missing: impl Iterator<Item = &'a str>, all: usize) -> String {
    const FEW: usize = 3;
    const WIDTH: usize = 40;
    let missing: Vec<&str> = missing.collect();
    if missing.len() <= FEW {
        return missing.join(", ");
    }
    let mut named: Vec<&str> = Vec::new();
    let mut width = 0;
    for label in &missing {
        let label = label.strip_prefix("case ").unwrap_or(label);
        width += label.chars().count() + 2;
        if width > WIDTH && !named.is_empty() {
            break;
        }
        named.push(label);
    }
    let more = match missing.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = named.join(", ");
    format!("{} of {all} cases: {named}{more}", missing.len())
}

#[cfg(test)]
mod tests {
    use super::never;

    #[test]
    fn a_long_switch_is_a_line() {
        assert_eq!(never(["true"].into_iter(), 2), "true");
        let cases: Vec<String> = (0x10..0x28).map(|n| format!("case {n:#x}")).collect();
        let said = |few: usize| never(cases[..few].iter().map(String::as_str), 24);
        assert_eq!(said(3), "case 0x10, case 0x11, case 0x12");
        assert_eq!(said(4), "4 of 24 cases: 0x10, 0x11, 0x12, 0x13");
        assert_eq!(
            said(24),
            "24 of 24 cases: 0x10, 0x11, 0x12, 0x13, 0x14, 0x15 and 18 more"
        );
    }
}
