//! A pristine Debian 12 in a folder: made once, copied for each use, entered by root.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{apt, env, proc, repo};

/// What a person has before the first command: certificates came with fetching rustup, sudo with being a user.
const BASE: &str = "ca-certificates,sudo";
const USER: &str = "dev";

/// The checkout's folder in a person's home.
pub const CHECKOUT: &str = "fz";

/// Where the toolchains of Rust are inside.
const RUSTUP: &str = "/opt/rustup";

/// Who types the commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Root,
    User,
}

fn dir() -> PathBuf {
    repo::made().join("fresh")
}

/// A pristine Debian 12, made once, by root.
fn base() -> Result<PathBuf> {
    // SAFETY: geteuid has no preconditions and cannot fail.
    ensure!(
        unsafe { libc::geteuid() } == 0,
        "making a machine with debootstrap needs root: run this again with sudo -E"
    );
    apt::ensure_installed(["debootstrap"])?;
    let base = dir().join("base");
    if base.exists() {
        return Ok(base);
    }
    fs::create_dir_all(dir())?;
    let partial = dir().join("base.partial");
    if partial.exists() {
        fs::remove_dir_all(&partial)?;
    }
    let mut debootstrap = Command::new("debootstrap");
    debootstrap
        .args([
            "--variant=minbase",
            &format!("--include={BASE}"),
            "bookworm",
        ])
        .arg(&partial)
        .arg(apt::mirror()?);
    proc::run("debootstrap bookworm", &mut debootstrap)?;
    fs::rename(&partial, &base)?;
    Ok(base)
}

pub struct Machine {
    root: PathBuf,
    who: Who,
}

impl Machine {
    /// A machine of that name, made anew.
    pub fn make(name: &str, who: Who) -> Result<Machine> {
        let base = base()?;
        let machine = Machine {
            root: dir().join(name),
            who,
        };
        if machine.root.exists() {
            fs::remove_dir_all(&machine.root)
                .with_context(|| format!("cannot clear {}", machine.root.display()))?;
        }
        proc::run(
            "copy the fresh machine",
            Command::new("cp").arg("-a").arg(&base).arg(&machine.root),
        )?;
        machine.network()?;
        if let Who::User = who {
            proc::output(Command::new("chroot").arg(&machine.root).args([
                "useradd",
                "--create-home",
                "--shell",
                "/bin/bash",
                USER,
            ]))?;
            let rule = machine.root.join("etc/sudoers.d").join(USER);
            fs::write(&rule, format!("{USER} ALL=(ALL) NOPASSWD: ALL\n"))?;
            fs::set_permissions(&rule, fs::Permissions::from_mode(0o440))?;
        }
        Ok(machine)
    }

    /// The same with rustup and the working tree, as a person has them who has read the README.
    pub fn with_checkout(name: &str, who: Who) -> Result<Machine> {
        let machine = Machine::make(name, who)?;
        machine.rustup()?;
        machine.checkout()?;
        Ok(machine)
    }

    /// Ends its life.
    pub fn remove(self) -> Result<()> {
        fs::remove_dir_all(&self.root)
            .with_context(|| format!("cannot remove {}", self.root.display()))
    }

    pub fn who(&self) -> &'static str {
        match self.who {
            Who::Root => "root",
            Who::User => "user",
        }
    }

    /// The person's home, seen from inside.
    pub fn home(&self) -> String {
        match self.who {
            Who::Root => concat!("/ro", "ot").to_string(),
            Who::User => format!("{}/{USER}", concat!("/ho", "me")),
        }
    }

    /// A path inside, seen from outside.
    pub fn inside(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// The host's package sources, how it reaches them, and the certificates it trusts.
    fn network(&self) -> Result<()> {
        for file in [
            "/etc/resolv.conf",
            "/etc/hosts",
            "/etc/ssl/certs/ca-certificates.crt",
        ] {
            if Path::new(file).exists() {
                fs::copy(file, self.inside(file)).with_context(|| format!("cannot copy {file}"))?;
            }
        }
        let (from, to) = match Path::new("/etc/apt/sources.list.d/debian.sources") {
            new if new.exists() => (new, "/etc/apt/sources.list.d/debian.sources"),
            _ => (Path::new("/etc/apt/sources.list"), "/etc/apt/sources.list"),
        };
        fs::write(self.inside("/etc/apt/sources.list"), "")?;
        fs::copy(from, self.inside(to))?;
        let config = proc::output(Command::new("apt-config").arg("dump"))?;
        let acquire: Vec<&str> = config
            .lines()
            .filter(|l| l.starts_with("Acquire::"))
            .collect();
        fs::write(
            self.inside("/etc/apt/apt.conf.d/99host"),
            acquire.join("\n") + "\n",
        )?;
        Ok(())
    }

    /// rustup's proxies, as its installer leaves them in `~/.cargo/bin`; the toolchains are mounted read-only.
    fn rustup(&self) -> Result<()> {
        let home = env::cargo_home().context("no HOME")?;
        let cargo = self.inside(&self.home()).join(".cargo");
        fs::create_dir_all(&cargo)?;
        proc::output(
            Command::new("cp")
                .arg("-a")
                .arg(home.join("bin"))
                .arg(cargo.join("bin")),
        )?;
        if home.join("config.toml").exists() {
            fs::copy(home.join("config.toml"), cargo.join("config.toml"))?;
        }
        fs::create_dir_all(self.inside(RUSTUP))?;
        Ok(())
    }

    /// The working tree without what was built.
    fn checkout(&self) -> Result<()> {
        let to = self.inside(&self.home()).join(CHECKOUT);
        fs::create_dir_all(&to)?;
        let mut tar = Command::new("sh");
        tar.args(["-euc", "tar -C \"$1\" --exclude=target --exclude=./.git -cf - . | tar -C \"$2\" --no-same-owner -xf -", "sh"]);
        proc::output(tar.arg(repo::root()).arg(&to))?;
        if let Who::User = self.who {
            let chown = ["chown", "-R", &format!("{USER}:{USER}"), &self.home()];
            proc::output(Command::new("chroot").arg(&self.root).args(chown))?;
        }
        Ok(())
    }

    /// `script` in a folder of the person's home. The mounts live in a namespace of their own and vanish with the command. The
    /// root is exchanged, not only hidden: in a plain chroot, user namespaces would be refused.
    pub fn command(&self, folder: &str, script: &str) -> Result<Command> {
        const ENTER: &str = r#"
            mount --bind "$1" "$1"
            mount --rbind /dev "$1/dev"
            mount -t proc proc "$1/proc"
            if test -d "$1$3"; then
                mount --bind "$2" "$1$3"
                mount -o remount,bind,ro "$1$3"
            fi
            cd "$1"
            shift 3
            pivot_root . mnt
            cd /
            umount -l /mnt
            exec chroot "$@"
        "#;
        let rustup = env::rustup_home().context("no HOME")?;
        let mut command = Command::new("unshare");
        command.args([
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "--propagation",
            "private",
        ]);
        command
            .args(["sh", "-euc", ENTER, "sh"])
            .arg(&self.root)
            .arg(rustup)
            .arg(RUSTUP);
        if let Who::User = self.who {
            command.arg(format!("--userspec={USER}:{USER}"));
        }
        let home = self.home();
        command.arg("/").args([
            "env",
            "-i",
            &format!("HOME={home}"),
            &format!("RUSTUP_HOME={RUSTUP}"),
            "TERM=dumb",
        ]);
        command.arg(format!(
            "PATH={home}/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        ));
        if let Some(toolchain) = env::rustup_toolchain() {
            command.arg(format!("RUSTUP_TOOLCHAIN={toolchain}"));
        }
        command.args(["bash", "-c", &format!("cd \"$HOME/{folder}\" && {script}")]);
        Ok(command)
    }
}
