//! Which bars a timeframe means.

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

/// Seconds of a day.
pub(super) const DAY: i64 = 86_400;
/// A close may be so many seconds older than the day it is asked for: exchanges were closed as long.
const SLACK: i64 = 10 * DAY;

/// Where the price comes from that a range's change is counted from.
#[derive(Debug, Clone)]
pub(super) enum Base {
    /// The quote's own change tells the price, and when (Unix seconds) the range began.
    Told(i64, f64),
    /// The last close among these starts of daily bars.
    Days(Range<i64>),
    /// The last close before the range's own bars.
    BarsBefore(Range<i64>),
    /// Nobody knows it.
    Unknown,
}

/// The starts of daily bars (Unix seconds) whose last close is the one of `day`, or the last before it.
pub(crate) fn closes_until(day: Date) -> Range<i64> {
    let end = midnight(day).as_second() + DAY;
    end - SLACK..end
}

/// What a request for a history asks for: which bars of which ticker.
pub(super) struct HistoryQuery {
    pub(super) id: TickerId,
    pub(super) symbol: String,
    /// Whether its bars are those of a file.
    pub(super) is_imported: bool,
    pub(super) calendar: Calendar,
    pub(super) quote: Option<Quote>,
    pub(super) bars_version: u64,
    pub(super) interval: Interval,
    pub(super) range: Range<i64>,
    /// Whether it is one session of a market that closes.
    of_session: bool,
    /// Bars that cannot be true, of every length.
    left_out: Vec<ExcludedBar>,
    /// Whether it is a week.
    pub(super) of_week: bool,
    /// When the timeframe began (Unix seconds), and the price that stood then, where the quote's own change tells it.
    pub(super) opening: Option<(i64, f64)>,
    /// What its change is counted from.
    pub(super) base: Base,
}

impl HistoryQuery {
    /// When the bars that are left out start, in Unix seconds.
    fn left_out_starts(&self) -> Vec<i64> {
        let same_length = self
            .left_out
            .iter()
            .filter(|bar| bar.interval == self.interval);
        same_length.map(|bar| bar.start).collect()
    }

    /// How many bars of the range are left out.
    pub(super) fn left_out(&self) -> usize {
        let starts = self.left_out_starts().into_iter();
        starts.filter(|start| self.range.contains(start)).count()
    }

    /// When daily bars after the one whose close a timeframe of sessions began with may start, in Unix seconds: where hours are
    /// unknown a session ends with its day, after midnight in UTC.
    pub(super) fn after_opening_day(&self) -> Option<i64> {
        let (start, _) = self.opening.filter(|_| self.calendar != Calendar::Always)?;
        let day = exchange_date(self.calendar, seconds(start - 1));
        Some(midnight(day).as_second() + 1)
    }

    /// Whether the end of the session's line is known without any bar: the live price.
    pub(super) fn has_live_end(&self) -> bool {
        let quoted = |quote: &Quote| self.range.contains(&quote.as_of.as_second());
        self.of_session && self.quote.as_ref().is_some_and(quoted)
    }
}

/// Turns a timeframe into a range of bar starts. Time is counted back from now; for a ticker that
/// belongs to a file, from its last bar.
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
    // A future's day starts on the evening before its date, and so a little ahead of us.
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
    let day_before = timeframe.day_before(today);
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
    // A week's line begins where its change does.
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
            Base::BarsBefore(start - SLACK..start)
        }
        (None, None) => Base::Unknown,
    };
    let opening = opening.map(|price| (start, price));
    // With the bar that was under way at the start: it ends within the timeframe.
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
        left_out: listing.ticker.left_out.clone(),
        of_week,
        opening,
        base,
    }
}

/// Where a price stood a day or a week before, by its change in percent.
fn opening(quote: &Quote, timeframe: Timeframe) -> Option<f64> {
    let change = match timeframe {
        Timeframe::Day => quote.change_24h,
        Timeframe::Week => quote.change_7d,
        _ => None,
    }?;
    let price = quote.price / (1.0 + change / 100.0);
    // Without the last digits, which the division made up.
    let price = (price * 1e8).round() / 1e8;
    (price.is_finite() && price > 0.0).then_some(price)
}

/// Where a price stood a day or a week before, where that or the price is not above zero: there is no change in
/// percent to tell it.
fn opening_below_zero(listing: &Listing, timeframe: Timeframe) -> Option<f64> {
    match timeframe {
        Timeframe::Day => listing.previous_close_below_zero(),
        Timeframe::Week => listing.price_week_ago_below_zero(),
        _ => None,
    }
}

/// 00:00 UTC of a day.
pub(super) fn midnight(day: Date) -> Timestamp {
    day.at(0, 0, 0, 0)
        .to_zoned(TimeZone::UTC)
        .map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}
