//! Responses without usable data: an error, or an unexpected shape. The provider's source may report an error and must send no data.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    catalogue::Catalogue,
    domain::ticker::TickerKind,
    providers::{live, settings::Providers},
    source::{Context, Update},
};

use super::{files::Recording, table::Row};
use crate::{
    enabled::settings_with_only,
    server::{Reply, Server},
    streams::Tickers,
    world::World,
};

/// Providers that use this server; Finnhub only if it is `provider`, because it replaces others.
fn providers(base: &str, provider: &str) -> Providers {
    let mut all = settings_with_only(&[]);
    for enabled in [
        &mut all.yahoo.enabled,
        &mut all.coingecko.enabled,
        &mut all.alternative_me.enabled,
        &mut all.cnn.enabled,
        &mut all.nasdaq.enabled,
        &mut all.rss.enabled,
    ] {
        *enabled = true;
    }
    for (url, gap) in [
        (&mut all.yahoo.base_url, &mut all.yahoo.min_gap_ms),
        (&mut all.coingecko.base_url, &mut all.coingecko.min_gap_ms),
        (
            &mut all.alternative_me.base_url,
            &mut all.alternative_me.min_gap_ms,
        ),
        (&mut all.cnn.base_url, &mut all.cnn.min_gap_ms),
        (&mut all.nasdaq.base_url, &mut all.nasdaq.min_gap_ms),
        (&mut all.finnhub.base_url, &mut all.finnhub.min_gap_ms),
        (&mut all.rss.base_url, &mut all.rss.min_gap_ms),
    ] {
        base.clone_into(url);
        *gap = 0;
    }
    all.yahoo.symbols = vec!["AAPL".to_owned()];
    if provider == "finnhub" {
        "key".clone_into(&mut all.finnhub.api_key);
        all.finnhub.enabled = true;
        all.yahoo.enabled = false;
    }
    all
}

pub(super) async fn rows(recording: &Recording) -> Vec<Row> {
    let (status, body) = (recording.status(), recording.body.clone());
    let server = Server::start(move |_| Some(Reply::status(status, body.clone()))).await;
    let mut world = World::new();
    let settings = providers(&server.base, &recording.provider);
    let catalogue = Catalogue::embedded().unwrap();
    let market = live(&settings, catalogue, &world.board, &world.any_clock());
    let spec = market
        .sources
        .into_iter()
        .find(|spec| spec.name == recording.provider);
    let spec = spec.unwrap();
    let mut source = (spec.build)(spec.health.clone());
    let context = Context {
        market: Arc::new(Tickers::of(&["AAPL"], TickerKind::Stock)),
        ..world.context(spec.name, spec.health.clone())
    };
    // Quotes and bars are separate requests.
    let mut errors = Vec::new();
    for _ in 0..4 {
        let refresh = source.refresh(&context);
        match tokio::time::timeout(Duration::from_secs(2), refresh).await {
            Ok(Err(error)) => errors.push(error.to_string()),
            Ok(Ok(_)) => {}
            // The source waits for its interval between two requests.
            Err(_) => break,
        }
    }
    let failures = world.board.symbol_failures();
    errors.extend(failures.into_iter().map(|failure| failure.error));
    errors.dedup();
    let update = world.updates().0.into_iter().find(|update| match update {
        // A day without reports is not data.
        Update::EarningsOfDay { events, .. } => !events.is_empty(),
        Update::Requests { .. } | Update::Venue { .. } | Update::Profiles(_) => false,
        _ => true,
    });
    let result = match &update {
        Some(update) => format!("{update:?}").chars().take(200).collect(),
        None if errors.is_empty() => {
            "accepted as an empty response; previous data stays".to_owned()
        }
        None => format!("rejected; previous data stays: {}", errors[0]),
    };
    let was_requested = !server.requests().is_empty();
    vec![Row::claim(
        &recording.name,
        &format!("answered with {status}"),
        "nothing to show",
        &result,
        update.is_none() && was_requested,
    )]
}
