//! Merges facts about tickers: a source fills in missing facts, and an imported file outranks all sources.

mod listed;

use jiff::tz::TimeZone;

use super::{
    earnings,
    outcome::{MergeOutcome, edit_ticker},
    pending::PendingChanges,
    reports,
};
use crate::{
    domain::{
        Timestamp, dividend,
        facts::{AnnouncedDividend, ListFacts, TickerFacts},
        fund::{FundFacts, FundUpdate},
        ticker::TickerId,
    },
    market::{MarketState, Topic},
    source::rank,
};

/// Merges the facts about one ticker.
pub(super) fn merge_facts(
    market: &mut MarketState,
    facts: TickerFacts,
    source: &str,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some(listing) = market.by_symbol(&facts.symbol) else {
        merged.dropped += 1;
        return;
    };
    let (id, is_imported) = (listing.ticker.id, listing.ticker.imported.is_some());
    let was_computed = listing.is_market_cap_computed();
    let (sector, industry, country) = (facts.sector, facts.industry, facts.country);
    let is_listed = facts.listed.is_some();
    let is_changed = edit_ticker(market, Some(id), pending, |ticker| {
        let profile = &mut ticker.profile;
        let listed = ticker.list_facts.as_deref();
        let of_list =
            |text: fn(&ListFacts) -> &Option<String>| listed.and_then(|one| text(one).as_ref());
        listed::replace_text(&mut profile.sector, sector, of_list(|one| &one.sector));
        listed::replace_text(
            &mut profile.industry,
            industry,
            of_list(|one| &one.industry),
        );
        listed::replace_text(&mut profile.country, country, of_list(|one| &one.country));
        profile.isin = profile.isin.or(facts.isin);
        profile.figi = profile.figi.or(facts.figi);
        ticker.locked = facts.locked.or(ticker.locked);
        if facts.is_complete {
            ticker.fetched.facts = Some(now);
        }
        if let Some(row) = facts.listed {
            listed::merge_row(ticker, row, now);
        }
    });
    merged.topics.extend(is_changed.then_some(Topic::Tickers));
    if let Some(units) = facts.units.filter(|_| !is_imported) {
        set_units(market, id, units, pending, merged);
    }
    if is_listed && !is_imported {
        reports::put_market_cap(market, id, was_computed, pending, merged);
    }
    if let Some(update) = facts.fund {
        merge_fund_update(market, &facts.symbol, update, source, pending);
        merged.topics.push(Topic::Funds);
    }
    if let Some(event) = facts.next_report
        && earnings::merge_expected(market, event, source, pending)
    {
        merged.topics.push(Topic::Earnings);
    }
    if let Some(announced) = facts.ex_dividend.filter(|_| !is_imported) {
        add_announced_dividend(market, id, announced, now, pending, merged);
    }
}

/// Merges complete facts about funds from an imported file or the catalogue.
pub(super) fn merge_funds(
    market: &mut MarketState,
    funds: Vec<FundFacts>,
    source: &str,
    pending: &mut PendingChanges,
) {
    for mut fund in funds {
        source.clone_into(&mut fund.provider);
        if let Some(known) = market.funds.get(&fund.symbol) {
            fund = fund.merge(known, rank::outranks(&known.provider, source));
        }
        store_fund(market, fund, pending);
    }
}

/// Merges a provider's update of a fund.
fn merge_fund_update(
    market: &mut MarketState,
    symbol: &str,
    update: FundUpdate,
    source: &str,
    pending: &mut PendingChanges,
) {
    let fund = match market.funds.get(symbol) {
        Some(known) => {
            let prefer_known = rank::outranks(&known.provider, source);
            known.with_update(&update, source, prefer_known)
        }
        None => FundFacts::from_update(symbol, update, source),
    };
    store_fund(market, fund, pending);
}

/// Stores the facts about a fund if they changed.
fn store_fund(market: &mut MarketState, fund: FundFacts, pending: &mut PendingChanges) {
    if market.funds.get(&fund.symbol) != Some(&fund) {
        pending.funds.insert(fund.symbol.clone(), fund.clone());
        market.funds.insert(fund.symbol.clone(), fund);
    }
}

/// Sets the number of shares or coins, from which the market cap is computed, unless an imported file sets it.
fn set_units(
    market: &mut MarketState,
    id: TickerId,
    units: f64,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some(listing) = market.get_mut(id) else {
        return;
    };
    let ticker = &listing.ticker;
    let is_set_by_file = ticker.described_by_file && ticker.profile.units.is_some();
    let Some(quote) = listing.quote.as_mut().filter(|_| !is_set_by_file) else {
        return;
    };
    let market_cap = Some(units * quote.price);
    if quote.supply == Some(units) && quote.market_cap == market_cap {
        return;
    }
    quote.supply = Some(units);
    quote.market_cap = market_cap;
    pending.quotes.insert(id, quote.clone());
    merged.ticked.push(id);
    merged.topics.push(Topic::Tickers);
}

/// Adds an announced dividend, unless it is known, past or impossible to estimate.
fn add_announced_dividend(
    market: &mut MarketState,
    id: TickerId,
    announced: AnnouncedDividend,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let today = now.to_zoned(TimeZone::UTC).date();
    let known = market
        .dividends
        .get(&id)
        .map_or(&[][..], |known| &known[..]);
    let Some(dividends) = dividend::add_announced(known, announced, today) else {
        return;
    };
    market.dividends.insert(id, dividends.clone().into());
    pending.dividends.insert(id, dividends);
    merged.topics.push(Topic::Dividends);
}

#[cfg(test)]
mod tests;
