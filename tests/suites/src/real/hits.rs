//! Which counters a test suite hit, observed from outside: every process of the suite preloads `tests/real/hits.c`,
//! which knows nothing of our runtime and only looks at the counter sections when the process ends.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use xtask::{proc, repo};

pub struct Hits {
    dir: PathBuf,
    library: PathBuf,
}

impl Hits {
    /// Makes `dir` anew and compiles the observer into it.
    pub fn watch(dir: &Path) -> Result<Hits> {
        repo::fresh(dir)?;
        let library = dir.join("libhits.so");
        let source = repo::root().join("tests/real/hits.c");
        let mut cc = Command::new(fz_llvm::CLANG);
        cc.args(["-O1", "-Wall", "-Werror", "-fPIC", "-shared", "-o"])
            .arg(&library)
            .arg(source);
        proc::output(&mut cc)?;
        Ok(Hits {
            dir: dir.to_path_buf(),
            library,
        })
    }

    pub fn preload(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", &self.library)
            .env("HITS_DIR", &self.dir);
    }

    /// How many of an object's counters were hit in any process.
    pub fn of(&self, object: &Path) -> Result<u64> {
        let metadata = fs::metadata(object)?;
        let record = self
            .dir
            .join(format!("{:x}-{:x}", metadata.dev(), metadata.ino()));
        if !record.exists() {
            return Ok(0);
        }
        // A section may be padded with bytes that are no counters; they stay zero.
        Ok(fs::read(record)?.iter().filter(|byte| **byte != 0).count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::Hits;
    use xtask::proc;

    /// Two of four counters are hit in the program, by two runs; one of two in its library, by a child that ends
    /// without destructors.
    #[test]
    fn hits_of_several_processes_add_up() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let section = "__attribute__((section(\"__sancov_cntrs\"))) char";
        fs::write(
            at("lib.c"),
            format!("{section} inner[2]; void hit(void) {{ inner[1] = 1; }}\n"),
        )
        .unwrap();
        let main = "#include <unistd.h>\nvoid hit(void);\nint main(int n, char **v) { (void)v; \
                    if (n > 2) { hit(); outer[3] = 1; _exit(0); } outer[0] = 1; }\n";
        fs::write(at("main.c"), format!("{section} outer[4];\n{main}")).unwrap();
        let clang = |arguments: &[&str]| {
            proc::output(
                Command::new(fz_llvm::CLANG)
                    .args(arguments)
                    .current_dir(dir.path()),
            )
            .unwrap();
        };
        clang(&["-shared", "-fPIC", "lib.c", "-o", "lib.so"]);
        clang(&["main.c", "./lib.so", "-o", "main"]);

        let hits = Hits::watch(&at("hits")).unwrap();
        for arguments in [&[][..], &["a", "b"]] {
            let mut run = Command::new(at("main"));
            hits.preload(&mut run);
            proc::output(run.args(arguments).current_dir(dir.path())).unwrap();
        }
        assert_eq!(hits.of(&at("main")).unwrap(), 2);
        assert_eq!(hits.of(&at("lib.so")).unwrap(), 1);
        assert_eq!(hits.of(&at("main.c")).unwrap(), 0);
    }
}
