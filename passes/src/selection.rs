//! `selection`: marks the functions that allow and deny lists exclude. Runs first, before anything is inlined.
//!
//! A function is counted if no deny rule matches it and, if there are allow rules, one of them does. Rules are globs
//! for functions (`fun:`; the symbol or the demangled name) or source files (`src:`; the whole path or any tail of
//! it). A rule without a prefix is for files if it contains a `/` or ends like the name of a source file, else for
//! functions. A list file has one rule a line; `#` begins a comment. AFL++'s prefixes `fun:`, `function:` and
//! `source:` are understood, and so are the sections of clang's sanitizer lists (entries outside of `[coverage]` and
//! `[*]` are skipped).
//!
//! A call between a counted and an uncounted function is marked `noinline`, so that code stays on its function's
//! side.
//!
//! ```text
//! define void @parse()      →   define void @parse()
//! define void @log()        →   define void @log() "fz-excluded"       with deny=log*
//! ```

use std::{collections::HashSet, fs};

use fz_schema::passes::selection as schema;
use globset::{Glob, GlobMatcher};

use crate::{
    ir::{Function, Module, demangle},
    marks::{excluded, facts},
    pass::{Context, ModulePass},
};

/// The pass, with the rules of its lists.
pub struct Selection {
    allow: Vec<Rule>,
    deny: Vec<Rule>,
}

struct Rule {
    /// Where the rule was written: `FILE:LINE`, or the rule itself.
    origin: String,
    subject: Subject,
    glob: GlobMatcher,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Function,
    File,
}

impl Selection {
    /// The pass with checked options. An error names the rule or the list file.
    pub fn new(told: schema::Told) -> Result<Self, String> {
        Ok(Selection {
            allow: rules(&told.allow, &told.allow_list)?,
            deny: rules(&told.deny, &told.deny_list)?,
        })
    }
}

impl ModulePass for Selection {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        for rule in self.allow.iter().chain(&self.deny) {
            facts::count(module, &format!("{}{}", facts::SELECTION, rule.origin), 0);
        }
        let mut excluded = HashSet::new();
        cx.each(module.definitions(), |_, function| {
            let subject = Candidate::new(module, function);
            let hits = |rules: &[Rule]| {
                let hits = rules.iter().filter(|r| r.matches(&subject));
                hits.inspect(|r| {
                    facts::count(module, &format!("{}{}", facts::SELECTION, r.origin), 1);
                })
                .count()
                    > 0
            };
            let (allowed, denied) = (hits(&self.allow), hits(&self.deny));
            if denied || (!self.allow.is_empty() && !allowed) {
                excluded::mark(module, function);
                excluded.insert(function);
            }
        });
        if excluded.is_empty() {
            return Ok(false);
        }
        cx.each(module.definitions(), |_, caller| {
            for call in caller.calls() {
                let Some(callee) = call.called() else {
                    continue;
                };
                if callee.is_definition()
                    && excluded.contains(&caller) != excluded.contains(&callee)
                {
                    call.set_noinline(module);
                }
            }
        });
        Ok(true)
    }
}

/// The rules that options spell out, and those of list files.
fn rules(written: &[String], lists: &[String]) -> Result<Vec<Rule>, String> {
    let mut rules = Vec::new();
    for rule in written {
        rules.push(Rule::parse(rule, rule)?);
    }
    for list in lists {
        rules.extend(read_list(list)?);
    }
    Ok(rules)
}

/// What rules are matched with.
struct Candidate {
    symbol: String,
    demangled: String,
    file: String,
}

impl Candidate {
    fn new(module: Module, function: Function) -> Self {
        let symbol = function.name();
        Candidate {
            demangled: demangle(&symbol),
            file: function
                .location()
                .map_or_else(|| module.source(), |l| l.file),
            symbol,
        }
    }
}

impl Rule {
    fn parse(text: &str, origin: &str) -> Result<Rule, String> {
        let prefixes = [
            ("fun:", Subject::Function),
            ("function:", Subject::Function),
            ("src:", Subject::File),
            ("source:", Subject::File),
        ];
        let prefixed = prefixes
            .iter()
            .find_map(|(p, s)| Some((text.strip_prefix(p)?.trim(), *s)));
        let (pattern, subject) = prefixed.unwrap_or_else(|| {
            let extensions = [
                ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".m", ".mm",
            ];
            let file = text.contains('/') || extensions.iter().any(|e| text.ends_with(e));
            let subject = match file {
                true => Subject::File,
                false => Subject::Function,
            };
            (text, subject)
        });
        // Clang's lists have categories after a `=`: `fun:name=skip`.
        let pattern = pattern.split('=').next().unwrap_or(pattern).trim();
        if pattern.is_empty() {
            return Err(format!("{origin}: the rule is empty"));
        }
        let glob = Glob::new(pattern)
            .map_err(|e| format!("{origin}: {e}"))?
            .compile_matcher();
        Ok(Rule {
            origin: origin.to_owned(),
            subject,
            glob,
        })
    }

    fn matches(&self, candidate: &Candidate) -> bool {
        match self.subject {
            Subject::Function => {
                let bare = candidate.demangled.split('(').next().unwrap_or_default();
                [&candidate.symbol, &candidate.demangled, bare]
                    .iter()
                    .any(|n| self.glob.is_match(n))
            }
            Subject::File => tails(&candidate.file).any(|t| self.glob.is_match(t)),
        }
    }
}

/// The tails of a path: `a/b/c.c`, `b/c.c`, `c.c`.
fn tails(path: &str) -> impl Iterator<Item = &str> {
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(i, _)| i + 1));
    starts.map(|i| &path[i..])
}

fn read_list(path: &str) -> Result<Vec<Rule>, String> {
    let text =
        fs::read_to_string(path).map_err(|e| format!("the list {path} cannot be read: {e}"))?;
    let mut rules = Vec::new();
    let mut ours = true;
    for (line, number) in text.lines().zip(1..) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(section) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            ours = section == "*" || section.split('|').any(|s| s == "coverage");
            continue;
        }
        // Entries for types, globals and main files do not concern functions.
        let foreign = ["type:", "global:", "mainfile:", "enum:"];
        if line.is_empty() || !ours || foreign.iter().any(|f| line.starts_with(f)) {
            continue;
        }
        rules.push(Rule::parse(line, &format!("{path}:{number}"))?);
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(symbol: &str, demangled: &str, file: &str) -> Candidate {
        Candidate {
            symbol: symbol.into(),
            demangled: demangled.into(),
            file: file.into(),
        }
    }

    #[test]
    fn rules_match_symbols_demangled_names_and_path_tails() {
        let c = candidate("_ZN2ns5parseEi", "ns::parse(int)", "/src/lib/parse.cc");
        for rule in [
            "ns::parse",
            "ns::*",
            "_ZN2ns*",
            "fun:ns::parse(int)",
            "lib/parse.cc",
            "parse.cc",
            "src:*/lib/*",
            "fun: ns::parse",
        ] {
            assert!(Rule::parse(rule, rule).unwrap().matches(&c), "{rule}");
        }
        for rule in ["parse", "b/parse.cc", "fun:parse.cc", "arse.cc"] {
            assert!(!Rule::parse(rule, rule).unwrap().matches(&c), "{rule}");
        }
    }

    #[test]
    fn an_empty_or_broken_rule_says_where() {
        let error = Rule::parse("fun:", "deny.txt:3").err().unwrap();
        assert!(error.starts_with("deny.txt:3"), "{error}");
        assert!(Rule::parse("a[", "deny.txt:4").is_err());
    }
}
