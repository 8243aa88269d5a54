//! The exchanges and CNBC while Yahoo fails: European stocks and funds, and tickers without bars.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    domain::{
        bar::Interval,
        currency::Currency,
        provider::ProviderState,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        cnbc::Cnbc,
        core::{capability::Registry, client::Client},
        deutsche_boerse::DeutscheBoerse,
        euronext::Euronext,
        settings,
        yahoo::Yahoo,
    },
    source::{Context, MarketView, Source, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Server},
    world::{Updates, World},
};

const SAP: &str = "DE0007164600";
const LVMH: &str = "FR0000121014";

/// Stocks with an ISIN or without.
struct Tickers(Vec<TickerInfo>);

impl Tickers {
    fn of(tickers: &[(&str, Option<&str>)]) -> Arc<Self> {
        let ticker = |(symbol, isin): &(&str, Option<&str>)| {
            let profile = Profile {
                currency: Currency::parse("EUR").unwrap(),
                isin: isin.map(|isin| isin.parse().unwrap()),
                ..Profile::new(*symbol, *symbol, TickerKind::Stock)
            };
            TickerInfo::of(&Ticker::new(TickerId(1), profile))
        };
        Arc::new(Self(tickers.iter().map(ticker).collect()))
    }
}

impl MarketView for Tickers {
    fn tickers(&self) -> Vec<TickerInfo> {
        self.0.clone()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
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

/// Creates a registry with both exchanges, and with Yahoo if `with_yahoo`.
fn registry(world: &World, with_yahoo: bool) -> Registry {
    let mut registry = Registry::new(world.board.clone());
    if with_yahoo {
        registry.add::<Yahoo>();
    }
    registry.add::<DeutscheBoerse>();
    registry.add::<Euronext>();
    registry
}

fn context(world: &World, name: &'static str, tickers: Arc<Tickers>) -> Context {
    let health = world.board.record(name);
    Context {
        market: tickers,
        ..world.context(name, health)
    }
}

fn deutsche_boerse(
    world: &World,
    server: &Server,
    tickers: &[(&str, Option<&str>)],
    with_yahoo: bool,
) -> (DeutscheBoerse, Context) {
    let settings = settings::DeutscheBoerse {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        ..settings::DeutscheBoerse::default()
    };
    let context = context(world, "deutsche_boerse", Tickers::of(tickers));
    let client = Client::new(settings.http_options(), context.health.clone());
    let source = DeutscheBoerse::new(&settings, registry(world, with_yahoo), client);
    (source, context)
}

fn euronext(
    world: &World,
    server: &Server,
    tickers: &[(&str, Option<&str>)],
) -> (Euronext, Context) {
    let settings = settings::Euronext {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        ..settings::Euronext::default()
    };
    let context = context(world, "euronext", Tickers::of(tickers));
    let client = Client::new(settings.http_options(), context.health.clone());
    let source = Euronext::new(&settings, registry(world, false), client);
    (source, context)
}

/// Serves SAP's price and two days.
async fn frankfurt() -> Server {
    Server::start(|request| {
        let path = &request.path;
        Some(if path.starts_with("/v1/data/price_information/single?") {
            Reply::ok(
                r#"{"isin":"DE0007164600","lastPrice":231.45,"timestampLastPrice":"2026-11-20T16:15:00+01:00",
                "closingPricePrevTradingDay":230.05,"currency":{"originalValue":"EUR"}}"#,
            )
        } else if path.starts_with("/v1/tradingview/history?") {
            Reply::ok(r#"{"s":"ok","t":[1795042800,1795129200],"o":[229,231],"h":[231,233],"l":[228,230],"c":[230.05,231.45],"v":[5,6]}"#)
        } else if path.starts_with("/v1/tradingview/search?query=SAP") {
            Reply::ok(r#"[{"symbol":"XETR:DE0007164600","type":"Aktie"}]"#)
        } else if path.starts_with("/v1/tradingview/symbols?") {
            Reply::ok(r#"{"name":"SAP","description":"SAP SE","currency_code":"EUR"}"#)
        } else {
            Reply::status(404, "")
        })
    })
    .await
}

fn csv(isin: &str, rows: &str) -> String {
    format!(
        "\u{feff}\"Historical Data\"\n\"From\"\n{isin}\nDate;Open;High;Low;Last;Close;\"Number of Shares\"\n{rows}"
    )
}

fn paths(server: &Server) -> Vec<String> {
    let requests = server.requests().into_iter();
    requests.map(|request| request.path).collect()
}

fn found_isins(updates: &Updates) -> Vec<String> {
    let facts = updates.0.iter().filter_map(|update| match update {
        Update::Facts(facts) => Some(facts),
        _ => None,
    });
    let isins = facts.flatten().filter_map(|facts| facts.isin);
    isins.map(|isin| isin.to_string()).collect()
}

#[tokio::test]
async fn deutsche_boerse_is_requested_only_while_yahoo_fails() {
    let server = frankfurt().await;
    let mut world = World::new();
    let yahoo = world.board.record("yahoo");
    let tickers = [("AAPL", None), ("MC.PA", Some(LVMH)), ("SAP.DE", Some(SAP))];
    let (mut source, context) = deutsche_boerse(&world, &server, &tickers, true);
    let short = Duration::from_millis(50);
    let idle = tokio::time::timeout(short, source.refresh(&context)).await;
    assert!(idle.is_err() && server.requests().is_empty());
    for _ in 0..2 {
        yahoo.failed(context.clock.now(), &SourceError::Status(500), short);
    }
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    let updates = world.updates();
    let quote = updates.quote("SAP.DE").unwrap();
    assert_eq!((quote.price, quote.previous_close), (231.45, Some(230.05)));
    let bars = updates.bars("SAP.DE", Interval::Day);
    assert_eq!(bars.len(), 1, "the session of 20 November is still open");
    assert_eq!(bars[0].close, 230.05);
    let paths = paths(&server);
    assert_eq!(
        paths[0],
        "/v1/data/price_information/single?isin=DE0007164600&mic=XETR"
    );
    assert!(
        paths[1].starts_with(
            "/v1/tradingview/history?symbol=XETR%3ADE0007164600&resolution=1D&from=147"
        ),
        "ten years: {}",
        paths[1]
    );
    let user_agent = server.requests()[0].header("user-agent").map(str::to_owned);
    assert!(user_agent.is_some_and(|agent| agent.starts_with("mozilla/5.0")));
    let idle = tokio::time::timeout(short, source.refresh(&context)).await;
    assert!(idle.is_err(), "nothing else is due");
}

#[tokio::test]
async fn the_isin_of_a_followed_symbol_is_found_first() {
    let server = frankfurt().await;
    let mut world = World::new();
    let tickers = [("SAP.DE", None)];
    let (mut source, context) = deutsche_boerse(&world, &server, &tickers, false);
    source.refresh(&context).await.unwrap();
    assert_eq!(found_isins(&world.updates()), [SAP]);
    assert_eq!(
        paths(&server),
        [
            "/v1/tradingview/search?query=SAP&limit=10",
            "/v1/tradingview/symbols?symbol=XETR%3ADE0007164600",
        ]
    );
}

#[tokio::test]
async fn an_unknown_instrument_does_not_fail_the_exchange() {
    let server = Server::start(|_| Some(Reply::status(404, ""))).await;
    let world = World::new();
    let tickers = [("SAP.DE", Some(SAP)), ("ALV.DE", Some("DE0008404005"))];
    let (mut source, context) = deutsche_boerse(&world, &server, &tickers, false);
    source.refresh(&context).await.unwrap();
    assert_eq!(world.health("deutsche_boerse").last_error, None);
    let failures = world.board.symbol_failures();
    assert_eq!(failures.len(), 1);
    assert!(failures[0].error.contains("no data"), "{failures:?}");
}

#[tokio::test]
async fn bad_responses_of_deutsche_boerse_are_errors() {
    for (reply, message) in [
        (Some(Reply::status(429, "")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (Some(Reply::status(403, "")), "HTTP 403"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>Attention</html>")), "web page"),
        (Some(Reply::ok("{}")), "no price with a time"),
        (Some(Reply::ok(r#"{"tradedInPercent":true}"#)), "in percent"),
    ] {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let tickers = [("SAP.DE", Some(SAP))];
        let (mut source, context) = deutsche_boerse(&world, &server, &tickers, false);
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(world.updates().0.is_empty());
    }
}

#[tokio::test]
async fn one_request_to_euronext_has_the_last_close_and_the_bars() {
    let server = Server::start(|_| {
        let rows = "20/11/2026;601;608;600;607;607;5\n19/11/2026;598;602;597;600;600.4;5\n18/11/2026;598;598;598;598;597.5;0\n";
        Some(Reply::ok(csv(LVMH, rows)))
    })
    .await;
    let mut world = World::new();
    let tickers = [("SAP.DE", Some(SAP)), ("MC.PA", Some(LVMH))];
    let (mut source, context) = euronext(&world, &server, &tickers);
    source.refresh(&context).await.unwrap();
    let updates = world.updates();
    let quote = updates.quote("MC.PA").unwrap();
    assert_eq!(
        (quote.price, quote.previous_close),
        (600.4, Some(597.5)),
        "the session of 20 November is still open"
    );
    assert_eq!(quote.as_of.to_string(), "2026-11-19T16:30:00Z");
    assert_eq!(updates.bars("MC.PA", Interval::Day).len(), 2);
    assert_eq!(
        paths(&server),
        [
            "/en/ajax/AwlHistoricalPrice/getFullDownloadAjax/FR0000121014-XPAR?format=csv&decimal_separator=.&date_form=d%2Fm%2FY&adjusted=N&startdate=2024-11-20&enddate=2026-11-20"
        ]
    );
    let idle = tokio::time::timeout(Duration::from_millis(50), source.refresh(&context)).await;
    assert!(idle.is_err(), "the next close follows this evening");
    let health = world.health("euronext");
    assert_eq!(
        (health.state, health.last_error),
        (ProviderState::Waiting, None)
    );
}

#[tokio::test]
async fn the_markets_of_an_exchange_are_tried_in_turn() {
    let server = Server::start(|request| {
        let rows = if request.path.contains("-ETFP?") {
            "19/11/2026;20;21;19;20;20;5\n"
        } else {
            ""
        };
        let (_, instrument) = request.path.split_once("Ajax/").unwrap();
        let isin = instrument.split('-').next().unwrap();
        Some(Reply::ok(csv(isin, rows)))
    })
    .await;
    let mut world = World::new();
    let tickers = [("SWDA.MI", Some("IE00B4L5Y983"))];
    let (mut source, context) = euronext(&world, &server, &tickers);
    source.refresh(&context).await.unwrap();
    assert_eq!(world.updates().quote("SWDA.MI").unwrap().price, 20.0);
    let markets: Vec<String> = paths(&server)
        .iter()
        .map(|path| {
            let (_, instrument) = path.split_once('-').unwrap();
            let (_, range) = path.split_once("&startdate=").unwrap();
            format!("{} {range}", instrument.split('?').next().unwrap())
        })
        .collect();
    let range = "2026-11-15&enddate=2026-11-20";
    assert_eq!(
        markets,
        [format!("MTAA {range}"), format!("ETFP {range}")],
        "Milan has five days"
    );
}

#[tokio::test]
async fn bad_responses_of_euronext_are_errors() {
    for (reply, message) in [
        (Some(Reply::status(429, "")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>antibot</html>")), "web page"),
        (
            Some(Reply::ok(r#"{"ct":"encrypted","iv":"","s":""}"#)),
            "no columns",
        ),
        (
            Some(Reply::ok(csv(SAP, "19/11/2026;1;1;1;1;1;1\n"))),
            "closes of DE",
        ),
        // An empty table means that the only instrument is unknown.
        (Some(Reply::ok(csv(LVMH, ""))), "no data for any"),
    ] {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let tickers = [("MC.PA", Some(LVMH))];
        let (mut source, context) = euronext(&world, &server, &tickers);
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(world.updates().0.is_empty());
    }
}

/// Gold and a yield.
fn cnbc_tickers() -> Arc<Tickers> {
    let ticker = |(symbol, kind): (&str, TickerKind)| {
        TickerInfo::of(&Ticker::new(
            TickerId(1),
            Profile::new(symbol, symbol, kind),
        ))
    };
    let all = [("GC=F", TickerKind::Commodity), ("^TNX", TickerKind::Index)];
    Arc::new(Tickers(all.map(ticker).into()))
}

#[tokio::test]
async fn missing_bars_of_one_ticker_do_not_fail_cnbc() {
    let server = Server::start(|request| {
        if request.path.contains("/bars/") {
            return Some(Reply::status(404, "Not Found"));
        }
        let quote = |symbol: &str, last: &str| {
            format!(
                r#"{{"symbol":"{symbol}","code":0,"last":"{last}","last_time":"2026-11-20T10:20:00.000-0500"}}"#
            )
        };
        let quotes = [quote("@GC.1", "4,081.30"), quote("US10Y", "4.128%")].join(",");
        Some(Reply::ok(format!(
            r#"{{"FormattedQuoteResult":{{"FormattedQuote":[{quotes}]}}}}"#
        )))
    })
    .await;
    let mut world = World::new();
    let settings = settings::Cnbc {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::Cnbc::default()
    };
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Cnbc>();
    let context = context(&world, "cnbc", cnbc_tickers());
    let mut source = Cnbc::new(&settings, registry, context.health.clone());
    for _ in 0..3 {
        source.refresh(&context).await.unwrap();
    }
    assert_eq!(world.updates().quote("GC=F").unwrap().price, 4_081.3);
    assert_eq!(
        server.requests().len(),
        3,
        "one for quotes, and one for the bars of each ticker"
    );
    assert_eq!(world.health("cnbc").last_error, None);
    let failures = world.board.symbol_failures();
    assert_eq!(failures.len(), 2);
    assert!(failures[0].error.contains("no bars"), "{failures:?}");
    let short = Duration::from_millis(50);
    let idle = tokio::time::timeout(short, source.refresh(&context)).await;
    assert!(idle.is_err(), "bars are requested again the next day");
}
