//! What is in a program: its images, units and functions, in numbers.

use std::{collections::BTreeMap, fmt::Display, io::Write};

use anyhow::Result;
use fz_base::{line, part};
use fz_binary::{
    FunctionEdges, Kind, Rows, Sizes, Transform,
    guards::{self, Reduction},
};
use fz_coverage::names::demangled;
use fz_dictionary::Dictionary;
use fz_engines::{Counters, loaded::Loaded};
use serde_json::{Value, json};

use super::{distances, flat, report::Report, sites};

impl Report<'_> {
    pub fn json(&self) -> Value {
        let images = self.program.images.iter().enumerate().map(|(at, i)| {
            let sizes = self.program.sizes(at);
            let functions = i.edges.iter().map(|f| self.function_json(at, f));
            json!({
                "path": i.path,
                "kind": i.kind,
                "counters": i.counters,
                "functions": i.functions,
                "units": i.records.len(),
                "offset": self.program.map.as_ref().map(|m| m.places[at].start),
                "records": i.records,
                "edges-before-pruning": sizes.edges,
                "counters-without-contexts": sizes.counters,
                "contexts": sizes.rows,
                "contexts-folded": sizes.folded,
                "open-functions": sizes.open_functions,
                "open-calls": sizes.open_calls,
                "table-bytes": sizes.table,
                "edges": functions.collect::<Vec<_>>(),
                "compare-sites": sites::count(i),
                "branches": distances::count(i),
                "outcomes": i.outcomes,
                "words": Dictionary::of_images(std::slice::from_ref(i)).tokens.len(),
                "guards": guards::count([i]),
                "said": i.said.shown(),
                "stripped": i.lost_records().is_some(),
            })
        });
        json!({
            "path": self.program.path,
            "counters": self.program.counters(),
            "map": self.program.map.as_ref().map(|m| m.size),
            "dlopen-room": self.program.map.as_ref().map(|m| m.room),
            "images": images.collect::<Vec<_>>(),
            "missing": self.program.missing,
            "libraries": self.loaded.as_ref().map(|l| &l.libraries),
            "complaints": self.loaded.as_ref().map(Loaded::complaints).unwrap_or_default(),
            "why-empty": self.program.why_empty(),
        })
    }

    fn function_json(&self, image: usize, f: &FunctionEdges) -> Value {
        let rows = self.program.rows_of(image, f);
        let later = rows.map_or(0, |r| r.calls.len() as u64);
        let mut contexts: Vec<Value> = f.contexts.iter().map(flat).collect();
        contexts.extend(
            rows.iter()
                .flat_map(|r| &r.calls)
                .map(|c| self.program.caller(*c).map_or(Value::Null, |c| flat(&c))),
        );
        json!({
            "name": f.name,
            "offset": self.program.offset(image, f.start.at()),
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
        columns(out, IMAGE, "image")?;
        let mut all = Sizes::default();
        for (at, i) in self.program.images.iter().enumerate() {
            let sizes = self.program.sizes(at);
            // Without records nobody knows what was pruned.
            let edges = match sizes.edges {
                0 => "?".to_owned(),
                edges => edges.to_string(),
            };
            let numbers = [
                edges,
                sizes.counters.to_string(),
                sizes.rows.to_string(),
                sizes.table.to_string(),
                i.functions.to_string(),
                i.records.len().to_string(),
            ];
            columns(out, numbers, i.path.display())?;
            all += sizes;
        }
        for name in self.program.missing {
            columns(out, ["?"; IMAGE.len()], format_args!("{name}: not found"))?;
        }
        self.print_libraries(out)?;
        self.print_transforms(out)?;
        self.print_skipped(out)?;
        if long {
            for at in 0..self.program.images.len() {
                self.print_contents(out, at)?;
            }
        }
        self.print_contexts(out, &all)?;
        let compares: usize = self.program.images.iter().map(sites::count).sum();
        if compares > 0 {
            line!(out, "compare sites: {compares} (`--list sites` shows them)")?;
        }
        let branches: usize = self.program.images.iter().map(distances::count).sum();
        if branches > 0 {
            let outcomes: u64 = self.program.images.iter().map(|i| i.outcomes).sum();
            line!(
                out,
                "branches with distances: {branches}, {outcomes} outcomes (`--list distances` shows them)"
            )?;
        }
        self.print_words(out)?;
        self.print_guards(out)?;
        for said in self.program.images.iter().flat_map(|i| i.said.shown()) {
            line!(out, "{said}")?;
        }
        if let Some(why) = self.program.why_empty() {
            line!(out, "{why}")?;
        }
        for image in self.program.images {
            if let Some(lost) = image.lost_records() {
                let path = image.path.display();
                line!(out, "{path}: its records are missing: {lost}")?;
            }
        }
        let path = self.program.path.display();
        match &self.program.map {
            Some(map) => {
                let room = match map.room {
                    0 => String::new(),
                    room => format!(", {room} of it for libraries that are loaded later"),
                };
                let (size, counters) = (map.size, self.program.counters());
                line!(
                    out,
                    "map of {path}: {size} bytes for {counters} counters{room}"
                )?;
            }
            None if self
                .program
                .images
                .first()
                .is_some_and(|i| i.kind == Kind::Executable) =>
            {
                let links = self.program.images.iter().take(1).flat_map(|i| &i.links);
                let engine = links
                    .last()
                    .and_then(|link| fz_engines::find(&link.engine).ok());
                match engine.filter(|e| e.counters == Counters::Sections) {
                    Some(engine) => line!(
                        out,
                        "no map: {path} was linked for the engine {}, which has the counters itself",
                        engine.name
                    )?,
                    None => line!(out, "no map: fz's runtime is not linked into {path}")?,
                }
            }
            None => {}
        }
        Ok(())
    }

    /// What is loaded with it. Those with counters, and those that are missing, are in the table.
    fn print_libraries(&self, out: &mut impl Write) -> Result<()> {
        let Some(loaded) = &self.loaded else {
            return Ok(());
        };
        for line in loaded.lines().into_iter().chain(loaded.complaints()) {
            line!(out, "{line}")?;
        }
        Ok(())
    }

    /// What passes did, over all units.
    fn transforms(&self) -> BTreeMap<&str, Transform> {
        let mut all: BTreeMap<&str, Transform> = BTreeMap::new();
        for unit in self.program.images.iter().flat_map(|i| &i.records) {
            for (pass, transform) in &unit.transforms {
                *all.entry(pass).or_default() += transform;
            }
        }
        all
    }

    /// What the program compares its input with.
    fn print_words(&self, out: &mut impl Write) -> Result<()> {
        let words = Dictionary::of_images(self.program.images).tokens.len();
        let looked = self.transforms().remove(fz_dictionary::PASS);
        if words > 0 {
            let left = looked.map_or(String::new(), |t| left_alone(&t));
            line!(out, "words: {words} (`fz dict` prints them){left}")?;
        }
        Ok(())
    }

    /// What passes did to the code.
    fn print_transforms(&self, out: &mut impl Write) -> Result<()> {
        let mut all = self.transforms();
        // It changes nothing.
        all.remove(fz_dictionary::PASS);
        if !all.is_empty() {
            line!(out, "counts of passes:")?;
        }
        for (pass, transform) in all {
            line!(out, "  {}", transform_line(pass, &transform))?;
        }
        Ok(())
    }

    /// Operations that have guards, by their kind.
    fn print_guards(&self, out: &mut impl Write) -> Result<()> {
        let kinds = guards::count(self.program.images);
        let all: usize = kinds.values().sum();
        if all > 0 {
            let kinds: Vec<_> = kinds.iter().map(|(k, n)| format!("{k} {n}")).collect();
            line!(out, "guards: {all} ({})", kinds.join(", "))?;
        }
        let Reduction { before, after } =
            Reduction::of(self.program.images.iter().flat_map(|i| &i.records));
        if before > 0 {
            let rest = before.saturating_sub(after);
            line!(
                out,
                "of {before} operations in its units {after} have guards, {rest} need none"
            )?;
        }
        Ok(())
    }

    /// Functions that have no counters, by what keeps them from it.
    fn print_skipped(&self, out: &mut impl Write) -> Result<()> {
        let mut all: BTreeMap<&str, u64> = BTreeMap::new();
        for (reason, count) in self
            .program
            .images
            .iter()
            .flat_map(|i| &i.records)
            .flat_map(|r| &r.skipped)
        {
            *all.entry(reason).or_default() += count;
        }
        let reasons: Vec<_> = all
            .iter()
            .map(|(reason, count)| format!("{count} {reason}"))
            .collect();
        if !reasons.is_empty() {
            line!(out, "functions without counters: {}", reasons.join(", "))?;
        }
        Ok(())
    }

    fn print_contexts(&self, out: &mut impl Write, sizes: &Sizes) -> Result<()> {
        if self.program.map.is_none() && sizes.open_functions + sizes.open_calls > 0 {
            let (functions, calls) = (sizes.open_functions, sizes.open_calls);
            line!(
                out,
                "contexts when a program starts: {functions} functions get rows, and at most {calls} calls have one"
            )?;
        }
        if sizes.rows == 0 || sizes.counters == 0 {
            return Ok(());
        }
        let times = sizes.table as f64 / sizes.counters as f64;
        let (default, rows, of_rows) = (sizes.default, sizes.rows, sizes.table - sizes.default);
        let folded = match sizes.folded {
            0 => String::new(),
            n => format!("; {n} more calls share the default rows (max-contexts)"),
        };
        line!(
            out,
            "contexts: {default} counters in default rows + {of_rows} in {rows} rows for call sites: {times:.1} times as \
             many as without{folded}"
        )?;
        Ok(())
    }

    fn print_contents(&self, out: &mut impl Write, at: usize) -> Result<()> {
        let image = &self.program.images[at];
        line!(out, "{}:", image.path.display())?;
        for unit in &image.records {
            let word = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
            let reason = unit
                .reason
                .as_ref()
                .map_or(String::new(), |r| format!(" because of {r}"));
            let (profile, design) = (word(&unit.profile), word(&unit.design));
            let (edges, counters, functions) = (unit.edges, unit.counters, unit.functions);
            let source = &unit.source;
            line!(
                out,
                "  unit {source}: {counters} counters for {edges} edges in {functions} functions, {profile}, design {design}{reason}"
            )?;
            for (pass, transform) in &unit.transforms {
                line!(out, "    {}", transform_line(pass, transform))?;
            }
        }
        columns(out, FUNCTION, "function")?;
        for function in &image.edges {
            let rows = self.program.rows_of(at, function);
            let numbers = [
                self.program.offset(at, function.start.at()),
                function.sites.len() as u64,
                u64::from(function.row),
                function.contexts.len() as u64 + rows.map_or(0, |r| r.calls.len() as u64),
                function.len() + rows.map_or(0, Rows::len),
            ];
            let folded = match rows.map_or(0, |r| r.folded) {
                0 => String::new(),
                n => format!(" ({n} more calls share its default row)"),
            };
            let name = demangled(&function.name);
            columns(out, numbers, format_args!("{name}{folded}"))?;
        }
        Ok(())
    }
}

const IMAGE: [&str; 6] = [
    "edges",
    "counters",
    "contexts",
    "bytes",
    "functions",
    "units",
];
const FUNCTION: [&str; 5] = ["offset", "edges", "counters", "contexts", "bytes"];

/// `byte-split: 12; skipped: 3 loop-counter, 40 zero-one`.
fn transform_line(pass: &str, transform: &Transform) -> String {
    format!("{pass}: {}{}", transform.done, left_alone(transform))
}

fn left_alone(transform: &Transform) -> String {
    let left: Vec<_> = transform
        .left
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    match left.is_empty() {
        true => String::new(),
        false => format!("; skipped: {}", left.join(", ")),
    }
}

/// A line of a table; its last column is as wide as it likes.
fn columns(
    out: &mut impl Write,
    numbers: impl IntoIterator<Item = impl Display>,
    last: impl Display,
) -> Result<()> {
    for number in numbers {
        part!(out, "{number:>9} ")?;
    }
    line!(out, " {last}")?;
    Ok(())
}
