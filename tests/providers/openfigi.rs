//! `OpenFIGI`: the listings of an instrument by ISIN, WKN, CUSIP or FIGI.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{identity::recognize, provider::ProviderState},
    providers::{self, settings},
    source::lookup::{Instrument, Lookup, LookupError},
};

use crate::{
    enabled::settings_with_only,
    server::{Reply, Server},
    world::World,
};

/// Creates the lookup of a live market in which only Yahoo and `OpenFIGI` are enabled, both at `server`.
fn lookup(world: &World, server: &Server, api_key: &str) -> Arc<dyn Lookup> {
    let mut settings = settings_with_only(&[]);
    settings.yahoo.enabled = true;
    settings.yahoo.base_url.clone_from(&server.base);
    settings.openfigi = settings::OpenFigi {
        enabled: true,
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        api_key: api_key.to_owned(),
        ..settings::OpenFigi::default()
    };
    let clock = world.any_clock();
    let live = providers::live(&settings, Catalogue::default(), &world.board, &clock);
    live.lookup.unwrap()
}

async fn listings(lookup: &dyn Lookup, typed: &str) -> Result<Option<Instrument>, LookupError> {
    let identifier = recognize(typed).unwrap().unwrap();
    lookup.listings(&identifier).await
}

const APPLE: &str = r#"{"figi":"BBG000B9XRY4","name":"APPLE INC","ticker":"AAPL","exchCode":"US","compositeFIGI":"BBG000B9XRY4",
    "securityType":"Common Stock","marketSector":"Equity","shareClassFIGI":"BBG001S5N8V8"}"#;
const APPLE_NASDAQ: &str = r#"{"figi":"BBG000B9Y5X2","name":"APPLE INC","ticker":"AAPL","exchCode":"UW","marketSector":"Equity"}"#;
const APPLE_XETRA: &str = r#"{"figi":"BBG000BHJJL4","name":"APPLE INC","ticker":"APC","exchCode":"GY","marketSector":"Equity"}"#;
const NONE: &str = r#"{"warning":"No identifier found."}"#;

fn bodies(server: &Server) -> Vec<String> {
    let requests = server.requests().into_iter();
    requests.map(|request| request.body).collect()
}

#[tokio::test]
async fn a_national_number_is_resolved_together_with_its_isin() {
    let data = format!(r#"{{"data":[{APPLE},{APPLE_NASDAQ},{APPLE_XETRA}]}}"#);
    let body = format!("[{data},{data},{NONE}]");
    let server = Server::start(move |_| Some(Reply::ok(body.clone()))).await;
    let world = World::new();
    let lookup = lookup(&world, &server, "k3y-of-the-test");
    let apple = listings(&*lookup, "037833100").await.unwrap().unwrap();
    assert_eq!(apple.isin, "US0378331005".parse().ok());
    let symbols: Vec<_> = apple.listings.iter().map(|one| &*one.hit.symbol).collect();
    assert_eq!(symbols, ["AAPL", "APC.DE"]);
    assert_eq!(apple.listings[0].figi, "BBG000B9XRY4".parse().ok());
    assert_eq!(
        bodies(&server),
        [
            r#"[{"idType":"ID_CUSIP","idValue":"037833100"},{"idType":"ID_ISIN","idValue":"US0378331005"},{"idType":"ID_ISIN","idValue":"CA0378331007"}]"#
        ]
    );
    let request = &server.requests()[0];
    assert_eq!(request.path, "/v3/mapping");
    assert_eq!(request.header("x-openfigi-apikey"), Some("k3y-of-the-test"));
    assert_eq!(request.header("content-type"), Some("application/json"));
    // The second lookup is cached.
    assert!(listings(&*lookup, "037833100").await.is_ok());
    assert_eq!(server.requests().len(), 1);
    let health = world.health("openfigi");
    assert_eq!((health.state, health.requests), (ProviderState::Ok, 1));
    assert_eq!(health.limit, Some("25 requests in 6 seconds"));
}

#[tokio::test]
async fn a_figi_of_a_listing_finds_all_listings() {
    let server = Server::start(|request| {
        let data = format!(r#"{{"data":[{APPLE}]}}"#);
        Some(Reply::ok(if request.body.contains("BBG001S5N8V8") {
            format!(r#"[{{"data":[{APPLE},{APPLE_NASDAQ},{APPLE_XETRA}]}}]"#)
        } else {
            format!("[{data},{NONE}]")
        }))
    })
    .await;
    let world = World::new();
    let lookup = lookup(&world, &server, "");
    let apple = listings(&*lookup, "BBG000B9XRY4").await.unwrap().unwrap();
    assert_eq!((apple.isin, apple.listings.len()), (None, 2));
    assert!(bodies(&server)[1].contains("ID_BB_GLOBAL_SHARE_CLASS_LEVEL"));
}

#[tokio::test]
async fn an_unknown_identifier_has_no_listings() {
    let server = Server::start(|_| Some(Reply::ok(format!("[{NONE}]")))).await;
    let world = World::new();
    let lookup = lookup(&world, &server, "");
    assert_eq!(listings(&*lookup, "FR0000121014").await, Ok(None));
    assert_eq!(listings(&*lookup, "FR0000121014").await, Ok(None));
    assert_eq!(server.requests().len(), 1, "the response is cached");
}

#[tokio::test]
async fn throttled_requests_pause_for_as_long_as_the_response_says() {
    let server = Server::start(|_| Some(Reply::status(429, "").with("Retry-After", "120"))).await;
    let world = World::new();
    let lookup = lookup(&world, &server, "");
    let error = listings(&*lookup, "US0378331005").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "OpenFIGI is not available: the source asked to slow down (HTTP 429)."
    );
    world.clock.advance(119);
    let error = listings(&*lookup, "US0378331005").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "OpenFIGI is not available until 15:32:00 UTC."
    );
    assert_eq!(server.requests().len(), 1);
    world.clock.advance(2);
    assert!(listings(&*lookup, "US0378331005").await.is_err());
    assert_eq!(server.requests().len(), 2);
    let health = world.health("openfigi");
    assert_eq!((health.failures, health.throttled), (2, 2));
}

#[tokio::test]
async fn broken_responses_and_refusals_are_errors() {
    for reply in [
        Reply::ok("<html>"),
        Reply::ok("[]"),
        Reply::ok(r#"[{"error":"Internal error"}]"#),
        Reply::status(401, ""),
        Reply::status(500, ""),
    ] {
        let server = Server::start(move |_| Some(reply.clone())).await;
        let world = World::new();
        let lookup = lookup(&world, &server, "");
        let error = listings(&*lookup, "US0378331005").await.unwrap_err();
        assert!(matches!(error, LookupError::Unavailable(_)), "{error}");
        assert!(world.health("openfigi").last_error.is_some());
    }
}

/// A fault of the server.
#[derive(Debug, Clone, Copy)]
enum Fault {
    Throttled,
    Broken,
    Hangs,
    Garbage,
    WebPage,
    Truncated,
    OddField,
    ChangedShape,
}

#[tokio::test]
async fn every_fault_is_reported_and_a_lookup_works_again_after_it() {
    const FAULTS: [(Fault, &str); 8] = [
        (Fault::Throttled, "HTTP 429"),
        (Fault::Broken, "HTTP 500"),
        (Fault::Hangs, "did not respond within 1s"),
        (Fault::Garbage, "is invalid"),
        (Fault::WebPage, "got a web page"),
        (Fault::Truncated, "is truncated"),
        (Fault::OddField, ""),
        (Fault::ChangedShape, "is invalid"),
    ];
    println!("{:<13} sentence for the user", "wrong");
    for (fault, expected) in FAULTS {
        let is_faulty = Arc::new(AtomicBool::new(true));
        let shared = Arc::clone(&is_faulty);
        let good = format!(r#"[{{"data":[{APPLE}]}}]"#);
        let server = Server::start(move |_| {
            if !shared.load(Ordering::SeqCst) {
                return Some(Reply::ok(good.clone()));
            }
            Some(match fault {
                Fault::Throttled => Reply::status(429, "Too Many Requests"),
                Fault::Broken => Reply::status(500, "upstream error"),
                Fault::Hangs => return None,
                Fault::Garbage => Reply::ok(b"\x00\xff\x17 what is this".to_vec()),
                Fault::WebPage => Reply::ok("<html>Attention Required</html>"),
                Fault::Truncated => Reply::ok(good[..good.len() / 2].to_owned()),
                Fault::OddField => Reply::ok(good.replace("\"APPLE INC\"", "[7]")),
                Fault::ChangedShape => Reply::ok(format!(r#"{{"payload":{good}}}"#)),
            })
        })
        .await;
        let world = World::new();
        let lookup = lookup(&world, &server, "");
        let found = listings(&*lookup, "US0378331005").await;
        let sentence = found.as_ref().err().map(ToString::to_string);
        println!(
            "{:<13} {}",
            format!("{fault:?}"),
            sentence.as_deref().unwrap_or("-")
        );
        match sentence {
            Some(sentence) => {
                assert!(
                    !expected.is_empty() && sentence.contains(expected),
                    "{fault:?}: {sentence}"
                );
                assert!(
                    matches!(found, Err(LookupError::Unavailable(_))),
                    "{fault:?}"
                );
                assert_eq!(world.health("openfigi").failures, 1, "{fault:?}");
            }
            None => assert!(expected.is_empty(), "{fault:?}: {found:?}"),
        }
        is_faulty.store(false, Ordering::SeqCst);
        world.clock.advance(61);
        let apple = listings(&*lookup, "US0378331005").await.unwrap().unwrap();
        assert_eq!(apple.listings[0].hit.symbol, "AAPL", "{fault:?}");
    }
}
