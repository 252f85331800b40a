//! Frames of addresses: functions, those inlined into them too, files and lines.

use std::{
    collections::{BTreeMap, HashMap},
    path::{Component, Path, PathBuf},
};

use addr2line::Loader;
use fz_base::file;
use fz_binary::elf;
use object::{Object, ObjectSymbol, SymbolKind};

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
    loaded: HashMap<PathBuf, Option<Loaded>>,
    known: HashMap<Call, Vec<Frame>>,
}

/// What a module says of itself.
struct Loaded {
    loader: Loader,
    /// By address, all symbols of functions that begin there.
    functions: BTreeMap<u64, Vec<String>>,
    has_debug_information: bool,
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
        let loaded = loaded.or_insert_with(|| Loaded::of(&call.module));
        let name = call.module.file_name().unwrap_or_default();
        let module = name.to_string_lossy().into_owned();
        let mut frames = Vec::new();
        if let Some(loaded) = loaded {
            frames = inlined(&loaded.loader, call.address, &self.root, self.written);
            if frames.is_empty() {
                frames.push((String::new(), Frame::default()));
            }
            if let Some((symbol, frame)) = frames.last_mut().filter(|(_, f)| f.function.is_empty())
            {
                *symbol = loaded.symbol(call.address);
                frame.function = demangled(symbol);
            }
            for (symbol, frame) in &mut frames {
                let is_known = machinery::is(&module, symbol, &frame.file);
                frame.is_machinery =
                    is_known || frame.file.is_empty() && loaded.is_nobodys(call.address);
            }
        }
        if frames.is_empty() {
            let is_machinery = machinery::is(&module, "", "");
            frames.push((
                String::new(),
                Frame {
                    is_machinery,
                    ..Frame::default()
                },
            ));
        }
        let mut frames: Vec<Frame> = frames.into_iter().map(|(_, frame)| frame).collect();
        frames.iter_mut().for_each(|f| f.module.clone_from(&module));
        frames
    }
}

impl Loaded {
    /// `None`: it has nothing, or says of itself what cannot be.
    fn of(module: &Path) -> Option<Loaded> {
        let data = file::read(module, file::PROGRAM).ok()?;
        let file = elf::parse(&*data).ok()?;
        let mut functions: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let symbols = file.symbols().chain(file.dynamic_symbols());
        for symbol in symbols.filter(|s| s.kind() == SymbolKind::Text && s.is_definition()) {
            if let Ok(name) = symbol.name() {
                functions
                    .entry(symbol.address())
                    .or_default()
                    .push(name.to_owned());
            }
        }
        Some(Loaded {
            loader: Loader::new(module).ok()?,
            functions,
            has_debug_information: file.section_by_name(".debug_info").is_some(),
        })
    }

    fn symbol(&self, address: u64) -> String {
        let name = self.loader.find_symbol(address).unwrap_or_default();
        // `abort@@GLIBC_2.2.5`
        name.split('@').next().unwrap_or_default().to_owned()
    }

    /// Whether any symbol of a function without a file says that no program has written it: `free` of a sanitizer is
    /// `__interceptor_free`, too.
    fn is_nobodys(&self, address: u64) -> bool {
        let names = self.functions.range(..=address).next_back();
        let mut names = names.into_iter().flat_map(|(_, names)| names);
        names.any(|name| {
            machinery::is("", name, "")
                || self.has_debug_information && machinery::is_reserved(name)
        })
    }
}

/// By debug information, the innermost first; each with its symbol.
fn inlined(loader: &Loader, address: u64, root: &str, written: &Written) -> Vec<(String, Frame)> {
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
        let frame = Frame {
            function: demangled(&symbol),
            file: below(root, &plain(file)).to_owned(),
            line,
            ..Frame::default()
        };
        frames.push((symbol.into_owned(), frame));
    }
    frames
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
