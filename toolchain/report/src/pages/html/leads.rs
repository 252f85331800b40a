//! What is said of lines and conditions that no input reached: how sure it is that one can.

use fz_coverage::reach::Reach;

/// The word, as `fz cov report --view reach` has it, and what leads there.
pub const LEADS: [(Reach, &str, &str); 6] = [
    (
        Reach::Ran,
        "",
        "inputs reached other parts of this function",
    ),
    (Reach::Sure, "sure", "calls by name lead here"),
    (
        Reach::Likely,
        "likely",
        "a pointer leads here, and functions of this type are called by pointer",
    ),
    (
        Reach::Perhaps,
        "perhaps",
        "its address is passed on, and no caller was found",
    ),
    (
        Reach::Unknown,
        "unknown",
        "it was compiled so that its callers are not known",
    ),
    (Reach::Never, "", "nothing in the program calls this"),
];
