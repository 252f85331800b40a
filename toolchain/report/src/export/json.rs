//! All that a store knows, identity by identity.

use std::io::{self, Write};

use fz_coverage::{
    crashes::DEPTH,
    store::Store,
    tally::{Selection, Tally},
};
use serde_json::json;

pub fn write(
    tally: &Tally,
    store: &Store,
    selection: &Selection,
    out: &mut impl Write,
) -> io::Result<()> {
    let runs = store.runs.iter().filter(|r| selection.has(r));
    let builds = store.builds.iter();
    let builds: Vec<_> = builds
        .map(|b| json!({"fingerprint": b.fingerprint, "program": b.program, "identities": b.members.len()}))
        .collect();
    write!(out, "{{\"builds\": {},\n\"runs\": ", json!(builds))?;
    writeln!(out, "{},", json!(runs.collect::<Vec<_>>()))?;
    let crashes = store.crashes.iter();
    let crashes = crashes.filter(|c| selection.has(&store.runs[c.run]));
    let crashes: Vec<_> = crashes
        .map(|c| {
            json!({
                "run": store.runs[c.run].title(),
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
    write!(
        out,
        "\"inputs\": {}, \"crashes\": {}, ",
        tally.inputs, tally.crashes
    )?;
    write!(out, "\"timeouts\": {},\n\"identities\": [", tally.timeouts)?;
    // A line each, as it comes: there may be millions.
    for (number, identity) in tally.catalogue.identities.iter().enumerate() {
        let function = &tally.catalogue.functions[identity.function];
        let place = identity.place.as_ref();
        let row = json!({
            "key": format!("{:016x}", identity.key),
            "kind": identity.kind.name(),
            "function": function.symbol,
            "file": place.map(|p| tally.catalogue.path(&p.file)),
            "line": place.map(|p| p.line),
            "column": place.map(|p| p.column),
            "macro": identity.expansion,
            "text": identity.text,
            "outcome": identity.outcome,
            "nth": identity.nth,
            "unstable": identity.is_unstable,
            "inputs": tally.reached[number],
            "runs": tally.in_runs[number],
        });
        let separator = if number == 0 { "" } else { "," };
        write!(out, "{separator}\n{row}")?;
    }
    write!(out, "\n],\n\"decisions\": [")?;
    for ((decision, shown), number) in tally.decisions().into_iter().zip(0..) {
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
            "file": place.map(|p| tally.catalogue.path(&p.file)),
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
