//! The output folder: `queue/` and `crashes/`, with each input in a file named after its content.

use std::collections::HashSet;
use std::fs;
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};

use libafl_bolts::hash_std;

/// Larger inputs are neither read nor generated.
pub const LONGEST: usize = 1 << 20;

#[derive(Debug, Clone)]
pub struct Output {
    queue: PathBuf,
    crashes: PathBuf,
}

impl Output {
    pub fn make(dir: &Path) -> io::Result<Output> {
        let output = Output {
            queue: dir.join("queue"),
            crashes: dir.join("crashes"),
        };
        fs::create_dir_all(&output.queue)?;
        fs::create_dir_all(&output.crashes)?;
        Ok(output)
    }

    /// Keeps an input that reached something new.
    pub fn keep(&self, input: &[u8]) -> io::Result<()> {
        write_once(&self.queue.join(name(input)), input)
    }

    /// Keeps an input that crashed or timed out; `how` is `crash` or `timeout`.
    pub fn found(&self, how: &str, input: &[u8]) -> io::Result<()> {
        write_once(&self.crashes.join(format!("{how}-{}", name(input))), input)
    }

    /// How many inputs have crashed or timed out so far.
    pub fn objectives(&self) -> usize {
        fs::read_dir(&self.crashes).map_or(0, Iterator::count)
    }

    /// The inputs in `dirs` and in the queue, each content once, without those that crashed or timed out.
    pub fn inputs(&self, dirs: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
        let mut seen: HashSet<String> = HashSet::new();
        for entry in fs::read_dir(&self.crashes)? {
            let found = entry?.file_name().to_string_lossy().into_owned();
            seen.extend(found.split_once('-').map(|(_, name)| name.to_string()));
        }
        let mut inputs = Vec::new();
        for dir in dirs.iter().chain([&self.queue]) {
            for path in files(dir)? {
                if fs::metadata(&path)?.len() > LONGEST as u64 {
                    eprintln!("fz-libafl: {}: left out, over 1 MiB", path.display());
                    continue;
                }
                let input = fs::read(&path)?;
                if seen.insert(name(&input)) {
                    inputs.push(input);
                }
            }
        }
        Ok(inputs)
    }
}

/// The files in `dir`, in order; `dir` itself if it is a file.
fn files(dir: &Path) -> io::Result<Vec<PathBuf>> {
    if !dir.is_dir() {
        fs::metadata(dir)
            .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", dir.display())))?;
        return Ok(vec![dir.to_path_buf()]);
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(dir)?
        .map(|e| Ok(e?.path()))
        .collect::<io::Result<_>>()?;
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        found.extend(files(&entry)?);
    }
    Ok(found)
}

fn name(input: &[u8]) -> String {
    let mut lengthened = libafl_bolts::hasher_std();
    lengthened.write(input);
    lengthened.write_usize(input.len());
    format!("{:016x}{:016x}", hash_std(input), lengthened.finish())
}

fn write_once(path: &Path, input: &[u8]) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    // A reader must never see half an input.
    let partial = path.with_extension("partial");
    fs::write(&partial, input)?;
    fs::rename(partial, path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Output;

    #[test]
    fn what_is_kept_is_read_again_but_not_what_ended_badly() {
        let dir = tempfile::tempdir().unwrap();
        let seeds = dir.path().join("seeds/deep");
        fs::create_dir_all(&seeds).unwrap();
        for (name, text) in [("a", "seed"), ("b", "seed"), ("c", "bad")] {
            fs::write(seeds.join(name), text).unwrap();
        }
        let output = Output::make(&dir.path().join("out")).unwrap();
        output.keep(b"kept").unwrap();
        output.keep(b"kept").unwrap();
        output.found("crash", b"bad").unwrap();
        let inputs = output.inputs(&[dir.path().join("seeds")]).unwrap();
        assert_eq!(inputs, [b"seed".to_vec(), b"kept".to_vec()]);
        assert_eq!(output.objectives(), 1);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let output = Output::make(dir.path()).unwrap();
        let error = output.inputs(&[dir.path().join("none")]).unwrap_err();
        assert!(error.to_string().contains("none"), "{error}");
    }
}
