//! SARIF 2.1.0, for what shows findings beside code.

use fz_base::words::visible;
use fz_coverage::crashes::Frame;
use serde_json::{Value, json};

use super::{Bug, Report, text};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// What paths are relative to.
const BASE: &str = "SRCROOT";

pub fn of(report: &Report, version: &str) -> Value {
    let mut kinds: Vec<&str> = report.bugs.iter().map(|b| &*b.fault.what).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let results: Vec<Value> = report
        .bugs
        .iter()
        .map(|bug| {
            let rule = kinds.iter().position(|k| *k == bug.fault.what);
            result(bug, rule.unwrap_or(0))
        })
        .collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "fz crashes",
            "semanticVersion": version,
            "rules": rules,
        }},
        "columnKind": "utf16CodeUnits",
        "results": results,
    });
    if report.root.starts_with('/') {
        let uri = format!("file://{}/", uri(&report.root));
        run["originalUriBaseIds"] = json!({ BASE: { "uri": uri } });
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

fn rule(kind: &str) -> Value {
    json!({
        "id": id(kind),
        "shortDescription": { "text": visible(kind) },
        "defaultConfiguration": { "level": "error" },
    })
}

/// Of the characters that identifiers of rules have.
fn id(kind: &str) -> String {
    let words = kind
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|w| !w.is_empty());
    let words: Vec<&str> = words.collect();
    format!("crash/{}", words.join("-"))
}

fn result(bug: &Bug, rule: usize) -> Value {
    let mut said = vec![bug.title.clone()];
    said.extend(bug.fault.message.iter().cloned());
    if bug.is_flaky {
        said.push(format!("Flaky: {}.", text::flaky(bug)));
    }
    let said: Vec<String> = said.iter().map(|s| visible(s)).collect();
    let mut result = json!({
        "ruleId": id(&bug.fault.what),
        "ruleIndex": rule,
        "level": "error",
        "kind": "fail",
        "message": { "text": said.join("\n") },
        "partialFingerprints": {
            "fzBug/v1": bug.key,
            "fzFunctions/v1": bug.fingerprint,
        },
        "occurrenceCount": bug.inputs.len(),
        "properties": {
            "build": bug.build,
            "flaky": bug.is_flaky,
            "input": bug.smallest.file,
        },
    });
    if let Some(location) = bug.fault.site().and_then(|site| location(site, bug)) {
        result["locations"] = json!([location]);
    }
    let frames = bug.fault.frames.iter();
    let frames: Vec<Value> = frames.map(frame).collect();
    if !frames.is_empty() {
        result["stacks"] = json!([{ "frames": frames }]);
    }
    result
}

fn frame(frame: &Frame) -> Value {
    let mut location = place(frame).unwrap_or_else(|| json!({}));
    if !frame.function.is_empty() {
        let logical = json!([{ "fullyQualifiedName": visible(&frame.function) }]);
        location["logicalLocations"] = logical;
    }
    json!({ "module": visible(&frame.module), "location": location })
}

/// With the line itself, where it is known.
fn location(site: &Frame, bug: &Bug) -> Option<Value> {
    let mut location = place(site)?;
    let excerpt = bug
        .excerpts
        .iter()
        .find(|e| e.line == site.line && e.file == site.file);
    let line = excerpt.and_then(|e| e.lines.iter().find(|(n, _)| *n == e.line));
    if let Some((_, line)) = line {
        location["physicalLocation"]["region"]["snippet"] = json!({ "text": visible(line) });
    }
    Some(location)
}

fn place(frame: &Frame) -> Option<Value> {
    if frame.file.is_empty() {
        return None;
    }
    let mut artifact = json!({ "uri": uri(&frame.file) });
    match frame.file.starts_with('/') {
        true => artifact["uri"] = json!(format!("file://{}", uri(&frame.file))),
        false => artifact["uriBaseId"] = json!(BASE),
    }
    let mut physical = json!({ "artifactLocation": artifact });
    if frame.line > 0 {
        physical["region"] = json!({ "startLine": frame.line });
    }
    Some(json!({ "physicalLocation": physical }))
}

/// A path as a part of an address.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(byte as char);
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{super::tests::sample, *};

    #[test]
    fn results_have_rules_places_and_fingerprints() {
        let report = sample();
        let sarif = of(&report, "1.2.3");
        assert_eq!(sarif["version"], "2.1.0");
        let run = &sarif["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), report.bugs.len());
        for result in results {
            let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let key = result["partialFingerprints"]["fzBug/v1"].as_str().unwrap();
            assert_eq!(key.len(), 16);
        }
        let physical = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "src/a%20%3Cb%3E.c");
        assert_eq!(physical["artifactLocation"]["uriBaseId"], BASE);
        assert_eq!(physical["region"]["startLine"], 3);
        assert_eq!(
            physical["region"]["snippet"]["text"],
            "  p[4] = 1; ⟪U+001B⟫[31m"
        );
        assert_eq!(run["originalUriBaseIds"][BASE]["uri"], "file:///s/");
        // Without a stack there is no place.
        assert!(results[1].get("locations").is_none());
        assert!(!sarif.to_string().contains('\u{1b}'));
        assert_eq!(id("index N out of bounds"), "crash/index-N-out-of-bounds");
    }
}
