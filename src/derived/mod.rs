//! Derived data: the fear and greed index of stocks that Marketdeck computes from stored bars.

use std::{ops::Range, sync::Arc, time::Duration};

use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        fear_greed::{
            FearGreed, OWN_PROVIDER, STOCKS,
            stock_index::{self, Closes},
        },
        figure::Figure,
        session::{Calendar, exchange_date},
        source_directory::SourceDescription,
        ticker::{TickerId, TickerKind},
    },
    market::{Market, overlay},
    source::{Context, Refresh, Source, SourceError, Update},
    store::Store,
};

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: OWN_PROVIDER,
    config_table: None,
    title: "Marketdeck",
    figures: &[Figure::StockSentiment],
    delay: "15 minutes",
    limit: None,
    terms: "Computed on this server from stored bars.",
    terms_url: "",
};

/// Time between two readings.
const REFRESH_INTERVAL: Duration = Duration::from_secs(900);
/// Time span of the closes in seconds: a year plus holidays.
const HISTORY_SECONDS: i64 = 380 * 86_400;
/// Maximum age in seconds of the last close of the S&P 500: the longest holiday weekend.
const MAX_LAST_CLOSE_AGE: i64 = 6 * 86_400;
const INDEX_SYMBOL: &str = "^GSPC";
const BOND_SYMBOL: &str = "TLT";

/// Source of the fear and greed index.
pub(crate) struct StockFearGreed {
    market: Arc<Market>,
    store: Store,
}

impl StockFearGreed {
    /// Creates the source. The source reads committed bars from `store` and unsaved bars from `market`.
    pub(crate) fn new(market: Arc<Market>, store: Store) -> Self {
        Self { market, store }
    }

    /// Computes the reading at `now`. Returns `None` if there are not enough bars.
    fn compute(&self, now: Timestamp) -> Result<Option<FearGreed>, SourceError> {
        let second = now.as_second();
        let range = second - HISTORY_SECONDS..second + 1;
        let bars_of_symbol = |symbol| {
            let id = self.market.read().id_of(symbol);
            id.map_or(Ok(Vec::new()), |id| self.daily_bars(id, &range, now))
        };
        let (index, bonds) = (bars_of_symbol(INDEX_SYMBOL)?, bars_of_symbol(BOND_SYMBOL)?);
        let Some(last) = index
            .last()
            .filter(|bar| second - bar.start < MAX_LAST_CLOSE_AGE)
        else {
            return Ok(None);
        };
        let stock_ids: Vec<TickerId> = self
            .market
            .read()
            .of_kind(TickerKind::Stock)
            .map(|listing| listing.ticker.id)
            .collect();
        let shares: Vec<Vec<f64>> = stock_ids
            .into_iter()
            .map(|id| Ok(closes(&self.daily_bars(id, &range, now)?)))
            .collect::<Result<_, SourceError>>()?;
        let measured = stock_index::compute(Closes {
            index: &closes(&index),
            bonds: &closes(&bonds),
            stocks: &shares,
        });
        Ok(measured.map(|(value, components)| FearGreed {
            value,
            as_of: close_time(last, now),
            indicators: None,
            components,
            market: STOCKS.to_owned(),
            provider: String::new(),
            rating: None,
        }))
    }

    /// Returns the daily bars of a ticker, including unsaved ones.
    fn daily_bars(
        &self,
        id: TickerId,
        range: &Range<i64>,
        now: Timestamp,
    ) -> Result<Vec<Bar>, SourceError> {
        // Memory is read before disk: a bar that is committed in between is then read twice instead of not at all.
        let (unsaved, mut bar_filter) = {
            let market = self.market.read();
            let unsaved = market.unsaved_bars_within(id, Interval::Day, range);
            (unsaved, market.bar_filter(id, Interval::Day, now))
        };
        let stored = self.store.bars(id, Interval::Day, range.clone());
        let mut bars = stored.map_err(|error| SourceError::InvalidResponse(error.to_string()))?;
        overlay(&mut bars, &unsaved);
        bars.retain(|bar| bar_filter.accepts(bar));
        Ok(bars)
    }
}

fn closes(bars: &[Bar]) -> Vec<f64> {
    bars.iter().map(|bar| bar.close).collect()
}

/// Returns the time of the close of a daily bar: the end of its session, or `now` while the session is open.
fn close_time(bar: &Bar, now: Timestamp) -> Timestamp {
    // Noon UTC is on the same date in New York at any time of the year.
    let noon = Timestamp::from_second(bar.start + 43_200).unwrap_or(now);
    let date = exchange_date(Calendar::NewYork, noon);
    let close = Calendar::NewYork
        .session_on(date)
        .and_then(|session| Timestamp::from_second(session.close).ok());
    close.unwrap_or(now).min(now)
}

impl Source for StockFearGreed {
    fn name(&self) -> &'static str {
        OWN_PROVIDER
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            let now = context.clock.now();
            let index = Self::new(Arc::clone(&self.market), self.store.clone());
            // Reading a year of bars of every stock would block a thread that serves requests.
            let computed = tokio::task::spawn_blocking(move || index.compute(now)).await;
            let reading =
                computed.map_err(|error| SourceError::InvalidResponse(error.to_string()))??;
            if let Some(reading) = reading {
                context.sink.send(Update::FearGreed(reading)).await?;
            }
            Ok(REFRESH_INTERVAL)
        })
    }
}
