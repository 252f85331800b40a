//! All that a store knows, identity by identity.

use std::io::{self, Write};

use fz_coverage::{crashes::DEPTH, identities::Kind};
use serde_json::json;

use crate::measure::Measure;

pub fn write(measure: &Measure, out: &mut impl Write) -> io::Result<()> {
    let matrix = measure.matrix;
    let catalogue = &matrix.catalogue;
    let builds = matrix.builds.iter();
    let builds: Vec<_> = builds
        .map(|b| json!({"fingerprint": b.fingerprint, "program": b.program, "identities": b.members.len()}))
        .collect();
    let runs: Vec<_> = matrix.runs.iter().map(|r| &r.run).collect();
    write!(out, "{{\"builds\": {},\n\"runs\": ", json!(builds))?;
    writeln!(out, "{},", json!(runs))?;
    let crashes = matrix.crashes.iter();
    let crashes: Vec<_> = crashes
        .map(|c| {
            json!({
                "run": runs[c.run].title(),
                "input": String::from_utf8_lossy(&c.input),
                "time": c.time,
                "what": c.what,
                "bug": format!("{:016x}", c.key(DEPTH)),
                "location": c.location(),
                "frames": c.frames,
                "left-out": c.left_out,
            })
        })
        .collect();
    writeln!(out, "\"stacks\": {},", json!(crashes))?;
    let [inputs, crashed] = [matrix.sum(|r| r.inputs), matrix.sum(|r| r.crashes)];
    write!(out, "\"inputs\": {inputs}, \"crashes\": {crashed}, ")?;
    let timeouts = matrix.sum(|r| r.timeouts);
    write!(out, "\"timeouts\": {timeouts},\n\"identities\": [")?;
    // A line each, as it comes: there may be millions.
    let identities = catalogue.identities.iter().enumerate();
    for (number, identity) in identities.filter(|(_, i)| i.kind != Kind::Line) {
        let function = &catalogue.functions[identity.function];
        let place = identity.place.as_ref();
        let row = json!({
            "key": format!("{:016x}", identity.key),
            "kind": identity.kind.name(),
            "function": function.symbol,
            "file": place.map(|p| catalogue.path(&p.file)),
            "line": place.map(|p| p.line),
            "column": place.map(|p| p.column),
            "macro": identity.expansion,
            "text": identity.text,
            "outcome": identity.outcome,
            "nth": identity.nth,
            "unstable": identity.is_unstable,
            "inputs": matrix.inputs[number],
            "runs": matrix.runs.iter().filter(|r| r.set.contains(number)).count(),
            "reachable": measure.counts(number),
        });
        let separator = if number == 0 { "" } else { "," };
        write!(out, "{separator}\n{row}")?;
    }
    write!(out, "\n],\n\"decisions\": [")?;
    for ((decision, shown), number) in measure.decisions.iter().zip(0..) {
        let place = decision.place.as_ref();
        let conditions = decision.asked.iter().zip(&shown.pairs);
        let conditions: Vec<_> = conditions
            .map(|(asked, pair)| json!({"text": asked.text, "always": asked.known, "pair": pair}))
            .collect();
        let evaluations: Vec<_> = shown
            .evaluations
            .iter()
            .map(|e| json!({"answers": e.answers, "result": e.result}))
            .collect();
        let row = json!({
            "key": format!("{:016x}", decision.key),
            "file": place.map(|p| catalogue.path(&p.file)),
            "line": place.map(|p| p.line),
            "column": place.map(|p| p.column),
            "macro": decision.expansion,
            "text": decision.text,
            "recorded": decision.is_recorded,
            "lost": shown.lost,
            "conditions": conditions,
            "evaluations": evaluations,
        });
        let separator = if number == 0 { "" } else { "," };
        write!(out, "{separator}\n{row}")?;
    }
    writeln!(out, "\n]}}")
}
