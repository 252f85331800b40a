//! A page for a browser of this machine, over HTTP: on the loopback address alone, for whoever has the token that stands in
//! the page's address. There are no folders and no files: what is served is in memory.
//!
//! Other pages in the same browser, and names that lead to this machine (DNS rebinding), are what it has to be safe from:
//! [`request`] says what is refused, and why.

pub mod request;

use std::{
    fs::File,
    io::{self, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::{
        Arc, RwLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use request::{Answer, Door, Outcome};

/// The longest head of a request.
const LONGEST: usize = 8 << 10;
/// How long a request may take to come, and how long its answer may take to go.
const PATIENCE: Duration = Duration::from_secs(5);
const SLOWEST: Duration = Duration::from_secs(30);
/// Connections at a time.
const MOST: usize = 16;

/// What is served now.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    /// Of HTML; empty: not made yet.
    pub page: Arc<[u8]>,
    pub text: Arc<[u8]>,
    pub json: Arc<[u8]>,
}

/// A server that runs until the process ends.
pub struct Server {
    door: Door,
    pages: Arc<RwLock<Pages>>,
}

impl Server {
    /// Port 0: any that is free.
    pub fn start(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let door = Door {
            port: listener.local_addr()?.port(),
            token: token()?,
        };
        let pages = Arc::new(RwLock::new(Pages::default()));
        let server = Server {
            door: door.clone(),
            pages: Arc::clone(&pages),
        };
        let open = Arc::new(AtomicUsize::new(0));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Too many wait already: it is closed.
                if open.fetch_add(1, Relaxed) >= MOST {
                    open.fetch_sub(1, Relaxed);
                    continue;
                }
                let (door, pages, open) = (door.clone(), Arc::clone(&pages), Arc::clone(&open));
                std::thread::spawn(move || {
                    // Whoever has gone needs no answer.
                    let _ = speak(stream, &door, &pages);
                    open.fetch_sub(1, Relaxed);
                });
            }
        });
        Ok(server)
    }

    /// What a browser opens.
    pub fn address(&self) -> String {
        self.door.address()
    }

    pub fn show(&self, pages: Pages) {
        match self.pages.write() {
            Ok(mut now) => *now = pages,
            Err(poisoned) => *poisoned.into_inner() = pages,
        }
    }
}

/// 128 bits that nobody guesses, in hexadecimal digits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// One request and its answer.
fn speak(mut stream: TcpStream, door: &Door, pages: &RwLock<Pages>) -> io::Result<()> {
    stream.set_write_timeout(Some(SLOWEST))?;
    let until = Instant::now() + PATIENCE;
    let mut head = Vec::new();
    let outcome = loop {
        match request::judge(&head, door) {
            Outcome::More if head.len() >= LONGEST => break Answer::TOO_LONG.into(),
            Outcome::More => {}
            decided => break decided,
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break Answer::TOO_SLOW.into();
        }
        stream.set_read_timeout(Some(left))?;
        let mut part = [0; 1024];
        match stream.read(&mut part) {
            Ok(0) => return Ok(()),
            Ok(n) => head.extend_from_slice(&part[..n]),
            Err(e)
                if matches!(
                    e.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) =>
            {
                break Answer::TOO_SLOW.into();
            }
            Err(e) => return Err(e),
        }
    };
    let pages = match pages.read() {
        Ok(pages) => pages.clone(),
        Err(poisoned) => poisoned.into_inner().clone(),
    };
    let (head, body) = request::answer(&outcome, &pages);
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(server: &Server, text: &[u8]) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, server.door.port)).unwrap();
        stream.write_all(text).unwrap();
        let mut all = Vec::new();
        // What is refused before it is read to its end may be reset.
        let _ = stream.read_to_end(&mut all);
        String::from_utf8_lossy(&all).into_owned()
    }

    #[test]
    fn what_it_shows_is_seen_through_the_address_alone() {
        let server = Server::start(0).unwrap();
        let path = server.address().split_off("http://".len());
        let (host, path) = path.split_at(path.find('/').unwrap());
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        let get = |path: &str| {
            ask(
                &server,
                format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes(),
            )
        };
        assert!(get(path).starts_with("HTTP/1.1 503 "), "not made yet");
        let pages = Pages {
            page: b"<p>the page".as_slice().into(),
            text: b"120 of 300".as_slice().into(),
            json: b"{}".as_slice().into(),
        };
        server.show(pages);
        let page = get(path);
        assert!(
            page.starts_with("HTTP/1.1 200 ") && page.ends_with("\r\n\r\n<p>the page"),
            "{page}"
        );
        assert!(page.contains("\r\nCache-Control: no-store\r\n"), "{page}");
        assert!(get(&format!("{path}summary.txt")).ends_with("120 of 300"));
        // One digit differs.
        let (begin, last) = path.trim_end_matches('/').split_at(path.len() - 2);
        let wrong = format!("{begin}{}/", if last == "0" { "1" } else { "0" });
        for other in ["/", "/index.html", "/favicon.ico", &wrong] {
            let refused = get(other);
            assert!(
                refused.starts_with("HTTP/1.1 403 ") && !refused.contains("the page"),
                "{refused}"
            );
        }
        let long = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nX: {}",
            "x".repeat(LONGEST)
        );
        let refused = ask(&server, long.as_bytes());
        assert!(
            refused.is_empty() || refused.starts_with("HTTP/1.1 431 "),
            "{refused}"
        );
        let other = Server::start(0).unwrap();
        assert_ne!(other.door.token, server.door.token);
        assert!(Server::start(server.door.port).is_err(), "taken");
    }

    #[test]
    fn many_that_say_nothing_keep_nobody_out_for_long() {
        let server = Server::start(0).unwrap();
        let silent: Vec<TcpStream> = (0..2 * MOST)
            .map(|_| TcpStream::connect((Ipv4Addr::LOCALHOST, server.door.port)).unwrap())
            .collect();
        drop(silent);
        let began = Instant::now();
        let request = format!(
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n",
            server.door.port
        );
        while !ask(&server, request.as_bytes()).starts_with("HTTP/1.1 403 ") {
            assert!(began.elapsed() < PATIENCE, "they have gone");
        }
    }
}
