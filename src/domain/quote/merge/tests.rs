use jiff::Timestamp;

use super::*;

/// Times on a Friday and the next Monday during the New York session.
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

/// Returns an update with all session values.
fn full_update(price: f64, as_of: &str) -> QuoteUpdate {
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

fn merge_all(updates: &[QuoteUpdate]) -> Quote {
    let mut quote = None;
    for update in updates {
        quote = Some(merge(update, &context(quote.as_ref()), "test"));
    }
    quote.unwrap()
}

fn context(quote: Option<&Quote>) -> MergeContext<'_> {
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
    let quote = merge_all(&[full_update(110.0, FRIDAY), update(90.0, MONDAY)]);
    assert_eq!((quote.day_high, quote.day_low), (None, None));
    assert_eq!((quote.previous_close, quote.change_24h), (None, None));
    assert_eq!(quote.volume_24h, None);
    assert_eq!(
        quote.year_high,
        Some(150.0),
        "the 52-week range stays for the next session"
    );
}

#[test]
fn update_without_previous_close_keeps_the_change() {
    let quote = merge_all(&[
        full_update(110.0, FRIDAY),
        update(105.0, "2026-11-20T19:05:00Z"),
    ]);
    assert_eq!(quote.previous_close, Some(100.0));
    assert!((quote.change_24h.unwrap() - 5.0).abs() < 1e-9, "{quote:?}");
}

#[test]
fn previous_close_within_the_year_range_is_accepted_after_a_hundredfold_move() {
    let hundredfold = QuoteUpdate {
        previous_close: Some(1.2),
        year_low: Some(0.9),
        year_high: Some(125.0),
        ..update(120.0, FRIDAY)
    };
    let quote = merge_all(std::slice::from_ref(&hundredfold));
    assert_eq!(quote.previous_close, Some(1.2));
    assert!((quote.change_24h.unwrap() - 9_900.0).abs() < 1e-6);
    let in_cents = QuoteUpdate {
        year_low: Some(90.0),
        ..hundredfold
    };
    assert_eq!(merge_all(&[in_cents]).previous_close, None);
}

#[test]
fn previous_close_in_another_unit_is_dropped() {
    let mut wrong = full_update(110.0, FRIDAY);
    wrong.previous_close = Some(11_000.0);
    let quote = merge_all(&[wrong]);
    assert_eq!((quote.previous_close, quote.change_24h), (None, None));
}

#[test]
fn high_below_the_price_and_negative_low_are_corrected() {
    let mut wrong = full_update(110.0, FRIDAY);
    (wrong.day_high, wrong.day_low) = (Some(108.0), Some(-3.0));
    let quote = merge_all(&[wrong]);
    assert_eq!((quote.day_high, quote.day_low), (Some(110.0), None));
}

/// Oil on 20 April 2020.
#[test]
fn price_of_a_future_may_be_negative_and_has_no_percent_change_afterwards() {
    let oil = |price, previous_close| QuoteUpdate {
        previous_close: Some(previous_close),
        day_high: Some(17.85),
        day_low: Some(-40.32),
        ..update(price, MONDAY)
    };
    let below = oil(-37.63, 18.27);
    assert!(TickerKind::Commodity.allows_price(below.price));
    assert!(!TickerKind::Stock.allows_price(below.price));
    let quote = merge(&below, &future(None), "test");
    assert_eq!(
        (quote.price, quote.day_high, quote.day_low),
        (-37.63, Some(17.85), Some(-40.32))
    );
    assert!((quote.change_24h.unwrap() + 305.97).abs() < 0.01);
    let after = merge(&oil(10.01, -37.63), &future(None), "test");
    assert_eq!(after.previous_close, Some(-37.63));
    assert_eq!(after.change_24h, None);
}

/// Returns the context of a future.
fn future(quote: Option<&Quote>) -> MergeContext<'_> {
    MergeContext {
        kind: TickerKind::Commodity,
        calendar: Calendar::Futures,
        ..context(quote)
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
    let after = |price, previous: &Quote| {
        let next = update(price, "2026-11-23T15:01:00Z");
        merge(&next, &future(Some(previous)), "test")
    };
    let lower = after(4.5, &above);
    assert!((lower.change_24h.unwrap() + 75.0).abs() < 1e-9, "{lower:?}");
    let below = after(-4.5, &lower);
    assert_eq!(below.change_24h, None);
    assert_eq!(after(-5.0, &below).change_24h, None);
}

#[test]
fn session_values_are_kept_after_a_hundredfold_move() {
    let later = update(11_000.0, "2026-11-20T19:05:00Z");
    let quote = merge_all(&[full_update(110.0, FRIDAY), later]);
    assert_eq!(quote.previous_close, Some(100.0));
    assert_eq!(
        (quote.day_low, quote.volume_24h),
        (Some(99.0), Some(1_000.0))
    );
}

/// Returns random updates over several sessions. Each update lacks random values.
fn random_updates(random: &mut fastrand::Rng) -> Vec<QuoteUpdate> {
    let mut as_of = at("2026-11-16T14:35:00Z").as_second();
    let mut updates = Vec::new();
    for _ in 0..200 {
        as_of += random.i64(60..7_200);
        let price = 100.0 + 20.0 * random.f64();
        let mut sometimes = |value: f64| random.bool().then_some(value);
        updates.push(QuoteUpdate {
            symbol: "AAPL".into(),
            price,
            as_of: Timestamp::from_second(as_of).unwrap(),
            previous_close: sometimes(price * 0.97),
            day_high: sometimes(price * 1.01),
            day_low: sometimes(price * 0.99),
            volume_24h: sometimes(price),
            ..QuoteUpdate::default()
        });
    }
    updates
}

#[test]
fn session_values_come_from_updates_of_the_same_session() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..50 {
        let updates = random_updates(&mut random);
        let mut quote: Option<Quote> = None;
        for (index, update) in updates.iter().enumerate() {
            let next = merge(update, &context(quote.as_ref()), "test");
            let session = |at| Calendar::NewYork.session_at_or_before(at).date;
            let in_session = updates[..=index]
                .iter()
                .filter(|other| session(other.as_of) == session(update.as_of));
            let last_close = in_session
                .clone()
                .filter_map(|other| other.previous_close)
                .next_back();
            let last_volume = in_session.filter_map(|other| other.volume_24h).next_back();
            assert_eq!(next.previous_close, last_close);
            assert_eq!(next.volume_24h, last_volume);
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
fn older_update_fills_missing_values_without_replacing_a_newer_price() {
    let coin_context = |quote| MergeContext {
        calendar: Calendar::Always,
        ..context(quote)
    };
    let tick = merge(
        &update(200.0, "2026-11-20T19:00:30Z"),
        &coin_context(None),
        "stream",
    );
    let list_entry = QuoteUpdate {
        change_24h: Some(0.0),
        change_7d: Some(-50.0),
        market_cap: Some(1_990.0),
        volume_24h: Some(70.0),
        all_time_high: Some(300.0),
        ..update(199.0, FRIDAY)
    };
    let quote = fill_missing(&list_entry, &tick, TickerKind::Crypto, Calendar::Always).unwrap();
    assert_eq!((quote.price, quote.as_of), (200.0, tick.as_of));
    assert_eq!(quote.source, "stream");
    assert_eq!(
        quote.market_cap,
        Some(2_000.0),
        "the market cap is ten units times the price of 200"
    );
    assert_eq!(quote.volume_24h, Some(70.0));
    assert_eq!(quote.all_time_high, Some(300.0));
    // A week ago the price was 398, a day ago 199.
    assert!((quote.change_7d.unwrap() - (200.0 / 398.0 - 1.0) * 100.0).abs() < 1e-9);
    assert!((quote.change_24h.unwrap() - 100.0 / 199.0).abs() < 1e-9);
    assert_eq!(
        fill_missing(&list_entry, &quote, TickerKind::Crypto, Calendar::Always),
        None,
        "a repeated update has nothing left to fill"
    );

    let next = merge(
        &update(100.0, "2026-11-20T19:00:31Z"),
        &coin_context(Some(&quote)),
        "stream",
    );
    assert_eq!(next.market_cap, Some(1_000.0));
    assert_eq!(next.all_time_high, Some(300.0));
    assert!((next.change_7d.unwrap() - (100.0 / 398.0 - 1.0) * 100.0).abs() < 1e-9);
}

#[test]
fn update_of_another_session_fills_nothing() {
    let tick = merge(&update(110.0, MONDAY), &context(None), "stream");
    assert_eq!(
        fill_missing(
            &full_update(108.0, FRIDAY),
            &tick,
            TickerKind::Stock,
            Calendar::NewYork
        ),
        None
    );
    let earlier = full_update(109.0, "2026-11-23T14:59:00Z");
    let quote = fill_missing(&earlier, &tick, TickerKind::Stock, Calendar::NewYork).unwrap();
    assert_eq!(quote.previous_close, Some(100.0));
    assert!((quote.change_24h.unwrap() - 10.0).abs() < 1e-9);
}

#[test]
fn repeated_update_changes_nothing() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut quote: Option<Quote> = None;
    for update in random_updates(&mut random) {
        let once = merge(&update, &context(quote.as_ref()), "test");
        let twice = merge(&update, &context(Some(&once)), "test");
        assert_eq!(once, twice);
        quote = Some(once);
    }
}
