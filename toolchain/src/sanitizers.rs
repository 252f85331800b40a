//! Sanitizers, by clang's names.

use crate::error::Error;

/// Those that the front end writes into the code, with no pass of their own: parts of `undefined`, and their like. Not
/// `bounds`: it has a pass of LLVM's in it.
const CHECKS: [&str; 32] = [
    "alignment",
    "array-bounds",
    "bool",
    "builtin",
    "enum",
    "float-cast-overflow",
    "float-divide-by-zero",
    "function",
    "implicit-bitfield-conversion",
    "implicit-conversion",
    "implicit-integer-arithmetic-value-change",
    "implicit-integer-conversion",
    "implicit-integer-sign-change",
    "implicit-integer-truncation",
    "implicit-signed-integer-truncation",
    "implicit-unsigned-integer-truncation",
    "integer",
    "integer-divide-by-zero",
    "nonnull-attribute",
    "null",
    "nullability",
    "pointer-overflow",
    "return",
    "returns-nonnull-attribute",
    "shift",
    "shift-base",
    "shift-exponent",
    "signed-integer-overflow",
    "undefined",
    "unreachable",
    "unsigned-integer-overflow",
    "vla-bound",
];

/// Those that are passes of clang's, or need one.
const PASSES: [&str; 7] = [
    "address",
    "bounds",
    "hwaddress",
    "leak",
    "local-bounds",
    "memory",
    "thread",
];

/// Whether it leaves clang's passes out.
pub fn is_front_end_check(sanitizer: &str) -> bool {
    CHECKS.contains(&sanitizer)
}

/// Whether it can end a program at once, without a runtime.
pub fn can_trap(sanitizer: &str) -> bool {
    is_front_end_check(sanitizer) && !["function", "vptr"].contains(&sanitizer)
}

/// Names with commas between them.
pub fn parse(list: &str) -> Result<Vec<String>, Error> {
    list.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(
            |name| match CHECKS.contains(&name) || PASSES.contains(&name) {
                true => Ok(name.to_owned()),
                false => Err(Error::Unknown {
                    what: "sanitizer",
                    name: name.to_owned(),
                    known: PASSES
                        .iter()
                        .chain(&CHECKS)
                        .map(|s| (*s).to_owned())
                        .collect(),
                }),
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_and_a_wrong_name_is_answered() {
        assert_eq!(
            parse("address, undefined").unwrap(),
            ["address", "undefined"]
        );
        assert_eq!(parse("").unwrap(), Vec::<String>::new());
        let error = parse("adress").unwrap_err().to_string();
        assert!(error.contains("did you mean `address`?"), "{error}");
    }
}
