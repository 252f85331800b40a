//! A browser without a screen, driven through WebDriver.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use fantoccini::{
    Client, ClientBuilder,
    actions::{InputSource, KeyAction, KeyActions},
    wd::{Capabilities, WebDriverCompatibleCommand},
};
use fz_tests::{env, rooms};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

const PATIENCE: Duration = Duration::from_secs(20);
const ARGUMENTS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

pub struct Browser {
    runtime: Runtime,
    client: Option<Client>,
    driver: Child,
    _profile: TempDir,
}

/// Commands of this browser alone.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

impl Browser {
    pub fn start() -> Browser {
        let profile = tempfile::tempdir().unwrap();
        let mut command = Command::new("chromedriver");
        let command = env::bare(&mut command).arg("--port=0");
        let driver = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut driver =
            driver.expect("chromedriver is there (`cargo xtask setup` installs chromium-driver)");
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let port = port.expect("chromedriver says its port");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let arguments: Vec<&str> = ARGUMENTS.into_iter().chain([folder.as_str()]).collect();
        let wanted = json!({
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        });
        let wanted: Capabilities = serde_json::from_value(wanted).unwrap();
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let client = runtime.block_on(async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            let builder = builder.capabilities(wanted);
            builder.connect(&format!("http://127.0.0.1:{port}")).await
        });
        let browser = Browser {
            runtime,
            client: Some(client.expect("the browser starts")),
            driver,
            _profile: profile,
        };
        browser.size(1400, 900);
        // It begins with a page of its own.
        browser.blank();
        browser.troubles();
        browser
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("it is open")
    }

    pub fn size(&self, width: u32, height: u32) {
        let sized = self.client().set_window_size(width, height);
        self.runtime.block_on(sized).unwrap();
    }

    /// Opens a page with what stands behind its `#`, and waits until its scripts are done.
    pub fn open(&self, page: &Path, place: &str) {
        self.load(page, place);
        self.wait("document.documentElement.dataset.ready !== undefined");
    }

    pub fn load(&self, page: &Path, place: &str) {
        let mut address = Url::from_file_path(page).unwrap();
        address.set_fragment(place.strip_prefix('#'));
        // Another place of the same page would not be loaded anew.
        self.blank();
        self.runtime
            .block_on(self.client().goto(address.as_str()))
            .unwrap();
    }

    fn blank(&self) {
        self.runtime
            .block_on(self.client().goto("about:blank"))
            .unwrap();
    }

    /// The value of an expression.
    pub fn ask(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        let asked = self.client().execute(&script, Vec::new());
        let told = self.runtime.block_on(asked);
        told.unwrap_or_else(|e| panic!("{expression}: {e}"))
    }

    /// Runs statements.
    pub fn run(&self, statements: &str) {
        let run = self.client().execute(statements, Vec::new());
        let told = self.runtime.block_on(run);
        told.unwrap_or_else(|e| panic!("{e}"));
    }

    pub fn text(&self, expression: &str) -> String {
        let told = self.ask(expression);
        let text = told.as_str().map(str::to_owned);
        text.unwrap_or_else(|| panic!("{expression}: {told}"))
    }

    pub fn number(&self, expression: &str) -> f64 {
        let told = self.ask(expression);
        told.as_f64()
            .unwrap_or_else(|| panic!("{expression}: {told}"))
    }

    #[track_caller]
    pub fn wait(&self, condition: &str) {
        let began = Instant::now();
        while self.ask(condition) != Value::Bool(true) {
            assert!(
                began.elapsed() < PATIENCE,
                "{condition}: {:?}",
                self.troubles()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Leads to a view, and waits until it is shown.
    pub fn go(&self, place: &str) {
        self.ask(&format!("location.hash = {}", json!(place)));
        self.shown(place);
    }

    pub fn shown(&self, place: &str) {
        self.wait(&format!(
            "document.documentElement.dataset.shown === {}",
            json!(place)
        ));
    }

    pub fn back(&self) {
        self.runtime.block_on(self.client().back()).unwrap();
    }

    /// Presses keys one after the other.
    pub fn press(&self, keys: &str) {
        let mut actions = KeyActions::new("keys".to_owned());
        for value in keys.chars() {
            actions = actions.then(KeyAction::Down { value });
            actions = actions.then(KeyAction::Up { value });
        }
        let pressed = self.client().perform_actions(actions);
        self.runtime.block_on(pressed).unwrap();
    }

    /// Keeps a picture of what is seen, `target/screenshots/NAME.png`.
    pub fn shoot(&self, name: &str) {
        let picture = self.runtime.block_on(self.client().screenshot()).unwrap();
        let folder = rooms().join("target/screenshots");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// The same as it is printed.
    pub fn shoot_printed(&self, name: &str) {
        self.tool("Emulation.setEmulatedMedia", json!({"media": "print"}));
        self.ask("dispatchEvent(new Event('beforeprint'))");
        self.shoot(name);
        self.ask("dispatchEvent(new Event('afterprint'))");
        self.tool("Emulation.setEmulatedMedia", json!({"media": ""}));
    }

    pub fn pdf(&self) -> Vec<u8> {
        let printed = self.client().print(Default::default());
        self.runtime.block_on(printed).unwrap()
    }

    fn own(&self, path: &'static str, body: Value) -> Value {
        let told = self.client().issue_cmd(Own { path, body });
        self.runtime.block_on(told).unwrap()
    }

    /// A command of the DevTools protocol.
    pub fn tool(&self, command: &str, parameters: Value) {
        self.own(
            "goog/cdp/execute",
            json!({"cmd": command, "params": parameters}),
        );
    }

    pub fn prefer(&self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.tool("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// What went wrong since this was asked last: errors of scripts, breaches of the page's policy, and requests.
    pub fn troubles(&self) -> Vec<String> {
        let log = |kind: &str| {
            let entries = self.own("se/log", json!({"type": kind}));
            entries.as_array().cloned().unwrap_or_default()
        };
        let severe = log("browser")
            .into_iter()
            .filter(|e| e["level"] == "SEVERE");
        let mut troubles: Vec<String> = severe.map(|e| e["message"].to_string()).collect();
        for entry in log("performance") {
            let said: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            let message = &said["message"];
            let address = message["params"]["request"]["url"].as_str().unwrap_or("");
            let is_ours = ["file:", "data:", "about:", "blob:"]
                .iter()
                .any(|p| address.starts_with(p));
            if message["method"] == "Network.requestWillBeSent" && !is_ours {
                troubles.push(format!("a request: {address}"));
            }
        }
        troubles
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let _ = self.runtime.block_on(client.close());
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
