use jiff::{Timestamp, civil::date};

use crate::{
    domain::{
        dividend::{Payment, dividends},
        earnings::EarningsEvent,
        facts::{AnnouncedDividend, Locked, TickerFacts},
        fund::{FundFacts, FundUpdate},
        quote::QuoteUpdate,
        ticker::{Profile, TickerId, TickerKind},
    },
    ingest::{merge::merge, pending::Pending},
    market::MarketState,
    source::{Envelope, Update},
};

const NOW: &str = "2026-11-20T19:32:00Z";

#[derive(Default)]
struct Book {
    book: MarketState,
    pending: Pending,
}

impl Book {
    /// With AAPL and the fund SPY, as the catalogue names them.
    fn new() -> Self {
        let mut book = Self::default();
        book.start();
        book
    }

    /// What the catalogue says at every start.
    fn start(&mut self) {
        let fund = FundFacts {
            category: "Equity".into(),
            ..FundFacts::told(
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
        merge(&mut self.book, envelope, now, &mut self.pending)
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
        self.book.by_symbol("AAPL")?.quote.as_ref()?.market_cap
    }

    fn days(&self) -> Vec<(String, String)> {
        let day = |event: &EarningsEvent| (event.date.to_string(), event.provider.clone());
        self.book.earnings.iter().map(day).collect()
    }
}

fn apple() -> TickerFacts {
    TickerFacts {
        symbol: "AAPL".into(),
        ..TickerFacts::default()
    }
}

#[test]
fn a_market_value_is_shown_at_once_and_moves_with_the_price() {
    let mut book = Book::new();
    book.price(200.0);
    let facts = || TickerFacts {
        units: Some(10.0),
        ..apple()
    };
    assert_eq!(book.tell(facts()), 1, "who watches it sees it");
    assert_eq!(book.market_cap(), Some(2_000.0));
    assert_eq!(book.tell(facts()), 0, "the same again is no tick");
    book.price(210.0);
    assert_eq!(book.market_cap(), Some(2_100.0));
}

#[test]
fn facts_complete_a_ticker_and_outlast_the_next_start() {
    let mut book = Book::new();
    book.tell(TickerFacts {
        sector: Some("Technology".into()),
        is_complete: true,
        ..apple()
    });
    book.start();
    let ticker = &book.book.by_symbol("AAPL").unwrap().ticker;
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
fn a_funds_figures_are_those_of_the_provider_and_its_category_stays() {
    let mut book = Book::new();
    book.tell(fund(660e9));
    book.start();
    let known = &book.book.funds["SPY"];
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
fn what_a_persons_file_says_of_a_fund_or_a_ticker_nobody_takes_back() {
    let mut book = Book::new();
    let told = FundUpdate {
        aum: Some(7.0),
        ..FundUpdate::default()
    };
    let file = FundFacts::told("SPY", told, "");
    book.take("import", Update::Funds(vec![file]));
    let profile = Profile {
        sector: Some("Fruit".into()),
        units: Some(3.0),
        ..Profile::new("AAPL", "Apple of mine", TickerKind::Stock)
    };
    book.take("import", Update::Profiles(vec![profile]));
    book.price(200.0);
    book.tell(fund(660e9));
    book.tell(TickerFacts {
        units: Some(10.0),
        sector: Some("Technology".into()),
        ..apple()
    });
    book.start();
    let known = &book.book.funds["SPY"];
    assert_eq!((known.aum, &*known.provider), (Some(7.0), "import"));
    assert_eq!(
        known.issuer.as_deref(),
        Some("State Street"),
        "what it leaves out is completed"
    );
    let profile = &book.book.by_symbol("AAPL").unwrap().ticker.profile;
    assert_eq!(profile.sector.as_deref(), Some("Fruit"));
    assert_eq!(profile.name, "Apple of mine");
    assert_eq!(book.market_cap(), Some(600.0));
}

fn report(day: i8, actual: Option<f64>) -> EarningsEvent {
    EarningsEvent {
        symbol: "AAPL".into(),
        date: date(2026, 12, day),
        time: None,
        estimated_eps: Some(2.0),
        actual_eps: actual,
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
fn a_day_that_is_expected_moves_and_gives_way_to_the_calendar() {
    let mut book = Book::new();
    book.tell(expected(10));
    book.tell(expected(14));
    let day = |day: &str, provider: &str| (format!("2026-12-{day}"), provider.to_owned());
    assert_eq!(
        book.days(),
        [day("14", "yahoo_facts")],
        "one report, one day"
    );
    let batch = book.pending.take();
    assert_eq!(
        batch.withdrawn_earnings,
        [(date(2026, 12, 10), "AAPL".to_owned())]
    );
    assert_eq!(batch.earnings.len(), 1);
    book.take("nasdaq", Update::Earnings(vec![report(11, None)]));
    assert_eq!(book.days(), [day("11", "nasdaq")]);
    book.tell(expected(14));
    assert_eq!(
        book.days(),
        [day("11", "nasdaq")],
        "the calendar knows better"
    );
    book.take("nasdaq", Update::Earnings(vec![report(11, Some(2.5))]));
    book.tell(expected(11));
    assert_eq!(book.days(), [day("11", "nasdaq")], "it has reported");
    assert_eq!(book.book.earnings[0].actual_eps, Some(2.5));
}

#[test]
fn a_report_from_a_persons_file_stays_on_its_day() {
    let mut book = Book::new();
    book.take("import", Update::Earnings(vec![report(9, None)]));
    book.take("nasdaq", Update::Earnings(vec![report(10, None)]));
    let same = EarningsEvent {
        estimated_eps: Some(9.0),
        actual_eps: Some(8.0),
        ..report(9, None)
    };
    book.take("nasdaq", Update::Earnings(vec![same]));
    assert_eq!(
        book.days(),
        [("2026-12-09".to_owned(), "import".to_owned())]
    );
    let known = &book.book.earnings[0];
    assert_eq!(
        (known.estimated_eps, known.actual_eps),
        (Some(2.0), Some(8.0))
    );
}

#[test]
fn an_announced_dividend_is_shown_as_expected_until_it_is_paid() {
    let mut book = Book::new();
    let payment = |day| Payment {
        ex_date: day,
        amount: 0.25,
        price: None,
        kind: None,
    };
    let paid = || dividends(vec![payment(date(2026, 5, 10)), payment(date(2026, 8, 10))]);
    let history = |book: &mut Book| {
        let dividends = paid();
        book.take(
            "yahoo",
            Update::Dividends {
                symbol: "AAPL".into(),
                dividends,
            },
        );
    };
    history(&mut book);
    let announced = AnnouncedDividend {
        ex_date: date(2026, 12, 4),
        yearly: None,
    };
    book.tell(TickerFacts {
        ex_dividend: Some(announced),
        ..apple()
    });
    history(&mut book);
    let known = &book.book.dividends[&TickerId(1)];
    assert_eq!((known.len(), known[0].ex_date), (3, date(2026, 12, 4)));
    assert!(known[0].is_projected);
}

#[test]
fn what_is_locked_stays_while_its_source_says_nothing_more() {
    let mut book = Book::new();
    let locked = Locked {
        value: 30e9,
        as_of: NOW.parse().unwrap(),
    };
    book.tell(TickerFacts {
        locked: Some(locked),
        ..apple()
    });
    book.tell(TickerFacts {
        sector: Some("DeFi".into()),
        ..apple()
    });
    assert_eq!(
        book.book.by_symbol("AAPL").unwrap().ticker.locked,
        Some(locked)
    );
    assert_eq!(
        book.pending.take().tickers[0].locked,
        Some(locked),
        "it goes to disk"
    );
}
