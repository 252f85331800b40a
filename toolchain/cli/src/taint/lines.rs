//! `--format jsonl`: a line for each execution of a site with bytes of the input, or its length, in an operand, in the order
//! of the run; behind them one for each site that was executed more often than is told, and one that sums the run up.
//!
//! ```text
//! {"input":"seeds/a","site":{"id":2839,"number":4,"file":"a.c","line":7,"column":9,"function":"f","kind":"integer"},
//!  "execution":1,"predicate":"<","signed":true,"bits":32,"operands":[{"value":-3,"bytes":[[0,4]]},{"value":10,"bytes":[]}],
//!  "outcome":true}
//! {"input":"seeds/a","site":{"id":2839, …},"later":{"bytes":[[4,900],[902,1000]]}}
//! {"input":"seeds/a","summary":{"ended":"exit 0", …}}
//! ```
//!
//! - `id` is the same in all builds of one source; `number` counts the sites of its function. `execution` counts from 1,
//!   with those that nothing of the input flowed into. `context` is there if the build has calling contexts.
//! - `bytes` are ranges of offsets without their ends; with `"any": true` labels had run out, and it may be any that were
//!   read. With `"length": true` the operand depends on how many bytes the input has: it was computed from what `fread`,
//!   `read`, `fstat` or the like said, or from the size that a harness was passed.
//! - `value` is a number of `bits` bits, written in full (up to 64 bits; of wider ones the lower 64). Floating-point
//!   numbers that JSON has no word for are `"NaN"`, `"inf"` and `"-inf"`. Vectors have none.
//! - Operands of calls have `hex`, `text` if they are printable, and `"cut": true` if there were more bytes.
//! - `later` has the bytes that flowed into any of the executions behind the first ones, whatever the operand. Where a
//!   later one has an operand of many scattered bytes, that execution has a line of its own.
//! - `outcome` is true or false; of a switch the case, or `"default"`; of a call `"equal"`, `"less"`, `"greater"` or
//!   `"different"`, `"found"` or `"missing"`; null where there is none, or where it does not follow from the operands.

use fz_abi::sites::Predicate;
use std::io::{BufWriter, Write};

use anyhow::Result;
use fz_abi::taint::trace::OPERAND_MAX;
use fz_base::terminal::Shown;
use fz_taint::{Bytes, Chosen, Compared, Event, Number, Outcome, Site, Trace, trace::Header};
use serde::Serialize;

/// What is known of a run besides its trace.
pub struct Run<'a> {
    pub input: &'a str,
    pub ended: String,
    pub chosen: &'a Chosen,
}

#[derive(Serialize)]
struct Line<'a> {
    input: &'a str,
    site: SiteLine<'a>,
    execution: u32,
    #[serde(skip_serializing_if = "is_zero")]
    context: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicate: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u32>,
    operands: Vec<Operand>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<Number>,
    outcome: Outcome,
}

#[derive(Serialize)]
pub struct SiteLine<'a> {
    id: u32,
    number: u32,
    file: &'a str,
    line: u32,
    column: u32,
    function: &'a str,
    kind: &'static str,
}

#[derive(Default, Serialize)]
struct Operand {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    cut: bool,
    bytes: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "is_false")]
    any: bool,
    #[serde(skip_serializing_if = "is_false")]
    length: bool,
}

#[derive(Serialize)]
struct LaterLine<'a> {
    input: &'a str,
    site: SiteLine<'a>,
    later: Later,
}

#[derive(Serialize)]
struct Later {
    bytes: Vec<[u32; 2]>,
    #[serde(skip_serializing_if = "is_false")]
    length: bool,
}

#[derive(Serialize)]
struct Last<'a> {
    input: &'a str,
    summary: Summary<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary<'a> {
    ended: &'a str,
    /// How far the input got labels.
    input_bytes: u64,
    /// Executions and sites that were recorded, before `--site` chose.
    executions: usize,
    sites: usize,
    /// Of these, how many were executed more often.
    later_sites: usize,
    nodes: usize,
    dropped: u64,
    forks: u64,
    foreign: &'a [String],
    notes: &'a [String],
    trace_bytes: u64,
    runtime_bytes: u64,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub fn is_false(is: &bool) -> bool {
    !is
}

/// Prints a run, and says how many executions there were, and sites with later ones.
pub fn print(trace: &mut Trace, run: &Run, out: &mut impl Write) -> Result<usize> {
    let mut out = BufWriter::new(out);
    let mut count = 0;
    for number in 0..trace.events.len() {
        let event = trace.events.get(number)?;
        let Some(event) = event.filter(|e| run.chosen.has(e.site)) else {
            continue;
        };
        let [a, b] = event.labels;
        let bytes = [&*trace.labels.bytes(a)?, &*trace.labels.bytes(b)?];
        let line = Line::of(&event, bytes, run.input, &trace.header);
        write(&line, &mut out)?;
        count += 1;
    }
    for number in 0..trace.rows.len() {
        let later = trace.later(number)?;
        let Some((_, site, bytes)) = later.filter(|(_, site, _)| run.chosen.has(site)) else {
            continue;
        };
        let line = LaterLine {
            input: run.input,
            site: SiteLine::of(site),
            later: Later {
                bytes: bytes.ranges,
                length: bytes.length,
            },
        };
        write(&line, &mut out)?;
        count += 1;
    }
    let last = Last {
        input: run.input,
        summary: Summary::of(trace, &run.ended),
    };
    write(&last, &mut out)?;
    out.flush()?;
    Ok(count)
}

fn write(line: &impl Serialize, out: &mut impl Write) -> Result<()> {
    serde_json::to_writer(Shown::json(&mut *out), line)?;
    out.write_all(b"\n")?;
    Ok(())
}

impl<'a> Line<'a> {
    fn of(event: &Event<'a>, bytes: [&Bytes; 2], input: &'a str, header: &Header) -> Line<'a> {
        let site = event.site;
        let mut operands = match event.compared {
            Compared::Numbers(numbers) => {
                let value = |n: &u64| Operand {
                    value: (!site.is_vector()).then(|| site.number(*n)),
                    ..Operand::default()
                };
                numbers.iter().take(site.operands()).map(value).collect()
            }
            Compared::Call { operands, .. } => match operands {
                Some(texts) => texts.map(Operand::text).into(),
                None => vec![Operand::default(), Operand::default()],
            },
        };
        for (operand, bytes) in operands.iter_mut().zip(bytes) {
            operand.any = bytes.any;
            operand.length = bytes.length;
            operand.bytes = match bytes.any {
                true => vec![[0, header.input as u32]],
                false => bytes.ranges.clone(),
            };
        }
        Line {
            input,
            site: SiteLine::of(site),
            execution: event.execution,
            context: event.context,
            predicate: site.predicate().map(Predicate::name),
            signed: (!site.is_call()).then(|| site.is_signed()),
            bits: (!site.is_call()).then(|| site.width()),
            operands,
            cases: site.cases.iter().map(|c| site.number(*c)).collect(),
            outcome: event.outcome(),
        }
    }
}

impl<'a> SiteLine<'a> {
    pub fn of(site: &'a Site) -> SiteLine<'a> {
        SiteLine {
            id: site.id,
            number: site.number,
            file: &site.place.file,
            line: site.place.line,
            column: site.place.column,
            function: &site.function,
            kind: site.kind_name(),
        }
    }
}

impl Operand {
    fn text(bytes: &[u8]) -> Operand {
        let is_printable = bytes.iter().all(|b| *b == b' ' || b.is_ascii_graphic());
        Operand {
            hex: Some(bytes.iter().map(|b| format!("{b:02x}")).collect()),
            text: is_printable.then(|| String::from_utf8_lossy(bytes).into_owned()),
            cut: bytes.len() >= OPERAND_MAX,
            ..Operand::default()
        }
    }
}

impl<'a> Summary<'a> {
    pub fn of(trace: &'a Trace, ended: &'a str) -> Summary<'a> {
        Summary {
            ended,
            input_bytes: trace.header.input,
            executions: trace.events.len(),
            sites: trace.events.sites().count(),
            later_sites: trace.rows.len(),
            nodes: trace.labels.nodes(),
            dropped: trace.header.left_out,
            forks: trace.header.forks,
            foreign: &trace.foreign,
            notes: &trace.notes,
            trace_bytes: trace.size,
            runtime_bytes: trace.header.memory,
        }
    }
}
