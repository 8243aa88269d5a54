//! Storage of market data: commits of batches, and the snapshot that is read at startup.

mod logos;
mod reports;

use std::{cmp::Reverse, sync::Arc};

use jiff::civil::Date;
use redb::{ReadTransaction, WriteTransaction};

use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        cross_check::CrossCheck,
        dividend::Dividend,
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fear_greed::FearGreed,
        fixing::Fixing,
        fund::FundFacts,
        fundamentals::{Fundamentals, filing::Filing},
        ico::Ico,
        logo::LogoImage,
        news::NewsItem,
        packed_bars::PackedBars,
        person::PersonId,
        quote::Quote,
        split::Split,
        ticker::{FetchTimes, Ticker, TickerId},
    },
    store::{
        Result, Store, StoreError,
        bars::{chunks, merge},
        counters,
        error::default_if_damaged,
        file::maintenance::Progress,
        key::RecordKey,
        retention,
        schema::{
            COUNTERS, CROSS_CHECKS, DIVIDENDS, EARNINGS, ECONOMY, FEAR_GREED, FILINGS, FIXINGS,
            FUNDAMENTALS, FUNDS, ICOS, LOGOS, NEWS, QUOTES, SPLITS, TICKERS,
        },
        table::{Record, Table, Writer},
    },
};

/// Number of imported bars that are written between two progress reports.
const BARS_PER_STEP: usize = 8_192;

/// Counter with the highest id of a removed ticker, so that ids are not reused.
const LAST_REMOVED: &str = "last_removed_ticker";

/// Market data for one transaction. Each record is inserted or replaces the record with the same
/// key.
#[derive(Debug, Default, Clone)]
pub struct MarketBatch {
    /// By id.
    pub tickers: Vec<Ticker>,
    /// By ticker id.
    pub quotes: Vec<Quote>,
    /// Merged with the stored bars. A new bar replaces a stored bar with the same start.
    pub bars: Vec<(TickerId, Interval, Vec<Bar>)>,
    /// Each list replaces all stored dividends of the ticker.
    pub dividends: Vec<(TickerId, Vec<Dividend>)>,
    /// Each list replaces all stored splits of the ticker.
    pub splits: Vec<(TickerId, Vec<Split>)>,
    /// By id.
    pub news: Vec<NewsItem>,
    /// By id.
    pub icos: Vec<Ico>,
    /// By (symbol, date).
    pub earnings: Vec<EarningsEvent>,
    /// Announcements that were withdrawn and are removed, as date and symbol.
    pub withdrawn_earnings: Vec<(Date, String)>,
    /// By (name, period).
    pub economy: Vec<EconomicEvent>,
    /// Events that were cancelled and are removed, as name and period.
    pub cancelled_economy: Vec<(String, String)>,
    /// By symbol.
    pub funds: Vec<FundFacts>,
    /// By market, provider and day. Only the newest reading of a day is stored.
    pub fear_greed: Vec<FearGreed>,
    /// By series and day.
    pub fixings: Vec<Fixing>,
    /// By ticker id.
    pub logos: Vec<(TickerId, LogoImage)>,
    /// By ticker id.
    pub fundamentals: Vec<(TickerId, Arc<Fundamentals>)>,
    /// Each list replaces all stored filings of the ticker.
    pub filings: Vec<(TickerId, Arc<[Filing]>)>,
    /// By ticker id.
    pub cross_checks: Vec<(TickerId, CrossCheck)>,
    /// Number of requests sent to each provider, by provider and day or month (`coingecko
    /// 2026-11`).
    pub requests: Vec<(String, u64)>,
    /// Ids of tickers that are removed with all their records.
    pub removed: Vec<TickerId>,
}

impl MarketBatch {
    /// Returns true if there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.tickers.is_empty()
            && self.quotes.is_empty()
            && self.bars.is_empty()
            && self.dividends.is_empty()
            && self.splits.is_empty()
            && self.news.is_empty()
            && self.icos.is_empty()
            && self.earnings.is_empty()
            && self.withdrawn_earnings.is_empty()
            && self.economy.is_empty()
            && self.cancelled_economy.is_empty()
            && self.funds.is_empty()
            && self.fear_greed.is_empty()
            && self.fixings.is_empty()
            && self.logos.is_empty()
            && self.fundamentals.is_empty()
            && self.filings.is_empty()
            && self.cross_checks.is_empty()
            && self.requests.is_empty()
            && self.removed.is_empty()
    }
}

/// All market data except bars, as read at startup.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Ascending by id.
    pub tickers: Vec<Ticker>,
    /// The newest quote of each ticker.
    pub quotes: Vec<Quote>,
    /// Newest first.
    pub dividends: Vec<(TickerId, Vec<Dividend>)>,
    /// Newest first.
    pub splits: Vec<(TickerId, Vec<Split>)>,
    /// Newest first.
    pub news: Vec<NewsItem>,
    /// Ascending by id.
    pub icos: Vec<Ico>,
    /// Ascending by date.
    pub earnings: Vec<EarningsEvent>,
    /// In no order.
    pub economy: Vec<EconomicEvent>,
    /// Ascending by symbol.
    pub funds: Vec<FundFacts>,
    /// The newest reading of each index.
    pub fear_greed: Vec<FearGreed>,
    /// Ascending by series and day.
    pub fixings: Vec<Fixing>,
    /// In no order.
    pub cross_checks: Vec<(TickerId, CrossCheck)>,
    /// The highest id of a removed ticker; 0 if no ticker was removed.
    pub last_removed: TickerId,
    /// See [`MarketBatch::requests`].
    pub requests: Vec<(String, u64)>,
}

impl Store {
    /// Commits market data in one transaction. Once an hour, also removes the records whose
    /// retention has ended at `now`.
    pub fn commit(&self, batch: &MarketBatch, now: Timestamp) -> Result<()> {
        let is_retention_due = self.retention.is_due(now);
        if batch.is_empty() && !is_retention_due {
            return Ok(());
        }
        let mut damaged = Vec::new();
        self.handle.write(|txn| {
            write(txn, batch, &mut damaged)?;
            if is_retention_due {
                default_if_damaged(retention::remove_old(txn, now))
            } else {
                Ok(())
            }
        })?;
        if is_retention_due {
            self.retention.record_run(now);
        }
        for (id, interval) in damaged {
            self.note_damaged_bars(id, interval);
        }
        Ok(())
    }

    /// Reads all market data except bars.
    pub fn snapshot(&self) -> Result<Snapshot> {
        self.handle.read(|txn| {
            Ok(Snapshot {
                tickers: TICKERS.read(txn)?.all()?,
                quotes: QUOTES.read(txn)?.all()?,
                dividends: dividends(txn)?,
                splits: splits(txn)?,
                news: news(txn)?,
                icos: ICOS.read(txn)?.all()?,
                earnings: EARNINGS.read(txn)?.all()?,
                economy: ECONOMY.read(txn)?.all()?,
                funds: FUNDS.read(txn)?.all()?,
                fear_greed: newest_fear_greed(txn)?,
                fixings: FIXINGS.read(txn)?.all()?,
                cross_checks: cross_checks(txn)?,
                last_removed: last_removed(txn)?,
                requests: counters::requests(txn)?,
            })
        })
    }

    /// Returns the highest id of a removed ticker, or 0 if no ticker was removed.
    pub(crate) fn last_removed(&self) -> Result<TickerId> {
        self.handle.read(last_removed)
    }

    /// Returns the newest reading of each fear and greed index.
    pub(crate) fn newest_fear_greed(&self) -> Result<Vec<FearGreed>> {
        self.handle.read(newest_fear_greed)
    }

    /// Replaces all bars of a ticker with imported bars. Stores the ticker and the quote of the last
    /// bar in the same transaction. `progress` counts bars.
    pub fn import_bars(
        &self,
        ticker: &Ticker,
        bars: &[(Interval, Vec<Bar>)],
        quote: Option<&Quote>,
        progress: Progress,
    ) -> Result<()> {
        let packed = bars.iter().map(|(interval, bars)| {
            let bars = bars.iter().copied().collect();
            (*interval, bars)
        });
        self.import_packed_bars(ticker, &packed.collect::<Vec<_>>(), quote, progress)
    }

    /// Like [`Store::import_bars`], but reads packed bars, which take little memory however many
    /// there are.
    pub(crate) fn import_packed_bars(
        &self,
        ticker: &Ticker,
        bars: &[(Interval, PackedBars)],
        quote: Option<&Quote>,
        progress: Progress,
    ) -> Result<()> {
        let batch = MarketBatch {
            tickers: vec![ticker.clone()],
            quotes: quote.cloned().into_iter().collect(),
            ..MarketBatch::default()
        };
        let total = bars.iter().map(|(_, bars)| bars.len() as u64).sum();
        self.handle.write(|txn| {
            chunks::remove_all(txn, ticker.id)?;
            let mut done = 0;
            for (interval, bars) in bars {
                let mut bars = bars.iter().peekable();
                while bars.peek().is_some() {
                    progress(done, total);
                    let step: Vec<Bar> = bars.by_ref().take(BARS_PER_STEP).collect();
                    done += step.len() as u64;
                    merge::merge(txn, &[(ticker.id, *interval, step)])?;
                }
            }
            progress(total, total);
            write(txn, &batch, &mut vec![])
        })
    }

    /// Removes the imported bars of a ticker and the quote of the last bar. After that, sources
    /// provide the bars of the ticker again.
    pub(crate) fn remove_imported_bars(&self, ticker: &Ticker) -> Result<()> {
        let ticker = Ticker {
            imported: None,
            // Without these times, the whole history is fetched again.
            fetched: FetchTimes::default(),
            ..ticker.clone()
        };
        self.handle.write(|txn| {
            chunks::remove_all(txn, ticker.id)?;
            QUOTES.write(txn)?.remove(&ticker.id.0)?;
            TICKERS.write(txn)?.put(&ticker.id.0, &ticker)
        })
    }

    /// Describes what uses a ticker, as clauses for an error sentence. What belongs to people other than the owner is not described.
    pub(crate) fn ticker_uses(&self, ticker: &Ticker) -> Result<Vec<String>> {
        let mut uses = self.of(PersonId::OWNER).ticker_uses(ticker)?;
        for person in self.people()? {
            if !self.of(person.id).ticker_uses(ticker)?.is_empty() {
                uses.push("another person of this server uses it".into());
                break;
            }
        }
        Ok(uses)
    }

    /// Removes a ticker with its bars, quote, dividends, splits, logo, fundamentals, filings and cross-check. Its id is not reused.
    pub(crate) fn remove_ticker(&self, id: TickerId) -> Result<()> {
        self.handle.write(|txn| {
            if remove(txn, id)? {
                Ok(())
            } else {
                Err(StoreError::NotFound("ticker"))
            }
        })
    }
}

/// Removes a ticker with its records. Returns false if the ticker was not stored.
fn remove(txn: &WriteTransaction, id: TickerId) -> Result<bool> {
    chunks::remove_all(txn, id)?;
    QUOTES.write(txn)?.remove(&id.0)?;
    DIVIDENDS.write(txn)?.remove(&id.0)?;
    SPLITS.write(txn)?.remove(&id.0)?;
    LOGOS.write(txn)?.remove(&id.0)?;
    FUNDAMENTALS.write(txn)?.remove(&id.0)?;
    FILINGS.write(txn)?.remove(&id.0)?;
    CROSS_CHECKS.write(txn)?.remove(&id.0)?;
    let was_stored = TICKERS.write(txn)?.remove(&id.0)?;
    let mut counters = COUNTERS.write(txn)?;
    // A damaged counter is replaced.
    let last = default_if_damaged(counters.get(&LAST_REMOVED.to_owned()))?;
    let last = last.unwrap_or_default().max(id.0.into());
    counters.put(&LAST_REMOVED.to_owned(), &last)?;
    Ok(was_stored)
}

fn last_removed(txn: &ReadTransaction) -> Result<TickerId> {
    let last = COUNTERS.read(txn)?.get(&LAST_REMOVED.to_owned())?;
    Ok(TickerId(last.unwrap_or_default() as u32))
}

/// Writes a batch. Skips the new bars of a ticker whose stored bars are damaged, and adds that
/// ticker and interval to `damaged`.
fn write(
    txn: &WriteTransaction,
    batch: &MarketBatch,
    damaged: &mut Vec<(TickerId, Interval)>,
) -> Result<()> {
    for id in &batch.removed {
        remove(txn, *id)?;
    }
    put_all(txn, TICKERS, &batch.tickers, |ticker| ticker.id.0)?;
    put_all(txn, QUOTES, &batch.quotes, |quote| quote.id.0)?;
    merge::merge_undamaged(txn, &batch.bars, |id, interval| {
        damaged.push((id, interval));
    })?;
    put_by_ticker(txn, DIVIDENDS, &batch.dividends)?;
    put_by_ticker(txn, SPLITS, &batch.splits)?;
    put_all(txn, NEWS, &batch.news, |article| article.id)?;
    if !batch.news.is_empty() {
        default_if_damaged(retention::remove_surplus_news(txn))?;
    }
    put_all(txn, ICOS, &batch.icos, |ico| ico.id)?;
    put_earnings(txn, batch)?;
    put_economy(txn, batch)?;
    put_all(txn, FUNDS, &batch.funds, |fund| fund.symbol.clone())?;
    put_fear_greed(txn, &batch.fear_greed)?;
    put_all(txn, FIXINGS, &batch.fixings, Fixing::key)?;
    put_by_ticker(txn, LOGOS, &batch.logos)?;
    put_by_ticker(txn, FUNDAMENTALS, &batch.fundamentals)?;
    put_by_ticker(txn, FILINGS, &batch.filings)?;
    put_by_ticker(txn, CROSS_CHECKS, &batch.cross_checks)?;
    counters::put_requests(txn, &batch.requests)
}

/// Writes a record. Skips a record over the size limit, so that the rest of its batch is saved.
fn put<K: RecordKey, V: Record>(table: &mut Writer<'_, K, V>, key: &K, record: &V) -> Result<()> {
    match table.put(key, record) {
        Err(error @ StoreError::TooLarge { .. }) => {
            tracing::warn!(%error, "store: skipped a market record that is too large");
            Ok(())
        }
        result => result,
    }
}

/// Writes records. `key` returns the key of a record.
fn put_all<K: RecordKey, V: Record>(
    txn: &WriteTransaction,
    table: Table<K, V>,
    records: &[V],
    key: impl Fn(&V) -> K,
) -> Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let mut table = table.write(txn)?;
    records
        .iter()
        .try_for_each(|record| put(&mut table, &key(record), record))
}

/// Returns the key of an earnings announcement.
pub(crate) fn earnings_key(day: Date, symbol: &str) -> String {
    format!("{day} {symbol}")
}

/// Returns the key of an economic event.
pub(crate) fn economy_key(event: &EconomicEvent) -> String {
    economy_key_of(&event.name, &event.period)
}

fn economy_key_of(name: &str, period: &str) -> String {
    format!("{name}\n{period}")
}

fn put_economy(txn: &WriteTransaction, batch: &MarketBatch) -> Result<()> {
    if !batch.cancelled_economy.is_empty() {
        let mut table = ECONOMY.write(txn)?;
        for (name, period) in &batch.cancelled_economy {
            table.remove(&economy_key_of(name, period))?;
        }
    }
    put_all(txn, ECONOMY, &batch.economy, economy_key)
}

fn put_earnings(txn: &WriteTransaction, batch: &MarketBatch) -> Result<()> {
    if !batch.withdrawn_earnings.is_empty() {
        let mut table = EARNINGS.write(txn)?;
        for (day, symbol) in &batch.withdrawn_earnings {
            table.remove(&earnings_key(*day, symbol))?;
        }
    }
    put_all(txn, EARNINGS, &batch.earnings, |event| {
        earnings_key(event.date, &event.symbol)
    })
}

/// Writes one record per ticker.
fn put_by_ticker<V: Record>(
    txn: &WriteTransaction,
    table: Table<u32, V>,
    batch: &[(TickerId, V)],
) -> Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    let mut table = table.write(txn)?;
    batch
        .iter()
        .try_for_each(|(id, record)| put(&mut table, &id.0, record))
}

/// Returns the dividends of every ticker that has any, newest first.
fn dividends(txn: &ReadTransaction) -> Result<Vec<(TickerId, Vec<Dividend>)>> {
    let mut all = Vec::new();
    DIVIDENDS.read(txn)?.for_each(|id, mut dividends| {
        dividends.sort_by_key(|dividend| Reverse(dividend.ex_date));
        all.push((TickerId(id), dividends));
        Ok(())
    })?;
    Ok(all)
}

fn cross_checks(txn: &ReadTransaction) -> Result<Vec<(TickerId, CrossCheck)>> {
    let mut all = Vec::new();
    CROSS_CHECKS.read(txn)?.for_each(|id, check| {
        all.push((TickerId(id), check));
        Ok(())
    })?;
    Ok(all)
}

/// Returns the splits of every ticker that has any, newest first, which is the order in which they
/// were stored.
fn splits(txn: &ReadTransaction) -> Result<Vec<(TickerId, Vec<Split>)>> {
    let mut all = Vec::new();
    SPLITS.read(txn)?.for_each(|id, splits| {
        all.push((TickerId(id), splits));
        Ok(())
    })?;
    Ok(all)
}

/// Returns all articles, newest first.
fn news(txn: &ReadTransaction) -> Result<Vec<NewsItem>> {
    let mut articles = NEWS.read(txn)?.all()?;
    articles.sort_by_key(|article| Reverse((article.update.published_at, article.id)));
    Ok(articles)
}

/// Stores readings, except those that are older than the stored reading of the same index and day.
fn put_fear_greed(txn: &WriteTransaction, readings: &[FearGreed]) -> Result<()> {
    if readings.is_empty() {
        return Ok(());
    }
    let mut table = FEAR_GREED.write(txn)?;
    for reading in readings {
        let index = format!("{} {}", reading.market, reading.provider);
        let key = (index, retention::day(reading.as_of));
        // A damaged reading is replaced.
        let stored = default_if_damaged(table.get(&key))?;
        let newer = stored.filter(|stored| stored.as_of > reading.as_of);
        if newer.is_none() {
            table.put(&key, reading)?;
        }
    }
    Ok(())
}

/// Returns the newest reading of each index, which is the reading of its last day. Older versions
/// used only the market as the name of an index, so that readings of one index may have two names.
fn newest_fear_greed(txn: &ReadTransaction) -> Result<Vec<FearGreed>> {
    let table = FEAR_GREED.read(txn)?;
    let mut newest: Vec<FearGreed> = vec![];
    let mut last = table.last()?;
    while let Some(((index, _), reading)) = last {
        match newest
            .iter_mut()
            .find(|existing| existing.is_same_index(&reading))
        {
            Some(existing) if existing.as_of < reading.as_of => *existing = reading,
            Some(_) => {}
            None => newest.push(reading),
        }
        last = table.last_before(&(index, i32::MIN))?;
    }
    newest.reverse();
    Ok(newest)
}
