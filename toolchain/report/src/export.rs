//! What was reached, in the formats of other tools. Counts are numbers of inputs.

pub mod cobertura;
pub mod json;
pub mod lcov;
pub mod llvm;

use std::collections::BTreeMap;

use fz_coverage::{
    decisions::{Decision, Shown},
    identities::Kind,
};

use crate::measure::{Condition, Count, Measure, Part};

/// What was reached of one file. What cannot be reached is left out, as from all counts.
#[derive(Debug)]
pub struct File<'a> {
    pub path: String,
    pub functions: Vec<Function<'a>>,
    pub lines: BTreeMap<u32, u64>,
    /// In the order of the source.
    pub conditions: Vec<&'a Condition<'a>>,
    /// Those whose evaluations are recorded, in the order of the source.
    pub decisions: Vec<&'a (&'a Decision, Shown)>,
    /// Of functions, lines and outcomes.
    pub coverage: [Count; 3],
    pub mcdc: Count,
}

#[derive(Debug)]
pub struct Function<'a> {
    pub symbol: &'a str,
    pub line: u32,
    pub inputs: u64,
}

/// The files of a program, sorted. What is in no known file or line is left out: nobody could show it.
pub fn files<'a>(measure: &'a Measure<'a>) -> Vec<File<'a>> {
    let files = measure.files.iter();
    files
        .map(|(name, part)| file(measure, name, part))
        .collect()
}

fn file<'a>(measure: &'a Measure<'a>, name: &str, part: &'a Part) -> File<'a> {
    let catalogue = &measure.matrix.catalogue;
    let of = |kind| {
        let counted = part.of(kind).iter().filter(|n| measure.counts(**n));
        counted.map(|n| (measure.identity(*n), measure.matrix.inputs[*n]))
    };
    let functions = of(Kind::Function).map(|(identity, inputs)| Function {
        symbol: &catalogue.functions[identity.function].symbol,
        line: identity.line(),
        inputs,
    });
    let mut functions: Vec<Function> = functions.collect();
    functions.sort_by_key(|f| (f.line, f.symbol));
    let conditions = part.conditions.iter().map(|n| &measure.conditions[*n]);
    let decisions = part.decisions.iter().map(|n| &measure.decisions[*n]);
    File {
        path: catalogue.path(name),
        functions,
        lines: of(Kind::Line)
            .map(|(i, inputs)| (i.line(), inputs))
            .collect(),
        conditions: conditions
            .filter(|c| c.numbers.iter().any(|n| measure.counts(*n)))
            .collect(),
        decisions: decisions.filter(|d| measure.is_live(d)).collect(),
        coverage: measure.coverage(part, &measure.seen),
        mcdc: measure.mcdc(part, &measure.seen),
    }
}

/// A part of a whole, as a percentage; of nothing, everything.
fn percent(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 100.0,
        _ => part as f64 * 100.0 / whole as f64,
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use fz_coverage::{
        flow::Flow,
        identities::{Catalogue, Identity, Place},
        samples as stores,
        selection::Selection,
        store::{self, Store},
    };

    use crate::matrix::Matrix;

    /// A function with a condition on line 3 and a switch on line 5, and one that nothing reaches.
    fn catalogue() -> Catalogue {
        let function = |key, symbol: &str| fz_coverage::identities::Function {
            key,
            symbol: symbol.to_owned(),
            file: "a.c".to_owned(),
        };
        let identity = |key, kind, function, line, text: &str, outcome: &str| Identity {
            key,
            kind,
            function,
            place: Some(Place {
                file: "a.c".to_owned(),
                line,
                column: 7,
            }),
            end: None,
            spelled: None,
            expansion: None,
            text: text.to_owned(),
            outcome: outcome.to_owned(),
            nth: 0,
            is_unstable: false,
        };
        Catalogue::of(
            "/src".to_owned(),
            vec![function(1, "f<&>"), function(2, "g")],
            vec![
                identity(10, Kind::Function, 0, 2, "", ""),
                identity(11, Kind::Function, 1, 9, "", ""),
                identity(12, Kind::Region, 0, 3, "if (x < 3)", ""),
                identity(13, Kind::Region, 0, 4, "y", ""),
                identity(14, Kind::Outcome, 0, 3, "x < 3", "true"),
                identity(15, Kind::Outcome, 0, 3, "x < 3", "false"),
                identity(16, Kind::Outcome, 0, 5, "x", "1"),
                identity(17, Kind::Outcome, 0, 5, "x", "2"),
                identity(18, Kind::Outcome, 0, 5, "x", "default"),
            ],
        )
        .0
    }

    /// Of a store with three inputs.
    pub fn measured(look: impl FnOnce(&Measure)) {
        let scratch = tempfile::tempdir().unwrap();
        let catalogue = catalogue();
        let number = |key| {
            catalogue
                .identities
                .iter()
                .position(|i| i.key == key)
                .unwrap()
        };
        let limit = catalogue.identities.len();
        let one: Vec<usize> = [10, 12, 14].map(number).to_vec();
        let two: Vec<usize> = [10, 12, 15, 13, 16].map(number).to_vec();
        let path = scratch.path().join("s.fzcov");
        let mut store = Store::create(&path, catalogue, Vec::new(), &Flow::default()).unwrap();
        let run = store.run(&store::Run::default()).unwrap();
        let inputs = [
            stores::input("1", limit, &one),
            stores::input("2", limit, &two),
            stores::input("3", limit, &two),
        ];
        store.add(run, &inputs).unwrap();
        let matrix = Matrix::of(&store, &Selection::default()).unwrap();
        look(&Measure::of(&matrix));
    }

    fn written(write: impl FnOnce(&Measure, &mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        measured(|measure| write(measure, &mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lcov_has_functions_lines_and_branches() {
        let text = written(|measure, out| lcov::write(measure, out).unwrap());
        assert_eq!(
            text,
            "TN:\nSF:/src/a.c\nFN:2,f<&>\nFN:9,g\nFNDA:3,f<&>\nFNDA:0,g\nFNF:2\nFNH:1\n\
             BRDA:3,0,0,1\nBRDA:3,0,1,2\nBRDA:5,0,0,2\nBRDA:5,0,1,0\nBRDA:5,0,2,0\nBRF:5\nBRH:3\n\
             DA:2,3\nDA:3,3\nDA:4,2\nDA:5,2\nDA:9,0\nLF:5\nLH:4\nend_of_record\n"
        );
    }

    #[test]
    fn cobertura_has_rates_and_conditions() {
        let text = written(|measure, out| cobertura::write(measure, out).unwrap());
        for part in [
            "<coverage line-rate=\"0.8000\" branch-rate=\"0.6000\" lines-covered=\"4\" lines-valid=\"5\" \
             branches-covered=\"3\" branches-valid=\"5\" complexity=\"0\" version=\"fz\" timestamp=\"0\">",
            "<source>/src</source>",
            "<class name=\"a.c\" filename=\"a.c\" line-rate=\"0.8000\" branch-rate=\"0.6000\" complexity=\"0\">",
            "<method name=\"f&lt;&amp;&gt;\" signature=\"\" line-rate=\"1.0000\" branch-rate=\"1.0000\" complexity=\"0\">",
            "<line number=\"3\" hits=\"3\" branch=\"true\" condition-coverage=\"100% (2/2)\">",
            "<line number=\"5\" hits=\"2\" branch=\"true\" condition-coverage=\"33% (1/3)\">",
            "<condition number=\"0\" type=\"switch\" coverage=\"33%\"/>",
            "<line number=\"4\" hits=\"2\" branch=\"false\"/>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    #[test]
    fn llvm_has_segments_branches_and_summaries() {
        let text = written(|measure, out| llvm::write(measure, out).unwrap());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["type"], "llvm.coverage.json.export");
        let file = &value["data"][0]["files"][0];
        assert_eq!(file["filename"], "/src/a.c");
        let segments = serde_json::json!([
            [2, 1, 3, true, true, false],
            [3, 1, 3, true, true, false],
            [4, 1, 2, true, true, false],
            [5, 1, 2, true, true, false],
            [6, 1, 0, false, false, false],
            [9, 1, 0, true, true, false],
            [10, 1, 0, false, false, false],
        ]);
        assert_eq!(file["segments"], segments);
        assert_eq!(
            file["branches"],
            serde_json::json!([[3, 7, 3, 7, 1, 2, 0, 0, 4]])
        );
        assert_eq!(value["data"][0]["totals"]["lines"]["covered"], 4);
        assert_eq!(value["data"][0]["functions"][0]["count"], 3);
    }

    #[test]
    fn json_has_every_identity() {
        let text = written(|measure, out| json::write(measure, out).unwrap());
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["identities"].as_array().unwrap().len(), 9);
        assert_eq!(value["inputs"], 3);
        let found = value["identities"].as_array().unwrap().iter();
        let outcome = found
            .clone()
            .find(|i| i["text"] == "x < 3" && i["outcome"] == "false")
            .unwrap();
        assert_eq!(
            (&outcome["inputs"], &outcome["runs"]),
            (&2.into(), &1.into())
        );
        assert_eq!(
            (&outcome["file"], &outcome["line"], &outcome["function"]),
            (&"/src/a.c".into(), &3.into(), &"f<&>".into())
        );
    }
}
