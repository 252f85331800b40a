//! Which tokens begin a line.

#[derive(Debug)]
pub struct Breaks(Vec<bool>);

impl Breaks {
    pub fn new(tokens: u32) -> Breaks {
        Breaks(vec![false; tokens as usize])
    }

    /// Has a token begin a line. There may be none behind the last.
    pub fn before(&mut self, token: u32) {
        if let Some(begins) = self.0.get_mut(token as usize) {
            *begins = true;
        }
    }

    pub fn is(&self, token: u32) -> bool {
        self.0.get(token as usize).copied().unwrap_or(false)
    }
}
