//! Progress of long commands, on a terminal (with `script` from util-linux) and elsewhere.
#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
};

use marketdeck::store::Store;
use tempfile::TempDir;

use super::program::{marketdeck, poll, without_variables};

/// The program in a terminal of this many columns.
struct Terminal {
    script: Child,
    shown: mpsc::Receiver<Vec<u8>>,
    text: String,
}

impl Terminal {
    fn run(columns: u32, kind: &str, arguments: &[&str]) -> Self {
        let words = arguments.iter().map(|word| format!(" '{word}'"));
        let line = format!(
            "stty cols {columns}; exec '{}'{}",
            env!("CARGO_BIN_EXE_marketdeck"),
            words.collect::<String>()
        );
        let mut script = without_variables(Command::new("script"))
            .args(["-q", "-e", "-c", &line, "/dev/null"])
            .env("TERM", kind)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is script of util-linux");
        let mut output = script.stdout.take().expect("it is piped");
        let (send, shown) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 1_024];
            while let Ok(read @ 1..) = output.read(&mut piece) {
                let _ = send.send(piece[..read].to_vec());
            }
        });
        Self {
            script,
            shown,
            text: String::new(),
        }
    }

    fn wait_for(&mut self, text: &str) {
        poll(text, || {
            for piece in self.shown.try_iter() {
                self.text.push_str(&String::from_utf8_lossy(&piece));
            }
            self.text.contains(text).then_some(())
        });
    }

    fn press(&mut self, key: u8) {
        let keyboard = self.script.stdin.as_mut().expect("it is piped");
        keyboard
            .write_all(&[key])
            .and_then(|()| keyboard.flush())
            .expect("it reads");
    }

    /// Returns everything shown, and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        for piece in &self.shown {
            self.text.push_str(&String::from_utf8_lossy(&piece));
        }
        let status = self.script.wait().expect("it is our child");
        (self.text, status.code())
    }
}

/// Returns a database with a list, and its folder.
fn database() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let store = Store::open(&path).unwrap();
    store.create_watchlist(1, "Tech").unwrap();
    store.close().unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Returns a year of days, including those without trading.
fn bars(folder: &Path) -> String {
    let path = folder.join("bars.csv");
    let days = (1..=12)
        .flat_map(|month| (1..=28).map(move |day| format!("2024-{month:02}-{day:02},{day}\n")));
    fs::write(&path, format!("Date,Close\n{}", days.collect::<String>())).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_terminal_shows_a_bar_that_is_cleared_at_the_end() {
    let (folder, path) = database();
    let (bars, data) = (bars(folder.path()), folder.path().join("data"));
    let salvaged = folder.path().join("salvaged.redb");
    let copy = folder.path().join("copy.redb");
    let [data, salvaged, copy] = [&data, &salvaged, &copy].map(|path| path.to_str().unwrap());
    let import = [
        "import",
        "bars",
        bars.as_str(),
        "--symbol",
        "XYZ",
        "--kind",
        "crypto",
        "--data-dir",
        data,
    ];
    for (arguments, doing, said) in [
        (&["check", &path][..], &["Checking"][..], "is intact"),
        (&import, &["Reading", "Storing"], "Imported 336 1d bars"),
        (
            &["backup", copy, "--data-dir", data],
            &["Copying"],
            "Backed up the",
        ),
        (
            &["restore", copy, "--data-dir", data],
            &["Reading"],
            "Restored the",
        ),
        (&["salvage", copy, salvaged], &["Reading"], "Recovered "),
    ] {
        let (shown, code) = Terminal::run(100, "xterm", arguments).end();
        assert_eq!(code, Some(0), "{shown}");
        for doing in doing {
            assert!(shown.contains(&format!("\r{doing} [")), "{shown:?}");
        }
        assert!(shown.contains("=] 100 %, "), "{shown:?}");
        assert!(!shown.contains('\x1b'), "{shown:?}");
        // Spaces over the bar, then the command's output at the start of a line.
        let blanks = format!("\r{:99}\r", "");
        let (_, after) = shown
            .rsplit_once(&blanks)
            .unwrap_or_else(|| panic!("{shown:?}"));
        assert!(after.contains(said) && !after.contains(" %"), "{shown:?}");
    }
}

#[test]
fn the_line_never_exceeds_the_width_of_the_terminal() {
    let (_folder, path) = database();
    let (shown, code) = Terminal::run(24, "xterm", &["check", &path]).end();
    assert_eq!(code, Some(0), "{shown}");
    let lines: Vec<&str> = shown
        .split('\r')
        .filter(|line| line.contains(" %"))
        .collect();
    assert!(!lines.is_empty(), "{shown:?}");
    assert!(
        lines.iter().all(|line| line.chars().count() == 23),
        "{shown:?}"
    );
}

#[test]
fn a_dumb_terminal_and_a_pipe_get_no_overwritten_line() {
    let (_folder, path) = database();
    let (shown, code) = Terminal::run(100, "dumb", &["check", &path]).end();
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(
        shown.matches('\r').count(),
        1,
        "that of the one line: {shown:?}"
    );
    assert!(shown.contains("is intact"), "{shown:?}");

    let piped = marketdeck().args(["check", &path]).output().unwrap();
    let text = [piped.stdout, piped.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("is intact"), "{text:?}");
    assert!(!text.contains(['\r', '\x1b']), "{text:?}");
}

#[test]
fn an_interrupt_clears_the_line_and_ends_the_program() {
    let (folder, path) = database();
    // Another process has the file open, and its server never finishes a backup.
    let _held = Store::open(Path::new(&path)).unwrap();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap().to_string();
    let copy = folder.path().join("copy.redb");
    let (copy, data) = (copy.to_str().unwrap(), folder.path().to_str().unwrap());
    let mut terminal = Terminal::run(
        60,
        "xterm",
        &["backup", copy, "--data-dir", data, "--listen", &address],
    );
    terminal.wait_for("Copying …");
    terminal.press(3);
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(130), "{shown:?}");
    assert!(shown.ends_with(&format!("\r{:59}\r", "")), "{shown:?}");
    assert!(!Path::new(copy).exists());
}
