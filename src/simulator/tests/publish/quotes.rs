//! Content and frequency of quotes.

use super::*;

/// A change of zero must never come from a missing close.
#[tokio::test]
async fn changes_are_computed_from_the_previous_close_or_the_price_a_day_ago() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let engine = engine();
    let updates = bench.refresh(&mut small_simulator()).await;
    let quotes = quotes(&updates);
    let last_quote = |symbol: &str| {
        *quotes
            .iter()
            .rev()
            .find(|quote| quote.symbol == symbol)
            .unwrap()
    };
    let apple = last_quote("AAPL");
    let days = days_of(&engine, "AAPL", 10, at(FRIDAY));
    assert_eq!(apple.previous_close, Some(days[days.len() - 2].close));
    let bitcoin = last_quote("BTC");
    let index = engine.index_of("BTC").unwrap();
    let yesterday = engine.price(index, at("2026-11-19T19:32:07Z"));
    assert_eq!(
        bitcoin.change_24h,
        Some((bitcoin.price / yesterday - 1.0) * 100.0)
    );
    assert_eq!(bitcoin.previous_close, None);
    let units = engine.catalogue.get("BTC").unwrap().profile.units.unwrap();
    assert_eq!(bitcoin.market_cap, Some(units * bitcoin.price));
    assert_eq!(last_quote("^GSPC").market_cap, None);
}

#[tokio::test]
async fn a_new_year_high_of_yesterday_is_included_when_the_next_session_starts() {
    let engine = engine();
    let days = days_of(&engine, "AAPL", 800, at(FRIDAY));
    let is_highest_of_a_year = |index: &usize| {
        let before = &days[index - 252..*index];
        before.iter().all(|day| day.high < days[*index].high)
            && days[index + 1].high < days[*index].high
    };
    let highest = (252..days.len() - 1).find(is_highest_of_a_year).unwrap();
    let (high, next) = (days[highest].high, days[highest + 1].start);
    let mut bench = Bench::new(FRIDAY, Memory::default());
    // 00:10 UTC: the day's session is over, the next one has not started.
    bench.clock.set(Timestamp::from_second(next + 600).unwrap());
    let mut source = small_simulator();
    bench.refresh(&mut source).await;
    // New York opens at 14:30 or 13:30 UTC.
    let later = next + 14 * 3_600 + 45 * 60;
    bench.clock.set(Timestamp::from_second(later).unwrap());
    let updates = bench.refresh(&mut source).await;
    let quotes = quotes(&updates);
    let apple = quotes.iter().rev().find(|quote| quote.symbol == "AAPL");
    assert_eq!(apple.unwrap().year_high, Some(high));
}

#[tokio::test]
async fn quotes_are_sent_at_the_configured_interval_and_change_every_second() {
    let settings = Settings {
        tick_interval: Duration::from_millis(100),
        ..settings()
    };
    let mut sample = Simulator::new(settings, catalogue_of("BTC"));
    let mut bench = Bench::new(FRIDAY, Memory::default());
    bench.refresh(&mut sample).await;
    let mut received = vec![];
    for tenth in 1..=20 {
        let millisecond = at(FRIDAY).as_millisecond() + tenth * 100;
        bench
            .clock
            .set(Timestamp::from_millisecond(millisecond).unwrap());
        received.extend(
            quotes(&bench.refresh(&mut sample).await)
                .into_iter()
                .cloned(),
        );
    }
    assert!(
        received.len() > 5,
        "only {} quotes received in two seconds",
        received.len()
    );
    let prices: HashSet<u64> = received.iter().map(|quote| quote.price.to_bits()).collect();
    assert!(prices.len() > 2, "{prices:?}");
    assert!(
        received
            .iter()
            .any(|quote| quote.as_of.subsec_nanosecond() > 0)
    );
    assert!(received.is_sorted_by_key(|quote| quote.as_of));
}
