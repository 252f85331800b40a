//! The fuzzer itself. Inputs that reached something new take turns; each is mutated at random, and in its second turn
//! its compares are solved (colorize, trace, replace: AFL++'s "redqueen").

use std::ops::ControlFlow;

use libafl::corpus::{Corpus, InMemoryCorpus};
use libafl::events::NopEventManager;
use libafl::executors::{Executor, HasObservers};
use libafl::inputs::{BytesInput, BytesInputConverter};
use libafl::mutators::{
    AflppRedQueen, HavocScheduledMutator, Tokens, havoc_mutations, tokens_mutations,
};
use libafl::observers::ObserversTuple;
use libafl::schedulers::{IndexesLenTimeMinimizerScheduler, QueueScheduler};
use libafl::stages::mutational::MultiMutationalStage;
use libafl::stages::{ColorizationStage, IfStage, StdMutationalStage};
use libafl::state::{HasCorpus, HasCurrentTestcase, HasExecutions, HasMaxSize, StdState};
use libafl::{Evaluator, Fuzzer, HasMetadata, NopInputFilter, StdFuzzer};
use libafl_bolts::Error;
use libafl_bolts::rands::StdRand;
use libafl_bolts::tuples::{Handle, MatchName, MatchNameRef, Merge, tuple_list};
use libafl_targets::AflppCmpLogObserver;
use libafl_targets::cmps::stages::AflppCmplogTracingStage;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::feedback::{Coverage, Found, Kept, State};
use crate::options::Options;
use crate::output::{LONGEST, Output};

type Scheduler = IndexesLenTimeMinimizerScheduler<QueueScheduler, BytesInput, Coverage>;
pub type Driver = StdFuzzer<Scheduler, Kept, BytesInputConverter, NopInputFilter, Found>;
pub type Log = AflppCmpLogObserver<'static>;

/// Something that runs an input and observes it.
pub trait Runs: Executor<NopEventManager, BytesInput, State, Driver> + HasObservers {}

impl<E> Runs for E where E: Executor<NopEventManager, BytesInput, State, Driver> + HasObservers {}

/// How inputs are run.
pub struct Target<E, T> {
    pub executor: E,
    /// Runs inputs with a log of their compares.
    pub tracer: Option<(T, Handle<Log>)>,
    /// Dictionary tokens that the target offers.
    pub tokens: Tokens,
}

/// What a run needs besides its options.
pub struct Start<'a> {
    pub options: &'a Options,
    pub output: &'a Output,
    pub seed: u64,
}

/// Runs until `watch`, which is asked after each turn, ends the run. `target` gets the observer of the feedback;
/// `loading` is called when loading the first inputs begins and ends.
pub fn run<E, T>(
    start: Start,
    coverage: Coverage,
    target: impl FnOnce(Coverage) -> Result<Target<E, T>, Error>,
    loading: impl Fn(bool),
    mut watch: impl FnMut(&State) -> ControlFlow<()>,
) -> Result<(), Error>
where
    E: Runs,
    E::Observers: MatchName + ObserversTuple<BytesInput, State> + Serialize + DeserializeOwned,
    T: Runs,
    T::Observers: MatchNameRef + ObserversTuple<BytesInput, State>,
{
    let mut feedback = Kept::new(&coverage, start.output.clone());
    let mut objective = Found::new(&coverage, start.output.clone());
    let mut state: State = StdState::new(
        StdRand::with_seed(start.seed),
        InMemoryCorpus::new(),
        InMemoryCorpus::new(),
        &mut feedback,
        &mut objective,
    )?;
    state.set_max_size(LONGEST);
    let scheduler = Scheduler::new(&coverage, QueueScheduler::new());
    let mut driver = StdFuzzer::new(scheduler, feedback, objective);
    let mut manager = NopEventManager::new();
    let colorization = ColorizationStage::new(&coverage);
    let Target {
        mut executor,
        tracer,
        mut tokens,
    } = target(coverage)?;
    for file in &start.options.dictionaries {
        tokens.add_from_file(file)?;
    }
    state.add_metadata(tokens);

    loading(true);
    let inputs = start.output.inputs(&start.options.inputs)?;
    for input in &inputs {
        let input = BytesInput::new(input.clone());
        driver.evaluate_input(&mut state, &mut executor, &mut manager, &input)?;
        if watch(&state).is_break() {
            return Ok(());
        }
    }
    if state.corpus().count() == 0 {
        let first = inputs.into_iter().next().unwrap_or_else(|| vec![b'0']);
        let first = BytesInput::new(first);
        driver.add_input(&mut state, &mut executor, &mut manager, first)?;
    }
    loading(false);

    let mutator = HavocScheduledMutator::new(havoc_mutations().merge(tokens_mutations()));
    let havoc = StdMutationalStage::new(mutator);
    // Once is enough: the same input has the same compares. Not in the first turn: colorizing takes two executions per
    // byte of the input, and all inputs should be mutated before.
    let second_turn = |_: &mut Driver, _: &mut E, state: &mut State, _: &mut NopEventManager| {
        Ok(state.current_testcase()?.scheduled_count() == 1)
    };
    let mut parts = (driver, executor, state, manager);
    match tracer {
        Some((tracer, log)) => {
            let tracing = AflppCmplogTracingStage::new(tracer, log);
            let replacing =
                MultiMutationalStage::new(AflppRedQueen::with_cmplog_options(true, true));
            let solving = IfStage::new(second_turn, tuple_list!(colorization, tracing, replacing));
            turns(&mut tuple_list!(solving, havoc), &mut parts, watch)
        }
        None => turns(&mut tuple_list!(havoc), &mut parts, watch),
    }
}

/// Takes turns until `watch` ends the run.
fn turns<E, ST>(
    stages: &mut ST,
    (driver, executor, state, manager): &mut (Driver, E, State, NopEventManager),
    mut watch: impl FnMut(&State) -> ControlFlow<()>,
) -> Result<(), Error>
where
    Driver: Fuzzer<E, NopEventManager, BytesInput, State, ST>,
{
    while watch(state).is_continue() {
        driver.fuzz_one(stages, executor, state, manager)?;
    }
    Ok(())
}

/// How often the target was executed.
pub fn executions(state: &State) -> u64 {
    *state.executions()
}
