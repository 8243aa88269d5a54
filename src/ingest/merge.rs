//! Merges one update into the market in memory.

use std::sync::Arc;

use super::{
    bars::{BarsUpdate, compare_bars, merge_bars, merge_history},
    cross_check, earnings, economy, extended, facts,
    market_view::request_counter_key,
    outcome::{MergeOutcome, edit_ticker, store_ticker},
    payouts,
    pending::PendingChanges,
    quotes, reports,
};
use crate::{
    domain::{
        Timestamp,
        dividend::Payment,
        fixing::Fixing,
        ico::Ico,
        logo::{LogoImage, LogoStatus},
        news::{NewsItem, NewsUpdate},
        ticker::{FollowInfo, Profile, Ticker, TickerId},
    },
    market::{MarketState, Topic},
    source::{Envelope, Update, rank},
};

/// Merges `envelope` into `market` and adds the changes to `pending`.
pub(super) fn merge(
    market: &mut MarketState,
    envelope: Envelope,
    now: Timestamp,
    pending: &mut PendingChanges,
) -> MergeOutcome {
    let Envelope { source, update } = envelope;
    let mut merged = MergeOutcome::default();
    match update {
        Update::Profiles(profiles) => {
            for profile in profiles {
                merge_profile(market, profile, source, pending);
            }
            merged.topics = vec![Topic::Tickers, Topic::Dividends];
        }
        Update::Quotes(quotes) => {
            for update in quotes {
                let quote = quotes::merge_quote(market, update, source, now);
                merged.record_quote(quote, pending);
            }
            merged.topics.push(Topic::Tickers);
        }
        Update::Extended(prices) => {
            for update in prices {
                let quote = extended::merge_price(market, &update, source, now);
                merged.record_quote(quote, pending);
            }
            merged.topics.push(Topic::Tickers);
        }
        Update::RejectedPrices(prices) => {
            let is_new = quotes::record_rejected(market, &prices, source, now);
            merged.topics.extend(is_new.then_some(Topic::Tickers));
        }
        Update::Bars {
            symbol,
            interval,
            bars,
        } => {
            let bars_update = BarsUpdate {
                symbol: &symbol,
                interval,
                bars: &bars,
                source,
            };
            merge_bars(market, &bars_update, now, pending, &mut merged);
        }
        Update::Fetched {
            symbol,
            interval,
            bars,
            over_years,
        } => {
            let bars_update = BarsUpdate {
                symbol: &symbol,
                interval,
                bars: &bars,
                source,
            };
            merge_history(market, &bars_update, over_years, now, pending, &mut merged);
        }
        Update::Venue { symbol, venue } => {
            let id = market.id_of(&symbol);
            let changed = edit_ticker(market, id, pending, |ticker| {
                ticker.profile.update_venue(venue, now);
            });
            merged.topics.extend(changed.then_some(Topic::Tickers));
        }
        Update::Follow(profile, followed) => {
            follow(market, *profile, followed, pending);
            merged.topics.push(Topic::Tickers);
        }
        Update::Used(uses) => {
            for (id, at) in uses {
                record_use(market, id, at, pending);
            }
        }
        Update::Unfollow(id) => {
            market.remove(id);
            pending.remove_ticker(id);
            merged.topics.extend([Topic::Tickers, Topic::Dividends]);
        }
        Update::Dividends { symbol, dividends } => {
            payouts::replace_dividends(market, &symbol, dividends, now, pending, &mut merged);
            cross_check::review_dividends(market, &symbol, source, now, pending);
        }
        Update::Logo { symbol, image } => {
            store_logo(market, &symbol, image, now, pending);
            merged.topics.push(Topic::Tickers);
        }
        Update::ExtendedHours { symbol, points } => {
            extended::merge_points(market, &symbol, &points, now, &mut merged);
        }
        Update::Payments { symbol, payments } => {
            payouts::add_payments(market, &symbol, payments, now, pending, &mut merged);
        }
        Update::Facts(tickers) => {
            for ticker_facts in tickers {
                facts::merge_facts(market, ticker_facts, source, now, pending, &mut merged);
            }
        }
        Update::News(articles) => {
            merged.articles = merge_news(market, articles, source, pending, &mut merged.topics);
        }
        update => merge_small_table(market, update, source, now, pending, &mut merged),
    }
    merged
}

/// Merges an update of a small table (calendars, funds, offerings, readings, splits and counters), in which a new record replaces the
/// record with the same key.
fn merge_small_table(
    market: &mut MarketState,
    update: Update,
    source: &'static str,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    match update {
        Update::Icos(icos) => {
            merge_icos(market, icos, source, pending);
            merged.topics.push(Topic::Icos);
        }
        Update::Earnings(events) => {
            merged.dropped += earnings::merge_announcements(market, events, source, pending);
            merged.topics.push(Topic::Earnings);
        }
        Update::EarningsOfDay { date, events } => {
            merged.dropped += earnings::merge_day(market, date, events, source, pending);
            merged.topics.push(Topic::Earnings);
        }
        Update::Economy(events) => {
            let is_changed = economy::merge_events(market, events, source, now, pending);
            merged.topics.extend(is_changed.then_some(Topic::Economy));
        }
        Update::CancelledEvents(keys) => {
            let is_changed = economy::remove_events(market, keys, source, pending);
            merged.topics.extend(is_changed.then_some(Topic::Economy));
        }
        Update::Funds(funds) => {
            facts::merge_funds(market, funds, source, pending);
            merged.topics.push(Topic::Funds);
        }
        Update::FearGreed(mut reading) => {
            if !(0.0..=100.0).contains(&reading.value) {
                merged.dropped += 1;
                return;
            }
            source.clone_into(&mut reading.provider);
            pending.add_fear_greed(reading.clone());
            market
                .fear_greed
                .retain(|known| !known.is_same_index(&reading));
            market.fear_greed.push(reading);
            merged.topics.push(Topic::FearGreed);
        }
        Update::ComparedBars { symbol, bars } => {
            compare_bars(market, (&symbol, source), &bars, now, pending, merged);
        }
        Update::ComparedPayments { symbol, payments } => {
            compare_payments(market, (&symbol, source), &payments, now, pending, merged);
        }
        update @ (Update::Fundamentals { .. } | Update::Filings { .. }) => {
            reports::merge_reports(market, update, source, now, pending, merged);
        }
        Update::Fixings(fixings) => merge_fixings(market, fixings, source, pending, merged),
        Update::Splits { symbol, splits } => {
            payouts::add_splits(market, &symbol, &splits, now, pending, merged);
        }
        Update::ExcludedBars {
            symbol,
            interval,
            checked,
            starts,
        } => {
            let id = market.id_of(&symbol);
            let is_changed = edit_ticker(market, id, pending, |ticker| {
                ticker.exclude_bars(interval, &checked, &starts);
            });
            if let Some(listing) = id.and_then(|id| market.get_mut(id)).filter(|_| is_changed) {
                listing.bars_version += 1;
                merged.topics.push(Topic::Bars);
            }
        }
        Update::ListedMembers(mut members) => {
            source.clone_into(&mut members.provider);
            market.listed_members = Some(Arc::new(members));
        }
        Update::Requests { period, count } => {
            let key = request_counter_key(source, &period);
            pending.requests.insert(key.clone(), count);
            market.requests.insert(key, count);
        }
        // Handled by `merge` and `Ingest::handle`. Each kind is named, so that a new kind of update is a compile error here.
        Update::Profiles(_)
        | Update::Quotes(_)
        | Update::Extended(_)
        | Update::ExtendedHours { .. }
        | Update::RejectedPrices(_)
        | Update::Bars { .. }
        | Update::Fetched { .. }
        | Update::Venue { .. }
        | Update::Follow(..)
        | Update::Used(_)
        | Update::Unfollow(_)
        | Update::Dividends { .. }
        | Update::Payments { .. }
        | Update::News(_)
        | Update::Logo { .. }
        | Update::Facts(_)
        | Update::MarketComplete
        | Update::HistoriesComplete
        | Update::Barrier(_)
        | Update::Save(_) => {}
    }
}

/// Merges token offerings by symbol.
fn merge_icos(
    market: &mut MarketState,
    icos: Vec<Ico>,
    source: &'static str,
    pending: &mut PendingChanges,
) {
    for mut ico in icos {
        source.clone_into(&mut ico.provider);
        let at = market
            .icos
            .iter()
            .position(|known| known.symbol == ico.symbol);
        ico.id = at.map_or(market.icos.len() as u32 + 1, |at| market.icos[at].id);
        pending.icos.insert(ico.id, ico.clone());
        match at {
            Some(at) => market.icos[at] = ico,
            None => market.icos.push(ico),
        }
    }
}

/// Merges fixings. A fixing that is already known with the same values changes nothing.
fn merge_fixings(
    market: &mut MarketState,
    fixings: Vec<Fixing>,
    source: &'static str,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    for mut fixing in fixings {
        source.clone_into(&mut fixing.provider);
        let Some(fixing) = market.fixings.merge(fixing) else {
            continue;
        };
        for topic in [Topic::Fixings, Topic::Tickers] {
            if !merged.topics.contains(&topic) {
                merged.topics.push(topic);
            }
        }
        if fixing.series.is_economic() && !merged.topics.contains(&Topic::Economy) {
            merged.topics.push(Topic::Economy);
        }
        pending.fixings.insert(fixing.key(), fixing);
    }
}

/// Compares the dividends of a second source with those in use, and adds its pay dates to these.
fn compare_payments(
    market: &mut MarketState,
    (symbol, source): (&str, &str),
    payments: &[Payment],
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    cross_check::compare_payments(market, symbol, payments, source, now, pending);
    payouts::add_pay_dates(market, symbol, payments, pending, merged);
}

/// Merges a profile. An import file's description of a ticker outranks every other source.
fn merge_profile(
    market: &mut MarketState,
    profile: Profile,
    source: &str,
    pending: &mut PendingChanges,
) {
    let is_from_file = source == rank::FILES;
    let known = market
        .by_symbol(&profile.symbol)
        .map(|listing| &listing.ticker);
    let ticker = match known {
        Some(ticker) => Ticker {
            profile: if ticker.described_by_file && !is_from_file {
                Profile {
                    currency: ticker.profile.currency,
                    ..merge_profiles(&profile, ticker.profile.clone())
                }
            } else {
                merge_profiles(&ticker.profile, profile)
            },
            described_by_file: ticker.described_by_file || is_from_file,
            ..ticker.clone()
        },
        None => Ticker {
            described_by_file: is_from_file,
            ..Ticker::new(market.next_id(), profile)
        },
    };
    if known.is_some_and(|known| *known == ticker) {
        return;
    }
    store_ticker(market, ticker, pending);
}

/// Merges a new profile with the known one. The exchange, sector, industry, country, units and identifiers stay if the new profile lacks them.
/// The currency never changes, because the stored bars are in that currency.
fn merge_profiles(known: &Profile, new: Profile) -> Profile {
    let venue = new.venue();
    let new = Profile {
        currency: known.currency,
        sector: new.sector.or_else(|| known.sector.clone()),
        industry: new.industry.or_else(|| known.industry.clone()),
        country: new.country.or_else(|| known.country.clone()),
        units: new.units.or(known.units),
        isin: new.isin.or(known.isin),
        figi: new.figi.or(known.figi),
        reported_days: known.reported_days.clone(),
        ..new
    };
    new.with_venue(known.venue()).with_venue(venue)
}

/// Adds a followed ticker, unless its symbol is known already.
fn follow(
    market: &mut MarketState,
    profile: Profile,
    followed: FollowInfo,
    pending: &mut PendingChanges,
) {
    if market.id_of(&profile.symbol).is_some() {
        return;
    }
    let ticker = Ticker {
        followed: Some(followed),
        ..Ticker::new(market.next_id(), profile)
    };
    store_ticker(market, ticker, pending);
}

fn record_use(market: &mut MarketState, id: TickerId, at: Timestamp, pending: &mut PendingChanges) {
    edit_ticker(market, Some(id), pending, |ticker| {
        if let Some(followed) = &mut ticker.followed {
            followed.used_at = followed.used_at.max(at);
        }
    });
}

/// Stores a logo with the time of the request. `None` records a failed request; the stored logo stays.
fn store_logo(
    market: &mut MarketState,
    symbol: &str,
    image: Option<LogoImage>,
    now: Timestamp,
    pending: &mut PendingChanges,
) {
    let Some(id) = market.id_of(symbol) else {
        return;
    };
    // If too many logos are unsaved, the request is not recorded either, so that the logo is requested again.
    if let Some(image) = &image
        && !pending.add_logo(id, image)
    {
        return;
    }
    edit_ticker(market, Some(id), pending, |ticker| {
        let last_fetched = ticker.logo.and_then(|status| status.fetched_at);
        ticker.logo = Some(LogoStatus {
            attempted_at: now,
            fetched_at: if image.is_some() {
                Some(now)
            } else {
                last_fetched
            },
        });
    });
    if let Some(image) = image {
        market.add_unsaved_logo(id, image);
    }
}

/// Merges articles. Returns the new articles, without corrections of known ones.
fn merge_news(
    market: &mut MarketState,
    articles: Vec<NewsUpdate>,
    source: &str,
    pending: &mut PendingChanges,
    topics: &mut Vec<Topic>,
) -> Vec<Arc<NewsItem>> {
    let find_ticker = |update: NewsUpdate| {
        let update = update.bounded();
        let ticker_id = update
            .symbols
            .iter()
            .find_map(|symbol| market.id_of(symbol));
        (update, ticker_id)
    };
    let articles = articles.into_iter().map(find_ticker).collect();
    let merged = market.news.merge(articles, source);
    for item in merged.new.iter().chain(&merged.corrected) {
        pending.add_news(NewsItem::clone(item));
    }
    if !(merged.new.is_empty() && merged.corrected.is_empty()) {
        topics.push(Topic::News);
    }
    merged.new
}
