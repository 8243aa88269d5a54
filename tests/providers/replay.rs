//! Tests with recorded responses of the providers, which are not in the repository. Without them, these tests print a note and pass.
//! `bad_days` and `sources` run the same tests with hand-written responses.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{bar::Interval, dividend::Frequency, provider::ProviderState},
    providers::{
        coingecko::CoinGecko,
        core::{capability::Registry, client::Client},
        live, settings,
        yahoo::Yahoo,
    },
    source::{Update, schedule},
};
use tokio::sync::watch;

use crate::{
    enabled::settings_with_only,
    program::{Program, ReservedPort, poll},
    world::{Updates, World},
};

/// A server program that responds with recordings; stopped on drop.
pub(crate) struct Replay {
    child: Child,
    pub(crate) base: String,
    log: PathBuf,
    _folder: tempfile::TempDir,
}

impl Drop for Replay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Replay {
    /// `None` if there are no recordings. `fail` is one of the program's `provider=how` options.
    fn start(fail: Option<&str>) -> Option<Self> {
        let fail: Vec<&str> = fail.into_iter().flat_map(|how| ["--fail", how]).collect();
        Self::of("replay", &fail)
    }

    /// The program with this name; see [`Self::start`].
    pub(crate) fn of(tool: &str, arguments: &[&str]) -> Option<Self> {
        let program = Path::new("../shared/tools").join(tool);
        if !program.exists() {
            eprintln!("skipped: there are no recordings in ../shared");
            return None;
        }
        let port = ReservedPort::new();
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("requests");
        let mut command = Command::new("python3");
        command.arg(program).arg("--port");
        command.arg(port.address.port().to_string());
        command.arg("--log").arg(&log).stderr(Stdio::null());
        command.args(arguments);
        let mut replay = Self {
            child: command.spawn().unwrap(),
            base: format!("http://{}", port.address),
            log,
            _folder: folder,
        };
        poll("the replay to accept connections", || {
            let ended = replay.child.try_wait().unwrap();
            assert!(ended.is_none(), "the replay did not start: {ended:?}");
            std::net::TcpStream::connect(port.address).ok()
        });
        Some(replay)
    }

    fn requests(&self, provider: &str) -> usize {
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let path = format!(" /{provider}/");
        log.lines().filter(|line| line.contains(&path)).count()
    }

    /// Settings with this server as base URL, and short intervals.
    fn providers(&self) -> settings::Providers {
        let at = |provider: &str| format!("{}/{provider}", self.base);
        // The recordings of other providers are of other days.
        let mut providers = settings_with_only(&["yahoo", "coingecko", "alternative_me", "rss"]);
        providers.yahoo.base_url = at("yahoo");
        providers.yahoo.min_gap_ms = 200;
        providers.yahoo.facts = false;
        providers.yahoo.timeout_seconds = 1;
        providers.coingecko.base_url = at("coingecko");
        providers.alternative_me.base_url = at("alternative_me");
        providers.rss.base_url = at("rss");
        providers.rss.min_gap_ms = 0;
        providers
    }
}

/// The updates from Yahoo's recordings of `symbols`.
async fn read_yahoo(replay: &Replay, symbols: &[&str]) -> (World, Updates) {
    let mut world = World::new();
    let health = world.board.record("yahoo");
    let mut settings = replay.providers().yahoo;
    settings.min_gap_ms = 0;
    settings.timeout_seconds = 15;
    settings.symbols = symbols.iter().map(|&symbol| symbol.to_owned()).collect();
    let catalogue = Catalogue::embedded().unwrap();
    let mut yahoo = Yahoo::new(
        &settings,
        &catalogue,
        Registry::new(world.board.clone()),
        Client::new(settings.http_options(), health.clone()),
    );
    // Three requests for the bars of each symbol, and two for quotes: coins are requested
    // separately.
    for _ in 0..symbols.len() * 3 + 2 {
        if !world.refresh(&mut yahoo, &health).await.unwrap().is_zero() {
            break;
        }
    }
    let updates = world.updates();
    (world, updates)
}

#[tokio::test]
async fn recorded_prices_are_unchanged() {
    let Some(replay) = Replay::start(None) else {
        return;
    };
    let symbols = ["AAPL", "SPY", "QQQ", "^GSPC", "GC=F", "BTC"];
    let (_, updates) = read_yahoo(&replay, &symbols).await;
    // The recorded price, the stated previous close, and the expected previous close.
    for (symbol, price, stated, previous, at) in [
        ("AAPL", 269.7, None, Some(269.0), "2025-10-29T20:00:01Z"),
        (
            "SPY",
            761.78,
            Some(767.05),
            Some(767.05),
            "2026-09-01T20:00:00Z",
        ),
        ("QQQ", 539.52, None, None, "2025-02-19T21:00:00Z"),
        (
            "^GSPC",
            2_689.31,
            Some(2_721.33),
            Some(2_721.33),
            "2018-05-29T20:00:00Z",
        ),
        ("GC=F", 2_952.5, None, None, "2025-02-20T11:35:11Z"),
        ("BTC", 77_587.21, None, None, "2026-09-02T06:26:40Z"),
    ] {
        let quote = updates.quote(symbol).unwrap();
        assert!((quote.price - price).abs() < 1e-3, "{quote:?}");
        assert_eq!(quote.previous_close, stated, "{symbol}");
        let known = quote.previous_close.or(quote.bar_close);
        assert_eq!(known, previous, "{symbol}");
        assert_eq!(quote.as_of.to_string(), at, "{symbol}");
    }
    let days = updates.bars("AAPL", Interval::Day);
    assert_eq!(days.len(), 127);
    let last = days.last().unwrap();
    assert_eq!(
        last.start, 1_761_696_000,
        "29 October, the date of the current bar"
    );
    assert!((last.open - 269.275).abs() < 1e-3);
    let minutes = updates.bars("^GSPC", Interval::FiveMinutes);
    assert_eq!(minutes[..78].last().unwrap().start, 1_527_623_700);
    assert!((minutes[77].close - 2_689.31).abs() < 1e-3);
}

#[tokio::test]
async fn recorded_dividends_have_a_payment_frequency() {
    let Some(replay) = Replay::start(None) else {
        return;
    };
    let (_, updates) = read_yahoo(&replay, &["AAPL"]).await;
    let dividends = updates.dividends("AAPL").unwrap();
    let dates: Vec<String> = dividends.iter().map(|d| d.ex_date.to_string()).collect();
    assert_eq!(dates, ["2025-08-11", "2025-05-12"]);
    assert!(
        dividends
            .iter()
            .all(|d| d.frequency == Some(Frequency::Quarterly))
    );
    let newest = dividends[0].dividend_yield.unwrap();
    assert!((0.4..0.6).contains(&newest), "{newest} % a year");
}

#[tokio::test]
async fn recordings_of_the_other_providers_are_parsed() {
    let Some(replay) = Replay::start(None) else {
        return;
    };
    let mut world = World::new();
    let catalogue = Catalogue::embedded().unwrap();
    let providers = replay.providers();
    let health = world.board.record("coingecko");
    let mut coins = CoinGecko::new(&providers.coingecko, &catalogue, health.clone());
    world.refresh(&mut coins, &health).await.unwrap();
    assert_eq!(world.updates().quote("BTC").unwrap().price, 77_671.0);

    let board = world.board.clone();
    for spec in live(&providers, catalogue, &board, &world.any_clock()).sources {
        let health = spec.health;
        let mut source = (spec.build)(health.clone());
        if ["rss", "alternative_me"].contains(&source.name()) {
            world.refresh(&mut *source, &health).await.unwrap();
        }
    }
    let updates = world.updates();
    let mut articles = 0;
    let mut fear = None;
    for update in &updates.0 {
        match update {
            Update::News(list) => articles += list.len(),
            Update::FearGreed(reading) => fear = Some(reading.value),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((articles, fear), (6, Some(27.0)));
}

/// The closes of a recorded chart.
fn recorded_closes(path: &str) -> Vec<f64> {
    let text = std::fs::read_to_string(path).unwrap();
    let chart: serde_json::Value = serde_json::from_str(&text).unwrap();
    let closes = chart.pointer("/chart/result/0/indicators/quote/0/close");
    let closes = closes.and_then(|closes| closes.as_array()).unwrap();
    closes
        .iter()
        .filter_map(serde_json::Value::as_f64)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_followed_german_stock_is_in_euros_with_its_recorded_history() {
    let Some(replay) = Replay::start(None) else {
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::at("2020-10-16T15:40:00Z", data.path());
    program
        .command
        .args(["--market", "live"])
        .env(
            "MARKETDECK_PROVIDERS_YAHOO_BASE_URL",
            format!("{}/yahoo", replay.base),
        )
        .env("MARKETDECK_PROVIDERS_YAHOO_MIN_GAP_MS", "20")
        .env("MARKETDECK_PROVIDERS_YAHOO_SYMBOLS", "AAPL");
    for provider in [
        "YAHOO_STREAM",
        "BINANCE",
        "CBOE",
        "CNBC",
        "DEUTSCHE_BOERSE",
        "EURONEXT",
        "COINGECKO",
        "COINBASE",
        "ECB",
        "KRAKEN",
        "TREASURY",
        "BLS",
        "FED",
        "ALTERNATIVE_ME",
        "CNN",
        "NASDAQ",
        "DEFILLAMA",
        "RSS",
    ] {
        let name = format!("MARKETDECK_PROVIDERS_{provider}_ENABLED");
        program.command.env(name, "false");
    }
    let running = program.serve();
    let (status, body) = running
        .request("POST", "/api/tickers", r#"{"symbol":"MUV2.DE"}"#)
        .unwrap();
    assert_eq!(status, 201, "{body}");
    let ticker: serde_json::Value = serde_json::from_str(&body).unwrap();
    for (field, expected) in [
        ("symbol", "MUV2.DE".into()),
        ("type", "stock".into()),
        ("currency", "EUR".into()),
        ("timeZone", "Europe/Berlin".into()),
        ("price", serde_json::json!(210.0)),
        ("updatedAt", "2020-10-16T15:35:07Z".into()),
    ] {
        assert_eq!(ticker[field], expected, "{field}: {body}");
    }
    let bars = running.json("/api/tickers/MUV2.DE/bars?timeframe=MAX&interval=1d");
    let bars = bars.as_array().unwrap().iter();
    let closes: Vec<f64> = bars.filter_map(|bar| bar["close"].as_f64()).collect();
    let mut recorded = recorded_closes("../shared/recordings/yahoo/pp-chart-MUV2.DE-2020.json");
    assert!(recorded.len() > 100);
    // Frankfurt was closed on Whit Monday 2018; its row repeats Friday's close.
    let repeated = recorded.windows(2).position(|pair| pair == [193.8, 193.8]);
    recorded.remove(repeated.unwrap() + 1);
    assert_eq!(closes[..recorded.len().min(closes.len())], recorded);
}

/// Runs the whole live market until Yahoo is failing and all others work.
async fn live_market(fail: &str) -> Option<(World, Replay)> {
    let replay = Replay::start(Some(fail))?;
    let world = World::new();
    let catalogue = Catalogue::embedded().unwrap();
    let (stop, stopped) = watch::channel(false);
    for spec in live(
        &replay.providers(),
        catalogue,
        &world.board,
        &world.any_clock(),
    )
    .sources
    {
        let source = (spec.build)(spec.health.clone());
        let context = world.context(spec.name, spec.health);
        tokio::spawn(schedule::run(source, context, stopped.clone()));
    }
    for _ in 0..500 {
        let done = world.board.list().iter().all(|health| {
            let expected = match &*health.name {
                "yahoo" => ProviderState::Failing,
                // The recorded index is too old to count as current.
                "alternative_me" => ProviderState::Outdated,
                _ => ProviderState::Ok,
            };
            health.state == expected
        });
        if done {
            stop.send(true).unwrap();
            return Some((world, replay));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{:#?}", world.board.list());
}

#[tokio::test]
async fn one_failing_provider_reports_it_and_the_others_work() {
    for (fail, says) in [
        ("yahoo=429", "slow down"),
        ("yahoo=500", "HTTP 500"),
        ("yahoo=garbage", "web page"),
        ("yahoo=hang", "did not respond"),
    ] {
        let Some((world, replay)) = live_market(fail).await else {
            return;
        };
        let yahoo = world.health("yahoo");
        let error = yahoo.last_error.unwrap();
        assert!(
            error.contains(says) && error.ends_with('.'),
            "{fail}: {error}"
        );
        assert!(yahoo.next_attempt > yahoo.last_failure, "{fail}");
        assert!(yahoo.requests <= 4, "{fail}: {} requests", yahoo.requests);
        assert!(replay.requests("yahoo") <= 4, "{fail}");
        assert_eq!(replay.requests("coingecko"), 1, "{fail}");
        assert_eq!(replay.requests("alternative_me"), 1, "{fail}");
        assert_eq!(
            replay.requests("rss"),
            settings::Rss::default().feeds.len(),
            "{fail}: every feed once"
        );
    }
}
