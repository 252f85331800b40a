//! `fz.toml`.

use anyhow::Result;
use fz_base::env::Environment;
use fz_settings::{FILE, Flags, Settings};

use crate::{Around, Reader};

const ALL: &str = r#"
profile = "./own.toml"
engine = "libfuzzer"
clang = "clang"
engine-path = ["engines"]
profile-path = ["profiles", "../more"]
allow = ["fun:a*", "src:*.c"]
deny = ["fun:main"]
sanitize = ["address", "undefined"]
capture = "store"
capture-store = "store"
[dictionary]
ignore = ["word"]
"#;

pub fn start(around: &Around) -> Result<Reader> {
    let (_, write) = around.file(FILE);
    let directory = around.scratch.join("below");
    std::fs::create_dir(&directory)?;
    Ok(Reader {
        seeds: vec![
            ALL.into(),
            b"capture = \"off\"\nsanitize = \"none\"\n".to_vec(),
        ],
        read: Box::new(move |data| {
            write(data);
            let found = Settings::resolve(&Flags::default(), &Environment::default(), &directory);
            let _ = found.map_err(|error| error.to_string());
        }),
    })
}
