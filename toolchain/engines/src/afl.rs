//! `afl`: AFL++'s protocol. The runtime goes into executables alone; counters get pages of their own in every image,
//! for the runtime lays the fuzzer's shared memory over them.

use std::ffi::OsString;

use fz_abi::{afl::EXPORTS, files};

use super::{Addition, Counters, Engine, Need, Parts, links};
use fz_commandline::{
    flags,
    invocation::{Link, Linker},
};

pub const ENGINE: Engine = Engine {
    name: "afl",
    summary: "AFL++ (4.04c and later), FOX, and what else speaks its protocol",
    link,
    needs: &[
        Need::Own(files::RUNTIME_OBJECT),
        Need::Own(files::HARNESS_AFL),
    ],
    refuses: &[],
    map_limit: None,
    counters: Counters::Pages,
};

fn link(link: &Link, parts: &Parts) -> Addition {
    link_with(files::RUNTIME_OBJECT, files::HARNESS_AFL, link, parts)
}

/// With one of the AFL runtimes, and a `main` for harnesses.
pub fn link_with(runtime: &str, main: &str, link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    let executable = links::takes_runtime(link, &mut add);
    // A library takes no runtime, and only page-aligned counters, if it is for this machine.
    if link.output == flags::Link::Shared
        && link.is_foreign
        && let Some(why) = link.no_runtime
    {
        add.reasons.push(format!("no runtime linked: {why}"));
    } else if executable || link.output == flags::Link::Shared {
        pages(link, parts, executable, &mut add);
    }
    if executable {
        add.first.extend(links::input(&parts.own(runtime)));
        for symbol in EXPORTS {
            add.first
                .push(format!("-Wl,--export-dynamic-symbol={symbol}").into());
        }
        links::findings_end_the_program(link, parts, &mut add);
        links::harness(link, parts, main, &[], &mut add);
    }
    add
}

/// Puts the counters on pages of their own.
fn pages(link: &Link, parts: &Parts, executable: bool, add: &mut Addition) {
    if link.script {
        let why = "your own linker script: counters are copied at the end of each run";
        add.reasons.push(why.to_owned());
        return;
    }
    match link.linker {
        Linker::Bfd | Linker::Default | Linker::Lld => {
            let script = match executable {
                true => files::PAGES_SCRIPT,
                false => files::PAGES_SCRIPT_DSO,
            };
            add.first
                .extend(links::input(&parts.own(files::DATA_OBJECT)));
            add.first.push("-Xlinker".into());
            let mut option = OsString::from("--script=");
            option.push(parts.own(script));
            add.first.push(option);
            if link.linker != Linker::Lld {
                // Else bfd keeps every function alive whose counters __start_… could reach. lld's default.
                add.first.push("-Wl,-z,start-stop-gc".into());
            }
        }
        Linker::Gold => {
            let (begin, end) = match executable {
                true => (files::GOLD_BEGIN, files::GOLD_END),
                false => (files::GOLD_BEGIN_DSO, files::GOLD_END_DSO),
            };
            add.first.extend(links::input(&parts.own(begin)));
            add.last.extend(links::input(&parts.own(end)));
        }
        Linker::Unknown => {
            let why = "a linker that fz does not know: counters are copied at the end of each run";
            add.reasons.push(why.to_owned());
        }
    }
}
