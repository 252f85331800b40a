//! Programs whose behaviour under the runtimes is compared: those of `tests/`, and some of the real packages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::equal::package::Package;
use xtask::{package, repo};

/// Inputs of one subject that are used.
const INPUTS: usize = 16;

pub struct Subject {
    pub name: &'static str,
    /// A recipe, from whose folder all paths start; the checkout's for programs of `tests/`.
    package: Option<&'static str>,
    pub sources: &'static [&'static str],
    pub flags: &'static [&'static str],
    pub shape: Shape,
    /// The input is the standard input else.
    pub arguments: &'static [&'static str],
    inputs: Inputs,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// With a `main`.
    Program,
    /// With a `main` and AFL++'s loop.
    Loop,
    /// `LLVMFuzzerTestOneInput`, for which an engine has the rest.
    Harness,
}

struct Inputs {
    /// Files of a folder that end like this.
    folder: Option<(&'static str, &'static str)>,
    /// What a harness wants around each of them.
    around: [&'static [u8]; 2],
    texts: &'static [&'static [u8]],
}

impl Inputs {
    const fn texts(texts: &'static [&'static [u8]]) -> Inputs {
        Inputs {
            folder: None,
            around: [b""; 2],
            texts,
        }
    }

    const fn folder(folder: &'static str, end: &'static str) -> Inputs {
        Inputs {
            folder: Some((folder, end)),
            ..Inputs::texts(&[])
        }
    }
}

pub const SUBJECTS: &[Subject] = &[
    Subject {
        name: "actions",
        package: None,
        sources: &["tests/protocol/actions.c"],
        flags: &[],
        shape: Shape::Program,
        arguments: &[],
        inputs: Inputs::texts(&[
            b"",
            b"L\x03L\x04",
            b"L\xff",
            b"X",
            b"A",
            b"L\x09S",
            b"CS",
            b"WL\x02",
        ]),
    },
    Subject {
        name: "loop",
        package: None,
        sources: &["tests/protocol/harness.c"],
        flags: &[],
        shape: Shape::Loop,
        arguments: &[],
        inputs: Inputs::texts(&[
            b"",
            b"L\x03",
            b"W said",
            b"L\xff",
            b"A",
            b"L\x05",
            b"something longer",
        ]),
    },
    Subject {
        name: "bzip2",
        package: Some("bzip2"),
        sources: &[
            "blocksort.c",
            "huffman.c",
            "crctable.c",
            "randtable.c",
            "compress.c",
            "decompress.c",
            "bzlib.c",
            "bzip2.c",
        ],
        flags: &["-D_FILE_OFFSET_BITS=64"],
        shape: Shape::Program,
        arguments: &["-t"],
        // Nothing, eighteen bytes of text, 700 times the same; one with a wrong checksum, one that ends early.
        inputs: Inputs::texts(&[
            b"BZh9\x17rE8P\x90\0\0\0\0",
            b"BZh91AY&SY\xe5\xb5\xf3\x09\0\0\x04Q\0\0\x10@\0\x02D\xa0\0!\xb5\x18\x0c\x02\x90i\xc2\xa3\x0b\xb9\x22\x9c(Hr\xda\xf9\x84\x80",
            b"BZh91AY&SY\xee\x0c\x9d\x0b\0\0\x01\x01\x08\xa0\0\0\x10\0\x08 \0!&A\x98\x8a\x0d\xc5\xdc\x91N\x14$;\x83'B\xc0",
            b"BZh91AY&SY\xee\x0c\x9d\x0c\0\0\x01\x01\x08\xa0\0\0\x10\0\x08 \0!&A\x98\x8a\x0d\xc5\xdc\x91N\x14$;\x83'B\xc0",
            b"BZh91AY&SY\xe5\xb5\xf3\x09\0\0\x04Q\0\0\x10@\0\x02D",
            b"",
        ]),
    },
    Subject {
        name: "cjson",
        package: Some("cjson"),
        sources: &["cJSON.c", "fuzzing/cjson_read_fuzzer.c"],
        flags: &["-I."],
        shape: Shape::Harness,
        arguments: &[],
        inputs: Inputs {
            around: [b"1111", b"\0"],
            ..Inputs::folder("tests/inputs", "")
        },
    },
    Subject {
        name: "expat",
        package: Some("expat"),
        sources: &[
            "expat/lib/xmlparse.c",
            "expat/lib/xmlrole.c",
            "expat/lib/xmltok.c",
            "expat/fuzz/xml_parse_fuzzer.c",
        ],
        flags: &[
            "-Iexpat/lib",
            "-DXML_GE=1",
            "-DXML_DTD",
            "-DXML_NS",
            "-DXML_CONTEXT_BYTES=1024",
            "-DHAVE_MEMMOVE",
            "-DXML_POOR_ENTROPY",
            "-DENCODING_FOR_FUZZING=UTF-8",
        ],
        shape: Shape::Harness,
        arguments: &[],
        inputs: Inputs {
            texts: &[
                b"",
                b"<?xml version='1.0' encoding='utf-8'?><!DOCTYPE a [<!ENTITY e 'x'><!ATTLIST a b CDATA #IMPLIED>]><a b='1'>&e;&lt;<![CDATA[c]]></a>",
                b"<a xmlns:n='u'><n:b n:c='d'/><?p i?><!-- c --></a>",
                b"<a><b></a>",
                b"\xff\xfe<\0a\0/\0>\0",
            ],
            ..Inputs::folder("expat/doc", ".xml")
        },
    },
    Subject {
        name: "jsoncpp",
        package: Some("jsoncpp"),
        sources: &[
            "src/lib_json/json_reader.cpp",
            "src/lib_json/json_value.cpp",
            "src/lib_json/json_writer.cpp",
            "src/test_lib_json/fuzz.cpp",
        ],
        flags: &["-Iinclude", "-Isrc/lib_json"],
        shape: Shape::Harness,
        arguments: &[],
        inputs: Inputs {
            around: [b"\x02\x07\0\0", b""],
            ..Inputs::folder("test/data", ".json")
        },
    },
];

impl Subject {
    /// The folder that all its paths start from.
    pub fn folder(&self) -> Result<PathBuf> {
        match self.package {
            Some(name) => Ok(Package::of(&package::recipe(name)?)?.src),
            None => Ok(repo::root()),
        }
    }

    pub fn is_cxx(&self) -> bool {
        self.sources.iter().any(|s| s.ends_with(".cpp"))
    }

    /// Writes the inputs into a folder; their names, in order.
    pub fn write_inputs(&self, into: &Path) -> Result<Vec<PathBuf>> {
        fs::create_dir_all(into)?;
        let mut contents: Vec<Vec<u8>> = self.inputs.texts.iter().map(|t| t.to_vec()).collect();
        if let Some((folder, end)) = self.inputs.folder {
            let folder = self.folder()?.join(folder);
            let mut files = Vec::new();
            for entry in fs::read_dir(&folder)
                .with_context(|| format!("cannot read {}", folder.display()))?
            {
                let path = entry?.path();
                if path.is_file() && path.to_string_lossy().ends_with(end) {
                    files.push(path);
                }
            }
            files.sort();
            let [before, behind] = self.inputs.around;
            for file in files.iter().take(INPUTS) {
                contents.push([before, &fs::read(file)?, behind].concat());
            }
        }
        ensure!(!contents.is_empty(), "{} has no inputs", self.name);
        let mut written = Vec::new();
        for (at, content) in contents.iter().enumerate() {
            let path = into.join(format!("{at:02}"));
            fs::write(&path, content)?;
            written.push(path);
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::SUBJECTS;

    #[test]
    fn subjects_have_names_of_their_own() {
        let names: BTreeSet<&str> = SUBJECTS.iter().map(|s| s.name).collect();
        assert_eq!(names.len(), SUBJECTS.len());
    }
}
