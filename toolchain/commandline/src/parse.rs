//! From arguments to rows of the flag table. Lossless: every argument is covered, in order, by exactly one [`Arg`].

use super::{
    flags::{self, Form, Meaning, Row},
    response::{self, Token},
};

/// One option with its values, or one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Index of the first token on the command line.
    pub at: usize,
    /// It comes from a response or configuration file.
    pub in_file: bool,
    /// The first token.
    pub text: String,
    /// The tokens of its values that follow.
    pub rest: Vec<String>,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Input,
    /// A flag without a row: passed on.
    Unlisted,
    Flag {
        row: &'static Row,
        /// The value; with several, the last one.
        value: Option<String>,
    },
}

impl Arg {
    pub fn meaning(&self) -> Option<Meaning> {
        match &self.kind {
            Kind::Flag { row, .. } => Some(row.meaning),
            _ => None,
        }
    }

    pub fn value(&self) -> &str {
        match &self.kind {
            Kind::Flag { value, .. } => value.as_deref().unwrap_or_default(),
            _ => "",
        }
    }

    /// Its tokens.
    pub fn words(&self) -> Vec<String> {
        let words = std::iter::once(&self.text).chain(&self.rest);
        words.cloned().collect()
    }

    /// The flag as a person would write it.
    pub fn shown(&self) -> String {
        let words = std::iter::once(&self.text).chain(&self.rest);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// Parses the arguments behind the program's name.
pub fn parse(args: &[String], read: &dyn Fn(&str) -> Option<String>) -> Vec<Arg> {
    let parsed = parse_tokens(response::expand(args, read));
    let configs = parsed
        .iter()
        .filter(|a| a.meaning() == Some(Meaning::Config));
    let mut tokens: Vec<Token> = configs
        .filter_map(|a| Some((a.at, read(a.value())?)))
        .flat_map(|(at, content)| {
            let words = response::config(&content);
            words.into_iter().map(move |text| Token {
                text,
                at,
                in_file: true,
            })
        })
        .collect();
    if tokens.is_empty() {
        return parsed;
    }
    // A configuration stands before everything else, wherever it is named.
    tokens.extend(response::expand(args, read));
    parse_tokens(tokens)
}

fn parse_tokens(tokens: Vec<Token>) -> Vec<Arg> {
    let mut parsed = Vec::with_capacity(tokens.len());
    let mut only_inputs = false;
    let mut tokens = tokens.into_iter();
    while let Some(Token { text, at, in_file }) = tokens.next() {
        let mut rest = Vec::new();
        // A lone `-` is stdin.
        let kind = if only_inputs || !text.starts_with('-') || text == "-" {
            Kind::Input
        } else if let Some(row) = flags::lookup(&text) {
            only_inputs |= row.meaning == Meaning::EndOfOptions;
            let mut next = || {
                let text = tokens.next()?.text;
                rest.push(text.clone());
                Some(text)
            };
            let joined = &text[row.spelling.len()..];
            let value = match row.form {
                Form::Flag => None,
                Form::Joined => Some(joined.to_owned()),
                Form::JoinedOrSeparate if !joined.is_empty() => Some(joined.to_owned()),
                Form::Separate | Form::JoinedOrSeparate | Form::JoinedAndSeparate => next(),
                Form::Multi(n) => (0..n).filter_map(|_| next()).last(),
            };
            Kind::Flag { row, value }
        } else {
            Kind::Unlisted
        };
        parsed.push(Arg {
            at,
            in_file,
            text,
            rest,
            kind,
        });
    }
    parsed
}

/// All words, with those of files in the places of the files; those of configurations stand first.
pub fn words(parsed: &[Arg]) -> Vec<String> {
    let kept = parsed
        .iter()
        .filter(|a| a.meaning() != Some(Meaning::Config));
    kept.flat_map(|a| std::iter::once(&a.text).chain(&a.rest))
        .cloned()
        .collect()
}

/// What the linker is told, in order: `-Wl,`, `-Xlinker` and the driver's own flags for it.
pub fn linker_args(args: &[&Arg]) -> Vec<String> {
    let mut all = Vec::new();
    for arg in args {
        match arg.meaning() {
            Some(Meaning::LinkerArgs) => all.extend(arg.value().split(',').map(str::to_owned)),
            Some(Meaning::LinkerArg) => all.push(arg.value().to_owned()),
            Some(Meaning::Script) => all.extend(["-T".to_owned(), arg.value().to_owned()]),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_words(words: &str) -> Vec<Arg> {
        let args: Vec<String> = words.split(' ').map(String::from).collect();
        parse(&args, &|_| None)
    }

    fn inputs(words: &str) -> Vec<String> {
        let parsed = parse_words(words);
        let inputs = parsed.into_iter().filter(|a| a.kind == Kind::Input);
        inputs.map(|a| a.text).collect()
    }

    #[test]
    fn values_are_no_inputs() {
        assert_eq!(
            inputs("-o a.o -oa.o -Xlinker b.o -MF d.c -I dir -include x.h a.c -z defs -"),
            ["a.c", "-"]
        );
        assert_eq!(inputs("-sectcreate a b c d.c"), ["d.c"]);
        assert_eq!(inputs("-Xarch_x86_64 -g d.c"), ["d.c"]);
        assert_eq!(inputs("-c -- -x.c --"), ["-x.c", "--"]);
        assert_eq!(inputs("-xc a.in"), ["a.in"]);
    }

    #[test]
    fn every_token_is_covered_in_order() {
        let words = "-O2 -o a.o -c a.c -Wall -Wl,-z,defs -Xclang -load -flto=thin";
        let parsed = parse_words(words);
        let ats: Vec<_> = parsed.iter().map(|a| a.at).collect();
        assert_eq!(ats, [0, 1, 3, 4, 5, 6, 7, 9]);
        let tokens = parsed.into_iter().flat_map(|a| [vec![a.text], a.rest]);
        assert_eq!(tokens.flatten().collect::<Vec<_>>().join(" "), words);
    }

    #[test]
    fn a_value_may_be_missing() {
        assert_eq!(parse_words("-c -o").last().unwrap().value(), "");
    }

    #[test]
    fn linker_arguments_come_in_order() {
        let parsed = parse_words("-Wl,-z,defs a.o -Xlinker -T -Xlinker x.ld -T y.ld");
        assert_eq!(
            linker_args(&parsed.iter().collect::<Vec<_>>()),
            ["-z", "defs", "-T", "x.ld", "-T", "y.ld"]
        );
    }

    #[test]
    fn a_configuration_comes_first() {
        let args = ["-O0", "--config=/c", "a.c"].map(String::from);
        let parsed = parse(&args, &|f| {
            (f == "/c").then(|| "# mine\n-O2 -flto".to_owned())
        });
        let texts: Vec<_> = parsed.iter().map(|a| a.text.as_str()).collect();
        assert_eq!(texts, ["-O2", "-flto", "-O0", "--config=/c", "a.c"]);
        assert_eq!(words(&parsed).join(" "), "-O2 -flto -O0 a.c");
    }
}
