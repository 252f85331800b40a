use proptest::prelude::*;

use super::*;

fn always() -> impl FnMut() -> bool {
    || true
}

fn has_all(columns: &[Vec<u32>], chosen: &[usize]) -> bool {
    let rows = |columns: &mut dyn Iterator<Item = &Vec<u32>>| -> Vec<u32> {
        let mut rows: Vec<u32> = columns.flatten().copied().collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    };
    rows(&mut columns.iter()) == rows(&mut chosen.iter().map(|c| &columns[*c]))
}

/// By looking at every choice.
fn brute(columns: &[Vec<u32>]) -> usize {
    let masks: Vec<u64> = columns
        .iter()
        .map(|c| c.iter().fold(0, |mask, row| mask | 1 << row))
        .collect();
    let all = masks.iter().fold(0, |all, mask| all | mask);
    let has = |choice: u32| {
        let of = masks.iter().enumerate();
        let of = of.filter(|(at, _)| choice >> at & 1 == 1);
        of.fold(0, |all, (_, mask)| all | mask) == all
    };
    let choices = (0..1u32 << columns.len()).filter(|choice| has(*choice));
    choices.map(u32::count_ones).min().unwrap() as usize
}

/// Numbers that look like chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// As inputs are that a fuzzer keeps: each is another one, a little changed. It reaches what that one does, less a little, and a few
/// things that others reach, too. Now and then one reaches what none before it did.
fn corpus(inputs: usize, outcomes: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut dice = Dice(seed);
    let mut seen = outcomes / 20;
    let mut columns: Vec<Vec<u32>> = Vec::new();
    for number in 0..inputs {
        let mut rows = match columns.len() {
            0 => (0..seen as u32).collect(),
            all => columns[dice.below(all)].clone(),
        };
        for _ in 0..dice.below(3) {
            let from = dice.below(seen);
            let many = 1 + dice.below(12);
            rows.extend((from..(from + many).min(seen)).map(|row| row as u32));
        }
        if seen < outcomes * (number + 1) / inputs + outcomes / 20 {
            let new = seen + 1 + dice.below(6);
            rows.extend((seen..new).map(|row| row as u32));
            seen = new;
        }
        let cut = dice.below(31);
        rows.retain(|row| *row as usize % 31 != cut || *row as usize + 6 > seen);
        rows.sort_unstable();
        rows.dedup();
        columns.push(rows);
    }
    columns
}

proptest! {
    #[test]
    fn no_choice_is_smaller(columns in proptest::collection::vec(proptest::collection::vec(0u32..20, 0..7), 0..13)) {
        let weights: Vec<u64> = (0..columns.len() as u64).collect();
        let found = smallest(&columns, &weights, &mut always());
        prop_assert!(has_all(&columns, &found.chosen));
        prop_assert_eq!(found.chosen.len(), brute(&columns));
        prop_assert!(found.is_smallest());
        prop_assert!(found.chosen.is_sorted());
    }

    #[test]
    fn without_time_it_is_a_cover_and_the_bound_holds(columns in proptest::collection::vec(proptest::collection::vec(0u32..40, 1..5), 1..15)) {
        let weights = vec![1; columns.len()];
        let found = smallest(&columns, &weights, &mut || false);
        prop_assert!(has_all(&columns, &found.chosen));
        prop_assert!(found.bound <= brute(&columns));
    }
}

#[test]
fn what_greed_misses_is_found() {
    // The largest column first leads to three.
    let columns = [vec![0, 1, 2, 3], vec![0, 1, 4], vec![2, 3, 5]];
    let found = smallest(&columns, &[1, 1, 1], &mut always());
    assert_eq!((found.chosen, found.bound), (vec![1, 2], 2));
}

#[test]
fn of_equal_ones_the_lighter_is_taken() {
    let columns = [
        vec![0, 1],
        vec![0, 1],
        vec![0, 1, 2],
        vec![3],
        vec![3, 4],
        vec![3, 4],
    ];
    let found = smallest(&columns, &[1, 2, 9, 1, 7, 5], &mut always());
    assert_eq!(found.chosen, [2, 5]);
    // The heavy one has more, but nothing that another chosen one lacks.
    let columns = [vec![0, 1, 2], vec![1], vec![0, 3], vec![2, 4]];
    let found = smallest(&columns, &[9, 1, 5, 5], &mut always());
    assert_eq!(found.chosen, [1, 2, 3]);
}

#[test]
fn nothing_needs_nothing() {
    for columns in [vec![], vec![vec![], vec![]]] {
        let weights = vec![0; columns.len()];
        let found = smallest(&columns, &weights, &mut always());
        assert_eq!((found.chosen.len(), found.bound), (0, 0));
    }
}

/// A cyclic part: each column has two neighbouring rows of an odd ring. The linear program says half of the ring, and one less is
/// never enough.
#[test]
fn rings_are_searched() {
    let ring = |length: u32, from: u32| {
        (0..length).map(move |at| vec![from + at, from + (at + 1) % length])
    };
    let columns: Vec<Vec<u32>> = (0..6).flat_map(|n| ring(11 + 2 * n, 100 * n)).collect();
    let weights = vec![1; columns.len()];
    let found = smallest(&columns, &weights, &mut always());
    let expected: usize = (0..6).map(|n| (11 + 2 * n as usize).div_ceil(2)).sum();
    assert_eq!((found.chosen.len(), found.bound), (expected, expected));
}

#[test]
fn large_corpora_are_within_five_percent_of_the_bound() {
    for (inputs, outcomes, seed) in [(800, 400, 7), (1_000, 600, 99)] {
        let columns = corpus(inputs, outcomes, seed);
        let weights: Vec<u64> = columns.iter().map(|c| c.len() as u64).collect();
        let mut looks = 0;
        let found = smallest(&columns, &weights, &mut || {
            looks += 1;
            looks < 2_000
        });
        assert!(has_all(&columns, &found.chosen));
        let (chosen, bound) = (found.chosen.len(), found.bound);
        assert!(
            chosen as f64 <= bound as f64 * 1.05,
            "{chosen} of {inputs}, bound {bound}"
        );
    }
}
