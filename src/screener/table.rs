//! The rows of all tickers: stored values completed by the newest quotes.

use std::{collections::HashMap, sync::Arc};

use jiff::{Timestamp, civil::Date};

use super::entry::Entry;
use crate::{
    domain::{
        fundamentals::ratios::Valuation,
        quote::Quote,
        screen::{BaseRange, Highest, NumberField, Row, Texts},
        session::exchange_date,
        ticker::TickerId,
    },
    market::{Listing, Market, MarketState},
};

/// Number of tickers that are copied while the market is locked, so that prices do not wait for a large table.
const TICKERS_PER_LOCK: usize = 1_000;
/// The rows of all tickers at one time.
pub(crate) struct Table {
    /// The tickers, ascending by id, and after them the members of the index that are not followed.
    pub(crate) rows: Vec<Row>,
    /// Number of tickers whose stored values have not been read or are outdated.
    pub(crate) pending: usize,
    /// Time at which the table was built.
    pub(super) built_at: Timestamp,
}

impl Table {
    /// Builds the table. Tickers without an entry have no values from bars and reports. `others` are the texts of stocks that are
    /// listed although they need not be followed.
    pub(super) fn build(
        market: &Market,
        entries: &HashMap<TickerId, Entry>,
        others: &[Arc<Texts>],
        pending: usize,
        now: Timestamp,
    ) -> Self {
        let mut rows = Vec::with_capacity(entries.len());
        let mut last = TickerId(0);
        loop {
            let market = market.read();
            let listings = market.listings();
            let start = listings.partition_point(|listing| listing.ticker.id <= last);
            let listings = &listings[start..];
            let listings = &listings[..listings.len().min(TICKERS_PER_LOCK)];
            let Some(newest) = listings.last() else {
                break;
            };
            last = newest.ticker.id;
            let known = listings
                .iter()
                .filter_map(|listing| Some((listing, entries.get(&listing.ticker.id)?)));
            rows.extend(known.map(|(listing, entry)| row(&market, listing, entry)));
        }
        let market = market.read();
        // A symbol that is followed here may also be that of another instrument.
        let unfollowed = others
            .iter()
            .filter(|texts| market.id_of(&texts.symbol).is_none());
        rows.extend(unfollowed.map(|texts| unfollowed_row(&market, texts)));
        Self {
            rows,
            pending,
            built_at: now,
        }
    }
}

/// Returns the values of a stock that is not followed, which come from a list of stocks.
fn unfollowed_row(market: &MarketState, texts: &Arc<Texts>) -> Row {
    let mut row = Row::new(None, Arc::clone(texts));
    let members = market.listed_members.as_ref();
    if let Some(figures) = members.and_then(|members| members.by_symbol.get(&texts.symbol)) {
        row.set(NumberField::Price, figures.price);
        row.set(NumberField::ChangeDay, figures.change);
        row.set(NumberField::Volume, figures.volume);
        row.set(NumberField::MarketCap, figures.market_cap);
    }
    row
}

/// Returns the values of a ticker.
fn row(market: &MarketState, listing: &Listing, entry: &Entry) -> Row {
    let mut row = Row::new(Some(listing.ticker.id), Arc::clone(&entry.texts));
    let growth = entry.company.and_then(|company| company.revenue_growth());
    row.set(NumberField::RevenueGrowth, growth);
    let Some(quote) = &listing.quote else {
        return row;
    };
    row.set(NumberField::Price, Some(quote.price));
    row.set(NumberField::ChangeDay, quote.change_24h);
    row.set(NumberField::ChangeWeek, quote.change_7d);
    row.set(NumberField::Volume, quote.volume_24h);
    let day = exchange_date(entry.calendar, quote.as_of);
    for range in BaseRange::ALL {
        row.set(range.field(), entry.days.change(range, quote.price));
    }
    row.set(NumberField::Rsi, entry.days.rsi(quote.price, day));
    let ranges = PriceRanges::of(market, listing, quote, entry);
    row.set(NumberField::BelowHigh, below_high(quote, &ranges));
    row.set(NumberField::MarketCap, market.cap_in_dollars(listing));
    row.set(
        NumberField::PriceToEarnings,
        price_to_earnings(market, listing, quote, entry),
    );
    row.set(
        NumberField::DividendYield,
        dividend_yield(market, listing, quote, entry.today()),
    );
    row
}

fn price_to_earnings(
    market: &MarketState,
    listing: &Listing,
    quote: &Quote,
    entry: &Entry,
) -> Option<f64> {
    let company = entry.company.as_ref()?;
    let currency = listing.ticker.profile.currency;
    let rate = market.rate(currency, company.currency());
    company.price_to_earnings(&Valuation {
        price: quote.price,
        currency,
        market_cap: quote.market_cap,
        rate: rate.map(|rate| rate.value),
    })
}

/// Returns the regular dividends of twelve months in percent of the price, as the ticker's page does; `None` if no dividend
/// is known.
fn dividend_yield(
    market: &MarketState,
    listing: &Listing,
    quote: &Quote,
    today: Date,
) -> Option<f64> {
    let sums = market.trailing_payments(&listing.ticker, today)?;
    (quote.price > 0.0).then(|| 100.0 * sums.regular / quote.price)
}

/// Returns the distance of the price below its 52-week high in percent of the high.
fn below_high(quote: &Quote, ranges: &PriceRanges) -> Option<f64> {
    let high = ranges.year_high.filter(|high| *high > 0.0)?;
    Some(100.0 * (1.0 - quote.price / high))
}

/// The ranges of a ticker's price, in the ticker's currency; a value is `None` if it is unknown.
#[derive(Debug, Clone)]
pub(crate) struct PriceRanges {
    /// The ticker.
    pub(crate) id: TickerId,
    /// 52-week low.
    pub(crate) year_low: Option<f64>,
    /// 52-week high.
    pub(crate) year_high: Option<f64>,
    /// Highest price of the history.
    pub(crate) highest: Option<Highest>,
}

impl PriceRanges {
    /// Computes the ranges of a ticker with this quote.
    pub(super) fn of(
        market: &MarketState,
        listing: &Listing,
        quote: &Quote,
        entry: &Entry,
    ) -> Self {
        let day = exchange_date(entry.calendar, quote.as_of);
        let ticker = &listing.ticker;
        let (year_low, year_high) = entry
            .days
            .year_range(quote, market.splits_of(ticker.id), day);
        // The high of an imported file covers only the days of the file.
        let source = quote.all_time_high.filter(|_| ticker.imported.is_none());
        let fund = market.funds.get(&ticker.profile.symbol);
        let listed_on = fund.and_then(|fund| fund.inception);
        Self {
            id: ticker.id,
            year_low,
            year_high,
            highest: entry.days.highest(quote, source, day, listed_on),
        }
    }
}
