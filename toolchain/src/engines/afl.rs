//! `afl`: AFL++'s protocol. The runtime goes into executables alone; counters get pages of their own in every image,
//! for the runtime lays the fuzzer's shared memory over them.

use std::ffi::OsString;

use fz_abi::{afl::EXPORTS, files};

use super::Addition;
use crate::{
    driver::{
        flags,
        invocation::{Link, Linker},
    },
    layout::Layout,
};

pub fn link(link: &Link, layout: &Layout) -> Addition {
    let mut add = Addition::default();
    if link.output == flags::Link::Relocatable {
        add.reasons
            .push("relocatable link: the final link adds the runtime".to_owned());
        return add;
    }
    // A library takes no runtime, and only page-aligned counters, if it is for this machine.
    let foreign = !matches!(
        link.no_runtime,
        None | Some(
            "no-standard-library" | "no-default-libraries" | "no-start-files" | "freestanding"
        )
    );
    if let Some(why) = link.no_runtime
        && (link.output != flags::Link::Shared || foreign)
    {
        add.reasons.push(format!("no runtime linked: {why}"));
        return add;
    }
    let executable = link.output != flags::Link::Shared;
    pages(link, layout, executable, &mut add);
    if executable {
        add.first.extend(object(layout, files::RUNTIME_OBJECT));
        for symbol in EXPORTS {
            add.first
                .push(format!("-Wl,--export-dynamic-symbol={symbol}").into());
        }
    }
    add
}

/// Puts the counters on pages of their own.
fn pages(link: &Link, layout: &Layout, executable: bool, add: &mut Addition) {
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
            add.first.extend(object(layout, files::DATA_OBJECT));
            add.first.push("-Xlinker".into());
            let mut option = OsString::from("--script=");
            option.push(layout.lib(script));
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
            add.first.extend(object(layout, begin));
            add.last.extend(object(layout, end));
        }
        Linker::Unknown => {
            let why = "a linker that fz does not know: counters are copied at the end of each run";
            add.reasons.push(why.to_owned());
        }
    }
}

/// An input for the linker. Not a plain argument: a `-x c` of the user's would make clang parse it.
fn object(layout: &Layout, file: &str) -> [OsString; 2] {
    ["-Xlinker".into(), layout.lib(file).into()]
}
