//! How updates become the market.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;

use super::{
    flush::{BARS_AT_ONCE, Flusher},
    load, mentions,
    merge::merge,
    merged::Merged,
    pending::{MAX_BARS, Pending},
    pieces::pieces,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        clock::Clock,
        fear_greed::FearGreed,
        logo::LogoImage,
        news::{NewsUpdate, Sentiment},
        quote::{Quote, QuoteUpdate},
        split::Split,
        ticker::{ImportedFrom, Profile, TickerId, TickerKind},
    },
    market::{Market, MarketState, Topic},
    runtime::{health::Health, supervisor::Supervisor},
    source::{Envelope, Update},
    store::{ARTICLES, Store},
};

mod bars;

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
    pending: Pending,
}

impl Fixture {
    fn with(symbols: &[&str]) -> Self {
        let mut fixture = Self {
            market: MarketState::default(),
            pending: Pending::default(),
        };
        fixture.take(Update::Profiles(
            symbols.iter().map(|symbol| profile(symbol)).collect(),
        ));
        fixture
    }

    fn take(&mut self, update: Update) -> u64 {
        self.merge(update).dropped
    }

    fn merge(&mut self, update: Update) -> Merged {
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

#[test]
fn numbers_are_given_in_the_order_of_the_profiles_and_stay() {
    let mut fixture = Fixture::with(&["^GSPC", "AAPL"]);
    fixture.take(Update::Profiles(vec![profile("MSFT"), profile("aapl")]));
    assert_eq!(fixture.market.id_of("^GSPC"), Some(TickerId(1)));
    assert_eq!(
        fixture.market.id_of("AAPL"),
        Some(TickerId(2)),
        "a symbol is one ticker in any case"
    );
    assert_eq!(fixture.market.id_of("MSFT"), Some(TickerId(3)));
}

#[test]
fn a_missing_previous_close_is_an_unknown_change_and_not_zero() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::Quotes(vec![quote("AAPL", 100.0)]));
    assert_eq!(fixture.quote("AAPL").unwrap().change_24h, None);
    let known = QuoteUpdate {
        previous_close: Some(80.0),
        ..quote("AAPL", 100.0)
    };
    fixture.take(Update::Quotes(vec![known]));
    assert_eq!(fixture.quote("AAPL").unwrap().change_24h, Some(25.0));
}

#[test]
fn market_cap_is_units_times_price_unless_the_source_knows_better() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::Quotes(vec![quote("AAPL", 100.0)]));
    assert_eq!(fixture.quote("AAPL").unwrap().market_cap, Some(100_000.0));
    fixture.take(Update::Quotes(vec![QuoteUpdate {
        market_cap: Some(7.0),
        ..quote("AAPL", 100.0)
    }]));
    assert_eq!(fixture.quote("AAPL").unwrap().market_cap, Some(7.0));
}

#[test]
fn impossible_prices_and_unknown_symbols_are_dropped_and_counted() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let future = QuoteUpdate {
        as_of: "2027-01-01T00:00:00Z".parse().unwrap(),
        ..quote("AAPL", 5.0)
    };
    let dropped = fixture.take(Update::Quotes(vec![
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
fn an_older_quote_never_replaces_a_newer_one() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::Quotes(vec![quote("AAPL", 100.0)]));
    let older = QuoteUpdate {
        as_of: "2026-11-20T19:00:00Z".parse().unwrap(),
        ..quote("AAPL", 90.0)
    };
    assert_eq!(fixture.take(Update::Quotes(vec![older])), 1);
    assert!((fixture.quote("AAPL").unwrap().price - 100.0).abs() < 1e-9);
}

#[test]
fn a_clock_that_was_set_back_does_not_stop_the_prices() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let ahead = QuoteUpdate {
        as_of: "2026-11-20T20:00:00Z".parse().unwrap(),
        ..quote("AAPL", 90.0)
    };
    fixture.take(Update::Quotes(vec![ahead]));
    assert_eq!(fixture.take(Update::Quotes(vec![quote("AAPL", 100.0)])), 0);
    assert!((fixture.quote("AAPL").unwrap().price - 100.0).abs() < 1e-9);
}

#[test]
fn a_ticker_with_imported_bars_belongs_to_its_file() {
    let mut fixture = Fixture::with(&["GOOG"]);
    let mut ticker = fixture.market.by_symbol("GOOG").unwrap().ticker.clone();
    ticker.imported = Some(ImportedFrom {
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
    assert_eq!(fixture.take(bars), 1);
    assert_eq!(fixture.take(Update::Quotes(vec![quote("GOOG", 5.0)])), 1);
    fixture.take(Update::Profiles(vec![Profile {
        name: "Alphabet".into(),
        ..profile("GOOG")
    }]));
    let kept = &fixture.market.by_symbol("GOOG").unwrap().ticker;
    assert!(
        kept.imported.is_some() && kept.profile.name == "Alphabet",
        "a profile may still say more about it"
    );
}

#[test]
fn a_bar_whose_high_is_below_its_close_is_refused() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let bad = Bar {
        start: 0,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 2.0,
        volume: 0.0,
    };
    let good = Bar {
        start: 300,
        high: 2.0,
        ..bad
    };
    let bars = Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        bars: vec![bad, good],
    };
    assert_eq!(fixture.take(bars), 1);
    assert_eq!(
        fixture.market.unsaved(TickerId(1), Interval::FiveMinutes),
        [good]
    );
    assert_eq!(
        fixture.market.last_bar(TickerId(1), Interval::FiveMinutes),
        Some(300)
    );
}

#[test]
fn saved_bars_leave_the_overlay_unless_they_changed_meanwhile() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let bar = Bar {
        start: 0,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 1.0,
        volume: 0.0,
    };
    let next = Bar {
        start: 3_600,
        ..bar
    };
    let hour = |bars| Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::Hour,
        bars,
    };
    fixture.take(hour(vec![bar, next]));
    let batch = fixture.pending.take();
    let changed = Bar {
        volume: 9.0,
        ..next
    };
    fixture.take(hour(vec![changed]));
    fixture.market.saved(&batch.bars);
    assert_eq!(
        fixture.market.unsaved(TickerId(1), Interval::Hour),
        [changed]
    );
}

#[test]
fn an_article_is_tied_to_the_ticker_that_its_headline_mentions_but_the_sample_markets_is_not() {
    let fixture = Fixture::with(&["AAPL", "MSFT"]);
    let tied = |source| {
        let headline = NewsUpdate {
            symbols: Vec::new(),
            title: "Why $MSFT rose today".into(),
            ..article(1)
        };
        let mut envelope = Envelope {
            source,
            update: Update::News(vec![headline]),
        };
        if let Some(names) = mentions::names_for(&envelope, &fixture.market) {
            mentions::add_mentions(&mut envelope.update, &names);
        }
        let Update::News(articles) = envelope.update else {
            unreachable!("an update of news stays one")
        };
        articles.into_iter().flat_map(|article| article.symbols)
    };
    assert_eq!(tied("rss").collect::<Vec<_>>(), ["MSFT"]);
    assert_eq!(tied("sample").count(), 0);
}

#[test]
fn the_same_article_read_twice_is_one_article() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let article = NewsUpdate {
        key: "guid-1".into(),
        symbols: vec!["UNKNOWN".into(), "AAPL".into()],
        source: "Wire".into(),
        title: "A title".into(),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: now(),
        is_undated: false,
    };
    fixture.take(Update::News(vec![article.clone()]));
    fixture.take(Update::News(vec![article]));
    assert_eq!(fixture.market.news.len(), 1);
    assert_eq!(
        fixture.market.news[0].ticker_id,
        Some(TickerId(1)),
        "the first symbol that is known"
    );
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

/// ALRT-02: a slow feed's last entry is no news at every poll.
#[test]
fn an_article_that_is_older_than_all_that_are_kept_is_never_new() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let told = fixture.merge(Update::News((1..=2_000).map(article).collect()));
    assert_eq!(told.articles.len(), 2_000);
    fixture.pending.take();
    let told = fixture.merge(Update::News(vec![article(0), article(2_001)]));
    let keys: Vec<_> = told
        .articles
        .iter()
        .map(|item| item.update.key.as_str())
        .collect();
    assert_eq!(keys, ["2001"]);
    assert_eq!(
        fixture.pending.take().news.len(),
        1,
        "nor does it go to disk"
    );
}

#[test]
fn an_article_names_each_ticker_once() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::News(vec![article(0)]));
    assert_eq!(fixture.market.news[0].update.symbols, ["AAPL"]);
}

#[test]
fn a_reading_outside_the_scale_is_refused() {
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
    assert_eq!(fixture.take(reading(101.0)), 1);
    assert_eq!(fixture.take(reading(27.0)), 0);
    assert_eq!(
        fixture.market.reading(None, now()).unwrap().provider,
        "test",
        "signed by its source"
    );
}

#[tokio::test]
async fn a_store_that_cannot_be_written_is_tried_by_the_clock_and_loses_nothing() {
    const EVERY: Duration = Duration::from_secs(3_600);
    struct At(Timestamp);
    impl Clock for At {
        fn now(&self) -> Timestamp {
            self.0
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let market = Arc::new(Market::new(load(&store).unwrap()));
    store.close().unwrap();
    let health = Arc::new(Health::new(Supervisor::default(), EVERY));
    let (flusher, unsaved) = Flusher::new(store, market, Arc::new(At(now())), health, EVERY);
    let task = tokio::spawn(flusher.run());
    let bars: Vec<Bar> = (0..)
        .take(BARS_AT_ONCE)
        .map(|start| Bar {
            start: start * 300,
            open: 1.0,
            high: 1.0,
            low: 1.0,
            close: 1.0,
            volume: 0.0,
        })
        .collect();
    unsaved
        .pending()
        .add_bars(TickerId(1), Interval::FiveMinutes, &bars);
    unsaved.flush().await;
    assert_eq!(unsaved.pending().bars(), BARS_AT_ONCE, "all of them wait");
    // Whoever merges does not wait for a disk that takes nothing.
    unsaved.room().await;
    unsaved.finish().await;
    task.await.unwrap();
    assert_eq!(unsaved.pending().bars(), BARS_AT_ONCE, "to the end");
}

/// A feed of 150,000 items: pages wait for one piece at most.
#[test]
fn a_huge_batch_of_news_is_merged_in_small_pieces() {
    let batch = Envelope {
        source: "test",
        update: Update::News((0..150_000).map(article).collect()),
    };
    let pieces = pieces(batch);
    let sizes = pieces.iter().map(|piece| match &piece.update {
        Update::News(articles) => articles.len(),
        other => panic!("{other:?}"),
    });
    assert_eq!(sizes.clone().sum::<usize>(), 150_000);
    assert!(sizes.max().unwrap() <= 100);
    let mut fixture = Fixture::with(&["AAPL"]);
    for piece in pieces.into_iter().take(30) {
        fixture.merge(piece.update);
    }
    assert_eq!(fixture.market.news.len(), 2_000);
    assert_eq!(fixture.market.news[0].update.key, "2999");
}

/// Five years of bars in one answer: pages wait for one piece at most, and the history counts as fetched
/// with its last bars and not before.
#[test]
fn a_long_history_is_merged_in_small_pieces_the_last_of_which_says_that_it_was_fetched() {
    let now = now();
    let newest = now.as_second() / 300 * 300 - 300;
    let is_weekday = |start: &i64| (start.div_euclid(86_400) + 3).rem_euclid(7) < 5;
    let back = (0..).map(|nth| newest - nth * 300).filter(is_weekday);
    let mut starts: Vec<i64> = back.take(5_000).collect();
    starts.reverse();
    let bar = |(nth, start): (i64, i64)| Bar {
        start,
        open: 1.0,
        high: 2.0 + (nth % 7) as f64,
        low: 1.0,
        close: 1.0,
        volume: 1.0 + nth as f64,
    };
    let pieces = pieces(Envelope {
        source: "test",
        update: Update::Fetched {
            symbol: "AAPL".into(),
            interval: Interval::FiveMinutes,
            bars: (0..).zip(starts).map(bar).collect(),
            over_years: false,
        },
    });
    let mut fixture = Fixture::with(&["AAPL"]);
    let mut taken = 0;
    let last = pieces.len() - 1;
    for (nth, piece) in pieces.into_iter().enumerate() {
        assert_eq!(matches!(piece.update, Update::Fetched { .. }), nth == last);
        let bars = fixture.merge(piece.update).bars;
        assert!((1..=2_000).contains(&bars), "{bars}");
        taken += bars;
    }
    assert_eq!(taken, 5_000);
}

#[test]
fn a_corrected_headline_replaces_the_one_before_and_is_no_second_article() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::News(vec![article(1)]));
    fixture.pending.take();
    let corrected = NewsUpdate {
        title: "Another title".into(),
        published_at: now() + jiff::SignedDuration::from_secs(60),
        ..article(1)
    };
    let merged = fixture.merge(Update::News(vec![corrected]));
    assert!(merged.articles.is_empty(), "no alert fires again");
    assert_eq!(fixture.market.news.len(), 1);
    assert_eq!(fixture.market.news[0].update.title, "Another title");
    assert_eq!(
        fixture.market.news[0].update.published_at,
        article(1).published_at
    );
    assert_eq!(fixture.pending.take().news.len(), 1, "it goes to disk");
}

#[test]
fn a_bar_from_the_future_is_refused_and_leaves_no_hole_behind() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let at = |start| Bar {
        start,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 1.0,
        volume: 0.0,
    };
    let start = now().as_second() / 3_600 * 3_600;
    let bars = Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::Hour,
        bars: vec![at(start), at(start + 400 * 86_400)],
    };
    assert_eq!(fixture.take(bars), 1);
    assert_eq!(
        fixture.market.last_bar(TickerId(1), Interval::Hour),
        Some(start)
    );
}

/// CHRT: the line of a day outside of its session has a place of its own.
#[test]
fn prices_outside_of_regular_hours_make_a_line_beside_the_bars_and_the_quote() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::Quotes(vec![quote("AAPL", 200.0)]));
    let at = |text: &str| text.parse::<Timestamp>().unwrap().as_second();
    let (pre, open, early) = (
        at("2026-11-20T14:10:00Z"),
        at("2026-11-20T15:00:00Z"),
        at("2026-11-20T11:00:00Z"),
    );
    let tomorrow = at("2026-11-23T14:00:00Z");
    let dropped = fixture.take(Update::ExtendedHours {
        symbol: "AAPL".into(),
        points: vec![
            (pre, 201.0),
            (open, 202.0),
            (early, 203.0),
            (tomorrow, 204.0),
            (pre + 300, 1e9),
            (pre + 600, f64::NAN),
        ],
    });
    assert_eq!(dropped, 3, "of the future, far off and no number");
    let listing = fixture.market.by_symbol("AAPL").unwrap();
    assert_eq!(
        listing.extended.within(&(0..i64::MAX)),
        [(pre, 201.0)],
        "none of the session, none from before a chart's day begins"
    );
    let price = listing.quote.as_ref().unwrap().price;
    assert!((price - 200.0).abs() < 1e-9, "{price}");
    assert_eq!(
        fixture
            .market
            .last_bar(listing.ticker.id, Interval::FiveMinutes),
        None
    );
    let unknown = Update::ExtendedHours {
        symbol: "NOBODY".into(),
        points: vec![(pre, 1.0)],
    };
    assert_eq!(fixture.take(unknown), 1);
}

#[test]
fn splits_are_gathered_and_told_once() {
    let mut fixture = Fixture::with(&["NVDA"]);
    let split = |date: &str, numerator: f64| Split {
        date: date.parse().unwrap(),
        numerator,
        denominator: 1.0,
    };
    let told = |splits: Vec<Split>| Update::Splits {
        symbol: "NVDA".into(),
        splits,
    };
    let (old, new) = (split("2021-07-20", 4.0), split("2024-06-10", 10.0));
    fixture.take(told(vec![old]));
    assert_eq!(fixture.merge(told(vec![new])).topics, [Topic::Dividends]);
    assert_eq!(fixture.market.splits[&TickerId(1)][..], [new, old]);
    assert_eq!(fixture.merge(told(vec![new])).topics, [], "nothing is new");
    assert_eq!(
        fixture.pending.take().splits,
        [(TickerId(1), vec![new, old])]
    );
}

fn bars_from(first: i64, count: usize) -> Vec<Bar> {
    (first..)
        .take(count)
        .map(|nth| Bar {
            start: nth * 300,
            open: 1.0,
            high: 1.0,
            low: 1.0,
            close: 1.0,
            volume: 0.0,
        })
        .collect()
}

/// While the disk is full for days: what waits is bounded, and what is left out is asked for again.
#[test]
fn no_more_bars_wait_than_fit_and_a_history_with_refused_bars_counts_as_not_fetched() {
    let mut fixture = Fixture::with(&[]);
    // Coins, which are traded at any time.
    let coins = ["AAPL", "MSFT"].map(|symbol| Profile::new(symbol, symbol, TickerKind::Crypto));
    fixture.take(Update::Profiles(coins.into()));
    let fetched = |symbol: &str, first: i64, count: usize| Update::Fetched {
        symbol: symbol.into(),
        interval: Interval::FiveMinutes,
        bars: bars_from(first, count),
        over_years: false,
    };
    let is_fetched = |fixture: &Fixture, symbol: &str| {
        let ticker = &fixture.market.by_symbol(symbol).unwrap().ticker;
        ticker.fetched.five_minutes.is_some()
    };
    fixture.take(fetched("MSFT", 0, 100));
    assert!(is_fetched(&fixture, "MSFT"));
    fixture.take(Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        bars: bars_from(0, MAX_BARS - 200),
    });
    // One batch is being written and one waits: together they are bounded.
    let batch = fixture.pending.take();
    fixture.take(fetched("AAPL", 1_000_000, 101));
    assert_eq!(fixture.pending.bars(), 0, "there is room for 100");
    assert!(!is_fetched(&fixture, "AAPL"));
    assert!(fixture.pending.take_refused_source("test"));
    assert!(
        !fixture.pending.take_refused_source("test"),
        "it was told once"
    );
    fixture.pending.put_back(batch);
    fixture.take(fetched("MSFT", 2_000_000, 101));
    assert!(!is_fetched(&fixture, "MSFT"), "not any longer");
    assert_eq!(fixture.pending.bars(), MAX_BARS - 100);
    assert_eq!(fixture.pending.backlog().refused, 202);
    let id = TickerId(2);
    let newest = fixture.market.last_bar(id, Interval::FiveMinutes);
    assert_eq!(
        newest,
        Some(99 * 300),
        "the next request begins where the bars end"
    );
    // A bar that waits is replaced by its newer self all the same.
    let mut newer = bars_from(50, 1_000);
    newer[0].close = 1.0;
    newer[0].volume = 7.0;
    fixture.take(Update::Bars {
        symbol: "MSFT".into(),
        interval: Interval::FiveMinutes,
        bars: newer,
    });
    assert!(fixture.market.unsaved(id, Interval::FiveMinutes)[50].volume > 6.0);
    assert_eq!(fixture.pending.bars(), MAX_BARS - 100);
    // The disk takes it all: the history is fetched again, and counts.
    let _ = fixture.pending.take();
    fixture.pending.saved();
    fixture.take(fetched("MSFT", 100, 101));
    fixture.take(fetched("MSFT", 100, 101));
    assert!(is_fetched(&fixture, "MSFT"));
}

#[test]
fn articles_logos_and_readings_that_wait_are_bounded_as_well() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.take(Update::News((0..2_500).map(article).collect()));
    let batch = fixture.pending.take();
    assert_eq!(batch.news.len(), ARTICLES);
    fixture.take(Update::News((2_500..2_510).map(article).collect()));
    fixture.pending.put_back(batch);
    assert_eq!(fixture.pending.news.len(), ARTICLES);
    let oldest = fixture.pending.news.values().map(|item| &item.update.key);
    assert!(oldest.clone().any(|key| *key == article(2_509).key));

    for minute in 0..3_000 {
        fixture.take(Update::FearGreed(FearGreed {
            value: 50.0,
            as_of: now() + jiff::SignedDuration::from_mins(minute),
            indicators: None,
            components: Vec::new(),
            market: "stocks".into(),
            provider: String::new(),
            rating: None,
        }));
    }
    let batch = fixture.pending.take();
    assert!(
        batch.fear_greed.len() <= 4,
        "one a day: {}",
        batch.fear_greed.len()
    );
    let newest = batch.fear_greed.iter().map(|reading| reading.as_of).max();
    assert_eq!(newest, Some(now() + jiff::SignedDuration::from_mins(2_999)));

    let symbols: Vec<String> = (0..200).map(|nth| format!("C{nth}")).collect();
    fixture.take(Update::Profiles(
        symbols.iter().map(|symbol| profile(symbol)).collect(),
    ));
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.resize(90_000, 0);
    for symbol in &symbols {
        fixture.take(Update::Logo {
            symbol: symbol.clone(),
            image: Some(LogoImage::new(&png).unwrap()),
        });
    }
    let waiting: usize = fixture
        .pending
        .logos
        .values()
        .map(|logo| logo.bytes().len())
        .sum();
    assert!(waiting > 4 << 20 && waiting <= 8 << 20, "{waiting}");
    let refused = &fixture.market.by_symbol("C199").unwrap().ticker;
    assert_eq!(refused.logo, None, "it is asked for again");
}

/// A commit is under way while a ticker is forgotten, and fails: nothing of the ticker comes back with the next one.
#[tokio::test]
async fn a_forgotten_ticker_is_not_written_again_by_a_commit_that_failed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.redb");
    let store = Store::open(&path).unwrap();
    let mut fixture = Fixture::with(&["AAPL", "MSFT"]);
    let everything = |fixture: &mut Fixture, symbol: &str| {
        fixture.take(Update::Quotes(vec![quote(symbol, 5.0)]));
        fixture.take(Update::Bars {
            symbol: symbol.into(),
            interval: Interval::Hour,
            bars: bars_from(0, 12).into_iter().step_by(12).collect(),
        });
    };
    everything(&mut fixture, "AAPL");
    everything(&mut fixture, "MSFT");
    store.commit(&fixture.pending.take(), now()).unwrap();
    fixture.pending.saved();
    everything(&mut fixture, "AAPL");
    everything(&mut fixture, "MSFT");
    fixture.take(Update::Profiles(vec![Profile {
        name: "Apple".into(),
        ..profile("AAPL")
    }]));
    let failed = fixture.pending.take();
    fixture.take(Update::Unfollow(TickerId(1)));
    fixture.pending.put_back(failed);
    store.commit(&fixture.pending.take(), now()).unwrap();
    let snapshot = store.snapshot().unwrap();
    let symbols: Vec<_> = snapshot
        .tickers
        .iter()
        .map(|one| &*one.profile.symbol)
        .collect();
    assert_eq!(symbols, ["MSFT"]);
    assert_eq!(snapshot.quotes.len(), 1);
    let left = store
        .bars(TickerId(1), Interval::Hour, 0..i64::MAX)
        .unwrap();
    assert_eq!(left, []);
    assert_eq!(
        snapshot.last_removed,
        TickerId(1),
        "its number stays unused"
    );
    store.close().unwrap();
}

/// 'It is saved' is said of what is on disk, whatever else is written meanwhile.
#[tokio::test]
async fn a_flush_says_whether_all_that_waits_is_on_disk() {
    const EVERY: Duration = Duration::from_secs(3_600);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("sample.redb")).unwrap();
    let market = Arc::new(Market::new(load(&store).unwrap()));
    let health = Arc::new(Health::new(Supervisor::default(), EVERY));
    let clock = Arc::new(crate::testing::ManualClock::new(now()));
    let (flusher, unsaved) = Flusher::new(store.clone(), market, clock, Arc::clone(&health), EVERY);
    let task = tokio::spawn(flusher.run());
    let add = |nth| {
        let bars = bars_from(nth, 1);
        unsaved
            .pending()
            .add_bars(TickerId(1), Interval::FiveMinutes, &bars);
    };
    assert!(unsaved.flush().await, "nothing waits");
    add(1);
    assert_eq!(health.facts(std::time::Instant::now()).backlog.rows, 1);
    assert!(unsaved.flush().await);
    assert_eq!(unsaved.pending().bars(), 0);
    store.close().unwrap();
    add(2);
    assert!(!unsaved.flush().await);
    assert_eq!(health.facts(std::time::Instant::now()).backlog.rows, 1);
    assert!(!unsaved.finish().await);
    task.await.unwrap();
    assert!(!unsaved.flush().await, "nobody is left who could write it");
}
