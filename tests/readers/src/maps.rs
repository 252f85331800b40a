//! Maps of fuzzers, as `fz inspect --map` reads them.

use anyhow::Result;
use fz_binary::map_file::Hits;

use crate::{Around, Reader};

const SIZE: u64 = 512;

pub fn start(around: &Around) -> Result<Reader> {
    let (path, write) = around.file("map");
    let seeds = [
        "000001:1\n000511:128\n",
        "start_time : 1\nvar_bytes : 3 7 510\n",
    ];
    let mut seeds: Vec<Vec<u8>> = seeds.map(Into::into).into();
    seeds.push(vec![255; SIZE as usize]);
    Ok(Reader {
        seeds,
        read: Box::new(move |data| {
            write(data);
            if let Ok(hits) = Hits::read(&path, SIZE) {
                assert!(hits.values().all(|(offset, _)| offset < SIZE));
            }
        }),
    })
}
