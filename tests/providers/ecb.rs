//! The reference rates of the European Central Bank.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use marketdeck::{
    domain::{
        bar::Interval,
        currency::Currency,
        fixing::{Fixings, Series},
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{core::capability::Registry, ecb::Ecb, settings, yahoo::Yahoo},
    source::{Context, MarketView, Source as _, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Server},
    world::{Updates, World},
};

/// Two pairs and a stock, with the fixings that the source has sent.
#[derive(Clone, Default)]
struct Tickers(Arc<Mutex<Fixings>>);

impl Tickers {
    fn store(&self, updates: &Updates) {
        for update in &updates.0 {
            if let Update::Fixings(fixings) = update {
                let mut stored = self.0.lock().unwrap();
                for fixing in fixings {
                    stored.put(fixing.clone());
                }
            }
        }
    }
}

impl MarketView for Tickers {
    fn tickers(&self) -> Vec<TickerInfo> {
        let ticker = |id, symbol: &str, kind, currency| {
            let profile = Profile {
                currency: Currency::parse(currency).unwrap(),
                ..Profile::new(symbol, symbol, kind)
            };
            TickerInfo::of(&Ticker::new(TickerId(id), profile))
        };
        vec![
            ticker(1, "EURUSD=X", TickerKind::Currency, "USD"),
            ticker(2, "JPY=X", TickerKind::Currency, "JPY"),
            ticker(3, "AAPL", TickerKind::Stock, "USD"),
        ]
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn fixing_days(&self, series: Series) -> Option<(jiff::civil::Date, jiff::civil::Date)> {
        self.0.lock().unwrap().days_known(series)
    }

    fn reference_rates(
        &self,
        from: Currency,
        to: Currency,
        since: jiff::civil::Date,
    ) -> Vec<(jiff::civil::Date, f64)> {
        let stored = self.0.lock().unwrap();
        stored
            .rates(from, to, since..=jiff::civil::Date::MAX)
            .collect()
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        vec![]
    }
}

fn ecb(world: &World, server: &Server, with_yahoo: bool) -> (Ecb, Context, Tickers) {
    let settings = settings::Ecb {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        ..settings::Ecb::default()
    };
    let mut registry = Registry::new(world.board.clone());
    if with_yahoo {
        registry.add::<Yahoo>();
    }
    registry.add::<Ecb>();
    let health = world.board.record("ecb");
    let tickers = Tickers::default();
    let context = Context {
        market: Arc::new(tickers.clone()),
        ..world.context("ecb", health.clone())
    };
    (Ecb::new(&settings, registry, health), context, tickers)
}

pub(crate) fn day(date: &str, dollars: &str, yen: &str) -> String {
    format!(
        "<Envelope><Cube><Cube time='{date}'><Cube currency='USD' rate='{dollars}'/>\
         <Cube currency='JPY' rate='{yen}'/></Cube></Cube></Envelope>"
    )
}

/// A ZIP archive with one stored (not compressed) file.
pub(crate) fn archive(content: &str) -> Vec<u8> {
    let size = u32::try_from(content.len()).unwrap().to_le_bytes();
    let mut all = b"PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00".to_vec();
    all.extend([&size[..], &size, &[1, 0, 0, 0], b"a"].concat());
    all.extend(content.as_bytes());
    let directory = u32::try_from(all.len()).unwrap().to_le_bytes();
    all.extend(b"PK\x01\x02\x14\x00\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00");
    all.extend([&size[..], &size, &[1, 0], &[0; 16], b"a"].concat());
    all.extend(b"PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00\x2f\x00\x00\x00");
    all.extend([&directory[..], &[0, 0]].concat());
    all
}

const HISTORY: &str = "Date,USD,JPY,\n2026-11-20,1.25,200,\n2026-11-19,1.2,198,\n2026-11-18,N/A,197,\n\
    1999-01-04,1.1789,133.73,\n";

/// Serves the fixing of 20 November 2026 and a short history.
async fn working_server() -> Server {
    Server::start(|request| {
        Some(if request.path.ends_with("-hist.zip") {
            Reply::ok(archive(HISTORY))
        } else {
            Reply::ok(day("2026-11-20", "1.25", "200"))
        })
    })
    .await
}

fn paths(server: &Server) -> Vec<String> {
    let requests = server.requests().into_iter();
    requests.map(|request| request.path).collect()
}

/// Waits in the source until it sends what needs no request.
async fn idle(source: &mut Ecb, context: &Context) {
    let wait = tokio::time::timeout(Duration::from_millis(200), source.refresh(context));
    assert!(wait.await.is_err(), "no request is due");
}

#[tokio::test]
async fn pairs_have_price_and_history_and_the_cross_rate_is_computed() {
    let server = working_server().await;
    let mut world = World::new();
    let (mut source, context, tickers) = ecb(&world, &server, false);
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    tickers.store(&world.updates());
    idle(&mut source, &context).await;
    assert_eq!(
        paths(&server),
        [
            "/stats/eurofxref/eurofxref-daily.xml",
            "/stats/eurofxref/eurofxref-hist.zip"
        ]
    );
    let updates = world.updates();
    let euro = updates.quote("EURUSD=X").unwrap();
    assert_eq!((euro.price, euro.previous_close), (1.25, Some(1.2)));
    assert_eq!(euro.as_of.to_string(), "2026-11-20T15:00:00Z");
    let yen = updates.quote("JPY=X").unwrap();
    assert_eq!((yen.price, yen.previous_close), (160.0, Some(165.0)));
    assert!(updates.quote("AAPL").is_none());
    let bars = updates.bars("EURUSD=X", Interval::Day);
    let closes: Vec<f64> = bars.iter().map(|bar| bar.close).collect();
    assert_eq!(closes, [1.1789, 1.2, 1.25], "one day has no dollar rate");
    idle(&mut source, &context).await;
    assert!(world.updates().0.is_empty(), "nothing is sent twice");
}

#[tokio::test]
async fn yahoo_prices_pairs_while_it_works() {
    let server = working_server().await;
    let mut world = World::new();
    let yahoo = world.board.record("yahoo");
    let (mut source, context, tickers) = ecb(&world, &server, true);
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    tickers.store(&world.updates());
    idle(&mut source, &context).await;
    assert!(world.updates().0.is_empty());
    for _ in 0..2 {
        let short = Duration::from_millis(50);
        yahoo.failed(context.clock.now(), &SourceError::Status(500), short);
    }
    idle(&mut source, &context).await;
    assert_eq!(world.updates().quote("EURUSD=X").unwrap().price, 1.25);
}

#[tokio::test]
async fn missed_days_are_requested_together_and_a_stale_fixing_is_reported() {
    let server = Server::start(|_| Some(Reply::ok(day("2026-11-17", "1.1", "190")))).await;
    let mut world = World::new();
    let (mut source, context, tickers) = ecb(&world, &server, false);
    source.refresh(&context).await.unwrap();
    tickers.store(&world.updates());
    let health = world.health("ecb");
    let error = health.last_error.unwrap();
    assert!(error.contains("of 2026-11-17"), "{error}");
    // The next request is due after the interval, and the history is not an archive.
    assert!(source.refresh(&context).await.is_err());
    world.clock.advance(900);
    source.refresh(&context).await.unwrap();
    assert_eq!(
        paths(&server)[2],
        "/stats/eurofxref/eurofxref-hist-90d.xml",
        "two more fixings are missing"
    );
}

#[tokio::test]
async fn bad_responses_are_errors_and_lose_nothing() {
    let good = day("2026-11-20", "1.25", "200");
    let half = good[..good.len() / 2].to_owned();
    let bad_days: [(Option<Reply>, &str); 7] = [
        (Some(Reply::status(429, "Too Many Requests")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (Some(Reply::status(404, "")), "HTTP 404"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>Attention</html>")), "web page"),
        (Some(Reply::ok(half)), "truncated"),
        (Some(Reply::ok("{\"rates\":{\"USD\":1.25}}")), "no rates"),
    ];
    for (reply, message) in bad_days {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let (mut source, context, _) = ecb(&world, &server, false);
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(world.updates().0.is_empty());
    }
    let odd = day("2026-11-20", "odd", "200");
    let server = Server::start(move |_| Some(Reply::ok(odd.clone()))).await;
    let mut world = World::new();
    let (mut source, context, tickers) = ecb(&world, &server, false);
    source.refresh(&context).await.unwrap();
    tickers.store(&world.updates());
    let euro = Currency::parse("EUR").unwrap();
    let since = "2026-01-01".parse().unwrap();
    let yen = tickers.reference_rates(euro, Currency::parse("JPY").unwrap(), since);
    assert_eq!(yen.len(), 1, "the other rates are used");
    let dollars = tickers.reference_rates(euro, Currency::parse("USD").unwrap(), since);
    assert!(dollars.is_empty());
}
