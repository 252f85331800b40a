//! Builds at a level of their own, or without LTO, take what takes an optimiser for granted.

use fz_tests::Sandbox;

/// Those that do not optimise as the user says.
const PROFILES: [&str; 6] = [
    "coverage",
    "coverage-mcdc",
    "coverage-bytes",
    "coverage-guards",
    "triage",
    "O0",
];

#[test]
fn what_an_optimiser_takes_out_stops_no_build() {
    let place = Sandbox::of("linkable").env("FZ_CAPTURE", "embed");
    place.cc("-O2 -Werror taken-out.c -o program");
    for profile in PROFILES {
        place.cc(&format!(
            "--fz-profile={profile} -O2 -Werror taken-out.c -o {profile}"
        ));
        place.run(&format!("./{profile}")).ends(114);
    }
    place
        .fz("emit ./program coverage triage.address triage.undefined -o builds")
        .ok();
    for profile in ["coverage", "triage.address", "triage.undefined"] {
        place.run(&format!("./builds/program.{profile}")).ends(114);
    }
}

/// Not a condition before such a call is lost.
#[test]
fn conditions_before_what_is_taken_out_are_counted() {
    let place = Sandbox::of("linkable").env("FZ_CAPTURE", "embed");
    place.cc("-O2 taken-out.c -o program");
    place.write("in/1", "x");
    place
        .fz("cov collect ./program -i in -o out.fzcov -- @@")
        .ok();
    let summary = place.json("cov report out.fzcov --json");
    let frontier = summary["frontier"].as_array().unwrap();
    let conditions: Vec<_> = frontier
        .iter()
        .map(|f| f["condition"].as_str().unwrap())
        .collect();
    // It has been true and false.
    assert!(!conditions.contains(&"m == 1"), "{conditions:?}");
    for one_way in [
        "m == 2",
        "bits",
        "i >= 4",
        "!__builtin_constant_p(n)",
        "word != 8",
    ] {
        assert!(conditions.contains(&one_way), "{conditions:?}");
    }
}

#[test]
fn what_is_called_after_all_is_an_error_still() {
    let place = Sandbox::of("linkable");
    for profile in PROFILES {
        let compile = format!("fz-cc --fz-profile={profile} -O2 left.c -o left");
        place
            .run(&compile)
            .fails()
            .says("declared with 'error' attribute");
        place
            .run(&format!("{compile} -DMISSING"))
            .fails()
            .says("undefined reference");
    }
}

#[test]
fn sources_are_told_of_the_users_level() {
    let place = Sandbox::of("linkable");
    for (level, told) in [
        ("", 4),
        ("-O2 -O0", 4),
        ("-O1", 1),
        ("-O3 -fno-inline", 5),
        ("-Os", 3),
        ("-Ofast -w", 9),
    ] {
        for profile in ["fuzz", "split", "taint"].iter().chain(&PROFILES) {
            place.cc(&format!("--fz-profile={profile} {level} level.c -o level"));
            place.run("./level").ends(told);
            let text = place
                .cc(&format!("--fz-profile={profile} {level} -E -P level.c"))
                .out();
            let sum = text.matches('+').count();
            assert_eq!(sum, told.count_ones() as usize, "{profile} {level}: {text}");
        }
    }
}

#[test]
fn what_goes_only_with_lto_goes_with_it() {
    let place = Sandbox::of("linkable").env("FZ_CAPTURE", "embed");
    for flags in [
        "-flto -fsanitize=cfi -fvisibility=hidden",
        "-flto -fwhole-program-vtables",
        "-flto -fvirtual-function-elimination",
        "-flto -funified-lto",
        "-flto=thin -fsplit-lto-unit -fsanitize=cfi-vcall,undefined -fsanitize-trap=cfi -fvisibility=hidden",
    ] {
        let flags = format!("-O2 -Werror {flags}");
        place.write("flags", &flags);
        place.cxx(&format!("{flags} -c vtables.cc -o vtables.o"));
        place.cxx(&format!(
            "{flags} -fuse-ld=lld -Wl,--lto-O2 vtables.o -o program"
        ));
        place
            .fz("emit ./program coverage coverage-mcdc -o builds")
            .ok();
        place.run("./builds/program.coverage").ends(1);
        for said in [&flags, "@flags"] {
            // The linker knows nothing of a plugin.
            place.cxx(&format!(
                "--fz-profile=coverage {said} -c vtables.cc -o direct.o"
            ));
            place.cxx(&format!(
                "--fz-profile=coverage {said} -Wl,-plugin-opt=O2 direct.o -o direct"
            ));
            place.run("./direct").ends(1);
        }
    }
}
