//! The tables of the schema are consistent, and errors read the same everywhere.

use fz_schema::{
    Options, PASSES, PassText, Placement, Setter, ValueKind, find, misspelt,
    passes::{byte_split, edges, select_reedge, selection, split_calls, unit_record},
};

#[test]
fn passes_are_sorted_and_unique() {
    assert!(PASSES.windows(2).all(|w| w[0].name < w[1].name));
}

#[test]
fn every_name_is_plain() {
    let is_plain = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    for pass in PASSES {
        let words = pass.options.iter().flat_map(|o| o.words()).map(|w| w.name);
        let options = pass.options.iter().map(|o| o.name);
        for name in options.chain(words).chain([pass.name]) {
            assert!(is_plain(name), "{}: {name}", pass.name);
        }
    }
}

#[test]
fn every_option_is_unique_described_and_has_a_default_that_it_takes() {
    for pass in PASSES {
        assert!(!pass.summary.is_empty(), "{}", pass.name);
        for (at, option) in pass.options.iter().enumerate() {
            let place = format!("{} {}", pass.name, option.name);
            assert!(!option.summary.is_empty(), "{place}");
            assert!(!option.summary.ends_with('.'), "{place}: it is a fragment");
            assert!(
                pass.options[..at].iter().all(|o| o.name != option.name),
                "{place}"
            );
            let words = option.words();
            for (at, word) in words.iter().enumerate() {
                assert!(words[..at].iter().all(|w| w.name != word.name), "{place}");
            }
            match option.default() {
                Some(default) => assert_eq!(option.check(Some(&default)), Ok(default), "{place}"),
                None => assert!(matches!(option.kind, ValueKind::Text { .. }), "{place}"),
            }
        }
    }
}

/// A pass that profiles cannot place has no options for profiles, unless a `[feedback.…]` table can set them.
#[test]
fn options_are_set_where_their_pass_is_placed() {
    for pass in PASSES {
        if let Placement::Driver(instead) = pass.placement
            && !instead.contains("[feedback.")
        {
            for option in pass.options {
                assert!(
                    matches!(option.setter, Setter::Driver(_)),
                    "{}",
                    option.name
                );
            }
        }
    }
}

fn options(text: &str) -> Result<Options, String> {
    let text = PassText::decode(text)?;
    Options::of(find(&text.name).expect("a pass of ours"), &text)
}

#[test]
fn what_is_not_named_has_its_default() {
    let options = options("edges<context=callsite;max-contexts=7;check>").unwrap();
    assert_eq!(options.get(&edges::COUNT), edges::Count::Saturate);
    assert_eq!(options.get(&edges::CONTEXT), edges::Context::Callsite);
    assert_eq!(options.get(&edges::MAX_CONTEXTS), 7);
    assert!(
        options.get(&edges::CHECK) && options.get(&edges::PCS) && !options.get(&edges::COVERAGE)
    );
    assert_eq!(options.get(&edges::TABLE), None);
    let defaults = Options::defaults(&split_calls::PASS);
    assert_eq!(defaults.get(&split_calls::UNROLL), 32);
    assert_eq!(defaults.get(&split_calls::MODE), split_calls::Mode::Full);
}

#[test]
fn sets_and_texts_come_in_their_order() {
    use select_reedge::DecisionKind::{Logic, Sum};
    let some = options("select-reedge<kinds=sum+logic>").unwrap();
    assert_eq!(some.get(&select_reedge::KINDS), [Sum, Logic]);
    let all = Options::defaults(&select_reedge::PASS);
    assert_eq!(all.get(&select_reedge::KINDS).len(), 8);
    let rules = options("selection<deny=b;allow=x;deny=a%2C>").unwrap();
    assert_eq!(rules.get(&selection::DENY), ["b", "a,"]);
    assert_eq!(rules.get(&selection::DENY_LIST), [""; 0]);
    let record = options("unit-record<profile=./my%20own.toml>").unwrap();
    let profile = record.get(&unit_record::PROFILE);
    assert_eq!(profile.as_deref(), Some("./my own.toml"));
}

#[test]
#[should_panic(expected = "pass `edges` has no option `floats`")]
fn an_option_of_another_pass_is_a_bug() {
    Options::defaults(&edges::PASS).get(&byte_split::FLOATS);
}

/// The error texts that the plugin and the profile loader show.
#[test]
fn what_is_wrong_is_said_with_what_is_right() {
    for (text, says) in [
        (
            "edges<cuont=wrap>",
            "unknown option `cuont` (did you mean `count`?); it takes count, form, stage, prune, nodes, context, max-contexts, \
             check, pcs, records, coverage, mcdc, graph, table, origin, text",
        ),
        (
            "split-returns<hard>",
            "unknown option `hard`; it takes no options",
        ),
        (
            "edges<prune=paths>",
            "`prune=paths`: `prune` is one of none, novelty, path (did you mean `path`?)",
        ),
        (
            "edges<prune=on>",
            "`prune` is one of none, novelty, path; not a truth value",
        ),
        (
            "edges<prune>",
            "`prune` needs a value: `prune` is one of none, novelty, path",
        ),
        ("edges<prune=none;prune=path>", "`prune` is there twice"),
        (
            "byte-split<floats=true>",
            "`floats=true`: `floats` is on or off, in a profile true or false (did you mean `on`?)",
        ),
        (
            "select-reedge<kinds=logic+logics>",
            "`kinds=logics`: `kinds` is one of select, logic, truth, minmax, saturate, lookup, range, sum, or several \
             joined by `+` (did you mean `logic`?)",
        ),
        (
            "split-calls<unroll=257>",
            "`unroll` is a number from 1 to 256, not `257`",
        ),
        (
            "split-calls<unroll=on>",
            "`unroll` is a number from 1 to 256; not a truth value",
        ),
        (
            "edges<max-contexts=-1>",
            "`max-contexts` is a number from 0 to 65535, not `-1`",
        ),
    ] {
        assert_eq!(options(text).unwrap_err(), says, "{text}");
    }
}

#[test]
fn only_what_must_be_a_slip_is_one() {
    let meant = |name| misspelt(name).map(|p| p.name);
    assert_eq!(meant("edgs"), Some("edges"));
    assert_eq!(meant("byte-splt"), Some("byte-split"));
    assert_eq!(meant("selectreedge"), Some("select-reedge"));
    assert_eq!(meant("edges"), None);
    // LLVM's.
    for name in ["lint", "sink", "cfguard", "coro-split", "globaldce"] {
        assert_eq!(meant(name), None, "{name}");
    }
}
