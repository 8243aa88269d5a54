//! Alerts at start: watched again, and given once to a new sample market.

use std::{sync::Arc, time::Duration};

use crate::{
    alerts::{AlertService, Baseline, SAMPLE_SYMBOLS, needed_bars, samples},
    domain::{Timestamp, alert::Alert, clock::Clock},
    market::Market,
    store::{Result, Store},
};

/// How often a new market is asked for its first prices.
const PRICE_POLL: Duration = Duration::from_millis(200);

/// Watches every active alert again, before anything new arrives.
pub fn resume(alerts: &AlertService, store: &Store, market: &Market, now: Timestamp) -> Result<()> {
    for alert in store.alerts()?.into_iter().filter(|alert| alert.active) {
        let baseline = baseline(store, market, &alert, now)?;
        alerts.resume(alert, &baseline, now);
    }
    Ok(())
}

/// What the store knows of an alert's ticker.
fn baseline(store: &Store, market: &Market, alert: &Alert, now: Timestamp) -> Result<Baseline> {
    let (id, quote, calendar) = {
        let book = market.read();
        let Some(listing) = book.by_symbol(&alert.symbol) else {
            return Ok(Baseline::default());
        };
        let ticker = &listing.ticker;
        (
            ticker.id,
            listing.quote.clone(),
            ticker.profile.kind.calendar(),
        )
    };
    let bars = match needed_bars(alert) {
        Some((interval, span)) => {
            let end = now.as_second() + 1;
            store.bars(id, interval, end - span..end)?
        }
        None => vec![],
    };
    Ok(Baseline {
        quote,
        bars,
        calendar,
    })
}

/// Gives a new sample market its alerts as soon as it has prices; once in the life of a database.
pub async fn seed_alerts(
    service: Arc<AlertService>,
    store: Store,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
) {
    let seeded = async {
        if !store.run(Store::wants_sample_alerts).await? {
            return Ok(());
        }
        let alerts = loop {
            let now = clock.now();
            let alerts = samples(now, |symbol| price(&market, symbol));
            if alerts.len() == SAMPLE_SYMBOLS.len() {
                break alerts;
            }
            tokio::time::sleep(PRICE_POLL).await;
        };
        let kept = store.run(move |store| store.seed_alerts(&alerts)).await?;
        for alert in kept {
            let (now, market) = (clock.now(), Arc::clone(&market));
            let (alert, baseline) = store
                .run(move |store| {
                    baseline(store, &market, &alert, now).map(|baseline| (alert, baseline))
                })
                .await?;
            service.watch(alert, &baseline, now);
        }
        Ok::<_, crate::store::StoreError>(())
    };
    if let Err(error) = seeded.await {
        tracing::error!(%error, "the sample alerts could not be kept");
    }
}

fn price(market: &Market, symbol: &str) -> Option<f64> {
    let book = market.read();
    let quote = book.by_symbol(symbol)?.quote.as_ref();
    quote.map(|quote| quote.price)
}
