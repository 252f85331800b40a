//! Cobertura's XML (coverage-04.dtd), which services for continuous integration read.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use fz_coverage::tally::{Condition, Tally};

use super::{File, files};

pub fn write(tally: &Tally, out: &mut impl Write) -> io::Result<()> {
    let files = files(tally);
    let rates = Rates::of(files.iter());
    let root = match tally.catalogue.root.as_str() {
        "" => ".",
        root => root,
    };
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n\
         <coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" \
         complexity=\"0\" version=\"fz\" timestamp=\"0\">\n\
         <sources>\n<source>{}</source>\n</sources>\n<packages>",
        rates.text(),
        rates.lines.0,
        rates.lines.1,
        rates.branches.0,
        rates.branches.1,
        escaped(root)
    )?;
    let mut folders: Vec<&str> = files.iter().map(|f| folder(shown(f, root))).collect();
    folders.dedup();
    for name in folders {
        let mine = || files.iter().filter(|f| folder(shown(f, root)) == name);
        let package = match name {
            "" => ".",
            name => name,
        };
        let rates = Rates::of(mine()).text();
        writeln!(
            out,
            "<package name=\"{}\" {rates} complexity=\"0\">\n<classes>",
            escaped(package)
        )?;
        for file in mine() {
            class(file, shown(file, root), out)?;
        }
        writeln!(out, "</classes>\n</package>")?;
    }
    writeln!(out, "</packages>\n</coverage>")
}

fn class(file: &File, name: &str, out: &mut impl Write) -> io::Result<()> {
    let name = escaped(name);
    let base = name.rsplit('/').next().unwrap_or_default();
    let rates = Rates::of(std::iter::once(file)).text();
    writeln!(
        out,
        "<class name=\"{base}\" filename=\"{name}\" {rates} complexity=\"0\">\n<methods>"
    )?;
    for function in &file.functions {
        let rate = if function.inputs > 0 {
            "1.0000"
        } else {
            "0.0000"
        };
        writeln!(
            out,
            "<method name=\"{}\" signature=\"\" line-rate=\"{rate}\" branch-rate=\"{rate}\" complexity=\"0\">\n\
             <lines>\n<line number=\"{}\" hits=\"{}\" branch=\"false\"/>\n</lines>\n</method>",
            escaped(function.symbol),
            function.line,
            function.inputs
        )?;
    }
    writeln!(out, "</methods>\n<lines>")?;
    for (line, inputs) in &file.lines {
        let conditions: Vec<&Condition> = file
            .conditions
            .iter()
            .filter(|c| c.line() == *line)
            .collect();
        if conditions.is_empty() {
            writeln!(
                out,
                "<line number=\"{line}\" hits=\"{inputs}\" branch=\"false\"/>"
            )?;
            continue;
        }
        let all: usize = conditions.iter().map(|c| c.outcomes.len()).sum();
        let taken: usize = conditions.iter().map(|c| taken(c)).sum();
        let share = taken * 100 / all;
        writeln!(
            out,
            "<line number=\"{line}\" hits=\"{inputs}\" branch=\"true\" condition-coverage=\"{share}% ({taken}/{all})\">\n\
             <conditions>"
        )?;
        for (number, condition) in conditions.into_iter().enumerate() {
            let all = condition.outcomes.len();
            let kind = if all == 2 { "jump" } else { "switch" };
            let share = self::taken(condition) * 100 / all;
            writeln!(
                out,
                "<condition number=\"{number}\" type=\"{kind}\" coverage=\"{share}%\"/>"
            )?;
        }
        writeln!(out, "</conditions>\n</line>")?;
    }
    writeln!(out, "</lines>\n</class>")
}

fn taken(condition: &Condition) -> usize {
    condition.outcomes.iter().filter(|(_, n)| *n > 0).count()
}

/// A file's path below the source folder.
fn shown<'a>(file: &'a File, root: &str) -> &'a str {
    let below = file
        .path
        .strip_prefix(root)
        .and_then(|p| p.strip_prefix('/'));
    below.unwrap_or(&file.path)
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Reached, and all.
#[derive(Default)]
struct Rates {
    lines: (usize, usize),
    branches: (usize, usize),
}

impl Rates {
    fn of<'a>(files: impl Iterator<Item = &'a File<'a>>) -> Rates {
        let mut rates = Rates::default();
        for file in files {
            rates.lines.0 += file.lines_reached();
            rates.lines.1 += file.lines.len();
            rates.branches.0 += file.outcomes_reached();
            rates.branches.1 += file.outcomes().count();
        }
        rates
    }

    fn text(&self) -> String {
        let rate = |(part, whole)| super::percent(part, whole) / 100.0;
        format!(
            "line-rate=\"{:.4}\" branch-rate=\"{:.4}\"",
            rate(self.lines),
            rate(self.branches)
        )
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no word for these.
            c if c.is_control() => write!(out, "\\{:x}", c as u32).expect("writing to a string"),
            c => out.push(c),
        }
    }
    out
}
