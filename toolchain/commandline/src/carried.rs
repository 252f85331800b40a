//! Arguments that a program brings with it, and what becomes of each when the program is built again. Whoever wrote the
//! program may have written anything there, so what is said again is listed: `carried/*.txt`, by the spellings that clang
//! and the linkers read. Words that clang hands to other programs are taken apart, and each is looked up.

pub mod linkers;
mod stream;
pub mod table;

pub use stream::Part;

use crate::parse::{Arg, Kind};
use stream::Stream;
use table::{CLANG, LINKER, Row, Values};

/// What becomes of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It shapes what is made, and does nothing else.
    Keep,
    /// It says where something is written, or how far the compiler goes: whoever builds again decides that. Nothing of
    /// what is loaded depends on it.
    Drop,
    /// It does this, which nobody may do unasked.
    Ask(&'static str),
}

/// What there is of what arguments name.
pub struct Known<'a> {
    /// Whether the program carries a file.
    pub is_carried: &'a dyn Fn(&str) -> bool,
    /// Whether a file or folder is this machine's system's, wherever its name leads.
    pub is_of_system: &'a dyn Fn(&str) -> bool,
}

/// The programs to which clang hands words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Clang's inner command.
    Cc1,
    /// The same, of which the preprocessor's options come first.
    Preprocessor,
    Assembler,
    Llvm,
    Linker,
}

/// An argument, and what becomes of it. Of words for another program, what becomes of each.
pub struct Judged<'a> {
    pub argument: &'a Arg,
    pub parts: Vec<Part>,
    /// What stands before parts that are joined by commas.
    list: Option<&'static str>,
    pub is_for_linker: bool,
}

const READS: &str = "reads a file that the program does not carry";
const UNKNOWN: &str = "is none of the options that fz knows";
const EXPANDS: &str = "names a file of arguments that was not captured";
const UNLIKE: &str = "is not read alike by fz and by clang";

/// What becomes of each of a compilation's or a link's arguments.
pub fn judged<'a>(arguments: &'a [Arg], known: &Known) -> Vec<Judged<'a>> {
    let mut all: Vec<Judged> = Vec::with_capacity(arguments.len());
    let mut streams = Stream::all();
    for argument in arguments {
        let judged = one(argument, all.len(), &mut streams, known);
        if !judged.is_for_linker {
            // The linker is given inputs and more between its words.
            let linker = streams.iter_mut().filter(|s| s.tool == Tool::Linker);
            close(linker, &mut all);
        }
        all.push(judged);
    }
    close(streams.iter_mut(), &mut all);
    all
}

fn close<'s>(streams: impl Iterator<Item = &'s mut Stream>, all: &mut [Judged]) {
    for ((argument, part), fate) in streams.filter_map(Stream::close) {
        all[argument].parts[part].fate = fate;
    }
}

fn one<'a>(argument: &'a Arg, at: usize, streams: &mut [Stream], known: &Known) -> Judged<'a> {
    let mut judged = Judged {
        argument,
        parts: Vec::new(),
        list: None,
        is_for_linker: false,
    };
    let row = match row_of(argument) {
        Ok(row) => row,
        Err(fate) => {
            judged.parts.push(whole(argument, fate, None));
            return judged;
        }
    };
    let value = argument.rest.last();
    let value = value.map_or(&argument.text[row.spelling.len()..], |value| value);
    let Values::Words(tool) = row.values else {
        let fate = match row.fate {
            Fate::Keep => row.values.fate(value, known),
            _ => row.fate.clone(),
        };
        let is_file = matches!(row.values, Values::File);
        let file = is_file.then_some(row.spelling.len());
        judged.parts.push(whole(argument, fate, file));
        return judged;
    };
    judged.is_for_linker = tool == Tool::Linker;
    let stream = streams.iter_mut().find(|s| s.tool == tool);
    let stream = stream.expect("each program has one");
    let pieces: Vec<&str> = match row.spelling.ends_with(',') {
        true => {
            judged.list = Some(&row.spelling);
            value.split(',').filter(|piece| !piece.is_empty()).collect()
        }
        false => vec![value],
    };
    if let (true, ["-MD" | "-MMD", ..]) = (row.spelling == "-Wp,", &pieces[..]) {
        // The driver takes all of it for its own.
        judged.list = None;
        judged.parts.push(whole(argument, Fate::Drop, None));
        return judged;
    }
    for (nth, piece) in pieces.into_iter().enumerate() {
        let mut part = stream.word(piece, (at, nth), known);
        let between = if argument.rest.is_empty() { "" } else { " " };
        part.told = part
            .told
            .map(|told| format!("{}{between}{told}", row.spelling));
        judged.parts.push(part);
    }
    judged
}

/// An argument that is not taken apart.
fn whole(argument: &Arg, fate: Fate, file: Option<usize>) -> Part {
    Part {
        word: argument.text.clone(),
        fate,
        told: Some(argument.shown()),
        file,
        is_input: argument.kind == Kind::Input,
        value_of: None,
    }
}

/// The row of an option, or what becomes of an argument that has none.
fn row_of(argument: &Arg) -> Result<&'static Row, Fate> {
    let mut words = std::iter::once(&argument.text).chain(&argument.rest);
    if words.any(|word| word.starts_with('@')) {
        return Err(Fate::Ask(EXPANDS));
    }
    let row = CLANG.row(&argument.text);
    if argument.kind == Kind::Input {
        // Some options begin with a slash.
        let is_option = argument.text.starts_with('/') && row.is_some();
        return Err(if is_option {
            Fate::Ask(UNLIKE)
        } else {
            Fate::Keep
        });
    }
    let row = row.ok_or(Fate::Ask(UNKNOWN))?;
    match row.following(&argument.text) == argument.rest.len() {
        true => Ok(row),
        false => Err(Fate::Ask(UNLIKE)),
    }
}

/// Whether the linker's `-z` is kept with a keyword.
fn keyword(value: &str) -> Fate {
    let row = LINKER.row("-z").expect("it is listed");
    let known = Known {
        is_carried: &|_| false,
        is_of_system: &|_| false,
    };
    row.values.fate(value, &known)
}

impl Judged<'_> {
    /// The argument as it is said again, of which nothing may be left.
    pub fn words(&self, trusts: bool) -> Vec<String> {
        let said = |part: &&Part| match part.fate {
            Fate::Keep => true,
            Fate::Drop => false,
            Fate::Ask(_) => trusts,
        };
        let said: Vec<&str> = self.parts.iter().filter(said).map(|p| &*p.word).collect();
        match self.list {
            _ if said.is_empty() => Vec::new(),
            Some(before) => vec![format!("{before}{}", said.join(","))],
            None => std::iter::once(&self.argument.text)
                .chain(&self.argument.rest)
                .cloned()
                .collect(),
        }
    }

    /// What is asked for, by name, with what it would do.
    pub fn asked(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.parts.iter().filter_map(|part| match part.fate {
            Fate::Ask(why) => part.told.as_deref().map(|told| (told, why)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// What is said again, and what is asked for.
    fn outcome(words: &str) -> (String, Vec<String>) {
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        let parsed = parse::parse(&words, &|_| None);
        let known = Known {
            is_carried: &|path| path.starts_with("carried"),
            is_of_system: &|path| path.starts_with("/usr/"),
        };
        let judged = judged(&parsed, &known);
        let said: Vec<String> = judged.iter().flat_map(|j| j.words(false)).collect();
        let asked = judged.iter().flat_map(Judged::asked);
        (
            said.join(" "),
            asked.map(|(option, _)| option.to_owned()).collect(),
        )
    }

    /// Of options, those that are alike in a line.
    fn spellings(text: &str) -> impl Iterator<Item = &str> {
        text.trim().split(['|', '\n']).map(str::trim)
    }

    #[test]
    fn what_shapes_code_is_kept() {
        for words in [
            "-O2",
            "-Iinclude -I include -isystem x -include x.h --include x.h -DX=1 -D X=1 -UX",
            "-fuse-ld=lld -fuse-ld=bfd -fuse-ld=/usr/bin/ld.gold --ld-path=/usr/x/ld.bfd-2 --ld-path=ld.mold",
            "-B/usr/libexec/mold -B /usr/x --prefix=/usr/x --prefix /usr/x",
            "a.c -",
            "-- -x.c",
            "-mllvm -inline-threshold=9 -mllvm=-inline-threshold=9 -mllvm --enable-merge-functions=false",
            "-Wl,-z,now -z relro -Wl,-z,max-page-size=0x1000 -Wl,-znow",
            "-std=c11 --std c11 -fsanitize=address -lm -march=native --param ssp-buffer-size=4",
            "-Wp,-D_FORTIFY_SOURCE=2 -Wp,-D,X=1 -Xpreprocessor -UX",
            "-Wa,--noexecstack -Xassembler --noexecstack -Wa,-defsym,X=1",
            "-Xclang -target-feature -Xclang -avx2 -Xclang -disable-O0-optnone",
            "-Wl,-soname,libx.so.1 -Wl,-soname -Wl,x -Wl,--version-script,carried.map -Wl,--version-script=carried.map",
            "-Wl,-rpath,/x:/y -Xlinker -rpath -Xlinker $ORIGIN -Wl,--start-group a.o -Wl,--end-group",
            "-ffile-prefix-map=/a=. -fdebug-prefix-map=/a=. -fdebug-compilation-dir=/a",
            "--target=x86_64-linux-gnu -target x86_64-pc-linux-gnu -x c++ --driver-mode=g++",
            "-fsanitize-ignorelist=carried.txt -fmodules -fcxx-modules",
            "-Wl,--wrap=malloc,--defsym,x=1,--plugin-opt=O2",
        ] {
            assert_eq!(outcome(words), (words.to_owned(), vec![]));
        }
    }

    const LEFT_OUT: &str = "
        -o x.o | -ox.o | --output x.o | --output=x
        -c | -S | -emit-llvm | -E
        -MD | -MF x.d | -MFx.d | -MJ x.json | -MMD
        -Wp,-MD,x.d | -Wp,-MMD,x.d,-load
        -save-temps=obj | --save-temps | -ftime-trace=x
        -dumpdir x
        -include-pch x.pch | -Xclang -include-pch -Xclang x.pch
        --serialize-diagnostics x | -serialize-diagnostics x | -gsplit-dwarf | -gsplit-dwarf=split | -fcrash-diagnostics-dir=x
        -fmodule-output=x | -fmodule-output | -fmodule-file=x | -fmodule-file=m=x | -fprebuilt-module-path=x
        -fthin-link-bitcode=x | -foptimization-record-file=x | -fstack-usage | -dependency-dot x
        -Wl,-Map,x | -Wl,-Map=x | -Wl,--Map,x | -Xlinker -Map -Xlinker x
        -Wl,-o,x | -Wl,-ox | -Wl,--output=x
        -Wl,--out-implib,x | -Wl,--dependency-file=x | -Wl,--print-archive-stats=x | -Wl,--opt-remarks-filename,x | -Wl,--reproduce=x | -Wl,--print-symbol-counts,x
        --for-linker -Map=x | --for-linker=-Map=x | -Zlinker-input -Map=x
        --fz-replay=x | -v | -###
        -B/x/lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld | -B /x/lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld/
    ";

    #[test]
    fn what_says_where_output_goes_is_left_out() {
        for words in spellings(LEFT_OUT) {
            assert_eq!(outcome(words), (String::new(), vec![]), "{words}");
        }
        // Only those of a list.
        let (said, asked) = outcome("-Wl,-z,now,-Map,x,--gc-sections");
        assert_eq!((&*said, asked), ("-Wl,-z,now,--gc-sections", vec![]));
    }

    const ASKED_FOR: &str = "
        -fplugin=x.so | -fplugin-arg-x-y | -fpass-plugin=x.so
        -Xclang -load -Xclang x.so | -Xclang=-load -Xclang=x.so | -Wp,-load,x.so | -Wp,-D,X,-load,x.so | -Xpreprocessor -load -Xpreprocessor x.so | -Xclang -mllvm -Xclang -load=x.so
        --analyze | -Xanalyzer -load
        -mllvm -load=x.so | -mllvm=-load=x.so | -mllvm --load=x.so
        -mllvm -stats | -mllvm=-info-output-file=x | -mllvm -inline-threshold=x | -mllvm -inline-threshold | -mllvm @x
        -B x | -Bx | --prefix x | --prefix=x
        -specs=x | --specs=x | -specs x | --specs x
        -B/x/gcc-ld | -Bx/lib/rustlib/x/bin/gcc-ld | -B/lib/rustlib/x/bin/gcc-ld/.. | -B/x/lib/rustlib/x/y/bin/gcc-ld
        -fuse-ld=/x/ld | -fuse-ld=../x | --ld-path=x | --ld-path=/x/ld | --ld-path=/usr/x | --ld-path=./ld.lld | --ld-path=x-ld
        -no-integrated-as | -fno-integrated-as
        --sysroot x | --sysroot=x | -isysroot x | -isysrootx
        --gcc-toolchain=x | --gcc-install-dir=x | --gcc-triple=x
        -resource-dir x | -resource-dir=x
        -ccc-gcc-name x | -ccc-whatever
        --config x | --config=x
        @x | -D @x | -o @x
        -Xlinker @x | -Wl,@x | -Wl,-rpath,@x | -Wp,@x | -Xclang @x | -Wa,@x
        -fthinlto-distributor=x | -Xthinlto-distributor=x
        -Xarch_host -Ox | -Xarch_x86_64 -Ox | -Xopenmp-target -Ox | --offload-arch=x
        -x cuda | -xhip | --language=cl
        --driver-mode=cl | --target=x86_64-../x-linux-gnu | -target hexagon
        -Xclang -emit-pch | -Xclang -plugin | -Xclang -include | -Xclang -main-file-name
        -ivfsoverlay x | -fsanitize-ignorelist=x
        -fprofile-use=x | -fprofile-use
        -fsanitize-ignorelist=x=carried
        -fbasic-block-sections=list=x | -working-directory x
        -Wa,-Ix | -Xclangas -load
        -fno-such-option | -wrapper
        -T x | -Tx | -Wl,-T,x | -Wl,-Tx | -Wl,--script=x | -Wl,--version-script,x
        -Wl,-plugin,x.so | -Wl,--plugin=x.so | -Wl,-plugin=x.so | -Wl,--plug,x.so | -Xlinker --plugin -Xlinker x.so
        -Wl,-plugin-opt=obj-path=x | -Wl,--plugin-opt,stats-file=x | -Wl,--load-pass-plugin=x
        -Wl,-mllvm,-load=x | -Wl,-mllvm=-load=x | -Wl,--mllvm=-info-output-file=x
        -Wl,--error-handling-script=x | -Wl,--error-handling-scr=x | -Wl,--error-handling-script,x
        -Wl,--run,x | -Wl,-Ma=x | -Wl,--outpu=x | -Wl,--out-impl=x | -Wl,-plu,x | -Wl,-Mx
        -Wl,-R,x | -Wl,-Rx | -Wl,--just-symbols=x
        -Wl,-c,x | -Wl,-b,binary | -Wl,-f,x | -Wl,-Ax | -Wl,-Yx | -Wl,-dT,x
        -Wl,--chroot,x | -Wl,--sysroot=x | -Wl,-C,x
        -Wl,-print-archive-stats=x | -Wl,-non_shared
        -Wl,-z,help | -z help
        -Wl,-soname,-plugin | -Wl,-soname
        -Wl,--audit=x
    ";

    /// Each in every spelling that clang or a linker reads.
    #[test]
    fn what_loads_runs_reads_or_is_not_known_is_asked_for() {
        for words in spellings(ASKED_FOR) {
            let (said, asked) = outcome(words);
            assert!(!asked.is_empty(), "{words}: {said}");
        }
    }

    #[test]
    fn lists_may_be_empty_and_slashes_may_begin_options() {
        assert_eq!(outcome("-Wl, -Wp, -Wa,,"), (String::new(), vec![]));
        assert_eq!(outcome("/a.c"), ("/a.c".to_owned(), vec![]));
        assert_eq!(outcome("/res-may-alias").1, ["/res-may-alias"]);
    }

    #[test]
    fn options_are_told_of_as_they_are_written() {
        let (_, asked) =
            outcome("-Wp,-load,x.so -Xclang -load -Xclang x.so -Wl,-T,x -B x -mllvm -load=y");
        let told = [
            "-Wp,-load",
            "-Xclang -load",
            "-Wl,-T x",
            "-B x",
            "-mllvm -load=y",
        ];
        assert_eq!(asked, told);
    }

    #[test]
    fn words_of_one_program_are_read_one_after_the_other() {
        // As CMake includes a precompiled header.
        let words = "-Xclang -include-pch -Xclang h.pch -Xclang -include -Xclang h.hxx";
        assert_eq!(outcome(words).0, "-Xclang -include -Xclang h.hxx");
        // Clang's inner command has them side by side.
        let words = "-Xclang -include -O2 -Xclang -load";
        assert_eq!(outcome(words), (words.to_owned(), vec![]));
        // The linker does not.
        assert!(!outcome("-Wl,-soname a.o -Wl,x").1.is_empty());
    }
}
