//! Two runs side by side, as long as they take the same way.

use std::cmp::min;

use anyhow::Result;
use fz_abi::sites as layout;
use fz_abi::sites::how;
use fz_taint::{Bytes, Compared, Event, Outcome, Site, Trace};

/// An operand of a site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Operand {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
    pub kind: &'static str,
    /// From 1.
    pub operand: usize,
    /// It is an address: where something lies may follow from bytes that it does not.
    pub is_address: bool,
}

/// It changed, and the byte is not in its label.
#[derive(Debug, Clone)]
pub struct Missed {
    pub operand: Operand,
    pub execution: u32,
    /// What it was and became.
    pub values: [String; 2],
}

/// How two runs went on together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// To their end, or to where nothing more is known.
    Same,
    /// A site came out differently.
    Parted,
    /// One has something that the other lacks, and no site came out differently: where they were together last, and where
    /// each was next.
    Strayed { last: String, next: [String; 2] },
}

/// What was held side by side.
#[derive(Debug)]
pub struct Walk {
    pub end: End,
    pub executions: u64,
    pub operands: u64,
    pub changed: u64,
    pub missed: Vec<Missed>,
}

/// Compares the runs; without a byte, whatever differs is missed.
pub fn compare(original: &mut Trace, flipped: &mut Trace, byte: Option<u32>) -> Result<Walk> {
    let mut walk = Walk {
        end: End::Same,
        executions: 0,
        operands: 0,
        changed: 0,
        missed: Vec::new(),
    };
    for at in 0..min(original.events.len(), flipped.events.len()) {
        let (Some(a), Some(b)) = (original.events.get(at)?, flipped.events.get(at)?) else {
            break;
        };
        if !is_same(&a, &b) {
            let before = at.checked_sub(1).map(|at| original.events.get(at));
            let last = match before.transpose()?.flatten() {
                Some(event) => shown(event.site),
                None => "the beginning".to_string(),
            };
            let next = [shown(a.site), shown(b.site)];
            walk.end = End::Strayed { last, next };
            break;
        }
        walk.executions += 1;
        for operand in 0..a.site.operands() {
            let Some(differ) = differ(&a, &b, operand) else {
                continue;
            };
            walk.operands += 1;
            if !differ {
                continue;
            }
            walk.changed += 1;
            let known = match byte {
                Some(byte) => {
                    has(&*original.labels.bytes(a.labels[operand])?, byte)
                        || has(&*flipped.labels.bytes(b.labels[operand])?, byte)
                }
                None => false,
            };
            if !known {
                walk.missed.push(Missed {
                    operand: operand_of(a.site, operand),
                    execution: a.execution,
                    values: [&a, &b].map(|e| value(e, operand)),
                });
            }
        }
        if parts(&a, &b) {
            walk.end = End::Parted;
            break;
        }
    }
    Ok(walk)
}

fn is_same(a: &Event, b: &Event) -> bool {
    let name = |e: &Event| (e.site.id, e.site.number, e.execution);
    name(a) == name(b) && a.site.function == b.site.function
}

/// Whether the runs go different ways from here on, as far as one can tell.
fn parts(a: &Event, b: &Event) -> bool {
    match (a.outcome(), b.outcome()) {
        // What is called.
        (Outcome::None, Outcome::None) if a.site.kind == layout::KIND_CALLEE => {
            a.compared != b.compared
        }
        (x, y) => x != y,
    }
}

/// Whether an operand is another; `None`: nothing is known of it.
fn differ(a: &Event, b: &Event, operand: usize) -> Option<bool> {
    match (a.compared, b.compared) {
        (Compared::Numbers(x), Compared::Numbers(y)) => {
            let word = |words: [u64; 2]| a.site.within(words[operand]);
            (!a.site.is_vector()).then(|| word(x) != word(y))
        }
        (
            Compared::Call {
                operands: Some(x), ..
            },
            Compared::Call {
                operands: Some(y), ..
            },
        ) => {
            let seen = [x, y].map(|texts| decided(a.site.how, texts)[operand]);
            let both = min(seen[0].len(), seen[1].len());
            // Of what only one of them has, the other did not look at it.
            Some(seen[0][..both] != seen[1][..both])
        }
        _ => None,
    }
}

/// What a function looked at: strings up to where they differ.
fn decided(how: u32, [a, b]: [&[u8]; 2]) -> [&[u8]; 2] {
    let folds = match how {
        how::TEXT | how::TEXT_PREFIX => false,
        how::FOLDED | how::FOLDED_PREFIX => true,
        _ => return [a, b],
    };
    let same = |x: u8, y: u8| x == y || folds && x.eq_ignore_ascii_case(&y);
    let common = a.iter().zip(b).take_while(|(x, y)| same(**x, **y)).count();
    [a, b].map(|text| &text[..min(text.len(), common + 1)])
}

fn has(bytes: &Bytes, byte: u32) -> bool {
    let within = |[begin, end]: &[u32; 2]| (*begin..*end).contains(&byte);
    bytes.any || bytes.ranges.iter().any(within)
}

fn operand_of(site: &Site, operand: usize) -> Operand {
    let is_address = matches!(
        site.kind,
        layout::KIND_ADDRESS | layout::KIND_CALLEE | layout::KIND_POINTERS
    );
    Operand {
        file: site.place.file.clone(),
        line: site.place.line,
        column: site.place.column,
        function: site.function.clone(),
        kind: site.kind_name(),
        operand: operand + 1,
        is_address,
    }
}

fn value(event: &Event, operand: usize) -> String {
    match event.compared {
        Compared::Numbers(words) => event.site.number(words[operand]).to_string(),
        Compared::Call {
            operands: Some(texts),
            ..
        } => texts[operand].escape_ascii().to_string(),
        Compared::Call { .. } => "?".to_string(),
    }
}

fn shown(site: &Site) -> String {
    let place = &site.place;
    format!(
        "{}:{}:{} {} #{}",
        place.file,
        place.line,
        site.function,
        site.kind_name(),
        site.number
    )
}
