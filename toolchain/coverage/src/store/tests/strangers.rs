//! What a stranger may have put into a store, or beside it.

use std::{ffi::CString, os::unix::fs::symlink, time::Instant};

use tempfile::TempDir;

use super::*;
use crate::store::table::{TABLES, value};

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        make(&place.store());
        place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn store(&self) -> PathBuf {
        self.file("s.fzcov")
    }

    fn journal(&self) -> PathBuf {
        self.file("s.fzcov-journal")
    }

    fn connection(&self) -> Connection {
        Connection::open(self.store()).unwrap()
    }

    /// Every file, with what is in it.
    fn content(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let files = fs::read_dir(self.0.path()).unwrap();
        let paths = files.map(|f| f.unwrap().path());
        let mut all: Vec<_> = paths.map(|p| (p.clone(), fs::read(p).unwrap())).collect();
        all.sort();
        all
    }

    /// What a reader and a writer say; the store and everything beside it stay as they are.
    fn refused(&self, expected: &str) {
        let before = self.content();
        let ways: [fn(&Path) -> Result<Store>; 2] = [Store::open, Store::open_for_writing];
        for open in ways {
            let start = Instant::now();
            let error = open(&self.store()).unwrap_err().to_string();
            assert!(error.contains("s.fzcov: "), "{error}");
            assert!(error.contains(expected), "{expected}: {error}");
            assert!(error.len() < 1000, "{error}");
            assert!(start.elapsed().as_secs() < 10, "{expected}");
        }
        assert!(before == self.content(), "{expected}");
    }
}

/// A journal that was written for another database, too, and names the file that says so.
fn forged_journal(store: &Path, named: &Path) -> Vec<u8> {
    let bytes = fs::read(store).unwrap();
    let page = u32::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let magic = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let pages = bytes.len() as u32 / page;
    let mut journal = magic.to_vec();
    for number in [0, 0, pages, 512, page] {
        journal.extend(number.to_be_bytes());
    }
    journal.resize(512, 0);
    let name = named.to_str().unwrap().as_bytes();
    journal.extend((0x4000_0000 / page + 1).to_be_bytes());
    journal.extend(name);
    journal.extend((name.len() as u32).to_be_bytes());
    let sum: u32 = name.iter().map(|b| u32::from(*b)).sum();
    journal.extend(sum.to_be_bytes());
    journal.extend(magic);
    journal
}

#[test]
fn a_journal_that_names_another_file_is_refused() {
    let place = Place::new();
    let precious = place.file("precious");
    fs::write(&precious, "a thesis").unwrap();
    let forged = forged_journal(&place.store(), &precious);
    fs::write(place.journal(), &forged).unwrap();
    place.refused("its journal names another file");
    let error = Store::make_way(&place.store()).unwrap_err().to_string();
    assert!(error.contains("names another file"), "{error}");
    // By another name of the store, which SQLite follows to the journal.
    symlink(place.store(), place.file("other.fzcov")).unwrap();
    let error = Store::open(&place.file("other.fzcov")).unwrap_err();
    assert!(error.to_string().contains("names another file"), "{error}");
    // Of an empty store, and of none.
    for is_there in [true, false] {
        match is_there {
            true => fs::write(place.store(), "").unwrap(),
            false => fs::remove_file(place.store()).unwrap(),
        }
        let catalogue = catalogue(0..3);
        let made = Store::create(&place.store(), catalogue, Vec::new(), &Flow::default());
        let error = made.unwrap_err().to_string();
        assert!(error.contains("names another file"), "{error}");
    }
    let error = Store::make_way(&place.store()).unwrap_err().to_string();
    assert!(error.contains("s.fzcov-journal is beside it"), "{error}");
    assert_eq!(fs::read(&precious).unwrap(), b"a thesis");
    assert_eq!(fs::read(place.journal()).unwrap(), forged);
}

/// Takes what a writer that is killed at this moment leaves: half of its changes, and the journal.
fn interrupted() -> (Place, Catalogue) {
    let (place, left) = (Place::new(), Place(tempfile::tempdir().unwrap()));
    let good = Store::open(&place.store()).unwrap().catalogue;
    let whole = fs::read(place.store()).unwrap();
    let writer = place.connection();
    writer.pragma_update(None, "cache_size", 1).unwrap();
    let all = "BEGIN; UPDATE identities SET nth = 9, sum = 1; UPDATE texts SET text = 'x' || text;
        CREATE TABLE more AS SELECT * FROM identities; DROP TABLE flow;";
    writer.execute_batch(all).unwrap();
    for name in ["s.fzcov", "s.fzcov-journal"] {
        fs::copy(place.file(name), left.file(name)).unwrap();
    }
    let journal = fs::read(left.journal()).unwrap();
    assert!(journal.starts_with(&[0xd9, 0xd5]), "it is not hot");
    assert!(
        fs::read(left.store()).unwrap() != whole,
        "nothing is half done"
    );
    (left, good)
}

#[test]
fn what_an_interrupted_writer_has_left_is_undone() {
    let (place, good) = interrupted();
    let before = place.content();
    for _ in 0..2 {
        let store = Store::open(&place.store()).unwrap();
        assert_eq!(store.catalogue, good);
        assert_eq!(inputs_of(&store).unwrap().len(), 4);
        assert_eq!(store.flow().unwrap(), Some(flow(&good)));
        assert!(before == place.content(), "a reader has written");
    }
    let mut store = Store::open(&place.store()).unwrap();
    let error = store.add(0, &[input("x", 40, &[])]).unwrap_err();
    assert!(error.to_string().contains("written to"), "{error}");
    let mut store = Store::open_for_writing(&place.store()).unwrap();
    assert!(!place.journal().exists());
    store.add(0, &[input("x", 40, &[])]).unwrap();
    let store = Store::open(&place.store()).unwrap();
    assert_eq!(store.catalogue, good);
    assert_eq!(inputs_of(&store).unwrap().len(), 5);
    // What takes its place would be rolled back, too.
    let (place, _) = interrupted();
    Store::make_way(&place.store()).unwrap();
    assert!(!place.journal().exists());
}

#[test]
fn what_seems_large_is_not_copied() {
    let (place, good) = interrupted();
    let file = fs::File::options().write(true).open(place.store()).unwrap();
    file.set_len(1 << 40).unwrap();
    let start = Instant::now();
    assert_eq!(Store::open(&place.store()).unwrap().catalogue, good);
    assert!(start.elapsed().as_secs() < 10);
}

#[test]
fn a_reader_and_a_writer_do_not_disturb_each_other() {
    let place = Place::new();
    let good = Store::open(&place.store()).unwrap().catalogue;
    let writer = place.connection();
    let all = "BEGIN; UPDATE identities SET nth = 9, sum = 1;";
    writer.execute_batch(all).unwrap();
    assert!(place.journal().exists());
    let start = Instant::now();
    let store = Store::open(&place.store()).unwrap();
    assert_eq!(store.catalogue, good);
    assert!(start.elapsed().as_secs() < 10);
    writer.execute_batch("ROLLBACK").unwrap();
    // The reader holds nothing while nobody asks it.
    let mut store = Store::open_for_writing(&place.store()).unwrap();
    let reader = Store::open(&place.store()).unwrap();
    store.add(1, &[input("x", 40, &[1])]).unwrap();
    assert_eq!(inputs_of(&reader).unwrap().len(), 4);
}

/// Stores are read while each commit of a writer is at any stage.
#[test]
fn a_reader_sees_a_moment() {
    let place = Place::new();
    let mut store = Store::open_for_writing(&place.store()).unwrap();
    let path = place.store();
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            for _ in 0..8 {
                Store::open(&path).unwrap();
            }
        });
        for at in 0.. {
            if reader.is_finished() {
                break;
            }
            let run = store.run(&run(&format!("r{at}"))).unwrap();
            store.add(run, &[input("x", 40, &[1])]).unwrap();
        }
    });
}

#[test]
fn a_log_of_what_is_to_be_written_is_refused() {
    for ending in ["-wal", "-shm"] {
        let place = Place::new();
        fs::write(place.file(&format!("s.fzcov{ending}")), "").unwrap();
        place.refused(&format!("s.fzcov{ending} is beside it"));
    }
    let place = Place::new();
    place
        .connection()
        .pragma_update(None, "journal_mode", "wal")
        .unwrap();
    place.refused("with a write-ahead log");
}

#[test]
fn what_is_no_file_makes_nobody_wait() {
    let fifo = |path: &Path| {
        let name = CString::new(path.to_str().unwrap()).unwrap();
        // SAFETY: the name ends with a zero.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
    };
    let folder = |path: &Path| fs::create_dir(path).unwrap();
    let link = |path: &Path| symlink("/dev/zero", path).unwrap();
    let wrong: [&dyn Fn(&Path); 3] = [&fifo, &folder, &link];
    for make_wrong in wrong {
        let place = Place::new();
        make_wrong(&place.journal());
        for open in [Store::open, Store::open_for_writing] {
            let error = open(&place.store()).unwrap_err().to_string();
            assert!(error.contains("s.fzcov-journal: it is no"), "{error}");
        }
        fs::remove_file(place.store()).unwrap();
        make_wrong(&place.store());
        for open in [Store::open, Store::open_for_writing] {
            let error = open(&place.store()).unwrap_err().to_string();
            assert!(error.contains("it is not a regular file"), "{error}");
        }
    }
}

#[test]
fn a_name_is_not_taken_for_an_address() {
    let place = Place::new();
    let odd = place.file("file:s.fzcov?immutable=1#x");
    fs::copy(place.store(), &odd).unwrap();
    fs::remove_file(place.store()).unwrap();
    Store::open(&odd).unwrap();
    Store::open_for_writing(&odd).unwrap();
}

#[test]
fn only_the_tables_of_a_store_are_read() {
    let endless = "WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c)";
    let view = |of: &str| format!("DROP TABLE texts; CREATE VIEW texts AS {of}");
    let again = |of: &str| format!("DROP TABLE runs; CREATE TABLE runs ({of})");
    let columns = "campaign TEXT, fuzzer TEXT, configuration TEXT, name TEXT, clock TEXT, wall INTEGER, cpu INTEGER, \
        executions INTEGER, memory INTEGER";
    let made = |number: &str, end: &str| {
        again(&format!(
            "number INTEGER PRIMARY KEY{number}, {columns}, sum INTEGER NOT NULL{end}"
        ))
    };
    let strange = [
        view(&format!(
            "{endless} SELECT 0 AS number, 'n.c' AS text, 0 AS sum FROM c"
        )),
        view("SELECT 0 AS number, hex(zeroblob(450000000)) AS text, 0 AS sum"),
        "CREATE VIEW more AS SELECT 1".to_owned(),
        "CREATE TRIGGER t AFTER INSERT ON blocks BEGIN DELETE FROM builds; END".to_owned(),
        "CREATE TABLE more (x)".to_owned(),
        "CREATE INDEX i ON runs (name)".to_owned(),
        "CREATE INDEX i ON runs (hex(name))".to_owned(),
        "CREATE INDEX i ON runs (name) WHERE length(name) > 3".to_owned(),
        "CREATE VIRTUAL TABLE more USING fts5(x)".to_owned(),
        "CREATE TABLE more (x INTEGER PRIMARY KEY AUTOINCREMENT)".to_owned(),
        "ANALYZE".to_owned(),
        made(" CHECK (length(hex(zeroblob(1000000))) > 0)", ""),
        made(" DEFAULT 3", ""),
        made("", ", x GENERATED ALWAYS AS (hex(zeroblob(900000000)))"),
        made("", ", FOREIGN KEY (name) REFERENCES texts"),
        format!("{} WITHOUT ROWID", made("", "")),
        format!("{} STRICT", made("", "")),
        // As ours, but for a space, and a table of another name.
        made("", " "),
        "ALTER TABLE runs RENAME TO walks".to_owned(),
        "ALTER TABLE runs ADD COLUMN more".to_owned(),
    ];
    for sql in strange {
        let place = Place::new();
        place.connection().execute_batch(&sql).unwrap();
        place.refused("that `fz cov collect` does not make");
    }
    let place = Place::new();
    place
        .connection()
        .execute_batch("DROP TABLE crashes")
        .unwrap();
    place.refused("no such table");
    // More than anybody should have to look at.
    let place = Place::new();
    let many: String = (0..3000)
        .map(|n| format!("CREATE TABLE t{n} (x);"))
        .collect();
    place
        .connection()
        .execute_batch(&format!("BEGIN; {many} COMMIT"))
        .unwrap();
    place.refused("schema that has no end");
    let place = Place::new();
    let long = format!("CREATE TABLE t (x /* {} */)", "x".repeat(100_000));
    place.connection().execute_batch(&long).unwrap();
    place.refused("longer than any of a store");
}

/// Changes rows, and makes their sums good again.
fn lie(place: &Place, sql: &str) {
    let mut words = sql
        .split(' ')
        .skip_while(|w| ["UPDATE", "DELETE", "FROM"].contains(w));
    let name = words.next().unwrap();
    let table = TABLES.iter().find(|t| t.name == name).unwrap();
    let connection = place.connection();
    connection.execute(sql, []).unwrap();
    let mut rows: Vec<Vec<Value>> = Vec::new();
    let mut query = connection
        .prepare(&format!("SELECT * FROM {}", table.name))
        .unwrap();
    let columns = query.column_count() - 1;
    let mut found = query.query([]).unwrap();
    while let Some(row) = found.next().unwrap() {
        let values = (0..columns).map(|c| value(row.get_ref(c).unwrap()));
        // What cannot be read need have no sum.
        let Ok(values) = values.collect() else { return };
        rows.push(values);
    }
    let delete = format!("DELETE FROM {}", table.name);
    connection.execute(&delete, []).unwrap();
    for row in rows {
        insert(&connection, table, row).unwrap();
    }
}

const LIES: &str = "
UPDATE meta SET value = -1 WHERE name = 'rows runs'
UPDATE meta SET value = 9223372036854775807 WHERE name = 'rows blocks'
UPDATE meta SET value = 'many' WHERE name = 'rows texts'
UPDATE meta SET value = x'00' WHERE name = 'root'
DELETE FROM meta WHERE name = 'root'
UPDATE functions SET number = -5
UPDATE functions SET symbol = x'ff'
UPDATE functions SET symbol = CAST(x'ff' AS TEXT)
UPDATE functions SET symbol = printf('%20000000d', 1)
UPDATE texts SET number = number + 1000
UPDATE identities SET kind = 99
UPDATE identities SET function = 1000000000
UPDATE identities SET function = -1
UPDATE identities SET text = 1 << 40
UPDATE identities SET file = -1
UPDATE identities SET line = -1
UPDATE identities SET line = 4294967295
UPDATE identities SET col = 1 << 33
UPDATE identities SET col = 'one'
UPDATE identities SET nth = -1
UPDATE extents SET line = 1 << 40
UPDATE extents SET identity = identity + 1000000
UPDATE unrecorded SET build = 'none'
UPDATE builds SET members = x'01ffffffffffffffff7f00'
UPDATE builds SET members = zeroblob(0)
UPDATE runs SET wall = -1
UPDATE runs SET memory = 9223372036854775807
UPDATE crashes SET run = 2
UPDATE crashes SET frames = '[' || printf('%.*c', 100000, '[')
UPDATE crashes SET left_out = -1
UPDATE crashes SET input = 'text'
UPDATE blocks SET run = 1 << 40
UPDATE blocks SET number = number + 7
DELETE FROM blocks WHERE number = 0
";

#[test]
fn rows_that_lie_are_refused() {
    for sql in LIES.lines().filter(|sql| !sql.is_empty()) {
        let place = Place::new();
        lie(&place, sql);
        let error = Store::open(&place.store()).unwrap_err().to_string();
        assert!(error.contains("s.fzcov: "), "{sql}: {error}");
        assert!(error.len() < 500, "{sql}: {}", error.len());
    }
}

#[test]
fn inputs_and_flow_that_lie_are_refused() {
    let zeros = |length| zstd::bulk::compress(&vec![0; length], 1).unwrap();
    let blocks = [zeros(0), zeros(1 << 29), b"no block".to_vec(), Vec::new()];
    for data in blocks {
        let place = Place::new();
        let hex: String = data.iter().map(|b| format!("{b:02x}")).collect();
        lie(&place, &format!("UPDATE blocks SET data = x'{hex}'"));
        lie(&place, &format!("UPDATE flow SET data = x'{hex}'"));
        let store = Store::open(&place.store()).unwrap();
        for error in [inputs_of(&store).unwrap_err(), store.flow().unwrap_err()] {
            assert!(error.to_string().contains("it is damaged"), "{error}");
        }
    }
    let place = Place::new();
    lie(&place, "UPDATE blocks SET inputs = 1 << 50");
    assert!(inputs_of(&Store::open(&place.store()).unwrap()).is_err());
}

#[test]
fn a_long_text_of_many_identities_does_not_fill_the_memory() {
    let place = Place::new();
    lie(
        &place,
        "UPDATE texts SET text = printf('%15000000d', 1) WHERE number = 0",
    );
    lie(
        &place,
        "UPDATE identities SET file = 0, text = 0, outcome = 0",
    );
    let error = Store::open(&place.store()).unwrap_err().to_string();
    assert!(error.contains("which no program has"), "{error}");
}
