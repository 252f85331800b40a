//! A guide as the test sees it: blocks of commands, files that it shows, and words in backticks.

use std::path::PathBuf;

/// A guide, by its path from the checkout's root.
pub struct Guide {
    pub path: PathBuf,
    pub steps: Vec<Step>,
    /// What stands between backticks, outside of blocks, with its line.
    pub ticked: Vec<(usize, String)>,
    /// Blocks that are not run, with the reason.
    pub not_run: Vec<(usize, String)>,
    /// The commands of those.
    pub only_shown: Vec<(usize, String)>,
}

pub struct Step {
    /// The line of the block's fence.
    pub line: usize,
    pub action: Action,
}

pub enum Action {
    /// The text names a file, and shows it.
    Write { file: String, text: String },
    /// Commands whose output is not shown.
    Run { commands: String },
    /// A command, what it prints, and how it ends.
    Show {
        command: String,
        output: Vec<String>,
        status: i32,
    },
}

/// Languages of blocks that are files if the text before them names one, and are refused if it names none.
const FILES: &[&str] = &["c", "cc", "toml", "make"];
/// Languages of blocks that are neither run nor written.
const SHOWN: &[&str] = &["text", "rust", "llvm", "json"];

#[derive(Default)]
struct Marks {
    not_run: Option<String>,
    status: i32,
}

impl Guide {
    pub fn read(path: PathBuf, text: &str) -> Result<Guide, String> {
        let mut guide = Guide {
            path,
            steps: Vec::new(),
            ticked: Vec::new(),
            not_run: Vec::new(),
            only_shown: Vec::new(),
        };
        let mut marks = Marks::default();
        // The last line before a block that says something.
        let mut before = "";
        let mut lines = text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let at = number + 1;
            let Some(language) = line.trim_start().strip_prefix("```") else {
                if let Some(comment) = comment(line) {
                    marks.take(comment).map_err(|e| guide.error(at, &e))?;
                } else if !line.trim().is_empty() {
                    marks.must_be_used().map_err(|e| guide.error(at, &e))?;
                    before = line;
                    let ticked = line.split('`').skip(1).step_by(2);
                    guide.ticked.extend(ticked.map(|t| (at, t.to_owned())));
                }
                continue;
            };
            let indent = line.len() - line.trim_start().len();
            let mut block = Vec::new();
            loop {
                match lines.next() {
                    None => return Err(guide.error(at, "the block has no end")),
                    Some((_, line)) if line.trim() == "```" => break,
                    // Empty lines of an indented block have no indent.
                    Some((_, line)) => block.push(line.get(indent..).unwrap_or("")),
                }
            }
            let marks = std::mem::take(&mut marks);
            guide
                .block(at, language, &block, before, marks)
                .map_err(|e| guide.error(at, &e))?;
        }
        marks
            .must_be_used()
            .map_err(|e| guide.error(text.lines().count(), &e))?;
        Ok(guide)
    }

    pub fn error(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path.display())
    }

    fn block(
        &mut self,
        line: usize,
        language: &str,
        block: &[&str],
        before: &str,
        marks: Marks,
    ) -> Result<(), String> {
        let mut push = |action| self.steps.push(Step { line, action });
        let text = || block.join("\n") + "\n";
        if marks.status != 0 && language != "console" {
            return Err("only a `console` block ends with a status".to_owned());
        }
        if let Some(why) = marks.not_run {
            self.not_run.push((line, why));
            match language {
                "sh" => self.only_shown.push((line, text())),
                "console" => {
                    let shown = console(block)?;
                    let commands = shown.into_iter().map(|(command, _)| (line, command));
                    self.only_shown.extend(commands);
                }
                _ => {}
            }
            return Ok(());
        }
        match language {
            "sh" => push(Action::Run { commands: text() }),
            "console" => {
                for (command, output) in console(block)? {
                    push(Action::Show {
                        command,
                        output,
                        status: marks.status,
                    });
                }
            }
            _ if FILES.contains(&language) => {
                let file = file_name(before).ok_or_else(|| {
                    format!(
                        "the line before a block of {language} ends in the file's name: ``… `name`:``"
                    )
                })?;
                push(Action::Write {
                    file: file.to_owned(),
                    text: text(),
                });
            }
            _ if SHOWN.contains(&language) => {}
            _ => {
                return Err(format!(
                    "a block of `{language}`: say `sh` (commands), `console` (commands and what they print), a file's \
                     language ({}), or one of {}",
                    FILES.join(", "),
                    SHOWN.join(", ")
                ));
            }
        }
        Ok(())
    }
}

impl Marks {
    fn take(&mut self, comment: &str) -> Result<(), String> {
        if let Some(why) = comment.strip_prefix("not run:") {
            let why = why.trim();
            if why.is_empty() {
                return Err("`not run:` wants a reason".to_owned());
            }
            self.not_run = Some(why.to_owned());
        } else if let Some(status) = comment.strip_prefix("ends with") {
            self.status = status
                .trim()
                .parse()
                .map_err(|_| format!("`ends with{status}`: a number is missing"))?;
        }
        Ok(())
    }

    fn must_be_used(&self) -> Result<(), String> {
        match self.not_run.is_some() || self.status != 0 {
            true => {
                Err("a comment `not run` or `ends with` belongs directly before a block".into())
            }
            false => Ok(()),
        }
    }
}

/// What an HTML comment on a line of its own says.
fn comment(line: &str) -> Option<&str> {
    let inner = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    Some(inner.trim())
}

/// The name in backticks with which a line ends.
fn file_name(line: &str) -> Option<&str> {
    let (_, name) = line.trim_end().strip_suffix("`:")?.rsplit_once('`')?;
    (!name.contains(' ')).then_some(name)
}

/// Commands and what each prints.
fn console(block: &[&str]) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut shown: Vec<(String, Vec<String>)> = Vec::new();
    let mut goes_on = false;
    for line in block {
        if goes_on {
            let (command, _) = shown.last_mut().expect("a command goes on");
            *command += "\n";
            *command += line;
            goes_on = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            goes_on = command.ends_with('\\');
            shown.push((command.to_owned(), Vec::new()));
        } else {
            let (_, output) = shown
                .last_mut()
                .ok_or("a `console` block begins with a command: `$ …`")?;
            output.push((*line).to_owned());
        }
    }
    Ok(shown)
}
