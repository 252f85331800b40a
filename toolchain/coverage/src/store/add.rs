//! What is added to a store beside inputs.

use anyhow::Result;

use super::{
    LLVM_COV, Store, explained,
    rows::{self, Key},
    run::Used,
    table::{CRASHES, EVALUATIONS, RUNS, insert, text, write_meta},
};
use crate::{
    crashes::Crash,
    decisions::{Evaluations, First},
    llvm_cov::LlvmCov,
};

impl Store {
    /// Adds crashes: all of them, or on an error none.
    pub fn add_crashes(&mut self, crashes: Vec<Crash>) -> Result<()> {
        let before = self.crashes.len();
        let rows = crashes.iter().zip(before..);
        let rows = rows.map(|(crash, number)| rows::write_crash(crash, number));
        let rows = rows.collect();
        self.put(&CRASHES, [before, before + crashes.len()], rows)?;
        self.crashes.extend(crashes);
        Ok(())
    }

    /// Keeps what llvm-cov counts now.
    pub fn set_llvm_cov(&mut self, counted: LlvmCov) -> Result<()> {
        let said = serde_json::to_string(&counted)?;
        let written = write_meta(&self.connection, LLVM_COV, text(&said));
        self.llvm_cov = Some(counted);
        written.map_err(|e| explained(&self.path, e))
    }

    /// Of a run: as much as it has used by now.
    pub(super) fn add_used(&mut self, number: usize, used: &Used) -> Result<()> {
        let joined = self.runs[number].used.joined(used);
        if joined == self.runs[number].used {
            return Ok(());
        }
        self.runs[number].used = joined;
        let row = rows::write_run(&self.runs[number], number);
        insert(&self.connection, &RUNS, row).map_err(|e| explained(&self.path, e))
    }

    /// What the inputs of a run have evaluated.
    pub fn evaluations(&self, run: usize) -> Evaluations {
        let of = self.evaluations.range((run, 0, 0)..(run + 1, 0, 0));
        of.map(|((_, decision, number), (_, first))| ((*decision, *number), first.clone()))
            .collect()
    }

    /// Adds what inputs of a run have evaluated: all of it, or on an error nothing.
    pub fn add_evaluations(&mut self, run: usize, new: Evaluations) -> Result<()> {
        let before = self.evaluations.len();
        let mut next = before;
        let mut rows: Vec<(Key, usize, First)> = Vec::new();
        for ((decision, number), first) in new {
            let key = (run, decision, number);
            match self.evaluations.get(&key) {
                Some((_, known)) if *known <= first => {}
                Some((at, _)) => rows.push((key, *at, first)),
                None => {
                    rows.push((key, next, first));
                    next += 1;
                }
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let written = rows.iter();
        let written =
            written.map(|(key, number, first)| rows::write_evaluation(*key, *number, first));
        let written = written.collect();
        self.put(&EVALUATIONS, [before, next], written)?;
        let rows = rows.into_iter();
        self.evaluations
            .extend(rows.map(|(key, number, first)| (key, (number, first))));
        Ok(())
    }
}
