//! `cargo xtask record`: the picture of the README: its own program, built twice and fuzzed, as a terminal shows it.
//!
//! What is drawn was run: each command, how long it took, and the last line that it printed.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{build, env, repo};

#[derive(Args)]
pub struct Options {
    /// Where to write [default: the picture of the README]
    #[arg(short, long)]
    output: Option<PathBuf>,
}

/// The README's, from the root.
const PICTURE: &str = "toolchain/report/pictures/first-run.svg";

/// What is run: the line, and the variables beside it.
const COMMANDS: [(&str, &[(&str, &str)]); 5] = [
    ("fz-cc -O2 image.c -o plain", &[("FZ_PROFILE", "vanilla")]),
    ("fz fuzz -V 10 -o out.plain --tokens none -- ./plain", &[]),
    ("fz-cc -g -O2 image.c -o split", &[("FZ_PROFILE", "split")]),
    (
        "fz fuzz --until-crash -o out.split --tokens none -- ./split",
        &[],
    ),
    ("fz crashes", &[]),
];

/// What of them is looked for in what they print.
const SHOWN: [&str; 2] = ["executions", "SIGABRT"];

struct Step {
    line: String,
    said: Option<String>,
    seconds: f64,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready_to_use()?;
    let folder = tempfile::tempdir()?;
    let readme = fs::read_to_string(repo::root().join("README.md"))?;
    fs::write(folder.path().join("image.c"), program(&readme)?)?;
    let steps = COMMANDS
        .iter()
        .map(|(line, variables)| run(folder.path(), line, variables));
    let steps: Vec<Step> = steps.collect::<Result<_>>()?;
    let path = options
        .output
        .clone()
        .unwrap_or_else(|| repo::root().join(PICTURE));
    fs::write(&path, picture(&steps)).with_context(|| path.display().to_string())?;
    println!("{}", path.display());
    Ok(())
}

/// The first C program of a guide.
fn program(guide: &str) -> Result<&str> {
    let block = guide
        .split_once("```c\n")
        .context("README.md has no C program")?
        .1;
    let end = block
        .find("```")
        .context("a block of README.md does not end")?;
    Ok(&block[..end])
}

fn run(folder: &Path, line: &str, variables: &[(&str, &str)]) -> Result<Step> {
    let bin = repo::stage().join("bin");
    let path = std::env::join_paths([bin.as_path(), "/usr/bin".as_ref(), "/bin".as_ref()])?;
    let mut command = Command::new("sh");
    env::unsteered(&mut command);
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        // Notes of campaigns are this folder's own.
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
        .env("AFL_SKIP_CPUFREQ", "1")
        .envs(variables.iter().copied());
    let began = Instant::now();
    let output = command.output().with_context(|| line.to_owned())?;
    let seconds = began.elapsed().as_secs_f64();
    let is_well = matches!(output.status.code(), Some(0 | 1));
    ensure!(
        is_well,
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = text
        .lines()
        .rev()
        .find(|l| SHOWN.iter().any(|s| l.contains(s)));
    let shown = variables
        .iter()
        .map(|(name, value)| format!("{name}={value} "));
    Ok(Step {
        line: shown.collect::<String>() + line,
        said: said.map(|l| l.trim().replace(&format!("{}/", folder.display()), "")),
        seconds,
    })
}

/// Pixels of a character of the terminal, and of the space around it.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 20.0;
const MARGIN: f64 = 18.0;
const COLUMNS: f64 = 108.0;
/// Seconds of a recording that are shown in one.
const SPEED: f64 = 4.0;
/// How long a line stands before the next one comes.
const PAUSE: f64 = 0.7;

/// The terminal, line by line; in dark and light.
fn picture(steps: &[Step]) -> String {
    let lines: usize = steps
        .iter()
        .map(|s| 1 + usize::from(s.said.is_some()))
        .sum();
    let (width, height) = (
        COLUMNS * WIDTH + 2.0 * MARGIN,
        lines as f64 * HEIGHT + 2.0 * MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"ui-monospace, monospace\" \
         font-size=\"14\" role=\"img\">\n<title>fz in a terminal: a plain build finds nothing, the profile split crashes within \
         seconds</title>\n{STYLE}<rect width=\"{width:.0}\" height=\"{height:.0}\" rx=\"8\" class=\"back\"/>\n"
    );
    let (mut at, mut row) = (0.0, 0.0);
    let mut line = |class: &str, text: &str, at: f64| {
        row += 1.0;
        let y = MARGIN + row * HEIGHT - 6.0;
        let text = escaped(text);
        writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\" class=\"{class}\" xml:space=\"preserve\" style=\"animation-delay:{at:.1}s\">{text}</text>"
        )
        .expect("a string");
    };
    for step in steps {
        line("command", &format!("$ {}", step.line), at);
        at += PAUSE + step.seconds / SPEED;
        if let Some(said) = &step.said {
            let is_bad =
                said.contains("SIG") || (said.contains("crash") && !said.contains("no crash"));
            let class = if is_bad { "crash" } else { "said" };
            line(class, &format!("{said}  ({:.1} s)", step.seconds), at);
            at += PAUSE;
        }
    }
    svg + "</svg>\n"
}

const STYLE: &str = "<style>
.back { fill: #ffffff; stroke: #d0d7de }
text { fill: #1f2328; animation: shown 0.01s both }
.command { font-weight: 600 }
.crash { fill: #a0119a; font-weight: 600 }
@keyframes shown { from { opacity: 0 } to { opacity: 1 } }
@media (prefers-color-scheme: dark) {
  .back { fill: #0d1117; stroke: #30363d }
  text { fill: #e6edf3 }
  .crash { fill: #ff7bf5 }
}
@media (prefers-reduced-motion: reduce) { text { animation: none } }
</style>
";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_the_readme_s() {
        let readme = fs::read_to_string(repo::root().join("README.md")).unwrap();
        assert!(program(&readme).unwrap().contains("LLVMFuzzerTestOneInput"));
        assert!(program("no program").is_err());
    }

    #[test]
    fn what_was_said_is_drawn_and_escaped() {
        let step = |line: &str, said: Option<&str>| Step {
            line: line.to_owned(),
            said: said.map(str::to_owned),
            seconds: 4.0,
        };
        let svg = picture(&[step("a && b", Some("<1 crash>")), step("c", None)]);
        assert!(svg.contains("$ a &amp;&amp; b</text>"), "{svg}");
        assert!(
            svg.contains("class=\"crash\"") && svg.contains("&lt;1 crash&gt;  (4.0 s)"),
            "{svg}"
        );
        assert_eq!(svg.matches("<text ").count(), 3);
    }
}
