//! How long records are stored.
//!
//! | records | retention |
//! |---|---|
//! | five-minute and hourly bars | [`Interval::retention_seconds`]; imported bars forever |
//! | daily bars, dividends, splits, fundamentals, filings, token offerings, funds, currency rates, yields | forever |
//! | user data: watchlists, boards, chart layouts, screens, notes, drawings, alerts | until deleted |
//! | articles | the newest 2,000 |
//! | fear and greed | one reading per day, 400 days |
//! | earnings, economic events | one year after their day |
//! | alert reports | the newest 1,000 of each person |
//! | pending deliveries | as long as the report; at most a day while the channel fails |
//! | delivery attempts | as long as the report; the newest 50 of each report and channel |
//!
//! While the clock is far ahead, nothing is deleted; see [`is_plausible_clock`].

use std::{
    cmp::Reverse,
    collections::HashSet,
    sync::atomic::{AtomicI64, Ordering},
};

use redb::WriteTransaction;

use super::{
    Result,
    bars::chunks,
    schema::{
        self, DELIVERIES, EARNINGS, ECONOMY, FEAR_GREED, NEWS, OUTBOX, QUOTES, REPORTS, TICKERS,
    },
    table::{Record, Table},
};
use crate::domain::{Timestamp, bar::Interval, person::PersonId, ticker::TickerId};

const DAY: i64 = 86_400;
const HOUR: i64 = 3_600;
/// Maximum number of stored articles.
pub(crate) const MAX_ARTICLES: usize = 2_000;
/// Maximum number of stored alert reports.
const MAX_REPORTS: u64 = 1_000;
/// Retention of fear and greed readings, in days.
const FEAR_GREED_DAYS: i64 = 400;
/// Retention of earnings and economic events after their day, in days.
const EVENT_DAYS: i64 = 365;

/// The hour in which old records were last removed. Removing them once an hour is enough.
#[derive(Debug)]
pub(super) struct Schedule(AtomicI64);

impl Default for Schedule {
    fn default() -> Self {
        Self(AtomicI64::new(i64::MIN))
    }
}

impl Schedule {
    /// Returns true if old records are due for removal at `now`.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        self.0.load(Ordering::Relaxed) != hour(now)
    }

    /// Records that old records were removed at `now`.
    pub(super) fn record_run(&self, now: Timestamp) {
        self.0.store(hour(now), Ordering::Relaxed);
    }
}

fn hour(now: Timestamp) -> i64 {
    now.as_second().div_euclid(HOUR)
}

/// Returns the number of days from 1970-01-01 to a time.
pub(super) fn day(time: Timestamp) -> i32 {
    // The range of `Timestamp`, years -9999 to 9999, is less than eight million days.
    time.as_second().div_euclid(DAY) as i32
}

/// Removes records older than their retention.
pub(super) fn remove_old(txn: &WriteTransaction, now: Timestamp) -> Result<()> {
    if !is_plausible_clock(txn, now)? {
        tracing::debug!(%now, "store: skipped the removal of old records because the clock is more than a day ahead of the newest price");
        return Ok(());
    }
    remove_old_bars(txn, now)?;
    remove_old_fear_greed(txn, now)?;
    let Ok(oldest) = Timestamp::from_second(now.as_second() - EVENT_DAYS * DAY) else {
        return Ok(());
    };
    let oldest = oldest.to_zoned(jiff::tz::TimeZone::UTC).date();
    remove_where(txn, EARNINGS, |event| event.date < oldest)?;
    remove_where(txn, ECONOMY, |event| event.date < oldest)
}

/// Returns false if the clock is more than a day ahead of the newest price. Without this check, a
/// single-board computer whose clock jumps to 2099 would delete data that no source sends again.
fn is_plausible_clock(txn: &WriteTransaction, now: Timestamp) -> Result<bool> {
    let mut newest = i64::MIN;
    QUOTES.write(txn)?.for_each(|_, quote| {
        newest = newest.max(quote.as_of.as_second());
        Ok(())
    })?;
    for interval in Interval::ALL {
        schema::tails(interval).write(txn)?.for_each(|_, tail| {
            newest = newest.max(tail.bars.last().map_or(i64::MIN, |bar| bar.start));
            Ok(())
        })?;
    }
    Ok(now.as_second() <= newest.saturating_add(DAY))
}

/// Removes the chunks that only contain bars older than the retention of their interval.
fn remove_old_bars(txn: &WriteTransaction, now: Timestamp) -> Result<()> {
    // Imported bars are never removed, because users import old bars on purpose.
    let mut imported = HashSet::new();
    TICKERS.write(txn)?.for_each(|id, ticker| {
        if ticker.imported.is_some() {
            imported.insert(TickerId(id));
        }
        Ok(())
    })?;
    for interval in Interval::ALL {
        let Some(retention) = interval.retention_seconds() else {
            continue;
        };
        let oldest = chunks::chunk_of(interval, now.as_second() - retention);
        let mut tails = schema::tails(interval).write(txn)?;
        let mut shortened = vec![];
        tails.for_each(|id, mut tail| {
            let old = tail.chunks.remove_before(oldest);
            if !old.is_empty() && !imported.contains(&TickerId(id)) {
                shortened.push((id, tail, old));
            }
            Ok(())
        })?;
        let mut chunks = schema::chunks(interval).write(txn)?;
        for (id, tail, old) in shortened {
            for chunk in old {
                chunks.remove(&(chunk, id))?;
            }
            tails.put(&id, &tail)?;
        }
    }
    Ok(())
}

fn remove_old_fear_greed(txn: &WriteTransaction, now: Timestamp) -> Result<()> {
    let oldest = i64::from(day(now)) - FEAR_GREED_DAYS;
    let mut readings = FEAR_GREED.write(txn)?;
    let mut old = vec![];
    readings.for_each(|key, _| {
        if i64::from(key.1) < oldest {
            old.push(key);
        }
        Ok(())
    })?;
    for key in old {
        readings.remove(&key)?;
    }
    Ok(())
}

fn remove_where<V: Record>(
    txn: &WriteTransaction,
    table: Table<String, V>,
    is_old: impl Fn(&V) -> bool,
) -> Result<()> {
    let mut table = table.write(txn)?;
    let mut old = vec![];
    table.for_each(|key, record| {
        if is_old(&record) {
            old.push(key);
        }
        Ok(())
    })?;
    for key in old {
        table.remove(&key)?;
    }
    Ok(())
}

/// Removes the oldest articles beyond [`MAX_ARTICLES`].
pub(super) fn remove_surplus_news(txn: &WriteTransaction) -> Result<()> {
    let mut news = NEWS.write(txn)?;
    if news.len()? <= MAX_ARTICLES as u64 {
        return Ok(());
    }
    let mut dates = vec![];
    news.for_each(|id, article| {
        dates.push((article.update.published_at, id));
        Ok(())
    })?;
    dates.sort_unstable_by_key(|date| Reverse(*date));
    for (_, id) in dates.drain(MAX_ARTICLES..) {
        news.remove(&id)?;
    }
    Ok(())
}

/// Removes the oldest reports of a person beyond [`MAX_REPORTS`]. `next` is the number of the next report.
pub(super) fn remove_surplus_reports(
    txn: &WriteTransaction,
    person: PersonId,
    next: u64,
) -> Result<()> {
    remove_reports_before(txn, person, next.saturating_sub(MAX_REPORTS))
}

/// Removes the reports of a person below the number `oldest`, with their pending deliveries and delivery attempts.
pub(super) fn remove_reports_before(
    txn: &WriteTransaction,
    person: PersonId,
    oldest: u64,
) -> Result<()> {
    OUTBOX
        .write(txn, person)?
        .remove_before(&(oldest, String::new()))?;
    DELIVERIES
        .write(txn, person)?
        .remove_before(&(oldest, String::new()))?;
    REPORTS.write(txn, person)?.remove_before(&oldest)
}
