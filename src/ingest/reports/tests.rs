use jiff::civil::date;

use super::*;
use crate::{
    domain::{
        facts::TickerFacts,
        fundamentals::{FilerKind, ReportReference, SharesOutstanding},
        quote::QuoteUpdate,
        split::Split,
        ticker::{Profile, TickerKind},
    },
    ingest::merge::merge,
    source::Envelope,
};

const NOW: &str = "2026-11-20T19:32:00Z";

struct Fixture {
    market: MarketState,
    pending: PendingChanges,
}

impl Fixture {
    fn new() -> Self {
        let mut fixture = Self {
            market: MarketState::default(),
            pending: PendingChanges::default(),
        };
        let profile = Profile::new("AAPL", "Apple", TickerKind::Stock);
        fixture.merge(Update::Profiles(vec![profile]));
        fixture
    }

    fn merge(&mut self, update: Update) -> MergeOutcome {
        let envelope = Envelope {
            source: "sec",
            update,
        };
        let now = NOW.parse().unwrap();
        merge(&mut self.market, envelope, now, &mut self.pending)
    }

    fn merge_report(&mut self, filer_kind: FilerKind) -> MergeOutcome {
        self.merge_fundamentals(Fundamentals {
            filer_kind,
            ..Fundamentals::empty(7)
        })
    }

    /// Receives fundamentals with 1,000 shares.
    fn merge_fundamentals(&mut self, fundamentals: Fundamentals) -> MergeOutcome {
        let fundamentals = Fundamentals {
            shares: Some(SharesOutstanding {
                value: 1_000.0,
                as_of: date(2026, 10, 16),
                report: ReportReference {
                    filed: date(2026, 10, 30),
                    accession: String::new(),
                    form: "10-K".to_owned(),
                },
            }),
            ..fundamentals
        };
        self.merge(Update::Fundamentals {
            symbol: "AAPL".to_owned(),
            fundamentals: Some(Box::new(fundamentals)),
        })
    }

    fn merge_price(&mut self, price: f64, market_cap: Option<f64>) {
        let quote = QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: NOW.parse().unwrap(),
            market_cap,
            ..QuoteUpdate::default()
        };
        self.merge(Update::Quotes(vec![quote]));
    }

    /// Returns the market cap, and true if it is price × reported shares.
    fn market_cap(&self) -> (Option<f64>, bool) {
        let listing = self.market.by_symbol("AAPL").unwrap();
        let market_cap = listing.quote.as_ref().and_then(|quote| quote.market_cap);
        (market_cap, listing.is_market_cap_computed())
    }
}

#[test]
fn market_cap_is_price_times_reported_shares_until_a_source_sends_one() {
    let mut fixture = Fixture::new();
    fixture.merge_price(200.0, None);
    assert_eq!(fixture.market_cap(), (None, false));
    assert_eq!(fixture.merge_report(FilerKind::Domestic).ticked.len(), 1);
    assert_eq!(fixture.market_cap(), (Some(200_000.0), true));
    fixture.merge_price(210.0, None);
    assert_eq!(fixture.market_cap(), (Some(210_000.0), true));
    fixture.merge_price(210.0, Some(215_000.0));
    assert_eq!(fixture.market_cap(), (Some(215_000.0), false));
    fixture.merge_report(FilerKind::Domestic);
    assert_eq!(fixture.market_cap(), (Some(215_000.0), false));
}

#[test]
fn first_price_after_the_report_has_a_market_cap_too() {
    let mut fixture = Fixture::new();
    fixture.merge_report(FilerKind::Canadian);
    fixture.merge_price(200.0, None);
    assert_eq!(fixture.market_cap(), (Some(200_000.0), true));
}

#[test]
fn shares_of_a_foreign_filer_set_no_market_cap() {
    let mut fixture = Fixture::new();
    fixture.merge_report(FilerKind::Foreign);
    fixture.merge_price(200.0, None);
    assert_eq!(fixture.market_cap(), (None, false));
}

/// Berkshire's reports count in shares of class A, of which 1,500 of class B are one.
#[test]
fn computed_market_cap_is_removed_if_the_filer_has_several_classes_of_shares() {
    let mut fixture = Fixture::new();
    fixture.merge_report(FilerKind::Domestic);
    fixture.merge_price(200.0, None);
    assert_eq!(fixture.market_cap(), (Some(200_000.0), true));
    let with_classes = Fundamentals {
        has_share_classes: true,
        ..Fundamentals::empty(7)
    };
    fixture.merge_fundamentals(with_classes.clone());
    assert_eq!(fixture.market_cap(), (None, false));
    // That of a source stays.
    fixture.merge_price(200.0, Some(300_000.0));
    fixture.merge_fundamentals(with_classes);
    assert_eq!(fixture.market_cap(), (Some(300_000.0), false));
}

#[test]
fn shares_of_a_report_long_ago_yield_no_market_cap() {
    let day = date(2026, 11, 20);
    let shares = |filed| ReportedShares { count: 10.0, filed };
    assert_eq!(shares(date(2025, 10, 30)).on(day, &[]), Some(10.0));
    assert_eq!(shares(date(2024, 10, 30)).on(day, &[]), None);
}

#[test]
fn reported_shares_are_adjusted_for_later_splits() {
    let mut fixture = Fixture::new();
    fixture.merge_report(FilerKind::Domestic);
    fixture.merge(Update::Splits {
        symbol: "AAPL".to_owned(),
        splits: vec![Split {
            date: date(2026, 11, 10),
            numerator: 4.0,
            denominator: 1.0,
        }],
    });
    fixture.merge_price(50.0, None);
    assert_eq!(fixture.market_cap(), (Some(200_000.0), true));
}

#[test]
fn another_provider_replaces_the_computed_market_cap() {
    let mut fixture = Fixture::new();
    fixture.merge_price(200.0, None);
    fixture.merge_report(FilerKind::Domestic);
    fixture.merge(Update::Facts(vec![TickerFacts {
        symbol: "AAPL".into(),
        units: Some(1_100.0),
        ..TickerFacts::default()
    }]));
    assert_eq!(fixture.market_cap(), (Some(220_000.0), false));
}

#[test]
fn unchanged_reports_keep_the_data_and_update_the_time() {
    let mut fixture = Fixture::new();
    fixture.merge_report(FilerKind::Domestic);
    let unchanged = Update::Fundamentals {
        symbol: "AAPL".to_owned(),
        fundamentals: None,
    };
    fixture.merge(unchanged);
    fixture.merge(Update::Filings {
        symbol: "AAPL".to_owned(),
        filings: None,
    });
    let ticker = &fixture.market.by_symbol("AAPL").unwrap().ticker;
    assert!(ticker.reported_shares.is_some());
    assert_eq!(ticker.fetched.filings, NOW.parse().ok());
    let stored = fixture.market.reports.fundamentals(ticker.id).unwrap();
    assert_eq!((stored.cik, &*stored.provider), (7, "sec"));
    assert_eq!(fixture.market.reports.filings(ticker.id), None);
}

#[test]
fn reports_of_an_unknown_ticker_are_counted_as_dropped() {
    let mut fixture = Fixture::new();
    let unknown = Update::Filings {
        symbol: "NONE".to_owned(),
        filings: Some(Vec::new()),
    };
    assert_eq!(fixture.merge(unknown).dropped, 1);
}
