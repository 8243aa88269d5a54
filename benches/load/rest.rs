//! P9: resident memory at rest, as a service of systemd. P11: bytes written to the disk. The servers are left alone while the other parts are
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

/// How long servers are left alone before their memory counts.
const AT_REST: Duration = Duration::from_secs(30);
/// How long writing to the disk is watched: every eighth commit holds the quotes, and bars are five minutes long.
const WRITING: Duration = Duration::from_secs(320);

/// A server that nobody asks anything.
pub(crate) struct Resting {
    server: Process,
    _folder: TempDir,
    begun: Instant,
    written: f64,
}

impl Resting {
    /// Starts it, and waits for the first figures.
    pub(crate) fn begin(report: &mut Report) -> anyhow::Result<Self> {
        report.part("P9 memory at rest");
        let folder = market::with_year(Hours::Exchange)?;
        let (server, _) = Market::new(folder.path(), true)?
            .trading(Hours::Exchange)
            .serve()?;
        let new = tempfile::tempdir()?;
        let (first, address) = Market::new(new.path(), true)?
            .trading(Hours::Exchange)
            .serve()?;
        market::wait_for_year(address)?;
        let begun = Instant::now();
        thread::sleep(AT_REST);
        let figure = "memory (RSS) 30 s after the very first start";
        report.add(resident(figure, &first)?);
        let figure = "memory (RSS) 30 s after a start with a year of data";
        report.add(resident(figure, &server)?);
        first.stop()?;
        Ok(Self {
            written: server.written()?,
            server,
            _folder: folder,
            begun,
        })
    }

    /// Waits until it was left alone for long enough, and takes what it did meanwhile.
    pub(crate) fn end(self, report: &mut Report) -> anyhow::Result<()> {
        report.part("P9 memory, P11 writing");
        thread::sleep((AT_REST + WRITING).saturating_sub(self.begun.elapsed()));
        let time = self.begun.elapsed().saturating_sub(AT_REST).as_secs_f64();
        let bytes = self.server.written()? - self.written;
        let figure = format!("written to disk while New York is open, measured for {time:.0} s");
        let an_hour = bytes / 1e6 / time * 3_600.0;
        report.add(Row::value("P11", figure, an_hour, "MB/h", Some(6.0)));
        let figure = format!(
            "memory (RSS) {:.0} s after start",
            time + AT_REST.as_secs_f64()
        );
        report.add(resident(&figure, &self.server)?);
        self.server.stop()
    }
}

fn resident(figure: &str, server: &Process) -> anyhow::Result<Row> {
    let mebibytes = server.resident()? / 1_024.0;
    Ok(Row::value("P9", figure, mebibytes, "MiB", Some(16.0)))
}
