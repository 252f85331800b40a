//! Programs that are started in another way than they take inputs: no command passes that for a result.

use fz_tests::Sandbox;

/// Built, with inputs as a folder and as a campaign's.
fn place() -> Sandbox {
    let place = Sandbox::of("arguments");
    place.cc("-g -w file.c -o file");
    place.cc("-g -w ending.c -o ending");
    place.cc("-g -w stdin.c -o stdin");
    place.numbered("in", ["Axx", "AxC", "ABx"]);
    place
}

/// A folder as `fz fuzz` leaves it.
fn campaign(place: &Sandbox, out: &str, program: &str, arguments: &str) {
    place.inputs(
        &format!("{out}/default/queue"),
        [("id:000000", "Axx"), ("id:000001", "ABx")],
    );
    place.inputs(&format!("{out}/default/crashes"), [("id:000000", "AxC")]);
    let stats = format!("command_line      : afl-fuzz -i in -o {out} -- ./{program} {arguments}\n");
    place.write(format!("{out}/default/fuzzer_stats"), stats);
}

/// Commands that run a program over inputs, each with what comes before the program's own arguments.
const COMMANDS: [(&str, &str); 7] = [
    ("cov collect", "-i IN -o new.fzcov"),
    ("cov collect", "-i IN -o new.fzcov --report new.json"),
    ("crashes", "-i IN --minimise 0 -o report"),
    ("frontier", "-i IN"),
    ("dict", "-i IN"),
    ("taint", "-i IN --map"),
    ("guards", "-i IN"),
];

fn line(command: (&str, &str), program: &str, input: &str, end: &str) -> String {
    let (name, options) = command;
    format!("{name} ./{program} {} {end}", options.replace("IN", input))
}

#[test]
fn a_forgotten_input_is_an_error_everywhere() {
    let place = place();
    let min = ("min input", "IN -o small");
    for (command, input) in COMMANDS
        .map(|c| (c, "in"))
        .into_iter()
        .chain([(min, "in/0")])
    {
        for (program, end, likely) in [
            ("file", "", "-- @@"),
            ("file", "-- -v", "-- -v @@"),
            ("ending", "-- @@", "-- @@.wav"),
        ] {
            let line = line(command, program, input, end);
            // What such runs reach is kept.
            let code = if command.0.starts_with("cov ") { 1 } else { 2 };
            let said = place.fz(&line).ends(code).said();
            assert!(
                said.contains(likely) && said.contains("no input changes what it does"),
                "{line}: {said}"
            );
            assert!(!place.at("small").exists(), "{line}");
            let _ = std::fs::remove_file(place.at("new.fzcov"));
        }
    }
}

#[test]
fn arguments_come_from_the_campaign() {
    let place = place();
    campaign(&place, "out", "file", "@@");
    campaign(&place, "wave", "ending", "@@.wv");
    for (program, out) in [("file", "out"), ("ending", "wave")] {
        for command in COMMANDS {
            let line = line(command, program, out, "");
            let code = if command.0 == "crashes" { 1 } else { 0 };
            let outcome = place.fz(&line).ends(code);
            assert!(
                outcome.err().contains("with the arguments of "),
                "{line}: {}",
                outcome.said()
            );
            let _ = std::fs::remove_file(place.at("new.fzcov"));
            let _ = std::fs::remove_dir_all(place.at("report"));
        }
        let said = place.says(&format!(
            "min input ./{program} {out}/default/crashes/id:000000 -o small"
        ));
        assert!(said.contains("SIGSEGV"), "{said}");
        assert_eq!(place.read("small").len(), 3);
    }
    // They are another program's, or would be a stranger's.
    for arguments in ["-o /etc/passwd @@", "@@"] {
        let program = if arguments == "@@" { "other" } else { "file" };
        campaign(&place, "odd", program, arguments);
        let said = place
            .fz("cov collect ./file -i odd -o odd.fzcov")
            .ends(1)
            .said();
        assert!(
            said.contains(&format!("is of a run with `-- {arguments}`")),
            "{said}"
        );
        assert!(
            said.contains(&format!("ran it with `-- {arguments}`")),
            "{said}"
        );
    }
    campaign(&place, "other", "file", "-v @@");
    let said = place.refuses("cov collect ./file -i out other -o new.fzcov");
    assert!(said.contains("with other arguments"), "{said}");
}

#[test]
fn names_end_as_programs_want_them() {
    let place = place();
    let crashes = "crashes ./ending -i in --minimise 0 -o report --json -- @@.wv";
    let report = place.fz(crashes).ends(1).json();
    assert_eq!(
        report["bugs"][0]["inputs"].as_array().unwrap().len(),
        1,
        "{report:#}"
    );
    let again = report["bugs"][0]["again"][0][1].as_str().unwrap();
    assert!(again.ends_with(".input.wv"), "{again}");
    let _ = place.run(again).fails();
    // The program looks at the end of the name: of another it hears nothing.
    let said = place.refuses("crashes ./ending -i in --minimise 0 -o other -- @@.png");
    assert!(said.contains("no input changes what it does"), "{said}");
    place.says("cov collect ./ending -i in -o a.fzcov -- @@.wv");
    let said = place.prints("cov report a.fzcov --at ending.c:11");
    assert!(said.contains("3 inputs"), "{said}");
}

#[test]
fn what_reads_its_input_is_left_alone() {
    let place = place();
    for command in COMMANDS {
        let line = line(command, "stdin", "in", "");
        let code = if command.0 == "crashes" { 1 } else { 0 };
        let _ = place.fz(&line).ends(code);
    }
    // Nothing can be read of an empty input.
    place.inputs("empty", [("e", "")]);
    place.says("cov collect ./stdin -i empty -o e.fzcov");
}
