//! An engine that searches as Angora's documentation and sources say that it does, over track files and what the fast
//! build tells of one condition. It is no fuzzer: nothing is changed but the bytes that a track file names.
//!
//! - *A number* of 2, 4 or 8 bytes is one variable, every other byte one of its own. Each is moved by one to either side,
//!   to see which way the distance from the other answer gets smaller, and how fast; then all go that way, and in the end
//!   each alone.
//! - *One byte* is tried with each of its values.
//! - *Texts* (`0x8002`): the operand's bytes become the other operand.
//! - *Lengths* (`0x8003`): the input gets longer, or shorter, by as many units as the operands differ by.
//!
//! An input that counts something new has a track file of its own.

use std::collections::{BTreeMap, BTreeSet};

use fz_abi::angora::Condition;
use fz_harness::random::Random;
use fz_tests::tracks::{self, DONE, Segment, Track, op};

use crate::angora::engine::{End, Engine};

const ONE_BYTE: u32 = 256;
/// So many executions a condition has at a time, and so many more for something new.
const BUDGET: u32 = 376;
const BONUS: u32 = 66;
/// So often it is its turn with the bytes of one operand.
const TURNS: u32 = 8;
/// A search that gets no nearer starts elsewhere, so often.
const STARTS: u32 = 8;
const LONGEST: usize = 15_000;

/// Of an operation: its predicate compares signed numbers.
const SIGNED: u32 = 0x100;
/// The answer is not known: the condition was not reached.
const FAR: u64 = u64::MAX;

/// What became of a search.
#[derive(Debug)]
pub struct Found {
    pub executions: u32,
    pub inputs: usize,
    /// The highest exit status of those that the caller counts.
    pub best: i32,
    /// An input that ended in a crash.
    pub crash: Option<Vec<u8>>,
}

/// A condition that is not solved yet.
#[derive(Clone)]
struct Open {
    condition: Condition,
    /// The bytes that are changed, those of the other operand, and what the first should become.
    segments: Vec<Segment>,
    others: Vec<Segment>,
    wanted: Vec<u8>,
    own: Vec<u8>,
    input: usize,
    turns: u32,
    stage: Stage,
    /// Where the last search stopped.
    reached: Option<Vec<u64>>,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    First,
    Other,
    Both,
    Over,
}

type Key = (u32, u32, u32);

pub struct Solver<'a> {
    engine: Engine,
    track: &'a dyn Fn(&[u8]) -> Vec<u8>,
    limit: u32,
    /// What was counted so far, by entry: a bit for each power of two.
    counted: Vec<u16>,
    inputs: Vec<Vec<u8>>,
    open: BTreeMap<Key, Open>,
    solved: BTreeSet<Key>,
    random: Random,
    found: Found,
}

impl<'a> Solver<'a> {
    /// `track` gives the track file of an input. Each input that is run counts.
    pub fn new(engine: Engine, track: &'a dyn Fn(&[u8]) -> Vec<u8>, limit: u32) -> Solver<'a> {
        Solver {
            engine,
            track,
            limit,
            counted: Vec::new(),
            inputs: Vec::new(),
            open: BTreeMap::new(),
            solved: BTreeSet::new(),
            random: Random::new(1),
            found: Found {
                executions: 0,
                inputs: 0,
                best: 0,
                crash: None,
            },
        }
    }

    /// From one input on, until something crashes, nothing is left to be solved, or there were too many executions.
    pub fn run(mut self, seed: &[u8]) -> Found {
        self.execute(None, seed);
        while let Some(key) = self.next() {
            let mut open = self.open[&key].clone();
            open.turns += 1;
            let is_solved = self.work(&mut open);
            if is_solved || open.stage == Stage::Over {
                self.open.remove(&key);
                self.solved.insert(key);
            } else if let Some(place) = self.open.get_mut(&key) {
                *place = open;
            }
        }
        self.found.inputs = self.inputs.len();
        self.found
    }

    fn is_over(&self) -> bool {
        self.found.crash.is_some() || self.found.executions >= self.limit
    }

    /// Whoever had the fewest turns; of these the one that an input reached first.
    fn next(&self) -> Option<Key> {
        let open = self.open.iter().filter(|_| !self.is_over());
        let first = open.min_by_key(|(_, open)| (open.turns, open.input));
        first.map(|(key, _)| *key)
    }

    /// Runs an input, and says how far the condition is from its other answer.
    fn execute(&mut self, condition: Option<&Condition>, input: &[u8]) -> u64 {
        if self.is_over() {
            return FAR;
        }
        self.found.executions += 1;
        let run = match condition {
            Some(asked) => self.engine.ask(*asked, input),
            None => self.engine.run(input),
        };
        match run.end {
            End::Crash(_) => self.found.crash = Some(input.to_vec()),
            End::Exit(code) if code < 100 => self.found.best = self.found.best.max(code),
            _ => {}
        }
        if self.is_new(&run.table) && self.found.crash.is_none() {
            self.add(input);
        }
        match condition {
            Some(asked) if run.condition.held != Condition::UNREACHED => {
                distance(asked, run.condition.operands)
            }
            _ => FAR,
        }
    }

    /// Hits are told apart by their powers of two.
    fn is_new(&mut self, table: &[u16]) -> bool {
        self.counted.resize(table.len(), 0);
        let mut is_new = false;
        for (known, count) in self.counted.iter_mut().zip(table).filter(|(_, c)| **c > 0) {
            let bit = 1 << count.ilog2();
            is_new |= *known & bit == 0;
            *known |= bit;
        }
        is_new
    }

    fn add(&mut self, input: &[u8]) {
        let number = self.inputs.len();
        self.inputs.push(input.to_vec());
        let track = tracks::read(&(self.track)(input));
        for (at, condition) in track.conditions.iter().enumerate() {
            let key = (condition.cmpid, condition.context, condition.order);
            let Some(new) = opened(&track, at, number).filter(|_| !self.solved.contains(&key))
            else {
                continue;
            };
            match self.open.get(&key) {
                None => {
                    self.open.insert(key, new);
                }
                // Two inputs, two answers.
                Some(old) if old.condition.condition != new.condition.condition => {
                    self.open.remove(&key);
                    self.solved.insert(key);
                }
                Some(_) => {}
            }
        }
    }

    /// Says whether the condition had its other answer.
    fn work(&mut self, open: &mut Open) -> bool {
        match open.condition.op {
            op::LENGTH => {
                self.lengthen(open);
                true
            }
            op::FUNCTION => {
                self.copy(open);
                true
            }
            _ => {
                if let [(_, begin, end)] = open.segments[..]
                    && end - begin == 1
                    && open.turns == 1
                {
                    return self.each_byte(open, begin as usize);
                }
                if open.turns > TURNS {
                    open.next_stage();
                    return false;
                }
                self.descend(open)
            }
        }
    }

    fn lengthen(&mut self, open: &Open) {
        let [a, b] = open.condition.operands;
        let (unit, input) = (open.condition.label as usize, &self.inputs[open.input]);
        let Some(by) = usize::try_from(a.abs_diff(b))
            .ok()
            .and_then(|units| units.checked_mul(unit))
            .filter(|by| *by > 0 && input.len() + by < LONGEST)
        else {
            return;
        };
        let mut longer = input.clone();
        let shorter = input.len().checked_sub(by).map(|to| input[..to].to_vec());
        let added = (0..=by)
            .map(|_| self.random.bits() as u8)
            .collect::<Vec<_>>();
        longer.extend(added);
        self.execute(None, &longer);
        for byte in [0, b'\n', b'\r', b' '] {
            longer.push(byte);
            self.execute(None, &longer);
            longer.pop();
        }
        longer.pop();
        self.execute(None, &longer);
        if let Some(mut shorter) = shorter.filter(|s| !s.is_empty()) {
            self.execute(None, &shorter);
            shorter.pop();
            self.execute(None, &shorter);
        }
    }

    /// Bytes are put in, or taken out, until there are as many as the other operand has.
    fn copy(&mut self, open: &Open) {
        let mut input = self.inputs[open.input].clone();
        let mut bytes: Vec<usize> = Vec::new();
        for (_, begin, end) in &open.segments {
            bytes.extend(*begin as usize..*end as usize);
        }
        let wanted = open.wanted.len();
        let Some(last) = bytes.last().copied().filter(|last| *last < input.len()) else {
            return;
        };
        while bytes.len() > wanted && bytes.len() > 1 {
            input.remove(bytes.pop().expect("there is one"));
        }
        for next in (last + 1..).take(wanted.saturating_sub(bytes.len())) {
            input.insert(next, input[last]);
            bytes.push(next);
        }
        if bytes.len() != wanted {
            return;
        }
        for (at, byte) in bytes.iter().enumerate() {
            // What the program adds to a byte on the way stays added.
            let added = open
                .own
                .get(at)
                .map_or(0, |own| own.wrapping_sub(input[*byte]));
            input[*byte] = open.wanted[at].wrapping_sub(added);
        }
        self.execute(None, &input);
    }

    fn each_byte(&mut self, open: &Open, at: usize) -> bool {
        let mut input = self.inputs[open.input].clone();
        if input.len() <= at {
            input.resize(at + 1, 0);
        }
        (0..ONE_BYTE).any(|value| {
            input[at] = value as u8;
            self.execute(Some(&open.condition), &input) == 0
        })
    }

    fn descend(&mut self, open: &mut Open) -> bool {
        let mut search = Search::new(&open.segments, &self.inputs[open.input]);
        let until = self.found.executions + BUDGET;
        let inputs = self.inputs.len();
        let condition = open.condition;
        let may_go_on = |solver: &Solver| {
            let new = (solver.inputs.len() - inputs) as u32;
            solver.found.executions < until + BONUS * new && !solver.is_over()
        };
        let mut nearest = self.first(open, &mut search);
        let mut starts = 0;
        while nearest > 0 && may_go_on(self) {
            let slopes = self.slopes(&condition, &search, nearest);
            if slopes.iter().all(|slope| slope.gain == 0) {
                starts += 1;
                if starts > STARTS {
                    break;
                }
                nearest = self.elsewhere(&condition, &mut search, starts);
                continue;
            }
            nearest = self.follow(&condition, &mut search, nearest, &slopes);
        }
        open.reached = Some(search.values.clone());
        nearest == 0
    }

    /// Where the search begins: as it is, with the other operand's bytes, or with these the other way round; or where it
    /// stopped.
    fn first(&mut self, open: &Open, search: &mut Search) -> u64 {
        if let Some(reached) = &open.reached {
            search.values.clone_from(reached);
            return self.execute(Some(&open.condition), &search.input());
        }
        let mut nearest = self.execute(Some(&open.condition), &search.input());
        let reversed: Vec<u8> = open.wanted.iter().rev().copied().collect();
        for bytes in [&open.wanted, &reversed] {
            let mut with = search.clone();
            with.put(bytes);
            let distance = self.execute(Some(&open.condition), &with.input());
            if distance < nearest {
                nearest = distance;
                *search = with;
            }
        }
        nearest
    }

    /// Which way each variable goes, and how much nearer a step of one brings it.
    fn slopes(&mut self, condition: &Condition, search: &Search, nearest: u64) -> Vec<Slope> {
        let mut slope = |at: usize| {
            let mut by = |up: bool| {
                let mut moved = search.clone();
                moved.step(at, up, 1);
                self.execute(Some(condition), &moved.input())
            };
            let [up, down] = [by(true), by(false)];
            Slope {
                up: up <= down,
                gain: nearest.saturating_sub(up.min(down)),
            }
        };
        (0..search.values.len()).map(&mut slope).collect()
    }

    /// All variables by as much as they bring; then in steps that double, all at once and each alone.
    fn follow(
        &mut self,
        condition: &Condition,
        search: &mut Search,
        from: u64,
        slopes: &[Slope],
    ) -> u64 {
        let steepest = slopes.iter().map(|s| s.gain).max().unwrap_or(1) as f64;
        let share = |slope: &Slope| slope.gain as f64 / steepest;
        let all: u64 = slopes.iter().fold(0, |all, s| all.saturating_add(s.gain));
        let mut nearest = from;
        let mut try_steps = |search: &mut Search, steps: &[(usize, u64)]| {
            let mut moved = search.clone();
            for (at, by) in steps {
                moved.step(*at, slopes[*at].up, *by);
            }
            let distance = self.execute(Some(condition), &moved.input());
            let is_nearer = distance < nearest;
            if is_nearer {
                nearest = distance;
                *search = moved;
            }
            is_nearer && distance > 0
        };
        let scaled = |step: u64| -> Vec<(usize, u64)> {
            let by = |s: &Slope| (share(s) * step as f64) as u64;
            slopes.iter().map(by).enumerate().collect()
        };
        let guess = from / all;
        if guess > 1 {
            try_steps(search, &scaled(guess));
        }
        let mut step = 1u64;
        while try_steps(search, &scaled(step)) {
            step = step.saturating_mul(2);
        }
        if slopes.len() > 1 {
            for (at, slope) in slopes.iter().enumerate().filter(|(_, s)| share(s) >= 0.01) {
                let mut step = 1u64;
                while try_steps(search, &[(at, (share(slope) * step as f64).round() as u64)]) {
                    step = step.saturating_mul(2);
                }
            }
        }
        nearest
    }

    /// Another start: numbers that programs treat as special, then any.
    fn elsewhere(&mut self, condition: &Condition, search: &mut Search, start: u32) -> u64 {
        for at in 0..search.values.len() {
            let value = match start {
                1 => 0,
                2 => u64::MAX,
                3 => u64::MAX >> 1,
                _ => self.random.bits(),
            };
            search.set(at, value);
        }
        self.execute(Some(condition), &search.input())
    }
}

struct Slope {
    up: bool,
    gain: u64,
}

impl Open {
    fn next_stage(&mut self) {
        self.turns = 1;
        self.reached = None;
        self.stage = match self.stage {
            Stage::First if !self.others.is_empty() => {
                std::mem::swap(&mut self.segments, &mut self.others);
                Stage::Other
            }
            Stage::Other => {
                self.segments.append(&mut self.others);
                self.segments.sort_by_key(|(_, begin, end)| (*begin, *end));
                self.segments.dedup_by(|b, a| b.1 < a.2);
                Stage::Both
            }
            _ => Stage::Over,
        };
    }
}

/// A condition of a track file, if it is one to work on: of the operand of fewer variables, if both have some.
fn opened(track: &Track, at: usize, input: usize) -> Option<Open> {
    let c = &track.conditions[at];
    let condition = c.asked();
    if c.op >= op::FIRST_UNASKED && !matches!(c.op, op::FUNCTION | op::LENGTH)
        || c.condition == DONE
    {
        return None;
    }
    let [first, second] = match c.op {
        op::LENGTH => [Vec::new(), Vec::new()],
        _ => [track.segments(c.lb1), track.segments(c.lb2)],
    };
    let is_first = second.is_empty() || !first.is_empty() && first.len() <= second.len();
    let texts = track.texts.iter().find(|(number, ..)| *number == at as u64);
    let number = |n: u64| n.to_le_bytes()[..c.size.clamp(1, 8) as usize].to_vec();
    let mut operands = match texts {
        Some((_, a, b)) => [a.clone(), b.clone()],
        None => [number(c.arg1), number(c.arg2)],
    };
    let (mut segments, mut others) = (first, second);
    if !is_first {
        std::mem::swap(&mut segments, &mut others);
        operands.reverse();
    }
    let [own, wanted] = operands;
    let open = Open {
        condition,
        segments,
        others,
        wanted,
        own,
        input,
        turns: 0,
        stage: Stage::First,
        reached: None,
    };
    (c.op == op::LENGTH || !open.segments.is_empty()).then_some(open)
}

/// How far two operands are from the other answer; 0: it is there.
fn distance(condition: &Condition, [a, b]: [u64; 2]) -> u64 {
    let basic = match condition.op & op::PREDICATE {
        op::SWITCH => op::EQUAL,
        basic => basic,
    };
    let is_signed = condition.op & SIGNED != 0 || basic >= op::SIGNED_GREATER;
    // The sign bit the other way round: signed numbers are in the order of unsigned ones.
    let bit = u64::from(is_signed) << (8 * condition.size.clamp(1, 8) - 1);
    let (a, b) = (a ^ bit, b ^ bit);
    let held = condition.condition == 1;
    let above = || (b.wrapping_sub(a)).wrapping_add(1) * u64::from(a <= b);
    let below = || (a.wrapping_sub(b)).wrapping_add(1) * u64::from(a >= b);
    let at_least = || b.saturating_sub(a);
    let at_most = || a.saturating_sub(b);
    // Equality, inequality, `>`, `>=`, `<`, `<=`, as the conditions wanted.
    match (basic, held) {
        (32, false) | (33, true) => a.abs_diff(b),
        (33, false) | (32, true) => u64::from(a == b),
        (34 | 38, false) | (37 | 41, true) => above(),
        (35 | 39, false) | (36 | 40, true) => at_least(),
        (36 | 40, false) | (35 | 39, true) => below(),
        (37 | 41, false) | (34 | 38, true) => at_most(),
        // Floating-point numbers come in their order.
        _ => a.abs_diff(b),
    }
}

/// An input with the variables that are changed in it.
#[derive(Clone)]
struct Search {
    bytes: Vec<u8>,
    /// Where each begins, and its size.
    places: Vec<(usize, usize)>,
    values: Vec<u64>,
}

impl Search {
    fn new(segments: &[Segment], input: &[u8]) -> Search {
        let mut places = Vec::new();
        for (_, begin, end) in segments {
            let (begin, end) = (*begin as usize, *end as usize);
            match end - begin {
                1 | 2 | 4 | 8 => places.push((begin, end - begin)),
                _ => places.extend((begin..end).map(|at| (at, 1))),
            }
        }
        let mut bytes = input.to_vec();
        let end = places.iter().map(|(at, size)| at + size).max().unwrap_or(0);
        bytes.resize(bytes.len().max(end), 0);
        let value = |(at, size): &(usize, usize)| {
            let mut word = [0; 8];
            word[..*size].copy_from_slice(&bytes[*at..at + size]);
            u64::from_le_bytes(word)
        };
        let values = places.iter().map(value).collect();
        Search {
            bytes,
            places,
            values,
        }
    }

    fn set(&mut self, at: usize, value: u64) {
        self.values[at] = value & u64::MAX >> (64 - 8 * self.places[at].1);
    }

    fn step(&mut self, at: usize, up: bool, by: u64) {
        let value = self.values[at];
        let moved = match up {
            true => value.wrapping_add(by),
            false => value.wrapping_sub(by),
        };
        self.set(at, moved);
    }

    /// All variables, one behind the other, begin with these bytes.
    fn put(&mut self, bytes: &[u8]) {
        let mut rest = bytes.iter();
        for (at, (_, size)) in self.places.iter().enumerate() {
            let mut word = self.values[at].to_le_bytes();
            for (to, from) in word[..*size].iter_mut().zip(&mut rest) {
                *to = *from;
            }
            self.values[at] = u64::from_le_bytes(word);
        }
    }

    fn input(&self) -> Vec<u8> {
        let mut input = self.bytes.clone();
        for ((at, size), value) in self.places.iter().zip(&self.values) {
            input[*at..at + size].copy_from_slice(&value.to_le_bytes()[..*size]);
        }
        input
    }
}
