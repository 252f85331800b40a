//! Builds of one program by several profiles, which share a queue: what one has solved, the others go on from.

use std::path::{Path, PathBuf};

use fz_base::error::Error;

use super::target::{self, Target};

/// The paper's, the named program first.
pub const PROFILES: [&str; 3] = ["fuzz", "vanilla", "split"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Companion {
    pub name: String,
    pub program: PathBuf,
    /// As [`Target::library_path`].
    pub library_path: Vec<PathBuf>,
    /// The script of libtool's that stands around it, which names the libraries.
    pub script: Option<PathBuf>,
}

impl Companion {
    pub fn of(name: &str, target: &Target) -> Companion {
        Companion {
            name: name.to_owned(),
            program: target.path.clone(),
            library_path: target.library_path.clone(),
            script: target.is_wrapped().then(|| target.named.clone()),
        }
    }
}

/// Where the build of a profile is looked for.
fn sibling(program: &Path, profile: &str) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(".");
    name.push(profile);
    name.into()
}

/// The program and those named, and its siblings if they are asked for. Each is called by its profile.
pub fn find(
    target: &Target,
    named: &[PathBuf],
    has_siblings: bool,
) -> Result<Vec<(Companion, Target)>, Error> {
    check(target)?;
    let mut paths = named.to_vec();
    if has_siblings {
        paths.extend(siblings(target)?);
    }
    let mut all: Vec<(Companion, Target)> = Vec::new();
    let others = paths.iter().map(|path| Target::of(&target::open(path)?));
    for target in std::iter::once(Ok(target.clone())).chain(others) {
        let target = target?;
        check(&target)?;
        let name = name_of(&target);
        if let Some((other, _)) = all.iter().find(|(c, _)| c.name == name) {
            return Err(Error::file(
                target.path,
                format!(
                    "it is a build by the profile `{name}`, as {} is; build it again with another: FZ_PROFILE=split",
                    other.program.display()
                ),
            ));
        }
        all.push((Companion::of(&name, &target), target));
    }
    Ok(all)
}

fn check(target: &Target) -> Result<(), Error> {
    if target.engines.contains(&"afl") {
        return Ok(());
    }
    Err(Error::file(
        &target.path,
        match target.engines.is_empty() {
            true => format!("it {}", target.why_no_engine()),
            false => "companions share a queue through afl-fuzz: link it again with FZ_ENGINE=afl"
                .to_owned(),
        },
    ))
}

fn siblings(target: &Target) -> Result<Vec<PathBuf>, Error> {
    let own = name_of(target);
    let paths: Vec<(&str, PathBuf)> = PROFILES
        .iter()
        .filter(|profile| **profile != own)
        .map(|profile| (*profile, sibling(&target.named, profile)))
        .collect();
    let missing: Vec<_> = paths.iter().filter(|(_, path)| !path.is_file()).collect();
    let Some((profile, path)) = missing.first() else {
        return Ok(paths.into_iter().map(|(_, path)| path).collect());
    };
    let all: Vec<_> = missing
        .iter()
        .map(|(_, path)| path.display().to_string())
        .collect();
    let missing = all.join(", ");
    Err(Error::option(
        "--companion auto",
        match target.is_wrapped() {
            // A copy of the script would run the same program.
            true => format!(
                "missing: {missing}. Build the program once per profile, each time in a folder of its own \
                 (FZ_PROFILE={profile}), and name its libtool scripts with --companion"
            ),
            false => format!(
                "missing: {missing}. Build the program once per profile and put it there (make clean; \
                 FZ_PROFILE={profile} make; cp {} {}), or name the builds with --companion",
                target.named.display(),
                path.display()
            ),
        },
    ))
}

/// Its profile; of a stripped build, what stands behind the last dot of its name.
fn name_of(target: &Target) -> String {
    let extension = target
        .named
        .extension()
        .map(|e| e.to_string_lossy().into_owned());
    let name = match &target.profiles[..] {
        [profile] => profile.clone(),
        _ => extension.unwrap_or_else(|| PROFILES[0].to_owned()),
    };
    // A profile of the user's own is a path. afl-fuzz takes letters, digits, `-` and `_`, and not many.
    let file = Path::new(&name)
        .file_stem()
        .map(|s| s.to_string_lossy().into_owned());
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name = file.unwrap_or(name).replace(|c| !plain(c), "_");
    name.chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(path: &str, profiles: &[&str]) -> Target {
        Target {
            named: path.into(),
            path: path.into(),
            profiles: profiles.iter().map(|p| (*p).to_owned()).collect(),
            engines: vec!["afl"],
            ..Target::default()
        }
    }

    #[test]
    fn builds_are_called_by_their_profiles() {
        assert_eq!(name_of(&build("p.x", &["split"])), "split");
        assert_eq!(name_of(&build("p.vanilla", &[])), "vanilla");
        assert_eq!(name_of(&build("p", &[])), "fuzz");
        assert_eq!(name_of(&build("p", &["/mine/my split.toml"])), "my_split");
    }

    #[test]
    fn the_engine_is_looked_at_before_what_is_missing() {
        let mut harness = build("./no-such", &["fuzz"]);
        harness.engines = vec!["libfuzzer"];
        let error = find(&harness, &[], true).unwrap_err().to_string();
        assert!(error.contains("share a queue through afl-fuzz"), "{error}");
    }

    #[test]
    fn missing_siblings_say_how_they_are_built() {
        let error = find(&build("./no-such", &["fuzz"]), &[], true)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("missing: ./no-such.vanilla, ./no-such.split."),
            "{error}"
        );
        assert!(
            error.contains("FZ_PROFILE=vanilla make; cp ./no-such ./no-such.vanilla"),
            "{error}"
        );
        let error = find(&build("./no-such", &["split"]), &[], true)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("missing: ./no-such.fuzz, ./no-such.vanilla."),
            "{error}"
        );
    }
}
