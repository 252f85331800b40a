//! `fz reference`: what follows from the grammar and from the compilers' table of flags, for the `share` of an installed
//! tree: man pages, shell completions, and a page that has all of it.

mod man;
mod page;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::{args::trust::Trust, exit::Exit, taint};

pub const EXAMPLES: &str = "\
Examples:
  fz reference target/fz/share";

#[derive(clap::Args)]
pub struct ReferenceArgs {
    /// The tree's `share`
    folder: PathBuf,
}

/// By shell: where it looks for completions, below `share`.
const COMPLETIONS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "bash-completion/completions", "fz"),
    (Shell::Fish, "fish/vendor_completions.d", "fz.fish"),
    (Shell::Zsh, "zsh/site-functions", "_fz"),
];

pub fn run(args: &ReferenceArgs) -> Result<Exit> {
    let fz = public();
    let made = |folder: &str| {
        let folder = args.folder.join(folder);
        let made = fs::create_dir_all(&folder);
        made.with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok::<_, anyhow::Error>(folder)
    };
    man::write_pages(&fz, &made("man/man1")?)?;
    for (shell, folder, name) in COMPLETIONS {
        let mut script = Vec::new();
        generate(shell, &mut fz.clone(), "fz", &mut script);
        if shell == Shell::Zsh {
            script = options_anywhere(&script);
        }
        write(&made(folder)?.join(name), &script)?;
    }
    write(
        &made("fz")?.join("reference.md"),
        page::text_of(&fz).as_bytes(),
    )?;
    Ok(Exit::Done)
}

/// `*::` in front of the last arguments has zsh complete nothing but them from there on; with `*:` there may be options
/// among them, as clap takes them.
fn options_anywhere(script: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(script)
        .replace("'*::", "'*:")
        .into_bytes()
}

fn write(path: &Path, text: &[u8]) -> Result<()> {
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// The grammar without what people have no use for, and without places of this machine.
fn public() -> Command {
    let all = crate::command();
    let mut fz = Command::new("fz")
        .version(env!("CARGO_PKG_VERSION"))
        .about(text(all.get_about()))
        .after_help(text(all.get_after_help()));
    for command in all.get_subcommands().filter(|c| !c.is_hide_set()) {
        fz = fz.subcommand(command.clone());
    }
    // Shown once, and not with each subcommand.
    fz = Trust::augment_args(fz).mut_arg("trust_options", |a| a.hide(false).global(false));
    fz.mut_subcommand("taint", |taint| {
        taint.after_help(taint::examples("/path/to/fz"))
    })
    .disable_help_subcommand(true)
}

fn text(styled: Option<&clap::builder::StyledStr>) -> String {
    styled.map(ToString::to_string).unwrap_or_default()
}
