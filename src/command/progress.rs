//! Progress of long commands. On a terminal, one line is overwritten. On other outputs, a line is
//! written every few seconds.
//!
//! The line is overwritten with a carriage return and spaces, without escape sequences, so
//! `NO_COLOR` does not apply. Dumb terminals get separate lines.

use std::{
    cell::Cell,
    future::{Future as _, poll_fn},
    io::{self, IsTerminal as _, Write as _},
    process,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    thread,
    time::{Duration, Instant},
};

use super::terminal;

/// Minimum time between updates of the line on a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(100);
/// Minimum time before the first separate line and between two of them.
const LINE_INTERVAL: Duration = Duration::from_secs(5);
/// Minimum elapsed time for an estimate of the remaining time.
const MIN_ELAPSED_FOR_ETA: Duration = Duration::from_secs(2);
/// Assumed width of a terminal that does not report it, in columns.
const DEFAULT_COLUMNS: usize = 80;
/// Minimum width of the bar in columns. On a narrower terminal the bar is left out.
const MIN_BAR_COLUMNS: usize = 10;
/// Exit code after SIGINT, as in shells.
const EXIT_INTERRUPTED: i32 = 130;

/// The unit in which progress is counted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unit {
    Bars,
    Bytes,
    Records,
}

/// Shows the progress of a task on standard error.
pub(super) struct Progress {
    task: Task,
    is_terminal: bool,
    /// Start of the task and time of the last output; `None` before the first update.
    times: Cell<Option<(Instant, Instant)>>,
}

impl Progress {
    /// Creates the progress of a task. `action` describes the task, such as 'Copying'.
    pub(super) fn new(action: &'static str, unit: Unit) -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let is_terminal = !is_dumb && io::stderr().is_terminal();
        if is_terminal {
            clear_on_interrupt();
        }
        Self {
            task: Task { action, unit },
            is_terminal,
            times: Cell::new(None),
        }
    }

    /// Updates the progress to `done` of `total` units. `total` is 0 while unknown.
    pub(super) fn update(&self, done: u64, total: u64) {
        let now = Instant::now();
        let (start, last) = match self.times.get() {
            Some(times) => times,
            None if self.is_terminal => (now, now.checked_sub(TERMINAL_INTERVAL).unwrap_or(now)),
            None => (now, now),
        };
        let interval = if self.is_terminal {
            TERMINAL_INTERVAL
        } else {
            LINE_INTERVAL
        };
        // On a terminal, completion is always shown.
        let is_due = now - last >= interval || (self.is_terminal && done == total);
        self.times
            .set(Some((start, if is_due { now } else { last })));
        if !is_due {
            return;
        }
        let elapsed = now - start;
        // Write errors are ignored, because the task continues.
        let _ = if self.is_terminal {
            let mut terminal = io::stderr().lock();
            IS_LINE_SHOWN.store(true, Ordering::Relaxed);
            let width = width();
            let line = self.task.bar_text(done, total, elapsed, width);
            write!(terminal, "\r{line:width$}").and_then(|()| terminal.flush())
        } else {
            writeln!(
                io::stderr(),
                "{}",
                self.task.line_text(done, total, elapsed)
            )
        };
    }
}

/// Clears the line on the terminal when the task ends.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_terminal && self.times.get().is_some() {
            clear(&mut io::stderr().lock());
        }
    }
}

/// True while a progress line is on the terminal. Only accessed while standard error is locked.
static IS_LINE_SHOWN: AtomicBool = AtomicBool::new(false);

fn clear(terminal: &mut io::StderrLock) {
    if IS_LINE_SHOWN.swap(false, Ordering::Relaxed) {
        let _ = write!(terminal, "\r{:1$}\r", "", width());
    }
}

/// Returns the usable width in columns. The last column of the terminal is not used, because
/// terminals differ in where the cursor is after it.
fn width() -> usize {
    let columns = terminal::columns(io::stderr());
    if columns == 0 {
        DEFAULT_COLUMNS
    } else {
        columns
    }
    .saturating_sub(1)
}

/// Clears the line before Ctrl-C ends the program, so that the prompt of the shell starts at the
/// beginning of a line.
fn clear_on_interrupt() {
    static LISTENING: Once = Once::new();
    // If the signal cannot be received, Ctrl-C still ends the program.
    LISTENING.call_once(|| drop(listen_for_interrupt()));
}

/// Replaces the default handler of Ctrl-C before it returns, so that no signal is missed, and
/// starts a thread that waits for the signal.
fn listen_for_interrupt() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    let mut interrupt = Box::pin(tokio::signal::ctrl_c());
    // The first poll replaces the handler.
    let first = runtime.block_on(poll_fn(|context| {
        Poll::Ready(interrupt.as_mut().poll(context))
    }));
    if let Poll::Ready(result) = first {
        return result;
    }
    thread::Builder::new()
        .name("interrupt".to_owned())
        .spawn(move || {
            if runtime.block_on(interrupt).is_ok() {
                // Standard error stays locked until the process ends, so that the line is not
                // written again.
                let mut terminal = io::stderr().lock();
                clear(&mut terminal);
                process::exit(EXIT_INTERRUPTED);
            }
        })?;
    Ok(())
}

/// A task and the unit of its progress.
#[derive(Debug, Clone, Copy)]
struct Task {
    action: &'static str,
    unit: Unit,
}

impl Task {
    /// Formats progress as a separate line.
    fn line_text(self, done: u64, total: u64, elapsed: Duration) -> String {
        match self.figures(done, total, elapsed) {
            Some(figures) => format!("{}: {figures}", self.action),
            None => format!("{} …", self.action),
        }
    }

    /// Formats progress in at most `columns` columns, with a bar if it fits.
    fn bar_text(self, done: u64, total: u64, elapsed: Duration, columns: usize) -> String {
        let Some(figures) = self.figures(done, total, elapsed) else {
            return self
                .line_text(done, total, elapsed)
                .chars()
                .take(columns)
                .collect();
        };
        let action = self.action;
        let width_without_bar = format!("{action} [] {figures}").chars().count();
        let bar = columns.saturating_sub(width_without_bar);
        if bar < MIN_BAR_COLUMNS {
            return self
                .line_text(done, total, elapsed)
                .chars()
                .take(columns)
                .collect();
        }
        let full = (u128::from(done.min(total)) * bar as u128 / u128::from(total)) as usize;
        format!("{action} [{:bar$}] {figures}", "=".repeat(full))
    }

    /// Formats percentage, amounts and remaining time. Returns `None` if the total is unknown.
    fn figures(self, done: u64, total: u64, elapsed: Duration) -> Option<String> {
        let done = done.min(total);
        let percent = (u128::from(done) * 100).checked_div(u128::from(total))?;
        let count = match self.unit {
            Unit::Bytes => bytes(done, total),
            Unit::Bars => format!("{} of {} bars", grouped(done), grouped(total)),
            Unit::Records => format!("{} of {} records", grouped(done), grouped(total)),
        };
        let remaining = eta_text(done, total, elapsed).map(|time| format!(", {time} left"));
        Some(format!(
            "{percent} %, {count}{}",
            remaining.unwrap_or_default()
        ))
    }
}

/// Estimates the remaining time. Returns `None` if it is too early for an estimate or the task is
/// complete.
fn eta_text(done: u64, total: u64, elapsed: Duration) -> Option<String> {
    if elapsed < MIN_ELAPSED_FOR_ETA || done == 0 || done == total {
        return None;
    }
    let seconds = (elapsed.as_secs_f64() * (total - done) as f64 / done as f64).ceil() as u64;
    Some(match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3_600)),
    })
}

/// Formats both sizes in the unit that fits the total.
fn bytes(done: u64, total: u64) -> String {
    let (unit, name) = match total {
        0..1_000 => return format!("{done} of {total} B"),
        1_000..1_000_000 => (1e3, "kB"),
        1_000_000..1_000_000_000 => (1e6, "MB"),
        _ => (1e9, "GB"),
    };
    format!(
        "{:.1} of {:.1} {name}",
        done as f64 / unit,
        total as f64 / unit
    )
}

/// Formats a number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
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
        action: "Copying",
        unit: Unit::Bytes,
    };
    const CHECKING: Task = Task {
        action: "Checking",
        unit: Unit::Records,
    };

    #[test]
    fn a_line_shows_percentage_amounts_and_remaining_time() {
        let text = |task: Task, done, total, seconds| {
            task.line_text(done, total, Duration::from_secs(seconds))
        };
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
        // The file may grow while it is read.
        assert_eq!(text(CHECKING, 9, 8, 0), "Checking: 100 %, 8 of 8 records");
        assert_eq!(text(CHECKING, 0, 0, 9), "Checking …");
    }

    #[test]
    fn the_bar_fills_the_line_and_is_left_out_if_it_does_not_fit() {
        let render = |done, columns| COPYING.bar_text(done, 2_000_000, Duration::ZERO, columns);
        assert_eq!(
            render(1_000_000, 60),
            "Copying [===============               ] 50 %, 1.0 of 2.0 MB"
        );
        for columns in [0, 7, 20, 40, 41, 42, 60, 200] {
            for done in [0, 1, 1_999_999, 2_000_000] {
                assert!(render(done, columns).chars().count() <= columns);
            }
        }
        assert_eq!(render(1_000_000, 30), "Copying: 50 %, 1.0 of 2.0 MB");
        assert_eq!(render(1_000_000, 13), "Copying: 50 %");
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        let texts = [0, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}
