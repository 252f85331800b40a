//! A file of code, opened once: an executable, a library, an object or an archive. What is asked about it is read out of its
//! bytes when it is asked first, and kept.

use std::{
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use anyhow::{Context, Result, anyhow};
use fz_base::{error::Error, file};

use crate::{
    Image, Kind,
    capture::{self, Captured},
    elf,
    image::images,
    libraries::Libraries,
    libtool,
};

pub struct Program {
    /// As a person has typed it.
    pub typed: PathBuf,
    /// Where that was found: libtool's script, where it stands around the program.
    pub named: PathBuf,
    /// What is run.
    pub path: PathBuf,
    /// Where it finds libraries before all others, as its script has it.
    pub library_path: Vec<PathBuf>,
    data: Vec<u8>,
    is_checked: OnceLock<()>,
    images: OnceLock<Vec<Image>>,
    libraries: OnceLock<Libraries>,
    captured: OnceLock<Captured>,
}

impl Program {
    pub fn open(path: &Path) -> Result<Program, Error> {
        Program::opened(path, |path, error| Error::File {
            path: path.to_owned(),
            message: error.to_string(),
        })
    }

    /// The same; an error says what cannot be done.
    pub fn read(path: &Path) -> Result<Program> {
        Program::opened(path, |path, error| {
            anyhow!(error).context(format!("cannot read {}", path.display()))
        })
    }

    fn opened<E: From<Error>>(
        path: &Path,
        failed: impl Fn(&Path, io::Error) -> E,
    ) -> Result<Program, E> {
        let read = |path: &Path| file::read(path, file::PROGRAM).map_err(|e| failed(path, e));
        let data = read(path)?;
        let (real, library_path, data) = match libtool::wrapped(path, &data)? {
            Some(wrapped) => {
                let data = read(&wrapped.program)?;
                (wrapped.program, wrapped.library_path, data)
            }
            None => (path.to_owned(), Vec::new(), data),
        };
        Ok(Program {
            typed: path.to_owned(),
            named: path.to_owned(),
            path: real,
            library_path,
            data,
            is_checked: OnceLock::new(),
            images: OnceLock::new(),
            libraries: OnceLock::new(),
            captured: OnceLock::new(),
        })
    }

    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Its sections and symbols.
    pub fn file(&self) -> Result<object::File<'_>> {
        match self.is_checked.get() {
            Some(()) => Ok(object::File::parse(&*self.data)?),
            None => {
                let file = elf::parse(&*self.data)?;
                let _ = self.is_checked.set(());
                Ok(file)
            }
        }
    }

    /// Its images: one, or one for each member of an archive that is code.
    pub fn images(&self) -> Result<&[Image]> {
        let images = kept(&self.images, || {
            let mut images = images(&self.path, &self.data)?;
            for image in &mut images {
                image.library_path.clone_from(&self.library_path);
            }
            Ok(images)
        });
        images.map(Vec::as_slice)
    }

    pub fn into_images(self) -> Result<Vec<Image>> {
        self.images()?;
        Ok(self.images.into_inner().expect("they were read"))
    }

    /// The program with what it loads when it starts.
    pub fn libraries(&self) -> Result<&Libraries> {
        kept(&self.libraries, || {
            let image = self.images()?.first();
            let image = image.with_context(|| format!("{} has no code", self.named.display()))?;
            Ok(Libraries::of(image.clone()))
        })
    }

    /// Its images; of an executable also those of its libraries that have counters or words, and what was not found.
    pub fn with_libraries(&self) -> Result<(&[Image], &[String])> {
        Ok(match self.images()? {
            [image] if image.kind == Kind::Executable => {
                let libraries = self.libraries()?;
                (libraries.counted(), &libraries.missing)
            }
            images => (images, &[]),
        })
    }

    /// What it carries.
    pub fn captured(&self) -> Result<&Captured> {
        kept(&self.captured, || capture::of_data(&self.path, &self.data))
    }
}

/// What was read before, or is now.
fn kept<T>(known: &OnceLock<T>, read: impl FnOnce() -> Result<T>) -> Result<&T> {
    match known.get() {
        Some(known) => Ok(known),
        None => {
            let new = read()?;
            Ok(known.get_or_init(|| new))
        }
    }
}
