//! What a run left behind: [`fz_abi::taint::trace`] has the layout. Everything is checked; what a program that was killed
//! had no time to write is skipped.

use std::{fs::File, os::unix::fs::FileExt, path::Path};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::taint::trace as layout;

use super::{
    Bytes, Labels, Rows,
    event::{Compared, Event, Site},
};
use crate::program::Place;

pub struct Trace {
    pub header: Header,
    pub labels: Labels,
    pub events: Events,
    /// Of executions that are no events.
    pub rows: Rows,
    /// Functions without labels that were passed some.
    pub foreign: Vec<String>,
    pub notes: Vec<String>,
    /// What the file takes.
    pub size: u64,
}

/// Executions of sites, in the order of the run.
pub struct Events {
    /// By index.
    sites: Vec<Option<Site>>,
    events: Vec<u8>,
    records: Vec<u8>,
    /// Whether every site and every operand has a record.
    had_room: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    pub flags: u64,
    /// How many, or how many bytes, and where they begin.
    nodes: [u64; 2],
    events: [u64; 2],
    records: [u64; 2],
    /// How many, where they begin, and the bytes of each.
    rows: [u64; 3],
    /// The highest offset that got a label, plus 1.
    pub input: u64,
    /// Events that were left out.
    pub dropped: u64,
    pub forks: u64,
    /// What the runtime took besides the trace, in bytes.
    pub memory: u64,
}

impl Header {
    pub fn has(&self, flag: u64) -> bool {
        self.flags & flag != 0
    }

    fn read(file: &File) -> Result<Header> {
        let mut bytes = [0; layout::HEADER];
        file.read_exact_at(&mut bytes, 0)
            .context("it is cut short in its header")?;
        let word = |at: usize| u64::from_le_bytes(bytes[8 * at..][..8].try_into().expect("eight"));
        ensure!(
            word(0) == layout::MAGIC,
            "it does not begin with FZTAINT2: it is no trace, or fz is older or newer than what wrote it"
        );
        Ok(Header {
            flags: word(1),
            nodes: [word(2), word(5)],
            events: [word(3), word(6)],
            records: [word(4), word(7)],
            input: word(8),
            dropped: word(9),
            forks: word(10),
            memory: word(11),
            rows: [word(14), word(12), word(13)],
        })
    }
}

impl Trace {
    pub fn read(path: &Path) -> Result<Trace> {
        let shown = path.display();
        let file = File::open(path).with_context(|| format!("cannot read the trace {shown}"))?;
        Trace::of(file).with_context(|| format!("the trace {shown}"))
    }

    fn of(file: File) -> Result<Trace> {
        let header = Header::read(&file)?;
        let about = file.metadata()?;
        let region = |what: &str, [count, begin]: [u64; 2], each: usize| -> Result<Vec<u8>> {
            let end = count
                .checked_mul(each as u64)
                .and_then(|size| size.checked_add(begin));
            ensure!(
                end.is_some_and(|end| end <= about.len()),
                "it is cut short: {count} {what} from offset {begin} on do not fit in {} bytes",
                about.len()
            );
            let mut bytes = vec![0; count as usize * each];
            file.read_exact_at(&mut bytes, begin)?;
            Ok(bytes)
        };
        let nodes = region("nodes", header.nodes, layout::NODE)?;
        let nodes = nodes.chunks_exact(layout::NODE);
        let nodes = nodes.map(|node| [word(&node[..4]), word(&node[4..])]);
        let mut trace = Trace {
            labels: Labels::new(nodes.collect()),
            events: Events {
                sites: Vec::new(),
                events: region("events", header.events, layout::EVENT)?,
                records: region("bytes of records", header.records, 1)?,
                had_room: !header.has(layout::RECORDS_FULL),
            },
            header,
            rows: Rows::new(file, header.rows)?,
            foreign: Vec::new(),
            notes: Vec::new(),
            size: std::os::unix::fs::MetadataExt::blocks(&about) * 512,
        };
        trace.read_records()?;
        Ok(trace)
    }

    /// The index of a site, the site, and the bytes that flowed into its later executions. `None` if there are none, or
    /// the site is not known for want of room.
    pub fn later(&self, number: usize) -> Result<Option<(u32, &Site, Bytes)>> {
        let (index, bytes) = self.rows.get(number)?;
        let site = self.events.site(index, "a row, number", number)?;
        let found = site.map(|site| (index, site, bytes));
        Ok(found.filter(|(_, _, bytes)| !bytes.is_empty()))
    }

    fn read_records(&mut self) -> Result<()> {
        let mut at = 0;
        let Events { sites, records, .. } = &mut self.events;
        while at < records.len() {
            let (kind, content, next) = record(records, at)?;
            let text = || String::from_utf8_lossy(content).into_owned();
            match kind {
                layout::RECORD_SITE => {
                    let (index, site) =
                        site(content).with_context(|| format!("the record at {at}"))?;
                    // Each site is told once.
                    ensure!(
                        index < records.len(),
                        "the record at {at}: there is no site {index}"
                    );
                    if sites.len() <= index {
                        sites.resize(index + 1, None);
                    }
                    sites[index] = Some(site);
                }
                layout::RECORD_ROW => {
                    let Some((site, row)) =
                        content.split_at_checked(4).filter(|_| content.len() == 8)
                    else {
                        bail!(
                            "the record at {at}: a row takes 8 bytes, and there are {}",
                            content.len()
                        );
                    };
                    self.rows.add(word(site), word(row));
                }
                layout::RECORD_FOREIGN => self.foreign.push(text()),
                layout::RECORD_NOTE => self.notes.push(text()),
                _ => {}
            }
            at = next;
        }
        Ok(())
    }
}

impl Events {
    /// How many there are; some may never have been finished.
    pub fn len(&self) -> usize {
        self.events.len() / layout::EVENT
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The sites that were executed with labels.
    pub fn sites(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().flatten()
    }

    /// `None` if it was never finished, or its site is not known for want of room.
    pub fn get(&self, number: usize) -> Result<Option<Event<'_>>> {
        let event = &self.events[number * layout::EVENT..][..layout::EVENT];
        let word = |at: usize| word(&event[4 * at..][..4]);
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 1)) << 32;
        let (index, execution) = (word(0), word(1));
        if execution == 0 {
            return Ok(None);
        }
        let Some(site) = self.site(index, "event", number)? else {
            return Ok(None);
        };
        let numbers = [long(4), long(6)];
        let compared = match site.is_call() {
            false => Compared::Numbers(numbers),
            true => {
                let operands = self.operands(numbers[0]);
                let operands = match operands {
                    Err(error) if self.had_room => {
                        return Err(error.context(format!("event {number}")));
                    }
                    operands => operands.ok(),
                };
                Compared::Call {
                    operands,
                    result: numbers[1],
                }
            }
        };
        Ok(Some(Event {
            index,
            site,
            execution,
            labels: [word(2), word(3)],
            context: word(8),
            compared,
        }))
    }

    /// The site that something is of.
    fn site(&self, index: u32, what: &str, number: usize) -> Result<Option<&Site>> {
        let site = self.sites.get(index as usize).and_then(Option::as_ref);
        ensure!(
            site.is_some() || !self.had_room,
            "{what} {number} is of site {index}, which has no record"
        );
        Ok(site)
    }

    fn operands(&self, at: u64) -> Result<[&[u8]; 2]> {
        let found = usize::try_from(at)
            .ok()
            .filter(|at| *at < self.records.len());
        let at =
            found.with_context(|| format!("its operands would be at {at}, behind all records"))?;
        let (kind, content, _) = record(&self.records, at)?;
        ensure!(
            kind == layout::RECORD_OPERANDS && content.len() >= 8,
            "the record at {at} has no operands"
        );
        let [a, b] = [0, 4].map(|at| word(&content[at..][..4]) as usize);
        let texts = &content[8..];
        ensure!(
            a.checked_add(b) == Some(texts.len()),
            "the record at {at} has {} bytes for operands of {a} and {b}",
            texts.len()
        );
        let (a, b) = texts.split_at(a);
        Ok([a, b])
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

const RECORD: usize = 8;

/// The kind and content of a record, and where the next one is. What was never written has the kind 0.
fn record(records: &[u8], at: usize) -> Result<(u32, &[u8], usize)> {
    let rest = &records[at..];
    if rest.len() < RECORD {
        bail!("the record at {at} is cut short");
    }
    let (kind, size) = (word(&rest[..4]), word(&rest[4..8]) as usize);
    let content = rest[RECORD..].get(..size);
    let content = content.with_context(|| {
        format!(
            "the record at {at} has {size} bytes, and {} are left",
            rest.len() - RECORD
        )
    })?;
    let next = at + RECORD + size.next_multiple_of(8);
    Ok((kind, content, next))
}

/// A site and its index.
fn site(content: &[u8]) -> Result<(usize, Site)> {
    const WORDS: usize = 12;
    let Some((head, rest)) = content.split_at_checked(4 * WORDS) else {
        bail!(
            "a site takes {} bytes, and there are {}",
            4 * WORDS,
            content.len()
        );
    };
    let word = |at: usize| word(&head[4 * at..][..4]);
    let [file, function, cases] = [9, 10, 11].map(|at| word(at) as usize);
    let texts = cases
        .checked_mul(8)
        .and_then(|size| rest.split_at_checked(size));
    let Some((cases, texts)) = texts.filter(|(_, t)| file.checked_add(function) == Some(t.len()))
    else {
        bail!(
            "it has {} bytes for {cases} cases and texts of {file} and {function}",
            rest.len()
        );
    };
    let (file, function) = texts.split_at(file);
    let cases = cases.chunks_exact(8);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let site = Site {
        id: word(1),
        number: word(2),
        kind: word(3),
        how: word(4),
        flags: word(5),
        bits: word(6),
        place: Place {
            file: text(file),
            line: word(7),
            column: word(8),
        },
        function: text(function),
        cases: cases
            .map(|c| u64::from_le_bytes(c.try_into().expect("eight bytes")))
            .collect(),
    };
    Ok((word(0) as usize, site))
}
