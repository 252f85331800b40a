//! The files inside, by landlock.

use std::io;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, Scope,
};

use super::Wall;

/// The newest version of the interface that is used here. An older kernel does less: what it leaves out (truncation,
/// networks, devices, signals) is kept out by its system calls as well.
const VERSION: ABI = ABI::V6;

/// The kernel's flag that asks for the version.
const ASK: libc::c_long = 1;

pub fn is_there() -> bool {
    // SAFETY: it asks for a number, and passes no memory.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0, 0, ASK) };
    version > 0
}

pub fn restrict(wall: &Wall) -> io::Result<()> {
    let all = AccessFs::from_all(VERSION);
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let write = read
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir
        | AccessFs::Refer;
    let mut rules = Ruleset::default()
        .handle_access(all)
        .and_then(|r| r.handle_access(AccessNet::from_all(VERSION)))
        .and_then(|r| r.scope(Scope::from_all(VERSION)))
        .and_then(Ruleset::create)
        .map_err(io::Error::other)?;
    for (paths, access) in [
        (&wall.reads, read),
        (&wall.writes, write),
        (&wall.programs, AccessFs::Execute | AccessFs::ReadFile),
    ] {
        for path in paths {
            let Ok(place) = PathFd::new(path) else {
                continue;
            };
            let access = match path.is_dir() {
                true => access,
                false => access & AccessFs::from_file(VERSION),
            };
            rules = added(rules, place, access)?;
        }
    }
    rules.restrict_self().map_err(io::Error::other)?;
    Ok(())
}

fn added(
    rules: landlock::RulesetCreated,
    place: PathFd,
    access: BitFlags<AccessFs>,
) -> io::Result<landlock::RulesetCreated> {
    let rule = PathBeneath::new(place, access);
    rules.add_rule(rule).map_err(io::Error::other)
}
