//! Gates of what can be solved. Steps that count only while they can say something new (profile `climb`): a compare whose right bytes are edges
//! (`byte-split`, `split-calls` with `gates`) keeps its plain form, and its steps stand beside it, behind a gate.
//!
//! A compare, and each case of a switch, has a gate, a byte in its image's section [`CLIMBS`](crate::sections::CLIMBS). It is
//! solved when all of its bytes are right: the operands of `==` are equal, those of `<` differ in their lowest byte at most
//! (that `<` has come out both ways says little: an interval asks twice), the case has come, the texts are equal, the text is
//! found. Searches for one of several characters have their steps in their place, as in `split`.
//! The code of the steps is entered by a [`Patch`](crate::patch::Patch), which jumps from the beginning. So a program
//! that no fuzzer runs, or one that knows nothing of gates, shows all steps, as one of the profile `split` does.
//!
//! # When gates are shut
//!
//! In afl-fuzz's fork server the runtime notes what is solved in any execution, and closes its gate soon after that. Steps
//! whose gates are all closed are not entered any more. What is solved is known to all children, also to those that crash.
//!
//! That is done if the program's parent is called `afl-fuzz`, or as [`GATES_ENV`] says: [`SHUT`] or [`OPEN`]. So afl-showmap,
//! afl-tmin, afl-cmin and a replay by hand see all steps, and what they see does not depend on what ran before.
//!
//! A fuzzer runs an input several times, one after the other, to see which of its counters are stable: each seed at the
//! start, and each new input after the run that first had its counters. Those that are not it ignores from then on. So
//! gates are shut after three runs with three different maps, of which the first may be the one that solved something. The
//! two moments at which that fails are rare: the third of these runs is kept, or the program's counters differ from run to run anyway.
//!
//! Trimming compares with the counters that an input had first: where a gate has been shut since then, no shorter
//! input has the same ones, and afl-fuzz keeps the input as it is. An input of another instance is kept if it reaches an edge
//! that is new with the gates of this one: one more right byte of a compare that this instance has solved is nothing to it.

//! # Compares that are told
//!
//! Compares that an engine is told of (`compares` with `gates`, in the forms `trace` and `cmplog`) have the same gates, and are
//! told of until they are solved while somebody listens: a number once the operands of `==` or `!=` have been equal, an order
//! once it has come out both ways, a case once it has come, a call once its texts have been equal or its text found. What has no
//! such answer is told always: divisors, guards, compares of vectors, minima, and calls whose answer is not known.
//!
//! That is for an engine that listens in every run of one fork server, and only wants to know what is left to solve: it spares
//! the calls, and the engine's search, for all else. It is off in every profile of fz's. afl-fuzz listens in a process of its own
//! (`-c`), which runs each input of the queue once or twice and never sees what the others solve. And the operands of a
//! compare that one input has solved may be what another input needs, on its own way to that compare: afl-fuzz loses these.
//! In-process engines do not shut gates, so they are told of everything.

use core::ffi::CStr;

/// The environment variable that says whether gates are shut.
pub const GATES_ENV: &CStr = c"FZ_GATES";
pub const OPEN: &str = "open";
pub const SHUT: &str = "shut";
/// The parent for which they are shut without a word.
pub const FUZZER: &str = "afl-fuzz";
