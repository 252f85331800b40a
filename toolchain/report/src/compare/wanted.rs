//! Which part of a program is looked at: rules, as profiles have them for what is counted, and the lines that a patch adds.

use std::path::Path;

use fz_base::error::Error;
use fz_coverage::{
    identities::{Catalogue, Identity, Kind},
    lines::Lines,
    names::spellings,
    sets::Set,
};
use globset::{Glob, GlobMatcher};

use crate::changes::{Changes, file, read};

/// What nobody has said anything about is all selected.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    rules: Vec<Rule>,
    /// What is left out, whatever else is said.
    ignored: Vec<Rule>,
    changes: Option<Changes>,
}

/// `fun:GLOB` or `src:GLOB`; without a prefix a file if it holds a `/` or ends like one.
#[derive(Clone, Debug)]
struct Rule {
    text: String,
    is_file: bool,
    glob: GlobMatcher,
}

/// Rules that a note names.
const NAMED: usize = 5;

const SOURCES: [&str; 9] = ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inc"];

/// What stands before the name of a file with rules.
const LIST: char = '@';

fn parsed(rules: &[String]) -> Result<Vec<Rule>, Error> {
    let mut all = Vec::new();
    for rule in rules {
        let Some(path) = rule.strip_prefix(LIST).map(Path::new) else {
            all.push(Rule::parse(rule)?);
            continue;
        };
        let text = read(path)?;
        let lines = text
            .lines()
            .map(|l| l.split('#').next().unwrap_or("").trim());
        for line in lines.filter(|l| !l.is_empty()) {
            let rule = Rule::parse(line);
            all.push(rule.map_err(|e| file(path, &e.to_string()))?);
        }
    }
    Ok(all)
}

impl Wanted {
    /// Rules, or `@FILE` with a rule on each line, and a patch.
    pub fn of(rules: &[String], patch: Option<&Path>) -> Result<Wanted, Error> {
        Ok(Wanted {
            rules: parsed(rules)?,
            ignored: Vec::new(),
            changes: patch.map(Changes::read).transpose()?,
        })
    }

    /// And leaves out what these rules hit.
    pub fn without(mut self, rules: &[String]) -> Result<Wanted, Error> {
        self.ignored = parsed(rules)?;
        Ok(self)
    }

    /// The identities that are wanted. A rule that hits none is refused: it is a slip of the pen.
    pub fn select(&self, catalogue: &Catalogue) -> Result<Set, Error> {
        let counted = |n: &usize| catalogue.identities[*n].kind != Kind::Passed;
        let all = || (0..catalogue.identities.len()).filter(counted);
        let limit = catalogue.identities.len();
        let mut selected = Set::of(limit, all());
        if !self.rules.is_empty() || !self.ignored.is_empty() {
            let functions = catalogue.functions.iter();
            let names: Vec<Vec<String>> = functions.map(|f| spellings(&f.symbol)).collect();
            let hits = |rules: &[Rule]| -> Result<Set, Error> {
                let mut hits = Set::new(limit);
                for rule in rules {
                    let called: Vec<bool> = names.iter().map(|n| rule.calls(n)).collect();
                    let is_hit =
                        |n: &usize| rule.hits(catalogue, &called, &catalogue.identities[*n]);
                    let of_rule = Set::of(limit, all().filter(is_hit));
                    if of_rule.is_empty() {
                        return Err(rule.unknown(&names, "fz cov report --format json"));
                    }
                    hits.unite(&of_rule);
                }
                Ok(hits)
            };
            let ignored = hits(&self.ignored)?;
            let positive = match self.rules.is_empty() {
                true => selected,
                false => hits(&self.rules)?,
            };
            let is_line = |n: &usize| catalogue.identities[*n].kind == Kind::Line;
            let kept = |n: &usize| !is_line(n) && positive.contains(*n) && !ignored.contains(*n);
            selected = Set::of(limit, all().filter(kept));
            // A line is wanted if anything in it is.
            let lines = Lines::of(catalogue).with(&selected);
            let own = all().filter(is_line);
            let wanted = own.enumerate().filter(|(line, _)| lines.contains(line));
            selected.unite(&Set::of(limit, wanted.map(|(_, n)| n)));
        }
        if let Some(changes) = &self.changes {
            let touched = changes.touched(catalogue);
            let hits = selected.iter().filter(|n| {
                let identity = &catalogue.identities[*n];
                [&identity.place, &identity.spelled]
                    .into_iter()
                    .flatten()
                    .any(|p| touched.has(identity.kind, p))
            });
            selected = Set::of(limit, hits);
        }
        Ok(selected)
    }

    /// What to say of files of the patch that none of these programs has code of; an error if it has no other.
    pub fn unknown<'a>(
        &self,
        programs: impl Iterator<Item = &'a Catalogue>,
    ) -> Result<Option<String>, Error> {
        let changes = self.changes.as_ref();
        changes.map_or(Ok(None), |changes| changes.unknown(programs))
    }

    /// Of functions, by symbol and file: which are wanted. `all`: the command that prints their names.
    pub fn functions(&self, known: &[(&str, &str)], all: &str) -> Result<Vec<bool>, Error> {
        let names: Vec<Vec<String>> = known.iter().map(|(symbol, _)| spellings(symbol)).collect();
        let hits = |rules: &[Rule]| -> Result<Vec<bool>, Error> {
            let mut hits = vec![false; known.len()];
            for rule in rules {
                let mut is_any = false;
                for (at, (_, file)) in known.iter().enumerate() {
                    let is_hit = rule.calls(&names[at]) || rule.is_file && rule.hits_file(file);
                    hits[at] |= is_hit;
                    is_any |= is_hit;
                }
                if !is_any {
                    return Err(rule.unknown(&names, all));
                }
            }
            Ok(hits)
        };
        let (selected, ignored) = (hits(&self.rules)?, hits(&self.ignored)?);
        let kept = selected.iter().zip(&ignored);
        Ok(kept
            .map(|(selected, ignored)| (*selected || self.rules.is_empty()) && !ignored)
            .collect())
    }

    /// What is looked at, if that is not all.
    pub fn told(&self) -> Option<String> {
        let rules = self.rules.iter().map(|rule| rule.text.clone());
        let ignored = self.ignored.iter();
        let rules = rules.chain(ignored.map(|rule| format!("not {}", rule.text)));
        let changes = self.changes.iter();
        let changes = changes.map(|c| format!("the lines that {} adds", c.path.display()));
        let mut told: Vec<String> = rules.chain(changes).collect();
        let more = told.len().saturating_sub(NAMED);
        told.truncate(NAMED);
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!told.is_empty()).then(|| format!("only a part is looked at: {}{more}", told.join(", ")))
    }

    /// What to say where nothing is selected of a program: a patch may change other things, and nobody is wrong.
    pub fn nothing(&self, program: &str) -> Option<String> {
        let path = self.changes.as_ref()?.path.display();
        Some(format!(
            "{path} adds no line of {program} that can be reached; if it should, the build is not of the source behind the \
             change"
        ))
    }
}

impl Rule {
    fn parse(text: &str) -> Result<Rule, Error> {
        let (is_file, pattern) = match text.split_once(':') {
            // `src::parse` is a function.
            Some((_, rest)) if rest.starts_with(':') => (false, text),
            Some(("fun", rest)) => (false, rest.trim()),
            Some(("src", rest)) => (true, rest.trim()),
            _ => {
                let ending = text.rsplit_once('.').map(|(_, ending)| ending);
                let is_source = ending.is_some_and(|e| SOURCES.contains(&e));
                (is_source || text.contains('/'), text)
            }
        };
        if pattern.is_empty() {
            return Err(Error::option(
                format!("the rule `{text}`"),
                "it names nothing; a rule is fun:GLOB or src:GLOB",
            ));
        }
        let glob = Glob::new(pattern).map_err(|e| Error::option(text, e.kind()))?;
        Ok(Rule {
            text: text.to_owned(),
            is_file,
            glob: glob.compile_matcher(),
        })
    }

    /// Whether it means a function with these names.
    fn calls(&self, names: &[String]) -> bool {
        // A name that was copied may have brackets, of `[abi:cxx11]` or of an array.
        let is_called = |name: &String| name == self.pattern() || self.glob.is_match(name);
        !self.is_file && names.iter().any(is_called)
    }

    fn pattern(&self) -> &str {
        self.glob.glob().glob()
    }

    /// `names`: of each function; `all`: the command that prints them.
    fn unknown(&self, names: &[Vec<String>], all: &str) -> Error {
        let tail = format!("::{}", self.pattern());
        let mut called = names.iter().flatten();
        let near = called.find(|name| !self.is_file && name.ends_with(&tail));
        let all = format!("`{all}` has all names");
        Error::option(
            &self.text,
            match near {
                Some(near) => format!(
                    "no function or file of the program has this name; did you mean `{near}`? {all}"
                ),
                None => format!("no function or file of the program has this name; {all}"),
            },
        )
    }

    /// `called`: by function, whether the rule means it.
    fn hits(&self, catalogue: &Catalogue, called: &[bool], identity: &Identity) -> bool {
        let function = &catalogue.functions[identity.function];
        match (self.is_file, &identity.place) {
            (false, _) => called[identity.function],
            (true, Some(place)) => self.hits_file(&catalogue.path(&place.file)),
            (true, None) => self.hits_file(&catalogue.path(&function.file)),
        }
    }

    /// The whole path, or any tail of it.
    fn hits_file(&self, path: &str) -> bool {
        let tails = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        std::iter::once(path)
            .chain(tails)
            .any(|tail| self.glob.is_match(tail))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use fz_coverage::samples::catalogue;

    fn selected(wanted: &Wanted) -> Vec<usize> {
        wanted.select(&catalogue(0..9)).unwrap().iter().collect()
    }

    #[test]
    fn functions_are_found_by_what_people_call_them() {
        let mut catalogue = catalogue(0..9);
        catalogue.functions[0].symbol = "_ZN3src5parseEPKc".to_owned();
        let hits = |rule: &str| {
            let wanted = Wanted::of(&[rule.to_owned()], None).unwrap();
            wanted.select(&catalogue).is_ok_and(|s| !s.is_empty())
        };
        for rule in [
            "_ZN3src5parseEPKc",
            "fun:_ZN3src*",
            "src::parse",
            "fun:src::*",
            "src::parse(char const\\*)",
            "*::parse*",
        ] {
            assert!(hits(rule), "{rule}");
        }
        for rule in ["parse", "fun:src", "src:src::parse"] {
            assert!(!hits(rule), "{rule}");
        }
        let slip = Wanted::of(&["parse".to_owned()], None).unwrap();
        let error = slip.select(&catalogue).unwrap_err().to_string();
        assert!(error.contains("did you mean `src::parse`?"), "{error}");
        catalogue.functions[0].symbol = "_ZN3src4textB5cxx11Ev".to_owned();
        let copied = Wanted::of(&["src::text[abi:cxx11]()".to_owned()], None).unwrap();
        assert!(!copied.select(&catalogue).unwrap().is_empty());
    }

    #[test]
    fn rules_and_patches_select() {
        let scratch = tempfile::tempdir().unwrap();
        let of = |rules: &[&str], patch: Option<&Path>| {
            let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
            Wanted::of(&rules, patch)
        };
        assert_eq!(selected(&of(&[], None).unwrap()).len(), 9);
        for rule in ["f", "fun:f*", "a.c", "src:/src/*.c", "/src/a.c"] {
            assert_eq!(selected(&of(&[rule], None).unwrap()).len(), 9, "{rule}");
        }
        let patch = scratch.path().join("x.diff");
        let text =
            "--- a/src/a.c\n+++ b/src/a.c\n@@ -3,3 +3,4 @@\n same\n-old\n+new\n+more\n same\n";
        fs::write(&patch, text).unwrap();
        assert_eq!(selected(&of(&["f"], Some(&patch)).unwrap()), [4, 5]);
        fs::write(&patch, text.replace("a.c", "ba.c")).unwrap();
        let other = of(&[], Some(&patch)).unwrap();
        assert!(selected(&other).is_empty());
        let said = other.nothing("p").unwrap();
        assert!(said.contains("x.diff adds no line of p"), "{said}");
        let renamed =
            "diff --git a/a.c b/b.c\nsimilarity index 100%\nrename from a.c\nrename to b.c\n";
        for text in ["", "\n", renamed] {
            fs::write(&patch, text).unwrap();
            let none = of(&[], Some(&patch)).unwrap();
            assert!(selected(&none).is_empty(), "{text}");
        }
        let error = of(&["g"], None)
            .unwrap()
            .select(&catalogue(0..9))
            .unwrap_err();
        assert!(
            error.to_string().contains("g: no function or file"),
            "{error}"
        );
        let without = |rules: &[&str], ignored: &str| {
            let wanted = of(rules, None).unwrap();
            wanted.without(&[ignored.to_owned()]).unwrap()
        };
        assert!(selected(&without(&["a.c"], "fun:f")).is_empty());
        assert!(selected(&without(&[], "src:/src/a.c")).is_empty());
        let error = without(&[], "g").select(&catalogue(0..9)).unwrap_err();
        assert!(
            error.to_string().contains("g: no function or file"),
            "{error}"
        );
        let known = [("f", "/src/a.c"), ("g", "/src/b.c")];
        let functions =
            |rules: &[&str], ignored: &str| without(rules, ignored).functions(&known, "").unwrap();
        assert_eq!(functions(&[], "b.c"), [true, false]);
        assert_eq!(functions(&["*.c"], "f"), [false, true]);
        let error = of(&["fun:"], None).unwrap_err().to_string();
        assert!(error.contains("it names nothing"), "{error}");
        fs::write(&patch, "no diff").unwrap();
        let error = of(&[], Some(&patch)).unwrap_err().to_string();
        assert!(error.contains("it is not a unified diff"), "{error}");
        let list = scratch.path().join("list");
        let listed = |path: &Path| format!("@{}", path.display());
        fs::write(&list, "# one\nfun:f  # the parser\n\n").unwrap();
        assert_eq!(
            selected(&Wanted::of(&[listed(&list)], None).unwrap()).len(),
            9
        );
        fs::write(&list, "fun:[f").unwrap();
        let error = Wanted::of(&[listed(&list)], None).unwrap_err().to_string();
        assert!(error.contains("list: fun:[f: "), "{error}");
    }
}
