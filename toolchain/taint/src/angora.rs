//! The file that Angora's track build writes, for Angora and Valkyrie.
//!
//! It is what bincode 1 makes of three members: all numbers are little-endian and of fixed width, nothing is aligned, and
//! what has a length begins with it.
//!
//! ```text
//! u64 count, as many conditions, each of 56 bytes:
//!     u32 cmpid, u32 context, u32 order, u32 belong (0), u32 condition, u32 level (0), u32 op, u32 size,
//!     u32 lb1, u32 lb2, u64 arg1, u64 arg2
//! u64 count, as many tags:
//!     u32 label, u64 count, as many segments: u8 sign, u32 begin, u32 end (behind the last byte)
//! u64 count, as many pairs of texts:
//!     u64 number of the condition in the list, u64 length and bytes of a, u64 length and bytes of b
//! ```
//!
//! - *cmpid* is the site's id ([`fz_abi::sites::id`]), the same in the build that Angora runs; *context* the
//!   calling context, 0 unless the build has some.
//! - *order* is which of the site's executions it is, from 1; those behind the 16th are left out. Each case of a switch
//!   is a condition: its number is in the upper half, `order | number << 16`.
//! - *op* is LLVM's number of the predicate: 32 `==`, 33 `!=`, 34 to 37 `>`, `>=`, `<`, `<=` of unsigned numbers, 38 to 41
//!   of signed ones, 1 to 5 `==`, `>`, `>=`, `<`, `<=` and 14 `!=` of floating-point numbers, 7 and 8 whether neither or
//!   either is none; 0xff a switch. With 0x100 the numbers are signed: an equality whose clean operand is negative. With
//!   0x200 arg1 is a truth value. 0x4000 and LLVM's number of the instruction is no branch: something to be made large,
//!   in arg1: 0x4013 and 0x4014 what is divided by, unsigned and signed, 0x4022 an index, 0x4038 the size of an
//!   allocation or the length of a copy. Valkyrie knows none of these: it asks for exploits by compares, so that guards
//!   are compares in its files, and the others are left out. 0x8002 is a call that compares memory or strings.
//! - *condition* is 0 where the predicate did not hold (or a call's operands were not equal), 1 where it did, and 2 for the
//!   case that a switch took.
//! - *size* is that of an operand in bytes: 1, 2, 4 or 8. Of a call it is the length of the operand that has no label, or
//!   of the second.
//! - *lb1* and *lb2* are labels of the operands: keys of tags, 0 for none. A call has one of them.
//! - *arg1* and *arg2* are what the build that Angora runs tells of the same execution ([`fz_abi::functions::angora::TRACE_COMPARE`]):
//!   the operands, without their sign above `size`; arg2 of a switch is the case, and of what has one operand 0, or 1 if
//!   that is a truth value. Of a call arg1 is 0 where its operands are equal, else 1: its texts are among the pairs.
//!
//! A segment of 1, 2, 4 or 8 bytes is a number to the engine, in the order of this machine, and any other one bytes of their
//! own. `sign`: it is signed. A number here is what the program took from the input as one ([`variables`]), whatever it
//! computed from it: as `p[0] | p[1] << 8`, too. Of a number in the other order each byte is one: as such the engine finds
//! out how much it weighs. Of texts each byte has a segment, since the engine counts those, also behind the byte that decided. Where labels had run out the
//! segment is the whole input.
//!
//! An operand that depends on the input's length has a condition more, with the op 0x8003, and the order of the other one
//! with 1 more in the upper half (of a switch so many more as it has cases). Its *lb1* is the offset of the byte from which
//! on the length was asked for, and *lb2* the bytes of the unit that it was counted in: the engine makes the input longer or
//! shorter by so many units as the operands differ by.
//!
//! Left out is what the engine has no word for: numbers of more than 64 bits, vectors, shifts, callees, and calls of functions that
//! take two pointers and do not compare.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Write},
};

use anyhow::Result;
use fz_abi::sites::{self as layout, how};

use super::{Bytes, Compared, Event, Labels, Outcome, Site, Trace, labels::Numbers, variables};

/// Who reads the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Angora,
    Valkyrie,
}

/// The engine knows no more executions of a site.
const ORDERS: u32 = 16;

/// Conditions.
const FALSE: u32 = 0;
const TRUE: u32 = 1;
const DONE: u32 = 2;

const EQ: u32 = 32;
const SWITCH: u32 = 0xff;
const SIGN: u32 = 0x100;
const TRUTH: u32 = 0x200;
const EXPLOIT: u32 = 0x4000;
const CALL: u32 = 0x8002;
const LENGTH: u32 = 0x8003;

/// By predicate: of unsigned numbers, of signed ones, of floating-point numbers.
const PREDICATES: [(u32, [Option<u32>; 3]); 8] = [
    (layout::PREDICATE_EQ, [Some(EQ), Some(EQ), Some(1)]),
    (layout::PREDICATE_NE, [Some(33), Some(33), Some(14)]),
    (layout::PREDICATE_GT, [Some(34), Some(38), Some(2)]),
    (layout::PREDICATE_GE, [Some(35), Some(39), Some(3)]),
    (layout::PREDICATE_LT, [Some(36), Some(40), Some(4)]),
    (layout::PREDICATE_LE, [Some(37), Some(41), Some(5)]),
    (layout::PREDICATE_ORDERED, [None, None, Some(7)]),
    (layout::PREDICATE_UNORDERED, [None, None, Some(8)]),
];

/// Of what nothing branches on: unsigned and signed.
const EXPLOITS: [(u32, [u32; 2]); 4] = [
    (layout::KIND_DIVISOR, [EXPLOIT | 19, EXPLOIT | 20]),
    (layout::KIND_INDEX, [EXPLOIT | 34; 2]),
    (layout::KIND_ALLOCATION, [EXPLOIT | 56; 2]),
    (layout::KIND_LENGTH, [EXPLOIT | 56; 2]),
];

#[derive(Clone, Copy, Default)]
struct Condition {
    cmpid: u32,
    context: u32,
    order: u32,
    condition: u32,
    op: u32,
    size: u32,
    labels: [u32; 2],
    arguments: [u64; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Segment {
    sign: bool,
    begin: u32,
    end: u32,
}

/// Writes what a run over an input did at some sites, and says in how many executions.
pub fn write(
    trace: &mut Trace,
    input: &[u8],
    reader: Reader,
    is_chosen: impl Fn(&Site) -> bool,
    out: &mut impl Write,
) -> Result<usize> {
    let mut log = Log::new(input, reader);
    let mut count = 0;
    for number in 0..trace.events.len() {
        let Some(event) = trace.events.get(number)? else {
            continue;
        };
        if event.execution > ORDERS || !is_chosen(event.site) {
            continue;
        }
        count += usize::from(log.add(&event, &mut trace.labels)?);
    }
    log.write(out)?;
    Ok(count)
}

struct Log<'a> {
    input: &'a [u8],
    reader: Reader,
    conditions: Vec<Condition>,
    /// Their numbers are what the file has as labels.
    tags: HashMap<Vec<Segment>, u32>,
    /// By label of the trace, and how it is used.
    known: HashMap<(u32, Use), u32>,
    texts: BTreeMap<u64, [Vec<u8>; 2]>,
}

/// What an operand is to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    Number { is_signed: bool },
    Text,
}

impl<'a> Log<'a> {
    fn new(input: &'a [u8], reader: Reader) -> Log<'a> {
        Log {
            input,
            reader,
            conditions: Vec::new(),
            tags: HashMap::new(),
            known: HashMap::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Says whether the execution has any labels.
    fn add(&mut self, event: &Event, labels: &mut Labels) -> Result<bool> {
        let [a, b] = event.labels;
        let bytes = [&*labels.bytes(a)?, &*labels.bytes(b)?];
        if bytes.iter().all(|b| b.is_empty()) {
            return Ok(false);
        }
        let condition = Condition {
            cmpid: event.site.id,
            context: event.context,
            order: event.execution,
            ..Condition::default()
        };
        match event.compared {
            Compared::Call {
                operands: Some(operands),
                ..
            } => {
                let is_equal = matches!(event.outcome(), Outcome::Word("equal" | "found"));
                let condition = Condition {
                    condition: if is_equal { TRUE } else { FALSE },
                    arguments: [u64::from(!is_equal), 0],
                    ..condition
                };
                self.add_call(event, condition, operands, bytes, labels)?;
            }
            Compared::Numbers(numbers) if event.site.width() <= 64 && !event.site.is_vector() => {
                self.add_numbers(event, condition, numbers, bytes, labels)?;
            }
            _ => {}
        }
        Ok(true)
    }

    fn add_numbers(
        &mut self,
        event: &Event,
        condition: Condition,
        numbers: [u64; 2],
        bytes: [&Bytes; 2],
        labels: &mut Labels,
    ) -> Result<()> {
        let site = event.site;
        let arguments = numbers.map(|n| site.within(n));
        let op = match op(site, arguments, bytes) {
            None => return Ok(()),
            Some(op) if op & EXPLOIT == 0 || self.reader == Reader::Angora => op,
            Some(op) if site.kind == layout::KIND_GUARD => op & !EXPLOIT,
            Some(_) => return Ok(()),
        };
        let is_signed = op & SIGN != 0 || site.is_signed();
        let condition = Condition {
            condition: match event.outcome() {
                Outcome::Truth(true) => TRUE,
                _ => FALSE,
            },
            op,
            size: site.width().div_ceil(8).next_power_of_two(),
            arguments: match site.kind {
                layout::KIND_FLOAT => apart(in_order(arguments, site.width())),
                _ => arguments,
            },
            ..condition
        };
        let conditions = match site.kind {
            layout::KIND_SWITCH => {
                // There is no room for the numbers of others.
                let cases = site.cases.iter().zip(0..=0xffff);
                let conditions = cases.map(|(case, number)| {
                    let case = site.within(*case);
                    Condition {
                        order: condition.order | number << 16,
                        condition: if case == arguments[0] { DONE } else { FALSE },
                        arguments: [arguments[0], case],
                        ..condition
                    }
                });
                conditions.collect()
            }
            layout::KIND_TRUTH => vec![Condition {
                arguments: [arguments[0], 1],
                ..condition
            }],
            _ => vec![condition],
        };
        // Nobody makes an input longer or shorter to have something large.
        if op & EXPLOIT == 0 {
            let lengths = lengths(event.labels, bytes, labels)?;
            self.add_lengths(&conditions, &lengths);
        }
        if bytes.iter().any(|b| b.has_bytes()) {
            let [a, b] = event.labels;
            let number = Use::Number { is_signed };
            let labels = [
                self.label(a, number, labels)?,
                self.label(b, number, labels)?,
            ];
            let with_labels = |c| Condition { labels, ..c };
            self.conditions
                .extend(conditions.into_iter().map(with_labels));
        }
        Ok(())
    }

    /// Once more, as conditions on the length.
    fn add_lengths(&mut self, conditions: &[Condition], lengths: &[[u32; 2]]) {
        let step = conditions.len();
        let mut above = (step..=0xffff).step_by(step.max(1));
        for (length, first) in lengths.iter().zip(&mut above) {
            let numbers = (first as u32..=0xffff).zip(conditions);
            self.conditions
                .extend(numbers.map(|(number, condition)| Condition {
                    op: LENGTH,
                    order: condition.order & 0xffff | number << 16,
                    labels: *length,
                    ..*condition
                }));
        }
    }

    fn add_call(
        &mut self,
        event: &Event,
        condition: Condition,
        operands: [&[u8]; 2],
        bytes: [&Bytes; 2],
        labels: &mut Labels,
    ) -> Result<()> {
        let site = event.site;
        if site.kind != layout::KIND_CALL || !bytes.iter().any(|b| b.has_bytes()) {
            return Ok(());
        }
        let texts = operands.map(|operand| match site.how {
            how::MEMORY | how::FIND_MEMORY => operand,
            // The terminator is none of the text.
            _ => operand.split(|b| *b == 0).next().unwrap_or_default(),
        });
        let labelled = usize::from(!bytes[0].has_bytes());
        let mut found = [0; 2];
        found[labelled] = match self.whole(bytes[labelled], texts[labelled]) {
            Some(segments) => self.tag(segments),
            None => self.label(event.labels[labelled], Use::Text, labels)?,
        };
        let number = self.conditions.len() as u64;
        self.texts.insert(number, texts.map(<[u8]>::to_vec));
        self.conditions.push(Condition {
            op: CALL,
            size: texts[1 - labelled].len() as u32,
            labels: found,
            ..condition
        });
        Ok(())
    }

    /// The file's label for one of the trace.
    fn label(&mut self, of: u32, used: Use, labels: &mut Labels) -> Result<u32> {
        if let Some(known) = self.known.get(&(of, used)) {
            return Ok(*known);
        }
        let taken = labels.taken(of)?;
        let segments = match taken.any {
            true => vec![Segment {
                sign: false,
                begin: 0,
                end: self.input.len() as u32,
            }],
            false => {
                let numbers = taken.numbers.iter();
                segments(
                    &numbers.filter_map(|n| self.within(n)).collect::<Vec<_>>(),
                    used,
                )
            }
        };
        let label = self.tag(segments);
        self.known.insert((of, used), label);
        Ok(label)
    }

    /// As far as it is in the input: a broken trace may say anything.
    fn within(&self, numbers: &Numbers) -> Option<Numbers> {
        let end = (numbers.end as usize).min(self.input.len()) as u32;
        (numbers.begin < end).then_some(Numbers { end, ..*numbers })
    }

    fn tag(&mut self, segments: Vec<Segment>) -> u32 {
        if segments.is_empty() {
            return 0;
        }
        let next = self.tags.len() as u32 + 1;
        *self.tags.entry(segments).or_insert(next)
    }

    /// A text has labels up to where its order was decided. The engine wants all of it: the rest is what follows in the
    /// input, if that is there.
    fn whole(&self, bytes: &Bytes, text: &[u8]) -> Option<Vec<Segment>> {
        let [[begin, end]] = bytes.ranges[..] else {
            return None;
        };
        let behind = begin + text.len() as u32;
        let there = self.input.get(begin as usize..behind as usize)?;
        let numbers = [Numbers {
            begin,
            end: behind,
            width: 1,
        }];
        (end < behind && there == text).then(|| segments(&numbers, Use::Text))
    }

    fn write(self, out: &mut impl Write) -> io::Result<()> {
        write_count(out, self.conditions.len())?;
        for c in &self.conditions {
            let [lb1, lb2] = c.labels;
            let words = [
                c.cmpid,
                c.context,
                c.order,
                0,
                c.condition,
                0,
                c.op,
                c.size,
                lb1,
                lb2,
            ];
            for word in words {
                out.write_all(&word.to_le_bytes())?;
            }
            for argument in c.arguments {
                out.write_all(&argument.to_le_bytes())?;
            }
        }
        let mut tags: Vec<_> = self.tags.into_iter().collect();
        tags.sort_unstable_by_key(|(_, label)| *label);
        write_count(out, tags.len())?;
        for (segments, label) in tags {
            out.write_all(&label.to_le_bytes())?;
            write_count(out, segments.len())?;
            for Segment { sign, begin, end } in segments {
                out.write_all(&[u8::from(sign)])?;
                out.write_all(&begin.to_le_bytes())?;
                out.write_all(&end.to_le_bytes())?;
            }
        }
        write_count(out, self.texts.len())?;
        for (number, texts) in self.texts {
            out.write_all(&number.to_le_bytes())?;
            for text in texts {
                write_count(out, text.len())?;
                out.write_all(&text)?;
            }
        }
        Ok(())
    }
}

/// Offset and unit of the lengths that operands depend on, one of each unit.
fn lengths(of: [u32; 2], bytes: [&Bytes; 2], labels: &mut Labels) -> Result<Vec<[u32; 2]>> {
    let mut found = Vec::new();
    for (label, _) in of.into_iter().zip(bytes).filter(|(_, b)| b.length) {
        found.extend(labels.taken(label)?.lengths);
    }
    found.sort_unstable_by_key(|[from, unit]| [*unit, *from]);
    found.dedup_by_key(|[_, unit]| *unit);
    Ok(found)
}

fn segments(numbers: &[Numbers], used: Use) -> Vec<Segment> {
    let numbers = match used {
        Use::Number { .. } => variables::of(numbers),
        Use::Text => {
            let bytes = Bytes::of(numbers.iter().map(|n| [n.begin, n.end]).collect());
            let ranges = bytes.ranges.into_iter();
            let of = |[begin, end]: [u32; 2]| Numbers {
                begin,
                end,
                width: 1,
            };
            ranges.map(of).collect()
        }
    };
    let mut segments = Vec::new();
    for Numbers { begin, end, width } in numbers {
        // Others are bytes each to the engine, also as one segment.
        let would_be_number = width == 1 && matches!(end - begin, 2 | 4 | 8);
        let step = match used == Use::Text || would_be_number {
            true => 1,
            false => end - begin,
        };
        let sign = width > 1 && used == Use::Number { is_signed: true };
        segments.extend((begin..end).step_by(step as usize).map(|begin| Segment {
            sign,
            begin,
            end: begin + step,
        }));
    }
    segments
}

fn write_count(out: &mut impl Write, count: usize) -> io::Result<()> {
    out.write_all(&(count as u64).to_le_bytes())
}

/// The places of two floating-point numbers among all of their type: their bits, where neither is below zero.
fn in_order(pair: [u64; 2], width: u32) -> [u64; 2] {
    let (all, sign) = (u64::MAX >> (64 - width), 1 << (width - 1));
    let pair = pair.map(|n| if n == sign { 0 } else { n });
    match (pair[0] | pair[1]) & sign != 0 {
        false => pair,
        true => pair.map(|n| n ^ if n & sign != 0 { all } else { sign }),
    }
}

/// Of floating-point operands engines take no difference for success, so that the build that runs tells of one where the
/// outcome is the same as here: in the lowest bit, if there is no other.
fn apart([a, b]: [u64; 2]) -> [u64; 2] {
    [a, if a == b { a ^ 1 } else { b }]
}

/// What the engine is to make of a site of numbers; `None`: nothing.
fn op(site: &Site, arguments: [u64; 2], bytes: [&Bytes; 2]) -> Option<u32> {
    let signed = usize::from(site.is_signed());
    let exploit = EXPLOITS.iter().find(|(kind, _)| *kind == site.kind);
    if let Some((_, ops)) = exploit {
        return Some(ops[signed]);
    }
    match site.kind {
        layout::KIND_SWITCH => return Some(SWITCH),
        layout::KIND_TRUTH => return Some(EQ | TRUTH),
        _ if site.operands() == 1 => return None,
        _ => {}
    }
    let form = match site.kind {
        layout::KIND_FLOAT => 2,
        _ => signed,
    };
    let (_, ops) = PREDICATES.iter().find(|(p, _)| *p == site.how)?;
    let op = ops[form]?;
    let is_equality = matches!(site.how, layout::PREDICATE_EQ | layout::PREDICATE_NE);
    let is_negative =
        |at: usize| !bytes[at].has_bytes() && arguments[at] >> (site.width() - 1) & 1 != 0;
    let sign = match form != 2 && is_equality && (is_negative(0) || is_negative(1)) {
        true => SIGN,
        false => 0,
    };
    let exploit = match site.kind == layout::KIND_GUARD && site.flags & layout::EXPLOIT != 0 {
        true => EXPLOIT,
        false => 0,
    };
    Some(op | sign | exploit)
}
