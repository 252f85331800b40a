//! What is known about a unit: its conditions, and where its text comes from.

use std::{collections::HashMap, fs};

use crate::{
    analyses::unit_tables::{Condition, Conditions, Extent, Origin, Spelled},
    ir::{Function, Location},
};

/// What is known about the unit. All of it is empty without a table of conditions.
#[derive(Default)]
pub struct Unit {
    pub conditions: Conditions,
    pub origin: Origin,
    /// The lines of the refactored text.
    pub text: Vec<String>,
    /// The folder in which the unit was compiled.
    folder: String,
    /// For file names that debug information has shortened, the folders in which they start.
    cut: HashMap<String, String>,
}

/// The path of a file whose name is relative to a folder, without `.` and `..`.
fn path_in(folder: &str, file: &str) -> String {
    // `<built-in>` and the like.
    if file.is_empty() || file.starts_with('<') {
        return file.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    let before = match file.starts_with('/') {
        true => "",
        false => folder,
    };
    for part in before.split('/').chain(file.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|p| *p != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    match before.starts_with('/') || file.starts_with('/') {
        true => format!("/{}", parts.join("/")),
        false => parts.join("/"),
    }
}

impl Unit {
    /// Reads the refactored text.
    pub fn read_text(&mut self, path: &str) -> Result<(), String> {
        let text = fs::read(path).map_err(|e| format!("cannot read {path}: {e}"))?;
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text = String::from_utf8_lossy(&text).lines().map(words).collect();
        Ok(())
    }

    /// Learns from functions where the unit's files are.
    pub fn learn(&mut self, functions: &[Function]) {
        for function in functions {
            if self.folder.is_empty() {
                self.folder = function.unit_folder().unwrap_or_default();
            }
            if let (Some(place), Some(folder)) = (function.location(), function.file_folder()) {
                self.cut.insert(place.file, folder);
            }
        }
    }

    /// The location in the user's own files of a location in the compiled text.
    pub fn spelled(&self, compiled: Location) -> Spelled {
        if let Some(spelled) = self.origin.spelled(&compiled) {
            return self.found(spelled);
        }
        let of_unit = self.origin.made(&compiled);
        let cut = self.cut.get(&compiled.file).filter(|_| of_unit.is_none());
        let mut place = of_unit.unwrap_or(compiled);
        place.file = path_in(cut.unwrap_or(&self.folder), &place.file);
        Spelled {
            place: Some(place),
            ..Spelled::default()
        }
    }

    /// The same for a line, with its end.
    pub fn extent(&self, compiled: Location) -> Extent {
        match self.origin.extent(&compiled) {
            Some(extent) => Extent {
                spelled: self.found(extent.spelled),
                ..extent
            },
            None => Extent {
                spelled: self.spelled(compiled),
                end: (0, 0),
            },
        }
    }

    /// The files that the unit was made of and that have a hash, with their paths.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        let files = match self.origin.is_empty() {
            false => &self.origin.files,
            true => &self.conditions.files,
        };
        let known = files.iter().filter(|f| !f.hash.is_empty());
        known.map(|f| (path_in(&self.folder, &f.path), f.hash.as_str()))
    }

    /// Makes file names relative to where the compiler ran.
    fn found(&self, mut spelled: Spelled) -> Spelled {
        let places = [&mut spelled.place, &mut spelled.written];
        for place in places.into_iter().flatten() {
            place.file = path_in(&self.folder, &place.file);
        }
        spelled
    }

    /// A brace that ends what `catch` follows: in `} catch (…) {`, what is run at the brace says nothing of the line.
    pub fn is_before_catch(&self, compiled: &Location) -> bool {
        let text = |at: usize| self.text.get(at).map_or("", String::as_str);
        let line = self.refactored(compiled).map(|line| line as usize);
        line.is_some_and(|line| text(line - 1) == "}" && text(line).starts_with("catch"))
    }

    pub fn spelled_condition(&self, condition: &Condition) -> Spelled {
        let extent = [&condition.compiled, &condition.last];
        self.spelled_extent(extent, &condition.spelled, condition.in_macro.as_ref())
    }

    /// Where something stands whose first and last token are known, and that clang found there and in that macro.
    pub fn spelled_extent(
        &self,
        [first, last]: [&Location; 2],
        clangs: &Location,
        in_macro: Option<&String>,
    ) -> Spelled {
        let spelled = self.origin.spelled_whole(first, last);
        self.found(spelled.unwrap_or_else(|| Spelled {
            place: Some(clangs.clone()),
            in_macro: in_macro.cloned(),
            written: in_macro.map(|_| first.clone()),
        }))
    }

    /// The line of the refactored text, if the location is in it.
    pub fn refactored(&self, compiled: &Location) -> Option<u32> {
        self.origin.has(compiled).then_some(compiled.line)
    }
}

#[cfg(test)]
mod tests {
    use super::path_in;

    #[test]
    fn files_are_where_they_were_named() {
        assert_eq!(path_in("/s/a", "b.c"), "/s/a/b.c");
        assert_eq!(path_in("/s/a", "../b/./c.c"), "/s/b/c.c");
        assert_eq!(path_in("/s/a", "/t//c.c"), "/t/c.c");
        assert_eq!(path_in("", "../c.c"), "../c.c");
        assert_eq!(path_in("/s", "<built-in>"), "<built-in>");
    }
}
