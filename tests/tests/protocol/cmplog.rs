//! Compares for `afl-fuzz -c`: each hook, in each layout of the segment, bit by bit. `cmplog.c` calls the hooks.

use std::process::Command;

use fz_abi::afl::error;
use xxhash_rust::xxh3::xxh3_64;

use super::fuzzer::{Fuzzer, Options, Protocol, error_code};
use super::programs::{EXECUTABLES, Link, PIE, Programs};
use super::{start, surroundings};

/// A segment as one of AFL++'s versions has it.
pub struct Layout {
    protocol: Protocol,
    size: usize,
    header: usize,
    instruction: usize,
    /// The halves of both operands.
    values: [[usize; 2]; 2],
    routine: usize,
    slots: usize,
    texts: [usize; 2],
    lengths: [usize; 2],
    places: Option<usize>,
    longest: usize,
}

pub const LAYOUTS: [Layout; 3] = [
    Layout {
        protocol: Protocol::Old,
        size: 67_633_152,
        header: 8,
        instruction: 32,
        values: [[0, 16], [8, 24]],
        routine: 64,
        slots: 8,
        texts: [0, 32],
        lengths: [31, 63],
        places: None,
        longest: 31,
    },
    Layout {
        protocol: Protocol::Unsaid,
        size: 88_211_456,
        header: 2,
        instruction: 42,
        values: [[0, 16], [8, 24]],
        routine: 66,
        slots: 16,
        texts: [0, 33],
        lengths: [32, 65],
        places: None,
        longest: 32,
    },
    Layout {
        protocol: Protocol::New,
        size: 151_126_016,
        header: 2,
        instruction: 72,
        values: [[0, 8], [32, 40]],
        routine: 72,
        slots: 16,
        texts: [0, 32],
        lengths: [64, 65],
        places: Some(66),
        longest: 32,
    },
];

/// What a fuzzer finds about a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    pub hits: u64,
    pub shape: u64,
    pub attribute: u64,
    pub slots: Slots,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slots {
    Instruction(Vec<[u128; 2]>),
    Routine(Vec<[Text; 2]>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub bytes: Vec<u8>,
    pub len: u8,
    place: u8,
}

impl Layout {
    pub fn options(&self) -> Options {
        Options {
            compares: Some(self.size),
            ..Options::new(self.protocol)
        }
    }

    /// All sites with hits, by their keys.
    pub fn sites(&self, segment: &[u8]) -> Vec<(usize, Site)> {
        let is_hit = |key: &usize| {
            let at = key * self.header;
            segment[at..at + self.header].iter().any(|&byte| byte != 0)
        };
        let keys = (0..1 << 16).filter(is_hit);
        keys.map(|key| (key, self.site(segment, key))).collect()
    }

    fn site(&self, segment: &[u8], key: usize) -> Site {
        let header = word(&segment[key * self.header..][..self.header]);
        let bits = |at: u32, count: u32| header >> at & ((1 << count) - 1);
        let (hits, shape, kind, attribute) = if self.header == 8 {
            assert_eq!(bits(24, 24), 0, "an id");
            assert_eq!(bits(59, 5), 0, "no field of ours");
            (bits(0, 24), bits(48, 5), bits(53, 2), bits(55, 4))
        } else {
            (bits(0, 6), bits(6, 5), bits(11, 1) + 1, bits(12, 4))
        };
        let row = (self.header << 16) + key * 32 * self.instruction;
        let row = &segment[row..row + 32 * self.instruction];
        let slots = match kind {
            1 => Slots::Instruction(self.instructions(row, hits)),
            2 => Slots::Routine(self.routines(row, hits, shape as usize + 1)),
            _ => panic!("type {kind}"),
        };
        Site {
            hits,
            shape,
            attribute,
            slots,
        }
    }

    fn instructions(&self, row: &[u8], hits: u64) -> Vec<[u128; 2]> {
        let entries = row.chunks(self.instruction).take(hits as usize);
        let value = |entry: &[u8], [low, high]: [usize; 2]| {
            let half = |at: usize| u128::from(word(&entry[at..at + 8]));
            half(low) | half(high) << 64
        };
        entries
            .map(|entry| self.values.map(|halves| value(entry, halves)))
            .collect()
    }

    fn routines(&self, row: &[u8], hits: u64, bytes: usize) -> Vec<[Text; 2]> {
        let entries = row.chunks(self.routine).take(self.slots);
        let text = |entry: &[u8], which: usize| Text {
            bytes: entry[self.texts[which]..][..bytes].to_vec(),
            len: entry[self.lengths[which]],
            place: self.places.map_or(0, |at| entry[at] >> (2 * which) & 3),
        };
        entries
            .take(hits as usize)
            .map(|entry| [0, 1].map(|which| text(entry, which)))
            .collect()
    }
}

fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

fn key(address: u64) -> usize {
    xxh3_64(&address.to_le_bytes()) as usize & 0xffff
}

/// Runs the lines; the address of the site and whether its image's gate is open, then what was logged.
fn log(fuzzer: &mut Fuzzer, layout: &Layout, lines: &str) -> (u64, bool, Vec<(usize, Site)>) {
    let before = fuzzer.output().len();
    let run = fuzzer.run(lines.as_bytes());
    let output = fuzzer.output();
    assert!(
        run.status == 0 || libc::WIFSTOPPED(run.status),
        "{lines}: {:#x} {output}",
        run.status
    );
    let words: Vec<&str> = output[before..].split_whitespace().collect();
    let ["site", address, "gate", gate] = words[..] else {
        panic!("{lines}: {output}");
    };
    let address = u64::from_str_radix(address.trim_start_matches("0x"), 16).unwrap();
    let segment = fuzzer.compares.as_ref().unwrap();
    (address, gate == "1", layout.sites(segment.bytes()))
}

/// What the one site of the program has logged.
fn log_one(fuzzer: &mut Fuzzer, layout: &Layout, lines: &str) -> Option<Site> {
    let (address, is_open, mut sites) = log(fuzzer, layout, lines);
    assert!(is_open, "{lines}: the gate");
    assert!(sites.len() <= 1, "{lines}: {sites:?}");
    sites.pop().map(|(at, site)| {
        assert_eq!(at, key(address), "{lines}");
        site
    })
}

fn for_each_layout(mut test: impl FnMut(&Layout, &mut Fuzzer)) {
    let programs = Programs::new();
    let program = programs.executable("cmplog.c", PIE, &[]);
    for layout in &LAYOUTS {
        test(layout, &mut start(&program, &layout.options()));
    }
}

fn instruction(shape: u64, attribute: u64, values: &[[u128; 2]]) -> Option<Site> {
    Some(Site {
        hits: values.len() as u64,
        shape,
        attribute,
        slots: Slots::Instruction(values.to_vec()),
    })
}

#[test]
fn instructions_are_logged() {
    const WIDE: [u128; 2] = [
        0x1111_1111_1111_1111_2222_2222_2222_2222,
        0x3333_3333_3333_3333_4444_4444_4444_4444,
    ];
    const WIDE_WORDS: &str =
        "0x2222222222222222 0x1111111111111111 0x4444444444444444 0x3333333333333333";
    for_each_layout(|layout, fuzzer| {
        let mut logged = |lines: &str| log_one(fuzzer, layout, lines);
        for width in [2, 4, 8] {
            let (shape, most) = (width - 1, u128::MAX >> (128 - 8 * width));
            for attribute in 0..16 {
                let hook = format!("__cmplog_ins_hook{width} 7 -1 {attribute}");
                let expected = instruction(shape, attribute, &[[7, most]]);
                assert_eq!(logged(&hook), expected, "{hook}");
            }
            // What a caller leaves above a narrow argument does not count.
            let hook = format!("__cmplog_ins_hook{width} -2 3 0xfffffff1");
            let expected = instruction(shape, 1, &[[most - 1, 3]]);
            assert_eq!(logged(&hook), expected, "{hook}");
            for hook in ["trace_cmp", "trace_const_cmp"] {
                let hook = format!("__sanitizer_cov_{hook}{width} -2 3");
                let expected = instruction(shape, 0, &[[most - 1, 3]]);
                assert_eq!(logged(&hook), expected, "{hook}");
            }
            let hook = format!("__cmplog_ins_hook{width} 5 5 1");
            assert_eq!(logged(&hook), None, "equal");
        }
        for hook in [
            "cmplog_ins_hook",
            "sanitizer_cov_trace_cmp",
            "sanitizer_cov_trace_const_cmp",
        ] {
            assert_eq!(logged(&format!("__{hook}1 1 2 1")), None, "{hook}");
        }
        let hook = format!("__cmplog_ins_hook16 {WIDE_WORDS} 4");
        assert_eq!(logged(&hook), instruction(15, 4, &[WIDE]));
        let hook = format!("__cmplog_ins_hookN {WIDE_WORDS} 12 11");
        assert_eq!(logged(&hook), instruction(11, 12, &[WIDE]));
        assert_eq!(
            logged(&format!("__cmplog_ins_hookN {WIDE_WORDS} 1 16")),
            None
        );
        // Nothing of the wide one is left.
        let narrow = instruction(7, 3, &[[1, 2]]);
        assert_eq!(logged("__cmplog_ins_hook8 1 2 3"), narrow);

        // The largest shape and the last attribute.
        let mixed =
            "__cmplog_ins_hook4 1 2 1\n__cmplog_ins_hook8 3 4 2\n__cmplog_ins_hook2 5 6 3\n";
        let expected = instruction(7, 3, &[[1, 2], [3, 4], [5, 6]]);
        assert_eq!(logged(mixed), expected);
    });
}

#[test]
fn hits_go_round_and_never_to_zero() {
    for_each_layout(|layout, fuzzer| {
        let most: u64 = if layout.header == 8 { 1 << 24 } else { 64 };
        for times in [31, 32, 33, 63, 64, 65, 96, 128, 200] {
            let lines = format!("__cmplog_ins_hook8 1000 7 1 *{times}");
            let site = log_one(fuzzer, layout, &lines).unwrap();
            let hits = if times < most {
                times
            } else {
                32 + (times - 32) % 32
            };
            assert_eq!(site.hits, hits, "{times}");
            let Slots::Instruction(values) = site.slots else {
                panic!("{times}");
            };
            // The last hit of each slot.
            for (slot, value) in values.iter().take(32).enumerate() {
                let rounds = (times - 1 - slot as u64) / 32;
                let expected = 1000 + slot as u128 + 32 * u128::from(rounds);
                assert_eq!(*value, [expected, 7], "{times} {slot}");
            }
        }
        for times in [1, 7, 8, 9, 16, 17, 64, 65] {
            let lines = format!("__cmplog_rtn_hook_str constant h:other *{times}");
            let site = log_one(fuzzer, layout, &lines).unwrap();
            let slots = layout.slots as u64;
            let hits = if times < most {
                times
            } else {
                64 - slots + times % 64
            };
            assert_eq!(site.hits, hits, "{times}");
            let Slots::Routine(texts) = site.slots else {
                panic!("{times}");
            };
            assert_eq!(texts.len() as u64, times.min(slots));
        }
    });
}

#[test]
fn a_switch_is_a_site_for_each_case() {
    for_each_layout(|layout, fuzzer| {
        for (bits, shape) in [(8, 1), (16, 1), (32, 3), (64, 7), (24, 3)] {
            let line = format!("__sanitizer_cov_trace_switch 9 c:3,{bits},1,9,200");
            let (address, _, mut sites) = log(fuzzer, layout, &line);
            let mut expected: Vec<_> = [1, 9, 200]
                .into_iter()
                .zip(address..)
                .map(|(case, site)| (key(site), instruction(shape, 1, &[[9, case]]).unwrap()))
                .collect();
            sites.sort_by_key(|site| site.0);
            expected.sort_by_key(|site| site.0);
            assert_eq!(sites, expected);
        }
    });
}

/// A line, and of both operands: the bytes, the length, the place. `None`: not logged.
type Routine = (&'static str, Option<[(&'static str, u8, u8); 2]>);

const CONSTANT: (&str, u8, u8) = ("constant, longer than any operan", 32, 1);
const S: u8 = 0x80;
const TEXT: (&str, u8, u8) = ("text\0", S + 5, 0);
const WORD: (&str, u8, u8) = ("word\0", S + 5, 0);
const TEXTS: Option<[(&str, u8, u8); 2]> = Some([TEXT, WORD]);

const ROUTINES: &[Routine] = &[
    // Anything behind two pointers, as far as there is something.
    (
        "__cmplog_rtn_hook constant e:123456",
        Some([("consta", 6, 1), ("123456", 6, 0)]),
    ),
    (
        "__cmplog_rtn_hook variable constant",
        Some([("variable, longer than any operan", 32, 2), CONSTANT]),
    ),
    ("__cmplog_rtn_hook nothing constant", None),
    ("__cmplog_rtn_hook constant 0", None),
    ("__cmplog_rtn_hook constant -8", None),
    // Memory.
    (
        "__cmplog_rtn_hook_n constant h:abcdef 5",
        Some([("const", 5, 1), ("abcde", 5, 0)]),
    ),
    (
        "__cmplog_rtn_hook_n constant e:abc 5",
        Some([("con", 3, 1), ("abc", 3, 0)]),
    ),
    (
        "__cmplog_rtn_hook_n constant constant 1000",
        Some([CONSTANT, CONSTANT]),
    ),
    ("__cmplog_rtn_hook_n constant h:abcdef 1", None),
    ("__cmplog_rtn_hook_n constant h:abcdef 0", None),
    ("__cmplog_rtn_hook_n nothing nothing 9", None),
    // Strings: what is behind the shorter one comes along.
    (
        "__cmplog_rtn_hook_str h:ab constant",
        Some([("ab", S + 3, 0), (CONSTANT.0, S + 32, 1)]),
    ),
    (
        "__cmplog_rtn_hook_str variable h:abc",
        Some([
            ("variable, longer than any operan", S + 32, 2),
            ("abc\0", S + 4, 0),
        ]),
    ),
    ("__cmplog_rtn_hook_str h:text h:word", TEXTS),
    ("__cmplog_rtn_hook_str h: h:", None),
    (
        "__cmplog_rtn_hook_str e:text h:word",
        Some([("text", S + 4, 0), WORD]),
    ),
    ("__cmplog_rtn_hook_str nothing h:word", None),
    // The same length for both.
    (
        "__cmplog_rtn_hook_strn constant h:abcdef 4",
        Some([("cons", S + 4, 1), ("abcd", S + 4, 0)]),
    ),
    (
        "__cmplog_rtn_hook_strn h:abc h:de 9",
        Some([("abc\0", S + 4, 0), ("de\0\0", S + 4, 0)]),
    ),
    (
        "__cmplog_rtn_hook_strn constant constant 100",
        Some([(CONSTANT.0, S + 32, 1), (CONSTANT.0, S + 32, 1)]),
    ),
    ("__cmplog_rtn_hook_strn h:abc h:de 1", None),
    // std::string.
    ("__cmplog_rtn_gcc_stdstring_cstring s:text h:word", TEXTS),
    ("__cmplog_rtn_gcc_stdstring_stdstring s:text s:word", TEXTS),
    ("__cmplog_rtn_llvm_stdstring_cstring t:text h:word", TEXTS),
    ("__cmplog_rtn_llvm_stdstring_cstring l:text h:word", TEXTS),
    ("__cmplog_rtn_llvm_stdstring_stdstring l:text t:word", TEXTS),
    ("__cmplog_rtn_llvm_stdstring_stdstring nothing t:word", None),
    ("__cmplog_rtn_gcc_stdstring_stdstring s:text e:word", None),
    // SanitizerCoverage's.
    (
        "__sanitizer_weak_hook_memcmp 0 constant h:abcdef 5 1",
        Some([("const", 5, 1), ("abcde", 5, 0)]),
    ),
    (
        "__sanitizer_weak_hook_memmem 0 constant 40 h:abcdef 5 0",
        Some([("const", 5, 1), ("abcde", 5, 0)]),
    ),
    (
        "__sanitizer_weak_hook_memmem 0 constant 3 h:abcdef 5 0",
        Some([("con", 3, 1), ("abc", 3, 0)]),
    ),
    ("__sanitizer_weak_hook_strcmp 0 h:text h:word 1", TEXTS),
    ("__sanitizer_weak_hook_strcasecmp 0 h:text h:word 1", TEXTS),
    ("__sanitizer_weak_hook_strstr 0 h:text h:word 0", TEXTS),
    ("__sanitizer_weak_hook_strcasestr 0 h:text h:word 0", TEXTS),
    (
        "__sanitizer_weak_hook_strncmp 0 h:text h:word 3 1",
        Some([("tex", S + 3, 0), ("wor", S + 3, 0)]),
    ),
    (
        "__sanitizer_weak_hook_strncasecmp 0 h:text h:word 3 1",
        Some([("tex", S + 3, 0), ("wor", S + 3, 0)]),
    ),
];

#[test]
fn calls_are_logged() {
    for_each_layout(|layout, fuzzer| {
        for (line, texts) in ROUTINES {
            let expected = texts.map(|texts| {
                let len = |len: u8| len.min(layout.longest as u8 | len & S);
                let longer = texts.iter().map(|text| len(text.1) & !S).max().unwrap();
                let text = |(bytes, length, place): (&str, u8, u8)| {
                    let mut bytes = bytes.as_bytes().to_vec();
                    bytes.resize(longer.into(), 0);
                    let place = if layout.places.is_some() { place } else { 0 };
                    let len = len(length);
                    Text { bytes, len, place }
                };
                Site {
                    hits: 1,
                    shape: u64::from(longer) - 1,
                    attribute: 0,
                    slots: Slots::Routine(vec![texts.map(text)]),
                }
            });
            assert_eq!(log_one(fuzzer, layout, line), expected, "{line}");
        }
    });
}

#[test]
fn interceptors_say_who_has_called_them() {
    for_each_layout(|layout, fuzzer| {
        let lines = "__sanitizer_weak_hook_strcmp 0x1000 h:text h:word 1\n\
            __sanitizer_weak_hook_strcmp 0x1001 h:text h:word 1\n";
        let (address, _, sites) = log(fuzzer, layout, lines);
        let mut keys: Vec<usize> = sites.into_iter().map(|(key, _)| key).collect();
        let mut expected = [0x1000, 0x1001].map(|pc| key(address + pc));
        keys.sort_unstable();
        expected.sort_unstable();
        assert_eq!(keys, expected);
    });
}

#[test]
fn every_kind_of_executable_logs() {
    for link in EXECUTABLES {
        let programs = Programs::new();
        let program = programs.executable("cmplog.c", link, &[]);
        for (layout, posix) in LAYOUTS.iter().zip([true, false, true]) {
            let options = Options {
                posix,
                ..layout.options()
            };
            let mut fuzzer = start(&program, &options);
            for lines in ["__cmplog_ins_hook4 1 2 3", "__cmplog_ins_hook4 1 2 3\n"] {
                let expected = instruction(3, 3, &[[1, 2]]);
                assert_eq!(log_one(&mut fuzzer, layout, lines), expected, "{link:?}");
            }
            let line = "__sanitizer_weak_hook_strcmp 0 constant h:constand 1";
            let site = log_one(&mut fuzzer, layout, line).unwrap();
            assert_eq!(site.shape as usize, layout.longest - 1, "{link:?}");
            assert_eq!(fuzzer.output().lines().count(), 3, "{link:?}");
        }
    }
}

#[test]
fn one_process_logs_many_test_cases() {
    let programs = Programs::new();
    let program = programs.executable("cmplog.c", PIE, &["-DPERSISTENT"]);
    for layout in &LAYOUTS {
        let options = Options {
            persistent: true,
            ..layout.options()
        };
        let mut fuzzer = start(&program, &options);
        // What is compared before and behind the loop belongs to no test case.
        for value in 1..=7u32 {
            let lines = format!("__cmplog_ins_hook4 {value} 0 1");
            let expected = instruction(3, 1, &[[value.into(), 0]]);
            assert_eq!(log_one(&mut fuzzer, layout, &lines), expected);
        }
    }
}

#[test]
fn nobody_listens_without_the_segment() {
    let programs = Programs::new();
    let program = programs.executable("cmplog.c", PIE, &[]);
    let all: String = ROUTINES
        .iter()
        .map(|(line, _)| format!("{line}\n"))
        .collect();
    let output = surroundings::run_with(&program, all.as_bytes(), |_| {});
    assert!(output.ends_with("gate 0\n"), "{output}");
    for protocol in super::fuzzer::PROTOCOLS {
        let mut fuzzer = start(&program, &Options::new(protocol));
        assert_eq!(fuzzer.run(all.as_bytes()).status, 0);
        assert!(fuzzer.output().ends_with("gate 0\n"));
    }
}

#[test]
fn sanitizers_tell_of_calls() {
    let input = [b"MAGICMAG", &[b'A'; 90][..]].concat();
    for (sanitizer, flags) in [
        (
            "-fsanitize=address",
            &["-fuse-ld=lld", "-fsanitize=address"][..],
        ),
        ("-fsanitize=memory", &["-fuse-ld=lld", "-fsanitize=memory"]),
        ("-fsanitize=thread", &["-fuse-ld=lld", "-fsanitize=thread"]),
    ] {
        let programs = Programs::new();
        let link = Link { flags, ..PIE };
        let arguments = [sanitizer, "-fno-builtin", "-fsanitize-coverage=trace-cmp"];
        let program = programs.executable("pairs.c", link, &arguments);
        assert_eq!(surroundings::run_with(&program, &input, |_| {}), "");
        let map_size = 1 << 20;
        for layout in &LAYOUTS {
            let options = Options {
                map_size,
                ..layout.options()
            };
            let calls = || {
                let mut fuzzer = start(&program, &options);
                assert_eq!(fuzzer.run(&input).status, 0, "{}", fuzzer.output());
                assert_eq!(fuzzer.output(), "");
                let segment = fuzzer.compares.as_ref().unwrap().bytes();
                let sites = layout.sites(segment).into_iter();
                let is_call = |site: &Site| matches!(site.slots, Slots::Routine(_));
                sites.filter(|(_, site)| is_call(site)).count()
            };
            // memcmp, strcmp, strncmp, strcasecmp, strstr. That another site has the same key is rare, and not twice so.
            let most = (0..3).map(|_| calls()).max();
            assert_eq!(most, Some(5), "{sanitizer}");
        }
    }
}

#[test]
fn a_segment_of_another_size_is_refused() {
    let programs = Programs::new();
    let program = programs.executable("cmplog.c", PIE, &[]);
    for protocol in [Protocol::Unsaid, Protocol::New] {
        for size in [1 << 16, LAYOUTS[2].size + 4096] {
            let options = Options {
                compares: Some(size),
                ..Options::new(protocol)
            };
            let word = Fuzzer::try_start(&mut Command::new(&program), &options)
                .err()
                .expect("an error word");
            assert_eq!(error_code(word), error::OLD_CMPLOG);
        }
    }
    let mut options = LAYOUTS[0].options();
    options
        .variables
        .push(("__AFL_CMPLOG_SHM_ID", "2147483646".into()));
    let word = Fuzzer::try_start(&mut Command::new(&program), &options)
        .err()
        .expect("an error word");
    assert_eq!(error_code(word), error::SHM_OPEN);
}
