//! The value of the holdings over time.

use std::{collections::HashMap, ops::RangeInclusive};

use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use super::request::HoldingsRequest;
use crate::{
    domain::{
        bar::Timeframe,
        bar::day_start,
        currency::Currency,
        fixing::rates::MAX_RATE_AGE_DAYS,
        holding::{self, DatedValues, HeldTicker, Holding, value_history},
        quotation::Quotation,
        session::{Calendar, exchange_date},
        split::Split,
        ticker::TickerId,
        watchlist::Watchlist,
    },
    market::{Listing, MarketState},
    web::{
        AppState,
        api::{
            history::{
                range::{HistoryTicker, closes_until},
                read::read_daily_closes,
            },
            tickers::lookup::resolve_symbol,
        },
        http::{
            error::{ApiError, Result},
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// The value of the holdings over time, next to the amount paid and to the same money in an index.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HoldingsHistory {
    /// Currency of all amounts (ISO 4217).
    #[schema(value_type = String)]
    currency: Currency,
    /// Symbol of the index; null if none was requested.
    benchmark: Option<String>,
    /// One point for each day on which any of the tickers had a session, ascending.
    points: Vec<HoldingsPoint>,
    /// Symbols that count as held during the whole range, because the days of their purchases are unknown.
    assumed: Vec<String>,
    /// Symbols with missing prices. A symbol without a close or an exchange rate on a day on which it was held is left out of all points. If
    /// the closes of a symbol end early, as after a delisting, its last close counts.
    incomplete: Vec<String>,
}

/// The value of the holdings on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HoldingsPoint {
    /// The day.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Units held at the end of the day, at their last closes and the exchange rate of the day.
    value: f64,
    /// The amount paid until the day, minus what sales returned; null if a cost is unknown.
    paid: Option<f64>,
    /// The amount paid after the first point, minus what sales returned. It changes the value without being a gain.
    added: f64,
    /// Value of an investment of the same payments in the index; below zero if sales returned more than that. Null if unknown.
    benchmark: Option<f64>,
}

impl From<holding::HistoryPoint> for HoldingsPoint {
    fn from(point: holding::HistoryPoint) -> Self {
        Self {
            date: point.date,
            value: point.value,
            paid: point.paid,
            added: point.added,
            benchmark: point.benchmark,
        }
    }
}

/// Returns the value of the holdings on each day of a range, next to the amount paid and to the same money in an index. A quantity without
/// lots counts as held during the whole range. `all` starts with the first purchase; without lots, it starts on the first day on which
/// all tickers have a close.
#[utoipa::path(get, path = "/api/holdings/history", params(
        ("watchlistId" = Option<u32>, Query, description = "Id of a watchlist; default: all lists"),
        ("symbol" = Option<String>, Query, description = "Only the holding in this ticker"),
        ("range" = Option<String>, Query, pattern = "^(1m|3m|6m|1y|5y|all)$", description = "default: 1y"),
        ("benchmark" = Option<String>, Query, description = "Symbol of an index or another ticker, such as ^GSPC; default: none"),
        ("currency" = Option<String>, Query, pattern = "^[A-Z]{3}$", description = "Currency of the amounts; default: the display currency")),
    responses((status = 200, description = "Values, ascending by day.", body = HoldingsHistory),
        (status = 404, description = "There is no such watchlist or ticker.", body = String)))]
pub(crate) async fn history(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let timeframe = parse_range(request)?;
    let HoldingsRequest { lists, currency } = HoldingsRequest::parse(state, request).await?;
    let (entries, benchmark, currency, today) = {
        let (market, now) = (state.market.read(), state.now());
        let benchmark = request
            .query("benchmark")
            .filter(|symbol| !symbol.is_empty())
            .map(|symbol| resolve_symbol(&market, &symbol))
            .transpose()?;
        let currency = market.display_or_dollars(currency);
        let days = tickers_of(&lists, &market).map(|(listing, _)| listing.date_at(now));
        let today = days
            .max()
            .unwrap_or_else(|| exchange_date(Calendar::Always, now));
        (entries(&lists, &market), benchmark, currency, today)
    };
    let first_lot = entries.iter().filter_map(Entry::first_lot).min();
    let start = timeframe.base_date(today).or(first_lot);
    // Purchases before the range are invested in the index, too.
    let since = start.map(|start| first_lot.map_or(start, |lot| lot.min(start)));
    let ids = entries.iter().map(|entry| entry.id).chain(benchmark);
    let mut prices = Prices::new(&state.market.read(), ids, currency, (since, today));
    for entry in &entries {
        prices.read_closes(state, entry.id, start, today).await?;
    }
    if let Some(id) = benchmark {
        prices.read_closes(state, id, since, today).await?;
    }
    let build = move || {
        let start = start.unwrap_or_else(|| prices.first_common_day(&entries).unwrap_or(today));
        CachedBody::json(&build(&entries, benchmark, &prices, start..=today))
    };
    let body = CachedBody::build(build).await?;
    Ok(body.to_reply(&request.headers))
}

fn parse_range(request: &ApiRequest) -> Result<Timeframe> {
    let word = request.query("range").unwrap_or_else(|| "1y".to_owned());
    match word.as_str() {
        "all" => Ok(Timeframe::Max),
        "1m" | "3m" | "6m" | "1y" | "5y" => {
            Timeframe::parse(&word).ok_or_else(|| invalid_range(&word))
        }
        _ => Err(invalid_range(&word)),
    }
}

fn invalid_range(word: &str) -> ApiError {
    ApiError::bad_request(format!(
        "Invalid range '{word}'; expected one of: 1m, 3m, 6m, 1y, 5y, all."
    ))
}

/// The holding in a ticker in a list.
struct Entry {
    id: TickerId,
    symbol: String,
    holding: Holding,
    quotation: Quotation,
    splits: Vec<Split>,
}

impl Entry {
    fn first_lot(&self) -> Option<Date> {
        match &self.holding {
            Holding::Average { .. } => None,
            Holding::Lots(lots) => lots.first().map(|lot| lot.date),
        }
    }
}

/// Returns the tickers of lists with their holdings, including what was sold.
fn tickers_of<'a>(
    lists: &'a [Watchlist],
    market: &'a MarketState,
) -> impl Iterator<Item = (&'a Listing, &'a Holding)> {
    let items = lists.iter().flat_map(|list| &list.items);
    items.filter_map(|item| Some((market.get(item.ticker_id)?, item.holding.as_ref()?)))
}

fn entries(lists: &[Watchlist], market: &MarketState) -> Vec<Entry> {
    let entry = |(listing, holding): (&Listing, &Holding)| Entry {
        id: listing.ticker.id,
        symbol: listing.ticker.profile.symbol.clone(),
        holding: holding.clone(),
        quotation: listing.ticker.profile.quotation,
        splits: market.splits_of(listing.ticker.id).to_vec(),
    };
    tickers_of(lists, market).map(entry).collect()
}

/// Closes and exchange rates of tickers.
struct Prices {
    /// The currency to which the rates convert.
    currency: Currency,
    tickers: HashMap<TickerId, HistoryTicker>,
    closes: HashMap<TickerId, DatedValues>,
    rates: HashMap<TickerId, DatedValues>,
}

impl Prices {
    /// Copies the exchange rates of the tickers' currencies from the market; closes are read later. `since` is the first day with a payment;
    /// `None` if it is unknown.
    fn new(
        market: &MarketState,
        ids: impl Iterator<Item = TickerId>,
        display: Currency,
        (since, today): (Option<Date>, Date),
    ) -> Self {
        let since = since.map_or(Date::MIN, |day| {
            day.saturating_sub(MAX_RATE_AGE_DAYS.days())
        });
        let listings: Vec<&Listing> = ids.filter_map(|id| market.get(id)).collect();
        let rates = |listing: &Listing| {
            let currency = listing.ticker.profile.currency;
            if currency == display {
                return DatedValues::Constant(1.0);
            }
            let rates = market.fixings.rates(currency, display, since..=today);
            DatedValues::Days(rates.collect())
        };
        Self {
            currency: display,
            tickers: listings
                .iter()
                .map(|listing| (listing.ticker.id, HistoryTicker::from(*listing)))
                .collect(),
            closes: HashMap::new(),
            rates: listings
                .iter()
                .map(|listing| (listing.ticker.id, rates(listing)))
                .collect(),
        }
    }

    /// Reads the closes of a ticker, starting with the last one on or before `since`; all closes if `since` is `None`.
    async fn read_closes(
        &mut self,
        state: &AppState,
        id: TickerId,
        since: Option<Date>,
        today: Date,
    ) -> Result<()> {
        let Some(ticker) = self
            .tickers
            .get(&id)
            .filter(|_| !self.closes.contains_key(&id))
        else {
            return Ok(());
        };
        let end = closes_until(today).end;
        let start = since.map_or(i64::MIN, |since| closes_until(since).start);
        let mut closes = read_daily_closes(state, ticker, start..end).await?;
        let has_first = |since| closes.first().is_some_and(|(date, _)| *date <= since);
        if let Some(since) = since
            && !has_first(since)
        {
            // The last close may be old, as after a delisting.
            let earlier = i64::MIN..day_start(since);
            let earlier = read_daily_closes(state, ticker, earlier).await?;
            closes.splice(0..0, earlier.last().copied());
        }
        self.closes.insert(id, DatedValues::Days(closes));
        Ok(())
    }

    /// Returns the first day by which every ticker has had a close.
    fn first_common_day(&self, entries: &[Entry]) -> Option<Date> {
        let first = |entry: &Entry| self.closes.get(&entry.id)?.first_day();
        entries.iter().filter_map(first).max()
    }
}

/// Computes the response for the days of a range.
fn build(
    entries: &[Entry],
    benchmark: Option<TickerId>,
    prices: &Prices,
    days: RangeInclusive<Date>,
) -> HoldingsHistory {
    let closes_and_rates = |id: TickerId| Some((prices.closes.get(&id)?, prices.rates.get(&id)?));
    let tickers: Vec<HeldTicker<'_>> = entries
        .iter()
        .filter_map(|entry| {
            let (closes, rates) = closes_and_rates(entry.id)?;
            Some(HeldTicker {
                symbol: &entry.symbol,
                holding: &entry.holding,
                quotation: entry.quotation,
                splits: &entry.splits,
                closes,
                rates,
            })
        })
        .collect();
    let history = value_history(&tickers, benchmark.and_then(closes_and_rates), days);
    HoldingsHistory {
        currency: prices.currency,
        benchmark: benchmark
            .and_then(|id| prices.tickers.get(&id))
            .map(|ticker| ticker.symbol.clone()),
        points: history
            .points
            .into_iter()
            .map(HoldingsPoint::from)
            .collect(),
        assumed: history.assumed,
        incomplete: history.incomplete,
    }
}
