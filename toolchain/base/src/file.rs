//! Reading files that data names: a program's records, an archive, the folder of a campaign. Whoever wrote the data chose
//! the path. So only regular files are opened, opening does not wait, and no more is read than the caller can use.

use std::{
    fs::{self, File, FileType},
    io::{self, Read},
    os::unix::fs::{FileTypeExt, MetadataExt},
    path::Path,
};

use rustix::{
    fs::{Mode, OFlags},
    process::geteuid,
};

/// Programs, libraries, objects and archives.
pub const PROGRAM: u64 = 4 << 30;
/// What a program is run with.
pub const INPUT: u64 = 1 << 30;
/// What a person or fz has written: sources, profiles, tables, lists.
pub const TEXT: u64 = 256 << 20;
/// What a fuzzer or fz notes of itself.
pub const NOTE: u64 = 16 << 20;

/// Whether a file is this user's, the administrator's, or of who owns the folder that it is for.
pub fn is_trusted(path: &Path, folder: &Path) -> bool {
    let owner = |path: &Path| fs::metadata(path).map(|about| about.uid()).ok();
    let trusted = [Some(0), Some(geteuid().as_raw()), owner(folder)];
    trusted.contains(&owner(path))
}

/// The whole of a file that has at most so many bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_from(open(path)?, most)
}

/// The same of what a person has typed, which may be a pipe: `<(…)` of a shell.
pub fn read_typed(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_from(File::open(path)?, most)
}

fn read_from(file: File, most: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    let too_large = || io::Error::other(format!("is larger than {}", size(most)));
    if length > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A process may not have as much memory as a file has room on a disk.
    bytes.try_reserve_exact(usize::try_from(length).map_err(|_| too_large())?)?;
    // It may grow, and those of /proc have no length.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(too_large()),
        false => Ok(bytes),
    }
}

/// The same of a file that is text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "is not text in UTF-8");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// Opens a regular file for reading.
pub fn open(path: &Path) -> io::Result<File> {
    // To open a device may do something already.
    check(fs::metadata(path)?.file_type())?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    // It may have been replaced.
    check(file.metadata()?.file_type())?;
    Ok(file)
}

fn check(kind: FileType) -> io::Result<()> {
    let what = match () {
        () if kind.is_file() => return Ok(()),
        () if kind.is_dir() => "folder",
        () if kind.is_fifo() => "FIFO",
        () if kind.is_socket() => "socket",
        () => "device",
    };
    Err(io::Error::other(format!("is a {what}, not a file")))
}

fn size(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{bytes} bytes"),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{} GiB", bytes >> 30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn regular_files_are_read_up_to_a_size() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read_text(&path, 5).unwrap(), "12345");
        let error = |path: &Path, most| read(path, most).unwrap_err().to_string();
        assert_eq!(error(&path, 4), "is larger than 4 bytes");
        // Nothing of it is on a disk.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(error(&path, PROGRAM), "is larger than 4 GiB");
        assert_eq!(error(&path, TEXT), "is larger than 256 MiB");
        fs::write(&path, b"\xff").unwrap();
        let error = read_text(&path, 5).unwrap_err();
        assert_eq!(error.to_string(), "is not text in UTF-8");
        // It has no length, and says something.
        assert!(!read(Path::new("/proc/self/stat"), NOTE).unwrap().is_empty());
        assert!(read(Path::new("/proc/self/stat"), 3).is_err());
    }

    #[test]
    fn what_is_no_file_is_refused_at_once() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, at("fifo"), fifo, Mode::RUSR, 0).unwrap();
        std::os::unix::fs::symlink("fifo", at("link")).unwrap();
        let _socket = UnixListener::bind(at("socket")).unwrap();
        for (path, what) in [
            (at("fifo"), "FIFO"),
            (at("link"), "FIFO"),
            (at("socket"), "socket"),
            (at("."), "folder"),
            ("/dev/zero".into(), "device"),
        ] {
            let error = read(&path, INPUT).unwrap_err().to_string();
            assert_eq!(error, format!("is a {what}, not a file"));
        }
        let error = read(&at("missing"), INPUT).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
