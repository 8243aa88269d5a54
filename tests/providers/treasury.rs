//! The US Treasury's yield curve.

use marketdeck::{
    domain::fixing::Fixing,
    providers::{settings, treasury::Treasury},
    source::{Context, Source as _, Update},
};

use crate::{
    server::{Reply, Server},
    world::{Updates, World},
};

const HEADER: &str = "Date,\"1 Mo\",\"2 Yr\",\"10 Yr\"\n";

fn treasury(world: &World, server: &Server) -> (Treasury, Context) {
    let settings = settings::Treasury {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        ..settings::Treasury::default()
    };
    let health = world.board.record("treasury");
    let context = world.context("treasury", health.clone());
    (Treasury::new(&settings, health), context)
}

fn curves(updates: &Updates) -> Vec<&Fixing> {
    let fixings = updates.0.iter().filter_map(|update| match update {
        Update::Fixings(fixings) => Some(fixings),
        _ => None,
    });
    fixings.flatten().collect()
}

#[tokio::test]
async fn this_year_and_the_year_before_are_requested_once() {
    let server = Server::start(|request| {
        let row = if request.path.contains("/2026/all") {
            "11/19/2026,3.9,3.6,4.1\n11/18/2026,3.91,odd,4.09\n"
        } else {
            "12/31/2025,3.7,3.5,4.2\n"
        };
        Some(Reply::ok(format!("{HEADER}{row}")))
    })
    .await;
    let mut world = World::new();
    let (mut source, context) = treasury(&world, &server);
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    let updates = world.updates();
    let read: Vec<String> = curves(&updates)
        .iter()
        .map(|curve| format!("{} {}", curve.date, curve.curve().len()))
        .collect();
    assert_eq!(read, ["2026-11-18 2", "2026-11-19 3", "2025-12-31 3"]);
    let paths: Vec<String> = server.requests().into_iter().map(|one| one.path).collect();
    let base = "/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv";
    assert_eq!(paths.len(), 2);
    assert!(paths[0].starts_with(&format!("{base}/2026/all?type=daily_treasury_yield_curve")));
    assert!(paths[1].starts_with(&format!("{base}/2025/all?")));
    let wait = std::time::Duration::from_millis(100);
    let idle = tokio::time::timeout(wait, source.refresh(&context)).await;
    assert!(idle.is_err(), "the next curve is published this evening");
    assert_eq!(world.health("treasury").last_error, None);
}

#[tokio::test]
async fn bad_responses_are_errors_and_lose_nothing() {
    let bad_days: [(Option<Reply>, &str); 6] = [
        (Some(Reply::status(429, "")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (Some(Reply::status(404, "")), "HTTP 404"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>Attention</html>")), "web page"),
        (Some(Reply::ok("{\"curve\":[]}")), "no maturities"),
    ];
    for (reply, message) in bad_days {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let (mut source, context) = treasury(&world, &server);
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(curves(&world.updates()).is_empty());
    }
}

#[tokio::test]
async fn an_old_curve_is_stored_and_reported() {
    let server =
        Server::start(|_| Some(Reply::ok(format!("{HEADER}11/16/2026,3.9,3.6,4.1\n")))).await;
    let mut world = World::new();
    let (mut source, context) = treasury(&world, &server);
    source.refresh(&context).await.unwrap();
    assert_eq!(curves(&world.updates()).len(), 1);
    let error = world.health("treasury").last_error.unwrap();
    assert!(error.contains("of 2026-11-16"), "{error}");
}
