//! Profiles over their parents, and what is wrong with some.

use super::*;

#[test]
fn arguments_are_dropped_by_their_beginning() {
    let (_dir, shelf) = shelf(&[("p", "summary = 's'\n[frontend]\ndrop = ['-g', '-march=*']")]);
    let profile = shelf.resolve("p").unwrap();
    let dropped = ["-g", "-g3", "-march=native", "-march"].map(|a| profile.drops(a));
    assert_eq!(dropped, [true, false, true, false]);
}

fn shelf(files: &[(&str, &str)]) -> (tempfile::TempDir, Shelf) {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(dir.path().join(format!("{name}.toml")), text).unwrap();
    }
    let directories = vec![dir.path().to_owned()];
    (dir, Shelf { directories })
}

const BASE: &str =
    "summary = 'base'\ndesign = 'own-pipeline'\npipeline = 'instsimplify'\ncodegen = ['-a']";

#[test]
fn a_child_changes_what_it_names() {
    let child = "extends = 'base'\nsummary = 'child'\ncodegen = ['-b']\n\
                     [feedback.edges]\ncount = 'wrap'\nat = 'optimizer-early'";
    let (_dir, shelf) = shelf(&[("base", BASE), ("child", child)]);
    let p = shelf.resolve("child").unwrap();
    assert_eq!(
        (p.design, p.pipeline.as_str()),
        (Design::OwnPipeline, "instsimplify")
    );
    assert_eq!(p.codegen, ["-a", "-b"]);
    let edges = p.edges.unwrap();
    assert_eq!(edges.at, Point::OptimizerEarly);
    assert_eq!(edges.options["count"], "wrap");
}

/// The pipeline may be the parent's, so that the error names the profile and no file.
#[test]
fn a_pipeline_of_its_own_has_to_be_there() {
    let (_dir, shelf) = shelf(&[
        ("base", BASE),
        ("wrong", "summary = 's'\ndesign = 'own-pipeline'"),
    ]);
    let error = error(&shelf, "wrong");
    assert!(
        error.contains("profile `wrong`: `design = \"own-pipeline\"` needs a `pipeline`"),
        "{error}"
    );
}

/// What the designs were called at first.
#[test]
fn old_names_of_designs_are_accepted() {
    for (old, design) in [("A", Design::ExtensionPoints), ("B", Design::OwnPipeline)] {
        let text = format!("summary = 's'\ndesign = '{old}'\npipeline = 'instsimplify'");
        let (_dir, shelf) = shelf(&[("mine", &text)]);
        let profile = shelf.resolve("mine").unwrap();
        assert_eq!(profile.design, design);
        let json = serde_json::to_value(&profile).unwrap();
        assert_eq!(json["design"], design.name());
    }
}

#[test]
fn compare_feedback_is_changed_key_by_key() {
    let parent = "extends = 'base'\nsummary = 'p'\n\
                      [feedback.compares]\nform = 'trace'\nloops = false\nfloats = true";
    let child = "extends = 'parent'\nsummary = 'c'\n\
                     [feedback.compares]\nform = 'cmplog'\ngate = 'closed'\nfloats = false";
    let without = "extends = 'parent'\nsummary = 'w'\n[feedback.compares]\noff = true";
    let (_dir, shelf) = shelf(&[
        ("base", BASE),
        ("parent", parent),
        ("child", child),
        ("without", without),
    ]);
    assert_eq!(shelf.resolve("base").unwrap().compares, None);
    assert_eq!(shelf.resolve("without").unwrap().compares, None);
    let compares = shelf.resolve("child").unwrap().compares.unwrap();
    let text = |options: &BTreeMap<String, String>| {
        let pairs = options.iter().map(|(k, v)| format!("{k}={v}"));
        pairs.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text(&compares.lowering), "form=cmplog gate=closed");
    assert_eq!(text(&compares.sites), "floats=off loops=off");
}

#[test]
fn a_pass_of_the_parent_is_changed_where_it_stands() {
    let pass = |name: &str, at: &str, options: &str| {
        format!("[[pass]]\nname = '{name}'\nat = '{at}'\noptions = {{ {options} }}\n")
    };
    let parent = ["a", "b"].map(|n| pass(n, "before-edges", "x = 1"));
    let parent = format!("extends = 'base'\nsummary = 'p'\n{}", parent.concat());
    let child = [
        pass("c", "before-edges", ""),
        pass("a", "before-edges", "y = 2"),
        pass("b", "start", ""),
    ];
    let child = format!("extends = 'parent'\nsummary = 'c'\n{}", child.concat());
    let (_dir, shelf) = shelf(&[("base", BASE), ("parent", &parent), ("child", &child)]);
    let passes = shelf.resolve("child").unwrap().passes;
    let texts: Vec<_> = passes.iter().map(Pass::text).collect();
    assert_eq!(texts, ["a<y=2>", "b<x=1>", "c", "b"]);
}

#[test]
fn a_pass_of_the_parent_can_be_left_out() {
    let parent = "extends = 'base'\nsummary = 'p'\n\
                      [[pass]]\nname = 'a'\nat = 'start'\n[[pass]]\nname = 'b'\nat = 'start'";
    let child = |name: &str| {
        format!(
            "extends = 'parent'\nsummary = 'c'\n[[pass]]\nname = '{name}'\nat = 'start'\noff = true"
        )
    };
    let (_dir, shelf) = shelf(&[
        ("base", BASE),
        ("parent", parent),
        ("child", &child("a")),
        ("wrong", &child("c")),
    ]);
    let passes = shelf.resolve("child").unwrap().passes;
    assert_eq!(passes.len(), 1);
    assert_eq!(passes[0].name, "b");
    let error = error(&shelf, "wrong");
    assert!(error.contains("`c`: `off = true`"), "{error}");
}

fn error(shelf: &Shelf, name: &str) -> String {
    shelf.resolve(name).unwrap_err().to_string()
}

/// Cases a line each: a profile, with `; ` for its line ends, and a part of what is said of it.
fn cases(text: &'static str) -> impl Iterator<Item = (String, &'static str)> {
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| {
        let (text, says) = line.split_once(" => ").unwrap();
        (text.replace("; ", "\n"), says)
    })
}

const WRONG_VALUES: &str = r#"
extends = 'base' => needs a line `summary = "…"`
summary = 's'; [feedback.edges]; off = 'yes' => [feedback.edges]: `off = "yes"`: `off` is true
summary = 's'; [feedback.edges]; at = ['x'] => `at = ["x"]`: `at` is one of "start"
summary = 's'; [feedback.edges]; at = 'end' => `at = "end"`: `at` is one of "start"
summary = 's'; [[pass]]; name = 'p'; at = 3 => `at = 3`: `at` is one of "start"
summary = 's'; [[pass]]; name = 'p' => `p` needs `at`: one of "start"
summary = ' ' => needs a line `summary = "…"`
summary = 's'; design = 'C' => `design = "C"`: `design` is one of "extension-points", "own-pipeline"
summary = 's'; [feedback.edges]; off = true; count = 'wrap' => it takes no options
summary = 's'; [feedback.compares]; floats = true => [feedback.compares]: needs `form`: "trace"
summary = 's'; [feedback.compares]; form = 'angora'; gates = true => [feedback.compares]: `gates` is for the forms "trace" and "cmplog"
summary = 's'; [feedback.compares]; off = true; form = 'trace' => leaves the compare feedback out, so it takes no options
summary = 's'; [feedback.compares]; records = true => `records` is not one of its options
summary = 's'; [[pass]]; name = 'sites'; at = 'start' => write `[feedback.compares]`
summary = 's'; [[pass]]; name = 'p'; at = 'source' => pass `p`: `at = "source"`: `at` is one of "start"
summary = 's'; [refactor]; offf = true => unknown field `offf`
summary = 's'; [feedback.conditions] => so it needs `[feedback.edges]`
summary = 's'; [feedback.edges]; [feedback.conditions]; table = 'x' => `table` is not one of its options
summary = 's'; [feedback.edges]; stage = 'early' => `stage` is not one of its options
summary = 's'; [frontend]; drop = ['-f*-sections'] => "-f*-sections" is none
summary = 's'; [frontend]; drop = ['*'] => "*" is none
summary = 's'; [[feedback.edges]] => write `[feedback.edges]`
summary = 's'; feedback = 'x' => write `[feedback.edges]`
summary = 's'; [feedback.edges]; at = 'before-edges' => `at` is one of "start", "optimizer-early", "optimizer-last"
summary = 's'; [[pass]]; name = 'a'; at = 'start'; off = true; options = { x = 1 } => it takes no options
summary = 's'; [[pass]]; name = 'edges'; at = 'start' => `edges` cannot be placed by `[[pass]]`: write `[feedback.edges]`
summary = 's'; [[pass]]; name = 'a'; at = 'start'; [[pass]]; name = 'a'; at = 'start' => is there twice at "start"
"#;

/// TOML that is right, with values of the wrong kind: serde's own messages speak of Rust.
#[test]
fn values_of_the_wrong_kind_are_answered_with_the_right_one() {
    for (text, says) in cases(WRONG_VALUES) {
        let (_dir, shelf) = shelf(&[("base", BASE), ("wrong", &text)]);
        let error = error(&shelf, "wrong");
        assert!(error.contains(says), "{text}: {error}");
        assert!(error.contains("wrong.toml: "), "{text}: {error}");
        assert!(!error.contains("invalid type"), "{text}: {error}");
    }
}

const WRONG_PASSES: &str = r#"
[feedback.edges]; cuont = 'wrap' => [feedback.edges]: unknown option `cuont` (did you mean `count`?); it takes count, form, prune, nodes, context, max-contexts, check, pcs, coverage, mcdc, graph, at, off
[feedback.edges]; prune = 'paths' => [feedback.edges]: `prune=paths`: `prune` is one of none, novelty, path (did you mean `path`?)
[feedback.edges]; prune = true => [feedback.edges]: `prune` is one of none, novelty, path; not a truth value
[feedback.edges]; max-contexts = 65536 => [feedback.edges]: `max-contexts` is a number from 0 to 65535, not `65536`
[feedback.edges]; records = false => [feedback.edges]: `records` is not one of its options: fz leaves them out where they would be wrong
[feedback.compares]; form = 'trace'; stage = 'early' => [feedback.compares]: `stage` is not one of its options: fz runs the pass where it is needed
[feedback.compares]; form = 'trace'; integers = 'yes' => [feedback.compares]: `integers=yes`: `integers` is on or off, in a profile true or false (did you mean `on`?)
[feedback.taint]; shift = true => [feedback.taint]: unknown option `shift` (did you mean `shifts`?); it takes addresses-read, unlabelled, integers
[feedback.edges]; [feedback.stack-depth]; most = 3 => [feedback.stack-depth]: unknown option `most`; it takes off
[feedback.dictionary]; ignore = 'x' => [feedback.dictionary]: `ignore` is not one of its options: write `[dictionary]` with `ignore` into fz.toml
[[pass]]; name = 'byte-split'; at = 'start'; options = { mode = 'ligth' } => pass `byte-split`: `mode=ligth`: `mode` is one of full, light (did you mean `light`?)
[[pass]]; name = 'split-calls'; at = 'start'; options = { unroll = 0 } => pass `split-calls`: `unroll` is a number from 1 to 256, not `0`
[[pass]]; name = 'unify-returns'; at = 'start'; options = { hard = true } => pass `unify-returns`: unknown option `hard`; it takes no options
[[pass]]; name = 'pins'; at = 'start'; options = { stage = 'erase' } => pass `pins`: `stage` is not one of its options: fz runs the pass where it is needed
[[pass]]; name = 'guards'; at = 'before-edges'; options = {  } => pass `guards`: `at = "before-edges"`: `at` is "start"
[[pass]]; name = 'byte-splt'; at = 'start'; options = {  } => there is no pass `byte-splt` (did you mean `byte-split`?)
design = 'own-pipeline'; pipeline = 'byte-split<mode=lite>,function(sroa)' => `pipeline`: pass `byte-split`: `mode=lite`: `mode` is one of full, light
design = 'own-pipeline'; pipeline = 'function(sroa), edges' => wrong.toml: `pipeline`: pass `edges` has a place of its own: write `[feedback.edges]`
"#;

/// What the schema of passes says of a profile, before any compilation.
#[test]
fn wrong_passes_options_values_and_places_are_refused() {
    for (text, says) in cases(WRONG_PASSES) {
        let (_dir, shelf) = shelf(&[("wrong", &format!("summary = 's'\n{text}"))]);
        let error = error(&shelf, "wrong");
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn passes_of_others_are_taken_as_they_are() {
    let text =
        "summary = 's'\n[[pass]]\nname = 'globaldce'\nat = 'start'\noptions = { theirs = 3 }";
    let (_dir, shelf) = shelf(&[("p", text)]);
    let profile = shelf.resolve("p").unwrap();
    assert_eq!(profile.passes[0].text(), "globaldce<theirs=3>");
}

#[test]
fn off_takes_the_parents_counters_away() {
    let edges = "extends = 'base'\nsummary = 'e'\n[feedback.edges]\ncount = 'wrap'";
    let without = "extends = 'edges'\nsummary = 'w'\n[feedback.edges]\noff = true";
    let with = "extends = 'edges'\nsummary = 'w'\n[feedback.edges]\noff = false";
    let (_dir, shelf) = shelf(&[
        ("base", BASE),
        ("edges", edges),
        ("without", without),
        ("with", with),
    ]);
    assert_eq!(shelf.resolve("without").unwrap().edges, None);
    let edges = shelf.resolve("with").unwrap().edges.unwrap();
    assert_eq!(edges.options["count"], "wrap");
    assert!(!edges.options.contains_key("off"));
}

#[test]
fn a_child_may_leave_sources_as_they_are() {
    let parent = "summary = 'p'\n[refactor]\n[feedback.edges]\n[feedback.conditions]";
    let child = "extends = 'parent'\nsummary = 'c'\n[refactor]\noff = true\n\
                     [feedback.conditions]\noff = true";
    let (_dir, shelf) = shelf(&[("parent", parent), ("child", child)]);
    let said = |name: &str| {
        let profile = shelf.resolve(name).unwrap();
        (profile.refactor, profile.conditions.is_some())
    };
    assert_eq!(said("parent"), (true, true));
    assert_eq!(said("child"), (false, false));
}

#[test]
fn a_profile_can_change_the_one_of_its_name() {
    let (_theirs, theirs) = shelf(&[("base", BASE), ("mine", "summary = 'm'")]);
    let own = "extends = 'base'\nsummary = 'own'\ncodegen = ['-own']";
    let (dir, own) = shelf(&[("base", own), ("mine", "extends = 'mine'\nsummary = 'o'")]);
    let directories = [own.directories, theirs.directories].concat();
    let shelf = Shelf { directories };
    let path = dir.path().join("base.toml").display().to_string();
    for name in ["base", path.as_str()] {
        let profile = shelf.resolve(name).unwrap();
        assert_eq!(
            (profile.summary.as_str(), profile.name.as_str()),
            ("own", "base")
        );
        assert_eq!(profile.codegen, ["-a", "-own"]);
    }
    assert_eq!(shelf.resolve("mine").unwrap().summary, "o");
}

#[test]
fn a_value_with_a_slash_is_a_file() {
    let (dir, shelf) = shelf(&[("base", BASE)]);
    let path = |name: &str| dir.path().join(name).display().to_string();
    fs::write(path("mine"), "extends = 'base'\nsummary = 'm'").unwrap();
    assert_eq!(shelf.resolve(&path("mine")).unwrap().name, "mine");
    for (name, says) in [
        (path("."), "is a directory"),
        (".".to_owned(), "is a directory"),
        (path("base"), "No such file"),
    ] {
        let error = error(&shelf, &name);
        assert!(error.starts_with(&format!("{name}: ")), "{error}");
        assert!(error.contains(says), "{error}");
        assert!(error.contains("`fz profiles` lists"), "{error}");
    }
}

#[test]
fn mistakes_are_named() {
    let (_dir, shelf) = shelf(&[
        ("base", BASE),
        ("a", "summary = 'a'\nextends = 'b'"),
        ("b", "summary = 'b'\nextends = 'a'"),
        ("typo", "summary = 't'\npipelin = 'x'"),
        ("orphan", "summary = 'o'\nextends = 'bas'"),
        ("kind", "summary = 'k'\n[feedback.edgs]\n"),
        (
            "open",
            "summary = 'o'\ndesign = 'own-pipeline'\npipeline = 'function(sroa'",
        ),
    ]);
    let error = |name: &str| error(&shelf, name);
    assert!(error("a").contains("a -> b -> a"), "{}", error("a"));
    assert!(
        error("typo").contains("did you mean `pipeline`"),
        "{}",
        error("typo")
    );
    assert!(
        error("orphan").contains("did you mean `base`"),
        "{}",
        error("orphan")
    );
    let orphan = "orphan.toml: `extends = \"bas\"`: unknown profile `bas`";
    assert!(error("orphan").contains(orphan), "{}", error("orphan"));
    assert!(error("fuz").starts_with("unknown profile `fuz`"));
    assert!(
        error("kind").contains("did you mean `edges`"),
        "{}",
        error("kind")
    );
    assert!(error("open").contains("parenthes"), "{}", error("open"));
}

#[test]
fn what_only_adds_arguments_does_something() {
    let own = "summary = 's'\n[frontend]\nreports = true\nadd = ['-fno-plt']";
    let (_dir, shelf) = shelf(&[
        ("p", own),
        ("heir", "summary = 's'\nextends = 'p'"),
        (
            "traps",
            "summary = 's'\nextends = 'p'\n[frontend]\nreports = false",
        ),
        ("bare", "summary = 's'"),
    ]);
    let resolved = |name: &str| shelf.resolve(name).unwrap();
    assert!(!resolved("p").is_empty() && resolved("bare").is_empty());
    assert!(resolved("heir").reports && !resolved("traps").reports);
}

/// What the schema has as feedback is what the loader knows.
#[test]
fn every_kind_of_feedback_can_be_asked_for() {
    for feedback in fz_schema::feedback::FEEDBACK {
        let name = feedback.name;
        let form = if name == "compares" {
            "form = 'trace'\n"
        } else {
            ""
        };
        let edges = if name == "edges" {
            ""
        } else {
            "[feedback.edges]\n"
        };
        let text = format!("summary = 's'\n{edges}[feedback.{name}]\n{form}");
        let (_dir, shelf) = shelf(&[("p", &text)]);
        assert!(!shelf.resolve("p").unwrap().is_empty(), "{name}");
    }
}
