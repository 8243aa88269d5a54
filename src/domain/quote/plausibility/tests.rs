use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

const NOW: &str = "2026-10-14T15:00:00Z";

fn reported(price: f64, as_of: &str) -> ReportedPrice<'static> {
    ReportedPrice {
        price,
        as_of: at(as_of),
        year_range: (None, None),
        previous_close: None,
        source: "stream",
        is_streamed: true,
    }
}

fn known(price: f64) -> KnownPrices<'static> {
    KnownPrices {
        kind: TickerKind::Stock,
        last: Some((price, at("2026-10-14T14:59:59Z"))),
        others: &[],
        scale: price,
        unconfirmed: None,
        received_at: Some(at("2026-10-14T14:59:59Z")),
    }
}

/// Returns the price that needs confirmation; panics if the price is accepted or rejected.
fn unconfirmed(price: &ReportedPrice<'_>, known: &KnownPrices<'_>) -> UnconfirmedPrice {
    match check_price(price, known, at(NOW)) {
        Verdict::Unconfirmed(unconfirmed, _) => unconfirmed,
        other => panic!("{price:?}: {other:?}"),
    }
}

#[test]
fn price_far_from_the_last_price_needs_confirmation_and_a_near_price_is_accepted() {
    for price in [25.6, 25_600.0, 2_560.0, 128.0, 512.0, 0.256] {
        unconfirmed(&reported(price, NOW), &known(256.0));
    }
    for price in [256.0, 257.0, 180.0, 380.0] {
        let verdict = check_price(&reported(price, NOW), &known(256.0), at(NOW));
        assert_eq!(verdict, Verdict::Accepted, "{price}");
    }
}

#[test]
fn later_price_or_second_source_confirms_an_unconfirmed_price() {
    let first = reported(2_560.0, NOW);
    let first_unconfirmed = unconfirmed(&first, &known(256.0));
    let is_accepted = |price: &ReportedPrice<'_>| {
        let known = KnownPrices {
            unconfirmed: Some(&first_unconfirmed),
            ..known(256.0)
        };
        check_price(price, &known, at("2026-10-14T15:00:02Z")) == Verdict::Accepted
    };
    assert!(is_accepted(&reported(2_571.0, "2026-10-14T15:00:01Z")));
    assert!(is_accepted(&ReportedPrice {
        source: "poll",
        ..reported(2_555.0, "2026-10-14T14:59:59Z")
    }));
    assert!(
        is_accepted(&reported(256.5, "2026-10-14T15:00:01Z")),
        "a price near the last accepted price needs no confirmation"
    );
    assert!(
        !is_accepted(&first),
        "a repeated trade does not confirm itself"
    );
    assert!(!is_accepted(&reported(25_600.0, "2026-10-14T15:00:01Z")));
    assert!(!is_accepted(&reported(25.6, "2026-10-14T15:00:01Z")));
}

#[test]
fn polled_source_confirms_by_repetition_and_stream_does_not() {
    for (is_streamed, later, expected) in [
        (false, "2026-10-14T15:00:05Z", false),
        (false, "2026-10-14T15:00:25Z", true),
        (true, "2026-10-14T15:00:25Z", false),
    ] {
        let price = ReportedPrice {
            is_streamed,
            ..reported(2_560.0, NOW)
        };
        let first = unconfirmed(&price, &known(256.0));
        // A repeated poll does not restart the wait.
        let second = unconfirmed(
            &price,
            &KnownPrices {
                unconfirmed: Some(&first),
                ..known(256.0)
            },
        );
        let known = KnownPrices {
            unconfirmed: Some(&second),
            ..known(256.0)
        };
        let is_accepted = check_price(&price, &known, at(later)) == Verdict::Accepted;
        assert_eq!(is_accepted, expected, "{is_streamed} {later}");
    }
}

#[test]
fn price_dated_ahead_of_the_clock_needs_confirmation() {
    for as_of in [
        "2026-10-14T15:00:30Z",
        "2026-10-14T15:03:00Z",
        "2026-10-14T16:00:00Z",
    ] {
        unconfirmed(&reported(256.0, as_of), &known(256.0));
    }
    let verdict = check_price(
        &reported(256.0, "2026-10-14T15:00:04Z"),
        &known(256.0),
        at(NOW),
    );
    assert_eq!(
        verdict,
        Verdict::Accepted,
        "clocks may differ by a few seconds"
    );
    let rejected = check_price(
        &reported(256.0, "2026-10-14T18:00:00Z"),
        &known(256.0),
        at(NOW),
    );
    assert!(matches!(rejected, Verdict::Rejected(_)));
}

#[test]
fn only_the_first_price_needs_confirmation_if_our_clock_is_slow() {
    let first = reported(256.0, "2026-10-14T15:02:00Z");
    let nothing_known = KnownPrices {
        last: None,
        received_at: None,
        ..known(256.0)
    };
    let first_unconfirmed = unconfirmed(&first, &nothing_known);
    let second = reported(256.1, "2026-10-14T15:02:01Z");
    let with_unconfirmed_price = KnownPrices {
        unconfirmed: Some(&first_unconfirmed),
        ..nothing_known
    };
    assert_eq!(
        check_price(&second, &with_unconfirmed_price, at(NOW)),
        Verdict::Accepted
    );
    let with_last_price = KnownPrices {
        last: Some((256.1, second.as_of)),
        received_at: Some(at(NOW)),
        ..known(256.0)
    };
    let third = reported(256.2, "2026-10-14T15:02:03Z");
    assert_eq!(
        check_price(&third, &with_last_price, at(NOW)),
        Verdict::Accepted
    );
}

#[test]
fn price_far_outside_its_year_range_needs_confirmation() {
    let with_year_range = |price, low, high| ReportedPrice {
        year_range: (Some(low), Some(high)),
        ..reported(price, NOW)
    };
    unconfirmed(&with_year_range(256.0, 0.5, 2.5), &known(256.0));
    unconfirmed(&with_year_range(256.0, 20_000.0, 30_000.0), &known(256.0));
    for (low, high) in [(0.02, 500.0), (200.0, 256.0), (256.5, 300.0)] {
        let verdict = check_price(&with_year_range(256.0, low, high), &known(256.0), at(NOW));
        assert_eq!(verdict, Verdict::Accepted, "{low} {high}");
    }
}

#[test]
fn first_price_is_compared_with_its_own_previous_close() {
    let nothing_known = KnownPrices {
        last: None,
        received_at: None,
        ..known(256.0)
    };
    let with_close = |price| ReportedPrice {
        previous_close: Some(261.73),
        ..reported(price, NOW)
    };
    unconfirmed(&with_close(25_600.0), &nothing_known);
    let verdict = check_price(&with_close(256.0), &nothing_known, at(NOW));
    assert_eq!(verdict, Verdict::Accepted);
    let within_year_range = ReportedPrice {
        year_range: (Some(200.0), Some(3_000.0)),
        ..with_close(2_560.0)
    };
    assert_eq!(
        check_price(&within_year_range, &nothing_known, at(NOW)),
        Verdict::Accepted
    );
    // A wrong unit does not change the sign.
    let oil = KnownPrices {
        kind: TickerKind::Commodity,
        last: None,
        scale: 18.27,
        received_at: None,
        ..known(18.27)
    };
    let below_zero = ReportedPrice {
        previous_close: Some(18.27),
        ..reported(-37.63, NOW)
    };
    assert_eq!(check_price(&below_zero, &oil, at(NOW)), Verdict::Accepted);
}

#[test]
fn closes_of_newer_bars_confirm_a_new_level() {
    let with_new_bar = KnownPrices {
        others: &[61.4],
        ..known(246.0)
    };
    let verdict = check_price(&reported(61.7, NOW), &with_new_bar, at(NOW));
    assert_eq!(verdict, Verdict::Accepted);
}

#[test]
fn distance_instead_of_factor_decides_near_zero() {
    let oil = |price: f64| KnownPrices {
        kind: TickerKind::Commodity,
        scale: 18.27,
        ..known(price)
    };
    for (last, price, expected) in [
        (0.03, -0.02, true),
        (0.03, 0.06, true),
        (-37.0, -37.6, true),
        (18.0, -37.6, false),
        (60.0, -60.0, false),
        (18.0, 1.8, false),
    ] {
        let verdict = check_price(&reported(price, NOW), &oil(last), at(NOW));
        let is_accepted = verdict == Verdict::Accepted;
        assert_eq!(is_accepted, expected, "{last} {price}");
    }
}

#[test]
fn impossible_price_is_rejected() {
    for price in [0.0, -3.0, f64::NAN, f64::INFINITY, 1e308] {
        let verdict = check_price(&reported(price, NOW), &known(256.0), at(NOW));
        assert!(matches!(verdict, Verdict::Rejected(_)), "{price}");
    }
}

#[test]
fn older_price_does_not_replace_a_newer_price_if_the_clock_is_slow() {
    let older = at("2026-10-14T14:50:00Z");
    for (known, received_at) in [
        ("2026-10-14T15:00:07Z", Some("2026-10-14T14:59:58Z")),
        ("2026-10-14T15:10:00Z", Some(NOW)),
        ("2026-10-14T15:00:07Z", None),
    ] {
        let known = Some(at(known));
        assert!(
            !is_newer(older, known, received_at.map(at), at(NOW)),
            "{known:?}"
        );
    }
    let now = at(NOW);
    assert!(!is_newer(
        now,
        Some(at("2026-10-14T15:10:00Z")),
        Some(now),
        now
    ));
}

#[test]
fn current_price_replaces_a_future_price_after_the_clock_was_set_back() {
    let now = at(NOW);
    let ahead = Some(at("2026-10-14T16:00:00Z"));
    assert!(is_newer(now, ahead, ahead, now));
    assert!(
        is_newer(now, ahead, None, now),
        "after a restart, it is unknown when the price was received"
    );
    assert!(!is_newer(at("2026-10-14T14:50:00Z"), ahead, ahead, now));
    let five_minutes_ahead = Some(at("2026-10-14T15:05:00Z"));
    assert!(is_newer(now, five_minutes_ahead, five_minutes_ahead, now));
}
