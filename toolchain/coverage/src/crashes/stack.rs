//! The stack of a thread that is stopped: addresses, by module.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    fs::{self, File},
    mem,
    ops::Range,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};
use framehop::{
    ExplicitModuleSectionInfo, FrameAddress, Module, Unwinder,
    x86_64::{CacheX86_64, UnwindRegsX86_64, UnwinderX86_64},
};
use fz_base::file;
use fz_binary::elf;
use memchr::memchr;
use object::{Object, ObjectSection, ObjectSegment};

use super::ptrace;

/// So many frames are kept.
pub const MOST: usize = 64;
/// So many are counted.
const COUNTED: u64 = 1 << 20;
const PAGE: u64 = 4096;
/// So far from the stack's end a program may reach for more of it: what a push does, and what a probe of a large frame
/// does.
const BELOW: u64 = 512;
const ABOVE: u64 = 0xffff;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// The innermost first.
    pub calls: Vec<Call>,
    /// Further ones.
    pub left_out: u64,
    /// It is there that room was missing.
    pub is_full: bool,
    /// The address that could not be accessed, if that ended it.
    pub fault: Option<u64>,
}

/// Where a frame stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// Empty: in no file.
    pub module: PathBuf,
    /// As the file has it, within the instruction.
    pub address: u64,
}

/// What unwinding needs of files, read once.
#[derive(Default)]
pub struct Modules {
    read: HashMap<PathBuf, Option<Arc<Sections>>>,
}

#[derive(Debug, Default)]
struct Sections {
    /// Where the file's parts are in memory: file offsets, and the address of each one's beginning.
    segments: Vec<(Range<u64>, u64)>,
    text: Option<Range<u64>>,
    got: Option<Range<u64>>,
    eh_frame: Option<(Range<u64>, Arc<[u8]>)>,
    eh_frame_hdr: Option<(Range<u64>, Arc<[u8]>)>,
    debug_frame: Option<Arc<[u8]>>,
}

/// A file in a process's memory.
struct Mapped {
    path: PathBuf,
    /// What is added to the file's own addresses.
    bias: u64,
    range: Range<u64>,
    code: Vec<Range<u64>>,
    sections: Arc<Sections>,
}

impl Stack {
    /// `signal`: what the thread is about to get.
    pub fn of(thread: i32, signal: i32, modules: &mut Modules) -> Result<Stack> {
        let at = ptrace::registers(thread)?;
        let mapped = modules.mapped(thread)?;
        let memory = Memory::of(thread)?;
        let mut read = |address: u64| memory.word(address).ok_or(());
        let is_code = |address: u64| {
            let all = mapped.iter().flat_map(|m| &m.code);
            all.clone().any(|range| range.contains(&address))
        };
        let (mut ip, mut sp) = (at.ip, at.sp);
        let mut calls = Vec::new();
        // A call to nowhere: it is the caller's.
        let is_lost = !is_code(ip);
        if let Some(caller) = memory.word(sp).filter(|a| is_lost && is_code(*a)) {
            (ip, sp) = (caller - 1, sp + 8);
        }
        let mut unwinder: UnwinderX86_64<Arc<[u8]>> = UnwinderX86_64::new();
        mapped.iter().for_each(|m| unwinder.add_module(m.module()));
        let mut cache = CacheX86_64::<_>::new();
        let mut registers = UnwindRegsX86_64::new(ip, sp, at.bp);
        let mut frame = FrameAddress::from_instruction_pointer(ip);
        let mut all = 0;
        while all < COUNTED {
            if calls.len() < MOST {
                calls.push(call(&mapped, frame));
            }
            all += 1;
            if let Some(interrupted) = memory.interrupted(frame.address(), registers.sp()) {
                registers = interrupted;
                frame = FrameAddress::from_instruction_pointer(registers.ip());
                continue;
            }
            let caller = unwinder.unwind_frame(frame, &mut registers, &mut cache, &mut read);
            let Some(caller) = caller
                .ok()
                .flatten()
                .and_then(FrameAddress::from_return_address)
            else {
                break;
            };
            frame = caller;
        }
        let fault = ptrace::address(thread).filter(|_| signal == libc::SIGSEGV);
        let is_near = |fault: u64| fault + ABOVE > at.sp && fault < at.sp + BELOW;
        Ok(Stack {
            left_out: all - calls.len() as u64,
            is_full: fault.is_some_and(is_near) && all > MOST as u64,
            calls,
            fault,
        })
    }
}

fn call(mapped: &[Mapped], frame: FrameAddress) -> Call {
    let address = frame.address_for_lookup();
    let module = mapped.iter().find(|m| m.range.contains(&address));
    match module {
        Some(module) => Call {
            module: module.path.clone(),
            address: address.wrapping_sub(module.bias),
        },
        None => Call {
            module: PathBuf::new(),
            address,
        },
    }
}

impl Modules {
    fn mapped(&mut self, thread: i32) -> Result<Vec<Mapped>> {
        let path = format!("/proc/{thread}/maps");
        let maps = fs::read(&path).with_context(|| path.clone())?;
        let mut mapped: BTreeMap<PathBuf, Mapped> = BTreeMap::new();
        for line in maps.split(|b| *b == b'\n') {
            let Some((range, is_code, offset, path)) = line_of(line) else {
                continue;
            };
            let Some(sections) = self.sections(&path) else {
                continue;
            };
            let segment = sections.segments.iter().find(|(of, _)| {
                let first = of.start / PAGE * PAGE;
                (first..of.end).contains(&offset)
            });
            let Some((of, address)) = segment else {
                continue;
            };
            let own = address.wrapping_add(offset.wrapping_sub(of.start));
            let file = mapped.entry(path.clone()).or_insert_with(|| Mapped {
                path,
                bias: range.start.wrapping_sub(own),
                range: range.clone(),
                code: Vec::new(),
                sections,
            });
            file.range = file.range.start.min(range.start)..file.range.end.max(range.end);
            if is_code {
                file.code.push(range);
            }
        }
        Ok(mapped.into_values().collect())
    }

    fn sections(&mut self, path: &Path) -> Option<Arc<Sections>> {
        let read = || Sections::read(path).map(Arc::new);
        let known = self.read.entry(path.to_owned());
        known.or_insert_with(read).clone()
    }
}

impl Sections {
    /// `None`: nothing that has code.
    fn read(path: &Path) -> Option<Sections> {
        let bytes = file::read(path, file::PROGRAM).ok()?;
        let file = elf::parse(&*bytes).ok()?;
        let segments = file.segments().map(|s| {
            let (offset, size) = s.file_range();
            (offset..offset + size, s.address())
        });
        let range = |name: &str| {
            let section = file.section_by_name(name)?;
            Some(section.address()..section.address() + section.size())
        };
        let data = |name: &str| {
            let data = file.section_by_name(name)?.uncompressed_data().ok()?;
            Some(Arc::from(&*data))
        };
        Some(Sections {
            segments: segments.collect(),
            text: range(".text"),
            got: range(".got"),
            eh_frame: range(".eh_frame").zip(data(".eh_frame")),
            eh_frame_hdr: range(".eh_frame_hdr").zip(data(".eh_frame_hdr")),
            debug_frame: data(".debug_frame"),
        })
    }
}

impl Mapped {
    fn module(&self) -> Module<Arc<[u8]>> {
        let of = &self.sections;
        let range = |part: &Option<(Range<u64>, Arc<[u8]>)>| part.as_ref().map(|p| p.0.clone());
        let data = |part: &Option<(Range<u64>, Arc<[u8]>)>| part.as_ref().map(|p| p.1.clone());
        let sections = ExplicitModuleSectionInfo {
            text_svma: of.text.clone(),
            got_svma: of.got.clone(),
            eh_frame_svma: range(&of.eh_frame),
            eh_frame: data(&of.eh_frame),
            eh_frame_hdr_svma: range(&of.eh_frame_hdr),
            eh_frame_hdr: data(&of.eh_frame_hdr),
            debug_frame: of.debug_frame.clone(),
            ..Default::default()
        };
        let name = self.path.to_string_lossy().into_owned();
        Module::new(name, self.range.clone(), self.bias, sections)
    }
}

/// Of `/proc/…/maps`: addresses, whether they can be executed, where that stands in the file, and which.
fn line_of(line: &[u8]) -> Option<(Range<u64>, bool, u64, PathBuf)> {
    use std::os::unix::ffi::OsStrExt;
    let slash = memchr(b'/', line)?;
    let path = std::ffi::OsStr::from_bytes(&line[slash..]);
    let words = std::str::from_utf8(&line[..slash]).ok()?;
    let mut words = words.split_ascii_whitespace();
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    let (start, end) = words.next()?.split_once('-')?;
    let is_code = words.next()?.contains('x');
    let offset = number(words.next()?)?;
    Some((number(start)?..number(end)?, is_code, offset, path.into()))
}

/// Of another process, page by page.
struct Memory {
    file: File,
    pages: RefCell<HashMap<u64, Option<Box<[u8]>>>>,
}

impl Memory {
    fn of(thread: i32) -> Result<Memory> {
        let path = format!("/proc/{thread}/mem");
        Ok(Memory {
            file: File::open(&path).context(path)?,
            pages: RefCell::default(),
        })
    }

    /// What a handler of a signal has interrupted, where it returns to the code that goes back there.
    fn interrupted(&self, ip: u64, sp: u64) -> Option<UnwindRegsX86_64> {
        // mov $SYS_rt_sigreturn, %rax; syscall
        const RETURN: [u8; 9] = [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05];
        const REGISTERS: u64 = mem::offset_of!(libc::ucontext_t, uc_mcontext) as u64;
        if (ip..)
            .zip(RETURN)
            .any(|(at, byte)| self.byte(at) != Some(byte))
        {
            return None;
        }
        let register = |number: i32| self.word(sp + REGISTERS + 8 * number as u64);
        let [ip, sp, bp] = [libc::REG_RIP, libc::REG_RSP, libc::REG_RBP].map(register);
        Some(UnwindRegsX86_64::new(ip?, sp?, bp?))
    }

    fn byte(&self, address: u64) -> Option<u8> {
        let page = address / PAGE;
        let read = || {
            let mut bytes = vec![0; PAGE as usize].into_boxed_slice();
            self.file.read_exact_at(&mut bytes, page * PAGE).ok()?;
            Some(bytes)
        };
        let mut pages = self.pages.borrow_mut();
        let bytes = pages.entry(page).or_insert_with(read).as_ref()?;
        Some(bytes[(address % PAGE) as usize])
    }

    fn word(&self, address: u64) -> Option<u64> {
        let mut word = [0; 8];
        for (place, at) in word.iter_mut().zip(0..) {
            *place = self.byte(address.checked_add(at)?)?;
        }
        Some(u64::from_le_bytes(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_maps_name_files_with_blanks() {
        let line = b"7f10-7f20 r-xp 00002000 08:01 123    /a b/lib c.so";
        let expected = (0x7f10..0x7f20, true, 0x2000, PathBuf::from("/a b/lib c.so"));
        assert_eq!(line_of(line), Some(expected));
        assert_eq!(line_of(b"7f10-7f20 rw-p 00000000 00:00 0    [heap]"), None);
    }
}
