//! What stands after `--`: arguments of the program that is run.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Result, bail};
use fz_base::{error::Error, shell::quoted, tell};
use fz_engines::launch::{
    arguments::{INPUT, Ran},
    looks,
    target::Target,
};

#[derive(Clone, Default, clap::Args)]
pub struct Arguments {
    /// The program's arguments; @@ stands for a file with the input, which otherwise is the standard input. @@.EXT is one whose
    /// name ends so [default: those of the campaign that the inputs are of]
    #[arg(id = "arguments", last = true, value_name = "ARGS…|@@")]
    words: Vec<OsString>,
}

impl Arguments {
    /// Others, where none are given.
    pub fn or(self, usual: Vec<String>) -> Arguments {
        match self.words.is_empty() {
            true => Arguments {
                words: usual.into_iter().map(OsString::from).collect(),
            },
            false => self,
        }
    }

    /// Those of the campaign that inputs are of, where none are given. `named`: the inputs, as the user has named them.
    pub fn of(&self, program: &Path, named: &[PathBuf]) -> Result<Vec<OsString>, Error> {
        match self.words.is_empty() {
            true => of_campaigns(program, named),
            false => Ok(self.words.clone()),
        }
    }

    /// The same, where the program [looks at its input](check).
    pub fn heard(
        &self,
        program: &Path,
        target: &Target,
        named: &[PathBuf],
        inputs: &[PathBuf],
        timeout: Duration,
    ) -> Result<Vec<OsString>> {
        let words = self.of(program, named)?;
        check((program, target), &words, (named, inputs), timeout)?;
        Ok(words)
    }
}

/// So many inputs are tried before a program is said to look at none.
const TRIED: usize = 3;

/// An error if a program looks at none of the first inputs that have any bytes: whatever its runs show, all inputs would be
/// alike. Where there is one such input alone it may be the input's doing, which is only said, unless the program opens the
/// file once it is named.
pub fn check(
    (program, target): (&Path, &Target),
    words: &[OsString],
    (named, inputs): (&[PathBuf], &[PathBuf]),
    timeout: Duration,
) -> Result<()> {
    let has_bytes = |i: &&PathBuf| i.metadata().is_ok_and(|about| about.len() > 0);
    let tried: Vec<&PathBuf> = inputs.iter().filter(has_bytes).take(TRIED).collect();
    for input in &tried {
        if looks::at(target, words, input, timeout)? {
            return Ok(());
        }
    }
    let Some(first) = tried.first() else {
        return Ok(());
    };
    let unheard = unheard(program, words, named, inputs);
    let opens = || looks::at(target, &[words, &[INPUT.into()]].concat(), first, timeout);
    if tried.len() > 1 || is_named(words) || opens()? {
        bail!(unheard);
    }
    tell!("fz: {unheard}");
    Ok(())
}

fn is_named(words: &[OsString]) -> bool {
    words.iter().any(|w| w.to_string_lossy().contains(INPUT))
}

/// What to say of a program that does not look at an input.
pub fn unheard(
    program: &Path,
    words: &[OsString],
    named: &[PathBuf],
    inputs: &[PathBuf],
) -> String {
    let shown = program.display();
    let line = |words: &[OsString]| words.iter().map(quoted).collect::<Vec<_>>().join(" ");
    let of_campaign = named.iter().find_map(|input| Ran::of(input));
    let of_campaign = of_campaign.map(|c| c.arguments).filter(|a| a != words);
    if let Some(likely) = of_campaign {
        return format!(
            "{shown} does not look at its input; the campaign that the inputs are of ran it with `-- {}`",
            line(&likely)
        );
    }
    if !is_named(words) {
        let likely = [words, &[INPUT.into()]].concat();
        return format!(
            "{shown} does not read its standard input, so no input changes what it does; if it reads a file, name that \
             with @@, as in `-- {}`",
            line(&likely)
        );
    }
    let endings = inputs.iter().filter_map(|i| i.extension()?.to_str());
    let ending = endings
        .into_iter()
        .find(|e| e.bytes().all(|b| b.is_ascii_alphanumeric()));
    format!(
        "{shown} does not open the file that @@ stands for, so no input changes what it does: look at what it says of `{shown} \
         {}`; if it looks at the end of the file's name, give that, as in `-- @@.{}`",
        line(words),
        ending.unwrap_or("wav")
    )
}

/// Those of campaigns of builds of the program. Of any others it is said that they are not taken.
fn of_campaigns(program: &Path, named: &[PathBuf]) -> Result<Vec<OsString>, Error> {
    let campaigns = named.iter().filter_map(|input| Ran::of(input));
    let campaigns = campaigns.filter(|c| !c.arguments.is_empty());
    let (fit, others): (Vec<Ran>, Vec<Ran>) = campaigns.partition(|c| c.fits(program));
    let line = |ran: &Ran| {
        let words: Vec<String> = ran.arguments.iter().map(quoted).collect();
        words.join(" ")
    };
    let Some(first) = fit.first() else {
        if let Some(other) = others.first() {
            let (folder, line) = (other.folder.display(), line(other));
            tell!(
                "fz: note: {folder} is of a run with `-- {line}`: give these arguments, too, if they are right for {}",
                program.display()
            );
        }
        return Ok(Vec::new());
    };
    if let Some(other) = fit.iter().find(|c| c.arguments != first.arguments) {
        return Err(Error::option(
            "-i",
            format!(
                "{} and {} have run it with other arguments, `-- {}` and `-- {}`: say which",
                first.folder.display(),
                other.folder.display(),
                line(first),
                line(other)
            ),
        ));
    }
    let (folder, line) = (first.folder.display(), line(first));
    tell!("fz: with the arguments of {folder}: -- {line}");
    Ok(first.arguments.clone())
}
