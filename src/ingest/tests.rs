//! Tests of merging updates into the market.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;

use super::{
    flush::{Flusher, MAX_BATCH_BARS},
    load,
    merge::merge,
    outcome::MergeOutcome,
    pending::{MAX_BARS, PendingChanges},
    prepare::{self, split_large},
};
use crate::{
    domain::{
        Clock,
        bar::{Bar, Interval},
        economy::EconomicEvent,
        fear_greed::FearGreed,
        logo::LogoImage,
        news::{NewsUpdate, Sentiment},
        quote::{Quote, QuoteUpdate},
        split::Split,
        ticker::{ImportInfo, Profile, TickerId, TickerKind},
    },
    market::{Market, MarketState, Topic},
    runtime::{health::Health, supervisor::Supervisor},
    source::{Envelope, Update, rank},
    store::{MAX_ARTICLES, Store},
};

mod bars;
mod cross_check;
mod histories;
mod news;
mod saving;

fn now() -> Timestamp {
    "2026-11-20T19:32:00Z".parse().unwrap()
}

fn profile(symbol: &str) -> Profile {
    Profile {
        units: Some(1_000.0),
        ..Profile::new(symbol, format!("{symbol} Inc."), TickerKind::Stock)
    }
}

struct Fixture {
    market: MarketState,
    pending: PendingChanges,
}

impl Fixture {
    /// Creates a market with these stocks.
    fn with(symbols: &[&str]) -> Self {
        let mut fixture = Self {
            market: MarketState::default(),
            pending: PendingChanges::default(),
        };
        fixture.merge(Update::Profiles(
            symbols.iter().map(|symbol| profile(symbol)).collect(),
        ));
        fixture
    }

    /// Merges an update and returns the number of dropped values.
    fn merge_counting_dropped(&mut self, update: Update) -> u64 {
        self.merge(update).dropped
    }

    fn merge(&mut self, update: Update) -> MergeOutcome {
        merge(
            &mut self.market,
            Envelope {
                source: "test",
                update,
            },
            now(),
            &mut self.pending,
        )
    }

    fn quote(&self, symbol: &str) -> Option<&Quote> {
        self.market.by_symbol(symbol)?.quote.as_ref()
    }
}

fn quote(symbol: &str, price: f64) -> QuoteUpdate {
    QuoteUpdate {
        symbol: symbol.into(),
        price,
        as_of: now(),
        ..QuoteUpdate::default()
    }
}

fn article(nth: i64) -> NewsUpdate {
    NewsUpdate {
        key: nth.to_string(),
        symbols: vec!["AAPL".into(), "AAPL".into()],
        source: "Wire".into(),
        title: "A title".into(),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: now() + jiff::SignedDuration::from_secs(nth),
        is_undated: false,
    }
}

#[test]
fn ids_are_assigned_in_the_order_of_profiles_and_never_change() {
    let mut fixture = Fixture::with(&["^GSPC", "AAPL"]);
    fixture.merge(Update::Profiles(vec![profile("MSFT"), profile("aapl")]));
    assert_eq!(fixture.market.id_of("^GSPC"), Some(TickerId(1)));
    assert_eq!(
        fixture.market.id_of("AAPL"),
        Some(TickerId(2)),
        "symbols ignore case"
    );
    assert_eq!(fixture.market.id_of("MSFT"), Some(TickerId(3)));
}

#[test]
fn change_is_unknown_without_a_previous_close() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::Quotes(vec![quote("AAPL", 100.0)]));
    assert_eq!(fixture.quote("AAPL").unwrap().change_24h, None);
    let with_close = QuoteUpdate {
        previous_close: Some(80.0),
        ..quote("AAPL", 100.0)
    };
    fixture.merge(Update::Quotes(vec![with_close]));
    assert_eq!(fixture.quote("AAPL").unwrap().change_24h, Some(25.0));
}

#[test]
fn market_cap_is_units_times_price_unless_the_source_sends_it() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::Quotes(vec![quote("AAPL", 100.0)]));
    assert_eq!(fixture.quote("AAPL").unwrap().market_cap, Some(100_000.0));
    fixture.merge(Update::Quotes(vec![QuoteUpdate {
        market_cap: Some(7.0),
        ..quote("AAPL", 100.0)
    }]));
    assert_eq!(fixture.quote("AAPL").unwrap().market_cap, Some(7.0));
}

#[test]
fn impossible_prices_and_unknown_symbols_are_counted_as_dropped() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let future = QuoteUpdate {
        as_of: "2027-01-01T00:00:00Z".parse().unwrap(),
        ..quote("AAPL", 5.0)
    };
    let dropped = fixture.merge_counting_dropped(Update::Quotes(vec![
        quote("AAPL", f64::NAN),
        quote("AAPL", 0.0),
        quote("AAPL", -3.0),
        quote("NOPE", 5.0),
        future,
    ]));
    assert_eq!(dropped, 5);
    assert!(fixture.quote("AAPL").is_none());
}

#[test]
fn older_quote_does_not_replace_a_newer_one() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::Quotes(vec![quote("AAPL", 100.0)]));
    let older = QuoteUpdate {
        as_of: "2026-11-20T19:00:00Z".parse().unwrap(),
        ..quote("AAPL", 90.0)
    };
    assert_eq!(
        fixture.merge_counting_dropped(Update::Quotes(vec![older])),
        1
    );
    assert!((fixture.quote("AAPL").unwrap().price - 100.0).abs() < 1e-9);
}

#[test]
fn prices_continue_after_the_clock_is_set_back() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let ahead = QuoteUpdate {
        as_of: "2026-11-20T20:00:00Z".parse().unwrap(),
        ..quote("AAPL", 90.0)
    };
    fixture.merge(Update::Quotes(vec![ahead]));
    assert_eq!(
        fixture.merge_counting_dropped(Update::Quotes(vec![quote("AAPL", 100.0)])),
        0
    );
    assert!((fixture.quote("AAPL").unwrap().price - 100.0).abs() < 1e-9);
}

#[test]
fn imported_ticker_ignores_prices_and_bars_of_providers() {
    let mut fixture = Fixture::with(&["GOOG"]);
    let mut ticker = fixture.market.by_symbol("GOOG").unwrap().ticker.clone();
    ticker.imported = Some(ImportInfo {
        file: "goog.csv".into(),
        at: now(),
        bars: 3,
        intervals: vec![],
    });
    fixture.market.put(ticker);
    let bar = Bar {
        start: 0,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 1.0,
        volume: 0.0,
    };
    let bars = Update::Bars {
        symbol: "GOOG".into(),
        interval: Interval::Day,
        bars: vec![bar],
    };
    assert_eq!(fixture.merge_counting_dropped(bars), 1);
    assert_eq!(
        fixture.merge_counting_dropped(Update::Quotes(vec![quote("GOOG", 5.0)])),
        1
    );
    fixture.merge(Update::Profiles(vec![Profile {
        name: "Alphabet".into(),
        ..profile("GOOG")
    }]));
    let ticker = &fixture.market.by_symbol("GOOG").unwrap().ticker;
    assert!(
        ticker.imported.is_some() && ticker.profile.name == "Alphabet",
        "the profile of an imported ticker can change"
    );
}

#[test]
fn reading_outside_0_to_100_is_dropped() {
    let mut fixture = Fixture::with(&[]);
    let reading = |value| {
        Update::FearGreed(FearGreed {
            value,
            as_of: now(),
            indicators: None,
            components: Vec::new(),
            market: "stocks".into(),
            provider: String::new(),
            rating: None,
        })
    };
    assert_eq!(fixture.merge_counting_dropped(reading(101.0)), 1);
    assert_eq!(fixture.merge_counting_dropped(reading(27.0)), 0);
    assert_eq!(
        fixture
            .market
            .fear_greed_reading(None, now())
            .unwrap()
            .provider,
        "test",
        "the source is the provider of the reading"
    );
}

#[test]
fn cancelled_events_are_removed_unless_a_file_announces_them() {
    let mut fixture = Fixture::with(&[]);
    let event = |name: &str| EconomicEvent {
        name: name.to_owned(),
        period: "November 2026".to_owned(),
        agency: String::new(),
        date: "2026-12-10".parse().unwrap(),
        at: None,
        source: None,
        provider: String::new(),
    };
    fixture.merge(Update::Economy(vec![event("Prices"), event("Jobs")]));
    fixture.market.economy[0].provider = rank::FILES.to_owned();
    fixture.pending.take_batch();
    let names = |market: &MarketState| {
        let names = market.economy.iter().map(|event| event.name.clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&fixture.market), ["Jobs", "Prices"]);
    let cancelled = ["Jobs", "Prices", "Unknown"];
    let cancelled = cancelled.map(|name| (name.to_owned(), "November 2026".to_owned()));
    let outcome = fixture.merge(Update::CancelledEvents(cancelled.to_vec()));
    assert!(outcome.topics.contains(&Topic::Economy));
    assert_eq!(names(&fixture.market), ["Jobs"], "a file announces it");
    let batch = fixture.pending.take_batch();
    assert_eq!(
        batch.cancelled_economy,
        [("Prices".to_owned(), "November 2026".to_owned())]
    );
    let outcome = fixture.merge(Update::CancelledEvents(cancelled.to_vec()));
    assert!(outcome.topics.is_empty() && fixture.pending.is_empty());
}

#[test]
fn splits_are_merged_and_a_known_split_changes_nothing() {
    let mut fixture = Fixture::with(&["NVDA"]);
    let split = |date: &str, numerator: f64| Split {
        date: date.parse().unwrap(),
        numerator,
        denominator: 1.0,
    };
    let splits_update = |splits: Vec<Split>| Update::Splits {
        symbol: "NVDA".into(),
        splits,
    };
    let (old, new) = (split("2021-07-20", 4.0), split("2024-06-10", 10.0));
    fixture.merge(splits_update(vec![old]));
    assert_eq!(
        fixture.merge(splits_update(vec![new])).topics,
        [Topic::Dividends]
    );
    assert_eq!(fixture.market.splits[&TickerId(1)][..], [new, old]);
    assert_eq!(
        fixture.merge(splits_update(vec![new])).topics,
        [],
        "no split is new"
    );
    assert_eq!(
        fixture.pending.take_batch().splits,
        [(TickerId(1), vec![new, old])]
    );
}
