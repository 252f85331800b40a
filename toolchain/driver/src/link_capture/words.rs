//! What the linker's command line names, in its order: inputs, libraries that are looked for, other files.

use std::path::{Path, PathBuf};

use fz_commandline::{
    invocation::Invocation,
    parse::{Arg, Kind},
    response,
};

/// Something that a link's command line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As the argument has it: a path, or `-lNAME`.
    pub argument: String,
    pub path: PathBuf,
    pub how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// The driver's argument.
    Input,
    /// A word of the linker's.
    Word,
    /// Behind a `-l`, where a `-L` of the user's leads to.
    Library,
    /// The same where the linker looks by itself.
    SystemLibrary,
    /// A source of this command's.
    Source,
    /// The value of an option: a script, a list of symbols.
    File,
}

/// How an option of the linker's takes the next word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A name, a number, a folder, or a file that is written.
    Plain,
    File,
    Library,
    Folder,
}

/// Options whose values are words of their own, or stand behind a `=`. Others are known by the `=` alone.
#[rustfmt::skip]
const OPTIONS: &[(&str, Value)] = &[
    ("A", Value::Plain), ("F", Value::Plain), ("G", Value::Plain), ("I", Value::Plain), ("L", Value::Folder),
    ("M", Value::Plain), ("Map", Value::Plain), ("R", Value::File), ("T", Value::File), ("Tbss", Value::Plain),
    ("Tdata", Value::Plain), ("Ttext", Value::Plain), ("Ttext-segment", Value::Plain), ("Y", Value::Plain),
    ("architecture", Value::Plain), ("assert", Value::Plain), ("auxiliary", Value::Plain), ("b", Value::Plain),
    ("c", Value::File), ("dT", Value::File), ("default-script", Value::File), ("defsym", Value::Plain),
    ("dependency-file", Value::Plain), ("dynamic-linker", Value::Plain), ("dynamic-list", Value::File),
    ("e", Value::Plain), ("entry", Value::Plain), ("exclude-libs", Value::Plain),
    ("export-dynamic-symbol", Value::Plain), ("export-dynamic-symbol-list", Value::File), ("f", Value::Plain),
    ("filter", Value::Plain), ("fini", Value::Plain), ("format", Value::Plain), ("h", Value::Plain),
    ("image-base", Value::Plain), ("init", Value::Plain), ("just-symbols", Value::File), ("l", Value::Library),
    ("library", Value::Library), ("library-path", Value::Folder), ("m", Value::Plain), ("mllvm", Value::Plain),
    ("mri-script", Value::File), ("o", Value::Plain), ("oformat", Value::Plain), ("out-implib", Value::Plain),
    ("output", Value::Plain), ("plugin", Value::Plain), ("plugin-opt", Value::File),
    ("require-defined", Value::Plain), ("retain-symbols-file", Value::File), ("rpath", Value::Plain),
    ("rpath-link", Value::Plain), ("script", Value::File), ("section-ordering-file", Value::File),
    ("section-start", Value::Plain), ("soname", Value::Plain), ("sort-section", Value::Plain),
    ("symbol-ordering-file", Value::File), ("trace-symbol", Value::Plain), ("u", Value::Plain),
    ("undefined", Value::Plain), ("version-script", Value::File), ("why-extract", Value::Plain),
    ("wrap", Value::Plain), ("y", Value::Plain), ("z", Value::Plain),
];

/// Options of one letter whose values may stand in the same word.
const JOINED: [&str; 5] = ["-L", "-l", "-R", "-T", "-I"];

/// Where the linker looks by itself, in clang's order: what GCC brings first, then the system's.
const SYSTEM: [&str; 6] = [
    "lib/x86_64-linux-gnu",
    "usr/lib/x86_64-linux-gnu",
    "lib64",
    "usr/lib64",
    "lib",
    "usr/lib",
];
const GCC: &str = "usr/lib/gcc/x86_64-linux-gnu";
/// The linker's own, which clang does not name.
const LOCAL: [&str; 2] = ["usr/local/lib/x86_64-linux-gnu", "usr/local/lib"];

/// The folders of a link: those of its arguments, those of its words, and those of the environment.
#[derive(Debug, Default)]
struct Folders {
    arguments: Vec<PathBuf>,
    words: Vec<PathBuf>,
    environment: Vec<PathBuf>,
    root: PathBuf,
}

impl Folders {
    /// In the order in which the linker looks, and whether the user named each.
    fn all(&self) -> Vec<(PathBuf, bool)> {
        let users =
            |folders: &[PathBuf]| -> Vec<_> { folders.iter().map(|f| (f.clone(), true)).collect() };
        let system = |names: &[&str]| -> Vec<_> {
            let folders = names.iter().map(|name| self.root.join(name));
            folders.map(|f| (f, false)).collect()
        };
        let gcc = newest(&self.root.join(GCC)).map(|folder| (folder, false));
        [
            users(&self.arguments),
            gcc.into_iter().collect(),
            system(&SYSTEM),
            users(&self.words),
            users(&self.environment),
            system(&LOCAL),
        ]
        .concat()
    }
}

/// The folder with the highest number for its name.
fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let numbered = entries.filter_map(|e| {
        let name = e.file_name().into_string().ok()?;
        let number: u32 = name.split('.').next()?.parse().ok()?;
        Some((number, e.path()))
    });
    numbered.max().map(|(_, path)| path)
}

/// What the arguments of a link name, in the linker's order. `library_path`: folders from the environment.
pub fn named(invocation: &Invocation, parsed: &[Arg], library_path: &[PathBuf]) -> Vec<Named> {
    let mut reader = Reader {
        folders: folders(parsed, library_path),
        is_static: invocation.link.as_ref().is_some_and(|l| l.is_static),
        ..Reader::default()
    };
    let mut inputs = invocation.inputs.iter().peekable();
    for argument in parsed {
        match &argument.kind {
            Kind::Input => {
                // What the profile drops is no input.
                let Some(input) = inputs.next_if(|i| i.path == Path::new(&argument.text)) else {
                    continue;
                };
                let how = match input.language {
                    Some(_) => How::Source,
                    None => How::Input,
                };
                reader.found(&argument.text, &argument.text, how);
            }
            Kind::Flag { row, .. } if row.spelling == "-l" => reader.library(argument.value()),
            Kind::Flag { .. } => words_of(argument).iter().for_each(|w| reader.word(w, 0)),
            Kind::Unlisted => {}
        }
    }
    reader.found
}

/// What one argument tells the linker.
fn words_of(argument: &Arg) -> Vec<String> {
    fz_commandline::parse::linker_args(&[argument])
}

fn folders(parsed: &[Arg], library_path: &[PathBuf]) -> Folders {
    let mut folders = Folders {
        environment: library_path.to_vec(),
        root: PathBuf::from("/"),
        ..Folders::default()
    };
    for argument in parsed {
        match &argument.kind {
            Kind::Flag { row, .. } => match row.spelling {
                "-L" | "--library-directory" => folders.arguments.push(argument.value().into()),
                "--sysroot" => folders.root = argument.value().into(),
                _ => {}
            },
            Kind::Unlisted => {
                if let Some(root) = argument.text.strip_prefix("--sysroot=") {
                    folders.root = root.into();
                }
            }
            Kind::Input => {}
        }
    }
    // All folders hold for all libraries, wherever they are named.
    let words: Vec<String> = parsed.iter().flat_map(words_of).collect();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match option(word) {
            Some((Value::Folder, Some(value))) => folders.words.push(value.into()),
            Some((Value::Folder, None)) => folders.words.extend(words.next().map(PathBuf::from)),
            Some((_, None)) => _ = words.next(),
            _ => {}
        }
    }
    folders
}

/// An option with a value: how it takes it, and the value if it stands in the same word.
fn option(word: &str) -> Option<(Value, Option<&str>)> {
    let joined = JOINED.iter().find_map(|letter| {
        let value = word.strip_prefix(letter)?;
        // `-Ttext` is none of them, nor is `-library-path`.
        let name = value.split('=').next().unwrap_or_default();
        let is_long = of_table(&format!("{}{name}", &letter[1..])).is_some();
        (!value.is_empty() && !is_long).then_some((letter, value))
    });
    if let Some((letter, value)) = joined {
        return Some((of_table(&letter[1..])?, Some(value)));
    }
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'))?;
    match name.split_once('=') {
        Some((name, value)) => Some((of_table(name).unwrap_or(Value::File), Some(value))),
        None => Some((of_table(name)?, None)),
    }
}

fn of_table(name: &str) -> Option<Value> {
    let mut rows = OPTIONS.iter();
    rows.find(|(option, _)| *option == name).map(|(_, v)| *v)
}

#[derive(Default)]
struct Reader {
    folders: Folders,
    found: Vec<Named>,
    /// Libraries are archives.
    is_static: bool,
    /// What `--push-state` has put by.
    states: Vec<bool>,
    /// The last word wants this one for its value.
    expects: Option<Value>,
}

/// Files of words that name each other.
const DEEPEST: usize = 8;

impl Reader {
    fn found(&mut self, argument: &str, path: impl Into<PathBuf>, how: How) {
        self.found.push(Named {
            argument: argument.to_owned(),
            path: path.into(),
            how,
        });
    }

    fn word(&mut self, word: &str, depth: usize) {
        if let Some(value) = self.expects.take() {
            return self.value(value, word);
        }
        if let Some(file) = word.strip_prefix('@').filter(|_| depth < DEEPEST) {
            if let Ok(text) = fz_base::file::read_text(Path::new(file), fz_base::file::NOTE) {
                self.found(file, file, How::File);
                for word in response::config(&text) {
                    self.word(&word, depth + 1);
                }
            }
            return;
        }
        match word {
            "-Bstatic" | "-dn" | "-non_shared" | "-static" | "--static" => self.is_static = true,
            "-Bdynamic" | "-dy" | "-call_shared" => self.is_static = false,
            "--push-state" | "-push-state" => self.states.push(self.is_static),
            "--pop-state" | "-pop-state" => {
                self.is_static = self.states.pop().unwrap_or(self.is_static);
            }
            "" => {}
            _ if !word.starts_with('-') => self.found(word, word, How::Word),
            _ => match option(word) {
                Some((value, Some(text))) => self.value(value, text),
                Some((value, None)) => self.expects = Some(value),
                None => {}
            },
        }
    }

    fn value(&mut self, value: Value, text: &str) {
        match value {
            Value::File => self.found(text, text, How::File),
            Value::Library => self.library(text),
            Value::Plain | Value::Folder => {}
        }
    }

    fn library(&mut self, library: &str) {
        let names = match library.strip_prefix(':') {
            Some(name) => vec![name.to_owned()],
            None if self.is_static => vec![format!("lib{library}.a")],
            None => vec![format!("lib{library}.so"), format!("lib{library}.a")],
        };
        for (folder, is_users) in self.folders.all() {
            for name in &names {
                let path = folder.join(name);
                if path.is_file() {
                    let how = match is_users {
                        true => How::Library,
                        false => How::SystemLibrary,
                    };
                    return self.found(&format!("-l{library}"), path, how);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use fz_commandline::{invocation, parse};

    use super::*;

    fn of(words: &str, library_path: &[PathBuf]) -> Vec<Named> {
        let words: Vec<String> = words.split_whitespace().map(String::from).collect();
        let parsed = parse::parse(&words, &|_| None);
        let invocation = invocation::understand(&parsed, false);
        named(&invocation, &parsed, library_path)
    }

    fn shown(words: &str) -> String {
        let all = of(words, &[]);
        let all: Vec<_> = all
            .iter()
            .map(|n| format!("{} {:?}", n.argument, n.how))
            .collect();
        all.join(", ")
    }

    #[test]
    fn options_of_the_table_are_sorted_and_named_once() {
        assert!(OPTIONS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn inputs_come_in_the_order_of_the_linker() {
        assert_eq!(
            shown(
                "a.o -Wl,--whole-archive,b.a,--no-whole-archive c.c -Xlinker d.o e.so.1 -o out.o"
            ),
            "a.o Input, b.a Word, c.c Source, d.o Word, e.so.1 Input"
        );
    }

    #[test]
    fn values_of_the_linkers_options_are_no_inputs() {
        assert_eq!(
            shown(
                "a.o -Wl,-soname,b.so.1 -Wl,-soname -Wl,b.so -Wl,-rpath,/c -Wl,-Map=d.map,-z,now -Wl,-h,x"
            ),
            "a.o Input"
        );
        assert_eq!(
            shown(
                "-T a.ld -Wl,--version-script=b.map,--dynamic-list,c.list -Wl,-T,d.ld -Wl,-Te.ld -Wl,-Ttext=f a.o"
            ),
            "a.ld File, b.map File, c.list File, d.ld File, e.ld File, a.o Input"
        );
        assert_eq!(shown("-Wl,--new-option=a.txt a.o"), "a.txt File, a.o Input");
    }

    #[test]
    fn libraries_are_found_where_the_linker_looks() {
        let scratch = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
        for file in [&one, &two] {
            fs::create_dir(file).unwrap();
        }
        for file in ["one/libx.a", "two/libx.so", "two/libx.a", "two/liby.so.3"] {
            fs::write(scratch.path().join(file), "").unwrap();
        }
        let (l1, l2) = (
            format!("-L{}", one.display()),
            format!("-L{}", two.display()),
        );
        let paths = |words: &str| -> Vec<String> {
            let all = of(words, std::slice::from_ref(&two));
            let short = |n: &Named| {
                n.path
                    .strip_prefix(scratch.path())
                    .unwrap()
                    .display()
                    .to_string()
            };
            all.iter().map(short).collect()
        };
        assert_eq!(paths(&format!("-lx {l1} {l2}")), ["one/libx.a"]);
        assert_eq!(paths(&format!("-lx {l2}")), ["two/libx.so"]);
        assert_eq!(paths(&format!("-static -lx {l2}")), ["two/libx.a"]);
        assert_eq!(paths("-l:liby.so.3"), ["two/liby.so.3"]);
        assert_eq!(
            paths(&format!(
                "{l2} -Wl,-Bstatic -lx -Wl,-Bdynamic -l x -Wl,-l,x"
            )),
            ["two/libx.a", "two/libx.so", "two/libx.so"]
        );
        assert_eq!(
            paths(&format!(
                "{l2} -Wl,--push-state,-Bstatic,-lx,--pop-state -lx"
            )),
            ["two/libx.a", "two/libx.so"]
        );
        assert_eq!(
            paths(&format!("-Wl,-L,{} -lx", one.display())),
            ["one/libx.a"]
        );
        assert!(of("-lnothing-of-this-name", &[]).is_empty());
    }
}
