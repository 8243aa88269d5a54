//! The price outside of regular hours, which stands beside the regular one.

use jiff::Timestamp;

use super::{
    ExtendedQuote, ExtendedUpdate, Quote,
    near::{is_change, is_near},
};
use crate::domain::{
    price::{is_from_the_future, percent_change},
    session::Calendar,
    ticker::TickerKind,
};

/// The quote with a price from outside of regular hours beside its own; `None` where that price
/// cannot be one, is older than what is known, or belongs to a session that was followed by another.
pub(crate) fn with_extended(
    quote: &Quote,
    update: &ExtendedUpdate,
    kind: TickerKind,
    calendar: Calendar,
    now: Timestamp,
) -> Option<Quote> {
    let is_newer = quote.extended.as_ref().is_none_or(|known| {
        // One from our own future was taken before the clock was set back.
        known.as_of <= update.as_of || known.as_of > now
    });
    let is_believable =
        is_near(kind, update.price, quote.price) && !is_from_the_future(update.as_of, now);
    if !is_newer || !is_believable || !stands_beside(update.as_of, quote.as_of, calendar) {
        return None;
    }
    let told = update.change.filter(|percent| is_change(*percent));
    let change = told.or_else(|| percent_change(Some(quote.price), update.price))?;
    Some(Quote {
        extended: Some(ExtendedQuote {
            price: update.price,
            change,
            session: update.session,
            as_of: update.as_of,
        }),
        ..quote.clone()
    })
}

/// Whether a price from outside of regular hours says more than a regular price: it is newer, or from
/// after the close of that price's session.
pub(super) fn stands_beside(extended: Timestamp, regular: Timestamp, calendar: Calendar) -> bool {
    let close = calendar.session_at_or_before(regular).close;
    extended > regular || extended.as_second() >= close
}

impl Quote {
    /// The price outside of regular hours that counts at `now`: none that is older than the last
    /// close.
    pub(crate) fn extended_at(&self, calendar: Calendar, now: Timestamp) -> Option<&ExtendedQuote> {
        let extended = self.extended.as_ref()?;
        let mut session = calendar.session_at_or_before(now);
        if session.close > now.as_second() {
            let before = Timestamp::from_second(session.open - 1).ok()?;
            session = calendar.session_at_or_before(before);
        }
        (extended.as_of.as_second() >= session.close).then_some(extended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            quote::{Known, QuoteUpdate, merge},
            session::Phase,
            ticker::TickerId,
        },
        testing,
    };

    const THURSDAY_CLOSE: &str = "2026-11-19T21:00:00Z";
    const PRE_MARKET: &str = "2026-11-20T14:00:00Z";
    const OPEN: &str = "2026-11-20T14:30:05Z";

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn extended(price: f64, as_of: &str) -> ExtendedUpdate {
        ExtendedUpdate {
            symbol: "AAPL".into(),
            price,
            change: None,
            session: Phase::Pre,
            as_of: at(as_of),
        }
    }

    /// The close of Thursday, with `update` of Friday morning where it counts.
    fn beside_the_close(update: &ExtendedUpdate) -> Option<Quote> {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T14:10:00Z");
        with_extended(&close, update, TickerKind::Stock, Calendar::NewYork, now)
    }

    #[test]
    fn a_pre_market_price_stands_beside_the_close_and_changes_nothing_of_it() {
        let quote = beside_the_close(&extended(308.05, PRE_MARKET)).unwrap();
        assert_eq!((quote.price, quote.as_of), (305.0, at(THURSDAY_CLOSE)));
        let beside = quote.extended.unwrap();
        assert!((beside.change - 1.0).abs() < 1e-9, "{beside:?}");
    }

    #[test]
    fn a_change_that_is_told_is_taken_and_one_that_cannot_be_is_not() {
        let told = |change| {
            let told = ExtendedUpdate {
                change: Some(change),
                ..extended(308.05, PRE_MARKET)
            };
            let quote = beside_the_close(&told).unwrap();
            quote.extended.unwrap().change
        };
        assert!((told(0.97) - 0.97).abs() < 1e-9);
        assert!((told(-250.0) - 1.0).abs() < 1e-9);
        assert!((told(f64::NAN) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_old_impossible_or_far_off_does_not_stand_beside_it() {
        for (price, as_of) in [
            (308.0, "2026-11-19T13:00:00Z"),
            (308.0, "2026-11-22T13:00:00Z"),
            (0.0, PRE_MARKET),
            (-1.0, PRE_MARKET),
            (f64::NAN, PRE_MARKET),
            (30_500.0, PRE_MARKET),
        ] {
            let beside = beside_the_close(&extended(price, as_of));
            assert_eq!(beside, None, "{price} {as_of}");
        }
        let newer = beside_the_close(&extended(308.0, PRE_MARKET)).unwrap();
        let older = extended(307.0, "2026-11-20T13:59:59Z");
        assert_eq!(
            with_extended(
                &newer,
                &older,
                TickerKind::Stock,
                Calendar::NewYork,
                at(OPEN)
            ),
            None
        );
    }

    fn followed_by(price: f64, as_of: &str) -> Quote {
        let before = beside_the_close(&extended(308.0, PRE_MARKET)).unwrap();
        let update = QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: at(as_of),
            ..QuoteUpdate::default()
        };
        let known = Known {
            id: TickerId(1),
            kind: TickerKind::Stock,
            calendar: Calendar::NewYork,
            units: None,
            quote: Some(&before),
            week_ago: None,
        };
        merge(&update, &known, "test")
    }

    #[test]
    fn the_first_price_of_the_next_session_takes_its_place() {
        assert_eq!(followed_by(309.0, OPEN).extended, None);
    }

    #[test]
    fn a_correction_of_the_close_leaves_it_where_it_is() {
        let corrected = followed_by(305.1, "2026-11-19T21:15:00Z");
        assert!((corrected.extended.unwrap().price - 308.0).abs() < 1e-9);
    }

    #[test]
    fn it_is_not_shown_any_more_when_a_session_has_closed_since() {
        let quote = beside_the_close(&extended(308.0, PRE_MARKET)).unwrap();
        let shown = |now| quote.extended_at(Calendar::NewYork, at(now)).is_some();
        assert!(shown("2026-11-20T14:10:00Z") && shown(OPEN));
        assert!(shown("2026-11-20T20:59:59Z"), "no regular price came yet");
        assert!(!shown("2026-11-20T21:00:00Z"));
        assert!(!shown("2026-11-22T12:00:00Z"));
    }
}
