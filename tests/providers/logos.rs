//! Logos: the server fetches each logo once, from the URLs that providers supply, and stores it.

use std::{
    io::Read as _,
    path::Path,
    sync::{Arc, Mutex},
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        Clock, Timestamp,
        logo::{LogoImage, LogoStatus, MAX_LOGOS},
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{self, settings},
    source::{Context, MarketView, Source, SourceError, SourceSpec, TickerInfo, Update},
};
use serde_json::{Value, json};

use crate::{
    enabled::settings_with_only,
    program::{Program, Running, poll},
    server::{Reply, Request, Server},
    world::{NOW, World},
};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and the rest of it";
const KEY: &str = "a-key-of-ones-own";

/// A market view with the logo status of its tickers.
struct LogoMarket(Mutex<Vec<TickerInfo>>);

impl LogoMarket {
    fn of(tickers: &[(&str, TickerKind)]) -> Arc<Self> {
        let entry = |(symbol, kind): &(&str, TickerKind)| {
            let profile = Profile::new(*symbol, *symbol, *kind);
            TickerInfo::of(&Ticker::new(TickerId(1), profile))
        };
        Arc::new(Self(Mutex::new(tickers.iter().map(entry).collect())))
    }

    fn set_status(&self, symbol: &str, status: LogoStatus) {
        let mut tickers = self.0.lock().unwrap();
        let ticker = tickers.iter_mut().find(|ticker| ticker.symbol == symbol);
        ticker.unwrap().logo = Some(status);
    }
}

impl MarketView for LogoMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        self.0.lock().unwrap().clone()
    }

    fn last_bar(&self, _: &str, _: marketdeck::domain::bar::Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        vec!["ETH".to_owned()]
    }
}

/// Returns `CoinGecko`'s entry of a coin with the logo URL `image`.
fn coin(id: &str, image: &str) -> Value {
    json!({ "id": id, "current_price": 2.5, "image": image, "last_updated": "2026-11-20T15:29:00Z" })
}

/// Returns the sources of the live market, all with `server` as their base URL; `is_on` enables logos.
fn sources(world: &World, server: &Server, is_on: bool) -> Vec<SourceSpec> {
    let settings = settings::Providers {
        coingecko: settings::CoinGecko {
            enabled: true,
            base_url: server.base.clone(),
            min_gap_ms: 0,
            ..settings::CoinGecko::default()
        },
        finnhub: settings::Finnhub {
            enabled: true,
            base_url: server.base.clone(),
            min_gap_ms: 0,
            api_key: KEY.to_owned(),
            ..settings::Finnhub::default()
        },
        logos: settings::Logos {
            enabled: is_on,
            min_gap_ms: 0,
            ..settings::Logos::default()
        },
        ..settings_with_only(&[])
    };
    let catalogue = Catalogue::embedded().unwrap();
    let clock: Arc<dyn Clock> = world.any_clock();
    providers::live(&settings, catalogue, &world.board, &clock).sources
}

/// Builds the source with this name; returns it with its context.
fn build_source(
    world: &World,
    specs: &[SourceSpec],
    name: &str,
    market: &Arc<LogoMarket>,
) -> (Box<dyn Source>, Context) {
    let spec = specs.iter().find(|spec| spec.name == name).unwrap();
    let context = Context {
        market: Arc::clone(market) as _,
        ..world.context(spec.name, spec.health.clone())
    };
    ((spec.build)(spec.health.clone()), context)
}

/// Returns the logos that were fetched since the last call, as symbol and image.
fn logos(world: &mut World) -> Vec<(String, Option<LogoImage>)> {
    let updates = world.updates().0.into_iter();
    let logo = |update| match update {
        Update::Logo { symbol, image } => Some((symbol, image)),
        _ => None,
    };
    updates.filter_map(logo).collect()
}

fn images_of(base: String) -> impl Fn(&Request) -> Option<Reply> {
    move |request| {
        let path = request.path.as_str();
        Some(match path {
            _ if path.starts_with("/api/v3/") => Reply::ok(
                json!([
                    coin("bitcoin", &format!("{}/btc.png", base_of(request, &base))),
                    coin("ethereum", &format!("{}/eth.svg", base_of(request, &base))),
                    coin("solana", "https://assets.coingecko.com/undefined.png"),
                    coin("ripple", "http://192.168.1.1/admin.png"),
                    coin("cardano", &format!("{}/huge.png", base_of(request, &base))),
                ])
                .to_string(),
            ),
            _ if path.starts_with("/api/v1/stock/profile2?symbol=AAPL") => {
                assert_eq!(request.header("x-finnhub-token"), Some(KEY));
                let logo = format!("{}/apple.webp", base_of(request, &base));
                Reply::ok(json!({ "name": "Apple Inc", "logo": logo }).to_string())
            }
            _ if path.starts_with("/api/v1/stock/profile2") => Reply::ok("{}"),
            "/btc.png" => Reply::ok(PNG),
            "/eth.svg" => Reply::ok("<svg xmlns='http://www.w3.org/2000/svg'/>")
                .with("Content-Type", "image/png"),
            "/huge.png" => Reply::ok([PNG, &vec![0; 100_000]].concat()),
            "/apple.webp" => Reply::ok(&b"RIFF\x10\0\0\0WEBPVP8 "[..]),
            _ => Reply::status(500, ""),
        })
    }
}

/// Returns the base URL of the server that received the request.
fn base_of(request: &Request, otherwise: &str) -> String {
    let host = request.header("host");
    host.map_or_else(|| otherwise.to_owned(), |host| format!("http://{host}"))
}

#[tokio::test]
async fn logos_are_fetched_once_and_other_content_is_not_stored() {
    let server = Server::start(images_of(String::new())).await;
    let mut world = World::new();
    let market = LogoMarket::of(&[
        ("BTC", TickerKind::Crypto),
        ("ETH", TickerKind::Crypto),
        ("SOL", TickerKind::Crypto),
        ("XRP", TickerKind::Crypto),
        ("ADA", TickerKind::Crypto),
        ("AAPL", TickerKind::Stock),
        ("NOPE", TickerKind::Stock),
        ("GC=F", TickerKind::Commodity),
        ("SPY", TickerKind::Etf),
    ]);
    let specs = sources(&world, &server, true);
    let (mut coins, coins_context) = build_source(&world, &specs, "coingecko", &market);
    coins.refresh(&coins_context).await.unwrap();
    let (mut source, context) = build_source(&world, &specs, "logos", &market);
    for _ in 0..12 {
        source.refresh(&context).await.unwrap();
    }
    let png = LogoImage::new(PNG).unwrap();
    let webp = LogoImage::new(b"RIFF\x10\0\0\0WEBPVP8 ").unwrap();
    let expected = [
        ("ETH", None),
        ("BTC", Some(png)),
        ("SOL", None),
        ("XRP", None),
        ("ADA", None),
        ("AAPL", Some(webp)),
        ("NOPE", None),
    ];
    let expected: Vec<_> = expected
        .into_iter()
        .map(|(symbol, image)| (symbol.to_owned(), image))
        .collect();
    assert_eq!(logos(&mut world), expected, "watched symbols come first");
    let requests: Vec<_> = server
        .requests()
        .into_iter()
        .map(|request| request.path)
        .collect();
    let times = |path: &str| requests.iter().filter(|request| *request == path).count();
    assert_eq!((times("/btc.png"), times("/eth.svg")), (1, 1));
    let error = world.health("logos").last_error.unwrap();
    assert!(error.contains("the logo of"), "{error}");
    let failures = world.board.symbol_failures();
    assert!(failures.is_empty(), "no price is missing");

    // After a week, only failed logos are due again; after a month, all are.
    let now: Timestamp = NOW.parse().unwrap();
    let status = |days_ago: i64, is_fetched: bool| {
        let attempted_at = Timestamp::from_second(now.as_second() - days_ago * 86_400).unwrap();
        LogoStatus {
            attempted_at,
            fetched_at: is_fetched.then_some(attempted_at),
        }
    };
    for (symbol, days, is_fetched) in [
        ("BTC", 29, true),
        ("ETH", 6, false),
        ("SOL", 8, false),
        ("XRP", 1, false),
        ("ADA", 1, false),
        ("AAPL", 31, true),
        ("NOPE", 6, false),
    ] {
        market.set_status(symbol, status(days, is_fetched));
    }
    let (mut source, context) = build_source(&world, &specs, "logos", &market);
    for _ in 0..4 {
        source.refresh(&context).await.unwrap();
    }
    let symbols: Vec<_> = logos(&mut world).into_iter().map(|(of, _)| of).collect();
    assert_eq!(symbols, ["SOL", "AAPL"]);
}

#[tokio::test]
async fn an_unreachable_logo_is_retried_the_same_day_and_does_not_delay_others() {
    let server = Server::start(|request| {
        Some(match request.path.as_str() {
            "/btc.png" => Reply::status(503, ""),
            "/eth.svg" => Reply::ok(PNG),
            path if path.starts_with("/api/v3/") => Reply::ok(
                json!([
                    coin("bitcoin", &format!("{}/btc.png", base_of(request, ""))),
                    coin("ethereum", &format!("{}/eth.svg", base_of(request, ""))),
                ])
                .to_string(),
            ),
            _ => Reply::status(500, ""),
        })
    })
    .await;
    let mut world = World::new();
    let market = LogoMarket::of(&[("BTC", TickerKind::Crypto), ("ETH", TickerKind::Crypto)]);
    let specs = sources(&world, &server, true);
    let (mut coins, coins_context) = build_source(&world, &specs, "coingecko", &market);
    coins.refresh(&coins_context).await.unwrap();
    let (mut source, context) = build_source(&world, &specs, "logos", &market);
    source.refresh(&context).await.unwrap();
    let outcome = source.refresh(&context).await;
    assert!(matches!(outcome, Err(SourceError::AccessDenied { .. })));
    let symbols: Vec<_> = logos(&mut world).into_iter().map(|(of, _)| of).collect();
    assert_eq!(
        symbols,
        ["ETH"],
        "no result is stored for the unreachable logo"
    );
}

#[tokio::test]
async fn logos_are_stored_up_to_the_limit_and_requested_again_when_due() {
    let server = Server::start(images_of(String::new())).await;
    let mut world = World::new();
    let attempted_at = Timestamp::from_second(0).unwrap();
    let failed_status = |attempted_at| LogoStatus {
        attempted_at,
        fetched_at: Some(attempted_at),
    };
    let names: Vec<_> = (1..MAX_LOGOS).map(|at| format!("S{at}")).collect();
    let mut tickers = vec![("BTC", TickerKind::Crypto), ("AAPL", TickerKind::Stock)];
    tickers.extend(names.iter().map(|name| (name.as_str(), TickerKind::Stock)));
    let market = LogoMarket::of(&tickers);
    for name in &names {
        market.set_status(name, failed_status(NOW.parse().unwrap()));
    }
    market.set_status("BTC", failed_status(attempted_at));
    let specs = sources(&world, &server, true);
    let (mut coins, coins_context) = build_source(&world, &specs, "coingecko", &market);
    coins.refresh(&coins_context).await.unwrap();
    let (mut source, context) = build_source(&world, &specs, "logos", &market);
    for _ in 0..3 {
        source.refresh(&context).await.unwrap();
    }
    let symbols: Vec<_> = logos(&mut world).into_iter().map(|(of, _)| of).collect();
    assert_eq!(symbols, ["BTC"]);
}

#[tokio::test]
async fn no_logo_is_requested_unless_enabled() {
    let server = Server::start(images_of(String::new())).await;
    let world = World::new();
    let specs = sources(&world, &server, false);
    assert!(specs.iter().all(|spec| spec.name != "logos"));
    assert!(!settings::Providers::default().logos.enabled);
}

fn start(server: &Server, folder: &Path) -> Running {
    let config = folder.join("config.toml");
    let off = [
        "yahoo",
        "yahoo_stream",
        "coinbase",
        "kraken",
        "alternative_me",
        "cnn",
        "nasdaq",
        "defillama",
        "rss",
    ]
    .map(|name| format!("[providers.{name}]\nenabled = false\n"));
    let text = format!(
        "market = 'live'\n{}[providers.coingecko]\nbase_url = '{}'\nmin_gap_ms = 100\n\
         [providers.logos]\nenabled = true\nmin_gap_ms = 100\n",
        off.concat(),
        server.base
    );
    std::fs::write(&config, text).unwrap();
    let mut program = Program::at(NOW, folder);
    program.command.arg("--config").arg(&config);
    program.serve()
}

/// Waits until Bitcoin has a logo, and returns its URL.
fn logo_of_bitcoin(running: &Running) -> String {
    poll("a logo of Bitcoin", || {
        let ticker = running.json("/api/tickers/BTC");
        ticker["logo"].as_str().map(str::to_owned)
    })
}

/// Returns the header and the body of a response.
fn raw(running: &Running, path: &str, header: &str) -> (String, Vec<u8>) {
    let request = format!(
        "GET /{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{header}\r\n",
        running.address
    );
    let mut response = Vec::new();
    running.open(&request).read_to_end(&mut response).unwrap();
    let end = response.windows(4).position(|four| four == b"\r\n\r\n");
    let body = response.split_off(end.unwrap() + 4);
    (String::from_utf8(response).unwrap().to_lowercase(), body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_serves_the_logo_to_browsers_also_after_a_restart() {
    let server = Server::start(images_of(String::new())).await;
    let folder = tempfile::tempdir().unwrap();
    let mut running = start(&server, folder.path());
    let address = logo_of_bitcoin(&running);
    assert!(address.starts_with("api/tickers/"), "{address}");
    let (header, body) = raw(&running, &address, "");
    assert_eq!(body, PNG);
    for line in [
        "200 ok",
        "content-type: image/png",
        "cache-control: public, max-age=2592000, immutable",
        "x-content-type-options: nosniff",
    ] {
        assert!(header.contains(line), "{line} in {header}");
    }
    let tag = header.lines().find_map(|line| line.strip_prefix("etag: "));
    let if_none_match = format!("if-none-match: {}\r\n", tag.unwrap());
    let (header, body) = raw(&running, &address, &if_none_match);
    assert!(
        header.contains("304 not modified") && body.is_empty(),
        "{header}"
    );
    let other = running.json("/api/tickers/ETH");
    assert!(other["logo"].is_null(), "an SVG is not accepted as a logo");
    let (status, _) = running.get(&format!("/api/tickers/{}/logo", other["id"]));
    assert_eq!(status, 404);
    running.signal("TERM");
    assert!(running.wait().success());

    let times = || {
        let requests = server.requests();
        requests
            .iter()
            .filter(|request| request.path == "/btc.png")
            .count()
    };
    let before = times();
    let running = start(&server, folder.path());
    assert_eq!(
        logo_of_bitcoin(&running),
        address,
        "the URL is the same, so that browsers keep it cached"
    );
    assert_eq!(raw(&running, &address, "").1, PNG);
    poll("the logo status after the restart", || {
        let status = running.json("/api/status");
        let logos = status["providers"]
            .as_array()?
            .iter()
            .find(|one| one["name"] == "logos")?;
        logos["lastSuccess"].is_string().then_some(())
    });
    assert_eq!((before, times()), (1, 1));
}
