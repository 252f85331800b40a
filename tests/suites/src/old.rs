//! Spellings from when suites were flags of one command. They keep working for a release.

/// What replaced a flag.
struct Flag {
    old: &'static str,
    suite: &'static str,
    /// Whether a note says so. Scripts elsewhere are promised the others.
    noted: bool,
}

const fn flag(old: &'static str, suite: &'static str, noted: bool) -> Flag {
    Flag { old, suite, noted }
}

const FLAGS: &[Flag] = &[
    flag("--real", "real", true),
    flag("--differential", "differential", true),
    flag("--engines", "engines", true),
    flag("--oss-fuzz", "oss-fuzz", true),
    flag("--guards", "guards", true),
    flag("--taint", "taint", true),
    flag("--taint-flips", "flips", true),
    flag("--coverage-truth", "truth", true),
    flag("--mutations", "mutations", false),
    flag("--llvm", "llvm", false),
];

/// The arguments as they are spelled now, and what to say if they were not.
pub fn modern(arguments: &[String]) -> (Vec<String>, Option<String>) {
    let (arguments, minutes) = budget(arguments);
    let is = |argument: &String, flag: &Flag| {
        let value = argument.strip_prefix(flag.old);
        value.is_some_and(|v| v.is_empty() || v.starts_with('='))
    };
    let named = arguments.iter().enumerate().find_map(|(at, argument)| {
        let flag = FLAGS.iter().find(|flag| is(argument, flag))?;
        Some((at, flag))
    });
    let Some((at, flag)) = named else {
        let note = minutes.then(|| "`--minutes N` is now `--budget Nm`".to_owned());
        return (arguments, note);
    };
    let value = arguments[at].split_once('=').map(|(_, value)| value);
    let mut now = vec![flag.suite.to_owned()];
    for (other, argument) in arguments.iter().enumerate() {
        match other == at {
            true => now.extend(value.map(str::to_owned)),
            false => now.push(argument.clone()),
        }
    }
    if flag.suite == "differential" && now.iter().any(|a| a == "--full") {
        // What `--fresh` meant there; now it is about seeds.
        for argument in now.iter_mut().filter(|a| *a == "--fresh") {
            *argument = "--restart".to_owned();
        }
    }
    let note = flag
        .noted
        .then(|| format!("this is now spelled `cargo xtask test {}`", now.join(" ")));
    (now, note)
}

/// `--minutes N` as a budget; whether there was one.
fn budget(arguments: &[String]) -> (Vec<String>, bool) {
    let mut now = Vec::new();
    let mut found = false;
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        let minutes = match argument.strip_prefix("--minutes") {
            Some("") => left.next().map(String::as_str),
            Some(value) => value.strip_prefix('='),
            None => None,
        };
        match minutes.map(str::parse::<f64>) {
            Some(Ok(minutes)) => {
                found = true;
                now.push(format!("--budget={:.0}s", minutes * 60.0));
            }
            Some(Err(_)) => now.push(format!("--budget={}", minutes.unwrap_or_default())),
            None => now.push(argument.clone()),
        }
    }
    (now, found)
}

#[cfg(test)]
mod tests {
    use super::modern;

    fn now(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        modern(&words).0.join(" ")
    }

    #[test]
    fn old_flags_are_suites() {
        for (old, new) in [
            ("--real --only zlib", "real --only zlib"),
            ("--only zlib --real", "real --only zlib"),
            ("--guards", "guards"),
            ("--guards cwe197 --sample 3", "guards cwe197 --sample 3"),
            ("--guards=cwe197", "guards cwe197"),
            ("--taint", "taint"),
            (
                "--taint-flips jhead --flips-from 7",
                "flips jhead --flips-from 7",
            ),
            ("--coverage-truth expat", "truth expat"),
            ("--llvm 23", "llvm 23"),
            ("--mutations byte_split.rs", "mutations byte_split.rs"),
            ("--differential --minutes 0.5", "differential --budget=30s"),
            (
                "--differential --full --fresh",
                "differential --full --restart",
            ),
        ] {
            assert_eq!(now(old), new);
        }
    }

    #[test]
    fn what_is_new_stays() {
        for line in [
            "",
            "driver",
            "real zlib",
            "differential --fresh --budget 30m",
            "--ci",
        ] {
            assert_eq!(now(line), line);
        }
    }

    #[test]
    fn a_note_says_what_to_type() {
        let said = |line: &str| modern(&[line.to_owned()]).1;
        assert_eq!(
            said("--real").unwrap(),
            "this is now spelled `cargo xtask test real`"
        );
        assert_eq!(said("--mutations"), None);
        assert_eq!(said("real"), None);
    }
}
