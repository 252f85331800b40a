//! `fz env`.

use std::{ffi::OsStr, path::Path};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use fz_base::{
    env::{self, Environment, Variable},
    error::Error,
    layout::Layout,
};
use fz_builds::{Tools, cmake, meson};
use fz_driver::machine::find_clang;
use fz_engines::oss_fuzz::{self, Wish};
use fz_settings::{Flags, Origin, Settings, afl_names::Wishes};
use serde_json::json;

use super::doctor_ccache::{COMPILERCHECK, COMPILERTYPE};
use crate::{
    args::{
        Says,
        json::{self, Json},
        output::Output,
    },
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  eval \"$(fz env)\" && ./configure && make
  fz env cmake -o fz.cmake
  cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/fz.cmake -B build
  fz env meson -o fz.ini
  meson setup --native-file fz.ini build
  fz env oss-fuzz SANITIZER=undefined FUZZING_ENGINE=afl OUT=/tmp/out
  fz env variables
      what fz reads

The files for CMake and Meson name fz-cc and fz-cxx, and LLVM's ar, ranlib and
nm, which read the bitcode of link-time optimisation. Where a project has files
of its own, own.cmake or own.ini, use both:
  cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/fz.cmake \\
    -DFZ_CHAINLOAD_TOOLCHAIN_FILE=$PWD/own.cmake -B build
  cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/own.cmake \\
    -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=$PWD/fz.cmake -B build
  meson setup --native-file fz.ini --native-file own.ini build

Build scripts of OSS-Fuzz projects find $SRC above the working directory, and
leave their programs in $OUT:
  cd libpng && eval \"$(fz env oss-fuzz)\" && bash -eu contrib/oss-fuzz/build.sh
SANITIZER is address, or coverage (for OSS-Fuzz's coverage job, and for fz
cov), hwaddress, integer, leak, memory, none, thread or undefined.
FUZZING_ENGINE is FZ_ENGINE, `engine` in fz.toml, or libfuzzer; afl for
coverage. OUT is ./out, WORK ./work and SRC the folder above.";

/// Who reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A shell: `eval "$(fz env)"`
    #[default]
    Shell,
    /// CMake: a toolchain file
    Cmake,
    /// Meson: a native file
    Meson,
    /// The build scripts of OSS-Fuzz projects
    OssFuzz,
    /// You: the variables that fz reads
    Variables,
}

#[derive(clap::Args)]
#[command(mut_arg("output", |a| a.says(": a file, whole or not at all [default: the standard output]")))]
pub struct EnvArgs {
    /// Who reads it
    #[arg(value_enum, value_name = "FORM", default_value_t)]
    form: Form,
    /// With oss-fuzz: what its build scripts are to find in SANITIZER, FUZZING_ENGINE, OUT, WORK and SRC
    #[arg(value_name = "NAME=VALUE", value_parser = oss_fuzz_variable)]
    variables: Vec<(&'static str, String)>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    json: Json,
    /// With oss-fuzz: use libc++, as OSS-Fuzz does, and not the system's C++ library
    #[arg(long)]
    libcxx: bool,
}

/// What can be asked of the environment for OSS-Fuzz's scripts.
const OSS_FUZZ: [&str; 5] = [SANITIZER, ENGINE, OUT, WORK, SRC];
const SANITIZER: &str = "SANITIZER";
const ENGINE: &str = "FUZZING_ENGINE";
const OUT: &str = "OUT";
const WORK: &str = "WORK";
const SRC: &str = "SRC";

fn oss_fuzz_variable(text: &str) -> Result<(&'static str, String), String> {
    let known = text.split_once('=').and_then(|(name, value)| {
        let name = OSS_FUZZ.into_iter().find(|known| *known == name)?;
        (!value.is_empty()).then(|| (name, value.to_owned()))
    });
    known.ok_or_else(|| format!("it is not NAME=VALUE with one of {}", OSS_FUZZ.join(", ")))
}

impl EnvArgs {
    fn given(&self, name: &str) -> Option<&str> {
        let mut given = self
            .variables
            .iter()
            .rev()
            .filter(|(known, _)| *known == name);
        given.next().map(|(_, value)| value.as_str())
    }

    fn sanitizer(&self) -> &str {
        self.given(SANITIZER).unwrap_or("address")
    }

    fn write(&self, text: &str) -> Result<Exit> {
        place::write(self.output.file(), |to| Ok(to.write_all(text.as_bytes())?))?;
        Ok(Exit::Done)
    }
}

/// ccache sees neither environment nor plugins: profile and plugin go into its key by the first.
pub const CCACHE: [(&Variable, &str); 2] = [
    (&env::CCACHE_COMPILERCHECK, COMPILERCHECK),
    (&env::CCACHE_COMPILERTYPE, COMPILERTYPE),
];

pub fn run(args: &EnvArgs) -> Result<Exit> {
    let is_of_oss_fuzz = args.form == Form::OssFuzz;
    ensure!(
        is_of_oss_fuzz || (args.variables.is_empty() && !args.libcxx),
        "only `fz env oss-fuzz` takes NAME=VALUE and --libcxx"
    );
    let is_file = matches!(args.form, Form::Cmake | Form::Meson);
    ensure!(
        !(is_file && args.json.is_wanted),
        "--json: the file is what the build system reads"
    );
    match args.form {
        Form::Shell => exports(args, compilers(&Layout::of_this_process()?)),
        Form::OssFuzz => {
            let layout = Layout::of_this_process()?;
            exports(args, oss_fuzz::exports(&wish(args, &layout)?)?)
        }
        Form::Cmake => args.write(&cmake::toolchain(&tools()?)),
        Form::Meson => args.write(&meson::native(&tools()?)),
        Form::Variables => variables(args),
    }
}

fn variables(args: &EnvArgs) -> Result<Exit> {
    if args.json.is_wanted {
        let list: Vec<_> = env::VARIABLES
            .iter()
            .map(|v| json!({"name": v.name, "summary": v.summary}))
            .collect();
        return args.write(&json::text(&list)?);
    }
    let width = env::VARIABLES
        .iter()
        .map(|v| v.name.len())
        .max()
        .unwrap_or(0);
    let line = |v: &&Variable| format!("{:width$}  {}\n", v.name, v.summary);
    args.write(&env::VARIABLES.iter().map(line).collect::<String>())
}

fn compilers(layout: &Layout) -> Vec<(&'static str, String)> {
    let path = |name: &str| layout.bin(name).display().to_string();
    vec![("CC", path("fz-cc")), ("CXX", path("fz-cxx"))]
}

/// What files of build systems name.
fn tools() -> Result<Tools> {
    let layout = Layout::of_this_process()?;
    let environment = Environment::read();
    let settings = Settings::resolve(&Flags::default(), &environment, &std::env::current_dir()?)?;
    let clang = find_clang(&settings, &Wishes::read(&environment), false)?;
    Ok(Tools::find(&layout, Some(&clang)))
}

fn exports(args: &EnvArgs, mut exports: Vec<(&'static str, String)>) -> Result<Exit> {
    exports.extend(CCACHE.map(|(variable, value)| (variable.name, value.to_owned())));
    if args.json.is_wanted {
        let map: serde_json::Map<_, _> = exports
            .into_iter()
            .map(|(k, v)| (k.to_owned(), json!(v)))
            .collect();
        return args.write(&json::text(&map)?);
    }
    let mut text = String::new();
    for (name, value) in exports {
        text += &format!("export {name}={}\n", shlex::try_quote(&value)?);
    }
    if args.form == Form::OssFuzz {
        text += "mkdir -p \"$OUT\" \"$WORK\"\n";
    }
    args.write(&text)
}

/// What the arguments and the settings ask for.
fn wish(args: &EnvArgs, layout: &Layout) -> Result<Wish> {
    let directory = std::env::current_dir()?;
    let flags = Flags {
        engine: args.given(ENGINE).map(str::to_owned),
        ..Flags::default()
    };
    let environment = Environment::read();
    let settings = Settings::resolve(&flags, &environment, &directory)?;
    let asked = |origin: &Origin| *origin != Origin::Default;
    if args.libcxx {
        let clang = find_clang(&settings, &Wishes::read(&environment), true)?;
        check_libcxx(&clang)?;
    }
    let absolute = |path: &str| {
        let absolute = std::path::absolute(directory.join(path));
        absolute.with_context(|| path.to_owned())
    };
    let above = directory.parent().unwrap_or(&directory);
    Ok(Wish {
        engine: match asked(&settings.engine.origin) {
            true => settings.engine.value,
            // `fz cov` drives what is linked for afl, and OSS-Fuzz's job takes anything that runs a corpus.
            false if args.sanitizer() == oss_fuzz::COVERAGE => "afl".to_owned(),
            false => "libfuzzer".to_owned(),
        },
        sanitizer: args.sanitizer().to_owned(),
        profile: asked(&settings.profile.origin).then_some(settings.profile.value),
        out: absolute(args.given(OUT).unwrap_or("out"))?,
        work: absolute(args.given(WORK).unwrap_or("work"))?,
        src: match args.given(SRC) {
            Some(path) => absolute(path)?,
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
