//! Man pages: one for `fz`, one for each of its subcommands, and one for each compiler.

use std::{io::Write, path::Path};

use anyhow::Result;
use clap::Command;
use clap_mangen::{
    Man,
    roff::{Inline, Roff, bold, roman},
};
use fz_base::env;
use fz_commandline::own;

use super::{text, write};

const COMPILERS: [&str; 2] = ["fz-cc", "fz-cxx"];

pub fn write_pages(fz: &Command, folder: &Path) -> Result<()> {
    let mut fz = fz.clone();
    // Names of subcommands with those above them.
    fz.build();
    of_command(&fz, folder)?;
    for name in COMPILERS {
        let mut page = Vec::new();
        of_compiler(name, &mut page)?;
        write(&folder.join(format!("{name}.1")), &page)?;
    }
    Ok(())
}

fn of_command(command: &Command, folder: &Path) -> Result<()> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut page)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    // A section for each paragraph that has a title.
    as_it_is(&text(command.get_after_help()), &mut page)?;
    write(&folder.join(man.get_filename()), &page)?;
    for subcommand in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        of_command(subcommand, folder)?;
    }
    Ok(())
}

/// `Examples:` and `Exit status:` are titles; lines stay what they are.
fn as_it_is(text: &str, out: &mut impl Write) -> Result<()> {
    let mut roff = Roff::default();
    for line in text.lines() {
        match line
            .strip_suffix(':')
            .filter(|title| !title.contains(' ') || *title == "Exit status")
        {
            Some(title) if !line.starts_with(' ') => {
                roff.control("fi", []);
                roff.control("SH", [title.to_uppercase().as_str()]);
                roff.control("nf", []);
            }
            _ => {
                roff.text([roman(line)]);
            }
        }
    }
    roff.control("fi", []);
    Ok(roff.to_writer(out)?)
}

fn of_compiler(name: &str, out: &mut impl Write) -> Result<()> {
    let mut roff = Roff::default();
    roff.control(
        "TH",
        [name, "1", "", concat!("fz ", env!("CARGO_PKG_VERSION"))],
    );
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {}", own::ABOUT))]);
    roff.control("SH", ["SYNOPSIS"]);
    roff.text([bold(name), roman(" [clang's arguments] [fz's own flags]")]);
    roff.control("SH", ["DESCRIPTION"]);
    roff.text([roman(
        "A compiler in place of cc or c++. Every argument is clang's, except those below. They may stand anywhere on the \
         command line, and in @files.",
    )]);
    roff.control("SH", ["OPTIONS"]);
    own::flags().for_each(|(flag, what)| item(&mut roff, bold(flag), what));
    roff.control("SH", ["ENVIRONMENT"]);
    let variables = env::VARIABLES.iter();
    variables.for_each(|v| item(&mut roff, bold(v.name), v.summary));
    roff.to_writer(&mut *out)?;
    as_it_is(own::EXAMPLES, out)?;
    let mut roff = Roff::default();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([bold("fz"), roman("(1), "), bold("clang"), roman("(1)")]);
    Ok(roff.to_writer(out)?)
}

fn item(roff: &mut Roff, name: Inline, what: &str) {
    roff.control("TP", []);
    roff.text([name]);
    roff.text([roman(what)]);
}
