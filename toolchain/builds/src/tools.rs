//! The programs that a build is to call.

use std::path::{Path, PathBuf};

use fz_base::layout::Layout;

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

impl Tools {
    /// `clang`: the one that fz-cc runs; LLVM's tools are looked for on the PATH and beside it.
    pub fn find(layout: &Layout, clang: Option<&Path>) -> Tools {
        let beside = clang
            .and_then(|c| c.canonicalize().ok())
            .and_then(|c| Some(c.parent()?.to_owned()));
        let find = |name: &str| {
            let suffix = format!("-{}", fz_llvm::RELEASE);
            let bare = name.strip_suffix(&suffix).unwrap_or(name);
            let near = beside.as_ref().map(|folder| folder.join(bare));
            which::which(name)
                .ok()
                .or_else(|| near.filter(|path| path.exists()))
        };
        Tools {
            cc: layout.bin("fz-cc"),
            cxx: layout.bin("fz-cxx"),
            linker: which::which("ld").ok(),
            ar: find(fz_llvm::AR),
            // `llvm-ar` by another name.
            ranlib: find(&fz_llvm::AR.replace("llvm-ar", "llvm-ranlib")),
            nm: find(fz_llvm::NM),
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
