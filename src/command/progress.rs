//! Progress of long commands: one line that is overwritten on a terminal, or an occasional line elsewhere.
//!
//! The line is overwritten with a carriage return and spaces, so it needs no escape sequences and `NO_COLOR` does not apply.
//! Dumb terminals and other outputs get separate lines.

use std::{
    cell::Cell,
    io::{self, IsTerminal as _, Write as _},
    process,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::terminal;

/// Minimum time between updates of the line on a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(100);
/// Minimum time before and between separate lines.
const LINE_INTERVAL: Duration = Duration::from_secs(5);
/// Minimum elapsed time before the remaining time is estimated.
const MIN_ELAPSED_FOR_ETA: Duration = Duration::from_secs(2);
/// Assumed width of a terminal that does not report it, in columns.
const DEFAULT_COLUMNS: usize = 80;
/// Minimum width of the bar in columns; without that much room it is left out.
const MIN_BAR_COLUMNS: usize = 10;
/// Exit code after SIGINT, as in shells.
const EXIT_INTERRUPTED: i32 = 130;

/// The unit of progress.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unit {
    Bars,
    Bytes,
    Records,
}

/// Shows progress on standard error; results go to standard output.
pub(super) struct Progress {
    task: Task,
    is_terminal: bool,
    /// When the work began, and when progress was last shown; `None` before the first update.
    shown: Cell<Option<(Instant, Instant)>>,
}

impl Progress {
    /// Creates the progress of a task such as 'Copying'.
    pub(super) fn new(doing: &'static str, unit: Unit) -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let is_terminal = !is_dumb && io::stderr().is_terminal();
        if is_terminal {
            clear_on_interrupt();
        }
        Self {
            task: Task { doing, unit },
            is_terminal,
            shown: Cell::new(None),
        }
    }

    /// Updates progress to `done` of `of`; `of` is 0 while unknown.
    pub(super) fn at(&self, done: u64, of: u64) {
        let now = Instant::now();
        let (begun, last) = match self.shown.get() {
            Some(times) => times,
            None if self.is_terminal => (now, now.checked_sub(TERMINAL_INTERVAL).unwrap_or(now)),
            None => (now, now),
        };
        let pause = if self.is_terminal {
            TERMINAL_INTERVAL
        } else {
            LINE_INTERVAL
        };
        // On a terminal the completion is always shown.
        let is_due = now - last >= pause || (self.is_terminal && done == of);
        self.shown
            .set(Some((begun, if is_due { now } else { last })));
        if !is_due {
            return;
        }
        let elapsed = now - begun;
        // Ignore write errors: the work continues.
        let _ = if self.is_terminal {
            let mut terminal = io::stderr().lock();
            SHOWN.store(true, Ordering::Relaxed);
            let width = width();
            let line = self.task.bar_text(done, of, elapsed, width);
            write!(terminal, "\r{line:width$}").and_then(|()| terminal.flush())
        } else {
            writeln!(io::stderr(), "{}", self.task.line_text(done, of, elapsed))
        };
    }
}

/// Clears the line on the terminal.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_terminal && self.shown.get().is_some() {
            clear(&mut io::stderr().lock());
        }
    }
}

/// True while a line is on the terminal. Accessed only while standard error is locked.
static SHOWN: AtomicBool = AtomicBool::new(false);

fn clear(terminal: &mut io::StderrLock) {
    if SHOWN.swap(false, Ordering::Relaxed) {
        let _ = write!(terminal, "\r{:1$}\r", "", width());
    }
}

/// Returns the usable width: one column less than the terminal, because terminals differ in where the cursor is after the last
/// one.
fn width() -> usize {
    let columns = terminal::columns(io::stderr());
    if columns == 0 {
        DEFAULT_COLUMNS
    } else {
        columns
    }
    .saturating_sub(1)
}

/// Clears the line before Ctrl-C ends the program, so that the shell's prompt starts at the beginning of a line.
fn clear_on_interrupt() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        // If the thread cannot be created, Ctrl-C still ends the program.
        let _ = thread::Builder::new()
            .name("interrupt".to_owned())
            .spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_io()
                    .build();
                let received =
                    runtime.and_then(|runtime| runtime.block_on(tokio::signal::ctrl_c()));
                if received.is_ok() {
                    // Locked until the process ends, so that the line is not drawn again.
                    let mut terminal = io::stderr().lock();
                    clear(&mut terminal);
                    process::exit(EXIT_INTERRUPTED);
                }
            });
    });
}

/// A task and the unit of its progress.
#[derive(Debug, Clone, Copy)]
struct Task {
    doing: &'static str,
    unit: Unit,
}

impl Task {
    /// Formats progress as a separate line.
    fn line_text(self, done: u64, of: u64, elapsed: Duration) -> String {
        match self.figures(done, of, elapsed) {
            Some(figures) => format!("{}: {figures}", self.doing),
            None => format!("{} …", self.doing),
        }
    }

    /// Formats progress in at most `columns` columns, with a bar if there is room.
    fn bar_text(self, done: u64, of: u64, elapsed: Duration, columns: usize) -> String {
        let Some(figures) = self.figures(done, of, elapsed) else {
            return self
                .line_text(done, of, elapsed)
                .chars()
                .take(columns)
                .collect();
        };
        let doing = self.doing;
        let bare = format!("{doing} [] {figures}").chars().count();
        let bar = columns.saturating_sub(bare);
        if bar < MIN_BAR_COLUMNS {
            return self
                .line_text(done, of, elapsed)
                .chars()
                .take(columns)
                .collect();
        }
        let full = (u128::from(done.min(of)) * bar as u128 / u128::from(of)) as usize;
        format!("{doing} [{:bar$}] {figures}", "=".repeat(full))
    }

    /// Formats percentage, amounts and remaining time; `None` if the total is unknown.
    fn figures(self, done: u64, of: u64, elapsed: Duration) -> Option<String> {
        let done = done.min(of);
        let percent = (u128::from(done) * 100).checked_div(u128::from(of))?;
        let count = match self.unit {
            Unit::Bytes => bytes(done, of),
            Unit::Bars => format!("{} of {} bars", grouped(done), grouped(of)),
            Unit::Records => format!("{} of {} records", grouped(done), grouped(of)),
        };
        let left = eta_text(done, of, elapsed).map(|left| format!(", {left} left"));
        Some(format!("{percent} %, {count}{}", left.unwrap_or_default()))
    }
}

/// Estimates the remaining time; `None` if it is too early or the work is done.
fn eta_text(done: u64, of: u64, elapsed: Duration) -> Option<String> {
    if elapsed < MIN_ELAPSED_FOR_ETA || done == 0 || done == of {
        return None;
    }
    let seconds = (elapsed.as_secs_f64() * (of - done) as f64 / done as f64).ceil() as u64;
    Some(match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3_600)),
    })
}

/// Formats both sizes in the unit that suits the total.
fn bytes(done: u64, of: u64) -> String {
    let (unit, name) = match of {
        0..1_000 => return format!("{done} of {of} B"),
        1_000..1_000_000 => (1e3, "kB"),
        1_000_000..1_000_000_000 => (1e6, "MB"),
        _ => (1e9, "GB"),
    };
    format!(
        "{:.1} of {:.1} {name}",
        done as f64 / unit,
        of as f64 / unit
    )
}

/// Formats a number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const COPYING: Task = Task {
        doing: "Copying",
        unit: Unit::Bytes,
    };
    const CHECKING: Task = Task {
        doing: "Checking",
        unit: Unit::Records,
    };

    #[test]
    fn a_line_shows_percentage_amounts_and_remaining_time() {
        let text =
            |task: Task, done, of, seconds| task.line_text(done, of, Duration::from_secs(seconds));
        assert_eq!(
            text(COPYING, 3_140_000, 12_900_000, 1),
            "Copying: 24 %, 3.1 of 12.9 MB"
        );
        assert_eq!(
            text(CHECKING, 12_288, 49_152, 10),
            "Checking: 25 %, 12,288 of 49,152 records, 30 s left"
        );
        assert_eq!(
            text(COPYING, 1, 901, 2),
            "Copying: 0 %, 1 of 901 B, 30 min left"
        );
        assert_eq!(
            text(COPYING, 1_500, 9_001_500, 2),
            "Copying: 0 %, 0.0 of 9.0 MB, 4 h left"
        );
        assert_eq!(
            text(CHECKING, 999, 999, 60),
            "Checking: 100 %, 999 of 999 records"
        );
        // A file that grew during the work.
        assert_eq!(text(CHECKING, 9, 8, 0), "Checking: 100 %, 8 of 8 records");
        assert_eq!(text(CHECKING, 0, 0, 9), "Checking …");
    }

    #[test]
    fn the_bar_fills_the_line_and_is_left_out_without_room() {
        let drawn = |done, columns| COPYING.bar_text(done, 2_000_000, Duration::ZERO, columns);
        assert_eq!(
            drawn(1_000_000, 60),
            "Copying [===============               ] 50 %, 1.0 of 2.0 MB"
        );
        for columns in [0, 7, 20, 40, 41, 42, 60, 200] {
            for done in [0, 1, 1_999_999, 2_000_000] {
                assert!(drawn(done, columns).chars().count() <= columns);
            }
        }
        assert_eq!(drawn(1_000_000, 30), "Copying: 50 %, 1.0 of 2.0 MB");
        assert_eq!(drawn(1_000_000, 13), "Copying: 50 %");
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        let texts = [0, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}
