//! Debian's packages: which are missing, installing them, and the sources of real programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::{proc, repo};

/// Those of `packages` that are not installed.
pub fn missing(packages: &[&str]) -> Result<Vec<String>> {
    if which::which("dpkg-query").is_err() {
        bail!(
            "no dpkg-query here: fz is developed on Debian 12; elsewhere install what provides: {}",
            packages.join(" ")
        );
    }
    // An unknown package makes dpkg-query fail, but it still prints the others.
    let out = Command::new("dpkg-query")
        .args(["-W", "-f", "${Package} ${db:Status-Status}\n"])
        .args(packages)
        .output()?;
    let text = String::from_utf8_lossy(&out.stdout);
    let installed: BTreeSet<&str> = text
        .lines()
        .filter_map(|l| l.strip_suffix(" installed"))
        .collect();
    Ok(packages
        .iter()
        .filter(|p| !installed.contains(*p))
        .map(ToString::to_string)
        .collect())
}

/// Installs what is missing of `packages`, as root or with sudo, and says so. Does nothing when all are there.
pub fn ensure_installed<S: AsRef<str>>(packages: impl IntoIterator<Item = S>) -> Result<()> {
    let packages: Vec<S> = packages.into_iter().collect();
    let packages: Vec<&str> = packages.iter().map(S::as_ref).collect();
    let missing = missing(&packages)?;
    if missing.is_empty() {
        return Ok(());
    }
    fetch(&missing)?;
    install(&missing)
}

/// Gets the packages `missing` from the network, and says so.
pub fn fetch(missing: &[String]) -> Result<()> {
    eprintln!("fz: installing with apt: {}", missing.join(" "));
    if !known(missing)? {
        update(&by_hand(missing))?;
    }
    if !known(missing)? {
        bail!(
            "apt knows no {}: Debian 12 has it in bookworm or bookworm-security; \
             add a line for each of the two suites to /etc/apt/sources.list, then run this again",
            unknown(missing)?.join(" ")
        );
    }
    let download = || run("apt-get download", missing, &["--download-only"]);
    // Lists from long ago name files that the mirror no longer has.
    download().or_else(|_| {
        update(&by_hand(missing))?;
        download()
    })
}

/// Installs what [`fetch`] got.
pub fn install(missing: &[String]) -> Result<()> {
    run("apt-get install", missing, &[])
}

/// Installs what the build of the unpacked Debian source in `dir` needs. Does nothing when all is there.
pub fn install_build_dependencies(dir: &Path) -> Result<()> {
    let check = Command::new("dpkg-checkbuilddeps")
        .current_dir(dir)
        .output()
        .context("cannot start dpkg-checkbuilddeps, which is in the package dpkg-dev")?;
    if check.status.success() {
        return Ok(());
    }
    let shown = dir.display().to_string();
    let by_hand = format!("as root, run: apt-get update && apt-get build-dep {shown}");
    let mut words = ["apt-get", "build-dep"].to_vec();
    words.extend(UNATTENDED);
    words.push(&shown);
    let label = format!("apt-get build-dep {}", repo::shown(dir));
    let install = || proc::run(&label, &mut as_root(&words, &by_hand)?);
    // Lists from long ago name files that the mirror no longer has.
    install().or_else(|_| {
        update(&by_hand)?;
        install()
    })?;
    Ok(())
}

const UNATTENDED: [&str; 4] = [
    "-y",
    "--no-install-recommends",
    "-o",
    "DPkg::Lock::Timeout=300",
];

fn run(label: &str, missing: &[String], more: &[&str]) -> Result<()> {
    let mut words = ["apt-get", "install"].to_vec();
    words.extend(UNATTENDED);
    words.extend(more);
    words.extend(missing.iter().map(String::as_str));
    proc::run(label, &mut as_root(&words, &by_hand(missing))?)?;
    Ok(())
}

fn update(by_hand: &str) -> Result<()> {
    proc::run(
        "apt-get update",
        &mut as_root(&["apt-get", "update"], by_hand)?,
    )?;
    Ok(())
}

fn known(packages: &[String]) -> Result<bool> {
    Ok(unknown(packages)?.is_empty())
}

/// Those of `packages` that no configured suite offers.
fn unknown(packages: &[String]) -> Result<Vec<String>> {
    let policy = proc::output(
        Command::new("apt-cache")
            .env("LC_ALL", "C")
            .arg("policy")
            .args(packages),
    )?;
    let mut offered = BTreeSet::new();
    let mut package = "";
    for line in policy.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|n| !n.starts_with(' ')) {
            package = name;
        } else if line
            .trim()
            .strip_prefix("Candidate: ")
            .is_some_and(|c| c != "(none)")
        {
            offered.insert(package);
        }
    }
    Ok(packages
        .iter()
        .filter(|p| !offered.contains(p.as_str()))
        .cloned()
        .collect())
}

/// `words` as a command that runs as root, or what a person has to type instead.
fn as_root(words: &[&str], by_hand: &str) -> Result<Command> {
    const QUIET: &str = "DEBIAN_FRONTEND=noninteractive";
    // SAFETY: geteuid has no preconditions and cannot fail.
    if unsafe { libc::geteuid() } == 0 {
        let mut command = Command::new("env");
        command.arg(QUIET).args(words);
        return Ok(command);
    }
    if which::which("sudo").is_ok() {
        // Asks for the password here, before the output is hidden.
        let status = Command::new("sudo").arg("-v").status()?;
        ensure!(status.success(), "sudo refused; {by_hand}");
        let mut command = Command::new("sudo");
        command.arg("env").arg(QUIET).args(words);
        return Ok(command);
    }
    bail!("not root, and there is no sudo; {by_hand}")
}

fn by_hand(missing: &[String]) -> String {
    format!(
        "as root, run: apt-get update && apt-get install -y --no-install-recommends {}",
        missing.join(" ")
    )
}

/// The host's own Debian mirror: the first address in its sources that has a release.
pub fn mirror() -> Result<String> {
    let policy = proc::output(
        Command::new("apt-cache")
            .env("LC_ALL", "C")
            .args(["policy"]),
    )?;
    let line = policy
        .lines()
        .find(|l| l.contains(" bookworm/main "))
        .context("this machine's apt has no bookworm suite, so no Debian mirror is known")?;
    Ok(line
        .split_whitespace()
        .nth(1)
        .context("apt-cache policy names no address")?
        .to_string())
}

/// A source package, pinned.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Source {
    pub package: String,
    pub version: String,
    /// Versions to try, in order, when the mirror has lost the pinned one.
    #[serde(default)]
    pub fallback: Vec<String>,
    /// The Debian release that has it, when that is not the host's own.
    pub suite: Option<String>,
    /// Apply Debian's patches. Off by default: they can break the timestamps that autotools rely on.
    #[serde(default)]
    pub patches: bool,
    /// Only upstream's tarball: a mirror may have lost the rest.
    #[serde(default)]
    pub tarball: bool,
}

impl Source {
    /// Unpacks the source into `dir`, which is made anew.
    pub fn unpack(&self, dir: &Path) -> Result<()> {
        let fetched = self.fetch()?;
        if dir.exists() {
            fs::remove_dir_all(dir).with_context(|| format!("cannot clear {}", dir.display()))?;
        }
        fs::create_dir_all(dir.parent().expect("a build folder has a parent"))?;
        let mut command;
        if self.tarball {
            fs::create_dir(dir)?;
            command = Command::new("tar");
            command.arg("--strip-components=1").arg("-C").arg(dir);
            command.arg("-xf").arg(&fetched);
        } else {
            command = Command::new("dpkg-source");
            command
                .arg("--no-check")
                .args((!self.patches).then_some("--skip-patches"))
                .arg("-x")
                .arg(&fetched)
                .arg(dir);
        }
        proc::run(&format!("unpack {}", self.package), &mut command)?;
        Ok(())
    }

    /// The path of the `.dsc` file, or of the tarball, downloaded unless the cache has it.
    pub fn fetch(&self) -> Result<PathBuf> {
        let mut tried = Vec::new();
        for version in std::iter::once(&self.version).chain(&self.fallback) {
            let dir = repo::cache().join("sources").join(format!(
                "{}_{}",
                self.package,
                version.replace(':', "-")
            ));
            if let Some(fetched) = self.fetched_in(&dir) {
                return Ok(fetched);
            }
            match self.download(version, &dir) {
                Ok(fetched) => return Ok(fetched),
                Err(error) => tried.push(format!("{version}: {error:#}")),
            }
        }
        bail!(
            "no version of the source package {} could be fetched; name one that `apt-cache showsrc {}` lists \
             in its `fallback`, or put the files under {}\n{}",
            self.package,
            self.package,
            repo::shown(&repo::cache().join("sources")),
            tried.join("\n")
        )
    }

    fn download(&self, version: &str, dir: &Path) -> Result<PathBuf> {
        let conf = source_lists(self.suite.as_deref())?;
        let partial = dir.with_extension("partial");
        if partial.exists() {
            fs::remove_dir_all(&partial)?;
        }
        fs::create_dir_all(&partial)?;
        let mut command = Command::new("apt-get");
        command
            .current_dir(&partial)
            .env("APT_CONFIG", conf)
            .env("LC_ALL", "C");
        command
            .args(["source", "--download-only"])
            .args(self.tarball.then_some("--tar-only"))
            .arg(format!("{}={version}", self.package));
        proc::run(&format!("fetch {} {version}", self.package), &mut command)?;
        fs::rename(&partial, dir)?;
        self.fetched_in(dir)
            .with_context(|| format!("apt-get source left no sources in {}", dir.display()))
    }

    /// What is unpacked, of the files in `dir`.
    fn fetched_in(&self, dir: &Path) -> Option<PathBuf> {
        let what = if self.tarball { ".orig.tar." } else { ".dsc" };
        let entries = fs::read_dir(dir).ok()?;
        entries.filter_map(|e| Some(e.ok()?.path())).find(|p| {
            p.file_name()
                .is_some_and(|n| n.to_string_lossy().contains(what))
        })
    }
}

/// An apt configuration of our own that knows source packages, so that the system's lists stay as they are.
fn source_lists(suite: Option<&str>) -> Result<PathBuf> {
    let dir = repo::cache().join("apt").join(suite.unwrap_or("host"));
    let conf = dir.join("apt.conf");
    if dir.join("updated").exists() {
        return Ok(conf);
    }
    for sub in ["lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(dir.join(sub))?;
    }
    let (name, sources) = host_sources(suite)?;
    let list = dir.join(name);
    fs::write(&list, sources)?;
    let options = [
        format!("Dir::Etc::sourcelist \"{}\";", list.display()),
        "Dir::Etc::sourceparts \"-\";".to_string(),
        format!("Dir::State::lists \"{}\";", dir.join("lists").display()),
        format!("Dir::Cache \"{}\";", dir.join("cache").display()),
        "APT::Sandbox::User \"root\";".to_string(),
    ];
    fs::write(&conf, options.join("\n") + "\n")?;
    proc::run(
        "apt-get update (sources)",
        Command::new("apt-get")
            .env("APT_CONFIG", &conf)
            .arg("update"),
    )?;
    fs::write(dir.join("updated"), "")?;
    Ok(conf)
}

/// The host's Debian suites as source suites, in whichever of the two formats it has them.
fn host_sources(suite: Option<&str>) -> Result<(&'static str, String)> {
    if let Ok(text) = fs::read_to_string("/etc/apt/sources.list.d/debian.sources") {
        return Ok(("src.sources", deb822_sources(&text, suite)));
    }
    let text =
        fs::read_to_string("/etc/apt/sources.list").context("cannot read /etc/apt/sources.list")?;
    let lines = one_line_sources(&text, suite);
    ensure!(
        !lines.is_empty(),
        "/etc/apt/sources.list has no `deb` line: add one for bookworm"
    );
    Ok(("src.list", lines))
}

fn deb822_sources(text: &str, suite: Option<&str>) -> String {
    let stanzas = text
        .split("\n\n")
        .filter(|s| suite.is_none() || !s.contains("-security"));
    let source = |line: &str| match (line, suite) {
        (line, _) if line.starts_with("Types:") => "Types: deb-src".to_string(),
        (line, Some(suite)) if line.starts_with("Suites:") => format!("Suites: {suite}"),
        (line, _) => line.to_string(),
    };
    let stanzas = stanzas.map(|s| s.lines().map(source).collect::<Vec<_>>().join("\n") + "\n");
    stanzas.collect::<Vec<_>>().join("\n")
}

fn one_line_sources(text: &str, suite: Option<&str>) -> String {
    let mut out = String::new();
    for line in text.lines().filter_map(|l| l.strip_prefix("deb ")) {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        // Options in brackets come before the address; the suite comes after it.
        let at = 1 + words
            .iter()
            .rposition(|w| w.ends_with(']'))
            .map_or(0, |i| i + 1);
        if let (Some(suite), Some(word)) = (suite, words.get_mut(at)) {
            if word.contains('-') {
                continue;
            }
            *word = suite;
        }
        out += &format!("deb-src {}\n", words.join(" "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{deb822_sources, one_line_sources};

    const DEB822: &str = "Types: deb\nURIs: http://a/debian\nSuites: bookworm bookworm-updates\nComponents: main\n\n\
                          Types: deb\nURIs: http://a/debian-security\nSuites: bookworm-security\nComponents: main\n";

    #[test]
    fn stanzas_become_source_stanzas() {
        let got = deb822_sources(DEB822, None);
        assert_eq!(got, DEB822.replace("Types: deb", "Types: deb-src"));
    }

    #[test]
    fn another_suite_leaves_security_out() {
        let got = deb822_sources(DEB822, Some("trixie"));
        assert_eq!(
            got,
            "Types: deb-src\nURIs: http://a/debian\nSuites: trixie\nComponents: main\n"
        );
    }

    #[test]
    fn lines_become_source_lines() {
        let text = "# deb x y z\ndeb [signed-by=/k] http://a/debian bookworm main\ndeb http://a/s bookworm-security main\n";
        let all = "deb-src [signed-by=/k] http://a/debian bookworm main\ndeb-src http://a/s bookworm-security main\n";
        assert_eq!(one_line_sources(text, None), all);
        assert_eq!(
            one_line_sources(text, Some("sid")),
            "deb-src [signed-by=/k] http://a/debian sid main\n"
        );
    }
}
