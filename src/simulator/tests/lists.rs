//! News, offerings, reports, dividends and fear and greed.

use std::collections::HashSet;

use super::*;
use crate::{
    domain::{
        dividend::Frequency,
        fear_greed::classification,
        ico::IcoStatus,
        session::{Calendar, exchange_date},
    },
    simulator::{
        dividends::dividends, earnings::earnings, fear_greed::fear_greed, funds::funds,
        headlines::headlines, icos::icos,
    },
};

/// Returns forty times, 17 days and two hours apart.
fn sample_times() -> impl Iterator<Item = Timestamp> {
    (0..40).map(|nth| {
        Timestamp::from_second(at(FRIDAY).as_second() + nth * 17 * DAY + nth * 7_001).unwrap()
    })
}

/// HOME-08, ICOC-02
#[test]
fn some_offerings_are_upcoming_some_active_and_some_ended_at_any_time() {
    let catalogue = Catalogue::embedded().unwrap();
    for now in sample_times() {
        let offerings = icos(1, &catalogue, now);
        for status in [IcoStatus::Upcoming, IcoStatus::Active, IcoStatus::Ended] {
            let count = offerings
                .iter()
                .filter(|ico| ico.status(now) == status)
                .count();
            assert!(count >= 2, "{now}: {count} {status:?}");
        }
        for ico in offerings {
            let is_ahead = ico.status(now) == IcoStatus::Upcoming;
            assert_eq!(ico.raised_amount.is_none(), is_ahead, "{}", ico.symbol);
            assert!(ico.start_date < ico.end_date);
        }
    }
}

#[test]
fn the_raised_amount_only_grows_while_an_offering_is_open() {
    let catalogue = Catalogue::embedded().unwrap();
    let now = at(FRIDAY);
    let later = at("2026-11-21T19:32:07Z");
    let (today, tomorrow) = (icos(1, &catalogue, now), icos(1, &catalogue, later));
    let open = today.iter().zip(&tomorrow).filter(|(a, b)| {
        a.status(now) == IcoStatus::Active && b.status(later) == IcoStatus::Active
    });
    for (before, after) in open {
        assert!(
            after.raised_amount > before.raised_amount,
            "{}",
            after.symbol
        );
    }
}

/// NEWS-01
#[test]
fn there_are_always_ten_days_of_news_without_duplicates() {
    let catalogue = Catalogue::embedded().unwrap();
    for now in sample_times() {
        let now = now.as_second();
        let articles = headlines(1, &catalogue, now - 10 * DAY, now);
        let off = articles.len().abs_diff(catalogue.news.len());
        assert!(off <= 8, "{} articles", articles.len());
        let fresh = articles
            .iter()
            .filter(|a| a.published_at.as_second() > now - DAY)
            .count();
        assert!(
            (2..=16).contains(&fresh),
            "{fresh} articles in the last day"
        );
        let recent = articles
            .iter()
            .filter(|a| a.published_at.as_second() > now - 9 * DAY);
        let titles: Vec<&str> = recent.map(|article| article.title.as_str()).collect();
        assert_eq!(titles.iter().collect::<HashSet<_>>().len(), titles.len());
        assert!(articles.is_sorted_by_key(|a| std::cmp::Reverse(a.published_at)));
    }
}

#[test]
fn news_sent_in_parts_equals_news_sent_at_once() {
    let catalogue = Catalogue::embedded().unwrap();
    let end = at(FRIDAY).as_second();
    let whole = headlines(1, &catalogue, end - 20 * DAY, end);
    let mut pieces: Vec<_> = (0..20)
        .flat_map(|day| {
            headlines(
                1,
                &catalogue,
                end - (20 - day) * DAY,
                end - (19 - day) * DAY,
            )
        })
        .collect();
    pieces.sort_by_key(|article| std::cmp::Reverse(article.published_at));
    assert_eq!(pieces, whole);
    let keys: HashSet<&str> = whole.iter().map(|article| article.key.as_str()).collect();
    assert_eq!(keys.len(), whole.len());
}

/// EARN-01, EARN-03, EARN-04
#[test]
fn reports_are_on_trading_days_and_only_past_ones_have_figures() {
    let catalogue = Catalogue::embedded().unwrap();
    for now in sample_times() {
        let events = earnings(1, &catalogue, now);
        let today = exchange_date(Calendar::NewYork, now);
        let reported = events.iter().filter(|event| event.actual_eps.is_some());
        assert!(reported.count() >= 3, "{now}");
        assert!(events.iter().filter(|event| event.date > today).count() >= 20);
        for event in &events {
            assert!(Calendar::NewYork.session_on(event.date).is_some());
            assert_eq!(event.actual_eps.is_some(), event.surprise.is_some());
            if event.date != today {
                assert_eq!(event.actual_eps.is_some(), event.date < today);
            }
        }
    }
}

#[test]
fn a_report_is_published_at_its_time_and_keeps_its_numbers() {
    let catalogue = Catalogue::embedded().unwrap();
    let event = earnings(1, &catalogue, at(FRIDAY))
        .into_iter()
        .find(|event| event.actual_eps.is_none())
        .unwrap();
    let evening: Timestamp = format!("{}T23:00:00Z", event.date).parse().unwrap();
    let reported = earnings(1, &catalogue, evening);
    let reported = reported
        .iter()
        .find(|e| e.symbol == event.symbol && e.date == event.date)
        .unwrap();
    assert_eq!(reported.estimated_eps, event.estimated_eps);
    assert!(reported.actual_eps.is_some());
}

/// TICK-04, TICK-05
#[test]
fn dividend_payers_have_three_years_of_dividends_and_an_upcoming_one() {
    let engine = engine();
    let today = exchange_date(Calendar::NewYork, at(FRIDAY));
    for (symbol, frequency, count) in [
        ("KO", Frequency::Quarterly, 12),
        ("TLT", Frequency::Monthly, 36),
        ("IEFA", Frequency::SemiAnnually, 6),
    ] {
        let index = engine.index_of(symbol).unwrap();
        let dividends = dividends(&engine, index, today).unwrap();
        assert!(
            (count..=count + 2).contains(&dividends.len()),
            "{symbol} {}",
            dividends.len()
        );
        assert!(dividends.is_sorted_by_key(|dividend| std::cmp::Reverse(dividend.ex_date)));
        let projected = dividends.iter().filter(|dividend| dividend.is_projected);
        assert_eq!(projected.count(), 1, "{symbol}");
        assert!(dividends[0].is_projected && dividends[0].ex_date > today);
        let expected = engine.instrument(index).payout.unwrap().yield_percent;
        for dividend in &dividends {
            assert_eq!(dividend.frequency, Some(frequency));
            assert!(Calendar::NewYork.session_on(dividend.ex_date).is_some());
            let ratio = dividend.dividend_yield.unwrap() / expected;
            assert!((0.35..2.8).contains(&ratio), "{symbol} {dividend:?}");
        }
    }
    let growth = engine.index_of("AMZN").unwrap();
    assert_eq!(dividends(&engine, growth, today), None);
}

/// TICK-05, ETFS-01
#[test]
fn a_funds_assets_equal_its_market_cap_and_its_yield_matches_its_dividends() {
    let engine = engine();
    let now = at(FRIDAY);
    let today = exchange_date(Calendar::NewYork, now);
    let funds = funds(&engine, now.as_second(), today);
    assert_eq!(funds.len(), engine.catalogue.funds.len());
    for (symbol, payments) in [("SPY", 4.0), ("TLT", 12.0), ("IEFA", 2.0)] {
        let fund = funds.iter().find(|fund| fund.symbol == symbol).unwrap();
        let index = engine.index_of(symbol).unwrap();
        let price = engine.price(index, now);
        let cap = engine.instrument(index).profile.units.unwrap() * price;
        assert!((fund.aum.unwrap() / cap - 1.0).abs() < 1e-9, "{symbol}");
        let paid = dividends(&engine, index, today).unwrap();
        let mean = paid[..4].iter().map(|paid| paid.amount).sum::<f64>() / 4.0;
        let expected = 100.0 * mean * payments / price;
        assert!(
            (fund.distribution_yield.unwrap() - expected).abs() < 1e-3,
            "{symbol}"
        );
    }
    let gold = funds.iter().find(|fund| fund.symbol == "GLD").unwrap();
    assert_eq!(gold.distribution_yield, Some(0.0), "GLD pays no dividends");
}

/// HOME-03, TICK-06
#[test]
fn the_reading_varies_between_fear_and_greed_and_has_components() {
    let engine = engine();
    let mut words = HashSet::new();
    for nth in 0..60 {
        let now = Timestamp::from_second(at(FRIDAY).as_second() - nth * 21 * DAY).unwrap();
        let reading = fear_greed(&engine, now).unwrap();
        assert!((0.0..=100.0).contains(&reading.value) && reading.indicators.is_some());
        words.insert(classification(reading.value));
    }
    assert!(words.len() >= 4, "{words:?}");
}
