//! Prices outside regular hours (pre-market, after-hours, overnight), shown next to the regular price.

use jiff::Timestamp;

use super::{
    Claim, Doubt, ExtendedQuote, ExtendedUpdate, HeldPrice, Neighbors, Quote, Verdict, is_newer,
    judge, judge::is_more_current, merge::is_plausible_change,
};
use crate::domain::{
    price::percent_change,
    session::{Calendar, Phase, exchange_date},
    ticker::TickerKind,
};

/// Seconds by which a trade at the end of extended hours may be reported late.
const MAX_REPORT_DELAY: i64 = 60;

/// Result of judging a price outside regular hours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ExtendedVerdict {
    /// Accepted: the quote with the new extended price.
    Taken(Box<Quote>),
    /// The price is older than the known one, or a regular session has closed since.
    Older,
    /// Implausible: the price waits for confirmation.
    Held(HeldPrice, Doubt),
    /// Impossible: the price is rejected.
    Refused(Doubt),
}

/// Context for judging a price outside regular hours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExtendedContext<'a> {
    /// Kind of the ticker.
    pub kind: TickerKind,
    /// Trading calendar of the ticker.
    pub calendar: Calendar,
    /// Name of the provider.
    pub source: &'a str,
    /// True if the provider pushes prices instead of being polled.
    pub is_streamed: bool,
    /// Price that waits for confirmation.
    pub held: Option<&'a HeldPrice>,
}

/// Judges a price outside regular hours. It never replaces the regular price.
pub(crate) fn with_extended(
    quote: &Quote,
    update: &ExtendedUpdate,
    known: &ExtendedContext<'_>,
    now: Timestamp,
) -> ExtendedVerdict {
    let calendar = known.calendar;
    if !has_extended_trading(calendar, update.session, update.as_of) {
        return ExtendedVerdict::Refused(Doubt::OutsideHours(update.as_of));
    }
    let before = quote.extended.as_ref();
    let before = before.filter(|known| known.has_trading(calendar));
    let is_newest = is_newer(update.as_of, before.map(|known| known.as_of), None, now);
    if !is_newest || !is_more_current(update.as_of, quote.as_of, calendar) {
        return ExtendedVerdict::Older;
    }
    let last = before
        .filter(|known| known.as_of > quote.as_of)
        .map_or((quote.price, quote.as_of), |known| {
            (known.price, known.as_of)
        });
    let claim = Claim {
        price: update.price,
        as_of: update.as_of,
        year: (None, None),
        previous_close: None,
        source: known.source,
        is_streamed: known.is_streamed,
    };
    let neighbors = Neighbors {
        kind: known.kind,
        last: Some(last),
        others: &[quote.price],
        scale: quote.scale(),
        held: known.held,
        taken_at: None,
    };
    match judge(&claim, &neighbors, now) {
        Verdict::Accepted => {}
        Verdict::Held(held, doubt) => return ExtendedVerdict::Held(held, doubt),
        Verdict::Refused(doubt) => return ExtendedVerdict::Refused(doubt),
    }
    let reported = update
        .change
        .filter(|percent| is_plausible_change(*percent));
    let Some(change) = reported.or_else(|| percent_change(Some(quote.price), update.price)) else {
        return ExtendedVerdict::Refused(Doubt::Impossible(update.price));
    };
    // In New York the clock decides between pre-market and after-hours; elsewhere, and overnight, the provider's flag
    // does.
    let session = match calendar.phase(update.as_of) {
        phase @ (Phase::Pre | Phase::Post) if update.session != Phase::Overnight => phase,
        _ => update.session,
    };
    ExtendedVerdict::Taken(Box::new(Quote {
        extended: Some(ExtendedQuote {
            price: update.price,
            change,
            session,
            as_of: update.as_of,
        }),
        ..quote.clone()
    }))
}

/// Returns false if `calendar` rules out trading in phase `session` at `at`: on weekends and holidays, during the
/// regular session, and at night unless the price is flagged as overnight.
fn has_extended_trading(calendar: Calendar, session: Phase, at: Timestamp) -> bool {
    let late = Timestamp::from_second(at.as_second() - MAX_REPORT_DELAY).unwrap_or(at);
    let is_extended = |at| matches!(calendar.phase(at), Phase::Pre | Phase::Post);
    match calendar {
        _ if session == Phase::Overnight => {
            calendar.is_overnight(at) || calendar.is_overnight(late)
        }
        Calendar::NewYork => is_extended(at) || is_extended(late),
        Calendar::Always => true,
        // The extended hours of other exchanges are not known.
        _ => calendar.session_on(exchange_date(calendar, at)).is_some(),
    }
}

impl Quote {
    /// Returns the extended price to show at `now`, unless it is older than the last close.
    pub(crate) fn extended_at(&self, calendar: Calendar, now: Timestamp) -> Option<&ExtendedQuote> {
        let extended = self.extended.as_ref()?;
        let mut session = calendar.session_at_or_before(now);
        if session.close > now.as_second() {
            let before = Timestamp::from_second(session.open - 1).ok()?;
            session = calendar.session_at_or_before(before);
        }
        let counts = extended.as_of.as_second() >= session.close && extended.has_trading(calendar);
        counts.then_some(extended)
    }
}

impl ExtendedQuote {
    /// Returns true if the exchange had extended trading at the time of the price.
    fn has_trading(&self, calendar: Calendar) -> bool {
        has_extended_trading(calendar, self.session, self.as_of)
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "prices are passed on as they are")]
mod tests {
    use super::*;
    use crate::{
        domain::{
            quote::{QuoteUpdate, merge},
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

    fn known() -> ExtendedContext<'static> {
        ExtendedContext {
            kind: TickerKind::Stock,
            calendar: Calendar::NewYork,
            source: "stream",
            is_streamed: true,
            held: None,
        }
    }

    fn taken(verdict: ExtendedVerdict) -> Option<Quote> {
        match verdict {
            ExtendedVerdict::Taken(quote) => Some(*quote),
            _ => None,
        }
    }

    /// Thursday's close, with `update` from Friday morning if it is accepted.
    fn beside_the_close(update: &ExtendedUpdate) -> Option<Quote> {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T14:10:00Z");
        taken(with_extended(&close, update, &known(), now))
    }

    #[test]
    fn pre_market_price_does_not_change_the_close() {
        let quote = beside_the_close(&extended(308.05, PRE_MARKET)).unwrap();
        assert_eq!((quote.price, quote.as_of), (305.0, at(THURSDAY_CLOSE)));
        let beside = quote.extended.unwrap();
        assert!((beside.change - 1.0).abs() < 1e-9, "{beside:?}");
    }

    #[test]
    fn reported_change_is_used_if_plausible() {
        let reported = |change| {
            let reported = ExtendedUpdate {
                change: Some(change),
                ..extended(308.05, PRE_MARKET)
            };
            let quote = beside_the_close(&reported).unwrap();
            quote.extended.unwrap().change
        };
        assert!((reported(0.97) - 0.97).abs() < 1e-9);
        assert!((reported(-250.0) - 1.0).abs() < 1e-9);
        assert!((reported(f64::NAN) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn old_impossible_or_far_price_is_not_shown() {
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
            with_extended(&newer, &older, &known(), at(OPEN)),
            ExtendedVerdict::Older
        );
    }

    #[test]
    fn saturday_price_neither_counts_nor_blocks_fridays_last() {
        let friday = testing::quote(305.0, at("2026-11-20T21:00:00Z"));
        let saturday = extended(310.0, "2026-11-21T13:00:00Z");
        let now = at("2026-11-21T13:00:05Z");
        let verdict = with_extended(&friday, &saturday, &known(), now);
        assert!(matches!(verdict, ExtendedVerdict::Refused(_)));
        // As stored by an older version.
        let stored = Quote {
            extended: Some(ExtendedQuote {
                price: 310.0,
                change: 1.6,
                session: Phase::Pre,
                as_of: saturday.as_of,
            }),
            ..friday
        };
        assert_eq!(stored.extended_at(Calendar::NewYork, now), None);
        let post = ExtendedUpdate {
            session: Phase::Post,
            ..extended(306.0, "2026-11-21T00:59:00Z")
        };
        let quote = taken(with_extended(&stored, &post, &known(), now)).unwrap();
        let beside = quote.extended_at(Calendar::NewYork, now).unwrap();
        assert_eq!((beside.price, beside.session), (306.0, Phase::Post));
    }

    #[test]
    fn extended_price_during_the_session_or_at_night_is_rejected() {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        for (as_of, now) in [
            ("2026-11-20T15:00:00Z", "2026-11-20T15:00:01Z"),
            ("2026-11-20T03:00:00Z", "2026-11-20T03:00:01Z"),
        ] {
            let verdict = with_extended(&close, &extended(306.0, as_of), &known(), at(now));
            assert!(matches!(verdict, ExtendedVerdict::Refused(_)), "{as_of}");
        }
        let last = extended(306.0, "2026-11-20T14:30:02Z");
        assert!(taken(with_extended(&close, &last, &known(), at(OPEN))).is_some());
    }

    fn overnight(price: f64, as_of: &str) -> ExtendedUpdate {
        ExtendedUpdate {
            session: Phase::Overnight,
            ..extended(price, as_of)
        }
    }

    #[test]
    fn overnight_price_is_shown_as_overnight_until_a_newer_one() {
        let evening = ExtendedUpdate {
            session: Phase::Post,
            ..extended(306.0, "2026-11-20T00:59:00Z")
        };
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T05:00:00Z");
        let beside = taken(with_extended(&close, &evening, &known(), now)).unwrap();
        let night = overnight(307.0, "2026-11-20T04:59:58Z");
        let quote = taken(with_extended(&beside, &night, &known(), now)).unwrap();
        let shown = quote.extended_at(Calendar::NewYork, now).unwrap();
        assert_eq!((shown.price, shown.session), (307.0, Phase::Overnight));
        assert_eq!((quote.price, quote.as_of), (305.0, at(THURSDAY_CLOSE)));
        // A late report from the evening does not replace it; the first price of the morning does.
        assert_eq!(
            with_extended(&quote, &evening, &known(), now),
            ExtendedVerdict::Older
        );
        let morning = extended(308.0, "2026-11-20T09:00:05Z");
        let now = at("2026-11-20T09:00:06Z");
        let quote = taken(with_extended(&quote, &morning, &known(), now)).unwrap();
        let shown = quote.extended_at(Calendar::NewYork, now).unwrap();
        assert_eq!((shown.price, shown.session), (308.0, Phase::Pre));
    }

    #[test]
    fn night_is_from_20_to_4_before_each_session() {
        let friday = testing::quote(305.0, at("2026-11-20T21:00:00Z"));
        let verdict = |as_of: &str| {
            let now = at(as_of).checked_add(jiff::Span::new().seconds(1)).unwrap();
            with_extended(&friday, &overnight(306.0, as_of), &known(), now)
        };
        for as_of in [
            "2026-11-23T01:00:00Z",
            "2026-11-23T08:59:59Z",
            "2026-11-24T03:00:00Z",
        ] {
            assert!(taken(verdict(as_of)).is_some(), "{as_of}");
        }
        // Friday evening, Saturday, Sunday before 20:00, daytime, and the nights before and after Thanksgiving.
        for as_of in [
            "2026-11-21T03:00:00Z",
            "2026-11-21T15:00:00Z",
            "2026-11-23T00:59:59Z",
            "2026-11-23T15:00:00Z",
            "2026-11-23T22:00:00Z",
            "2026-11-26T03:00:00Z",
        ] {
            let refused = ExtendedVerdict::Refused(Doubt::OutsideHours(at(as_of)));
            assert_eq!(verdict(as_of), refused, "{as_of}");
        }
        assert!(taken(verdict("2026-11-27T03:00:00Z")).is_some());
    }

    #[test]
    fn new_york_clock_decides_between_pre_market_and_after_hours() {
        let friday = testing::quote(305.0, at("2026-11-20T21:00:00Z"));
        let evening = extended(306.0, "2026-11-20T22:00:00Z");
        let now = at("2026-11-20T22:00:01Z");
        let quote = taken(with_extended(&friday, &evening, &known(), now)).unwrap();
        assert_eq!(quote.extended.unwrap().session, Phase::Post);
    }

    #[test]
    fn price_ten_times_off_waits_for_confirmation() {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T14:10:00Z");
        let verdict = with_extended(&close, &extended(30.5, PRE_MARKET), &known(), now);
        let ExtendedVerdict::Held(held, _) = verdict else {
            panic!("{verdict:?}");
        };
        let waiting = ExtendedContext {
            held: Some(&held),
            ..known()
        };
        let second = extended(30.6, "2026-11-20T14:00:02Z");
        let quote = taken(with_extended(&close, &second, &waiting, now)).unwrap();
        assert_eq!(quote.extended.unwrap().price, 30.6);
    }

    fn followed_by(price: f64, as_of: &str) -> Quote {
        let before = beside_the_close(&extended(308.0, PRE_MARKET)).unwrap();
        let update = QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: at(as_of),
            ..QuoteUpdate::default()
        };
        let known = crate::domain::quote::MergeContext {
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
    fn first_price_of_the_next_session_replaces_it() {
        assert_eq!(followed_by(309.0, OPEN).extended, None);
    }

    #[test]
    fn correction_of_the_close_keeps_the_extended_price() {
        let corrected = followed_by(305.1, "2026-11-19T21:15:00Z");
        assert!((corrected.extended.unwrap().price - 308.0).abs() < 1e-9);
    }

    #[test]
    fn extended_price_is_hidden_after_the_next_close() {
        let quote = beside_the_close(&extended(308.0, PRE_MARKET)).unwrap();
        let shown = |now| quote.extended_at(Calendar::NewYork, at(now)).is_some();
        assert!(shown("2026-11-20T14:10:00Z") && shown(OPEN));
        assert!(shown("2026-11-20T20:59:59Z"), "no regular price came yet");
        assert!(!shown("2026-11-20T21:00:00Z"));
        assert!(!shown("2026-11-22T12:00:00Z"));
    }
}
