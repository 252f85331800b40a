//! What is kept, and where: inputs with new coverage in the queue, crashes and timeouts with new coverage in the
//! crashes.

use std::borrow::Cow;

use libafl::corpus::{InMemoryCorpus, Testcase};
use libafl::events::NopEventManager;
use libafl::executors::ExitKind;
use libafl::feedbacks::{Feedback, MaxMapFeedback, StateInitializer};
use libafl::inputs::{BytesInput, HasMutatorBytes};
use libafl::observers::map::{CanTrack, ExplicitTracking, HitcountsMapObserver, StdMapObserver};
use libafl::state::StdState;
use libafl_bolts::rands::StdRand;
use libafl_bolts::tuples::MatchName;
use libafl_bolts::{Error, Named};

use crate::output::Output;

pub type State =
    StdState<InMemoryCorpus<BytesInput>, BytesInput, StdRand, InMemoryCorpus<BytesInput>>;
pub type Hits = HitcountsMapObserver<StdMapObserver<'static, u8, false>>;
pub type Coverage = ExplicitTracking<Hits, true, false>;
type NewCoverage = MaxMapFeedback<Coverage, Hits>;

/// Observes `map`, in which the target leaves its counters.
///
/// # Safety
/// The map is not moved or freed until the process ends.
pub unsafe fn coverage(map: *mut u8, length: usize) -> Coverage {
    // SAFETY: the caller says so.
    let observer = unsafe { StdMapObserver::from_mut_ptr("coverage", map, length) };
    HitcountsMapObserver::new(observer).track_indices()
}

/// New coverage.
pub struct Kept {
    coverage: NewCoverage,
    output: Output,
}

/// A crash or timeout that reached something that no other has.
pub struct Found {
    coverage: NewCoverage,
    output: Output,
    how: &'static str,
}

impl Kept {
    pub fn new(coverage: &Coverage, output: Output) -> Kept {
        Kept {
            coverage: NewCoverage::new(coverage),
            output,
        }
    }
}

impl Found {
    pub fn new(coverage: &Coverage, output: Output) -> Found {
        Found {
            coverage: NewCoverage::with_name("found", coverage),
            output,
            how: "",
        }
    }
}

impl Named for Kept {
    fn name(&self) -> &Cow<'static, str> {
        &Cow::Borrowed("kept")
    }
}

impl Named for Found {
    fn name(&self) -> &Cow<'static, str> {
        &Cow::Borrowed("found")
    }
}

impl StateInitializer<State> for Kept {
    fn init_state(&mut self, state: &mut State) -> Result<(), Error> {
        self.coverage.init_state(state)
    }
}

impl StateInitializer<State> for Found {
    fn init_state(&mut self, state: &mut State) -> Result<(), Error> {
        self.coverage.init_state(state)
    }
}

impl<O: MatchName> Feedback<NopEventManager, BytesInput, O, State> for Kept {
    fn is_interesting(
        &mut self,
        state: &mut State,
        manager: &mut NopEventManager,
        input: &BytesInput,
        observers: &O,
        exit: &ExitKind,
    ) -> Result<bool, Error> {
        self.coverage
            .is_interesting(state, manager, input, observers, exit)
    }

    fn append_metadata(
        &mut self,
        state: &mut State,
        manager: &mut NopEventManager,
        observers: &O,
        testcase: &mut Testcase<BytesInput>,
    ) -> Result<(), Error> {
        self.coverage
            .append_metadata(state, manager, observers, testcase)?;
        if let Some(input) = testcase.input() {
            self.output.keep(input.mutator_bytes())?;
        }
        Ok(())
    }
}

impl<O: MatchName> Feedback<NopEventManager, BytesInput, O, State> for Found {
    fn is_interesting(
        &mut self,
        state: &mut State,
        manager: &mut NopEventManager,
        input: &BytesInput,
        observers: &O,
        exit: &ExitKind,
    ) -> Result<bool, Error> {
        self.how = match exit {
            ExitKind::Timeout => "timeout",
            ExitKind::Crash | ExitKind::Oom => "crash",
            ExitKind::Ok | ExitKind::Diff { .. } => return Ok(false),
        };
        self.coverage
            .is_interesting(state, manager, input, observers, exit)
    }

    fn append_metadata(
        &mut self,
        state: &mut State,
        manager: &mut NopEventManager,
        observers: &O,
        testcase: &mut Testcase<BytesInput>,
    ) -> Result<(), Error> {
        self.coverage
            .append_metadata(state, manager, observers, testcase)?;
        if let Some(input) = testcase.input() {
            self.output.found(self.how, input.mutator_bytes())?;
        }
        Ok(())
    }
}
