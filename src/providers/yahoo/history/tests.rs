use super::*;
use crate::domain::{currency::Currency, ticker::TickerKind};

fn target(symbol: &str, kind: TickerKind) -> Target {
    Target {
        symbol: symbol.to_owned(),
        yahoo: symbol.to_owned(),
        kind,
        currency: Currency::USD,
        calendar: kind.default_calendar(),
        is_followed: false,
    }
}

/// A queue in which the prices of all targets except coins come from charts.
fn queue_of(targets: Vec<Target>) -> HistoryQueue {
    let mut queue = HistoryQueue::new(targets);
    queue.set_price_source(|_, target| match target.kind {
        TickerKind::Crypto => PriceSource::Others,
        _ => PriceSource::Chart,
    });
    queue
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Half an hour after the open in New York: on Friday 20 November 2026, its session is from 14:30 to 21:00 UTC.
fn in_session() -> Timestamp {
    at("2026-11-20T15:00:00Z")
}

fn no_symbol(_: &str) -> bool {
    false
}

fn no_stored_bar(_: &str, _: Interval) -> Option<i64> {
    None
}

/// Takes all requests that are due at `now` and records a response to each. Returns the requests.
fn drain(queue: &mut HistoryQueue, now: Timestamp) -> Vec<(String, Interval)> {
    let mut requests = Vec::new();
    while let Some(request) = queue.next(now, no_symbol, no_symbol, no_stored_bar) {
        requests.push((request.target.symbol.clone(), request.interval));
        queue.record_response(&request, now, 60);
        assert!(requests.len() < 100, "a request was due again immediately");
    }
    requests
}

#[test]
fn first_prices_come_first_and_then_open_markets_alternate_with_the_rest() {
    // Saturday: only crypto trades.
    let now = at("2026-11-21T12:00:00Z");
    let mut queue = queue_of(vec![
        target("AAPL", TickerKind::Stock),
        target("BTC", TickerKind::Crypto),
    ]);
    queue.set_price_source(|_, _| PriceSource::Chart);
    let requests = drain(&mut queue, now);
    let expected = [
        ("BTC", Interval::Day),
        ("AAPL", Interval::Day),
        ("BTC", Interval::FiveMinutes),
        ("AAPL", Interval::FiveMinutes),
        ("AAPL", Interval::Hour),
        ("BTC", Interval::Hour),
    ];
    assert_eq!(requests, expected.map(|(s, i)| (s.to_owned(), i)));
}

#[test]
fn an_open_markets_price_is_requested_every_cycle_and_other_data_less_often() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    drain(&mut queue, in_session());
    let later = in_session() + jiff::SignedDuration::from_secs(60);
    assert_eq!(
        drain(&mut queue, later),
        [("AAPL".to_owned(), Interval::FiveMinutes)]
    );
    assert!(
        drain(&mut queue, later).is_empty(),
        "a request was repeated"
    );
}

#[test]
fn a_closed_market_is_requested_once_more_and_then_not_until_the_open() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    drain(&mut queue, in_session());
    let settled = at("2026-11-20T21:20:00Z");
    let requests = drain(&mut queue, settled);
    assert!(requests.contains(&("AAPL".to_owned(), Interval::Day)));
    assert!(requests.contains(&("AAPL".to_owned(), Interval::FiveMinutes)));
    for quiet in [
        "2026-11-20T22:00:00Z",
        "2026-11-22T15:00:00Z",
        "2026-11-23T14:30:00Z",
    ] {
        assert!(drain(&mut queue, at(quiet)).is_empty(), "{quiet}");
    }
    let monday = at("2026-11-23T14:35:00Z");
    assert_eq!(
        drain(&mut queue, monday),
        [("AAPL".to_owned(), Interval::FiveMinutes)]
    );
}

#[test]
fn an_unknown_symbol_is_retried_with_increasing_delays_and_does_not_delay_others() {
    let mut queue = queue_of(vec![
        target("GONE", TickerKind::Stock),
        target("AAPL", TickerKind::Stock),
    ]);
    let request = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    assert_eq!(request.target.symbol, "GONE");
    let mut due_at = queue.back_off(&request, in_session());
    assert_eq!(
        due_at,
        in_session().as_second() + 15 * MINUTE,
        "the first delay is short"
    );
    let requests = drain(&mut queue, in_session());
    assert_eq!(requests.len(), 3);
    assert!(requests.iter().all(|(symbol, _)| symbol == "AAPL"));
    let skip_apple = |symbol: &str| symbol == "AAPL";
    for expected_delay in [HOUR, 4 * HOUR, 16 * HOUR, DAY, DAY] {
        let now = Timestamp::from_second(due_at).unwrap();
        let request = queue
            .next(now, skip_apple, no_symbol, no_stored_bar)
            .unwrap();
        assert_eq!(request.interval, Interval::Day);
        due_at = queue.back_off(&request, now);
        assert_eq!(due_at - now.as_second(), expected_delay);
    }
    let now = Timestamp::from_second(due_at).unwrap();
    let request = queue
        .next(now, skip_apple, no_symbol, no_stored_bar)
        .unwrap();
    queue.record_response(&request, now, 60);
    let request = queue
        .next(now, skip_apple, no_symbol, no_stored_bar)
        .unwrap();
    let delay = queue.back_off(&request, now) - now.as_second();
    assert_eq!(
        delay, DAY,
        "the other intervals of the symbol keep their delays"
    );
}

#[test]
fn a_missing_interval_does_not_stop_the_others() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    let day = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    queue.record_response(&day, in_session(), 60);
    let five = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    assert_eq!(five.interval, Interval::FiveMinutes);
    queue.back_off(&five, in_session());
    let next = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    assert_eq!(next.interval, Interval::Hour);
}

#[test]
fn a_failing_request_does_not_block_the_others() {
    let mut queue = queue_of(vec![
        target("POISON", TickerKind::Stock),
        target("AAPL", TickerKind::Stock),
    ]);
    let request = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    queue.postpone(&request, in_session(), 900);
    let next = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    assert_eq!(next.target.symbol, "AAPL");
}

#[test]
fn ranges_go_back_to_the_last_stored_bar() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    let now = in_session();
    let first = queue
        .next(now, no_symbol, no_symbol, |_, _| Some(now.as_second()))
        .unwrap();
    assert!(
        first.is_long(),
        "the first response must contain all dividends"
    );
    queue.record_response(&first, now, 60);
    let days_ago = |days: i64| now.as_second() - days * DAY;
    // Each request is treated as if the previous one had been of another kind.
    let next_request = |queue: &mut HistoryQueue, last: i64| {
        queue.was_last_awaited = false;
        queue
            .next(now, no_symbol, no_symbol, |_, _| Some(last))
            .unwrap()
    };
    let five = next_request(&mut queue, days_ago(1));
    assert_eq!(five.range, "5d", "the session began after the last bar");
    let within = at("2026-11-20T14:55:00Z").as_second();
    assert_eq!(next_request(&mut queue, within).range, "1d");

    queue.record_response(&five, now, 60);
    assert_eq!(
        queue
            .next(now, no_symbol, no_symbol, no_stored_bar)
            .unwrap()
            .range,
        "3mo"
    );
    assert_eq!(next_request(&mut queue, days_ago(3)).range, "5d");
    assert_eq!(next_request(&mut queue, days_ago(20)).range, "1mo");
    assert_eq!(next_request(&mut queue, days_ago(200)).range, "3mo");
}

/// Like [`drain`], for a ticker with stored bars until the day before and responses that all contain a split at `split`.
fn drain_with_split(
    queue: &mut HistoryQueue,
    now: Timestamp,
    split: i64,
) -> Vec<(Interval, &'static str)> {
    let mut requests = Vec::new();
    let last = now.as_second() - DAY;
    while let Some(request) = queue.next(now, no_symbol, no_symbol, |_, _| Some(last)) {
        requests.push((request.interval, request.range));
        queue.record_response(&request, now, 60);
        queue.reload_after_split(&request, split, false, now);
        assert!(requests.len() < 100, "a request was due again immediately");
    }
    requests
}

#[test]
fn all_stored_bars_are_requested_again_on_the_day_of_a_split() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    // The split is reported after the opening.
    let morning = at("2026-11-20T13:00:00Z");
    drain(&mut queue, morning);
    let opening = at("2026-11-20T14:30:00Z").as_second();
    let now = at("2026-11-20T14:35:00Z");
    let requests = drain_with_split(&mut queue, now, opening);
    assert_eq!(
        requests[0],
        (Interval::FiveMinutes, "5d"),
        "this response reports the split"
    );
    for expected in [
        (Interval::Day, EVERYTHING),
        (Interval::Day, "5y"),
        (Interval::Hour, "6mo"),
        (Interval::FiveMinutes, "1mo"),
    ] {
        assert!(requests.contains(&expected), "{requests:?}");
    }
    assert_eq!(requests.len(), 5, "{requests:?}");
    let later = now + jiff::SignedDuration::from_secs(60);
    assert_eq!(
        drain_with_split(&mut queue, later, opening).len(),
        1,
        "the split was already handled"
    );
}

#[test]
fn an_old_split_or_a_new_ticker_does_not_need_a_second_request() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    let first = queue
        .next(in_session(), no_symbol, no_symbol, no_stored_bar)
        .unwrap();
    queue.record_response(&first, in_session(), 60);
    queue.reload_after_split(&first, in_session().as_second() - DAY, false, in_session());
    assert!(queue.tasks.iter().all(|task| !task.needs_reload));
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    let last = |_: &str, _: Interval| Some(in_session().as_second() - DAY);
    let long = queue
        .next(in_session(), no_symbol, no_symbol, last)
        .unwrap();
    assert!(long.is_long());
    queue.record_response(&long, in_session(), 60);
    queue.reload_after_split(
        &long,
        in_session().as_second() - 100 * DAY,
        false,
        in_session(),
    );
    assert!(queue.tasks.iter().all(|task| !task.needs_reload));
    queue.reload_after_split(&long, in_session().as_second(), false, in_session());
    assert!(queue.tasks.iter().all(|task| task.needs_reload));
}

#[test]
fn after_an_unreadable_response_the_usual_range_is_requested_instead_of_the_whole_history() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    let last = |_: &str, _: Interval| Some(in_session().as_second() - DAY);
    let first = queue
        .next(in_session(), no_symbol, no_symbol, last)
        .unwrap();
    queue.record_response(&first, in_session(), 60);
    queue.reload_after_split(&first, in_session().as_second(), false, in_session());
    let next_daily_request = |queue: &mut HistoryQueue, now| loop {
        let request = queue.next(now, no_symbol, no_symbol, last).unwrap();
        if request.interval == Interval::Day {
            return request;
        }
        queue.record_response(&request, now, 60);
    };
    let whole = next_daily_request(&mut queue, in_session());
    assert_eq!(whole.range, EVERYTHING);
    queue.retry_with_less(&whole, in_session(), 900);
    let later = in_session() + jiff::SignedDuration::from_secs(900);
    assert!(next_daily_request(&mut queue, later).is_long());
}

#[test]
fn skipped_tickers_are_not_requested() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    assert_eq!(
        queue.next(
            in_session(),
            |symbol| symbol == "AAPL",
            no_symbol,
            no_stored_bar
        ),
        None
    );
    assert_eq!(
        queue.next_due(in_session(), |symbol| symbol == "AAPL", no_symbol),
        None
    );
}

#[test]
fn requests_continue_after_the_clock_is_set_back() {
    let mut queue = queue_of(vec![
        target("AAPL", TickerKind::Stock),
        target("GONE", TickerKind::Stock),
    ]);
    // All requests were sent while the clock was ten hours ahead.
    let ahead = at("2026-11-21T01:00:00Z");
    let skip_apple = |symbol: &str| symbol == "AAPL";
    let request = queue
        .next(ahead, skip_apple, no_symbol, no_stored_bar)
        .unwrap();
    queue.back_off(&request, ahead);
    drain(&mut queue, ahead);
    assert_eq!(queue.next_due(in_session(), no_symbol, no_symbol), Some(0));
    let requests = drain(&mut queue, in_session());
    assert_eq!(requests.len(), 6, "{requests:?}");
    assert_eq!(
        queue.next_due(in_session(), no_symbol, no_symbol),
        Some(in_session().as_second() + 60),
        "the interval is kept afterwards"
    );
}

#[test]
fn coins_are_requested_at_once_when_their_price_is_assigned_to_charts() {
    let mut queue = queue_of(vec![target("BTC", TickerKind::Crypto)]);
    queue.set_price_source(|_, _| PriceSource::Others);
    drain(&mut queue, in_session());
    let soon = in_session() + jiff::SignedDuration::from_secs(120);
    assert_eq!(
        drain(&mut queue, soon),
        [],
        "its price comes from another provider"
    );
    queue.set_price_source(|_, _| PriceSource::Chart);
    assert_eq!(
        drain(&mut queue, soon),
        [("BTC".to_owned(), Interval::FiveMinutes)]
    );
    queue.set_price_source(|_, _| PriceSource::Chart);
    assert_eq!(
        drain(&mut queue, soon),
        [],
        "the interval is kept afterwards"
    );
}

#[test]
fn daily_bars_are_requested_once_for_each_possible_split() {
    let mut queue = queue_of(vec![target("KO", TickerKind::Stock)]);
    drain(&mut queue, in_session());
    let since = in_session() + jiff::SignedDuration::from_secs(5);
    for expected in [1, 0] {
        queue.check_split(0, since);
        let requests = drain(&mut queue, since);
        let days = requests.iter().filter(|(_, it)| *it == Interval::Day);
        assert_eq!(days.count(), expected);
    }
}

#[test]
fn a_contradicted_daily_bar_is_requested_within_an_hour_and_with_increasing_delays() {
    let mut queue = queue_of(vec![target("AAPL", TickerKind::Stock)]);
    let day = in_session().as_second() - DAY;
    queue.mark_contradicted(0, day, in_session());
    drain(&mut queue, in_session());
    // It is Friday evening. Without a contradiction, no request would be due before Monday.
    let evening = at("2026-11-20T21:20:00Z");
    drain(&mut queue, evening);
    let is_due_after = |queue: &mut HistoryQueue, from: Timestamp, minutes: i64| {
        let until = from + jiff::SignedDuration::from_mins(minutes);
        drain(queue, until).contains(&("AAPL".to_owned(), Interval::Day))
    };
    assert!(!is_due_after(&mut queue, evening, 60));
    let contradicted_at = at("2026-11-20T23:00:00Z");
    for _ in 0..5 {
        // Every quote repeats the contradiction.
        queue.mark_contradicted(0, day, contradicted_at);
    }
    assert!(!is_due_after(&mut queue, contradicted_at, 29));
    assert!(
        is_due_after(&mut queue, contradicted_at, 30),
        "the bar is requested again after half an hour"
    );
    let repeated_at = at("2026-11-20T23:30:00Z");
    queue.mark_contradicted(0, day, repeated_at);
    assert!(!is_due_after(&mut queue, repeated_at, 59));
    assert!(
        is_due_after(&mut queue, repeated_at, 60),
        "the second delay is twice as long"
    );
    queue.confirm(0);
    let later = at("2026-11-21T00:30:00Z");
    assert!(
        !is_due_after(&mut queue, later, 600),
        "the bar is not contradicted any more"
    );
}
