//! Imports bars that another Marketdeck exported, while the server runs.

use super::Follower;
use crate::{
    domain::{
        bar::Bar,
        ticker::{ImportInfo, Ticker},
    },
    import::last_quote,
    market::{RecentCloses, Topic},
    source::lookup::{ExportedBars, FollowError},
};

/// Number of newest bars to read per interval; more than [`RecentCloses`] keeps.
const NEWEST_BARS: usize = 512;

impl Follower {
    /// Replaces the bars of a ticker with imported bars. Marks the ticker as imported in memory first, so that updates of providers are
    /// ignored during the import.
    pub(super) async fn import_ticker_bars(
        &self,
        exported: ExportedBars,
    ) -> Result<(), FollowError> {
        let ExportedBars {
            profile,
            file,
            intervals,
            bars,
        } = exported;
        let now = self.clock.now();
        let imported = bars
            .iter()
            .filter(|(interval, _)| intervals.contains(interval));
        let count: usize = imported.map(|(_, bars)| bars.len()).sum();
        let (previous, ticker) = {
            let mut market = self.market.write();
            let previous = market.by_symbol(&profile.symbol);
            let previous = previous.map(|listing| listing.ticker.clone());
            let ticker = Ticker {
                imported: Some(ImportInfo {
                    file,
                    at: now,
                    bars: u32::try_from(count).unwrap_or(u32::MAX),
                    intervals,
                }),
                ..previous
                    .clone()
                    .unwrap_or_else(|| Ticker::new(market.next_id(), profile))
            };
            market.put(ticker.clone());
            (previous, ticker)
        };
        let id = ticker.id;
        let quote = last_quote(&ticker, &bars, now);
        // Earlier updates are committed first: a later commit would overwrite the imported bars with them.
        let written = if self.write_buffer.flush().await {
            let written = self.store.run(move |store| {
                store.import_packed_bars(&ticker, &bars, quote.as_ref(), &|_, _| ())?;
                Ok((quote, bars))
            });
            written.await.map_err(|_| FollowError::NotSaved)
        } else {
            Err(FollowError::NotSaved)
        };
        {
            let mut market = self.market.write();
            match (&written, previous) {
                (Ok((quote, bars)), _) => {
                    let mut recent = RecentCloses::default();
                    for (interval, bars) in bars {
                        // `RecentCloses` needs only the newest bars.
                        let skipped = bars.len().saturating_sub(NEWEST_BARS);
                        let newest: Vec<Bar> = bars.iter().skip(skipped).collect();
                        recent.merge(*interval, &newest);
                    }
                    market.replace_bars(id, quote.clone(), recent, bars);
                }
                (Err(_), Some(previous)) => market.put(previous),
                (Err(_), None) => market.remove(id),
            }
        }
        self.market.invalidate(Topic::Tickers);
        written.map(|_| ())
    }
}
