//! `none`: an ordinary link.

use super::Addition;
use crate::{driver::invocation::Link, layout::Layout};

pub fn link(_: &Link, _: &Layout) -> Addition {
    Addition {
        reasons: vec!["engine none: no runtime".to_owned()],
        ..Addition::default()
    }
}
