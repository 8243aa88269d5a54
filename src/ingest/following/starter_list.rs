//! Creates the first watchlist of a new database from the symbols that were entered in the setup.

use super::{Follower, find_ticker};
use crate::domain::{person::PersonId, ticker::TickerId};

/// Name of the list.
const NAME: &str = "My Watchlist";

impl Follower {
    /// Creates a watchlist with the tickers of the configured symbols, unless a watchlist was
    /// created before. It is created with all tickers at once, so that a restart in between does
    /// not leave an incomplete list.
    pub(super) async fn create_starter_list(&self) {
        let Some(list_setting) = self.settings.starter_list else {
            return;
        };
        let configured = self.settings.configured.iter();
        let tickers: Vec<TickerId> = {
            let market = self.market.read();
            configured
                .filter(|configured| configured.setting == list_setting)
                .filter_map(|configured| find_ticker(&market, &configured.symbol))
                .map(|ticker| ticker.id)
                .collect()
        };
        if tickers.is_empty() {
            return;
        }
        let _lock = self.write_lock.lock().await;
        let creation = self.store.run(move |store| {
            store
                .of(PersonId::OWNER)
                .create_first_watchlist(NAME, &tickers)
        });
        match creation.await {
            Ok(Some(list)) => {
                let entries = list.items.len();
                tracing::info!(
                    entries,
                    "follow: created a watchlist of the configured symbols"
                );
            }
            Ok(None) => {}
            // The next start tries again.
            Err(error) => {
                tracing::warn!(%error, "follow: could not create a watchlist of the configured symbols");
            }
        }
    }
}
