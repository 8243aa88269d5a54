//! Importing bars that another Marketdeck exported, while this one runs.

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

/// Number of newest bars read per interval: more than [`RecentCloses`] keeps.
const NEWEST: usize = 512;

impl Follower {
    /// Replaces the bars of a ticker by imported ones. The ticker is marked as imported in memory first, so that updates of sources are
    /// ignored from then on.
    pub(super) async fn import_ticker_bars(
        &self,
        carried: ExportedBars,
    ) -> Result<(), FollowError> {
        let ExportedBars {
            profile,
            file,
            intervals,
            bars,
        } = carried;
        let now = self.clock.now();
        let of_file = bars.iter().filter(|(of, _)| intervals.contains(of));
        let count: usize = of_file.map(|(_, bars)| bars.len()).sum();
        let (before, ticker) = {
            let mut market = self.market.write();
            let before = market.by_symbol(&profile.symbol);
            let before = before.map(|listing| listing.ticker.clone());
            let known = before.clone();
            let ticker = Ticker {
                imported: Some(ImportInfo {
                    file,
                    at: now,
                    bars: u32::try_from(count).unwrap_or(u32::MAX),
                    intervals,
                }),
                ..known.unwrap_or_else(|| Ticker::new(market.next_id(), profile))
            };
            market.put(ticker.clone());
            (before, ticker)
        };
        let id = ticker.id;
        let quote = last_quote(&ticker, &bars, now);
        // Commits earlier updates first: unsaved bars would otherwise overwrite the imported ones later.
        let written = if self.unsaved.flush().await {
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
            match (&written, before) {
                (Ok((quote, bars)), _) => {
                    let mut recent = RecentCloses::default();
                    for (interval, bars) in bars {
                        // Only the newest bars are needed.
                        let skipped = bars.len().saturating_sub(NEWEST);
                        let newest: Vec<Bar> = bars.iter().skip(skipped).collect();
                        recent.merge(*interval, &newest);
                    }
                    market.replace_bars(id, quote.clone(), recent, bars);
                }
                (Err(_), Some(before)) => market.put(before),
                (Err(_), None) => market.remove(id),
            }
        }
        self.market.changed(Topic::Tickers);
        written.map(|_| ())
    }
}
