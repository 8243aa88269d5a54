//! How far a long command has come: one line that is written over on a terminal, and a line now and then elsewhere.
//!
//! A line is written over with a carriage return and blanks, so there is no escape sequence for a terminal to understand
//! and no colour for `NO_COLOR` to take away. What is no terminal, or a dumb one, gets lines.

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

/// Between two looks of the line on a terminal.
const FRAME: Duration = Duration::from_millis(100);
/// Between two lines elsewhere; what takes no longer says nothing there.
const PAUSE: Duration = Duration::from_secs(5);
/// How long something goes on before a guess is made of how long it still takes.
const TOO_EARLY: Duration = Duration::from_secs(2);
/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;
/// A bar of fewer columns says nothing.
const SHORTEST_BAR: usize = 10;
/// The exit code of what a SIGINT ended, as shells write it.
const INTERRUPTED: i32 = 130;

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unit {
    Bars,
    Bytes,
    Records,
}

/// Written to standard error: what a command says goes to standard output.
pub(super) struct Progress {
    task: Task,
    is_terminal: bool,
    /// When it began and when it was written last; `None` before anything is heard of it.
    told: Cell<Option<(Instant, Instant)>>,
}

impl Progress {
    /// Of something, as in 'Copying'.
    pub(super) fn new(doing: &'static str, unit: Unit) -> Self {
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let is_terminal = !is_dumb && io::stderr().is_terminal();
        if is_terminal {
            tidy_up_at_interrupt();
        }
        Self {
            task: Task { doing, unit },
            is_terminal,
            told: Cell::new(None),
        }
    }

    /// So much is done, of so much; of 0 where that is not known yet.
    pub(super) fn at(&self, done: u64, of: u64) {
        let now = Instant::now();
        let (begun, last) = match self.told.get() {
            Some(told) => told,
            None if self.is_terminal => (now, now.checked_sub(FRAME).unwrap_or(now)),
            None => (now, now),
        };
        let pause = if self.is_terminal { FRAME } else { PAUSE };
        // On a terminal the last look is that of something done, however soon it comes.
        let is_due = now - last >= pause || (self.is_terminal && done == of);
        self.told
            .set(Some((begun, if is_due { now } else { last })));
        if !is_due {
            return;
        }
        let elapsed = now - begun;
        // Nobody may read it any more, which is no reason to stop.
        let _ = if self.is_terminal {
            let mut terminal = io::stderr().lock();
            SHOWN.store(true, Ordering::Relaxed);
            let width = width();
            let line = self.task.drawn(done, of, elapsed, width);
            write!(terminal, "\r{line:width$}").and_then(|()| terminal.flush())
        } else {
            writeln!(io::stderr(), "{}", self.task.told(done, of, elapsed))
        };
    }
}

/// Nothing of the line stays on the terminal.
impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_terminal && self.told.get().is_some() {
            clear(&mut io::stderr().lock());
        }
    }
}

/// Whether there is a line on the terminal. Read and written by who holds the lock of standard error.
static SHOWN: AtomicBool = AtomicBool::new(false);

fn clear(terminal: &mut io::StderrLock) {
    if SHOWN.swap(false, Ordering::Relaxed) {
        let _ = write!(terminal, "\r{:1$}\r", "", width());
    }
}

/// Columns of a line that leaves the cursor on it: behind the last one, terminals differ in where it is.
fn width() -> usize {
    let columns = terminal::columns(io::stderr());
    if columns == 0 { COLUMNS } else { columns }.saturating_sub(1)
}

/// Has Ctrl-C take the line away before it ends the program, so that the shell's next line begins where a line begins.
fn tidy_up_at_interrupt() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        // Without a thread for it, Ctrl-C ends the program as it ends any other.
        let _ = thread::Builder::new()
            .name("interrupt".to_owned())
            .spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_io()
                    .build();
                let heard = runtime.and_then(|runtime| runtime.block_on(tokio::signal::ctrl_c()));
                if heard.is_ok() {
                    // Held until the end: nobody writes the line anew.
                    let mut terminal = io::stderr().lock();
                    clear(&mut terminal);
                    process::exit(INTERRUPTED);
                }
            });
    });
}

/// What is done, and what is counted of it.
#[derive(Debug, Clone, Copy)]
struct Task {
    doing: &'static str,
    unit: Unit,
}

impl Task {
    /// As a line of its own.
    fn told(self, done: u64, of: u64, elapsed: Duration) -> String {
        match self.figures(done, of, elapsed) {
            Some(figures) => format!("{}: {figures}", self.doing),
            None => format!("{} …", self.doing),
        }
    }

    /// As a line of at most so many columns, with a bar where there is room for one.
    fn drawn(self, done: u64, of: u64, elapsed: Duration, columns: usize) -> String {
        let Some(figures) = self.figures(done, of, elapsed) else {
            return self.told(done, of, elapsed).chars().take(columns).collect();
        };
        let doing = self.doing;
        let bare = format!("{doing} [] {figures}").chars().count();
        let bar = columns.saturating_sub(bare);
        if bar < SHORTEST_BAR {
            return self.told(done, of, elapsed).chars().take(columns).collect();
        }
        let full = (u128::from(done.min(of)) * bar as u128 / u128::from(of)) as usize;
        format!("{doing} [{:bar$}] {figures}", "=".repeat(full))
    }

    /// 'done, of how much, how long still'; `None` where it is not known of how much.
    fn figures(self, done: u64, of: u64, elapsed: Duration) -> Option<String> {
        let done = done.min(of);
        let percent = (u128::from(done) * 100).checked_div(u128::from(of))?;
        let count = match self.unit {
            Unit::Bytes => bytes(done, of),
            Unit::Bars => format!("{} of {} bars", grouped(done), grouped(of)),
            Unit::Records => format!("{} of {} records", grouped(done), grouped(of)),
        };
        let left = time_left(done, of, elapsed).map(|left| format!(", {left} left"));
        Some(format!("{percent} %, {count}{}", left.unwrap_or_default()))
    }
}

/// How long it takes still where it goes on as it did; `None` where it is too early to say.
fn time_left(done: u64, of: u64, elapsed: Duration) -> Option<String> {
    if elapsed < TOO_EARLY || done == 0 || done == of {
        return None;
    }
    let seconds = (elapsed.as_secs_f64() * (of - done) as f64 / done as f64).ceil() as u64;
    Some(match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3_600)),
    })
}

/// Both in the unit that suits the whole.
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

/// With a comma between thousands.
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
    fn a_line_says_how_much_of_how_much_and_how_long_it_takes_still() {
        let told =
            |task: Task, done, of, seconds| task.told(done, of, Duration::from_secs(seconds));
        assert_eq!(
            told(COPYING, 3_140_000, 12_900_000, 1),
            "Copying: 24 %, 3.1 of 12.9 MB"
        );
        assert_eq!(
            told(CHECKING, 12_288, 49_152, 10),
            "Checking: 25 %, 12,288 of 49,152 records, 30 s left"
        );
        assert_eq!(
            told(COPYING, 1, 901, 2),
            "Copying: 0 %, 1 of 901 B, 30 min left"
        );
        assert_eq!(
            told(COPYING, 1_500, 9_001_500, 2),
            "Copying: 0 %, 0.0 of 9.0 MB, 4 h left"
        );
        assert_eq!(
            told(CHECKING, 999, 999, 60),
            "Checking: 100 %, 999 of 999 records"
        );
        // A file that grew meanwhile.
        assert_eq!(told(CHECKING, 9, 8, 0), "Checking: 100 %, 8 of 8 records");
        assert_eq!(told(CHECKING, 0, 0, 9), "Checking …");
    }

    #[test]
    fn a_bar_fills_the_line_and_goes_where_there_is_no_room() {
        let drawn = |done, columns| COPYING.drawn(done, 2_000_000, Duration::ZERO, columns);
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
    fn thousands_are_told_apart() {
        let texts = [0, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}
