//! `fz env`.

use std::{
    ffi::OsStr,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_base::{
    env::{self, Environment, Variable},
    error::Error,
    layout::Layout,
    line, terminal,
};
use fz_driver::machine::find_clang;
use fz_engines::oss_fuzz::{self, Wish};
use fz_settings::{Flags, Origin, Settings, afl_names::Wishes};
use serde_json::json;

use super::doctor_ccache::{COMPILERCHECK, COMPILERTYPE};
use crate::{
    args::json::{self, Json},
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  eval \"$(fz env)\" && ./configure && make
  fz env --list
  cd libpng && eval \"$(fz env --oss-fuzz --sanitizer address)\" && bash -eu contrib/oss-fuzz/build.sh
  eval \"$(fz env --oss-fuzz --engine afl --out /tmp/out --libcxx)\"
  eval \"$(fz env --oss-fuzz --sanitizer coverage)\"       for OSS-Fuzz's coverage job, and for fz cov

A build script of OSS-Fuzz finds $SRC above the working directory, and leaves its programs in $OUT.";

#[derive(clap::Args)]
pub struct EnvArgs {
    /// List the variables that fz reads instead
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    json: Json,
    /// Print what the build scripts of OSS-Fuzz projects expect
    #[arg(long, conflicts_with = "list")]
    oss_fuzz: bool,
    /// The engine to build for [default: FZ_ENGINE, `engine` in fz.toml, libfuzzer; afl for coverage]
    #[arg(long, value_name = "NAME", requires = "oss_fuzz")]
    engine: Option<String>,
    /// $SANITIZER: address, coverage, hwaddress, integer, leak, memory, none, thread, undefined
    #[arg(
        long,
        value_name = "NAME",
        requires = "oss_fuzz",
        default_value = "address"
    )]
    sanitizer: String,
    /// $OUT: where programs, dictionaries and seeds go [default: ./out]
    #[arg(long, value_name = "DIR", requires = "oss_fuzz")]
    out: Option<PathBuf>,
    /// $WORK: for what a build does not keep [default: ./work]
    #[arg(long, value_name = "DIR", requires = "oss_fuzz")]
    work: Option<PathBuf>,
    /// $SRC: where the projects are [default: ..]
    #[arg(long, value_name = "DIR", requires = "oss_fuzz")]
    src: Option<PathBuf>,
    /// Use libc++, as OSS-Fuzz does, and not the system's C++ library
    #[arg(long, requires = "oss_fuzz")]
    libcxx: bool,
}

/// ccache sees neither environment nor plugins: profile and plugin go into its key by the first.
pub const CCACHE: [(&Variable, &str); 2] = [
    (&env::CCACHE_COMPILERCHECK, COMPILERCHECK),
    (&env::CCACHE_COMPILERTYPE, COMPILERTYPE),
];

pub fn run(args: &EnvArgs) -> Result<Exit> {
    let mut out = terminal::out();
    if args.list && args.json.is_wanted {
        let list: Vec<_> = env::VARIABLES
            .iter()
            .map(|v| json!({"name": v.name, "summary": v.summary}))
            .collect();
        json::write(&list, &mut out)?;
        return Ok(Exit::Done);
    }
    if args.list {
        let width = env::VARIABLES.iter().map(|v| v.name.len()).max();
        for variable in env::VARIABLES {
            line!(
                out,
                "{:w$}  {}",
                variable.name,
                variable.summary,
                w = width.unwrap_or(0)
            )?;
        }
        return Ok(Exit::Done);
    }
    let layout = Layout::of_this_process()?;
    let mut exports = match args.oss_fuzz {
        true => oss_fuzz::exports(&wish(args, &layout)?)?,
        false => vec![
            ("CC", layout.bin("fz-cc").display().to_string()),
            ("CXX", layout.bin("fz-cxx").display().to_string()),
        ],
    };
    exports.extend(CCACHE.map(|(variable, value)| (variable.name, value.to_owned())));
    if args.json.is_wanted {
        let map: serde_json::Map<_, _> = exports
            .into_iter()
            .map(|(k, v)| (k.to_owned(), json!(v)))
            .collect();
        json::write(&map, &mut out)?;
        return Ok(Exit::Done);
    }
    let mut out = terminal::exact();
    for (name, value) in exports {
        writeln!(out, "export {name}={}", shlex::try_quote(&value)?)?;
    }
    if args.oss_fuzz {
        writeln!(out, "mkdir -p \"$OUT\" \"$WORK\"")?;
    }
    Ok(Exit::Done)
}

/// What the arguments and the settings ask for.
fn wish(args: &EnvArgs, layout: &Layout) -> Result<Wish> {
    let directory = std::env::current_dir()?;
    let flags = Flags {
        engine: args.engine.clone(),
        ..Flags::default()
    };
    let environment = Environment::read();
    let settings = Settings::resolve(&flags, &environment, &directory)?;
    let asked = |origin: &Origin| *origin != Origin::Default;
    if args.libcxx {
        let clang = find_clang(&settings, &Wishes::read(&environment), true)?;
        check_libcxx(&clang)?;
    }
    let absolute = |path: &Option<PathBuf>, default: &str| {
        let path = path.as_deref().unwrap_or(Path::new(default));
        let absolute = std::path::absolute(directory.join(path));
        absolute.with_context(|| path.display().to_string())
    };
    let above = directory.parent().unwrap_or(&directory);
    Ok(Wish {
        engine: match asked(&settings.engine.origin) {
            true => settings.engine.value,
            // `fz cov` drives what is linked for afl, and OSS-Fuzz's job takes anything that runs a corpus.
            false if args.sanitizer == oss_fuzz::COVERAGE => "afl".to_owned(),
            false => "libfuzzer".to_owned(),
        },
        sanitizer: args.sanitizer.clone(),
        profile: asked(&settings.profile.origin).then_some(settings.profile.value),
        out: absolute(&args.out, "out")?,
        work: absolute(&args.work, "work")?,
        src: match &args.src {
            Some(_) => absolute(&args.src, "")?,
            None => above.to_owned(),
        },
        libcxx: args.libcxx,
        cc: layout.bin("fz-cc"),
        cxx: layout.bin("fz-cxx"),
    })
}

/// Whether clang has libc++ to compile and to link with.
fn check_libcxx(clang: &Path) -> Result<(), Error> {
    let program =
        "-stdlib=libc++ --driver-mode=g++ -x c++ -include string -E /dev/null -o /dev/null";
    let words: Vec<&OsStr> = program.split(' ').map(OsStr::new).collect();
    let compiles = fz_process::output(clang, &words).is_ok_and(|o| o.status.success());
    let library = fz_process::output(clang, &[OsStr::new("-print-file-name=libc++.so")]);
    // It prints a path, or the name back.
    let links = library.is_ok_and(|o| o.stdout.starts_with(b"/"));
    match compiles && links {
        true => Ok(()),
        false => Err(Error::option(
            "--libcxx",
            format!(
                "clang finds no libc++: install it (`apt-get install {}`), or leave the option out",
                fz_llvm::LIBCXX_PACKAGES.join(" ")
            ),
        )),
    }
}
