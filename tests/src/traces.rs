//! Traces without a program: written by what [`fz_abi::taint::trace`] says.

use fz_abi::taint::{label, trace as layout};

/// What a record says of a site.
#[derive(Clone, Debug, Default)]
pub struct Site<'a> {
    pub id: u32,
    pub number: u32,
    pub kind: u32,
    pub how: u32,
    pub flags: u32,
    pub bits: u32,
    pub line: u32,
    pub column: u32,
    pub file: &'a str,
    pub function: &'a str,
    pub cases: &'a [u64],
}

/// A trace in the making.
#[derive(Default)]
pub struct Writer {
    pub flags: u64,
    pub input: u64,
    pub dropped: u64,
    pub forks: u64,
    pub memory: u64,
    nodes: Vec<u8>,
    events: Vec<u8>,
    records: Vec<u8>,
    rows: Vec<u8>,
    sites: u32,
}

/// What a row takes.
pub const ROW: usize = 64;

impl Writer {
    /// Of a program that read so many bytes, and came to its end.
    pub fn new(input: u64) -> Writer {
        Writer {
            flags: layout::INPUT_SEEN | layout::EXITED,
            input,
            ..Writer::default()
        }
    }

    /// The label of a new node.
    pub fn node(&mut self, a: u32, b: u32) -> u32 {
        let number = (self.nodes.len() / layout::NODE) as u32;
        words(&mut self.nodes, &[a, b]);
        label::NODE | number
    }

    /// The label of bytes from `begin` on, up to `end`.
    pub fn range(&mut self, begin: u32, end: u32) -> u32 {
        self.node(begin + 1, end + 1)
    }

    /// The label of numbers of so many bytes each.
    pub fn numbers(&mut self, begin: u32, end: u32, width: u32) -> u32 {
        let power = width.trailing_zeros() << label::POWER_SHIFT;
        self.node(begin + 1, label::NODE | power | ((end - begin) / width))
    }

    /// The label of the input's length behind an offset, in units of so many bytes.
    pub fn length(&mut self, from: u32, unit: u32) -> u32 {
        self.node(from + 1, label::NODE | unit)
    }

    pub fn record(&mut self, kind: u32, content: &[u8]) -> u64 {
        let at = self.records.len() as u64;
        words(&mut self.records, &[kind, content.len() as u32]);
        self.records.extend(content);
        self.records
            .resize(self.records.len().next_multiple_of(8), 0);
        at
    }

    /// The index of a new site.
    pub fn site(&mut self, site: &Site) -> u32 {
        let index = self.sites;
        self.sites += 1;
        let mut content = Vec::new();
        words(
            &mut content,
            &[
                index,
                site.id,
                site.number,
                site.kind,
                site.how,
                site.flags,
                site.bits,
                site.line,
                site.column,
                site.file.len() as u32,
                site.function.len() as u32,
                site.cases.len() as u32,
            ],
        );
        content.extend(site.cases.iter().flat_map(|c| c.to_le_bytes()));
        content.extend([site.file.as_bytes(), site.function.as_bytes()].concat());
        self.record(layout::RECORD_SITE, &content);
        index
    }

    pub fn event(&mut self, site: u32, execution: u32, labels: [u32; 2], numbers: [u64; 2]) {
        words(&mut self.events, &[site, execution, labels[0], labels[1]]);
        self.events
            .extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        words(&mut self.events, &[0, 0]);
    }

    /// An execution of a call that compares.
    pub fn call(
        &mut self,
        site: u32,
        execution: u32,
        labels: [u32; 2],
        texts: [&[u8]; 2],
        result: u64,
    ) {
        let mut content = Vec::new();
        words(&mut content, &texts.map(|t| t.len() as u32));
        content.extend(texts.concat());
        let at = self.record(layout::RECORD_OPERANDS, &content);
        self.event(site, execution, labels, [at, result]);
    }

    /// The bytes that flowed into later executions of a site.
    pub fn row(&mut self, site: u32, bytes: &[u32]) {
        let mut content = Vec::new();
        words(&mut content, &[site, (self.rows.len() / ROW) as u32]);
        self.record(layout::RECORD_ROW, &content);
        let mut row = [0; ROW];
        for at in bytes {
            row[*at as usize / 8] |= 1 << (at % 8);
        }
        self.rows.extend(row);
    }

    /// What the file has.
    pub fn bytes(&self) -> Vec<u8> {
        const ROOM: usize = 4096;
        let regions = [&self.nodes, &self.events, &self.records, &self.rows];
        let mut begin = layout::HEADER;
        let begins = regions.map(|region| {
            let at = begin;
            begin += region.len().next_multiple_of(ROOM) + ROOM;
            at as u64
        });
        let counts = [
            self.nodes.len() / layout::NODE,
            self.events.len() / layout::EVENT,
            self.records.len(),
        ];
        let counts = counts.map(|c| c as u64);
        let header = [
            &[layout::MAGIC, self.flags][..],
            &counts,
            &begins[..3],
            &[self.input, self.dropped, self.forks, self.memory],
            &[begins[3], ROW as u64, (self.rows.len() / ROW) as u64],
        ];
        let mut file: Vec<u8> = header
            .concat()
            .iter()
            .flat_map(|w| w.to_le_bytes())
            .collect();
        for (region, begin) in regions.into_iter().zip(begins) {
            file.resize(begin as usize, 0);
            file.extend(region);
        }
        file.resize(file.len().next_multiple_of(ROOM), 0);
        file
    }
}

fn words(out: &mut Vec<u8>, words: &[u32]) {
    out.extend(words.iter().flat_map(|w| w.to_le_bytes()));
}
