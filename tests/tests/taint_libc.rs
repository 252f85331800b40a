//! Taint builds and libc: what starts before them, what they follow through its functions, and what they name because they do
//! not follow it.

use fz_tests::{Sandbox, not_run::cannot_run};

fn place() -> Sandbox {
    Sandbox::of("taint_libc").env("FZ_PROFILE", "taint")
}

#[test]
fn programs_run_whatever_starts_before_them() {
    let place = place();
    place
        .run("cc -shared -fPIC early_library.c -o libearly.so")
        .ok();
    for (source, options, answer) in [
        ("early.c", "", 0),
        ("with_library.c", "./libearly.so", 0),
        ("thread_local.c", "", 3),
        ("thread_local.c", "-femulated-tls", 3),
        ("thread_local.c", "-ffreestanding", 3),
        ("chosen.c", "", 3),
        ("chosen.c", "-flto", 3),
        ("chosen.c", "-flto=thin", 3),
    ] {
        place.cc(&format!("-g -O1 {source} {options} -o p")).ok();
        place.write("input", "abc");
        place.run("sh -c './p < input'").ends(answer);
    }
}

#[test]
fn programs_with_openmp_run() {
    let place = place();
    place.write("none.c", "int main(void) { return 0; }\n");
    if place
        .call(fz_llvm::CLANG, &["-fopenmp", "none.c", "-o", "none"])
        .said()
        .contains("-lomp")
    {
        return cannot_run("no OpenMP: run `cargo xtask setup`");
    }
    place.cc("-g -O1 -fopenmp threads.c -o p").ok();
    place.write("input", "abc");
    place.run("sh -c './p < input'").ok();
}

#[test]
fn calls_of_functions_that_are_chosen_late_pass_labels() {
    let place = place();
    place.cc("-g -O1 chosen.c -o p").ok();
    place.write("input", "abc");
    let map = place.prints("taint ./p -i input --map");
    assert_eq!(decide(&map, "chosen.c:10:"), "0", "{map}");
}

#[test]
fn what_functions_read_and_no_more_decides_what_they_make() {
    let place = place();
    place.cc("-g -O1 followed.c -o p").ok();
    place.write("input", "abcdefghijklmnopqrstuvwx1.2.3.4");
    let map = place.prints("taint ./p -i input --map -- @@");
    println!("{map}");
    for (line, bytes) in [
        (20, "1"),
        (22, "2"),
        (26, "0-2"),
        (31, "0-30"),
        (32, "0-30"),
        (35, "24-30"),
        (39, "4"),
        (41, "6"),
        (43, "0-30"),
    ] {
        assert_eq!(
            decide(&map, &format!("followed.c:{line}:")),
            bytes,
            "line {line}\n{map}"
        );
    }
}

/// The bytes whose rows name a place of the source, as one range.
fn decide(map: &str, place: &str) -> String {
    let mut bytes: Vec<(u32, u32)> = Vec::new();
    let mut current = None;
    for row in map.lines().skip(1) {
        let head = row.get(..11).unwrap_or_default().trim();
        if let Some(first) = head.split('-').next().filter(|h| !h.is_empty()) {
            let last = head.split('-').next_back().unwrap();
            current = first.parse().ok().zip(last.parse().ok());
        }
        if row.contains(place) {
            bytes.extend(current);
        }
    }
    match (bytes.first(), bytes.last()) {
        (Some((first, _)), Some((_, last))) if first == last => first.to_string(),
        (Some((first, _)), Some((_, last))) => format!("{first}-{last}"),
        _ => "none".to_owned(),
    }
}

#[test]
fn functions_that_are_not_followed_are_named() {
    let place = place();
    place.cc("-g -O1 unfollowed.c -o p").ok();
    place.write("input", "abcdefgh");
    let said = place.run("fz taint ./p -i input --map -- @@").ok().err();
    assert!(
        said.contains("followed into their results alone: fnmatch, wcscmp;"),
        "{said}"
    );
    let said = place.run("fz doctor ./p").said();
    assert!(
        said.contains("this build does not follow: __xpg_basename, fnmatch, wcscmp;")
            || said.contains("this build does not follow: fnmatch, wcscmp;"),
        "{said}"
    );
}
