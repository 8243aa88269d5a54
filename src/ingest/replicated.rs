//! Applies replicated records to the market in memory of an edge.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};

use super::{earnings, load::RECENT_SECONDS};
use crate::{
    domain::{
        bar::Interval,
        cross_check::CrossCheck,
        dividend::Dividend,
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fixing::Fixing,
        fund::FundFacts,
        ico::Ico,
        news::NewsItem,
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId},
    },
    market::{Market, MarketState, RecentCloses, Topic},
    store::{Change, MarketChange, Result, Store, earnings_key, economy_key},
};

/// Applies changes that are already on disk to memory. Afterwards, memory equals the state that a restart would load. Reads bars and
/// fear and greed readings from disk.
pub fn apply_records(market: &Market, store: &Store, changes: &[Change]) -> Result<()> {
    apply_tickers(market, changes);
    let lists = ListChanges::from_changes(changes);
    let fear_greed = if lists.has_fear_greed {
        Some(store.newest_fear_greed()?)
    } else {
        None
    };
    let mut topics = lists.topics();
    if !topics.is_empty() {
        let mut market = market.write();
        lists.apply_to(&mut market);
        if let Some(readings) = fear_greed {
            market.fear_greed = readings;
        }
    }
    apply_quotes(market, changes.iter().filter_map(Change::quote));
    let bars: BTreeSet<_> = changes.iter().filter_map(Change::bars).collect();
    if !bars.is_empty() {
        apply_bars(market, store, &bars)?;
        topics.push(Topic::Bars);
    }
    for topic in topics {
        market.invalidate(topic);
    }
    Ok(())
}

/// The last change of each record in the lists of the market, by key; `None` for removed records.
#[derive(Default)]
struct ListChanges {
    dividends: HashMap<TickerId, Option<Vec<Dividend>>>,
    splits: HashMap<TickerId, Option<Vec<Split>>>,
    news: HashMap<u32, Option<NewsItem>>,
    icos: HashMap<u32, Option<Ico>>,
    earnings: HashMap<String, Option<EarningsEvent>>,
    economy: HashMap<String, Option<EconomicEvent>>,
    funds: HashMap<String, Option<FundFacts>>,
    fixings: Vec<Fixing>,
    cross_checks: HashMap<TickerId, Option<CrossCheck>>,
    has_fear_greed: bool,
    has_logos: bool,
    has_reports: bool,
}

impl ListChanges {
    fn from_changes(changes: &[Change]) -> Self {
        let mut lists = Self::default();
        for change in changes.iter().filter_map(Change::market_change) {
            match change {
                MarketChange::Dividends(id, dividends) => {
                    lists.dividends.insert(id, dividends);
                }
                MarketChange::Splits(id, splits) => drop(lists.splits.insert(id, splits)),
                MarketChange::News(id, item) => drop(lists.news.insert(id, item)),
                MarketChange::Ico(id, ico) => drop(lists.icos.insert(id, ico)),
                MarketChange::Earnings(key, event) => drop(lists.earnings.insert(key, event)),
                MarketChange::Economy(key, event) => drop(lists.economy.insert(key, event)),
                MarketChange::Fund(symbol, fund) => drop(lists.funds.insert(symbol, fund)),
                MarketChange::Fixing(fixing) => lists.fixings.extend(fixing),
                MarketChange::CrossCheck(id, check) => drop(lists.cross_checks.insert(id, check)),
                MarketChange::FearGreed => lists.has_fear_greed = true,
                MarketChange::Logo => lists.has_logos = true,
                MarketChange::Report => lists.has_reports = true,
            }
        }
        lists
    }

    /// Returns the topics whose cached responses are outdated.
    fn topics(&self) -> Vec<Topic> {
        let topics = [
            (
                Topic::Dividends,
                !self.dividends.is_empty() || !self.splits.is_empty(),
            ),
            (Topic::News, !self.news.is_empty()),
            (Topic::Icos, !self.icos.is_empty()),
            (Topic::Earnings, !self.earnings.is_empty()),
            (
                Topic::Economy,
                !self.economy.is_empty()
                    || self
                        .fixings
                        .iter()
                        .any(|fixing| fixing.series.is_economic()),
            ),
            (Topic::Funds, !self.funds.is_empty()),
            (Topic::FearGreed, self.has_fear_greed),
            (Topic::Fixings, !self.fixings.is_empty()),
            // Rows contain exchange rates.
            (Topic::Tickers, self.has_logos || !self.fixings.is_empty()),
            (Topic::Reports, self.has_reports),
            (Topic::Bars, !self.cross_checks.is_empty()),
        ];
        let changed = topics.into_iter().filter(|(_, is_changed)| *is_changed);
        changed.map(|(topic, _)| topic).collect()
    }

    fn apply_to(self, market: &mut MarketState) {
        for (id, dividends) in self.dividends {
            match dividends {
                Some(mut dividends) => {
                    dividends.sort_by_key(|dividend| Reverse(dividend.ex_date));
                    market.dividends.insert(id, dividends.into());
                }
                None => drop(market.dividends.remove(&id)),
            }
        }
        for (id, splits) in self.splits {
            match splits {
                Some(splits) => drop(market.splits.insert(id, splits.into())),
                None => drop(market.splits.remove(&id)),
            }
        }
        for (symbol, fund) in self.funds {
            match fund {
                Some(fund) => drop(market.funds.insert(symbol, fund)),
                None => drop(market.funds.remove(&symbol)),
            }
        }
        for (id, check) in self.cross_checks {
            market.set_cross_check(id, check);
        }
        for fixing in self.fixings {
            market.fixings.put(fixing);
        }
        if !self.news.is_empty() {
            market.news.replace(self.news);
        }
        if replace_by_key(&mut market.icos, self.icos, |ico| ico.id) {
            market.icos.sort_by_key(|ico| ico.id);
        }
        let key = |event: &EarningsEvent| earnings_key(event.date, &event.symbol);
        if replace_by_key(&mut market.earnings, self.earnings, key) {
            let mut events = std::mem::take(&mut market.earnings);
            events.retain(|event| earnings::is_company_report(market, event));
            events.sort_by(|a, b| (a.date, &a.symbol).cmp(&(b.date, &b.symbol)));
            market.earnings = events;
        }
        if replace_by_key(&mut market.economy, self.economy, economy_key) {
            market.economy.sort_by_cached_key(economy_key);
            market.economy.sort_by_key(EconomicEvent::sort_key);
        }
    }
}

/// Replaces the changed records of a list by key. Returns true if there are any.
fn replace_by_key<T, K: std::hash::Hash + Eq>(
    list: &mut Vec<T>,
    changed: HashMap<K, Option<T>>,
    key: impl Fn(&T) -> K,
) -> bool {
    if changed.is_empty() {
        return false;
    }
    list.retain(|record| !changed.contains_key(&key(record)));
    list.extend(changed.into_values().flatten());
    true
}

fn apply_tickers(market: &Market, changes: &[Change]) {
    let mut tickers = changes.iter().filter_map(Change::ticker).peekable();
    if tickers.peek().is_none() {
        return;
    }
    {
        let mut market = market.write();
        for (id, ticker) in tickers {
            match ticker {
                Some(ticker) => replace_ticker(&mut market, ticker),
                None => market.remove(id),
            }
        }
    }
    market.invalidate(Topic::Tickers);
    market.invalidate(Topic::Dividends);
}

/// Replaces a ticker. If the source was restored from a backup, the id may have belonged to another ticker, whose data is removed.
fn replace_ticker(market: &mut MarketState, ticker: Ticker) {
    let known = market.get(ticker.id);
    if known.is_some_and(|known| known.ticker.profile.symbol != ticker.profile.symbol) {
        market.remove(ticker.id);
    }
    market.put(ticker);
}

/// Applies quotes of the cluster's source, except quotes older than the known ones. Returns the tickers whose quote changed.
pub fn apply_quotes(market: &Market, quotes: impl IntoIterator<Item = Quote>) -> Vec<TickerId> {
    let mut changed = Vec::new();
    {
        let mut market = market.write();
        for quote in quotes {
            let known = market.get(quote.id).map(|listing| &listing.quote);
            let is_new = match known {
                None => false,
                Some(None) => true,
                Some(Some(known)) => known.as_of <= quote.as_of && *known != quote,
            };
            if is_new && let Some(listing) = market.get_mut(quote.id) {
                changed.push(quote.id);
                listing.quote = Some(quote);
            }
        }
    }
    if !changed.is_empty() {
        market.invalidate(Topic::Tickers);
    }
    changed
}

/// Reloads the recent closes of the tickers with changed bars from disk.
fn apply_bars(
    market: &Market,
    store: &Store,
    changed: &BTreeSet<(TickerId, Interval)>,
) -> Result<()> {
    let ids: BTreeSet<TickerId> = changed.iter().map(|(id, _)| *id).collect();
    let mut loaded = Vec::new();
    for id in &ids {
        for interval in Interval::ALL {
            // Of five-minute bars, only the newest start is kept in memory.
            let span = if interval == Interval::FiveMinutes {
                0
            } else {
                RECENT_SECONDS
            };
            loaded.push((*id, interval, store.newest_closes(*id, interval, span)?));
        }
    }
    let mut market = market.write();
    for id in &ids {
        if let Some(listing) = market.get_mut(*id) {
            listing.recent = RecentCloses::default();
            listing.bars_version += 1;
        }
    }
    for (id, interval, closes) in loaded {
        if interval != Interval::FiveMinutes
            && let Some(listing) = market.get_mut(id)
        {
            listing.recent.merge_closes(interval, &closes);
            listing.drop_closed_days();
        }
        if let Some((start, _)) = closes.last() {
            market.record_last_bar(id, interval, *start);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
