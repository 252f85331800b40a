//! `fz check --patch` and `fz cov report --view compare --patch`: whatever wrote the patch, and whichever line of a statement it changes.

use std::{fs, process::Command};

use fz_tests::{Sandbox, not_run::cannot_run};

const SOURCE: &str = include_str!("cov_patches/statements.c");
/// Git quotes such names, and `diff` puts a tab behind them.
const FILE: &str = "lib é/state ments.c";
/// What stands on the second line of a statement, or where no statement begins, and nowhere else.
const SECOND: [(&str, &str); 9] = [
    ("a call", "11);"),
    ("a condition", "12)"),
    ("a loop", "13)"),
    ("a text", "\"and 14\""),
    ("a macro", "15);"),
    ("what follows a condition", "\"16\""),
    ("a return after a call", "17;"),
    ("a label", "18:"),
    ("a condition of a macro", "190)"),
];

/// A repository with the program below a folder, and a store of a run that reaches none of the statements.
struct Repository {
    place: Sandbox,
}

impl Repository {
    fn new() -> Repository {
        let place = Sandbox::new();
        place.write(format!("p/{FILE}"), SOURCE);
        place.write("p/plain.c", "int plain(int c) {\n    return c;\n}\n");
        let file = format!("p/{FILE}");
        let words = [
            "-g",
            "-w",
            "--fz-profile=coverage",
            &file,
            "p/plain.c",
            "-o",
            "program",
        ];
        place.call("fz-cc", &words).ok();
        place.numbered("in", ["x"]);
        place.says("cov collect ./program -i in -o s.fzcov");
        let repository = Repository { place };
        repository.git(&["init", "-q"]);
        repository.git(&["add", "."]);
        repository.git(&["commit", "-qm", "first"]);
        repository
    }

    fn command(&self, folder: &str, program: &str, words: &[&str]) -> Vec<u8> {
        let mut command = Command::new(program);
        command.current_dir(self.place.at(folder)).args(words);
        // What a person has set up does not count here.
        for name in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] {
            command.env(name, "/dev/null");
        }
        for name in [
            "GIT_AUTHOR_NAME",
            "GIT_AUTHOR_EMAIL",
            "GIT_COMMITTER_NAME",
            "GIT_COMMITTER_EMAIL",
        ] {
            command.env(name, "a@b");
        }
        command.output().unwrap().stdout
    }

    fn git(&self, words: &[&str]) -> Vec<u8> {
        self.command("p", "git", words)
    }

    fn change(&self, what: &str) {
        let (before, after) = SOURCE.split_once(what).unwrap();
        assert!(!after.contains(what));
        let changed = what.replace('1', "21");
        self.place
            .write(format!("p/{FILE}"), format!("{before}{changed}{after}"));
    }

    /// With the file under another name before.
    fn renamed(&self, words: &[&str]) -> Vec<u8> {
        self.git(&["mv", FILE, "before.c"]);
        let changed = self.place.read("p/before.c");
        self.place.write("p/before.c", SOURCE);
        self.git(&["commit", "-qam", "before"]);
        self.git(&["mv", "before.c", FILE]);
        self.place.write(format!("p/{FILE}"), changed);
        let patch = self.git(words);
        self.git(&["reset", "-q", "--hard", "HEAD~"]);
        patch
    }

    /// `diff -u`, with the source as it was before in another file.
    fn diff(&self, before: &str, words: &[&str]) -> Vec<u8> {
        self.place.write(before, SOURCE);
        self.command(".", "diff", words)
    }
}

type Spelling = (&'static str, fn(&Repository) -> Vec<u8>);

const SPELLINGS: [Spelling; 19] = [
    ("git's", |r| r.git(&["diff"])),
    ("names as they are", |r| {
        r.git(&["-c", "core.quotePath=false", "diff"])
    }),
    ("mnemonic prefixes", |r| {
        r.git(&["-c", "diff.mnemonicPrefix=true", "diff"])
    }),
    ("no prefixes", |r| {
        r.git(&["-c", "diff.noprefix=true", "diff"])
    }),
    ("own prefixes", |r| {
        r.git(&["diff", "--src-prefix=x/y/", "--dst-prefix=x/z/"])
    }),
    ("no context", |r| r.git(&["diff", "-U0"])),
    ("ends of lines of Windows", |r| {
        let patch = String::from_utf8(r.git(&["diff"])).unwrap();
        patch.replace('\n', "\r\n").into_bytes()
    }),
    ("from a folder below", |r| {
        r.command("p/lib é", "git", &["diff", "--relative"])
    }),
    ("of a folder above that has gone", |r| {
        r.git(&["diff", "--src-prefix=a/mono/q/", "--dst-prefix=b/mono/q/"])
    }),
    ("renamed", |r| r.renamed(&["diff", "HEAD"])),
    ("renamed, without prefixes", |r| {
        r.renamed(&["diff", "--no-prefix", "HEAD"])
    }),
    ("a commit", |r| {
        r.git(&["commit", "-qam", "second"]);
        let patch = r.git(&["format-patch", "-1", "--stdout"]);
        r.git(&["reset", "-q", "HEAD~"]);
        patch
    }),
    ("a new file, without prefixes", |r| {
        r.git(&["rm", "-q", "--cached", FILE]);
        r.git(&["commit", "-qm", "without"]);
        r.git(&["add", "-N", FILE]);
        let patch = r.git(&["diff", "--no-prefix"]);
        r.git(&["reset", "-q", "HEAD~"]);
        patch
    }),
    ("a merge", |r| {
        let patch = String::from_utf8(r.git(&["diff"])).unwrap();
        let line = patch
            .lines()
            .find(|l| l.starts_with('+') && !l.starts_with("+++"))
            .unwrap();
        let at = 1 + SOURCE
            .lines()
            .zip(
                String::from_utf8(r.place.read(format!("p/{FILE}")))
                    .unwrap()
                    .lines(),
            )
            .position(|(a, b)| a != b)
            .unwrap();
        format!("diff --cc {FILE}\n--- \"a/lib \\303\\251/state ments.c\"\n+++ \"b/lib \\303\\251/state ments.c\"\n\
                 @@@ -{at},1 -{at},1 +{at},1 @@@\n- old\n -older\n+{line}\n").into_bytes()
    }),
    ("two files", |r| {
        r.diff(
            "p/lib é/state ments.c.orig",
            &["-u", "p/lib é/state ments.c.orig", "p/lib é/state ments.c"],
        )
    }),
    ("two files, with dots", |r| {
        r.diff(
            "p/lib é/state ments.c~",
            &["-u", "./p/lib é/state ments.c~", "./p/lib é/state ments.c"],
        )
    }),
    ("two folders", |r| {
        r.diff("p-1.0/lib é/state ments.c", &["-ru", "p-1.0", "p"])
    }),
    ("two folders, by their whole paths", |r| {
        let [old, new] = ["q/p", "p"].map(|f| r.place.at(f).display().to_string());
        r.diff("q/p/lib é/state ments.c", &["-ru", &old, &new])
    }),
    ("Subversion's", |r| {
        let patch =
            String::from_utf8(r.git(&["-c", "core.quotePath=false", "diff", "--no-prefix"]))
                .unwrap();
        let hunks = &patch[patch.find("@@").unwrap()..];
        format!(
            "Index: {FILE}\n=====\n--- {FILE}\t(revision 1)\n+++ {FILE}\t(working copy)\n{hunks}"
        )
        .into_bytes()
    }),
];

#[test]
fn no_spelling_of_a_patch_passes_what_no_input_reaches() {
    if Command::new("git").arg("--version").output().is_err() {
        return cannot_run("git is missing: apt-get install git");
    }
    let repository = Repository::new();
    let place = &repository.place;
    let mut wrong = Vec::new();
    for (spelling, patch) in SPELLINGS {
        for (statement, what) in SECOND {
            repository.change(what);
            let patch = patch(&repository);
            place.write("change.patch", &patch);
            let said = place
                .fz("check s.fzcov --patch change.patch --min changed=100%")
                .said();
            let is_whole = spelling.starts_with("a new file");
            if !said.contains("FAILED  changed: ")
                || !is_whole && !said.contains("changed: 0 of 1,")
            {
                wrong.push(format!(
                    "{spelling}, {statement}: {said}{}",
                    String::from_utf8_lossy(&patch)
                ));
            }
            for left in ["p/lib é/state ments.c.orig", "p/lib é/state ments.c~"] {
                let _ = fs::remove_file(place.at(left));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn files_that_are_not_known_are_named() {
    let place = Sandbox::new();
    place.write("lib/x.c", SOURCE);
    place.cc("-g -w --fz-profile=coverage lib/x.c -o program");
    place.numbered("in", ["x"]);
    place.says("cov collect ./program -i in -o s.fzcov");
    let patch = |name: &str| format!("--- a/{name}\n+++ b/{name}\n@@ -14 +14 @@\n-x\n+y\n");
    place.write("none.patch", patch("other.c") + &patch("docs/read me"));
    for command in [
        "check s.fzcov --patch none.patch",
        "cov report --view compare a=s.fzcov b=s.fzcov --patch none.patch",
    ] {
        let said = place.refuses(command);
        assert!(
            said.contains("no code of any file that gets lines: other.c, docs/read me"),
            "{said}"
        );
    }
    place.write("some.patch", patch("other.c") + &patch("lib/x.c"));
    let said = place
        .fz("check s.fzcov --patch some.patch --min changed=1")
        .ends(1)
        .said();
    assert!(
        said.contains("the program has no code of other.c"),
        "{said}"
    );
    assert!(said.contains("x.c:14  no input reaches this"), "{said}");
    let said = place.says("cov report --view compare a=s.fzcov b=s.fzcov --patch some.patch");
    assert!(
        said.contains("the program has no code of other.c"),
        "{said}"
    );
    // A file of the same name in another folder, beside one that is known.
    place.write("twins.patch", patch("docs/x.c") + &patch("lib/x.c"));
    let said = place
        .fz("check s.fzcov --patch twins.patch --min changed=1")
        .ends(1)
        .said();
    assert!(
        said.contains("the program has no code of docs/x.c"),
        "{said}"
    );
}
