//! Progress of long commands, on a terminal (simulated by `script` from util-linux) and in a pipe.
#![cfg(target_os = "linux")]

use marketdeck::domain::person::PersonId;
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

/// The program in a simulated terminal.
struct Terminal {
    script: Child,
    screen: mpsc::Receiver<Vec<u8>>,
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
            .expect("script of util-linux is installed");
        let mut output = script.stdout.take().expect("the stream is piped");
        let (send, screen) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 1_024];
            while let Ok(read @ 1..) = output.read(&mut piece) {
                let _ = send.send(piece[..read].to_vec());
            }
        });
        Self {
            script,
            screen,
            text: String::new(),
        }
    }

    fn wait_for(&mut self, text: &str) {
        poll(text, || {
            for piece in self.screen.try_iter() {
                self.text.push_str(&String::from_utf8_lossy(&piece));
            }
            self.text.contains(text).then_some(())
        });
    }

    fn press(&mut self, key: u8) {
        let keyboard = self.script.stdin.as_mut().expect("the stream is piped");
        keyboard
            .write_all(&[key])
            .and_then(|()| keyboard.flush())
            .expect("the process reads its input");
    }

    /// Waits for the exit; returns all output and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        for piece in &self.screen {
            self.text.push_str(&String::from_utf8_lossy(&piece));
        }
        let status = self
            .script
            .wait()
            .expect("the child process was not reaped");
        (self.text, status.code())
    }
}

/// Creates a database with a watchlist; returns its folder and its path.
fn database() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let store = Store::open(&path).unwrap();
    store.of(PersonId::OWNER).create_watchlist("Tech").unwrap();
    store.close().unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Writes a CSV file with a bar for each day of a year; returns its path.
fn bars(folder: &Path) -> String {
    let path = folder.join("bars.csv");
    let days = (1..=12)
        .flat_map(|month| (1..=28).map(move |day| format!("2024-{month:02}-{day:02},{day}\n")));
    fs::write(&path, format!("Date,Close\n{}", days.collect::<String>())).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_terminal_shows_a_progress_bar_that_is_cleared_at_the_end() {
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
    for (arguments, progress_text, final_text) in [
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
        let (screen, code) = Terminal::run(100, "xterm", arguments).end();
        assert_eq!(code, Some(0), "{screen}");
        for progress_text in progress_text {
            assert!(
                screen.contains(&format!("\r{progress_text} [")),
                "{screen:?}"
            );
        }
        assert!(screen.contains("=] 100 %, "), "{screen:?}");
        assert!(!screen.contains('\x1b'), "{screen:?}");
        // Spaces overwrite the progress bar, and the output of the command starts at the beginning of the line.
        let blanks = format!("\r{:99}\r", "");
        let (_, after) = screen
            .rsplit_once(&blanks)
            .unwrap_or_else(|| panic!("{screen:?}"));
        assert!(
            after.contains(final_text) && !after.contains(" %"),
            "{screen:?}"
        );
    }
}

#[test]
fn the_line_never_exceeds_the_width_of_the_terminal() {
    let (_folder, path) = database();
    let (screen, code) = Terminal::run(24, "xterm", &["check", &path]).end();
    assert_eq!(code, Some(0), "{screen}");
    let lines: Vec<&str> = screen
        .split('\r')
        .filter(|line| line.contains(" %"))
        .collect();
    assert!(!lines.is_empty(), "{screen:?}");
    assert!(
        lines.iter().all(|line| line.chars().count() == 23),
        "{screen:?}"
    );
}

#[test]
fn a_dumb_terminal_and_a_pipe_get_no_overwritten_line() {
    let (_folder, path) = database();
    let (screen, code) = Terminal::run(100, "dumb", &["check", &path]).end();
    assert_eq!(code, Some(0), "{screen}");
    assert_eq!(
        screen.matches('\r').count(),
        1,
        "only the line break of the final message has one: {screen:?}"
    );
    assert!(screen.contains("is intact"), "{screen:?}");

    let piped = marketdeck().args(["check", &path]).output().unwrap();
    let text = [piped.stdout, piped.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("is intact"), "{text:?}");
    assert!(!text.contains(['\r', '\x1b']), "{text:?}");
}

#[test]
fn an_interrupt_clears_the_line_and_ends_the_program() {
    let (folder, path) = database();
    // Another process has the file open, and the server on that address never finishes a backup.
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
    let (screen, code) = terminal.end();
    assert_eq!(code, Some(130), "{screen:?}");
    assert!(screen.ends_with(&format!("\r{:59}\r", "")), "{screen:?}");
    assert!(!Path::new(copy).exists());
}
