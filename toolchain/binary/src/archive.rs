//! The members of archives. A thin archive holds none itself: it names files, and anybody may have written the names.

use std::{borrow::Cow, path::Path};

use anyhow::{Context, Result, anyhow, ensure};
use fz_base::file;
use object::read::archive::ArchiveFile;

/// The longest that a file may have, with its folders.
const LONGEST_NAME: usize = 4096;

pub struct Member<'a> {
    pub name: String,
    pub data: Cow<'a, [u8]>,
}

/// The members of an archive, in its order; `None`: it is none.
pub fn members<'a>(
    path: &'a Path,
    data: &'a [u8],
) -> Result<Option<impl Iterator<Item = Result<Member<'a>>>>> {
    if ![object::archive::MAGIC, object::archive::THIN_MAGIC]
        .iter()
        .any(|m| data.starts_with(m))
    {
        return Ok(None);
    }
    let archive = ArchiveFile::parse(data)?;
    // Of the files that a thin one names, all together.
    let mut left = file::PROGRAM;
    Ok(Some(archive.members().map(move |member| {
        let member = member?;
        let name = member.name();
        ensure!(
            name.len() <= LONGEST_NAME,
            "a member's name has {} bytes",
            name.len()
        );
        let name = String::from_utf8_lossy(name).into_owned();
        let data = match archive.is_thin() {
            false => member.data(data)?.into(),
            true => {
                // They stand beside it.
                let read = file::read(&path.with_file_name(&name), left);
                let data = read.with_context(|| format!("cannot read {name}, a member"))?;
                let rest = left.checked_sub(data.len() as u64);
                left = rest.ok_or_else(|| anyhow!("its members are too large"))?;
                data.into()
            }
        };
        Ok(Member { name, data })
    })))
}
