//! C++'s library in names, as people write it: without inline namespaces, without arguments of templates that are the usual
//! ones, and by the names that characters' templates have.

/// Namespaces that the library's versions are in.
const INLINE: [&str; 5] = ["__1::", "__2::", "__cxx11::", "__ndk1::", "__fs::"];

/// What marks functions that return such a version's types.
const MARKS: [&str; 2] = ["[abi:cxx11]", "[abi:ne200100]"];

/// Arguments at the end of templates of the library, which nobody writes.
const USUAL: [&str; 6] = [
    "std::allocator<",
    "std::char_traits<",
    "std::default_delete<",
    "std::equal_to<",
    "std::hash<",
    "std::less<",
];

/// Templates whose one argument is a character, and what they are called by people for `char`; for others a letter stands
/// in front.
const CHARACTERS: [(&str, &str); 13] = [
    ("std::basic_filebuf", "filebuf"),
    ("std::basic_fstream", "fstream"),
    ("std::basic_ifstream", "ifstream"),
    ("std::basic_ios", "ios"),
    ("std::basic_iostream", "iostream"),
    ("std::basic_istream", "istream"),
    ("std::basic_istringstream", "istringstream"),
    ("std::basic_ofstream", "ofstream"),
    ("std::basic_ostream", "ostream"),
    ("std::basic_ostringstream", "ostringstream"),
    ("std::basic_string", "string"),
    ("std::basic_string_view", "string_view"),
    ("std::basic_stringstream", "stringstream"),
];
const LETTERS: [(&str, &str); 5] = [
    ("char", ""),
    ("char16_t", "u16"),
    ("char32_t", "u32"),
    ("char8_t", "u8"),
    ("wchar_t", "w"),
];

/// A demangled name; one whose brackets nobody understands stays as it is.
pub fn short(name: &str) -> String {
    let mut plain = name.to_owned();
    for inline in INLINE {
        plain = plain.replace(&format!("std::{inline}"), "std::");
    }
    for mark in MARKS {
        plain = plain.replace(mark, "");
    }
    let mut rest = plain.as_str();
    match part(&mut rest) {
        Some(part) if rest.is_empty() => part,
        _ => plain,
    }
}

/// Up to the end, or to a bracket that was opened before.
fn part(rest: &mut &str) -> Option<String> {
    let mut out = String::new();
    while let Some(c) = rest.chars().next() {
        if out.ends_with("operator") && matches!(c, '<' | '>' | '-' | '(') {
            let length = rest.find(|c| !"<>=-()".contains(c)).unwrap_or(rest.len());
            // `operator()(int)`, `operator<<<char>(…)`, `operator<(…)`.
            let length = [
                "<=>", "()", "<<=", ">>=", "<<", ">>", "<=", ">=", "->*", "->", "<", ">", "-",
            ]
            .iter()
            .find(|sign| rest[..length].starts_with(**sign))
            .map_or(1, |sign| sign.len());
            out += &rest[..length];
            *rest = &rest[length..];
            continue;
        }
        match c {
            '<' => {
                *rest = &rest[1..];
                let arguments = arguments(rest)?;
                written(&mut out, arguments);
            }
            '>' | ',' | ')' | '}' | ']' => return Some(out),
            '(' | '{' | '[' => {
                let closing = match c {
                    '(' => ')',
                    '{' => '}',
                    _ => ']',
                };
                *rest = &rest[1..];
                out.push(c);
                loop {
                    out += &part(rest)?;
                    let next = rest.chars().next()?;
                    *rest = &rest[1..];
                    out.push(next);
                    match next {
                        ',' => {}
                        _ if next == closing => break,
                        // `->` within a lambda's type, or a comparison.
                        _ => return None,
                    }
                }
            }
            c => {
                out.push(c);
                *rest = &rest[c.len_utf8()..];
            }
        }
    }
    Some(out)
}

/// Of a template, behind its opening bracket.
fn arguments(rest: &mut &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    loop {
        all.push(part(rest)?.trim().to_owned());
        let next = rest.chars().next()?;
        *rest = &rest[1..];
        match next {
            ',' => {}
            '>' => return Some(all),
            _ => return None,
        }
    }
}

/// Adds them to a name that ends with that of their template.
fn written(out: &mut String, mut arguments: Vec<String>) {
    let begins = out.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
    let begins = begins.map_or(0, |at| {
        at + out[at..].chars().next().map_or(1, char::len_utf8)
    });
    let template = &out[begins..];
    if template.starts_with("std::") {
        let is_usual = |argument: &String| USUAL.iter().any(|usual| argument.starts_with(usual));
        while arguments.len() > 1 && arguments.last().is_some_and(is_usual) {
            arguments.pop();
        }
        let alias = CHARACTERS.iter().find(|(long, _)| *long == template);
        if let ([character], Some((_, name))) = (&arguments[..], alias)
            && let Some((_, letter)) = LETTERS.iter().find(|(known, _)| known == character)
        {
            out.truncate(begins);
            *out += &format!("std::{letter}{name}");
            return;
        }
    }
    let arguments = arguments.join(", ");
    let space = if arguments.ends_with('>') { " " } else { "" };
    *out += &format!("<{arguments}{space}>");
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn the_library_is_named_as_people_do() {
        for (name, expected) in [
            (
                "ns::parse(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)",
                "ns::parse(std::string const&)",
            ),
            (
                "std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char> >::append(char const*)",
                "std::string::append(char const*)",
            ),
            (
                "g(std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, int, \
                 std::less<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, \
                 std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > \
                 const, int> > > const&)",
                "g(std::map<std::string, int> const&)",
            ),
            (
                "std::basic_ostream<char, std::char_traits<char> >& std::endl<char, std::char_traits<char> \
                 >(std::basic_ostream<char, std::char_traits<char> >&)",
                "std::ostream& std::endl<char>(std::ostream&)",
            ),
            (
                "k(std::__cxx11::basic_string<wchar_t, std::char_traits<wchar_t>, std::allocator<wchar_t> >)",
                "k(std::wstring)",
            ),
            ("name[abi:cxx11](int)", "name(int)"),
            (
                "v(std::vector<T<int, int>, std::allocator<T<int, int> > >)",
                "v(std::vector<T<int, int> >)",
            ),
            // One that is not the usual one is told, and so is anybody else's.
            (
                "f(std::vector<int, mine::allocator<int> >)",
                "f(std::vector<int, mine::allocator<int> >)",
            ),
            (
                "f(mine::set<int, std::less<int> >)",
                "f(mine::set<int, std::less<int> >)",
            ),
        ] {
            assert_eq!(short(name), expected);
        }
    }

    #[test]
    fn what_is_not_understood_stays() {
        for name in [
            "main",
            "ns::Reader::operator()(int) const",
            "operator<(A<int> const&, B)",
            "std::ostream& operator<< <char>(int)",
            "A::operator->() const",
            "f(int (*)(int, char), void (A::*)() const)",
            "f()::{lambda(int, char)#1}::operator()(int, char) const",
            "f(int [3], T<(E)1>)",
            "f<(a > b)>(",
            "x>",
        ] {
            assert_eq!(short(name), name);
        }
    }
}
