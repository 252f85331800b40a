//! Sources as a program carries them; those that it does not carry are read where they are.

use std::{
    cell::RefCell,
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use fz_base::file;
use fz_binary::{
    Program,
    capture::{Capture, Hash},
};
use fz_report::crashes::excerpts::{self, Sources};

/// The sources of one program.
pub struct Carried {
    parts: Vec<Arc<Capture>>,
    /// The part that has it, and its content.
    files: HashMap<PathBuf, (usize, Hash)>,
    read: RefCell<HashMap<String, Option<String>>>,
}

/// Of a file that is read where it is, no more.
const LARGEST: u64 = 64 << 20;

impl Carried {
    pub fn of(program: &Program) -> Carried {
        let captured = program.captured().ok().into_iter();
        let parts = captured.flat_map(|c| &c.parts);
        let parts: Vec<Arc<Capture>> = parts.map(|part| part.capture.clone()).collect();
        let files = parts.iter().enumerate().flat_map(|(number, capture)| {
            let files = capture.units.iter().flat_map(|(_, unit)| &unit.files);
            files.map(move |f| (f.path.clone(), (number, f.content)))
        });
        Carried {
            files: files.collect(),
            parts,
            read: RefCell::default(),
        }
    }

    /// By the whole path, or of a relative one the file that alone ends like that.
    fn find(&self, path: &Path) -> Option<&(usize, Hash)> {
        if path.is_absolute() {
            return self.files.get(path);
        }
        let mut ends = self.files.iter().filter(|(known, _)| known.ends_with(path));
        let found = ends.next()?.1;
        ends.next().is_none().then_some(found)
    }

    /// A line, counted from 1.
    pub fn line(&self, file: &str, line: u32) -> Option<String> {
        let before = (line as usize).checked_sub(1)?;
        Some(self.text(file)?.lines().nth(before)?.to_owned())
    }

    fn read(&self, file: &str) -> Option<String> {
        let path = Path::new(file);
        let carried = self
            .find(path)
            .and_then(|(part, content)| self.parts[*part].contents.get(content).ok());
        let there = || {
            let path = Some(path).filter(|p| p.is_absolute() && is_source(p))?;
            file::read(path, LARGEST).ok()
        };
        let bytes = carried.or_else(there)?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// By its name. A program says which files these are, and may name any of this machine's.
fn is_source(path: &Path) -> bool {
    const NAMES: [&str; 16] = [
        "c", "cc", "cpp", "cxx", "c++", "C", "h", "hh", "hpp", "hxx", "inc", "ipp", "m", "mm",
        "rs", "tcc",
    ];
    let name = path.extension().and_then(|name| name.to_str());
    name.is_some_and(|name| NAMES.contains(&name))
}

impl excerpts::Sources for Carried {
    fn text(&self, file: &str) -> Option<String> {
        let mut read = self.read.borrow_mut();
        let known = read.entry(file.to_owned());
        known.or_insert_with(|| self.read(file)).clone()
    }
}
