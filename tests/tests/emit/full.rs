//! A disk without room: what compiles, links and emits says so and what to do, leaves nothing half-written, and works once
//! there is room.

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use fz_tests::{Outcome, RunCommand, Sandbox, not_run::cannot_run};
use tempfile::TempDir;

const SOURCE: &str = "#include <stdio.h>\nint main(int c, char **v) { if (c > 1 && v[1][0] == 'A') puts(\"yes\"); return 0; }\n";

/// A disk of its own.
struct Disk {
    folder: TempDir,
}

impl Disk {
    /// `None`: this user may not mount one.
    fn new() -> Option<Disk> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=16m", "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        match mounted.is_ok_and(|out| out.status.success()) {
            true => Some(Disk { folder }),
            false => None,
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all room that is left.
    fn fill(&self) {
        let mut file = File::create(self.path().join("full")).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
    }

    fn make_room(&self) {
        fs::remove_file(self.path().join("full")).unwrap();
    }

    /// Files on it, but for what fills it.
    fn files(&self) -> Vec<PathBuf> {
        let found = walkdir::WalkDir::new(self.path());
        let files = found.into_iter().map(Result::unwrap);
        let files = files.filter(|e| e.file_type().is_file() && e.file_name() != "full");
        files.map(walkdir::DirEntry::into_path).collect()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).status();
    }
}

#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    let Some(disk) = Disk::new() else {
        cannot_run("only root mounts a disk to fill");
        return;
    };
    let dir = Sandbox::with([("a.c", SOURCE)]).env("FZ_CAPTURE", "embed");
    let run = |program: &str, words: &str, variables: &[(&str, &str)]| -> Outcome {
        let mut command = dir.command(program);
        command
            .envs(variables.iter().copied())
            .args(words.split(' '))
            .outcome()
    };
    dir.cc("-g -O2 a.c -o a");
    let at = |name: &str| disk.path().join(name).display().to_string();
    let store = at("store");
    let stored = [("FZ_CAPTURE", "store"), ("FZ_CAPTURE_STORE", &store)];
    let kept = at("cache");
    let cache = [("XDG_CACHE_HOME", &*kept)];
    let temporary = [("TMPDIR", disk.path().to_str().unwrap())];
    let here = |name: &str| dir.at(name).display().to_string();
    // Who is to write what, and the word of the advice.
    type Case<'a> = (&'a str, &'a str, String, &'a [(&'a str, &'a str)], &'a str);
    let cases: [Case; 8] = [
        ("fz-cc", "-O2 a.c -o", at("linked"), &[], ""),
        (
            "fz-cc",
            "-O2 -c a.c -o",
            here("stored.o"),
            &stored,
            "FZ_CAPTURE_STORE",
        ),
        (
            "fz-cc",
            "-O2 a.c -o",
            here("stored"),
            &stored,
            "FZ_CAPTURE_STORE",
        ),
        ("fz-cc", "-O2 -c a.c -o", here("b.o"), &temporary, "TMPDIR"),
        ("fz-cc", "-O2 a.c -o", here("b"), &temporary, "TMPDIR"),
        ("fz", "emit a split", at("a.split"), &[], "-o"),
        (
            "fz",
            "emit a cmplog",
            here("a.cmplog"),
            &cache,
            "XDG_CACHE_HOME",
        ),
        ("fz", "extract a --bitcode -o", at("a.bc"), &[], "a.bc"),
    ];
    for (program, words, made, variables, advice) in cases {
        let made = PathBuf::from(made);
        let words = match words.ends_with("-o") {
            true => format!("{words} {}", made.display()),
            false => format!("{words} -o {}", made.parent().unwrap().display()),
        };
        disk.fill();
        let before = disk.files();
        let refused = run(program, &words, variables).fails();
        refused.says("No space left on device").says(advice);
        assert_eq!(disk.files(), before, "{words}");
        assert!(!made.exists(), "{words}");
        disk.make_room();
        run(program, &words, variables).ok();
        assert!(made.exists(), "{words}");
    }
    // What compilers write on the way lies beside what they make.
    disk.fill();
    let words = format!("emit a taint -o {}", dir.dir().display());
    run("fz", &words, &temporary).ok();
}
