//! What the installed tree has of the grammar of `fz`, in `share`: completions, as bash and zsh complete with them; man
//! pages; and the reference.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use fz_tests::{env, fz};

fn share(path: &str) -> PathBuf {
    let path = fz().join("share").join(path);
    assert!(path.is_file(), "{} is not there", path.display());
    path
}

/// What a shell prints that runs a script with these arguments.
fn shell(name: &str, script: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(name);
    env::bare(&mut command).stdin(Stdio::null());
    // `zsh -f` and `bash --norc` know nothing of their user.
    let flag = if name == "zsh" { "-fc" } else { "-c" };
    let out = command
        .args([flag, script, name])
        .args(arguments)
        .output()
        .unwrap_or_else(|e| panic!("{name} is not there ({e}): `cargo xtask setup` installs it"));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// What bash offers for the last of these words.
fn bash(words: &[&str]) -> Vec<String> {
    const SCRIPT: &str = r#"
        source "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _fz fz "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let completions = share("bash-completion/completions/fz");
    let completions = completions.to_str().unwrap();
    let out = shell("bash", SCRIPT, &[&[completions], words].concat());
    out.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    assert_eq!(bash(&["fz", "co"]), ["cov"]);
    assert_eq!(bash(&["fz", "cov", "rep"]), ["report"]);
    assert!(bash(&["fz", "cov", "--"]).contains(&"--help".to_owned()));
    let options = bash(&["fz", "cov", "report", "--"]);
    for option in ["--output", "--format", "--limit", "--view"] {
        assert!(options.iter().any(|o| o == option), "{options:?}");
    }
    assert_eq!(
        bash(&["fz", "cov", "report", "--format", "ma"]),
        ["markdown"]
    );
    // Neither what is hidden nor what was renamed.
    assert_eq!(bash(&["fz", "refe"]), [""]);
    assert_eq!(bash(&["fz", "cov", "report", "--frontier"]), [""]);
}

/// What zsh makes of a line when the user types a tab.
fn zsh(line: &str) -> String {
    const SCRIPT: &str = r#"
        zmodload zsh/zpty
        zpty shell "TERM=dumb zsh -f -i"
        zpty -w shell "PS1= PS2= RPS1=; unsetopt zle_bracketed_paste 2>/dev/null; fpath=(${(q)1} \$fpath)"
        zpty -w shell "autoload -Uz compinit; compinit -u -D"
        zpty -w shell 'show() { print -r -- "buffer[$BUFFER]"; BUFFER= }; zle -N show; bindkey "^X" show'
        zpty -w shell 'print rea""dy'
        zpty -r -m shell said '*ready*'
        zpty -w -n shell "$2"$'\t\x18'
        zpty -r -m shell said '*buffer\[*\]*'
        print -r -- "$said"
        zpty -d shell
    "#;
    let folder = share("zsh/site-functions/_fz");
    let folder = folder.parent().unwrap().to_str().unwrap();
    let said = shell("zsh", SCRIPT, &[folder, line]);
    let (_, buffer) = said
        .rsplit_once("buffer[")
        .unwrap_or_else(|| panic!("{said}"));
    buffer.split_once(']').unwrap().0.to_owned()
}

#[test]
fn zsh_completes_subcommands_options_and_values() {
    for (line, completed) in [
        ("fz co", "fz cov "),
        ("fz cov rep", "fz cov report "),
        ("fz cov collect ./p --outp", "fz cov collect ./p --output="),
        (
            "fz cov report s --format ma",
            "fz cov report s --format markdown ",
        ),
        ("fz refe", "fz refe"),
    ] {
        assert_eq!(zsh(line).trim_end(), completed.trim_end(), "{line}");
    }
}

#[test]
fn each_command_has_a_man_page_with_its_examples() {
    for (page, examples) in [
        ("fz", "fz doctor"),
        ("fz-cov", "fz cov merge"),
        ("fz-cov-collect", "fz cov collect"),
        ("fz-fuzz", "fz fuzz"),
        ("fz-cc", "FZ_LOG=1 fz-cc"),
        ("fz-cxx", "--fz-profile=vanilla"),
    ] {
        let text = fs::read_to_string(share(&format!("man/man1/{page}.1"))).unwrap();
        let plain = text.replace("\\-", "-");
        let (_, after) = plain.split_once(".SH EXAMPLES").expect(page);
        assert!(after.contains(examples), "{page}: {after}");
    }
    let hidden = fz().join("share/man/man1/fz-reference.1");
    assert!(!hidden.exists());
}

#[test]
fn the_reference_has_each_subcommand_and_says_nothing_of_this_machine() {
    let text = fs::read_to_string(share("fz/reference.md")).unwrap();
    for line in [
        "## fz cov",
        "### fz cov report",
        "## fz taint",
        "| 130 | interrupted",
        "| `--fz-profile=NAME` |",
        "| `FZ_ENGINE` |",
        "| `-t`, `--timeout TIME` | Time limit of one run",
    ] {
        assert!(text.lines().any(|l| l.starts_with(line)), "{line}");
    }
    assert!(text.contains("fz=/path/to/fz"));
    assert!(!text.contains(fz().to_str().unwrap()));
}
