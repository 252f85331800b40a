//! The table `[fuzz]`: a campaign as the project has it.

use std::path::{Path, PathBuf};

use fz_base::toml_file;
use serde::Deserialize;

/// What is fuzzed, and from where to where. Paths are relative to `fz.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fuzz {
    pub program: Option<PathBuf>,
    /// `@@` stands for the file with the input.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The folder of seeds.
    pub seeds: Option<PathBuf>,
    #[serde(default)]
    pub dictionaries: Vec<PathBuf>,
    /// The folder for everything that is found.
    pub output: Option<PathBuf>,
}

impl Fuzz {
    const KEYS: [&str; 5] = ["arguments", "dictionaries", "output", "program", "seeds"];

    pub(crate) fn of(table: &toml::Table, base: &Path) -> Result<Fuzz, String> {
        let in_table = |message: String| format!("[fuzz]: {message}");
        for key in table.keys() {
            toml_file::check(key, "key", &Fuzz::KEYS).map_err(in_table)?;
        }
        let read = Fuzz::deserialize(table.clone());
        let read = read.map_err(|e| in_table(toml_file::with_hint(e.to_string())))?;
        let below = |path: PathBuf| base.join(path).components().collect::<PathBuf>();
        Ok(Fuzz {
            program: read.program.map(below),
            seeds: read.seeds.map(below),
            dictionaries: read.dictionaries.into_iter().map(below).collect(),
            output: read.output.map(below),
            arguments: read.arguments,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Fuzz, String> {
        Fuzz::of(&text.parse().unwrap(), Path::new("/p"))
    }

    #[test]
    fn paths_are_those_of_the_file() {
        let fuzz =
            of("program = \"b/png\"\narguments = [\"@@\"]\ndictionaries = [\"png.dict\"]").unwrap();
        assert_eq!(fuzz.program.unwrap(), Path::new("/p/b/png"));
        assert_eq!(fuzz.dictionaries, [Path::new("/p/png.dict")]);
        assert_eq!((fuzz.arguments, fuzz.seeds), (vec!["@@".to_owned()], None));
    }

    #[test]
    fn a_slip_of_the_pen_is_told() {
        let error = of("sed = \"s\"").unwrap_err();
        assert!(
            error.contains("[fuzz]") && error.contains("seeds"),
            "{error}"
        );
        assert!(of("program = 1").unwrap_err().contains("[fuzz]"));
    }
}
