//! Every provider, tested with hand-written responses in its format.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        Timestamp,
        bar::Interval,
        news::Sentiment,
        provider::ProviderState,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        coingecko::CoinGecko,
        core::{capability::Registry, client::Client},
        fear_greed::{AlternativeMe, Cnn, FearGreedSource},
        nasdaq::Nasdaq,
        rss::Rss,
        settings,
        yahoo::Yahoo,
    },
    source::{Context, MarketView, Source as _, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Server},
    spark::yahoo_response,
    world::{NOW, World, registry_with_coingecko},
};

const CHART: &str = include_str!("../fixtures/providers/chart.json");
const NOT_FOUND: &str = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;

fn yahoo_settings(server: &Server, symbols: &[&str]) -> settings::Yahoo {
    settings::Yahoo {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        symbols: symbols.iter().map(|&symbol| symbol.to_owned()).collect(),
        ..settings::Yahoo::default()
    }
}

#[tokio::test]
async fn an_unknown_symbol_and_an_invalid_response_affect_no_other_symbol() {
    let server = Server::start(|request| {
        Some(if request.path.contains("/AAPL?") {
            Reply::ok(CHART)
        } else if request.path.contains("spark") {
            Reply::ok(yahoo_response(request, CHART).replace("NVDA", "OTHER"))
        } else if request.path.contains("/NVDA?") {
            Reply::status(404, NOT_FOUND)
        } else {
            Reply::ok("<html>Attention Required</html>")
        })
    })
    .await;
    let mut world = World::new();
    let health = world.board.record("yahoo");
    let settings = yahoo_settings(&server, &["NVDA", "MSFT", "AAPL"]);
    let catalogue = Catalogue::embedded().unwrap();
    let mut yahoo = Yahoo::new(
        &settings,
        &catalogue,
        registry_with_coingecko(&world),
        Client::new(settings.http_options(), health.clone()),
    );
    let mut errors = Vec::new();
    for _ in 0..8 {
        if let Err(error) = world.refresh(&mut yahoo, &health).await {
            errors.push(error.to_string());
        }
    }
    let updates = world.updates();
    assert_eq!(updates.quote("AAPL").unwrap().price, 12.5);
    assert_eq!(updates.bars("AAPL", Interval::Day)[2].close, 12.5);
    assert!(
        errors.iter().all(|error| error.contains("web page")) && errors.len() == 3,
        "{errors:?}"
    );
    let requests = server.requests();
    let count = |name: &str| requests.iter().filter(|a| a.path.contains(name)).count();
    assert_eq!(
        count("/NVDA?"),
        1,
        "an unknown symbol is not requested again at once"
    );
    assert_eq!(count("/AAPL?"), 3, "days, five minutes, hours");
    // Each of the two symbols has a failure of its own.
    let troubles = world.board.symbol_failures();
    let trouble = |symbol: &str| {
        let failure = troubles.iter().find(|failure| failure.symbol == symbol);
        failure.map(|failure| failure.error.clone())
    };
    assert_eq!(
        trouble("NVDA").as_deref(),
        Some("The source refused: NVDA: No data found, symbol may be delisted.")
    );
    let page_error = trouble("MSFT").unwrap();
    assert!(page_error.contains("web page"), "{page_error}");
    assert_eq!(trouble("AAPL"), None);
    assert_eq!(
        world.health("yahoo").state,
        ProviderState::Waiting,
        "the failure of a symbol does not make the source fail"
    );
}

#[tokio::test]
async fn a_throttling_message_with_status_200_counts_as_throttling() {
    let server = Server::start(|_| Some(Reply::ok("Too Many Requests\r\n"))).await;
    let world = World::new();
    let health = world.board.record("yahoo");
    let catalogue = Catalogue::embedded().unwrap();
    let settings = yahoo_settings(&server, &["AAPL"]);
    let mut yahoo = Yahoo::new(
        &settings,
        &catalogue,
        registry_with_coingecko(&world),
        Client::new(settings.http_options(), health.clone()),
    );
    let error = world.refresh(&mut yahoo, &health).await.unwrap_err();
    assert!(matches!(error, SourceError::Throttled { status: 429, .. }));
}

#[tokio::test]
async fn symbols_are_escaped_and_crypto_quotes_are_left_to_other_sources() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let mut world = World::new();
    let health = world.board.record("yahoo");
    let catalogue = Catalogue::embedded().unwrap();
    let settings = yahoo_settings(&server, &["^GSPC", "GC=F", "BTC"]);
    let mut yahoo = Yahoo::new(
        &settings,
        &catalogue,
        registry_with_coingecko(&world),
        Client::new(settings.http_options(), health.clone()),
    );
    for _ in 0..4 {
        world.refresh(&mut yahoo, &health).await.unwrap();
    }
    let paths: Vec<String> = server
        .requests()
        .into_iter()
        .map(|request| request.path)
        .collect();
    for start in [
        "/v7/finance/spark?symbols=%5EGSPC,GC=F&range=1d&interval=5m",
        "/v8/finance/chart/%5EGSPC?",
        "/v8/finance/chart/GC=F?",
        "/v8/finance/chart/BTC-USD?",
    ] {
        assert!(
            paths.iter().any(|path| path.starts_with(start)),
            "{paths:?}"
        );
    }
    let updates = world.updates();
    assert!(updates.quote("^GSPC").is_some() && updates.quote("GC=F").is_some());
    assert!(updates.quote("BTC").is_none());
    assert!(!updates.bars("BTC", Interval::Day).is_empty());
}

#[tokio::test]
async fn dividends_are_sent_only_with_the_long_range_because_they_replace_stored_ones() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let mut world = World::new();
    let health = world.board.record("yahoo");
    let catalogue = Catalogue::embedded().unwrap();
    let settings = yahoo_settings(&server, &["AAPL"]);
    let mut yahoo = Yahoo::new(
        &settings,
        &catalogue,
        registry_with_coingecko(&world),
        Client::new(settings.http_options(), health.clone()),
    );
    for _ in 0..4 {
        world.refresh(&mut yahoo, &health).await.unwrap();
    }
    let requests = server.requests();
    let long = |path: &str| path.contains("range=5y") && path.contains("events=div");
    assert_eq!(requests.iter().filter(|a| long(&a.path)).count(), 1);
    let updates = world.updates();
    let lists = updates
        .0
        .iter()
        .filter(|update| matches!(update, Update::Dividends { .. }));
    assert_eq!(lists.count(), 1);
    assert_eq!(updates.dividends("AAPL").unwrap().len(), 1);
}

/// A market view whose newest bars are from the previous day.
struct Yesterday;

impl MarketView for Yesterday {
    fn tickers(&self) -> Vec<TickerInfo> {
        Vec::new()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        let now: Timestamp = NOW.parse().unwrap();
        Some(now.as_second() - 86_400)
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }
}

#[tokio::test]
async fn a_split_causes_all_stored_history_to_be_requested_again() {
    // The response has 5-minute bars from an hour after the open. Yahoo returns the whole history in
    // daily bars only if the request has explicit dates.
    let split = r#""splits":{"1795185000":{"date":1795185000,"numerator":10,"denominator":1}},"#;
    let chart_with_split = CHART.replace(r#""events":{"#, &format!(r#""events":{{{split}"#));
    let server = Server::start(move |request| {
        let has_split = !request.path.contains("interval=1d");
        Some(Reply::ok(yahoo_response(
            request,
            if has_split { &chart_with_split } else { CHART },
        )))
    })
    .await;
    let world = World::new();
    let health = world.board.record("yahoo");
    let catalogue = Catalogue::embedded().unwrap();
    let settings = yahoo_settings(&server, &["AAPL"]);
    let mut yahoo = Yahoo::new(
        &settings,
        &catalogue,
        registry_with_coingecko(&world),
        Client::new(settings.http_options(), health.clone()),
    );
    let context = Context {
        market: Arc::new(Yesterday),
        ..world.context("yahoo", health)
    };
    for _ in 0..7 {
        yahoo.refresh(&context).await.unwrap();
    }
    let requests = server.requests();
    for all in [
        "interval=1d&period1=0&period2=9999999999&",
        "interval=1h&range=6mo&",
        "interval=5m&range=1mo&",
    ] {
        assert!(
            requests.iter().any(|one| one.path.contains(all)),
            "{all} {requests:?}"
        );
    }
}

#[tokio::test]
async fn all_coins_are_requested_in_one_call_with_the_key() {
    let body = r#"[{"id":"bitcoin","current_price":77671,"market_cap":1555886872303,"total_volume":33235034316,
        "price_change_percentage_24h":-0.95,"price_change_percentage_7d_in_currency":-4.04,"ath":126080,
        "last_updated":"2026-05-18T12:49:21.599Z"},{"id":"ethereum","current_price":null,"last_updated":null}]"#;
    let server = Server::start(move |_| Some(Reply::ok(body))).await;
    let mut world = World::new();
    let health = world.board.record("coingecko");
    let settings = settings::CoinGecko {
        base_url: server.base.clone(),
        api_key: "demo".to_owned(),
        ..settings::CoinGecko::default()
    };
    let catalogue = Catalogue::embedded().unwrap();
    let mut coins = CoinGecko::new(&settings, &catalogue, health.clone());
    let rest = world.refresh(&mut coins, &health).await.unwrap();
    assert!(rest.as_secs() >= 60);
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].header("x-cg-demo-api-key"), Some("demo"));
    let all_coins = catalogue
        .instruments
        .iter()
        .filter(|one| one.profile.kind == TickerKind::Crypto && one.coingecko.is_some())
        .count();
    let ids = requests[0].path.split("ids=").nth(1).unwrap();
    let ids = ids.split('&').next().unwrap();
    assert_eq!(ids.split("%2C").count(), all_coins);
    let updates = world.updates();
    let quote = updates.quote("BTC").unwrap();
    assert_eq!((quote.price, quote.change_7d), (77_671.0, Some(-4.04)));
    assert!(
        updates.quote("ETH").is_none(),
        "without a price there is no quote"
    );
}

#[tokio::test]
async fn a_rejected_key_is_reported_with_the_providers_message() {
    let body =
        r#"{"error":{"status":{"error_code":10012,"error_message":"the API key is wrong"}}}"#;
    let server = Server::start(move |_| Some(Reply::status(401, body))).await;
    let world = World::new();
    let health = world.board.record("coingecko");
    let settings = settings::CoinGecko {
        base_url: server.base.clone(),
        ..settings::CoinGecko::default()
    };
    let catalogue = Catalogue::embedded().unwrap();
    let mut coins = CoinGecko::new(&settings, &catalogue, health.clone());
    let error = world.refresh(&mut coins, &health).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the source refused: the API key is wrong"
    );
}

#[tokio::test]
async fn the_crypto_index_is_requested_once_an_hour() {
    let body = r#"{"name":"Fear and Greed Index","data":[{"value":"61","value_classification":"Greed",
        "timestamp":"1772582400","time_until_update":"3600"}],"metadata":{"error":null}}"#;
    let server = Server::start(move |_| Some(Reply::ok(body))).await;
    let mut world = World::new();
    let health = world.board.record("alternative_me");
    let settings = settings::AlternativeMe {
        base_url: server.base.clone(),
        every_seconds: 1,
        ..settings::AlternativeMe::default()
    };
    let mut index = FearGreedSource::new(AlternativeMe, settings.http_options(), health.clone());
    let rest = world.refresh(&mut index, &health).await.unwrap();
    assert!(rest.as_secs() >= 3_600, "{rest:?}");
    let [Update::FearGreed(reading)] = &world.updates().0[..] else {
        panic!("expected one reading");
    };
    assert_eq!((reading.value, reading.market.as_str()), (61.0, "crypto"));
    assert_eq!(
        world.health("alternative_me").state,
        ProviderState::Outdated,
        "the reading is of March"
    );
    assert_eq!(reading.indicators, None);
}

#[tokio::test]
async fn the_stock_index_is_read_with_components_and_http_418_is_retried_later() {
    let body = r#"{"fear_and_greed":{"score":41.4,"rating":"fear","timestamp":"2026-11-20T15:00:00+00:00"},
        "safe_haven_demand":{"score":12.5,"rating":"extreme fear"}}"#;
    let is_available = Arc::new(AtomicBool::new(true));
    let server_is_available = Arc::clone(&is_available);
    let server = Server::start(move |_| {
        Some(if server_is_available.load(Ordering::SeqCst) {
            Reply::ok(body)
        } else {
            Reply::status(418, "I'm a teapot. You're a bot.")
        })
    })
    .await;
    let mut world = World::new();
    let health = world.board.record("cnn");
    let settings = settings::Cnn {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::Cnn::default()
    };
    let mut index = FearGreedSource::new(Cnn, settings.http_options(), health.clone());
    world.refresh(&mut index, &health).await.unwrap();
    let [Update::FearGreed(reading)] = &world.updates().0[..] else {
        panic!("expected one reading");
    };
    assert_eq!((reading.value, reading.market.as_str()), (41.4, "stocks"));
    assert_eq!(reading.components[0].name, "Safe haven demand");
    assert!(
        server.requests()[0]
            .path
            .ends_with("/index/fearandgreed/graphdata")
    );
    is_available.store(false, Ordering::SeqCst);
    let error = world.refresh(&mut index, &health).await.unwrap_err();
    assert!(matches!(error, SourceError::Throttled { .. }), "{error}");
}

/// A market view with tickers but without bars.
struct Companies {
    /// Number of calendar dates that were fetched on the 20th.
    fetched: u64,
}

impl MarketView for Companies {
    fn tickers(&self) -> Vec<TickerInfo> {
        ["NVDA", "AAPL"]
            .map(|symbol| {
                TickerInfo::of(&Ticker::new(
                    TickerId(1),
                    Profile::new(symbol, symbol, TickerKind::Stock),
                ))
            })
            .into()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, source: &str, period: &str) -> u64 {
        assert_eq!(source, "nasdaq");
        if period == "2026-11-20" {
            self.fetched
        } else {
            0
        }
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Creates Nasdaq's calendar with `server` as its base URL. `fetched` dates were requested today before a restart.
fn calendar(world: &World, server: &Server, fetched: u64) -> (Nasdaq, Context) {
    let health = world.board.record("nasdaq");
    let settings = settings::Nasdaq {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::Nasdaq::default()
    };
    let registry = Registry::new(world.board.clone());
    let context = Context {
        market: Arc::new(Companies { fetched }),
        ..world.context("nasdaq", health.clone())
    };
    (Nasdaq::new(&settings, registry, health), context)
}

/// Refreshes until the delay is longer than the interval between two dates.
async fn read_all(calendar: &mut Nasdaq, context: &Context) {
    let mut rounds = 0;
    while calendar.refresh(context).await.unwrap() < Duration::from_secs(600) {
        rounds += 1;
        assert!(rounds < 60, "too many refreshes");
    }
}

#[tokio::test]
async fn fetched_earnings_dates_are_not_requested_again_after_a_restart() {
    let server = Server::start(|_| Some(Reply::ok(r#"{"data":null}"#))).await;
    let mut world = World::new();
    let (mut before, context) = calendar(&world, &server, 0);
    for _ in 0..3 {
        before.refresh(&context).await.unwrap();
    }
    let counts = |world: &mut World| -> Vec<(String, u64)> {
        let count = |update| match update {
            Update::Requests { period, count } => Some((period, count)),
            _ => None,
        };
        world.updates().0.into_iter().filter_map(count).collect()
    };
    let stored = counts(&mut world).pop().unwrap();
    assert_eq!(stored, ("2026-11-20".to_owned(), 3));
    let (mut after, context) = calendar(&world, &server, stored.1);
    read_all(&mut after, &context).await;
    let requests: Vec<String> = server
        .requests()
        .into_iter()
        .map(|request| request.path)
        .collect();
    let dates: std::collections::HashSet<&String> = requests.iter().collect();
    assert_eq!(
        dates.len(),
        requests.len(),
        "no date is requested twice: {requests:?}"
    );
    assert!(requests.len() > 20 && requests[3].ends_with("date=2026-11-25"));
    let count = u64::try_from(requests.len()).unwrap();
    assert_eq!(counts(&mut world).pop().unwrap().1, count);
}

#[tokio::test]
async fn a_body_without_a_calendar_is_not_a_day_without_reports() {
    let server = Server::start(|_| Some(Reply::ok(r#"{"message":"busy"}"#))).await;
    let mut world = World::new();
    let (mut calendar, context) = calendar(&world, &server, 0);
    let error = calendar.refresh(&context).await.unwrap_err();
    assert!(matches!(error, SourceError::InvalidResponse(_)), "{error}");
    assert!(world.updates().0.is_empty(), "no data is sent");
}

#[tokio::test]
async fn each_earnings_date_is_requested_once_a_day() {
    let server = Server::start(|request| {
        Some(if request.path.ends_with("date=2026-11-24") {
            Reply::ok(
                r#"{"data":{"rows":[{"symbol":"NVDA","time":"time-after-hours","epsForecast":"$2.01"},
                {"symbol":"ZZZZ","epsForecast":"$1.00"}]}}"#,
            )
        } else {
            Reply::ok(r#"{"data":null}"#)
        })
    })
    .await;
    let mut world = World::new();
    let (mut calendar, context) = calendar(&world, &server, 0);
    read_all(&mut calendar, &context).await;
    let requests: Vec<String> = server
        .requests()
        .into_iter()
        .map(|request| request.path)
        .collect();
    let days: std::collections::HashSet<&String> = requests.iter().collect();
    assert_eq!(
        days.len(),
        requests.len(),
        "no date is requested twice: {requests:?}"
    );
    assert!(requests[0].ends_with("/api/calendar/earnings?date=2026-11-20"));
    let is_requested = |date: &str| requests.iter().any(|path| path.ends_with(date));
    assert!(is_requested("2026-11-24") && is_requested("2026-11-19"));
    assert!(
        !is_requested("2026-11-26") && !is_requested("2026-11-21"),
        "no date is requested on which the exchange is closed"
    );
    let updates = world.updates().0;
    let events: Vec<_> = updates
        .iter()
        .filter_map(|update| match update {
            Update::EarningsOfDay { events, .. } => Some(events),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(events.len(), 1, "only the report of a ticker in the market");
    assert_eq!(events[0].estimated_eps, Some(2.01));
    world.clock.advance(86_400);
    calendar.refresh(&context).await.unwrap();
    assert_eq!(
        server.requests().len(),
        requests.len() + 1,
        "dates are requested again the next day"
    );
}

fn rss_settings(server: &Server, names: &[&str]) -> settings::Rss {
    settings::Rss {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        feeds: names
            .iter()
            .map(|&name| settings::Feed {
                name: name.to_owned(),
                title: format!("The {name}"),
                url: "https://unused.example/".to_owned(),
            })
            .collect(),
        ..settings::Rss::default()
    }
}

#[tokio::test]
async fn odd_feeds_become_articles() {
    let body = include_str!("../fixtures/providers/feed.xml");
    let server = Server::start(move |_| Some(Reply::ok(body))).await;
    let mut world = World::new();
    let health = world.board.record("rss");
    let mut rss = Rss::new(&rss_settings(&server, &["wire"]), health.clone());
    world.refresh(&mut rss, &health).await.unwrap();
    let updates = world.updates();
    let [Update::News(articles)] = &updates.0[..] else {
        panic!("expected one list of articles");
    };
    let titles: Vec<&str> = articles.iter().map(|one| one.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Chipmakers soar to record high",
            "Minutes of the Board's meeting on R&D",
            "Form 4 of the filer",
            "Form 4 of the issuer",
        ]
    );
    assert_eq!(articles[0].symbols, ["AMAT", "NVDA"]);
    assert_eq!(articles[0].sentiment, Sentiment::Positive);
    assert_eq!(articles[0].content, "Shares of both makers gained & more.");
    assert_eq!(articles[0].source, "The wire");
    assert_eq!(
        articles[1].published_at.to_string(),
        crate::world::NOW,
        "a future date is set to now"
    );
    let mut keys: Vec<&str> = articles.iter().map(|one| one.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 4, "two entries with one id are two articles");
    assert_eq!(articles[3].published_at.to_string(), "2024-03-16T01:45:18Z");
}

#[tokio::test]
async fn an_unchanged_feed_does_not_send_an_article_twice() {
    let server = Server::start(|request| {
        Some(if request.header("if-none-match").is_some() {
            Reply::status(304, "")
        } else {
            Reply::ok(include_str!("../fixtures/providers/feed.xml")).with("ETag", "\"1\"")
        })
    })
    .await;
    let mut world = World::new();
    let health = world.board.record("rss");
    let mut rss = Rss::new(&rss_settings(&server, &["wire"]), health.clone());
    let rest = world.refresh(&mut rss, &health).await.unwrap();
    world.clock.advance(i64::try_from(rest.as_secs()).unwrap());
    world.refresh(&mut rss, &health).await.unwrap();
    assert_eq!(server.requests().len(), 2);
    assert_eq!(world.updates().0.len(), 1);
}

#[tokio::test]
async fn feeds_continue_when_the_clock_is_set_back() {
    let server =
        Server::start(|_| Some(Reply::ok(include_str!("../fixtures/providers/feed.xml")))).await;
    let world = World::new();
    let health = world.board.record("rss");
    let mut rss = Rss::new(&rss_settings(&server, &["wire"]), health.clone());
    world.refresh(&mut rss, &health).await.unwrap();
    world.clock.advance(-10 * 3_600);
    // The timeout prevents a feed that waits for the clock from blocking the test.
    let limit = Duration::from_secs(30);
    let refresh = tokio::time::timeout(limit, world.refresh(&mut rss, &health)).await;
    assert!(refresh.is_ok_and(|refresh| refresh.is_ok()));
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_dead_feed_is_reported_and_does_not_delay_others() {
    let server = Server::start(|request| {
        Some(if request.path == "/dead" {
            Reply::status(500, "")
        } else {
            Reply::ok(include_str!("../fixtures/providers/feed.xml"))
        })
    })
    .await;
    let mut world = World::new();
    let health = world.board.record("rss");
    let mut rss = Rss::new(&rss_settings(&server, &["dead", "wire"]), health.clone());
    for _ in 0..4 {
        let rest = world.refresh(&mut rss, &health).await.unwrap();
        world.clock.advance(i64::try_from(rest.as_secs()).unwrap());
    }
    let requests = server.requests();
    let count = |path: &str| requests.iter().filter(|one| one.path == path).count();
    assert!(count("/wire") > count("/dead"), "{requests:?}");
    let error = world.health("rss").last_error.unwrap();
    assert!(error.contains("'dead'") && error.contains("500"), "{error}");
    let rss_health = world.health("rss");
    let failures = |at: usize| rss_health.parts[at].consecutive_failures;
    assert_eq!(
        rss_health.state,
        ProviderState::Degraded,
        "one of its feeds fails"
    );
    assert!(
        failures(0) > 0 && failures(1) == 0,
        "{:?}",
        rss_health.parts
    );
    assert!(!world.updates().0.is_empty());
}

#[tokio::test]
async fn a_throttling_feed_is_retried_within_a_minute_or_after_its_delay() {
    for (retry_after, seconds) in [(None, 60), (Some("240"), 240)] {
        let is_busy = Arc::new(AtomicBool::new(true));
        let switch = Arc::clone(&is_busy);
        let server = Server::start(move |_| {
            Some(if switch.swap(false, Ordering::SeqCst) {
                let reply = Reply::status(429, "");
                match retry_after {
                    Some(seconds) => reply.with("Retry-After", seconds),
                    None => reply,
                }
            } else {
                Reply::ok(include_str!("../fixtures/providers/feed.xml"))
            })
        })
        .await;
        let mut world = World::new();
        let health = world.board.record("rss");
        let mut rss = Rss::new(&rss_settings(&server, &["wire"]), health.clone());
        let error = world.refresh(&mut rss, &health).await.unwrap_err();
        assert!(error.to_string().contains("slow down"), "{error}");
        world.clock.advance(seconds);
        // The timeout prevents a feed that waits for the clock from blocking the test.
        let limit = Duration::from_secs(30);
        let refresh = tokio::time::timeout(limit, world.refresh(&mut rss, &health)).await;
        assert!(refresh.is_ok_and(|refresh| refresh.is_ok()));
        assert_eq!(world.updates().0.len(), 1);
    }
}

#[tokio::test]
async fn the_provider_fails_if_every_feed_fails() {
    let server = Server::start(|_| Some(Reply::ok("<html>Attention</html>"))).await;
    let world = World::new();
    let health = world.board.record("rss");
    let mut rss = Rss::new(&rss_settings(&server, &["a", "b"]), health.clone());
    let error = world.refresh(&mut rss, &health).await.unwrap_err();
    assert!(error.to_string().contains("web page"), "{error}");
}

#[tokio::test]
async fn all_feeds_recover_with_the_network_and_none_is_reported_ok_before() {
    let down = Arc::new(AtomicBool::new(true));
    let switch = Arc::clone(&down);
    let server = Server::start(move |_| {
        Some(if switch.load(Ordering::SeqCst) {
            Reply::status(500, "")
        } else {
            Reply::ok(include_str!("../fixtures/providers/feed.xml"))
        })
    })
    .await;
    let mut world = World::new();
    let health = world.board.record("rss");
    let mut rss = Rss::new(&rss_settings(&server, &["a", "b"]), health.clone());
    for refresh in 1..=2 {
        assert!(world.refresh(&mut rss, &health).await.is_err());
        assert_eq!(
            server.requests().len(),
            2 * refresh,
            "every refresh requests both feeds"
        );
    }
    down.store(false, Ordering::SeqCst);
    world.refresh(&mut rss, &health).await.unwrap();
    assert_eq!(
        world.updates().0.len(),
        2,
        "the feeds have no back-off of their own"
    );
}
