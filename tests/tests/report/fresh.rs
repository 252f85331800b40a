//! A page that `fz cov collect` makes again: it loads itself again when its reader does nothing, and keeps their place.

use std::{
    process::Child,
    time::{Duration, Instant},
};

use fz_tests::Sandbox;

use super::browser::Browser;

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_living_page_keeps_its_reader_s_place() {
    let dir = &Sandbox::new();
    // Long enough that a reader scrolls.
    let lines: String = (0..200)
        .map(|n| format!("    if (text[0] == {n}) sum += {n};\n"))
        .collect();
    let text = format!(
        "#include <stdio.h>\nint main(int count, char **words) {{\n    int sum = 0;\n    unsigned char text[4] = {{0}};\n    \
         fread(text, 1, 4, stdin);\n{lines}    return sum > 100;\n}}\n"
    );
    dir.write("p.c", text);
    dir.cc("--fz-profile=coverage --fz-engine=afl -g -O1 -w p.c -o p");
    dir.write("in/a", "a");
    let mut watch = dir.command("fz");
    watch.args("cov collect ./p -i in -o s.fzcov --watch 1s --report page.html".split(' '));
    let _watch = Ended(watch.spawn().unwrap());
    let page = dir.at("page.html");
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
    dir.write("in/b", "b");
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
