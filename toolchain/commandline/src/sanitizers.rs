//! Sanitizers, by clang's names.

use fz_base::error::nearest;

/// What is behind a sanitizer's name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    /// The front end writes checks into the code; they report, or end the program at once.
    Check,
    /// The front end writes checks that only a runtime can decide.
    Asked,
    /// A pass of clang's, which ends the program at once if it is asked to.
    TrappingPass,
    /// A pass of clang's, with a runtime.
    Pass,
}

use Means::{Asked, Check, Pass, TrappingPass};

/// All that `FZ_SANITIZE` takes, sorted.
const SANITIZERS: [(&str, Means); 45] = [
    ("address", Pass),
    ("alignment", Check),
    ("array-bounds", Check),
    ("bool", Check),
    ("bounds", TrappingPass),
    ("builtin", Check),
    ("enum", Check),
    ("float-cast-overflow", Check),
    ("float-divide-by-zero", Check),
    ("function", Check),
    ("hwaddress", Pass),
    ("implicit-bitfield-conversion", Check),
    ("implicit-conversion", Check),
    ("implicit-integer-arithmetic-value-change", Check),
    ("implicit-integer-conversion", Check),
    ("implicit-integer-sign-change", Check),
    ("implicit-integer-truncation", Check),
    ("implicit-signed-integer-truncation", Check),
    ("implicit-unsigned-integer-truncation", Check),
    ("integer", Check),
    ("integer-divide-by-zero", Check),
    ("leak", Pass),
    ("local-bounds", TrappingPass),
    ("memory", Pass),
    ("nonnull-attribute", Check),
    ("null", Check),
    ("nullability", Check),
    ("nullability-arg", Check),
    ("nullability-assign", Check),
    ("nullability-return", Check),
    ("object-size", Check),
    ("pointer-overflow", Check),
    ("return", Check),
    ("returns-nonnull-attribute", Check),
    ("shift", Check),
    ("shift-base", Check),
    ("shift-exponent", Check),
    ("signed-integer-overflow", Check),
    ("thread", Pass),
    ("undefined", Check),
    ("unreachable", Check),
    ("unsigned-integer-overflow", Check),
    ("unsigned-shift-base", Check),
    ("vla-bound", Check),
    ("vptr", Asked),
];

/// What people call them.
const ALSO_CALLED: [(&str, &str); 6] = [
    ("asan", "address"),
    ("hwasan", "hwaddress"),
    ("lsan", "leak"),
    ("msan", "memory"),
    ("tsan", "thread"),
    ("ubsan", "undefined"),
];

fn find(name: &str) -> Option<Means> {
    let found = SANITIZERS.iter().find(|(n, _)| *n == name);
    found.map(|(_, means)| *means)
}

/// Whether one of them is a pass of clang's; those that the table does not name are taken for such.
pub fn have_passes(sanitizers: &[String]) -> bool {
    let is_check = |name: &String| matches!(find(name), Some(Check | Asked));
    !sanitizers.iter().all(is_check)
}

/// Whether one of them is of checks that the front end writes.
pub fn have_checks(sanitizers: &[String]) -> bool {
    // `bounds` is a pass and a check.
    let is_check = |name: &String| matches!(find(name), Some(Check | Asked)) || name == "bounds";
    sanitizers.iter().any(is_check)
}

/// Whether it can end a program at once, without a runtime.
pub fn can_trap(sanitizer: &str) -> bool {
    matches!(find(sanitizer), Some(Check | TrappingPass))
}

/// Checks names. `none`, alone, is none.
pub fn check<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>, String> {
    let names: Vec<&str> = names
        .into_iter()
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    if names == ["none"] {
        return Ok(Vec::new());
    }
    if names.contains(&"none") {
        return Err("`none` cannot be combined with others".to_owned());
    }
    let checked = names.into_iter().map(|name| match find(name) {
        Some(_) => Ok(name.to_owned()),
        None => {
            let known: Vec<_> = SANITIZERS.iter().map(|(n, _)| (*n).to_owned()).collect();
            let meant = match ALSO_CALLED.iter().find(|(short, _)| *short == name) {
                Some((_, long)) => format!(" (did you mean `{long}`?)"),
                None => nearest(name, &known),
            };
            Err(format!(
                "unknown sanitizer `{name}`{meant}: it takes address, hwaddress, leak, memory, thread, undefined, integer, \
                 bounds, and the checks that these consist of, or `none`; give others in CFLAGS and LDFLAGS"
            ))
        }
    });
    checked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(SANITIZERS.is_sorted_by(|(a, _), (b, _)| a < b));
    }

    #[test]
    fn names_are_checked() {
        let names = |list: &'static str| check(list.split(','));
        assert_eq!(
            names("address, undefined").unwrap(),
            ["address", "undefined"]
        );
        assert_eq!(names("").unwrap(), Vec::<String>::new());
        assert_eq!(names("none").unwrap(), Vec::<String>::new());
        let error = names("adress").unwrap_err();
        assert!(error.contains("did you mean `address`?"), "{error}");
        assert_eq!(
            names("address,none").unwrap_err(),
            "`none` cannot be combined with others"
        );
        let error = names("ubsan").unwrap_err();
        assert!(error.contains("did you mean `undefined`?"), "{error}");
    }

    #[test]
    fn what_is_behind_a_name() {
        let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        assert!(!have_passes(&owned(&["undefined", "vptr", "object-size"])));
        assert!(have_passes(&owned(&["undefined", "bounds"])));
        assert!(have_passes(&owned(&["cfi"])));
        assert!(!have_passes(&[]));
        assert!(can_trap("bounds") && can_trap("function"));
        assert!(!can_trap("vptr") && !can_trap("address") && !can_trap("cfi"));
    }
}
