//! Keys, texts and paths that do not depend on where and when a program was built.

use xxhash_rust::xxh3::Xxh3;

use super::Place;

pub fn key(parts: &[&str]) -> u64 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update(&[0]);
    }
    hash.digest()
}

pub fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Headers of the system are where they are, whatever the program.
pub fn is_of_system(path: &str) -> bool {
    path.starts_with("/usr/")
}

/// What clang calls that is no file.
const NO_FILES: [&str; 6] = [
    "",
    "<built-in>",
    "<command line>",
    "<inline asm>",
    "<scratch space>",
    "<stdin>",
];

/// Whether a place's file is one.
pub fn is_file(path: &str) -> bool {
    !NO_FILES.contains(&path)
}

/// The folder that files have in common.
pub fn common_folder<'a>(files: impl Iterator<Item = &'a str>) -> String {
    let mut common: Option<Vec<&str>> = None;
    for file in files {
        let folder = file.rsplit_once('/').map(|(folder, _)| folder);
        let parts: Vec<&str> = folder.into_iter().flat_map(|f| f.split('/')).collect();
        common = Some(match common {
            None => parts,
            Some(mut known) => {
                let same = known.iter().zip(&parts).take_while(|(a, b)| a == b).count();
                known.truncate(same);
                known
            }
        });
    }
    common.unwrap_or_default().join("/")
}

pub fn below<'a>(root: &str, path: &'a str) -> &'a str {
    let rest = path.strip_prefix(root).and_then(|p| p.strip_prefix('/'));
    rest.filter(|_| !root.is_empty()).unwrap_or(path)
}

/// Without space that means nothing.
pub fn normalised(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

pub fn beneath(root: &str, place: &Place) -> Place {
    Place {
        file: below(root, &place.file).to_owned(),
        ..place.clone()
    }
}

/// A symbol without the numbers that clang gives lambdas and types without a name in the order of the unit
/// (`3$_0`), and these numbers.
pub fn unnumbered(symbol: &str) -> (String, Vec<u32>) {
    const MARK: &str = "$_";
    let (mut rest, mut kept, mut numbers) = (symbol, String::new(), Vec::new());
    while let Some(at) = rest.find(MARK) {
        let (before, after) = (&rest[..at], &rest[at + MARK.len()..]);
        let length = before.chars().next_back().and_then(|c| c.to_digit(10));
        let digits = length.and_then(|l| (l as usize).checked_sub(MARK.len()));
        let number = digits.and_then(|digits| Some((digits, after.get(..digits)?.parse().ok()?)));
        let (name, digits) = match number {
            Some((digits, number)) => {
                numbers.push(number);
                (&before[..before.len() - 1], digits)
            }
            None => (before, 0),
        };
        kept.push_str(name);
        kept.push_str(MARK);
        rest = &after[digits..];
    }
    kept.push_str(rest);
    (kept, numbers)
}

#[cfg(test)]
mod tests {
    use super::unnumbered;

    #[test]
    fn numbers_of_the_unit_are_taken_out_of_symbols() {
        let cases: [(&str, &str, &[u32]); 5] = [
            ("_ZZL1fiENK3$_0clEi", "_ZZL1fiENK$_clEi", &[0]),
            ("_Z3runI4$_123$_1EvT_T0_", "_Z3runI$_$_EvT_T0_", &[12, 1]),
            ("_ZNK3$_0clIiEEDaT_", "_ZNK$_clIiEEDaT_", &[0]),
            ("a$_b", "a$_b", &[]),
            ("main", "main", &[]),
        ];
        for (symbol, kept, numbers) in cases {
            assert_eq!(unnumbered(symbol), (kept.to_owned(), numbers.to_vec()));
        }
    }
}
