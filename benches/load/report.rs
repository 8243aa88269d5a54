//! The table of results: on standard output, and in docs/PERFORMANCE.md.

use std::{env, fmt::Write as _, fs, process::Command, time::Instant};

use crate::process;

/// The document with the table.
const DOCUMENT: &str = "docs/PERFORMANCE.md";

/// One row of the table.
pub(crate) struct Row {
    /// Number of the goal: 'P8'.
    pub(crate) id: &'static str,
    /// What was measured.
    pub(crate) label: String,
    /// With unit.
    pub(crate) measured: String,
    /// Value of the reference, with unit; empty without a reference.
    pub(crate) reference: String,
    /// Measured value divided by the reference.
    pub(crate) ratio: Option<f64>,
    /// The goal as text.
    pub(crate) goal: String,
    /// Whether the goal is met; `None` without a goal.
    pub(crate) met: Option<bool>,
}

impl Row {
    /// A size or time with the maximum `limit`.
    pub(crate) fn value(
        id: &'static str,
        label: impl Into<String>,
        value: f64,
        unit: &str,
        limit: Option<f64>,
    ) -> Self {
        Self {
            id,
            label: label.into(),
            measured: format!("{} {unit}", digits(value)),
            reference: String::new(),
            ratio: None,
            goal: limit.map_or_else(String::new, |limit| format!("≤ {limit} {unit}")),
            met: limit.map(|limit| value <= limit),
        }
    }

    /// A cost and that of its reference, with the maximum ratio `limit`.
    pub(crate) fn ratio(
        id: &'static str,
        label: impl Into<String>,
        (measured, reference): (f64, f64),
        unit: &str,
        limit: Option<f64>,
    ) -> Self {
        let ratio = measured / reference;
        Self {
            id,
            label: label.into(),
            measured: format!("{} {unit}", digits(measured)),
            reference: format!("{} {unit}", digits(reference)),
            ratio: Some(ratio),
            goal: limit.map_or_else(String::new, |limit| format!("≤ {limit} ×")),
            met: limit.map(|limit| ratio <= limit),
        }
    }

    fn cells(&self) -> [String; 7] {
        [
            self.id.to_owned(),
            self.label.clone(),
            self.measured.clone(),
            self.reference.clone(),
            self.ratio.map_or_else(String::new, |r| format!("{r:.2} ×")),
            self.goal.clone(),
            match self.met {
                Some(true) => "met",
                Some(false) => "missed",
                None => "",
            }
            .to_owned(),
        ]
    }
}

/// Formats three significant digits.
pub(crate) fn digits(value: f64) -> String {
    let decimals = match value.abs() {
        hundreds if hundreds >= 100.0 => 0,
        tens if tens >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

const HEAD: [&str; 7] = ["id", "figure", "measured", "reference", "ratio", "goal", ""];

/// The section of the document that a run updates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// A single process.
    Single,
    /// A cluster over NATS.
    Cluster,
}

/// All rows of a run.
pub(crate) struct Report {
    rows: Vec<Row>,
    notes: Vec<String>,
    started_at: Instant,
    /// The measured binary or commit, recorded at the start because files may change during the run.
    subject: String,
    loads: Vec<f64>,
}

impl Report {
    pub(crate) fn begin() -> Self {
        Self {
            rows: vec![],
            notes: vec![],
            started_at: Instant::now(),
            subject: subject(),
            loads: vec![load_average()],
        }
    }

    /// Prints the current part with the elapsed time.
    pub(crate) fn part(&mut self, what: &str) {
        self.loads.push(load_average());
        eprintln!("{:4} s  {what}", self.started_at.elapsed().as_secs());
    }

    /// Adds a row and prints it.
    pub(crate) fn add(&mut self, row: Row) {
        let cells = row.cells();
        let texts: Vec<&str> = cells.iter().map(String::as_str).collect();
        eprintln!("        {}", texts.join("  ").trim_end());
        self.rows.push(row);
    }

    /// Adds a note below the table.
    pub(crate) fn note(&mut self, sentence: impl Into<String>) {
        self.notes.push(sentence.into());
    }

    /// Prints the table, and updates the document if requested.
    pub(crate) fn end(mut self, write: Option<Section>) -> anyhow::Result<()> {
        self.loads.push(load_average());
        let text = self.text();
        println!("{text}");
        if let Some(section) = write {
            let existing = fs::read_to_string(DOCUMENT).unwrap_or_default();
            fs::write(DOCUMENT, document(section, &text, &existing))?;
            println!("wrote {DOCUMENT}");
        }
        Ok(())
    }

    fn text(&self) -> String {
        let cells: Vec<[String; 7]> = self.rows.iter().map(Row::cells).collect();
        let mut widths = HEAD.map(|word| word.chars().count());
        for row in &cells {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut text = String::new();
        write_row(&mut text, &HEAD.map(String::from), &widths);
        let rule = widths.map(|width| "-".repeat(width));
        write_row(&mut text, &rule, &widths);
        for row in &cells {
            write_row(&mut text, row, &widths);
        }
        let _ = write!(text, "\n{}", self.machine());
        for note in &self.notes {
            let _ = write!(text, "\n- {note}");
        }
        text
    }

    /// Describes the machine, the time and the load.
    fn machine(&self) -> String {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpu.lines().find_map(|l| l.strip_prefix("model name\t: "));
        let cores = cpu.lines().filter(|l| l.starts_with("processor")).count();
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let busiest = self.loads.iter().copied().fold(0.0, f64::max);
        let pinned = if process::can_pin() {
            "the measured process has the first core, the load has the others"
        } else {
            "not bound to cores (one core, or no taskset)"
        };
        format!(
            "{}, {}: {} cores of {}, Linux {}; {pinned}; peak load average {busiest:.1}; \
             the run took {} s.\n",
            process::wall_clock().strftime("%F %H:%M UTC"),
            self.subject,
            cores,
            model.unwrap_or("an unknown CPU"),
            kernel.trim(),
            self.started_at.elapsed().as_secs(),
        )
    }
}

fn write_row(text: &mut String, cells: &[String; 7], widths: &[usize; 7]) {
    for (cell, width) in cells.iter().zip(widths) {
        let _ = write!(text, "| {cell:width$} ");
    }
    text.push_str("|\n");
}

/// Load average of the last minute.
fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split(' ').next().and_then(|word| word.parse().ok());
    first.unwrap_or(0.0)
}

/// The current commit, and whether files have changed; or the path of the measured binary.
fn subject() -> String {
    if let Some(named) = env::var_os(process::BINARY_VARIABLE) {
        return format!("the program {}", named.display());
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let hash = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_default();
    let changed = git(&["status", "--porcelain"]).is_some_and(|files| !files.is_empty());
    format!(
        "commit {hash}{}",
        if changed {
            " with uncommitted changes"
        } else {
            ""
        }
    )
}

/// Headings of the cluster section and of the sections that `ui/bench/` writes.
const CLUSTER: &str = "\n## Several processes\n";
const BROWSER: &str = "\n## In a browser";

/// The document with one section replaced.
fn document(section: Section, table: &str, existing: &str) -> String {
    let begins = |heading| existing.find(heading).unwrap_or(existing.len());
    let browser = begins(BROWSER);
    let cluster = begins(CLUSTER).min(browser);
    let (single, several, browsers) = (
        &existing[..cluster],
        &existing[cluster..browser],
        &existing[browser..],
    );
    match section {
        Section::Single => format!("{}{several}{browsers}", single_section(table)),
        Section::Cluster => format!("{single}{}{browsers}", cluster_section(table)),
    }
}

fn single_section(table: &str) -> String {
    format!(
        "# Performance\n\n\
         The tables are written by `make bench WRITE=1`, `make bench-cluster WRITE=1` and, in `ui/`, `npm run bench`; don't edit them by \
         hand. 'Why goals are missed' is maintained by hand. Each ratio compares two processes in one run on one core, alternating \
         (median of five or more); absolute times depend on the machine. CPU is the user and system time of the process. Missed goals are \
         listed as missed.\n\n\
         Reference: a bare hyper server that sends the same bytes, unless the row names another.\n\n\
         `ui/e2e/first-visit.spec.ts` measures what a first visit loads (P14): it prints a table and fails above 200 kB of JavaScript. \
         `tests/store/sizes.rs` measures the bytes per bar of recorded series.\n\n\
         Wall times (starts, response times, ages) include other load on the machine; the peak load average is below the table.\n\n{table}\n"
    )
}

fn cluster_section(table: &str) -> String {
    format!(
        "{CLUSTER}\n\
         Written by `make bench-cluster WRITE=1`. A source, edges and a single process, all with the sample market (each ticker ticks at \
         most every 200 ms) and all on the first core; NATS and the load have the other cores. Ages are measured when a client on this machine \
         reads the price. Both sides of a ratio are measured in the same run, at the same time.\n\n{table}\n"
    )
}

/// The median.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The 99th percentile.
pub(crate) fn p99(values: Vec<f64>) -> f64 {
    percentile(values, 99)
}

/// The 50th percentile.
#[cfg(feature = "cluster")]
pub(crate) fn p50(values: Vec<f64>) -> f64 {
    percentile(values, 50)
}

fn percentile(mut values: Vec<f64>, percent: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() * percent).div_ceil(100).saturating_sub(1);
    values.get(at).copied().unwrap_or(f64::NAN)
}
