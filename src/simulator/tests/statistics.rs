//! Simulated prices and volumes have the statistics of a real market.

use std::collections::HashMap;

use super::*;

/// Returns daily log returns by bar start.
fn log_returns(engine: &Engine, symbol: &str, days: i64) -> HashMap<i64, f64> {
    days_of(engine, symbol, days, at(FRIDAY))
        .windows(2)
        .map(|pair| (pair[1].start, (pair[1].close / pair[0].close).ln()))
        .collect()
}

/// Returns the standard deviation and the kurtosis of `values`.
fn deviation_and_kurtosis(values: &(impl Iterator<Item = f64> + Clone)) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let central_moment =
        |power: i32| values.clone().map(|v| (v - mean).powi(power)).sum::<f64>() / count;
    let variance = central_moment(2);
    (variance.sqrt(), central_moment(4) / variance.powi(2))
}

fn correlation(engine: &Engine, one: &str, other: &str) -> f64 {
    let (one, other) = (
        log_returns(engine, one, 1_500),
        log_returns(engine, other, 1_500),
    );
    let pairs: Vec<(f64, f64)> = one
        .iter()
        .filter_map(|(start, change)| Some((*change, *other.get(start)?)))
        .collect();
    let sum = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
    sum(|(a, b)| a * b) / (sum(|(a, _)| a * a) * sum(|(_, b)| b * b)).sqrt()
}

#[test]
fn daily_returns_have_fat_tails_and_the_volatility_in_the_catalogue() {
    let engine = engine();
    for symbol in ["^GSPC", "NVDA", "KO", "BTC", "ETH", "GC=F", "CL=F"] {
        let log_returns = log_returns(&engine, symbol, 2_400);
        let (deviation, kurtosis) = deviation_and_kurtosis(&log_returns.values().copied());
        let expected = engine.catalogue.get(symbol).unwrap().volatility;
        assert!(kurtosis > 4.0, "{symbol}: kurtosis {kurtosis}");
        assert!(
            (0.75..1.3).contains(&(deviation / expected)),
            "{symbol}: deviation {deviation}, expected {expected}"
        );
    }
}

#[test]
fn tickers_are_correlated_as_in_reality() {
    let engine = engine();
    for (one, other, min_correlation) in [
        ("SPY", "^GSPC", 0.95),
        ("SPY", "VOO", 0.99),
        ("IVV", "VOO", 0.99),
        ("QQQ", "^IXIC", 0.95),
        ("GLD", "GC=F", 0.95),
        ("GOOG", "GOOGL", 0.95),
        ("XLE", "XOM", 0.5),
        ("BTC", "ETH", 0.5),
        // The New York session ends hours before the UTC day does, so the daily bars don't line up.
        ("IBIT", "BTC", 0.6),
    ] {
        let found = correlation(&engine, one, other);
        assert!(
            found > min_correlation,
            "{one} and {other}: correlation {found}"
        );
    }
    assert!(correlation(&engine, "BTC", "KO").abs() < 0.15);
}

#[test]
fn companies_of_a_sector_are_more_correlated_than_others() {
    let engine = engine();
    let within = correlation(&engine, "XOM", "CVX") + correlation(&engine, "JPM", "BAC");
    let across = correlation(&engine, "XOM", "JPM") + correlation(&engine, "CVX", "BAC");
    assert!(
        within > across + 0.2,
        "within sectors {within}, across sectors {across}"
    );
}

#[test]
fn prices_stay_plausible_from_2020_to_2036_and_match_the_catalogues_price_at_the_start_of_2026() {
    let engine = engine();
    for index in engine.indices().step_by(5) {
        let instrument = engine.instrument(index);
        let symbol = &instrument.profile.symbol;
        // In the long run, a walk with reversion r per session deviates by σ / √(2r): by 16 σ at most, for r = 0.002.
        // 32 σ are two such deviations. Growth is at most 0.075 per year: 0.83 in the eleven years after 2026.
        let max_ratio = (instrument.volatility * 32.0 + 0.9).exp();
        for year in 2020..=2036 {
            for month in [2, 7, 11] {
                let price = engine.price(index, at(&format!("{year}-{month:02}-15T15:00:00Z")));
                let ratio = price / instrument.price;
                assert!(
                    (1.0 / max_ratio..max_ratio).contains(&ratio),
                    "{symbol} {year}: {ratio} times the catalogue's price"
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
        for log_return in log_returns(&engine, symbol, 2_400).values() {
            assert!(log_return.abs() < 0.2, "{symbol} {log_return}");
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
    let volume_on_volatile_days =
        by_move[..100].iter().map(|(_, volume)| volume).sum::<f64>() / 100.0;
    assert!(
        volume_on_volatile_days > 1.2 * mean_volume,
        "{volume_on_volatile_days} on volatile days, {mean_volume} on average"
    );
    let expected = engine.catalogue.get("AAPL").unwrap().daily_volume;
    assert!((0.7..1.4).contains(&(mean_volume / expected)));

    let bars = bars_of(&engine, "AAPL", 60, at("2026-11-20T22:00:00Z")).five_minutes;
    // A session has 78 five-minute bars.
    let half_hour_volume = |first_bar: usize| -> f64 {
        let days = bars.chunks(78);
        days.map(|day| {
            day[first_bar..first_bar + 6]
                .iter()
                .map(|bar| bar.volume)
                .sum::<f64>()
        })
        .sum()
    };
    let (open, noon, close) = (
        half_hour_volume(0),
        half_hour_volume(36),
        half_hour_volume(72),
    );
    assert!(open > 2.0 * noon, "the open is busier than noon");
    assert!(close > 1.3 * noon, "the close is busier than noon");
}
