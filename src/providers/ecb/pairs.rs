//! Prices of followed currency pairs, from the stored reference rates.

use std::collections::HashMap;

use jiff::{ToSpan as _, civil::Date, tz::TimeZone};

use crate::{
    domain::{
        bar::{Bar, Interval, day_start},
        currency::Currency,
        fixing::Series,
        provider::ECB,
        quote::QuoteUpdate,
        ticker::{TickerId, TickerKind},
    },
    providers::core::{
        capability::{DataKind, Registry},
        cross_check::{COMPARED_DAYS, compared_bars},
        plausible::{fetched_bars, plausible_bars},
    },
    source::{Context, SourceError, TickerInfo, Update},
};

/// The number of days in which the last two fixings are found.
const QUOTE_DAYS: i32 = 14;

/// Sends prices and daily bars of currency pairs while no preferred provider does.
pub(super) struct PairPrices {
    registry: Registry,
    /// The day of the newest fixing that was sent as a price and as a bar, by ticker.
    sent: HashMap<TickerId, Sent>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Sent {
    quote: Option<Date>,
    bar: Option<Date>,
}

impl PairPrices {
    pub(super) fn new(registry: Registry) -> Self {
        Self {
            registry,
            sent: HashMap::new(),
        }
    }

    /// Sends prices and bars that are new since the last call.
    pub(super) async fn send(&mut self, context: &Context) -> Result<(), SourceError> {
        let Some((_, newest)) = context.market.fixing_days(Series::EuroRates) else {
            return Ok(());
        };
        for ticker in context.market.tickers() {
            let Some(pair) = pair_of(&ticker) else {
                continue;
            };
            let is_active = |data| self.registry.is_active_for(ECB, data, &ticker);
            let (with_quotes, with_bars) =
                (is_active(DataKind::Prices), is_active(DataKind::DailyBars));
            let sent = self.sent.get(&ticker.id).copied().unwrap_or_default();
            let mut updates = Vec::new();
            if with_quotes && sent.quote < Some(newest) {
                updates.extend(quote(context, &ticker, pair, newest));
            }
            if with_bars && sent.bar < Some(newest) {
                updates.extend(bars(context, &ticker, pair));
            }
            // The rates are stored, so a cross-check needs no request.
            if self.registry.is_cross_check_due(ECB, &ticker, context) {
                let now = context.clock.now();
                self.registry.record_cross_check(ECB, now);
                let since = newest.saturating_sub(COMPARED_DAYS.days());
                let rates = context.market.reference_rates(pair.0, pair.1, since);
                let bars = rates.into_iter().map(|(date, rate)| bar(date, rate));
                updates.push(compared_bars(&ticker, bars.collect(), now));
            }
            for update in updates {
                context.sink.send(update).await?;
            }
            let sent = self.sent.entry(ticker.id).or_default();
            sent.quote = if with_quotes {
                Some(newest)
            } else {
                sent.quote
            };
            sent.bar = if with_bars { Some(newest) } else { sent.bar };
        }
        Ok(())
    }
}

/// Returns the currencies of a pair; `None` for imported tickers and for other kinds of ticker.
fn pair_of(ticker: &TickerInfo) -> Option<(Currency, Currency)> {
    let is_pair = ticker.kind == TickerKind::Currency && !ticker.imported;
    let pair = Currency::pair(&ticker.symbol).filter(|_| is_pair)?;
    (pair.1 == ticker.currency).then_some(pair)
}

/// Returns the price in the newest fixing, with the one in the previous fixing as the previous close.
fn quote(
    context: &Context,
    ticker: &TickerInfo,
    (from, to): (Currency, Currency),
    newest: Date,
) -> Option<Update> {
    let since = newest.saturating_sub(QUOTE_DAYS.days());
    let mut rates = context.market.reference_rates(from, to, since);
    let (date, price) = rates.pop()?;
    Some(Update::Quotes(vec![QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price,
        as_of: Series::EuroRates.published_at(date),
        previous_close: rates.pop().map(|(_, rate)| rate),
        ..QuoteUpdate::default()
    }]))
}

/// Returns the daily bars that the ticker lacks: all since 1999 if no provider has sent years of history yet, otherwise those after
/// its last bar. The four prices of a bar are the same, because a day has one fixing.
fn bars(context: &Context, ticker: &TickerInfo, (from, to): (Currency, Currency)) -> Vec<Update> {
    let last_bar = context.market.last_bar(&ticker.symbol, Interval::Day);
    let last_bar = last_bar.filter(|_| ticker.fetched.years.is_some());
    let since = last_bar.and_then(|start| {
        let start = jiff::Timestamp::from_second(start).ok()?;
        Some(start.to_zoned(TimeZone::UTC).date())
    });
    let rates = context
        .market
        .reference_rates(from, to, since.unwrap_or(Date::MIN));
    let is_missing = |bar: &Bar| last_bar.is_none_or(|last| bar.start > last);
    let bars: Vec<Bar> = rates
        .into_iter()
        .map(|(date, rate)| bar(date, rate))
        .filter(is_missing)
        .collect();
    if bars.is_empty() {
        return Vec::new();
    }
    if last_bar.is_none() {
        fetched_bars(context, ticker, Interval::Day, bars, true).into()
    } else {
        plausible_bars(context, ticker, Interval::Day, bars).into()
    }
}

fn bar(date: Date, rate: f64) -> Bar {
    Bar {
        start: day_start(date),
        open: rate,
        high: rate,
        low: rate,
        close: rate,
        volume: Bar::UNKNOWN_VOLUME,
    }
}
