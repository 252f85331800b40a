//! Changes code: [`Patch`]es do nothing, or jump.
//!
//! A patched page is a private copy. What the fork server's parent has patched its children share.

use core::ops::Range;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use fz_abi::patch::Patch;

use crate::sys;

const LENGTH: usize = 5;
/// `nopl 0(%rax, %rax)`.
const NOTHING: [u8; LENGTH] = [0x0f, 0x1f, 0x44, 0, 0];
const JUMP: u8 = 0xe9;
/// What is written at once.
const WORD: usize = size_of::<u64>();

/// An image's patches.
#[derive(Clone, Copy)]
pub struct Patches(&'static [Patch]);

impl Patches {
    /// # Safety
    /// They are the bounds of a section of an image that is never unloaded, or 0.
    pub unsafe fn between(start: usize, stop: usize) -> Patches {
        let count = stop.saturating_sub(start) / size_of::<Patch>();
        if start == 0 || count == 0 {
            return Patches(&[]);
        }
        // SAFETY: the caller says so.
        Patches(unsafe { core::slice::from_raw_parts(start as *const Patch, count) })
    }

    /// Where their code is, if there is any.
    fn range(self) -> Option<Range<usize>> {
        let first = self.0.iter().map(code).min()?;
        let last = self.0.iter().map(code).max()?;
        Some(first / WORD * WORD..last + WORD)
    }

    /// Whether the kernel lets this process change the code.
    pub fn can_change(self) -> bool {
        let can = |range: Range<usize>| {
            sys::allow_changes(range.clone(), true) && sys::allow_changes(range, false)
        };
        self.range().is_none_or(can)
    }

    /// Makes those jump of which a gate is open, and the others do nothing.
    pub fn follow_gates(self) {
        let mut wrong = self.0.iter().filter(|p| jumps(p) != has_open_gate(p));
        let Some(first) = wrong.next() else {
            return;
        };
        let range = self.range().expect("there is at least one");
        if !sys::allow_changes(range.clone(), true) {
            return;
        }
        for patch in core::iter::once(first).chain(wrong) {
            write(patch, has_open_gate(patch));
        }
        sys::allow_changes(range, false);
    }
}

/// The address that a field holds relative to itself.
fn target(field: &i32) -> usize {
    (field as *const i32 as usize).wrapping_add_signed(*field as isize)
}

/// Where the five bytes are.
fn code(patch: &Patch) -> usize {
    target(&patch.code)
}

fn jumps(patch: &Patch) -> bool {
    // SAFETY: code is readable.
    unsafe { (code(patch) as *const u8).read_volatile() == JUMP }
}

fn has_open_gate(patch: &Patch) -> bool {
    let first = target(&patch.gates);
    let mut gates = first..first + patch.count as usize;
    // SAFETY: bytes of the image's section of gates.
    gates.any(|at| unsafe { &*(at as *const AtomicU8) }.load(Relaxed) != 0)
}

fn write(patch: &Patch, jumps: bool) {
    let code = code(patch);
    let mut bytes = NOTHING;
    if jumps {
        let distance = target(&patch.target).wrapping_sub(code + LENGTH);
        bytes[0] = JUMP;
        bytes[1..].copy_from_slice(&(distance as u32).to_le_bytes());
    }
    let (word, offset) = (code / WORD * WORD, code % WORD);
    if offset + LENGTH > WORD {
        // The compiler has aligned it; what has moved the code since then has not.
        return;
    }
    // SAFETY: the pages of the code are writable, and nothing else writes to them.
    unsafe {
        let word = &*(word as *const AtomicU64);
        let mut whole = word.load(Relaxed).to_le_bytes();
        whole[offset..][..LENGTH].copy_from_slice(&bytes);
        word.store(u64::from_le_bytes(whole), Relaxed);
    }
}
