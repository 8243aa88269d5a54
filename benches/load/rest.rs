//! P9: resident memory at rest, as a systemd service. P11: bytes written to disk. The servers stay idle while the other parts are
//! measured.

use std::{
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::{
    market::{self, Hours, Market},
    process::Process,
    report::{Report, Row},
};

/// Idle time before the memory is measured.
const IDLE_TIME: Duration = Duration::from_secs(30);
/// Duration of the disk write measurement: every eighth commit contains the quotes, and bars are five minutes long.
const WRITE_TIME: Duration = Duration::from_secs(320);

/// An idle server.
pub(crate) struct IdleServer {
    server: Process,
    _folder: TempDir,
    started_at: Instant,
    written: f64,
}

impl IdleServer {
    /// Starts the server and adds its memory after [`IDLE_TIME`] to the report.
    pub(crate) fn begin(report: &mut Report) -> anyhow::Result<Self> {
        report.part("P9 memory at rest");
        let folder = market::folder_with_year_of_data(Hours::Exchange)?;
        let (server, _) = Market::new(folder.path(), true)?
            .trading(Hours::Exchange)
            .serve()?;
        let new = tempfile::tempdir()?;
        let (first, address) = Market::new(new.path(), true)?
            .trading(Hours::Exchange)
            .serve()?;
        market::wait_for_history(address)?;
        let started_at = Instant::now();
        thread::sleep(IDLE_TIME);
        let label = "memory (RSS) 30 s after the very first start";
        report.add(resident(label, &first)?);
        let label = "memory (RSS) 30 s after a start with a year of data";
        report.add(resident(label, &server)?);
        first.stop()?;
        Ok(Self {
            written: server.written()?,
            server,
            _folder: folder,
            started_at,
        })
    }

    /// Waits until [`WRITE_TIME`] is over and reports what the server has written in it, and its memory.
    pub(crate) fn end(self, report: &mut Report) -> anyhow::Result<()> {
        report.part("P9 memory, P11 writing");
        thread::sleep((IDLE_TIME + WRITE_TIME).saturating_sub(self.started_at.elapsed()));
        let time = self
            .started_at
            .elapsed()
            .saturating_sub(IDLE_TIME)
            .as_secs_f64();
        let bytes = self.server.written()? - self.written;
        let label =
            format!("data written to disk while New York is open, measured for {time:.0} s");
        let megabytes_per_hour = bytes / 1e6 / time * 3_600.0;
        report.add(Row::value(
            "P11",
            label,
            megabytes_per_hour,
            "MB/h",
            Some(6.0),
        ));
        let label = format!(
            "memory (RSS) {:.0} s after start",
            time + IDLE_TIME.as_secs_f64()
        );
        report.add(resident(&label, &self.server)?);
        self.server.stop()
    }
}

fn resident(label: &str, server: &Process) -> anyhow::Result<Row> {
    let mebibytes = server.resident()? / 1_024.0;
    Ok(Row::value("P9", label, mebibytes, "MiB", Some(16.0)))
}
