//! What a run left behind: [`fz_abi::taint::trace`] has the layout. Everything is checked; what a program that was killed
//! had no time to write is skipped.

use std::{fs::File, ops::Deref, os::unix::fs::FileExt, path::Path};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::{
    taint::trace::{self as layout, OperandsRecord, Record, RowRecord, SiteRecord},
    types::Plain,
};
use fz_binary::Place;

use super::{
    Bytes, Labels, Rows,
    event::{Compared, Event, Site},
};

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

/// How much of everything there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header(layout::Header);

impl Deref for Header {
    type Target = layout::Header;

    fn deref(&self) -> &layout::Header {
        &self.0
    }
}

impl Header {
    pub fn has(&self, flag: u64) -> bool {
        self.flags & flag != 0
    }

    fn read(file: &File) -> Result<Header> {
        let mut bytes = [0; layout::HEADER];
        file.read_exact_at(&mut bytes, 0)
            .context("it is cut short in its header")?;
        let header = layout::Header::read(&bytes);
        ensure!(
            header.magic == layout::MAGIC,
            "it does not begin with FZTAINT2: it is not a trace, or another version of fz wrote it"
        );
        Ok(Header(header))
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
        let nodes = region("nodes", [header.nodes, header.nodes_at], layout::NODE)?;
        let nodes = nodes.chunks_exact(layout::NODE).map(layout::Node::read);
        let mut trace = Trace {
            labels: Labels::new(nodes.map(|node| [node.a, node.b]).collect()),
            events: Events {
                sites: Vec::new(),
                events: region("events", [header.events, header.events_at], layout::EVENT)?,
                records: region("bytes of records", [header.records, header.records_at], 1)?,
                had_room: !header.has(layout::RECORDS_FULL),
            },
            header,
            rows: Rows::new(file, [header.rows, header.rows_at, header.row_bytes])?,
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
                    const SIZE: usize = size_of::<RowRecord>();
                    ensure!(
                        content.len() == SIZE,
                        "the record at {at}: a row takes {SIZE} bytes, and there are {}",
                        content.len()
                    );
                    let row = RowRecord::read(content);
                    self.rows.add(row.site, row.row);
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
        let event = layout::Event::read(&self.events[number * layout::EVENT..][..layout::EVENT]);
        if event.execution == 0 {
            return Ok(None);
        }
        let Some(site) = self.site(event.site, "event", number)? else {
            return Ok(None);
        };
        let compared = match site.is_call() {
            false => Compared::Numbers([event.a, event.b]),
            true => {
                let operands = self.operands(event.a);
                let operands = match operands {
                    Err(error) if self.had_room => {
                        return Err(error.context(format!("event {number}")));
                    }
                    operands => operands.ok(),
                };
                Compared::Call {
                    operands,
                    result: event.b,
                }
            }
        };
        Ok(Some(Event {
            index: event.site,
            site,
            execution: event.execution,
            labels: [event.label_a, event.label_b],
            context: event.context,
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
        let content = content.split_at_checked(size_of::<OperandsRecord>());
        let (head, texts) = content
            .filter(|_| kind == layout::RECORD_OPERANDS)
            .with_context(|| format!("the record at {at} has no operands"))?;
        let OperandsRecord { a, b } = OperandsRecord::read(head);
        let [a, b] = [a, b].map(|bytes| bytes as usize);
        ensure!(
            a.checked_add(b) == Some(texts.len()),
            "the record at {at} has {} bytes for operands of {a} and {b}",
            texts.len()
        );
        let (a, b) = texts.split_at(a);
        Ok([a, b])
    }
}

/// The kind and content of a record, and where the next one is. What was never written has the kind 0.
fn record(records: &[u8], at: usize) -> Result<(u32, &[u8], usize)> {
    let Some((head, rest)) = records[at..].split_at_checked(size_of::<Record>()) else {
        bail!("the record at {at} is cut short");
    };
    let head = Record::read(head);
    let (kind, size) = (head.kind, head.bytes as usize);
    let content = rest.get(..size);
    let content = content.with_context(|| {
        format!(
            "the record at {at} has {size} bytes, and {} are left",
            rest.len()
        )
    })?;
    let next = at + size_of::<Record>() + size.next_multiple_of(8);
    Ok((kind, content, next))
}

/// A site and its index.
fn site(content: &[u8]) -> Result<(usize, Site)> {
    const SIZE: usize = size_of::<SiteRecord>();
    let Some((head, rest)) = content.split_at_checked(SIZE) else {
        bail!("a site takes {SIZE} bytes, and there are {}", content.len());
    };
    let head = SiteRecord::read(head);
    let [file, function, cases] = [head.file, head.function, head.cases].map(|n| n as usize);
    let texts = cases
        .checked_mul(size_of::<u64>())
        .and_then(|size| rest.split_at_checked(size));
    let Some((cases, texts)) = texts.filter(|(_, t)| file.checked_add(function) == Some(t.len()))
    else {
        bail!(
            "it has {} bytes for {cases} cases and texts of {file} and {function}",
            rest.len()
        );
    };
    let (file, function) = texts.split_at(file);
    let cases = cases.chunks_exact(size_of::<u64>()).map(u64::read);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let site = Site {
        id: head.id,
        number: head.number,
        kind: head.kind,
        how: head.how,
        flags: head.flags,
        bits: head.bits,
        place: Place {
            file: text(file),
            line: head.line,
            column: head.column,
        },
        function: text(function),
        cases: cases.collect(),
    };
    Ok((head.index as usize, site))
}
