//! Extended-hours prices.

use super::*;

/// Returns the points of a ticker's extended-hours line.
fn extended_in<'a>(updates: &'a [Update], target_symbol: &str) -> Vec<&'a (i64, f64)> {
    let points = updates.iter().filter_map(|update| match update {
        Update::ExtendedHours { symbol, points } if symbol == target_symbol => Some(points),
        _ => None,
    });
    points.flatten().collect()
}

#[tokio::test]
async fn only_stocks_and_funds_have_extended_prices() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let updates = bench.refresh(&mut small_simulator()).await;
    for symbol in ["AAPL", "SPY"] {
        let points = extended_in(&updates, symbol);
        let within = |from: &str, to: &str| {
            let range = at(from).as_second()..at(to).as_second();
            points.iter().filter(|(at, _)| range.contains(at)).count()
        };
        assert_eq!(within("2026-11-20T12:00:00Z", "2026-11-20T14:30:00Z"), 75);
        assert_eq!(within("2026-11-19T21:00:00Z", "2026-11-19T23:00:00Z"), 60);
        assert_eq!(within("2026-11-20T14:30:00Z", "2026-11-20T21:00:00Z"), 0);
        let quotes = quotes(&updates);
        let price = quotes
            .iter()
            .find(|quote| quote.symbol == symbol)
            .unwrap()
            .price;
        let is_near = |(_, point): &&(i64, f64)| (0.8..1.25).contains(&(point / price));
        assert!(points.iter().all(is_near), "{symbol} {price} {points:?}");
    }
    for symbol in ["^GSPC", "BTC", "GC=F"] {
        assert_eq!(extended_in(&updates, symbol), Vec::<&(i64, f64)>::new());
    }
}

#[tokio::test]
async fn post_market_starts_at_the_close_and_pre_market_ends_at_the_open() {
    let mut sample = small_simulator();
    let engine = Arc::clone(&sample.engine);
    let apple = engine.index_of("AAPL").unwrap();
    let price = |text: &str| {
        let second = at(text).as_second();
        let extended = crate::simulator::extended::extended_price(&engine, apple, second);
        extended.map_or_else(|| engine.price_at(apple, second), |(_, price)| price)
    };
    let close = price("2026-11-19T21:00:00Z");
    let evening = price("2026-11-19T21:00:01Z");
    let morning = price("2026-11-20T14:29:59Z");
    let opening = price("2026-11-20T14:30:00Z");
    assert!((evening / close - 1.0).abs() < 0.001, "{close} {evening}");
    assert!(
        (opening / morning - 1.0).abs() < 0.001,
        "{morning} {opening}"
    );

    // Quotes are on that path too, also after a restart.
    let mut bench = Bench::new("2026-11-20T14:00:00Z", Memory::default());
    let updates = bench.refresh(&mut sample).await;
    let quoted: Vec<_> = updates
        .iter()
        .filter_map(|update| match update {
            Update::Extended(prices) => prices.iter().find(|one| one.symbol == "AAPL"),
            _ => None,
        })
        .collect();
    let expected = price("2026-11-20T14:00:00Z");
    assert!(!quoted.is_empty());
    assert!(
        quoted.iter().all(|one| (one.price - expected).abs() < 1e-9),
        "{quoted:?}"
    );
}
