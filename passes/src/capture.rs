//! `capture`: the object carries what makes it again: its sources, its command line, its options.
//!
//! ```text
//! source_filename = "a.c"     →     .pushsection .debug_fz_sources,"G",%progbits,"fz.source.3f…",comdat
//!                                   (a.c, a.h, … and the manifest, each packed, in a group of its own)
//!                                   .pushsection .debug_fz_captures,"",%progbits
//!                                   {"kind":"unit","manifest":"9c…","source":"a.c"}
//! ```
//!
//! The driver has written what it knows of the unit, clang's plugin which files were read. Linkers keep one of several
//! contents that are the same. With a store contents become files of that folder, and the object names it. (Layout:
//! [`fz_abi::capture`].) Bitcode has the manifest's hash in a string, too: a link of bitcode finds it there.
//!
//! Skipped: IR that fz has written, which brings its capture with it, and units without a table, of which the plugin has
//! said why.

use std::{fs, io, path::Path, process};

use fz_abi::{capture as layout, sections};
use fz_schema::passes::capture as schema;
use serde_json::{Map, Value as Json, json};

use crate::{
    ir::{Module, named::Field},
    marks::facts,
    pass::{Context, ModulePass},
    records::{
        self,
        asm_section::{AsmSection, Group},
        contents::{Packed, Packer},
    },
};

/// The pass, with its files.
pub struct Capture {
    head: Option<String>,
    table: Option<String>,
    store: Option<String>,
}

impl Capture {
    /// The pass with checked options.
    pub fn new(told: schema::Told) -> Self {
        Capture {
            head: told.head,
            table: told.table,
            store: told.store,
        }
    }

    fn keep(&self, module: Module, content: Packed) -> Result<(), String> {
        match &self.store {
            None => {
                let group = Group {
                    name: format!("{}{}", layout::GROUP, content.hash),
                    deduplicated: true,
                    retained: false,
                };
                let mut out = AsmSection::new(sections::SOURCES, Some(&group));
                out.bytes(&content.record);
                out.finish(module);
                Ok(())
            }
            Some(store) => put(Path::new(store), &content)
                .map_err(|e| format!("the store {store} cannot be written: {e}; FZ_CAPTURE_STORE names another folder")),
        }
    }
}

/// Makes a content a file of a store, if it is none yet. Others may do so at the same time, and read it.
fn put(store: &Path, content: &Packed) -> io::Result<()> {
    let folder = store.join(&content.hash[..2]);
    let path = folder.join(&content.hash);
    if path.exists() {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    let partial = folder.join(format!(".{}.{}", content.hash, process::id()));
    let written = fs::write(&partial, &content.record).and_then(|()| fs::rename(&partial, &path));
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}

fn object(path: &str) -> Result<Map<String, Json>, String> {
    let read = fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    serde_json::from_slice(&read).map_err(|e| format!("{path}: {e}"))
}

impl ModulePass for Capture {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        if facts::counts(module).contains_key(facts::CAPTURED) {
            return Ok(false);
        }
        let (Some(head), Some(table)) = (&self.head, &self.table) else {
            return Err("`head` and `table` name the files of what there is to carry".to_owned());
        };
        if !Path::new(table).exists() {
            return Ok(false);
        }
        let (mut manifest, told) = (object(head)?, object(table)?);
        // Of this unit alone: another one of the same command line has its own.
        fs::remove_file(table).map_err(|e| format!("{table}: {e}"))?;
        let mut packer = Packer::new()?;
        for (key, value) in told {
            let value = match (key.as_str(), value) {
                ("files", Json::Array(files)) => {
                    let files = files.into_iter();
                    let files = files.map(|file| self.file(module, &mut packer, file));
                    Json::Array(files.collect::<Result<_, _>>()?)
                }
                (_, value) => value,
            };
            manifest.insert(key, value);
        }
        let source = manifest.get("source").cloned();
        let text = Json::Object(manifest).to_string();
        let (hash, content) = packer.pack(text.as_bytes())?;
        if let Some(content) = content {
            self.keep(module, content)?;
        }
        let mut record = json!({ "kind": "unit", "manifest": hash, "source": source });
        if let Some(store) = &self.store {
            record["store"] = json!(store);
        }
        let text = record.to_string();
        records::write_text(module, sections::CAPTURES, layout::MAGIC, &text);
        let named = format!("{}{hash}", layout::UNIT);
        module.note(layout::UNITS, &[Field::Text(named.into_bytes())]);
        facts::count(module, facts::CAPTURED, 1);
        Ok(true)
    }
}

impl Capture {
    /// Keeps a file of the table, and names it by its content.
    fn file(&self, module: Module, packer: &mut Packer, mut file: Json) -> Result<Json, String> {
        let place = file["place"].as_str().unwrap_or_default().to_owned();
        let content = fs::read(&place).map_err(|e| format!("{place}: {e}"))?;
        let (hash, packed) = packer.pack(&content)?;
        if let Some(packed) = packed {
            self.keep(module, packed)?;
        }
        if let Some(row) = file.as_object_mut() {
            row.remove("place");
            row.insert("content".to_owned(), json!(hash));
        }
        Ok(file)
    }
}
