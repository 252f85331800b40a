//! Profiles in files.

use anyhow::Result;
use fz_profile::Shelf;

use crate::{Around, Reader};

pub fn start(around: &Around) -> Result<Reader> {
    let (path, write) = around.file("profile.toml");
    let directories = vec![around.scratch.clone(), around.samples.join("profiles")];
    let mut seeds = Vec::new();
    for entry in std::fs::read_dir(&directories[1])? {
        seeds.push(std::fs::read(entry?.path())?);
    }
    seeds.sort();
    let shelf = Shelf { directories };
    Ok(Reader {
        seeds,
        read: Box::new(move |data| {
            write(data);
            match shelf.resolve(&path.to_string_lossy()) {
                Ok(profile) => {
                    let _ = (profile.is_empty(), profile.drops("-O2"));
                    let _: Vec<String> = profile.passes.iter().map(|p| p.text()).collect();
                    serde_json::to_string(&profile).expect("every profile can be printed");
                }
                Err(error) => {
                    let _ = error.to_string();
                }
            }
        }),
    })
}
