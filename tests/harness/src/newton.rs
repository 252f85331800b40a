//! A small fuzzer after FOX ("Coverage-guided Fuzzing as Online Stochastic Control", 3.3 and 3.4) for persistent programs of
//! the profile `distance`. It follows from its random seed; its time is executions.
//!
//! The frontier are the outcomes that no execution has seen and that are a finite distance away. Each has the input that
//! came nearest. An outcome is chosen by how often executions that reach it come nearer, and how often its input had its
//! turn. Then follows one of:
//!
//! - A local search: mutants of the input, of which each outcome keeps the one whose distance has grown the most for what
//!   was changed, and the one whose distance has shrunk the most. A Newton step follows from each.
//! - For strings and memory: one byte after the other.
//!
//! What differs from FOX, or from its paper: time is counted in executions; a byte that a step would take below 0 or above
//! 255 stops there; a step that comes nearer is followed by the next one; every fourth turn goes to an input of the queue.

mod havoc;
mod target;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use anyhow::Result;
use fz_abi::distance::{FAR, FRONTIER, OPEN};

use crate::novelty::Seen;
use crate::random::Random;
use target::{Distances, Target};

/// Mutants of a local search.
const MUTANTS: u64 = 1024;
/// Mutants of an input of the queue.
const OF_QUEUE: u64 = 256;
/// Newton steps in a row.
const STEPS: usize = 16;

/// The first input that makes the program abort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    pub input: Vec<u8>,
    /// Including its own.
    pub executions: u64,
}

/// Fuzzes `program` from the input `start`. `None`: so many executions were not enough.
pub fn solve(
    program: &Path,
    start: &[u8],
    random: u64,
    executions: u64,
) -> Result<Option<Solution>> {
    let target = Target::start(program)?;
    let mut solver = Solver {
        target,
        random: Random::new(random),
        executions: 0,
        limit: executions,
        known: Seen::default(),
        queue: Vec::new(),
        frontier: BTreeMap::new(),
        unstable: BTreeSet::new(),
        solution: None,
    };
    solver.run(start);
    Ok(solver.solution)
}

struct Solver {
    target: Target,
    random: Random,
    executions: u64,
    limit: u64,
    known: Seen,
    /// Inputs that have reached new edges.
    queue: Vec<Rc<Seed>>,
    frontier: BTreeMap<u32, Nearest>,
    /// Outcomes whose branches the same input reaches only sometimes: what a program does once, when it starts.
    unstable: BTreeSet<u32>,
    solution: Option<Solution>,
}

struct Seed {
    input: Vec<u8>,
    /// How often it had its turn.
    turns: Cell<u32>,
}

/// What is known of an outcome of the frontier.
struct Nearest {
    distance: i64,
    seed: Rc<Seed>,
    /// Executions that have come nearer.
    productive: u64,
    /// Executions that have reached its branch, or were spent on it.
    reached: u64,
}

/// A mutant that tells how a distance changes.
#[derive(Clone)]
struct Slope {
    steepness: f64,
    mutant: Vec<u8>,
    distance: i64,
}

impl Solver {
    fn run(&mut self, start: &[u8]) {
        // All that the first input says; from then on only what is not known yet.
        self.target.set_mode(OPEN);
        self.execute(start);
        self.target.set_mode(FRONTIER);
        for turn in 1.. {
            if self.is_done() {
                break;
            }
            match self.chosen() {
                Some(outcome) if turn % 4 != 0 => self.approach(outcome),
                _ => {
                    let seed = Rc::clone(&self.queue[turn / 4 % self.queue.len()]);
                    self.search(&seed, OF_QUEUE);
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.solution.is_some() || self.executions >= self.limit
    }

    /// One run, and all that follows from what it shows.
    fn execute(&mut self, input: &[u8]) -> Distances {
        if self.is_done() {
            return Distances::default();
        }
        let seen = self.target.run(input);
        self.executions += 1;
        if seen.aborts {
            self.solution = Some(Solution {
                input: input.to_vec(),
                executions: self.executions,
            });
        }
        let seed = || {
            Rc::new(Seed {
                input: input.to_vec(),
                turns: Cell::new(0),
            })
        };
        for (outcome, distance) in seen.distances.iter() {
            if self.target.is_seen(outcome) {
                self.frontier.remove(&outcome);
            } else if distance < FAR && !self.unstable.contains(&outcome) {
                let nearest = self.frontier.entry(outcome).or_insert_with(|| Nearest {
                    distance: FAR,
                    seed: seed(),
                    productive: 0,
                    reached: 0,
                });
                nearest.reached += 1;
                if distance < nearest.distance {
                    nearest.distance = distance;
                    nearest.productive += 1;
                    nearest.seed = seed();
                }
            }
        }
        if self.known.is_new(seen.map.iter().copied().enumerate()) {
            self.queue.push(seed());
        }
        seen.distances
    }

    /// The outcome of the frontier with the best prospects.
    fn chosen(&self) -> Option<u32> {
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for (outcome, nearest) in &self.frontier {
            let turns = nearest.seed.turns.get();
            let prospects = (nearest.productive as f64).ln()
                - (nearest.reached as f64).ln()
                - f64::from(1 + turns).ln();
            if prospects > most {
                (best, most) = (Some(*outcome), prospects);
            }
        }
        best
    }

    fn approach(&mut self, outcome: u32) {
        let nearest = &self.frontier[&outcome];
        let (seed, reached) = (Rc::clone(&nearest.seed), nearest.reached);
        let begin = self.executions;
        let is_first = seed.turns.get() == 0;
        seed.turns.set(seed.turns.get() + 1);
        if self.execute(&seed.input).of(outcome).is_none() {
            self.frontier.remove(&outcome);
            self.unstable.insert(outcome);
            return;
        }
        let is_done = is_first
            && self.target.compares_bytes(outcome)
            && self.byte_by_byte(outcome, &seed.input);
        if !is_done {
            self.search(&seed, MUTANTS);
        }
        // What was spent on it counts, even where its branch was not reached.
        let spent = self.executions - begin;
        if let Some(nearest) = self.frontier.get_mut(&outcome) {
            nearest.reached = nearest.reached.max(reached + spent);
        }
    }

    /// A local search around an input, and the Newton steps that follow from it.
    fn search(&mut self, seed: &Seed, mutants: u64) {
        let before = self.execute(&seed.input);
        let mut slopes: BTreeMap<(u32, bool), Slope> = BTreeMap::new();
        for _ in 0..mutants {
            let mutant = havoc::mutant(&seed.input, &mut self.random);
            let after = self.execute(&mutant);
            if self.is_done() {
                return;
            }
            let changed = changes(&seed.input, &mutant);
            if mutant.len() != seed.input.len() || changed == 0 {
                continue;
            }
            for (outcome, distance) in after.iter() {
                let Some(from) = before.of(outcome) else {
                    continue;
                };
                if from == distance || from == FAR || distance == FAR {
                    continue;
                }
                let slope = Slope {
                    steepness: from.abs_diff(distance) as f64 / changed as f64,
                    mutant: mutant.clone(),
                    distance,
                };
                let kept = slopes.entry((outcome, distance > from));
                kept.and_modify(|kept| {
                    if slope.steepness > kept.steepness {
                        kept.clone_from(&slope);
                    }
                })
                .or_insert(slope);
            }
        }
        for ((outcome, _), slope) in slopes {
            if let Some(from) = before.of(outcome) {
                self.descend(outcome, &seed.input, from, &slope);
            }
        }
    }

    /// Newton steps towards an outcome, along the line from an input through a mutant, while they come nearer.
    fn descend(&mut self, outcome: u32, input: &[u8], distance: i64, slope: &Slope) {
        let (mut at, mut distance) = (input.to_vec(), distance);
        let (mut other, mut of_other) = (slope.mutant.clone(), slope.distance);
        for _ in 0..STEPS {
            if !self.frontier.contains_key(&outcome) || distance == of_other {
                return;
            }
            let next = step(&at, distance, &other, of_other);
            if next == at || next == other {
                return;
            }
            match self.execute(&next).of(outcome) {
                Some(nearer) if nearer < distance => {
                    (other, of_other) = (std::mem::replace(&mut at, next), distance);
                    distance = nearer;
                }
                _ => return,
            }
        }
    }

    /// Brings an outcome nearer by one byte after the other, each by itself; whether that did it any good.
    fn byte_by_byte(&mut self, outcome: u32, seed: &[u8]) -> bool {
        let mut input = seed.to_vec();
        let Some(begin) = self.execute(&input).of(outcome) else {
            return false;
        };
        let mut least = begin;
        for at in 0..input.len() {
            let mut with = |solver: &mut Solver, value: u8| {
                let old = std::mem::replace(&mut input[at], value);
                let distance = solver.execute(&input).of(outcome);
                input[at] = old;
                distance
            };
            let own = with(self, seed[at] ^ 1);
            let far = with(self, seed[at] ^ 0x80);
            if [own, far].iter().all(|d| d.is_none_or(|d| d == least)) {
                continue;
            }
            // If the byte's share is |byte - wanted|, its ends tell what is wanted.
            let ends = [with(self, 0), with(self, 255)];
            let mut best = seed[at];
            if let [Some(low), Some(high)] = ends
                && let wanted = (i128::from(low) - i128::from(high) + 255) / 2
                && let Ok(wanted) = u8::try_from(wanted)
                && let Some(distance) = with(self, wanted)
                && distance < least
                && i128::from(distance) * 2 == i128::from(low) + i128::from(high) - 255
            {
                (best, least) = (wanted, distance);
            } else {
                for value in 0..=255 {
                    if let Some(distance) = with(self, value).filter(|d| *d < least) {
                        (best, least) = (value, distance);
                    }
                }
            }
            input[at] = best;
            if !self.frontier.contains_key(&outcome) || self.is_done() {
                return true;
            }
        }
        least < begin
    }
}

/// The sum of the absolute differences of the bytes.
fn changes(a: &[u8], b: &[u8]) -> u64 {
    let bytes = a.iter().zip(b);
    bytes.map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
}

/// Where the line through two inputs and their distances comes to zero.
fn step(at: &[u8], distance: i64, other: &[u8], of_other: i64) -> Vec<u8> {
    let rise = i128::from(of_other) - i128::from(distance);
    let moved = |(at, other): (&u8, &u8)| {
        let run = i128::from(*other) - i128::from(*at);
        let by = i128::from(distance) * run;
        // To the nearest whole number.
        let by = (2 * by + rise.abs() * by.signum()) / (2 * rise);
        (i128::from(*at) - by).clamp(0, 255) as u8
    };
    at.iter().zip(other).map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn a_step_leads_to_the_zero_of_a_line() {
        // |3x + y - 700| of (10, 10) and (12, 10), which move x alone.
        assert_eq!(step(&[10, 10], 660, &[12, 10], 654), [230, 10]);
        // The same from a mutant that is farther.
        assert_eq!(step(&[10, 10], 660, &[8, 10], 666), [230, 10]);
        // Rounded, and not beyond what a byte holds.
        assert_eq!(step(&[10], 10, &[11], 6), [13]);
        assert_eq!(step(&[10], 6, &[11], 10), [8]);
        assert_eq!(step(&[10], 1000, &[11], 999), [255]);
        assert_eq!(step(&[10], i64::MAX - 1, &[9], 0), [9]);
    }
}
