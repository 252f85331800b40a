//! Stores as they should be, and damaged ones.

mod strangers;

use std::fs;

use super::*;
use crate::{
    samples::{build, catalogue, crash_in, flow, input, run},
    unrecorded::Unrecorded,
};

fn make(path: &Path) -> Vec<(usize, Input)> {
    let catalogue = catalogue(0..40);
    let mut builds = vec![build(&catalogue)];
    builds[0].unrecorded.push(Unrecorded {
        image: "p".to_owned(),
        source: "b.S".to_owned(),
        why: "assembly".to_owned(),
    });
    let flow = flow(&catalogue);
    let mut store = Store::create(path, catalogue, builds, &flow).unwrap();
    let inputs = [input("one", 40, &[1, 2]), input("two", 40, &[1, 3, 39])];
    for name in ["a", "b"] {
        let number = store.run(&run(name)).unwrap();
        assert_eq!(store.run(&run(name)).unwrap(), number);
        store.add(number, &inputs).unwrap();
    }
    store.mark_unstable(&Set::of(40, [3])).unwrap();
    store.add_crashes(vec![crash_in(1, "two")]).unwrap();
    (0..2)
        .flat_map(|run| inputs.clone().map(|i| (run, i)))
        .collect()
}

fn inputs_of(store: &Store) -> Result<Vec<(usize, Input)>> {
    let mut found = Vec::new();
    store.each_input(|run, input| found.push((run, input)))?;
    Ok(found)
}

#[test]
fn stores_are_read_as_they_were_written() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("s.fzcov");
    let inputs = make(&path);
    let store = Store::open(&path).unwrap();
    assert_eq!(inputs_of(&store).unwrap(), inputs);
    let mut expected = catalogue(0..40);
    expected.identities[3].is_unstable = true;
    assert_eq!(store.catalogue, expected);
    assert_eq!(store.builds[0].members, build(&expected).members);
    assert_eq!(store.builds[0].unrecorded[0].source, "b.S");
    assert_eq!(store.flow().unwrap(), Some(flow(&expected)));
    assert_eq!(store.runs, [run("a"), run("b")]);
    assert_eq!(store.crashes, [crash_in(1, "two")]);
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
}

#[test]
fn what_a_run_has_used_grows() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("s.fzcov");
    make(&path);
    let used = |wall, cpu| Run {
        used: Used {
            wall,
            cpu,
            ..Used::default()
        },
        ..run("a")
    };
    let mut store = Store::open_for_writing(&path).unwrap();
    for later in [used(Some(5), None), used(Some(3), Some(9))] {
        assert_eq!(store.run(&later).unwrap(), 0);
    }
    let read = Store::open(&path).unwrap();
    assert_eq!(read.runs, [used(Some(5), Some(9)), run("b")]);
}

#[test]
fn two_writers_notice_each_other() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("s.fzcov");
    make(&path);
    let [mut one, mut two] = [(); 2].map(|()| Store::open_for_writing(&path).unwrap());
    one.add(0, &[input("x", 40, &[])]).unwrap();
    let error = two.add(0, &[input("y", 40, &[])]).unwrap_err().to_string();
    assert!(error.contains("another `fz cov collect`"), "{error}");
    assert_eq!(inputs_of(&Store::open(&path).unwrap()).unwrap().len(), 5);
}

/// Whatever bit is changed and wherever the file ends: it is refused, or read as it was.
#[test]
fn damaged_stores_are_never_read_wrongly() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("s.fzcov");
    let inputs = make(&path);
    let (good, good_runs) = (Store::open(&path).unwrap().catalogue, ["a", "b"].map(run));
    let bytes = fs::read(&path).unwrap();
    let look = |data: &[u8]| -> bool {
        let broken = scratch.path().join("broken.fzcov");
        fs::write(&broken, data).unwrap();
        let read = Store::open(&broken).and_then(|s| Ok((inputs_of(&s)?, s)));
        let _ = fs::remove_file(scratch.path().join("broken.fzcov-journal"));
        match read {
            Err(error) => {
                let said = error.to_string();
                assert!(said.contains("broken.fzcov: "), "{said}");
                true
            }
            Ok((found, store)) => {
                assert_eq!(found, inputs);
                assert_eq!(store.catalogue, good);
                assert_eq!(store.runs, good_runs);
                assert_eq!(store.crashes, [crash_in(1, "two")]);
                false
            }
        }
    };
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(37) {
        let mut broken = bytes.clone();
        broken[at] ^= 1 << (at % 8);
        refused += usize::from(look(&broken));
    }
    assert!(refused > 20, "{refused}");
    for end in (0..bytes.len()).step_by(509) {
        assert!(look(&bytes[..end]), "{end}");
    }
}

#[test]
fn what_is_no_store_is_refused_in_words() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("s.fzcov");
    let refused = || Store::open(&path).unwrap_err().to_string();
    assert!(refused().contains("No such file"), "{}", refused());
    fs::write(
        &path,
        "no database, but a text that is long enough to be looked at in earnest by anyone",
    )
    .unwrap();
    assert!(
        refused().contains("not written by `fz cov collect`"),
        "{}",
        refused()
    );
    fs::write(&path, "").unwrap();
    assert!(refused().contains("it is an empty file"), "{}", refused());
    fs::remove_file(&path).unwrap();
    Connection::open(&path)
        .unwrap()
        .execute("CREATE TABLE t (x)", [])
        .unwrap();
    assert!(refused().contains("did not write it"), "{}", refused());
    fs::remove_file(&path).unwrap();
    make(&path);
    Connection::open(&path)
        .unwrap()
        .pragma_update(None, "user_version", 9)
        .unwrap();
    assert!(
        refused().contains("version 9, and this fz knows 5: use the fz that wrote it"),
        "{}",
        refused()
    );
    Connection::open(&path)
        .unwrap()
        .pragma_update(None, "user_version", 4)
        .unwrap();
    assert!(
        refused().contains("version 4, and this fz knows 5: collect again"),
        "{}",
        refused()
    );
    let error = Store::create(&path, catalogue(0..1), Vec::new(), &Flow::default()).unwrap_err();
    assert!(error.to_string().contains("there already"), "{error}");
}
