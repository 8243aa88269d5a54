//! What tests of streams share: a market that holds nothing, and messages that are broken.

use std::collections::HashMap;

use jiff::Timestamp;

use super::{Event, Frame, Target};
use crate::{
    domain::{bar::Interval, currency::Currency, ticker::TickerKind},
    source::{MarketView, SourceError, TickerInfo},
    testing::fuzz::fuzz,
};

/// A market that holds nothing.
pub(crate) struct Nothing;

impl MarketView for Nothing {
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

/// Hands `read` recorded messages and what becomes of them when they are changed.
///
/// `recorded` has a line for each, with the message as `frame`; `target` is what its connection is subscribed to.
pub(crate) fn mangle_frames(
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
        calendar: kind.calendar(),
        is_guessed: false,
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
            known: &Nothing,
            now: Timestamp::UNIX_EPOCH,
        };
        read(&frame).unwrap_or_default()
    };
    let heard = texts.iter().flat_map(|text| read(text));
    assert!(
        heard.count() > 0,
        "{name}: nothing recorded is about the target"
    );
    let samples: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    fuzz(name, &samples, |bytes| {
        read(&String::from_utf8_lossy(bytes));
    });
}
