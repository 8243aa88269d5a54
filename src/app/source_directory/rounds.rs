//! The section of docs/sources.md on how long the sources need for many tickers, computed from their limits.

use std::fmt::Write as _;

use crate::domain::{
    figure::{Figure, OrderKey},
    provider::{ECB, QuotaPeriod},
    source_directory::{SourceDirectory, SourceEntry},
};

/// The numbers of tickers in the tables.
const TICKERS: [u64; 3] = [100, 1_000, 10_000];
const MINUTES_PER_DAY: u64 = 24 * 60;

const INTRODUCTION: &str = "
## What the limits mean for many tickers

How long each source needs for one round over all tickers, if it has to supply all of them, with the default configuration. Tickers that
someone is viewing are asked first and again and again; the others follow in the order in which they have waited. A source asks only for
tickers that it covers and that no preferred source or stream supplies, so most rounds are shorter. Streams have no rounds: a ticker that
exceeds the connections of a stream is polled.
";

/// Returns the section. `compared_per_day` is the number of requests for comparisons per source and day.
pub(super) fn section(directory: &SourceDirectory, compared_per_day: u32) -> String {
    let mut text = INTRODUCTION.to_owned();
    let prices = rows(directory, OrderKey::Prices, |source| {
        source.tickers_per_request
    });
    add_table(&mut text, "prices of", "tickers per request", &prices);
    // One file of the European Central Bank has the rates of all pairs.
    let histories = rows(directory, OrderKey::History, |source| {
        (source.description.name != ECB).then_some(1)
    });
    add_table(&mut text, "histories of", "tickers per request", &histories);
    let nights = TICKERS.map(|tickers| tickers.div_ceil(compared_per_day.into()).to_string());
    let _ = writeln!(
        text,
        "\nThe comparison of sources needs one request per ticker and night, and each source gets at most {compared_per_day} of them: {}, {} and {} nights for {}, {} and {} tickers.",
        nights[0],
        nights[1],
        nights[2],
        with_commas(TICKERS[0]),
        with_commas(TICKERS[1]),
        with_commas(TICKERS[2]),
    );
    text
}

struct Row<'a> {
    source: &'a SourceEntry,
    tickers_per_request: u64,
}

/// Returns the polled sources of the figures that `order` orders.
fn rows(
    directory: &SourceDirectory,
    order: OrderKey,
    tickers_per_request: impl Fn(&SourceEntry) -> Option<u64>,
) -> Vec<Row<'_>> {
    let supplies = |source: &SourceEntry| {
        let mut figures = source.description.figures.iter();
        figures.any(|figure: &Figure| figure.order_key() == Some(order))
    };
    let sources = directory.sources.iter().filter(|source| {
        supplies(source) && source.min_gap.is_some() && source.description.config_table.is_some()
    });
    let row = |source| {
        Some(Row {
            source,
            tickers_per_request: tickers_per_request(source)?,
        })
    };
    sources.filter_map(row).collect()
}

fn add_table(text: &mut String, what: &str, per_request: &str, rows: &[Row<'_>]) {
    let columns = TICKERS.map(|tickers| format!("{what} {}", with_commas(tickers)));
    let _ = writeln!(
        text,
        "\n| source | requests a minute | {per_request} | {} |\n|---|---|---|---|---|---|",
        columns.join(" | ")
    );
    for row in rows {
        let (source, each) = (row.source, row.tickers_per_request);
        let times = TICKERS.map(|tickers| duration(source, tickers.div_ceil(each)));
        let _ = writeln!(
            text,
            "| {} | {} | {each} | {} |",
            source.description.title,
            source.max_per_minute().unwrap_or_default(),
            times.join(" | ")
        );
    }
}

/// Returns how long a source needs for a number of requests.
fn duration(source: &SourceEntry, requests: u64) -> String {
    let by_rate = requests.div_ceil(source.max_per_minute().unwrap_or(1).max(1));
    let by_quota = source.quota.map_or(0, |(limit, period)| {
        let days = match period {
            QuotaPeriod::Day => requests / limit,
            QuotaPeriod::Month => requests / limit * 30,
        };
        days * MINUTES_PER_DAY
    });
    match by_rate.max(by_quota) {
        0 | 1 => "1 minute".to_owned(),
        minutes if minutes < 120 => format!("{minutes} minutes"),
        minutes if minutes < 2 * MINUTES_PER_DAY => format!("{} hours", minutes.div_ceil(60)),
        minutes => format!("{} days", minutes.div_ceil(MINUTES_PER_DAY)),
    }
}

fn with_commas(number: u64) -> String {
    let text = number.to_string();
    let (head, tail) = text.split_at(text.len().saturating_sub(3));
    if head.is_empty() {
        text
    } else {
        format!("{head},{tail}")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::domain::source_directory::SourceDescription;

    fn source(gap: u64, quota: Option<(u64, QuotaPeriod)>) -> SourceEntry {
        let description = SourceDescription {
            name: "a",
            config_table: Some("a"),
            title: "A",
            figures: &[Figure::UsPrices, Figure::UsHistory],
            delay: "None",
            limit: None,
            terms: "Public domain.",
            terms_url: "https://a.example/",
        };
        SourceEntry {
            min_gap: Some(Duration::from_millis(gap)),
            quota,
            tickers_per_request: Some(20),
            ..SourceEntry::new(description)
        }
    }

    #[test]
    fn a_round_is_limited_by_the_rate_and_the_quota() {
        let free = source(2_000, None);
        assert_eq!(duration(&free, 5), "1 minute");
        assert_eq!(duration(&free, 500), "17 minutes");
        assert_eq!(duration(&free, 10_000), "6 hours");
        let daily = source(7_600, Some((800, QuotaPeriod::Day)));
        assert_eq!(duration(&daily, 800), "24 hours");
        assert_eq!(duration(&daily, 10_000), "12 days");
    }

    #[test]
    fn prices_may_have_several_tickers_a_request_and_histories_have_one() {
        let directory = SourceDirectory::new(vec![source(2_000, None)], |_, _| 0);
        let text = section(&directory, 200);
        assert!(
            text.contains("| A | 30 | 20 | 1 minute | 2 minutes | 17 minutes |"),
            "{text}"
        );
        assert!(
            text.contains("| A | 30 | 1 | 4 minutes | 34 minutes | 6 hours |"),
            "{text}"
        );
        assert!(
            text.contains("1, 5 and 50 nights for 100, 1,000 and 10,000 tickers"),
            "{text}"
        );
    }
}
