//! Builds `runtime/taint`: a relocatable object that shows the ABI and the functions of libc's that it stands before, one
//! with some of libstdc++'s besides, and the list of all these for the linker.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use fz_abi::{
    files, sites_record,
    taint::{env, label, shadow, site, slots, trace},
};
use walkdir::WalkDir;

use crate::{proc, repo};

/// The sources that are for C++ alone.
const CXX: &str = "cxx";

/// Builds them all into `lib`.
pub fn build(lib: &Path) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let header = scratch.path().join("abi.h");
    fs::write(&header, self::header())
        .with_context(|| format!("cannot write {}", header.display()))?;
    let (mut plain, mut all) = (Vec::new(), Vec::new());
    for source in sources()? {
        let object = compile(&source, scratch.path())?;
        if !source.parent().is_some_and(|d| d.ends_with(CXX)) {
            plain.push(object.clone());
        }
        all.push(object);
    }
    relocatable(&plain, &lib.join(files::TAINT_OBJECT))?;
    let cxx = lib.join(files::TAINT_CXX_OBJECT);
    relocatable(&all, &cxx)?;
    let list = lib.join(files::TAINT_LIST);
    // Names that a program does not have are none in its list.
    let names = shown(&cxx)?;
    fs::write(&list, format!("{{\n{};\n}};\n", names.join(";\n")))
        .with_context(|| format!("cannot write {}", list.display()))
}

fn relocatable(objects: &[PathBuf], object: &Path) -> Result<()> {
    let whole = object.with_extension("whole.o");
    let mut link = Command::new(fz_llvm::LLD);
    proc::output(link.arg("-r").args(objects).arg("-o").arg(&whole))?;
    let mut localise = Command::new(fz_llvm::OBJCOPY);
    localise.args([
        "--localize-hidden",
        "--strip-debug",
        "--remove-section=.comment",
    ]);
    proc::output(localise.arg(&whole).arg(object))?;
    fs::remove_file(whole)?;
    Ok(())
}

fn sources() -> Result<Vec<PathBuf>> {
    let room = repo::root().join("runtime/taint");
    let mut found = Vec::new();
    for entry in WalkDir::new(room).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|x| x == "c") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The object has names that a program's own code has too, until it is linked: hidden, then local.
fn compile(source: &Path, scratch: &Path) -> Result<PathBuf> {
    let name = source.file_name().expect("a source has a name");
    // `fz doctor` knows by it whose code it is.
    let named = scratch.join(format!(
        "{}{}",
        files::SOURCE_PREFIX,
        name.to_string_lossy()
    ));
    std::os::unix::fs::symlink(source, &named)
        .with_context(|| format!("cannot make {}", named.display()))?;
    let object = named.with_extension("o");
    let mut clang = Command::new(fz_llvm::CLANG);
    clang
        .args(["-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden"])
        // Its loops are what they are: a call of `memset` would be one of its own.
        .args(["-fno-builtin", "-fno-stack-protector", "-U_FORTIFY_SOURCE"])
        .args([
            "-ftls-model=initial-exec",
            "-fcf-protection",
            "-D_GNU_SOURCE",
        ])
        .args([
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Wno-unused-function",
            "-c",
            "-I",
        ])
        .arg(repo::root().join("runtime/taint"))
        .arg("-I")
        .arg(scratch)
        .arg(&named)
        .arg("-o")
        .arg(&object);
    proc::output(&mut clang)?;
    Ok(object)
}

/// What others can refer to.
fn shown(object: &Path) -> Result<Vec<String>> {
    let nm = proc::output(
        Command::new(fz_llvm::NM)
            .args(["-g", "--defined-only", "--format=just-symbols"])
            .arg(object),
    )?;
    let mut names: Vec<_> = nm.lines().map(str::to_owned).collect();
    names.sort_unstable();
    Ok(names)
}

/// The constants of `runtime/abi`, as the runtime's sources name them.
fn header() -> String {
    let mut header = String::new();
    let numbers = [
        ("LAST_OFFSET", u64::from(label::LAST_OFFSET)),
        ("NODE", u64::from(label::NODE)),
        ("TOP", u64::from(label::TOP)),
        ("POWER_SHIFT", u64::from(label::POWER_SHIFT)),
        ("POWER", u64::from(label::POWER)),
        ("COUNT", u64::from(label::COUNT)),
        ("SHADOW_SHIFT", u64::from(shadow::SHIFT)),
        ("LANES", u64::from(slots::LANES)),
        ("ARGUMENTS", u64::from(slots::ARGUMENTS)),
        ("RETURNS", u64::from(slots::RETURNS)),
        ("REGISTERS", u64::from(slots::REGISTERS)),
        ("VARIADIC", u64::from(slots::VARIADIC)),
        ("ROOM_LABELS", u64::from(slots::ROOM_LABELS)),
        ("SITE_BYTES", site::BYTES as u64),
        ("HITS_USUAL", env::HITS_USUAL),
        ("NODES_USUAL", env::NODES_USUAL),
        ("EVENTS_USUAL", env::EVENTS_USUAL),
        ("TRACE_HEADER", trace::HEADER as u64),
        ("RECORD_SITE", u64::from(trace::RECORD_SITE)),
        ("RECORD_OPERANDS", u64::from(trace::RECORD_OPERANDS)),
        ("RECORD_ROW", u64::from(trace::RECORD_ROW)),
        ("RECORD_FOREIGN", u64::from(trace::RECORD_FOREIGN)),
        ("RECORD_NOTE", u64::from(trace::RECORD_NOTE)),
        ("OPERAND_MAX", trace::OPERAND_MAX as u64),
        ("UNLABELLED", u64::from(sites_record::UNLABELLED)),
        ("HOW_MEMORY", u64::from(sites_record::how::MEMORY)),
        ("HOW_TEXT", u64::from(sites_record::how::TEXT)),
        ("HOW_TEXT_PREFIX", u64::from(sites_record::how::TEXT_PREFIX)),
        ("HOW_FOLDED", u64::from(sites_record::how::FOLDED)),
        (
            "HOW_FOLDED_PREFIX",
            u64::from(sites_record::how::FOLDED_PREFIX),
        ),
        ("HOW_FIND_TEXT", u64::from(sites_record::how::FIND_TEXT)),
        ("HOW_FIND_FOLDED", u64::from(sites_record::how::FIND_FOLDED)),
        ("HOW_STRING_TEXT", u64::from(sites_record::how::STRING_TEXT)),
        (
            "HOW_STRING_STRING",
            u64::from(sites_record::how::STRING_STRING),
        ),
        ("HOW_POINTERS", u64::from(sites_record::how::POINTERS)),
        (
            "HOW_POINTERS_LENGTH",
            u64::from(sites_record::how::POINTERS_LENGTH),
        ),
    ];
    let wide = [
        ("SHADOW_MASK", shadow::MASK),
        ("TRACE_MAGIC", trace::MAGIC),
        ("INPUT_SEEN", trace::INPUT_SEEN),
        ("NODES_FULL", trace::NODES_FULL),
        ("EVENTS_FULL", trace::EVENTS_FULL),
        ("RECORDS_FULL", trace::RECORDS_FULL),
        ("EXITED", trace::EXITED),
        ("ROWS_FULL", trace::ROWS_FULL),
        ("ROWS", trace::ROWS),
        ("ROW_INPUT", trace::ROW_INPUT),
    ];
    let texts = [
        ("INPUT_ENV", env::INPUT),
        ("OUT_ENV", env::OUT),
        ("HITS_ENV", env::HITS),
        ("NODES_ENV", env::NODES),
        ("EVENTS_ENV", env::EVENTS),
        ("STACK_ENV", env::STACK),
    ];
    let mut define = |name: &str, body: String| {
        writeln!(header, "#define FZ_{name} {body}").expect("writing to a string");
    };
    for (name, number) in numbers {
        define(name, format!("{number}u"));
    }
    for (name, number) in wide {
        define(name, format!("{number}ull"));
    }
    for (name, text) in texts {
        define(name, format!("\"{text}\""));
    }
    let [[a, b], [c, d]] = shadow::RESERVED;
    define(
        "SHADOW_RESERVED",
        format!("{{{{{a}ull, {b}ull}}, {{{c}ull, {d}ull}}}}"),
    );
    header
}

#[cfg(test)]
mod tests {
    use std::fs;

    use fz_abi::{
        files,
        taint::{calls, slots},
    };

    #[test]
    fn the_object_shows_the_abi_and_functions_of_libc() {
        let dir = tempfile::tempdir().unwrap();
        super::build(dir.path()).unwrap();
        let list = fs::read_to_string(dir.path().join(files::TAINT_LIST)).unwrap();
        let names: Vec<_> = list.lines().filter_map(|l| l.strip_suffix(';')).collect();
        let abi = [
            slots::ARGUMENT,
            slots::TAG,
            slots::RETURN,
            slots::RETURN_TAG,
            slots::FORWARDED,
            slots::VARIADIC_AREA,
            slots::OVERFLOW,
            slots::ROOM,
            calls::UNION,
            calls::UNION_ROW,
            calls::UNION_LANES,
            calls::FILL,
            calls::COPY,
            calls::MOVE,
            calls::SET,
            calls::CLEAR_ARGUMENTS,
            calls::FOREIGN,
            calls::VA_START,
            calls::EVENT,
            calls::EVENT_CALL,
            calls::EVENT_FIND,
            calls::INPUT,
            calls::HARNESS,
        ];
        for name in abi {
            assert!(names.contains(&name), "{name}");
        }
        // Nothing of the runtime's own gets into a program's way.
        for name in names.iter().filter(|n| n.starts_with("__fz_")) {
            assert!(abi.contains(name), "{name}");
        }
        for name in ["memcpy", "read", "malloc"] {
            assert!(names.contains(&name), "{name}");
        }
        // Programs without a shared libstdc++ have its functions to themselves.
        let plain = super::shown(&dir.path().join(files::TAINT_OBJECT)).unwrap();
        assert!(plain.iter().all(|n| !n.starts_with("_Z")));
    }
}
