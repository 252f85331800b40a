//! What is said against what is expected, and against what came to run.

use std::fs;

use super::{
    list::{Expected, List},
    told::{Outcome, Place, Reached, Way},
};

/// Expectations of a list that are not met.
pub fn of_list(list: &List, places: &[Place], reached: &Reached) -> Vec<String> {
    let expected = list.places.iter().filter_map(|e| unmet(e, places));
    let nowhere = list.nowhere.iter().filter_map(|nowhere| {
        let function = &nowhere.function;
        let why = &nowhere.why;
        let behind = places.iter().find(|p| p.functions.contains(function));
        match (reached.functions.get(function), behind) {
            (None, _) => Some(format!(
                "the program has no function {function}, or several"
            )),
            (Some(true), _) => Some(format!("{function} ran")),
            (Some(false), Some(place)) => Some(format!(
                "{function} is said to lie behind {}: {why}",
                place.shown()
            )),
            (Some(false), None) => None,
        }
    });
    expected.chain(nowhere).collect()
}

fn unmet(expected: &Expected, places: &[Place]) -> Option<String> {
    let there: Vec<&Place> = places.iter().filter(|p| is_at(expected, p)).collect();
    let shown = [&expected.condition, &expected.line].into_iter().flatten();
    let shown: Vec<&str> = shown.map(String::as_str).collect();
    let shown = format!("{}: {}", expected.function, shown.join(", "));
    let behind = |place: &&Place| -> Vec<String> {
        match &expected.never {
            None => place.functions.clone(),
            Some(never) => {
                let is_it = |way: &&Way| way.never.as_ref() == Some(never);
                let ways = place.ways.iter().filter(is_it);
                ways.flat_map(|way| way.functions.clone()).collect()
            }
        }
    };
    let lacks = |found: Vec<String>| -> Vec<&str> {
        let behind = expected.behind.iter().map(String::as_str);
        behind.filter(|f| !found.iter().any(|g| g == f)).collect()
    };
    let lacks = there.iter().map(|p| lacks(behind(p))).min_by_key(Vec::len);
    match lacks {
        None => Some(format!("{shown} is no place")),
        Some(lacks) if lacks.is_empty() => None,
        Some(lacks) => Some(format!(
            "{shown}: {} do not lie behind it",
            lacks.join(", ")
        )),
    }
}

fn is_at(expected: &Expected, place: &Place) -> bool {
    let has_condition = |text: &String| place.condition.as_ref() == Some(text);
    let has_line = |text: &String| {
        let source = fs::read(&place.file).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        let line = source.lines().nth(place.line.saturating_sub(1) as usize);
        line.is_some_and(|line| line.contains(text))
    };
    place.function == expected.function
        && expected.condition.as_ref().is_none_or(has_condition)
        && expected.line.as_ref().is_none_or(has_line)
}

/// What more inputs have shown.
#[derive(Debug, Default)]
pub struct Opened {
    /// Functions that lay behind a condition and came to run.
    pub functions: usize,
    pub wrong: Vec<String>,
}

/// Compares what lay behind places with what ran after one more input.
pub fn opened(before: &[Place], after: &Reached, opened: &mut Opened) {
    for place in before {
        for function in place.functions.iter().filter(|f| after.ran(f)) {
            // Of several ways that all lead to it any may have been taken.
            let leads = |way: &&Way| way.functions.contains(function);
            let own: Vec<&Way> = place.ways.iter().filter(leads).collect();
            let ways = match own.is_empty() {
                true => place.ways.iter().collect(),
                false => own,
            };
            let outcomes = ways.iter().filter_map(|way| way.never.as_deref());
            let outcomes: Vec<Outcome> = outcomes.filter_map(|o| place.outcome(o)).collect();
            if place.call {
                continue;
            }
            opened.functions += 1;
            if !outcomes.iter().any(|o| after.outcomes.contains(o)) {
                opened.wrong.push(format!(
                    "{function} ran, but {}, behind which it was said to lie, did not come out another way",
                    place.shown()
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        let way = |never: &str, functions: &[&str]| Way {
            never: Some(never.to_owned()),
            functions: functions.iter().map(|f| f.to_string()).collect(),
        };
        Place {
            file: "a.c".to_owned(),
            line: 3,
            column: 7,
            function: "f".to_owned(),
            condition: Some("x".to_owned()),
            functions: ["g", "h", "both"].map(String::from).to_vec(),
            ways: vec![way("case 1", &["g"]), way("case 2", &["h"])],
            ..Place::default()
        }
    }

    fn after(function: &str, outcome: Option<&str>) -> Opened {
        let mut reached = Reached::default();
        reached.functions.insert(function.to_owned(), true);
        reached
            .outcomes
            .extend(outcome.and_then(|o| place().outcome(o)));
        let mut found = Opened::default();
        opened(&[place()], &reached, &mut found);
        found
    }

    #[test]
    fn what_runs_must_have_been_let_through() {
        let wrong = |function, outcome| after(function, outcome).wrong.len();
        assert_eq!(wrong("g", Some("case 1")), 0);
        assert_eq!(wrong("g", Some("case 2")), 1);
        assert_eq!(wrong("g", None), 1);
        assert_eq!(wrong("both", Some("case 2")), 0);
        assert_eq!(wrong("both", None), 1);
        assert_eq!(after("other", None).functions, 0);
    }

    #[test]
    fn expectations_are_of_a_way() {
        let expected = |never: Option<&str>, behind: &str| {
            let expected = Expected {
                function: "f".to_owned(),
                condition: Some("x".to_owned()),
                line: None,
                never: never.map(str::to_owned),
                behind: vec![behind.to_owned()],
            };
            unmet(&expected, &[place()])
        };
        assert_eq!(expected(None, "both"), None);
        assert_eq!(expected(Some("case 1"), "g"), None);
        let said = "f: x: g do not lie behind it";
        assert_eq!(expected(Some("case 2"), "g").as_deref(), Some(said));
    }
}
