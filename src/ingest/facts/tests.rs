use jiff::{Timestamp, civil::date};

use crate::{
    domain::{
        currency::Currency,
        dividend::{Dividend, Payment, classify_payments},
        earnings::EarningsEvent,
        facts::{AnnouncedDividend, TickerFacts, Tvl},
        fund::{FundFacts, FundUpdate},
        quote::QuoteUpdate,
        ticker::{Profile, TickerId, TickerKind},
    },
    ingest::{merge::merge, pending::PendingChanges},
    market::MarketState,
    source::{Envelope, Update},
};

const NOW: &str = "2026-11-20T19:32:00Z";

#[derive(Default)]
struct Fixture {
    market: MarketState,
    pending: PendingChanges,
}

impl Fixture {
    /// A market with AAPL and the fund SPY of the catalogue.
    fn new() -> Self {
        let mut fixture = Self::default();
        fixture.start();
        fixture
    }

    /// The facts that the catalogue sends at every startup.
    fn start(&mut self) {
        let fund = FundFacts {
            category: "Equity".into(),
            ..FundFacts::from_update(
                "SPY",
                FundUpdate {
                    expense_ratio: Some(0.09),
                    ..FundUpdate::default()
                },
                "",
            )
        };
        let profiles = vec![
            Profile::new("AAPL", "Apple", TickerKind::Stock),
            Profile::new("SPY", "S&P 500", TickerKind::Etf),
        ];
        self.take("catalogue", Update::Profiles(profiles));
        self.take("catalogue", Update::Funds(vec![fund]));
    }

    fn take(&mut self, source: &'static str, update: Update) -> usize {
        let now: Timestamp = NOW.parse().unwrap();
        let envelope = Envelope { source, update };
        merge(&mut self.market, envelope, now, &mut self.pending)
            .ticked
            .len()
    }

    fn tell(&mut self, facts: TickerFacts) -> usize {
        self.take("yahoo_facts", Update::Facts(vec![facts]))
    }

    fn price(&mut self, price: f64) {
        let quote = QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: NOW.parse().unwrap(),
            ..QuoteUpdate::default()
        };
        self.take("yahoo", Update::Quotes(vec![quote]));
    }

    fn market_cap(&self) -> Option<f64> {
        self.market.by_symbol("AAPL")?.quote.as_ref()?.market_cap
    }

    fn days(&self) -> Vec<(String, String)> {
        let day = |event: &EarningsEvent| (event.date.to_string(), event.provider.clone());
        self.market.earnings.iter().map(day).collect()
    }
}

fn apple() -> TickerFacts {
    TickerFacts {
        symbol: "AAPL".into(),
        ..TickerFacts::default()
    }
}

#[test]
fn market_cap_is_set_at_once_and_follows_the_price() {
    let mut fixture = Fixture::new();
    fixture.price(200.0);
    let facts = || TickerFacts {
        units: Some(10.0),
        ..apple()
    };
    assert_eq!(fixture.tell(facts()), 1, "who watches it sees it");
    assert_eq!(fixture.market_cap(), Some(2_000.0));
    assert_eq!(fixture.tell(facts()), 0, "the same again is no tick");
    fixture.price(210.0);
    assert_eq!(fixture.market_cap(), Some(2_100.0));
}

#[test]
fn facts_complete_a_ticker_and_survive_a_restart() {
    let mut fixture = Fixture::new();
    fixture.tell(TickerFacts {
        sector: Some("Technology".into()),
        is_complete: true,
        ..apple()
    });
    fixture.start();
    let ticker = &fixture.market.by_symbol("AAPL").unwrap().ticker;
    assert_eq!(ticker.profile.sector.as_deref(), Some("Technology"));
    assert_eq!(ticker.fetched.facts, Some(NOW.parse().unwrap()));
}

fn fund(aum: f64) -> TickerFacts {
    TickerFacts {
        symbol: "SPY".into(),
        fund: Some(FundUpdate {
            issuer: Some("State Street".into()),
            category: Some("Specialty"),
            aum: Some(aum),
            expense_ratio: Some(0.0945),
            ..FundUpdate::default()
        }),
        ..TickerFacts::default()
    }
}

#[test]
fn provider_figures_of_a_fund_win_and_its_category_stays() {
    let mut fixture = Fixture::new();
    fixture.tell(fund(660e9));
    fixture.start();
    let known = &fixture.market.funds["SPY"];
    assert_eq!(
        (known.aum, known.expense_ratio),
        (Some(660e9), Some(0.0945))
    );
    assert_eq!(
        (&*known.category, &*known.provider),
        ("Equity", "yahoo_facts")
    );
}

#[test]
fn imported_facts_of_funds_and_tickers_are_never_overwritten() {
    let mut fixture = Fixture::new();
    let told = FundUpdate {
        aum: Some(7.0),
        ..FundUpdate::default()
    };
    let file = FundFacts::from_update("SPY", told, "");
    fixture.take("import", Update::Funds(vec![file]));
    let profile = Profile {
        sector: Some("Fruit".into()),
        units: Some(3.0),
        ..Profile::new("AAPL", "Apple of mine", TickerKind::Stock)
    };
    fixture.take("import", Update::Profiles(vec![profile]));
    fixture.price(200.0);
    fixture.tell(fund(660e9));
    fixture.tell(TickerFacts {
        units: Some(10.0),
        sector: Some("Technology".into()),
        ..apple()
    });
    fixture.start();
    let known = &fixture.market.funds["SPY"];
    assert_eq!((known.aum, &*known.provider), (Some(7.0), "import"));
    assert_eq!(
        known.issuer.as_deref(),
        Some("State Street"),
        "what it leaves out is completed"
    );
    let profile = &fixture.market.by_symbol("AAPL").unwrap().ticker.profile;
    assert_eq!(profile.sector.as_deref(), Some("Fruit"));
    assert_eq!(profile.name, "Apple of mine");
    assert_eq!(fixture.market_cap(), Some(600.0));
}

fn report(day: i8, actual: Option<f64>) -> EarningsEvent {
    EarningsEvent {
        symbol: "AAPL".into(),
        date: date(2026, 12, day),
        time: None,
        estimated_eps: Some(2.0),
        actual_eps: actual,
        currency: None,
        surprise: None,
        is_estimate: actual.is_none(),
        provider: String::new(),
    }
}

fn expected(day: i8) -> TickerFacts {
    TickerFacts {
        next_report: Some(report(day, None)),
        ..apple()
    }
}

#[test]
fn an_expected_date_moves_and_is_replaced_by_the_calendar() {
    let mut fixture = Fixture::new();
    fixture.tell(expected(10));
    fixture.tell(expected(14));
    let day = |day: &str, provider: &str| (format!("2026-12-{day}"), provider.to_owned());
    assert_eq!(
        fixture.days(),
        [day("14", "yahoo_facts")],
        "one report, one day"
    );
    let batch = fixture.pending.take();
    assert_eq!(
        batch.withdrawn_earnings,
        [(date(2026, 12, 10), "AAPL".to_owned())]
    );
    assert_eq!(batch.earnings.len(), 1);
    fixture.take("nasdaq", Update::Earnings(vec![report(11, None)]));
    assert_eq!(fixture.days(), [day("11", "nasdaq")]);
    fixture.tell(expected(14));
    assert_eq!(
        fixture.days(),
        [day("11", "nasdaq")],
        "the calendar knows better"
    );
    fixture.take("nasdaq", Update::Earnings(vec![report(11, Some(2.5))]));
    fixture.tell(expected(11));
    assert_eq!(fixture.days(), [day("11", "nasdaq")], "it has reported");
    assert_eq!(fixture.market.earnings[0].actual_eps, Some(2.5));
}

fn calendar(day: i8, events: Vec<EarningsEvent>) -> Update {
    Update::EarningsOfDay {
        date: date(2026, 12, day),
        events,
    }
}

#[test]
fn a_date_that_a_calendar_moves_or_withdraws_is_removed() {
    let mut fixture = Fixture::new();
    let day = |day: &str| (format!("2026-12-{day}"), "nasdaq".to_owned());
    fixture.take("nasdaq", calendar(10, vec![report(10, None)]));
    fixture.take("nasdaq", calendar(10, Vec::new()));
    assert_eq!(fixture.days(), [], "withdrawn");
    let batch = fixture.pending.take();
    assert_eq!(batch.withdrawn_earnings.len(), 1);
    // Moved forward and back, in both orders of reading the days.
    fixture.take("nasdaq", calendar(10, vec![report(10, None)]));
    fixture.take("nasdaq", calendar(14, vec![report(14, None)]));
    assert_eq!(fixture.days(), [day("14")]);
    fixture.take("nasdaq", calendar(9, vec![report(9, None)]));
    fixture.take("nasdaq", calendar(14, Vec::new()));
    assert_eq!(fixture.days(), [day("09")]);
    fixture.take("nasdaq", calendar(9, vec![report(9, Some(2.5))]));
    fixture.take("nasdaq", calendar(9, Vec::new()));
    fixture.take("nasdaq", calendar(14, vec![report(14, None)]));
    assert_eq!(fixture.days(), [day("09")], "what was reported stays, once");
}

#[test]
fn a_calendar_withdraws_only_its_own_dates() {
    let mut fixture = Fixture::new();
    fixture.take("import", Update::Earnings(vec![report(9, None)]));
    fixture.take("nasdaq", calendar(9, Vec::new()));
    let file = ("2026-12-09".to_owned(), "import".to_owned());
    assert_eq!(fixture.days(), [file]);
}

#[test]
fn funds_and_coins_have_no_earnings() {
    let mut fixture = Fixture::new();
    let coin = Profile::new("SUI", "Sui", TickerKind::Crypto);
    fixture.take("catalogue", Update::Profiles(vec![coin]));
    for symbol in ["SPY", "SUI"] {
        let event = EarningsEvent {
            symbol: symbol.to_owned(),
            ..report(9, None)
        };
        fixture.take("nasdaq", calendar(9, vec![event.clone()]));
        fixture.take("nasdaq", Update::Earnings(vec![event.clone()]));
        fixture.tell(TickerFacts {
            symbol: symbol.to_owned(),
            next_report: Some(event),
            ..TickerFacts::default()
        });
    }
    assert_eq!(fixture.days(), []);
}

#[test]
fn a_surprise_matches_its_figures() {
    let mut fixture = Fixture::new();
    let told = |estimated_eps, actual_eps, surprise| EarningsEvent {
        estimated_eps,
        surprise,
        ..report(9, actual_eps)
    };
    let figures = |fixture: &Fixture| {
        let known = &fixture.market.earnings[0];
        (known.estimated_eps, known.actual_eps, known.surprise)
    };
    fixture.take(
        "nasdaq",
        calendar(9, vec![told(Some(2.0), Some(2.5), Some(25.0))]),
    );
    fixture.take("nasdaq", calendar(9, vec![told(Some(4.0), None, None)]));
    assert_eq!(figures(&fixture), (Some(4.0), Some(2.5), Some(-37.5)));
    fixture.take("nasdaq", calendar(9, vec![told(None, Some(8.0), None)]));
    assert_eq!(figures(&fixture), (Some(4.0), Some(8.0), Some(100.0)));
    fixture.take(
        "nasdaq",
        calendar(9, vec![told(Some(4.0), Some(8.0), Some(99.0))]),
    );
    assert_eq!(
        figures(&fixture),
        (Some(4.0), Some(8.0), Some(99.0)),
        "its own"
    );
}

#[test]
fn figures_in_two_currencies_are_never_merged() {
    let mut fixture = Fixture::new();
    let told = |code: &str, estimated_eps, actual| EarningsEvent {
        estimated_eps,
        currency: Currency::parse(code),
        ..report(9, actual)
    };
    fixture.take(
        "nasdaq",
        calendar(9, vec![told("CNY", Some(12.7), Some(13.0))]),
    );
    fixture.take("nasdaq", calendar(9, vec![told("USD", Some(1.75), None)]));
    let known = &fixture.market.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps, known.currency),
        (Some(1.75), None, Currency::parse("USD"))
    );
    fixture.take("nasdaq", calendar(9, vec![told("USD", None, Some(1.8))]));
    let known = &fixture.market.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps),
        (Some(1.75), Some(1.8))
    );
}

#[test]
fn an_imported_report_keeps_its_date() {
    let mut fixture = Fixture::new();
    fixture.take("import", Update::Earnings(vec![report(9, None)]));
    fixture.take("nasdaq", Update::Earnings(vec![report(10, None)]));
    let same = EarningsEvent {
        estimated_eps: Some(9.0),
        actual_eps: Some(8.0),
        ..report(9, None)
    };
    fixture.take("nasdaq", Update::Earnings(vec![same]));
    assert_eq!(
        fixture.days(),
        [("2026-12-09".to_owned(), "import".to_owned())]
    );
    let known = &fixture.market.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps),
        (Some(2.0), Some(8.0))
    );
}

#[test]
fn an_announced_dividend_is_expected_until_it_is_paid() {
    let mut fixture = Fixture::new();
    let payment = |day| Payment {
        ex_date: day,
        amount: 0.25,
        currency: None,
        price: None,
        kind: None,
        is_from_file: false,
    };
    let paid = || classify_payments(vec![payment(date(2026, 5, 10)), payment(date(2026, 8, 10))]);
    let history = |fixture: &mut Fixture| {
        let dividends = paid();
        fixture.take(
            "yahoo",
            Update::Dividends {
                symbol: "AAPL".into(),
                dividends,
            },
        );
    };
    history(&mut fixture);
    let announced = AnnouncedDividend {
        ex_date: date(2026, 12, 4),
        yearly: None,
    };
    fixture.tell(TickerFacts {
        ex_dividend: Some(announced),
        ..apple()
    });
    history(&mut fixture);
    let known = &fixture.market.dividends[&TickerId(1)];
    assert_eq!((known.len(), known[0].ex_date), (3, date(2026, 12, 4)));
    assert!(known[0].is_projected);
}

/// A source sends all dividends of a ticker at each startup; imported ones stay.
#[test]
fn imported_dividends_stay_when_a_source_sends_its_list() {
    let mut fixture = Fixture::new();
    let payment = |day, amount, is_from_file| Payment {
        ex_date: day,
        amount,
        currency: None,
        price: None,
        kind: None,
        is_from_file,
    };
    let told = || {
        let days = [date(2026, 5, 10), date(2026, 8, 10)];
        Update::Dividends {
            symbol: "AAPL".into(),
            dividends: classify_payments(days.map(|day| payment(day, 0.25, false)).to_vec()),
        }
    };
    fixture.take("sample", told());
    fixture.take(
        "import",
        Update::Payments {
            symbol: "AAPL".into(),
            payments: vec![payment(date(2026, 2, 10), 0.2, true)],
        },
    );
    fixture.pending.take();
    fixture.take("sample", told());
    let amounts = |all: &[Dividend]| -> Vec<f64> { all.iter().map(|one| one.amount).collect() };
    let id = TickerId(1);
    assert_eq!(amounts(&fixture.market.dividends[&id]), [0.25, 0.25, 0.2]);
    let saved = fixture.pending.take().dividends;
    assert_eq!(amounts(&saved[0].1), [0.25, 0.25, 0.2], "it goes to disk");
}

#[test]
fn locked_stays_while_its_source_sends_nothing_newer() {
    let mut fixture = Fixture::new();
    let locked = Tvl {
        value: 30e9,
        as_of: NOW.parse().unwrap(),
    };
    fixture.tell(TickerFacts {
        locked: Some(locked),
        ..apple()
    });
    fixture.tell(TickerFacts {
        sector: Some("DeFi".into()),
        ..apple()
    });
    assert_eq!(
        fixture.market.by_symbol("AAPL").unwrap().ticker.locked,
        Some(locked)
    );
    assert_eq!(
        fixture.pending.take().tickers[0].locked,
        Some(locked),
        "it goes to disk"
    );
}
