//! Converts the timeframe of a request to a range of bars.

use std::ops::Range;

use jiff::{Timestamp, civil::Date};

use crate::{
    domain::{
        bar::{Interval, MAX_CLOSE_AGE_DAYS, Timeframe, day_start},
        cross_check::Fill,
        quote::Quote,
        session::{Calendar, exchange_date},
        ticker::{ExcludedBar, TickerId},
    },
    market::{Listing, MarketState, session_week_ago},
    web::api::shapes::timestamp,
};

/// Seconds per day.
pub(crate) const DAY: i64 = 86_400;

/// Source of the base price: the price that the change over a timeframe is relative to.
#[derive(Debug, Clone)]
pub(super) enum BaseSource {
    /// The start of the range in Unix seconds, and the price at that time, computed from the change of the quote.
    Quote(i64, f64),
    /// The close of the last daily bar that starts in this range.
    DailyBars(Range<i64>),
    /// The close of the last bar of the query's interval that starts in this range.
    EarlierBars(Range<i64>),
    /// The base price is unknown.
    Unknown,
}

/// Returns the range of starts (Unix seconds) of the daily bars that may contain the close of `day`, or the last close before it.
pub(crate) fn closes_until(day: Date) -> Range<i64> {
    let end = day_start(day) + DAY;
    end - max_close_age()..end
}

/// The bars that a request asks for, and the state of their ticker.
pub(super) struct HistoryQuery {
    pub(super) id: TickerId,
    pub(super) symbol: String,
    /// Whether the bars were imported from a file.
    pub(super) is_imported: bool,
    pub(super) calendar: Calendar,
    pub(super) quote: Option<Quote>,
    /// Version of the ticker's bars, for caching.
    pub(super) bars_version: u64,
    pub(super) interval: Interval,
    /// Starts of the bars, in Unix seconds.
    pub(super) range: Range<i64>,
    /// Whether the timeframe is one session of a market that closes.
    is_session: bool,
    /// Implausible bars of the ticker, of every interval.
    left_out: Vec<ExcludedBar>,
    /// Sessions with daily bars from a different source than the rest, ascending by start.
    fills: Vec<Fill>,
    /// Whether the timeframe is a week.
    pub(super) is_week: bool,
    /// Start of the timeframe (Unix seconds) and the price at that time, if they follow from the change of the quote.
    pub(super) opening: Option<(i64, f64)>,
    /// Source of the price that the change is relative to.
    pub(super) base: BaseSource,
}

/// The ticker whose bars are read.
pub(crate) struct HistoryTicker {
    pub(super) id: TickerId,
    pub(crate) symbol: String,
    /// Whether the bars were imported from a file.
    pub(super) is_imported: bool,
}

impl From<&Listing> for HistoryTicker {
    fn from(listing: &Listing) -> Self {
        Self {
            id: listing.ticker.id,
            symbol: listing.ticker.profile.symbol.clone(),
            is_imported: listing.ticker.imported.is_some(),
        }
    }
}

impl HistoryQuery {
    /// Returns the ticker whose bars are read.
    pub(super) fn ticker(&self) -> HistoryTicker {
        HistoryTicker {
            id: self.id,
            symbol: self.symbol.clone(),
            is_imported: self.is_imported,
        }
    }

    /// Returns the number of implausible bars in the range.
    pub(super) fn left_out_count(&self) -> usize {
        self.left_out
            .iter()
            .filter(|bar| bar.interval == self.interval && self.range.contains(&bar.start))
            .count()
    }

    /// Returns the name of the source of the daily bar that starts at `start`, if it differs from the source of the other bars.
    pub(super) fn source_of(&self, start: Timestamp) -> Option<String> {
        let start = start.as_second();
        let at = self
            .fills
            .binary_search_by_key(&start, |fill| fill.start)
            .ok()?;
        Some(self.fills[at].source.clone())
    }

    /// Returns the earliest start (Unix seconds) of daily bars after the day whose close is the opening price; `None` without an
    /// opening price, and for a market that never closes. Where trading hours are unknown, a session ends with its day, after
    /// midnight in UTC.
    pub(super) fn start_after_opening_day(&self) -> Option<i64> {
        let (start, _) = self.opening.filter(|_| self.calendar != Calendar::Always)?;
        let day = exchange_date(self.calendar, timestamp(start - 1));
        Some(day_start(day) + 1)
    }

    /// Returns true if the timeframe is a session and the newest price belongs to it.
    pub(super) fn has_live_price(&self) -> bool {
        let is_in_range = |quote: &Quote| self.range.contains(&quote.as_of.as_second());
        self.is_session && self.quote.as_ref().is_some_and(is_in_range)
    }
}

/// Converts a timeframe to a range of bar starts. The range ends at `now`; for a ticker imported from a file, it ends with the last
/// bar.
pub(super) fn history_query(
    market: &MarketState,
    listing: &Listing,
    timeframe: Timeframe,
    interval: Option<Interval>,
    now: Timestamp,
) -> HistoryQuery {
    let id = listing.ticker.id;
    let calendar = listing.ticker.profile.calendar();
    let is_imported = listing.ticker.imported.is_some();
    let quoted_opening = listing
        .quote
        .as_ref()
        .filter(|_| !is_imported)
        .and_then(|quote| {
            opening_from_change(quote, timeframe).or_else(|| opening_below_zero(listing, timeframe))
        });
    let opening = quoted_opening.filter(|_| interval.is_none());
    let is_session = timeframe == Timeframe::Day && calendar != Calendar::Always;
    let last_bar = |interval| market.last_bar(id, interval);
    let interval = interval.unwrap_or_else(|| {
        let default = timeframe.default_interval();
        if is_imported && last_bar(default).is_none() {
            Interval::Day
        } else {
            default
        }
    });
    let until = match last_bar(interval).filter(|_| is_imported) {
        Some(last) => last + interval.seconds(),
        None => now.as_second() + 1,
    };
    // The session of a futures contract starts on the evening before its date: its daily bar may start in the future.
    let end = if interval == Interval::Day {
        until + DAY
    } else {
        until
    };
    let today = if is_imported && interval == Interval::Day {
        exchange_date(Calendar::Always, timestamp(until - 1))
    } else {
        exchange_date(calendar, timestamp(until - 1))
    };
    let day_before = timeframe.base_date(today);
    let start = match (timeframe, timeframe.seconds()) {
        (Timeframe::Day, _)
            if calendar != Calendar::Always && interval != Interval::Day && !is_imported =>
        {
            calendar.session_at_or_before(now).open
        }
        (_, Some(length)) => until - length,
        (_, None) => day_before.map_or(i64::MIN, |day| day_start(day) + DAY),
    };
    let is_week = timeframe == Timeframe::Week;
    // A week starts at the close that its change is relative to.
    let week_ago = listing
        .quote
        .as_ref()
        .filter(|_| is_week && opening.is_some())
        .and_then(|quote| session_week_ago(calendar, quote.as_of));
    let start = week_ago.map_or(start, |session| session.close);
    let base = match (quoted_opening, day_before) {
        (Some(price), _) => BaseSource::Quote(start, price),
        (None, Some(day)) => BaseSource::DailyBars(closes_until(day)),
        (None, None) if is_imported && timeframe.seconds().is_some() => {
            BaseSource::EarlierBars(start - max_close_age()..start)
        }
        (None, None) => BaseSource::Unknown,
    };
    let opening = opening.map(|price| (start, price));
    // Includes the bar that is in progress at the start of the timeframe and ends within it.
    let start = match opening {
        Some(_) if !is_session && interval != Interval::Day => start - interval.seconds() + 1,
        _ => start,
    };
    HistoryQuery {
        id,
        symbol: listing.ticker.profile.symbol.clone(),
        is_imported,
        calendar,
        quote: listing.quote.clone(),
        bars_version: listing.bars_version,
        interval,
        range: start..end,
        is_session,
        left_out: listing.ticker.excluded_bars.clone(),
        fills: market
            .cross_check(id)
            .map_or_else(Vec::new, |check| check.fills.clone()),
        is_week,
        opening,
        base,
    }
}

/// Returns the price a day or a week ago, computed from the quote's change in percent.
pub(crate) fn opening_from_change(quote: &Quote, timeframe: Timeframe) -> Option<f64> {
    let change = match timeframe {
        Timeframe::Day => quote.change_24h,
        Timeframe::Week => quote.change_7d,
        _ => None,
    }?;
    let price = quote.price / (1.0 + change / 100.0);
    // Removes the meaningless digits that the division adds.
    let price = (price * 1e8).round() / 1e8;
    (price.is_finite() && price > 0.0).then_some(price)
}

/// Returns the price a day or a week ago, if that price or the current one is zero or negative, so that there is no change in
/// percent.
fn opening_below_zero(listing: &Listing, timeframe: Timeframe) -> Option<f64> {
    match timeframe {
        Timeframe::Day => listing.previous_close_below_zero(),
        Timeframe::Week => listing.price_week_ago_below_zero(),
        _ => None,
    }
}

/// Returns the maximum time in seconds between the requested day and the close before it.
fn max_close_age() -> i64 {
    i64::from(MAX_CLOSE_AGE_DAYS) * DAY
}

/// Returns the start of a day in UTC.
pub(crate) fn midnight(day: Date) -> Timestamp {
    timestamp(day_start(day))
}
