//! Judges prices from all sources: a price is accepted, held until another price confirms it, or rejected.
//!
//! A price is held if it is dated ahead of our clock, far from its neighbors, or far outside the 52-week range that
//! its own source reports. A second source or a later price at the same level confirms it.

use std::fmt;

use jiff::Timestamp;

use super::{Quote, QuoteUpdate};
use crate::domain::{
    price::{is_from_the_future, price_ratio},
    session::Calendar,
    ticker::TickerKind,
};

/// Seconds that a source's clock may be ahead of ours.
const MAX_LEAD_SECONDS: i64 = 10;
/// A price that differs from its neighbors by this factor is far from them …
pub(crate) const FAR: f64 = 1.8;
/// … or by this factor, if the newest neighbor is older than [`DAY`].
const FAR_FROM_OLD: f64 = 3.0;
/// Seconds per day.
const DAY: i64 = 86_400;
/// Prices within this factor are at the same level.
const SAME_LEVEL: f64 = 1.25;
/// A polled source confirms its price if it reports the same price of the same time this many seconds later.
const REPEAT_SECONDS: i64 = 20;
/// If a known price is more than this many seconds ahead of our clock, the clock was set back.
const CLOCK_SET_BACK_SECONDS: i64 = 15 * 60;
/// A price within this many seconds of our clock is current.
const CURRENT_SECONDS: i64 = 120;

/// Why a price is not accepted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// The price is impossible for this kind of ticker.
    Impossible(f64),
    /// The price is dated further ahead of our clock than a mistaken time zone explains.
    FromTheFuture(Timestamp),
    /// The price is dated ahead of our clock by this many seconds.
    Early(Timestamp, i64),
    /// The price is far from the last one.
    Far {
        /// The doubted price.
        price: f64,
        /// The last accepted price.
        known: f64,
    },
    /// The price is far outside the 52-week range that its own source reports.
    OutsideItsYear {
        /// The doubted price.
        price: f64,
        /// The nearer edge of the range.
        edge: f64,
    },
    /// The price is flagged as extended-hours, but the exchange has no such trading at that time.
    OutsideHours(Timestamp),
    /// The price is flagged as regular, but the exchange is closed at that time.
    OutsideSession(Timestamp),
    /// The price is in another currency than the ticker's, or in an unknown unit.
    OtherUnit(f64),
}

impl Doubt {
    /// Returns true if a second price can confirm it.
    fn can_be_confirmed(self) -> bool {
        !matches!(
            self,
            Self::Impossible(_)
                | Self::FromTheFuture(_)
                | Self::OutsideHours(_)
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
            Self::Early(as_of, ahead) => {
                write!(
                    f,
                    "its price is dated {as_of}, {ahead} s ahead of our clock"
                )
            }
            Self::Far { price, known } => {
                write!(f, "{price} is far from the last price, {known}")
            }
            Self::OutsideItsYear { price, edge } => {
                write!(f, "{price} is far outside its own 52-week range ({edge})")
            }
            Self::OutsideHours(as_of) => {
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

/// A price that a source's own data rules out.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedPrice {
    /// Symbol of the ticker.
    pub symbol: String,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
    /// Reason.
    pub doubt: Doubt,
}

/// A price that waits for confirmation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HeldPrice {
    price: f64,
    as_of: Timestamp,
    source: String,
    received: Timestamp,
}

impl HeldPrice {
    /// Returns when it was first received.
    pub(crate) fn received(&self) -> Timestamp {
        self.received
    }
}

/// Result of judging a price.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// Accepted.
    Accepted,
    /// Held until another price confirms it.
    Held(HeldPrice, Doubt),
    /// Rejected.
    Refused(Doubt),
}

/// A price to judge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claim<'a> {
    /// Price in the ticker's currency.
    pub price: f64,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
    /// 52-week low and high from the same response.
    pub year: (Option<f64>, Option<f64>),
    /// Previous close from the same response.
    pub previous_close: Option<f64>,
    /// Name of the provider.
    pub source: &'a str,
    /// True if the provider pushes prices instead of being polled.
    pub is_streamed: bool,
}

impl<'a> Claim<'a> {
    /// Creates the claim of a quote.
    pub(crate) fn of(update: &QuoteUpdate, source: &'a str, is_streamed: bool) -> Self {
        Self {
            price: update.price,
            as_of: update.as_of,
            year: (update.year_low, update.year_high),
            previous_close: update.previous_close,
            source,
            is_streamed,
        }
    }
}

/// Known prices to compare with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbors<'a> {
    /// Kind of the ticker.
    pub kind: TickerKind,
    /// Last accepted price and its time.
    pub last: Option<(f64, Timestamp)>,
    /// Alternatives to the last price: closes of newer bars, the last price in the units after a split.
    pub others: &'a [f64],
    /// Typical price level, for kinds that may be negative: see [`is_far`].
    pub scale: f64,
    /// Price that waits for confirmation.
    pub held: Option<&'a HeldPrice>,
    /// When the last accepted price was received.
    pub taken_at: Option<Timestamp>,
}

/// Judges a price at `now`.
pub(crate) fn judge(claim: &Claim<'_>, known: &Neighbors<'_>, now: Timestamp) -> Verdict {
    let Some(doubt) = doubt(claim, known, now) else {
        return Verdict::Accepted;
    };
    if !doubt.can_be_confirmed() {
        return Verdict::Refused(doubt);
    }
    let is_confirmed = known
        .held
        .is_some_and(|held| confirms(claim, held, known, now));
    if is_confirmed {
        return Verdict::Accepted;
    }
    // A repeated response does not restart the wait.
    let received = known
        .held
        .filter(|held| is_same(claim, held))
        .map_or(now, |held| held.received);
    let held = HeldPrice {
        price: claim.price,
        as_of: claim.as_of,
        source: claim.source.to_owned(),
        received,
    };
    Verdict::Held(held, doubt)
}

fn doubt(claim: &Claim<'_>, known: &Neighbors<'_>, now: Timestamp) -> Option<Doubt> {
    let Claim { price, as_of, .. } = *claim;
    if !known.kind.can_cost(price) {
        return Some(Doubt::Impossible(price));
    }
    if is_from_the_future(as_of, now) {
        return Some(Doubt::FromTheFuture(as_of));
    }
    // If our clock is behind, every price is ahead of it by about as much as the last one.
    let usual_lead = known
        .last
        .zip(known.taken_at)
        .map_or(0, |((_, as_of), taken)| seconds_between(taken, as_of));
    let lead = seconds_between(now, as_of);
    if lead > usual_lead.max(0) + MAX_LEAD_SECONDS {
        return Some(Doubt::Early(as_of, lead));
    }
    let limit = match known.last {
        Some((_, last)) if seconds_between(last, as_of) > DAY => FAR_FROM_OLD,
        _ => FAR,
    };
    let is_far = |other: f64| is_far(known.kind, price, other, known.scale, limit);
    // For the first price only the response itself is known. A wrong unit does not change the sign, so a price on the
    // other side of zero needs no confirmation there.
    let (last, limit_is_own) = match known.last {
        Some((last, _)) => (Some(last), false),
        None => (claim.previous_close, true),
    };
    let (low, high) = claim.year;
    let is_within_its_year =
        matches!((low, high), (Some(low), Some(high)) if low <= price && price <= high);
    if let Some(last) = last
        && is_far(last)
        && known.others.iter().all(|other| is_far(*other))
        && !(limit_is_own && (is_within_its_year || price <= 0.0 || last <= 0.0))
    {
        return Some(Doubt::Far { price, known: last });
    }
    let outside = |edge: f64, beyond: bool| {
        (beyond && known.kind.can_cost(edge) && is_far(edge))
            .then_some(Doubt::OutsideItsYear { price, edge })
    };
    low.and_then(|low| outside(low, price < low))
        .or_else(|| high.and_then(|high| outside(high, price > high)))
}

/// Returns true if a price differs from another by the factor `limit`. Near zero, where a factor is meaningless, the
/// distance is compared with `scale`, a typical price level.
fn is_far(kind: TickerKind, price: f64, other: f64, scale: f64, limit: f64) -> bool {
    if price > 0.0 && other > 0.0 {
        let is_near_zero = kind.can_cost(-1.0) && price.max(other) < scale / 10.0;
        return !is_near_zero && price_ratio(price, other) >= limit;
    }
    (price - other).abs() > (limit - 1.0) * scale.max(other.abs())
}

/// Returns true if a price confirms the held one.
fn confirms(claim: &Claim<'_>, held: &HeldPrice, known: &Neighbors<'_>, now: Timestamp) -> bool {
    let is_at_its_level = !is_far(known.kind, claim.price, held.price, known.scale, SAME_LEVEL);
    let is_repeated = || {
        !claim.is_streamed
            && is_same(claim, held)
            && seconds_between(held.received, now) >= REPEAT_SECONDS
    };
    let is_another = claim.source != held.source || claim.as_of > held.as_of || is_repeated();
    is_at_its_level && is_another
}

fn is_same(claim: &Claim<'_>, held: &HeldPrice) -> bool {
    claim.source == held.source
        && claim.as_of == held.as_of
        && claim.price.to_bits() == held.price.to_bits()
}

fn seconds_between(from: Timestamp, to: Timestamp) -> i64 {
    to.as_second() - from.as_second()
}

/// Returns true if a price of `as_of` is at least as new as the known one, which was received at `taken_at`.
///
/// If our clock was set back since (as on a board without a battery), a current price replaces one dated ahead. A
/// clock that is merely slow is no reason to replace a newer price by an older one.
pub(crate) fn is_newer(
    as_of: Timestamp,
    known: Option<Timestamp>,
    taken_at: Option<Timestamp>,
    now: Timestamp,
) -> bool {
    let Some(known) = known.filter(|known| *known > as_of) else {
        return true;
    };
    let ahead = seconds_between(now, known);
    let was_set_back = ahead > CLOCK_SET_BACK_SECONDS
        || (ahead > MAX_LEAD_SECONDS
            && taken_at.is_some_and(|taken| seconds_between(now, taken) > MAX_LEAD_SECONDS));
    was_set_back && seconds_between(as_of, now).abs() <= CURRENT_SECONDS
}

/// Returns true if an extended price is more current than a regular one: newer, or from after the close of that
/// session.
pub(super) fn is_more_current(extended: Timestamp, regular: Timestamp, calendar: Calendar) -> bool {
    let close = calendar.session_at_or_before(regular).close;
    extended > regular || extended.as_second() >= close
}

impl Quote {
    /// Returns a typical price level, for tickers that may be negative.
    pub(crate) fn scale(&self) -> f64 {
        [self.previous_close, self.day_high, self.day_low]
            .into_iter()
            .flatten()
            .fold(self.price.abs(), |scale, price| scale.max(price.abs()))
    }
}

#[cfg(test)]
mod tests;
