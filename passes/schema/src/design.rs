//! The two ways in which fz's passes meet clang's pipeline.

/// Where the passes of a build run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Design {
    /// Inside clang's own pipeline at the user's -O level, at its extension points.
    ExtensionPoints,
    /// In a pipeline of the profile's own, which runs instead of clang's, right before code generation.
    OwnPipeline,
}

impl Design {
    /// All of them.
    pub const ALL: [Design; 2] = [Design::ExtensionPoints, Design::OwnPipeline];

    /// Its name in profiles, plans and unit records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Design::ExtensionPoints => "extension-points",
            Design::OwnPipeline => "own-pipeline",
        }
    }

    /// What profiles and records called it once. Both are still read.
    const fn old_name(self) -> &'static str {
        match self {
            Design::ExtensionPoints => "A",
            Design::OwnPipeline => "B",
        }
    }

    /// The design of this name, new or old.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Design> {
        Design::ALL
            .into_iter()
            .find(|design| [design.name(), design.old_name()].contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::Design;

    #[test]
    fn new_and_old_names_are_read() {
        for (name, old, design) in [
            ("extension-points", "A", Design::ExtensionPoints),
            ("own-pipeline", "B", Design::OwnPipeline),
        ] {
            assert_eq!(design.name(), name);
            assert_eq!(Design::of_name(name), Some(design));
            assert_eq!(Design::of_name(old), Some(design));
        }
        assert_eq!(Design::of_name("a"), None);
    }
}
