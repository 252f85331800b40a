//! What fuzzers leave in their folders, as `fz status` and `fz cov collect` read it.

use std::{fs, time::SystemTime};

use anyhow::Result;
use fz_coverage::corpus::{self, Dimensions};
use fz_engines::campaign;

use crate::{Around, Reader};

/// The files that a folder may have; an input's first byte says which of them it is.
const FILES: [&str; 7] = [
    "fuzzer_stats",
    "plot_data",
    "cmdline",
    "fuzzer_setup",
    "fz-fuzz.json",
    "fz-watched.json",
    "fz-used.json",
];

const STATS: &str = "start_time        : 1700000000\nlast_update       : 1700000100\nrun_time          : 100\nfuzzer_pid        : 1\ncycles_done       : 3\nexecs_done        : 100000\nexecs_per_sec     : 1000.5\ncorpus_count      : 12\nlast_find         : 1700000050\nbitmap_cvg        : 12.34%\nsaved_crashes     : 1\nsaved_hangs       : 0\npeak_rss_mb       : 7\nedges_found       : 9\nafl_banner        : p\nafl_version       : ++4.32c\ncommand_line      : afl-fuzz -i a -o b -- ./p @@\n";
const PLOT: &str = "# relative_time, cycles_done, cur_item, corpus_count, pending_total, pending_favs, map_size, saved_crashes, saved_hangs, max_depth, execs_per_sec, total_execs, edges_found\n1, 0, 0, 12, 1, 1, 1.00%, 0, 0, 1, 100.00, 100, 5\n100, 3, 0, 12, 1, 1, 12.00%, 1, 0, 1, 1000.00, 100000, 9\n";
const NOTED: &str = r#"{"engine":"libfuzzer","program":"./p","arguments":["@@"]}"#;

pub fn start(around: &Around) -> Result<Reader> {
    let folder = around.scratch.join("out");
    fs::create_dir_all(folder.join("queue"))?;
    let mut seeds = Vec::new();
    for at in 0..FILES.len() as u8 {
        for text in [STATS, PLOT, NOTED, "./p\n@@\n"] {
            seeds.push([&[at], text.as_bytes()].concat());
        }
    }
    Ok(Reader {
        seeds,
        read: Box::new(move |data| {
            let [at, content @ ..] = data else {
                return;
            };
            let path = folder.join(FILES[usize::from(*at) % FILES.len()]);
            crate::write(&path, content);
            if path.ends_with("plot_data") {
                crate::write(&folder.join("fuzzer_stats"), STATS.as_bytes());
            }
            if let Ok(campaign) = campaign::read(&folder, SystemTime::now()) {
                serde_json::to_string(&campaign).expect("every campaign can be printed");
            }
            let _ = corpus::list(std::slice::from_ref(&folder), &Dimensions::default());
            for name in FILES {
                let _ = fs::remove_file(folder.join(name));
            }
        }),
    })
}
