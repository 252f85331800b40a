//! `--map`: which edges a map says were taken.

use std::{
    collections::{BTreeMap, HashSet},
    io::{BufWriter, Write},
    path::Path,
};

use anyhow::{Result, bail};
use fz_base::{
    hex,
    palette::{quiet, reached},
    table::{Column, Line, Tone, column, folded, plain, wrapped},
    terminal::{self, Shown},
};
use fz_binary::{
    At, Explanation, FunctionEdges, Mapped,
    map_file::{Hits, buckets},
};
use fz_coverage::names::demangled;
use fz_report::compare::wanted::Wanted;
use serde_json::json;

use super::explain::{self, context_text, why_unknown};

/// What was hit, in the order of the source.
struct Found<'a> {
    counters: Vec<(Explanation<'a>, String)>,
    functions: usize,
    /// Bytes that are not counters.
    head: u64,
    padding: u64,
    room: u64,
}

/// `select`: rules for the functions and files that are wanted, all without one.
pub fn print(program: &Mapped, file: &Path, select: &[String], json: bool) -> Result<()> {
    let Some(map) = &program.map else {
        bail!(
            "{} has no map: it is not an executable that fz linked for a fuzzer",
            program.path.display()
        );
    };
    let hits = Hits::read(file, map.size)?;
    let mut found = Found::of(program, &hits)?;
    if !select.is_empty() {
        found.select(program, select)?;
    }
    match json {
        true => found.print_json(program, &hits, &mut BufWriter::new(terminal::out())),
        false => Ok(terminal::print(&found.lines(
            program,
            &hits,
            terminal::width(),
        )?)?),
    }
}

impl Found<'_> {
    fn of<'a>(program: &'a Mapped, hits: &Hits) -> Result<Found<'a>> {
        let mut found = Found {
            counters: Vec::new(),
            functions: 0,
            head: 0,
            padding: 0,
            room: 0,
        };
        for (offset, value) in hits.values() {
            let explanation = program.explain(offset)?;
            match explanation.at {
                At::Counter { .. } | At::Row { .. } => {
                    let value = match hits {
                        Hits::Counts(_) => value.to_string(),
                        Hits::Seen(_) => buckets(value as u8).collect::<Vec<_>>().join(","),
                        Hits::Unstable(_) => "unstable".to_owned(),
                    };
                    found.counters.push((explanation, value));
                }
                At::Head => found.head += 1,
                At::Padding => found.padding += 1,
                At::Room | At::Beyond => found.room += 1,
            }
        }
        found.counters.sort_by_cached_key(|(e, _)| place(e));
        found.count_functions();
        Ok(found)
    }

    fn count_functions(&mut self) {
        let counters = self.counters.iter();
        let functions: HashSet<_> = counters.filter_map(|(e, _)| function(e)).collect();
        self.functions = functions.len();
    }

    /// Keeps what is of the functions and files that rules name.
    fn select(&mut self, program: &Mapped, rules: &[String]) -> Result<()> {
        let wanted = Wanted::of(rules, None)?;
        let functions = program.images.iter().flat_map(|i| &i.edges);
        let functions: Vec<&FunctionEdges> = functions.collect();
        let known: Vec<(&str, &str)> = functions
            .iter()
            .map(|f| {
                let mut places = f.sites.iter().flat_map(|s| [&s.source, &s.target]);
                let file = places.find(|p| !p.file.is_empty());
                (f.name.as_str(), file.map_or("", |p| &p.file))
            })
            .collect();
        let is_wanted = wanted.functions(&known, "fz inspect --long")?;
        let kept: HashSet<_> = functions
            .into_iter()
            .zip(is_wanted)
            .filter(|(_, is_wanted)| *is_wanted)
            .map(|(f, _)| std::ptr::from_ref(f))
            .collect();
        self.counters
            .retain(|(e, _)| function(e).is_some_and(|f| kept.contains(&f)));
        self.count_functions();
        Ok(())
    }

    /// An edge per line, as it comes: maps have millions.
    fn print_json(&self, program: &Mapped, hits: &Hits, out: &mut impl Write) -> Result<()> {
        let mut out = Shown::json(out);
        write!(out, "{{\"edges\": [")?;
        for (nth, (explanation, value)) in self.counters.iter().enumerate() {
            let mut edge = explain::json(explanation);
            match hits {
                Hits::Counts(counts) => edge["count"] = json!(counts.get(&explanation.offset)),
                Hits::Seen(_) => edge["buckets"] = value.split(',').collect(),
                Hits::Unstable(_) => edge["unstable"] = true.into(),
            }
            let separator = if nth == 0 { "" } else { "," };
            write!(out, "{separator}\n{edge}")?;
        }
        let sums = json!({
            "hit": self.counters.len(),
            "counters": program.counters(),
            "functions-hit": self.functions,
            "functions": program.functions(),
            "not-counters": {"head": self.head, "padding": self.padding, "room": self.room},
            "map": program.map.as_ref().map(|m| m.size),
        });
        writeln!(out, "\n],\n{}", sums.to_string().trim_start_matches('{'))?;
        Ok(out.flush()?)
    }

    /// The bytes of the map, the edges that they count in the order of the source, and sums.
    fn lines(&self, program: &Mapped, hits: &Hits, width: Option<usize>) -> Result<Vec<Line>> {
        let mut all = match hits {
            Hits::Unstable(_) => Vec::new(),
            Hits::Counts(_) | Hits::Seen(_) => dump(program, hits)?,
        };
        let mut unknown: BTreeMap<&Path, (usize, String)> = BTreeMap::new();
        let mut rows = Vec::new();
        for (explanation, value) in &self.counters {
            let Some(counter) = &explanation.counter else {
                let image = explanation.image.expect("a counter is in an image");
                let of_image = unknown
                    .entry(&image.path)
                    .or_insert_with(|| (0, why_unknown(image)));
                of_image.0 += 1;
                continue;
            };
            let sites: Vec<String> = counter.sites().map(|s| s.to_string()).collect();
            let what = format!(
                "{}  {}{}",
                sites.join(", as often as "),
                demangled(&counter.function.name),
                context_text(counter.context)
            );
            let offset = explanation.offset.to_string();
            rows.push(vec![quiet(offset), reached(value), plain(what)]);
        }
        if !rows.is_empty() {
            all.extend(folded(&COLUMNS, &rows, width));
        }
        let what = match hits {
            Hits::Unstable(_) => "unstable",
            Hits::Counts(_) | Hits::Seen(_) => "hit",
        };
        let mut sums = Vec::new();
        for (path, (hit, why)) in unknown {
            sums.push(format!("{hit} {what} in {}{why}", path.display()));
        }
        // Where no record describes the counters, nobody knows whose they are.
        let functions = match self.functions {
            0 => String::new(),
            hit => format!(", {hit} of {} functions", program.functions()),
        };
        let (hit, counters) = (self.counters.len(), program.counters());
        sums.push(format!("{hit} of {counters} counters {what}{functions}"));
        let others = [
            (self.head, "in the head (the fuzzer's own byte)"),
            (self.padding, "in padding"),
            (self.room, "in the room for libraries that are loaded later"),
        ];
        let others: Vec<String> = others
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, place)| format!("{n} {place}"))
            .collect();
        if !others.is_empty() {
            sums.push(format!(
                "bytes that are not counters: {}",
                others.join(", ")
            ));
        }
        let sums = sums.into_iter();
        all.extend(sums.flat_map(|text| wrapped(vec![plain(text)], 0, width)));
        Ok(all)
    }
}

const COLUMNS: [Column; 3] = [
    column("byte", true, 0),
    column("count", true, 0),
    column("edge", false, 0),
];

/// The map's bytes, as far as any of a line was hit: counters that were hit are distinct from those that were not, and from what
/// counts nothing.
fn dump(program: &Mapped, hits: &Hits) -> Result<Vec<Line>> {
    let mut all = Vec::new();
    let mut rows: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    let size = program.map.as_ref().map_or(0, |map| map.size);
    for (offset, value) in hits.values() {
        let first = offset / hex::WIDE as u64 * hex::WIDE as u64;
        let row = rows
            .entry(first)
            .or_insert_with(|| vec![0; (size - first).min(hex::WIDE as u64) as usize]);
        row[(offset - first) as usize] = u8::try_from(value).unwrap_or(u8::MAX);
    }
    let mut at = 0;
    for (first, bytes) in rows {
        all.extend(hex::gap(at, first));
        let mut tones = Vec::new();
        for (offset, byte) in (first..).zip(&bytes) {
            let is_counter = matches!(
                program.explain(offset)?.at,
                At::Counter { .. } | At::Row { .. }
            );
            tones.push(match (is_counter, byte) {
                (false, _) => Tone::Quiet,
                (true, 0) => Tone::Missed,
                (true, _) => Tone::Reached,
            });
        }
        let tone = |at: usize| tones[at - first as usize];
        at = first + bytes.len() as u64;
        all.push(hex::line(first as usize, &bytes, tone));
    }
    all.extend(hex::gap(at, size));
    Ok(all)
}

/// The function of a counter, by where it is.
fn function(explanation: &Explanation) -> Option<*const FunctionEdges> {
    let counter = explanation.counter.as_ref()?;
    Some(std::ptr::from_ref(counter.function))
}

/// By place, then by function; what has no record comes last.
fn place(explanation: &Explanation) -> (bool, String, u32, u32, String, u64) {
    let counter = explanation.counter.as_ref();
    let site = counter.and_then(|c| c.sites().find(|s| !s.source.file.is_empty()));
    let (file, line, column) = site.map_or((String::new(), 0, 0), |s| {
        (s.source.file.clone(), s.source.line, s.source.column)
    });
    let function = counter.map_or(String::new(), |c| c.function.name.clone());
    let is_unknown = file.is_empty();
    (is_unknown, file, line, column, function, explanation.offset)
}
