//! Finding profiles and resolving what they inherit.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    Design, Feedback, Profile, Variant, pipeline,
    schema::{File, Plugin},
};
use crate::error::{Error, Result, read, toml_error, unknown};

/// The directories that profiles are looked up in, first come first served.
#[derive(Clone, Debug)]
pub struct Store {
    dirs: Vec<PathBuf>,
}

impl Store {
    pub fn new(dirs: Vec<PathBuf>) -> Store {
        Store { dirs }
    }

    /// Every profile's name and file, sorted.
    pub fn list(&self) -> Vec<(String, PathBuf)> {
        let mut found = BTreeMap::new();
        for dir in self.dirs.iter().rev() {
            for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|x| x == "toml") {
                    found.insert(stem(&path), path);
                }
            }
        }
        found.into_iter().collect()
    }

    /// A profile by name, or by the path of its file.
    pub fn load(&self, name: &str) -> Result<Profile> {
        let path = self.find(name)?;
        self.resolve(&path, &mut Vec::new())
    }

    /// Like [`Store::load`], for compiling: it must have a pipeline.
    pub fn load_usable(&self, name: &str) -> Result<Profile> {
        let profile = self.load(name)?;
        if profile.designs.is_empty() {
            return Err(Error::user(format!(
                "profile `{name}` has no pipeline: it is there for `extends`; fz profiles lists the others"
            )));
        }
        Ok(profile)
    }

    fn find(&self, name: &str) -> Result<PathBuf> {
        if name.contains('/') || name.ends_with(".toml") {
            return Ok(PathBuf::from(name));
        }
        let candidates = self.dirs.iter().map(|d| d.join(format!("{name}.toml")));
        candidates.into_iter().find(|p| p.is_file()).ok_or_else(|| {
            let list = self.list();
            let known = list.iter().map(|(n, _)| n.as_str());
            match list.is_empty() {
                false => Error::user(unknown("profile", name, known)),
                true => Error::user(format!(
                    "no profiles in {}: install fz again",
                    shown(&self.dirs)
                )),
            }
        })
    }

    fn resolve(&self, path: &Path, children: &mut Vec<PathBuf>) -> Result<Profile> {
        let text = read(path)?;
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if children.contains(&canonical) {
            let mut names: Vec<_> = children.iter().map(|p| stem(p)).collect();
            names.push(stem(path));
            return Err(Error::bad_file(
                path,
                format!("profiles extend each other in a circle: {}", names.join(" → ")),
            ));
        }
        children.push(canonical);
        let file: File =
            toml::from_str(&text).map_err(|e| Error::bad_file(path, toml_error(&e, &text)))?;
        let parent = match &file.extends {
            None => Profile {
                name: String::new(),
                summary: String::new(),
                files: Vec::new(),
                designs: Vec::new(),
                feedback: Vec::new(),
                frontend: Vec::new(),
                codegen: Vec::new(),
                define: BTreeMap::new(),
                passes: BTreeMap::new(),
                plugins: Vec::new(),
                pipeline: BTreeMap::new(),
            },
            Some(name) => {
                let parent = self.find_parent(path, name)?;
                self.resolve(&parent, children)?
            }
        };
        let profile = merge(path, file, parent)?;
        check(&profile).map_err(|why| Error::bad_file(path, why))?;
        Ok(profile)
    }

    /// A parent's relative path counts from the child's file.
    fn find_parent(&self, child: &Path, name: &str) -> Result<PathBuf> {
        let found = match name.contains('/') || name.ends_with(".toml") {
            true => Ok(child.with_file_name(name)),
            false => {
                let beside = child.with_file_name(format!("{name}.toml"));
                match beside.is_file() {
                    true => Ok(beside),
                    false => self.find(name),
                }
            }
        };
        found.map_err(|e| Error::bad_file(child, format!("extends: {e}")))
    }
}

fn merge(path: &Path, file: File, parent: Profile) -> Result<Profile> {
    let mut profile = Profile {
        name: stem(path),
        summary: file.summary,
        ..parent
    };
    profile.files.insert(0, path.to_owned());
    profile.designs = file.designs.unwrap_or(profile.designs);
    profile.feedback = file.feedback.unwrap_or(profile.feedback);
    extend(&mut profile.frontend, file.frontend.add, &file.frontend.drop);
    extend(&mut profile.codegen, file.codegen.flags, &file.codegen.drop);
    profile.define.extend(file.define);
    for (pass, options) in file.passes {
        let merged = profile.passes.entry(pass).or_default();
        for (key, value) in options {
            merged.retain(|(k, _)| *k != key);
            merged.extend(value.texts().into_iter().map(|v| (key.clone(), v)));
        }
    }
    for entry in file.plugins {
        let plugin = entry.resolve().map_err(|why| Error::bad_file(path, why))?;
        let library = path.with_file_name(&plugin.library);
        profile.plugins.push(Plugin {
            library: absolute(&library).display().to_string(),
            ..plugin
        });
    }
    profile.pipeline.extend(file.pipeline);
    Ok(profile)
}

fn extend(flags: &mut Vec<String>, add: Vec<String>, drop: &[String]) {
    flags.retain(|f| !drop.contains(f));
    flags.extend(add);
}

/// What must hold of a resolved profile.
fn check(profile: &Profile) -> std::result::Result<(), String> {
    let elements = || profile.pipeline.values().flat_map(|p| p.values().flatten());
    for design in &profile.designs {
        let (variant, key) = match design {
            Design::A => (Variant::A, "a"),
            Design::B => (Variant::B, "b"),
        };
        if !profile.pipeline.contains_key(&variant) {
            return Err(format!("design {design} has no [pipeline.{key}]"));
        }
    }
    for (variant, pipeline) in &profile.pipeline {
        let precodegen = |p: &super::Point| *p == super::Point::Precodegen;
        if pipeline.keys().any(|p| precodegen(p) != (*variant == Variant::B)) {
            return Err(
                "precodegen is the place of [pipeline.b], and its only one".to_owned(),
            );
        }
        for pass in profile.feedback.iter().map(|f: &Feedback| f.pass()) {
            if !pipeline.values().flatten().any(|e| e == pass) {
                return Err(format!(
                    "feedback `{pass}` wants the pass `{pass}` in every pipeline"
                ));
            }
        }
    }
    for element in elements() {
        pipeline::expand(element, &profile.define)?;
    }
    // A parent's options may wait for a child's pipeline.
    if !profile.pipeline.is_empty() {
        for pass in profile.passes.keys() {
            if !elements().any(|e| e == pass) {
                let known = elements().map(String::as_str).filter(|e| pipeline::is_name(e));
                return Err(format!(
                    "[passes.{pass}] has options, but no pipeline runs it: {}",
                    unknown("pass", pass, known)
                ));
            }
        }
        for plugin in &profile.plugins {
            let points = elements().filter_map(|e| e.strip_prefix('@'));
            if !points.clone().any(|p| p == plugin.at) {
                return Err(format!(
                    "plugin {}: {}",
                    plugin.pass,
                    unknown("point", &plugin.at, points)
                ));
            }
        }
    }
    Ok(())
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn shown(dirs: &[PathBuf]) -> String {
    let dirs: Vec<_> = dirs.iter().map(|d| d.display().to_string()).collect();
    dirs.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(files: &[(&str, &str)]) -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).unwrap();
        }
        let store = Store::new(vec![dir.path().to_owned()]);
        (dir, store)
    }

    fn error(files: &[(&str, &str)], name: &str) -> String {
        store(files).1.load(name).unwrap_err().to_string()
    }

    #[test]
    fn the_built_in_profiles_resolve() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../profiles");
        let store = Store::new(vec![PathBuf::from(dir)]);
        for (name, _) in store.list() {
            store.load(&name).unwrap();
        }
        let fuzz = store.load_usable("fuzz").unwrap();
        assert_eq!(fuzz.designs, [Design::B, Design::A]);
        assert_eq!(fuzz.passes["edges"], [("count".into(), "saturate".into())]);
        let refused = store.load_usable("base").unwrap_err().to_string();
        assert!(refused.contains("extends"), "{refused}");
    }

    #[test]
    fn children_add_drop_and_replace() {
        let (_dir, store) = store(&[
            (
                "a.toml",
                "summary='a'\ndesigns=['A']\nfeedback=['edges']\n[codegen]\nflags=['-x','-y']\n[passes.edges]\ncount='wrap'\npcs='on'\n[pipeline.a]\nstart=['edges']\n",
            ),
            (
                "b.toml",
                "extends='a'\nsummary='b'\n[codegen]\nflags=['-z']\ndrop=['-x']\n[passes.edges]\ncount='saturate'\n",
            ),
        ]);
        let b = store.load("b").unwrap();
        assert_eq!(b.codegen, ["-y", "-z"]);
        assert_eq!(
            b.passes["edges"],
            [("pcs".into(), "on".into()), ("count".into(), "saturate".into())]
        );
        assert_eq!((b.summary.as_str(), b.files.len()), ("b", 2));
    }

    #[test]
    fn circles_and_missing_parents_are_named() {
        let circle = error(
            &[
                ("a.toml", "extends='b'\nsummary=''"),
                ("b.toml", "extends='a'\nsummary=''"),
            ],
            "a",
        );
        assert!(circle.contains("a → b → a"), "{circle}");
        let missing = error(&[("a.toml", "extends='fuz'\nsummary=''"), ("fuzz.toml", "summary=''")], "a");
        assert!(
            missing.contains("a.toml") && missing.contains("did you mean `fuzz`"),
            "{missing}"
        );
    }

    #[test]
    fn unknown_keys_suggest_the_nearest() {
        let key = error(&[("a.toml", "sumary=''")], "a");
        assert!(key.contains("line 1") && key.contains("did you mean `summary`"), "{key}");
        let point = error(&[("a.toml", "summary=''\n[pipeline.a]\nstrat=[]")], "a");
        assert!(point.contains("strat") && point.contains("start"), "{point}");
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let head = "summary=''\ndesigns=['A']\n";
        for (tail, said) in [
            ("", "[pipeline.a]"),
            ("feedback=['edges']\n[pipeline.a]\nstart=['x']", "feedback `edges`"),
            ("[pipeline.a]\nprecodegen=['x']", "precodegen"),
            ("[pipeline.a]\nstart=['edges']\n[passes.edgse]\ncount='wrap'", "did you mean `edges`"),
            ("[pipeline.a]\nstart=['${ic}']", "${ic}"),
            ("plugins=['x.so']\n[pipeline.a]\nstart=[]", "LIBRARY.so:PASS"),
            ("plugins=['x.so:p']\n[pipeline.a]\nstart=[]", "unknown point `plugins`"),
        ] {
            let said_really = error(&[("a.toml", &format!("{head}{tail}"))], "a");
            assert!(said_really.contains(said), "{tail}: {said_really}");
        }
    }
}
