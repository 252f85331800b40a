//! `--fz-fingerprint`: a hash of all that shapes an object beside its source and arguments, for compiler caches.

use std::hash::{DefaultHasher, Hash, Hasher};

use fz_profile::Profile;
use fz_settings::Capture;

use crate::{invoked::Invoked, machine::check_version};

/// A hash of all that shapes what is built here, beside what captures say of units and links; of fz itself its identity.
/// Empty where not all of that is known.
pub fn maker(identity: &str, profile: &Profile, sanitizers: &[String]) -> String {
    if identity.is_empty() || !profile.plugins.is_empty() {
        return String::new();
    }
    let mut hasher = DefaultHasher::new();
    (identity, format!("{profile:?}"), sanitizers).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A hash of all that shapes an object beside its source and arguments.
pub fn of(invoked: &Invoked) -> u64 {
    let Invoked {
        profile,
        settings,
        wishes,
        layout,
        clang,
        ..
    } = invoked;
    let mut hasher = DefaultHasher::new();
    let mut add = |bytes: &[u8]| bytes.hash(&mut hasher);
    add(env!("CARGO_PKG_VERSION").as_bytes());
    let (allow, deny, ignored) = (&settings.allow, &settings.deny, &settings.ignored.value);
    add(format!("{profile:?} {allow:?} {deny:?} {ignored:?}").as_bytes());
    let capture = settings.capture.value;
    add(format!("{capture:?}").as_bytes());
    // Objects name it.
    if capture == Capture::Store {
        add(format!("{:?}", settings.capture_store.value).as_bytes());
    }
    add(format!("{} {wishes:?}", settings.engine.value).as_bytes());
    for plugin in [
        layout.plugin(),
        layout.capture_plugin(),
        layout.casts_plugin(),
        layout.conditions_plugin(),
        layout.expand_plugin(),
    ] {
        add(&std::fs::read(plugin).unwrap_or_default());
    }
    let driver = std::env::current_exe().and_then(std::fs::read);
    add(&driver.unwrap_or_default());
    for plugin in &profile.plugins {
        add(&std::fs::read(&plugin.library).unwrap_or_default());
    }
    for list in wishes.allow_lists.iter().chain(&wishes.deny_lists) {
        add(&std::fs::read(list).unwrap_or_default());
    }
    add(check_version(clang).unwrap_or_default().as_bytes());
    hasher.finish()
}
