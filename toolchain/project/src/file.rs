//! The text of `fz.toml` for a project.

use std::{fmt::Write, path::PathBuf};

use fz_base::words::visible;

use crate::{Kind, Project, steps::Campaign};

/// What the file is to say.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a> {
    pub profile: &'a str,
    /// It is what is taken when nobody names one: a link says then whether it fits the engine.
    pub is_default: bool,
    pub engine: &'a str,
    /// The compiler that is used when nobody names one.
    pub clang: &'a str,
}

/// The commented `fz.toml`.
pub fn text(project: &Project, chosen: &Chosen, campaign: &Campaign) -> String {
    let Chosen {
        profile,
        is_default,
        engine,
        clang,
    } = chosen;
    let found = found(project);
    let campaign = settings(campaign);
    let off = if *is_default { "# " } else { "" };
    let aside = match project.aside.first() {
        Some(folder) => format!("{folder}/*"),
        None => "tests/*".to_owned(),
    };
    format!(
        "\
# Settings of fz for this project. fz-cc and fz-cxx look for this file in the folder where they run, and upwards from it.
# A flag (--fz-profile=NAME) or a variable (FZ_PROFILE=NAME) wins over it; `fz doctor` shows which did.
# Paths are relative to this file.
#
{found}
# What becomes of the code. `fz profiles` lists the profiles; a path such as \"./mine.toml\" names one of your own.
{off}profile = \"{profile}\"

# The fuzzer that programs are linked for. `fz doctor --engines` lists them, with what this machine has.
engine = \"{engine}\"

# Sanitizers for every compile and link. They cost speed: use them in a second build, with FZ_SANITIZE=address.
# sanitize = [\"address\"]

# Functions and files without counters: patterns of names as they are linked, or of paths.
# deny = [\"log_*\", \"{aside}\"]

# The only functions and files with counters.
# allow = [\"src/*\"]

# Folders with profiles of your own, which are then found by name.
# profile-path = [\"profiles\"]

# The clang underneath.
# clang = \"{clang}\"

# Folders with engines that are no part of fz: honggfuzz, LibAFL.
# engine-path = [\"engines\"]

# Programs carry their sources, so that `fz emit` can build them again. \"store\" keeps these in a folder instead, \"off\" nowhere.
# capture = \"embed\"

# That folder, ~/.cache/fz/store if there is none here.
# capture-store = \"store\"

# Functions whose arguments are no words for the fuzzer's dictionary: those that trace, log or report.
# [dictionary]
# ignore = [\"trace_*\"]

# The campaign that `fz fuzz` starts where nothing is named.
[fuzz]
{campaign}"
    )
}

/// Its settings; what is not known is a comment.
fn settings(campaign: &Campaign) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let path = |path: &PathBuf| quoted(&path.to_string_lossy());
    let list = |values: Vec<String>| format!("[{}]", values.join(", "));
    let program = campaign.program.as_deref();
    let arguments = campaign.arguments.iter().map(|a| quoted(a)).collect();
    let seeds = campaign.seeds.as_ref();
    let dictionaries: Vec<String> = campaign.dictionaries.iter().map(path).collect();
    let has_dictionaries = !dictionaries.is_empty();
    let lines = [
        (
            program.is_some(),
            "program",
            quoted(program.unwrap_or("./program")),
        ),
        (
            program.is_some() && !campaign.arguments.is_empty(),
            "arguments",
            match campaign.arguments.is_empty() {
                true => list(vec![quoted("@@")]),
                false => list(arguments),
            },
        ),
        (
            seeds.is_some(),
            "seeds",
            seeds.map_or(quoted("seeds"), path),
        ),
        (
            has_dictionaries,
            "dictionaries",
            match has_dictionaries {
                true => list(dictionaries),
                false => list(vec![quoted("program.dict")]),
            },
        ),
        (true, "output", quoted(&campaign.output)),
    ];
    let line = |(is_known, name, value): &(bool, &str, String)| {
        let off = if *is_known { "" } else { "# " };
        format!("{off}{name} = {value}\n")
    };
    lines.iter().map(line).collect()
}

/// What was found, as a comment.
fn found(project: &Project) -> String {
    let mut lines = Vec::new();
    match &project.builds[..] {
        [] => lines.push("No build system was found here.".to_owned()),
        [first, more @ ..] => {
            let mut line = format!("Built with {} ({})", first.system.title(), first.sign);
            for other in more {
                write!(line, ", or {} ({})", other.system.title(), other.sign).expect("a string");
            }
            lines.push(line + ".");
        }
    }
    for harness in &project.harnesses {
        let kind = match harness.kind {
            Kind::Function => "defines LLVMFuzzerTestOneInput",
            Kind::Loop => "has a loop of AFL++'s",
        };
        lines.push(format!("Harness: {} {kind}.", harness.path.display()));
    }
    if project.harnesses.is_empty() {
        lines.push("No harness was found here: a program is fuzzed by its files, or by its standard input.".to_owned());
    }
    // Names of files may have anything in them.
    let commented = |line: &String| format!("# {}\n", visible(line));
    lines.iter().map(commented).collect()
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use fz_settings::{FILE, Flags, KEYS, Settings};

    use super::*;
    use crate::{Build, Harness, System};

    const CHOSEN: Chosen = Chosen {
        profile: "split",
        is_default: false,
        engine: "libfuzzer",
        clang: "a-clang",
    };

    fn campaign(project: &Project) -> Campaign {
        Campaign::of(project, None)
    }

    fn resolve(folder: &Path) -> Settings {
        let nothing = fz_base::env::Environment::default();
        Settings::resolve(&Flags::default(), &nothing, folder).unwrap()
    }

    #[test]
    fn the_file_is_read_as_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let project = Project {
            builds: vec![Build {
                system: System::Make,
                sign: "Makefile",
            }],
            harnesses: vec![Harness {
                path: "odd\nname = 1.c".into(),
                kind: Kind::Loop,
            }],
            aside: vec!["test".to_owned()],
            ..Project::default()
        };
        let text = text(&project, &CHOSEN, &campaign(&project));
        fs::write(folder.path().join(FILE), &text).unwrap();
        let settings = resolve(folder.path());
        assert_eq!(
            (&*settings.profile.value, &*settings.engine.value),
            ("split", "libfuzzer")
        );

        // What is commented out can be used as it stands.
        let used = text.lines().map(|line| match line.strip_prefix("# ") {
            Some(rest)
                if rest.starts_with('[') || rest.contains(" = ") && !rest.contains("1.c") =>
            {
                format!("{rest}\n")
            }
            _ => format!("{line}\n"),
        });
        let used: String = used.collect();
        fs::write(folder.path().join(FILE), &used).unwrap();
        let settings = resolve(folder.path());
        assert_eq!(settings.deny, ["log_*", "test/*"]);
        assert_eq!(settings.ignored.value, ["trace_*"]);
        assert_eq!(settings.fuzz.arguments, ["@@"]);
        assert_eq!(settings.fuzz.program, Some(folder.path().join("program")));
        for key in KEYS {
            let is_there = |l: &str| l.starts_with(&format!("{key} = ")) || l == format!("[{key}]");
            assert!(used.lines().any(is_there), "{key} is not explained");
        }
    }

    #[test]
    fn the_file_says_what_was_found() {
        let text = text(&Project::default(), &CHOSEN, &campaign(&Project::default()));
        assert!(
            text.contains("# No build system was found here.\n"),
            "{text}"
        );
        assert!(text.contains("# No harness was found here"), "{text}");
        assert!(text.contains("\nprofile = \"split\"\n"), "{text}");
    }

    #[test]
    fn a_default_is_not_named() {
        let chosen = Chosen {
            is_default: true,
            ..CHOSEN
        };
        let text = text(&Project::default(), &chosen, &campaign(&Project::default()));
        assert!(text.contains("\n# profile = \"split\"\n"), "{text}");
    }
}
