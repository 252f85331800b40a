//! What is to be done, and in which order.

use std::{cmp::Reverse, collections::HashSet, path::PathBuf};

use serde::Serialize;

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
#[derive(Clone, Debug, Default)]
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
    /// How much there is to compile, in bytes of source: the longest compiles are begun first.
    pub weight: u64,
}

#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Compile,
    Archive,
    #[default]
    Link,
    /// Puts a result into its place, whether there is an older one or not.
    Place,
}

/// Tasks, each after those that it needs.
#[derive(Debug, Default)]
pub struct Graph {
    pub tasks: Vec<Task>,
    /// What the user has to know before they are done.
    pub notes: Vec<String>,
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

    /// The order in which what can be done is begun: what waits for compiles first, then the longest compile.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.tasks.len()).collect();
        order.sort_by_key(|at| {
            let task = &self.tasks[*at];
            (task.kind == Kind::Compile, Reverse(task.weight))
        });
        order
    }

    /// How many tasks are left to do.
    pub fn to_do(&self) -> ToDo {
        let of = |kind| {
            let tasks = self.tasks.iter();
            tasks.filter(|t| t.kind == kind && t.is_to_do()).count()
        };
        ToDo {
            compiles: of(Kind::Compile),
            archives: of(Kind::Archive),
            links: of(Kind::Link),
            programs: of(Kind::Place),
        }
    }
}

/// Tasks, counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ToDo {
    pub compiles: usize,
    pub archives: usize,
    pub links: usize,
    /// Programs and libraries that are put into their places.
    pub programs: usize,
}

impl ToDo {
    pub fn all(self) -> usize {
        self.compiles + self.archives + self.links + self.programs
    }

    /// Whether all is made, and is only put into its place.
    pub fn is_placing(self) -> bool {
        self.all() == self.programs
    }
}

impl Task {
    /// Whether its result is not there yet.
    pub fn is_to_do(&self) -> bool {
        self.kind == Kind::Place || !self.output.exists()
    }
}
