//! Builds `runtime/taint`: a relocatable object that shows the ABI and the functions of libc's that it stands before, one
//! with some of libstdc++'s besides, and the list of all these for the linker.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use fz_abi::{
    files,
    functions::taint::PASSES,
    taint::{UNFOLLOWED, Unfollowed},
};
use walkdir::WalkDir;

use crate::{proc, repo, runtime};

/// The sources that are for C++ alone.
const CXX: &str = "cxx";

/// Builds them all into `lib`.
pub fn build(lib: &Path) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    runtime::write_header(scratch.path())?;
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
    stubs(scratch.path(), &lib.join(files::TAINT_STUBS))?;
    let list = lib.join(files::TAINT_LIST);
    // Names that a program does not have are none in its list.
    let names = shown(&cxx)?;
    fs::write(&list, format!("{{\n{};\n}};\n", names.join(";\n")))
        .with_context(|| format!("cannot write {}", list.display()))
}

/// An archive with a member for each function that is not followed, so that a program gets those that it calls.
fn stubs(scratch: &Path, archive: &Path) -> Result<()> {
    let mut members = Vec::new();
    for function in UNFOLLOWED {
        let name = function.name;
        let base = scratch.join(format!("{}{name}", files::STUB_PREFIX));
        let (source, object) = (base.with_extension("s"), base.with_extension("o"));
        fs::write(&source, stub(function))
            .with_context(|| format!("cannot write {}", source.display()))?;
        let mut clang = Command::new(fz_llvm::CLANG);
        proc::output(clang.arg("-c").arg(&source).arg("-o").arg(&object))?;
        members.push(object);
    }
    if archive.exists() {
        fs::remove_file(archive)?;
    }
    proc::output(
        Command::new(fz_llvm::AR)
            .arg("rcsD")
            .arg(archive)
            .args(members),
    )?;
    Ok(())
}

/// Shows its arguments, whatever they are, and goes on to the function.
fn stub(function: &Unfollowed) -> String {
    let (name, mask) = (function.name, function.mask());
    const REGISTERS: [&str; 7] = ["rdi", "rsi", "rdx", "rcx", "r8", "r9", "rax"];
    let passes = PASSES.name;
    let each = |line: &dyn Fn(usize, &str) -> String| -> String {
        let lines = REGISTERS.iter().enumerate();
        lines.map(|(at, register)| line(8 * at, register)).collect()
    };
    let wide = |line: &dyn Fn(usize) -> String| -> String { (0..8).map(line).collect() };
    let save = each(&|at, register| format!("    movq %{register}, {at}(%rsp)\n"));
    let restore = each(&|at, register| format!("    movq {at}(%rsp), %{register}\n"));
    let save_wide = wide(&|at| format!("    movups %xmm{at}, {}(%rsp)\n", 64 + 16 * at));
    let restore_wide = wide(&|at| format!("    movups {}(%rsp), %xmm{at}\n", 64 + 16 * at));
    // The room keeps the stack aligned to 16 bytes at the call.
    format!(
        ".file \"{prefix}{name}.s\"\n.text\n.weak {name}\n.hidden {name}\n.type {name}, @function\n{name}:\n    endbr64\n    \
         subq $200, %rsp\n{save}{save_wide}    leaq known(%rip), %rdi\n    leaq name(%rip), %rsi\n    movq %rsp, %rdx\n    \
         movl ${mask}, %ecx\n    call {passes}@PLT\n    movq %rax, %r11\n{restore}{restore_wide}    addq $200, %rsp\n    jmp *%r11\n\
         .size {name}, .-{name}\n.section .rodata\nname: .asciz \"{name}\"\n.bss\n.balign 8\nknown: .skip 8\n\
         .section .note.GNU-stack,\"\",@progbits\n",
        prefix = files::STUB_PREFIX
    )
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

#[cfg(test)]
mod tests {
    use std::fs;

    use fz_abi::{
        exporters::{TAINT, count, symbols},
        files,
    };

    #[test]
    fn the_object_shows_the_abi_and_functions_of_libc() {
        let dir = tempfile::tempdir().unwrap();
        super::build(dir.path()).unwrap();
        let list = fs::read_to_string(dir.path().join(files::TAINT_LIST)).unwrap();
        let names: Vec<_> = list.lines().filter_map(|l| l.strip_suffix(';')).collect();
        let abi: [_; count(TAINT)] = symbols(TAINT);
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
