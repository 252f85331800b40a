//! One program: its images, its map, and what is in them.

use std::{
    collections::HashMap,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};
use fz_abi::contexts::Call;
use serde_json::{Value, json};

use super::explain::{Context, Counter, Explanation};
use crate::program::{self, At, CallSite, FunctionEdges, Image, Kind, Map, Rows};

pub struct Report {
    pub path: PathBuf,
    pub images: Vec<Image>,
    /// Libraries that were not found: their counters are not in the sums.
    missing: Vec<String>,
    pub map: Option<Map>,
    /// By image: functions by the address of their record.
    by_record: Vec<HashMap<u64, usize>>,
    /// By image: who calls, by the address of the call's record: function, and which of its calls.
    by_call: Vec<HashMap<u64, (usize, usize)>>,
}

/// Sums over functions.
#[derive(Default)]
struct Sizes {
    edges: u64,
    /// Counters in one row of each function.
    one_row: u64,
    /// Bytes of all rows.
    table: u64,
    /// Rows for call sites.
    rows: u64,
    /// Calls that share a default row because there were too many.
    folded: u64,
}

impl Report {
    pub fn of(path: &Path) -> Result<Report> {
        let images = program::read(path)?;
        let (mut images, missing) = match <[Image; 1]>::try_from(images) {
            Ok([image]) if image.kind == Kind::Executable => program::with_libraries(image)?,
            Ok([image]) => (vec![image], Vec::new()),
            Err(members) => (members, Vec::new()),
        };
        let announces = images
            .first()
            .is_some_and(|i| i.kind == Kind::Executable && i.has_runtime);
        let map = announces.then(|| match images[0].exports_runtime {
            true => Map::of(&images),
            // Libraries do not find the runtime.
            false => Map::of(&images[..1]),
        });
        if let Some(map) = &map {
            images.truncate(map.places.len());
        }
        let by_record = |image: &Image| {
            let records = image.edges.iter().zip(0..);
            records
                .filter_map(|(f, at)| Some((f.record?, at)))
                .collect()
        };
        let by_call = |image: &Image| {
            let mut calls = HashMap::new();
            for (at, function) in image.edges.iter().enumerate() {
                let addresses = function
                    .first_call
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
        Ok(Report {
            path: path.to_owned(),
            by_record: images.iter().map(by_record).collect(),
            by_call: images.iter().map(by_call).collect(),
            images,
            missing,
            map,
        })
    }

    fn counters(&self) -> u64 {
        let rows = self.map.iter().flat_map(|m| &m.rows).map(Rows::len);
        self.images.iter().map(|i| i.counters).chain(rows).sum()
    }

    /// The rows that a function of an image gets when the program starts.
    fn rows_of(&self, image: usize, function: &FunctionEdges) -> Option<&Rows> {
        let record = function.record?;
        let rows = &self.map.as_ref()?.rows;
        rows.iter()
            .find(|r| r.image == image && self.images[image].takers[r.taker].address == record)
    }

    /// Who makes a call that has a record.
    fn caller(&self, (image, call): (usize, usize)) -> Option<CallSite> {
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
            Some(map) => (map.at(offset, &self.images), map.size),
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
            (true, 0) if function.rows == 1 && function.record.is_none() => Context::Any,
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
        let record = image.takers[rows.taker].address;
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
    fn offset(&self, image: usize, address: u64) -> u64 {
        let place = self.map.as_ref().map_or(0, |m| m.places[image].start);
        let from = match &self.map {
            Some(_) => self.images[image].start,
            None => self.images[image].counter_addresses().start,
        };
        place + address.saturating_sub(from)
    }

    fn sizes(&self, image: usize) -> Sizes {
        let mut sizes = Sizes::default();
        for function in &self.images[image].edges {
            let default = u64::from(function.default_row);
            sizes.edges += function.sites.len() as u64;
            sizes.one_row += u64::from(function.row);
            sizes.table += function.len();
            if !function.contexts.is_empty() {
                sizes.rows += u64::from(function.rows) - default;
            }
        }
        for rows in self
            .map
            .iter()
            .flat_map(|m| &m.rows)
            .filter(|r| r.image == image)
        {
            sizes.table += rows.len();
            sizes.rows += rows.calls.len() as u64;
            sizes.folded += rows.folded;
        }
        sizes
    }

    pub fn json(&self) -> Value {
        let images = self.images.iter().enumerate().map(|(at, i)| {
            let sizes = self.sizes(at);
            let functions = i.edges.iter().map(|f| self.function_json(at, f));
            json!({
                "path": i.path,
                "kind": i.kind,
                "counters": i.counters,
                "functions": i.functions,
                "units": i.records.len(),
                "offset": self.map.as_ref().map(|m| m.places[at].start),
                "records": i.records,
                "edges-before-pruning": sizes.edges,
                "counters-without-contexts": sizes.one_row,
                "contexts": sizes.rows,
                "contexts-folded": sizes.folded,
                "table-bytes": sizes.table,
                "edges": functions.collect::<Vec<_>>(),
                "stripped": is_stripped(i),
            })
        });
        json!({
            "path": self.path,
            "counters": self.counters(),
            "map": self.map.as_ref().map(|m| m.size),
            "dlopen-room": self.map.as_ref().map(|m| m.room),
            "images": images.collect::<Vec<_>>(),
            "missing": self.missing,
        })
    }

    fn function_json(&self, image: usize, f: &FunctionEdges) -> Value {
        let rows = self.rows_of(image, f);
        let later = rows.map_or(0, |r| r.calls.len() as u64);
        let mut contexts: Vec<Value> = f.contexts.iter().map(|c| json!(c)).collect();
        contexts.extend(
            rows.iter()
                .flat_map(|r| &r.calls)
                .map(|c| json!(self.caller(*c))),
        );
        json!({
            "name": f.name,
            "offset": self.offset(image, f.start),
            "edges": f.sites.len(),
            "counters": f.row,
            "rows": u64::from(f.rows) + later,
            "rows-offset": rows.filter(|r| !r.is_empty()).map(|r| r.start),
            "folded": rows.map_or(0, |r| r.folded),
            "table-bytes": f.len() + rows.map_or(0, Rows::len),
            "default-row": f.default_row,
            "contexts": contexts,
            "sites": f.sites,
        })
    }

    pub fn print(&self, out: &mut impl Write, long: bool) -> Result<()> {
        writeln!(
            out,
            "{:>9} {:>9} {:>9} {:>6}  image",
            "edges", "counters", "functions", "units"
        )?;
        let mut all = Sizes::default();
        for (at, i) in self.images.iter().enumerate() {
            let path = i.path.display();
            let units = i.records.len();
            let sizes = self.sizes(at);
            // Without records nobody knows what was pruned.
            let edges = match sizes.edges {
                0 => "?".to_owned(),
                edges => edges.to_string(),
            };
            writeln!(
                out,
                "{edges:>9} {:>9} {:>9} {units:>6}  {path}",
                i.counters, i.functions
            )?;
            all.one_row += sizes.one_row;
            all.table += sizes.table;
            all.rows += sizes.rows;
            all.folded += sizes.folded;
        }
        for name in &self.missing {
            writeln!(
                out,
                "{:>9} {:>9} {:>9} {:>6}  {name}: not found",
                "?", "?", "?", "?"
            )?;
        }
        if long {
            for at in 0..self.images.len() {
                self.print_contents(out, at)?;
            }
        }
        self.print_contexts(out, &all)?;
        for image in self.images.iter().filter(|i| is_stripped(i)) {
            let path = image.path.display();
            writeln!(
                out,
                "{path} has counters but no records: `strip` removes them"
            )?;
        }
        let path = self.path.display();
        match &self.map {
            Some(map) => {
                let room = match map.room {
                    0 => String::new(),
                    room => format!(", {room} of it for libraries that are loaded later"),
                };
                let (size, counters) = (map.size, self.counters());
                writeln!(
                    out,
                    "map of {path}: {size} bytes for {counters} counters{room}"
                )?;
            }
            None if self
                .images
                .first()
                .is_some_and(|i| i.kind == Kind::Executable) =>
            {
                writeln!(out, "no map: fz's runtime is not linked into {path}")?;
            }
            None => {}
        }
        Ok(())
    }

    fn print_contexts(&self, out: &mut impl Write, sizes: &Sizes) -> Result<()> {
        if sizes.rows == 0 || sizes.one_row == 0 {
            return Ok(());
        }
        let times = sizes.table as f64 / sizes.one_row as f64;
        let (one, rows, table) = (sizes.one_row, sizes.rows, sizes.table);
        let folded = match sizes.folded {
            0 => String::new(),
            n => format!("; {n} more share the default rows (max-contexts)"),
        };
        writeln!(
            out,
            "contexts: {rows} rows for call sites make {table} counters of {one}, {times:.1} times as many{folded}"
        )?;
        Ok(())
    }

    fn print_contents(&self, out: &mut impl Write, at: usize) -> Result<()> {
        let image = &self.images[at];
        writeln!(out, "{}:", image.path.display())?;
        for unit in &image.records {
            let word = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let reason = unit
                .reason
                .as_ref()
                .map_or(String::new(), |r| format!(" because of {r}"));
            let (profile, design) = (word(&unit.profile), word(&unit.design));
            let (edges, counters, functions) = (unit.edges, unit.counters, unit.functions);
            let source = &unit.source;
            writeln!(
                out,
                "  unit {source}: {counters} counters for {edges} edges in {functions} functions, {profile}, design {design}{reason}"
            )?;
        }
        let head = ("offset", "edges", "counters", "rows", "bytes");
        writeln!(
            out,
            "  {:>8} {:>6} {:>8} {:>5} {:>8}  function",
            head.0, head.1, head.2, head.3, head.4
        )?;
        for function in &image.edges {
            let rows = self.rows_of(at, function);
            let bytes = function.len() + rows.map_or(0, Rows::len);
            let count = function.rows as usize + rows.map_or(0, |r| r.calls.len());
            writeln!(
                out,
                "  {:>8} {:>6} {:>8} {count:>5} {bytes:>8}  {}",
                self.offset(at, function.start),
                function.sites.len(),
                function.row,
                function.name
            )?;
        }
        Ok(())
    }
}

pub fn is_stripped(image: &Image) -> bool {
    image.counters > 0 && image.records.is_empty() && image.edges.is_empty()
}
