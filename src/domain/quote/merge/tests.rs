use jiff::Timestamp;

use super::*;

/// Friday, and Monday after it; New York is open.
const FRIDAY: &str = "2026-11-20T19:00:00Z";
const MONDAY: &str = "2026-11-23T15:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn update(price: f64, as_of: &str) -> QuoteUpdate {
    QuoteUpdate {
        symbol: "AAPL".into(),
        price,
        as_of: at(as_of),
        ..QuoteUpdate::default()
    }
}

fn full(price: f64, as_of: &str) -> QuoteUpdate {
    QuoteUpdate {
        previous_close: Some(100.0),
        day_high: Some(112.0),
        day_low: Some(99.0),
        volume_24h: Some(1_000.0),
        year_high: Some(150.0),
        year_low: Some(80.0),
        ..update(price, as_of)
    }
}

fn merged(updates: &[QuoteUpdate]) -> Quote {
    let mut quote = None;
    for update in updates {
        quote = Some(merge(update, &known(quote.as_ref()), "test"));
    }
    quote.unwrap()
}

fn known(quote: Option<&Quote>) -> MergeContext<'_> {
    MergeContext {
        id: TickerId(1),
        kind: TickerKind::Stock,
        calendar: Calendar::NewYork,
        units: None,
        quote,
        week_ago: None,
    }
}

#[test]
fn yesterdays_range_never_appears_with_todays_price() {
    let quote = merged(&[full(110.0, FRIDAY), update(90.0, MONDAY)]);
    assert_eq!((quote.day_high, quote.day_low), (None, None));
    assert_eq!((quote.previous_close, quote.change_24h), (None, None));
    assert_eq!(quote.volume_24h, None);
    assert_eq!(quote.year_high, Some(150.0), "a year continues");
}

#[test]
fn update_without_previous_close_keeps_the_change() {
    let quote = merged(&[full(110.0, FRIDAY), update(105.0, "2026-11-20T19:05:00Z")]);
    assert_eq!(quote.previous_close, Some(100.0));
    assert!((quote.change_24h.unwrap() - 5.0).abs() < 1e-9, "{quote:?}");
}

#[test]
fn close_within_the_year_range_counts_after_a_hundredfold_move() {
    let moved = QuoteUpdate {
        previous_close: Some(1.2),
        year_low: Some(0.9),
        year_high: Some(125.0),
        ..update(120.0, FRIDAY)
    };
    let quote = merged(std::slice::from_ref(&moved));
    assert_eq!(quote.previous_close, Some(1.2));
    assert!((quote.change_24h.unwrap() - 9_900.0).abs() < 1e-6);
    let in_cents = QuoteUpdate {
        year_low: Some(90.0),
        ..moved
    };
    assert_eq!(merged(&[in_cents]).previous_close, None);
}

#[test]
fn a_previous_close_in_another_unit_is_no_change_of_99_percent() {
    let mut wrong = full(110.0, FRIDAY);
    wrong.previous_close = Some(11_000.0);
    let quote = merged(&[wrong]);
    assert_eq!((quote.previous_close, quote.change_24h), (None, None));
}

#[test]
fn high_below_the_price_and_negative_low_are_corrected() {
    let mut wrong = full(110.0, FRIDAY);
    (wrong.day_high, wrong.day_low) = (Some(108.0), Some(-3.0));
    let quote = merged(&[wrong]);
    assert_eq!((quote.day_high, quote.day_low), (Some(110.0), None));
}

/// Oil on 20 April 2020.
#[test]
fn future_may_be_negative_and_has_no_percent_change_then() {
    let oil = |price, previous_close| QuoteUpdate {
        previous_close: Some(previous_close),
        day_high: Some(17.85),
        day_low: Some(-40.32),
        ..update(price, MONDAY)
    };
    let below = oil(-37.63, 18.27);
    assert!(TickerKind::Commodity.can_cost(below.price));
    assert!(!TickerKind::Stock.can_cost(below.price));
    let known = MergeContext {
        kind: TickerKind::Commodity,
        calendar: Calendar::Futures,
        ..known(None)
    };
    let quote = merge(&below, &known, "test");
    assert_eq!(
        (quote.price, quote.day_high, quote.day_low),
        (-37.63, Some(17.85), Some(-40.32))
    );
    assert!((quote.change_24h.unwrap() + 305.97).abs() < 0.01);
    let after = merge(&oil(10.01, -37.63), &known, "test");
    assert_eq!(after.previous_close, Some(-37.63));
    assert_eq!(after.change_24h, None);
}

fn future(quote: Option<&Quote>) -> MergeContext<'_> {
    MergeContext {
        kind: TickerKind::Commodity,
        calendar: Calendar::Futures,
        ..known(quote)
    }
}

#[test]
fn reported_percent_change_is_dropped_below_zero() {
    let reported = QuoteUpdate {
        change_24h: Some(-50.0),
        ..update(9.0, MONDAY)
    };
    let above = merge(&reported, &future(None), "test");
    assert_eq!(above.change_24h, Some(-50.0));
    let after = |price, before: &Quote| {
        let next = update(price, "2026-11-23T15:01:00Z");
        merge(&next, &future(Some(before)), "test")
    };
    let lower = after(4.5, &above);
    assert!((lower.change_24h.unwrap() + 75.0).abs() < 1e-9, "{lower:?}");
    let below = after(-4.5, &lower);
    assert_eq!(below.change_24h, None);
    assert_eq!(after(-5.0, &below).change_24h, None);
}

#[test]
fn session_values_stay_after_a_hundredfold_move() {
    let later = update(11_000.0, "2026-11-20T19:05:00Z");
    let quote = merged(&[full(110.0, FRIDAY), later]);
    assert_eq!(quote.previous_close, Some(100.0));
    assert_eq!(
        (quote.day_low, quote.volume_24h),
        (Some(99.0), Some(1_000.0))
    );
}

/// Returns random updates over a week of sessions, each with random missing values.
fn random_updates(random: &mut fastrand::Rng) -> Vec<QuoteUpdate> {
    let mut as_of = at("2026-11-16T14:35:00Z").as_second();
    let mut updates = Vec::new();
    for _ in 0..200 {
        as_of += random.i64(60..7_200);
        let price = 100.0 + 20.0 * random.f64();
        let mut some = |value: f64| random.bool().then_some(value);
        updates.push(QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: Timestamp::from_second(as_of).unwrap(),
            previous_close: some(price * 0.97),
            day_high: some(price * 1.01),
            day_low: some(price * 0.99),
            volume_24h: some(price),
            ..QuoteUpdate::default()
        });
    }
    updates
}

#[test]
fn session_values_come_from_that_session() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..50 {
        let updates = random_updates(&mut random);
        let mut quote: Option<Quote> = None;
        for (nth, update) in updates.iter().enumerate() {
            let next = merge(update, &known(quote.as_ref()), "test");
            let session = |at| Calendar::NewYork.session_at_or_before(at).date;
            let today = updates[..=nth]
                .iter()
                .filter(|reported| session(reported.as_of) == session(update.as_of));
            let closes: Vec<f64> = today.clone().filter_map(|t| t.previous_close).collect();
            let volumes: Vec<f64> = today.filter_map(|reported| reported.volume_24h).collect();
            assert_eq!(next.previous_close, closes.last().copied());
            assert_eq!(next.volume_24h, volumes.last().copied());
            assert_eq!(
                next.change_24h,
                percent_change(next.previous_close, next.price)
            );
            assert!(next.day_high.is_none_or(|high| high >= next.price));
            assert!(next.day_low.is_none_or(|low| low <= next.price));
            quote = Some(next);
        }
    }
}

#[test]
fn older_update_completes_a_newer_price_without_replacing_it() {
    let coin = |quote| MergeContext {
        calendar: Calendar::Always,
        ..known(quote)
    };
    let tick = merge(
        &update(200.0, "2026-11-20T19:00:30Z"),
        &coin(None),
        "stream",
    );
    let list = QuoteUpdate {
        change_24h: Some(0.0),
        change_7d: Some(-50.0),
        market_cap: Some(1_990.0),
        volume_24h: Some(70.0),
        all_time_high: Some(300.0),
        ..update(199.0, FRIDAY)
    };
    let quote = completed(&list, &tick, TickerKind::Crypto, Calendar::Always).unwrap();
    assert_eq!((quote.price, quote.as_of), (200.0, tick.as_of));
    assert_eq!(quote.source, "stream");
    assert_eq!(quote.market_cap, Some(2_000.0), "ten of them");
    assert_eq!(quote.volume_24h, Some(70.0));
    assert_eq!(quote.all_time_high, Some(300.0));
    // From 398 a week ago, and from 199 a day ago.
    assert!((quote.change_7d.unwrap() - (200.0 / 398.0 - 1.0) * 100.0).abs() < 1e-9);
    assert!((quote.change_24h.unwrap() - 100.0 / 199.0).abs() < 1e-9);
    assert_eq!(
        completed(&list, &quote, TickerKind::Crypto, Calendar::Always),
        None,
        "all of it is known"
    );

    let next = merge(
        &update(100.0, "2026-11-20T19:00:31Z"),
        &coin(Some(&quote)),
        "stream",
    );
    assert_eq!(next.market_cap, Some(1_000.0));
    assert_eq!(next.all_time_high, Some(300.0));
    assert!((next.change_7d.unwrap() - (100.0 / 398.0 - 1.0) * 100.0).abs() < 1e-9);
}

#[test]
fn update_of_another_session_completes_nothing() {
    let tick = merge(&update(110.0, MONDAY), &known(None), "stream");
    assert_eq!(
        completed(
            &full(108.0, FRIDAY),
            &tick,
            TickerKind::Stock,
            Calendar::NewYork
        ),
        None
    );
    let earlier = full(109.0, "2026-11-23T14:59:00Z");
    let quote = completed(&earlier, &tick, TickerKind::Stock, Calendar::NewYork).unwrap();
    assert_eq!(quote.previous_close, Some(100.0));
    assert!((quote.change_24h.unwrap() - 10.0).abs() < 1e-9);
}

#[test]
fn repeated_update_changes_nothing() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut quote: Option<Quote> = None;
    for update in random_updates(&mut random) {
        let once = merge(&update, &known(quote.as_ref()), "test");
        let twice = merge(&update, &known(Some(&once)), "test");
        assert_eq!(once, twice);
        quote = Some(once);
    }
}
