//! What an expectation shows of a printed module. A header says it in settings:
//!
//! ```text
//! ; show: @f, section .debug_fz_sites      these, and nothing else
//! ; hide: constructor, target              all but these
//! ```
//!
//! A word of the list is a kind of item (`target`, `asm`, `types`, `comdats`, `globals`, `functions`, `declarations`,
//! `attributes`, `metadata`), a name with its sign (`@f`, `$f`, `!fz.facts`), the module assembly of a section
//! (`section .debug_fz_edges`), or one of the groups below. Names may hold `*`. A word that nothing of the module answers
//! to is an error: the test would no longer show what it is about.

use globset::{Glob, GlobMatcher};

/// Names for what passes add to every module that they instrument, beside the program's own code.
const GROUPS: &[(&str, &[&str])] = &[
    // What registers an image with the runtime: the constructors, the sections' ends and the runtime's functions.
    (
        "constructor",
        &[
            "@__fz_register_*",
            "$__fz_register_*",
            "@__fz_place_*",
            "$__fz_place_*",
            "@__start_*",
            "@__stop_*",
            "@llvm.global_ctors",
            "@__fz_*_init",
            "@__sanitizer_cov_*_init",
        ],
    ),
    // Functions that the instrumentation calls, one body for all modules.
    (
        "helpers",
        &[
            "@__fz_tell.*",
            "$__fz_tell.*",
            "@__fz_taint.*",
            "$__fz_taint.*",
        ],
    ),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Target,
    Asm,
    Type,
    Comdat,
    Global,
    Function,
    Declaration,
    Attributes,
    Metadata,
}

/// The kinds by the words for them.
const KINDS: &[(&str, Kind)] = &[
    ("target", Kind::Target),
    ("asm", Kind::Asm),
    ("types", Kind::Type),
    ("comdats", Kind::Comdat),
    ("globals", Kind::Global),
    ("functions", Kind::Function),
    ("declarations", Kind::Declaration),
    ("attributes", Kind::Attributes),
    ("metadata", Kind::Metadata),
];

/// How the first line of an item that is no function begins.
const BEGINNINGS: &[(&str, Kind)] = &[
    ("target ", Kind::Target),
    ("module asm ", Kind::Asm),
    ("%", Kind::Type),
    ("$", Kind::Comdat),
    ("@", Kind::Global),
    ("declare ", Kind::Declaration),
    ("attributes ", Kind::Attributes),
    ("!", Kind::Metadata),
];

/// A definition or a directive of a module, with the comment in front of it.
struct Item<'a> {
    kind: Kind,
    /// Without its sign; of assembly, its section.
    name: String,
    lines: Vec<&'a str>,
    /// Whether an empty line stands in front of it.
    is_apart: bool,
}

/// A word of a `show` or a `hide`.
struct Selector {
    text: String,
    patterns: Vec<Pattern>,
}

enum Pattern {
    Kind(Kind),
    Named(&'static [Kind], GlobMatcher),
}

impl Pattern {
    fn read(word: &str) -> Result<Pattern, String> {
        if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word) {
            return Ok(Pattern::Kind(*kind));
        }
        let signs: [(&str, &[Kind]); 4] = [
            ("section ", &[Kind::Asm]),
            ("@", &[Kind::Global, Kind::Function, Kind::Declaration]),
            ("$", &[Kind::Comdat]),
            ("!", &[Kind::Metadata]),
        ];
        for (sign, kinds) in signs {
            if let Some(name) = word.strip_prefix(sign).filter(|n| !n.is_empty()) {
                let glob = Glob::new(name).map_err(|e| format!("`{word}`: {e}"))?;
                return Ok(Pattern::Named(kinds, glob.compile_matcher()));
            }
        }
        let kinds = KINDS.iter().map(|(name, _)| *name);
        let groups = GROUPS.iter().map(|(name, _)| *name);
        Err(format!(
            "`{word}` selects nothing; write `@name`, `$name`, `!name`, `section NAME` or one of: {}",
            kinds.chain(groups).collect::<Vec<_>>().join(", ")
        ))
    }

    fn takes(&self, item: &Item) -> bool {
        match self {
            Pattern::Kind(kind) => item.kind == *kind,
            Pattern::Named(kinds, glob) => kinds.contains(&item.kind) && glob.is_match(&item.name),
        }
    }
}

impl Selector {
    fn read(word: &str) -> Result<Selector, String> {
        let group = GROUPS.iter().find(|(name, _)| *name == word);
        let alone = [word];
        let words = group.map_or(&alone[..], |(_, words)| words);
        Ok(Selector {
            text: word.to_owned(),
            patterns: words
                .iter()
                .map(|w| Pattern::read(w))
                .collect::<Result<_, _>>()?,
        })
    }

    fn takes(&self, item: &Item) -> bool {
        self.patterns.iter().any(|p| p.takes(item))
    }
}

/// Which items of a module an expectation shows; all, unless it is told otherwise.
#[derive(Default)]
pub struct Filter {
    show: Vec<Selector>,
    hide: Vec<Selector>,
}

impl Filter {
    /// Adds the words of a `show` setting.
    pub fn show(&mut self, words: &str) -> Result<(), String> {
        self.show.extend(selectors(words)?);
        Ok(())
    }

    /// Adds the words of a `hide` setting.
    pub fn hide(&mut self, words: &str) -> Result<(), String> {
        self.hide.extend(selectors(words)?);
        Ok(())
    }

    /// The part of a printed module that is shown.
    pub fn apply(&self, module: &str) -> Result<String, String> {
        let items = items(module)?;
        for (key, selectors) in [("show", &self.show), ("hide", &self.hide)] {
            for selector in selectors {
                if !items.iter().any(|item| selector.takes(item)) {
                    return Err(format!(
                        "`{key}: {}`: the module has nothing of this name",
                        selector.text
                    ));
                }
            }
        }
        let mut text = String::new();
        let (mut is_apart, mut is_cut) = (false, false);
        for item in &items {
            is_apart |= item.is_apart;
            let is_shown = self.show.is_empty() || self.show.iter().any(|s| s.takes(item));
            if !is_shown || self.hide.iter().any(|s| s.takes(item)) {
                is_cut = true;
                continue;
            }
            // What is hidden at the top takes the empty line after it along.
            if is_apart && !(text.is_empty() && is_cut) {
                text += "\n";
            }
            is_apart = false;
            for line in &item.lines {
                text += line;
                text += "\n";
            }
        }
        Ok(text)
    }
}

fn selectors(words: &str) -> Result<Vec<Selector>, String> {
    words
        .split(',')
        .map(|word| Selector::read(word.trim()))
        .collect()
}

/// The items of a module as `opt -S` prints it.
fn items(module: &str) -> Result<Vec<Item<'_>>, String> {
    let mut items: Vec<Item> = Vec::new();
    let (mut lines, mut is_apart) = (Vec::new(), false);
    let mut section = String::new();
    let mut rest = module.lines();
    while let Some(line) = rest.next() {
        if line.is_empty() {
            is_apart = true;
            continue;
        }
        lines.push(line);
        if line.starts_with("; ") {
            continue;
        }
        let kind = if line.starts_with("define ") {
            lines.extend(body(&mut rest));
            Kind::Function
        } else {
            let found = BEGINNINGS.iter().find(|(begin, _)| line.starts_with(begin));
            let (_, kind) = found.ok_or_else(|| format!("`{line}` is no part of a module"))?;
            *kind
        };
        let name = match kind {
            Kind::Asm => {
                let name = section_begun(line).unwrap_or(&section).to_owned();
                section.clone_from(&name);
                if line.contains(".popsection") {
                    section.clear();
                }
                name
            }
            Kind::Function | Kind::Declaration => name_after(line, line.find('@')),
            Kind::Comdat | Kind::Global | Kind::Metadata => name_after(line, Some(0)),
            Kind::Target | Kind::Type | Kind::Attributes => String::new(),
        };
        items.push(Item {
            kind,
            name,
            lines: std::mem::take(&mut lines),
            is_apart: std::mem::take(&mut is_apart),
        });
    }
    match lines.is_empty() {
        true => Ok(items),
        false => Err(format!("a comment at the end: `{}`", lines[0])),
    }
}

/// The lines of a function after its first, with the closing brace.
fn body<'a>(rest: &mut std::str::Lines<'a>) -> Vec<&'a str> {
    let mut lines = Vec::new();
    for line in rest.by_ref() {
        lines.push(line);
        if line == "}" {
            break;
        }
    }
    lines
}

/// The section that a line of module assembly goes into.
fn section_begun(line: &str) -> Option<&str> {
    let (_, name) = [".pushsection ", ".section "]
        .iter()
        .find_map(|word| line.split_once(word))?;
    name.split([',', '"', ' ', '\\']).next()
}

/// The name whose sign stands at `at`, without quotes.
fn name_after(line: &str, at: Option<usize>) -> String {
    let rest = at.map_or("", |at| &line[at + 1..]);
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(['(', ' ', ',']).next(),
    };
    name.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::Filter;

    const MODULE: &str = "\
target triple = \"x86_64-pc-linux-gnu\"

module asm \".pushsection .debug_fz_sites,\\22G\\22,%progbits,\\22f\\22\"
module asm \".long 1\"
module asm \".popsection\"
module asm \".globl x\"

$f = comdat any

@a = global i8 0
@\"b c\" = global i8 0
@__start_a = extern_weak hidden global i8

; Function Attrs: nounwind
define void @f(ptr @a) #0 {
entry:

  ret void
}

declare void @g()

define void @__fz_register_image() {
  ret void
}

attributes #0 = { nounwind }

!fz.facts = !{!0}

!0 = !{}
";

    fn shown(show: &str, hide: &str) -> String {
        let mut filter = Filter::default();
        if !show.is_empty() {
            filter.show(show).unwrap();
        }
        if !hide.is_empty() {
            filter.hide(hide).unwrap();
        }
        filter.apply(MODULE).unwrap()
    }

    #[test]
    fn all_is_shown_unless_it_is_hidden() {
        assert_eq!(shown("", ""), MODULE);
        let others =
            "target, asm, comdats, globals, declarations, attributes, metadata, constructor";
        assert_eq!(
            shown("", others),
            "; Function Attrs: nounwind\ndefine void @f(ptr @a) #0 {\nentry:\n\n  ret void\n}\n"
        );
    }

    #[test]
    fn items_are_shown_by_name() {
        assert_eq!(
            shown("@b c, $f, !fz.*, @g", ""),
            "$f = comdat any\n\n@\"b c\" = global i8 0\n\ndeclare void @g()\n\n!fz.facts = !{!0}\n"
        );
        assert_eq!(
            shown("section .debug_fz_*", ""),
            MODULE[MODULE.find("module").unwrap()..MODULE.find("module asm \".globl").unwrap()]
        );
        assert_eq!(
            shown("globals", "constructor"),
            "@a = global i8 0\n@\"b c\" = global i8 0\n"
        );
    }

    #[test]
    fn a_word_without_meaning_is_an_error() {
        let mut filter = Filter::default();
        let error = filter.show("@f, fonctions").unwrap_err();
        assert!(
            error.contains("`fonctions` selects nothing; write"),
            "{error}"
        );
        filter.hide("@gone").unwrap();
        let error = filter.apply(MODULE).unwrap_err();
        assert!(
            error.contains("`hide: @gone`: the module has nothing"),
            "{error}"
        );
        let error = Filter::default().apply("nonsense\n").unwrap_err();
        assert!(error.contains("`nonsense` is no part"), "{error}");
    }
}
