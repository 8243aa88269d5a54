//! What Marketdeck works out itself from what it stores: its own fear and greed index of shares.

use std::{ops::Range, sync::Arc, time::Duration};

use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        fear_greed::{
            FearGreed, OWN, STOCKS,
            shares::{self, Closes},
        },
        session::{Calendar, exchange_date},
        ticker::{TickerId, TickerKind},
    },
    market::{Market, overlay},
    source::{Context, Refresh, Source, SourceError, Update},
    store::Store,
};

/// Pause between two readings.
const EVERY: Duration = Duration::from_secs(900);
/// How far back closes are read, in seconds: a year, and the days on which nothing trades.
const BACK: i64 = 380 * 86_400;
/// An index whose last close is older than this many seconds says nothing about today: the longest
/// holiday week-end.
const OLDEST: i64 = 6 * 86_400;
const INDEX: &str = "^GSPC";
const BONDS: &str = "TLT";

/// The source of the index.
pub(crate) struct ShareIndex {
    market: Arc<Market>,
    store: Store,
}

impl ShareIndex {
    /// Reads the bars of `store`, and those of `market` that wait to go there.
    pub(crate) fn new(market: Arc<Market>, store: Store) -> Self {
        Self { market, store }
    }

    /// The reading at `now`; `None` without enough bars.
    fn read(&self, now: Timestamp) -> Result<Option<FearGreed>, SourceError> {
        let second = now.as_second();
        let range = second - BACK..second + 1;
        let of = |symbol| {
            let id = self.market.read().id_of(symbol);
            id.map_or(Ok(Vec::new()), |id| self.days(id, &range, now))
        };
        let (index, bonds) = (of(INDEX)?, of(BONDS)?);
        let Some(last) = index.last().filter(|bar| second - bar.start < OLDEST) else {
            return Ok(None);
        };
        let shares: Vec<TickerId> = self
            .market
            .read()
            .of_kind(TickerKind::Stock)
            .map(|listing| listing.ticker.id)
            .collect();
        let shares: Vec<Vec<f64>> = shares
            .into_iter()
            .map(|id| Ok(closes(&self.days(id, &range, now)?)))
            .collect::<Result<_, SourceError>>()?;
        let measured = shares::measure(Closes {
            index: &closes(&index),
            bonds: &closes(&bonds),
            shares: &shares,
        });
        Ok(measured.map(|(value, components)| FearGreed {
            value,
            as_of: closed_at(last, now),
            indicators: None,
            components,
            market: STOCKS.to_owned(),
            provider: String::new(),
            rating: None,
        }))
    }

    fn days(
        &self,
        id: TickerId,
        range: &Range<i64>,
        now: Timestamp,
    ) -> Result<Vec<Bar>, SourceError> {
        // Memory first: a bar that is committed in between is then seen twice, never not at all.
        let (unsaved, mut true_bars) = {
            let market = self.market.read();
            let unsaved = market.unsaved_within(id, Interval::Day, range);
            (unsaved, market.true_bars(id, Interval::Day, now))
        };
        let stored = self.store.bars(id, Interval::Day, range.clone());
        let mut bars = stored.map_err(|error| SourceError::Shape(error.to_string()))?;
        overlay(&mut bars, &unsaved);
        bars.retain(|bar| true_bars.takes(bar));
        Ok(bars)
    }
}

fn closes(bars: &[Bar]) -> Vec<f64> {
    bars.iter().map(|bar| bar.close).collect()
}

/// When the close of a daily bar was true: at the end of its session, or `now` while that is open.
fn closed_at(bar: &Bar, now: Timestamp) -> Timestamp {
    // Noon of the exchange's date lies within the day whatever the time of the year.
    let noon = Timestamp::from_second(bar.start + 43_200).unwrap_or(now);
    let date = exchange_date(Calendar::NewYork, noon);
    let close = Calendar::NewYork
        .session_on(date)
        .and_then(|session| Timestamp::from_second(session.close).ok());
    close.unwrap_or(now).min(now)
}

impl Source for ShareIndex {
    fn name(&self) -> &'static str {
        OWN
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            let now = context.clock.now();
            let index = Self::new(Arc::clone(&self.market), self.store.clone());
            // A year of bars of every share: not on a thread that serves.
            let read = tokio::task::spawn_blocking(move || index.read(now)).await;
            let reading = read.map_err(|error| SourceError::Shape(error.to_string()))??;
            if let Some(reading) = reading {
                context.sink.send(Update::FearGreed(reading)).await?;
            }
            Ok(EVERY)
        })
    }
}
