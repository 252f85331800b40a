//! What is known about a unit's source: its conditions, and the origins of its lines. Read from the tables that
//! clang's plugin and the refactoring write ([`fz_abi::coverage`]).

use std::{collections::HashMap, fs};

use fz_abi::{
    coverage::{origin, table},
    decisions::{self, Asked},
};

use crate::ir::Location;

/// What a condition decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    Branch,
    Value,
    Switch,
}

/// A case of a switch; `default` has no range.
#[derive(Debug)]
pub struct Case {
    /// The values of the case, inclusive.
    pub range: Option<(i128, i128)>,
    pub place: Location,
    pub text: String,
}

/// A condition of the source.
#[derive(Debug)]
pub struct Condition {
    pub kind: ConditionKind,
    /// The location of its first token in the text that is compiled.
    pub compiled: Location,
    /// The location of its last token there.
    pub last: Location,
    /// Where it begins in the source, or in the innermost macro that contains all of it.
    pub spelled: Location,
    /// The outermost macro that it comes from, if any.
    pub in_macro: Option<String>,
    pub text: String,
    pub cases: Vec<Case>,
}

/// A decision of the source: an `&&` or `||` with all that is joined below it.
#[derive(Debug)]
pub struct Decision {
    /// The location of its first token in the text that is compiled.
    pub compiled: Location,
    /// The location of its last token there.
    pub last: Location,
    /// Where it begins in the source, or in the innermost macro that contains all of it.
    pub spelled: Location,
    /// The outermost macro that it comes from, if any.
    pub in_macro: Option<String>,
    pub text: String,
    /// Its conditions in their order; `None`: it has no marker.
    pub conditions: Vec<Option<u32>>,
    /// What follows each of them.
    pub asked: Vec<Asked>,
}

impl Decision {
    fn of(row: &[String]) -> Option<Decision> {
        let (conditions, asked) = order(row.get(11)?)?;
        Some(Decision {
            compiled: place(row, 1)?,
            last: last(row, 1)?,
            spelled: place(row, 6)?,
            in_macro: Some(row.get(9)?.clone()).filter(|m| !m.is_empty()),
            text: row.get(10)?.clone(),
            conditions,
            asked,
        })
    }
}

/// The conditions of a decision in postfix order, and what follows each.
fn order(text: &str) -> Option<(Vec<Option<u32>>, Vec<Asked>)> {
    enum Node {
        Condition(u32),
        Not(usize),
        /// Whether it is `&&`, and its operands.
        Both(bool, usize, usize),
    }
    let (mut conditions, mut asked) = (Vec::new(), Vec::new());
    let (mut nodes, mut stack) = (Vec::new(), Vec::new());
    // The first condition that each node asks.
    let mut firsts: Vec<u32> = Vec::new();
    for word in text.split(' ') {
        let (node, first) = match word {
            "!" => {
                let of = stack.pop()?;
                (Node::Not(of), firsts[of])
            }
            "&" | "|" => {
                let right = stack.pop()?;
                let left: usize = stack.pop()?;
                (Node::Both(word == "&", left, right), firsts[left])
            }
            word => {
                let number = word.trim_end_matches(['+', '-']);
                let condition = match number {
                    "?" => None,
                    number => Some(number.parse().ok()?),
                };
                let first = conditions.len() as u32;
                conditions.push(condition);
                asked.push(Asked {
                    then: [decisions::TRUE; 2],
                    known: match word.strip_prefix(number)? {
                        "+" => Some(true),
                        "-" => Some(false),
                        _ => None,
                    },
                });
                (Node::Condition(first), first)
            }
        };
        stack.push(nodes.len());
        nodes.push(node);
        firsts.push(first);
    }
    let [root] = stack[..] else { return None };
    // A chain may be as deep as it is long.
    let mut work = vec![(root, [decisions::TRUE, decisions::FALSE])];
    while let Some((node, then)) = work.pop() {
        let [yes, no] = then;
        match nodes[node] {
            Node::Condition(at) => asked[at as usize].then = then,
            Node::Not(of) => work.push((of, [no, yes])),
            Node::Both(is_and, left, right) => {
                let goes_on = match is_and {
                    true => [firsts[right], no],
                    false => [yes, firsts[right]],
                };
                work.extend([(left, goes_on), (right, then)]);
            }
        }
    }
    Some((conditions, asked))
}

/// Where a token of the compiled text was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelled {
    pub place: Option<Location>,
    pub in_macro: Option<String>,
    /// Where the macro is expanded.
    pub written: Option<Location>,
}

impl Spelled {
    /// Where a reader of the source looks for it: where the macro is expanded, if it comes from one.
    pub fn used(self) -> Option<Location> {
        self.written.or(self.place)
    }
}

/// The table of a unit's conditions.
#[derive(Debug, Default)]
pub struct Conditions {
    pub files: Vec<File>,
    /// The conditions by the numbers that markers have.
    pub by_number: HashMap<u32, Condition>,
    pub decisions: Vec<Decision>,
    /// By a condition's number: the decision that it is of.
    of_decision: HashMap<u32, usize>,
    /// Keyed by the first condition that they name.
    arms: HashMap<u32, Vec<Arm>>,
}

/// A file as the compiler names it, and the hash of its contents; empty if that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub path: String,
    pub hash: String,
}

impl File {
    fn of(row: &[String]) -> Option<File> {
        Some(File {
            path: row.get(1)?.clone(),
            hash: row.get(2)?.clone(),
        })
    }
}

/// An arm of a `?:`.
#[derive(Debug, PartialEq, Eq)]
pub struct Arm {
    /// Where it begins in the text that is compiled.
    pub compiled: Location,
    /// It runs after any of these outcomes: a condition, and 0 if it was true, 1 if it was false.
    pub after: Vec<(u32, usize)>,
}

impl Arm {
    fn of(row: &[String]) -> Option<Arm> {
        let answer = |text: &str| {
            let way = ["+", "-"].iter().position(|sign| text.ends_with(sign))?;
            Some((text[..text.len() - 1].parse().ok()?, way))
        };
        let answers = row.get(4)?.split(' ');
        Some(Arm {
            compiled: place(row, 1)?,
            after: answers.map(answer).collect::<Option<_>>()?,
        })
    }
}

impl Conditions {
    /// Reads a table. An error is a text with the path in it.
    pub fn read(path: &str) -> Result<Conditions, String> {
        let text = read(path, table::HEADER)?;
        let mut all = Conditions::default();
        for row in rows(&text) {
            all.add(&row)
                .ok_or_else(|| format!("{path}: `{}` is not a row of a table", row.join(" ")))?;
        }
        Ok(all)
    }

    fn add(&mut self, row: &[String]) -> Option<()> {
        match row.first()?.as_str() {
            "U" => self.files.push(File::of(row)?),
            "A" => {
                let arm = Arm::of(row)?;
                self.arms.entry(arm.after[0].0).or_default().push(arm);
            }
            "C" => {
                let condition = Condition {
                    kind: match row.get(2)?.as_str() {
                        table::BRANCH => ConditionKind::Branch,
                        table::VALUE => ConditionKind::Value,
                        table::SWITCH => ConditionKind::Switch,
                        _ => return None,
                    },
                    compiled: place(row, 3)?,
                    last: last(row, 3)?,
                    spelled: place(row, 8)?,
                    in_macro: Some(row.get(11)?.clone()).filter(|m| !m.is_empty()),
                    text: row.get(12)?.clone(),
                    cases: Vec::new(),
                };
                self.by_number.insert(row.get(1)?.parse().ok()?, condition);
            }
            "K" => {
                let range = match (row.get(2)?.as_str(), row.get(3)?.as_str()) {
                    ("-", "-") => None,
                    (low, high) => Some((low.parse().ok()?, high.parse().ok()?)),
                };
                let case = Case {
                    range,
                    place: place(row, 7)?,
                    text: row.get(10)?.clone(),
                };
                let number = row.get(1)?.parse().ok()?;
                self.by_number.get_mut(&number)?.cases.push(case);
            }
            "D" => {
                let decision = Decision::of(row)?;
                let number = self.decisions.len();
                let conditions = decision.conditions.iter().flatten();
                self.of_decision.extend(conditions.map(|c| (*c, number)));
                self.decisions.push(decision);
            }
            _ => return None,
        }
        Some(())
    }

    /// The decision that a condition is of, by its number in [`Conditions::decisions`].
    pub fn decision_of(&self, condition: u32) -> Option<usize> {
        self.of_decision.get(&condition).copied()
    }

    /// Whether a file, as debug information names it, has functions of the user's. Debug information may leave out a
    /// folder that files have in common.
    pub fn is_users(&self, file: &str) -> bool {
        let is_same = |user: &File| {
            user.path
                .strip_suffix(file)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        self.files.iter().any(is_same)
    }

    /// The arms whose first condition is one of these.
    pub fn arms(&self, asked: impl Iterator<Item = u32>) -> impl Iterator<Item = &Arm> {
        asked.filter_map(|number| self.arms.get(&number)).flatten()
    }
}

struct Token {
    column: u32,
    file: usize,
    line: u32,
    spelled_column: u32,
    expansion: Option<usize>,
    /// Line and column after its end.
    end: (u32, u32),
}

struct Expansion {
    /// Where its macro was named.
    named: (usize, u32, u32),
    /// Empty for an argument of a macro.
    name: String,
    outer: Option<usize>,
    /// Line and column after its end.
    end: (u32, u32),
}

/// The part of the source that a line of the refactored text stands for.
#[derive(Debug, PartialEq, Eq)]
pub struct Extent {
    pub spelled: Spelled,
    /// Line and column after its end, in the file that it begins in; 0 if not known.
    pub end: (u32, u32),
}

/// The origins of the lines of a refactored text.
#[derive(Default)]
pub struct Origin {
    /// The file that the compiler was given.
    unit: String,
    name: String,
    pub files: Vec<File>,
    expansions: Vec<Expansion>,
    /// Tokens by line, from left to right.
    tokens: HashMap<u32, Vec<Token>>,
    /// For each line the columns of the first and the last token that are its own.
    own: HashMap<u32, (u32, u32)>,
}

impl Origin {
    /// Reads a table. An error is a text with the path in it.
    pub fn read(path: &str) -> Result<Origin, String> {
        let text = read(path, origin::HEADER)?;
        let mut all = Origin::default();
        let mut line = None;
        for row in rows(&text) {
            all.add(&row, &mut line)
                .ok_or_else(|| format!("{path}: `{}` is not a row of an origin", row.join(" ")))?;
        }
        Ok(all)
    }

    fn add(&mut self, row: &[String], line: &mut Option<u32>) -> Option<()> {
        let number = |at: usize| row.get(at)?.parse::<u32>().ok();
        let optional = |at: usize| match row.get(at)?.as_str() {
            "-" => Some(None),
            number => Some(Some(number.parse().ok()?)),
        };
        match row.first()?.as_str() {
            "U" => self.unit.clone_from(row.get(1)?),
            "N" => self.name.clone_from(row.get(1)?),
            "F" => self.files.push(File::of(row)?),
            "M" => self.expansions.push(Expansion {
                named: (number(1)? as usize, number(2)?, number(3)?),
                name: row.get(4)?.clone(),
                outer: optional(5)?,
                end: (number(6)?, number(7)?),
            }),
            "E" => drop(self.own.insert((*line)?, (number(1)?, number(2)?))),
            "L" => *line = Some(number(1)?),
            "T" => self.tokens.entry((*line)?).or_default().push(Token {
                column: number(1)?,
                file: number(2)? as usize,
                line: number(3)?,
                spelled_column: number(4)?,
                expansion: optional(5)?,
                end: (number(6)?, number(7)?),
            }),
            _ => return None,
        }
        Some(())
    }

    /// Whether nothing was refactored.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// Whether a file is the refactored text. Debug information names a file below the folder of the compilation
    /// relative to that folder, however clang was given it.
    fn is_text(&self, file: &str) -> bool {
        let folder = self.name.strip_suffix(file);
        folder.is_some_and(|f| f.is_empty() || f.starts_with('/') && f.ends_with('/'))
    }

    /// The unit itself, for code of the refactored text that has no origin in the source.
    pub fn made(&self, place: &Location) -> Option<Location> {
        self.is_text(&place.file).then(|| Location {
            file: self.unit.clone(),
            line: 0,
            column: 0,
        })
    }

    /// Whether a place is in the refactored text.
    pub fn has(&self, place: &Location) -> bool {
        self.is_text(&place.file) && self.tokens.contains_key(&place.line)
    }

    /// Where the token at a place of the refactored text was written; the line's first token if the column is not
    /// known.
    pub fn spelled(&self, place: &Location) -> Option<Spelled> {
        let token = self.token(place)?;
        let own = (token.file, token.line, token.spelled_column);
        Some(self.spelling(own, token.expansion))
    }

    /// Where the range from one token of the refactored text to another begins, in the innermost expansion that
    /// contains all of it, as in clang's own coverage.
    pub fn spelled_whole(&self, first: &Location, last: &Location) -> Option<Spelled> {
        let (token, last) = (self.token(first)?, self.token(last)?);
        let mut own = (token.file, token.line, token.spelled_column);
        let (mut inside, mut end) = (token.expansion, last.expansion);
        // An argument stands in for a parameter of the macro's body.
        let argument = |number: Option<usize>| {
            let expansion = self.expansions.get(number?)?;
            expansion.name.is_empty().then_some(expansion)
        };
        while let Some(expansion) = argument(inside) {
            (own, inside) = (expansion.named, expansion.outer);
        }
        while let Some(expansion) = argument(end) {
            end = expansion.outer;
        }
        let (mut depth, mut end_depth) = (self.depth(inside), self.depth(end));
        while inside != end && depth + end_depth > 0 {
            let (leave, leave_end) = (depth >= end_depth, end_depth >= depth);
            if leave_end {
                end = self.expansions.get(end?)?.outer;
                end_depth -= 1;
            }
            if leave {
                let expansion = self.expansions.get(inside?)?;
                (own, inside) = (expansion.named, expansion.outer);
                depth -= 1;
            }
        }
        Some(self.spelling(own, inside))
    }

    /// Whether a place is the beginning of its line's own part.
    pub fn begins(&self, place: &Location) -> bool {
        let own = self.own.get(&place.line);
        self.has(place) && own.is_some_and(|(first, _)| *first == place.column)
    }

    /// The part of the source that a line of the refactored text stands for. For code of a macro, that is the macro's
    /// expansion.
    pub fn extent(&self, place: &Location) -> Option<Extent> {
        let tokens = self.tokens.get(&place.line);
        let tokens = tokens.filter(|_| self.is_text(&place.file))?;
        let own = self.own.get(&place.line).copied();
        let (first, last) = own.unwrap_or((0, u32::MAX));
        let mut own = tokens
            .iter()
            .filter(|t| (first..=last).contains(&t.column))
            .peekable();
        let begin = self.shown(own.peek()?);
        // What follows may come from another file, or from an argument's spelling.
        let ends = own.map(|t| self.shown(t));
        let ends = ends.filter(|t| t.0 == begin.0 && t.2 >= (begin.1.0, begin.1.1));
        let end = ends.map(|t| t.2).max();
        let token = self.token(&Location {
            column: first,
            ..place.clone()
        })?;
        let at = (token.file, token.line, token.spelled_column);
        Some(Extent {
            spelled: self.spelling(at, token.expansion),
            end: end.unwrap_or_default(),
        })
    }

    /// File, beginning and end of a token, or of the outermost macro that it comes from.
    fn shown(&self, token: &Token) -> (usize, (u32, u32), (u32, u32)) {
        match self.around(token.expansion).last() {
            Some(Expansion { named, end, .. }) => (named.0, (named.1, named.2), *end),
            None => (token.file, (token.line, token.spelled_column), token.end),
        }
    }

    fn token(&self, place: &Location) -> Option<&Token> {
        let tokens = self.tokens.get(&place.line);
        let tokens = tokens.filter(|_| self.is_text(&place.file))?;
        let at = tokens.partition_point(|t| t.column <= place.column);
        tokens.get(at.saturating_sub(1))
    }

    fn depth(&self, expansion: Option<usize>) -> usize {
        self.around(expansion).count()
    }

    /// An expansion, the one that contains it, and so on.
    fn around(&self, expansion: Option<usize>) -> impl Iterator<Item = &Expansion> {
        let get = |number: Option<usize>| self.expansions.get(number?);
        // Rows name earlier rows; a damaged table could name them in a cycle.
        std::iter::successors(get(expansion), move |e| get(e.outer)).take(self.expansions.len())
    }

    fn spelling(&self, own: (usize, u32, u32), expansion: Option<usize>) -> Spelled {
        let location = |(file, line, column): (usize, u32, u32)| {
            let file = self.files.get(file)?.path.clone();
            Some(Location { file, line, column })
        };
        let outermost = self.around(expansion).last();
        Spelled {
            place: location(own),
            in_macro: outermost.map(|e| e.name.clone()),
            written: outermost.and_then(|e| location(e.named)),
        }
    }
}

fn read(path: &str, header: &str) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|e| format!("cannot read {path}: {e}"))?;
    // Names of files need not be UTF-8.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match text.lines().next() {
        Some(first) if first == header => Ok(text),
        _ => Err(format!("{path} does not begin with `{header}`")),
    }
}

/// The rows after the header, split into fields.
fn rows(text: &str) -> impl Iterator<Item = Vec<String>> {
    text.lines()
        .skip(1)
        .map(|line| line.split('\t').map(unescaped).collect())
}

fn unescaped(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut rest = field.chars();
    while let Some(c) = rest.next() {
        out.push(match c {
            '\\' => match rest.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
    out
}

fn place(row: &[String], at: usize) -> Option<Location> {
    Some(Location {
        file: row.get(at)?.clone(),
        line: row.get(at + 1)?.parse().ok()?,
        column: row.get(at + 2)?.parse().ok()?,
    })
}

/// The line and column that stand behind a place, in its file.
fn last(row: &[String], at: usize) -> Option<Location> {
    Some(Location {
        file: row.get(at)?.clone(),
        line: row.get(at + 3)?.parse().ok()?,
        column: row.get(at + 4)?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    #[test]
    fn a_table_is_read() {
        let file = written(
            "fz-conditions 3\nU\tsrc/a.c\t0f\nC\t4\tswitch\ta.c\t1\t2\t1\t5\ta.h\t3\t4\tM\tx\\ty\n\
             K\t4\t-1\t5\ta.c\t2\t3\ta.c\t2\t3\tcase -1 ... 5\nK\t4\t-\t-\ta.c\t9\t1\ta.c\t9\t1\tdefault\nA\ta.c\t3\t4\t7+ 8-\n",
        );
        let table = Conditions::read(file.path().to_str().unwrap()).unwrap();
        let condition = &table.by_number[&4];
        assert_eq!(condition.kind, ConditionKind::Switch);
        assert_eq!(
            (condition.spelled.file.as_str(), condition.spelled.line),
            ("a.h", 3)
        );
        assert_eq!(
            (condition.in_macro.as_deref(), condition.text.as_str()),
            (Some("M"), "x\ty")
        );
        assert_eq!(condition.cases[0].range, Some((-1, 5)));
        assert_eq!(condition.cases[1].range, None);
        assert!(table.is_users("src/a.c") && table.is_users("a.c"));
        assert!(!table.is_users("b/a.c") && !table.is_users("c"));
        let arms: Vec<&Arm> = table.arms([4, 7, 8].into_iter()).collect();
        let [arm] = arms[..] else { panic!("{arms:?}") };
        assert_eq!(
            (arm.compiled.line, &arm.after[..]),
            (3, &[(7, 0), (8, 1)][..])
        );
    }

    #[test]
    fn a_decision_says_what_follows_each_condition() {
        use decisions::{FALSE, TRUE};
        // `(a && !(b || 1)) || c`
        let (conditions, asked) = order("4 5 6+ | ! & ? |").unwrap();
        assert_eq!(conditions, [Some(4), Some(5), Some(6), None]);
        let then: Vec<[u32; 2]> = asked.iter().map(|a| a.then).collect();
        assert_eq!(then, [[1, 3], [3, 2], [3, TRUE], [TRUE, FALSE]]);
        let known: Vec<Option<bool>> = asked.iter().map(|a| a.known).collect();
        assert_eq!(known, [None, None, Some(true), None]);
        for wrong in ["", "1 &", "1 2", "1 2 & !x", "!", "1 2 ^"] {
            assert!(order(wrong).is_none(), "{wrong}");
        }
        // As deep as it is long.
        let deep = format!("0{}", " 1 &".repeat(100_000));
        assert_eq!(order(&deep).unwrap().0.len(), 100_001);
    }

    #[test]
    fn an_origin_tells_tokens_by_their_columns() {
        let file = written(
            "fz-origin 2\nU\ta.c\nN\ta.c.i\nF\ta.c\t0f\nF\ta.h\t\nM\t0\t9\t5\tOUTER\t-\t9\t14\nM\t1\t2\t3\tINNER\t0\t2\t8\n\
             L\t7\nT\t1\t0\t9\t1\t-\t9\t4\nT\t4\t1\t2\t8\t1\t2\t9\nT\t6\t0\t9\t14\t-\t9\t15\nE\t1\t4\n",
        );
        let origin = Origin::read(file.path().to_str().unwrap()).unwrap();
        let at = |line, column| {
            let file = "a.c.i".to_owned();
            origin.spelled(&Location { file, line, column })
        };
        let first = at(7, 0).unwrap();
        assert_eq!(first, at(7, 3).unwrap());
        assert_eq!(
            (first.place.as_ref().unwrap().line, first.in_macro.as_ref()),
            (9, None)
        );
        let second = at(7, 4).unwrap();
        assert_eq!(second.place.unwrap().file, "a.h");
        assert_eq!(second.in_macro.as_deref(), Some("OUTER"));
        assert_eq!(second.written.unwrap().column, 5);
        assert_eq!(at(8, 1), None);
        let place = |column| Location {
            file: "a.c.i".to_owned(),
            line: 7,
            column,
        };
        // Up to the macro's end, and no semicolon.
        let extent = origin.extent(&place(0)).unwrap();
        assert_eq!((extent.spelled, extent.end), (first, (9, 14)));
        assert!(origin.begins(&place(1)) && !origin.begins(&place(4)));
    }

    #[test]
    fn the_text_is_known_by_its_name_from_the_folder_of_the_compilation() {
        let origin = Origin {
            name: "/build/out/a.c.fz.i".to_owned(),
            ..Origin::default()
        };
        assert!(origin.is_text("/build/out/a.c.fz.i") && origin.is_text("out/a.c.fz.i"));
        assert!(!origin.is_text("other/a.c.fz.i") && !origin.is_text("t/a.c.fz.i"));
    }

    #[test]
    fn a_condition_begins_where_all_of_it_is() {
        // `IS(a)` on line 10, for `(x) == 3 && x > 1` on line 2.
        let file = written(
            "fz-origin 2\nU\ta.c\nN\ta.c.i\nF\ta.c\t0f\nM\t0\t10\t7\tIS\t-\t10\t12\nM\t0\t2\t28\t\t0\t2\t29\n\
             L\t1\nT\t1\t0\t2\t16\t0\t2\t17\nT\t5\t0\t2\t23\t0\t2\t24\nT\t10\t0\t10\t10\t1\t10\t11\nT\t14\t0\t2\t32\t0\t2\t33\nT\t20\t0\t10\t14\t-\t10\t15\n",
        );
        let origin = Origin::read(file.path().to_str().unwrap()).unwrap();
        let at = |column| Location {
            file: "a.c.i".to_owned(),
            line: 1,
            column,
        };
        let begins = |from, to| {
            let spelled = origin.spelled_whole(&at(from), &at(to)).unwrap();
            let place = spelled.place.unwrap();
            (place.line, place.column, spelled.in_macro)
        };
        let is = || Some("IS".to_owned());
        assert_eq!(begins(1, 5), (2, 16, is()));
        assert_eq!(begins(10, 14), (2, 28, is()));
        assert_eq!(begins(10, 10), (2, 28, is()));
        assert_eq!(begins(1, 20), (10, 7, None));
    }

    #[test]
    fn other_files_are_refused() {
        let file = written("fz-conditions 1\n");
        let error = Conditions::read(file.path().to_str().unwrap()).unwrap_err();
        assert!(
            error.contains("does not begin with `fz-conditions 3`"),
            "{error}"
        );
        let file = written("fz-conditions 3\nC\t4\tperhaps\n");
        let error = Conditions::read(file.path().to_str().unwrap()).unwrap_err();
        assert!(error.contains("`C 4 perhaps` is not a row"), "{error}");
    }
}
