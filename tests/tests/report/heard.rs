//! Whether people who use a screen reader or a keyboard alone can read a page: what axe-core finds in each of its views.
//! It comes from npm, once, into `target`.

use std::{fs, path::PathBuf, process::Command};

use fz_tests::{env, not_run::cannot_run, rooms};
use serde_json::json;

use super::{Browser, campaigns, leads, page_of, report, untroubled};

const VERSION: &str = "4.14.1";

/// The script; or why there is none.
fn axe() -> Result<String, String> {
    let folder = rooms().join("target/axe-core");
    let script = folder.join("package/axe.min.js");
    if !script.is_file() {
        fetch(&folder)?;
    }
    let script = fs::read_to_string(&script).map_err(|e| format!("{}: {e}", script.display()))?;
    match script.contains(&format!("axe v{VERSION}")) {
        true => Ok(script),
        false => Err(format!(
            "{} has another version of axe-core: remove it",
            folder.display()
        )),
    }
}

fn fetch(folder: &PathBuf) -> Result<(), String> {
    if !env::has("npm") {
        return Err("npm is missing, which fetches axe-core".to_owned());
    }
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let package = format!("axe-core@{VERSION}");
    let archive = format!("axe-core-{VERSION}.tgz");
    let commands = [
        &["npm", "pack", "--silent", &package][..],
        &["tar", "-xzf", &archive, "package/axe.min.js"],
    ];
    for words in commands {
        let out = Command::new(words[0])
            .args(&words[1..])
            .current_dir(folder)
            .output();
        let out = out.map_err(|e| format!("{}: {e}", words[0]))?;
        if !out.status.success() {
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            return Err(format!("{} failed: {said}", words.join(" ")));
        }
    }
    Ok(())
}

/// What axe-core finds wrong in what is shown.
fn wrong(browser: &Browser, axe: &str) -> String {
    browser.run(axe);
    browser.run(
        "window.told = null;
         axe.run(document, {resultTypes: ['violations']}).then((found) => {
             window.told = found.violations
                 .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 200)} ${n.failureSummary}`))
                 .join('\\n');
         });",
    );
    browser.wait("window.told !== null");
    browser.text("window.told")
}

#[test]
fn views_can_be_heard_and_told_apart() {
    let axe = match axe() {
        Ok(axe) => axe,
        Err(why) => return cannot_run(&why),
    };
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov new.fzcov --by configuration=old", "");
    // Where, and what is done there.
    let views = [
        ("#/", ""),
        ("#/", "document.getElementById('help-open').click()"),
        ("#/bugs/0", ""),
        ("#/comparison", ""),
        ("#/files", ""),
        ("#/files", "document.getElementById('diff-on').click()"),
        ("#/file/main.c", ""),
        ("#/file/main.c", "document.querySelector('.mark').click()"),
        (
            "#/file/main.c",
            "document.getElementById('diff-on').click()",
        ),
        ("#/frontier", ""),
        ("#/calls", ""),
        ("#/diff", ""),
        ("#/search/check", ""),
    ];
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        for (place, act) in views {
            browser.open(&dir.at("page.html"), place);
            browser.run(act);
            assert_eq!(wrong(&browser, &axe), "", "{scheme} {place} {act}");
        }
    }
    // Shades of what no input reached.
    let dir = leads::collected();
    report(&dir, "leads.fzcov -o page.html");
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        for place in ["#/file/leads.c", "#/calls"] {
            browser.open(&dir.at("page.html"), place);
            assert_eq!(wrong(&browser, &axe), "", "{scheme} {place}");
        }
    }
    // It finds what is wrong.
    browser.run("document.querySelector('button').removeAttribute('aria-label'); document.querySelector('button').textContent = ''");
    assert!(wrong(&browser, &axe).contains("button-name"));
    untroubled(&browser);
}

/// Everything that a mouse does.
#[test]
fn a_keyboard_is_enough() {
    let dir = &campaigns();
    let browser = page_of(dir, "old.fzcov", "");
    let focus = |selector: &str| {
        let is = format!("document.activeElement.matches({})", json!(selector));
        for _ in 0..60 {
            if browser.ask(&is) == true {
                return;
            }
            browser.press(TAB);
        }
        panic!("no Tab leads to {selector}");
    };
    focus(".skip");
    browser.press(super::ENTER);
    assert_eq!(browser.text("document.activeElement.id"), "main");
    // A heading that sorts, then the tree's row, and what it leads to.
    focus("[data-sort=lines]");
    browser.press(super::ENTER);
    assert_eq!(
        browser.text(
            "document.querySelector('[data-sort=lines]').parentElement.getAttribute('aria-sort')"
        ),
        "ascending"
    );
    focus("#tree [aria-level]");
    browser.press(super::DOWN);
    assert_eq!(
        browser.number("document.querySelectorAll('#tree [aria-level][tabindex=\"0\"]').length"),
        1.0
    );
    browser.press(END);
    browser.press(super::ENTER);
    browser.wait("document.querySelector('.rows.source') !== null");
    // A condition: opened, read, closed.
    focus(".mark");
    let mark = browser.text(super::FOCUS);
    browser.press(super::ENTER);
    assert_eq!(browser.text("document.activeElement.tagName"), "H2");
    focus("#panel button");
    browser.press(super::ENTER);
    assert_eq!(browser.text(super::FOCUS), mark);
    browser.press("?");
    browser.wait("document.getElementById('help').open");
    browser.press(super::ESCAPE);
    browser.wait("!document.getElementById('help').open");
    untroubled(&browser);
}

const TAB: &str = "\u{e004}";
const END: &str = "\u{e010}";
