//! What is to be done, and in which order.

use std::{collections::HashSet, path::PathBuf};

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    Text(String),
    /// The task's output.
    Output,
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::Text(text.to_owned())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word::Text(text)
    }
}

/// A command that makes one file.
#[derive(Clone, Debug)]
pub struct Task {
    /// What people are told that is done: `split: src/a.c`.
    pub label: String,
    pub program: PathBuf,
    pub arguments: Vec<Word>,
    pub environment: Vec<(String, String)>,
    /// Outputs of other tasks that it reads.
    pub needs: Vec<PathBuf>,
    pub output: PathBuf,
    /// What is tried where the captured files do not suffice.
    pub otherwise: Option<Vec<Word>>,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Compile,
    Archive,
    Link,
    /// Puts a result into its place, whether there is an older one or not.
    Place,
}

/// Tasks, each after those that it needs.
#[derive(Debug, Default)]
pub struct Graph {
    pub tasks: Vec<Task>,
    outputs: HashSet<PathBuf>,
}

impl Graph {
    /// Adds a task, unless there is one that makes the same.
    pub fn add(&mut self, task: Task) -> PathBuf {
        let output = task.output.clone();
        if self.outputs.insert(output.clone()) {
            self.tasks.push(task);
        }
        output
    }

    /// How many compiles and others are left to do.
    pub fn to_do(&self) -> usize {
        self.tasks.iter().filter(|t| t.is_to_do()).count()
    }
}

impl Task {
    /// Whether its result is not there yet.
    pub fn is_to_do(&self) -> bool {
        self.kind == Kind::Place || !self.output.exists()
    }
}
