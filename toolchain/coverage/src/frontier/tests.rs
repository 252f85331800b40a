use super::*;
use crate::flow::{Block, Call, Data, Edge, Function, Start};

/// A function of so many blocks. `edges`: from, to, and the position of the counter.
fn function(
    blocks: usize,
    edges: &[(usize, usize, Option<u32>)],
    calls: &[(usize, usize)],
) -> Function {
    let nowhere = |line: usize| Place::new("a.c", line as u32 + 1, 1);
    let block = |number: usize| Block {
        place: nowhere(number),
        decides: nowhere(number),
        counter: None,
        is_copy: false,
    };
    Function {
        symbol: String::new(),
        function: None,
        blocks: (0..blocks).map(block).collect(),
        edges: edges
            .iter()
            .map(|(from, to, counter)| Edge {
                from: *from,
                to: *to,
                outcome: counter.map(|c| c as usize),
                counter: counter.map(|c| c as usize),
            })
            .collect(),
        calls: calls
            .iter()
            .map(|(block, callee)| (*block, Call::ByName(*callee)))
            .collect(),
        signature: 0,
        start: Start::Nobody,
    }
}

fn entered(mut function: Function, counter: usize) -> Function {
    function.blocks[0].counter = Some(counter);
    function
}

/// The places, each with its block's line, and what lies behind it: blocks, functions.
fn stops(flow: &Flow, hit: &[usize]) -> Vec<(usize, u32, usize, Vec<usize>)> {
    let stops = of(flow, |n| hit.contains(&n));
    stops
        .into_iter()
        .map(|s| {
            (
                s.function,
                s.place.line,
                s.behind.blocks,
                s.behind.functions,
            )
        })
        .collect()
}

/// `if (a) { if (b) helper(); }`, and a function in a table.
///
/// ```text
/// 0 ─1→ 1 ─3→ 2 (calls 1) ──→ 3
///  └─2───────────────────────→ 3
///        1 ─4────────────────→ 3
/// ```
fn sample() -> Flow {
    let main = function(
        4,
        &[
            (0, 1, Some(1)),
            (0, 3, Some(2)),
            (1, 2, Some(3)),
            (1, 3, Some(4)),
            (2, 3, None),
        ],
        &[(2, 1)],
    );
    let helper = function(2, &[(0, 1, None)], &[(1, 2)]);
    let leaf = function(1, &[], &[]);
    let of_table = function(3, &[(0, 1, Some(21)), (0, 2, Some(22))], &[(1, 2)]);
    Flow {
        functions: vec![
            entered(main, 0),
            entered(helper, 10),
            entered(leaf, 11),
            entered(of_table, 20),
        ],
        ..Flow::default()
    }
}

#[test]
fn what_only_one_place_leads_to_lies_behind_it() {
    let flow = sample();
    // Neither condition was true: all that is called lies behind the first.
    assert_eq!(stops(&flow, &[0, 2]), [(0, 1, 5, vec![1, 2])]);
    // The second is where inputs stop; the first was false only.
    let stopped = stops(&flow, &[0, 1, 4]);
    assert_eq!(stopped, [(0, 2, 4, vec![1, 2]), (0, 1, 0, vec![])]);
    assert_eq!(stops(&flow, &[0, 1, 2, 3, 4, 10, 11]), []);
}

#[test]
fn what_several_places_lead_to_lies_behind_none() {
    let mut flow = sample();
    flow.functions[0].calls.push((1, Call::ByName(2)));
    // The leaf is called from block 1 and from the helper, which are both behind the first condition.
    assert_eq!(stops(&flow, &[0, 2]), [(0, 1, 5, vec![1, 2])]);
    // Block 1 has run without calling it: it may do so.
    assert_eq!(stops(&flow, &[0, 1, 2, 4]), [(0, 2, 3, vec![1])]);
}

#[test]
fn what_a_table_has_may_be_called_at_any_time() {
    let mut flow = sample();
    flow.data.push(Data {
        symbol: "table".to_owned(),
        calls: vec![Call::Address(3)],
        start: Start::Nobody,
    });
    // The function of the table calls the leaf too.
    assert_eq!(stops(&flow, &[0, 2]), [(0, 1, 4, vec![1])]);
    // Once it was called its own conditions are places.
    let stopped = stops(&flow, &[0, 2, 20, 22]);
    assert_eq!(stopped, [(0, 1, 4, vec![1]), (3, 1, 1, vec![])]);
}

#[test]
fn ways_of_one_place_may_lead_to_the_same() {
    // A switch whose cases 1 and 2 meet in block 3, which nothing else leads to.
    let switch = function(
        5,
        &[
            (0, 1, Some(1)),
            (0, 2, Some(2)),
            (0, 4, Some(3)),
            (1, 3, None),
            (2, 3, None),
        ],
        &[],
    );
    let flow = Flow {
        functions: vec![entered(switch, 0)],
        ..Flow::default()
    };
    let stops = of(&flow, |n| [0, 3].contains(&n));
    let [stop] = &stops[..] else {
        panic!("{stops:?}")
    };
    let ways: Vec<usize> = stop.ways.iter().map(|w| w.behind.blocks).collect();
    assert_eq!((stop.behind.blocks, ways), (3, vec![1, 1]));
}

/// One condition of the source in two blocks, as where the compiler has copied it: edges 1 and 2 leave the one, 3 and 4 the
/// other.
#[test]
fn blocks_of_one_condition_are_one_place() {
    let mut copied = function(
        6,
        &[
            (0, 1, Some(1)),
            (0, 2, Some(2)),
            (1, 3, Some(3)),
            (1, 4, Some(4)),
            (2, 3, Some(5)),
            (2, 4, Some(6)),
            (3, 5, None),
            (4, 5, None),
        ],
        &[],
    );
    for (edge, outcome) in [(2, 20), (3, 21), (4, 20), (5, 21)] {
        copied.edges[edge].outcome = Some(outcome);
    }
    let flow = Flow {
        functions: vec![entered(copied, 0)],
        ..Flow::default()
    };
    // Never true, in neither block: block 3 lies behind both together.
    let both = [0, 1, 2, 4, 6, 21];
    assert_eq!(stops(&flow, &both), [(0, 2, 1, vec![])]);
    let hidden = by_outcome(&flow, |n| both.contains(&n));
    assert_eq!((hidden[&20].blocks, hidden.get(&21)), (1, None));
    // True in the other block: the condition lacks nothing.
    assert_eq!(stops(&flow, &[0, 1, 2, 4, 5, 20, 21]), []);
}
