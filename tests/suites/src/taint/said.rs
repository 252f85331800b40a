//! What builds say of a run: values and labels at marks.

use std::collections::HashMap;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// A set of the bytes of an input, a bit each.
pub type Bytes = u64;

/// What the plain build says of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Of the program in its file.
    pub program: u32,
    pub line: u32,
    /// The function that took the value.
    pub by: String,
    pub value: u64,
    /// Of all branches up to there.
    pub path: u64,
}

pub fn marks(output: &str) -> Result<Vec<Mark>> {
    let mark = |line: &str| {
        let mut words = line.split(' ');
        let mut word = || words.next().context("a line of five words");
        Ok(Mark {
            program: word()?.parse()?,
            line: word()?.parse()?,
            by: word()?.to_owned(),
            value: u64::from_str_radix(word()?, 16)?,
            path: u64::from_str_radix(word()?, 16)?,
        })
    };
    output.lines().map(mark).collect()
}

/// What DFSan says of one group of eight bytes: a line and a label for each mark.
pub fn dfsan(output: &str, group: usize, marks: &[Mark], into: &mut [Bytes]) -> Result<()> {
    let lines: Vec<&str> = output.lines().collect();
    ensure!(
        lines.len() == marks.len(),
        "DFSan's build has {} marks, and the plain one {}",
        lines.len(),
        marks.len()
    );
    for (text, (mark, into)) in lines.iter().zip(marks.iter().zip(into)) {
        let (line, label) = text.split_once(' ').context("a line of two words")?;
        ensure!(
            line.parse() == Ok(mark.line),
            "DFSan's build goes another way than the plain one, at lines {line} and {}",
            mark.line
        );
        *into |= u64::from(u8::from_str_radix(label, 16)?) << (8 * group);
    }
    Ok(())
}

/// What `fz taint` says: the labels at each mark, and what it has for its value.
pub fn ours(output: &str, marks: &[Mark]) -> Result<Vec<(Bytes, Option<u64>)>> {
    let mut found: HashMap<(String, u64), (Bytes, Option<u64>)> = HashMap::new();
    for line in output.lines() {
        let event: Value = serde_json::from_str(line)?;
        let site = &event["site"];
        let (Some(function), Some(file)) = (site["function"].as_str(), site["file"].as_str())
        else {
            ensure!(
                event["summary"]["ended"] == "exit 0",
                "the taint build did not end well: {line}"
            );
            continue;
        };
        if !file.ends_with("harness.c") || !function.starts_with("mark") {
            continue;
        }
        let execution = event["execution"].as_u64().context("an execution")?;
        let operand = &event["operands"][0];
        let value = operand["value"].as_u64();
        found.insert(
            (function.to_owned(), execution),
            (bytes(operand)?, value.filter(|_| function == "mark")),
        );
    }
    let mut executions: HashMap<&str, u64> = HashMap::new();
    let labels = marks.iter().map(|mark| {
        let execution = executions.entry(&mark.by).or_default();
        *execution += 1;
        found
            .remove(&(mark.by.clone(), *execution))
            .unwrap_or((0, None))
    });
    let labels = labels.collect();
    ensure!(found.is_empty(), "events of no mark: {found:?}");
    Ok(labels)
}

fn bytes(operand: &Value) -> Result<Bytes> {
    let ranges = operand["bytes"].as_array().context("ranges of bytes")?;
    let mut bytes = 0;
    for range in ranges {
        let end = |at: usize| range[at].as_u64().context("a range has two ends");
        for byte in end(0)?..end(1)? {
            ensure!(byte < 64, "byte {byte} of an input of 64");
            bytes |= 1 << byte;
        }
    }
    Ok(bytes)
}

/// As people read it: `0-3,9`.
pub fn shown(bytes: Bytes) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for byte in (0..64).filter(|b| bytes >> b & 1 == 1) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    let ranges = ranges.into_iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    let ranges: Vec<_> = ranges.collect();
    match ranges.is_empty() {
        true => "nothing".to_owned(),
        false => ranges.join(","),
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, dfsan, marks, ours, shown};

    fn two() -> Vec<Mark> {
        marks("1 7 mark ff 3\n1 8 mark_float 0 3\n").unwrap()
    }

    #[test]
    fn sets_of_bytes_are_shown_as_ranges() {
        assert_eq!(shown(0), "nothing");
        assert_eq!(shown(0b1011), "0-1,3");
        assert_eq!(shown(1 << 63), "63");
    }

    #[test]
    fn labels_of_dfsan_are_those_of_a_group() {
        let mut into = [1, 0];
        dfsan("7 80\n8 3\n", 2, &two(), &mut into).unwrap();
        assert_eq!(into, [1 | 1 << 23, 3 << 16]);
        assert!(dfsan("7 80\n", 2, &two(), &mut into).is_err());
        assert!(dfsan("7 80\n9 3\n", 2, &two(), &mut into).is_err());
    }

    #[test]
    fn events_are_those_of_the_executions_of_marks() {
        let event = |function: &str, execution: u32| {
            format!(
                r#"{{"site":{{"function":"{function}","file":"a/harness.c"}},"execution":{execution},"operands":[{{"value":255,"bytes":[[0,2],[9,10]]}}]}}"#
            )
        };
        let end = r#"{"summary":{"ended":"exit 0"}}"#;
        let said = format!("{}\n{end}\n", event("mark", 1));
        assert_eq!(
            ours(&said, &two()).unwrap(),
            [(0x203, Some(255)), (0, None)]
        );
        let said = format!("{}\n{end}\n", event("mark_float", 1));
        assert_eq!(ours(&said, &two()).unwrap(), [(0, None), (0x203, None)]);
        assert!(ours(&event("mark", 2), &two()).is_err());
        assert!(ours(r#"{"summary":{"ended":"signal 11"}}"#, &two()).is_err());
    }
}
