//! Which links this user has done here. On a machine that cannot shut compilers in, this tells one's own programs from those
//! of strangers; on others nothing is written down.

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
};

use fz_binary::capture::Hash;
use fz_process::wall;

/// The manifests' hashes, one after the other.
const FILE: &str = "links";

/// Remembers a link. That it cannot be remembered stops none. `state`: where fz remembers things.
pub fn note(state: Option<&Path>, manifest: &Hash) {
    let (Some(state), Some(_)) = (state, wall::lacks()) else {
        return;
    };
    let file = fs::create_dir_all(state).and_then(|()| {
        let mut options = OpenOptions::new();
        options.create(true).append(true).open(state.join(FILE))
    });
    // Whole, since links are done side by side.
    let _ = file.and_then(|mut file| file.write_all(&manifest.0));
}

/// Whether a link was done here.
pub fn knows(state: Option<&Path>, manifest: &Hash) -> bool {
    let known = state.map(|state| fs::read(state.join(FILE)).unwrap_or_default());
    let (hashes, _) = known.as_deref().unwrap_or_default().as_chunks();
    hashes.contains(&manifest.0)
}
