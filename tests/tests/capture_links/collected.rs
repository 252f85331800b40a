//! Links that collect sections keep what they say of themselves, whichever linker makes them.

use fz_tests::{Sandbox, env};

const LINKERS: [&str; 4] = ["bfd", "gold", "lld", "mold"];
const COLLECTS: &str = "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections";

fn linkers() -> impl Iterator<Item = &'static str> {
    LINKERS.into_iter().filter(|linker| {
        let name = match *linker {
            "bfd" => "ld.bfd".to_owned(),
            "mold" => "mold".to_owned(),
            other => format!("ld.{other}"),
        };
        *linker == "lld" || env::has(&name)
    })
}

fn sources(place: &Sandbox) {
    place.write(
        "a.c",
        "int b(int); int main(int c, char **v) { (void)v; return b(c) == 9; }\n",
    );
    place.write(
        "b.c",
        "int b(int x) { return x > 3 ? 9 : 2; }\nint unused(int x) { return x + 1; }\n",
    );
}

#[test]
fn other_builds_are_made_of_them_where_the_sources_have_gone() {
    for linker in linkers() {
        let place = Sandbox::new();
        sources(&place);
        place
            .cc(&format!("{COLLECTS} -fuse-ld={linker} a.c b.c -o p"))
            .ok();
        std::fs::remove_file(place.at("a.c")).unwrap();
        std::fs::remove_file(place.at("b.c")).unwrap();
        for profile in ["split", "coverage", "taint"] {
            place.fz(&format!("emit ./p {profile} -o out")).ok();
            place.run(&format!("./out/p.{profile}")).ok();
        }
    }
}

#[test]
fn objects_of_other_compilers_are_named() {
    for linker in linkers() {
        let place = Sandbox::new();
        sources(&place);
        place.run("gcc -O2 -ffunction-sections -c b.c").ok();
        place
            .cc(&format!("{COLLECTS} -fuse-ld={linker} a.c b.o -o p"))
            .ok();
        let said = place.fz("doctor ./p").ends(1).out();
        assert!(
            said.starts_with("1 of 2 source files is instrumented.\n"),
            "{linker}: {said}"
        );
        assert!(
            said.contains("GCC") && said.contains(": b.o\n"),
            "{linker}: {said}"
        );
    }
}

/// Without the record nobody knows what else was linked.
#[test]
fn a_program_without_the_record_is_not_called_fine() {
    let place = Sandbox::new();
    sources(&place);
    place.cc("-O2 -c a.c").ok();
    place.run("gcc -O2 -c b.c").ok();
    place
        .run("gcc a.o b.o -o p -Wl,--unresolved-symbols=ignore-all")
        .ok();
    let said = place.fz("doctor ./p").ends(1).said();
    assert!(said.contains("has no record of its link"), "{said}");
}
