//! Huge functions: what transformations take grows with their size, and not with its square.

use std::{
    fmt::Write,
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use fz_tests::{RunCommand, fz};

/// One block that decides without branches.
fn straight(instructions: usize) -> String {
    let mut ir =
        "declare i32 @llvm.smax.i32(i32, i32)\ndefine i32 @f(ptr %p) {\n  %s0 = add i32 0, 0\n"
            .to_owned();
    let rounds = instructions / 6;
    for i in 0..rounds {
        let bound = i + 300;
        write!(
            ir,
            "  %l{i} = load volatile i32, ptr %p\n  %c{i} = icmp ult i32 %l{i}, {bound}\n  \
             %z{i} = zext i1 %c{i} to i32\n  %e{i} = select i1 %c{i}, i32 %l{i}, i32 %s{i}\n  \
             %m{i} = call i32 @llvm.smax.i32(i32 %e{i}, i32 %z{i})\n  %s{} = add i32 %m{i}, %s{i}\n",
            i + 1
        )
        .unwrap();
    }
    ir + &format!("  ret i32 %s{rounds}\n}}\n")
}

/// Bytes that are compared as numbers.
fn promoted(instructions: usize) -> String {
    let mut ir = "define i32 @f(ptr %p) {\n  %s0 = add i32 0, 0\n".to_owned();
    let rounds = instructions / 5;
    for i in 0..rounds {
        let bound = i % 256;
        write!(
            ir,
            "  %l{i} = load volatile i8, ptr %p\n  %w{i} = zext i8 %l{i} to i32\n  \
             %c{i} = icmp ugt i32 %w{i}, {bound}\n  %z{i} = zext i1 %c{i} to i32\n  %s{} = add i32 %z{i}, %s{i}\n",
            i + 1
        )
        .unwrap();
    }
    ir + &format!("  ret i32 %s{rounds}\n}}\n")
}

/// A sum that is compared whenever something was added.
fn running_sum(instructions: usize) -> String {
    let mut ir = "define void @f(ptr %p) {\n  %s0 = add i32 0, 0\n".to_owned();
    for i in 0..instructions / 5 {
        write!(
            ir,
            "  %l{i} = load volatile i32, ptr %p\n  %s{} = add i32 %l{i}, %s{i}\n  \
             %c{i} = icmp ugt i32 %s{}, 100\n  %z{i} = zext i1 %c{i} to i32\n  store volatile i32 %z{i}, ptr %p\n",
            i + 1,
            i + 1
        )
        .unwrap();
    }
    ir + "  ret void\n}\n"
}

/// `ok = ok && …`, over and over.
fn truths(instructions: usize) -> String {
    let mut ir = "define i1 @f(ptr %p, i1 %ok0) {\nentry:\n  br label %b0\n".to_owned();
    let rounds = instructions / 5;
    for i in 0..rounds {
        let (bound, next) = (i + 300, i + 1);
        if i > 0 {
            let last = i - 1;
            writeln!(
                ir,
                "b{i}:\n  %ok{i} = phi i1 [ false, %b{last} ], [ %c{last}, %t{last} ]"
            )
            .unwrap();
        } else {
            ir += "b0:\n";
        }
        write!(
            ir,
            "  br i1 %ok{i}, label %t{i}, label %b{next}\nt{i}:\n  %l{i} = load volatile i32, ptr %p\n  \
             %c{i} = icmp ugt i32 %l{i}, {bound}\n  br label %b{next}\n"
        )
        .unwrap();
    }
    let last = rounds - 1;
    ir + &format!(
        "b{rounds}:\n  %ok = phi i1 [ false, %b{last} ], [ %c{last}, %t{last} ]\n  ret i1 %ok\n}}\n"
    )
}

/// A compare in each block, and a return for each.
fn branchy(instructions: usize) -> String {
    let mut ir = "define i32 @f(ptr %p) {\nentry:\n  br label %b0\n".to_owned();
    let rounds = instructions / 4;
    for i in 0..rounds {
        let (bound, next) = (i + 300, i + 1);
        write!(
            ir,
            "b{i}:\n  %l{i} = load volatile i32, ptr %p\n  %c{i} = icmp eq i32 %l{i}, {bound}\n  \
             br i1 %c{i}, label %b{next}, label %x{i}\nx{i}:\n  ret i32 {i}\n"
        )
        .unwrap();
    }
    ir + &format!("b{rounds}:\n  ret i32 0\n}}\n")
}

/// One condition made of thousands.
fn chain(instructions: usize) -> String {
    let mut ir = "define i1 @f(ptr %p) {\n  %s0 = icmp eq ptr %p, null\n".to_owned();
    let rounds = instructions / 3;
    for i in 0..rounds {
        let (bound, next) = (i + 300, i + 1);
        write!(
            ir,
            "  %l{i} = load volatile i32, ptr %p\n  %c{i} = icmp eq i32 %l{i}, {bound}\n  \
             %s{next} = and i1 %s{i}, %c{i}\n"
        )
        .unwrap();
    }
    ir + &format!("  ret i1 %s{rounds}\n}}\n")
}

/// A switch whose cases lead to the default, to one other block, or each to its own.
fn switch(cases: usize) -> String {
    let mut ir = "define i32 @f(i32 %x) {\nentry:\n  switch i32 %x, label %d [\n".to_owned();
    let way = |i: usize| match i % 3 {
        0 => "d".to_owned(),
        1 => format!("w{i}"),
        _ => "e".to_owned(),
    };
    for i in 0..cases {
        writeln!(ir, "    i32 {}, label %{}", i * 77_777, way(i)).unwrap();
    }
    ir += "  ]\n";
    let own: Vec<usize> = (1..cases).step_by(3).collect();
    for i in &own {
        writeln!(ir, "w{i}:\n  br label %d").unwrap();
    }
    let mut incoming = vec!["[ 7, %e ]".to_owned()];
    incoming.extend(std::iter::repeat_n(
        "[ 0, %entry ]".to_owned(),
        1 + cases.div_ceil(3),
    ));
    incoming.extend(own.iter().map(|i| format!("[ {i}, %w{i} ]")));
    let incoming = incoming.join(", ");
    ir + &format!("e:\n  br label %d\nd:\n  %r = phi i32 {incoming}\n  ret i32 %r\n}}\n")
}

/// Calls that share a landing pad.
fn throwers(calls: usize) -> String {
    let mut ir = "declare void @g()\ndeclare i32 @__gxx_personality_v0(...)\n\
        define void @f() personality ptr @__gxx_personality_v0 {\nentry:\n  br label %b0\n"
        .to_owned();
    for i in 0..calls {
        let next = i + 1;
        writeln!(
            ir,
            "b{i}:\n  invoke void @g() to label %b{next} unwind label %pad"
        )
        .unwrap();
    }
    let incoming: Vec<_> = (0..calls).map(|i| format!("[ {i}, %b{i} ]")).collect();
    let incoming = incoming.join(", ");
    ir + &format!(
        "b{calls}:\n  ret void\npad:\n  %r = phi i32 {incoming}\n  %e = landingpad {{ ptr, i32 }} cleanup\n  \
         store volatile i32 %r, ptr null\n  resume {{ ptr, i32 }} %e\n}}\n"
    )
}

/// Compares of memory with constants and with each other, one behind the other.
fn strings(instructions: usize) -> String {
    let mut ir = "declare i32 @memcmp(ptr, ptr, i64)\ndeclare i32 @strcmp(ptr, ptr)\n\
        @s = private constant [5 x i8] c\"abcd\\00\"\ndefine i32 @f(ptr %p, ptr %q) {\n  %s0 = add i32 0, 0\n"
        .to_owned();
    let rounds = instructions / 4;
    for i in 0..rounds {
        let call = match i % 2 {
            0 => "@memcmp(ptr %p, ptr @s, i64 4)",
            _ => "@strcmp(ptr %p, ptr @s)",
        };
        write!(
            ir,
            "  %c{i} = call i32 {call}\n  %s{} = add i32 %s{i}, %c{i}\n",
            i + 1
        )
        .unwrap();
    }
    ir + &format!("  ret i32 %s{rounds}\n}}\n")
}

/// Calls that may not return, each of what a marked compare says.
fn marked(instructions: usize) -> String {
    let mut ir = "declare void @g(i64)\ndeclare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg)\n\
        define void @f(i32 %a) {\n"
        .to_owned();
    for i in 0..instructions / 4 {
        let number = 0x667a_0000_0000_0000 + i;
        write!(
            ir,
            "  %c{i} = icmp eq i32 %a, {i}\n  %z{i} = zext i1 %c{i} to i64\n  \
             %m{i} = call i64 @llvm.expect.with.probability.i64(i64 %z{i}, i64 {number}, double 7.5e-1)\n  \
             call void @g(i64 %m{i})\n"
        )
        .unwrap();
    }
    ir + "  ret void\n}\n"
}

/// Calls of one function, each with its place.
fn calls(calls: usize) -> String {
    let mut ir = "declare void @g()\ndefine void @f() !dbg !3 {\n".to_owned();
    for i in 0..calls {
        writeln!(ir, "  call void @g(), !dbg !{}", i + 5).unwrap();
    }
    ir += "  ret void\n}\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!4}\n\
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)\n\
        !1 = !DIFile(filename: \"a.c\", directory: \"/\")\n!2 = !DISubroutineType(types: !{null})\n\
        !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !2, spFlags: DISPFlagDefinition, unit: !0)\n\
        !4 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    for i in 0..calls {
        writeln!(ir, "!{} = !DILocation(line: {}, scope: !3)", i + 5, i + 2).unwrap();
    }
    ir
}

/// Bytes that are compared, each after the last: all that came before is what a compiler may look at.
fn bytes(instructions: usize) -> String {
    let mut ir = "define void @f(ptr %p) {\n".to_owned();
    for i in 0..instructions / 5 {
        let (bound, next) = (i % 256, i + 1);
        write!(
            ir,
            "  %l{i} = load i8, ptr %p\n  %c{i} = icmp eq i8 %l{i}, {bound}\n  \
             br i1 %c{i}, label %t{i}, label %b{next}\nt{i}:\n  store volatile i8 %l{i}, ptr %p\n  \
             br label %b{next}\nb{next}:\n",
        )
        .unwrap();
    }
    ir + "  ret void\n}\n"
}

fn time(dir: &Path, ir: &str, pass: &str) -> Duration {
    fs::write(dir.join("in.ll"), ir).unwrap();
    let started = Instant::now();
    Command::new(fz_llvm::OPT)
        .arg(format!(
            "-load-pass-plugin={}",
            fz().join("lib/fz/libfz_passes.so").display()
        ))
        .args([&format!("-passes={pass}"), "-disable-output", "in.ll"])
        .current_dir(dir)
        .outcome()
        .ok();
    started.elapsed()
}

/// Whether the pass has something to do there: it counts what it did, or calls what it tells.
fn is_changed(dir: &Path, ir: &str, pass: &str) -> bool {
    fs::write(dir.join("in.ll"), ir).unwrap();
    let plugin = fz().join("lib/fz/libfz_passes.so");
    let out = Command::new(fz_llvm::OPT)
        .arg(format!("-load-pass-plugin={}", plugin.display()))
        .args([&format!("-passes={pass}"), "-S", "in.ll"])
        .current_dir(dir)
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&out.stdout);
    [&format!("done:{pass}"), "__fz_tell.", ".debug_fz_coverage"]
        .iter()
        .any(|sign| out.contains(*sign))
}

/// A function of so many instructions, cases or calls.
type Make = fn(usize) -> String;

/// Four times as much takes four times as long, with n log n some more; with n² it would take sixteen times.
const MOST: f64 = 9.0;

#[test]
fn time_grows_with_size() {
    let scratch = tempfile::tempdir().unwrap();
    let jobs: [(Make, usize, &str); 14] = [
        (straight, 100_000, "select-reedge"),
        (chain, 100_000, "select-reedge"),
        (branchy, 100_000, "byte-split"),
        (branchy, 100_000, "unify-returns"),
        (promoted, 100_000, "narrow-compares"),
        (running_sum, 100_000, "select-reedge"),
        (truths, 100_000, "select-reedge"),
        (switch, 10_000, "byte-split"),
        (throwers, 10_000, "split-landing-pads"),
        (strings, 60_000, "split-calls"),
        (marked, 100_000, "conditions"),
        (marked, 100_000, "split-returns"),
        (calls, 40_000, "edges<coverage=on>"),
        (
            bytes,
            20_000,
            "sites<records=off>,compares<form=trace>,function(instcombine)",
        ),
    ];
    let mut slow = Vec::new();
    for (make, size, pass) in jobs {
        assert!(is_changed(scratch.path(), &make(1000), pass), "{pass}");
        // Somebody else may have the machine for a while.
        let grows = || {
            let times = [size / 4, size].map(|n| time(scratch.path(), &make(n), pass));
            times[1].as_secs_f64() / times[0].as_secs_f64()
        };
        let best = (0..3).map(|_| grows()).find(|ratio| *ratio <= MOST);
        if best.is_none() {
            slow.push(pass);
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
