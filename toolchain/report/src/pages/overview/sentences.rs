//! What figures say, in plain words: they stand before each table of statistics.

use fz_base::{
    numbers::{self, count as grouped},
    words::many,
};

use crate::compare::{
    self,
    figures::{Figures, SideFigures},
    groups::Group,
    statistics::SIGNIFICANT,
    tables::others,
};

/// Sides that a sentence lists.
const LISTED: usize = 6;

/// What was run: `2 runs, 310 inputs, 3 crashed, the last new input at 14 seconds`.
pub fn facts(program: &compare::Program) -> String {
    let runs = || program.sides.iter().flat_map(|s| &s.runs);
    let sum = |of: fn(&compare::sides::RunSummary) -> usize| runs().map(of).sum::<usize>();
    let mut facts = vec![
        many(runs().count(), "run"),
        many(sum(|r| r.inputs), "input"),
    ];
    for (count, what) in [
        (sum(|r| r.crashes), "crashed"),
        (sum(|r| r.timeouts), "took too long"),
    ] {
        if count > 0 {
            facts.push(format!("{} {what}", grouped(count)));
        }
    }
    if let Some(last) = runs().filter_map(|r| r.last).max() {
        facts.push(format!(
            "the last new input at {}",
            numbers::seconds(f64::from(last) / 1000.0)
        ));
    }
    facts.join(", ")
}

/// How far each side got.
pub fn sides(program: &compare::Program, main: &Figures) -> Vec<String> {
    let what = program.kind.plural();
    let mut by_total: Vec<&SideFigures> = main.sides.iter().collect();
    by_total.sort_by_key(|s| std::cmp::Reverse(s.total));
    let said = by_total.iter().take(LISTED).map(|side| {
        let share = numbers::share(numbers::percent(side.total, main.reachable));
        let runs = many(side.runs.len(), "run");
        let of = program.sides.iter().find(|s| s.name == side.side);
        let inputs = of.map(|s| s.runs.iter().map(|r| r.inputs).sum());
        let inputs = inputs.map_or(String::new(), |n| format!(" with {}", many(n, "input")));
        format!(
            "{} reached {} ({share}) in {runs}{inputs}",
            side.side,
            grouped(side.total)
        )
    });
    let said: Vec<String> = said.collect();
    let rest = match by_total.len().saturating_sub(LISTED) {
        0 => String::new(),
        n => format!("; {} reached less", many(n, "more side")),
    };
    vec![format!(
        "Of {} {what}{}, {}{rest}.",
        grouped(main.reachable),
        main.limit(),
        said.join("; ")
    )]
}

/// What only one of two reached.
pub fn gains(program: &compare::Program, main: &Figures) -> Vec<String> {
    let what = program.kind.plural();
    let base = &main.sides[program.baseline].side;
    let said = others(program, main).take(LISTED).map(|side| {
        format!(
            "{} reached {} {what} that {base} did not, and missed {} that {base} reached.",
            side.side,
            grouped(side.gained),
            grouped(side.missed)
        )
    });
    said.collect()
}

/// Whether the runs differ by more than chance.
pub fn chances(program: &compare::Program, main: &Figures) -> Vec<String> {
    let what = program.kind.plural();
    let base = &main.sides[program.baseline].side;
    let said = others(program, main).take(LISTED).filter_map(|side| {
        let test = side.test.as_ref()?;
        let name = &side.side;
        let likely = test.a12 * 100.0;
        let often = match test.a12 {
            0.5 => format!(
                "A run of {name} reaches more {what} than a run of {base} as often as fewer"
            ),
            _ => format!(
                "If you pick a run of {name} and a run of {base}, the one of {name} reaches more {what} in {likely:.0} of 100 \
                 picks"
            ),
        };
        let by_chance = format!("sides that do not differ come out so far apart in {} experiments", of_hundred(test.corrected));
        let runs = [side, &main.sides[program.baseline]].map(|s| s.runs.len());
        Some(match test.corrected < SIGNIFICANT {
            true => format!("{often}. That is hardly chance: {by_chance}."),
            false if smallest(runs) >= SIGNIFICANT => format!(
                "{often}. That may be chance: with {} and {} runs no difference could be called significant; run each more often.",
                runs[0], runs[1]
            ),
            false => format!("{often}. That may be chance: {by_chance}."),
        })
    });
    said.collect()
}

/// The smallest p of a two-sided Mann-Whitney test, without ties: of all ways to order the runs, two are the farthest
/// apart.
fn smallest([a, b]: [usize; 2]) -> f64 {
    let orders: f64 = (1..=a).map(|k| (b + k) as f64 / k as f64).product();
    (2.0 / orders).min(1.0)
}

/// A probability as a number of cases.
fn of_hundred(p: f64) -> String {
    match p {
        p if p < 0.001 => "fewer than 1 of 1000".to_owned(),
        p if p < 0.01 => format!("{:.0} of 1000", p * 1000.0),
        p => format!("{:.0} of 100", p * 100.0),
    }
}

/// Where sides differ most.
pub fn differ(program: &compare::Program, by_file: &Group) -> Vec<String> {
    let differ = |row: &crate::compare::groups::Row| {
        row.sides.iter().map(|s| s.gained + s.missed).sum::<usize>()
    };
    let all: usize = by_file.rows.iter().map(differ).sum();
    let most = by_file.rows.iter().max_by_key(|r| differ(r));
    let said = most.filter(|row| differ(row) > 0).map(|row| {
        let (of, what) = (differ(row), program.kind.plural());
        format!(
            "The sides differ most in {}: there are {} of the {} {what} that one side reached and another did not.",
            row.name,
            grouped(of),
            grouped(all)
        )
    });
    said.into_iter().collect()
}

/// How alike the runs of a side are.
pub fn consistencies(program: &compare::Program, main: &Figures) -> Vec<String> {
    let what = program.kind.plural();
    let repeated = main.sides.iter().filter(|s| s.runs.len() > 1);
    let said = repeated.take(LISTED).filter_map(|side| {
        let by_all = side.consistency.last()?;
        let runs = side.runs.len();
        Some(format!(
            "Of the {} {what} that {} reached, {:.0} % were reached by {}.",
            grouped(side.total),
            side.side,
            numbers::percent(*by_all, side.total),
            match runs {
                2 => "both of its runs".to_owned(),
                _ => format!("all {runs} of its runs"),
            }
        ))
    });
    said.collect()
}

/// What is hard.
pub fn difficulty(program: &compare::Program) -> Vec<String> {
    let counts = &program.difficulty.reached_by;
    let (Some(all), Some(one)) = (counts.last(), counts.get(1)) else {
        return Vec::new();
    };
    let (runs, what) = (program.difficulty.runs, program.kind.plural());
    vec![format!(
        "All {runs} runs reached {} {what}; {} were reached by one run only.",
        grouped(*all),
        grouped(*one)
    )]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_read_at_once() {
        assert_eq!(
            [0.0004, 0.004, 0.03, 1.0].map(of_hundred),
            [
                "fewer than 1 of 1000",
                "4 of 1000",
                "3 of 100",
                "100 of 100"
            ]
        );
        assert_eq!(
            [[1, 1], [3, 3], [4, 4], [1, 39]].map(|runs| (smallest(runs) * 1e4).round()),
            [1e4, 1000.0, 286.0, 500.0]
        );
    }
}
