//! The market of an edge: brought up to date with records that another process merged and committed.

use std::collections::BTreeSet;

use super::load::{RECENT, in_memory};
use crate::{
    domain::{
        bar::Interval,
        quote::Quote,
        ticker::{Ticker, TickerId},
    },
    market::{Market, Recent, Topic},
    store::{Change, Result, Store},
};

/// What changes of a table make new of what is kept in memory, besides tickers, quotes and bars.
fn topic_of(table: &str) -> Option<Topic> {
    Some(match table {
        "dividends" => Topic::Dividends,
        "news" => Topic::News,
        "icos" => Topic::Icos,
        "earnings" => Topic::Earnings,
        "economy" => Topic::Economy,
        "funds" => Topic::Funds,
        "fear_greed" => Topic::FearGreed,
        "logos" => Topic::Tickers,
        _ => return None,
    })
}

/// Takes what changed in the file into memory, as a start would load it. Reads the disk, where `changes` are already.
pub fn take_records(market: &Market, store: &Store, changes: &[Change]) -> Result<()> {
    take_tickers(market, changes);
    let mut topics: Vec<Topic> = Vec::new();
    for change in changes {
        let topic = topic_of(&change.table);
        topics.extend(topic.filter(|topic| !topics.contains(topic)));
    }
    if topics.iter().any(|topic| *topic != Topic::Tickers) {
        let loaded = in_memory(store.snapshot()?);
        let mut market = market.write();
        market.dividends = loaded.dividends;
        market.news = loaded.news;
        market.icos = loaded.icos;
        market.earnings = loaded.earnings;
        market.economy = loaded.economy;
        market.funds = loaded.funds;
        market.fear_greed = loaded.fear_greed;
    }
    take_quotes(market, changes.iter().filter_map(Change::quote));
    let bars: BTreeSet<_> = changes.iter().filter_map(Change::bars).collect();
    if !bars.is_empty() {
        take_bars(market, store, &bars)?;
        topics.push(Topic::Bars);
    }
    for topic in topics {
        market.changed(topic);
    }
    Ok(())
}

fn take_tickers(market: &Market, changes: &[Change]) {
    let mut tickers = changes.iter().filter_map(Change::ticker).peekable();
    if tickers.peek().is_none() {
        return;
    }
    {
        let mut market = market.write();
        for (id, ticker) in tickers {
            match ticker {
                Some(ticker) => put(&mut market, ticker),
                None => market.remove(id),
            }
        }
    }
    market.changed(Topic::Tickers);
    market.changed(Topic::Dividends);
}

/// A number may be another ticker's after the source was restored from a copy.
fn put(market: &mut crate::market::MarketState, ticker: Ticker) {
    let known = market.get(ticker.id);
    if known.is_some_and(|known| known.ticker.profile.symbol != ticker.profile.symbol) {
        market.remove(ticker.id);
    }
    market.put(ticker);
}

/// Takes quotes that another process merged, but for those that are older than what is known; the tickers whose price is
/// new.
pub fn take_quotes(market: &Market, quotes: impl IntoIterator<Item = Quote>) -> Vec<TickerId> {
    let mut taken = Vec::new();
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
                taken.push(quote.id);
                listing.quote = Some(quote);
            }
        }
    }
    if !taken.is_empty() {
        market.changed(Topic::Tickers);
    }
    taken
}

/// Reads what memory holds of the bars of some tickers anew.
fn take_bars(
    market: &Market,
    store: &Store,
    changed: &BTreeSet<(TickerId, Interval)>,
) -> Result<()> {
    let mut closes = Vec::new();
    for interval in [Interval::Hour, Interval::Day] {
        store.each_newest_closes(interval, RECENT, |id, of_one| {
            if Interval::ALL
                .iter()
                .any(|any| changed.contains(&(id, *any)))
            {
                closes.push((id, interval, of_one.to_vec()));
            }
        })?;
    }
    let newest = store.newest_starts(Interval::FiveMinutes)?;
    let ids: BTreeSet<TickerId> = changed.iter().map(|(id, _)| *id).collect();
    let mut market = market.write();
    for id in &ids {
        if let Some(listing) = market.get_mut(*id) {
            listing.recent = Recent::default();
            listing.bars_version += 1;
        }
    }
    for (id, interval, closes) in closes {
        if let Some(listing) = market.get_mut(id) {
            listing.recent.merge_closes(interval, &closes);
            listing.forget_closed_days();
        }
        if let Some((start, _)) = closes.last() {
            market.note_last_bar(id, interval, *start);
        }
    }
    for (id, start) in newest.into_iter().filter(|(id, _)| ids.contains(id)) {
        market.note_last_bar(id, Interval::FiveMinutes, start);
    }
    Ok(())
}
