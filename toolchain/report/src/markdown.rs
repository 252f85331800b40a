//! Texts of others in Markdown.

use std::fmt::Write;

use fz_base::words::visible;

/// As code, which HTML's own tags allow inside tables whatever the text holds.
pub fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Nothing in it is markup.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '<' | '>' | '&' | '|' | '`' | '*' | '_' | '[' | ']' | '\\' | '#' | '!' | '~' | '@'
            | '"' | '\'' => {
                write!(out, "&#{};", c as u32).expect("writing to a string");
            }
            other => out.push(other),
        }
    }
    out
}
