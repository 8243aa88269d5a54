//! P16: a machine with one core and 512 MB, such as a Raspberry Pi.

use crate::{
    market::{self, Hours, Market},
    readers::requests_with_clients,
    report::{Report, Row, p99},
    requests::runtime,
};

/// Number of live clients.
const CLIENTS: usize = 1_000;
/// Total memory of that machine.
const MEMORY: u64 = 512_000_000;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P16 one core and 512 MB");
    let folder = market::with_year(Hours::Always)?;
    let market = Market::new(folder.path(), true)?.of_memory(MEMORY);
    let beside = requests_with_clients(&runtime()?, market, CLIENTS)?;
    let label = format!("one core and 512 MB: {}", beside.label());
    report.add(Row::value("P16", label, p99(beside.took), "ms", Some(5.0)));
    let label = "the same, age of a price on arrival, p99";
    report.add(Row::value("P16", label, p99(beside.ages), "ms", None));
    let label = "the same, peak memory (RSS)";
    let megabytes = beside.server.most_resident()? * 1_024.0 / 1e6;
    report.add(Row::value("P16", label, megabytes, "MB", Some(64.0)));
    beside.server.stop()
}
