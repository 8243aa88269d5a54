//! Prices outside regular hours (pre-market, after-hours, overnight), shown next to the regular price.

use jiff::Timestamp;

use super::{
    Doubt, ExtendedQuote, ExtendedUpdate, KnownPrices, Quote, ReportedPrice, UnconfirmedPrice,
    Verdict, check_price, is_newer, merge::is_plausible_change, plausibility::is_more_current,
};
use crate::domain::{
    price::percent_change,
    session::{Calendar, Phase, exchange_date},
    ticker::TickerKind,
};

/// Seconds by which a trade at the end of extended hours may be reported late.
const MAX_REPORT_DELAY_SECONDS: i64 = 60;

/// Result of checking a price outside regular hours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ExtendedVerdict {
    /// Accepted. Contains the quote with the new extended price.
    Accepted(Box<Quote>),
    /// The price is older than the known price, or a regular session has closed since the price.
    Older,
    /// The price is implausible and waits for confirmation.
    Unconfirmed(UnconfirmedPrice, Doubt),
    /// The price is impossible and rejected.
    Rejected(Doubt),
}

/// Context for checking a price outside regular hours.
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
    pub unconfirmed: Option<&'a UnconfirmedPrice>,
}

/// Checks a price outside regular hours and adds it to the quote if it is plausible. The regular price stays unchanged.
pub(crate) fn check_extended_price(
    quote: &Quote,
    update: &ExtendedUpdate,
    context: &ExtendedContext<'_>,
    now: Timestamp,
) -> ExtendedVerdict {
    let calendar = context.calendar;
    if !may_have_extended_trading(calendar, update.session, update.as_of) {
        return ExtendedVerdict::Rejected(Doubt::OutsideExtendedHours(update.as_of));
    }
    let known = quote.extended.as_ref();
    let known = known.filter(|extended| extended.is_in_extended_hours(calendar));
    let is_newest = is_newer(
        update.as_of,
        known.map(|extended| extended.as_of),
        None,
        now,
    );
    if !is_newest || !is_more_current(update.as_of, quote.as_of, calendar) {
        return ExtendedVerdict::Older;
    }
    let last = known
        .filter(|extended| extended.as_of > quote.as_of)
        .map_or((quote.price, quote.as_of), |extended| {
            (extended.price, extended.as_of)
        });
    let reported = ReportedPrice {
        price: update.price,
        as_of: update.as_of,
        year_range: (None, None),
        previous_close: None,
        source: context.source,
        is_streamed: context.is_streamed,
    };
    let known_prices = KnownPrices {
        kind: context.kind,
        last: Some(last),
        others: &[quote.price],
        scale: quote.scale(),
        unconfirmed: context.unconfirmed,
        received_at: None,
    };
    match check_price(&reported, &known_prices, now) {
        Verdict::Accepted => {}
        Verdict::Unconfirmed(unconfirmed, doubt) => {
            return ExtendedVerdict::Unconfirmed(unconfirmed, doubt);
        }
        Verdict::Rejected(doubt) => return ExtendedVerdict::Rejected(doubt),
    }
    let reported_change = update
        .change
        .filter(|percent| is_plausible_change(*percent));
    let computed_change = || percent_change(Some(quote.price), update.price);
    let Some(change) = reported_change.or_else(computed_change) else {
        return ExtendedVerdict::Rejected(Doubt::Impossible(update.price));
    };
    // In New York, the time decides between pre-market and after-hours. The provider's flag decides overnight and for
    // other exchanges.
    let session = match calendar.phase(update.as_of) {
        phase @ (Phase::Pre | Phase::Post) if update.session != Phase::Overnight => phase,
        _ => update.session,
    };
    ExtendedVerdict::Accepted(Box::new(Quote {
        extended: Some(ExtendedQuote {
            price: update.price,
            change,
            session,
            as_of: update.as_of,
        }),
        ..quote.clone()
    }))
}

/// Returns true if a price that is flagged with the phase `session` may be from `at`. False on weekends and holidays,
/// during the regular session, and at night unless the flag is overnight.
fn may_have_extended_trading(calendar: Calendar, session: Phase, at: Timestamp) -> bool {
    // The trade may be a little earlier than its report.
    let trade_time =
        Timestamp::from_second(at.as_second() - MAX_REPORT_DELAY_SECONDS).unwrap_or(at);
    let is_extended = |at| matches!(calendar.phase(at), Phase::Pre | Phase::Post);
    match calendar {
        _ if session == Phase::Overnight => {
            calendar.is_overnight(at) || calendar.is_overnight(trade_time)
        }
        Calendar::NewYork => is_extended(at) || is_extended(trade_time),
        Calendar::Always => true,
        // The extended hours of other exchanges are unknown.
        _ => calendar.session_on(exchange_date(calendar, at)).is_some(),
    }
}

impl Quote {
    /// Returns the extended price to show at `now`; `None` if it is older than the last close.
    pub(crate) fn extended_at(&self, calendar: Calendar, now: Timestamp) -> Option<&ExtendedQuote> {
        let extended = self.extended.as_ref()?;
        let mut session = calendar.session_at_or_before(now);
        if session.close > now.as_second() {
            let before = Timestamp::from_second(session.open - 1).ok()?;
            session = calendar.session_at_or_before(before);
        }
        let is_current = extended.as_of.as_second() >= session.close;
        (is_current && extended.is_in_extended_hours(calendar)).then_some(extended)
    }
}

impl ExtendedQuote {
    /// Returns true if the exchange may have had extended trading at the time of the price.
    fn is_in_extended_hours(&self, calendar: Calendar) -> bool {
        may_have_extended_trading(calendar, self.session, self.as_of)
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "prices are not computed")]
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

    fn context() -> ExtendedContext<'static> {
        ExtendedContext {
            kind: TickerKind::Stock,
            calendar: Calendar::NewYork,
            source: "stream",
            is_streamed: true,
            unconfirmed: None,
        }
    }

    fn accepted(verdict: ExtendedVerdict) -> Option<Quote> {
        match verdict {
            ExtendedVerdict::Accepted(quote) => Some(*quote),
            _ => None,
        }
    }

    /// Adds `update` from Friday morning to the quote of Thursday's close; `None` if it is not accepted.
    fn add_to_close(update: &ExtendedUpdate) -> Option<Quote> {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T14:10:00Z");
        accepted(check_extended_price(&close, update, &context(), now))
    }

    #[test]
    fn pre_market_price_does_not_change_the_close() {
        let quote = add_to_close(&extended(308.05, PRE_MARKET)).unwrap();
        assert_eq!((quote.price, quote.as_of), (305.0, at(THURSDAY_CLOSE)));
        let extended = quote.extended.unwrap();
        assert!((extended.change - 1.0).abs() < 1e-9, "{extended:?}");
    }

    #[test]
    fn reported_change_is_used_if_plausible() {
        let change_for = |change| {
            let update = ExtendedUpdate {
                change: Some(change),
                ..extended(308.05, PRE_MARKET)
            };
            let quote = add_to_close(&update).unwrap();
            quote.extended.unwrap().change
        };
        assert!((change_for(0.97) - 0.97).abs() < 1e-9);
        assert!((change_for(-250.0) - 1.0).abs() < 1e-9);
        assert!((change_for(f64::NAN) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn old_impossible_or_far_price_is_not_accepted() {
        for (price, as_of) in [
            (308.0, "2026-11-19T13:00:00Z"),
            (308.0, "2026-11-22T13:00:00Z"),
            (0.0, PRE_MARKET),
            (-1.0, PRE_MARKET),
            (f64::NAN, PRE_MARKET),
            (30_500.0, PRE_MARKET),
        ] {
            let quote = add_to_close(&extended(price, as_of));
            assert_eq!(quote, None, "{price} {as_of}");
        }
        let newer = add_to_close(&extended(308.0, PRE_MARKET)).unwrap();
        let older = extended(307.0, "2026-11-20T13:59:59Z");
        assert_eq!(
            check_extended_price(&newer, &older, &context(), at(OPEN)),
            ExtendedVerdict::Older
        );
    }

    #[test]
    fn saturday_price_is_hidden_and_does_not_block_an_older_friday_price() {
        let friday = testing::quote(305.0, at("2026-11-20T21:00:00Z"));
        let saturday = extended(310.0, "2026-11-21T13:00:00Z");
        let now = at("2026-11-21T13:00:05Z");
        let verdict = check_extended_price(&friday, &saturday, &context(), now);
        assert!(matches!(verdict, ExtendedVerdict::Rejected(_)));
        // An older version accepted and stored such prices.
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
        let quote = accepted(check_extended_price(&stored, &post, &context(), now)).unwrap();
        let shown = quote.extended_at(Calendar::NewYork, now).unwrap();
        assert_eq!((shown.price, shown.session), (306.0, Phase::Post));
    }

    #[test]
    fn extended_price_is_rejected_during_the_session_and_at_night() {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        for (as_of, now) in [
            ("2026-11-20T15:00:00Z", "2026-11-20T15:00:01Z"),
            ("2026-11-20T03:00:00Z", "2026-11-20T03:00:01Z"),
        ] {
            let verdict =
                check_extended_price(&close, &extended(306.0, as_of), &context(), at(now));
            assert!(matches!(verdict, ExtendedVerdict::Rejected(_)), "{as_of}");
        }
        // A late report of a pre-market trade is accepted.
        let last = extended(306.0, "2026-11-20T14:30:02Z");
        assert!(accepted(check_extended_price(&close, &last, &context(), at(OPEN))).is_some());
    }

    fn overnight(price: f64, as_of: &str) -> ExtendedUpdate {
        ExtendedUpdate {
            session: Phase::Overnight,
            ..extended(price, as_of)
        }
    }

    #[test]
    fn overnight_price_is_shown_until_a_newer_price_arrives() {
        let evening = ExtendedUpdate {
            session: Phase::Post,
            ..extended(306.0, "2026-11-20T00:59:00Z")
        };
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T05:00:00Z");
        let after_hours =
            accepted(check_extended_price(&close, &evening, &context(), now)).unwrap();
        let night = overnight(307.0, "2026-11-20T04:59:58Z");
        let quote = accepted(check_extended_price(&after_hours, &night, &context(), now)).unwrap();
        let shown = quote.extended_at(Calendar::NewYork, now).unwrap();
        assert_eq!((shown.price, shown.session), (307.0, Phase::Overnight));
        assert_eq!((quote.price, quote.as_of), (305.0, at(THURSDAY_CLOSE)));
        // A late report from the evening does not replace the overnight price. The first price of the morning does.
        assert_eq!(
            check_extended_price(&quote, &evening, &context(), now),
            ExtendedVerdict::Older
        );
        let morning = extended(308.0, "2026-11-20T09:00:05Z");
        let now = at("2026-11-20T09:00:06Z");
        let quote = accepted(check_extended_price(&quote, &morning, &context(), now)).unwrap();
        let shown = quote.extended_at(Calendar::NewYork, now).unwrap();
        assert_eq!((shown.price, shown.session), (308.0, Phase::Pre));
    }

    #[test]
    fn overnight_prices_are_accepted_from_20_to_4_before_each_session() {
        let friday = testing::quote(305.0, at("2026-11-20T21:00:00Z"));
        let verdict = |as_of: &str| {
            let now = at(as_of).checked_add(jiff::Span::new().seconds(1)).unwrap();
            check_extended_price(&friday, &overnight(306.0, as_of), &context(), now)
        };
        for as_of in [
            "2026-11-23T01:00:00Z",
            "2026-11-23T08:59:59Z",
            "2026-11-24T03:00:00Z",
        ] {
            assert!(accepted(verdict(as_of)).is_some(), "{as_of}");
        }
        // Friday night, Saturday, Sunday before 20:00, daytime, after-hours, and the night before Thanksgiving.
        for as_of in [
            "2026-11-21T03:00:00Z",
            "2026-11-21T15:00:00Z",
            "2026-11-23T00:59:59Z",
            "2026-11-23T15:00:00Z",
            "2026-11-23T22:00:00Z",
            "2026-11-26T03:00:00Z",
        ] {
            let rejected = ExtendedVerdict::Rejected(Doubt::OutsideExtendedHours(at(as_of)));
            assert_eq!(verdict(as_of), rejected, "{as_of}");
        }
        assert!(accepted(verdict("2026-11-27T03:00:00Z")).is_some());
    }

    #[test]
    fn time_in_new_york_decides_between_pre_market_and_after_hours() {
        let friday = testing::quote(305.0, at("2026-11-20T21:00:00Z"));
        let evening = extended(306.0, "2026-11-20T22:00:00Z");
        let now = at("2026-11-20T22:00:01Z");
        let quote = accepted(check_extended_price(&friday, &evening, &context(), now)).unwrap();
        assert_eq!(quote.extended.unwrap().session, Phase::Post);
    }

    #[test]
    fn price_ten_times_too_low_waits_for_confirmation() {
        let close = testing::quote(305.0, at(THURSDAY_CLOSE));
        let now = at("2026-11-20T14:10:00Z");
        let verdict = check_extended_price(&close, &extended(30.5, PRE_MARKET), &context(), now);
        let ExtendedVerdict::Unconfirmed(unconfirmed, _) = verdict else {
            panic!("{verdict:?}");
        };
        let with_unconfirmed_price = ExtendedContext {
            unconfirmed: Some(&unconfirmed),
            ..context()
        };
        let second = extended(30.6, "2026-11-20T14:00:02Z");
        let quote = accepted(check_extended_price(
            &close,
            &second,
            &with_unconfirmed_price,
            now,
        ))
        .unwrap();
        assert_eq!(quote.extended.unwrap().price, 30.6);
    }

    /// Merges a regular price into a quote with a pre-market price.
    fn merge_regular(price: f64, as_of: &str) -> Quote {
        let previous = add_to_close(&extended(308.0, PRE_MARKET)).unwrap();
        let update = QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: at(as_of),
            ..QuoteUpdate::default()
        };
        let context = crate::domain::quote::MergeContext {
            id: TickerId(1),
            kind: TickerKind::Stock,
            calendar: Calendar::NewYork,
            units: None,
            quote: Some(&previous),
            week_ago: None,
        };
        merge(&update, &context, "test")
    }

    #[test]
    fn first_price_of_the_next_session_removes_the_extended_price() {
        assert_eq!(merge_regular(309.0, OPEN).extended, None);
    }

    #[test]
    fn correction_of_the_close_keeps_the_extended_price() {
        let corrected = merge_regular(305.1, "2026-11-19T21:15:00Z");
        assert!((corrected.extended.unwrap().price - 308.0).abs() < 1e-9);
    }

    #[test]
    fn extended_price_is_hidden_after_the_next_close() {
        let quote = add_to_close(&extended(308.0, PRE_MARKET)).unwrap();
        let shown = |now| quote.extended_at(Calendar::NewYork, at(now)).is_some();
        assert!(shown("2026-11-20T14:10:00Z") && shown(OPEN));
        assert!(
            shown("2026-11-20T20:59:59Z"),
            "the price is shown until the close if no regular price arrives"
        );
        assert!(!shown("2026-11-20T21:00:00Z"));
        assert!(!shown("2026-11-22T12:00:00Z"));
    }
}
