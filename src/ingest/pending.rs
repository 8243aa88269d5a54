//! Changes that are merged in memory and not on disk yet.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use jiff::civil::Date;

use crate::{
    domain::{
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
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId},
    },
    runtime::health::Backlog,
    store::{MAX_ARTICLES, MarketBatch},
};

/// Maximum number of unsaved bars, for example while the disk is full: about 30 MB.
pub(super) const MAX_BARS: usize = 200_000;
/// Maximum size of unsaved logos in bytes.
const MAX_LOGO_BYTES: usize = 8 << 20;
/// Maximum number of unsaved fundamentals, and of unsaved lists of filings; about 10 kB each.
const MAX_REPORTS: usize = 1_000;

/// Changes since the last commit, with only the newest version of each record.
#[derive(Debug, Default)]
pub(super) struct PendingChanges {
    pub(super) tickers: BTreeMap<TickerId, Ticker>,
    pub(super) quotes: HashMap<TickerId, Quote>,
    /// By start in Unix seconds.
    bars: HashMap<(TickerId, Interval), BTreeMap<i64, Bar>>,
    /// Number of bars in `bars`.
    bar_count: usize,
    pub(super) dividends: HashMap<TickerId, Vec<Dividend>>,
    pub(super) splits: HashMap<TickerId, Vec<Split>>,
    pub(super) news: BTreeMap<u32, NewsItem>,
    pub(super) icos: BTreeMap<u32, Ico>,
    /// By date and symbol; `None` for withdrawn announcements.
    pub(super) earnings: BTreeMap<(Date, String), Option<EarningsEvent>>,
    /// By name and period; `None` for cancelled events.
    pub(super) economy: BTreeMap<(String, String), Option<EconomicEvent>>,
    pub(super) funds: HashMap<String, FundFacts>,
    /// The newest reading of each index (market and provider) and day since 1970.
    fear_greed: BTreeMap<(String, String, i64), FearGreed>,
    /// By series and day.
    pub(super) fixings: BTreeMap<(String, i32), Fixing>,
    pub(super) logos: HashMap<TickerId, LogoImage>,
    fundamentals: HashMap<TickerId, Arc<Fundamentals>>,
    filings: HashMap<TickerId, Arc<[Filing]>>,
    pub(super) cross_checks: HashMap<TickerId, CrossCheck>,
    pub(super) requests: HashMap<String, u64>,
    /// Tickers to remove from disk.
    removed: BTreeSet<TickerId>,
    in_flight: InFlightSize,
    refused: RefusedData,
}

/// The size of the batch that is being written, which counts toward the limits.
#[derive(Debug, Default, Clone, Copy)]
struct InFlightSize {
    bars: usize,
    logo_bytes: usize,
}

/// Data that was refused because the limits of unsaved changes were reached.
#[derive(Debug, Default)]
struct RefusedData {
    /// Histories with refused bars, which do not count as fetched.
    histories: HashSet<(TickerId, Interval)>,
    /// Sources with refused rows since their last [`Update::Save`](crate::source::Update::Save).
    sources: HashSet<&'static str>,
    /// Number of refused rows since the program started.
    rows: u64,
}

impl PendingChanges {
    /// Returns the number of unsaved bars.
    pub(super) fn bar_count(&self) -> usize {
        self.bar_count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bar_count == 0
            && self.tickers.is_empty()
            && self.quotes.is_empty()
            && self.dividends.is_empty()
            && self.splits.is_empty()
            && self.news.is_empty()
            && self.icos.is_empty()
            && self.earnings.is_empty()
            && self.economy.is_empty()
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

    /// Returns true if `more` bars fit.
    pub(super) fn has_room_for(&self, more: usize) -> bool {
        self.bar_count + self.in_flight.bars + more <= MAX_BARS
    }

    /// Records that bars of a history from `source` were refused.
    pub(super) fn record_refused(
        &mut self,
        source: &'static str,
        id: TickerId,
        interval: Interval,
        rows: usize,
    ) {
        self.refused.sources.insert(source);
        self.refused.histories.insert((id, interval));
        self.refused.rows += rows as u64;
    }

    /// Returns true if bars of a history were refused since the previous call.
    pub(super) fn take_refused_history(&mut self, id: TickerId, interval: Interval) -> bool {
        self.refused.histories.remove(&(id, interval))
    }

    /// Returns true if rows of a source were refused since the previous call.
    pub(super) fn take_refused_source(&mut self, source: &str) -> bool {
        self.refused.sources.remove(source)
    }

    /// Returns the number of unsaved and of refused rows.
    pub(super) fn backlog(&self) -> Backlog {
        let other_rows = self.tickers.len()
            + self.quotes.len()
            + self.dividends.len()
            + self.splits.len()
            + self.news.len()
            + self.icos.len()
            + self.earnings.len()
            + self.economy.len()
            + self.funds.len()
            + self.fear_greed.len()
            + self.fixings.len()
            + self.logos.len()
            + self.fundamentals.len()
            + self.filings.len()
            + self.cross_checks.len()
            + self.requests.len();
        Backlog {
            rows: self.bar_count + self.in_flight.bars + other_rows,
            refused: self.refused.rows,
        }
    }

    /// Adds an article. Drops the oldest articles beyond the number that the database keeps.
    pub(super) fn add_news(&mut self, item: NewsItem) {
        self.news.insert(item.id, item);
        self.limit_news();
    }

    fn limit_news(&mut self) {
        while self.news.len() > MAX_ARTICLES {
            let age = |item: &&NewsItem| (item.update.published_at, item.id);
            let oldest = self.news.values().min_by_key(age).map(|item| item.id);
            oldest.and_then(|id| self.news.remove(&id));
        }
    }

    /// Adds a fear and greed reading; keeps only the newest reading of an index and day.
    pub(super) fn add_fear_greed(&mut self, reading: FearGreed) {
        let day = reading.as_of.as_second().div_euclid(86_400);
        let key = (reading.market.clone(), reading.provider.clone(), day);
        let known = self.fear_greed.get(&key);
        if known.is_none_or(|known| known.as_of <= reading.as_of) {
            self.fear_greed.insert(key, reading);
        }
    }

    /// Adds a logo. Returns false and drops the logo if the limit is reached.
    pub(super) fn add_logo(&mut self, id: TickerId, image: &LogoImage) -> bool {
        let unsaved: usize = self.logos.values().map(|logo| logo.bytes().len()).sum();
        let bytes = unsaved + self.in_flight.logo_bytes + image.bytes().len();
        if bytes > MAX_LOGO_BYTES {
            return false;
        }
        self.logos.insert(id, image.clone());
        true
    }

    /// Adds fundamentals. Returns false and drops them if the limit is reached.
    pub(super) fn add_fundamentals(
        &mut self,
        id: TickerId,
        fundamentals: Arc<Fundamentals>,
    ) -> bool {
        let has_room = self.fundamentals.len() < MAX_REPORTS || self.fundamentals.contains_key(&id);
        if has_room {
            self.fundamentals.insert(id, fundamentals);
        }
        has_room
    }

    /// Adds filings. Returns false and drops them if the limit is reached.
    pub(super) fn add_filings(&mut self, id: TickerId, filings: Arc<[Filing]>) -> bool {
        let has_room = self.filings.len() < MAX_REPORTS || self.filings.contains_key(&id);
        if has_room {
            self.filings.insert(id, filings);
        }
        has_room
    }

    /// Adds bars; a bar replaces an older one with the same start.
    pub(super) fn add_bars(&mut self, id: TickerId, interval: Interval, bars: &[Bar]) {
        let unsaved = self.bars.entry((id, interval)).or_default();
        for bar in bars {
            self.bar_count += usize::from(unsaved.insert(bar.start, *bar).is_none());
        }
    }

    /// Drops the changes of a ticker. The next commit removes the ticker from disk.
    pub(super) fn remove_ticker(&mut self, id: TickerId) {
        self.tickers.remove(&id);
        self.quotes.remove(&id);
        self.dividends.remove(&id);
        self.splits.remove(&id);
        self.logos.remove(&id);
        self.fundamentals.remove(&id);
        self.filings.remove(&id);
        self.cross_checks.remove(&id);
        for interval in Interval::ALL {
            let bars = self.bars.remove(&(id, interval));
            self.bar_count -= bars.map_or(0, |bars| bars.len());
            self.refused.histories.remove(&(id, interval));
        }
        self.removed.insert(id);
    }

    /// Removes all changes and returns them as one batch.
    pub(super) fn take_batch(&mut self) -> MarketBatch {
        let Self {
            tickers,
            quotes,
            bars,
            dividends,
            splits,
            news,
            icos,
            earnings,
            economy,
            funds,
            fear_greed,
            fixings,
            logos,
            fundamentals,
            filings,
            cross_checks,
            requests,
            removed,
            bar_count,
            refused,
            in_flight: _,
        } = std::mem::take(self);
        self.refused = refused;
        self.in_flight = InFlightSize {
            bars: bar_count,
            logo_bytes: logos.values().map(|logo| logo.bytes().len()).sum(),
        };
        let (earnings, withdrawn_earnings) = split_withdrawn(earnings);
        let (economy, cancelled_economy) = split_withdrawn(economy);
        MarketBatch {
            tickers: tickers.into_values().collect(),
            quotes: quotes.into_values().collect(),
            bars: bars
                .into_iter()
                .map(|((id, interval), bars)| (id, interval, bars.into_values().collect()))
                .collect(),
            dividends: dividends.into_iter().collect(),
            splits: splits.into_iter().collect(),
            news: news.into_values().collect(),
            icos: icos.into_values().collect(),
            earnings,
            withdrawn_earnings,
            economy,
            cancelled_economy,
            funds: funds.into_values().collect(),
            fear_greed: fear_greed.into_values().collect(),
            fixings: fixings.into_values().collect(),
            logos: logos.into_iter().collect(),
            fundamentals: fundamentals.into_iter().collect(),
            filings: filings.into_iter().collect(),
            cross_checks: cross_checks.into_iter().collect(),
            requests: requests.into_iter().collect(),
            removed: removed.into_iter().collect(),
        }
    }

    /// Records that the batch taken last is on disk.
    pub(super) fn mark_saved(&mut self) {
        self.in_flight = InFlightSize::default();
    }

    /// Puts a batch back after a failed commit. Newer changes win. Rows of tickers that were removed during the commit are dropped.
    pub(super) fn put_back(&mut self, mut batch: MarketBatch) {
        self.in_flight = InFlightSize::default();
        let removed = &self.removed;
        batch.tickers.retain(|ticker| !removed.contains(&ticker.id));
        batch.quotes.retain(|quote| !removed.contains(&quote.id));
        batch.bars.retain(|(id, ..)| !removed.contains(id));
        batch.dividends.retain(|(id, _)| !removed.contains(id));
        batch.splits.retain(|(id, _)| !removed.contains(id));
        batch.logos.retain(|(id, _)| !removed.contains(id));
        batch.fundamentals.retain(|(id, _)| !removed.contains(id));
        batch.filings.retain(|(id, _)| !removed.contains(id));
        batch.cross_checks.retain(|(id, _)| !removed.contains(id));
        self.removed.extend(batch.removed);
        for ticker in batch.tickers {
            self.tickers.entry(ticker.id).or_insert(ticker);
        }
        for quote in batch.quotes {
            self.quotes.entry(quote.id).or_insert(quote);
        }
        for (id, interval, bars) in batch.bars {
            let unsaved = self.bars.entry((id, interval)).or_default();
            for bar in bars {
                unsaved.entry(bar.start).or_insert_with(|| {
                    self.bar_count += 1;
                    bar
                });
            }
        }
        for (id, dividends) in batch.dividends {
            self.dividends.entry(id).or_insert(dividends);
        }
        for (id, splits) in batch.splits {
            self.splits.entry(id).or_insert(splits);
        }
        for item in batch.news {
            self.news.entry(item.id).or_insert(item);
        }
        self.limit_news();
        for ico in batch.icos {
            self.icos.entry(ico.id).or_insert(ico);
        }
        for fund in batch.funds {
            self.funds.entry(fund.symbol.clone()).or_insert(fund);
        }
        for (id, logo) in batch.logos {
            self.logos.entry(id).or_insert(logo);
        }
        for (id, fundamentals) in batch.fundamentals {
            self.fundamentals.entry(id).or_insert(fundamentals);
        }
        for (id, filings) in batch.filings {
            self.filings.entry(id).or_insert(filings);
        }
        for (id, check) in batch.cross_checks {
            self.cross_checks.entry(id).or_insert(check);
        }
        for (name, count) in batch.requests {
            self.requests.entry(name).or_insert(count);
        }
        for event in batch.economy {
            let key = (event.name.clone(), event.period.clone());
            self.economy.entry(key).or_insert(Some(event));
        }
        for key in batch.cancelled_economy {
            self.economy.entry(key).or_insert(None);
        }
        for event in batch.earnings {
            let key = (event.date, event.symbol.clone());
            self.earnings.entry(key).or_insert(Some(event));
        }
        for key in batch.withdrawn_earnings {
            self.earnings.entry(key).or_insert(None);
        }
        for fixing in batch.fixings {
            self.fixings.entry(fixing.key()).or_insert(fixing);
        }
        for reading in batch.fear_greed {
            self.add_fear_greed(reading);
        }
    }
}

/// Splits changes into stored records and the keys of removed ones.
fn split_withdrawn<K, V>(changes: BTreeMap<K, Option<V>>) -> (Vec<V>, Vec<K>) {
    let (mut stored, mut removed) = (Vec::new(), Vec::new());
    for (key, change) in changes {
        match change {
            Some(record) => stored.push(record),
            None => removed.push(key),
        }
    }
    (stored, removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(start: i64, close: f64) -> Bar {
        Bar {
            start,
            open: close,
            high: close,
            low: close,
            close,
            volume: 0.0,
        }
    }

    #[test]
    fn newer_changes_win_over_a_failed_batch() {
        let (id, hour) = (TickerId(1), Interval::Hour);
        let mut pending = PendingChanges::default();
        pending.add_bars(id, hour, &[bar(0, 1.0), bar(3_600, 2.0)]);
        let failed = pending.take_batch();
        assert!(pending.is_empty());
        pending.add_bars(id, hour, &[bar(3_600, 3.0)]);
        pending.put_back(failed);
        assert_eq!(pending.bar_count(), 2);
        assert_eq!(
            pending.take_batch().bars,
            [(id, hour, vec![bar(0, 1.0), bar(3_600, 3.0)])]
        );
    }

    #[test]
    fn bar_with_the_same_start_is_counted_once() {
        let mut pending = PendingChanges::default();
        pending.add_bars(TickerId(1), Interval::Day, &[bar(0, 1.0)]);
        pending.add_bars(TickerId(1), Interval::Day, &[bar(0, 2.0)]);
        assert_eq!(pending.bar_count(), 1);
        assert!(pending.take_batch().bars[0].2 == [bar(0, 2.0)]);
    }
}
