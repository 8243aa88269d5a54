//! Checks whether a price is plausible. A price is accepted, rejected, or not shown until another price confirms it.
//!
//! A price needs confirmation if it is dated ahead of our clock, far from the known prices, or far outside the 52-week range that
//! the same source reports. A second source or a later price at the same level confirms it.

use std::fmt;

use jiff::Timestamp;

use super::{Quote, QuoteUpdate};
use crate::domain::{
    price::{is_from_the_future, price_ratio},
    session::Calendar,
    ticker::TickerKind,
};

/// Seconds that the clock of a source may be ahead of ours before a price needs confirmation.
const MAX_LEAD_SECONDS: i64 = 10;
/// A price that differs from the known prices by this factor is far from them.
pub(crate) const FAR_FACTOR: f64 = 1.8;
/// Like [`FAR_FACTOR`], if the last price is more than a day old.
const FAR_FROM_OLD_FACTOR: f64 = 3.0;
/// Seconds per day.
const DAY: i64 = 86_400;
/// Prices within this factor are at the same level.
const SAME_LEVEL_FACTOR: f64 = 1.25;
/// A polled source confirms its own price if it reports the same price with the same time after this many seconds.
const MIN_REPEAT_SECONDS: i64 = 20;
/// If the known price is more than this many seconds ahead of our clock, our clock has been set back.
const CLOCK_SET_BACK_SECONDS: i64 = 15 * 60;
/// A price is current if its time differs from our clock by at most this many seconds.
const CURRENT_SECONDS: i64 = 120;

/// The reason why a price needs confirmation or is rejected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// The price is impossible for this kind of ticker.
    Impossible(f64),
    /// The time of the price is so far ahead of our clock that a wrong time zone does not explain it.
    FromTheFuture(Timestamp),
    /// The time of the price is ahead of our clock by this many seconds.
    AheadOfClock(Timestamp, i64),
    /// The price is far from the last price.
    FarFromLast {
        /// The implausible price.
        price: f64,
        /// The last accepted price.
        last: f64,
    },
    /// The price is far outside the 52-week range that the same source reports.
    OutsideYearRange {
        /// The implausible price.
        price: f64,
        /// The nearer edge of the range.
        edge: f64,
    },
    /// The price is flagged as an extended-hours price, but the exchange has no extended hours at that time.
    OutsideExtendedHours(Timestamp),
    /// The price is flagged as a regular price, but the exchange is closed at that time.
    OutsideSession(Timestamp),
    /// The price is in another currency than the ticker or in an unknown unit.
    OtherUnit(f64),
}

impl Doubt {
    /// Returns true if a second price can confirm the price.
    fn can_be_confirmed(self) -> bool {
        !matches!(
            self,
            Self::Impossible(_)
                | Self::FromTheFuture(_)
                | Self::OutsideExtendedHours(_)
                | Self::OutsideSession(_)
                | Self::OtherUnit(_)
        )
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(price) => write!(f, "{price} is not a possible price"),
            Self::FromTheFuture(as_of) => write!(f, "its price is dated {as_of}, in the future"),
            Self::AheadOfClock(as_of, ahead) => {
                write!(
                    f,
                    "its price is dated {as_of}, {ahead} s ahead of our clock"
                )
            }
            Self::FarFromLast { price, last } => {
                write!(f, "{price} is far from the last price, {last}")
            }
            Self::OutsideYearRange { price, edge } => {
                write!(f, "{price} is far outside its own 52-week range ({edge})")
            }
            Self::OutsideExtendedHours(as_of) => {
                write!(
                    f,
                    "its extended-hours price is dated {as_of}, outside extended trading hours"
                )
            }
            Self::OutsideSession(as_of) => {
                write!(
                    f,
                    "its regular price is dated {as_of}, when the exchange is closed"
                )
            }
            Self::OtherUnit(price) => {
                write!(f, "{price} is in another currency or an unknown unit")
            }
        }
    }
}

/// A price that a provider's module rejected, because other data of the same message rules the price out.
#[derive(Debug, Clone, PartialEq)]
pub struct RejectedPrice {
    /// Symbol of the ticker.
    pub symbol: String,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
    /// Reason for the rejection.
    pub doubt: Doubt,
}

/// A price that waits for confirmation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UnconfirmedPrice {
    price: f64,
    as_of: Timestamp,
    source: String,
    /// Time when the price was first received.
    received_at: Timestamp,
}

impl UnconfirmedPrice {
    /// Returns the time when the price was first received.
    pub(crate) fn received_at(&self) -> Timestamp {
        self.received_at
    }
}

/// Result of checking a price.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// Accepted.
    Accepted,
    /// Not shown until another price confirms it.
    Unconfirmed(UnconfirmedPrice, Doubt),
    /// Rejected.
    Rejected(Doubt),
}

/// A reported price to check.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReportedPrice<'a> {
    /// Price in the ticker's currency.
    pub price: f64,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
    /// 52-week low and high from the same response.
    pub year_range: (Option<f64>, Option<f64>),
    /// Previous close from the same response.
    pub previous_close: Option<f64>,
    /// Name of the provider.
    pub source: &'a str,
    /// True if the provider pushes prices instead of being polled.
    pub is_streamed: bool,
}

impl<'a> ReportedPrice<'a> {
    /// Creates the price to check from a quote update.
    pub(crate) fn new(update: &QuoteUpdate, source: &'a str, is_streamed: bool) -> Self {
        Self {
            price: update.price,
            as_of: update.as_of,
            year_range: (update.year_low, update.year_high),
            previous_close: update.previous_close,
            source,
            is_streamed,
        }
    }
}

/// Known prices that a reported price is compared with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownPrices<'a> {
    /// Kind of the ticker.
    pub kind: TickerKind,
    /// Last accepted price and its time.
    pub last: Option<(f64, Timestamp)>,
    /// Alternatives to the last price: closes of newer bars, and the last price adjusted for a split.
    pub others: &'a [f64],
    /// Typical price level of the ticker. Used only near zero and for negative prices: see [`is_far`].
    pub scale: f64,
    /// Price that waits for confirmation.
    pub unconfirmed: Option<&'a UnconfirmedPrice>,
    /// Time when the last accepted price was received.
    pub received_at: Option<Timestamp>,
}

/// Checks whether a reported price is plausible.
pub(crate) fn check_price(
    reported: &ReportedPrice<'_>,
    known: &KnownPrices<'_>,
    now: Timestamp,
) -> Verdict {
    let Some(doubt) = find_doubt(reported, known, now) else {
        return Verdict::Accepted;
    };
    if !doubt.can_be_confirmed() {
        return Verdict::Rejected(doubt);
    }
    let is_confirmed = known
        .unconfirmed
        .is_some_and(|unconfirmed| confirms(reported, unconfirmed, known, now));
    if is_confirmed {
        return Verdict::Accepted;
    }
    // A repeated response does not restart the wait.
    let received_at = known
        .unconfirmed
        .filter(|unconfirmed| is_same_report(reported, unconfirmed))
        .map_or(now, |unconfirmed| unconfirmed.received_at);
    let unconfirmed = UnconfirmedPrice {
        price: reported.price,
        as_of: reported.as_of,
        source: reported.source.to_owned(),
        received_at,
    };
    Verdict::Unconfirmed(unconfirmed, doubt)
}

/// Returns the reason why a price needs confirmation or is rejected; `None` if it is plausible.
fn find_doubt(
    reported: &ReportedPrice<'_>,
    known: &KnownPrices<'_>,
    now: Timestamp,
) -> Option<Doubt> {
    let ReportedPrice { price, as_of, .. } = *reported;
    if !known.kind.allows_price(price) {
        return Some(Doubt::Impossible(price));
    }
    if is_from_the_future(as_of, now) {
        return Some(Doubt::FromTheFuture(as_of));
    }
    // If our clock is behind, all prices are ahead of it by about the same time.
    let usual_lead = known
        .last
        .zip(known.received_at)
        .map_or(0, |((_, as_of), received)| seconds_between(received, as_of));
    let lead = seconds_between(now, as_of);
    if lead > usual_lead.max(0) + MAX_LEAD_SECONDS {
        return Some(Doubt::AheadOfClock(as_of, lead));
    }
    let limit = far_factor(
        known
            .last
            .map_or(0, |(_, last)| seconds_between(last, as_of)),
    );
    let is_far = |other: f64| is_far(known.kind, price, other, known.scale, limit);
    let (low, high) = reported.year_range;
    let is_within_year_range =
        matches!((low, high), (Some(low), Some(high)) if low <= price && price <= high);
    // The first price of a ticker is compared with the previous close of the same response, to detect a wrong unit.
    let is_first = known.last.is_none();
    let last = known
        .last
        .map_or(reported.previous_close, |(last, _)| Some(last));
    // A wrong unit does not change the sign, so a price on the other side of zero is in the correct unit.
    let has_correct_unit = |last: f64| is_within_year_range || price <= 0.0 || last <= 0.0;
    if let Some(last) = last
        && is_far(last)
        && known.others.iter().all(|other| is_far(*other))
        && !(is_first && has_correct_unit(last))
    {
        return Some(Doubt::FarFromLast { price, last });
    }
    let is_far_from_edge = |edge: f64| known.kind.allows_price(edge) && is_far(edge);
    let below = low.filter(|low| price < *low && is_far_from_edge(*low));
    let above = high.filter(|high| price > *high && is_far_from_edge(*high));
    let edge = below.or(above)?;
    Some(Doubt::OutsideYearRange { price, edge })
}

/// Returns the factor by which a price is far from another one, which is `age` seconds older.
fn far_factor(age: i64) -> f64 {
    if age > DAY {
        FAR_FROM_OLD_FACTOR
    } else {
        FAR_FACTOR
    }
}

/// Returns true if a price is far from another one, which is `age` seconds older. Both must be positive.
pub(crate) fn is_far_from(price: f64, other: f64, age: i64) -> bool {
    price_ratio(price, other) >= far_factor(age)
}

/// Returns true if two prices differ by the factor `limit`. Near zero, a factor is meaningless, so the distance is
/// compared with `scale`, a typical price level of the ticker.
fn is_far(kind: TickerKind, price: f64, other: f64, scale: f64, limit: f64) -> bool {
    if price > 0.0 && other > 0.0 {
        let is_near_zero = kind.allows_price(-1.0) && price.max(other) < scale / 10.0;
        return !is_near_zero && price_ratio(price, other) >= limit;
    }
    (price - other).abs() > (limit - 1.0) * scale.max(other.abs())
}

/// Returns true if a reported price confirms the unconfirmed one.
fn confirms(
    reported: &ReportedPrice<'_>,
    unconfirmed: &UnconfirmedPrice,
    known: &KnownPrices<'_>,
    now: Timestamp,
) -> bool {
    let (kind, scale) = (known.kind, known.scale);
    let is_same_level = !is_far(
        kind,
        reported.price,
        unconfirmed.price,
        scale,
        SAME_LEVEL_FACTOR,
    );
    let is_repeated = || {
        !reported.is_streamed
            && is_same_report(reported, unconfirmed)
            && seconds_between(unconfirmed.received_at, now) >= MIN_REPEAT_SECONDS
    };
    let is_independent = reported.source != unconfirmed.source
        || reported.as_of > unconfirmed.as_of
        || is_repeated();
    is_same_level && is_independent
}

/// Returns true if the source repeats the unconfirmed price.
fn is_same_report(reported: &ReportedPrice<'_>, unconfirmed: &UnconfirmedPrice) -> bool {
    reported.source == unconfirmed.source
        && reported.as_of == unconfirmed.as_of
        && reported.price.to_bits() == unconfirmed.price.to_bits()
}

fn seconds_between(from: Timestamp, to: Timestamp) -> i64 {
    to.as_second() - from.as_second()
}

/// Returns true if a price with the time `as_of` may replace the known price: it is at least as new, or our clock was
/// set back. `known` is the time of the known price, `received_at` the time when it was received.
///
/// After the clock was set back (on a computer without a clock battery, for example), a current price replaces a known
/// price from the future. A slow clock is not enough: an older price must not replace a newer price.
pub(crate) fn is_newer(
    as_of: Timestamp,
    known: Option<Timestamp>,
    received_at: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    let Some(known) = known.filter(|known| *known > as_of) else {
        return true;
    };
    let lead = seconds_between(now, known);
    let is_received_in_the_future =
        received_at.is_some_and(|received| seconds_between(now, received) > MAX_LEAD_SECONDS);
    let was_set_back =
        lead > CLOCK_SET_BACK_SECONDS || (lead > MAX_LEAD_SECONDS && is_received_in_the_future);
    was_set_back && seconds_between(as_of, now).abs() <= CURRENT_SECONDS
}

/// Returns true if a price of extended hours is more current than a regular price: it is newer, or it is from after the
/// close of the regular price's session. The arguments are the times of the prices.
pub(super) fn is_more_current(extended: Timestamp, regular: Timestamp, calendar: Calendar) -> bool {
    let close = calendar.session_at_or_before(regular).close;
    extended > regular || extended.as_second() >= close
}

impl Quote {
    /// Returns a typical price level of the ticker: the largest absolute value of the recent prices.
    pub(crate) fn scale(&self) -> f64 {
        [self.previous_close, self.day_high, self.day_low]
            .into_iter()
            .flatten()
            .fold(self.price.abs(), |scale, price| scale.max(price.abs()))
    }
}

#[cfg(test)]
mod tests;
