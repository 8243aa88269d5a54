use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

const NOW: &str = "2026-10-14T15:00:00Z";

fn claim(price: f64, as_of: &str) -> Claim<'static> {
    Claim {
        price,
        as_of: at(as_of),
        year: (None, None),
        previous_close: None,
        source: "stream",
        is_streamed: true,
    }
}

fn known(price: f64) -> Neighbors<'static> {
    Neighbors {
        kind: TickerKind::Stock,
        last: Some((price, at("2026-10-14T14:59:59Z"))),
        others: &[],
        scale: price,
        held: None,
        taken_at: Some(at("2026-10-14T14:59:59Z")),
    }
}

fn held(claim: &Claim<'_>, known: &Neighbors<'_>) -> HeldPrice {
    match judge(claim, known, at(NOW)) {
        Verdict::Held(held, _) => held,
        other => panic!("{claim:?}: {other:?}"),
    }
}

#[test]
fn price_far_from_the_last_is_held_and_one_nearby_is_accepted() {
    for price in [25.6, 25_600.0, 2_560.0, 128.0, 512.0, 0.256] {
        held(&claim(price, NOW), &known(256.0));
    }
    for price in [256.0, 257.0, 180.0, 380.0] {
        let verdict = judge(&claim(price, NOW), &known(256.0), at(NOW));
        assert_eq!(verdict, Verdict::Accepted, "{price}");
    }
}

#[test]
fn later_price_or_second_source_confirms_a_held_price() {
    let first = claim(2_560.0, NOW);
    let waits = held(&first, &known(256.0));
    let after = |claim: &Claim<'_>| {
        let known = Neighbors {
            held: Some(&waits),
            ..known(256.0)
        };
        judge(claim, &known, at("2026-10-14T15:00:02Z")) == Verdict::Accepted
    };
    assert!(after(&claim(2_571.0, "2026-10-14T15:00:01Z")));
    assert!(after(&Claim {
        source: "poll",
        ..claim(2_555.0, "2026-10-14T14:59:59Z")
    }));
    assert!(
        after(&claim(256.5, "2026-10-14T15:00:01Z")),
        "a usual price"
    );
    assert!(!after(&first), "the same trade twice is one trade");
    assert!(!after(&claim(25_600.0, "2026-10-14T15:00:01Z")));
    assert!(!after(&claim(25.6, "2026-10-14T15:00:01Z")));
}

#[test]
fn polled_source_confirms_by_repetition_and_stream_does_not() {
    for (is_streamed, later, expected) in [
        (false, "2026-10-14T15:00:05Z", false),
        (false, "2026-10-14T15:00:25Z", true),
        (true, "2026-10-14T15:00:25Z", false),
    ] {
        let claim = Claim {
            is_streamed,
            ..claim(2_560.0, NOW)
        };
        let first = held(&claim, &known(256.0));
        // A poll in between does not restart the wait.
        let waits = held(
            &claim,
            &Neighbors {
                held: Some(&first),
                ..known(256.0)
            },
        );
        let known = Neighbors {
            held: Some(&waits),
            ..known(256.0)
        };
        let is_believed = judge(&claim, &known, at(later)) == Verdict::Accepted;
        assert_eq!(is_believed, expected, "{is_streamed} {later}");
    }
}

#[test]
fn price_dated_ahead_of_the_clock_is_held() {
    for as_of in [
        "2026-10-14T15:00:30Z",
        "2026-10-14T15:03:00Z",
        "2026-10-14T16:00:00Z",
    ] {
        held(&claim(256.0, as_of), &known(256.0));
    }
    let verdict = judge(
        &claim(256.0, "2026-10-14T15:00:04Z"),
        &known(256.0),
        at(NOW),
    );
    assert_eq!(verdict, Verdict::Accepted, "clocks differ by seconds");
    let refused = judge(
        &claim(256.0, "2026-10-14T18:00:00Z"),
        &known(256.0),
        at(NOW),
    );
    assert!(matches!(refused, Verdict::Refused(_)));
}

#[test]
fn slow_clock_holds_only_the_first_price() {
    let first = claim(256.0, "2026-10-14T15:02:00Z");
    let nothing = Neighbors {
        last: None,
        taken_at: None,
        ..known(256.0)
    };
    let waits = held(&first, &nothing);
    let second = claim(256.1, "2026-10-14T15:02:01Z");
    let confirmed = Neighbors {
        held: Some(&waits),
        ..nothing
    };
    assert_eq!(judge(&second, &confirmed, at(NOW)), Verdict::Accepted);
    let behind = Neighbors {
        last: Some((256.1, second.as_of)),
        taken_at: Some(at(NOW)),
        ..known(256.0)
    };
    let third = claim(256.2, "2026-10-14T15:02:03Z");
    assert_eq!(judge(&third, &behind, at(NOW)), Verdict::Accepted);
}

#[test]
fn price_outside_its_year_range_is_held() {
    let of_year = |price, low, high| Claim {
        year: (Some(low), Some(high)),
        ..claim(price, NOW)
    };
    held(&of_year(256.0, 0.5, 2.5), &known(256.0));
    held(&of_year(256.0, 20_000.0, 30_000.0), &known(256.0));
    for (low, high) in [(0.02, 500.0), (200.0, 256.0), (256.5, 300.0)] {
        let verdict = judge(&of_year(256.0, low, high), &known(256.0), at(NOW));
        assert_eq!(verdict, Verdict::Accepted, "{low} {high}");
    }
}

#[test]
fn first_price_is_compared_with_its_own_previous_close() {
    let nothing = Neighbors {
        last: None,
        taken_at: None,
        ..known(256.0)
    };
    let with_close = |price| Claim {
        previous_close: Some(261.73),
        ..claim(price, NOW)
    };
    held(&with_close(25_600.0), &nothing);
    let verdict = judge(&with_close(256.0), &nothing, at(NOW));
    assert_eq!(verdict, Verdict::Accepted);
    let risen = Claim {
        year: (Some(200.0), Some(3_000.0)),
        ..with_close(2_560.0)
    };
    assert_eq!(judge(&risen, &nothing, at(NOW)), Verdict::Accepted);
    // A wrong unit does not change the sign.
    let oil = Neighbors {
        kind: TickerKind::Commodity,
        last: None,
        scale: 18.27,
        taken_at: None,
        ..known(18.27)
    };
    let below_zero = Claim {
        previous_close: Some(18.27),
        ..claim(-37.63, NOW)
    };
    assert_eq!(judge(&below_zero, &oil, at(NOW)), Verdict::Accepted);
}

#[test]
fn closes_of_newer_bars_confirm_a_new_level() {
    let moved = Neighbors {
        others: &[61.4],
        ..known(246.0)
    };
    let verdict = judge(&claim(61.7, NOW), &moved, at(NOW));
    assert_eq!(verdict, Verdict::Accepted);
}

#[test]
fn distance_counts_near_zero_instead_of_factor() {
    let oil = |price: f64| Neighbors {
        kind: TickerKind::Commodity,
        scale: 18.27,
        ..known(price)
    };
    for (before, price, expected) in [
        (0.03, -0.02, true),
        (0.03, 0.06, true),
        (-37.0, -37.6, true),
        (18.0, -37.6, false),
        (60.0, -60.0, false),
        (18.0, 1.8, false),
    ] {
        let verdict = judge(&claim(price, NOW), &oil(before), at(NOW));
        let is_believed = verdict == Verdict::Accepted;
        assert_eq!(is_believed, expected, "{before} {price}");
    }
}

#[test]
fn impossible_price_is_rejected() {
    for price in [0.0, -3.0, f64::NAN, f64::INFINITY, 1e308] {
        let verdict = judge(&claim(price, NOW), &known(256.0), at(NOW));
        assert!(matches!(verdict, Verdict::Refused(_)), "{price}");
    }
}

#[test]
fn older_price_never_replaces_a_newer_one_with_slow_clock() {
    let older = at("2026-10-14T14:50:00Z");
    for (known, taken) in [
        ("2026-10-14T15:00:07Z", Some("2026-10-14T14:59:58Z")),
        ("2026-10-14T15:10:00Z", Some(NOW)),
        ("2026-10-14T15:00:07Z", None),
    ] {
        let known = Some(at(known));
        assert!(!is_newer(older, known, taken.map(at), at(NOW)), "{known:?}");
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
fn clock_set_back_accepts_current_prices_but_not_older_ones() {
    let now = at(NOW);
    let ahead = Some(at("2026-10-14T16:00:00Z"));
    assert!(is_newer(now, ahead, ahead, now));
    assert!(
        is_newer(now, ahead, None, now),
        "as stored before a restart"
    );
    assert!(!is_newer(at("2026-10-14T14:50:00Z"), ahead, ahead, now));
    let minutes = Some(at("2026-10-14T15:05:00Z"));
    assert!(is_newer(now, minutes, minutes, now));
}
