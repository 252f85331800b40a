//! `fz doctor`: whether ccache, where it stands in front of the compiler, tells profiles apart and finds what it has.

use std::{ffi::OsStr, fs, path::Path, process};

use fz_base::{
    env::{self, Variable},
    layout::Layout,
};

/// What ccache must look at to tell fz's profiles apart.
pub const COMPILERCHECK: &str = "%compiler% --fz-fingerprint";
/// The compiler that it has to take fz-cc for: of those that it does not know it caches the simplest commands alone.
pub const COMPILERTYPE: &str = "clang";

pub fn check(layout: &Layout) -> Result<String, String> {
    let in_cc = env::read(&env::CC).is_some_and(|cc| cc.contains("ccache"));
    // Distributions put a directory of links named like compilers in front.
    let masked = which::which("fz-cc").is_ok_and(|found| {
        let found = found.canonicalize().unwrap_or(found);
        found.file_name() == Some(OsStr::new("ccache")) && found != layout.bin("fz-cc")
    });
    let covers = env::read(&env::CCACHE_COMPILERCHECK).as_deref() == Some(COMPILERCHECK);
    if !in_cc && !masked && !covers {
        return Ok("not in front of the compiler".to_owned());
    }
    if !covers {
        return Err(format!(
            "ccache would hand out objects of another profile: {}",
            set(&env::CCACHE_COMPILERCHECK, COMPILERCHECK)
        ));
    }
    let key = "its key covers the profile";
    let Ok(ccache) = which::which("ccache") else {
        return Ok(format!("{key}; it is not installed"));
    };
    match hits(&ccache, layout) {
        Ok(()) => Ok(format!("{key}, and what was compiled once is found again")),
        Err(why) if env::read(&env::CCACHE_COMPILERTYPE).as_deref() != Some(COMPILERTYPE) => {
            Err(format!(
                "ccache does not keep what fz-cc compiles ({why}): {}",
                set(&env::CCACHE_COMPILERTYPE, COMPILERTYPE)
            ))
        }
        Err(why) => Err(format!(
            "ccache does not keep what fz-cc compiles ({why}): CCACHE_DEBUG=1 has it write down why"
        )),
    }
}

fn set(variable: &Variable, value: &str) -> String {
    format!("export {}='{value}' (`fz env` prints it)", variable.name)
}

/// Compiles the same source twice, as a build with dependency files does. The error says what became of the second.
fn hits(ccache: &Path, layout: &Layout) -> Result<(), String> {
    let scratch = fz_process::scratch().map_err(|e| e.to_string())?;
    let folder = scratch.path();
    // None that it could have from elsewhere.
    let text = format!("int fz_doctor_{};\n", process::id());
    let text = format!("/* {} */ {text}", folder.display());
    fs::write(folder.join("t.c"), text).map_err(|e| e.to_string())?;
    let compiler = layout.bin("fz-cc");
    let words = ["-O2", "-Wp,-MD,t.d", "-c", "t.c", "-o", "t.o"].map(OsStr::new);
    let words = [&[compiler.as_os_str()][..], &words].concat();
    let log = folder.join("log");
    for _ in 0..2 {
        let _ = fs::remove_file(&log);
        let environment = [(env::CCACHE_STATSLOG.name, log.as_os_str())];
        let output = fz_process::output_in(folder, ccache, &words, &environment);
        let output = output.map_err(|e| e.to_string())?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(said.trim().to_owned());
        }
    }
    let counted = fs::read_to_string(&log).unwrap_or_default();
    let counted: Vec<&str> = counted.lines().filter(|l| !l.starts_with('#')).collect();
    match counted.iter().any(|c| c.ends_with("_cache_hit")) {
        true => Ok(()),
        false if counted.is_empty() => Err("it does nothing".to_owned()),
        false => Err(counted.join(", ")),
    }
}
