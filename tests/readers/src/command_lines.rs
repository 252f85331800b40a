//! Compilers' command lines, which what a program carries has, too, and files of arguments.

use anyhow::Result;
use fz_commandline::{
    carried::{self, Known},
    flags, invocation, own, parse, response, strip, target,
};

use crate::{Around, Reader};

const SEEDS: [&str; 6] = [
    "-O2\n-g\n-c\na.c\n-o\na.o\n-Wall\n-Iinclude\n-DX=\"1 2\"\n-march=native",
    "-fsanitize=address,undefined\n-fno-sanitize=all\n-shared\n-Wl,-soname,x.so,--as-needed\n-lz\n-L.\na.o\nb.a",
    "-Xclang\n-load\n-Xclang\nx.so\n-fplugin=x.so\n-mllvm\n-x\n-Wp,-MD,dep\n-Xlinker\n-T\n-Xlinker\nscript",
    "@args\n--config\nconfig\n-cc1\n-emit-llvm\n-x\nc++\n-\n-S\n-E\n-M\n-MF\ndep",
    "--fz-profile=coverage\n--fz-dry-run\n--fz-replay=x\n-flto=thin\n-static\n-r\n-s\n-nostdlib\n--target=x86_64-linux-gnu",
    "@a\0-O2 'a b' \"c\\\"d\" @a\n# comment\n-x c \\\n y",
];

/// An argument on each line; what stands after a zero byte is in each file that is named.
pub fn start(_: &Around) -> Result<Reader> {
    Ok(Reader {
        seeds: SEEDS.map(|s| s.as_bytes().to_vec()).into(),
        read: Box::new(|data| {
            let text = String::from_utf8_lossy(data);
            let (words, file) = text.split_once('\0').unwrap_or((&text, ""));
            let words: Vec<String> = words.split('\n').map(str::to_owned).collect();
            // Clang refuses files that name themselves; fz reads them a few levels deep.
            let file = file.replace('@', " ");
            let read = |_: &str| Some(file.clone());
            look(&words, &read);
            let _ = response::config(&file);
        }),
    })
}

fn look(words: &[String], read: &dyn Fn(&str) -> Option<String>) {
    let parsed = parse::parse(words, read);
    let _ = parse::words(&parsed);
    let _ = parse::linker_args(&parsed.iter().collect::<Vec<_>>());
    let is_even = |path: &str| path.len().is_multiple_of(2);
    let known = Known {
        is_carried: &is_even,
        is_of_system: &is_even,
    };
    for judged in carried::judged(&parsed, &known) {
        let _ = (
            judged.words(true),
            judged.words(false),
            judged.asked().count(),
        );
    }
    for cxx in [false, true] {
        let mut understood = invocation::understand(&parsed, cxx);
        understood.wish_for(&["address".to_owned()]);
        let _ = (
            understood.preprocesses(),
            understood.is_cc1(),
            understood.works(),
        );
        let _ = (
            understood.may_change_first(),
            understood.has_sanitizer_passes(),
        );
    }
    for argument in &parsed {
        let _ = (argument.value(), argument.shown(), argument.meaning());
        let _ = (strip::asked(argument), strip::without(argument));
        let _ = target::of(&argument.text);
        let _ = (
            flags::lookup(&argument.text),
            flags::takes_next(&argument.text),
        );
    }
    let _ = own::take(words.iter().map(Into::into).collect(), read);
}
