//! Cobertura's XML (coverage-04.dtd), which services for continuous integration read. XML has no way to write the
//! characters that control terminals; what stands for them does.

use std::{
    fmt::Display,
    io::{self, Write},
};

use fz_base::words::visible;
use quick_xml::{
    ElementWriter, Writer,
    events::{BytesDecl, BytesText, Event},
};

use super::{File, files};
use crate::measure::{Condition, Measure};

const DTD: &str = "coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"";

/// Names of attributes, and what they say.
type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

pub fn write(measure: &Measure, out: &mut impl Write) -> io::Result<()> {
    let files = files(measure);
    let rates = Rates::of(files.iter());
    let root = match measure.matrix.catalogue.root.as_str() {
        "" => ".",
        root => root,
    };
    let attributes: Attributes = &[
        ("line-rate", &rates.of_lines()),
        ("branch-rate", &rates.of_branches()),
        ("lines-covered", &rates.lines.0),
        ("lines-valid", &rates.lines.1),
        ("branches-covered", &rates.branches.0),
        ("branches-valid", &rates.branches.1),
        ("complexity", &0),
        ("version", &"fz"),
        ("timestamp", &0),
    ];
    // Each element begins a line, and none is indented.
    let mut xml = Writer::new_with_indent(out, b' ', 0);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.write_event(Event::DocType(BytesText::from_escaped(DTD)))?;
    around(&mut xml, "coverage", attributes, |xml| {
        around(xml, "sources", &[], |xml| {
            let source = xml.create_element("source");
            source.write_text_content(BytesText::new(&visible(root)))?;
            Ok(())
        })?;
        around(xml, "packages", &[], |xml| packages(&files, root, xml))
    })?;
    writeln!(xml.into_inner())
}

fn packages(files: &[File], root: &str, xml: &mut Writer<impl Write>) -> io::Result<()> {
    let mut folders: Vec<&str> = files.iter().map(|f| folder(shown(f, root))).collect();
    folders.dedup();
    for name in folders {
        let mine = || files.iter().filter(|f| folder(shown(f, root)) == name);
        let rates = Rates::of(mine());
        let attributes: Attributes = &[
            ("name", if name.is_empty() { &"." } else { &name }),
            ("line-rate", &rates.of_lines()),
            ("branch-rate", &rates.of_branches()),
            ("complexity", &0),
        ];
        around(xml, "package", attributes, |xml| {
            around(xml, "classes", &[], |xml| {
                mine().try_for_each(|file| class(file, shown(file, root), xml))
            })
        })?;
    }
    Ok(())
}

fn class(file: &File, name: &str, xml: &mut Writer<impl Write>) -> io::Result<()> {
    let rates = Rates::of(std::iter::once(file));
    let attributes: Attributes = &[
        ("name", &name.rsplit('/').next().unwrap_or_default()),
        ("filename", &name),
        ("line-rate", &rates.of_lines()),
        ("branch-rate", &rates.of_branches()),
        ("complexity", &0),
    ];
    around(xml, "class", attributes, |xml| {
        around(xml, "methods", &[], |xml| methods(file, xml))?;
        around(xml, "lines", &[], |xml| lines(file, xml))
    })
}

fn methods(file: &File, xml: &mut Writer<impl Write>) -> io::Result<()> {
    for function in &file.functions {
        let rate = rate((usize::from(function.inputs > 0), 1));
        let attributes: Attributes = &[
            ("name", &function.symbol),
            ("signature", &""),
            ("line-rate", &rate),
            ("branch-rate", &rate),
            ("complexity", &0),
        ];
        around(xml, "method", attributes, |xml| {
            around(xml, "lines", &[], |xml| {
                plain_line(function.line, function.inputs, xml)
            })
        })?;
    }
    Ok(())
}

fn lines(file: &File, xml: &mut Writer<impl Write>) -> io::Result<()> {
    for (line, inputs) in &file.lines {
        let conditions = file.conditions.iter().copied();
        let conditions: Vec<&Condition> = conditions.filter(|c| c.line() == *line).collect();
        if conditions.is_empty() {
            plain_line(*line, *inputs, xml)?;
            continue;
        }
        let all: usize = conditions.iter().map(|c| c.outcomes.len()).sum();
        let taken: usize = conditions.iter().map(|c| taken(c)).sum();
        let share = format!("{}% ({taken}/{all})", taken * 100 / all);
        let attributes: Attributes = &[
            ("number", line),
            ("hits", inputs),
            ("branch", &true),
            ("condition-coverage", &share),
        ];
        around(xml, "line", attributes, |xml| {
            around(xml, "conditions", &[], |xml| {
                let mut numbered = conditions.iter().enumerate();
                numbered.try_for_each(|(number, of)| condition(number, of, xml))
            })
        })?;
    }
    Ok(())
}

fn plain_line(line: u32, inputs: u64, xml: &mut Writer<impl Write>) -> io::Result<()> {
    let attributes: Attributes = &[("number", &line), ("hits", &inputs), ("branch", &false)];
    element(xml, "line", attributes).write_empty().map(drop)
}

fn condition(number: usize, of: &Condition, xml: &mut Writer<impl Write>) -> io::Result<()> {
    let all = of.outcomes.len();
    let attributes: Attributes = &[
        ("number", &number),
        ("type", if all == 2 { &"jump" } else { &"switch" }),
        ("coverage", &format!("{}%", taken(of) * 100 / all)),
    ];
    element(xml, "condition", attributes)
        .write_empty()
        .map(drop)
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
            let [_, lines, outcomes] = file.coverage;
            rates.lines.0 += lines.reached;
            rates.lines.1 += lines.reachable;
            rates.branches.0 += outcomes.reached;
            rates.branches.1 += outcomes.reachable;
        }
        rates
    }

    fn of_lines(&self) -> String {
        rate(self.lines)
    }

    fn of_branches(&self) -> String {
        rate(self.branches)
    }
}

fn rate((part, whole): (usize, usize)) -> String {
    format!("{:.4}", super::percent(part, whole) / 100.0)
}

fn element<'a, W: Write>(
    xml: &'a mut Writer<W>,
    name: &'a str,
    attributes: Attributes,
) -> ElementWriter<'a, W> {
    let element = xml.create_element(name);
    attributes.iter().fold(element, |element, (name, said)| {
        element.with_attribute((*name, &*visible(&said.to_string())))
    })
}

fn around<W: Write>(
    xml: &mut Writer<W>,
    name: &str,
    attributes: Attributes,
    inner: impl FnOnce(&mut Writer<W>) -> io::Result<()>,
) -> io::Result<()> {
    let element = element(xml, name, attributes);
    element.write_inner_content(inner).map(drop)
}
