//! Programs with other records, and what reads them.

use std::{fs, ops::Deref};

use fz_binary::capture::{self, Capture, Hash, Kind, Link, Record, Unit, packed};
use fz_tests::{Outcome, RunCommand, Sandbox, fz};
use object::{Object, ObjectSection, elf::SHF_COMPRESSED};

const SOURCE: &str = "#include <stdio.h>\nint main(int c, char **v) { if (c > 1 && v[1][0] == 'A') puts(\"yes\"); return 0; }\n";

/// Readers get so much memory, in KiB, and so many seconds.
const MEMORY: u32 = 2_500_000;
const SECONDS: u32 = 60;

pub struct Place(Sandbox);

impl Deref for Place {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.0
    }
}

impl Place {
    /// A folder with a captured program.
    pub fn new() -> Place {
        let place = Sandbox::with([("a.c", SOURCE)]).env("FZ_CAPTURE", "embed");
        place.cc("-g -O2 a.c -o program");
        Place(place)
    }

    /// `fz` in little memory. It ends by itself.
    #[track_caller]
    pub fn fz(&self, words: &str) -> Outcome {
        let script = format!("ulimit -v {MEMORY}; exec timeout {SECONDS} \"$0\" \"$@\"");
        let mut shell = self.command("sh");
        shell.arg("-c").arg(script).arg(fz().join("bin/fz"));
        let out = shell.args(words.split(' ')).outcome();
        // 70: a bug; 124: it did not end; 134: there was no memory, or no stack.
        let code = out.status.code();
        let is_end = code.is_some_and(|code| code < 70) && !out.said().contains("panicked");
        assert!(is_end, "fz {words}: {out:?}");
        out
    }

    /// `fz` where it refuses something.
    #[track_caller]
    pub fn refused(&self, words: &str) -> Outcome {
        self.fz(words).ends(2)
    }

    pub fn fifo(&self, name: &str) {
        self.call("mkfifo", &[name]).ok();
    }

    /// What the program carries.
    pub fn capture(&self) -> (Unit, Link, Vec<Vec<u8>>) {
        let data = self.read("program");
        let file = object::File::parse(&*data).unwrap();
        let Capture {
            mut units,
            mut links,
            contents,
            ..
        } = capture::read(&file).unwrap().unwrap();
        let unit = units.remove(0).1;
        let files = unit.files.iter();
        let files = files.map(|f| contents.get(&f.content).unwrap());
        let files = files.collect();
        (unit, links.remove(0).1, files)
    }

    /// The program with these manifests, and with these contents besides.
    pub fn forge(&self, units: &[Unit], links: &[Link], contents: &[Vec<u8>]) {
        let units = units
            .iter()
            .map(|u| (Kind::Unit, serde_json::to_vec(u).unwrap()));
        let links = links
            .iter()
            .map(|l| (Kind::Link, serde_json::to_vec(l).unwrap()));
        let manifests: Vec<_> = units.chain(links).collect();
        let all = contents
            .iter()
            .chain(manifests.iter().map(|(_, text)| text));
        let sources = all.flat_map(|c| packed(c).unwrap()).collect();
        let records = manifests
            .iter()
            .map(|(kind, text)| record(*kind, Hash::of(text)));
        self.update(&records.collect::<Vec<_>>(), sources);
    }

    /// The program with these records and contents.
    pub fn update(&self, records: &[Record], sources: Vec<u8>) {
        let records = records.iter().flat_map(|r| r.bytes().unwrap());
        self.section("_fz_captures", &records.collect::<Vec<u8>>());
        self.section("_fz_sources", &sources);
    }

    /// The program with another section.
    pub fn section(&self, name: &str, bytes: &[u8]) {
        self.write("section", bytes);
        let update = format!("--update-section={name}=section");
        self.call(fz_llvm::OBJCOPY, &[&update, "program"]).ok();
        fs::remove_file(self.at("section")).unwrap();
    }

    /// The program with a section that says it is compressed: by zlib (1) or zstd (2), and to how many bytes it unpacks.
    pub fn compressed(&self, name: &str, form: u32, unpacked: u64, packed: &[u8]) {
        let words = [u64::from(form), unpacked, 1].map(u64::to_le_bytes);
        self.section(name, &[words.as_flattened(), packed].concat());
        self.change_headers(|at, header| {
            if at == name {
                let flags = number(&header[8..16]) | SHF_COMPRESSED.0;
                header[8..16].copy_from_slice(&flags.to_le_bytes());
            }
        });
    }

    /// The program with other headers of sections.
    pub fn change_headers(&self, mut change: impl FnMut(&str, &mut [u8])) {
        let mut data = self.read("program");
        let file = object::File::parse(&*data).unwrap();
        let names = file
            .sections()
            .map(|s| (s.index().0, s.name().unwrap().to_owned()));
        let names: Vec<_> = names.collect();
        let start = number(&data[40..48]) as usize;
        for (index, name) in names {
            let at = start + 64 * index;
            change(&name, &mut data[at..at + 64]);
        }
        self.write("program", data);
    }
}

pub fn record(kind: Kind, manifest: Hash) -> Record {
    Record {
        kind,
        manifest,
        source: "a.c".to_owned(),
        store: None,
    }
}

/// The frame in a content.
pub fn frame(content: &[u8]) -> Vec<u8> {
    let record = packed(content).unwrap();
    let header = size_of::<fz_abi::capture::content::Header>();
    let length = number(&record[8..12]) as usize;
    record[header..header + length].to_vec()
}

pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b))
}
