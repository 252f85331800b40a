//! The one way to the terminal. Names in programs, stores and folders, and what programs and compilers print, come from
//! others: here whatever would act on a terminal, or hide in it, is made visible. Nobody else has the standard output or the
//! standard error output; what draws lines over others ([`styled`]) puts only colours around texts that were made visible.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    error::Error as StdError,
    fmt,
    io::{self, IsTerminal, Stderr, Stdout, Write},
    panic::{self, PanicHookInfo},
};

use console::Term;

use crate::{
    env,
    error::Error,
    palette::painted,
    table::{self, Line, plain, wrapped},
    words::{Number, is_hidden, visible},
};

/// Writes texts in which nothing acts: only line breaks and tabs are what they are.
pub struct Shown<W> {
    to: W,
    stands_for: fn(char) -> String,
    /// The first bytes of a character whose others are still to come.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    pub fn new(to: W) -> Shown<W> {
        Shown {
            to,
            stands_for: |hidden| Number(hidden).to_string(),
            begun: Vec::new(),
        }
    }

    /// The same for JSON, which means the same afterwards: characters stand for themselves only within strings.
    pub fn json(to: W) -> Shown<W> {
        Shown {
            stands_for: |hidden| {
                let mut units = [0; 2];
                let units = hidden.encode_utf16(&mut units).iter();
                units.map(|unit| format!("\\u{unit:04x}")).collect()
            },
            ..Shown::new(to)
        }
    }

    fn show(&self, text: &str, out: &mut String) {
        for c in text.chars() {
            match is_hidden(c) && !matches!(c, '\n' | '\t') {
                true => *out += &(self.stands_for)(c),
                false => out.push(c),
            }
        }
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend(bytes);
        let (all, mut out) = (std::mem::take(&mut self.begun), String::new());
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.show(chunk.valid(), &mut out);
            let broken = chunk.invalid();
            let is_begun = str::from_utf8(broken).is_err_and(|e| e.error_len().is_none());
            match chunks.peek() {
                _ if broken.is_empty() => {}
                None if is_begun => self.begun = broken.to_vec(),
                _ => out.push(char::REPLACEMENT_CHARACTER),
            }
        }
        self.to.write_all(out.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// The standard output, for people.
pub fn out() -> Shown<Stdout> {
    Shown::new(io::stdout())
}

/// The standard output for what programs read, byte by byte; if it is a terminal, somebody looks at it all the same.
pub fn exact() -> Box<dyn Write + Send> {
    match is_terminal() {
        true => Box::new(out()),
        false => Box::new(styled()),
    }
}

/// The standard output for what has been made visible, and colours.
pub fn styled() -> Stdout {
    io::stdout()
}

/// Whether somebody looks at the standard output.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether the standard output shows colours.
pub fn has_colors() -> bool {
    is_terminal() && env::wants_colors()
}

/// How wide the standard output is, if it is a terminal.
pub fn width() -> Option<usize> {
    is_terminal().then(|| size(&Term::stdout()).1)
}

/// By how much the rest of a line is indented that is wider than the terminal, unless the line itself is by more.
const HANGING: usize = 8;

/// Lines that are wider than the terminal go on in the next one. Elsewhere, nothing is changed.
pub fn folded(text: &str) -> String {
    let most = width();
    let lines = text.split_inclusive('\n').flat_map(|line| {
        let line = line.trim_end_matches('\n');
        let indent = line.len() - line.trim_start().len();
        wrapped(vec![plain(line)], indent.max(HANGING), most)
    });
    lines.map(|line| table::text(&line) + "\n").collect()
}

/// A terminal of which nobody knows how large it is.
const USUAL: (usize, usize) = (24, 80);

/// Rows and columns.
pub fn size(term: &Term) -> (usize, usize) {
    let known = term
        .size_checked()
        .filter(|(rows, columns)| *rows > 0 && *columns > 0);
    known.map_or(USUAL, |(rows, columns)| {
        (usize::from(rows), usize::from(columns))
    })
}

/// Prints lines once, with colours if somebody looks.
pub fn print(lines: &[Line]) -> io::Result<()> {
    write(lines, has_colors(), &mut io::BufWriter::new(styled()))
}

pub fn write(lines: &[Line], has_colors: bool, out: &mut impl Write) -> io::Result<()> {
    lines
        .iter()
        .try_for_each(|line| writeln!(out, "{}", painted(line, has_colors)))?;
    out.flush()
}

/// The standard error output.
pub fn err() -> Shown<Stderr> {
    Shown::new(io::stderr())
}

/// Whether somebody looks at the standard error output.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// For what another command prints where this process complains: compilers in the user's own build say what they say.
pub fn aside() -> Stderr {
    io::stderr()
}

/// Prints a line for people.
#[macro_export]
macro_rules! say {
    ($($said:tt)+) => { $crate::terminal::say(::std::format_args!($($said)+)) };
}

pub fn say(said: fmt::Arguments) -> Result<(), Error> {
    say_lines(&(visible(&said.to_string()) + "\n"))
}

/// What has several lines by fz's own doing.
pub fn say_lines(text: &str) -> Result<(), Error> {
    let mut out = out();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|e| Error::file("the standard output", e))
}

/// Prints a line for people on the standard error output: notes, complaints.
#[macro_export]
macro_rules! tell {
    ($($said:tt)+) => { $crate::terminal::tell(::std::format_args!($($said)+)) };
}

/// In one piece: compilers run side by side. Where nobody listens there is nobody to tell that.
pub fn tell(said: fmt::Arguments) {
    tell_lines(&(visible(&said.to_string()) + "\n"));
}

/// To [`tell`] what [`say_lines`] is to [`say`].
pub fn tell_lines(text: &str) {
    let _ = err().write_all(text.as_bytes());
}

/// Says why `who` does not come to its end: in one line, whatever names are in it, and below it only what it quotes.
pub fn fail<'a>(who: &str, chain: impl Iterator<Item = &'a (dyn StdError + 'static)>) {
    let (mut whats, mut quoted) = (Vec::new(), String::new());
    for cause in chain {
        match cause.downcast_ref::<Error>() {
            Some(Error::Quoting { what, said }) => {
                whats.push(what.clone());
                quoted = said.clone();
            }
            _ => whats.push(cause.to_string()),
        }
    }
    let mut text = visible(&format!("{who}: error: {}", whats.join(": ")));
    for quoted in quoted.lines() {
        text += &format!("\n  {}", visible(quoted));
    }
    tell_lines(&(text + "\n"));
}

/// Bugs are told of like errors.
pub fn tell_of_panics() {
    panic::set_hook(Box::new(|info: &PanicHookInfo| {
        let said = info.payload();
        let said = said
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| said.downcast_ref::<&str>().copied());
        let place = info.location().map(ToString::to_string);
        tell!(
            "panicked at {}: {}",
            place.unwrap_or_default(),
            said.unwrap_or_default()
        );
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            tell_lines(&backtrace.to_string());
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through<'a>(
        shown: impl FnOnce(&'a mut Vec<u8>) -> Shown<&'a mut Vec<u8>>,
        parts: &[&[u8]],
        out: &'a mut Vec<u8>,
    ) {
        let mut shown = shown(out);
        parts.iter().for_each(|part| shown.write_all(part).unwrap());
    }

    #[test]
    fn nothing_acts_however_it_is_cut() {
        let text = "a\tb\r\n\u{1b}[2J\u{9b}\u{7f}é\u{202e}\u{e0041}".as_bytes();
        let expected = "a\tb⟪U+000D⟫\n⟪U+001B⟫[2J⟪U+009B⟫⟪U+007F⟫é⟪U+202E⟫⟪U+E0041⟫";
        for cut in 0..text.len() {
            let mut out = Vec::new();
            through(Shown::new, &[&text[..cut], &text[cut..]], &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{cut}");
        }
        let mut out = Vec::new();
        through(Shown::new, &[b"a\x9b2J\xff"], &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "a\u{fffd}2J\u{fffd}");
    }

    #[test]
    fn json_means_the_same() {
        let text = "a\u{7f}\u{9b}\u{202e}\u{e0041}\n\u{1b}é";
        let json = format!(
            "[\n  \"{}\"\n]",
            "a\u{7f}\u{9b}\u{202e}\u{e0041}\\n\\u001bé"
        );
        let mut out = Vec::new();
        through(Shown::json, &[json.as_bytes()], &mut out);
        let out = String::from_utf8(out).unwrap();
        assert_eq!(
            out,
            "[\n  \"a\\u007f\\u009b\\u202e\\udb40\\udc41\\n\\u001bé\"\n]"
        );
        assert!(!out.contains(text));
    }
}
