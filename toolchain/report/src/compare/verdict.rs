//! What a side's figures say about it beside the baseline's, in a sentence. Totals alone mislead: sides that reach as much
//! may reach different things. And a difference that chance makes as well has no winner.

use fz_coverage::identities::Kind;

use super::{figures::SideFigures, least_p, statistics::SIGNIFICANT};

/// Totals are near if they differ by at most this, in percent of the baseline's.
const NEAR: f64 = 2.0;

pub fn verdict(kind: Kind, side: &SideFigures, baseline: &SideFigures) -> String {
    let (name, base) = (&side.side, &baseline.side);
    let what = kind.plural();
    if (side.gained, side.missed) == (0, 0) {
        return format!("{name} and {base} reach the same {what}");
    }
    let said = figures(kind, side, baseline);
    match side.test {
        Some(test) if test.corrected < SIGNIFICANT => format!(
            "{said}; its runs reach {} than {base}'s (p = {:.3})",
            if test.a12 > 0.5 { "more" } else { "fewer" },
            test.corrected
        ),
        _ => format!(
            "No clear winner between {name} and {base}: {said} ({})",
            doubt(side, baseline)
        ),
    }
}

/// What each reached that the other did not.
fn figures(kind: Kind, side: &SideFigures, baseline: &SideFigures) -> String {
    let (name, base) = (&side.side, &baseline.side);
    let what = kind.plural();
    let (gained, missed) = (side.gained, side.missed);
    let apart = side.total.abs_diff(baseline.total);
    let near = apart as f64 * 100.0 <= NEAR * baseline.total as f64;
    match (gained, missed) {
        (_, 0) => format!("{name} reaches all {what} that {base} does, and {gained} more"),
        (0, _) => format!("{name} reaches nothing new, and misses {missed} {what} of {base}'s"),
        // What they do not share is much more than what their totals show.
        _ if near && gained + missed >= 2 * apart.max(1) => format!(
            "{} against {} {what}: {name} alone reached {gained}, {base} alone {missed}",
            side.total, baseline.total
        ),
        _ => format!("{name} reaches {gained} {what} that {base} does not, and misses {missed}"),
    }
}

/// Why the figures prove nothing.
fn doubt(side: &SideFigures, baseline: &SideFigures) -> String {
    let [runs, of_baseline] = [side, baseline].map(|s| s.runs.len());
    match side.test {
        Some(test) if least_p(runs, of_baseline) < SIGNIFICANT => {
            format!("p = {:.3}", test.corrected)
        }
        _ => format!("{runs} and {of_baseline} runs are too few to tell"),
    }
}
