//! A store's file as SQLite opens it: everything else opens stores through [`to_read`] and [`to_write`].
//!
//! A stranger may have made the file and what lies beside it, and SQLite does more than read. It rolls back a journal that an
//! interrupted writer has left, FILE-journal, and deletes the file that the journal names as its super-journal; it obeys a
//! write-ahead log; it runs what a schema has in it. So
//!
//! - a reader opens read-only: SQLite then takes the locks that keep it and a writer apart, and refuses to roll back. A
//!   journal that has to be rolled back is copied with the file into a folder of ours, and rolled back there.
//! - nobody opens a file with a write-ahead log, or whose journal names a super-journal. fz writes neither.
//! - [`schema`](super::schema) is looked at before anything else is asked.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Read, Seek, SeekFrom},
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use rusqlite::{Connection, OpenFlags, config::DbConfig, ffi, limits::Limit};
use rustix::{fs as unix, io::Errno};

use super::schema;

/// What another writer finishes in the meantime is looked at again.
const ATTEMPTS: usize = 20;

/// What a journal begins with, and ends with if it names a super-journal.
const JOURNAL: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// Of a store that is there. It is not changed, nor is what lies beside it.
pub fn to_read(path: &Path) -> Result<Connection> {
    let path = path.canonicalize()?;
    for _ in 0..ATTEMPTS {
        check(&path)?;
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        match begin(&connection) {
            Ok(()) => return Ok(connection),
            Err(error) if must_be_rolled_back(&error) => {}
            Err(error) => return Err(error.into()),
        }
        if let Some(connection) = rolled_back(&path)? {
            return Ok(connection);
        }
    }
    bail!("another process keeps writing to it: try again after that has ended")
}

/// Of a store that is there, or of an empty file, which is made. What an interrupted writer has left is undone.
pub fn to_write(path: &Path) -> Result<Connection> {
    let path = match path.canonicalize() {
        Ok(path) => path,
        Err(_) => in_its_folder(path)?,
    };
    check(&path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let connection = connect(&path, flags)?;
    begin(&connection)?;
    Ok(connection)
}

/// Refuses journals beside a place that a file is to take: SQLite would roll them back in that.
pub fn is_alone(path: &Path) -> Result<()> {
    let path = in_its_folder(path)?;
    for ending in ["-journal", "-wal", "-shm"] {
        let journal = beside(&path, ending);
        ensure!(
            journal.symlink_metadata().is_err(),
            "{} is beside it, of another file or of a command that writes to it now: remove that if there is no such command",
            journal.display()
        );
    }
    Ok(())
}

fn in_its_folder(path: &Path) -> Result<PathBuf> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().context("it names no file")?;
    Ok(folder.canonicalize()?.join(name))
}

/// What SQLite puts beside a file. It looks for them there, so the path has to be the one that it uses: without links.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Refuses what fz does not write, before SQLite sees it.
fn check(path: &Path) -> Result<()> {
    for ending in ["-wal", "-shm"] {
        let log = beside(path, ending);
        ensure!(
            log.symlink_metadata().is_err(),
            "{} is beside it, and fz keeps no such log: remove that if you do not need it",
            log.display()
        );
    }
    if let Some(mut file) = regular(path)? {
        let mut header = [0; 20];
        let is_whole = file.read_exact(&mut header).is_ok();
        // The versions of the format for writers and readers; 2 is with a log.
        ensure!(
            !is_whole || !header.starts_with(b"SQLite format 3\0") || header[18..] == [1, 1],
            "it is a database with a write-ahead log, which `fz cov collect` does not write"
        );
    }
    let journal = beside(path, "-journal");
    let file = regular(&journal).with_context(|| journal.display().to_string())?;
    file.map_or(Ok(()), |mut file| check_journal(&mut file))
}

fn check_journal(journal: &mut File) -> Result<()> {
    let mut end = [0; JOURNAL.len()];
    if journal.metadata()?.len() >= end.len() as u64 {
        journal.seek(SeekFrom::End(-(end.len() as i64)))?;
        journal.read_exact(&mut end)?;
    }
    ensure!(
        end != JOURNAL,
        "its journal names another file, which SQLite would delete, and fz writes no such journal: remove FILE-journal, or both \
         if you do not trust where they come from"
    );
    Ok(())
}

/// A file that can be read without waiting; `None`: there is none.
fn regular(path: &Path) -> Result<Option<File>> {
    let mut options = OpenOptions::new();
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let is_file = match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about?.is_file(),
    };
    ensure!(
        is_file,
        "it is not a regular file, as stores are: `fz cov collect` makes one of a campaign"
    );
    match options.read(true).custom_flags(flags).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => Ok(Some(file?)),
    }
}

/// Not yet looked at, and with nothing allowed that the tables of a store do not need.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection> {
    // SQLite takes a name for a URI that begins like one; this one begins with `/`.
    let always = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags | always)?;
    connection.busy_timeout(Duration::from_secs(20))?;
    for (of, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(of, is_on)?;
    }
    for (of, most) in [
        (Limit::SQLITE_LIMIT_SQL_LENGTH, 4096),
        (Limit::SQLITE_LIMIT_COLUMN, 64),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 16),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 4),
        (Limit::SQLITE_LIMIT_FUNCTION_ARG, 16),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64),
        (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 64),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 0),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        connection.set_limit(of, most)?;
    }
    schema::distrust(&connection)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

/// Has SQLite look at the file and its journal.
fn begin(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_query(None, "application_id", |_| Ok(()))
}

fn must_be_rolled_back(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|e| e.extended_code);
    code == Some(ffi::SQLITE_READONLY_ROLLBACK)
}

/// A copy as it was before what its writer did not end; `None`: somebody else has rolled it back. The copy has no name any
/// more.
fn rolled_back(path: &Path) -> Result<Option<Connection>> {
    let folder = tempfile::Builder::new()
        .prefix("fz-store-")
        .permissions(Permissions::from_mode(0o700))
        .tempdir()
        .context("cannot make a folder for a copy, to roll its journal back in")?;
    let copy = folder.path().join("store");
    let (journal, its_copy) = (beside(path, "-journal"), beside(&copy, "-journal"));
    let known = |path: &Path| {
        let about = path.symlink_metadata().ok();
        about.map(|a| (a.ino(), a.len(), a.mtime(), a.mtime_nsec()))
    };
    let before = known(&journal);
    let (Some(mut from), Some(mut store)) = (regular(&journal)?, regular(path)?) else {
        return Ok(None);
    };
    let copied = "cannot be copied to roll its journal back";
    check_journal(&mut copy_of(&mut from, &its_copy).context(copied)?)?;
    copy_of(&mut store, &copy).context(copied)?;
    // Whoever else rolls it back deletes the journal at the end: until then the journal makes good whatever was copied.
    if before != known(&journal) {
        return Ok(None);
    }
    let connection = connect(&copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    begin(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(Some(connection))
}

/// Without the holes of a file, which may seem to be as large as it likes.
fn copy_of(from: &mut File, to: &Path) -> io::Result<File> {
    let mut copy = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(to)?;
    let mut at = 0;
    loop {
        let begin = match unix::seek(&*from, unix::SeekFrom::Data(at)) {
            Err(Errno::NXIO) => break,
            begin => begin?,
        };
        let end = unix::seek(&*from, unix::SeekFrom::Hole(begin))?;
        from.seek(SeekFrom::Start(begin))?;
        copy.seek(SeekFrom::Start(begin))?;
        at = begin + io::copy(&mut from.take(end - begin), &mut copy)?;
        if at < end {
            break;
        }
    }
    copy.set_len(fs::File::metadata(from)?.len())?;
    Ok(copy)
}
