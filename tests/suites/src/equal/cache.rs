//! What a toolchain has made of units, kept: the checkout that is compared with stays as it is.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::package::{self, Package, Unit};
use super::toolchain::{Made, Toolchain};

/// The first byte of a file, in front of the object or of what the compiler said.
const OBJECT: u8 = b'o';
const FAILED: u8 = b'f';

/// Half a minute of compiling a second, and a fifth of the size.
const LEVEL: i32 = 3;

/// The files of one package under one profile.
pub struct Cache {
    dir: PathBuf,
}

impl Cache {
    pub fn of(toolchain: &Toolchain, package: &Package, profile: &str) -> Result<Cache> {
        let dir = package::home()?
            .join("objects")
            .join(&toolchain.fingerprint)
            .join(&package.build)
            .join(profile);
        fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        Ok(Cache { dir })
    }

    pub fn load(&self, unit: &Unit) -> Result<Option<Made>> {
        let path = self.dir.join(unit.key());
        let Ok(packed) = fs::read(&path) else {
            return Ok(None);
        };
        let mut data = zstd::decode_all(&*packed)
            .with_context(|| format!("{} is broken: remove it", path.display()))?;
        let kind = (!data.is_empty()).then(|| data.remove(0));
        Ok(Some(match kind {
            Some(OBJECT) => Made::Object(data),
            Some(FAILED) => Made::Failed(String::from_utf8_lossy(&data).into_owned()),
            _ => bail!("{} is broken: remove it", path.display()),
        }))
    }

    pub fn store(&self, unit: &Unit, made: &Made) -> Result<()> {
        let data = match made {
            Made::Object(object) => [&[OBJECT], &object[..]].concat(),
            Made::Failed(said) => [&[FAILED], said.as_bytes()].concat(),
        };
        let partial = self
            .dir
            .join(format!("{}.{}", unit.key(), std::process::id()));
        fs::write(&partial, zstd::encode_all(&*data, LEVEL)?)
            .with_context(|| format!("cannot write {}", partial.display()))?;
        fs::rename(&partial, self.dir.join(unit.key()))?;
        Ok(())
    }
}
