//! The lines around the frames of a stack.

use fz_coverage::triage::fault::Fault;
use serde::Serialize;

use super::below;

/// Frames that have an excerpt, and lines on each side.
const FRAMES: usize = 3;
const AROUND: usize = 4;
/// Characters of a line.
const LONGEST: usize = 300;

/// Where texts are.
pub trait Sources {
    /// Of a file, by its name in debug information.
    fn text(&self, file: &str) -> Option<String>;
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    pub function: String,
    pub file: String,
    /// The one that it is about.
    pub line: u32,
    pub lines: Vec<(u32, String)>,
}

/// Of the innermost frames of the program's own.
pub fn of(fault: &Fault, root: &str, sources: &dyn Sources) -> Vec<Excerpt> {
    let own = fault
        .frames
        .iter()
        .filter(|f| !f.is_machinery && f.line > 0);
    let mut excerpts: Vec<Excerpt> = Vec::new();
    for frame in own.take(FRAMES) {
        let is_known = excerpts
            .iter()
            .any(|e| e.line == frame.line && e.function == frame.function);
        let Some(text) = sources.text(&frame.file).filter(|_| !is_known) else {
            continue;
        };
        let first = (frame.line as usize).saturating_sub(AROUND).max(1);
        let lines = (1..).zip(text.lines()).skip(first - 1);
        let lines = lines.take_while(|(n, _)| *n <= frame.line.saturating_add(AROUND as u32));
        let lines: Vec<(u32, String)> = lines.map(|(n, text)| (n, cut(text))).collect();
        if lines.iter().any(|(n, _)| *n == frame.line) {
            excerpts.push(Excerpt {
                function: frame.function.clone(),
                file: below(root, &frame.file).to_owned(),
                line: frame.line,
                lines,
            });
        }
    }
    excerpts
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use fz_coverage::samples::crash;

    use super::*;

    struct One;

    impl Sources for One {
        fn text(&self, file: &str) -> Option<String> {
            let lines = (1..=20).map(|n| format!("line {n}\n"));
            (file == "/s/a.c").then(|| lines.collect())
        }
    }

    #[test]
    fn lines_around_own_frames_are_shown() {
        let of_frames = |frames: &[&str]| {
            let fault = Fault {
                frames: crash("SIGSEGV", frames).frames,
                ..Fault::default()
            };
            of(&fault, "/s", &One)
        };
        let all = of_frames(&[
            "!abort /s/a.c 3",
            "f /s/a.c 2",
            "f /s/a.c 2",
            "g /s/b.c 3",
            "h /s/a.c 7",
        ]);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].lines.len(), &all[0].file[..]), (6, "a.c"));
        assert_eq!(all[0].lines[1], (2, "line 2".to_owned()));
        // Another version of the file is not that long.
        assert!(of_frames(&["f /s/a.c 25"]).is_empty());
        assert_eq!(cut(&"ä".repeat(400)).chars().count(), LONGEST + 1);
    }
}
