//! Compare feedback end to end: who listens is told, in all designs and under sanitizers, and nobody else pays or fails.

use fz_tests::{Sandbox, rooms};

fn fz_cc(dir: &Sandbox, words: &str) -> String {
    dir.cc(words).out()
}

fn run(dir: &Sandbox, program: &str) -> String {
    dir.run(&format!("./{program}")).ok().out()
}

/// A folder with the program, and with an object that prints what it is told.
fn folder() -> Sandbox {
    let dir = Sandbox::new();
    for file in ["compares.c", "told.c"] {
        dir.write(
            file,
            std::fs::read(rooms().join("tests/run").join(file)).unwrap(),
        );
    }
    dir.run(&format!("{} -O1 -w -c told.c", fz_llvm::CLANG))
        .ok();
    for parent in ["compares", "cmplog"] {
        let profile =
            format!("summary = \"s\"\nextends = \"{parent}\"\n[feedback.compares]\ngates = true\n");
        dir.write(format!("{parent}-gates.toml"), profile);
    }
    dir
}

/// What has to be told whatever the optimiser does. (A switch may become compares, or be told as one.)
const TRACE: [&str; 9] = [
    "__sanitizer_cov_trace_const_cmp4 12345 2a",
    "__sanitizer_cov_trace_const_cmp8 1122334455667788 7",
    // 1.5 and 2.5
    "__sanitizer_cov_trace_const_cmp8 3ff8000000000000 4004000000000000",
    "__sanitizer_cov_trace_const_cmp8 5 9",
    "__sanitizer_cov_trace_const_cmp8 3 0",
    "__sanitizer_cov_trace_switch 2a of a 12fd1 fffffffd",
    "__sanitizer_cov_trace_div4 4",
    "__sanitizer_weak_hook_strcmp help hello 1",
    "__sanitizer_weak_hook_memcmp help worl 1",
];
const CMPLOG: [&str; 9] = [
    "__cmplog_ins_hook4 2a 12345 1",
    "__cmplog_ins_hook8 7 1122334455667788 1",
    "__cmplog_ins_hook8 4004000000000000 3ff8000000000000 9",
    "__cmplog_ins_hook16 9 5 1",
    "__cmplog_ins_hook4 2a a 1",
    "__cmplog_ins_hook4 2a fffffffd 1",
    "__cmplog_rtn_hook_str help hello",
    "__cmplog_rtn_hook_n help worl",
    "__cmplog_rtn_hook help here",
];

#[test]
fn listeners_are_told_in_all_designs_and_under_sanitizers() {
    let dir = &folder();
    for (profile, told) in [
        ("compares", TRACE),
        ("cmplog", CMPLOG),
        // Without a runtime that shuts gates, the same.
        ("./compares-gates.toml", TRACE),
        ("./cmplog-gates.toml", CMPLOG),
    ] {
        for flags in [
            "-O0",
            "-O2",
            "-O2 -flto -fuse-ld=lld",
            "-O2 -fsanitize=address",
            "-O0 -fsanitize=address",
            "-O2 -fsanitize=memory",
            "-O2 -fsanitize=thread",
            "-O2 -fsanitize=undefined",
            "-O2 -static",
        ] {
            // `told.c` allocates nothing and is no sanitizer's.
            fz_cc(
                dir,
                &format!("--fz-profile={profile} --fz-engine=none {flags} compares.c told.o -o p"),
            );
            let said = run(dir, "p");
            let lines: Vec<_> = said.lines().collect();
            for line in told {
                assert!(
                    lines.contains(&line),
                    "{profile} {flags}: no `{line}` in\n{said}"
                );
            }
            assert!(!said.contains(" again"), "{profile} {flags}\n{said}");
            assert!(!said.contains(" nowhere"), "{profile} {flags}\n{said}");
        }
    }
}

/// Objects for every engine: a plain link finds no callback, and the program does what it does.
#[test]
fn without_listeners_nothing_happens() {
    let dir = &folder();
    for profile in ["compares", "cmplog", "angora", "./compares-gates.toml"] {
        fz_cc(
            dir,
            &format!("--fz-profile={profile} -O2 -c compares.c -o p.o"),
        );
        for linker in ["gcc", fz_llvm::CLANG] {
            dir.call(linker, &["p.o", "-o", "p"]).ok();
            assert_eq!(run(dir, "p"), "", "{profile} {linker}");
        }
    }
}

#[test]
fn sites_are_listed_with_their_places() {
    let dir = &folder();
    for (flags, is_there) in [
        ("-O0", true),
        ("-O2 -Wl,--gc-sections -fuse-ld=lld", true),
        ("-O2 -fsanitize=address", true),
        ("-O2 -flto -fuse-ld=lld", false),
    ] {
        fz_cc(
            dir,
            &format!("--fz-profile=compares --fz-engine=none {flags} compares.c -o p"),
        );
        let inspect = |more: &str| dir.prints(&format!("inspect {more} p"));
        let listed = inspect("--list sites");
        assert_eq!(listed.contains("compare in p\n"), is_there, "{listed}");
        let json: serde_json::Value =
            serde_json::from_str(&inspect("--list sites --json")).unwrap();
        let image = &json["images"][0];
        assert_eq!(image["why-empty"].is_null(), is_there, "{json}");
        let summary = inspect("");
        assert_eq!(summary.contains("compare sites: "), is_there, "{summary}");
        if !is_there {
            continue;
        }
        for line in [
            "compares.c:19:18 integer 32 bits == 74565",
            "compares.c:25:16 float 64 bits == 1.5",
            "compares.c:27:18 integer 128 bits == 55340232221128654853",
            "compares.c:29:3 switch 32 bits == 10,-3,77777",
            "compares.c:39:7 call strcmp \"hello\"",
            "compares.c:43:27 divisor 32 bits signed",
        ] {
            assert!(listed.contains(line), "{flags}: no `{line}` in\n{listed}");
        }
        let functions = image["functions"].as_array().unwrap();
        let compare = functions.iter().find(|f| f["function"] == "compare");
        let first = &compare.unwrap()["sites"][0];
        assert_eq!(first["kind"], "integer");
        assert_eq!(first["line"], 19);
        assert_eq!(first["constant"], "74565");
    }
}
