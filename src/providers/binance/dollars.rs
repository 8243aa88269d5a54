//! The price of USDT in US dollars, with which Binance's prices in USDT are converted. It comes from Coinbase, because USDT is not
//! always worth a dollar. Without it, prices in USDT are not used.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::wire;
use crate::{
    domain::bar::Bar,
    providers::core::client::{Client, Outcome, Validators},
    source::{Context, SourceError},
};

/// Interval between requests for the newest price.
const PRICE_INTERVAL: SignedDuration = SignedDuration::from_mins(5);
/// The maximum time between the price of a coin and the price of USDT that converts it.
const MAX_TIME_DIFFERENCE: SignedDuration = SignedDuration::from_mins(20);
/// Interval between requests for the newest daily closes.
const CLOSES_INTERVAL: SignedDuration = SignedDuration::from_hours(6);
/// The maximum number of candles in a response.
const MAX_CANDLES: i64 = 300;
const DAY: i64 = 86_400;
/// The error if prices in USDT cannot be converted.
pub(super) const RATE_IS_OLD: &str =
    "Coinbase's price of USDT is too old, so prices in USDT are not used";
/// 1 May 2021, in Unix seconds: Coinbase has traded USDT since that month.
pub(super) const FIRST_DAY: i64 = 1_619_827_200;

/// The price of USDT in dollars, now and at the end of each day.
#[derive(Debug, Default, Clone)]
pub(super) struct DollarRates {
    /// The newest price, with its time.
    newest: Option<(f64, Timestamp)>,
    /// When the newest price was requested.
    requested: Option<Timestamp>,
    /// Closes by the start of the day.
    closes: BTreeMap<i64, f64>,
    /// When the closes were received.
    closes_received: Option<Timestamp>,
}

impl DollarRates {
    /// Returns the newest price if it is from about the same time as `at`.
    pub(super) fn newest_at(&self, at: Timestamp) -> Option<f64> {
        let (price, as_of) = self.newest?;
        (at.duration_since(as_of).abs() <= MAX_TIME_DIFFERENCE).then_some(price)
    }

    /// Converts bars in USDT with the price of their day. Bars of days without a price are left out.
    pub(super) fn convert(&self, bars: Vec<Bar>) -> Vec<Bar> {
        let rate = |start: i64| {
            let close = self.closes.get(&day_of(start)).copied();
            // Today's close is not final, and yesterday's may not have arrived yet.
            let (newest, as_of) = self.newest?;
            let is_recent = day_of(start) >= day_of(as_of.as_second()) - DAY;
            close.or(Some(newest).filter(|_| is_recent))
        };
        let convert = |bar: Bar| Some(bar_in_dollars(bar, rate(bar.start)?));
        bars.into_iter().filter_map(convert).collect()
    }

    /// Requests the newest price and the daily closes unless they were requested recently.
    pub(super) async fn update(
        &mut self,
        client: &Client,
        url: &str,
        context: &Context,
    ) -> Result<(), SourceError> {
        self.update_price(client, url, context).await?;
        let now = context.clock.now();
        if is_older(self.closes_received, CLOSES_INTERVAL, now) {
            self.request_closes(client, url, now).await?;
            self.closes_received = Some(now);
        }
        Ok(())
    }

    /// Requests the newest price if it is old.
    pub(super) async fn update_price(
        &mut self,
        client: &Client,
        url: &str,
        context: &Context,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        if is_older(self.requested, PRICE_INTERVAL, now) {
            let body = get(client, &format!("{url}/products/USDT-USD/ticker")).await?;
            self.newest = Some(wire::coinbase_price(&body)?);
            self.requested = Some(now);
        }
        Ok(())
    }

    /// Requests daily closes, backwards from today to the newest known close or to [`FIRST_DAY`].
    async fn request_closes(
        &mut self,
        client: &Client,
        url: &str,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let today = day_of(now.as_second());
        let known_until = self.closes.keys().next_back().copied();
        let from = known_until.map_or(FIRST_DAY, |last| last - DAY);
        let mut end = today;
        let mut closes = BTreeMap::new();
        while end > from {
            let start = (end - (MAX_CANDLES - 1) * DAY).max(from);
            let time = |second| Timestamp::from_second(second).unwrap_or_default();
            let path = format!(
                "{url}/products/USDT-USD/candles?granularity={DAY}&start={}&end={}",
                time(start),
                time(end)
            );
            let found = wire::coinbase_closes(&get(client, &path).await?)?;
            if found.is_empty() {
                break;
            }
            closes.extend(found);
            end = start - DAY;
        }
        // The close of today is not final.
        closes.retain(|day, _| *day < today);
        self.closes.extend(closes);
        Ok(())
    }
}

/// Returns true if `interval` has passed since `at`.
fn is_older(at: Option<Timestamp>, interval: SignedDuration, now: Timestamp) -> bool {
    at.is_none_or(|at| at > now || now.duration_since(at) >= interval)
}

/// Returns the start of the day (UTC) that contains `second`.
fn day_of(second: i64) -> i64 {
    second - second.rem_euclid(DAY)
}

fn bar_in_dollars(bar: Bar, rate: f64) -> Bar {
    Bar {
        start: bar.start,
        open: bar.open * rate,
        high: bar.high * rate,
        low: bar.low * rate,
        close: bar.close * rate,
        volume: bar.volume * rate,
    }
}

async fn get(client: &Client, url: &str) -> Result<bytes::Bytes, SourceError> {
    match client.fetch(url, &[], &Validators::default()).await? {
        Outcome::Success(response) => Ok(response.body),
        Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "small exact values")]

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn bar(start: &str) -> Bar {
        Bar {
            start: at(start).as_second(),
            open: 2.0,
            high: 4.0,
            low: 1.0,
            close: 2.0,
            volume: 10.0,
        }
    }

    #[test]
    fn bars_are_converted_with_the_price_of_their_day_or_left_out() {
        let rates = DollarRates {
            newest: Some((0.5, at("2026-11-20T15:25:00Z"))),
            closes: BTreeMap::from([(at("2026-11-17T00:00:00Z").as_second(), 0.25)]),
            ..DollarRates::default()
        };
        let bars = vec![
            bar("2026-11-16T00:00:00Z"),
            bar("2026-11-17T12:00:00Z"),
            bar("2026-11-18T12:00:00Z"),
            bar("2026-11-19T12:00:00Z"),
            bar("2026-11-20T15:00:00Z"),
        ];
        let converted = rates.convert(bars);
        let closes: Vec<f64> = converted.iter().map(|bar| bar.close).collect();
        assert_eq!(closes, [0.5, 1.0, 1.0]);
        assert_eq!(converted[0].volume, 2.5);
    }

    #[test]
    fn a_price_of_another_time_is_not_used() {
        let rates = DollarRates {
            newest: Some((1.0, at("2026-11-20T15:00:00Z"))),
            ..DollarRates::default()
        };
        assert_eq!(rates.newest_at(at("2026-11-20T15:20:00Z")), Some(1.0));
        assert_eq!(rates.newest_at(at("2026-11-20T15:20:01Z")), None);
        assert_eq!(rates.newest_at(at("2026-11-20T14:30:00Z")), None);
        assert_eq!(
            DollarRates::default().newest_at(at("2026-11-20T15:20:00Z")),
            None
        );
    }
}
