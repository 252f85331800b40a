//! Subjects, compiled once for a profile and linked for engines.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::subject::Subject;
use crate::equal::toolchain::Toolchain;
use xtask::{env, proc, repo};

/// Where the code of subjects begins in programs for AFL++, behind all of the runtime's.
const CODE: &str = "0x400000";

/// The objects of one subject under one profile.
pub struct Build<'a> {
    toolchain: &'a Toolchain,
    subject: &'a Subject,
    dir: PathBuf,
    objects: Vec<PathBuf>,
}

impl<'a> Build<'a> {
    /// Compiles into a folder of this profile's.
    pub fn new(
        toolchain: &'a Toolchain,
        subject: &'a Subject,
        profile: &str,
        work: &Path,
    ) -> Result<Build<'a>> {
        let dir = work.join(profile);
        fs::create_dir_all(&dir)?;
        let mut objects = Vec::new();
        for source in &subject.sources {
            let object = dir.join(format!("{}.o", objects.len()));
            let mut command = compiler(toolchain, source.ends_with(".cpp"), "none");
            command
                .current_dir(subject.folder()?)
                .arg(format!("--fz-profile={profile}"))
                .args(["-O2", "-g", "-w"])
                .args(&subject.flags)
                .arg("-c")
                .arg(source)
                .arg("-o")
                .arg(&object);
            proc::output(&mut command)?;
            objects.push(object);
        }
        Ok(Build {
            toolchain,
            subject,
            dir,
            objects,
        })
    }

    /// Links for an engine. For AFL++ the subject's code has the same addresses whatever the runtime's size is: the places of
    /// compares in its log follow from them, and where two share one, the log has only one of them.
    pub fn program(&self, engine: &str, profile: &str) -> Result<PathBuf> {
        let program = self.dir.join(engine);
        let mut command = compiler(self.toolchain, self.subject.is_cxx(), engine);
        command
            .arg(format!("--fz-profile={profile}"))
            .args(&self.objects)
            .args(self.layout(engine)?)
            .arg("-lm")
            .arg("-o")
            .arg(&program);
        proc::output(&mut command)?;
        Ok(program)
    }

    fn layout(&self, engine: &str) -> Result<Option<String>> {
        if engine != "afl" {
            return Ok(None);
        }
        let folder = self.dir.display();
        let script = format!(
            "SECTIONS {{ .text.subject {CODE} : {{ {folder}/*.o(.text .text.*) }} }} INSERT AFTER .text;\n"
        );
        let file = self.dir.join("layout.ld");
        fs::write(&file, script)?;
        Ok(Some(format!("-Wl,-T,{}", file.display())))
    }
}

fn compiler(toolchain: &Toolchain, cxx: bool, engine: &str) -> Command {
    let name = if cxx { "fz-cxx" } else { "fz-cc" };
    let mut command = tool(toolchain, name);
    command
        .env("FZ_ENGINE", engine)
        .env("FZ_ENGINE_PATH", repo::engines());
    command
}

/// A program of the toolchain's.
pub fn tool(toolchain: &Toolchain, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(toolchain.stage().join("bin").join(name.as_ref()));
    env::unsteered(&mut command);
    command
}
