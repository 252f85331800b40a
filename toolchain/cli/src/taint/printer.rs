//! Pages in the order of the inputs, whichever is ready first.

use std::{
    collections::BTreeMap,
    io::{self, Seek, Write},
};

use anyhow::Result;
use tempfile::SpooledTempFile;

/// What is to be printed of an input; beyond [`IN_MEMORY`] it is a file.
pub type Page = SpooledTempFile;

pub const IN_MEMORY: usize = 1 << 20;

pub struct Printer {
    out: Box<dyn Write + Send>,
    /// Which is next.
    next: usize,
    waiting: BTreeMap<usize, Page>,
}

impl Printer {
    pub fn new(out: Box<dyn Write + Send>) -> Printer {
        Printer {
            out,
            next: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Prints the page of an input, and those behind it that are ready, or keeps it until it is its turn.
    pub fn take(&mut self, input: usize, page: Page) -> Result<()> {
        self.waiting.insert(input, page);
        while let Some(page) = self.waiting.remove(&self.next) {
            self.print(page)?;
            self.next += 1;
        }
        self.out.flush()?;
        Ok(())
    }

    /// Prints what waits for one that never came.
    pub fn finish(mut self) -> Result<()> {
        for page in std::mem::take(&mut self.waiting).into_values() {
            self.print(page)?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn print(&mut self, mut page: Page) -> Result<()> {
        page.rewind()?;
        io::copy(&mut page, &mut self.out)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn pages_come_out_in_order() {
        let out = Shared::default();
        let mut printer = Printer::new(Box::new(out.clone()));
        let page = |text: &str| {
            let mut page = Page::new(2);
            page.write_all(text.as_bytes()).unwrap();
            page
        };
        let printed = || String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
        printer.take(2, page("third ")).unwrap();
        assert_eq!(printed(), "");
        printer.take(0, page("first ")).unwrap();
        printer.take(1, page("second ")).unwrap();
        assert_eq!(printed(), "first second third ");
        printer.take(5, page("sixth")).unwrap();
        printer.finish().unwrap();
        assert_eq!(printed(), "first second third sixth");
    }
}
