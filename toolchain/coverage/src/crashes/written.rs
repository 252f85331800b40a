//! Where the lines of refactored texts were written: debug information has the lines of those, records have both.

use std::collections::{BTreeMap, HashMap};

use fz_binary::{Image, Place};

/// What the compiler calls a refactored text ends so.
const ENDINGS: [&str; 2] = [".fz.i", ".fz.ii"];

/// By symbol. Several units may have functions of one name.
#[derive(Debug, Default)]
pub struct Written {
    functions: HashMap<String, Function>,
}

#[derive(Debug, Default)]
struct Function {
    /// Where it begins.
    begins: Vec<Place>,
    /// The lines of refactored texts, and what places stand there.
    lines: BTreeMap<u32, Vec<Place>>,
}

impl Written {
    pub fn of(images: &[Image]) -> Written {
        let mut written = Written::default();
        for function in images.iter().flat_map(|i| &i.coverage) {
            let lines = function.lines.iter().map(|l| (l.refactored, &l.place));
            let conditions = function.conditions.iter();
            let conditions = conditions.map(|c| {
                let spelled = &c.spelled;
                let used = spelled.in_macro.as_ref().map(|of| &of.written);
                (c.refactored, used.unwrap_or(&spelled.place))
            });
            let known = written.functions.entry(function.name.clone()).or_default();
            if function.line > 0 {
                known
                    .begins
                    .push(Place::new(&function.file, function.line, 0));
            }
            for (line, place) in lines.chain(conditions) {
                if let Some(line) = line.filter(|_| place.line > 0) {
                    known.lines.entry(line).or_default().push(place.clone());
                }
            }
        }
        written
    }

    /// Of a line that debug information names, in a function of this symbol; `None`: it has been written there.
    pub fn place(&self, symbol: &str, file: &str, line: u32) -> Option<&Place> {
        let text = file.rsplit('/').next().unwrap_or(file);
        let source = ENDINGS.iter().find_map(|e| text.strip_suffix(e))?;
        let function = self.functions.get(symbol)?;
        // What has no code of its own belongs to what stands before it; before all lines the stack is made ready.
        let before = function.lines.range(..=line).next_back();
        let places = before.map_or(&function.begins, |(_, places)| places);
        let is_of_source = |p: &&Place| p.file.rsplit('/').next() == Some(source);
        places.iter().find(is_of_source).or(places.first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_text_are_those_of_its_source() {
        let place = |file: &str, line| Place::new(file, line, 1);
        let lines = [
            (100, vec![place("/s/a.c", 3), place("/s/b.c", 9)]),
            (102, vec![place("/s/a.h", 4)]),
        ];
        let function = Function {
            begins: vec![place("/s/a.c", 2)],
            lines: BTreeMap::from(lines),
        };
        let written = Written {
            functions: HashMap::from([("f".to_owned(), function)]),
        };
        let found = |file, line| written.place("f", file, line).map(|p| p.line);
        assert_eq!(found("b.c.fz.i", 100), Some(9));
        assert_eq!(found("/x/a.cc.fz.ii", 101), Some(3));
        assert_eq!(found("a.c.fz.i", 107), Some(4));
        assert_eq!(found("a.c.fz.i", 99), Some(2));
        assert_eq!(found("a.c", 100), None);
        assert_eq!(written.place("g", "a.c.fz.i", 100), None);
    }
}
