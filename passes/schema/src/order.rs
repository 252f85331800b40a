//! The order in which the driver places passes: one table for all builds, read from the start of a pipeline to its end.
//!
//! A row stands at one of clang's extension points, under a condition on where edges are counted. In a pipeline of the
//! profile's own, the three points follow one another. [`PAIRS`] lists the pairs of rows that must not change places,
//! with the reasons; a test checks the table against it.

use crate::{PASSES, Pass, Point, passes};

/// One of the extension points of clang's pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extension {
    Start,
    OptimizerEarly,
    OptimizerLast,
}

/// When a row applies. Edges are counted early if they are counted anywhere but at the end of the pipeline. A late run
/// follows then too, for functions that did not exist early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// If edges are counted early, at this point.
    CountedAt(Point),
    /// If edges are not counted early.
    NotEarly,
}

impl When {
    /// Whether it applies to a build that counts edges early at this point, if it does.
    pub fn holds(self, early: Option<Point>) -> bool {
        match self {
            When::Always => true,
            When::CountedAt(point) => early == Some(point),
            When::NotEarly => early.is_none(),
        }
    }
}

/// What a row places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A pass that the driver places.
    Run(Run),
    /// The passes that the profile places at a point, in the profile's order, without those that are a [`Run`].
    Placed(Point),
    /// The passes of other plugins.
    Plugins,
    /// The profile's own pipeline.
    Pipeline,
}

/// One run of a pass that the driver places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    Conditions,
    Selection,
    /// The profile's `pins`, which run before everything that it places itself.
    PlantPins,
    FindTokens,
    FindInlinedTokens,
    EarlySites,
    EarlyTaint,
    Sites,
    EarlyEdges,
    LateEdges,
    WriteTokens,
    ErasePins,
    Compares,
    Taint,
    Distance,
    StackDepth,
    UnitRecord,
    Capture,
    StripLineTables,
}

impl Run {
    /// The pass of this run.
    pub fn pass(self) -> &'static Pass {
        match self {
            Run::Conditions => &passes::conditions::PASS,
            Run::Selection => &passes::selection::PASS,
            Run::PlantPins | Run::ErasePins => &passes::pins::PASS,
            Run::FindTokens | Run::FindInlinedTokens | Run::WriteTokens => {
                &passes::dictionary::PASS
            }
            Run::EarlySites | Run::Sites => &passes::sites::PASS,
            Run::EarlyTaint | Run::Taint => &passes::taint::PASS,
            Run::EarlyEdges | Run::LateEdges => &passes::edges::PASS,
            Run::Compares => &passes::compares::PASS,
            Run::Distance => &passes::distance::PASS,
            Run::StackDepth => &passes::stack_depth::PASS,
            Run::UnitRecord => &passes::unit_record::PASS,
            Run::Capture => &passes::capture::PASS,
            Run::StripLineTables => &passes::strip_line_tables::PASS,
        }
    }
}

impl Run {
    /// The `stage` in the pass's text, if it is not the default stage.
    pub fn stage(self) -> Option<&'static str> {
        match self {
            Run::EarlySites => Some(passes::sites::Stage::Early.name()),
            Run::EarlyTaint => Some(passes::taint::Stage::Early.name()),
            Run::FindInlinedTokens => Some(passes::dictionary::Stage::Inlined.name()),
            Run::WriteTokens => Some(passes::dictionary::Stage::Write.name()),
            Run::ErasePins => Some(passes::pins::Stage::Erase.name()),
            _ => None,
        }
    }

    /// Whether a pass with this `stage` is this run. Either run of `edges` may be the last, since LTO optimises once
    /// more.
    fn is(self, pass: &str, stage: Option<&str>) -> bool {
        let is_either = matches!(self, Run::EarlyEdges | Run::LateEdges);
        self.pass().name == pass && (is_either || self.stage() == stage)
    }
}

/// The first row at or after `from` in which a pass with this `stage` may stand. A pass of the profile's may also stand
/// in its pipeline.
///
/// A sequence of passes is in order if each finds a row at or after the row of the one before it.
pub fn row_of(from: usize, pass: &str, stage: Option<&str>) -> Option<usize> {
    // A stage that no row names is the default stage.
    let is_named = |s: &&str| {
        ROWS.iter()
            .any(|row| matches!(row.item, Our(run) if run.stage() == Some(*s)))
    };
    let stage = stage.filter(is_named);
    let is_placed = PASSES.iter().any(|p| p.name == pass && p.is_for_profiles());
    let holds = |row: &Row| match row.item {
        Our(run) => run.is(pass, stage),
        Placed(_) | Pipeline => is_placed,
        Plugins => false,
    };
    let rows = ROWS.iter().enumerate().skip(from);
    rows.filter(|(_, row)| holds(row)).map(|(at, _)| at).next()
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub at: Extension,
    pub when: When,
    pub item: Item,
}

const fn row(at: Extension, when: When, item: Item) -> Row {
    Row { at, when, item }
}

use Extension::{OptimizerEarly, OptimizerLast, Start};
use Item::{Pipeline, Placed, Plugins, Run as Our};
use When::{Always, CountedAt, NotEarly};

/// The order.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(Start, Always, Our(Run::Conditions)),
    row(Start, Always, Our(Run::Selection)),
    row(Start, Always, Our(Run::PlantPins)),
    row(Start, Always, Our(Run::FindTokens)),
    row(Start, Always, Our(Run::EarlySites)),
    row(Start, Always, Our(Run::EarlyTaint)),
    row(Start, Always, Placed(Point::Start)),
    row(Start, CountedAt(Point::Source), Our(Run::Sites)),
    row(Start, CountedAt(Point::Source), Plugins),
    row(Start, CountedAt(Point::Source), Placed(Point::BeforeEdges)),
    row(Start, CountedAt(Point::Source), Our(Run::EarlyEdges)),
    row(Start, CountedAt(Point::Source), Our(Run::Compares)),
    row(Start, Always, Pipeline),
    row(Start, CountedAt(Point::Start), Our(Run::FindInlinedTokens)),
    row(Start, CountedAt(Point::Start), Our(Run::Sites)),
    row(Start, CountedAt(Point::Start), Plugins),
    row(Start, CountedAt(Point::Start), Placed(Point::BeforeEdges)),
    row(Start, CountedAt(Point::Start), Our(Run::EarlyEdges)),
    row(Start, CountedAt(Point::Start), Our(Run::Compares)),

    row(OptimizerEarly, CountedAt(Point::OptimizerEarly), Our(Run::FindInlinedTokens)),
    row(OptimizerEarly, NotEarly, Our(Run::FindInlinedTokens)),
    row(OptimizerEarly, Always, Placed(Point::OptimizerEarly)),
    row(OptimizerEarly, CountedAt(Point::OptimizerEarly), Our(Run::Sites)),
    row(OptimizerEarly, CountedAt(Point::OptimizerEarly), Plugins),
    row(OptimizerEarly, CountedAt(Point::OptimizerEarly), Placed(Point::BeforeEdges)),
    row(OptimizerEarly, CountedAt(Point::OptimizerEarly), Our(Run::EarlyEdges)),
    row(OptimizerEarly, CountedAt(Point::OptimizerEarly), Our(Run::Compares)),

    row(OptimizerLast, Always, Placed(Point::OptimizerLast)),
    row(OptimizerLast, Always, Our(Run::Sites)),
    row(OptimizerLast, NotEarly, Plugins),
    row(OptimizerLast, NotEarly, Placed(Point::BeforeEdges)),
    row(OptimizerLast, Always, Our(Run::LateEdges)),
    row(OptimizerLast, Always, Our(Run::WriteTokens)),
    row(OptimizerLast, Always, Our(Run::ErasePins)),
    row(OptimizerLast, Always, Our(Run::Compares)),
    row(OptimizerLast, Always, Our(Run::Taint)),
    row(OptimizerLast, Always, Our(Run::Distance)),
    row(OptimizerLast, Always, Our(Run::StackDepth)),
    row(OptimizerLast, Always, Our(Run::UnitRecord)),
    row(OptimizerLast, Always, Our(Run::Capture)),
    row(OptimizerLast, Always, Our(Run::StripLineTables)),
];

/// Two rows that must not change places: if a build has both, `first` comes first in the whole pipeline, and at each
/// extension point that has both.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The builds in which the pair matters.
    pub when: When,
    pub first: Item,
    pub then: Item,
    pub why: &'static str,
}

const fn pair(first: Item, then: Item, why: &'static str) -> Pair {
    pair_in(Always, first, then, why)
}

const fn pair_in(when: When, first: Item, then: Item, why: &'static str) -> Pair {
    Pair {
        when,
        first,
        then,
        why,
    }
}

/// The pairs that matter.
#[rustfmt::skip]
pub const PAIRS: &[Pair] = &[
    pair(Our(Run::Conditions), Our(Run::PlantPins), "clang's markers are calls, which would get pins"),
    pair(Our(Run::Conditions), Our(Run::FindTokens), "a marker stands between a compare and the branch that asks it"),
    pair(Our(Run::Conditions), Our(Run::EarlyEdges), "the branches that it makes are the outcomes to count, and its marks say of what"),
    pair(Our(Run::Conditions), Pipeline, "what optimises would merge marked conditions"),
    pair(Our(Run::Selection), Our(Run::EarlySites), "a function that is left out has no sites"),
    pair(Our(Run::Selection), Placed(Point::Start), "a function that is left out stays as it is"),
    pair(Our(Run::Selection), Pipeline, "once a function is inlined nothing can leave it out"),
    pair(Our(Run::PlantPins), Our(Run::FindTokens), "a token is noted with the pin of the basic block that uses it"),
    pair(Our(Run::PlantPins), Placed(Point::Start), "pins have the same numbers in all builds of a source, whatever their profiles place"),
    pair(Our(Run::PlantPins), Pipeline, "pins keep basic blocks apart while LLVM optimises"),
    pair(Our(Run::FindTokens), Placed(Point::Start), "`mode=light` asks which tokens the dictionary has"),
    pair(Our(Run::FindTokens), Pipeline, "tokens are what the source has, before anything folds or widens"),
    pair_in(CountedAt(Point::Start), Pipeline, Our(Run::FindInlinedTokens), "inlining has brought constants to the compares"),
    pair(Our(Run::FindTokens), Our(Run::FindInlinedTokens), "what the source says of a token counts"),
    pair(Our(Run::FindInlinedTokens), Placed(Point::BeforeEdges), "compares are whole, and `mode=light` asks which tokens the dictionary has"),
    pair(Our(Run::FindInlinedTokens), Our(Run::EarlyEdges), "it writes the tokens of the functions that it counts"),
    pair(Our(Run::FindInlinedTokens), Our(Run::LateEdges), "it writes the tokens of the functions that it counts"),
    pair(Our(Run::EarlySites), Pipeline, "a call that only passes two pointers is missing once it is inlined"),
    pair(Our(Run::EarlyTaint), Pipeline, "it keeps bodies that are there for inlining alone"),
    pair(Placed(Point::Start), Our(Run::Sites), "`guards` plants what it asks, and `sites` numbers it"),
    pair(Our(Run::EarlySites), Our(Run::Sites), "the usual run numbers what the early one has planted"),
    pair(Our(Run::Sites), Plugins, "compares have the same numbers in all builds of a source"),
    pair(Our(Run::Sites), Placed(Point::BeforeEdges), "compares are numbered before they are split"),
    pair(Our(Run::Sites), Our(Run::EarlyEdges), "a function that has counters gets no sites any more"),
    pair(Our(Run::Sites), Our(Run::LateEdges), "a function that has counters gets no sites any more"),
    pair(Our(Run::Sites), Our(Run::Compares), "it turns the planted sites into calls, and takes them away"),
    pair(Our(Run::Sites), Our(Run::Taint), "labels are reported at the planted sites"),
    pair_in(CountedAt(Point::Source), Our(Run::EarlyEdges), Pipeline, "counters stand where clang put the conditions, before anything optimises"),
    pair_in(CountedAt(Point::Start), Pipeline, Our(Run::EarlyEdges), "counters pin what the pipeline has kept apart, while clang's own follows"),
    pair_in(CountedAt(Point::Start), Pipeline, Placed(Point::BeforeEdges), "inlining has brought constants to the compares that are split"),
    pair(Plugins, Our(Run::EarlyEdges), "other plugins' passes find no counters yet"),
    pair(Plugins, Our(Run::LateEdges), "other plugins' passes find no counters yet"),
    pair(Placed(Point::BeforeEdges), Our(Run::EarlyEdges), "the edges that they make are counted"),
    pair(Placed(Point::BeforeEdges), Our(Run::LateEdges), "the edges that they make are counted"),
    pair(Our(Run::EarlyEdges), Our(Run::Compares), "the branches around callbacks are not counted"),
    pair(Our(Run::LateEdges), Our(Run::Compares), "the branches around callbacks are not counted"),
    pair(Our(Run::LateEdges), Our(Run::WriteTokens), "it writes the tokens of the functions that `edges` has not counted"),
    pair(Our(Run::LateEdges), Our(Run::ErasePins), "records name the counter of a pin's basic block"),
    pair(Our(Run::WriteTokens), Our(Run::ErasePins), "tokens without a pin are dropped"),
    pair(Our(Run::LateEdges), Our(Run::Distance), "the branches around its calls are not counted"),
    pair(Our(Run::ErasePins), Our(Run::Distance), "a pin in front of a gate would keep nothing apart"),
    pair(Our(Run::Distance), Our(Run::StackDepth), "what it decides is no decision of the program"),
    pair(Our(Run::Distance), Our(Run::UnitRecord), "it records which branches have gates"),
    pair(Our(Run::LateEdges), Our(Run::StackDepth), "its branches are not counted"),
    pair(Our(Run::LateEdges), Our(Run::UnitRecord), "it records how many counters there are"),
    pair(Our(Run::WriteTokens), Our(Run::UnitRecord), "it records what was left out of the dictionary"),
    pair(Our(Run::Compares), Our(Run::UnitRecord), "it records which sites are reported"),
    pair(Our(Run::Taint), Our(Run::UnitRecord), "it records which functions have labels"),
    pair(Our(Run::UnitRecord), Our(Run::StripLineTables), "records name lines"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a build may count edges early.
    const SCENARIOS: [Option<Point>; 4] = [
        None,
        Some(Point::Source),
        Some(Point::Start),
        Some(Point::OptimizerEarly),
    ];

    fn rows(early: Option<Point>) -> Vec<Row> {
        let rows = ROWS.iter().filter(|r| r.when.holds(early));
        rows.copied().collect()
    }

    #[test]
    fn pairs_that_matter_are_in_order() {
        for pair in PAIRS {
            let mut together = 0;
            let builds = SCENARIOS.into_iter();
            for early in builds.filter(|early| pair.when.holds(*early)) {
                let rows = rows(early);
                let places =
                    |item: Item| rows.iter().enumerate().filter(move |(_, r)| r.item == item);
                for (at, then) in places(pair.then) {
                    let mut firsts = places(pair.first).filter(|(_, r)| r.at == then.at);
                    assert!(firsts.all(|(first, _)| first < at), "{early:?}: {pair:?}");
                }
                let first = places(pair.first).next();
                if let (Some((first, _)), Some((then, _))) = (first, places(pair.then).next_back())
                {
                    assert!(first < then, "{early:?}: {pair:?}");
                    together += 1;
                }
            }
            assert_ne!(together, 0, "no build has both: {pair:?}");
        }
    }

    #[test]
    fn extension_points_follow_one_another() {
        assert!(ROWS.windows(2).all(|w| w[0].at <= w[1].at));
    }

    /// Wherever a build counts edges, each pass of the profile and of other plugins runs once.
    #[test]
    fn what_others_place_runs_once() {
        for early in SCENARIOS {
            let rows = rows(early);
            let count = |item| rows.iter().filter(|r| r.item == item).count();
            for point in Point::OF_PASSES {
                assert_eq!(count(Placed(*point)), 1, "{early:?}: {point}");
            }
            assert_eq!((count(Plugins), count(Pipeline)), (1, 1), "{early:?}");
        }
    }

    #[test]
    fn a_pass_finds_the_row_it_stands_in() {
        let write = Run::WriteTokens.stage();
        let at = row_of(0, "dictionary", None).unwrap();
        assert_eq!(ROWS[at].item, Our(Run::FindTokens));
        let written = row_of(at, "dictionary", write).unwrap();
        assert_eq!(ROWS[written].item, Our(Run::WriteTokens));
        assert_eq!(row_of(written, "dictionary", None), None);
        assert_eq!(
            row_of(at, "byte-split", None),
            row_of(at + 1, "byte-split", None)
        );
        assert_eq!(row_of(0, "no-pass", None), None);
    }

    #[test]
    fn every_pass_of_the_drivers_has_a_row() {
        let runs = ROWS.iter().filter_map(|row| match row.item {
            Our(run) => Some(run.pass()),
            _ => None,
        });
        let runs: Vec<_> = runs.collect();
        for pass in PASSES.iter().filter(|p| !p.is_for_profiles()) {
            assert!(runs.contains(pass), "{}", pass.name);
        }
    }
}
