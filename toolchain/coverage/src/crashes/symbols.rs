//! Frames of addresses: functions, those inlined into them too, files and lines.

use std::{
    collections::HashMap,
    path::{Component, Path, PathBuf},
};

use addr2line::Loader;
use fz_base::file;
use fz_binary::elf;

use super::{
    Frame, machinery,
    stack::{Call, MOST, Stack},
    written::Written,
};
use crate::{identities::below, names::demangled};

/// What is known of modules and addresses already.
pub struct Symbols<'a> {
    written: &'a Written,
    /// Files are shown below it.
    root: String,
    loaded: HashMap<PathBuf, Option<Loader>>,
    known: HashMap<Call, Vec<Frame>>,
}

impl Symbols<'_> {
    pub fn new<'a>(root: &str, written: &'a Written) -> Symbols<'a> {
        Symbols {
            written,
            root: root.to_owned(),
            loaded: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// Frames, and how many further ones there are.
    pub fn frames(&mut self, stack: &Stack) -> (Vec<Frame>, u64) {
        let mut frames = Vec::new();
        for call in &stack.calls {
            if !self.known.contains_key(call) {
                let found = self.of(call);
                self.known.insert(call.clone(), found);
            }
            frames.extend_from_slice(&self.known[call]);
        }
        let more = frames.len().saturating_sub(MOST);
        frames.truncate(MOST);
        (frames, stack.left_out + more as u64)
    }

    fn of(&mut self, call: &Call) -> Vec<Frame> {
        let loaded = self.loaded.entry(call.module.clone());
        let loader = loaded.or_insert_with(|| load(&call.module));
        let name = call.module.file_name().unwrap_or_default();
        let module = name.to_string_lossy().into_owned();
        let mut frames = Vec::new();
        if let Some(loader) = loader {
            frames = inlined(loader, call.address, &self.root, self.written);
            if let Some(last) = frames.last_mut().filter(|f| f.function.is_empty()) {
                last.function = symbol(loader, call.address);
            }
            if frames.is_empty() {
                frames.push(Frame {
                    function: symbol(loader, call.address),
                    ..Frame::default()
                });
            }
        }
        if frames.is_empty() {
            frames.push(Frame::default());
        }
        for frame in &mut frames {
            frame.is_machinery = machinery::is(&module, &frame.function, &frame.file);
            frame.module.clone_from(&module);
        }
        frames
    }
}

/// `None`: it has nothing, or says of itself what cannot be.
fn load(module: &Path) -> Option<Loader> {
    let data = file::read(module, file::PROGRAM).ok()?;
    elf::parse(&*data).ok()?;
    Loader::new(module).ok()
}

/// By debug information, the innermost first.
fn inlined(loader: &Loader, address: u64, root: &str, written: &Written) -> Vec<Frame> {
    let Ok(mut found) = loader.find_frames(address) else {
        return Vec::new();
    };
    let mut frames = Vec::new();
    while let Ok(Some(found)) = found.next() {
        let function = found.function.as_ref();
        let symbol = function.and_then(|f| f.raw_name().ok()).unwrap_or_default();
        let location = found.location.as_ref();
        let file = location.and_then(|l| l.file).unwrap_or_default();
        let line = location.and_then(|l| l.line).unwrap_or(0);
        let (file, line) = match written.place(&symbol, file, line) {
            Some(place) => (&place.file[..], place.line),
            None => (file, line),
        };
        frames.push(Frame {
            function: demangled(&symbol),
            file: below(root, &plain(file)).to_owned(),
            line,
            ..Frame::default()
        });
    }
    frames
}

fn symbol(loader: &Loader, address: u64) -> String {
    let name = loader.find_symbol(address).unwrap_or_default();
    // `abort@@GLIBC_2.2.5`
    let name = name.split('@').next().unwrap_or_default();
    demangled(name)
}

/// Without `.` and `..`.
fn plain(path: &str) -> String {
    let mut plain = PathBuf::new();
    for part in Path::new(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_plain() {
        assert_eq!(plain("/a/./b/../c.c"), "/a/c.c");
        assert_eq!(plain("../c.c"), "../c.c");
    }
}
