//! P16: a machine with one core and 512 MB, such as a Raspberry Pi.

use crate::{
    market::{self, Hours, Market},
    readers::requests_with_clients,
    report::{Report, Row, p99},
    requests::runtime,
};

/// Number of live clients.
const CLIENTS: usize = 1_000;
/// Total memory of the machine, in bytes.
const MEMORY: u64 = 512_000_000;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P16 one core and 512 MB");
    let folder = market::folder_with_year_of_data(Hours::Always)?;
    let market = Market::new(folder.path(), true)?.with_memory_limit(MEMORY);
    let result = requests_with_clients(&runtime()?, market, CLIENTS)?;
    let label = format!("one core and 512 MB: {}", result.label());
    report.add(Row::value(
        "P16",
        label,
        p99(result.response_times),
        "ms",
        Some(5.0),
    ));
    let label = "the same, age of a price on arrival, p99";
    report.add(Row::value("P16", label, p99(result.ages), "ms", None));
    let label = "the same, peak memory (RSS)";
    let megabytes = result.server.peak_resident()? * 1_024.0 / 1e6;
    report.add(Row::value("P16", label, megabytes, "MB", Some(64.0)));
    result.server.stop()
}
