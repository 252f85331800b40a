//! What a request gets: pure, so that hostile ones can be tried by the hundred.

use std::{hint::black_box, sync::Arc};

use httparse::{EMPTY_HEADER, Request, Status};

use super::Pages;

/// Headers that a browser sends are fewer.
const HEADERS: usize = 64;

/// Where the server listens, and who is let in.
#[derive(Clone, Debug)]
pub struct Door {
    pub port: u16,
    pub token: String,
}

impl Door {
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Names that the server has. A page of another name, which leads here, has that name in its requests.
    fn hosts(&self) -> [String; 2] {
        ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port))
    }
}

/// What a request has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is not whole yet.
    More,
    Show(What, Method),
    Refuse(Answer),
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Outcome {
        Outcome::Refuse(answer)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Page,
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Head,
}

/// A refusal: a status, and what a person reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: &'static str,
    pub text: &'static str,
}

impl Answer {
    const fn of(status: &'static str, text: &'static str) -> Answer {
        Answer { status, text }
    }

    pub const TOO_LONG: Answer = Answer::of(
        "431 Request Header Fields Too Large",
        "the request is too long",
    );
    pub const TOO_SLOW: Answer = Answer::of("408 Request Timeout", "the request took too long");
    const BAD: Answer = Answer::of("400 Bad Request", "this is no request of a browser");
    const NOT_HERE: Answer = Answer::of("403 Forbidden", "open the address that fz has printed");
    const METHOD: Answer = Answer::of(
        "405 Method Not Allowed",
        "there is nothing to do here but to look",
    );
    const UNKNOWN: Answer = Answer::of("404 Not Found", "there is no such page");
    const NOT_YET: Answer = Answer::of(
        "503 Service Unavailable",
        "the page is not made yet: load it again in a moment",
    );
}

/// What stands before the token's end in a path is what there is.
const PATHS: [(&str, What); 3] = [
    ("", What::Page),
    ("summary.txt", What::Text),
    ("summary.json", What::Json),
];

/// The rules, in the order in which they are asked: who does not have the token learns nothing else.
pub fn judge(head: &[u8], door: &Door) -> Outcome {
    let mut headers = [EMPTY_HEADER; HEADERS];
    let mut request = Request::new(&mut headers);
    match request.parse(head) {
        Ok(Status::Complete(_)) => {}
        Ok(Status::Partial) => return Outcome::More,
        Err(httparse::Error::TooManyHeaders) => return Answer::TOO_LONG.into(),
        Err(_) => return Answer::BAD.into(),
    }
    let values = |name: &str| -> Vec<&[u8]> {
        let all = request.headers.iter();
        all.filter(|h| h.name.eq_ignore_ascii_case(name))
            .map(|h| h.value)
            .collect()
    };
    let is_one_of = |value: &[u8], known: &[String]| {
        known
            .iter()
            .any(|k| value.eq_ignore_ascii_case(k.as_bytes()))
    };
    let hosts = door.hosts();
    match values("host")[..] {
        [host] if is_one_of(host, &hosts) => {}
        _ => return Answer::NOT_HERE.into(),
    }
    let origins = hosts.map(|host| format!("http://{host}"));
    if !values("origin")
        .iter()
        .all(|origin| is_one_of(origin, &origins))
    {
        return Answer::NOT_HERE.into();
    }
    // Browsers say whose page has asked; `none` is a person.
    if !values("sec-fetch-site")
        .iter()
        .all(|site| matches!(*site, b"none" | b"same-origin"))
    {
        return Answer::NOT_HERE.into();
    }
    let path = request.path.unwrap_or_default();
    let (token, rest) = match path.strip_prefix('/').and_then(|p| p.split_once('/')) {
        Some(parts) => parts,
        None => return Answer::NOT_HERE.into(),
    };
    if !is_same(token.as_bytes(), door.token.as_bytes()) {
        return Answer::NOT_HERE.into();
    }
    let method = match request.method {
        Some("GET") => Method::Get,
        Some("HEAD") => Method::Head,
        _ => return Answer::METHOD.into(),
    };
    let has_body = !values("transfer-encoding").is_empty()
        || values("content-length").iter().any(|n| *n != b"0");
    if has_body {
        return Answer::BAD.into();
    }
    match PATHS.iter().find(|(name, _)| *name == rest) {
        Some((_, what)) => Outcome::Show(*what, method),
        None => Answer::UNKNOWN.into(),
    }
}

/// In a time that does not tell where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differs = one
        .iter()
        .zip(other)
        .fold(0, |sum, (a, b)| black_box(sum | (a ^ b)));
    one.len() == other.len() && differs == 0
}

/// No other page may frame it, read it or keep it.
const ALWAYS: &str = "Cache-Control: no-store\r\n\
                      Connection: close\r\n\
                      Content-Security-Policy: frame-ancestors 'none'\r\n\
                      Cross-Origin-Opener-Policy: same-origin\r\n\
                      Cross-Origin-Resource-Policy: same-origin\r\n\
                      Referrer-Policy: no-referrer\r\n\
                      X-Content-Type-Options: nosniff\r\n\
                      X-Frame-Options: DENY\r\n";

/// The head and the body that are sent.
pub fn answer(outcome: &Outcome, pages: &Pages) -> (String, Arc<[u8]>) {
    let refused = |answer: &Answer| {
        let allow = if *answer == Answer::METHOD {
            "Allow: GET, HEAD\r\n"
        } else {
            ""
        };
        let body: Arc<[u8]> = format!("{}\n", answer.text).into_bytes().into();
        (head(answer.status, "text/plain", body.len(), allow), body)
    };
    let (what, method) = match outcome {
        Outcome::Show(what, method) => (what, method),
        Outcome::Refuse(answer) => return refused(answer),
        Outcome::More => return refused(&Answer::BAD),
    };
    let (kind, body) = match what {
        What::Page => ("text/html", &pages.page),
        What::Text => ("text/plain", &pages.text),
        What::Json => ("application/json", &pages.json),
    };
    if body.is_empty() {
        return refused(&Answer::NOT_YET);
    }
    let head = head("200 OK", kind, body.len(), "");
    match method {
        Method::Get => (head, Arc::clone(body)),
        Method::Head => (head, Arc::default()),
    }
}

fn head(status: &str, kind: &str, length: usize, more: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\n{more}{ALWAYS}\r\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door() -> Door {
        Door {
            port: 8080,
            token: "0123456789abcdef".to_owned(),
        }
    }

    fn judged(text: &str) -> Outcome {
        judge(text.as_bytes(), &door())
    }

    /// A request as it should be, with something else in the place of a part.
    fn with(part: &str, other: &str) -> Outcome {
        let good = "GET /0123456789abcdef/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nSec-Fetch-Site: none\r\n\r\n";
        assert!(good.contains(part), "{part}");
        judged(&good.replace(part, other))
    }

    #[test]
    fn a_person_s_browser_sees_the_page() {
        assert_eq!(with("GET", "GET"), Outcome::Show(What::Page, Method::Get));
        assert_eq!(with("GET", "HEAD"), Outcome::Show(What::Page, Method::Head));
        assert_eq!(
            with("127.0.0.1", "LocalHost"),
            Outcome::Show(What::Page, Method::Get)
        );
        assert_eq!(
            with("Sec-Fetch-Site: none", "Origin: http://127.0.0.1:8080"),
            Outcome::Show(What::Page, Method::Get)
        );
        assert_eq!(
            with("f/ ", "f/summary.json "),
            Outcome::Show(What::Json, Method::Get)
        );
    }

    #[test]
    fn others_are_kept_out() {
        let kept_out = Outcome::Refuse(Answer::NOT_HERE);
        for (part, other) in [
            // Names that lead here, another server's, none, two.
            ("127.0.0.1:8080", "evil.example:8080"),
            ("127.0.0.1:8080", "127.0.0.1"),
            ("127.0.0.1:8080", "127.0.0.1:8081"),
            ("127.0.0.1:8080", "127.0.0.1:8080.evil.example"),
            ("Host: 127.0.0.1:8080\r\n", ""),
            ("Host: ", "Host: evil.example\r\nHost: "),
            // Other pages of the browser.
            ("none", "cross-site"),
            ("none", "same-site"),
            ("none", "none\r\nOrigin: http://evil.example"),
            ("none", "none\r\nOrigin: null"),
            ("none", "none\r\nOrigin: https://127.0.0.1:8080"),
            (
                "none",
                "none\r\nOrigin: http://127.0.0.1:8080\r\nOrigin: http://evil.example",
            ),
            // Without the token, with a part of it, more than it, or in another place.
            ("/0123456789abcdef/", "/"),
            ("/0123456789abcdef/", "//"),
            ("/0123456789abcdef/", "/0123456789abcdef"),
            ("/0123456789abcdef/", "/0123456789abcde/"),
            ("/0123456789abcdef/", "/0123456789abcdeff/"),
            ("/0123456789abcdef/", "/0123456789ABCDEF/"),
            ("/0123456789abcdef/", "/?0123456789abcdef/"),
            (
                "/0123456789abcdef/",
                "http://127.0.0.1:8080/0123456789abcdef/",
            ),
            // Nor does the method help.
            ("GET /0123456789abcdef/", "POST /"),
        ] {
            assert_eq!(with(part, other), kept_out, "{part} {other}");
        }
    }

    #[test]
    fn there_is_nothing_to_do_but_to_look() {
        for method in [
            "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X",
        ] {
            assert_eq!(
                with("GET", method),
                Outcome::Refuse(Answer::METHOD),
                "{method}"
            );
        }
        for rest in [
            "x",
            "../",
            "..%2f",
            "/etc/passwd",
            "summary.txt/",
            "summary.txt?x",
            "%00",
            ".",
        ] {
            let path = format!("f/{rest} ");
            assert_eq!(
                with("f/ ", &path),
                Outcome::Refuse(Answer::UNKNOWN),
                "{rest}"
            );
        }
        for body in [
            "Content-Length: 5",
            "Transfer-Encoding: chunked",
            "Content-Length: 0\r\nContent-Length: 9",
        ] {
            assert_eq!(
                with("Sec-Fetch-Site: none", body),
                Outcome::Refuse(Answer::BAD),
                "{body}"
            );
        }
    }

    #[test]
    fn what_is_no_request_is_refused_and_what_is_not_whole_waited_for() {
        for text in [
            "\0",
            "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nA B: c\r\n\r\n",
            "\u{16}\u{3}\u{1}",
        ] {
            assert_eq!(judged(text), Outcome::Refuse(Answer::BAD), "{text:?}");
        }
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(HEADERS + 1));
        assert_eq!(judged(&many), Outcome::Refuse(Answer::TOO_LONG));
        let good = "GET /0123456789abcdef/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n";
        for end in 0..good.len() {
            assert_eq!(judged(&good[..end]), Outcome::More, "{end}");
        }
        // Any byte changed: never a panic, and never the page but by one that changes nothing.
        for at in 0..good.len() {
            for byte in [0, b' ', b'\n', b':', b'/', 0xff, b'9'] {
                let mut bytes = good.as_bytes().to_vec();
                let is_same = std::mem::replace(&mut bytes[at], byte) == byte;
                let shows = matches!(judge(&bytes, &door()), Outcome::Show(..));
                let in_token = (5..21).contains(&at);
                assert!(!shows || is_same || !in_token, "{at} {byte}");
            }
        }
    }

    #[test]
    fn an_answer_has_one_head_and_a_body_as_long_as_it_says() {
        let pages = Pages {
            page: b"page".as_slice().into(),
            ..Pages::default()
        };
        let of = |outcome| answer(&outcome, &pages);
        let (head, body) = of(Outcome::Show(What::Page, Method::Head));
        assert!(head.contains("Content-Length: 4\r\n") && body.is_empty());
        let (head, _) = of(Outcome::Show(What::Json, Method::Get));
        assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
        let (head, body) = of(Answer::METHOD.into());
        assert!(
            head.contains("\r\nAllow: GET, HEAD\r\n") && head.ends_with("\r\n\r\n"),
            "{head}"
        );
        assert_eq!(head.matches("\r\n\r\n").count(), 1);
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
    }
}
