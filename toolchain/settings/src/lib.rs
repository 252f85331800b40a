//! Settings and their origin: a flag wins over the environment, that over `fz.toml`, that over the default.

pub mod afl_names;
mod campaign;

pub use campaign::Fuzz;

use std::{
    fmt,
    path::{Path, PathBuf},
};

use fz_base::{
    env::{self, Environment},
    error::Error,
    toml_file,
};
use fz_commandline::sanitizers;
use fz_profile::is_path;
use serde::Deserialize;

/// The profile that is taken when nobody names one.
pub const PROFILE: &str = "fuzz";

pub const FILE: &str = "fz.toml";

/// Keys of `fz.toml`, as in [`File`].
pub const KEYS: [&str; 12] = [
    "allow",
    "capture",
    "capture-store",
    "clang",
    "deny",
    "dictionary",
    "engine",
    "engine-path",
    "fuzz",
    "profile",
    "profile-path",
    "sanitize",
];

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    profile: Option<String>,
    engine: Option<String>,
    clang: Option<String>,
    engine_path: Option<Vec<PathBuf>>,
    #[serde(default)]
    profile_path: Vec<PathBuf>,
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
    sanitize: Option<Vec<String>>,
    capture: Option<String>,
    capture_store: Option<PathBuf>,
    dictionary: Option<toml::Table>,
    fuzz: Option<toml::Table>,
}

/// The table `[dictionary]`.
#[derive(Debug, Default, Deserialize)]
struct Dictionary {
    #[serde(default)]
    ignore: Vec<String>,
}

impl Dictionary {
    const KEYS: [&str; 1] = ["ignore"];

    fn of(table: &toml::Table) -> Result<Dictionary, String> {
        let in_table = |message: String| format!("[dictionary]: {message}");
        for key in table.keys() {
            toml_file::check(key, "key", &Self::KEYS).map_err(in_table)?;
        }
        let read = Dictionary::deserialize(table.clone());
        read.map_err(|e| in_table(toml_file::with_hint(e.to_string())))
    }
}

/// Who set a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Flag(&'static str),
    Environment(&'static str),
    File(PathBuf),
    /// The name the program was called by.
    Name(String),
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Flag(flag) => write!(f, "{flag}"),
            Origin::Environment(name) => write!(f, "{name}"),
            Origin::File(path) => write!(f, "{}", path.display()),
            Origin::Name(name) => write!(f, "called as {name}"),
            Origin::Default => write!(f, "default"),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Setting<T = String> {
    pub value: T,
    pub origin: Origin,
}

/// Where what makes objects and programs again is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// In the objects themselves.
    Embed,
    /// In a folder that objects name.
    Store,
    Off,
}

impl Capture {
    const ALL: [Capture; 3] = [Capture::Embed, Capture::Store, Capture::Off];

    pub fn name(self) -> &'static str {
        match self {
            Capture::Embed => "embed",
            Capture::Store => "store",
            Capture::Off => "off",
        }
    }

    fn parse(name: &str) -> Result<Capture, String> {
        let found = Capture::ALL.into_iter().find(|c| c.name() == name);
        found.ok_or_else(|| {
            let known = Capture::ALL.map(Capture::name).join(", ");
            format!("unknown place `{name}` for what makes a program again: it is one of {known}")
        })
    }
}

/// The settings of one invocation.
#[derive(Debug, Clone)]
pub struct Settings {
    pub profile: Setting,
    pub engine: Setting,
    /// Folders of engines, before those that are installed with fz.
    pub engine_path: Setting<Vec<PathBuf>>,
    pub clang: Setting,
    /// Directories with the user's own profiles.
    pub profile_path: Vec<PathBuf>,
    /// Rules of the `selection` pass.
    pub allow: Vec<String>,
    pub deny: Vec<String>,
    /// Patterns of functions whose texts are no words of the dictionary, besides those that the pass knows.
    pub ignored: Setting<Vec<String>>,
    /// The campaign that `fz fuzz` starts where nothing is named.
    pub fuzz: Fuzz,
    /// What programs are compiled and linked with, beside what their arguments say.
    pub sanitizers: Setting<Vec<String>>,
    pub capture: Setting<Capture>,
    /// The folder for [`Capture::Store`], absolute.
    pub capture_store: Setting<PathBuf>,
}

/// What flags say.
#[derive(Debug, Default, Clone)]
pub struct Flags {
    pub profile: Option<String>,
    pub engine: Option<String>,
    pub capture: Option<String>,
}

impl Settings {
    pub fn resolve(
        flags: &Flags,
        environment: &Environment,
        directory: &Path,
    ) -> Result<Settings, Error> {
        let found = find(directory)?;
        let (file, path) = match &found {
            Some(path) => (toml_file::read(path, &KEYS)?, path.clone()),
            None => (File::default(), PathBuf::new()),
        };
        let pick = |flag: Option<(&String, &'static str)>,
                    variable: Option<(&String, &'static str)>,
                    in_file: Option<&String>,
                    default: &str| {
            if let Some((value, flag)) = flag {
                (value.clone(), Origin::Flag(flag))
            } else if let Some((value, name)) = variable {
                (value.clone(), Origin::Environment(name))
            } else if let Some(value) = in_file {
                (value.clone(), Origin::File(path.clone()))
            } else {
                (default.to_owned(), Origin::Default)
            }
        };
        let setting = |(value, origin)| Setting { value, origin };
        let base = path.parent().unwrap_or(Path::new("")).to_owned();
        // Wherever below it the compiler is called.
        let own_profile = file.profile.map(|name| match is_path(&name) {
            true => base.join(name).to_string_lossy().into_owned(),
            false => name,
        });
        let asked = afl_names::asked_for(environment).into_iter().next();
        let afl_profile = asked.map(|a| (a.profile.to_owned(), a.variable));
        Ok(Settings {
            profile: setting(pick(
                flags.profile.as_ref().map(|v| (v, "--fz-profile")),
                environment
                    .profile
                    .as_ref()
                    .map(|v| (v, env::PROFILE.name))
                    .or(afl_profile.as_ref().map(|(v, name)| (v, *name))),
                own_profile.as_ref(),
                PROFILE,
            )),
            engine: setting(pick(
                flags.engine.as_ref().map(|v| (v, "--fz-engine")),
                environment.engine.as_ref().map(|v| (v, env::ENGINE.name)),
                file.engine.as_ref(),
                "afl",
            )),
            engine_path: match (&environment.engine_path, &file.engine_path) {
                (Some(list), _) => Setting {
                    value: std::env::split_paths(list)
                        .map(|folder| directory.join(folder))
                        .collect(),
                    origin: Origin::Environment(env::ENGINE_PATH.name),
                },
                (None, Some(list)) => Setting {
                    value: list.iter().map(|folder| base.join(folder)).collect(),
                    origin: Origin::File(path.clone()),
                },
                (None, None) => Setting {
                    value: Vec::new(),
                    origin: Origin::Default,
                },
            },
            clang: setting(pick(
                None,
                environment.clang.as_ref().map(|v| (v, env::CLANG.name)),
                file.clang.as_ref(),
                fz_llvm::CLANG,
            )),
            profile_path: file.profile_path.iter().map(|p| base.join(p)).collect(),
            allow: file.allow,
            deny: file.deny,
            ignored: match &file.dictionary {
                Some(table) => Setting {
                    value: Dictionary::of(table)
                        .map_err(|message| Error::file(&path, message))?
                        .ignore,
                    origin: Origin::File(path.clone()),
                },
                None => Setting {
                    value: Vec::new(),
                    origin: Origin::Default,
                },
            },
            fuzz: match &file.fuzz {
                Some(table) => {
                    Fuzz::of(table, &base).map_err(|message| Error::file(&path, message))?
                }
                None => Fuzz::default(),
            },
            sanitizers: match (&environment.sanitize, &file.sanitize) {
                (Some(list), _) => Setting {
                    value: sanitizers::check(list.split([',', ' '])).map_err(|message| {
                        Error::Variable {
                            name: env::SANITIZE.name,
                            message,
                        }
                    })?,
                    origin: Origin::Environment(env::SANITIZE.name),
                },
                (None, Some(list)) => Setting {
                    value: sanitizers::check(list.iter().map(String::as_str))
                        .map_err(|message| Error::file(&path, format!("`sanitize`: {message}")))?,
                    origin: Origin::File(path.clone()),
                },
                (None, None) => Setting {
                    value: Vec::new(),
                    origin: Origin::Default,
                },
            },
            capture: {
                let (name, origin) = pick(
                    flags.capture.as_ref().map(|v| (v, CAPTURE_FLAG)),
                    environment.capture.as_ref().map(|v| (v, env::CAPTURE.name)),
                    file.capture.as_ref(),
                    match environment.is_package_build {
                        // Who installs the package has not asked for its sources.
                        true => Capture::Off.name(),
                        false => Capture::Embed.name(),
                    },
                );
                let value = Capture::parse(&name).map_err(|message| match &origin {
                    Origin::Environment(name) => Error::Variable { name, message },
                    Origin::File(path) => Error::file(path, format!("`capture`: {message}")),
                    _ => Error::option(CAPTURE_FLAG, message),
                })?;
                Setting { value, origin }
            },
            capture_store: match (&environment.capture_store, &file.capture_store) {
                (Some(folder), _) => Setting {
                    value: directory.join(folder),
                    origin: Origin::Environment(env::CAPTURE_STORE.name),
                },
                (None, Some(folder)) => Setting {
                    value: base.join(folder),
                    origin: Origin::File(path.clone()),
                },
                (None, None) => Setting {
                    // Who has no folder has one here.
                    value: match &environment.cache {
                        Some(cache) => cache.join("store"),
                        None => directory.join(".fz-store"),
                    },
                    origin: Origin::Default,
                },
            },
        })
    }
}

const CAPTURE_FLAG: &str = "--fz-capture";

/// The nearest `fz.toml`, upwards from `directory`.
fn find(directory: &Path) -> Result<Option<PathBuf>, Error> {
    let mut all = directory.ancestors().map(|d| d.join(FILE));
    let found = all.find(|p| p.exists());
    match found {
        Some(path) if !fz_base::file::is_trusted(&path, directory) => Err(Error::file(
            path,
            format!(
                "it is another user's, and would say which compiler is started here: put a {FILE} of your own nearer to {}",
                directory.display()
            ),
        )),
        found => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn resolve(file: &str, environment: &Environment, flags: &Flags) -> Result<Settings, Error> {
        let dir = tempfile::tempdir().unwrap();
        let inner = dir.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(dir.path().join(FILE), file).unwrap();
        Settings::resolve(flags, environment, &inner)
    }

    #[test]
    fn flag_beats_environment_beats_file_beats_default() {
        let mut flags = Flags::default();
        let mut environment = Environment::default();
        let file = "profile = 'from-file'\ndeny = ['log*']";
        let s = resolve(file, &environment, &flags).unwrap();
        assert_eq!(
            (s.profile.value.as_str(), s.engine.value.as_str()),
            ("from-file", "afl")
        );
        assert_eq!(s.engine.origin, Origin::Default);
        assert_eq!(s.deny, ["log*"]);
        let s = resolve("profile = './mine.toml'", &environment, &flags).unwrap();
        assert!(
            Path::new(&s.profile.value).is_absolute(),
            "{}",
            s.profile.value
        );
        environment.profile = Some("from-environment".into());
        let s = resolve(file, &environment, &flags).unwrap();
        assert_eq!(s.profile.value, "from-environment");
        flags.profile = Some("from-flag".into());
        let s = resolve(file, &environment, &flags).unwrap();
        assert_eq!(s.profile.value, "from-flag");
        assert_eq!(s.profile.origin, Origin::Flag("--fz-profile"));
    }

    #[test]
    fn sanitizers_are_checked_where_they_are_named() {
        let flags = Flags::default();
        let mut environment = Environment::default();
        let file = "sanitize = ['address', 'undefined']";
        let s = resolve(file, &environment, &flags).unwrap();
        assert_eq!(s.sanitizers.value, ["address", "undefined"]);
        let error = resolve("sanitize = ['adress']", &environment, &flags).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("fz.toml: `sanitize`: unknown sanitizer"),
            "{error}"
        );
        environment.sanitize = Some("memory".into());
        let s = resolve(file, &environment, &flags).unwrap();
        assert_eq!(s.sanitizers.value, ["memory"]);
        environment.sanitize = Some("none".into());
        let s = resolve(file, &environment, &flags).unwrap();
        assert!(s.sanitizers.value.is_empty());
        environment.sanitize = Some("fuzzer".into());
        let error = resolve(file, &environment, &flags).unwrap_err();
        assert!(error.to_string().starts_with("FZ_SANITIZE: "), "{error}");
    }

    #[test]
    fn an_unknown_key_names_the_nearest() {
        let (e, f) = (Environment::default(), Flags::default());
        let error = resolve("profil = 'x'", &e, &f).unwrap_err().to_string();
        assert!(error.contains("did you mean `profile`?"), "{error}");
        let error = resolve("profile = 3", &e, &f).unwrap_err().to_string();
        assert!(
            error.contains("fz.toml") && error.contains("string"),
            "{error}"
        );
        assert!(resolve("profile = ", &e, &f).is_err());
        let error = resolve("sanitize = 'address'", &e, &f)
            .unwrap_err()
            .to_string();
        assert!(error.contains("written as [\"one\""), "{error}");
        let error = |table: &str| {
            let text = format!("[dictionary]\n{table}");
            resolve(&text, &e, &f).unwrap_err().to_string()
        };
        let unknown = error("ignored = ['x']");
        assert!(
            unknown
                .contains("fz.toml: [dictionary]: unknown key `ignored` (did you mean `ignore`?)"),
            "{unknown}"
        );
        let wrong = error("ignore = 'x'");
        assert!(
            wrong.contains("[dictionary]: ") && wrong.contains("written as [\"one\""),
            "{wrong}"
        );
    }

    #[test]
    fn what_is_captured_is_one_of_three_words() {
        let mut environment = Environment {
            cache: Some(PathBuf::from("/caches/fz")),
            ..Environment::default()
        };
        let mut flags = Flags::default();
        let of = |file: &str, e: &Environment, f: &Flags| resolve(file, e, f).unwrap();
        let s = of("", &environment, &flags);
        assert_eq!(
            (s.capture.value, s.capture.origin),
            (Capture::Embed, Origin::Default)
        );
        assert_eq!(s.capture_store.value, Path::new("/caches/fz/store"));
        let file = "capture = 'store'\ncapture-store = 'kept'";
        let s = of(file, &environment, &flags);
        assert_eq!(s.capture.value, Capture::Store);
        assert!(s.capture_store.value.is_absolute() && s.capture_store.value.ends_with("kept"));
        environment.capture = Some("off".into());
        assert_eq!(of(file, &environment, &flags).capture.value, Capture::Off);
        environment.is_package_build = true;
        environment.capture = None;
        assert_eq!(of("", &environment, &flags).capture.value, Capture::Off);
        assert_eq!(of(file, &environment, &flags).capture.value, Capture::Store);
        environment.capture = Some("off".into());
        flags.capture = Some("embed".into());
        assert_eq!(of(file, &environment, &flags).capture.value, Capture::Embed);
        flags.capture = Some("on".into());
        let error = resolve("", &environment, &flags).unwrap_err().to_string();
        assert!(
            error.contains("--fz-capture") && error.contains("embed, store, off"),
            "{error}"
        );
        let error = resolve("capture = 'no'", &Environment::default(), &Flags::default());
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("fz.toml: `capture`: unknown place `no`"),
            "{error}"
        );
    }

    #[test]
    fn a_file_above_is_ones_own() {
        let dir = tempfile::tempdir().unwrap();
        let inner = dir.path().join("mine");
        fs::create_dir(&inner).unwrap();
        let file = dir.path().join(FILE);
        fs::write(&file, "").unwrap();
        assert_eq!(find(&inner).unwrap(), Some(file.clone()));
        // Only an administrator gives files away.
        if std::os::unix::fs::chown(&file, Some(12345), None).is_ok() {
            let said = find(&inner).unwrap_err().to_string();
            assert!(said.contains("another user's"), "{said}");
            std::os::unix::fs::chown(&inner, Some(12345), None).unwrap();
            assert_eq!(find(&inner).unwrap(), Some(file));
        }
    }

    #[test]
    fn what_the_dictionary_ignores_is_listed() {
        let (e, f) = (Environment::default(), Flags::default());
        let of = |text| resolve(text, &e, &f).unwrap().ignored;
        let some = of("[dictionary]\nignore = ['trace_*', 'my_log']");
        assert_eq!(some.value, ["trace_*", "my_log"]);
        assert!(matches!(some.origin, Origin::File(_)));
        assert!(of("[dictionary]").value.is_empty());
        assert_eq!(of("").origin, Origin::Default);
    }
}
