//! The nearest of some known names, for suggestions in error messages.

/// The nearest of the known names, if one is close enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(name, k), k))
        .min()
        .filter(|(distance, k)| *distance <= 1 + k.len() / 3)
        .map(|(_, k)| k)
}

/// ` (did you mean …?)` if one of the known names is close, else empty.
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or(String::new(), |k| format!(" (did you mean `{k}`?)"))
}

/// The known name that this must be a typo of: closer than a name that merely looks similar.
pub(crate) fn slip_of<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, nearest) = known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(name, k), k))
        .min()?;
    (distance <= (nearest.len() / 4).max(1)).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_what_is_close() {
        let known = ["fuzz", "vanilla"];
        assert_eq!(nearest("fuz", known), Some("fuzz"));
        assert_eq!(nearest("vannila", known), Some("vanilla"));
        assert_eq!(nearest("thread", known), None);
        assert_eq!(hint("fuz", known), " (did you mean `fuzz`?)");
        assert_eq!(hint("thread", known), "");
    }
}
