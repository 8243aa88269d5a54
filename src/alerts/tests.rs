//! Alerts against quotes, bars, articles and the clock.

use super::*;
use crate::domain::{
    alert::{AlertFrequency, AlertKind, Condition, Indicator},
    news::Sentiment,
    session::Calendar,
    ticker::TickerId,
};

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn alert(condition: Condition, frequency: AlertFrequency, value: f64) -> Alert {
    Alert {
        id: 1,
        condition: Some(condition),
        value: Some(value),
        ..Alert::new(AlertKind::Price, "BTC", frequency, at(0))
    }
}

fn quote(price: f64, second: i64) -> Quote {
    Quote {
        id: TickerId(1),
        price,
        as_of: at(second),
        source: "test".into(),
        previous_close: None,
        change_24h: Some(price - 100.0),
        change_7d: None,
        market_cap: None,
        volume_24h: Some(price * 10.0),
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
    }
}

fn bar(start: i64, [open, high, low, close]: [f64; 4]) -> Bar {
    Bar {
        start,
        open,
        high,
        low,
        close,
        volume: 0.0,
    }
}

/// A watch and what came out of it.
struct Desk {
    watch: Watch,
    outcomes: mpsc::UnboundedReceiver<Vec<Outcome>>,
}

impl Desk {
    fn with(alert: Alert) -> Self {
        Self::knowing(alert, &Past::default(), at(0))
    }

    fn knowing(alert: Alert, past: &Past, now: Timestamp) -> Self {
        let (watch, outcomes) = Watch::new();
        watch.put(alert, past, now);
        Self { watch, outcomes }
    }

    /// One that watched until `quote` and comes back at `now`.
    fn resumed(alert: Alert, quote: Quote, now: i64) -> Self {
        let (watch, outcomes) = Watch::new();
        let past = Past {
            quote: Some(quote),
            ..Past::default()
        };
        watch.resume(alert, &past, at(now));
        Self { watch, outcomes }
    }

    fn outcomes(&mut self) -> Vec<Outcome> {
        std::iter::from_fn(|| self.outcomes.try_recv().ok())
            .flatten()
            .collect()
    }

    fn reports(&mut self) -> Vec<FiredAlert> {
        self.outcomes()
            .into_iter()
            .filter_map(|outcome| outcome.report)
            .collect()
    }

    /// The places in `prices`, a minute apart, at which it fires.
    fn minutes(mut self, prices: &[f64]) -> Vec<i64> {
        for (minute, price) in (0..).zip(prices) {
            self.watch.observe("BTC", &quote(*price, minute * MINUTE));
        }
        self.reports()
            .iter()
            .map(|report| report.at.as_second() / MINUTE)
            .collect()
    }
}

/// ALRT-02: once.
#[test]
fn once_is_once_and_then_the_alert_is_inactive() {
    let mut desk = Desk::with(alert(Condition::Above, AlertFrequency::Once, 100.0));
    for (second, price) in [(0, 99.0), (60, 101.0), (3_600, 99.0), (7_200, 101.0)] {
        desk.watch.observe("BTC", &quote(price, second));
    }
    let [outcome] = &desk.outcomes()[..] else {
        panic!("it fires once");
    };
    assert!(!outcome.alert.active);
    assert_eq!(outcome.alert.last_fired_at, Some(at(60)));
    let report = outcome.report.as_ref().unwrap();
    assert_eq!(
        (report.sentence.as_str(), report.price, report.late),
        ("BTC price rose above $100", Some(101.0), false)
    );
}

/// ALRT-02: every time, after a pause.
#[test]
fn every_time_means_after_going_back_and_not_within_the_pause() {
    let prices = [99.0, 101.0, 99.0, 101.0, 99.0, 99.0, 99.0, 101.0];
    let every = alert(Condition::Above, AlertFrequency::Always, 100.0);
    assert_eq!(Desk::with(every).minutes(&prices), [1, 7]);
}

/// ALRT-02: percent change, as the page shows it.
#[test]
fn a_change_over_a_day_is_the_one_the_page_shows_up_or_down() {
    for prices in [[104.0, 106.0], [96.0, 94.0]] {
        let change = alert(Condition::PercentChange, AlertFrequency::Once, 5.0);
        assert_eq!(Desk::with(change).minutes(&prices), [1]);
    }
}

/// ALRT-02: percent change, up and down.
#[test]
fn a_fall_is_told_after_a_rise_without_a_calm_between() {
    let change = alert(Condition::PercentChange, AlertFrequency::Always, 5.0);
    let prices = [100.0, 108.0, 108.0, 108.0, 108.0, 108.0, 108.0, 93.0, 92.0];
    assert_eq!(Desk::with(change).minutes(&prices), [1, 7]);
}

/// ALRT-02: percent change of a ticker with sessions.
#[test]
fn a_new_session_tells_its_own_change_once() {
    let monday: Timestamp = "2026-11-16T15:00:00Z".parse().unwrap();
    let past = Past {
        calendar: Calendar::NewYork,
        ..Past::default()
    };
    let change = alert(Condition::PercentChange, AlertFrequency::Always, 5.0);
    let mut desk = Desk::knowing(change, &past, monday);
    let day = 24 * HOUR;
    for (second, change, close) in [
        (0, 1.0, 100.0),
        (60, 8.0, 100.0),
        (600, 8.1, 100.01),
        (day, 6.0, 108.0),
        (day + 600, 6.2, 108.01),
        (2 * day, 1.0, 115.0),
    ] {
        let told = Quote {
            change_24h: Some(change),
            previous_close: Some(close),
            ..quote(100.0, monday.as_second() + second)
        };
        desk.watch.observe("BTC", &told);
    }
    let reports = desk.reports();
    let told: Vec<_> = reports
        .iter()
        .map(|report| report.at.as_second() - monday.as_second())
        .collect();
    assert_eq!(told, [60, day]);
}

/// ALRT-02: percent change over a stated window.
#[test]
fn a_change_over_an_hour_is_measured_from_stored_bars_on() {
    let hour = Alert {
        window_hours: Some(1),
        ..alert(Condition::PercentChange, AlertFrequency::Once, 5.0)
    };
    assert_eq!(
        wanted(&hour).map(|(interval, _)| interval),
        Some(Interval::FiveMinutes)
    );
    let bars = (0..24).map(|n| bar(n * 300, [100.0; 4])).collect();
    let past = Past {
        bars,
        ..Past::default()
    };
    let mut desk = Desk::knowing(hour, &past, at(2 * HOUR));
    for (second, price) in [(0, 101.0), (60, 94.0)] {
        desk.watch.observe("BTC", &quote(price, 2 * HOUR + second));
    }
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].sentence, "BTC fell 6.00% in 1 hour");
}

/// ALRT-02: volume.
#[test]
fn volume_is_watched_like_a_price() {
    let volume = Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
    };
    assert_eq!(Desk::with(volume).minutes(&[99.0, 101.0]), [1]);
}

#[test]
fn what_the_quote_does_not_tell_is_not_judged() {
    let volume = Alert {
        kind: AlertKind::Volume,
        ..alert(Condition::Above, AlertFrequency::Once, 1_000.0)
    };
    let mut desk = Desk::with(volume);
    desk.watch.observe("BTC", &quote(99.0, 0));
    let silent = Quote {
        volume_24h: None,
        ..quote(120.0, 60)
    };
    desk.watch.observe("BTC", &silent);
    assert_eq!(desk.reports(), []);
}

fn article(second: i64) -> NewsUpdate {
    NewsUpdate {
        key: second.to_string(),
        symbols: vec!["BTC".into()],
        source: "Wire".into(),
        title: "A headline".into(),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: at(second),
    }
}

fn on_news(frequency: AlertFrequency) -> Alert {
    Alert {
        kind: AlertKind::News,
        condition: None,
        value: None,
        created_at: at(100),
        since: Some(at(100)),
        ..alert(Condition::Above, frequency, 0.0)
    }
}

/// ALRT-02: news about the ticker.
#[test]
fn news_are_told_unless_they_are_older_than_the_alert() {
    let mut desk = Desk::knowing(on_news(AlertFrequency::Always), &Past::default(), at(100));
    for second in [99, 100, 130] {
        desk.watch.observe_news("BTC", &article(second), Some(5.0));
    }
    let reports = desk.reports();
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (reports[0].sentence.as_str(), reports[0].price),
        ("BTC in the news: A headline", Some(5.0))
    );
}

/// ALRT-02: the daily summary.
#[test]
fn a_daily_summary_is_told_once_after_the_new_york_close() {
    let mut desk = Desk::with(alert(Condition::Above, AlertFrequency::Daily, 100.0));
    let noon: Timestamp = "2026-11-20T17:00:00Z".parse().unwrap();
    for (minute, price) in [(0, 99.0), (10, 101.0), (20, 99.0), (30, 102.0)] {
        desk.watch
            .observe("BTC", &quote(price, noon.as_second() + minute * MINUTE));
    }
    let gathering = desk.outcomes();
    assert_eq!(
        gathering.len(),
        2,
        "each is kept, so that a restart loses none"
    );
    assert!(gathering.iter().all(|outcome| outcome.report.is_none()));
    desk.watch.beat("2026-11-20T21:59:59Z".parse().unwrap());
    assert_eq!(desk.outcomes(), []);
    desk.watch.beat("2026-11-20T22:00:00Z".parse().unwrap());
    desk.watch.beat("2026-11-20T22:00:05Z".parse().unwrap());
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (
            reports[0].sentence.as_str(),
            reports[0].price,
            reports[0].late
        ),
        (
            "Daily summary: BTC price rose above $100 (2 times, this one last)",
            Some(102.0),
            false
        )
    );
}

/// ALRT-02: what was gathered survives a restart; a summary whose hour was slept through is late.
#[test]
fn a_summary_that_was_due_while_the_program_was_away_is_told_late() {
    let noon = "2026-11-20T17:00:00Z".parse::<Timestamp>().unwrap();
    let mut desk = Desk::with(alert(Condition::Above, AlertFrequency::Daily, 100.0));
    for (second, price) in [(0, 99.0), (60, 101.0)] {
        desk.watch
            .observe("BTC", &quote(price, noon.as_second() + second));
    }
    let kept = desk.outcomes().remove(0).alert;
    let next_day = noon.as_second() + 24 * HOUR;
    let mut desk = Desk::resumed(kept, quote(101.0, noon.as_second() + 60), next_day);
    desk.watch.beat(at(next_day));
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert!(reports[0].late);
}

fn technical(indicator: Indicator, condition: Condition, value: Option<f64>) -> Alert {
    Alert {
        kind: AlertKind::Technical,
        value,
        indicator: Some(indicator),
        interval: Some(Interval::Hour),
        ..alert(condition, AlertFrequency::Always, 0.0)
    }
}

fn hours(closes: impl IntoIterator<Item = f64>) -> Vec<Bar> {
    (0..)
        .zip(closes)
        .map(|(n, close)| bar(n * HOUR, [close; 4]))
        .collect()
}

/// A watch on an index above 50 after a long fall: one jump carries the index far above.
fn fallen(calendar: Calendar) -> Desk {
    let past = Past {
        bars: hours((0..20).map(|n| 100.0 - f64::from(n))),
        calendar,
        ..Past::default()
    };
    let strong = technical(Indicator::Rsi, Condition::Above, Some(50.0));
    Desk::knowing(strong, &past, at(20 * HOUR))
}

const JUMP: [f64; 4] = [81.0, 130.0, 81.0, 130.0];
const STAY: [f64; 4] = [81.0; 4];

/// ALRT-02: the relative strength index, on bars that are over.
#[test]
fn an_index_alert_waits_until_its_bar_is_over() {
    let mut desk = fallen(Calendar::Always);
    let open = bar(20 * HOUR, STAY);
    desk.watch
        .observe_bars("BTC", Interval::Hour, &[open], at(20 * HOUR + 600));
    desk.watch.observe("BTC", &quote(130.0, 21 * HOUR - 60));
    desk.watch.beat(at(21 * HOUR - 1));
    assert_eq!(desk.reports(), [], "the bar may still take it back");
    desk.watch.observe("BTC", &quote(60.0, 21 * HOUR + 1));
    desk.watch.beat(at(21 * HOUR + 5));
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (
            reports[0].sentence.as_str(),
            reports[0].at,
            reports[0].price
        ),
        (
            "BTC RSI (14 hours) rose above 50",
            at(21 * HOUR),
            Some(130.0)
        ),
        "the last price of the hour is its close"
    );
}

/// ALRT-02: a close of the past is no close.
#[test]
fn a_bar_that_was_heard_long_before_its_end_waits_for_the_rest_of_it() {
    for (known, whole, fires) in [(JUMP, STAY, 0), (STAY, JUMP, 1)] {
        let mut desk = fallen(Calendar::Always);
        let bars = [bar(20 * HOUR, known)];
        desk.watch
            .observe_bars("BTC", Interval::Hour, &bars, at(20 * HOUR + 600));
        desk.watch.beat(at(21 * HOUR + 1_200));
        assert_eq!(desk.reports(), []);
        let bars = [bar(20 * HOUR, whole), bar(21 * HOUR, STAY)];
        desk.watch
            .observe_bars("BTC", Interval::Hour, &bars, at(21 * HOUR + 1_200));
        assert_eq!(desk.reports().len(), fires);
    }
}

/// ALRT-02: the bars of a source are the last word on a close.
#[test]
fn a_bar_that_is_corrected_after_its_end_is_judged_again_but_told_once() {
    for (first, corrected) in [(STAY, JUMP), (JUMP, JUMP.map(|price| price - 1.0))] {
        let mut desk = fallen(Calendar::Always);
        for (second, version) in [(0, first), (60, corrected), (120, corrected)] {
            let bars = [bar(20 * HOUR, version)];
            desk.watch
                .observe_bars("BTC", Interval::Hour, &bars, at(21 * HOUR + second));
        }
        let reports = desk.reports();
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].at, at(21 * HOUR));
    }
}

/// ALRT-05: a bar that was cut by the stop is judged whole.
#[test]
fn the_bar_in_which_the_program_stopped_is_judged_on_what_came_of_it() {
    for (known, whole, fires) in [(JUMP, STAY, 0), (STAY, JUMP, 1)] {
        let mut bars = hours((0..20).map(|n| 100.0 - f64::from(n)));
        bars.push(bar(20 * HOUR, known));
        let past = Past {
            quote: Some(quote(81.0, 20 * HOUR + 1_200)),
            bars,
            ..Past::default()
        };
        let (watch, outcomes) = Watch::new();
        let strong = technical(Indicator::Rsi, Condition::Above, Some(50.0));
        watch.resume(strong, &past, at(23 * HOUR));
        watch.beat(at(23 * HOUR));
        let mut desk = Desk { watch, outcomes };
        assert_eq!(desk.reports(), []);
        let missed = [20, 21, 22].map(|n| bar(n * HOUR, if n == 20 { whole } else { STAY }));
        desk.watch
            .observe_bars("BTC", Interval::Hour, &missed, at(23 * HOUR));
        let reports = desk.reports();
        assert_eq!(reports.len(), fires);
        assert!(reports.iter().all(|report| report.late));
    }
}

/// ALRT-02: a day of the exchange is over with its session.
#[test]
fn a_stock_s_day_is_judged_at_the_close_and_not_at_midnight() {
    let friday: Timestamp = "2026-11-20T00:00:00Z".parse().unwrap();
    let day = |back: i64, close: f64| bar(friday.as_second() - back * 24 * HOUR, [close; 4]);
    let falling = (1..=20).rev().map(|n| day(n, 80.0 + n as f64)).collect();
    let past = Past {
        bars: falling,
        calendar: Calendar::NewYork,
        ..Past::default()
    };
    let daily = Alert {
        interval: Some(Interval::Day),
        ..technical(Indicator::Rsi, Condition::Above, Some(50.0))
    };
    let mut desk = Desk::knowing(daily, &past, friday);
    let settled: Timestamp = "2026-11-20T21:20:00Z".parse().unwrap();
    desk.watch
        .observe_bars("BTC", Interval::Day, &[day(0, 130.0)], settled);
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].at, "2026-11-20T21:00:00Z".parse().unwrap());
}

/// ALRT-02: a cross of moving averages.
#[test]
fn averages_that_cross_are_told_upwards_and_downwards() {
    let fall = (0..250).map(|n| 500.0 - f64::from(n));
    let rise = (0..150).map(|n| 250.0 + 4.0 * f64::from(n));
    let bars = hours(fall.chain(rise));
    let crosses = technical(Indicator::SmaCross, Condition::Crosses, None);
    let mut desk = Desk::with(crosses);
    desk.watch
        .observe_bars("BTC", Interval::Day, &bars, at(400 * HOUR));
    assert_eq!(desk.reports(), [], "bars of another length are not its own");
    desk.watch
        .observe_bars("BTC", Interval::Hour, &bars, at(400 * HOUR));
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        reports[0].sentence,
        "BTC 50-hour average crossed upwards through the 200-hour average"
    );
    // By hand: the fast average of the last 50 closes passes the slow one of the last 200.
    let closes: Vec<f64> = bars.iter().map(|bar| bar.close).collect();
    let mean = |closes: &[f64]| closes.iter().sum::<f64>() / closes.len() as f64;
    let passed = (200..400_usize)
        .find(|end| mean(&closes[end - 50..*end]) > mean(&closes[end - 200..*end]))
        .unwrap();
    assert_eq!(reports[0].at, at(i64::try_from(passed).unwrap() * HOUR));
}

/// ALRT-05: judged on the bars that were backfilled, marked late, at the price of the line.
#[test]
fn what_happened_while_the_program_was_away_is_told_late_and_once() {
    let above = alert(Condition::Above, AlertFrequency::Always, 100.0);
    let mut desk = Desk::resumed(above, quote(99.0, 1_000), 10_000);
    desk.watch.observe("BTC", &quote(98.0, 10_000));
    assert_eq!(desk.reports(), [], "the quote waits for the bars");
    let bars = [
        bar(900, [99.0, 150.0, 99.0, 99.0]),
        bar(1_200, [99.0, 99.5, 98.0, 99.0]),
        bar(4_200, [99.0, 104.0, 98.0, 98.5]),
        bar(4_500, [98.5, 98.5, 98.0, 98.0]),
    ];
    desk.watch
        .observe_bars("BTC", Interval::FiveMinutes, &bars, at(10_001));
    desk.watch.observe("BTC", &quote(98.0, 10_002));
    let reports = desk.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(
        (reports[0].at, reports[0].price, reports[0].late),
        (at(4_200), Some(100.0), true),
        "the bar that holds the stop was seen as it happened"
    );
    desk.watch.observe("BTC", &quote(101.0, 10_400));
    let live = desk.reports();
    assert_eq!((live.len(), live[0].late), (1, false));
}

/// ALRT-05: where no bars come, the first price says what it can.
#[test]
fn without_bars_the_first_price_is_judged_and_marked_late() {
    let above = alert(Condition::Above, AlertFrequency::Once, 100.0);
    let mut desk = Desk::resumed(above, quote(99.0, 1_000), 10_000);
    for second in [10_000, 10_060] {
        desk.watch.observe("BTC", &quote(101.0, second));
    }
    assert_eq!(desk.reports(), []);
    desk.watch.observe("BTC", &quote(101.0, 10_120));
    let reports = desk.reports();
    assert_eq!((reports.len(), reports[0].late), (1, true));
}

/// ALRT-05: a kill between a report and the next stored quote does not repeat the report.
#[test]
fn what_was_told_before_a_kill_is_not_told_again() {
    let mut desk = Desk::with(alert(Condition::Above, AlertFrequency::Always, 100.0));
    for (second, price) in [(0, 99.0), (600, 101.0)] {
        desk.watch.observe("BTC", &quote(price, second));
    }
    let kept = desk.outcomes().remove(0).alert;
    // The quote on disk is older than the report.
    let mut desk = Desk::resumed(kept, quote(99.0, 300), 1_000);
    let bars = [bar(600, [99.0, 101.0, 99.0, 101.0]), bar(900, [101.0; 4])];
    desk.watch
        .observe_bars("BTC", Interval::FiveMinutes, &bars, at(1_300));
    desk.watch.observe("BTC", &quote(101.0, 1_301));
    assert_eq!(desk.reports(), []);
}

/// ALRT-05: a spike of the afternoon is not in the bar of a day that began before it.
#[test]
fn an_absence_is_judged_on_the_shortest_bars_however_late_they_come() {
    let (stop, start) = (15 * HOUR, 18 * HOUR);
    for (delay, quotes) in [(60, 1), (1_200, 3)] {
        let above = alert(Condition::Above, AlertFrequency::Always, 100.0);
        let mut desk = Desk::resumed(above, quote(99.0, stop), start);
        let day = bar(0, [99.0, 150.0, 90.0, 99.0]);
        desk.watch
            .observe_bars("BTC", Interval::Day, &[day], at(start + 1));
        for n in 0..quotes {
            desk.watch.observe("BTC", &quote(99.0, start + 2 + n * 300));
        }
        assert_eq!(desk.reports(), []);
        let spike = bar(16 * HOUR, [99.0, 104.0, 98.0, 98.5]);
        let seen = bar(start + 600, [98.0, 120.0, 98.0, 98.0]);
        let come = start + delay;
        let bars = [spike, seen].into_iter();
        let bars: Vec<_> = bars.filter(|bar| bar.start < come).collect();
        desk.watch
            .observe_bars("BTC", Interval::FiveMinutes, &bars, at(come));
        desk.watch.observe("BTC", &quote(99.0, come + 1));
        let reports = desk.reports();
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert_eq!((reports[0].at, reports[0].late), (at(16 * HOUR), true));
        desk.watch.observe("BTC", &quote(101.0, come + 2));
        assert_eq!(desk.reports().len(), 1, "prices are judged as before");
    }
}

/// ALRT-05: nothing happens in the future.
#[test]
fn the_bar_of_today_says_nothing_about_the_end_of_today() {
    let change = Alert {
        window_hours: Some(34),
        ..alert(Condition::PercentChange, AlertFrequency::Always, 5.0)
    };
    let (stop, start) = (48 * HOUR, 82 * HOUR);
    let past = Past {
        quote: Some(quote(100.0, stop)),
        bars: vec![bar(stop - 35 * HOUR, [100.0; 4])],
        ..Past::default()
    };
    let (watch, outcomes) = Watch::new();
    watch.resume(change, &past, at(start));
    let mut desk = Desk { watch, outcomes };
    let days = [bar(48 * HOUR, [100.0; 4]), bar(72 * HOUR, [110.0; 4])];
    desk.watch
        .observe_bars("BTC", Interval::Day, &days, at(start + 1));
    desk.watch.beat(at(start + HOUR));
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].at, reports[0].late), (at(start + 1), true));
    for (second, price) in [(HOUR, 100.0), (HOUR + 300, 106.0)] {
        desk.watch.observe("BTC", &quote(price, start + second));
    }
    assert_eq!(desk.reports().len(), 1, "it is not muted");
}

/// ALRT-05: two closes of days say nothing about an hour.
#[test]
fn a_change_within_an_hour_is_not_read_from_longer_bars() {
    let change = Alert {
        window_hours: Some(1),
        ..alert(Condition::PercentChange, AlertFrequency::Always, 5.0)
    };
    let mut desk = Desk::resumed(change, quote(100.0, 0), 60 * HOUR);
    let days = [bar(0, [100.0; 4]), bar(24 * HOUR, [110.0; 4])];
    desk.watch
        .observe_bars("BTC", Interval::Day, &days, at(60 * HOUR));
    desk.watch.beat(at(61 * HOUR));
    assert_eq!(desk.reports(), []);
}

/// ALRT-02: an alert believes no report of the future.
#[test]
fn a_clock_that_was_set_back_does_not_mute_an_alert() {
    let ahead = Alert {
        last_fired_at: Some(at(90 * HOUR)),
        since: Some(at(90 * HOUR)),
        ..alert(Condition::Above, AlertFrequency::Always, 100.0)
    };
    let mut desk = Desk::resumed(ahead, quote(99.0, 90 * HOUR), HOUR);
    for (second, price) in [(10, 99.0), (600, 101.0)] {
        desk.watch.observe("BTC", &quote(price, HOUR + second));
    }
    assert_eq!(desk.reports().len(), 1);
}

/// ALRT-05: technical alerts are judged late too.
#[test]
fn an_index_that_crossed_while_the_program_was_away_is_told_late() {
    let falling = hours((0..20).map(|n| 100.0 - f64::from(n)));
    let past = Past {
        quote: Some(quote(81.0, 20 * HOUR)),
        bars: falling,
        ..Past::default()
    };
    let (watch, outcomes) = Watch::new();
    let strong = technical(Indicator::Rsi, Condition::Above, Some(50.0));
    watch.resume(strong, &past, at(30 * HOUR));
    let mut desk = Desk { watch, outcomes };
    let missed = [bar(20 * HOUR, [130.0; 4]), bar(21 * HOUR, [129.0; 4])];
    desk.watch
        .observe_bars("BTC", Interval::Hour, &missed, at(30 * HOUR));
    let reports = desk.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].at, reports[0].late), (at(21 * HOUR), true));
}

/// ALRT-05: a new market's history comes after its first alerts.
#[test]
fn bars_from_before_the_alert_teach_it_and_make_it_say_nothing() {
    let now = 60 * HOUR;
    let strong = Alert {
        created_at: at(now),
        since: Some(at(now)),
        ..technical(Indicator::Rsi, Condition::Crosses, Some(50.0))
    };
    let mut desk = Desk::knowing(strong, &Past::default(), at(now));
    let wave = |n: i32| 100.0 + 20.0 * (f64::from(n) / 4.0).sin();
    desk.watch
        .observe_bars("BTC", Interval::Hour, &hours((0..60).map(wave)), at(now));
    assert_eq!(desk.reports(), []);
    desk.watch.observe_bars(
        "BTC",
        Interval::Hour,
        &[bar(now, [300.0; 4])],
        at(now + HOUR),
    );
    desk.watch.observe_bars(
        "BTC",
        Interval::Hour,
        &[bar(now + HOUR, [1.0; 4])],
        at(now + 2 * HOUR),
    );
    assert!(!desk.reports().is_empty(), "from now on it speaks");
}

/// ALRT-04: an alert that was switched off and on again does not look back.
#[test]
fn a_deleted_or_inactive_alert_is_silent() {
    let mut desk = Desk::with(alert(Condition::Above, AlertFrequency::Always, 100.0));
    desk.watch.observe("BTC", &quote(99.0, 0));
    desk.watch.remove(1);
    desk.watch.observe("BTC", &quote(101.0, 60));
    let off = Alert {
        active: false,
        ..alert(Condition::Above, AlertFrequency::Always, 100.0)
    };
    desk.watch.put(off, &Past::default(), at(60));
    desk.watch.observe("BTC", &quote(99.0, 120));
    desk.watch.observe("BTC", &quote(101.0, 180));
    assert_eq!(desk.reports(), []);
}
