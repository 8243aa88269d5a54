//! Converts a timeframe to a range of bars.

use std::ops::Range;

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{
    domain::{
        bar::{Interval, Timeframe},
        quote::Quote,
        session::{Calendar, exchange_date},
        ticker::{ExcludedBar, TickerId},
    },
    market::{Listing, MarketState, session_week_ago},
    web::api::shapes::seconds,
};

/// Seconds per day.
pub(super) const DAY: i64 = 86_400;
/// Maximum age of a close relative to the requested day, in seconds: the longest closures of exchanges.
const MAX_CLOSE_AGE: i64 = 10 * DAY;

/// The price that a range's change is relative to.
#[derive(Debug, Clone)]
pub(super) enum Base {
    /// The price is derived from the quote's own change; `at` is the start of the range in Unix seconds.
    Told(i64, f64),
    /// The last close among these starts of daily bars.
    Days(Range<i64>),
    /// The last close before the range's first bar.
    BarsBefore(Range<i64>),
    /// Unknown.
    Unknown,
}

/// Returns the starts of daily bars (Unix seconds) in which to look for the close of `day` or the last one before it.
pub(crate) fn closes_until(day: Date) -> Range<i64> {
    let end = midnight(day).as_second() + DAY;
    end - MAX_CLOSE_AGE..end
}

/// The bars that a request asks for: ticker, interval and range.
pub(super) struct HistoryQuery {
    pub(super) id: TickerId,
    pub(super) symbol: String,
    /// Whether the bars were imported from a file.
    pub(super) is_imported: bool,
    pub(super) calendar: Calendar,
    pub(super) quote: Option<Quote>,
    pub(super) bars_version: u64,
    pub(super) interval: Interval,
    pub(super) range: Range<i64>,
    /// Whether it is one session of a market that closes.
    of_session: bool,
    /// Implausible bars, of every interval.
    left_out: Vec<ExcludedBar>,
    /// Whether it is a week.
    pub(super) of_week: bool,
    /// Start of the timeframe (Unix seconds) and the price at that time, if the quote's own change gives it.
    pub(super) opening: Option<(i64, f64)>,
    /// The price that the change is relative to.
    pub(super) base: Base,
}

impl HistoryQuery {
    /// Starts of the implausible bars, in Unix seconds.
    fn left_out_starts(&self) -> Vec<i64> {
        let same_length = self
            .left_out
            .iter()
            .filter(|bar| bar.interval == self.interval);
        same_length.map(|bar| bar.start).collect()
    }

    /// Returns the number of implausible bars in the range.
    pub(super) fn left_out(&self) -> usize {
        let starts = self.left_out_starts().into_iter();
        starts.filter(|start| self.range.contains(start)).count()
    }

    /// Earliest start, in Unix seconds, of daily bars after the one whose close the timeframe started with. Where trading hours are
    /// unknown, a session ends with its day, after midnight in UTC.
    pub(super) fn after_opening_day(&self) -> Option<i64> {
        let (start, _) = self.opening.filter(|_| self.calendar != Calendar::Always)?;
        let day = exchange_date(self.calendar, seconds(start - 1));
        Some(midnight(day).as_second() + 1)
    }

    /// Returns true if the live price ends the session's line.
    pub(super) fn has_live_end(&self) -> bool {
        let quoted = |quote: &Quote| self.range.contains(&quote.as_of.as_second());
        self.of_session && self.quote.as_ref().is_some_and(quoted)
    }
}

/// Converts a timeframe to a range of bar starts. It ends now; for a ticker imported from a file, with its last
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
    let imported = listing.ticker.imported.is_some();
    let told = listing
        .quote
        .as_ref()
        .filter(|_| !imported)
        .and_then(|quote| {
            opening(quote, timeframe).or_else(|| opening_below_zero(listing, timeframe))
        });
    let opening = told.filter(|_| interval.is_none());
    let of_session = timeframe == Timeframe::Day && calendar != Calendar::Always;
    let last_bar = |interval| market.last_bar(id, interval);
    let interval = interval.unwrap_or_else(|| {
        let default = timeframe.default_interval();
        if imported && last_bar(default).is_none() {
            Interval::Day
        } else {
            default
        }
    });
    let until = match last_bar(interval).filter(|_| imported) {
        Some(last) => last + interval.seconds(),
        None => now.as_second() + 1,
    };
    // A future's session starts on the evening before its date, which may be slightly in the future.
    let end = if interval == Interval::Day {
        until + DAY
    } else {
        until
    };
    let today = if imported && interval == Interval::Day {
        exchange_date(Calendar::Always, seconds(until - 1))
    } else {
        exchange_date(calendar, seconds(until - 1))
    };
    let day_before = timeframe.base_date(today);
    let start = match (timeframe, timeframe.seconds()) {
        (Timeframe::Day, _)
            if calendar != Calendar::Always && interval != Interval::Day && !imported =>
        {
            calendar.session_at_or_before(now).open
        }
        (_, Some(length)) => until - length,
        (_, None) => day_before.map_or(i64::MIN, |day| midnight(day).as_second() + DAY),
    };
    let of_week = timeframe == Timeframe::Week;
    // The line of a week starts where its change is counted from.
    let week_ago = listing
        .quote
        .as_ref()
        .filter(|_| of_week && opening.is_some())
        .and_then(|quote| session_week_ago(calendar, quote.as_of));
    let start = week_ago.map_or(start, |session| session.close);
    let base = match (told, day_before) {
        (Some(price), _) => Base::Told(start, price),
        (None, Some(day)) => Base::Days(closes_until(day)),
        (None, None) if imported && timeframe.seconds().is_some() => {
            Base::BarsBefore(start - MAX_CLOSE_AGE..start)
        }
        (None, None) => Base::Unknown,
    };
    let opening = opening.map(|price| (start, price));
    // Includes the bar in progress at the start, which ends within the timeframe.
    let start = match opening {
        Some(_) if !of_session && interval != Interval::Day => start - interval.seconds() + 1,
        _ => start,
    };
    HistoryQuery {
        id,
        symbol: listing.ticker.profile.symbol.clone(),
        is_imported: imported,
        calendar,
        quote: listing.quote.clone(),
        bars_version: listing.bars_version,
        interval,
        range: start..end,
        of_session,
        left_out: listing.ticker.excluded_bars.clone(),
        of_week,
        opening,
        base,
    }
}

/// Returns the price a day or a week ago, computed from the change in percent.
fn opening(quote: &Quote, timeframe: Timeframe) -> Option<f64> {
    let change = match timeframe {
        Timeframe::Day => quote.change_24h,
        Timeframe::Week => quote.change_7d,
        _ => None,
    }?;
    let price = quote.price / (1.0 + change / 100.0);
    // Rounded, as the division adds meaningless digits.
    let price = (price * 1e8).round() / 1e8;
    (price.is_finite() && price > 0.0).then_some(price)
}

/// Returns the price a day or a week ago, if that or the current price is not above zero and there is therefore no change in
/// percent.
fn opening_below_zero(listing: &Listing, timeframe: Timeframe) -> Option<f64> {
    match timeframe {
        Timeframe::Day => listing.previous_close_below_zero(),
        Timeframe::Week => listing.price_week_ago_below_zero(),
        _ => None,
    }
}

/// Returns 00:00 UTC of a day.
pub(super) fn midnight(day: Date) -> Timestamp {
    day.at(0, 0, 0, 0)
        .to_zoned(TimeZone::UTC)
        .map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}
