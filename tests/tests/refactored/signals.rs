//! Compilers that are told to end, and many at a time.

use std::{
    os::unix::process::ExitStatusExt,
    thread,
    time::{Duration, Instant},
};

use super::{fz_cc, left, place};

/// Takes a while.
fn long() -> String {
    let line =
        |n: usize| format!("int f{n}(int x) {{ return x > {n} && x != 3 ? x * 2 : {n}; }}\n");
    (0..20_000).map(line).collect()
}

#[test]
fn a_signal_ends_it_and_nothing_stays() {
    let place = place(&[("long.c", &long())]);
    // In each of the steps, and between them.
    for (signal, after) in [
        (libc::SIGTERM, 20),
        (libc::SIGINT, 100),
        (libc::SIGHUP, 300),
        (libc::SIGTERM, 900),
    ] {
        let mut child = fz_cc(&place, "-c long.c").spawn().unwrap();
        let started = Instant::now();
        while left(&place).is_empty() && started.elapsed() < Duration::from_secs(10) {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(after));
        // SAFETY: our own child, not yet waited for.
        unsafe { libc::kill(child.id() as i32, signal) };
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(signal), "after {after} ms: {status}");
        assert!(
            left(&place).is_empty(),
            "after {after} ms: {:?}",
            left(&place)
        );
        assert!(!place.at("long.o").exists(), "after {after} ms");
    }
}

#[test]
fn many_at_a_time_are_as_one_after_the_other() {
    let source = "int f(int x) { return x > NUMBER || x == 3; }\n";
    let place = place(&[("a.c", source)]);
    let args = |n: usize| format!("-DNUMBER={n} -c a.c -o {n}.o");
    let mut children: Vec<_> = (0..8)
        .map(|n| fz_cc(&place, &args(n)).spawn().unwrap())
        .collect();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    for n in 0..8 {
        let before = std::fs::read(place.at(format!("{n}.o"))).unwrap();
        place.cc(&args(n));
        let alone = std::fs::read(place.at(format!("{n}.o"))).unwrap();
        assert!(before == alone, "{n}.o differs");
    }
    assert!(left(&place).is_empty());
}
