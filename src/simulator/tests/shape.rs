//! The simulation has the statistics of a market.

use std::collections::HashMap;

use super::*;

/// Returns daily log returns by bar start.
fn changes(engine: &Engine, symbol: &str, days: i64) -> HashMap<i64, f64> {
    days_of(engine, symbol, days, at(FRIDAY))
        .windows(2)
        .map(|pair| (pair[1].start, (pair[1].close / pair[0].close).ln()))
        .collect()
}

fn moments(values: &(impl Iterator<Item = f64> + Clone)) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let about = |power: i32| values.clone().map(|v| (v - mean).powi(power)).sum::<f64>() / count;
    (about(2).sqrt(), about(4) / about(2).powi(2))
}

fn correlation(engine: &Engine, one: &str, other: &str) -> f64 {
    let (one, other) = (changes(engine, one, 1_500), changes(engine, other, 1_500));
    let pairs: Vec<(f64, f64)> = one
        .iter()
        .filter_map(|(start, change)| Some((*change, *other.get(start)?)))
        .collect();
    let sum = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
    sum(|(a, b)| a * b) / (sum(|(a, _)| a * a) * sum(|(_, b)| b * b)).sqrt()
}

#[test]
fn daily_changes_have_fat_tails_and_the_volatility_of_the_catalogue() {
    let engine = engine();
    for symbol in ["^GSPC", "NVDA", "KO", "BTC", "ETH", "GC=F", "CL=F"] {
        let changes = changes(&engine, symbol, 2_400);
        let (deviation, kurtosis) = moments(&changes.values().copied());
        let expected = engine.catalogue.get(symbol).unwrap().volatility;
        assert!(kurtosis > 4.0, "{symbol}: kurtosis {kurtosis}");
        assert!(
            (0.75..1.3).contains(&(deviation / expected)),
            "{symbol}: {deviation} for {expected}"
        );
    }
}

#[test]
fn tickers_are_correlated_as_in_reality() {
    let engine = engine();
    for (one, other, least) in [
        ("SPY", "^GSPC", 0.95),
        ("SPY", "VOO", 0.99),
        ("IVV", "VOO", 0.99),
        ("QQQ", "^IXIC", 0.95),
        ("GLD", "GC=F", 0.95),
        ("GOOG", "GOOGL", 0.95),
        ("XLE", "XOM", 0.5),
        ("BTC", "ETH", 0.5),
        // New York closes hours before the UTC day.
        ("IBIT", "BTC", 0.6),
    ] {
        let found = correlation(&engine, one, other);
        assert!(found > least, "{one} and {other}: {found}");
    }
    assert!(correlation(&engine, "BTC", "KO").abs() < 0.15);
}

#[test]
fn companies_of_a_sector_are_more_correlated_than_others() {
    let engine = engine();
    let within = correlation(&engine, "XOM", "CVX") + correlation(&engine, "JPM", "BAC");
    let across = correlation(&engine, "XOM", "JPM") + correlation(&engine, "CVX", "BAC");
    assert!(within > across + 0.2, "{within} {across}");
}

#[test]
fn prices_stay_plausible_from_2020_to_2036_and_meet_the_catalogue_in_2026() {
    let engine = engine();
    for index in engine.indices().step_by(5) {
        let instrument = engine.instrument(index);
        let symbol = &instrument.profile.symbol;
        // Two and a half standard deviations of a decade, plus growth.
        let most = (instrument.volatility * 32.0 + 0.9).exp();
        for year in 2020..=2036 {
            for month in [2, 7, 11] {
                let price = engine.price(index, at(&format!("{year}-{month:02}-15T15:00:00Z")));
                let ratio = price / instrument.price;
                assert!(
                    (1.0 / most..most).contains(&ratio),
                    "{symbol} {year}: {ratio} of the catalogue's price"
                );
            }
        }
        let ratio = engine.price(index, at("2026-01-01T00:00:00Z")) / instrument.price;
        assert!((0.99..1.01).contains(&ratio), "{symbol}: {ratio}");
    }
}

#[test]
fn a_pegged_coin_keeps_its_peg() {
    let engine = engine();
    for bar in days_of(&engine, "USDT", 2_000, at(FRIDAY)) {
        assert!(bar.low > 0.99 && bar.high < 1.01, "{bar:?}");
    }
}

#[test]
fn an_ordinary_day_does_not_look_like_a_split() {
    let engine = engine();
    for symbol in ["AAPL", "SPY", "^GSPC", "JNJ"] {
        for change in changes(&engine, symbol, 2_400).values() {
            assert!(change.abs() < 0.2, "{symbol} {change}");
        }
    }
}

#[test]
fn volume_is_high_when_prices_move_and_at_the_open_and_the_close() {
    let engine = engine();
    let days = days_of(&engine, "AAPL", 1_500, at(FRIDAY));
    let moved: Vec<(f64, f64)> = days
        .windows(2)
        .map(|pair| ((pair[1].close / pair[0].close).ln().abs(), pair[1].volume))
        .collect();
    let mean_volume = moved.iter().map(|(_, volume)| volume).sum::<f64>() / moved.len() as f64;
    let mut by_move = moved;
    by_move.sort_by(|a, b| b.0.total_cmp(&a.0));
    let wild = by_move[..100].iter().map(|(_, volume)| volume).sum::<f64>() / 100.0;
    assert!(wild > 1.2 * mean_volume, "{wild} {mean_volume}");
    let expected = engine.catalogue.get("AAPL").unwrap().daily_volume;
    assert!((0.7..1.4).contains(&(mean_volume / expected)));

    let bars = bars_of(&engine, "AAPL", 60, at("2026-11-20T22:00:00Z")).five_minutes;
    let part = |from: usize| -> f64 {
        let days = bars.chunks(78);
        days.map(|day| {
            day[from..from + 6]
                .iter()
                .map(|bar| bar.volume)
                .sum::<f64>()
        })
        .sum()
    };
    assert!(part(0) > 2.0 * part(36), "the open is busier than noon");
    assert!(part(72) > 1.3 * part(36), "so is the close");
}
