//! `honggfuzz`: its own runtime. A harness runs in its persistent loop, a program with its own `main` over files or
//! stdin.

use fz_abi::files;

use super::{Addition, Counters, Engine, Need, Parts, links};
use fz_commandline::invocation::Link;

const RUNTIME: &str = "honggfuzz/libhfuzz.a";
const COMMON: &str = "honggfuzz/libhfcommon.a";

pub const ENGINE: Engine = Engine {
    name: "honggfuzz",
    summary: "honggfuzz 2",
    link,
    needs: &[
        Need::Own(files::HARNESS_HONGGFUZZ),
        Need::Own(files::PROGRAM_HONGGFUZZ),
        Need::Engine(RUNTIME),
        Need::Engine(COMMON),
    ],
    refuses: &[(
        "leak",
        "honggfuzz turns the search for leaks off in what it runs",
    )],
    map_limit: None,
    counters: Counters::Sections,
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
    if !links::takes_libraries(link, &mut add) {
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
