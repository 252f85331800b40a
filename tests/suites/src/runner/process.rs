//! An end to processes with all that they have started, in whichever process groups.

use std::fs;

/// Ends a child that was not waited for, and all below it.
pub fn end(child: u32) {
    let child = child.cast_signed();
    signal(child, libc::SIGSTOP);
    // It is stopped, so it starts no more, and waits for none: their numbers stay theirs.
    children(child).for_each(end);
    signal(child, libc::SIGKILL);
}

/// Ends what is left of a child's process group, if it had one of its own.
pub fn end_group(child: u32) {
    signal(-child.cast_signed(), libc::SIGKILL);
}

fn children(process: i32) -> impl Iterator<Item = u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let lists = threads.into_iter().flatten().flatten().map(|thread| {
        // A thread may end meanwhile.
        fs::read_to_string(thread.path().join("children")).unwrap_or_default()
    });
    let numbers = |list: String| Vec::from_iter(list.split_whitespace().flat_map(str::parse));
    lists.flat_map(numbers)
}

fn signal(process: i32, signal: i32) {
    // SAFETY: kill has no preconditions; the process is a child of ours, or of one that is stopped.
    unsafe {
        libc::kill(process, signal);
    }
}
