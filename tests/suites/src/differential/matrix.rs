//! Which builds a program is compared in: all of them, or in the time-boxed share a few that take turns.

use super::compile::Compiler;
use fz_harness::level::Level;

/// Builds per program in the time-boxed share, which then share one plain build.
const AT_ONCE: usize = 3;

/// The builds to compare.
#[derive(Debug)]
pub struct Matrix {
    pub compilers: Vec<Compiler>,
    pub levels: Vec<Level>,
}

/// A level, and the compilers to compare with clang's at this level.
pub type Row<'a> = (Level, Vec<&'a Compiler>);

impl Matrix {
    pub fn all(&self) -> Vec<Row<'_>> {
        let at = |level| self.compilers.iter().filter(move |c| c.heeds(level));
        self.levels.iter().map(|&l| (l, at(l).collect())).collect()
    }

    /// The share of the program with this number. Every build gets its turn.
    pub fn turn(&self, number: usize) -> Vec<Row<'_>> {
        let level = self.levels[number % self.levels.len()];
        let first = number / self.levels.len() * AT_ONCE;
        let compilers = (0..AT_ONCE.min(self.compilers.len()))
            .map(|i| &self.compilers[(first + i) % self.compilers.len()]);
        vec![(level, compilers.filter(|c| c.heeds(level)).collect())]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::Matrix;
    use crate::differential::compile::Compiler;
    use fz_harness::level::Level;

    #[test]
    fn every_build_gets_its_turn() {
        for count in 1..8 {
            let compiler = |i: usize| Compiler::fz(Path::new("fz"), &i.to_string(), None);
            let matrix = Matrix {
                compilers: (0..count).map(compiler).collect(),
                levels: Level::ALL.to_vec(),
            };
            let mut seen = BTreeSet::new();
            for number in 0..4 * count {
                for (level, compilers) in matrix.turn(number) {
                    seen.extend(compilers.iter().map(|c| (level, c.name().to_string())));
                }
            }
            assert_eq!(seen.len(), 4 * count);
        }
    }
}
