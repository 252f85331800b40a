//! `honggfuzz`: its own runtime. A harness runs in its persistent loop, a program with its own `main` over files or
//! stdin.
//!
//! honggfuzz: one process, whose threads run the program side by side.

use std::ffi::OsString;

use fz_abi::files;
use fz_base::error::Error;
use fz_commandline::invocation::Link;
use fz_dictionary::text;

use super::{Addition, Counters, Engine, Need, Parts, Start, links};
use crate::launch::{
    Format, Launch, Launcher, Plan, Request, Wish,
    arguments::INPUT,
    finds::{Kind, Place},
    outcome::{self, Outcome},
    push,
    target::Mark,
};
use crate::libfuzzer::seconds;

const RUNTIME: &str = "honggfuzz/libhfuzz.a";
const COMMON: &str = "honggfuzz/libhfcommon.a";

pub const ENGINE: Engine = Engine {
    name: "honggfuzz",
    summary: "honggfuzz 2",
    profile: "compares",
    beside: "",
    oss_fuzz: "honggfuzz",
    link,
    needs: &[
        Need::Own(files::HARNESS_HONGGFUZZ),
        Need::Own(files::PROGRAM_HONGGFUZZ),
        Need::Engine(RUNTIME),
        Need::Engine(COMMON),
    ],
    refuses: &[(
        "leak",
        "honggfuzz turns leak detection off in the programs that it runs",
    )],
    map_limit: None,
    counters: Counters::Sections,
    start: Start::With(&LAUNCHER),
};

/// Members that nothing refers to, but that have to be there.
const MEMBERS: [&str; 3] = [
    "LIBHFUZZ_module_instrument",
    "LIBHFUZZ_module_memorycmp",
    "performanceCheck",
];

/// Compares of libraries that honggfuzz stands in front of …
const WRAPPED: [&str; 29] = [
    "CRYPTO_memcmp",
    "OPENSSL_memcmp",
    "OPENSSL_strcasecmp",
    "OPENSSL_strncasecmp",
    "ap_cstr_casecmp",
    "ap_cstr_casecmpn",
    "ap_strcasestr",
    "apr_cstr_casecmp",
    "apr_cstr_casecmpn",
    "cmsstrcasecmp",
    "g_ascii_strcasecmp",
    "g_ascii_strncasecmp",
    "g_str_has_prefix",
    "g_str_has_suffix",
    "g_strcasecmp",
    "g_strcmp0",
    "g_strncasecmp",
    "g_strstr_len",
    "memcmp_const_time",
    "sqlite3_stricmp",
    "sqlite3_strnicmp",
    "strcsequal",
    "xmlStrEqual",
    "xmlStrcasecmp",
    "xmlStrcasestr",
    "xmlStrcmp",
    "xmlStrncasecmp",
    "xmlStrncmp",
    "xmlStrstr",
];

/// … and libc's, where no sanitizer does.
const WRAPPED_LIBC: [&str; 9] = [
    "bcmp",
    "memcmp",
    "memmem",
    "strcasecmp",
    "strcasestr",
    "strcmp",
    "strncasecmp",
    "strncmp",
    "strstr",
];

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if !links::takes_fuzzer(link, &mut add) {
        return add;
    }
    links::findings_end_the_program(link, parts, &mut add);
    add.first
        .extend(links::input(&parts.own(files::PROGRAM_HONGGFUZZ)));
    let libc = WRAPPED_LIBC.iter().filter(|_| !links::is_intercepted(link));
    let wrapped = WRAPPED.iter().chain(libc).map(|f| format!("--wrap={f}"));
    let members = MEMBERS.iter().map(|m| format!("-u,{m}"));
    let options: Vec<_> = wrapped.chain(members).collect();
    add.first.push(format!("-Wl,{}", options.join(",")).into());
    links::export(links::callbacks(), &mut add);
    let (runtime, common) = (parts.engine(RUNTIME), parts.engine(COMMON));
    let engine = [runtime.as_path(), &common];
    links::harness(link, parts, files::HARNESS_HONGGFUZZ, &engine, &mut add);
    for library in ["-lpthread", "-lm", "-ldl", "-lrt"] {
        add.last.push(library.into());
    }
    add
}

const LAUNCHER: Launcher = Launcher {
    engine: "honggfuzz",
    marks: &[Mark::Bytes(b"LIBHFUZZ_module_")],
    fuzzer: Some("honggfuzz"),
    how_to_get: "it is neither on the PATH nor in a folder of engines: build it (`cargo xtask setup --engines`), or name the folder with FZ_ENGINE_PATH or `engine-path = […]` in fz.toml",
    version: None,
    also_runs: &[],
    also_marked: &[],
    refuses: &[
        Wish::NO_CMPLOG,
        Wish::NO_COMPANIONS,
        Wish::NO_ENDING,
        Wish::NO_OPTIMISED_DICTIONARY,
        Wish::NO_SANITIZED,
        (Wish::Seed, "its random numbers have no seed to set"),
    ],
    needs: &[],
    dies_of_findings: false,
    prints_figures: true,
    drawn: None,
    dictionary: Some(Format {
        name: "honggfuzz",
        takes: text::HONGGFUZZ,
    }),
    plan,
    figures: None,
    finds: |out, _| {
        vec![
            Place::new(out.join(CORPUS), Kind::Input, &[""]),
            Place::new(out.join(CRASHES), Kind::Crash, &["SIG"]),
        ]
    },
    outcome,
};

const CORPUS: &str = "corpus";
const CRASHES: &str = "crashes";
/// What it puts a file's name for.
const FILE: &str = "___FILE___";

fn plan(request: &Request) -> Result<Plan, Error> {
    let mut arguments: Vec<OsString> = Vec::new();
    push(&mut arguments, "--input", &request.seeds);
    push(&mut arguments, "--output", request.inside(CORPUS));
    push(&mut arguments, "--workspace", &request.out);
    push(&mut arguments, "--crashdir", request.inside(CRASHES));
    push(&mut arguments, "--threads", request.jobs.to_string());
    // Its screen is for a terminal alone.
    arguments.push("--verbose".into());
    if let Some(dictionary) = &request.dictionary {
        push(&mut arguments, "--dict", dictionary);
    }
    let numbers = [
        ("--timeout", request.timeout.map(seconds)),
        ("--rlimit_rss", request.memory),
        ("--run_time", request.seconds),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            push(&mut arguments, name, number.to_string());
        }
    }
    if request.until_crash {
        arguments.push("--exit_upon_crash".into());
    }
    let is_input = |a: &OsString| a.to_string_lossy().contains(INPUT);
    if !request.target.is_persistent && !request.arguments.iter().any(is_input) {
        arguments.push("--stdin_input".into());
    }
    // Not for honggfuzz itself, which may need a library of the same name.
    for (name, value) in request.libraries() {
        push(&mut arguments, "--env", format!("{name}={value}"));
    }
    arguments.extend(request.extra.iter().cloned());
    arguments.push("--".into());
    arguments.push(request.target.path.clone().into());
    arguments.extend(request.arguments.iter().map(|a| match is_input(a) {
        true => a.to_string_lossy().replace(INPUT, FILE).into(),
        false => a.clone(),
    }));
    Ok(Plan {
        launches: vec![Launch {
            role: "main".to_owned(),
            build: request.target.path.clone(),
            program: request.fuzzer(),
            arguments,
            environment: Vec::new(),
        }],
        folders: vec![request.inside(CORPUS), request.inside(CRASHES)],
        ..Plan::default()
    })
}

fn outcome(request: &Request, printed: &str) -> Outcome {
    let crashes_in = request.inside(CRASHES);
    let corpus_in = request.inside(CORPUS);
    Outcome {
        executions: executions(printed),
        corpus: outcome::files(&corpus_in, &[""]),
        crashes: outcome::files(&crashes_in, &["SIG"]),
        corpus_in,
        crashes_in,
        ..Outcome::new("honggfuzz")
    }
}

/// From the summary that it prints at the end.
fn executions(printed: &str) -> Option<u64> {
    let at = printed.rfind("iterations:")? + "iterations:".len();
    outcome::number(&printed[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_in_the_summary() {
        let printed =
            "iterations:3 old\nSummary iterations:49152 time:3 speed:16384 crashes_count:2";
        assert_eq!(executions(printed), Some(49152));
        assert_eq!(executions("killed"), None);
    }
}
