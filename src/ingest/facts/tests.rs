use jiff::{Timestamp, civil::date};

use crate::{
    domain::{
        currency::Currency,
        dividend::{Dividend, Payment, classify_payments},
        earnings::EarningsEvent,
        facts::{AnnouncedDividend, ListFacts, ReportedShares, TickerFacts, Tvl},
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
    /// Creates a market with AAPL and SPY from the catalogue.
    fn new() -> Self {
        let mut fixture = Self::default();
        fixture.merge_catalogue();
        fixture
    }

    /// Merges the facts that the catalogue sends at every startup.
    fn merge_catalogue(&mut self) {
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
        self.merge("catalogue", Update::Profiles(profiles));
        self.merge("catalogue", Update::Funds(vec![fund]));
    }

    /// Merges an update and returns the number of changed quotes.
    fn merge(&mut self, source: &'static str, update: Update) -> usize {
        let now: Timestamp = NOW.parse().unwrap();
        let envelope = Envelope { source, update };
        merge(&mut self.market, envelope, now, &mut self.pending)
            .ticked
            .len()
    }

    /// Merges facts from a provider and returns the number of changed quotes.
    fn merge_facts(&mut self, facts: TickerFacts) -> usize {
        self.merge("yahoo_facts", Update::Facts(vec![facts]))
    }

    fn merge_price(&mut self, price: f64) {
        let quote = QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: NOW.parse().unwrap(),
            ..QuoteUpdate::default()
        };
        self.merge("yahoo", Update::Quotes(vec![quote]));
    }

    fn market_cap(&self) -> Option<f64> {
        self.market.by_symbol("AAPL")?.quote.as_ref()?.market_cap
    }

    /// Returns the date and provider of each earnings announcement.
    fn earnings_dates(&self) -> Vec<(String, String)> {
        let date_and_provider =
            |event: &EarningsEvent| (event.date.to_string(), event.provider.clone());
        self.market.earnings.iter().map(date_and_provider).collect()
    }
}

fn apple() -> TickerFacts {
    TickerFacts {
        symbol: "AAPL".into(),
        ..TickerFacts::default()
    }
}

#[test]
fn market_cap_is_updated_by_new_units_and_by_new_prices() {
    let mut fixture = Fixture::new();
    fixture.merge_price(200.0);
    let facts = || TickerFacts {
        units: Some(10.0),
        ..apple()
    };
    assert_eq!(
        fixture.merge_facts(facts()),
        1,
        "the new market cap is published"
    );
    assert_eq!(fixture.market_cap(), Some(2_000.0));
    assert_eq!(
        fixture.merge_facts(facts()),
        0,
        "unchanged facts publish nothing"
    );
    fixture.merge_price(210.0);
    assert_eq!(fixture.market_cap(), Some(2_100.0));
}

/// The row of a list of all stocks.
fn row(sector: &str, shares: f64) -> TickerFacts {
    TickerFacts {
        listed: Some(ListFacts {
            shares: Some(ReportedShares {
                count: shares,
                filed: date(2026, 11, 20),
            }),
            sector: Some(sector.to_owned()),
            industry: Some("Computers".to_owned()),
            country: None,
        }),
        ..apple()
    }
}

#[test]
fn other_sources_replace_the_facts_of_a_list_of_stocks() {
    let mut fixture = Fixture::new();
    let texts = |fixture: &Fixture| {
        let profile = &fixture.market.by_symbol("AAPL").unwrap().ticker.profile;
        (profile.sector.clone(), profile.industry.clone())
    };
    let both = |sector: &str, industry: &str| (Some(sector.to_owned()), Some(industry.to_owned()));
    fixture.merge_price(200.0);
    fixture.merge(
        "nasdaq_screener",
        Update::Facts(vec![row("Industrials", 10.0)]),
    );
    assert_eq!(texts(&fixture), both("Industrials", "Computers"));
    assert_eq!(fixture.market_cap(), Some(2_000.0));
    fixture.merge("nasdaq_screener", Update::Facts(vec![row("Energy", 11.0)]));
    assert_eq!(texts(&fixture), both("Energy", "Computers"), "a newer list");
    fixture.merge_price(210.0);
    assert_eq!(fixture.market_cap(), Some(2_310.0));
    fixture.merge_facts(TickerFacts {
        sector: Some("Technology".to_owned()),
        units: Some(12.0),
        ..apple()
    });
    assert_eq!(texts(&fixture), both("Technology", "Computers"));
    assert_eq!(fixture.market_cap(), Some(2_520.0));
    fixture.merge("nasdaq_screener", Update::Facts(vec![row("Energy", 11.0)]));
    assert_eq!(texts(&fixture), both("Technology", "Computers"));
    assert_eq!(fixture.market_cap(), Some(2_520.0));
    let absent = TickerFacts {
        listed: Some(ListFacts::default()),
        ..apple()
    };
    fixture.merge("nasdaq_screener", Update::Facts(vec![absent]));
    assert_eq!(
        texts(&fixture),
        both("Technology", "Computers"),
        "a list without the stock"
    );
}

#[test]
fn facts_are_added_to_a_ticker_and_survive_a_restart() {
    let mut fixture = Fixture::new();
    fixture.merge_facts(TickerFacts {
        sector: Some("Technology".into()),
        is_complete: true,
        ..apple()
    });
    fixture.merge_catalogue();
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
fn provider_replaces_the_figures_of_a_fund_but_not_its_category() {
    let mut fixture = Fixture::new();
    fixture.merge_facts(fund(660e9));
    fixture.merge_catalogue();
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
    let imported = FundUpdate {
        aum: Some(7.0),
        ..FundUpdate::default()
    };
    let file = FundFacts::from_update("SPY", imported, "");
    fixture.merge("import", Update::Funds(vec![file]));
    let profile = Profile {
        sector: Some("Fruit".into()),
        units: Some(3.0),
        ..Profile::new("AAPL", "Apple of mine", TickerKind::Stock)
    };
    fixture.merge("import", Update::Profiles(vec![profile]));
    fixture.merge_price(200.0);
    fixture.merge_facts(fund(660e9));
    fixture.merge_facts(TickerFacts {
        units: Some(10.0),
        sector: Some("Technology".into()),
        ..apple()
    });
    fixture.merge_catalogue();
    let known = &fixture.market.funds["SPY"];
    assert_eq!((known.aum, &*known.provider), (Some(7.0), "import"));
    assert_eq!(
        known.issuer.as_deref(),
        Some("State Street"),
        "facts that are missing in the file come from the provider"
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
fn estimated_report_date_moves_and_is_replaced_by_the_calendar() {
    let mut fixture = Fixture::new();
    fixture.merge_facts(expected(10));
    fixture.merge_facts(expected(14));
    let day = |day: &str, provider: &str| (format!("2026-12-{day}"), provider.to_owned());
    assert_eq!(
        fixture.earnings_dates(),
        [day("14", "yahoo_facts")],
        "the new estimate replaces the old one"
    );
    let batch = fixture.pending.take_batch();
    assert_eq!(
        batch.withdrawn_earnings,
        [(date(2026, 12, 10), "AAPL".to_owned())]
    );
    assert_eq!(batch.earnings.len(), 1);
    fixture.merge("nasdaq", Update::Earnings(vec![report(11, None)]));
    assert_eq!(fixture.earnings_dates(), [day("11", "nasdaq")]);
    fixture.merge_facts(expected(14));
    assert_eq!(
        fixture.earnings_dates(),
        [day("11", "nasdaq")],
        "an estimate does not replace the calendar's date"
    );
    fixture.merge("nasdaq", Update::Earnings(vec![report(11, Some(2.5))]));
    fixture.merge_facts(expected(11));
    assert_eq!(
        fixture.earnings_dates(),
        [day("11", "nasdaq")],
        "an estimate does not follow results of the same date"
    );
    assert_eq!(fixture.market.earnings[0].actual_eps, Some(2.5));
}

fn calendar(day: i8, events: Vec<EarningsEvent>) -> Update {
    Update::EarningsOfDay {
        date: date(2026, 12, day),
        events,
    }
}

#[test]
fn report_date_that_a_calendar_moves_or_withdraws_is_removed() {
    let mut fixture = Fixture::new();
    let day = |day: &str| (format!("2026-12-{day}"), "nasdaq".to_owned());
    fixture.merge("nasdaq", calendar(10, vec![report(10, None)]));
    fixture.merge("nasdaq", calendar(10, Vec::new()));
    assert_eq!(
        fixture.earnings_dates(),
        [],
        "the calendar withdrew the date"
    );
    let batch = fixture.pending.take_batch();
    assert_eq!(batch.withdrawn_earnings.len(), 1);
    // The date moves forward and back, and the calendar's days are read in both orders.
    fixture.merge("nasdaq", calendar(10, vec![report(10, None)]));
    fixture.merge("nasdaq", calendar(14, vec![report(14, None)]));
    assert_eq!(fixture.earnings_dates(), [day("14")]);
    fixture.merge("nasdaq", calendar(9, vec![report(9, None)]));
    fixture.merge("nasdaq", calendar(14, Vec::new()));
    assert_eq!(fixture.earnings_dates(), [day("09")]);
    fixture.merge("nasdaq", calendar(9, vec![report(9, Some(2.5))]));
    fixture.merge("nasdaq", calendar(9, Vec::new()));
    fixture.merge("nasdaq", calendar(14, vec![report(14, None)]));
    assert_eq!(
        fixture.earnings_dates(),
        [day("09")],
        "a report with results stays and is not duplicated"
    );
}

#[test]
fn a_calendar_withdraws_only_its_own_dates() {
    let mut fixture = Fixture::new();
    fixture.merge("import", Update::Earnings(vec![report(9, None)]));
    fixture.merge("nasdaq", calendar(9, Vec::new()));
    let file = ("2026-12-09".to_owned(), "import".to_owned());
    assert_eq!(fixture.earnings_dates(), [file]);
}

#[test]
fn funds_and_coins_have_no_earnings() {
    let mut fixture = Fixture::new();
    let coin = Profile::new("SUI", "Sui", TickerKind::Crypto);
    fixture.merge("catalogue", Update::Profiles(vec![coin]));
    for symbol in ["SPY", "SUI"] {
        let event = EarningsEvent {
            symbol: symbol.to_owned(),
            ..report(9, None)
        };
        fixture.merge("nasdaq", calendar(9, vec![event.clone()]));
        fixture.merge("nasdaq", Update::Earnings(vec![event.clone()]));
        fixture.merge_facts(TickerFacts {
            symbol: symbol.to_owned(),
            next_report: Some(event),
            ..TickerFacts::default()
        });
    }
    assert_eq!(fixture.earnings_dates(), []);
}

#[test]
fn surprise_matches_the_merged_figures() {
    let mut fixture = Fixture::new();
    let announcement = |estimated_eps, actual_eps, surprise| EarningsEvent {
        estimated_eps,
        surprise,
        ..report(9, actual_eps)
    };
    let figures = |fixture: &Fixture| {
        let known = &fixture.market.earnings[0];
        (known.estimated_eps, known.actual_eps, known.surprise)
    };
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement(Some(2.0), Some(2.5), Some(25.0))]),
    );
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement(Some(4.0), None, None)]),
    );
    assert_eq!(figures(&fixture), (Some(4.0), Some(2.5), Some(-37.5)));
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement(None, Some(8.0), None)]),
    );
    assert_eq!(figures(&fixture), (Some(4.0), Some(8.0), Some(100.0)));
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement(Some(4.0), Some(8.0), Some(99.0))]),
    );
    assert_eq!(
        figures(&fixture),
        (Some(4.0), Some(8.0), Some(99.0)),
        "the source's surprise belongs to exactly these figures"
    );
}

#[test]
fn figures_in_two_currencies_are_never_merged() {
    let mut fixture = Fixture::new();
    let announcement = |code: &str, estimated_eps, actual| EarningsEvent {
        estimated_eps,
        currency: Currency::parse(code),
        ..report(9, actual)
    };
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement("CNY", Some(12.7), Some(13.0))]),
    );
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement("USD", Some(1.75), None)]),
    );
    let known = &fixture.market.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps, known.currency),
        (Some(1.75), None, Currency::parse("USD"))
    );
    fixture.merge(
        "nasdaq",
        calendar(9, vec![announcement("USD", None, Some(1.8))]),
    );
    let known = &fixture.market.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps),
        (Some(1.75), Some(1.8))
    );
}

#[test]
fn an_imported_report_keeps_its_date() {
    let mut fixture = Fixture::new();
    fixture.merge("import", Update::Earnings(vec![report(9, None)]));
    fixture.merge("nasdaq", Update::Earnings(vec![report(10, None)]));
    let same = EarningsEvent {
        estimated_eps: Some(9.0),
        actual_eps: Some(8.0),
        ..report(9, None)
    };
    fixture.merge("nasdaq", Update::Earnings(vec![same]));
    assert_eq!(
        fixture.earnings_dates(),
        [("2026-12-09".to_owned(), "import".to_owned())]
    );
    let known = &fixture.market.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps),
        (Some(2.0), Some(8.0))
    );
}

#[test]
fn announced_dividend_stays_projected_until_it_is_paid() {
    let mut fixture = Fixture::new();
    let payment = |day| Payment {
        ex_date: day,
        amount: 0.25,
        currency: None,
        price: None,
        kind: None,
        pay_date: None,
        is_from_file: false,
    };
    let paid_dividends =
        || classify_payments(vec![payment(date(2026, 5, 10)), payment(date(2026, 8, 10))]);
    let merge_paid = |fixture: &mut Fixture| {
        let dividends = paid_dividends();
        fixture.merge(
            "yahoo",
            Update::Dividends {
                symbol: "AAPL".into(),
                dividends,
            },
        );
    };
    merge_paid(&mut fixture);
    let announced = AnnouncedDividend {
        ex_date: date(2026, 12, 4),
        yearly: None,
    };
    fixture.merge_facts(TickerFacts {
        ex_dividend: Some(announced),
        ..apple()
    });
    merge_paid(&mut fixture);
    let known = &fixture.market.dividends[&TickerId(1)];
    assert_eq!((known.len(), known[0].ex_date), (3, date(2026, 12, 4)));
    assert!(known[0].is_projected);
}

#[test]
fn imported_dividends_stay_when_a_source_sends_its_complete_list() {
    let mut fixture = Fixture::new();
    let payment = |day, amount, is_from_file| Payment {
        ex_date: day,
        amount,
        currency: None,
        price: None,
        kind: None,
        pay_date: None,
        is_from_file,
    };
    let source_list = || {
        let dates = [date(2026, 5, 10), date(2026, 8, 10)];
        Update::Dividends {
            symbol: "AAPL".into(),
            dividends: classify_payments(dates.map(|date| payment(date, 0.25, false)).to_vec()),
        }
    };
    fixture.merge("sample", source_list());
    fixture.merge(
        "import",
        Update::Payments {
            symbol: "AAPL".into(),
            payments: vec![payment(date(2026, 2, 10), 0.2, true)],
        },
    );
    fixture.pending.take_batch();
    fixture.merge("sample", source_list());
    let amounts = |dividends: &[Dividend]| -> Vec<f64> {
        dividends.iter().map(|dividend| dividend.amount).collect()
    };
    let id = TickerId(1);
    assert_eq!(amounts(&fixture.market.dividends[&id]), [0.25, 0.25, 0.2]);
    let saved = fixture.pending.take_batch().dividends;
    assert_eq!(
        amounts(&saved[0].1),
        [0.25, 0.25, 0.2],
        "imported dividends are saved to disk"
    );
}

#[test]
fn tvl_stays_if_newer_facts_do_not_contain_it() {
    let mut fixture = Fixture::new();
    let locked = Tvl {
        value: 30e9,
        as_of: NOW.parse().unwrap(),
    };
    fixture.merge_facts(TickerFacts {
        locked: Some(locked),
        ..apple()
    });
    fixture.merge_facts(TickerFacts {
        sector: Some("DeFi".into()),
        ..apple()
    });
    assert_eq!(
        fixture.market.by_symbol("AAPL").unwrap().ticker.locked,
        Some(locked)
    );
    assert_eq!(
        fixture.pending.take_batch().tickers[0].locked,
        Some(locked),
        "the TVL is saved to disk"
    );
}
