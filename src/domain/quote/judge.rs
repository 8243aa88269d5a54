//! Judging a price, whatever its source: believed at once, held until another price confirms it, or refused.
//!
//! A price is held when it is dated ahead of our clock, far from its neighbors, or far outside the year's range
//! that its own source reports. A second source or a later price at the same level confirms it.

use std::fmt;

use jiff::Timestamp;

use super::{Quote, QuoteUpdate};
use crate::domain::{
    price::{apart, is_from_the_future},
    ticker::TickerKind,
};

/// Seconds that a source's clock may be ahead of ours without doubt.
const TOLERATED_LEAD: i64 = 10;
/// A price this many times above or below its neighbors is far from them …
pub(crate) const FAR: f64 = 1.8;
/// … and where the newest neighbor is older than [`DAY`].
const FAR_FROM_OLD: f64 = 3.0;
/// In seconds.
const DAY: i64 = 86_400;
/// Two prices within this factor are at the same level.
const SAME_LEVEL: f64 = 1.25;
/// A polled source that gives the same price of the same moment this many seconds later stands by it.
const ASKED_AGAIN: i64 = 20;
/// Seconds that a known price must be ahead of our clock to show that the clock was set back.
const SET_BACK: i64 = 15 * 60;
/// Seconds from our clock within which a price is of the present.
const PRESENT: i64 = 120;

/// Why a price is not believed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// No such price exists for this kind of ticker.
    Impossible(f64),
    /// The price is dated further ahead of our clock than any mistaken time zone explains.
    FromTheFuture(Timestamp),
    /// The price is dated ahead of our clock by this many seconds.
    Early(Timestamp, i64),
    /// The price is far from the last one.
    Far {
        /// The doubted price.
        price: f64,
        /// The last believed price.
        known: f64,
    },
    /// The price is far outside the 52-week range that its own source reports.
    OutsideItsYear {
        /// The doubted price.
        price: f64,
        /// The nearer edge of the range.
        edge: f64,
    },
    /// The price is flagged as outside regular hours, at a time when the exchange has no such trading.
    OutsideHours(Timestamp),
    /// The price is flagged as one of regular hours, at a time when the exchange is closed.
    OutsideSession(Timestamp),
    /// The price is in another currency than the ticker's, or in a unit that is not known.
    OtherUnit(f64),
}

impl Doubt {
    /// Whether a second price can confirm it.
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
            Self::Impossible(price) => write!(f, "{price} cannot be its price"),
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
                    "its extended-hours price is dated {as_of}, when no such trading is known"
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

/// A price that a source's own words rule out.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedPrice {
    /// The ticker, by symbol.
    pub symbol: String,
    /// When the source says the price was true.
    pub as_of: Timestamp,
    /// Why it is none.
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
    /// When it came for the first time.
    pub(crate) fn received(&self) -> Timestamp {
        self.received
    }
}

/// What becomes of a price.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// The price counts.
    Believed,
    /// The price waits for a second one.
    Held(HeldPrice, Doubt),
    /// The price never counts.
    Refused(Doubt),
}

/// A price to be judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claim<'a> {
    /// In the ticker's currency.
    pub price: f64,
    /// When the source says the price was true.
    pub as_of: Timestamp,
    /// The lowest and the highest price of 52 weeks, as the same answer reports them.
    pub year: (Option<f64>, Option<f64>),
    /// The close before, as the same answer reports it.
    pub previous_close: Option<f64>,
    /// Name of the provider.
    pub source: &'a str,
    /// The provider pushes prices instead of being polled.
    pub is_streamed: bool,
}

impl<'a> Claim<'a> {
    /// The claim of a quote.
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

/// What is known when a price is judged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbors<'a> {
    /// The kind of the ticker.
    pub kind: TickerKind,
    /// The last believed price, and when it was true.
    pub last: Option<(f64, Timestamp)>,
    /// Prices that count as the last one does: closes of newer bars, the last price in the units of after a split.
    pub others: &'a [f64],
    /// A price of the usual size where the kind may cost less than nothing: see [`is_far`].
    pub scale: f64,
    /// The price that waits for confirmation.
    pub held: Option<&'a HeldPrice>,
    /// When the last believed price was received.
    pub taken_at: Option<Timestamp>,
}

/// Judges a price at `now`.
pub(crate) fn judge(claim: &Claim<'_>, known: &Neighbors<'_>, now: Timestamp) -> Verdict {
    let Some(doubt) = doubt(claim, known, now) else {
        return Verdict::Believed;
    };
    if !doubt.can_be_confirmed() {
        return Verdict::Refused(doubt);
    }
    let is_confirmed = known
        .held
        .is_some_and(|held| confirms(claim, held, known, now));
    if is_confirmed {
        return Verdict::Believed;
    }
    // The same answer again does not start the wait again.
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
    // While our clock is behind, every price is ahead of it by about as much as the last.
    let usual_lead = known
        .last
        .zip(known.taken_at)
        .map_or(0, |((_, as_of), taken)| seconds_between(taken, as_of));
    let lead = seconds_between(now, as_of);
    if lead > usual_lead.max(0) + TOLERATED_LEAD {
        return Some(Doubt::Early(as_of, lead));
    }
    let limit = match known.last {
        Some((_, last)) if seconds_between(last, as_of) > DAY => FAR_FROM_OLD,
        _ => FAR,
    };
    let is_far = |other: f64| is_far(known.kind, price, other, known.scale, limit);
    // Nothing is known yet but what the answer itself says. A mistaken unit makes no sign, so a price on the other side of zero
    // needs no second one there.
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

/// Whether a price is many times above or below another. Around zero no factor says how far away a price is: there
/// the distance counts as a part of `scale`, a price of the usual size.
fn is_far(kind: TickerKind, price: f64, other: f64, scale: f64, limit: f64) -> bool {
    if price > 0.0 && other > 0.0 {
        let is_near_zero = kind.can_cost(-1.0) && price.max(other) < scale / 10.0;
        return !is_near_zero && apart(price, other) >= limit;
    }
    (price - other).abs() > (limit - 1.0) * scale.max(other.abs())
}

/// Whether a price confirms the one that is held.
fn confirms(claim: &Claim<'_>, held: &HeldPrice, known: &Neighbors<'_>, now: Timestamp) -> bool {
    let is_at_its_level = !is_far(known.kind, claim.price, held.price, known.scale, SAME_LEVEL);
    let stands_by_it = || {
        !claim.is_streamed
            && is_same(claim, held)
            && seconds_between(held.received, now) >= ASKED_AGAIN
    };
    let is_another = claim.source != held.source || claim.as_of > held.as_of || stands_by_it();
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

/// Whether a price of `as_of` is no older than the known one, which was received at `taken_at`. Where our clock was
/// set back since (as on a board without a battery), a price of the present takes the place of one dated ahead; that
/// our clock is merely behind is no reason for an older price to replace a newer one.
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
    let was_set_back = ahead > SET_BACK
        || (ahead > TOLERATED_LEAD
            && taken_at.is_some_and(|taken| seconds_between(now, taken) > TOLERATED_LEAD));
    was_set_back && seconds_between(as_of, now).abs() <= PRESENT
}

impl Quote {
    /// A price of the usual size, for a ticker that may cost less than nothing.
    pub(crate) fn scale(&self) -> f64 {
        [self.previous_close, self.day_high, self.day_low]
            .into_iter()
            .flatten()
            .fold(self.price.abs(), |scale, price| scale.max(price.abs()))
    }
}

#[cfg(test)]
mod tests;
