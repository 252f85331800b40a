//! The programs that a build is to call.

use std::path::{Path, PathBuf};

use fz_base::{error::Error, layout::Layout};

/// Those of LLVM's are there as far as they are installed. They read bitcode, so that they work with `-flto`, and with
/// ordinary objects as those of binutils do. The linker is the one that clang runs: binutils' `ld` makes no table
/// for unwinding of objects that `ld.lld -r` has put together (`error in …(.eh_frame)`).
#[derive(Clone, Debug)]
pub struct Tools {
    pub cc: PathBuf,
    pub cxx: PathBuf,
    pub linker: Option<PathBuf>,
    pub ar: Option<PathBuf>,
    pub ranlib: Option<PathBuf>,
    pub nm: Option<PathBuf>,
    /// Binutils' own: LLVM's takes away what programs carry.
    pub strip: Option<PathBuf>,
}

/// A tool of LLVM's by its name without the release: on the PATH, or beside clang.
fn of_llvm(name: &str, clang: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    which::which(format!("{name}-{}", fz_llvm::RELEASE))
        .ok()
        .or_else(|| {
            let near = clang()?.canonicalize().ok()?.with_file_name(name);
            near.exists().then_some(near)
        })
}

/// The tool that one of fz's own names stands for: `fz-llvm-ar`, which CMake takes for the archiver of `fz-cc`. Where LLVM's is
/// not installed it is the one of binutils. So is `strip` in any case, because LLVM's takes away what programs carry.
pub fn stands_for(
    name: &str,
    clang: impl FnOnce() -> Option<PathBuf>,
) -> Option<Result<PathBuf, Error>> {
    let is_it = |llvm: &str| name.strip_suffix(llvm).is_some_and(|p| p.ends_with('-'));
    let (llvm, plain) = fz_llvm::BESIDE.into_iter().find(|(llvm, _)| is_it(llvm))?;
    let better = match plain {
        "strip" => None,
        _ => of_llvm(llvm, clang),
    };
    let found = better.map_or_else(|| which::which(plain), Ok);
    Some(found.map_err(|_| Error::file(plain, "it is not found: install binutils")))
}

impl Tools {
    /// `clang`: the one that fz-cc runs.
    pub fn find(layout: &Layout, clang: Option<&Path>) -> Tools {
        let find = |name| of_llvm(name, || clang.map(Path::to_owned));
        Tools {
            cc: layout.bin("fz-cc"),
            cxx: layout.bin("fz-cxx"),
            linker: which::which("ld").ok(),
            ar: find("llvm-ar"),
            ranlib: find("llvm-ranlib"),
            nm: find("llvm-nm"),
            strip: which::which("strip").ok(),
        }
    }

    /// What is set whatever was set before: a build that is to be fz's has no other compiler.
    pub fn compilers(&self) -> [(&'static str, &Path); 2] {
        [("CC", &self.cc), ("CXX", &self.cxx)]
    }

    /// What is set unless somebody has set it.
    pub fn others(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        [
            ("LD", &self.linker),
            ("AR", &self.ar),
            ("RANLIB", &self.ranlib),
            ("NM", &self.nm),
        ]
        .into_iter()
        .filter_map(|(name, path)| Some((name, path.as_deref()?)))
    }
}
