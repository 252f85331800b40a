//! What the schema says of one pass.

use std::fmt;

use crate::{Opt, PASSES, nearest, options::unknown_option};

/// One pass.
#[derive(Debug, PartialEq, Eq)]
pub struct Pass {
    /// In pipeline texts, in profiles, of its file and of its folder of tests.
    pub name: &'static str,
    /// What it does, as a fragment.
    pub summary: &'static str,
    pub options: &'static [Opt],
    pub placement: Placement,
}

/// Who places a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Profiles do, with `[[pass]]`, at one of these points.
    Profile(&'static [Point]),
    /// The driver does, where [`order`](crate::order) says. The text says what a profile writes to have it, as an order:
    /// `` write `[feedback.edges]` ``.
    Driver(&'static str),
}

/// Where in a pipeline a pass stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// Before everything else.
    Start,
    /// After simplification and inlining, before sanitizers ([`Design::ExtensionPoints`](crate::Design)); at the end of
    /// a pipeline of the profile's own.
    OptimizerEarly,
    /// At the end.
    OptimizerLast,
    /// Wherever the edges are counted, right before that; at the end where none are.
    BeforeEdges,
    /// For counters alone: on the IR that clang's front end emits, in either design.
    Source,
}

impl Point {
    /// All of them, with their names in profiles.
    pub const NAMES: [(&'static str, Point); 5] = [
        ("start", Point::Start),
        ("optimizer-early", Point::OptimizerEarly),
        ("optimizer-last", Point::OptimizerLast),
        ("before-edges", Point::BeforeEdges),
        ("source", Point::Source),
    ];
    /// Where `[[pass]]` may place one.
    pub const OF_PASSES: &'static [Point] = &[
        Point::Start,
        Point::OptimizerEarly,
        Point::OptimizerLast,
        Point::BeforeEdges,
    ];
    /// Where `[feedback.edges]` may count.
    pub const OF_EDGES: &'static [Point] = &[
        Point::Start,
        Point::OptimizerEarly,
        Point::OptimizerLast,
        Point::Source,
    ];

    /// Its name in profiles.
    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(_, point)| *point == self);
        found.expect("all points have names").0
    }

    /// Some points, as profiles write them: `one of "start", …`, or the only one.
    pub fn one_of(points: &[Point]) -> String {
        let names: Vec<_> = points.iter().map(|point| format!("\"{point}\"")).collect();
        match names.len() {
            1 => names.concat(),
            _ => format!("one of {}", names.join(", ")),
        }
    }

    /// The point of a name.
    pub fn of_name(name: &str) -> Option<Point> {
        let found = Self::NAMES.iter().find(|(n, _)| *n == name)?;
        Some(found.1)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Pass {
    /// The option of a name. `Err` lists those that there are.
    pub fn option(&self, name: &str) -> Result<&'static Opt, String> {
        let found = self.options.iter().find(|o| o.name == name);
        found.ok_or_else(|| {
            let known: Vec<_> = self.options.iter().map(|o| o.name).collect();
            unknown_option(name, &known)
        })
    }

    /// The options that profiles may set.
    pub fn options_for_profiles(&self) -> impl Iterator<Item = &'static Opt> {
        self.options.iter().filter(|o| o.is_for_profiles())
    }

    /// Whether profiles place it.
    pub fn is_for_profiles(&self) -> bool {
        matches!(self.placement, Placement::Profile(_))
    }
}

/// The pass of a name.
pub fn find(name: &str) -> Option<&'static Pass> {
    PASSES.iter().copied().find(|p| p.name == name)
}

/// The pass whose name this must be a slip of. A name that merely looks like one of ours may be LLVM's.
pub fn misspelt(name: &str) -> Option<&'static Pass> {
    find(nearest::slip_of(name, PASSES.iter().map(|p| p.name))?).filter(|p| p.name != name)
}

/// Declares a pass, a line for each option: `"name": "what it does", placement, KEY field: Type = Key::…`. From it follow
/// the schema, the keys, and what a run of the pass is told.
macro_rules! pass {
    (
        $name:literal: $summary:literal, $placement:expr,
        $( $key:ident $field:ident: $type:ty = $option:expr, )*
    ) => {
        $( pub const $key: Key<$type> = $option; )*

        pub const PASS: Pass = Pass {
            name: $name,
            summary: $summary,
            options: &[$( $key.option(), )*],
            placement: $placement,
        };

        /// What a run of the pass is told.
        #[derive(Clone, Debug)]
        pub struct Told {
            $( pub $field: $type, )*
        }

        impl From<&crate::Options> for Told {
            fn from(_options: &crate::Options) -> Told {
                Told {
                    $( $field: _options.get(&$key), )*
                }
            }
        }
    };
}
pub(crate) use pass;
