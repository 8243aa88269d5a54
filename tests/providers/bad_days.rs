//! The whole live market while one provider fails, tested with hand-written responses. `replay` runs the same tests with recordings, if
//! they are available.

use std::time::Duration;

use marketdeck::{
    catalogue::Catalogue,
    domain::provider::ProviderState,
    providers::{live, settings},
    source::schedule,
};
use tokio::sync::watch;

use crate::{
    enabled::settings_with_only,
    server::{Reply, Request, Server},
    spark::yahoo_response,
    world::World,
};

const CHART: &str = include_str!("../fixtures/providers/chart.json");
const TVL: &str = include_str!("../fixtures/providers/defillama.json");
const FEED: &str = include_str!("../fixtures/providers/feed.xml");
const COINS: &str =
    r#"[{"id":"bitcoin","current_price":77671,"last_updated":"2026-05-18T12:49:21.599Z"}]"#;
const READING: &str = r#"{"data":[{"value":"61","timestamp":"1795132800"}]}"#;

const STOCK_INDEX: &str =
    r#"{"fear_and_greed":{"score":41,"rating":"fear","timestamp":"2026-11-20T15:00:00+00:00"}}"#;

/// Returns the response of a working provider.
fn good_response(request: &Request) -> Reply {
    Reply::ok(match request.path.split('/').nth(1) {
        Some("yahoo") => yahoo_response(request, CHART),
        Some("coingecko") => COINS.to_owned(),
        Some("alternative_me") => READING.to_owned(),
        Some("defillama") => TVL.to_owned(),
        Some("cnn") => STOCK_INDEX.to_owned(),
        Some("nasdaq") => r#"{"data":null}"#.to_owned(),
        _ => FEED.to_owned(),
    })
}

fn settings(server: &Server) -> settings::Providers {
    let at = |provider: &str| format!("{}/{provider}", server.base);
    let mut providers = settings_with_only(&[
        "yahoo",
        "coingecko",
        "alternative_me",
        "cnn",
        "defillama",
        "nasdaq",
        "rss",
    ]);
    providers.yahoo.base_url = at("yahoo");
    providers.yahoo.min_gap_ms = 200;
    providers.yahoo.facts = false;
    providers.yahoo.timeout_seconds = 1;
    providers.coingecko.base_url = at("coingecko");
    providers.alternative_me.base_url = at("alternative_me");
    providers.cnn.base_url = at("cnn");
    providers.defillama.base_url = at("defillama");
    providers.nasdaq.base_url = at("nasdaq");
    providers.nasdaq.history = false;
    providers.nasdaq.quotes = false;
    providers.nasdaq.screener = false;
    providers.rss.base_url = at("rss");
    providers.rss.min_gap_ms = 0;
    providers
}

/// Runs the live market until every provider is in the state that `expected` returns.
async fn run_until(server: &Server, expected: impl Fn(&str) -> ProviderState) -> World {
    let world = World::new();
    let catalogue = Catalogue::embedded().unwrap();
    let (stop, stopped) = watch::channel(false);
    for spec in live(
        &settings(server),
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
    for _ in 0..1_000 {
        let list = world.board.list();
        if list
            .iter()
            .all(|health| health.state == expected(&health.name))
        {
            stop.send(true).unwrap();
            return world;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{:#?}", world.board.list());
}

/// Returns a response; `None` if the server hangs.
type Response = fn() -> Option<Reply>;

#[tokio::test]
async fn one_failing_provider_reports_it_and_the_others_work() {
    let failures: [(Response, &str); 5] = [
        (
            || Some(Reply::status(429, "Too Many Requests")),
            "slow down",
        ),
        (|| Some(Reply::status(500, "")), "HTTP 500"),
        (|| Some(Reply::ok("<html>Attention</html>")), "web page"),
        (|| Some(Reply::ok("{\"chart\":")), "is truncated"),
        (|| None, "did not respond"),
    ];
    for (response, message) in failures {
        let server = Server::start(move |request| {
            if request.path.starts_with("/yahoo/") {
                response()
            } else {
                Some(good_response(request))
            }
        })
        .await;
        let world = run_until(&server, |name| match name {
            "yahoo" => ProviderState::Failing,
            _ => ProviderState::Ok,
        })
        .await;
        let yahoo = world.health("yahoo");
        let error = yahoo.last_error.unwrap();
        assert!(error.contains(message) && error.ends_with('.'), "{error}");
        assert!(yahoo.next_attempt > yahoo.last_failure, "{message}");
        assert!(
            yahoo.requests <= 4,
            "{message}: {} requests",
            yahoo.requests
        );
    }
}

#[tokio::test]
async fn without_faults_every_provider_supplies_its_data() {
    let server = Server::start(|request| Some(good_response(request))).await;
    let mut world = run_until(&server, |_| ProviderState::Ok).await;
    let updates = world.updates();
    assert_eq!(updates.quote("BTC").unwrap().price, 77_671.0);
    assert!(updates.0.iter().any(|update| matches!(
        update,
        marketdeck::source::Update::FearGreed(reading) if reading.value == 61.0
    )));
    let mut locked = updates.0.iter().filter_map(|update| match update {
        marketdeck::source::Update::Facts(facts) => Some(facts),
        _ => None,
    });
    let locked = locked.next().unwrap();
    let aave = locked.iter().find(|facts| facts.symbol == "AAVE").unwrap();
    assert_eq!(aave.locked.unwrap().value, 30_200_000_000.5);
    let articles = updates.0.iter().filter(|update| {
        matches!(update, marketdeck::source::Update::News(articles) if articles.len() == 4)
    });
    assert_eq!(articles.count(), settings::Rss::default().feeds.len());
}
