//! The captures of a file: one, or one for each member of an archive.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};

use super::{Capture, read};
use crate::{
    archive::{self, Member},
    elf,
};

/// A file and what it carries.
#[derive(Debug)]
pub struct Captured {
    /// What libtool's script runs, where it was a script.
    pub path: PathBuf,
    /// Of the file.
    pub size: u64,
    pub parts: Vec<Part>,
}

#[derive(Debug)]
pub struct Part {
    /// The archive's member.
    pub member: Option<String>,
    pub capture: Arc<Capture>,
}

/// Of the bytes of an executable, a shared library, an object or an archive. No parts: it carries nothing.
pub fn of_data(path: &Path, data: &[u8]) -> Result<Captured> {
    Ok(Captured {
        path: path.to_owned(),
        size: data.len() as u64,
        parts: parts(path, data).with_context(|| path.display().to_string())?,
    })
}

fn parts(path: &Path, data: &[u8]) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let mut add = |member: Option<String>, data: &[u8]| -> Result<()> {
        let capture = read(&elf::parse(data)?)?.map(Arc::new);
        parts.extend(capture.map(|capture| Part { member, capture }));
        Ok(())
    };
    let Some(members) = archive::members(path, data)? else {
        add(None, data)?;
        return Ok(parts);
    };
    for member in members {
        let Member { name, data } = member?;
        // Bitcode and what is no object carry nothing.
        if object::FileKind::parse(&*data).is_ok() {
            let within = name.clone();
            add(Some(name), &data).context(within)?;
        }
    }
    Ok(parts)
}
