//! `fz cov report`: what stores hold, in one view or another.

mod compare;
mod deciding;
mod export;
mod line;
mod mcdc;
mod page;
mod reach;
mod summary;

use std::{io::Write, path::PathBuf};

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use fz_base::terminal::{self, Shown as Visible};
use fz_coverage::store::Store;
use fz_report::{compare::sides::Argument, matrix::Matrix, search::Line};

use super::sided::Sided;
use crate::{
    args::{
        self, Says,
        json::Json,
        limit::Limit,
        lines::Lines,
        output::{self, Output},
    },
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov report
      what the last campaign here has reached
  fz cov report all.fzcov
      how much was reached, and where inputs get no further
  fz cov report all.fzcov -o report.html
      a page that opens without a network
  fz cov report all.fzcov -o report
      a folder: the page, and its figures as CSV, JSON and SVG
  fz cov report all.fzcov --at parse.c:120
      which inputs reach this line; exit status 1: none
  fz cov report all.fzcov:fuzzer=afl++ --json
      only these runs, for a script
  fz cov report old=a.fzcov new=b.fzcov
      a comparison; the first side is the baseline
  fz cov report all.fzcov --by fuzzer=afl++ --view compare -o comparison
      the same with charts; each fuzzer is a side, and AFL++ the baseline
  fz cov report old=a.fzcov new=b.fzcov --patch c.patch
      only lines that the patch adds
  fz cov report old=a.fzcov new=b.fzcov --diff old new -o report.html
      a page with what only one of both reached
  fz cov report all.fzcov --view page --format markdown --limit 10
      for a comment on a pull request
  fz cov report all.fzcov --card card.svg
      one picture for a README or a post
  fz cov report all.fzcov --format lcov -o all.info
      for genhtml, and for many viewers
  fz cov report all.fzcov --view mcdc --select 'src:*/parse.c'
      conditions that were not shown to decide, and what is missing
  fz cov report one.fzcov other.fzcov --view reach
      harnesses of a library: what each reaches alone, what none can
  fz cov report all.fzcov --ignore fun:main --ignore 'src:*.tab.c'
      without options and generated code

A side is [NAME=]FILE.fzcov[:DIMENSION=VALUE,…], where a dimension is campaign,
fuzzer, configuration or run. Stores with one NAME are merged into one side,
and named sides stay in their order. --by makes sides of the runs of a store;
the first by name is the baseline, unless --by names one.

In the view mcdc, T is true, F false, and - not evaluated. `T F = false` is an
evaluation of `a && b`. A condition is shown to decide by two evaluations that
come out differently, and that differ in this condition alone.";

/// What is shown of stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum View {
    /// How much was reached, and where inputs get no further
    Summary,
    /// Line by line, what each side reaches
    Page,
    /// Which lines and conditions each side reaches, and how consistently
    Compare,
    /// Which conditions of `&&` and `||` decide by themselves (MC/DC)
    Mcdc,
    /// What can be reached at all, and what of it was
    Reach,
    /// The tree of calls, with the inputs that came there
    Calls,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The view, for a terminal
    Text,
    /// The page, one file that opens without a network
    Html,
    /// The page, for comments on pull requests
    Markdown,
    /// For genhtml and many viewers
    Lcov,
    /// For services that build and test (CI)
    Cobertura,
    /// What `llvm-cov export` writes
    Llvm,
    /// Everything in the store, identity by identity
    Json,
}

#[derive(clap::Args)]
#[command(
    mut_arg("output", |a| a.value_name("FILE|DIR").says(
        ": FILE.html, or a folder for a page or comparison with its data; else a file"
    )),
    mut_arg("format", |a| a.says(" [default: text, or html for a page]")),
    mut_arg("limit", |a| a.says(" of each list [default: 20]"))
)]
pub struct ReportArgs {
    #[command(flatten)]
    sided: Sided,
    /// What to show [default: the summary of one side, a comparison of several; with -o a page]
    #[arg(long, value_enum, value_name = "VIEW")]
    view: Option<View>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    format: args::format::Format<Format>,
    /// Print which inputs reach this line of the source. The end of the file's path is enough
    #[arg(long, value_name = "FILE:LINE", value_parser = Line::parse, conflicts_with = "view")]
    at: Option<Line>,
    #[command(flatten)]
    limit: Limit,
    #[command(flatten)]
    json: Json,
    /// Also list every file (summary), and decisions that were shown as a whole (mcdc)
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    lines: Lines,
    /// Only lines that this patch adds: what tests a change
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// Draw one picture of 1,200 by 630 points, too, as SVG: for a README or a post
    #[arg(long, value_name = "FILE.svg")]
    card: Option<PathBuf>,
    /// Show on the page what only one of two sides reached
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    diff: Vec<String>,
    /// Where the sources are now, or which paths have changed how. May be repeated
    #[arg(long, value_name = "DIR|OLD=NEW")]
    source: Vec<String>,
}

/// What a view is asked for with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    All,
    Card,
    Diff,
    Json,
    Kind,
    Lines,
    Patch,
    Rules,
    Sides,
    Source,
}

impl Wish {
    const fn option(self) -> &'static str {
        match self {
            Wish::All => "--all",
            Wish::Card => "--card",
            Wish::Diff => "--diff",
            Wish::Json => "--json",
            Wish::Kind => "--kind",
            Wish::Lines => "--lines",
            Wish::Patch => "--patch",
            Wish::Rules => "--select and --ignore",
            Wish::Sides => "--by",
            Wish::Source => "--source",
        }
    }
}

/// What is written.
#[derive(Clone, Copy)]
struct Shown {
    name: &'static str,
    takes: &'static [Wish],
    run: fn(&ReportArgs) -> Result<Exit>,
}

const PAGE: Shown = Shown {
    name: "a page",
    takes: &[
        Wish::Card,
        Wish::Diff,
        Wish::Kind,
        Wish::Rules,
        Wish::Sides,
        Wish::Source,
    ],
    run: page::run,
};
const LINE: Shown = Shown {
    name: "--at",
    takes: &[Wish::Json],
    run: line::run,
};
const EXPORT: Shown = Shown {
    name: "a format of other tools",
    takes: &[],
    run: export::run,
};

const fn shown(view: View) -> Shown {
    match view {
        View::Page => PAGE,
        View::Summary => Shown {
            name: "the summary",
            takes: &[Wish::All, Wish::Json, Wish::Lines, Wish::Rules],
            run: summary::run,
        },
        View::Compare => Shown {
            name: "a comparison",
            takes: &[
                Wish::Json,
                Wish::Kind,
                Wish::Patch,
                Wish::Rules,
                Wish::Sides,
            ],
            run: compare::run,
        },
        View::Mcdc => Shown {
            name: "the view mcdc",
            takes: &[Wish::All, Wish::Json, Wish::Rules],
            run: mcdc::run,
        },
        View::Reach => Shown {
            name: "the view reach",
            takes: &[Wish::Json],
            run: reach::run,
        },
        View::Calls => Shown {
            name: "the tree of calls",
            takes: &[Wish::Json],
            run: reach::calls,
        },
    }
}

pub fn run(args: &ReportArgs) -> Result<Exit> {
    let shown = args.shown();
    let mut unfit = args.wishes().filter(|wish| !shown.takes.contains(wish));
    if let Some(wish) = unfit.next() {
        bail!(
            "{} cannot be used with {}: leave it out, or name another --view",
            wish.option(),
            shown.name
        );
    }
    (shown.run)(args)
}

impl ReportArgs {
    fn shown(&self) -> Shown {
        let is_of_others = |format| {
            matches!(
                format,
                Format::Lcov | Format::Cobertura | Format::Llvm | Format::Json
            )
        };
        match (self.format.given, self.view) {
            (Some(format), _) if is_of_others(format) => EXPORT,
            _ if self.at.is_some() => LINE,
            (_, Some(view)) => shown(view),
            (Some(Format::Html | Format::Markdown), None) => PAGE,
            (Some(_), None) => shown(self.of_sides()),
            (None, None) if self.is_for_a_page() => PAGE,
            (None, None) => shown(self.of_sides()),
        }
    }

    /// What is shown of so many sides in a terminal.
    fn of_sides(&self) -> View {
        let is_compared = [Wish::Kind, Wish::Patch, Wish::Sides];
        match self.sided.are_several() || self.wishes().any(|w| is_compared.contains(&w)) {
            true => View::Compare,
            false => View::Summary,
        }
    }

    fn is_for_a_page(&self) -> bool {
        let of_page = [Wish::Card, Wish::Diff, Wish::Source];
        let of_text = [Wish::All, Wish::Json, Wish::Lines, Wish::Patch];
        let mut wishes = self.wishes();
        let is_text = self.wishes().any(|w| of_text.contains(&w));
        wishes.any(|w| of_page.contains(&w)) || (self.output.is_given() && !is_text)
    }

    fn wishes(&self) -> impl Iterator<Item = Wish> {
        let all = [
            (Wish::All, self.all),
            (Wish::Card, self.card.is_some()),
            (Wish::Diff, !self.diff.is_empty()),
            (Wish::Json, self.json.is_wanted),
            (Wish::Kind, self.sided.has_kind()),
            (Wish::Lines, self.lines.are_llvms()),
            (Wish::Patch, self.patch.is_some()),
            (Wish::Rules, self.sided.has_rules()),
            (Wish::Sides, self.sided.has_by()),
            (Wish::Source, !self.source.is_empty()),
        ];
        all.into_iter()
            .filter(|(_, is_wished)| *is_wished)
            .map(|(wish, _)| wish)
    }

    /// The store of a view that shows one.
    fn store(&self) -> Result<(Argument, Store)> {
        let arguments = self.sided.arguments()?;
        let [argument] = &arguments[..] else {
            bail!(
                "{} shows one store: name one, or join several with `fz cov merge`",
                self.shown().name
            );
        };
        Ok((argument.clone(), Store::open(&argument.path)?))
    }

    /// What its runs reached, of those that were named.
    fn matrix(&self) -> Result<(Store, Matrix)> {
        let (argument, store) = self.store()?;
        let matrix = Matrix::of(&store, &argument.wanted)?;
        Ok((store, matrix))
    }

    /// Writes a text where it was asked for.
    fn write(&self, text: &str) -> Result<()> {
        let out = self.output.file();
        output::spare_store(out)?;
        match out {
            Some(_) => place::write(out, |to| Ok(Visible::new(to).write_all(text.as_bytes())?)),
            None if self.json.is_wanted => Ok(terminal::say_lines(text)?),
            None => Ok(terminal::say_lines(&terminal::folded(text))?),
        }
    }

    /// Nothing, where a view only has text.
    fn is_text(&self) -> Result<()> {
        let is_text = matches!(self.format.given, None | Some(Format::Text));
        ensure!(
            is_text,
            "--format: {} is text, or --json",
            self.shown().name
        );
        Ok(())
    }
}
