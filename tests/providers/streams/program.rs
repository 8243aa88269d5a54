//! The whole program with a polled provider and its stream, tested through the API.

use marketdeck::domain::Timestamp;
use serde_json::{Value, json};

use super::{
    eventually,
    message::Pricing,
    server::{Peer, StreamServer, symbols},
};
use crate::{
    program::{Program, Running},
    server::{Reply, Request, Server},
    spark::is_spark,
};

/// Returns a quotes response with a close of Thursday for every symbol.
fn close(request: &Request) -> Reply {
    let at: Timestamp = "2026-11-19T21:00:00Z".parse().unwrap();
    let entry = |symbol: &str| {
        json!({ "symbol": symbol, "response": [{ "meta": {
            "symbol": symbol, "currency": "USD", "regularMarketPrice": 305.0,
            "regularMarketTime": at.as_second(), "previousClose": 300.0, "range": "1d",
        } }] })
    };
    let (_, rest) = request.path.split_once("symbols=").unwrap_or_default();
    let list = rest.split('&').next().unwrap_or_default();
    let entries: Vec<Value> = list.split(',').map(entry).collect();
    Reply::ok(json!({ "spark": { "result": entries, "error": null } }).to_string())
}

fn start(now: &str, polled: &Server, stream: &StreamServer, folder: &std::path::Path) -> Running {
    let config = folder.join("config.toml");
    let text = format!(
        "market = 'live'\n\
         [providers.yahoo]\nbase_url = '{}'\nmin_gap_ms = 100\n\
         [providers.yahoo_stream]\nws_url = '{}'\n\
         [providers.coinbase]\nenabled = false\n\
         [providers.kraken]\nenabled = false\n\
         [providers.cboe]\nenabled = false\n\
         [providers.deutsche_boerse]\nenabled = false\n\
         [providers.euronext]\nenabled = false\n\
         [providers.cnbc]\nenabled = false\n\
         [providers.binance]\nenabled = false\n\
         [providers.ecb]\nenabled = false\n\
         [providers.treasury]\nenabled = false\n\
         [providers.bls]\nenabled = false\n\
         [providers.fed]\nenabled = false\n\
         [providers.openfigi]\nenabled = false\n\
         [providers.coingecko]\nenabled = false\n\
         [providers.alternative_me]\nenabled = false\n\
         [providers.defillama]\nenabled = false\n\
         [providers.rss]\nenabled = false\n",
        polled.base, stream.url
    );
    std::fs::write(&config, text).unwrap();
    let mut program = Program::at(now, folder);
    program.command.arg("--config").arg(&config);
    program.serve()
}

async fn polled() -> Server {
    Server::start(|request| {
        Some(if is_spark(request) {
            close(request)
        } else {
            Reply::status(500, "")
        })
    })
    .await
}

fn subscribes_to_apple(command: &str) -> bool {
    symbols(command, "subscribe").contains(&"AAPL".to_owned())
}

async fn ticker_with(
    running: &Running,
    description: &str,
    condition: impl Fn(&Value) -> bool,
) -> Value {
    eventually(description, || {
        // The ticker is unknown until the program has read the catalogue.
        let (status, body) = running.get("/api/tickers/AAPL");
        let ticker = (status == 200).then(|| serde_json::from_str(&body).unwrap())?;
        condition(&ticker).then_some(ticker)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pre_market_price_leaves_the_close_and_an_old_snapshot_changes_nothing() {
    let stream = StreamServer::start(|mut peer: Peer| async move {
        while let Some(command) = peer.receive().await {
            if !subscribes_to_apple(&command) {
                continue;
            }
            // Waits for both, because stream and poller start at the same time.
            loop {
                let old = Pricing::new("AAPL", 280.0, "2026-11-18T14:00:00Z");
                let mut pre = Pricing::new("AAPL", 305.76, "2026-11-20T14:00:01Z");
                (pre.hours, pre.change, pre.change_percent) = (0, 0.76, 0.249_18);
                if !(peer.send(pre.text()).await && peer.send(old.text()).await) {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let polled = polled().await;
    let running = start("2026-11-20T14:00:00Z", &polled, &stream, folder.path());
    let ticker = ticker_with(&running, "both prices", |ticker| {
        ticker["price"] == 305.0 && !ticker["extended"].is_null()
    })
    .await;
    let extended = &ticker["extended"];
    assert_eq!(extended["price"].to_string(), "305.76");
    assert_eq!(extended["session"], "pre");
    assert_eq!(extended["change"], 0.249_18);
    assert_eq!(extended["updatedAt"], "2026-11-20T14:00:01Z");
    assert_eq!(ticker["updatedAt"], "2026-11-19T21:00:00Z");
    // A repeated snapshot changes nothing, either.
    for _ in 0..20 {
        assert_eq!(running.json("/api/tickers/AAPL")["price"], 305.0);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticker_follows_its_stream_and_the_status_names_its_source() {
    let stream = StreamServer::start(|mut peer: Peer| async move {
        while let Some(command) = peer.receive().await {
            if subscribes_to_apple(&command) {
                for cents in 0..500_u16 {
                    let price = 306.0 + f32::from(cents) / 100.0;
                    let at = "2026-11-20T15:00:01Z";
                    if !peer.send(Pricing::new("AAPL", price, at).text()).await {
                        return;
                    }
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
            }
        }
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let polled = polled().await;
    let running = start("2026-11-20T15:00:00Z", &polled, &stream, folder.path());
    let price = |ticker: &Value| ticker["price"].as_f64().unwrap_or_default();
    let first = ticker_with(&running, "a first tick", |ticker| price(ticker) >= 306.0).await;
    let before = price(&first);
    let next = ticker_with(&running, "the next", |ticker| price(ticker) > before).await;
    assert_eq!(next["source"], "yahoo_stream");
    let shown = next["price"].to_string();
    assert!(shown.len() <= "306.01".len(), "{shown}");
    let status = running.json("/api/status");
    let providers = status["providers"].as_array().unwrap();
    let stream = providers
        .iter()
        .find(|provider| provider["name"] == "yahoo_stream");
    assert_eq!(stream.unwrap()["state"], "ok");
    let connections = status["streams"].as_array().unwrap();
    let first = &connections[0];
    assert_eq!(
        (&first["source"], &first["number"]),
        (&json!("yahoo_stream"), &json!(1))
    );
    assert_eq!(
        (&first["symbols"], &first["mostSymbols"]),
        (&json!(100), &json!(100))
    );
    let time = |field: &str| {
        first[field]
            .as_str()
            .and_then(|at| at.parse::<Timestamp>().ok())
    };
    assert!(
        time("openedAt").unwrap() <= time("lastMessageAt").unwrap(),
        "{first}"
    );
}
