//! FOX's afl-fuzz, as far as it reads: the tables, and three segments beside the map. What a run leaves there is what an
//! evaluator of the same conditions expects.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fz_abi::fox::{self, kind};
use fz_harness::fuzzer::{Fuzzer, Options, Protocol, Segment, Words};
use fz_records::Node;
use fz_tests::{RunCommand, env, fz};

/// What each function of a generated program asks, in turns.
const CONDITIONS: [&str; 13] = [
    "u32(p) < u32(p + 4)",
    "(int)u32(p) < (int)u32(p + 4)",
    "(long)u64(p) >= (long)u64(p + 8)",
    "u64(p) > u64(p + 8)",
    "u32(p) == u32(p + 4)",
    "u64(p) != u64(p + 8)",
    "memcmp(p + 8, \"abcdefgh\", 8) == 0",
    "strcmp((const char *)p, \"hello\") == 0",
    "!strncmp((const char *)p + 3, \"abcd\", 3)",
    "switch",
    "real(p) < 3.5f",
    "strstr((const char *)p, \"needle\")",
    "strcmp((const char *)p, (const char *)p + 9) == 0",
];
const CASES: [u32; 3] = [0, 7, 1000];
/// The bytes of an input.
const SIZE: usize = 64;
/// Functions in a file.
const MOST: usize = 10_000;
/// The map, before FOX knows how large it has to be.
const MAP: usize = 1 << 20;

const HEAD: &str = "#include <string.h>\ntypedef unsigned char byte;\nextern volatile int sink;\n\
    static unsigned u32(const byte *p) { unsigned v; memcpy(&v, p, 4); return v; }\n\
    static float real(const byte *p) { float v; memcpy(&v, p, 4); return v; }\n\
    static unsigned long u64(const byte *p) { unsigned long v; memcpy(&v, p, 8); return v; }\n";

/// Sources of a program with so many functions, of at least two branches each.
fn sources(functions: usize) -> Vec<String> {
    let mut files = Vec::new();
    for first in (0..functions).step_by(MOST) {
        let mut text = HEAD.to_owned();
        for number in first..functions.min(first + MOST) {
            // The second branch is reached from both ways of the first.
            let at = number % SIZE;
            let head = format!("void f{number}(const byte *p) {{ if (p[{at}] > 127) sink = 1; ");
            text.push_str(&head);
            let tail = match CONDITIONS[number % CONDITIONS.len()] {
                "switch" => {
                    let cases = CASES.map(|case| format!("case {case}: sink = {case}; break; "));
                    format!(
                        "switch (u32(p)) {{ {}default: sink = 2; }} }}",
                        cases.concat()
                    )
                }
                condition => format!("if ({condition}) sink = 3; else sink = 4; }}"),
            };
            writeln!(text, "{tail}").unwrap();
        }
        files.push(text);
    }
    let mut main =
        "#include <unistd.h>\ntypedef unsigned char byte;\nvolatile int sink;\n".to_owned();
    for number in 0..functions {
        writeln!(main, "void f{number}(const byte *);").unwrap();
    }
    main.push_str("static void (*const all[])(const byte *) = {");
    (0..functions).for_each(|number| write!(main, "f{number},").unwrap());
    main.push_str(
        "};\nint main(void) {\n  byte p[65] = {0};\n  if (read(0, p, 64) < 0) return 1;\n\
        \x20 for (unsigned n = 0; n < sizeof all / sizeof *all; n++)\n\
        \x20   if (n % 3 != p[63] % 3) all[n](p);\n}\n",
    );
    files.push(main);
    files
}

struct Built {
    folder: tempfile::TempDir,
    program: PathBuf,
}

fn output(command: &mut Command, folder: &Path) -> Vec<u8> {
    env::bare(command)
        .current_dir(folder)
        .outcome()
        .ok()
        .bytes()
}

fn built(functions: usize) -> Built {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let mut compile = Command::new(fz().join("bin/fz-cc"));
    compile.args(["--fz-profile=fox", "--fz-engine=fox", "-O0", "-w"]);
    for (number, text) in sources(functions).iter().enumerate() {
        let name = format!("{number}.c");
        fs::write(dir.join(&name), text).unwrap();
        compile.arg(name);
    }
    output(compile.args(["-o", "p"]), dir);
    let mut tables = Command::new(fz().join("bin/fz"));
    output(
        tables.args(["extract", "--fox-tables", "p", "-o", "tables"]),
        dir,
    );
    Built {
        program: dir.join("p"),
        folder,
    }
}

/// A row of `border_edges`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    parent: usize,
    child: usize,
    number: i64,
    length: usize,
}

/// The five files, read as FOX reads them: numbers between blanks.
struct Tables {
    rows: Vec<Row>,
    /// By parent: its first row, and how many it has.
    cache: HashMap<usize, (usize, usize)>,
    kinds: HashMap<usize, u32>,
    slots: usize,
}

impl Tables {
    fn read(folder: &Path) -> Tables {
        let numbers = |name: &str| -> Vec<i64> {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            text.split_ascii_whitespace()
                .map(|word| word.parse().unwrap())
                .collect()
        };
        let rows: Vec<Row> = numbers("border_edges")
            .chunks(4)
            .map(|row| Row {
                parent: row[0] as usize,
                child: row[1] as usize,
                number: row[2],
                length: row[3] as usize,
            })
            .collect();
        assert_eq!(numbers("max_border_edge_id"), [rows.len() as i64]);
        let cache = numbers("border_edges_cache");
        let cache = cache.chunks(3).map(|line| {
            let [parent, first, count] = [line[0], line[1], line[2]].map(|n| n as usize);
            (parent, (first, count))
        });
        let kinds = numbers("br_node_id_2_cmp_type");
        let kinds = kinds
            .chunks(2)
            .map(|line| (line[0] as usize, line[1] as u32));
        let tables = Tables {
            rows,
            cache: cache.collect(),
            kinds: kinds.collect(),
            slots: numbers("max_br_dist_edge_id")[0] as usize,
        };
        // Each parent has its rows in one place, and no two edges share a counter.
        let mut of_cache: Vec<_> = tables.cache.iter().collect();
        of_cache.sort_by_key(|(_, (first, _))| *first);
        let mut next = 0;
        for (parent, (first, count)) in of_cache {
            assert!(*first == next && *count >= 2);
            next += count;
            assert!(
                tables.rows[*first..next]
                    .iter()
                    .all(|r| r.parent == *parent)
            );
        }
        assert_eq!(next, tables.rows.len());
        let mut children: Vec<usize> = tables.rows.iter().map(|row| row.child).collect();
        children.sort_unstable();
        children.dedup();
        assert_eq!(children.len(), tables.rows.len());
        assert!(tables.slots >= tables.rows.len());
        tables
    }

    fn rows_of(&self, parent: usize) -> &[Row] {
        let (first, count) = self.cache[&parent];
        &self.rows[first..first + count]
    }
}

/// What a branch leaves: its kind, how many bytes it compares, what each edge's elements hold, and the edge it takes.
struct Expected {
    kind: u32,
    length: usize,
    elements: Vec<Vec<u8>>,
    way: usize,
}

fn words(differences: impl IntoIterator<Item = i64>) -> Vec<u8> {
    let words = differences.into_iter();
    words.flat_map(|d| (d as i16).to_le_bytes()).collect()
}

fn ordered(kind: u32, length: usize, difference: Option<i128>, holds: bool) -> Expected {
    let bytes = (difference.unwrap_or(0) as i64).to_le_bytes().to_vec();
    Expected {
        kind,
        length,
        elements: vec![bytes; 2],
        way: usize::from(!holds),
    }
}

fn equal(kind: u32, a: &[u8], b: &[u8], holds: bool) -> Expected {
    let differences = a.iter().zip(b).map(|(a, b)| i64::from(*a) - i64::from(*b));
    let mut bytes = words(differences);
    if let (Ok(a), Ok(b)) = (a.try_into(), b.try_into())
        && i64::from_le_bytes(a)
            .checked_sub(i64::from_le_bytes(b))
            .is_none()
    {
        bytes.fill(0);
    }
    Expected {
        kind,
        length: a.len(),
        elements: vec![bytes; 2],
        way: usize::from(!holds),
    }
}

fn text(kind: u32, constant: &[u8], there: &[u8], holds: bool) -> Expected {
    let size = match kind {
        kind::MEMCMP => constant.len(),
        _ => there.iter().position(|b| *b == 0).unwrap(),
    };
    let at = |at: usize| if at < size { there[at] } else { 0 };
    let bytes = constant.iter().enumerate();
    let mut differences: Vec<_> = bytes
        .map(|(n, byte)| i64::from(*byte) - i64::from(at(n)))
        .collect();
    if kind != kind::MEMCMP {
        differences.push(size as i64);
    }
    Expected {
        kind,
        length: constant.len(),
        elements: vec![words(differences); 2],
        way: usize::from(!holds),
    }
}

/// The branches of a function: the first, and the one that it asks.
fn expected(number: usize, input: &[u8; SIZE + 1]) -> [Expected; 2] {
    let p = &input[..];
    let u32_at = |at: usize| u32::from_le_bytes(p[at..at + 4].try_into().unwrap());
    let u64_at = |at: usize| u64::from_le_bytes(p[at..at + 8].try_into().unwrap());
    let byte = p[number % SIZE];
    // `narrow-compares` makes of it that the byte, with a sign, is less than 0.
    let apart = Some(i128::from(byte as i8));
    let first = ordered(kind::SIGNED_LESS, 1, apart, byte > 127);
    let (a, b, c, d) = (u32_at(0), u32_at(4), u64_at(0), u64_at(8));
    let string = |from: usize| p[from..].split(|b| *b == 0).next().unwrap();
    let within = |difference: i128, bits: u32| {
        let most = 1i128 << (bits - 1);
        (-most..most).contains(&difference).then_some(difference)
    };
    let second = match number % CONDITIONS.len() {
        0 => {
            let apart = i128::from(a) - i128::from(b);
            ordered(kind::UNSIGNED_LESS, 4, Some(apart), a < b)
        }
        1 => {
            let apart = i128::from(a as i32) - i128::from(b as i32);
            ordered(
                kind::SIGNED_LESS,
                4,
                within(apart, 32),
                (a as i32) < b as i32,
            )
        }
        2 | 3 => {
            let apart = within(i128::from(c as i64) - i128::from(d as i64), 64);
            match number % CONDITIONS.len() {
                2 => {
                    let holds = c as i64 >= d as i64;
                    ordered(kind::SIGNED_GREATER_OR_EQUAL, 8, apart, holds)
                }
                _ => ordered(kind::UNSIGNED_GREATER, 8, apart, c > d),
            }
        }
        4 => equal(kind::EQUAL, &p[..4], &p[4..8], a == b),
        5 => equal(kind::NOT_EQUAL, &p[..8], &p[8..16], c != d),
        6 => {
            let holds = &p[8..16] == b"abcdefgh";
            text(kind::MEMCMP, b"abcdefgh", &p[8..], holds)
        }
        7 => text(kind::STRCMP, b"hello", p, string(0) == b"hello"),
        // `!` of what is not 0: the compare is an equality, too.
        8 => {
            let holds = string(3).get(..3) == Some(b"abc");
            text(kind::STRNCMP, b"abc", &p[3..], !holds)
        }
        9 => {
            // 1 is the first number that is no case.
            let values = [1].into_iter().chain(CASES);
            let elements = values.map(|value| {
                let value = value.to_le_bytes();
                words((0..4).map(|at| i64::from(p[at]) - i64::from(value[at])))
            });
            Expected {
                kind: kind::SWITCH,
                length: 4,
                elements: elements.collect(),
                way: CASES.iter().position(|c| *c == a).map_or(0, |at| at + 1),
            }
        }
        11 => {
            let holds = string(0).windows(6).any(|w| w == b"needle");
            text(kind::STRSTR, b"needle", p, holds)
        }
        which => Expected {
            kind: kind::NONE,
            length: 0,
            elements: Vec::new(),
            way: usize::from(match which {
                // Also where it is NaN.
                10 => !f32::from_bits(a).lt(&3.5),
                _ => string(0) != string(9),
            }),
        },
    };
    [first, second]
}

/// The branches of the generated functions, by their numbers, with their places in the map.
fn branches(program: &Path) -> HashMap<usize, Vec<(usize, Node)>> {
    let program = fz_binary::Program::read(program).unwrap();
    let program = fz_binary::Mapped::of(&program).unwrap();
    let functions = program.images[0].nodes.iter();
    let of_function = functions.filter_map(|function| {
        let number = function.name.strip_prefix('f')?.parse().ok()?;
        let place = |node: &Node| program.offset(0, function.start.at() + u64::from(node.counter));
        let nodes = function.nodes.iter();
        let nodes = nodes.map(|node| (place(node) as usize, node.clone()));
        Some((number, nodes.collect()))
    });
    of_function.collect()
}

/// The kind of a compare that holds where one of this kind does not.
fn inverse(kind: u32) -> u32 {
    match kind {
        kind::EQUAL => kind::NOT_EQUAL,
        kind::NOT_EQUAL => kind::EQUAL,
        kind::SIGNED_LESS => kind::SIGNED_GREATER_OR_EQUAL,
        kind::SIGNED_GREATER_OR_EQUAL => kind::SIGNED_LESS,
        kind::UNSIGNED_LESS => kind::UNSIGNED_GREATER_OR_EQUAL,
        kind::UNSIGNED_GREATER => kind::UNSIGNED_LESS_OR_EQUAL,
        other => other,
    }
}

struct Fox {
    fuzzer: Fuzzer,
    tables: Tables,
    distances: Segment,
    covered: Segment,
    hit: Segment,
}

impl Fox {
    fn start(built: &Built) -> Fox {
        let tables = Tables::read(&built.folder.path().join("tables"));
        let distances = Segment::new(8 * MAP, false);
        let [covered, hit] = [(); 2].map(|()| Segment::new(MAP, false));
        let mut options = Options::new(Protocol::Old);
        options.map_size = MAP;
        options.words = Some(Words::IfAny);
        options.variables = [
            (fox::DISTANCES, &distances),
            (fox::COVERED, &covered),
            (fox::HIT, &hit),
        ]
        .map(|(name, segment)| (name.to_str().unwrap(), segment.name.clone()))
        .to_vec();
        let fuzzer = Fuzzer::start(&mut Command::new(&built.program), &options);
        assert!(fuzzer.announced >= tables.rows.len().max(tables.slots));
        assert!(
            tables
                .rows
                .iter()
                .all(|r| r.child < fuzzer.announced && r.parent > 0)
        );
        Fox {
            fuzzer,
            tables,
            distances,
            covered,
            hit,
        }
    }

    /// The map of a run.
    fn run(&mut self, input: &[u8]) -> Vec<u8> {
        self.distances.bytes_mut().fill(0);
        self.hit.bytes_mut().fill(0);
        let run = self.fuzzer.run(input);
        assert_eq!(run.status, 0);
        run.map
    }
}

fn check(functions: usize, fewest: usize) {
    let built = built(functions);
    let branches = branches(&built.program);
    assert_eq!(branches.len(), functions);
    assert!(branches.values().map(Vec::len).sum::<usize>() >= fewest);
    let mut fox = Fox::start(&built);
    let mut strange = [0xff; SIZE];
    strange[8..16].copy_from_slice(b"\x01\0\0\0\0\0\0\x7f");
    let mut words = [0; SIZE];
    words[..16].copy_from_slice(b"helabc\0\0abcdefgh");
    words[63] = 1;
    let mut found = [0; SIZE];
    found[..21].copy_from_slice(b"hello\0\0\0\0hello\0\0\0\0\0\0\0");
    found[63] = 2;
    let mut needle = [b'n'; SIZE];
    needle[3..9].copy_from_slice(b"needle");
    needle[40] = 0;
    let mut case = [0; SIZE];
    case[..8].copy_from_slice(b"\xe8\x03\0\0\0\0\0\x80");
    let inputs = [[0; SIZE], strange, words, found, needle, case];
    // LLVM may ask for the opposite, and exchange the edges: that is so in each run.
    let mut exchanged: HashMap<usize, bool> = HashMap::new();
    for (round, input) in inputs.iter().chain([&inputs[0]]).enumerate() {
        let covers = round == 3;
        for (at, covered) in fox.covered.bytes_mut().iter_mut().enumerate() {
            *covered = u8::from(covers && at % 5 == 0);
        }
        let map = fox.run(input);
        let mut bytes = [0; SIZE + 1];
        bytes[..SIZE].copy_from_slice(input);
        for (number, nodes) in &branches {
            let ran = number % 3 != usize::from(input[63] % 3);
            assert_eq!(nodes.len(), 2, "f{number}");
            for ((parent, node), told) in nodes.iter().zip(expected(*number, &bytes)) {
                let why = format!("f{number} of {functions}, round {round}, {node:?}");
                let is_inverse = node.kind != told.kind;
                assert!(!is_inverse || node.kind == inverse(told.kind), "{why}");
                assert_eq!(fox.tables.kinds[parent], node.kind, "{why}");
                assert_eq!(map[*parent] != 0, ran, "{why}");
                let rows = fox.tables.rows_of(*parent);
                let kind_tells = !matches!(node.kind, kind::NONE | kind::STRCMP..=kind::STRSTR);
                let is_exchanged = match (kind_tells, ran) {
                    (true, _) => is_inverse,
                    (false, true) => {
                        let seen = map[rows[told.way].child] == 0;
                        *exchanged.entry(*parent).or_insert(seen)
                    }
                    (false, false) => false,
                };
                let taken = match is_exchanged {
                    true => 1 - told.way,
                    false => told.way,
                };
                for (way, row) in rows.iter().enumerate() {
                    let is_taken = ran && way == taken;
                    assert_eq!(map[row.child] != 0, is_taken, "{why}, way {way}");
                    assert_eq!(row.length, told.length, "{why}");
                    let Some(wanted) = told.elements.get(way) else {
                        assert_eq!(row.number, -1, "{why}");
                        continue;
                    };
                    let id = row.number as usize;
                    let is_told = ran && fox.covered.bytes()[id] == 0;
                    assert_eq!(fox.hit.bytes()[id], u8::from(is_told), "{why}");
                    let there = &fox.distances.bytes()[8 * id..][..wanted.len()];
                    let nothing = vec![0; wanted.len()];
                    let wanted = if is_told { wanted } else { &nothing };
                    assert_eq!(there, wanted, "{why}, way {way}");
                }
            }
        }
    }
    assert_eq!(fox.fuzzer.output(), "");
}

#[test]
fn a_program_of_a_hundred_branches_leaves_what_fox_reads() {
    check(50, 100);
}

#[test]
fn a_program_of_a_hundred_thousand_branches_leaves_what_fox_reads() {
    check(50_000, 100_000);
}

#[test]
fn tables_are_refused_in_words_and_nothing_is_left_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    fs::write(
        dir.join("p.c"),
        "int main(int c, char **v) { return c > 3 ? *v[1] : 2; }\n",
    )
    .unwrap();
    let build = |profile: &str, name: &str, more: &[&str]| {
        let mut compile = Command::new(fz().join("bin/fz-cc"));
        let profile = format!("--fz-profile={profile}");
        let engine = "--fz-engine=fox";
        output(
            compile
                .args([&profile, engine, "p.c", "-o", name])
                .args(more),
            dir,
        );
    };
    build("fuzz", "other", &[]);
    build("fox", "good", &[]);
    build("distance", "gates", &[]);
    for (name, why) in [
        ("other", "build it with FZ_PROFILE=fox FZ_ENGINE=fox"),
        ("gates", "build it with FZ_PROFILE=fox FZ_ENGINE=fox"),
        ("missing", "missing"),
    ] {
        let mut tables = Command::new(fz().join("bin/fz"));
        let tables = env::bare(tables.args(["extract", "--fox-tables", name, "-o", "out"]));
        let out = tables.current_dir(dir).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(
            !out.status.success() && said.contains(why),
            "{name}: {said}"
        );
        assert!(!dir.join("out").exists(), "{name}");
    }
    let mut tables = Command::new(fz().join("bin/fz"));
    output(
        tables.args(["extract", "--fox-tables", "good", "-o", "out"]),
        dir,
    );
    assert_eq!(fs::read_dir(dir.join("out")).unwrap().count(), 5);
    // Without FOX nothing happens.
    let status = env::bare(&mut Command::new(dir.join("good")))
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}
