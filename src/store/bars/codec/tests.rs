use super::*;
use crate::testing::fuzz::fuzz;

fn round_trip(bars: &[Bar]) -> usize {
    let packed = pack(bars);
    let unpacked = unpack(&packed).expect("packed bars unpack");
    assert_eq!(unpacked.len(), bars.len());
    for (a, b) in bars.iter().zip(&unpacked) {
        let bits =
            |bar: &Bar| [bar.open, bar.high, bar.low, bar.close, bar.volume].map(f64::to_bits);
        assert_eq!(a.start, b.start);
        assert_eq!(bits(a), bits(b), "{a:?} became {b:?}");
    }
    let closes = unpack_closes(&packed).expect("the closes unpack");
    let closes = closes
        .iter()
        .map(|(start, close)| (*start, close.to_bits()));
    assert!(closes.eq(bars.iter().map(|bar| (bar.start, bar.close.to_bits()))));
    packed.len()
}

fn bar(start: i64, [open, high, low, close]: [f64; 4], volume: f64) -> Bar {
    Bar {
        start,
        open,
        high,
        low,
        close,
        volume,
    }
}

/// Returns a random walk with prices of `places` decimals and one bar every `step` seconds.
fn walk(rng: &mut fastrand::Rng, count: usize, places: i32, step: i64) -> Vec<Bar> {
    let unit = 10_f64.powi(places);
    let round = |price: f64| (price * unit).round() / unit;
    let mut price = rng.f64() * 400.0 + 1.0;
    (0..)
        .take(count)
        .map(|i| {
            let open = price;
            price = (price * (1.0 + (rng.f64() - 0.5) * 0.02)).max(0.01);
            let (high, low) = (open.max(price) * 1.003, open.min(price) * 0.997);
            let volume = (rng.f64() * 1e6).round();
            bar(
                1_700_000_000 + i * step,
                [open, high, low, price].map(round),
                volume,
            )
        })
        .collect()
}

#[test]
fn unknown_volumes_round_trip_in_few_bits() {
    let mut rng = fastrand::Rng::with_seed(7);
    for count in [1, 2, 78, 800] {
        let bars = walk(&mut rng, count, 2, 300);
        let known_size = pack(&bars).len();
        let with_unknown = |is_unknown: &mut dyn FnMut(usize) -> bool| -> Vec<Bar> {
            let bars = bars.iter().enumerate().map(|(index, bar)| Bar {
                volume: if is_unknown(index) {
                    Bar::UNKNOWN_VOLUME
                } else {
                    bar.volume
                },
                ..*bar
            });
            bars.collect()
        };
        assert!(round_trip(&with_unknown(&mut |_| true)) <= known_size + 2 + count / 4);
        assert!(
            round_trip(&with_unknown(&mut |index| index % 5 == 0)) <= known_size + 2 + count / 4
        );
    }
    let third = bar(0, [1.0; 4], 1.0 / 3.0);
    round_trip(&[third, bar(300, [1.0; 4], Bar::UNKNOWN_VOLUME)]);
}

#[test]
fn decimal_series_of_any_precision_round_trip() {
    let mut rng = fastrand::Rng::with_seed(1);
    for places in 0..=10 {
        for count in [1, 2, 3, 78, 288, 800] {
            round_trip(&walk(&mut rng, count, places, 300));
        }
    }
}

#[test]
fn any_finite_bit_pattern_round_trips() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut any_finite = || {
        loop {
            let value = f64::from_bits(rng.u64(..));
            if value.is_finite() {
                return value;
            }
        }
    };
    for count in [1, 2, 50] {
        let bars: Vec<Bar> = (0..count)
            .map(|i| {
                bar(
                    i * 7 - 20,
                    [any_finite(), any_finite(), any_finite(), any_finite()],
                    any_finite(),
                )
            })
            .collect();
        round_trip(&bars);
    }
}

#[test]
fn edge_cases_round_trip() {
    let flat = |price, volume| bar(0, [price; 4], volume);
    for price in [
        0.0,
        -0.0,
        f64::MIN_POSITIVE,
        1.0 / 3.0,
        1e-8,
        0.1 + 0.2,
        f64::MAX,
        -37.63,
    ] {
        for volume in [0.0, 1.0, 0.5, 1e15, 9_007_199_254_740_993.0, 1e300, -0.0] {
            round_trip(&[flat(price, volume)]);
        }
    }
    assert!(unpack(&pack(&[])).is_some_and(|bars| bars.is_empty()));
    // A large and a small price, of which each fits, but not with the same number of places.
    round_trip(&[bar(0, [9e14; 4], 9e15), bar(60, [0.123_456; 4], 0.000_1)]);
    // Starts before 1970, gaps of decades, and a high below the open, as in some files.
    round_trip(&[
        bar(-9_000_000_000, [5.0, 1.0, 9.0, 7.5], 3.0),
        bar(-8_999_913_600, [5.0, 4.0, 5.5, 6.0], 0.0),
        bar(4_000_000_000, [1.0; 4], 12.0),
    ]);
}

#[test]
fn single_precision_prices_take_no_more_than_their_bits() {
    // Some sources send 14.55 as a 32-bit float converted to 64 bits.
    let mut rng = fastrand::Rng::with_seed(9);
    let bars: Vec<Bar> = walk(&mut rng, 250, 2, 86_400)
        .iter()
        .map(|b| {
            let [o, h, l, c] =
                [b.open, b.high, b.low, b.close].map(|price| f64::from(price as f32));
            bar(b.start, [o, h, l, c], b.volume)
        })
        .collect();
    let bytes_per_bar = round_trip(&bars) as f64 / 250.0;
    assert!(bytes_per_bar < 26.0, "{bytes_per_bar} bytes per bar");
}

#[test]
fn an_idle_market_takes_few_bytes() {
    let bars: Vec<Bar> = (0..288).map(|i| bar(i * 300, [1.0; 4], 0.0)).collect();
    assert!(
        round_trip(&bars) < 20,
        "one day of a coin with a constant price"
    );
}

#[test]
fn truncated_or_corrupt_input_is_rejected_without_a_panic() {
    let mut rng = fastrand::Rng::with_seed(4);
    let packed = pack(&walk(&mut rng, 100, 2, 300));
    for end in 0..packed.len() - 1 {
        assert!(unpack(&packed[..end]).is_none(), "cut at {end}");
    }
    assert!(unpack(&[0xff; 40]).is_none());
    let others = [(3, 4, 3_600), (300, 8, 86_400), (1, 0, 300)];
    let others = others.map(|(count, places, step)| pack(&walk(&mut rng, count, places, step)));
    let samples = [&packed[..], &others[0], &others[1], &others[2]];
    fuzz("codec", &samples, |bytes| {
        // The closes of all bars that unpack can also be unpacked alone.
        let (bars, closes) = (unpack(bytes), unpack_closes(bytes));
        assert!(bars.is_none() || closes.is_some());
    });
}
