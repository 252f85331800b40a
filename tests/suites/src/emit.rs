//! `cargo xtask test emit`: variants of real packages out of what one captured build carries are what direct builds by their
//! profiles are, byte by byte of what is loaded, after the sources have gone; and their bitcode links and runs.

mod bitcode;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use fz_harness::toolchain::Toolchain;
use object::{Object, ObjectKind, ObjectSection, SectionFlags, elf::SHF_ALLOC};
use xtask::{
    apt,
    package::{self, Compiler, Recipe},
    proc, repo, table,
};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask test emit\n  \
    cargo xtask test emit expat lua --variant split --variant fuzz.address\n  \
    cargo xtask test emit --part bitcode                    15 minutes")]
pub struct Options {
    /// The packages (expat, libjpeg-turbo, libxml2, lua, re2, zlib)
    packages: Vec<String>,
    /// A profile, or a profile and a sanitizer. May be repeated [default: all]
    #[arg(long = "variant", value_name = "PROFILE[.SANITIZER]")]
    variants: Vec<String>,
    /// Only this part (repeatable)
    #[arg(long = "part", value_enum, value_name = "PART", value_delimiter = ',')]
    parts: Vec<Part>,
    #[command(flatten)]
    toolchain: Toolchain,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// `fz emit` against direct builds
    Variants,
    /// Modules by `fz extract --bitcode`
    Bitcode,
}

/// Shared libraries by libtool, assembly, plugins that are loaded at run time, C++, static archives, generated sources.
const PACKAGES: [&str; 6] = ["expat", "libjpeg-turbo", "libxml2", "lua", "re2", "zlib"];

const VARIANTS: [&str; 10] = [
    "vanilla",
    "fuzz",
    "split",
    "cmplog",
    "context",
    "coverage",
    "taint",
    "guards",
    "fuzz.address",
    "fuzz.undefined",
];

/// What is built, too, where a package's build leaves no program.
const MORE: [(&str, &str); 1] = [(
    "re2",
    "$CXX -O2 -I. -pthread testinstall.cc obj/libre2.a -o static-testinstall
     $CXX -O2 -I. -pthread testinstall.cc -Lobj/so -lre2 -o shared-testinstall",
)];

/// What depends on where libraries are looked for.
const OF_PLACES: [&str; 4] = [".dynamic", ".dynstr", ".dynsym", ".note.gnu.build-id"];

pub fn main(options: &Options) -> Result<()> {
    options.toolchain.ready()?;
    let chosen = |given: &[String], all: &[&str]| -> Vec<String> {
        match given {
            [] => all.iter().map(|name| (*name).to_owned()).collect(),
            given => given.to_vec(),
        }
    };
    let has = |part| options.parts.is_empty() || options.parts.contains(&part);
    let variants = match has(Part::Variants) {
        true => chosen(&options.variants, &VARIANTS),
        false => Vec::new(),
    };
    let recipes = package::load(&chosen(&options.packages, &PACKAGES))?;
    let mut rows = Vec::new();
    let mut wrong = Vec::new();
    for recipe in &recipes {
        let built = Built::new(recipe, &variants)?;
        let done = built.compare(&variants, &mut wrong);
        let mut row = vec![
            recipe.name.clone(),
            built.programs.len().to_string(),
            done.compared.to_string(),
            done.equal.to_string(),
        ];
        if has(Part::Bitcode) {
            let done = bitcode::check(&built, &mut wrong)?;
            row.extend([done.linked.to_string(), done.same.to_string()]);
        }
        rows.push(row);
    }
    table::under(
        "package | programs | compared | equal | linked from bitcode | run alike",
        &rows,
    );
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[derive(Default)]
struct Done {
    compared: usize,
    equal: usize,
}

/// A package whose sources have gone.
struct Built<'a> {
    recipe: &'a Recipe,
    dir: PathBuf,
    /// What was linked with captures, below `captured`.
    programs: Vec<PathBuf>,
}

impl<'a> Built<'a> {
    /// Builds it by these variants, and captured.
    fn new(recipe: &'a Recipe, variants: &[String]) -> Result<Built<'a>> {
        apt::ensure_installed(&recipe.needs)?;
        let dir = repo::made().join("emit").join(&recipe.name);
        repo::clear(&dir)?;
        let src = dir.join("src");
        for variant in variants {
            let (profile, sanitizer) = variant.split_once('.').unwrap_or((variant, "none"));
            build(recipe, &src, variant, profile, sanitizer, "off")?;
            keep(&src, &dir.join("direct").join(variant))?;
        }
        build(recipe, &src, "captured", "fuzz", "none", "embed")?;
        let programs = keep(&src, &dir.join("captured"))?;
        fs::remove_dir_all(&src)?;
        Ok(Built {
            recipe,
            dir,
            programs,
        })
    }

    fn captured(&self) -> PathBuf {
        self.dir.join("captured")
    }

    /// `fz`, where the captured programs are.
    fn fz(&self, subcommand: &str) -> Command {
        let mut command = repo::tool("fz");
        command
            .current_dir(self.captured())
            .env("XDG_CACHE_HOME", self.dir.join("cache"))
            .arg(subcommand);
        command
    }

    fn libraries(&self) -> impl Iterator<Item = &PathBuf> {
        self.programs.iter().filter(|path| is_library(path))
    }

    fn compare(&self, variants: &[String], wrong: &mut Vec<String>) -> Done {
        let mut done = Done::default();
        for program in &self.programs {
            let emitted = self.dir.join("emitted").join(program);
            for variant in variants {
                let mut command = self.fz("emit");
                command.arg("-o").arg(&emitted).arg(program).arg(variant);
                for library in self.libraries().filter(|l| *l != program) {
                    command.arg("--library").arg(library);
                }
                let label = format!("{} {} {variant}", self.recipe.name, program.display());
                let name = program.file_name().unwrap_or_default().to_string_lossy();
                done.compared += 1;
                let made = proc::run(&label, &mut command)
                    .map(|_| emitted.join(format!("{name}.{variant}")));
                let direct = self.dir.join("direct").join(variant).join(program);
                let same = made.and_then(|made| Ok((loaded(&direct)?, loaded(&made)?)));
                match same {
                    Ok((direct, made)) if direct == made || is_moved(&direct, &made) => {
                        done.equal += 1;
                    }
                    Ok((direct, made)) => {
                        wrong.push(format!("{label}: {}", difference(&direct, &made)));
                    }
                    Err(error) => wrong.push(format!("{label}: {error:#}")),
                }
            }
        }
        done
    }
}

fn build(
    recipe: &Recipe,
    src: &Path,
    label: &str,
    profile: &str,
    sanitizer: &str,
    capture: &str,
) -> Result<()> {
    recipe.source.unpack(src)?;
    let compiler = Compiler::fz(Some(profile));
    let more = MORE.iter().filter(|(name, _)| *name == recipe.name);
    let scripts = recipe.build.iter().map(String::as_str);
    for (at, script) in scripts.chain(more.map(|(_, script)| *script)).enumerate() {
        let mut command = compiler.shell(script, src);
        command
            .env("FZ_SANITIZE", sanitizer)
            .env("FZ_CAPTURE", capture)
            // A leak of a generator is no reason to stop a build.
            .env("ASAN_OPTIONS", "detect_leaks=0");
        proc::run(
            &format!("{} {label} build {}", recipe.name, at + 1),
            &mut command,
        )?;
    }
    Ok(())
}

/// Copies what fz-cc has linked, but for what `configure` tries out. The paths, from the folder.
fn keep(src: &Path, into: &Path) -> Result<Vec<PathBuf>> {
    let mut kept = Vec::new();
    for entry in walkdir::WalkDir::new(src).sort_by_file_name() {
        let entry = entry?;
        let is_trial = entry
            .path()
            .components()
            .any(|c| c.as_os_str() == "CMakeFiles");
        if !entry.file_type().is_file() || is_trial || !is_linked(entry.path()) {
            continue;
        }
        let path = entry.path().strip_prefix(src)?.to_owned();
        let copy = into.join(&path);
        fs::create_dir_all(copy.parent().context("it is in a folder")?)?;
        fs::copy(entry.path(), copy)?;
        kept.push(path);
    }
    if kept.is_empty() {
        bail!("nothing was linked in {}", repo::shown(src));
    }
    Ok(kept)
}

fn is_linked(path: &Path) -> bool {
    let Ok(data) = fs::read(path) else {
        return false;
    };
    let Ok(file) = object::File::parse(&*data) else {
        return false;
    };
    let is_linked = matches!(file.kind(), ObjectKind::Executable | ObjectKind::Dynamic);
    is_linked
        && fz_binary::Program::read(path)
            .and_then(fz_binary::Program::into_images)
            .is_ok_and(|images| images.iter().any(|i| !i.links.is_empty()))
}

fn is_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".so") || name.contains(".so.")
}

fn loaded(path: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let data = fs::read(path).with_context(|| repo::shown(path))?;
    let file = object::File::parse(&*data)?;
    let mut sections = BTreeMap::new();
    for section in file.sections() {
        let name = section.name()?.to_owned();
        let is_loaded = matches!(section.flags(), SectionFlags::Elf { sh_flags, .. } if sh_flags.contains(SHF_ALLOC));
        if is_loaded && !OF_PLACES.contains(&name.as_str()) {
            sections.insert(name, section.data()?.to_vec());
        }
    }
    Ok(sections)
}

/// An entry that says where libraries are makes the table of dynamic entries longer, and what lies before or after it moves.
const ENTRY: i32 = 16;

/// Whether two files differ by places alone, which are so far apart.
fn is_moved(direct: &BTreeMap<String, Vec<u8>>, made: &BTreeMap<String, Vec<u8>>) -> bool {
    direct.len() == made.len()
        && direct
            .iter()
            .all(|(name, direct)| made.get(name).is_some_and(|made| are_places(direct, made)))
}

fn are_places(direct: &[u8], made: &[u8]) -> bool {
    if direct.len() != made.len() {
        return false;
    }
    let number = |bytes: &[u8]| Some(i32::from_le_bytes(*bytes.first_chunk()?));
    let mut at = 0;
    while at < direct.len() {
        if direct[at] == made[at] {
            at += 1;
            continue;
        }
        // Numbers that are 16 apart differ in their lowest byte.
        match (number(&direct[at..]), number(&made[at..])) {
            (Some(a), Some(b)) if a.wrapping_sub(b).abs() == ENTRY => at += 4,
            _ => return false,
        }
    }
    true
}

fn difference(direct: &BTreeMap<String, Vec<u8>>, made: &BTreeMap<String, Vec<u8>>) -> String {
    let names: std::collections::BTreeSet<&String> = direct.keys().chain(made.keys()).collect();
    let differ = names
        .into_iter()
        .filter(|name| direct.get(*name) != made.get(*name));
    let differ: Vec<&str> = differ.map(String::as_str).collect();
    format!("{} differ", differ.join(", "))
}

#[cfg(test)]
mod tests {
    use super::are_places;

    #[test]
    fn only_places_that_moved_by_an_entry_are_the_same() {
        let code = |place: i32| [&[0x48, 0x8d, 0x05][..], &place.to_le_bytes(), &[0xc3]].concat();
        assert!(are_places(&code(0x1000), &code(0x1010)));
        assert!(are_places(&code(0x10f8), &code(0x1108)));
        assert!(!are_places(&code(0x1000), &code(0x1020)));
        assert!(!are_places(b"\x74\x05", b"\x75\x05"));
        assert!(!are_places(b"ab", b"abc"));
    }
}
