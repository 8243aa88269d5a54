//! News alerts and the daily summary.

use super::*;

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
        is_undated: false,
    }
}

fn news_alert(frequency: AlertFrequency) -> Alert {
    Alert {
        kind: AlertKind::News,
        condition: None,
        value: None,
        created_at: at(100),
        since: Some(at(100)),
        ..alert(Condition::Above, frequency, 0.0)
    }
}

/// ALRT-02: An alert can fire on news about its ticker.
#[test]
fn news_older_than_the_alert_is_ignored() {
    let mut fixture = Fixture::with_baseline(
        news_alert(AlertFrequency::Always),
        &Baseline::default(),
        at(100),
    );
    for second in [99, 100, 130] {
        fixture.observe_news(&article(second), Some(5.0));
    }
    let reports = fixture.reports();
    assert_eq!(reports.len(), 2);
    assert_eq!(
        (reports[0].sentence.as_str(), reports[0].price),
        ("BTC in the news: A headline", Some(5.0))
    );
}

/// ALRT-02: A news alert can require words.
#[test]
fn only_articles_with_all_words_are_reported() {
    let alert = Alert {
        words: Some("Export chips".into()),
        ..news_alert(AlertFrequency::Always)
    };
    let mut fixture = Fixture::with_baseline(alert, &Baseline::default(), at(100));
    let titles = [
        ("A ban on chips is near", "It concerns EXPORT to everybody."),
        ("A ban on chips is near", ""),
        ("Exports of chips rise", "Microchips, too."),
        ("Chips: export grows", ""),
    ];
    for (minute, (title, content)) in (0..).zip(titles) {
        let article = NewsUpdate {
            title: title.into(),
            content: content.into(),
            ..article(100 + minute * 10 * MINUTE)
        };
        fixture.observe_news(&article, None);
    }
    let reports = fixture.reports().into_iter();
    let sentences: Vec<_> = reports.map(|report| report.sentence).collect();
    assert_eq!(
        sentences,
        [
            "BTC in the news: A ban on chips is near",
            "BTC in the news: Chips: export grows"
        ]
    );
}

/// ALRT-02: An alert can report as a daily summary.
#[test]
fn daily_summary_is_reported_once_after_the_new_york_close() {
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Daily, 100.0));
    let noon: Timestamp = "2026-11-20T17:00:00Z".parse().unwrap();
    for (minute, price) in [(0, 99.0), (10, 101.0), (20, 99.0), (30, 102.0)] {
        fixture.observe(&quote(price, noon.as_second() + minute * MINUTE));
    }
    let outcomes = fixture.outcomes();
    assert_eq!(
        outcomes.len(),
        2,
        "each crossing is saved, so that it survives a restart"
    );
    assert!(outcomes.iter().all(|outcome| outcome.report.is_none()));
    fixture.sweep("2026-11-20T21:59:59Z".parse().unwrap());
    assert_eq!(fixture.outcomes(), []);
    fixture.sweep("2026-11-20T22:00:00Z".parse().unwrap());
    fixture.sweep("2026-11-20T22:00:05Z".parse().unwrap());
    let reports = fixture.reports();
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

/// ALRT-02: A pending summary survives a restart. It is late if it was due during the downtime.
#[test]
fn summary_due_during_downtime_is_reported_late() {
    let noon = "2026-11-20T17:00:00Z".parse::<Timestamp>().unwrap();
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Daily, 100.0));
    for (second, price) in [(0, 99.0), (60, 101.0)] {
        fixture.observe(&quote(price, noon.as_second() + second));
    }
    let stored_alert = fixture.outcomes().remove(0).alert;
    let next_day = noon.as_second() + 24 * HOUR;
    let mut fixture = Fixture::resumed(stored_alert, quote(101.0, noon.as_second() + 60), next_day);
    fixture.sweep(at(next_day));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert!(reports[0].late);
}
