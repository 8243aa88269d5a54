//! The newest live price of each source of a ticker, in memory, to find sources that disagree.

use crate::domain::{
    Timestamp,
    cross_check::{Figure, Finding, FindingKind, Tolerance},
    provider::delay_minutes,
    session::{Calendar, exchange_date},
};

/// Maximum difference in seconds between the times of two prices that are compared.
const MAX_GAP_SECONDS: i64 = 90;
/// Number of consecutive comparisons that must differ. The price may move between two prices.
const MIN_DIFFERENCES: u32 = 3;
/// For how long a disagreement is shown after its newest price, in seconds.
const SHOWN_SECONDS: i64 = 15 * 60;

/// The newest live prices of a ticker, by source.
#[derive(Debug, Clone, Default)]
pub(crate) struct LivePrices {
    prices: Vec<LivePrice>,
    /// Number of consecutive comparisons that differed.
    differences: u32,
    /// The last two prices that differed.
    differing: Option<[LivePrice; 2]>,
}

#[derive(Debug, Clone, PartialEq)]
struct LivePrice {
    source: String,
    price: f64,
    as_of: Timestamp,
}

/// Returns the vendor of a source: its stream and its polled prices are not independent.
fn vendor(source: &str) -> &str {
    source.strip_suffix("_stream").unwrap_or(source)
}

impl LivePrices {
    /// Records a price and compares it with other vendors' prices from about the same time. Delayed and implausible prices are ignored.
    pub(crate) fn record(
        &mut self,
        source: &str,
        price: f64,
        as_of: Timestamp,
        tolerance: Tolerance,
    ) {
        if delay_minutes(source).is_some() || !(price.is_finite() && price > 0.0) {
            return;
        }
        match self.prices.iter_mut().find(|known| known.source == source) {
            Some(known) => (known.price, known.as_of) = (price, as_of),
            None => self.prices.push(LivePrice {
                source: source.to_owned(),
                price,
                as_of,
            }),
        }
        let is_comparable = |other: &&LivePrice| {
            let gap = other.as_of.as_second() - as_of.as_second();
            vendor(&other.source) != vendor(source) && gap.abs() <= MAX_GAP_SECONDS
        };
        let mut others = self.prices.iter().filter(is_comparable).peekable();
        if others.peek().is_none() {
            return;
        }
        let is_excused = tolerance.excuses(as_of.as_second());
        let differs = |other: &&LivePrice| !is_excused && !tolerance.accepts(other.price, price);
        let Some(other) = others.find(differs) else {
            self.differences = 0;
            self.differing = None;
            return;
        };
        self.differences = self.differences.saturating_add(1);
        if self.differences >= MIN_DIFFERENCES {
            let own = LivePrice {
                source: source.to_owned(),
                price,
                as_of,
            };
            self.differing = Some([own, other.clone()]);
        }
    }

    /// Returns the current disagreement. The price of `shown_source` comes first.
    pub(crate) fn finding(
        &self,
        shown_source: Option<&str>,
        calendar: Calendar,
        now: Timestamp,
    ) -> Option<Finding> {
        let mut prices = self.differing.clone()?;
        let newest = prices.iter().map(|price| price.as_of).max()?;
        if now.as_second() - newest.as_second() > SHOWN_SECONDS {
            return None;
        }
        prices.sort_by_key(|price| Some(&*price.source) != shown_source);
        let used = prices[0].source.clone();
        Some(Finding {
            kind: FindingKind::Price,
            date: exchange_date(calendar, newest),
            used: shown_source
                .filter(|shown| *shown == used)
                .map(str::to_owned),
            figures: prices
                .map(|price| Figure {
                    source: price.source,
                    value: Some(price.price),
                    at: price.as_of,
                    date: None,
                })
                .into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::TickerKind;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_795_186_800 + second).unwrap()
    }

    fn record(prices: &mut LivePrices, source: &str, price: f64, second: i64) {
        let tolerance = Tolerance::of_prices(TickerKind::Stock, 2);
        prices.record(source, price, at(second), tolerance);
    }

    /// Returns the source and price of each figure of the current disagreement.
    fn figures(prices: &LivePrices, now: i64) -> Option<Vec<(String, Option<f64>)>> {
        let finding = prices.finding(Some("yahoo"), Calendar::NewYork, at(now))?;
        let figures = finding.figures.into_iter();
        Some(
            figures
                .map(|figure| (figure.source, figure.value))
                .collect(),
        )
    }

    #[test]
    fn vendors_disagree_after_three_differences_until_their_prices_agree_again() {
        let mut prices = LivePrices::default();
        record(&mut prices, "finnhub", 103.0, 0);
        record(&mut prices, "yahoo", 100.0, 10);
        record(&mut prices, "finnhub", 103.0, 20);
        assert_eq!(
            figures(&prices, 20),
            None,
            "two differences may be a price move"
        );
        record(&mut prices, "yahoo", 100.0, 30);
        let expected = vec![
            ("yahoo".to_owned(), Some(100.0)),
            ("finnhub".to_owned(), Some(103.0)),
        ];
        assert_eq!(figures(&prices, 30), Some(expected));
        assert_eq!(
            figures(&prices, 3_600),
            None,
            "a disagreement of old prices is not shown"
        );
        record(&mut prices, "finnhub", 100.5, 40);
        assert_eq!(figures(&prices, 40), None);
    }

    #[test]
    fn delayed_prices_old_prices_and_the_stream_of_a_vendor_are_not_compared() {
        for other in ["cboe", "yahoo_stream"] {
            let mut prices = LivePrices::default();
            for second in 0..6 {
                record(&mut prices, other, 200.0, second);
                record(&mut prices, "yahoo", 100.0, second);
            }
            assert_eq!(figures(&prices, 6), None, "{other}");
        }
        let mut prices = LivePrices::default();
        for second in 0..6 {
            record(&mut prices, "finnhub", 200.0, second - 300);
            record(&mut prices, "yahoo", 100.0, second);
        }
        assert_eq!(figures(&prices, 6), None);
    }
}
