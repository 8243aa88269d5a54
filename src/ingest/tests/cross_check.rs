//! Tests of the comparison of daily bars and dividends across sources.

use jiff::{civil::date, tz::TimeZone};

use super::*;
use crate::domain::{
    cross_check::{CrossCheck, FindingKind},
    dividend::{Payment, classify_payments},
};

/// Returns daily bars of November 2026 with these closes.
fn bars(closes: &[(i8, f64)]) -> Vec<Bar> {
    let bar = |(day, close): &(i8, f64)| Bar {
        start: start(*day),
        open: *close,
        high: *close,
        low: *close,
        close: *close,
        volume: 100.0,
    };
    closes.iter().map(bar).collect()
}

fn start(day: i8) -> i64 {
    let midnight = date(2026, 11, day).to_zoned(TimeZone::UTC).unwrap();
    midnight.timestamp().as_second()
}

impl Fixture {
    fn merge_from(&mut self, source: &'static str, update: Update) -> MergeOutcome {
        let envelope = Envelope { source, update };
        merge(&mut self.market, envelope, now(), &mut self.pending)
    }

    /// Merges the bars of the preferred source.
    fn merge_preferred(&mut self, source: &'static str, closes: &[(i8, f64)]) {
        self.merge_from(
            source,
            Update::Fetched {
                symbol: "AAPL".into(),
                interval: Interval::Day,
                bars: bars(closes),
                over_years: false,
            },
        );
    }

    /// Merges the bars of a source that is only compared.
    fn merge_compared(&mut self, source: &'static str, closes: &[(i8, f64)]) {
        let (symbol, bars) = ("AAPL".into(), bars(closes));
        self.merge_from(source, Update::ComparedBars { symbol, bars });
    }

    fn check(&self) -> CrossCheck {
        let id = self.market.id_of("AAPL").unwrap();
        let check = self
            .market
            .cross_check(id)
            .map(|check| CrossCheck::clone(check));
        check.unwrap_or_default()
    }

    fn kinds(&self) -> Vec<FindingKind> {
        let check = self.check();
        check.all_findings().map(|finding| finding.kind).collect()
    }

    /// Returns the unsaved daily closes.
    fn closes(&self) -> Vec<(i8, f64)> {
        let id = self.market.id_of("AAPL").unwrap();
        let bars = self.market.unsaved_bars(id, Interval::Day).iter();
        let day = |bar: &Bar| (1 + (bar.start - start(1)) / 86_400) as i8;
        bars.map(|bar| (day(bar), bar.close)).collect()
    }
}

#[test]
fn a_missing_session_is_filled_until_the_preferred_source_sends_it() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge_preferred("yahoo", &[(16, 10.0), (18, 12.0), (19, 13.0)]);
    fixture.merge_compared("cboe", &[(16, 10.0), (17, 11.0), (18, 12.0), (19, 13.0)]);
    assert_eq!(
        fixture.closes(),
        [(16, 10.0), (17, 11.0), (18, 12.0), (19, 13.0)]
    );
    assert_eq!(fixture.kinds(), [FindingKind::MissingSession]);
    let check = fixture.check();
    assert_eq!(
        check.fill(start(17)).map(|fill| &*fill.source),
        Some("cboe")
    );
    assert_eq!(check.missing_sessions().collect::<Vec<_>>(), [start(17)]);
    // The session is still missing.
    fixture.merge_preferred("yahoo", &[(16, 10.0), (18, 12.0), (19, 13.0)]);
    assert_eq!(fixture.closes()[1], (17, 11.0));
    fixture.merge_preferred("yahoo", &[(16, 10.0), (17, 11.01), (18, 12.0), (19, 13.0)]);
    assert_eq!(fixture.closes()[1], (17, 11.01));
    assert_eq!(fixture.kinds(), []);
    assert_eq!(fixture.check().fills, []);
}

#[test]
fn an_open_session_is_not_compared() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge_preferred("yahoo", &[(18, 12.0), (19, 13.0), (20, 14.0)]);
    fixture.merge_compared("cboe", &[(18, 12.0), (19, 13.0), (20, 99.0)]);
    assert_eq!(fixture.kinds(), []);
    let check = fixture.check();
    assert!(check.report("cboe").unwrap().bar(start(20)).is_none());
}

#[test]
fn an_outvoted_close_is_replaced_until_its_source_corrects_it() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let wrong = [(16, 10.0), (17, 15.0), (18, 12.0), (19, 13.0)];
    let right = [(16, 10.0), (17, 11.0), (18, 12.0), (19, 13.0)];
    fixture.merge_preferred("yahoo", &wrong);
    fixture.merge_compared("cboe", &right);
    assert_eq!(fixture.kinds(), [FindingKind::Close]);
    assert!(
        fixture.check().is_disputed(),
        "the close is disputed, so a third source is requested"
    );
    assert_eq!(
        fixture.closes()[1],
        (17, 15.0),
        "the close of the preferred source is used"
    );
    fixture.merge_compared("nasdaq_history", &right);
    assert_eq!(fixture.kinds(), [FindingKind::OutvotedClose]);
    assert_eq!(fixture.closes()[1], (17, 11.0));
    fixture.merge_preferred("yahoo", &wrong);
    assert_eq!(fixture.closes()[1], (17, 11.0));
    // Much later, only the preferred source still sends the session.
    fixture.merge_preferred("yahoo", &[(17, 15.0)]);
    assert_eq!(fixture.closes()[1], (17, 11.0));
    fixture.merge_preferred("yahoo", &[(16, 10.0), (17, 11.02), (18, 12.0), (19, 13.0)]);
    assert_eq!(fixture.closes()[1], (17, 11.02));
    assert_eq!((fixture.kinds(), fixture.check().fills), (vec![], vec![]));
}

#[test]
fn the_close_of_a_new_preferred_source_is_compared_with_the_previous_source() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge_preferred("yahoo", &[(18, 12.0), (19, 13.0)]);
    fixture.merge_preferred("cboe", &[(18, 12.0), (19, 14.0)]);
    let check = fixture.check();
    assert_eq!(fixture.kinds(), [FindingKind::Close]);
    assert_eq!(check.findings[0].used.as_deref(), Some("cboe"));
}

#[test]
fn generated_bars_are_not_compared() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge_preferred("sample", &[(18, 12.0), (19, 13.0)]);
    assert_eq!(fixture.check(), CrossCheck::default());
}

#[test]
fn a_cross_check_is_saved_and_loaded() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&directory.path().join("cross.redb")).unwrap();
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge_preferred("yahoo", &[(16, 10.0), (18, 12.0)]);
    fixture.merge_compared("cboe", &[(16, 10.0), (17, 11.0), (18, 12.0)]);
    store.commit(&fixture.pending.take_batch(), now()).unwrap();
    let market = load(&store).unwrap();
    let id = market.id_of("AAPL").unwrap();
    assert_eq!(**market.cross_check(id).unwrap(), fixture.check());
    store.remove_ticker(id).unwrap();
    assert!(load(&store).unwrap().cross_check(id).is_none());
}

#[test]
fn dividends_of_a_second_source_are_compared_but_not_stored() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let payment = |amount: f64| Payment {
        ex_date: date(2026, 11, 9),
        amount,
        currency: None,
        price: None,
        kind: None,
        pay_date: None,
        is_from_file: false,
    };
    let pay_date = Some(date(2026, 11, 12));
    let dividends = |amount| Update::Dividends {
        symbol: "AAPL".into(),
        dividends: classify_payments(vec![payment(amount)]),
    };
    fixture.merge_from("yahoo", dividends(0.26));
    let compared = Update::ComparedPayments {
        symbol: "AAPL".into(),
        payments: vec![Payment {
            pay_date,
            ..payment(0.3)
        }],
    };
    fixture.merge_from("nasdaq_history", compared);
    assert_eq!(fixture.kinds(), [FindingKind::DividendAmount]);
    let id = fixture.market.id_of("AAPL").unwrap();
    let used = |fixture: &Fixture| {
        let used = &fixture.market.dividends[&id];
        (used.len(), used[0].amount, used[0].pay_date)
    };
    assert_eq!(
        used(&fixture),
        (1, 0.26, pay_date),
        "the day of payment is used"
    );
    fixture.merge_from("yahoo", dividends(0.3));
    assert_eq!(fixture.kinds(), []);
    assert_eq!(
        used(&fixture),
        (1, 0.3, pay_date),
        "Yahoo sends no day of payment"
    );
}
