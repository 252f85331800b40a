//! Which tokens begin a line.

use crate::source::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Begins {
    Nothing,
    /// A part of what began before.
    Part,
    /// A statement, a declaration, what closes a block.
    Whole,
}

#[derive(Debug)]
pub struct Breaks {
    begins: Vec<Begins>,
    /// How much deeper each token stands than the one before it.
    deeper: Vec<i32>,
}

impl Breaks {
    pub fn new(tokens: u32) -> Breaks {
        Breaks {
            begins: vec![Begins::Nothing; tokens as usize],
            deeper: vec![0; tokens as usize + 1],
        }
    }

    /// Has a token begin a line that goes on with what is begun.
    pub fn before(&mut self, token: u32) {
        self.begin(token, Begins::Part);
    }

    /// Has a token begin a line and something of its own.
    pub fn before_whole(&mut self, token: u32) {
        self.begin(token, Begins::Whole);
    }

    /// Has tokens stand deeper than brackets say.
    pub fn deepen(&mut self, span: &Span) {
        self.deeper[span.start as usize] += 1;
        self.deeper[span.end as usize] -= 1;
    }

    pub fn deeper(&self, token: u32) -> i32 {
        self.deeper[token as usize]
    }

    /// There may be no token behind the last.
    fn begin(&mut self, token: u32, what: Begins) {
        if let Some(begins) = self.begins.get_mut(token as usize) {
            *begins = what.max(*begins);
        }
    }

    pub fn is(&self, token: u32) -> bool {
        self.begins
            .get(token as usize)
            .is_some_and(|b| *b > Begins::Nothing)
    }

    pub fn is_part(&self, token: u32) -> bool {
        self.begins.get(token as usize) == Some(&Begins::Part)
    }
}
