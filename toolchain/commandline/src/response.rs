//! Response files (`@file`) and configuration files, read for analysis only: clang gets its arguments as they were.

/// One argument, with the index of the argument on the real command line that it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub at: usize,
    /// It stands in a file, not on the command line.
    pub in_file: bool,
}

/// Deeper nesting is taken for a file that includes itself.
const MAX_DEPTH: usize = 16;

/// Flattens `args`. `read` gives a file's text; what it cannot read stays as it is, as in clang.
pub fn expand(args: &[String], read: &dyn Fn(&str) -> Option<String>) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (at, text) in args.iter().enumerate() {
        expand_one(text, at, false, read, 0, &mut tokens);
    }
    tokens
}

fn expand_one(
    text: &str,
    at: usize,
    in_file: bool,
    read: &dyn Fn(&str) -> Option<String>,
    depth: usize,
    tokens: &mut Vec<Token>,
) {
    let file = text.strip_prefix('@').filter(|_| depth < MAX_DEPTH);
    match file.and_then(read) {
        Some(content) => {
            for word in split(&content) {
                expand_one(&word, at, true, read, depth + 1, tokens);
            }
        }
        None => tokens.push(Token {
            text: text.to_owned(),
            at,
            in_file,
        }),
    }
}

/// A configuration file's arguments: lines that begin with `#` are comments, a backslash ends a line that goes on.
pub fn config(content: &str) -> Vec<String> {
    let lines = content.lines().filter(|l| !l.trim_start().starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n");
    split(&text.replace("\\\n", " "))
}

/// Splits as GNU tools do: at blanks; quotes of both kinds group; a backslash takes the next character as it is.
fn split(content: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = content.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => {
                if let Some(next) = chars.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (c, Some(q)) if c == q => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_gnu_tools_do() {
        assert_eq!(
            split("-c 'a b.c'  \"x\\\"y\"\n-DX=\\ 1 '' -I'a'b"),
            ["-c", "a b.c", "x\"y", "-DX= 1", "", "-Iab"]
        );
    }

    #[test]
    fn files_nest_and_missing_ones_stay() {
        let read = |name: &str| match name {
            "a" => Some("-c @b".to_owned()),
            "b" => Some("x.c @b @none".to_owned()),
            _ => None,
        };
        let args = ["-O2", "@a", "@none"].map(String::from);
        let tokens = expand(&args, &read);
        assert_eq!(tokens[0].text, "-O2");
        assert_eq!(
            (tokens[1].text.as_str(), tokens[1].at, tokens[1].in_file),
            ("-c", 1, true)
        );
        assert!(tokens.iter().any(|t| t.text == "x.c"));
        let last = tokens.last().unwrap();
        assert_eq!((last.text.as_str(), last.in_file), ("@none", false));
    }

    #[test]
    fn configuration_files_have_comments() {
        assert_eq!(config("# no\n-O2 \\\n -g\n"), ["-O2", "-g"]);
    }
}
