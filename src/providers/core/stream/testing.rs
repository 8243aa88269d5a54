//! Test helpers for streams: an empty market, and corrupted messages.

use std::collections::HashMap;

use jiff::Timestamp;

use super::{Event, Frame, Target};
use crate::{
    domain::{bar::Interval, currency::Currency, ticker::TickerKind},
    source::{MarketView, SourceError, TickerInfo},
    testing::fuzz::fuzz,
};

/// A market without tickers.
pub(crate) struct EmptyMarket;

impl MarketView for EmptyMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        Vec::new()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Calls `read` with recorded messages and corrupted variants of them.
///
/// `recorded` contains one JSON object per line, whose field `frame` is the message. `target` is the subscribed symbol.
pub(crate) fn fuzz_frames(
    name: &str,
    recorded: &str,
    target: &str,
    read: impl Fn(&Frame<'_>) -> Result<Vec<Event>, SourceError>,
) {
    let kind = TickerKind::Crypto;
    let target = Target {
        symbol: target.to_owned(),
        name: target.to_owned(),
        kind,
        currency: Currency::USD,
        calendar: kind.default_calendar(),
        is_derived: false,
    };
    let targets = HashMap::from([(target.name.clone(), target)]);
    let text = |line: &str| -> String {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["frame"].as_str().unwrap().to_owned()
    };
    let texts: Vec<String> = recorded.lines().map(text).collect();
    let read = |text: &str| {
        let frame = Frame {
            text,
            targets: &targets,
            market: &EmptyMarket,
            now: Timestamp::UNIX_EPOCH,
        };
        read(&frame).unwrap_or_default()
    };
    let events = texts.iter().flat_map(|text| read(text));
    assert!(
        events.count() > 0,
        "{name}: no recorded message is about the target"
    );
    let samples: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    fuzz(name, &samples, |bytes| {
        read(&String::from_utf8_lossy(bytes));
    });
}
