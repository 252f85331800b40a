//! Why a program has no tokens, and what to do.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Result, bail};
use fz_binary::{Image, Kind};

use super::PASS;

/// That there are records of tokens, or that there was nothing to record.
pub fn check(path: &Path, images: &[Image]) -> Result<()> {
    let shown = path.display();
    let records = || images.iter().flat_map(|i| &i.records);
    let looked = records().any(|r| r.transforms.contains_key(PASS));
    if looked || images.iter().any(|i| !i.tokens.is_empty()) {
        return Ok(());
    }
    let profiles: BTreeSet<&str> = records().filter_map(|r| r.profile.as_deref()).collect();
    let is_bitcode = |i: &Image| i.kind == Kind::Bitcode;
    let lost = images.iter().find_map(Image::lost_records);
    let lost = lost.filter(|_| records().next().is_none());
    match () {
        () if images.is_empty() => {
            bail!("{shown} has no code in it: put objects that fz-cc made into it")
        }
        () if images.iter().all(is_bitcode) => {
            bail!("{shown} is bitcode, which has its records once it is linked: name the program")
        }
        () if lost.is_some() => bail!(
            "{shown}: its records are missing: {}",
            lost.unwrap_or_default()
        ),
        () if profiles.is_empty() => bail!(
            "{shown} has no records of fz's: build it with CC=fz-cc CXX=fz-cxx (`fz doctor {shown}` says of each unit why it \
             has none)"
        ),
        () => bail!(
            "{shown} has no records of tokens: compile it with a profile that has [feedback.dictionary], FZ_PROFILE=fuzz or one \
             that extends it (it was compiled with {}), and with something in it that is compared",
            Vec::from_iter(profiles).join(", ")
        ),
    }
}
