//! A command that is the only one that its process ever becomes.
//!
//! A filter of system calls sees numbers, not names of files. So the program's name is put at an address that chance gives,
//! and the filter lets through the call that has this address, and no other.

use std::{
    ffi::{CString, OsStr, OsString, c_char},
    io,
    os::unix::{ffi::OsStrExt, process::CommandExt},
    process, ptr,
};

use fz_base::env;

use super::calls;

/// Names of files are not longer.
const MOST: usize = libc::PATH_MAX as usize;

/// The first descriptor that no command has been given.
const FIRST: u32 = 3;

/// Has a command start behind the wall: it becomes this program, and nothing after that.
pub fn program(command: &mut process::Command) -> io::Result<()> {
    let name = text(command.get_program())?;
    if !name.as_bytes().contains(&b'/') || name.as_bytes_with_nul().len() > MOST {
        return Err(io::Error::other(
            "behind the wall a program is named by its path",
        ));
    }
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let arguments = Words::new(words.map(text))?;
    let mut all: Vec<(OsString, OsString)> = env::of_tools().collect();
    for (name, value) in command.get_envs() {
        all.retain(|(known, _)| known != name);
        all.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    }
    let variables = all.into_iter().map(|(mut word, value)| {
        word.push("=");
        word.push(value);
        text(&word)
    });
    let variables = Words::new(variables)?;
    let address = address()?;
    let start = move || start(&name, address, &arguments, &variables);
    // SAFETY: what it does between fork and exec needs no lock that another thread may hold: behind a wall there is one.
    unsafe { command.pre_exec(start) };
    Ok(())
}

/// Becomes the program. Returns only errors.
fn start(name: &CString, address: usize, arguments: &Words, variables: &Words) -> io::Result<()> {
    let name = name.as_bytes_with_nul();
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
    let page = ptr::without_provenance_mut(address & !(PAGE - 1));
    // SAFETY: the kernel finds new memory there, or says that there is some already.
    let memory = unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        libc::mmap(page, MOST + PAGE, access, flags, -1, 0)
    };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let place: *mut u8 = memory.cast::<u8>().wrapping_add(address % PAGE);
    // SAFETY: the memory holds a page more than the longest name.
    unsafe { ptr::copy_nonoverlapping(name.as_ptr(), place, name.len()) };
    close_descriptors()?;
    // It does not outlive who waits for it.
    // SAFETY: it sets a number.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    calls::restrict(Some(address))?;
    // SAFETY: all three are terminated as execve wants them.
    unsafe {
        libc::execve(
            place.cast(),
            arguments.pointers.as_ptr(),
            variables.pointers.as_ptr(),
        )
    };
    Err(io::Error::last_os_error())
}

const PAGE: usize = 4096;

/// Where chance puts a name: in the lower half of what a process can have, and not at its bottom.
fn address() -> io::Result<usize> {
    let mut bytes = [0; 8];
    // SAFETY: it writes that many bytes.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got != bytes.len() as isize {
        return Err(io::Error::last_os_error());
    }
    Ok((1 << 32) + (usize::from_ne_bytes(bytes) >> (usize::BITS - 46)))
}

/// Descriptors of whoever started fz, a jobserver's among them, are not for what runs behind the wall.
pub fn close_descriptors() -> io::Result<()> {
    let flags = libc::CLOSE_RANGE_CLOEXEC as libc::c_int;
    // SAFETY: it marks descriptors.
    match unsafe { libc::close_range(FIRST, u32::MAX, flags) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Words as the kernel takes them.
struct Words {
    /// What the pointers point into.
    _texts: Vec<CString>,
    pointers: Vec<*const c_char>,
}

// SAFETY: the texts are its own, and nothing changes them.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    fn new(texts: impl Iterator<Item = io::Result<CString>>) -> io::Result<Words> {
        let texts: Vec<CString> = texts.collect::<io::Result<_>>()?;
        let pointers = texts.iter().map(|text| text.as_ptr());
        let pointers = pointers.chain([ptr::null()]).collect();
        Ok(Words {
            _texts: texts,
            pointers,
        })
    }
}

fn text(word: &OsStr) -> io::Result<CString> {
    Ok(CString::new(word.as_bytes())?)
}
