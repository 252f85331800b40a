//! Which profile fits which engine.

/// The profile whose feedback an engine makes use of, and what goes beside it.
pub struct Fit {
    engine: &'static str,
    pub profile: &'static str,
    pub beside: &'static str,
}

/// Sorted by name.
const FITS: &[Fit] = &[
    Fit {
        engine: "afl",
        profile: "fuzz",
        beside: "`cmplog` for a build beside it (-c); `vanilla` and `split` for companions (--companions)",
    },
    Fit {
        engine: "afl-classic",
        profile: "fuzz",
        beside: "`vanilla` where the map is too small",
    },
    Fit {
        engine: "angora",
        profile: "angora",
        beside: "`taint`, behind a script around `fz taint`, for its track build",
    },
    Fit {
        engine: "honggfuzz",
        profile: "compares",
        beside: "",
    },
    Fit {
        engine: "libafl",
        profile: "compares",
        beside: "",
    },
    Fit {
        engine: "libfuzzer",
        profile: "compares",
        beside: "",
    },
    Fit {
        engine: "none",
        profile: "fuzz",
        beside: "",
    },
    Fit {
        engine: "standalone",
        profile: "fuzz",
        beside: "",
    },
    Fit {
        engine: "valkyrie",
        profile: "valkyrie",
        beside: "`taint`, behind a script around `fz taint`, for its track build",
    },
];

pub fn fit(engine: &str) -> &'static Fit {
    let known = FITS.iter().find(|f| f.engine == engine);
    known.unwrap_or(&FITS[0])
}

/// The profile that fits an engine best.
pub fn profile_for(engine: &str) -> &'static str {
    fit(engine).profile
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ENGINES;

    #[test]
    fn each_engine_has_a_profile_that_fits() {
        let engines: Vec<_> = ENGINES.iter().map(|e| e.name).collect();
        let fits: Vec<_> = FITS.iter().map(|f| f.engine).collect();
        assert_eq!(engines, fits);
    }
}
