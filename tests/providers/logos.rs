//! Logos: the server fetches each once, from the places that providers name, and stores it.

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
    program::{Program, Running, poll},
    server::{Reply, Request, Server},
    world::{NOW, World},
};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and the rest of it";
const KEY: &str = "a-key-of-ones-own";

/// Some tickers, with the state of their logos.
struct Listed(Mutex<Vec<TickerInfo>>);

impl Listed {
    fn of(tickers: &[(&str, TickerKind)]) -> Arc<Self> {
        let known = |(symbol, kind): &(&str, TickerKind)| {
            let profile = Profile::new(*symbol, *symbol, *kind);
            TickerInfo::of(&Ticker::new(TickerId(1), profile))
        };
        Arc::new(Self(Mutex::new(tickers.iter().map(known).collect())))
    }

    fn note(&self, symbol: &str, note: LogoStatus) {
        let mut tickers = self.0.lock().unwrap();
        let ticker = tickers.iter_mut().find(|ticker| ticker.symbol == symbol);
        ticker.unwrap().logo = Some(note);
    }
}

impl MarketView for Listed {
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

/// `CoinGecko`'s entry of a coin whose logo is at `image`.
fn coin(id: &str, image: &str) -> Value {
    json!({ "id": id, "current_price": 2.5, "image": image, "last_updated": "2026-11-20T15:29:00Z" })
}

/// The sources of the live market with logos enabled, all with `server` as their base URL.
fn sources(world: &World, server: &Server, is_on: bool) -> Vec<SourceSpec> {
    let settings = settings::Providers {
        coingecko: settings::CoinGecko {
            base_url: server.base.clone(),
            min_gap_ms: 0,
            ..settings::CoinGecko::default()
        },
        finnhub: settings::Finnhub {
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
        ..settings::Providers::default()
    };
    let catalogue = Catalogue::embedded().unwrap();
    let clock: Arc<dyn Clock> = world.any_clock();
    providers::live(&settings, catalogue, &world.board, &clock).sources
}

/// The source with this name, and its context.
fn made(
    world: &World,
    specs: &[SourceSpec],
    name: &str,
    known: &Arc<Listed>,
) -> (Box<dyn Source>, Context) {
    let spec = specs.iter().find(|spec| spec.name == name).unwrap();
    let context = Context {
        market: Arc::clone(known) as _,
        ..world.context(spec.name, spec.health.clone())
    };
    ((spec.build)(spec.health.clone()), context)
}

/// The symbols whose logos were fetched since the last call, in order, with the images.
fn logos(world: &mut World) -> Vec<(String, Option<LogoImage>)> {
    let updates = world.updates().0.into_iter();
    let logo = |update| match update {
        Update::Logo { symbol, image } => Some((symbol, image)),
        _ => None,
    };
    updates.filter_map(logo).collect()
}

fn images_of(base: String) -> impl Fn(&Request) -> Option<Reply> {
    move |asked| {
        let path = asked.path.as_str();
        Some(match path {
            _ if path.starts_with("/api/v3/") => Reply::ok(
                json!([
                    coin("bitcoin", &format!("{}/btc.png", base_of(asked, &base))),
                    coin("ethereum", &format!("{}/eth.svg", base_of(asked, &base))),
                    coin("solana", "https://assets.coingecko.com/undefined.png"),
                    coin("ripple", "http://192.168.1.1/admin.png"),
                    coin("cardano", &format!("{}/huge.png", base_of(asked, &base))),
                ])
                .to_string(),
            ),
            _ if path.starts_with("/api/v1/stock/profile2?symbol=AAPL") => {
                assert_eq!(asked.header("x-finnhub-token"), Some(KEY));
                let logo = format!("{}/apple.webp", base_of(asked, &base));
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

/// The base URL of the server that received the request.
fn base_of(asked: &Request, otherwise: &str) -> String {
    let host = asked.header("host");
    host.map_or_else(|| otherwise.to_owned(), |host| format!("http://{host}"))
}

#[tokio::test]
async fn logos_are_fetched_once_and_other_content_is_not_stored() {
    let server = Server::start(images_of(String::new())).await;
    let mut world = World::new();
    let known = Listed::of(&[
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
    let (mut coins, coins_context) = made(&world, &specs, "coingecko", &known);
    coins.refresh(&coins_context).await.unwrap();
    let (mut source, context) = made(&world, &specs, "logos", &known);
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
    let asked: Vec<_> = server
        .requests()
        .into_iter()
        .map(|asked| asked.path)
        .collect();
    let times = |path: &str| asked.iter().filter(|asked| *asked == path).count();
    assert_eq!((times("/btc.png"), times("/eth.svg")), (1, 1));
    let error = world.health("logos").last_error.unwrap();
    assert!(error.contains("the logo of"), "{error}");
    let failures = world.board.symbol_failures();
    assert!(failures.is_empty(), "no price is missing");

    // A month later all are due again; a week later only the failed ones.
    let now: Timestamp = NOW.parse().unwrap();
    let note = |asked: i64, is_fetched: bool| {
        let asked_at = Timestamp::from_second(now.as_second() - asked * 86_400).unwrap();
        LogoStatus {
            asked_at,
            fetched_at: is_fetched.then_some(asked_at),
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
        known.note(symbol, note(days, is_fetched));
    }
    let (mut source, context) = made(&world, &specs, "logos", &known);
    for _ in 0..4 {
        source.refresh(&context).await.unwrap();
    }
    let symbols: Vec<_> = logos(&mut world).into_iter().map(|(of, _)| of).collect();
    assert_eq!(symbols, ["SOL", "AAPL"]);
}

#[tokio::test]
async fn an_unreachable_logo_is_retried_the_same_day_and_delays_no_other() {
    let server = Server::start(|asked| {
        Some(match asked.path.as_str() {
            "/btc.png" => Reply::status(503, ""),
            "/eth.svg" => Reply::ok(PNG),
            path if path.starts_with("/api/v3/") => Reply::ok(
                json!([
                    coin("bitcoin", &format!("{}/btc.png", base_of(asked, ""))),
                    coin("ethereum", &format!("{}/eth.svg", base_of(asked, ""))),
                ])
                .to_string(),
            ),
            _ => Reply::status(500, ""),
        })
    })
    .await;
    let mut world = World::new();
    let known = Listed::of(&[("BTC", TickerKind::Crypto), ("ETH", TickerKind::Crypto)]);
    let specs = sources(&world, &server, true);
    let (mut coins, coins_context) = made(&world, &specs, "coingecko", &known);
    coins.refresh(&coins_context).await.unwrap();
    let (mut source, context) = made(&world, &specs, "logos", &known);
    source.refresh(&context).await.unwrap();
    let refused = source.refresh(&context).await;
    assert!(matches!(refused, Err(SourceError::NotAllowed { .. })));
    let symbols: Vec<_> = logos(&mut world).into_iter().map(|(of, _)| of).collect();
    assert_eq!(symbols, ["ETH"], "no result is stored for the other");
}

#[tokio::test]
async fn logos_are_stored_up_to_the_limit_and_requested_again_when_due() {
    let server = Server::start(images_of(String::new())).await;
    let mut world = World::new();
    let asked_at = Timestamp::from_second(0).unwrap();
    let kept = |asked_at| LogoStatus {
        asked_at,
        fetched_at: Some(asked_at),
    };
    let names: Vec<_> = (1..MAX_LOGOS).map(|at| format!("S{at}")).collect();
    let mut tickers = vec![("BTC", TickerKind::Crypto), ("AAPL", TickerKind::Stock)];
    tickers.extend(names.iter().map(|name| (name.as_str(), TickerKind::Stock)));
    let known = Listed::of(&tickers);
    for name in &names {
        known.note(name, kept(NOW.parse().unwrap()));
    }
    known.note("BTC", kept(asked_at));
    let specs = sources(&world, &server, true);
    let (mut coins, coins_context) = made(&world, &specs, "coingecko", &known);
    coins.refresh(&coins_context).await.unwrap();
    let (mut source, context) = made(&world, &specs, "logos", &known);
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

/// The URL of bitcoin's logo, once it is available.
fn logo_of_bitcoin(running: &Running) -> String {
    poll("the logo", || {
        let ticker = running.json("/api/tickers/BTC");
        ticker["logo"].as_str().map(str::to_owned)
    })
}

/// The head and the body of a response.
fn raw(running: &Running, path: &str, header: &str) -> (String, Vec<u8>) {
    let request = format!(
        "GET /{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{header}\r\n",
        running.address
    );
    let mut answer = Vec::new();
    running.open(&request).read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let body = answer.split_off(end.unwrap() + 4);
    (String::from_utf8(answer).unwrap().to_lowercase(), body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_serves_the_logo_to_browsers_also_after_a_restart() {
    let server = Server::start(images_of(String::new())).await;
    let folder = tempfile::tempdir().unwrap();
    let mut running = start(&server, folder.path());
    let address = logo_of_bitcoin(&running);
    assert!(address.starts_with("api/tickers/"), "{address}");
    let (head, body) = raw(&running, &address, "");
    assert_eq!(body, PNG);
    for line in [
        "200 ok",
        "content-type: image/png",
        "cache-control: public, max-age=2592000, immutable",
        "x-content-type-options: nosniff",
    ] {
        assert!(head.contains(line), "{line} in {head}");
    }
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
    let known = format!("if-none-match: {}\r\n", tag.unwrap());
    let (head, body) = raw(&running, &address, &known);
    assert!(
        head.contains("304 not modified") && body.is_empty(),
        "{head}"
    );
    let other = running.json("/api/tickers/ETH");
    assert!(other["logo"].is_null(), "an SVG is no logo");
    let (status, _) = running.get(&format!("/api/tickers/{}/logo", other["id"]));
    assert_eq!(status, 404);
    running.signal("TERM");
    assert!(running.wait().success());

    let times = || {
        let asked = server.requests();
        asked
            .iter()
            .filter(|asked| asked.path == "/btc.png")
            .count()
    };
    let before = times();
    let running = start(&server, folder.path());
    assert_eq!(
        logo_of_bitcoin(&running),
        address,
        "the same URL, so that it stays cached"
    );
    assert_eq!(raw(&running, &address, "").1, PNG);
    poll("the logos to be looked at again", || {
        let status = running.json("/api/status");
        let logos = status["providers"]
            .as_array()?
            .iter()
            .find(|one| one["name"] == "logos")?;
        logos["lastSuccess"].is_string().then_some(())
    });
    assert_eq!((before, times()), (1, 1));
}
