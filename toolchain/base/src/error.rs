//! What goes wrong by the user's doing, each with a next step.

use std::{
    fmt::Display,
    io,
    path::{Path, PathBuf},
};

#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    #[error("unknown {what} `{name}`{}; there are {}", nearest(.name, .known), .known.join(", "))]
    Unknown {
        what: &'static str,
        name: String,
        known: Vec<String>,
    },
    #[error("{path}: {message}")]
    File { path: PathBuf, message: String },
    #[error("{name}: {message}")]
    Variable { name: &'static str, message: String },
    #[error("profile `{profile}`: {message}")]
    Profile { profile: String, message: String },
    #[error(
        "clang is missing: `{name}` is not found; install {} (`cargo xtask setup` does), or name another with \
         FZ_CLANG or `clang = …` in fz.toml",
        fz_llvm::CLANG
    )]
    NoClang { name: String },
    #[error(
        "{clang} is {found}, but fz's plugin is built for clang {release}; name a clang {release} with FZ_CLANG or \
         `clang = …` in fz.toml",
        release = fz_llvm::RELEASE
    )]
    WrongLlvm { clang: String, found: String },
    #[error(
        "{path} is missing: fz looks for its parts beside its own program; install it again (`cargo xtask install \
         --prefix DIR`), or build it (`cargo xtask build`)"
    )]
    MissingPart { path: PathBuf },
    #[error(
        "{clang} is fz itself, or calls it; name a real clang {} with FZ_CLANG or `clang = …` in fz.toml",
        fz_llvm::RELEASE
    )]
    Circle { clang: String },
    #[error("engine {engine}: {message}")]
    Engine {
        engine: &'static str,
        message: String,
    },
    #[error("{option}: {message}")]
    Option { option: String, message: String },
    /// What another program has to say, or a file's text: below what it is about.
    #[error("{what}\n{said}")]
    Quoting { what: String, said: String },
    #[error("{program} cannot be run: {message}")]
    Spawn { program: String, message: String },
}

impl Error {
    pub fn file(path: impl Into<PathBuf>, message: impl Display) -> Error {
        Error::File {
            path: path.into(),
            message: message.to_string(),
        }
    }

    pub fn profile(profile: impl Into<String>, message: impl Display) -> Error {
        Error::Profile {
            profile: profile.into(),
            message: message.to_string(),
        }
    }

    pub fn option(option: impl Into<String>, message: impl Display) -> Error {
        Error::Option {
            option: option.into(),
            message: message.to_string(),
        }
    }

    pub fn spawn(program: impl AsRef<Path>, message: impl Display) -> Error {
        Error::Spawn {
            program: program.as_ref().display().to_string(),
            message: message.to_string(),
        }
    }
}

/// What there is to say of a file that cannot be written. `elsewhere`: what names another place for it.
pub fn unwritten(error: &io::Error, elsewhere: &str) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("{error}: make room there, or name another folder with {elsewhere}")
        }
        _ => error.to_string(),
    }
}

/// ` (did you mean …?)` if one of the known names is close.
pub fn nearest(name: &str, known: &[String]) -> String {
    fz_schema::hint(name, known.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_what_is_close() {
        let known = ["fuzz".to_owned(), "vanilla".to_owned()];
        assert!(nearest("fuz", &known).contains("`fuzz`"));
        assert!(nearest("vannila", &known).contains("`vanilla`"));
        assert_eq!(nearest("thread", &known), "");
    }
}
