//! What a program can reach from where it begins, over its calls, by name and by pointer; and how sure that is.
//!
//! A function can be reached if code calls it that can be reached, or if such code, or data that such code names, has its
//! address: that is all that a linker follows under `--gc-sections`, and nothing else leads to code but what nobody knows and
//! finds a function by its name ([`Start::Named`]), and what runs by itself ([`Start::Always`]). So what is not reached in this way
//! cannot run; and what ran is where all begins anew. What has the address need not call it: that is
//! [`Reach::Likely`] where some code that can be reached calls functions of its type by pointer (as virtual functions are
//! called), and else [`Reach::Perhaps`], as where a library gets it: a thread, a comparison for `qsort`.

use std::collections::HashMap;

use serde::Serialize;

use crate::flow::{Call, Flow, Start};

/// Whether a function can be reached. In the order of how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// It was.
    Ran,
    /// Calls by name lead to it.
    Sure,
    /// A pointer leads to it, and functions of its type are called by pointer.
    Likely,
    /// Its address goes somewhere.
    Perhaps,
    /// Nobody has recorded its calls.
    Unknown,
    Never,
}

impl Reach {
    /// Whether an input for it can be looked for.
    pub fn is_possible(self) -> bool {
        self != Reach::Never
    }
}

/// Where programs begin: a harness, or `main`.
const ENTRIES: [&str; 6] = [
    "main",
    "LLVMFuzzerTestOneInput",
    "LLVMFuzzerInitialize",
    "LLVMFuzzerCustomMutator",
    "LLVMFuzzerCustomCrossOver",
    "LLVMFuzzerAnnounceOutput",
];

/// Whether programs begin with a function of this name.
pub fn is_entry(symbol: &str) -> bool {
    ENTRIES.contains(&symbol)
}

/// Of how many functions a catalogue has, by number. `is_reached`: of identities.
pub fn of(flow: &Flow, functions: usize, is_reached: impl Fn(usize) -> bool) -> Vec<Reach> {
    let ran = flow.ran(is_reached);
    let has_run = ran.iter().map(|r| r.blocks.contains(&true));
    let mut reached = Reached::of(flow);
    for (number, (function, has_run)) in flow.functions.iter().zip(has_run).enumerate() {
        let begins = is_entry(&function.symbol) || function.start == Start::Always;
        match (has_run, begins, function.start) {
            (true, ..) => reached.reach(number, Reach::Ran),
            (_, true, _) => reached.reach(number, Reach::Sure),
            (.., Start::Named) => reached.reach(number, Reach::Perhaps),
            _ => {}
        }
    }
    for (number, data) in flow.data.iter().enumerate() {
        match data.start {
            Start::Always => reached.go(Call::Data(number), Reach::Sure),
            Start::Named => reached.go(Call::Data(number), Reach::Perhaps),
            Start::Nobody => {}
        }
    }
    reached.follow();
    let mut of_catalogue = vec![Reach::Unknown; functions];
    let mut is_known = vec![false; functions];
    for (function, reach) in flow.functions.iter().zip(&reached.functions) {
        // A coroutine has several.
        if let Some(number) = function.function {
            let known = &mut of_catalogue[number];
            *known = match std::mem::replace(&mut is_known[number], true) {
                true => (*known).min(*reach),
                false => *reach,
            };
        }
    }
    of_catalogue
}

/// What has been found so far: how surely functions are reached, have their addresses taken, and are called by pointer.
struct Reached<'a> {
    flow: &'a Flow,
    functions: Vec<Reach>,
    taken: Vec<Reach>,
    data: Vec<Reach>,
    /// By type.
    called: Vec<Reach>,
    /// By type: the functions of it.
    of_type: HashMap<usize, Vec<usize>>,
    work: Vec<usize>,
}

impl Reached<'_> {
    fn of(flow: &Flow) -> Reached<'_> {
        let mut of_type: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, function) in flow.functions.iter().enumerate() {
            of_type.entry(function.signature).or_default().push(number);
        }
        Reached {
            flow,
            functions: vec![Reach::Never; flow.functions.len()],
            taken: vec![Reach::Never; flow.functions.len()],
            data: vec![Reach::Never; flow.data.len()],
            called: vec![Reach::Never; flow.types.len()],
            of_type,
            work: Vec::new(),
        }
    }

    fn reach(&mut self, function: usize, how: Reach) {
        if how < self.functions[function] {
            self.functions[function] = how;
            self.work.push(function);
        }
    }

    /// To the end. Each function is looked at once for each time that it is reached more surely.
    fn follow(&mut self) {
        while let Some(number) = self.work.pop() {
            // What calls by name ran or not: the callee is sure to be reachable.
            let how = self.functions[number].max(Reach::Sure);
            let flow = self.flow;
            for (_, call) in &flow.functions[number].calls {
                self.go(*call, how);
            }
        }
    }

    /// Lists of data may be long: no recursion.
    fn go(&mut self, call: Call, how: Reach) {
        let mut work = vec![call];
        while let Some(call) = work.pop() {
            match call {
                Call::ByName(callee) => self.reach(callee, how),
                Call::Address(callee) | Call::Table(callee) => self.take(callee, how),
                Call::ByPointer(of) => self.call(of, how),
                Call::Data(data) => {
                    if how < self.data[data] {
                        self.data[data] = how;
                        work.extend(&self.flow.data[data].calls);
                    }
                }
            }
        }
    }

    /// Somebody has the address of a function.
    fn take(&mut self, function: usize, how: Reach) {
        if how < self.taken[function] {
            self.taken[function] = how;
            self.point(function);
        }
    }

    /// Somebody calls functions of a type by pointer.
    fn call(&mut self, of: usize, how: Reach) {
        if how < self.called[of] {
            self.called[of] = how;
            for function in self.of_type.get(&of).cloned().unwrap_or_default() {
                self.point(function);
            }
        }
    }

    /// What a pointer to a function leads to.
    fn point(&mut self, function: usize) {
        let called = self.called[self.flow.functions[function].signature];
        let how = match (self.taken[function], called) {
            (Reach::Never, _) => return,
            (_, Reach::Never) => Reach::Perhaps,
            (taken, called) => taken.max(called).max(Reach::Likely),
        };
        self.reach(function, how);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{Block, Data, Function};
    use fz_binary::Place;

    /// Functions of types `0`, `1`, each with its calls; identity N counts function N.
    fn flow(functions: &[(&str, usize, &[Call])], data: &[&[Call]]) -> Flow {
        let nowhere = || Place::new("", 0, 0);
        let function = |(number, (symbol, signature, calls)): (usize, &(&str, usize, &[Call]))| {
            let block = Block {
                place: nowhere(),
                decides: nowhere(),
                counter: Some(number),
                is_copy: false,
            };
            Function {
                symbol: (*symbol).to_owned(),
                function: Some(number),
                blocks: vec![block],
                edges: Vec::new(),
                calls: calls.iter().map(|call| (0, *call)).collect(),
                signature: *signature,
                start: Start::Nobody,
            }
        };
        Flow {
            functions: functions.iter().enumerate().map(function).collect(),
            data: data
                .iter()
                .map(|calls| Data {
                    symbol: String::new(),
                    calls: calls.to_vec(),
                    start: Start::Nobody,
                })
                .collect(),
            types: vec!["void ()".to_owned(), "i32 (ptr)".to_owned()],
        }
    }

    #[test]
    fn calls_lead_to_what_can_be_reached() {
        use Call::{Address, ByName, ByPointer, Data, Table};
        let flow = flow(
            &[
                ("main", 0, &[ByName(1), Address(2), Data(0)]),
                ("called", 0, &[Table(3)]),
                ("given", 1, &[]),
                ("of_table", 1, &[ByName(5)]),
                ("nobodys", 0, &[ByName(6), ByPointer(0)]),
                ("behind_table", 0, &[]),
                ("behind_nobodys", 0, &[]),
                ("of_data", 1, &[]),
            ],
            &[&[Data(1)], &[Address(7), Data(0)]],
        );
        let reach = |ran: &[usize]| of(&flow, 8, |n| ran.contains(&n));
        use Reach::{Likely, Never, Perhaps, Ran, Sure};
        let still = [Sure, Sure, Perhaps, Perhaps, Never, Perhaps, Never, Perhaps];
        assert_eq!(reach(&[]), still);
        let ran = [Ran, Sure, Perhaps, Perhaps, Never, Perhaps, Never, Perhaps];
        assert_eq!(reach(&[0]), ran);
        // Whatever ran is where all begins anew.
        assert_eq!(reach(&[4])[4..7], [Ran, Perhaps, Sure]);

        let mut by_pointer = flow.clone();
        by_pointer.functions[1].calls.push((0, ByPointer(1)));
        let likely = of(&by_pointer, 9, |_| false);
        assert_eq!(likely[2..6], [Likely, Likely, Never, Likely]);
        assert_eq!((likely[7], likely[8]), (Likely, Reach::Unknown));

        let mut named = flow.clone();
        named.functions[4].start = Start::Named;
        assert_eq!(of(&named, 8, |_| false)[4..7], [Perhaps; 3]);
        named.functions[4].start = Start::Always;
        assert_eq!(of(&named, 8, |_| false)[4], Sure);

        // A section that programs walk through.
        let mut walked = flow.clone();
        (walked.functions[0].calls, walked.data[1].start) = (Vec::new(), Start::Always);
        assert_eq!(of(&walked, 8, |_| false)[7], Perhaps);
        walked.data[1].start = Start::Nobody;
        assert_eq!(of(&walked, 8, |_| false)[7], Never);
    }
}
