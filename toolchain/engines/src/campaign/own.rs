//! What `fz fuzz` keeps of engines that write no figures by themselves: their own lines are in logs.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use fz_base::error::Error;

use super::{
    Campaign, Instance,
    life::{self, Life},
    written, youngest,
};
use crate::{
    ENGINES,
    launch::{
        LOGS, Launcher,
        finds::{Kind, Place},
        folder::{self, Run},
        live::Figures,
        used::{self, Used},
    },
};

pub fn is(folder: &Path) -> bool {
    Run::read(folder).is_some()
}

pub fn read(folder: &Path, now: SystemTime) -> Result<Campaign, Error> {
    let mark = folder.join(folder::MARK);
    let run = Run::read(folder).ok_or_else(|| {
        Error::file(
            &mark,
            "it is damaged: which fuzzer writes here is not known",
        )
    })?;
    let launcher = ENGINES
        .iter()
        .filter_map(|e| e.launcher())
        .find(|l| l.engine == run.engine);
    let launcher = launcher.ok_or_else(|| {
        Error::file(
            &mark,
            format!("this fz does not know the engine {}", run.engine),
        )
    })?;
    let is_alive = life::is_locked(&mark);
    let logs = logs(folder);
    let last = logs.iter().filter_map(|(_, log)| written(log)).max();
    let noted_end = written(&folder.join(used::FILE));
    let life = life(is_alive, last, noted_end, now);
    let roles = match logs.is_empty() {
        true => vec![("main".to_owned(), None)],
        false => logs
            .into_iter()
            .map(|(role, log)| (role, Some(log)))
            .collect(),
    };
    let began = written(&mark);
    let all = Used::read(folder);
    let used = all.map(|u| Duration::from_millis(u.wall_ms));
    let is_one_of_several = roles.len() > 1;
    let instances = roles.into_iter().map(|(name, log)| {
        let (mut figures, last_find) = of(launcher, folder, &name);
        if let (false, Some(figures), Some(all)) =
            (is_alive || is_one_of_several, &mut figures, all)
        {
            complete(figures, all);
        }
        Instance {
            pid: None,
            run_time: match is_alive {
                true => began
                    .map(|b| used.unwrap_or_default() + now.duration_since(b).unwrap_or_default()),
                false => used,
            },
            last_find: last_find.map(|at| now.duration_since(at).unwrap_or_default()),
            life: life.clone(),
            figures,
            name,
            log,
        }
    });
    Ok(Campaign {
        folder: folder.to_owned(),
        engine: run.engine,
        program: run.program.display().to_string(),
        arguments: run.arguments,
        instances: instances.collect(),
        watched: None,
        free: None,
        problems: Vec::new(),
    })
}

/// By the lock that `fz fuzz` holds, and what it writes when it ends.
fn life(is_alive: bool, log: Option<SystemTime>, end: Option<SystemTime>, now: SystemTime) -> Life {
    if is_alive {
        return Life::Running;
    }
    let Some(log) = log else {
        return Life::Unknown(
            "it has no log: it never ran, or was moved here without its logs".to_owned(),
        );
    };
    match now.duration_since(log).unwrap_or_default() {
        // What it ends with is written after the last line of its log.
        _ if end.is_some_and(|end| end >= log) => Life::Ended,
        age if age <= life::FRESH => Life::Unknown(format!(
            "its log was written to {} s ago, but no `fz fuzz` is seen here: it runs in another container or on another \
             machine, or has just been killed",
            age.as_secs()
        )),
        _ => Life::Died,
    }
}

/// By role.
fn logs(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder.join(LOGS))
        .into_iter()
        .flatten()
        .flatten();
    let mut found: Vec<(String, PathBuf)> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "log"))
        .filter_map(|p| Some((p.file_stem()?.to_string_lossy().into_owned(), p.clone())))
        .collect();
    found.sort();
    found
}

/// What a role has said last, and when something was last found.
fn of(launcher: &Launcher, folder: &Path, role: &str) -> (Option<Figures>, Option<SystemTime>) {
    let figures = launcher
        .figures
        .and_then(|look| look(folder, role, SystemTime::UNIX_EPOCH));
    let places = (launcher.finds)(folder, role);
    let counted = |kind: Kind| {
        let of_kind = places.iter().filter(|p| p.kind == kind);
        of_kind.map(Place::count).sum()
    };
    let counted = Figures {
        corpus: counted(Kind::Input),
        crashes: counted(Kind::Crash),
        hangs: counted(Kind::Hang),
        ..figures.unwrap_or_default()
    };
    let youngest = places
        .iter()
        .filter_map(|p| youngest(std::slice::from_ref(&p.folder), |n| p.is(n)));
    (Some(counted), youngest.max())
}

/// What an engine says only when it ends was noted then: of the run as a whole.
fn complete(figures: &mut Figures, all: Used) {
    if figures.executions.is_some() {
        return;
    }
    figures.executions = all.executions;
    let seconds = Duration::from_millis(all.wall_ms).as_secs_f64();
    figures.per_second = all
        .executions
        .filter(|_| seconds > 0.0)
        .map(|executions| executions as f64 / seconds);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_with_a_note_or_it_died() {
        let at = |s| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(s));
        let life = |alive, log, end, now: u64| life(alive, log, end, at(now).unwrap()).word();
        assert_eq!(life(true, None, None, 0), "running");
        assert_eq!(life(false, at(5), at(6), 7), "ended");
        assert_eq!(life(false, at(50), at(6), 500), "died");
        assert_eq!(life(false, at(50), None, 55), "unknown");
        assert_eq!(life(false, None, at(6), 55), "unknown");
    }
}
