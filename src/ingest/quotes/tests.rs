//! Tests of the plausibility check of quotes, and of splits.
#![expect(clippy::float_cmp, reason = "prices are passed on as they are")]

use jiff::Timestamp;

use crate::{
    domain::{
        bar::Interval,
        quote::{Doubt, ExtendedUpdate, Quote, QuoteUpdate, RejectedPrice},
        session::Phase,
        split::Split,
        ticker::{Profile, TickerKind},
    },
    ingest::{merge::merge, pending::PendingChanges},
    market::{Listing, MarketState},
    source::{Envelope, Update},
};

struct Fixture {
    market: MarketState,
    now: Timestamp,
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn update(price: f64, as_of: &str) -> QuoteUpdate {
    QuoteUpdate {
        symbol: "NOW".into(),
        price,
        as_of: at(as_of),
        ..QuoteUpdate::default()
    }
}

/// Returns a polled quote as of 14:59:30.
fn polled() -> QuoteUpdate {
    QuoteUpdate {
        previous_close: Some(261.73),
        day_high: Some(262.23),
        day_low: Some(255.45),
        volume_24h: Some(1_000_000.0),
        ..update(255.79, "2026-10-14T14:59:30Z")
    }
}

impl Fixture {
    /// Creates a market with a ticker of this kind and no quote.
    fn of(kind: TickerKind) -> Self {
        let mut fixture = Self {
            market: MarketState::default(),
            now: at("2026-10-14T15:00:00Z"),
        };
        let profile = Profile::new("NOW", "ServiceNow", kind);
        fixture.merge("catalogue", Update::Profiles(vec![profile]));
        fixture
    }

    /// Creates a market with a stock that has a polled quote.
    fn new() -> Self {
        let mut fixture = Self::of(TickerKind::Stock);
        fixture.merge_quote("finnhub", polled());
        fixture
    }

    /// Merges an update. Returns true if a quote changed.
    fn merge(&mut self, source: &'static str, update: Update) -> bool {
        let merged = merge(
            &mut self.market,
            Envelope { source, update },
            self.now,
            &mut PendingChanges::default(),
        );
        !merged.ticked.is_empty()
    }

    /// Merges a quote. Returns true if the quote was accepted.
    fn merge_quote(&mut self, source: &'static str, quote: QuoteUpdate) -> bool {
        self.merge(source, Update::Quotes(vec![quote]))
    }

    /// Sets the clock to `as_of` and merges a trade at that time. Returns the shown price.
    fn trade(&mut self, price: f64, as_of: &str) -> f64 {
        self.now = at(as_of);
        self.merge_quote("finnhub_stream", update(price, as_of));
        self.shown_price()
    }

    fn listing(&self) -> &Listing {
        self.market.by_symbol("NOW").unwrap()
    }

    fn shown_quote(&self) -> &Quote {
        self.listing().quote.as_ref().unwrap()
    }

    fn shown_price(&self) -> f64 {
        self.shown_quote().price
    }

    /// Returns the reason why the last price is not shown.
    fn reason(&self) -> Option<&str> {
        let last = self.listing().price_review.last.as_ref();
        last.map(|last| last.reason.as_str())
    }
}

#[test]
fn a_trade_off_by_a_factor_of_a_hundred_is_not_shown() {
    let mut fixture = Fixture::new();
    for (price, as_of, shown) in [
        (256.0, "2026-10-14T15:00:01Z", 256.0),
        (25.6, "2026-10-14T15:00:01.5Z", 256.0),
        (25_600.0, "2026-10-14T15:00:02Z", 256.0),
        (257.0, "2026-10-14T15:00:03Z", 257.0),
    ] {
        assert_eq!(fixture.trade(price, as_of), shown, "{price}");
        let quote = fixture.shown_quote();
        assert_eq!(quote.previous_close, Some(261.73));
        assert_eq!(
            (quote.day_high, quote.day_low, quote.volume_24h),
            (Some(262.23), Some(255.45), Some(1_000_000.0))
        );
    }
}

#[test]
fn reason_of_an_unconfirmed_price_is_shown_until_a_price_is_accepted() {
    let mut fixture = Fixture::new();
    fixture.trade(256.0, "2026-10-14T15:00:01Z");
    assert_eq!(fixture.reason(), None);
    fixture.trade(2_560.0, "2026-10-14T15:00:02Z");
    let reason = fixture.reason().unwrap().to_owned();
    assert!(
        reason.contains("2560") && reason.contains("256"),
        "{reason}"
    );
    fixture.trade(256.1, "2026-10-14T15:00:03Z");
    assert_eq!(fixture.reason(), None);
    fixture.merge_quote("finnhub", update(-3.0, "2026-10-14T15:00:03Z"));
    assert_eq!(
        fixture.reason(),
        Some("Rejected: -3 is not a possible price.")
    );
}

#[test]
fn a_tenfold_move_is_shown_after_a_second_trade_or_poll() {
    let mut fixture = Fixture::new();
    fixture.trade(2_557.0, "2026-10-14T15:00:01Z");
    assert_eq!(
        fixture.trade(2_561.0, "2026-10-14T15:00:02Z"),
        2_561.0,
        "a later trade confirms the price"
    );
    assert_eq!(fixture.shown_quote().previous_close, Some(261.73));
    let mut fixture = Fixture::new();
    fixture.trade(2_557.0, "2026-10-14T15:00:01Z");
    let poll = QuoteUpdate {
        price: 2_557.0,
        as_of: at("2026-10-14T15:00:01Z"),
        ..polled()
    };
    assert!(fixture.merge_quote("finnhub", poll));
    assert_eq!(
        fixture.shown_price(),
        2_557.0,
        "a second source confirms the price"
    );
}

#[test]
fn a_tenfold_polled_price_is_shown_after_the_next_poll() {
    let mut fixture = Fixture::new();
    let poll = QuoteUpdate {
        price: 2_557.0,
        as_of: at("2026-10-14T15:00:01Z"),
        ..polled()
    };
    fixture.now = at("2026-10-14T15:00:05Z");
    assert!(!fixture.merge_quote("finnhub", poll.clone()));
    fixture.now = at("2026-10-14T15:00:35Z");
    assert!(
        fixture.merge_quote("finnhub", poll),
        "the next poll confirms the price"
    );
    assert_eq!(fixture.shown_price(), 2_557.0);
}

#[test]
fn a_trade_dated_ahead_of_the_clock_is_not_shown_until_it_is_confirmed() {
    for ahead in [
        "2026-10-14T15:00:40Z",
        "2026-10-14T15:07:00Z",
        "2026-10-14T16:00:00Z",
    ] {
        let mut fixture = Fixture::new();
        fixture.trade(256.0, "2026-10-14T15:00:01Z");
        fixture.merge_quote("finnhub_stream", update(257.0, ahead));
        assert_eq!(fixture.shown_price(), 256.0, "{ahead}");
        assert!(fixture.reason().unwrap().contains("ahead of our clock"));
        assert_eq!(fixture.trade(258.0, "2026-10-14T15:00:03Z"), 258.0);
    }
}

#[test]
fn an_older_trade_never_replaces_a_newer_one_while_our_clock_is_behind() {
    for behind in ["2026-10-14T14:59:57Z", "2026-10-14T14:52:00Z"] {
        let mut fixture = Fixture::of(TickerKind::Stock);
        fixture.now = at(behind);
        fixture.merge_quote("finnhub_stream", update(256.0, "2026-10-14T15:00:01Z"));
        fixture.merge_quote("finnhub_stream", update(251.0, "2026-10-14T15:00:02Z"));
        assert_eq!(fixture.shown_price(), 251.0, "{behind}");
        fixture.merge_quote("finnhub_stream", update(240.0, "2026-10-14T14:50:00Z"));
        assert_eq!(fixture.shown_price(), 251.0, "{behind}");
    }
}

#[test]
fn prices_continue_after_the_clock_was_set_back() {
    let mut fixture = Fixture::new();
    fixture.trade(256.0, "2026-10-14T15:00:01Z");
    fixture.now = at("2026-10-14T14:55:00Z");
    assert!(fixture.merge_quote("sample", update(257.0, "2026-10-14T14:55:00Z")));
    assert_eq!(fixture.shown_price(), 257.0);
}

#[test]
fn price_within_a_wide_52_week_range_is_shown() {
    let mut fixture = Fixture::of(TickerKind::Stock);
    let quote = QuoteUpdate {
        year_low: Some(0.02),
        year_high: Some(500.0),
        ..update(2.31, "2026-10-14T14:59:30Z")
    };
    assert!(fixture.merge_quote("yahoo", quote));
    assert_eq!(fixture.shown_price(), 2.31);
}

#[test]
fn negative_prices_are_shown_for_kinds_that_allow_them() {
    for (kind, expected) in [
        (TickerKind::Commodity, true),
        (TickerKind::Index, true),
        (TickerKind::Stock, false),
        (TickerKind::Crypto, false),
    ] {
        let mut fixture = Fixture::of(kind);
        let quote = update(-0.05, "2026-10-14T14:59:30Z");
        assert_eq!(fixture.merge_quote("yahoo", quote), expected, "{kind:?}");
        assert_eq!(fixture.reason().is_none(), expected, "{kind:?}");
    }
}

fn merge_split(fixture: &mut Fixture, numerator: f64, denominator: f64) {
    let splits = vec![Split {
        date: "2026-10-14".parse().unwrap(),
        numerator,
        denominator,
    }];
    let symbol = "NOW".to_owned();
    fixture.merge("yahoo", Update::Splits { symbol, splits });
}

/// Creates a market with a stock that closed on the day before its split.
fn before_split() -> Fixture {
    let mut fixture = Fixture::of(TickerKind::Stock);
    fixture.now = at("2026-10-13T20:00:00Z");
    let close = QuoteUpdate {
        previous_close: Some(240.0),
        year_high: Some(300.0),
        year_low: Some(120.0),
        ..update(246.0, "2026-10-13T20:00:00Z")
    };
    fixture.merge_quote("yahoo", close);
    fixture.now = at("2026-10-14T13:00:00Z");
    fixture
}

#[test]
fn split_adjusts_the_price_of_the_day_before_once() {
    let mut fixture = before_split();
    merge_split(&mut fixture, 4.0, 1.0);
    merge_split(&mut fixture, 4.0, 1.0);
    let quote = fixture.shown_quote();
    assert_eq!(
        (quote.price, quote.previous_close, quote.year_high),
        (61.5, Some(60.0), Some(75.0))
    );
    // The source repeats the old close in old units, then sends an open in new units.
    fixture.merge_quote("yahoo", update(246.0, "2026-10-13T20:00:00Z"));
    assert_eq!(fixture.shown_price(), 61.5);
    assert_eq!(fixture.trade(61.9, "2026-10-14T13:30:01Z"), 61.9);
}

/// The opening price arrives before the split is known. The source sends the previous close in old units, before and after the split
/// is known.
#[test]
fn previous_close_is_in_new_units_after_a_split() {
    for (new, old, price, close) in [
        (4.0, 1.0, 61.9, 61.5),
        (11.0, 10.0, 224.0, 223.64),
        (1.0, 1.1, 271.0, 270.6),
    ] {
        let mut fixture = before_split();
        let opening = |second: u32| QuoteUpdate {
            previous_close: Some(246.0),
            ..update(price, &format!("2026-10-14T13:30:{second:02}Z"))
        };
        fixture.now = at("2026-10-14T13:31:00Z");
        fixture.merge_quote("yahoo", opening(1));
        fixture.merge_quote("yahoo", opening(2));
        merge_split(&mut fixture, new, old);
        let shown_close = |fixture: &Fixture| {
            let close = fixture.shown_quote().previous_close.unwrap();
            (close * 100.0).round() / 100.0
        };
        assert_eq!(shown_close(&fixture), close, "{new}:{old}");
        fixture.merge_quote("yahoo", opening(3));
        assert_eq!(
            shown_close(&fixture),
            close,
            "{new}:{old}: the close is repeated in old units"
        );
        merge_split(&mut fixture, new, old);
        assert_eq!(
            shown_close(&fixture),
            close,
            "{new}:{old}: the split is repeated"
        );
    }
}

#[test]
fn price_in_new_units_is_not_adjusted_again_by_the_split() {
    let mut fixture = before_split();
    fixture.merge_quote("yahoo", update(61.5, "2026-10-13T20:00:00Z"));
    fixture.now = at("2026-10-14T13:01:00Z");
    fixture.merge_quote("yahoo", update(61.5, "2026-10-13T20:00:00Z"));
    assert_eq!(
        fixture.shown_price(),
        61.5,
        "the source confirmed the price"
    );
    merge_split(&mut fixture, 4.0, 1.0);
    assert_eq!(fixture.shown_price(), 61.5);
}

#[test]
fn opening_far_from_the_close_is_a_possible_split_until_bars_arrive() {
    let mut fixture = before_split();
    fixture.trade(123.0, "2026-10-14T13:30:01Z");
    assert_eq!(fixture.shown_price(), 246.0, "the price needs confirmation");
    fixture.trade(123.1, "2026-10-14T13:30:02Z");
    assert_eq!(
        fixture.listing().price_review.possible_split_since(),
        Some(at("2026-10-14T13:30:02Z"))
    );
    let fetched = Update::Fetched {
        symbol: "NOW".into(),
        interval: Interval::Day,
        bars: vec![],
        over_years: false,
    };
    fixture.merge("yahoo", fetched);
    assert_eq!(fixture.listing().price_review.possible_split_since(), None);
}

#[test]
fn a_reverse_split_multiplies_the_price() {
    let mut fixture = before_split();
    merge_split(&mut fixture, 1.0, 20.0);
    assert_eq!(fixture.shown_price(), 4_920.0);
    assert_eq!(fixture.trade(4_950.0, "2026-10-14T13:30:01Z"), 4_950.0);
}

#[test]
fn prices_after_a_split_are_accepted_despite_a_52_week_range_in_old_units() {
    let mut fixture = before_split();
    merge_split(&mut fixture, 1.0, 20.0);
    fixture.now = at("2026-10-14T13:31:00Z");
    let opened = QuoteUpdate {
        year_high: Some(300.0),
        year_low: Some(120.0),
        ..update(4_950.0, "2026-10-14T13:30:30Z")
    };
    assert!(fixture.merge_quote("yahoo", opened));
    assert_eq!((fixture.shown_price(), fixture.reason()), (4_950.0, None));
}

#[test]
fn pre_market_price_on_a_saturday_is_rejected_with_a_reason() {
    let mut fixture = before_split();
    fixture.now = at("2026-10-17T13:00:01Z");
    let extended = ExtendedUpdate {
        symbol: "NOW".into(),
        price: 247.0,
        change: None,
        session: Phase::Pre,
        as_of: at("2026-10-17T13:00:00Z"),
    };
    assert!(!fixture.merge("yahoo_stream", Update::Extended(vec![extended])));
    assert_eq!(fixture.shown_quote().extended, None);
    assert!(
        fixture
            .reason()
            .unwrap()
            .contains("outside extended trading hours")
    );
}

#[test]
fn an_overnight_price_is_not_on_the_extended_hours_line() {
    let mut fixture = before_split();
    let close = fixture.shown_price();
    fixture.now = at("2026-10-14T02:00:01Z");
    let night = ExtendedUpdate {
        symbol: "NOW".into(),
        price: close + 1.0,
        change: None,
        session: Phase::Overnight,
        as_of: at("2026-10-14T02:00:00Z"),
    };
    assert!(fixture.merge("yahoo_stream", Update::Extended(vec![night])));
    let extended = fixture.shown_quote().extended.clone().unwrap();
    assert_eq!(
        (extended.price, extended.session),
        (close + 1.0, Phase::Overnight)
    );
    assert_eq!((fixture.shown_price(), fixture.reason()), (close, None));
    assert_eq!(fixture.listing().extended.len(), 0);
}

#[test]
fn rejected_price_is_recorded_unless_a_newer_price_is_known() {
    let mut fixture = Fixture::new();
    fixture.trade(256.0, "2026-10-14T15:00:01Z");
    let rejected = |as_of: &str| {
        let price = RejectedPrice {
            symbol: "NOW".into(),
            as_of: at(as_of),
            doubt: Doubt::OtherUnit(2.56),
        };
        Update::RejectedPrices(vec![price])
    };
    fixture.merge("yahoo_stream", rejected("2026-10-14T15:00:00Z"));
    assert_eq!(fixture.reason(), None);
    fixture.merge("yahoo_stream", rejected("2026-10-14T15:00:02Z"));
    assert_eq!(
        fixture.reason(),
        Some("Rejected: 2.56 is in another currency or an unknown unit.")
    );
    assert_eq!(fixture.shown_price(), 256.0);
    fixture.trade(257.0, "2026-10-14T15:00:03Z");
    assert_eq!(fixture.reason(), None);
}
