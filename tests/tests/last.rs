//! The last campaign in a folder: commands take it where nothing is named, and say so. Nothing that a stranger has left is run.

use std::{fs, path::Path};

use fz_tests::{Outcome, RunCommand, Sandbox};

/// Aborts at half of all third bytes, and leaves a file beside itself: whether it ran is seen.
const PROGRAM: &str = "\
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **arguments) {
    unsigned char text[16] = {0};
    FILE *ran = fopen(\"ran\", \"w\");
    if (ran) fclose(ran);
    FILE *file = count > 1 ? fopen(arguments[1], \"rb\") : stdin;
    if (!file || fread(text, 1, sizeof text, file) < 3) return 1;
    if (text[0] == '<') if (text[1] == '?') if (text[2] & 0x80) abort();
    return 0;
}
";

/// What a command says that takes the campaign.
const TAKEN: &str = "fz: of the last campaign here: ./p -- @@, out";

/// What is said where there is none.
const NONE: &str = "no campaign was started with `fz fuzz` in this folder, and no fz.toml names one: name PROGRAM, and its \
                    inputs with -i";

/// All that take a campaign where nothing is named, and how they end over one that has found a bug.
const TAKERS: [(&str, i32); 4] = [
    ("status", 0),
    ("cov report", 0),
    ("crashes --minimise 0 --runs 1", 1),
    ("fuzz --dry-run", 0),
];

/// A program, and a seed near its bug. The machine is used for other things, too: no demands on it.
fn place() -> Sandbox {
    let place = Sandbox::with([("p.c", PROGRAM), ("seeds/near", "<?x")])
        .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
        .env("AFL_NO_AFFINITY", "1")
        .env("AFL_SKIP_CPUFREQ", "1");
    place.cc("-O2 p.c -o p");
    place
}

/// A campaign that ends at the bug.
fn fuzzed(place: &Sandbox) {
    place
        .fz("fuzz -i seeds -V 60 --until-crash --screen lines -- ./p @@")
        .ok();
}

/// A command with what another user remembers.
fn as_stranger(place: &Sandbox, words: &str) -> Outcome {
    let state = place.folder("of-another-user");
    let words: Vec<&str> = words.split(' ').collect();
    let mut fz = place.command("fz");
    fz.args(words).env("XDG_STATE_HOME", state).outcome()
}

/// The notes in a folder of state.
fn notes(state: &Path) -> Vec<String> {
    let entries = fs::read_dir(state.join("fz/campaigns"))
        .into_iter()
        .flatten();
    let read = |entry: fs::DirEntry| fs::read_to_string(entry.path()).unwrap();
    entries.map(|entry| read(entry.unwrap())).collect()
}

/// Edit, build, fuzz, look: the second look is of the new build, and the store of the first stays.
#[test]
fn the_store_of_an_earlier_build_is_moved_aside() {
    let place = &place();
    fuzzed(place);
    place.prints("cov report");
    let earlier = place.read("out.fzcov");
    let more = "int more(int x) { return x > 3; }\n";
    let text = PROGRAM.replace("text[2] & 0x80", "more(text[2] & 0x80)");
    place.write("p.c", more.to_owned() + &text);
    place.cc("-O2 p.c -o p");
    let report = place.fz("cov report").ok();
    assert!(
        report.err().contains("is now out.1.fzcov"),
        "{}",
        report.err()
    );
    assert!(report.out().contains("of        2"), "{}", report.out());
    assert_eq!(place.read("out.1.fzcov"), earlier);
    // What is ignored counts in no sum.
    let without = place.prints("cov report --ignore fun:more");
    assert!(
        without.contains("functions                 1 of        1"),
        "{without}"
    );
    // A store that was named is the user's.
    let said = place.refuses("cov collect ./p -i out -o out.1.fzcov -- @@");
    assert!(said.contains("collect into another file"), "{said}");
}

/// A build of the program has its inputs, and no other program has.
#[test]
fn inputs_of_another_program_are_not_taken() {
    let place = &place();
    fuzzed(place);
    place.cc("-O2 p.c -o p.other");
    place.cc("-O2 p.c -o q");
    let said = place.says("cov collect ./p.other -- @@");
    assert!(said.contains("of the last campaign here"), "{said}");
    let said = place.refuses("cov collect ./q -- @@");
    assert!(
        said.contains("is not of ./q: name its inputs with -i"),
        "{said}"
    );
    let said = place.refuses("cov collect ./p --watch --build llvm-cov -- @@");
    assert!(said.contains("are collected once"), "{said}");
}

#[test]
fn a_campaign_is_taken_where_nothing_is_named() {
    let place = &place();
    fuzzed(place);
    for (command, code) in TAKERS {
        let outcome = place.fz(command).ends(code);
        assert!(
            outcome.err().contains(TAKEN),
            "{command}: {}",
            outcome.said()
        );
    }
    // What is said is what was done.
    let status = place.json("status --json");
    assert_eq!(status["campaigns"].as_array().unwrap().len(), 1, "{status}");
    assert!(place.at("out.fzcov").exists());
    let bugs = place
        .fz("crashes --minimise 0 --runs 1 --json")
        .ends(1)
        .said();
    assert!(bugs.contains("p.c"), "{bugs}");
    let plan = place.prints("fuzz --dry-run");
    assert!(plan.contains("afl-fuzz") && plan.contains("@@"), "{plan}");
    // What is named is taken instead, without a word.
    let said = place.says("status out");
    assert!(!said.contains("of the last campaign"), "{said}");
}

#[test]
fn a_campaign_is_noted_for_its_folder_in_the_folder_of_state() {
    let place = place();
    let (state, home) = (place.folder("state"), place.folder("home"));
    let place = &place
        .env("XDG_STATE_HOME", &state.to_string_lossy())
        .env("HOME", &home.to_string_lossy());
    place.prints("fuzz --dry-run -i seeds -- ./p @@");
    assert_eq!(notes(&state), [""; 0], "a plan is no campaign");
    fuzzed(place);
    let [note] = &notes(&state)[..] else {
        panic!("one campaign, one note: {:?}", notes(&state));
    };
    let out = place.at("out").display().to_string();
    assert!(note.contains(&out) && note.contains("@@"), "{note}");
    assert!(!home.join(".local").exists());
    // Another folder has none.
    place.folder("elsewhere");
    let mut status = place.command("fz");
    let status = status.arg("status").current_dir(place.at("elsewhere"));
    let said = status.outcome().ends(2).err();
    assert!(said.contains(NONE), "{said}");
    // Nor has this one, when what was found is gone.
    fs::remove_dir_all(place.at("out")).unwrap();
    let said = place.refuses("status");
    assert!(
        said.contains("out, is missing, and no fz.toml names one"),
        "{said}"
    );
}

#[test]
fn the_campaign_of_a_project_is_taken() {
    let place = &place();
    place.write("my.dict", "\"<?\"\n");
    place.write(
        "fz.toml",
        "[fuzz]\nprogram = \"p\"\narguments = [\"@@\"]\nseeds = \"seeds\"\ndictionaries = [\"my.dict\"]\noutput = \"found\"\n",
    );
    let plan = place.prints("fuzz --dry-run");
    for part in ["seeds", "my.dict", "found", "/p @@"] {
        assert!(plan.contains(part), "no {part}: {plan}");
    }
    // What is typed comes first.
    let plan = place.prints("fuzz --dry-run -o typed");
    assert!(plan.contains("typed") && !plan.contains("found"), "{plan}");
    // Others take it, too, and say whose it is.
    place.fz("fuzz -V 60 --until-crash --screen lines").ok();
    assert!(place.at("found").is_dir() && !place.at("out").exists());
    let said = as_stranger(place, "status").ok().err();
    assert!(said.contains("fz: of fz.toml: ./p -- @@, found"), "{said}");
}

#[test]
fn where_there_is_none_it_is_said_what_to_name() {
    let place = &place();
    for (command, _) in TAKERS {
        let said = place.refuses(command);
        assert!(said.contains(NONE), "{command}: {said}");
    }
    assert!(!place.at("ran").exists() && !place.at("out").exists());
}

#[test]
fn what_a_stranger_s_folder_names_is_not_run() {
    let place = &place();
    fuzzed(place);
    let mark = place.text("out/fz-fuzz.json");
    assert!(mark.contains("@@"), "the folder names what to run: {mark}");
    for (command, code) in TAKERS {
        let _ = fs::remove_file(place.at("ran"));
        let said = as_stranger(place, command).ends(2).err();
        assert!(said.contains(NONE), "{command}: {said}");
        assert!(!place.at("ran").exists(), "{command} has run it");
        // Whoever has started it may.
        place.fz(command).ends(code).says(TAKEN);
    }
    let _ = fs::remove_file(place.at("ran"));
    place.fz("crashes --minimise 0 --runs 1 -o again").ends(1);
    assert!(place.at("ran").exists(), "it would be seen");
}

/// Views of `fz cov report`, as they are asked for and as they are named; what each takes, and what it does not.
const VIEWS: [(&str, &str, &[&str], &[&str]); 8] = [
    (
        "--view summary",
        "the summary",
        &["--all", "--json", "--lines llvm", "--select fun:main"],
        &[
            "--kind line",
            "--patch c.patch",
            "--by fuzzer",
            "--source .",
            "--card card.svg",
            "--diff a b",
        ],
    ),
    (
        "--view page -o page.html",
        "a page",
        &[
            "--kind line",
            "--by fuzzer",
            "--source .",
            "--card card.svg",
            "--ignore fun:main",
        ],
        &["--all", "--json", "--lines llvm", "--patch c.patch"],
    ),
    (
        "--view compare",
        "a comparison",
        &["--kind line", "--by fuzzer", "--json", "--select fun:main"],
        &["--all", "--lines llvm", "--source .", "--diff a b"],
    ),
    (
        "--view mcdc",
        "the view mcdc",
        &["--all", "--json", "--select fun:main"],
        &[
            "--kind line",
            "--patch c.patch",
            "--by fuzzer",
            "--lines llvm",
            "--source .",
        ],
    ),
    (
        "--view reach",
        "the view reach",
        &["--json"],
        &[
            "--all",
            "--kind line",
            "--select fun:main",
            "--by fuzzer",
            "--patch c.patch",
        ],
    ),
    (
        "--view calls",
        "the tree of calls",
        &["--json"],
        &[
            "--all",
            "--kind line",
            "--ignore fun:main",
            "--by fuzzer",
            "--source .",
        ],
    ),
    (
        "--at p.c:3",
        "--at",
        &["--json"],
        &[
            "--all",
            "--kind line",
            "--select fun:main",
            "--patch c.patch",
            "--diff a b",
        ],
    ),
    (
        "--format lcov",
        "a format of other tools",
        &[],
        &[
            "--json",
            "--all",
            "--kind line",
            "--select fun:main",
            "--by fuzzer",
            "--source .",
        ],
    ),
];

#[test]
fn a_view_refuses_what_it_cannot_be_asked_for() {
    let place = &Sandbox::with([("c.patch", "")]);
    for (view, name, takes, refuses) in VIEWS {
        for wish in refuses {
            let said = place.refuses(&format!("cov report missing.fzcov {view} {wish}"));
            let option = match wish.split(' ').next().unwrap() {
                "--select" | "--ignore" => "--select and --ignore",
                option => option,
            };
            let expected = format!(
                "{option} cannot be used with {name}: leave it out, or name another --view"
            );
            assert!(said.contains(&expected), "{view} {wish}: {said}");
        }
        // With what it takes only the store is missed.
        for wish in takes {
            let said = place.refuses(&format!("cov report missing.fzcov {view} {wish}"));
            let is_of_store =
                said.contains("missing.fzcov") && !said.contains("cannot be used with");
            assert!(is_of_store, "{view} {wish}: {said}");
        }
    }
    // A line is no view.
    let said = place.refuses("cov report missing.fzcov --at p.c:3 --view page");
    assert!(said.contains("--at") && said.contains("--view"), "{said}");
}
