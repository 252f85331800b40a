//! Whole evaluations of decisions, for MC/DC: which conditions of an `&&` or `||` an evaluation asked, and what each
//! answered. Their numbers and where they are kept: [`fz_abi::decisions`].
//!
//! ```text
//! if (a && b)      br i1 %a, label %next, label %end       next:  %evaluation = 0
//!                                                          end:   array[1] = 1              a was false
//!                  br i1 %b, label %then, label %end       then:  array[%evaluation] = 1
//!                                                          end:   array[%evaluation + 1] = 1
//! ```
//!
//! The code stands where the outcomes of the conditions are counted. A first condition begins a new evaluation, so that one
//! that was never finished (an exception, a jump out of it) leaves nothing behind.

use std::collections::HashMap;

use fz_abi::decisions::{self as abi, Asked, FALSE, TRUE};

use super::{coverage::Unit, places::Shape};
use crate::ir::{Block, Builder, Function, Global, IntPredicate, Module, Value};

/// Keeps evaluations in a table. Hidden, one per image.
const KEEPER: &str = "__fz_keep_evaluation";

/// The decisions whose conditions a function asks.
#[derive(Default)]
pub struct Decisions {
    pub all: Vec<Planned>,
    /// The bytes of the function's array.
    pub size: u64,
}

pub struct Planned {
    /// In the unit's table.
    pub number: usize,
    /// Where its part of the array begins; `None`: its evaluations are not recorded.
    pub offset: Option<u32>,
    /// By condition of the decision: its number in the function's record.
    pub conditions: Vec<Option<u32>>,
    /// And what follows it. More answers may be known than the table says.
    pub asked: Vec<Asked>,
    ways: Vec<u64>,
}

impl Decisions {
    /// `asked`: the numbers of the conditions that branches of the function decide, in the order of its record.
    /// `answers`: of conditions that no branch decides ([`crate::marks::settled`]).
    pub fn of(
        shape: &Shape,
        unit: &Unit,
        asked: impl Iterator<Item = u32>,
        answers: &HashMap<u32, Option<bool>>,
    ) -> Decisions {
        let recorded: HashMap<u32, u32> = asked.zip(0..).collect();
        let table = &unit.conditions;
        let mut numbers: Vec<usize> = recorded
            .keys()
            .filter_map(|c| table.decision_of(*c))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut calls = shape.blocks.iter().flat_map(|b| b.calls());
        // Then a slot of the stack may have any of its earlier values.
        let is_reentered = calls.any(|call| call.returns_twice());
        let mut found = Decisions::default();
        for number in numbers {
            let decision = &table.decisions[number];
            let conditions = decision.conditions.iter();
            let conditions: Vec<Option<u32>> =
                conditions.map(|c| recorded.get(&(*c)?).copied()).collect();
            let mut asked = decision.asked.clone();
            for (at, asked) in asked.iter_mut().enumerate() {
                let number = decision.conditions[at].filter(|_| conditions[at].is_none());
                let answer = number.and_then(|n| answers.get(&n).copied().flatten());
                asked.known = asked.known.or(answer);
            }
            let mut ways = vec![0; asked.len()];
            let count = abi::count(&asked, &mut ways)
                .filter(|_| !is_reentered && are_answered(&asked, &conditions));
            let offset = count.and_then(|count| {
                let offset = u32::try_from(found.size).ok()?;
                found.size += abi::bytes(count);
                Some(offset)
            });
            found.all.push(Planned {
                number,
                offset,
                conditions,
                asked,
                ways,
            });
        }
        found
    }

    /// Adds the code. `blocks`: where an outcome of a condition is counted, by the condition's number in the record.
    pub fn plant(
        &self,
        module: Module,
        function: Function,
        array: Global,
        blocks: &dyn Fn(u32, usize) -> Vec<Block>,
    ) {
        for planned in &self.all {
            let Some(offset) = planned.offset else {
                continue;
            };
            let planter = Planter {
                module,
                builder: Builder::new(module),
                slot: slot(module, function),
                part: module.address_in(array, offset as usize).value(),
                count: planned.ways[0],
            };
            let asked = &planned.asked;
            let first = first(asked);
            for (at, condition) in planned.conditions.iter().enumerate() {
                let (Some(condition), None) = (condition, asked[at].known) else {
                    continue;
                };
                for answer in [true, false] {
                    let adds = abi::adds(asked, &planned.ways, at, answer);
                    let ends = is_end(known_end(asked, asked[at].then[abi::way(answer)]));
                    for block in blocks(*condition, abi::way(answer)) {
                        planter.plant(block, at as u32 == first, adds, ends);
                    }
                }
            }
        }
    }
}

/// What is reached from here by answers that are known.
fn known_end(asked: &[Asked], mut next: u32) -> u32 {
    while let Some(Asked {
        then,
        known: Some(answer),
    }) = asked.get(next as usize)
    {
        next = then[abi::way(*answer)];
    }
    next
}

fn is_end(next: u32) -> bool {
    matches!(next, TRUE | FALSE)
}

/// The first condition that has a branch.
fn first(asked: &[Asked]) -> u32 {
    known_end(asked, 0)
}

/// Whether each condition that can be asked has a branch, or an answer that is known.
fn are_answered(asked: &[Asked], conditions: &[Option<u32>]) -> bool {
    let mut is_asked = vec![false; asked.len()];
    if let Some(first) = is_asked.first_mut() {
        *first = true;
    }
    for (at, Asked { then, known }) in asked.iter().enumerate() {
        if !is_asked[at] {
            continue;
        }
        if known.is_none() && conditions[at].is_none() {
            return false;
        }
        for answer in [true, false] {
            let next = then[abi::way(answer)];
            if known.is_none_or(|known| known == answer) && !is_end(next) {
                is_asked[next as usize] = true;
            }
        }
    }
    !is_end(first(asked))
}

/// A place for the number of an evaluation that is going on.
fn slot(module: Module, function: Function) -> Value {
    let entry = function.entry();
    let point = entry.first_insertion_point();
    let builder = Builder::before(module, point.expect("an entry takes code"));
    builder.no_location();
    let slot = builder.alloca(module.int(64));
    let after = entry.insertion_point_after_allocas();
    builder.go_before(after.expect("an entry takes code"));
    builder.store(module.const_int(64, 0), slot);
    slot.value()
}

struct Planter {
    module: Module,
    builder: Builder,
    slot: Value,
    /// Of the array.
    part: Value,
    /// How many evaluations there are.
    count: u64,
}

impl Planter {
    /// The code for an answer.
    fn plant(&self, block: Block, is_first: bool, adds: u64, ends: bool) {
        let (module, builder) = (self.module, &self.builder);
        let point = block.insertion_point_after_allocas();
        builder.go_before(point.expect("a block that has a counter takes code"));
        builder.no_location();
        let word = module.int(64);
        let adds = module.const_int(64, adds).value();
        let number = match is_first {
            true => adds,
            false => {
                let before = builder.load_natural(word, self.slot);
                module.set_nosanitize(before);
                builder.add(before, adds)
            }
        };
        if !ends {
            let store = builder.store(number, self.slot);
            return module.set_nosanitize(store);
        }
        match self.count <= abi::BYTES {
            true => {
                let byte = builder.element(module.int(8), self.part, number);
                let store = builder.store(module.const_int(8, 1), byte);
                // An endless loop would never store it.
                store.set_volatile();
                module.set_nosanitize(store);
            }
            false => {
                let call = builder.call_function(keeper(module), &[self.part, number]);
                call.set_nounwind(module);
            }
        }
    }
}

/// The function that puts an evaluation into a table.
///
/// ```text
/// void keep(uint64_t *table, uint64_t number) {
///   for (uint64_t tried = 0; tried < PROBES; tried++) {
///     uint64_t *slot = table + ((number * MULTIPLIER >> SHIFT) + tried) % SLOTS;
///     if (*slot == 0) {
///       *slot = number + 1;
///       return;
///     }
///     if (*slot == number + 1)
///       return;
///   }
///   table[SLOTS] = 1;
/// }
/// ```
fn keeper(module: Module) -> Function {
    if let Some(known) = module.function(KEEPER) {
        return known;
    }
    let word = module.int(64);
    let ty = module.void().function_of(&[module.ptr(), word]);
    let keeper = module.add_image_function(KEEPER, ty);
    for attribute in ["nounwind", "noinline", "disable_sanitizer_instrumentation"] {
        keeper.add_attribute(module, attribute);
    }
    let [entry, try_one, put, check, next, full, end] = [(); 7].map(|()| keeper.append_block(""));
    let parameters = keeper.parameters();
    let (table, number) = (parameters[0], parameters[1]);
    let constant = |value: u64| module.const_int(64, value).value();
    let element = |b: &Builder, index: Value| b.element(word, table, index);
    // Counters have no alignment.
    let load = |b: &Builder, from: Value| {
        let load = b.load_aligned(word, from, 1);
        load.set_volatile();
        load.value()
    };
    let store = |b: &Builder, value: Value, to: Value| b.store_aligned(value, to, 1).set_volatile();
    let builder = Builder::at_end(module, entry);
    let product = builder.mul(number, constant(abi::MULTIPLIER));
    let first = builder.lshr(product, constant(abi::SHIFT));
    let wanted = builder.add(number, constant(1));
    builder.br(try_one);

    builder.go_to_end(try_one);
    let tried = builder.phi(word, &[(constant(0), entry)]);
    let at = builder.add(first, tried);
    let at = builder.and(at, constant(abi::SLOTS - 1));
    let slot = element(&builder, at);
    let there = load(&builder, slot);
    let is_free = builder.icmp(IntPredicate::Eq, there, constant(0));
    builder.cond_br(is_free, put, check);

    builder.go_to_end(put);
    store(&builder, wanted, slot);
    builder.br(end);

    builder.go_to_end(check);
    let is_known = builder.icmp(IntPredicate::Eq, there, wanted);
    builder.cond_br(is_known, end, next);

    builder.go_to_end(next);
    let more = builder.add(tried, constant(1));
    builder.add_incoming(tried, &[(more, next)]);
    let is_left = builder.icmp(IntPredicate::Ult, more, constant(abi::PROBES));
    builder.cond_br(is_left, try_one, full);

    builder.go_to_end(full);
    let last = element(&builder, constant(abi::SLOTS));
    store(&builder, constant(1), last);
    builder.br(end);

    builder.go_to_end(end);
    builder.ret_void();
    keeper
}
