//! Error texts from providers as Marketdeck repeats them: one short line without a key. Also sources that respond but
//! supply no data.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        bar::Interval,
        provider::ProviderState,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        coingecko::CoinGecko,
        core::capability::{Order, Registry},
        fear_greed::{AlternativeMe, FearGreedSource},
        finnhub::Finnhub,
        nasdaq::Nasdaq,
        settings,
        twelve_data::TwelveData,
    },
    source::{Context, MarketView, Source, TickerInfo, Update, health::HealthRecord},
};

use crate::{
    server::{Reply, Server},
    world::World,
};

const KEY: &str = "FAKEKEYd0n0tl34k9876";
/// The maximum number of characters.
const MAX_CHARACTERS: usize = 300;

/// A market view of stocks, none of which is watched.
struct StockMarket(usize);

impl MarketView for StockMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        let stock = |number: usize| {
            let symbol = format!("S{}", "ABCDEFGHIJ".get(number..=number).unwrap_or_default());
            let profile = Profile::new(&symbol, &symbol, TickerKind::Stock);
            TickerInfo::of(&Ticker::new(TickerId(number as u32 + 1), profile))
        };
        (0..self.0).map(stock).collect()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        Some(100.0)
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }
}

fn context(world: &World, name: &'static str, stocks: usize) -> (Context, HealthRecord) {
    let health = world.board.record(name);
    let context = Context {
        market: Arc::new(StockMarket(stocks)),
        ..world.context(name, health.clone())
    };
    (context, health)
}

fn coingecko(server: &Server, health: HealthRecord) -> CoinGecko {
    let settings = settings::CoinGecko {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        api_key: KEY.to_owned(),
        ..settings::CoinGecko::default()
    };
    CoinGecko::new(&settings, &Catalogue::embedded().unwrap(), health)
}

fn twelve_data(world: &World, server: &Server, health: HealthRecord) -> TwelveData {
    let settings = settings::TwelveData {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        api_key: KEY.to_owned(),
        ..settings::TwelveData::default()
    };
    let order = Order {
        quotes: vec!["twelve_data".to_owned()],
        ..Order::default()
    };
    let mut registry = Registry::with_order(world.board.clone(), order);
    registry.add::<TwelveData>();
    TwelveData::new(&settings, registry, health)
}

fn finnhub(world: &World, server: &Server, health: HealthRecord) -> Finnhub {
    let settings = settings::Finnhub {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        api_key: KEY.to_owned(),
        ..settings::Finnhub::default()
    };
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Finnhub>();
    Finnhub::new(&settings, registry, health)
}

/// Returns all errors of sources and symbols after a refresh.
async fn all_errors(world: &World, source: &mut dyn Source, context: &Context) -> Vec<String> {
    if let Err(error) = source.refresh(context).await {
        let now = context.clock.now();
        context.health.failed(now, &error, Duration::from_secs(60));
    }
    let errors = world
        .board
        .list()
        .into_iter()
        .filter_map(|one| one.last_error);
    let symbols = world.board.symbol_failures().into_iter();
    errors.chain(symbols.map(|one| one.error)).collect()
}

#[tokio::test]
async fn error_texts_of_sources_with_keys_are_short_and_reveal_no_key() {
    let percent: String = KEY
        .bytes()
        .fold(String::new(), |text, byte| text + &format!("%{byte:02X}"));
    for key in [KEY.to_owned(), KEY.to_lowercase(), percent] {
        let words = format!(r"API\r\nKey {key}\nis invalid {}", "x".repeat(2_000_000));
        let coins =
            format!(r#"{{"error":{{"status":{{"error_code":10012,"error_message":"{words}"}}}}}}"#);
        let plain = format!(r#"{{"error":"{words}"}}"#);
        let stocks =
            |code: u16| format!(r#"{{"code":{code},"message":"{words}","status":"error"}}"#);
        for (name, status, body) in [
            ("coingecko", 401, coins.clone()),
            ("coingecko", 200, coins),
            ("coingecko", 403, plain.clone()),
            ("twelve_data", 200, stocks(500)),
            ("twelve_data", 404, stocks(404)),
            ("finnhub", 200, plain.clone()),
            ("finnhub", 403, plain),
        ] {
            let server = Server::start(move |_| Some(Reply::status(status, body.clone()))).await;
            let world = World::new();
            let (context, health) = context(&world, name, 1);
            let mut source: Box<dyn Source> = match name {
                "coingecko" => Box::new(coingecko(&server, health)),
                "finnhub" => Box::new(finnhub(&world, &server, health)),
                _ => Box::new(twelve_data(&world, &server, health)),
            };
            let all = all_errors(&world, &mut *source, &context).await;
            assert!(!all.is_empty(), "{name} {status}");
            for text in all {
                assert!(
                    text.contains("API Key (key) is invalid xxx"),
                    "{name} {status}: {text}"
                );
                assert!(text.chars().count() <= MAX_CHARACTERS, "{name} {status}");
            }
        }
    }
}

#[tokio::test]
async fn error_texts_of_sources_without_keys_are_one_short_line_too() {
    let words = format!(r"try\nlater {}", "x".repeat(2_000_000));
    let world = World::new();
    let body = format!(r#"{{"data":[],"metadata":{{"error":"{words}"}}}}"#);
    let server = Server::start(move |_| Some(Reply::ok(body.clone()))).await;
    let (index_context, health) = context(&world, "alternative_me", 1);
    let settings = settings::AlternativeMe {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::AlternativeMe::default()
    };
    let mut index = FearGreedSource::new(AlternativeMe, settings.http_options(), health);
    let mut errors = all_errors(&world, &mut index, &index_context).await;
    let body = format!(
        r#"{{"data":null,"status":{{"rCode":400,"bCodeMessage":[{{"errorMessage":"{words}"}}]}}}}"#
    );
    let server = Server::start(move |_| Some(Reply::ok(body.clone()))).await;
    let (mut calendar, calendar_context) = nasdaq(&world, &server);
    errors.extend(all_errors(&world, &mut calendar, &calendar_context).await);
    assert_eq!(errors.len(), 3);
    for text in errors {
        assert!(text.contains("try later xxx"), "{text}");
        assert!(text.chars().count() <= MAX_CHARACTERS);
    }
}

#[tokio::test]
async fn a_source_without_data_for_any_symbol_fails() {
    for (status, body) in [
        (
            200,
            r#"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#,
        ),
        (
            403,
            r#"{"error":"You don't have access to this resource."}"#,
        ),
    ] {
        let server = Server::start(move |_| Some(Reply::status(status, body))).await;
        let world = World::new();
        let (context, health) = context(&world, "finnhub", 9);
        let mut source = finnhub(&world, &server, health);
        for _ in 0..4 {
            source.refresh(&context).await.unwrap();
        }
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(
            error.contains("no data for any of the last 5 symbols"),
            "{error}"
        );
        assert_eq!(
            error.contains("You don't have access"),
            status == 403,
            "{error}"
        );
    }
    let missing = r#"{"code":404,"message":"**symbol** not found","status":"error"}"#;
    let server = Server::start(move |_| Some(Reply::ok(missing))).await;
    let world = World::new();
    let (context, health) = context(&world, "twelve_data", 2);
    let mut source = twelve_data(&world, &server, health);
    source.refresh(&context).await.unwrap();
    let error = source.refresh(&context).await.unwrap_err().to_string();
    assert!(
        error.contains("last 2 symbols") && error.contains("not found"),
        "{error}"
    );
}

fn nasdaq(world: &World, server: &Server) -> (Nasdaq, Context) {
    let (context, health) = context(world, "nasdaq", 3);
    let settings = settings::Nasdaq {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::Nasdaq::default()
    };
    let registry = Registry::new(world.board.clone());
    (Nasdaq::new(&settings, registry, health), context)
}

#[tokio::test]
async fn a_calendar_without_companies_on_any_day_fails() {
    let server = Server::start(|_| Some(Reply::ok(r#"{"data":null}"#))).await;
    let world = World::new();
    let (mut calendar, context) = nasdaq(&world, &server);
    while calendar.refresh(&context).await.unwrap() < Duration::from_secs(600) {
        assert_eq!(world.health("nasdaq").state, ProviderState::Waiting);
    }
    let health = world.health("nasdaq");
    assert_eq!(health.state, ProviderState::Outdated);
    let error = health.last_error.unwrap();
    assert!(error.starts_with("No reports on any of "), "{error}");
}

#[tokio::test]
async fn a_date_without_a_calendar_is_requested_again_and_does_not_delay_others() {
    let server = Server::start(|request| {
        let is_odd = request.path.ends_with("2026-11-24");
        Some(Reply::ok(if is_odd {
            r#"{"data":{"rows":"Service unavailable"}}"#
        } else {
            r#"{"data":{"rows":[{"symbol":"SA","epsForecast":"$1.00"},null,{"symbol":"sb"}]}}"#
        }))
    })
    .await;
    let mut world = World::new();
    let (mut calendar, context) = nasdaq(&world, &server);
    let mut failures = 0;
    for _ in 0..40 {
        failures += u32::from(calendar.refresh(&context).await.is_err());
    }
    let requests = server.requests();
    let request_count = |date: &str| {
        requests
            .iter()
            .filter(|one| one.path.ends_with(date))
            .count()
    };
    assert_eq!(
        (
            request_count("2026-11-23"),
            request_count("2026-11-25"),
            request_count("2026-11-19")
        ),
        (1, 1, 1)
    );
    let failed_date = request_count("2026-11-24");
    assert!(failed_date > 5 && failures as usize == failed_date);
    let listed = world
        .updates()
        .0
        .into_iter()
        .filter_map(|update| match update {
            Update::EarningsOfDay { events, .. } => Some(events.len()),
            _ => None,
        });
    assert!(
        listed.into_iter().all(|count| count == 2),
        "each other date has two companies"
    );
}
