//! Sources that programs have written: many lines, or a long one.

use std::fmt::Write;

use serde_json::Value;

use super::{place, refactored};

/// What `fz cov report` says of one run.
fn works(name: &str, text: &str) -> Value {
    let place = place(&[(name, text)]);
    place.cc(&format!("{name} -o p"));
    let status = place.command("./p").status().unwrap();
    assert_eq!(status.code(), Some(3));
    let yes = Some("yes".to_owned());
    assert_eq!(refactored(&place, "p"), [(name.to_owned(), yes)]);
    place.write("input", "");
    place.fz("cov collect ./p -i input -o s.fzcov").ok();
    place.json("cov report --json s.fzcov")
}

/// Of all there is of a kind, what was reached.
fn counts(summary: &Value, kind: &str) -> [u64; 2] {
    ["reached", "all"].map(|n| summary["reached"][kind][n].as_u64().unwrap())
}

#[test]
fn fifty_thousand_lines() {
    let mut text = String::new();
    for n in 0..12_500 {
        write!(
            text,
            "int f{n}(int x)\n{{\n  return x > {n} && x != 3 ? x * 2 : {n};\n}}\n"
        )
        .unwrap();
    }
    text += "int main(void) { return f3(3); }\n";
    let summary = works("lines.c", &text);
    assert_eq!(counts(&summary, "functions"), [2, 12_501]);
    // Of the conditions of the function that is called the second is not asked.
    assert_eq!(counts(&summary, "conditions"), [1, 25_000]);
    assert_eq!(counts(&summary, "outcomes"), [1, 50_000]);
}

/// As tools write that embed files.
#[test]
fn a_line_of_ten_megabytes() {
    let mut text = "static const unsigned char data[] = {".to_owned();
    while text.len() < 10 << 20 {
        text += "0x12,255,";
    }
    text += "3}; int main(void) { return data[sizeof data - 1] == 3 ? 3 : 4; }\n";
    let summary = works("line.c", &text);
    assert_eq!(counts(&summary, "functions"), [1, 1]);
}
