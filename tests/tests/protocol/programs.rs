//! Builds the targets. They are compiled with clang's own counters, as foreign objects are, and linked as
//! the driver links: so these tests are about the runtime alone.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fz_abi::{afl, files, harness};
use fz_tests::{RunCommand, fz, rooms};
use tempfile::TempDir;

/// How an executable or a library comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub flags: &'static [&'static str],
    pub placement: Placement,
}

impl Link {
    pub fn is_dynamic(self) -> bool {
        !self.flags.iter().any(|flag| flag.starts_with("-static"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    Script,
    Gold,
    /// Counters anywhere: they have to be copied.
    None,
}

pub const PIE: Link = Link {
    flags: &["-fuse-ld=lld", "-pie"],
    placement: Placement::Script,
};
pub const NO_PIE: Link = Link {
    flags: &["-fuse-ld=lld", "-no-pie"],
    placement: Placement::Script,
};
pub const UNPLACED: Link = Link {
    placement: Placement::None,
    ..PIE
};

/// Every kind of executable.
pub const EXECUTABLES: [Link; 8] = [
    PIE,
    NO_PIE,
    Link {
        flags: &["-fuse-ld=lld", "-static", "-Wl,--gc-sections"],
        placement: Placement::Script,
    },
    Link {
        flags: &["-fuse-ld=lld", "-static-pie"],
        placement: Placement::Script,
    },
    Link {
        flags: &["-fuse-ld=bfd", "-pie", "-Wl,-z,start-stop-gc"],
        placement: Placement::Script,
    },
    Link {
        flags: &["-fuse-ld=bfd", "-static"],
        placement: Placement::Script,
    },
    Link {
        flags: &["-fuse-ld=bfd", "-static-pie"],
        placement: Placement::Script,
    },
    Link {
        flags: &["-fuse-ld=gold", "-pie"],
        placement: Placement::Gold,
    },
];

/// A folder with what one test builds.
pub struct Programs {
    folder: TempDir,
    runtime: &'static str,
}

impl Programs {
    pub fn new() -> Programs {
        Programs::with(files::RUNTIME_OBJECT)
    }

    /// Executables get this runtime.
    pub fn with(runtime: &'static str) -> Programs {
        Programs {
            folder: tempfile::tempdir().unwrap(),
            runtime,
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// An executable with the runtime.
    pub fn executable(&self, source: &str, link: Link, arguments: &[&str]) -> PathBuf {
        let object = self.object(source, arguments, true);
        let program = self.folder.path().join("program");
        let mut command = self.link(link, &program);
        if link.placement == Placement::Gold {
            command.arg(library(files::GOLD_BEGIN));
        }
        self.libraries(command.arg(object), arguments);
        command.arg(library(self.runtime));
        match link.placement {
            Placement::Script => script(&mut command, files::PAGES_SCRIPT),
            Placement::Gold => _ = command.arg(library(files::GOLD_END)),
            Placement::None => {}
        }
        command.args(afl::EXPORTS.map(|symbol| format!("-Wl,--export-dynamic-symbol={symbol}")));
        run(&mut command);
        program
    }

    /// `lib<name>.so`.
    pub fn shared(&self, source: &str, name: &str, placement: Placement, arguments: &[&str]) {
        let object = self.object(source, &[arguments, &["-fPIC"]].concat(), true);
        let file = format!("lib{name}.so");
        let mut command = self.link(PIE, &self.folder.path().join(&file));
        command
            .args(["-shared", &format!("-Wl,-soname,{file}")])
            .arg(object);
        if placement == Placement::Script {
            script(&mut command, files::PAGES_SCRIPT_DSO);
        }
        run(&mut command);
    }

    /// An executable that nothing is added to.
    pub fn plain(&self, source: &str, link: Link, arguments: &[&str]) -> PathBuf {
        let object = self.object(source, arguments, false);
        let name = Path::new(source).with_extension("plain");
        let program = self.folder.path().join(name);
        let mut command = self.link(link, &program);
        // The libraries' references are strong: they come from clang, and not from our pass.
        command.arg("-Wl,--allow-shlib-undefined");
        self.libraries(command.arg(object), arguments);
        run(&mut command);
        program
    }

    fn object(&self, source: &str, arguments: &[&str], counters: bool) -> PathBuf {
        let object = self.folder.path().join("object.o");
        let mut command = Command::new(fz_llvm::CLANG);
        if counters {
            command.arg("-fsanitize-coverage=inline-8bit-counters,pc-table");
        }
        command
            .args(["-c", "-Wall", "-Wextra", "-Werror", "-pedantic"])
            .args(harness::MACROS.map(|(name, body)| format!("-D{name}={body}")))
            .args(arguments.iter().filter(|argument| !is_for_linker(argument)))
            .arg(rooms().join("tests/protocol").join(source))
            .arg("-o")
            .arg(&object);
        run(&mut command);
        object
    }

    fn link(&self, link: Link, output: &Path) -> Command {
        let mut command = Command::new(fz_llvm::CLANG);
        command.args(link.flags).arg("-o").arg(output);
        command
    }

    /// What among `arguments` is for the linker: libraries, to be found beside the program, and options. (Only where
    /// there are any: a static PIE with an rpath crashes in glibc's start code.)
    fn libraries(&self, command: &mut Command, arguments: &[&str]) {
        let libraries: Vec<_> = arguments
            .iter()
            .filter(|argument| is_for_linker(argument))
            .collect();
        if !libraries.is_empty() {
            command.arg(format!("-L{}", self.folder.path().display()));
            command.arg("-Wl,-rpath,$ORIGIN").args(libraries);
        }
    }
}

fn script(command: &mut Command, script: &str) {
    command.arg(library(files::DATA_OBJECT));
    command.arg(format!("-Wl,-T,{}", library(script).display()));
}

fn is_for_linker(argument: &str) -> bool {
    argument.starts_with("-l") || argument.starts_with("-Wl,")
}

/// A file of the staged toolchain's `lib/fz`.
pub fn library(name: &str) -> PathBuf {
    fz().join("lib/fz").join(name)
}

pub fn run(command: &mut Command) {
    command.stdin(Stdio::null()).outcome().ok();
}
