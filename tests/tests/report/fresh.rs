//! A page that `fz cov watch` makes again: it loads itself again when its reader does nothing, and keeps their place.

use std::{
    fs,
    process::{Child, Command},
    time::{Duration, Instant},
};

use fz_tests::{env, fz};

use super::browser::Browser;

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn tool(name: &str, dir: &std::path::Path) -> Command {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command).current_dir(dir);
    command
}

#[test]
fn a_living_page_keeps_its_reader_s_place() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    // Long enough that a reader scrolls.
    let lines: String = (0..200)
        .map(|n| format!("    if (text[0] == {n}) sum += {n};\n"))
        .collect();
    let text = format!(
        "#include <stdio.h>\nint main(int count, char **words) {{\n    int sum = 0;\n    unsigned char text[4] = {{0}};\n    \
         fread(text, 1, 4, stdin);\n{lines}    return sum > 100;\n}}\n"
    );
    fs::write(dir.join("p.c"), text).unwrap();
    let mut compile = tool("fz-cc", dir);
    compile.envs([("FZ_PROFILE", "coverage"), ("FZ_ENGINE", "afl")]);
    assert!(
        compile
            .args(["-g", "-O1", "-w", "p.c", "-o", "p"])
            .status()
            .unwrap()
            .success()
    );
    fs::create_dir(dir.join("in")).unwrap();
    fs::write(dir.join("in/a"), "a").unwrap();
    let mut watch = tool("fz", dir);
    watch.args([
        "cov",
        "watch",
        "./p",
        "-i",
        "in",
        "-o",
        "s.fzcov",
        "--every",
        "1s",
        "--report",
        "page.html",
    ]);
    let _watch = Ended(watch.spawn().unwrap());
    let page = dir.join("page.html");
    let began = Instant::now();
    let wait = |what: &str, is: &dyn Fn() -> bool| {
        while !is() {
            assert!(began.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    wait("the page is made", &|| page.is_file());

    let browser = Browser::start();
    browser.open(&page, "#/file/p.c");
    browser.wait("document.querySelector('#view .rows') !== null");
    browser.ask("(window.before = true, document.querySelector('#view .rows').scrollTop = 900)");
    fs::write(dir.join("in/b"), "b").unwrap();
    wait("it is loaded again", &|| {
        browser.ask(
            "window.before === undefined && document.documentElement.dataset.ready !== undefined",
        ) == true
    });
    assert_eq!(browser.ask("location.hash"), "#/file/p.c");
    assert_eq!(
        browser.ask("document.querySelector('#view .rows').scrollTop"),
        900
    );

    // Who types is not disturbed.
    browser.ask("(window.before = true, document.getElementById('search').focus())");
    std::thread::sleep(Duration::from_secs(7));
    assert_eq!(browser.ask("window.before"), true);
}
