//! What a side's figures say about it beside the baseline's, in a sentence. Totals alone mislead: sides that reach as much
//! may reach different things.

use fz_coverage::identities::Kind;

use super::{figures::SideFigures, statistics::SIGNIFICANT};

/// Totals are near if they differ by at most this, in percent of the baseline's.
const NEAR: f64 = 2.0;

pub fn verdict(kind: Kind, side: &SideFigures, baseline: &SideFigures) -> String {
    let (name, base) = (&side.side, &baseline.side);
    let what = kind.plural();
    let (gained, missed) = (side.gained, side.missed);
    let apart = side.total.abs_diff(baseline.total);
    let near = apart as f64 * 100.0 <= NEAR * baseline.total as f64;
    let said = match (gained, missed) {
        (0, 0) => format!("{name} and {base} reach the same {what}"),
        (_, 0) => format!("{name} reaches all {what} that {base} does, and {gained} more"),
        (0, _) => format!("{name} reaches nothing new, and misses {missed} {what} of {base}'s"),
        // What they do not share is much more than what their totals show.
        _ if near && gained + missed >= 2 * apart.max(1) => format!(
            "{name} and {base} complement each other: {} and {} {what} are near, but {gained} are only {name}'s and \
             {missed} only {base}'s",
            side.total, baseline.total
        ),
        _ => format!("{name} reaches {gained} {what} that {base} does not, and misses {missed}"),
    };
    match side.test {
        Some(test) if test.corrected < SIGNIFICANT => format!(
            "{said}; its runs reach {} than {base}'s (p = {:.3})",
            if test.a12 > 0.5 { "more" } else { "fewer" },
            test.corrected
        ),
        _ => said,
    }
}
