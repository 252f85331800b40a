//! afl-fuzz says on its screen alone where its executions go. It draws the screen into its log if it is told to: there the
//! last one is read, and all are cut out again.

use std::{fs, io::ErrorKind, path::Path, time::SystemTime};

use fz_base::{file, numbers};
use serde::Serialize;

use crate::launch::{Drawn, live};

/// Has afl-fuzz draw where there is no terminal.
pub const VARIABLE: &str = "AFL_FORCE_UI";

pub const DRAWN: Drawn = Drawn {
    variable: VARIABLE,
    against: "AFL_NO_UI",
    cut,
    end,
    without,
};

/// To the first place of a terminal: a screen begins.
const BEGINNING: &str = "\x1b[H";
/// The cursor is back: the last screen has ended.
const END: &str = "\x1b[?25h";
/// What lines of a frame begin with: letters after a shift out, or, in later versions, lines of Unicode.
const FRAME: [char; 2] = ['\x0e', '│'];
/// Some screens.
const ENOUGH: u64 = 16 << 10;
/// From here on a log is made shorter: a screen has some 4 KiB, and comes five times a second.
const LONG: u64 = 1 << 20;

/// Executions by what made their inputs; rounded, as afl-fuzz shows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effort {
    /// Each bit, byte and number in its turn.
    pub deterministic: u64,
    /// Those of dictionaries, at each place.
    pub tokens: u64,
    pub havoc: u64,
    /// Operands of compares, written into the input (`-c`).
    pub compares: u64,
    /// Mutators that were loaded.
    pub custom: u64,
}

impl Effort {
    pub fn all(&self) -> u64 {
        self.parts().iter().map(|(_, n)| n).sum()
    }

    fn parts(&self) -> [(&'static str, u64); 5] {
        [
            ("deterministic", self.deterministic),
            ("tokens", self.tokens),
            ("havoc", self.havoc),
            ("compares", self.compares),
            ("custom", self.custom),
        ]
    }

    /// `havoc 71.2 %, tokens 28.8 %`: the largest first, without what got nothing.
    pub fn shown(&self) -> String {
        let mut parts = self.parts().to_vec();
        parts.retain(|(_, n)| *n > 0);
        parts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let share = |n: u64| numbers::share(100.0 * n as f64 / self.all() as f64);
        let parts = parts
            .iter()
            .map(|(name, n)| format!("{name} {}", share(*n)));
        parts.collect::<Vec<_>>().join(", ")
    }

    pub fn plus(self, other: Effort) -> Effort {
        Effort {
            deterministic: self.deterministic + other.deterministic,
            tokens: self.tokens + other.tokens,
            havoc: self.havoc + other.havoc,
            compares: self.compares + other.compares,
            custom: self.custom + other.custom,
        }
    }
}

/// What the last screen in a log says.
#[derive(Debug, Default, PartialEq)]
pub struct Screen {
    pub effort: Effort,
    pub executions: Option<u64>,
    pub per_second: Option<f64>,
    pub imported: Option<u64>,
}

/// `None`: the log is older, or has no whole screen.
pub fn read(log: &Path, since: SystemTime) -> Option<Screen> {
    screen(&live::end(log, since, ENOUGH)?)
}

/// Of the last screen that is whole.
fn screen(text: &str) -> Option<Screen> {
    let mut screens = text.rsplit(BEGINNING);
    let last = screens.next()?;
    let is_whole = |screen: &&str| {
        let is_there = |name| value(screen, name).is_some();
        is_there("py/custom/rq") && is_there("total execs")
    };
    // What comes before the first beginning is the rest of a screen.
    let text = std::iter::once(last).chain(screens).find(is_whole)?;
    let spent = |name: &str| pairs(&value(text, name).unwrap_or_default());
    let sum = |names: &[&str]| names.iter().flat_map(|n| spent(n)).flatten().sum();
    let others = spent("py/custom/rq");
    let others = |places: std::ops::Range<usize>| {
        let of = others.get(places).unwrap_or_default();
        of.iter().flatten().sum()
    };
    Some(Screen {
        effort: Effort {
            deterministic: sum(&["bit flips", "byte flips", "arithmetics", "known ints"]),
            tokens: sum(&["dictionary"]),
            havoc: sum(&["havoc/splice"]),
            compares: others(2..4),
            custom: others(0..2),
        },
        executions: value(text, "total execs").and_then(|v| number(&v)),
        per_second: value(text, "exec speed")
            .and_then(|v| v.split('/').next().and_then(number))
            .map(|n| n as f64),
        imported: value(text, "imported").and_then(|v| number(&v)),
    })
}

/// What stands after a name in the box, up to its frame, without colours.
fn value(screen: &str, name: &str) -> Option<String> {
    let (_, rest) = screen.split_once(&format!(" {name} : ")).or_else(|| {
        // It fills its box.
        screen.split_once(&format!("{name} : "))
    })?;
    let line = rest.lines().next()?;
    let line = line.split(FRAME).next()?;
    Some(console::strip_ansi_codes(line).trim().to_owned())
}

/// The executions of `finds/executions, finds/executions`; `None` where there is no such stage.
fn pairs(text: &str) -> Vec<Option<u64>> {
    let pairs = text.split(',');
    pairs.map(|pair| number(pair.split_once('/')?.1)).collect()
}

/// `97`, `10.2k`, `1.05M`: three digits are exact.
fn number(text: &str) -> Option<u64> {
    const UNITS: [(char, f64); 4] = [('k', 1e3), ('M', 1e6), ('G', 1e9), ('T', 1e12)];
    let text = text.trim();
    let (digits, unit) = match UNITS.iter().find(|(unit, _)| text.ends_with(*unit)) {
        Some((unit, value)) => (text.trim_end_matches(*unit), *value),
        None => (text, 1.0),
    };
    let number: f64 = digits.parse().ok()?;
    (number >= 0.0 && number.is_finite()).then_some((number * unit).round() as u64)
}

/// Makes a log that is long as short as it was before the first screen; afl-fuzz goes on at its end.
fn cut(log: &Path) {
    let is_long = |about: fs::Metadata| about.len() > LONG;
    if !fs::metadata(log).is_ok_and(is_long) {
        return;
    }
    // What cannot be cut now is cut later.
    let _ = first_screen(log).and_then(|length| {
        let file = fs::OpenOptions::new().write(true).open(log)?;
        file.set_len(length)
    });
}

fn first_screen(log: &Path) -> std::io::Result<u64> {
    let text = file::read(log, file::NOTE)?;
    let mut windows = text.windows(BEGINNING.len());
    let at = windows.position(|w| w == BEGINNING.as_bytes());
    at.map(|at| at as u64)
        .ok_or_else(|| ErrorKind::NotFound.into())
}

/// Leaves the last screen of a fuzzer that has ended.
fn end(log: &Path) {
    let Ok(text) = file::read(log, file::NOTE) else {
        return;
    };
    let text = String::from_utf8_lossy(&text);
    let Some((before, screens)) = text.split_once(BEGINNING) else {
        return;
    };
    let last = screens
        .rsplit_once(BEGINNING)
        .map_or(screens, |(_, last)| last);
    // Who cannot write has the long one.
    let _ = fs::write(log, [before, BEGINNING, last].concat());
}

/// What afl-fuzz printed besides.
fn without(log: &str) -> String {
    let Some((before, screens)) = log.split_once(BEGINNING) else {
        return log.to_owned();
    };
    let after = screens.rsplit_once(END).map_or("", |(_, after)| after);
    [before, after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As 4.04c and 4.40c draw it, with one line of those that say nothing here.
    fn drawn(execs: &str, flips: &str, words: &str, havoc: &str, others: &str) -> String {
        let line = |name: &str, value: &str, other: &str| {
            format!(
                "x\x0f{name} : \x1b[0m{value:36} \x0e\x1b[1;90mx\x0f{other} : \x1b[0m0         \x0e\x1b[1;90mx\n"
            )
        };
        [
            "\x1b[H\n  american fuzzy lop\n".to_owned(),
            line(" total execs", execs, " total crashes"),
            line("  exec speed", "4437/sec", "  total tmouts"),
            line("   bit flips", flips, "    levels"),
            line("  byte flips", flips, "   pending"),
            line(" arithmetics", flips, "  pend fav"),
            line("  known ints", flips, " own finds"),
            line("  dictionary", words, "  imported"),
            line("havoc/splice", havoc, " stability"),
            line("py/custom/rq", others, " trim"),
        ]
        .concat()
    }

    #[test]
    fn the_last_whole_screen_says_where_executions_went() {
        let first = drawn(
            "1",
            "0/1, 0/0, 0/0",
            "n/a",
            "0/0, 0/0",
            "unused, unused, unused, unused",
        );
        let second = drawn(
            "24.1k",
            "1/424, 0/419, 0/7",
            "0/52, 3/116, 0/0, 0/0",
            "0/10.2k, 0/3936",
            "unused, 2/30, 1/200, 0/1000",
        );
        let rest = &second[..second.len() / 2];
        let seen = screen(&format!("starting\n{first}{second}{rest}")).unwrap();
        assert_eq!(
            seen.effort,
            Effort {
                deterministic: 4 * 850,
                tokens: 168,
                havoc: 14136,
                compares: 1200,
                custom: 30,
            }
        );
        assert_eq!(
            (seen.executions, seen.per_second, seen.imported),
            (Some(24100), Some(4437.0), Some(0))
        );
        assert_eq!(
            seen.effort.shown(),
            "havoc 74.7 %, deterministic 18.0 %, compares 6.3 %, tokens 0.9 %, custom 0.2 %"
        );
        assert_eq!(screen("starting\n"), None);
        assert_eq!(screen(&format!("starting\n{rest}")), None);
    }

    #[test]
    fn frames_are_letters_or_lines() {
        let others = "unused, unused, unused, unused";
        let letters = drawn("24.1k", "0/0, 0/0, 0/0", "n/a", "1/90, 0/0", others);
        let lines = letters.replace("\x0e\x1b[1;90mx\x0f", "\x1b[1;90m│");
        assert!(lines.contains('│'));
        assert_eq!(screen(&lines), screen(&letters));
        assert_eq!(screen(&lines).unwrap().executions, Some(24100));
    }

    #[test]
    fn stages_that_are_off_got_nothing() {
        let off = "disabled (-z switch used)";
        let others = "unused, unused, unused, unused";
        let seen = screen(&drawn("97", off, "havoc mode", "1/90, 0/0", others)).unwrap();
        assert_eq!(seen.effort.all(), 90);
        assert_eq!(seen.effort.shown(), "havoc 100.0 %");
        assert_eq!(Effort::default().shown(), "");
    }

    #[test]
    fn numbers_are_as_afl_fuzz_shortens_them() {
        let known = [
            ("0", 0),
            ("9999", 9999),
            ("10.2k", 10200),
            ("1.05M", 1_050_000),
        ];
        for (text, n) in known {
            assert_eq!(number(text), Some(n), "{text}");
        }
        for text in ["", "n/a", "unused", "-1", "NaN", "inf"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn screens_are_cut_out_of_logs() {
        let scratch = tempfile::tempdir().unwrap();
        let log = scratch.path().join("fuzz.log");
        let others = "unused, unused, unused, unused";
        let one = drawn("97", "0/0, 0/0, 0/0", "n/a", "1/90, 0/0", others);
        let words = "[*] starting\n";
        fs::write(&log, format!("{words}{}", one.repeat(3))).unwrap();
        cut(&log);
        assert!(
            fs::metadata(&log).unwrap().len() > words.len() as u64,
            "it is short"
        );
        fs::write(
            &log,
            format!("{words}{}", one.repeat((LONG as usize) / one.len() + 1)),
        )
        .unwrap();
        cut(&log);
        assert_eq!(fs::read_to_string(&log).unwrap(), words);
        let last = format!("{END}+++ Testing aborted +++\n");
        fs::write(&log, format!("{words}{one}{one}{last}")).unwrap();
        end(&log);
        let kept = fs::read_to_string(&log).unwrap();
        assert_eq!(kept, format!("{words}{one}{last}"));
        assert_eq!(without(&kept), format!("{words}+++ Testing aborted +++\n"));
        assert_eq!(without(words), words);
    }
}
