//! Market data: what a commit brings, and what a start reads back.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicI64, Ordering},
};

use redb::WriteTransaction;

use super::{
    Result, Store, StoreError, bars, dividends, earnings, fear_greed, funds, icos, news, quotes,
    tables::{DIVIDENDS, QUOTES, TICKERS},
    tickers,
};
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    dividend::Dividend,
    earnings::EarningsEvent,
    fear_greed::FearGreed,
    fund::FundFacts,
    ico::Ico,
    news::NewsItem,
    quote::Quote,
    ticker::{Ticker, TickerId},
};

/// Market data that goes to disk in one transaction. Upserts throughout.
#[derive(Debug, Default, Clone)]
pub struct MarketBatch {
    /// By id.
    pub tickers: Vec<Ticker>,
    /// By ticker id.
    pub quotes: Vec<Quote>,
    /// Merged into what is stored, by start; the newer bar wins.
    pub bars: Vec<(TickerId, Interval, Vec<Bar>)>,
    /// Replaces all dividends of a ticker.
    pub dividends: Vec<(TickerId, Vec<Dividend>)>,
    /// By id.
    pub news: Vec<NewsItem>,
    /// By id.
    pub icos: Vec<Ico>,
    /// By (symbol, date).
    pub earnings: Vec<EarningsEvent>,
    /// By symbol.
    pub funds: Vec<FundFacts>,
    /// Appended to the readings of their market; by (market, `as_of`).
    pub fear_greed: Vec<FearGreed>,
}

impl MarketBatch {
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.tickers.is_empty()
            && self.quotes.is_empty()
            && self.bars.is_empty()
            && self.dividends.is_empty()
            && self.news.is_empty()
            && self.icos.is_empty()
            && self.earnings.is_empty()
            && self.funds.is_empty()
            && self.fear_greed.is_empty()
    }
}

/// Everything but bars and what people wrote: read once at start.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Ascending by id.
    pub tickers: Vec<Ticker>,
    /// The newest of each ticker.
    pub quotes: Vec<Quote>,
    /// Newest first.
    pub dividends: Vec<(TickerId, Vec<Dividend>)>,
    /// Newest first.
    pub news: Vec<NewsItem>,
    /// Ascending by id.
    pub icos: Vec<Ico>,
    /// Ascending by date.
    pub earnings: Vec<EarningsEvent>,
    /// All of them.
    pub funds: Vec<FundFacts>,
    /// The newest reading of each market.
    pub fear_greed: Vec<FearGreed>,
}

/// The day (since 1970) at which old bars were last removed: once a day is enough.
#[derive(Debug)]
pub(super) struct Swept(AtomicI64);

impl Default for Swept {
    fn default() -> Self {
        Self(AtomicI64::new(i64::MIN))
    }
}

impl Store {
    /// Commits market data in one transaction; bars older than their retention at `now` go.
    pub fn commit(&self, batch: &MarketBatch, now: Timestamp) -> Result<()> {
        let today = now.as_second().div_euclid(86_400);
        let sweep = self.swept.0.load(Ordering::Relaxed) != today;
        if batch.is_empty() && !sweep {
            return Ok(());
        }
        self.handle.write(|txn| {
            write(txn, batch)?;
            if sweep { expire(txn, now) } else { Ok(()) }
        })?;
        self.swept.0.store(today, Ordering::Relaxed);
        Ok(())
    }

    /// Everything but bars, watchlists and alerts.
    pub fn snapshot(&self) -> Result<Snapshot> {
        use super::tables::{DIVIDENDS, EARNINGS, FEAR_GREED, FUNDS, ICOS, NEWS, QUOTES, TICKERS};
        self.handle.read(|txn| {
            Ok(Snapshot {
                tickers: tickers::all(&txn.open_table(TICKERS)?)?,
                quotes: quotes::all(&txn.open_table(QUOTES)?)?,
                dividends: dividends::all(&txn.open_table(DIVIDENDS)?)?,
                news: news::all(&txn.open_table(NEWS)?)?,
                icos: icos::all(&txn.open_table(ICOS)?)?,
                earnings: earnings::all(&txn.open_table(EARNINGS)?)?,
                funds: funds::all(&txn.open_table(FUNDS)?)?,
                fear_greed: fear_greed::newest(&txn.open_table(FEAR_GREED)?)?,
            })
        })
    }

    /// Replaces every bar of a ticker with those of a file, and records the file, and the quote
    /// that its last bar gives: all or nothing.
    pub fn import_bars(
        &self,
        ticker: &Ticker,
        bars: &[(Interval, Vec<Bar>)],
        quote: Option<&Quote>,
    ) -> Result<()> {
        let batch = MarketBatch {
            tickers: vec![ticker.clone()],
            quotes: quote.cloned().into_iter().collect(),
            bars: bars
                .iter()
                .map(|(interval, bars)| (ticker.id, *interval, bars.clone()))
                .collect(),
            ..MarketBatch::default()
        };
        self.handle.write(|txn| {
            bars::forget(txn, ticker.id)?;
            write(txn, &batch)
        })
    }

    /// Gives a ticker whose bars came from a file back to its market: they go, and the quote that the
    /// last of them gave.
    pub fn forget_import(&self, ticker: &Ticker) -> Result<()> {
        let ticker = Ticker {
            imported: None,
            ..ticker.clone()
        };
        self.handle.write(|txn| {
            bars::forget(txn, ticker.id)?;
            txn.open_table(QUOTES)?.remove(ticker.id.0)?;
            tickers::put(txn, &[ticker])
        })
    }

    /// Removes a ticker with its bars, its quote and its dividends. Its number stays unused.
    pub fn remove_ticker(&self, id: TickerId) -> Result<()> {
        self.handle.write(|txn| {
            bars::forget(txn, id)?;
            txn.open_table(QUOTES)?.remove(id.0)?;
            txn.open_table(DIVIDENDS)?.remove(id.0)?;
            let removed = txn.open_table(TICKERS)?.remove(id.0)?.is_some();
            if removed {
                Ok(())
            } else {
                Err(StoreError::NotFound("ticker"))
            }
        })
    }
}

fn write(txn: &WriteTransaction, batch: &MarketBatch) -> Result<()> {
    tickers::put(txn, &batch.tickers)?;
    quotes::put(txn, &batch.quotes)?;
    bars::merge(txn, &batch.bars)?;
    dividends::put(txn, &batch.dividends)?;
    news::put(txn, &batch.news)?;
    icos::put(txn, &batch.icos)?;
    earnings::put(txn, &batch.earnings)?;
    funds::put(txn, &batch.funds)?;
    fear_greed::put(txn, &batch.fear_greed)
}

/// Removes old bars.
fn expire(txn: &WriteTransaction, now: Timestamp) -> Result<()> {
    // A file's five-minute bars of 2013 are there because somebody wants them.
    let imported: HashSet<TickerId> = tickers::all(&txn.open_table(super::tables::TICKERS)?)?
        .into_iter()
        .filter(|ticker| ticker.imported.is_some())
        .map(|ticker| ticker.id)
        .collect();
    bars::expire(txn, now, |id| imported.contains(&id))
}
