//! How far a long command has come: a bar on a terminal, a line now and then elsewhere.

use std::{
    cell::Cell,
    io::IsTerminal as _,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(5);

/// Written to standard error: what a command says goes to standard output.
pub(super) struct Progress {
    /// What is done, as in 'Copying'.
    doing: &'static str,
    unit: &'static str,
    bar: Option<ProgressBar>,
    told: Cell<Instant>,
}

impl Progress {
    /// Of records.
    pub(super) fn new(doing: &'static str) -> Self {
        Self::of(
            doing,
            "records",
            "{msg} [{wide_bar}] {human_pos} of {human_len} records",
        )
    }

    /// Of bytes.
    pub(super) fn of_bytes(doing: &'static str) -> Self {
        Self::of(
            doing,
            "bytes",
            "{msg} [{wide_bar}] {bytes} of {total_bytes}",
        )
    }

    fn of(doing: &'static str, unit: &'static str, template: &str) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(template);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(0)
                .with_style(style.progress_chars("=> "))
                .with_message(doing)
        });
        Self {
            doing,
            unit,
            bar,
            told: Cell::new(Instant::now()),
        }
    }

    /// So much is done, of so much.
    pub(super) fn at(&self, done: u64, of: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(of);
            bar.set_position(done);
        } else if self.told.get().elapsed() >= PAUSE {
            self.told.set(Instant::now());
            eprintln!("{}: {done} of {of} {}", self.doing, self.unit);
        }
    }
}

/// Nothing of the bar stays on the terminal.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
