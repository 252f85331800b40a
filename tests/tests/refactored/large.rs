//! Sources that programs have written: many lines, or a long one.

use std::{fmt::Write, process::Command};

use crate::Place;

fn works(name: &str, text: &str) {
    let place = Place::new(&[(name, text)]);
    place.run(&mut place.fz_cc(&format!("{name} -o p")));
    let status = Command::new(place.path("p")).status().unwrap();
    assert_eq!(status.code(), Some(3));
    let yes = Some("yes".to_owned());
    assert_eq!(place.refactored("p"), [(name.to_owned(), yes)]);
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
    works("lines.c", &text);
}

/// As tools write that embed files.
#[test]
fn a_line_of_ten_megabytes() {
    let mut text = "static const unsigned char data[] = {".to_owned();
    while text.len() < 10 << 20 {
        text += "0x12,255,";
    }
    text += "3}; int main(void) { return data[sizeof data - 1] == 3 ? 3 : 4; }\n";
    works("line.c", &text);
}
