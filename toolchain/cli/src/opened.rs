//! A program that is run, opened once, and what it was linked for.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use fz_base::file;
use fz_binary::{Image, Program};
use fz_engines::launch::target::{self, Target};
use xxhash_rust::xxh3::Xxh3;

use crate::variants;

/// What a program is compiled with to count what inputs reach.
pub const PROFILE: &str = "coverage";

/// Compiles of a processor that take some ten seconds.
const FEW: usize = 6;

pub struct Opened {
    pub program: Program,
    pub target: Target,
}

impl Opened {
    pub fn at(path: &Path) -> Result<Opened> {
        Opened::of(target::open(path)?)
    }

    pub fn of(program: Program) -> Result<Opened> {
        let target = Target::of(&program)?;
        Ok(Opened { program, target })
    }

    /// The images whose counters are in the program's map.
    pub fn images(&self) -> Result<&[Image]> {
        let libraries = self.program.libraries()?;
        ensure!(
            libraries.missing.is_empty(),
            "{}: libraries are not found: {}; name their folder with LD_LIBRARY_PATH",
            self.target.named.display(),
            libraries.missing.join(", ")
        );
        Ok(match libraries.counted() {
            // Libraries do not find the runtime.
            [own, ..] if !own.exports_runtime => std::slice::from_ref(own),
            images => images,
        })
    }

    /// Whether any of its images was built for coverage, by whatever profile.
    pub fn has_conditions(&self) -> Result<bool> {
        let mut images = self.images()?.iter();
        Ok(self.target.is_by(PROFILE) || images.any(|i| !i.coverage.is_empty()))
    }

    /// Whether any of its images records evaluations of decisions.
    pub fn has_decisions(&self) -> Result<bool> {
        let mut functions = self.images()?.iter().flat_map(|i| &i.coverage);
        Ok(functions.any(|f| !f.decisions.is_empty()))
    }

    /// The build of it for coverage, where it is none itself.
    pub fn for_coverage(&self) -> Result<Opened> {
        let Some(build) = variants::by_profile(&self.program, PROFILE, Some("afl"), usize::MAX)?
        else {
            bail!(
                "{} is not a build by the profile {PROFILE}, and carries no sources to make one of: compile and link it with fz-cc; \
                 of a build by `fz emit`, name the program that it was made from",
                self.program.typed.display()
            );
        };
        Opened::at(&build)
    }

    /// Its build by a profile; `None`: it carries nothing to make that from.
    pub fn by_profile(&self, profile: &str, engine: Option<&str>) -> Result<Option<Opened>> {
        let build = variants::by_profile(&self.program, profile, engine, usize::MAX)?;
        build.map(|build| Opened::at(&build)).transpose()
    }

    /// The same, unless it takes long to make.
    pub fn soon_by_profile(&self, profile: &str) -> Result<Option<Opened>> {
        let most = FEW * fz_process::processors();
        let build = variants::by_profile(&self.program, profile, None, most)?;
        build.map(|build| Opened::at(&build)).transpose()
    }

    /// Of the files that it is loaded from.
    pub fn fingerprint(&self) -> Result<String> {
        let mut hash = Xxh3::new();
        hash.update(self.program.data());
        for image in &self.images()?[1..] {
            let data = file::read(&image.path, file::PROGRAM);
            hash.update(&data.with_context(|| format!("cannot read {}", image.path.display()))?);
        }
        Ok(format!("{:032x}", hash.digest128()))
    }
}
