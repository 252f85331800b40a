//! A smallest part of a corpus that reaches what all of it reaches, out of a store that knows what each input reaches.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    path::PathBuf,
};

use anyhow::{Context, Result, ensure};
use fz_base::file;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::{
    blocks::{Fate, Input},
    corpus::Corpus,
    cover,
    identities::{Catalogue, Kind},
    lines::Lines,
    progress::Progress,
    store::Store,
};

/// A file of the corpus. Files with the same contents are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub path: PathBuf,
    pub size: u64,
    hash: u64,
}

/// What has to stay.
#[derive(Clone, Debug)]
pub struct Promise {
    /// Whatever of these kinds the corpus reaches; of all kinds, if there is none.
    pub kinds: Vec<Kind>,
    /// Inputs that crash or take too long are left out, and what only they reach is lost.
    pub without_failing: bool,
}

/// What there is to choose from.
#[derive(Debug, Default)]
pub struct Candidates {
    pub files: Vec<Candidate>,
    /// Files of the same contents as another one, and their bytes.
    pub doubles: usize,
    pub double_bytes: u64,
    /// Files that the store has not seen.
    pub unknown: Vec<PathBuf>,
    /// Those that crash or take too long.
    pub failing: usize,
    /// What is to be kept, and only some runs of an input reach; each has several inputs that reach it, if there are several.
    pub unstable: usize,
    /// By file: which of what is to be kept it reaches.
    columns: Vec<Vec<u32>>,
}

/// What was chosen.
#[derive(Debug)]
pub struct Smallest {
    /// Places in [`Candidates::files`], in their order.
    pub chosen: Vec<usize>,
    /// No choice has fewer.
    pub bound: usize,
}

impl Candidates {
    /// The files of a corpus, and what the store knows of them.
    pub fn of(store: &Store, corpus: &Corpus, promise: &Promise) -> Result<Candidates> {
        let mut candidates = Candidates::default();
        let mut numbers: HashMap<(u64, u64), usize> = HashMap::new();
        let mut progress = Progress::new(corpus.inputs.len() as u64, "files");
        for input in &corpus.inputs {
            let bytes = file::read(&input.path, file::INPUT)
                .with_context(|| input.path.display().to_string())?;
            let file = Candidate {
                path: input.path.clone(),
                size: bytes.len() as u64,
                hash: xxh3_64(&bytes),
            };
            let next = candidates.files.len();
            match *numbers.entry((file.size, file.hash)).or_insert(next) {
                known if known == next => candidates.files.push(file),
                _ => {
                    candidates.doubles += 1;
                    candidates.double_bytes += bytes.len() as u64;
                }
            }
            progress.step();
        }
        progress.end();
        candidates.read(store, promise, &numbers)?;
        Ok(candidates)
    }

    fn read(
        &mut self,
        store: &Store,
        promise: &Promise,
        numbers: &HashMap<(u64, u64), usize>,
    ) -> Result<()> {
        let (mut known, mut failing) = (HashSet::new(), HashSet::new());
        let mut progress = Progress::new(2 * store.blocks() as u64, "blocks of the store");
        // Of identities that the same inputs reach, the sums are the same.
        let mut sums = vec![0u128; store.limit()];
        store.each_block(|_, block| {
            let mut of_classes = vec![0u128; block.classes()];
            for (input, set) in block.inputs.iter().zip(&block.sets) {
                let Some(file) = numbers.get(&(input.size, input.hash)) else {
                    continue;
                };
                known.insert(*file);
                if fails(input) {
                    failing.insert(*file);
                    if promise.without_failing {
                        continue;
                    }
                }
                let number = xxh3_128(&file.to_le_bytes()) | 1;
                for class in set.iter() {
                    of_classes[class] = of_classes[class].wrapping_add(number);
                }
            }
            for (identity, class) in block.members() {
                sums[*identity] = sums[*identity].wrapping_add(of_classes[*class]);
            }
            progress.step();
        })?;
        let Rows { rows, unstable } = rows(&store.catalogue, &promise.kinds, &sums);
        self.unstable = unstable.len();
        self.columns = vec![Vec::new(); self.files.len()];
        store.each_block(|_, block| {
            let mut of_classes = vec![BTreeSet::new(); block.classes()];
            for (identity, class) in block.members() {
                of_classes[*class].extend(&rows[*identity]);
            }
            for (input, set) in block.inputs.iter().zip(&block.sets) {
                if let Some(file) = numbers.get(&(input.size, input.hash)) {
                    let rows = set.iter().flat_map(|class| &of_classes[class]);
                    self.columns[*file].extend(rows);
                }
            }
            progress.step();
        })?;
        progress.end();
        self.failing = failing.len();
        for (file, column) in self.columns.iter_mut().enumerate() {
            if promise.without_failing && failing.contains(&file) {
                column.clear();
            }
            column.sort_unstable();
            column.dedup();
        }
        self.split(&unstable);
        let files = self.files.iter().enumerate();
        let unknown = files.filter(|(file, _)| !known.contains(file));
        self.unknown = unknown.map(|(_, file)| file.path.clone()).collect();
        Ok(())
    }

    /// Makes several rows of one that is unstable, each of a part of the files that have it: whichever is chosen of each part,
    /// there are several.
    fn split(&mut self, unstable: &HashSet<u32>) {
        let mut next = self.columns.iter().flatten().max().map_or(0, |row| row + 1);
        let mut met: HashMap<u32, (u32, u32)> = HashMap::new();
        for column in &mut self.columns {
            for row in column.iter_mut().filter(|row| unstable.contains(row)) {
                let (first, turn) = met.entry(*row).or_insert_with(|| {
                    next += OBSERVERS;
                    (next - OBSERVERS, 0)
                });
                *row = *first + *turn;
                *turn = (*turn + 1) % OBSERVERS;
            }
            column.sort_unstable();
        }
    }

    /// Chooses, as long as `go_on` says so.
    pub fn smallest(&self, go_on: &mut dyn FnMut() -> bool) -> Result<Smallest> {
        let weights: Vec<u64> = self.files.iter().map(|f| f.size).collect();
        let found = cover::smallest(&self.columns, &weights, go_on);
        let kept = found.chosen.iter().flat_map(|c| &self.columns[*c]);
        let kept: HashSet<u32> = kept.copied().collect();
        let all = self.columns.iter().flatten();
        ensure!(
            all.into_iter().all(|row| kept.contains(row)),
            "what was chosen does not reach everything: this is a bug in fz"
        );
        Ok(Smallest {
            chosen: found.chosen,
            bound: found.bound,
        })
    }

    /// Bytes of some of the files.
    pub fn bytes<'a>(&'a self, of: impl IntoIterator<Item = &'a usize>) -> u64 {
        of.into_iter().map(|file| self.files[*file].size).sum()
    }
}

/// So many inputs are kept for what only some runs of an input reach.
const OBSERVERS: u32 = 4;

fn fails(input: &Input) -> bool {
    input.fate.is_crash() || input.fate == Fate::TimedOut
}

/// What is to be kept, as rows.
struct Rows {
    /// By identity: which rows it gives an input that reaches it. Identities of the same sum are one row.
    rows: Vec<Vec<u32>>,
    /// Rows of identities that only some runs of an input reach.
    unstable: HashSet<u32>,
}

fn rows(catalogue: &Catalogue, kinds: &[Kind], sums: &[u128]) -> Rows {
    let mut numbers: HashMap<(u128, bool), u32> = HashMap::new();
    let mut rows = vec![Vec::new(); sums.len()];
    let mut unstable = HashSet::new();
    let identities = catalogue.identities.iter().enumerate();
    for (number, identity) in identities.filter(|(number, _)| sums[*number] != 0) {
        let is_wanted =
            identity.kind != Kind::Passed && (kinds.is_empty() || kinds.contains(&identity.kind));
        if is_wanted {
            let next = numbers.len() as u32;
            let row = *numbers
                .entry((sums[number], identity.is_unstable))
                .or_insert(next);
            rows[number].push(row);
            unstable.extend(identity.is_unstable.then_some(row));
        }
    }
    // Who reaches what stands on a line reaches the line.
    if kinds.contains(&Kind::Line) {
        let first = numbers.len() as u32;
        let members = rows.iter_mut().zip(&catalogue.identities);
        for ((rows, identity), line) in members.zip(Lines::of(catalogue).of) {
            rows.extend(line.map(|line| first + line));
            unstable.extend(
                line.filter(|_| identity.is_unstable)
                    .map(|line| first + line),
            );
        }
    }
    Rows { rows, unstable }
}
