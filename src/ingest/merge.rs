//! Merging one update into the market in memory.

use std::{collections::HashSet, sync::Arc};

use super::pending::Pending;
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        news::{NewsItem, NewsUpdate},
        quote::{Quote, QuoteUpdate, percent_change},
        ticker::{Profile, Ticker, TickerId},
    },
    market::{Listing, MarketState, Topic},
    source::{Envelope, Update},
};

/// How far ahead of our clock a source's may be before we stop believing it, in seconds.
const MOST_AHEAD: i64 = 86_400;
/// Articles kept in memory.
const NEWS_KEPT: usize = 2_000;

/// What a merge did.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// Tickers with a new price.
    pub(super) ticked: Vec<TickerId>,
    /// What cached answers must be made anew.
    pub(super) topics: Vec<Topic>,
    /// Bars taken: how many, and which.
    pub(super) bars: u64,
    pub(super) taken: Option<(String, Interval, Vec<Bar>)>,
    /// Articles that are new.
    pub(super) articles: Vec<Arc<NewsItem>>,
    /// Values that were refused: unknown symbols, impossible prices, tickers that belong to a file.
    pub(super) dropped: u64,
}

/// Merges `envelope` into `book` and notes in `pending` what has to go to disk.
pub(super) fn merge(
    book: &mut MarketState,
    envelope: Envelope,
    now: Timestamp,
    pending: &mut Pending,
) -> Merged {
    let Envelope { source, update } = envelope;
    let mut merged = Merged::default();
    match update {
        Update::Profiles(profiles) => {
            for profile in profiles {
                put_profile(book, profile, pending);
            }
            merged.topics = vec![Topic::Tickers, Topic::Dividends];
        }
        Update::Quotes(quotes) => {
            for update in quotes {
                match put_quote(book, &update, source, now) {
                    Some(quote) => {
                        merged.ticked.push(quote.id);
                        pending.quotes.insert(quote.id, quote);
                    }
                    None => merged.dropped += 1,
                }
            }
            merged.topics.push(Topic::Tickers);
        }
        Update::Bars {
            symbol,
            interval,
            bars,
        } => {
            put_bars(book, &symbol, interval, &bars, pending, &mut merged);
        }
        Update::Dividends { symbol, dividends } => {
            if let Some(id) = of_market(book, &symbol) {
                book.dividends.insert(id, dividends.clone().into());
                pending.dividends.insert(id, dividends);
                merged.topics.push(Topic::Dividends);
            } else {
                merged.dropped += 1;
            }
        }
        Update::News(articles) => {
            merged.articles = put_news(book, articles, source, pending);
            if !merged.articles.is_empty() {
                merged.topics.push(Topic::News);
            }
        }
        other => put_listed(book, other, source, pending, &mut merged),
    }
    merged
}

/// The small tables, each replaced by its own key.
fn put_listed(
    book: &mut MarketState,
    update: Update,
    source: &str,
    pending: &mut Pending,
    merged: &mut Merged,
) {
    match update {
        Update::Icos(icos) => {
            for mut ico in icos {
                source.clone_into(&mut ico.provider);
                let at = book
                    .icos
                    .iter()
                    .position(|known| known.symbol == ico.symbol);
                ico.id = at.map_or(book.icos.len() as u32 + 1, |at| book.icos[at].id);
                pending.icos.insert(ico.id, ico.clone());
                match at {
                    Some(at) => book.icos[at] = ico,
                    None => book.icos.push(ico),
                }
            }
            merged.topics.push(Topic::Icos);
        }
        Update::Earnings(events) => {
            for mut event in events {
                source.clone_into(&mut event.provider);
                match book
                    .earnings
                    .iter_mut()
                    .find(|e| e.symbol == event.symbol && e.date == event.date)
                {
                    Some(known) => *known = event.clone(),
                    None => book.earnings.push(event.clone()),
                }
                pending.earnings.push(event);
            }
            book.earnings.sort_by_key(|event| event.date);
            merged.topics.push(Topic::Earnings);
        }
        Update::Funds(funds) => {
            for mut fund in funds {
                source.clone_into(&mut fund.provider);
                pending.funds.insert(fund.symbol.clone(), fund.clone());
                book.funds.insert(fund.symbol.clone(), fund);
            }
            merged.topics.push(Topic::Funds);
        }
        Update::FearGreed(mut reading) => {
            if !(0.0..=100.0).contains(&reading.value) {
                merged.dropped += 1;
                return;
            }
            source.clone_into(&mut reading.provider);
            pending.fear_greed.push(reading.clone());
            book.fear_greed
                .retain(|known| known.market != reading.market);
            book.fear_greed.push(reading);
            merged.topics.push(Topic::FearGreed);
        }
        _ => {}
    }
}

fn put_profile(book: &mut MarketState, profile: Profile, pending: &mut Pending) {
    let known = book
        .by_symbol(&profile.symbol)
        .map(|listing| &listing.ticker);
    if known.is_some_and(|ticker| ticker.profile == profile) {
        return;
    }
    let ticker = Ticker {
        id: known.map_or(book.next_id(), |ticker| ticker.id),
        imported: known.and_then(|ticker| ticker.imported.clone()),
        profile,
    };
    pending.tickers.insert(ticker.id, ticker.clone());
    book.put(ticker);
}

fn put_quote(
    book: &mut MarketState,
    update: &QuoteUpdate,
    source: &str,
    now: Timestamp,
) -> Option<Quote> {
    let id = book.id_of(&update.symbol)?;
    let listing = book.get_mut(id)?;
    if listing.ticker.imported.is_some() || !believable(update, listing, now) {
        return None;
    }
    let quote = complete(update, listing, source);
    listing.quote = Some(quote.clone());
    Some(quote)
}

/// A price must be a positive number, not from the future, and not older than what we have.
fn believable(update: &QuoteUpdate, listing: &Listing, now: Timestamp) -> bool {
    let newer = listing
        .quote
        .as_ref()
        // A quote from our own future was taken before the clock was set back, as it is on a board
        // without a battery: it must not keep out what comes now.
        .is_none_or(|known| known.as_of <= update.as_of || known.as_of > now);
    update.price.is_finite()
        && update.price > 0.0
        && update.as_of.as_second() <= now.as_second() + MOST_AHEAD
        && newer
}

/// Fills what the source left out from what is known; what nobody knows stays unknown.
fn complete(update: &QuoteUpdate, listing: &Listing, source: &str) -> Quote {
    let before = listing.quote.as_ref();
    let price = update.price;
    let keep = |new: Option<f64>, old: Option<f64>| new.filter(|value| value.is_finite()).or(old);
    let week_ago = listing.recent.price_week_ago(update.as_of.as_second());
    Quote {
        id: listing.ticker.id,
        price,
        as_of: update.as_of,
        source: source.to_owned(),
        previous_close: keep(
            update.previous_close,
            before.and_then(|quote| quote.previous_close),
        ),
        change_24h: update
            .change_24h
            .or_else(|| percent_change(update.previous_close, price)),
        change_7d: update.change_7d.or_else(|| percent_change(week_ago, price)),
        market_cap: update
            .market_cap
            .or_else(|| listing.ticker.profile.units.map(|units| units * price))
            .or(before.and_then(|quote| quote.market_cap)),
        volume_24h: keep(update.volume_24h, before.and_then(|quote| quote.volume_24h)),
        day_high: keep(update.day_high, before.and_then(|quote| quote.day_high)),
        day_low: keep(update.day_low, before.and_then(|quote| quote.day_low)),
        year_high: keep(update.year_high, before.and_then(|quote| quote.year_high)),
        year_low: keep(update.year_low, before.and_then(|quote| quote.year_low)),
        all_time_high: keep(
            update.all_time_high,
            before.and_then(|quote| quote.all_time_high),
        ),
    }
}

/// The number of a symbol that no file owns.
fn of_market(book: &MarketState, symbol: &str) -> Option<TickerId> {
    let listing = book.by_symbol(symbol)?;
    listing
        .ticker
        .imported
        .is_none()
        .then_some(listing.ticker.id)
}

fn put_bars(
    book: &mut MarketState,
    symbol: &str,
    interval: Interval,
    bars: &[Bar],
    pending: &mut Pending,
    merged: &mut Merged,
) {
    let Some(id) = of_market(book, symbol) else {
        merged.dropped += bars.len() as u64;
        return;
    };
    let good: Vec<Bar> = bars.iter().copied().filter(sound).collect();
    merged.dropped += (bars.len() - good.len()) as u64;
    if good.is_empty() {
        return;
    }
    merged.bars = good.len() as u64;
    book.add_unsaved(id, interval, &good);
    pending.add_bars(id, interval, &good);
    if let Some(listing) = book.get_mut(id) {
        listing.recent.merge(interval, &good);
        let symbol = listing.ticker.profile.symbol.clone();
        merged.taken = Some((symbol, interval, good));
    }
    merged.topics.push(Topic::Bars);
}

/// A bar's four prices are positive numbers, and its high and low enclose the others.
fn sound(bar: &Bar) -> bool {
    let prices = [bar.open, bar.high, bar.low, bar.close];
    prices
        .iter()
        .all(|price| price.is_finite() && *price > 0.0 && *price <= bar.high && *price >= bar.low)
        && bar.volume.is_finite()
        && bar.volume >= 0.0
}

/// Adds articles that are new, and gives those that are new enough to be kept: others would be new
/// again with the next answer of their source.
fn put_news(
    book: &mut MarketState,
    articles: Vec<NewsUpdate>,
    source: &str,
    pending: &mut Pending,
) -> Vec<Arc<NewsItem>> {
    let mut next = book.news.iter().map(|item| item.id).max().unwrap_or(0) + 1;
    let mut new = vec![];
    for mut update in articles {
        if book.news.iter().any(|item| item.update.key == update.key) {
            continue;
        }
        let mut seen = HashSet::new();
        update.symbols.retain(|symbol| seen.insert(symbol.clone()));
        let ticker_id = update.symbols.iter().find_map(|symbol| book.id_of(symbol));
        let item = NewsItem {
            id: next,
            ticker_id,
            provider: source.to_owned(),
            update,
        };
        next += 1;
        let item = Arc::new(item);
        new.push(Arc::clone(&item));
        book.news.push(item);
    }
    book.news
        .sort_by_key(|item| std::cmp::Reverse(item.update.published_at));
    let cut = book.news.split_off(book.news.len().min(NEWS_KEPT));
    new.retain(|item| cut.iter().all(|old| old.id != item.id));
    for item in &new {
        pending.news.insert(item.id, NewsItem::clone(item));
    }
    new
}
