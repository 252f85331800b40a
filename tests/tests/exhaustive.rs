//! Every kind of decision that transformations change, for every predicate and width: by all values where there are few
//! enough, else by those around which compares change their minds.

use std::{fmt::Write, fs, path::Path, process::Command};

use fz_tests::{fz, rooms};

/// Which values a function is called with (`tests/exhaustive/driver.c`).
#[derive(Clone, Copy)]
enum Domain {
    AllPairs,
    AllByTelling,
    TellingPairs,
    Floats,
}

impl Domain {
    fn c(self) -> &'static str {
        match self {
            Domain::AllPairs => "ALL_PAIRS",
            Domain::AllByTelling => "ALL_BY_TELLING",
            Domain::TellingPairs => "TELLING_PAIRS",
            Domain::Floats => "FLOATS",
        }
    }

    fn of_width(bits: u32) -> Domain {
        match bits {
            0..=9 => Domain::AllPairs,
            10..=16 => Domain::AllByTelling,
            _ => Domain::TellingPairs,
        }
    }
}

/// A function `i128 (i128 %a, i128 %b)`: `body` makes `%r` of type `result` from `%x` and `%y`.
struct Function {
    name: String,
    bits: u32,
    domain: Domain,
    operands: String,
    result: String,
    body: String,
}

impl Function {
    fn ints(name: String, bits: u32, result: &str, body: String) -> Function {
        Function {
            name,
            bits,
            domain: Domain::of_width(bits),
            operands: match bits {
                128 => "  %x = add i128 %a, 0\n  %y = add i128 %b, 0\n".to_owned(),
                _ => format!("  %x = trunc i128 %a to i{bits}\n  %y = trunc i128 %b to i{bits}\n"),
            },
            result: result.to_owned(),
            body,
        }
    }

    fn ir(&self, prefix: &str) -> String {
        let Function {
            name,
            operands,
            result,
            body,
            ..
        } = self;
        let end = match result.as_str() {
            "i128" => "  ret i128 %r\n".to_owned(),
            _ => format!("  %wide = zext {result} %r to i128\n  ret i128 %wide\n"),
        };
        format!("define i128 @{prefix}{name}(i128 %a, i128 %b) {{\n{operands}{body}{end}}}\n\n")
    }
}

const INT: [&str; 10] = [
    "eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle",
];
const FLOAT: [&str; 14] = [
    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno",
];

fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

fn compares() -> Vec<Function> {
    const DIGITS: u128 = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
    let mut all = Vec::new();
    for bits in (8..=16).chain([17, 20, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128]) {
        for predicate in INT {
            let body = format!("  %r = icmp {predicate} i{bits} %x, %y\n");
            all.push(Function::ints(
                format!("{predicate}{bits}"),
                bits,
                "i1",
                body,
            ));
            let sign = 1u128 << (bits - 1);
            for (n, constant) in [
                0,
                1,
                2,
                0x80,
                0xff,
                0x100,
                0x1234,
                DIGITS,
                sign,
                sign - 1,
                u128::MAX,
            ]
            .into_iter()
            .enumerate()
            {
                let constant = constant & mask(bits);
                let body = format!("  %r = icmp {predicate} i{bits} %x, {constant}\n");
                all.push(Function::ints(
                    format!("{predicate}{bits}c{n}"),
                    bits,
                    "i1",
                    body,
                ));
            }
        }
    }
    all
}

/// What C's promotions and masks make of narrow operands. Nine bits do not fit where eight do.
fn promoted() -> Vec<Function> {
    let mut all = Vec::new();
    for (bits, predicate) in [8, 9].into_iter().flat_map(|b| INT.map(|p| (b, p))) {
        for (n, (first, second)) in [
            ("zext", "zext"),
            ("sext", "sext"),
            ("sext", "zext"),
            ("zext", "sext"),
        ]
        .into_iter()
        .enumerate()
        {
            let body = format!(
                "  %v = {first} i{bits} %x to i32\n  %w = {second} i{bits} %y to i32\n  \
                 %r = icmp {predicate} i32 %v, %w\n"
            );
            let name = format!("promoted{bits}{predicate}{n}");
            all.push(Function::ints(name, bits, "i1", body));
        }
        for constant in [-513, -129, -1, 0, 1, 65, 127, 200, 255, 256, 511, 70000] {
            for extension in ["zext", "sext"] {
                let body = format!(
                    "  %v = {extension} i{bits} %x to i32\n  %r = icmp {predicate} i32 %v, {constant}\n"
                );
                let name = format!("promoted{bits}{predicate}{extension}{constant}");
                let name = name.replace('-', "m");
                all.push(Function::ints(name, bits, "i1", body));
            }
        }
    }
    for predicate in INT {
        for (n, mask) in [0xff, 0xff00, 0xf0, 0x7fff].into_iter().enumerate() {
            let body = format!(
                "  %v = and i16 %x, {mask}\n  %w = or i16 %y, 256\n  %r = icmp {predicate} i16 %v, %w\n"
            );
            all.push(Function::ints(
                format!("masked{predicate}{n}"),
                16,
                "i1",
                body,
            ));
        }
    }
    all
}

fn floats() -> Vec<Function> {
    let mut all = Vec::new();
    // Of two constants in each type's own notation.
    for (ty, bits, constants) in [
        ("half", 16, ["0xH3C00", "0xH8000"]),
        ("float", 32, ["1.5", "-0.0"]),
        ("double", 64, ["1.0e300", "0.0"]),
        (
            "fp128",
            128,
            [
                "0xL00000000000000013FFF000000000000",
                "0xL00000000000000000000000000000000",
            ],
        ),
    ] {
        for predicate in FLOAT {
            for (n, second) in ["%y"].into_iter().chain(constants).enumerate() {
                all.push(Function {
                    name: format!("{ty}{predicate}{n}"),
                    bits,
                    domain: Domain::Floats,
                    operands: ["x", "y"]
                        .map(|v| {
                            let from = if v == "x" { "a" } else { "b" };
                            match bits {
                                128 => format!("  %{v} = bitcast i128 %{from} to {ty}\n"),
                                _ => format!(
                                    "  %{v}i = trunc i128 %{from} to i{bits}\n  %{v} = bitcast i{bits} %{v}i to {ty}\n"
                                ),
                            }
                        })
                        .concat(),
                    result: "i1".to_owned(),
                    body: format!("  %r = fcmp {predicate} {ty} %x, {second}\n"),
                });
            }
        }
        if bits < 128 {
            for intrinsic in ["minnum", "maxnum", "minimum", "maximum"] {
                // All NaNs are one: LLVM promises no more.
                let body = format!(
                    "  %m = call {ty} @llvm.{intrinsic}.f{bits}({ty} %x, {ty} %y)\n  %n = fcmp uno {ty} %m, %m\n  \
                     %i = bitcast {ty} %m to i{bits}\n  %nan = zext i1 %n to i{bits}\n  %keep = sub i{bits} %nan, 1\n  \
                     %z = shl i{bits} %i, 1\n  %zero = icmp eq i{bits} %z, 0\n  \
                     %k = and i{bits} %i, %keep\n  %r = select i1 %zero, i{bits} 0, i{bits} %k\n"
                );
                all.push(Function {
                    name: format!("{ty}{intrinsic}"),
                    bits,
                    domain: Domain::Floats,
                    operands: all.last().expect("compares come first").operands.clone(),
                    result: format!("i{bits}"),
                    body,
                });
            }
        }
    }
    all
}

/// Operations that decide inside, and conditions made of several.
fn decisions() -> Vec<Function> {
    let mut all = Vec::new();
    let mut add = |name: &str, result: &str, body: String| {
        all.push(Function::ints(name.to_owned(), 8, result, body));
    };
    for name in [
        "smin", "smax", "umin", "umax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat",
    ] {
        let body = format!("  %r = call i8 @llvm.{name}.i8(i8 %x, i8 %y)\n");
        add(&name.replace('.', ""), "i8", body);
    }
    for name in ["ushl.sat", "sshl.sat"] {
        let body = format!("  %s = and i8 %y, 7\n  %r = call i8 @llvm.{name}.i8(i8 %x, i8 %s)\n");
        add(&name.replace('.', ""), "i8", body);
    }
    for name in ["scmp", "ucmp"] {
        add(
            name,
            "i8",
            format!("  %r = call i8 @llvm.{name}.i8.i8(i8 %x, i8 %y)\n"),
        );
    }
    add(
        "abs",
        "i8",
        "  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)\n".to_owned(),
    );
    for (n, operation) in [
        "and i1 %p, %q",
        "or i1 %p, %q",
        "xor i1 %p, %q",
        "select i1 %p, i1 %q, i1 false",
        "select i1 %p, i1 true, i1 %q",
        "select i1 %p, i1 false, i1 %q",
        "select i1 %p, i1 %q, i1 %o",
        "icmp eq i1 %p, %q",
        "icmp ne i1 %p, %q",
        "icmp ult i1 %p, %q",
    ]
    .into_iter()
    .enumerate()
    {
        let parts = format!(
            "  %p = icmp ult i8 %x, 77\n  %q = icmp sgt i8 %y, -5\n  %o = icmp eq i8 %x, %y\n  %c = {operation}\n"
        );
        add(
            &format!("logic{n}"),
            "i8",
            format!("{parts}  %r = select i1 %c, i8 %x, i8 %y\n"),
        );
        let more = format!("{parts}  %n = xor i1 %c, true\n  %d = or i1 %n, %o\n");
        add(
            &format!("value{n}"),
            "i1",
            format!("{more}  %r = and i1 %d, %p\n"),
        );
    }
    for predicate in INT {
        for (n, constant) in [0, 1, 9, 127, 128, 200, 255].into_iter().enumerate() {
            for made in [
                "or i8 %x, %y",
                "and i8 %x, %y",
                "call i8 @llvm.umin.i8(i8 %x, i8 %y)",
                "call i8 @llvm.umax.i8(i8 %x, i8 %y)",
                "call i8 @llvm.smin.i8(i8 %x, i8 %y)",
                "call i8 @llvm.smax.i8(i8 %x, i8 %y)",
                "add i8 %x, 3",
                "add i8 %x, -100",
                "add i8 %x, -48",
            ] {
                let name: String = format!("fused{predicate}{n}{made}")
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect();
                let body = format!("  %m = {made}\n  %r = icmp {predicate} i8 %m, {constant}\n");
                add(&name, "i1", body);
            }
        }
    }
    add(
        "xored",
        "i1",
        "  %p = xor i8 %x, 9\n  %q = xor i8 %y, %x\n  %o = or i8 %p, %q\n  %r = icmp ne i8 %o, 0\n"
            .to_owned(),
    );
    for predicate in INT {
        for constant in [-1, 0, 1, 2, 3, 4] {
            let sum = "  %p = icmp eq i8 %x, 9\n  %q = icmp ugt i8 %y, %x\n  %o = icmp slt i8 %y, 30\n  \
                       %i = zext i1 %p to i8\n  %j = zext i1 %q to i8\n  %k = zext i1 %o to i8\n  \
                       %s = add i8 %i, %j\n  %t = add i8 %s, %k\n";
            let name = format!("sum{predicate}{constant}").replace('-', "m");
            add(
                &name,
                "i1",
                format!("{sum}  %r = icmp {predicate} i8 %t, {constant}\n"),
            );
        }
    }
    for predicate in ["eq", "ne"] {
        for constant in [0, 1, 0x10, 0x5a, 0xf0, 0xff] {
            let parts = "  %h = shl i8 %x, 4\n  %l = and i8 %y, 7\n  %c = icmp eq i8 %x, %y\n  \
                         %e = select i1 %c, i8 8, i8 0\n  %o = or i8 %h, %l\n  %t = or i8 %o, %e\n";
            let name = format!("together{predicate}{constant}");
            add(
                &name,
                "i1",
                format!("{parts}  %r = icmp {predicate} i8 %t, {constant}\n"),
            );
        }
    }
    add(
        "adjacent",
        "i8",
        "  %p = icmp eq i8 %x, 9\n  %q = icmp ugt i8 %y, %x\n  %s = select i1 %p, i8 %x, i8 1\n  %t = select i1 %q, i8 %y, i8 2\n  %r = sub i8 %s, %t\n".to_owned(),
    );
    add("summed", "i8", "  %p = icmp eq i8 %x, 9\n  %q = icmp ugt i8 %y, %x\n  %i = zext i1 %p to i8\n  %j = sext i1 %q to i8\n  %r = sub i8 %i, %j\n".to_owned());
    add("table", "i8", "  %i = urem i8 %x, 5\n  %j = zext i8 %i to i64\n  %g = getelementptr [5 x i8], ptr @switch.table.t, i64 0, i64 %j\n  %r = load i8, ptr %g\n".to_owned());
    all
}

fn switches() -> Vec<Function> {
    let mut all = Vec::new();
    for bits in [8, 11, 16, 20, 32, 64, 65, 128] {
        for (n, cases) in [
            vec![0, 1, 2, 0x80, 0xff, 0x100, 0x1234, 0x3412, 0x7fff],
            vec![0x1234, 0x1235, 0x1334, 0xff80],
            vec![u128::MAX, 0, 1 << (bits - 1), (1 << (bits - 1)) - 1],
            // So many that some are asked for as a whole.
            (0..1100).map(|i| i * 0x0003_0001_0039).collect(),
        ]
        .into_iter()
        .enumerate()
        {
            let mut cases: Vec<u128> = cases.into_iter().map(|c| c & mask(bits)).collect();
            cases.sort_unstable();
            cases.dedup();
            let mut body = format!("  switch i{bits} %x, label %other [\n");
            for (i, case) in cases.iter().enumerate() {
                // Some share a way, one of them with the default.
                let to = match i % 4 {
                    3 => "other".to_owned(),
                    i => format!("way{i}"),
                };
                writeln!(body, "    i{bits} {case}, label %{to}").unwrap();
            }
            body += "  ]\n";
            for way in 0..3 {
                writeln!(body, "way{way}:\n  br label %other").unwrap();
            }
            body += "other:\n  %r = phi i8 ";
            let defaults = 1 + (3..cases.len()).step_by(4).count();
            let mut incoming: Vec<String> =
                (0..3).map(|w| format!("[ {}, %way{w} ]", w + 1)).collect();
            incoming.extend(std::iter::repeat_n("[ 0, %0 ]".to_owned(), defaults));
            writeln!(body, "{}", incoming.join(", ")).unwrap();
            all.push(Function::ints(
                format!("switch{bits}n{n}"),
                bits,
                "i8",
                body,
            ));
        }
    }
    all
}

/// Switches over values of which LLVM knows bytes: cases that have others there are never taken.
fn switches_of_known_bytes() -> Vec<Function> {
    let mut all = Vec::new();
    for (n, known) in [
        "and i24 %x, -256",
        "or i24 %x, 255",
        "and i24 %x, 16711935",
        "or i24 %x, 4660",
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = format!("  %v = {known}\n  switch i24 %v, label %other [\n");
        let cases = [0x1201, 0x1200, 0x34_12ff, 0x34_1200, 0x34_0012, 0x1234];
        for (way, case) in cases.iter().enumerate() {
            writeln!(body, "    i24 {case}, label %way{way}").unwrap();
        }
        body += "  ]\n";
        let mut incoming = vec!["[ 0, %0 ]".to_owned()];
        for way in 0..cases.len() {
            writeln!(body, "way{way}:\n  br label %other").unwrap();
            incoming.push(format!("[ {}, %way{way} ]", way + 1));
        }
        writeln!(body, "other:\n  %r = phi i8 {}", incoming.join(", ")).unwrap();
        let name = format!("known{n}");
        all.push(Function::ints(name, 24, "i8", body));
    }
    all
}

/// Functions with several returns.
fn returns() -> Vec<Function> {
    let body = |second: &str| {
        format!(
            "  %p = icmp ult i8 %x, 77\n  br i1 %p, label %low, label %high\n\
             low:\n  ret i128 1\n\
             high:\n  %q = icmp eq i8 %x, %y\n  br i1 %q, label %same, label %rest\n\
             same:\n  ret i128 {second}\n\
             rest:\n  %r = xor i128 %a, 7\n"
        )
    };
    [("constant", "3"), ("argument", "%b")]
        .map(|(name, second)| Function::ints(name.to_owned(), 8, "i128", body(second)))
        .into()
}

/// Two compares of one value, one behind the other: the second takes no steps that the first has shown.
fn windows() -> Vec<Function> {
    let mut all = Vec::new();
    for bits in [16, 20, 32, 64] {
        for (n, (low, high)) in [
            (0x1234, 0x1280),
            (0x1234, 0x1234),
            (0x12ff, 0x1300),
            (0xff80, 0x7f),
            (0x1_2345, 0x1_2399),
            (0x1234_5678, 0x1234_56ff),
        ]
        .into_iter()
        .enumerate()
        {
            let [low, high] = [low, high].map(|c: u128| c & mask(bits));
            for first in INT {
                for second in ["eq", "ne", "ult", "sle", "ugt"] {
                    let body = format!(
                        "  %p = icmp {first} i{bits} %x, {low}\n  br i1 %p, label %next, label %no\n\
                         next:\n  %q = icmp {second} i{bits} %x, {high}\n  br i1 %q, label %yes, label %no\n\
                         yes:\n  br label %no\n\
                         no:\n  %r = phi i8 [ 0, %0 ], [ 1, %next ], [ 2, %yes ]\n"
                    );
                    let name = format!("window{bits}n{n}{first}{second}");
                    all.push(Function::ints(name, bits, "i8", body));
                }
            }
        }
    }
    all
}

fn module(functions: &[Function], prefix: &str) -> String {
    let mut text = "target triple = \"x86_64-pc-linux-gnu\"\n\
        @switch.table.t = private unnamed_addr constant [5 x i8] c\"\\07\\09\\04\\ff\\01\"\n\n"
        .to_owned();
    for function in functions {
        text += &function.ir(prefix);
    }
    let mut declared: Vec<String> = Vec::new();
    for line in text
        .lines()
        .filter_map(|l| l.split_once("call ").map(|(_, call)| call))
    {
        // `i8 @llvm.smin.i8(i8 %x, i8 %y)` without the names.
        let words: Vec<_> = line.split(' ').filter(|w| !w.starts_with('%')).collect();
        let types = line.matches("%").count() + line.matches("false").count();
        let head = line.split('(').next().expect("a call");
        let inside = line.split_once('(').expect("a call").1;
        let kinds: Vec<_> = inside
            .split(", ")
            .map(|p| p.split(' ').next().expect("a type"))
            .collect();
        assert_eq!(kinds.len(), types, "{words:?}");
        declared.push(format!("declare {head}({})", kinds.join(", ")));
    }
    declared.sort();
    declared.dedup();
    text + &declared.join("\n") + "\n"
}

fn table(functions: &[Function]) -> String {
    let mut c = "typedef unsigned __int128 u128;\n\
        enum domain { ALL_PAIRS, ALL_BY_TELLING, TELLING_PAIRS, FLOATS };\n\
        struct test { const char *name; u128 (*plain)(u128, u128); u128 (*changed)(u128, u128); unsigned bits; \
        enum domain domain; };\n"
        .to_owned();
    for Function { name, .. } in functions {
        writeln!(
            c,
            "u128 plain_{name}(u128, u128), changed_{name}(u128, u128);"
        )
        .unwrap();
    }
    c += "const struct test tests[] = {\n";
    for Function {
        name, bits, domain, ..
    } in functions
    {
        let domain = domain.c();
        writeln!(
            c,
            "{{\"{name}\", plain_{name}, changed_{name}, {bits}, {domain}}},"
        )
        .unwrap();
    }
    c + &format!("}};\nconst unsigned test_count = {};\n", functions.len())
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(text),
        false => Err(format!(
            "{command:?}\n{text}{}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

/// What the driver says of these functions behind these passes.
fn check(dir: &Path, functions: &[Function], passes: &str) -> Result<String, String> {
    // What distances report has to say which way each branch goes; what tells of compares tells somebody.
    let listeners = [("distance", "gates.c"), ("compares", "listeners.c")];
    let listeners = listeners.iter().find(|(pass, _)| passes.contains(pass));
    let listeners = listeners.map(|(_, file)| rooms().join("tests/differential").join(file));
    let at = |name: &str| dir.join(name);
    fs::write(at("plain.ll"), module(functions, "plain_")).unwrap();
    fs::write(at("before.ll"), module(functions, "changed_")).unwrap();
    fs::write(at("table.c"), table(functions)).unwrap();
    let behind = |passes: &str, output: &str| {
        let plugin = fz().join("lib/fz/libfz_passes.so");
        run(Command::new(fz_llvm::OPT)
            .arg(format!("-load-pass-plugin={}", plugin.display()))
            .args([
                &format!("-passes={passes}"),
                "-verify-each",
                "-fz-verify",
                "-S",
            ])
            .arg(at("before.ll"))
            .arg("-o")
            .arg(at(output)))?;
        Ok::<_, String>(fs::read_to_string(at(output)).unwrap())
    };
    // Printed the same way, so that all differences are the passes'.
    let (same, changed) = (behind("verify", "same.ll")?, behind(passes, "changed.ll")?);
    let bodies = |text: &str| -> Vec<String> {
        let functions = text.split("\ndefine ").skip(1);
        functions
            .map(|f| f.split("\n}\n").next().unwrap_or_default().to_owned())
            .collect()
    };
    let pairs = bodies(&same).into_iter().zip(bodies(&changed));
    let different = pairs.filter(|(a, b)| a != b).count();
    if different * 2 < functions.len() {
        let all = functions.len();
        return Err(format!(
            "of {all} functions the passes changed {different} alone"
        ));
    }
    run(Command::new(fz_llvm::CLANG)
        .args(["-O1", "-w"])
        .args(["plain.ll", "changed.ll", "table.c"].map(at))
        .arg(rooms().join("tests/exhaustive/driver.c"))
        .args(listeners)
        .args(["-lm", "-o"])
        .arg(at("driver")))?;
    run(&mut Command::new(at("driver")))
}

type Make = fn() -> Vec<Function>;

/// What the driver has to say of all functions of a kind.
fn all_are_what_they_were(functions: Make, passes: &str) {
    let scratch = tempfile::tempdir().unwrap();
    match check(scratch.path(), &functions(), passes) {
        Ok(said) => println!("{said}"),
        Err(error) => panic!("{error}"),
    }
}

/// A test for each kind of functions, and for the passes that change it.
macro_rules! every_decision_is_what_it_was {
    ($($name:ident: $functions:ident, $passes:expr;)*) => {
        $(
            #[test]
            fn $name() {
                all_are_what_they_were($functions, $passes);
            }
        )*
    };
}

const SPLITS: &str = "byte-split<floats=on;zero-one=on;loops=on>";
const BESIDE: &str = "byte-split<floats=on;zero-one=on;loops=on;gates=on>";
/// As a cmplog build tells of them, and as one for SanitizerCoverage's callbacks.
const TOLD: &str = "sites<records=off>,compares<form=cmplog;gates=on>";
const TRACED: &str = "sites<records=off>,compares<gates=on>";
const ALL: &str =
    "select-reedge,narrow-compares,byte-split<floats=on;zero-one=on;loops=on>,unify-returns";

every_decision_is_what_it_was! {
    compares_after_byte_split: compares, SPLITS;
    compares_after_select_reedge: compares, "select-reedge";
    promoted_after_narrow_compares: promoted, "narrow-compares";
    promoted_after_byte_split: promoted, SPLITS;
    promoted_after_all: promoted, ALL;
    floats_after_byte_split: floats, SPLITS;
    floats_after_select_reedge: floats, "select-reedge";
    decisions_after_select_reedge: decisions, "select-reedge";
    decisions_after_select_reedge_twice: decisions, "select-reedge,select-reedge";
    decisions_after_all: decisions, ALL;
    switches_after_byte_split: switches, SPLITS;
    known_bytes_after_byte_split: switches_of_known_bytes, SPLITS;
    windows_after_byte_split: windows, SPLITS;
    compares_beside_their_steps: compares, BESIDE;
    promoted_beside_their_steps: promoted, BESIDE;
    floats_beside_their_steps: floats, BESIDE;
    switches_beside_their_steps: switches, BESIDE;
    compares_that_are_told: compares, TOLD;
    compares_that_are_traced: compares, TRACED;
    floats_that_are_told: floats, TOLD;
    switches_that_are_traced: switches, TRACED;
    returns_after_unify_returns: returns, "unify-returns";
    compares_after_distance: compares, "select-reedge,edges,distance";
    floats_after_distance: floats, "select-reedge,edges,distance";
    decisions_after_distance: decisions, "select-reedge,edges,distance";
    switches_after_distance: switches, "edges,distance";
}
