//! The reference reader of stream messages.

use data_encoding::BASE64;
use jiff::Timestamp;
use serde_json::Value;

use super::{
    facts::Facts,
    reader::{number, percent},
};

/// The content of a message.
pub(super) struct FrameFigures {
    pub(super) at: Timestamp,
    pub(super) facts: Facts,
    /// The regular close, if the price is from outside regular hours.
    pub(super) close: Option<f64>,
}

/// Empty if the message has no price.
pub(super) fn read(provider: &str, text: &str) -> Vec<FrameFigures> {
    let Ok(frame) = serde_json::from_str::<Value>(text) else {
        return Vec::new();
    };
    match provider {
        "yahoo_stream" => yahoo(&frame).into_iter().collect(),
        "coinbase" => coinbase(&frame).into_iter().collect(),
        "kraken" => kraken(&frame),
        "finnhub" => finnhub(&frame),
        _ => Vec::new(),
    }
}

fn coinbase(frame: &Value) -> Option<FrameFigures> {
    if frame["type"] != "ticker" {
        return None;
    }
    let symbol = frame["product_id"].as_str()?.strip_suffix("-USD")?;
    let (price, mut facts) = (number(&frame["price"])?, Facts::new(symbol));
    facts.add("/price", price);
    facts.add("/updatedAt", frame["time"].clone());
    facts.add("/change24h", percent(price, number(&frame["open_24h"])));
    for (path, field) in [("/dayHigh", "high_24h"), ("/dayLow", "low_24h")] {
        facts.add(path, number(&frame[field]));
    }
    drop_unknown(&mut facts);
    Some(FrameFigures {
        at: frame["time"].as_str()?.parse().ok()?,
        facts,
        close: None,
    })
}

/// Drops unknown figures: an earlier message may have supplied them.
fn drop_unknown(facts: &mut Facts) {
    facts.figures.retain(|(_, value)| !value.is_null());
}

fn kraken(frame: &Value) -> Vec<FrameFigures> {
    let row = |row: &Value| {
        let symbol = row["symbol"].as_str()?.strip_suffix("/USD")?;
        let mut facts = Facts::new(symbol);
        facts.add("/price", number(&row["last"])?);
        facts.add("/updatedAt", row["timestamp"].clone());
        facts.add("/change24h", number(&row["change_pct"]));
        facts.add("/dayHigh", number(&row["high"]));
        facts.add("/dayLow", number(&row["low"]));
        drop_unknown(&mut facts);
        Some(FrameFigures {
            at: row["timestamp"].as_str()?.parse().ok()?,
            facts,
            close: None,
        })
    };
    let rows = frame["data"].as_array().into_iter().flatten();
    let is_ticker = frame["channel"] == "ticker";
    rows.filter(|_| is_ticker).filter_map(row).collect()
}

/// Of several trades of one symbol the last one counts.
fn finnhub(frame: &Value) -> Vec<FrameFigures> {
    let trades = frame["data"].as_array().cloned().unwrap_or_default();
    let mut symbols: Vec<&str> = trades
        .iter()
        .filter_map(|trade| trade["s"].as_str())
        .collect();
    symbols.dedup();
    let last = |symbol: &str| {
        let of_symbol = trades.iter().filter(|trade| trade["s"] == symbol);
        let trade = of_symbol.max_by_key(|trade| trade["t"].as_i64())?;
        let (price, at) = (number(&trade["p"])?, trade["t"].as_i64()?);
        add_extended_price(symbol, price, at, None, None)
    };
    symbols.into_iter().filter_map(last).collect()
}

/// Adds a stock's price depending on the time in New York; a price from outside regular hours does not change the close.
fn add_extended_price(
    symbol: &str,
    price: f64,
    milliseconds: i64,
    session: Option<u64>,
    change: Option<f64>,
) -> Option<FrameFigures> {
    let at = Timestamp::from_millisecond(milliseconds).ok()?;
    let clock = at.in_tz("America/New_York").ok()?;
    let minute = i32::from(clock.hour()) * 60 + i32::from(clock.minute());
    let by_clock = match minute {
        240..570 => 0,
        570..960 => 1,
        960..1_200 => 2,
        _ => 3,
    };
    let mut facts = Facts::new(symbol);
    let close = change.map_or(price * 0.99, |percent| price / (1.0 + percent / 100.0));
    // Rounded to cents, like exchange prices.
    let close = (close * 100.0).round() / 100.0;
    match session.unwrap_or(by_clock) {
        1 => {
            facts.add("/price", price);
            facts.add("/updatedAt", at.to_string());
        }
        add_extended_price @ (0 | 2) => {
            facts.add("/price", close);
            facts.add("/extended/price", price);
            facts.add("/extended/updatedAt", at.to_string());
            facts.add(
                "/extended/session",
                ["pre", "", "post"][add_extended_price as usize],
            );
            facts.add("/extended/change", change.or(percent(price, Some(close))));
        }
        _ => return None,
    }
    let is_outside = facts.figures.len() > 2;
    Some(FrameFigures {
        at,
        facts,
        close: is_outside.then_some(close),
    })
}

/// A field of a protobuf message.
enum Field {
    Number(u64),
    Bytes(Vec<u8>),
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 127) << shift;
        if first & 128 == 0 {
            return Some(value);
        }
    }
    None
}

fn fields(mut bytes: &[u8]) -> Option<Vec<(u64, Field)>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let length = match key & 7 {
            0 => {
                all.push((key >> 3, Field::Number(varint(&mut bytes)?)));
                continue;
            }
            1 => 8,
            5 => 4,
            _ => usize::try_from(varint(&mut bytes)?).ok()?,
        };
        let (value, rest) = bytes.split_at_checked(length)?;
        all.push((key >> 3, Field::Bytes(value.to_vec())));
        bytes = rest;
    }
    Some(all)
}

fn yahoo(frame: &Value) -> Option<FrameFigures> {
    let message = BASE64.decode(frame["message"].as_str()?.as_bytes()).ok()?;
    let fields = fields(&message)?;
    let bytes = |number: u64| {
        fields.iter().find_map(|(at, field)| match field {
            Field::Bytes(bytes) if *at == number => Some(bytes.as_slice()),
            _ => None,
        })
    };
    let integer = |number: u64| {
        fields.iter().find_map(|(at, field)| match field {
            Field::Number(value) if *at == number => Some(*value),
            _ => None,
        })
    };
    // Signed integers are zigzag-encoded: 0, -1, 1, -2.
    let signed = |number: u64| integer(number).and_then(|value| i64::try_from(value >> 1).ok());
    // Single precision: the shortest decimal number with that value.
    let single = |number: u64| {
        let four: [u8; 4] = bytes(number)?.try_into().ok()?;
        f32::from_le_bytes(four).to_string().parse::<f64>().ok()
    };
    let digits = signed(27).unwrap_or(2);
    let digits = usize::try_from(digits).ok()?;
    let rounded = |price: f64| format!("{price:.digits$}").parse::<f64>().ok();
    let price_of = |number: u64| single(number).and_then(rounded);
    let id = String::from_utf8(bytes(1)?.to_vec()).ok()?;
    let (price, at) = (price_of(2)?, signed(3)?);
    let is_coin = signed(6).or(integer(6).map(|_| 0)) == Some(20);
    let symbol = id.strip_suffix("-USD").filter(|_| id.ends_with("-USD"));
    let session = integer(7).unwrap_or(0).min(3);
    if !is_coin && symbol.is_none() && session != 1 {
        return add_extended_price(&id, price, at, Some(session), single(8));
    }
    let mut facts = Facts::new(symbol.unwrap_or(&id));
    facts.add("/price", price);
    facts.add(
        "/updatedAt",
        Timestamp::from_millisecond(at).ok()?.to_string(),
    );
    if symbol.is_none() {
        let by_change = single(12).and_then(|change| rounded(single(2)? - change));
        let previous = price_of(16).or(by_change);
        facts.add("/previousClose", previous);
        facts.add("/change24h", percent(price, previous));
        facts.add("/volume24h", signed(9).map(|volume| volume as f64));
    } else {
        facts.add("/volume24h", signed(28).map(|volume| volume as f64));
    }
    facts.add("/dayHigh", price_of(10).map(|high| high.max(price)));
    facts.add("/dayLow", price_of(11).map(|low| low.min(price)));
    let cap = bytes(33).and_then(|cap| Some(f64::from_le_bytes(cap.try_into().ok()?)));
    facts.add("/marketCap", cap);
    drop_unknown(&mut facts);
    Some(FrameFigures {
        at: Timestamp::from_millisecond(at).ok()?,
        facts,
        close: None,
    })
}
