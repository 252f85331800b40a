//! Names of programs, files and folders come from others: whatever is in them, nothing of it acts on the terminal or makes up
//! lines, in no command. Builds take such names as clang does. What a killed run has left goes with the next one.

use std::{
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz, start::stderr};
use tempfile::TempDir;

/// Line breaks, a title, CSI in one and in two bytes, a direction, a tag, a deletion.
const EVIL: &str =
    "e\n\u{1b}]0;T\u{7}\nFORGED: well\r\u{9b}2J\u{202e}\u{2028}\u{200b}\u{e0041}\u{7f}|`%0A,\"";

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir().join(name)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(fz().join("bin").join(program));
        env::bare(&mut command)
            .env("XDG_CACHE_HOME", self.at("cache"))
            .env("TMPDIR", self.dir())
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, program: &str, args: &[&str]) -> Output {
        self.command(program).args(args).output().unwrap()
    }

    fn build(&self, profile: &str, args: &[&str]) {
        let mut command = self.command("fz-cc");
        let out = command.env("FZ_PROFILE", profile).args(args).output();
        let out = out.unwrap();
        assert!(out.status.success(), "{profile}: {}", stderr(&out));
    }
}

/// Bytes as a string literal of C has them.
fn in_c(text: &str) -> String {
    text.bytes().map(|b| format!("\\{b:03o}")).collect()
}

fn source() -> String {
    let name = in_c(EVIL);
    format!(
        "#include <stdint.h>\n#include <string.h>\n#include <stdlib.h>\n\
         extern int helper(const uint8_t *, size_t) __asm__(\"{name}\");\n\
         # 1 \"/tmp/x/{name}.c\"\n\
         int helper(const uint8_t *d, size_t n) {{\n\
         int w = n > 9 ? d[5] << 24 : 0; int h = w * (int)d[0];\n\
         if (n > 3 && d[1] == 7 && !memcmp(d, \"a\\033]0;\\n\", 6)) return 1;\n\
         if (n > 2 && d[0] == 'X') abort();\n\
         return h > 4;\n}}\n\
         int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {{ helper(d, n); return 0; }}\n"
    )
}

fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

/// What is wrong with what a command printed.
fn wrong(out: &Output) -> Option<String> {
    [&out.stdout, &out.stderr].into_iter().find_map(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let acts = text.chars().find(|c| is_hidden(*c));
        let forged = text.lines().find(|l| l.trim_start().starts_with("FORGED"));
        match (acts, forged) {
            (Some(c), _) => Some(format!("{c:?} in {text:?}")),
            (_, Some(_)) => Some(format!("a line of a name in {text:?}")),
            (None, None) => None,
        }
    })
}

#[test]
fn no_name_acts_on_the_terminal() {
    let place = Place::new();
    fs::write(place.at("a.c"), source()).unwrap();
    let program = |profile: &str| format!("{profile}.{EVIL}");
    let profiles = [
        "fuzz",
        "coverage",
        "coverage-mcdc",
        "taint",
        "guards",
        "distance",
    ];
    for profile in profiles {
        place.build(profile, &["-g", "-O1", "a.c", "-o", &program(profile)]);
    }
    let inputs = format!("in.{EVIL}");
    fs::create_dir(place.at(&inputs)).unwrap();
    for (name, content) in [("1", "zzzzzzzzzzzzz"), ("2", "Xaaaaaaaaaaaa")] {
        fs::write(place.at(&inputs).join(format!("{name}.{EVIL}")), content).unwrap();
    }
    let store = format!("s.{EVIL}.fzcov");
    let [fuzz, coverage, mcdc, taint, guards, distance] = profiles.map(program);
    let missing = format!("missing.{EVIL}");
    let evil_line = format!("{EVIL}.c:3");
    fs::write(
        place.at(&format!("p.{EVIL}.toml")),
        format!("x = '{}", "\u{1b}[1m\u{7f}"),
    )
    .unwrap();
    let profile = format!("./p.{EVIL}.toml");
    let commands: &[&[&str]] = &[
        &["doctor", &fuzz],
        &["doctor", &coverage],
        &["units", &fuzz],
        &["units", "--json", &fuzz],
        &["inspect", &fuzz],
        &["inspect", "--long", &fuzz],
        &["inspect", "--sites", &fuzz],
        &["inspect", "--edge", "1", &fuzz],
        &["inspect", "--edge", "1", "--edge", "2", &fuzz],
        &["inspect", "--json", &fuzz],
        &["inspect", "--distances", &distance],
        &["inspect", "--distances", "--json", &distance],
        &["guards", &guards, "-i", &inputs],
        &["guards", &guards, "-i", &inputs, "--all"],
        &["guards", &guards, "-i", &inputs, "--json"],
        &["taint", &taint, "-i", &inputs],
        &["taint", &taint, "-i", &inputs, "--map"],
        &["taint", &taint, "-i", &inputs, "--map", "--json"],
        &["dict", &fuzz],
        &["dict", &fuzz, "--explain"],
        &["dict", &fuzz, "--json"],
        &["cov", "collect", &coverage, "-i", &inputs, "-o", &store],
        &["cov", "collect", &mcdc, "-i", &inputs, "-o", "m.fzcov"],
        &[
            "cov", "collect", &coverage, "-i", &inputs, "-o", "j.fzcov", "--json",
        ],
        &["cov", "summary", &store, "--files"],
        &["cov", "summary", &store, "--json"],
        &["cov", "mcdc", "m.fzcov", "--all"],
        &["cov", "mcdc", "m.fzcov", "--json"],
        &["cov", "reach", &store],
        &["cov", "reach", &store, "--tree"],
        &["cov", "search", &store, &evil_line],
        &["cov", "search", &store, &evil_line, "--json"],
        &["cov", "compare", &store, "m.fzcov"],
        &["cov", "compare", &store, "m.fzcov", "--json"],
        &["cov", "report", &store, "--format", "text"],
        &["cov", "report", &store, "--format", "markdown"],
        &["cov", "check", &store, "--min", "lines=99"],
        &["cov", "merge", &store, "j.fzcov", "-o", &missing],
        &["cov", "export", "--format", "lcov", "m.fzcov"],
        &["cov", "export", "--format", "cobertura", &store],
        &["cov", "export", "--format", "llvm", &store],
        &["cov", "export", "--format", "json", &store],
        &[
            "cov", "watch", "--once", &coverage, "-i", &inputs, "-o", "w.fzcov",
        ],
        &["frontier", &coverage, "-i", &inputs],
        &["frontier", &coverage, "-i", &inputs, "--json"],
        &["crashes", &fuzz, "-i", &inputs],
        &["crashes", &fuzz, "-i", &inputs, "--json"],
        &["emit", &fuzz, "--profile", "split", "-o", "builds"],
        &["emit", &fuzz, "--profile", "split", "-o", &missing],
        &["extract", &fuzz, "-o", "extracted"],
        &["min", "corpus", &fuzz, "-i", &inputs],
        &[
            "min",
            "input",
            &fuzz,
            &format!("{inputs}/1.{EVIL}"),
            "-o",
            "small",
        ],
        &["fuzz", "-i", &inputs, "-o", "out", "--dry-run", "--", &fuzz],
        &[
            "fuzz",
            "-i",
            &inputs,
            "-o",
            &missing,
            "--dry-run",
            "--",
            &fuzz,
        ],
        &["new", "--dry-run"],
        &["new", "--dry-run", &inputs],
        &["status", &inputs],
        &["profiles", &profile],
        &["profiles", &missing],
        &["refactor", &missing],
        // What is not there, or not known.
        &["doctor", &missing],
        &["units", &missing],
        &["inspect", &missing],
        &["cov", "summary", &missing],
        &["taint", &missing, "-i", &inputs],
        &["guards", &guards, "-i", &missing],
        &["emit", &fuzz, "--profile", &missing],
        &["cov", "report", &store, "-o", &format!("{inputs}/1.{EVIL}")],
        &[&missing],
        &["doctor", &format!("--{EVIL}")],
        &["cov", "export", "--format", EVIL, &store],
        &["cov", "summary", &store, "--limit", EVIL],
    ];
    let mut complaints = Vec::new();
    for args in commands {
        let out = place.run("fz", args);
        complaints.extend(wrong(&out).map(|what| format!("fz {args:?}: {what}")));
        assert_ne!(out.status.code(), Some(70), "fz {args:?}: {}", stderr(&out));
    }
    let flag = format!("--fz-profile={EVIL}");
    for args in [
        &[&flag, "-c", "a.c"][..],
        &[&format!("--fz-{EVIL}")],
        &["--fz-dry-run", "-c", "a.c", "-o", EVIL],
        &["--fz-dry-run", "a.c", "-o", EVIL],
    ] {
        let out = place.run("fz-cc", args);
        complaints.extend(wrong(&out).map(|what| format!("fz-cc {args:?}: {what}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    // There is something to see.
    let long = place.run("fz", &["inspect", "--long", &fuzz]);
    assert!(String::from_utf8_lossy(&long.stdout).contains("⟪U+000A⟫FORGED: well⟪U+000D⟫"));
}

#[test]
fn tracefiles_have_the_records_of_their_files_and_no_others() {
    let place = Place::new();
    let forged = "x\nend_of_record\nTN:\nSF:/etc/passwd\nDA:1,99\n1,2,";
    let name = in_c(forged);
    let text = format!(
        "int f(int a) __asm__(\"1,2,{name}\");\n# 1 \"/src/{name}.c\"\n\
         int f(int a) {{ return a > 3 && a < 9; }}\nint main(int c, char **v) {{ return f(c); }}\n"
    );
    fs::write(place.at("a.c"), text).unwrap();
    place.build("coverage-mcdc", &["-g", "a.c", "-o", "a"]);
    fs::create_dir(place.at("in")).unwrap();
    fs::write(place.at("in/1"), "1").unwrap();
    place.run("fz", &["cov", "collect", "a", "-i", "in", "-o", "s.fzcov"]);
    let export = |format| {
        let out = place.run("fz", &["cov", "export", "--format", format, "s.fzcov"]);
        assert!(out.status.success(), "{}", stderr(&out));
        String::from_utf8(out.stdout).unwrap()
    };
    let lcov = export("lcov");
    let count = |record: &str| lcov.lines().filter(|l| l.starts_with(record)).count();
    assert_eq!(
        (count("SF:"), count("end_of_record"), count("TN:")),
        (1, 1, 1),
        "{lcov}"
    );
    // The name is what follows the first comma, and nothing in it is taken for an end.
    let names: Vec<&str> = lcov
        .lines()
        .filter_map(|l| l.strip_prefix("FN:"))
        .filter_map(|l| l.split_once(','))
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names.len(), 2, "{lcov}");
    assert!(names.iter().all(|n| !n.contains(',')), "{names:?}");
    let xml = export("cobertura");
    assert_eq!(xml.matches("<class ").count(), 1, "{xml}");
    assert!(xml.chars().all(|c| !c.is_control() || c == '\n'), "{xml}");
}

#[test]
fn names_with_line_breaks_build_as_with_clang() {
    let place = Place::new();
    for folder in ["o\nut", "i\nnc"] {
        fs::create_dir(place.at(folder)).unwrap();
    }
    fs::write(place.at("i\nnc/h.h"), "#define TWO 2\n").unwrap();
    let symbols = "int f(int a) __asm__(\"he\\nlp\\\"q\\\\o\");\nint f(int a) { return a > N ? TWO : 1; }\n\
                   int g(int a) __asm__(\"odd\\xff\\n\");\nint g(int a) { return a == 9 ? f(a) : f(a + 1); }\n";
    let text = format!("#include <h.h>\n{symbols}int main(int c, char **v) {{ return g(c); }}\n");
    fs::write(place.at("a\nb.c"), text).unwrap();
    for profile in [
        "vanilla", "fuzz", "split", "context", "distance", "guards", "coverage", "taint", "triage",
    ] {
        place.build(
            profile,
            &[
                "-g",
                "-O1",
                "-c",
                "a\nb.c",
                "-Ii\nnc",
                "-DN=2",
                "-DE=1\n",
                "-o",
                "o\nut/x\ny.o",
                "-MD",
            ],
        );
        assert!(place.at("o\nut/x\ny.d").exists());
        place.build(profile, &["o\nut/x\ny.o", "-o", "p\nrog"]);
        let ended = Command::new(place.at("p\nrog")).status().unwrap();
        assert_eq!(ended.code(), Some(1), "{profile}");
        for command in ["doctor", "units", "inspect"] {
            let out = place.run("fz", &[command, "p\nrog"]);
            assert!(
                matches!(out.status.code(), Some(0 | 1)),
                "{command}: {}",
                stderr(&out)
            );
        }
    }
}

/// What begins with fz's prefixes in a folder.
fn left(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap().as_bytes();
        name.starts_with(b".fz-") || name.starts_with(b"fz-")
    };
    entries.map(|e| e.path()).filter(is_left).collect()
}

#[test]
fn what_a_killed_run_left_goes_with_the_next() {
    let place = Place::new();
    let text = "#include <unistd.h>\nint main(void) { char b[9]; return read(0, b, 9) > 3 && b[0] == 'A' ? (int)sleep(25) : 0; }\n";
    fs::write(place.at("a.c"), text).unwrap();
    place.build("guards", &["-g", "a.c", "-o", "a"]);
    fs::create_dir(place.at("in")).unwrap();
    fs::write(place.at("in/1"), "AAAAA").unwrap();
    fs::create_dir(place.at("fz-mine01")).unwrap();
    let args = ["guards", "a", "-i", "in", "--timeout", "60s"];
    let mut killed = place.command("fz").args(args).spawn().unwrap();
    while left(place.dir()).len() < 2 {
        assert!(killed.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // One that lives keeps its folder.
    let mut lives = place.command("fz").args(args).spawn().unwrap();
    while left(place.dir()).len() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    fs::write(place.at("in/1"), "B").unwrap();
    let next = place.run("fz", &args);
    assert!(next.status.success(), "{}", stderr(&next));
    assert_eq!(left(place.dir()).len(), 2, "{:?}", left(place.dir()));
    lives.kill().unwrap();
    lives.wait().unwrap();
    place.run("fz", &args);
    assert_eq!(left(place.dir()), [place.at("fz-mine01")]);
}
