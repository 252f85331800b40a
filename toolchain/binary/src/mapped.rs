//! One program with all that is loaded with it: its images, its map, and what each byte of that stands for.

use std::{collections::HashMap, path::Path};

use anyhow::{Result, ensure};
use fz_abi::contexts::Call;

use crate::{At, CallSite, FunctionEdges, Image, Kind, Map, Place, Program, Rows, Site};

pub struct Mapped<'a> {
    /// As it was named.
    pub path: &'a Path,
    pub images: &'a [Image],
    /// Libraries that were not found: their counters are not in the sums.
    pub missing: &'a [String],
    pub map: Option<Map>,
    /// By image: functions by the address of their record.
    by_record: Vec<HashMap<u64, usize>>,
    /// Which of the map's rows belong to an image's record.
    rows_by_record: HashMap<(usize, u64), usize>,
    /// By image: who calls, by the address of the call's record: function, and which of its calls.
    by_call: Vec<HashMap<u64, (usize, usize)>>,
}

/// How much there is of an image.
#[derive(Default)]
pub struct Sizes {
    /// Before pruning; 0 if no records tell.
    pub edges: u64,
    /// In one row of each function.
    pub counters: u64,
    /// Of these, counters of default rows and of functions that are not split by context.
    pub default: u64,
    /// Rows for call sites.
    pub rows: u64,
    /// Bytes of all rows.
    pub table: u64,
    /// Calls that share a default row because there were too many.
    pub folded: u64,
    /// Functions that get their rows when a program starts, and calls that may get one.
    pub open_functions: u64,
    pub open_calls: u64,
}

/// A byte of the map, or of the counters where there is no map.
pub struct Explanation<'a> {
    pub offset: u64,
    pub at: At,
    pub image: Option<&'a Image>,
    /// The size of what the offset is in.
    pub size: u64,
    /// What the records say, if there are any.
    pub counter: Option<Counter<'a>>,
}

/// A counter of a function.
pub struct Counter<'a> {
    pub function: &'a FunctionEdges,
    /// Of those in a row.
    pub index: u32,
    pub context: Context<'a>,
}

/// Which calls of the function a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context<'a> {
    /// All of them.
    Any,
    /// Those that have no row of their own.
    Others,
    /// The caller's name, and where it calls.
    One(&'a str, &'a Place),
    /// One that no record describes.
    Unknown,
}

impl<'a> Counter<'a> {
    /// The edges that it counts: more than one if they execute equally often.
    pub fn sites(&self) -> impl Iterator<Item = &'a Site> {
        let index = self.index;
        let sites = self.function.sites.iter();
        sites.filter(move |s| s.counter == Some(index))
    }
}

impl<'a> Mapped<'a> {
    pub fn of(program: &'a Program) -> Result<Mapped<'a>> {
        let (mut images, missing) = program.with_libraries()?;
        let announces = images
            .first()
            .is_some_and(|i| i.kind == Kind::Executable && i.has_runtime);
        let map = announces.then(|| match images[0].exports_runtime {
            true => Map::of(images),
            // Libraries do not find the runtime.
            false => Map::of(&images[..1]),
        });
        if let Some(map) = &map {
            images = &images[..map.places.len()];
        }
        let by_record = |image: &Image| {
            let records = image.edges.iter().zip(0..);
            records
                .filter_map(|(f, at)| Some((f.record.get()?, at)))
                .collect()
        };
        let by_call = |image: &Image| {
            let mut calls = HashMap::new();
            for (at, function) in image.edges.iter().enumerate() {
                let addresses = function
                    .first_call
                    .get()
                    .into_iter()
                    .flat_map(|first| (first..).step_by(size_of::<Call>()));
                calls.extend(
                    addresses
                        .zip(0..function.calls.len())
                        .map(|(a, n)| (a, (at, n))),
                );
            }
            calls
        };
        let rows = map.iter().flat_map(|m| &m.rows).zip(0..);
        let record = |r: &Rows| (r.image, images[r.image].context_callees[r.callee].address);
        Ok(Mapped {
            path: &program.named,
            rows_by_record: rows.map(|(r, at)| (record(r), at)).collect(),
            by_record: images.iter().map(by_record).collect(),
            by_call: images.iter().map(by_call).collect(),
            images,
            missing,
            map,
        })
    }

    pub fn counters(&self) -> u64 {
        let rows = self.map.iter().flat_map(|m| &m.rows).map(Rows::len);
        self.images.iter().map(|i| i.counters).chain(rows).sum()
    }

    /// Why there is nothing to show, and what to do, if there is nothing.
    pub fn why_empty(&self) -> Option<String> {
        if self.counters() > 0 {
            return None;
        }
        let path = self.path.display();
        let is_bitcode = |i: &Image| i.kind == Kind::Bitcode;
        // Without the table of addresses (`pcs=off`) only symbols tell where the counters end.
        let is_uncounted = |i: &Image| i.section > 0 && !i.has_symbols;
        Some(if self.images.is_empty() {
            format!("{path} has no members that are code: put objects that fz-cc made into it")
        } else if self
            .images
            .iter()
            .any(|i| is_bitcode(i) && i.path == *self.path)
        {
            format!("{path} is LLVM bitcode: its counters show once it is linked")
        } else if self.images.iter().any(is_bitcode) {
            format!(
                "{path} has members that are LLVM bitcode: their counters show once they are linked"
            )
        } else if self.images.iter().any(is_uncounted) {
            format!("how many counters {path} has is not known without its symbols and its records")
        } else {
            format!(
                "{path} has no counters: compile it with fz-cc; `fz doctor {path}` names what was left out, and why"
            )
        })
    }

    pub fn functions(&self) -> u64 {
        self.images.iter().map(|i| i.functions).sum()
    }

    /// The rows that a function of an image gets when the program starts.
    pub fn rows_of(&self, image: usize, function: &FunctionEdges) -> Option<&Rows> {
        let rows = self.rows_by_record.get(&(image, function.record.get()?))?;
        self.map.as_ref()?.rows.get(*rows)
    }

    /// Who makes a call that has a record.
    pub fn caller(&self, (image, call): (usize, usize)) -> Option<CallSite> {
        let address = self.images[image].calls[call].address;
        let (function, nth) = self.by_call[image].get(&address)?;
        let function = &self.images[image].edges[*function];
        Some(CallSite {
            function: function.name.clone(),
            place: function.calls[*nth].place.clone(),
        })
    }

    pub fn explain(&self, offset: u64) -> Result<Explanation<'_>> {
        let (at, size) = match &self.map {
            Some(map) => (map.at(offset, self.images), map.size),
            // Of an archive without counters it does not matter which member is meant.
            None if self.counters() == 0 => (At::Beyond, 0),
            None => {
                ensure!(
                    self.images.len() == 1,
                    "--edge: {} has no map: it is not an executable that fz linked; name one, or a single library or \
                     object",
                    self.path.display()
                );
                let counters = self.images[0].counter_addresses();
                let address = counters.start.saturating_add(offset);
                let at = match counters.contains(&address) {
                    true => At::Counter { image: 0, address },
                    false => At::Beyond,
                };
                (at, self.images[0].counters)
            }
        };
        let (image, counter) = match at {
            At::Counter { image, address } => (Some(image), self.counter(image, address)),
            At::Row { rows, row, counter } => {
                let rows = &self.map.as_ref().expect("rows are of a map").rows[rows];
                (Some(rows.image), self.counter_of_row(rows, row, counter))
            }
            _ => (None, None),
        };
        Ok(Explanation {
            offset,
            at,
            image: image.map(|i| &self.images[i]),
            size,
            counter,
        })
    }

    fn counter(&self, image: usize, address: u64) -> Option<Counter<'_>> {
        let (function, index) = self.images[image].function_at(address)?;
        let (row, index) = (index / function.row as usize, index % function.row as usize);
        let context = match (function.default_row, row) {
            (true, 0) if function.rows == 1 && function.record.get().is_none() => Context::Any,
            (true, 0) => Context::Others,
            (default, row) => {
                let call = function.contexts.get(row - usize::from(default));
                call.map_or(Context::Any, |c| Context::One(&c.function, &c.place))
            }
        };
        Some(Counter {
            function,
            index: index as u32,
            context,
        })
    }

    fn counter_of_row(&self, rows: &Rows, row: usize, counter: u32) -> Option<Counter<'_>> {
        let image = &self.images[rows.image];
        let record = image.context_callees[rows.callee].address;
        let function = &image.edges[*self.by_record[rows.image].get(&record)?];
        let (at, call) = rows.calls[row];
        let address = self.images[at].calls[call].address;
        let context = match self.by_call[at].get(&address) {
            Some((caller, nth)) => {
                let caller = &self.images[at].edges[*caller];
                Context::One(&caller.name, &caller.calls[*nth].place)
            }
            None => Context::Unknown,
        };
        Some(Counter {
            function,
            index: counter,
            context,
        })
    }

    /// Where in the map an address of an image is.
    pub fn offset(&self, image: usize, address: u64) -> u64 {
        let place = self.map.as_ref().map_or(0, |m| m.places[image].start);
        let from = match &self.map {
            Some(_) => self.images[image].start,
            None => self.images[image].counter_addresses().start,
        };
        place + address.saturating_sub(from)
    }

    pub fn sizes(&self, image: usize) -> Sizes {
        let i = &self.images[image];
        // Without records nobody knows of rows in the image.
        let mut sizes = Sizes {
            counters: i.counters,
            default: i.counters,
            table: i.counters,
            open_functions: i.context_callees.len() as u64,
            open_calls: i.calls.len() as u64,
            ..Sizes::default()
        };
        for function in &i.edges {
            sizes.edges += function.sites.len() as u64;
            let (row, described) = (u64::from(function.row), function.contexts.len() as u64);
            sizes.rows += described;
            sizes.default = sizes.default.saturating_sub(row * described);
            sizes.counters = sizes
                .counters
                .saturating_sub(row * u64::from(function.rows - 1));
        }
        if i.edges.is_empty() {
            sizes.edges = i.records.iter().map(|r| r.edges).sum();
        }
        let rows = self.map.iter().flat_map(|m| &m.rows);
        for rows in rows.filter(|r| r.image == image) {
            sizes.table += rows.len();
            sizes.rows += rows.calls.len() as u64;
            sizes.folded += rows.folded;
        }
        if i.kind == Kind::Object {
            let functions = i.edges.iter().filter(|f| f.record.get().is_some());
            sizes.open_functions = functions.count() as u64;
            sizes.open_calls = i.edges.iter().map(|f| f.calls.len() as u64).sum();
        }
        sizes
    }
}

impl std::ops::AddAssign for Sizes {
    fn add_assign(&mut self, other: Sizes) {
        self.edges += other.edges;
        self.counters += other.counters;
        self.default += other.default;
        self.rows += other.rows;
        self.table += other.table;
        self.folded += other.folded;
        self.open_functions += other.open_functions;
        self.open_calls += other.open_calls;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// An archive with a member of that content.
    fn archive(content: &[u8]) -> Vec<u8> {
        let header = format!("!<arch>\n{:48}{:<10}`\n", "member.o/", content.len());
        [header.as_bytes(), content].concat()
    }

    #[test]
    fn where_there_is_nothing_each_byte_is_beyond_it_for_a_reason() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        let bitcode = b"BC\xC0\xDE";
        let no_code = "has no members that are code: put objects";
        for (data, why) in [
            (b"!<arch>\n".to_vec(), no_code),
            (archive(b"text"), no_code),
            (bitcode.to_vec(), "is LLVM bitcode: its counters show"),
            (archive(bitcode), "has members that are LLVM bitcode: their"),
        ] {
            fs::write(&path, data).unwrap();
            let program = Program::read(&path).unwrap();
            let program = Mapped::of(&program).unwrap();
            let said = program.why_empty().unwrap();
            assert!(said.contains(why), "{said}");
            assert_eq!(program.explain(2).unwrap().at, At::Beyond, "{said}");
        }
    }

    #[test]
    fn a_stripped_program_may_have_counters_that_nobody_can_count() {
        let mut image = Image::new("p".into(), Kind::Executable);
        image.section = 4096;
        let why_empty = |image: &Image| mapped(image).why_empty();
        let said = why_empty(&image).unwrap();
        assert!(
            said.contains("how many counters p has is not known"),
            "{said}"
        );
        image.has_symbols = true;
        let said = why_empty(&image).unwrap();
        assert!(said.contains("p has no counters: compile it"), "{said}");
        image.counters = 1;
        assert_eq!(why_empty(&image), None);
    }

    fn mapped(image: &Image) -> Mapped<'_> {
        Mapped {
            path: &image.path,
            images: std::slice::from_ref(image),
            missing: &[],
            map: None,
            by_record: Vec::new(),
            rows_by_record: HashMap::new(),
            by_call: Vec::new(),
        }
    }
}
