//! Simulated responses of the fallbacks without a key: CNBC, Binance and Nasdaq's histories.

use jiff::{SignedDuration, civil::Date};
use marketdeck::domain::Timestamp;
use serde_json::json;

use super::World;
use crate::server::Request;

/// Optional fields of these responses; each response has one.
pub(super) const OPTIONAL_FIELDS: &[&str] = &[
    "/FormattedQuoteResult/FormattedQuote/0/high",
    "/barData/priceBars/0/volume",
    "/0/highPrice",
    "/1/price",
    "/0/11",
    "/0/5",
    "/bid",
    "/data/tradesTable/rows/0/volume",
    "/data/dividends/rows/0/declarationDate",
    "/data/rows/0/name",
    "/data/primaryData/volume",
];

fn yesterday(now: Timestamp) -> Date {
    let time = now - SignedDuration::from_hours(24);
    time.to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// The quotes of the requested symbols, yesterday's daily bar, or the five-minute bar of the last hour.
pub(super) fn cnbc(world: &World, request: &Request) -> String {
    let now = world.time_at("cnbc");
    if request.path.contains("/harmony/app/bars/") {
        let time = if request.path.contains("/1D/") {
            yesterday(now).strftime("%Y%m%d000000").to_string()
        } else {
            let hour_ago = now - SignedDuration::from_hours(1);
            let hour_ago = hour_ago.in_tz("America/New_York").unwrap();
            hour_ago.strftime("%Y%m%d%H0000").to_string()
        };
        return json!({ "barData": { "priceBars": [{
            "open": "4,080.0", "high": "4,090.0", "low": "4,070.0", "close": "4,085.0", "volume": 7, "tradeTime": time,
        }] } })
        .to_string();
    }
    let (_, rest) = request.path.split_once("symbols=").unwrap_or_default();
    let symbols = rest.split('&').next().unwrap_or_default();
    let symbols = symbols.replace("%40", "@").replace("%3D", "=");
    let time = now.strftime("%Y-%m-%dT%H:%M:%S.000+0000").to_string();
    let quote = |symbol: &str| {
        json!({
            "symbol": symbol, "code": 0, "last": format!("{:.2}", world.price(4_080.0)), "change": "1.00",
            "previous_day_closing": "4,079.00", "high": "4,190.00", "low": "4,000.00", "last_time": time,
        })
    };
    let quotes: Vec<_> = symbols.split("%7C").map(quote).collect();
    json!({ "FormattedQuoteResult": { "FormattedQuote": quotes } }).to_string()
}

/// Solana and a few other pairs; a dollar is a USDT.
pub(super) fn binance(world: &World, request: &Request) -> String {
    let (path, now) = (&request.path, world.time_at("binance"));
    let milliseconds = now.as_millisecond();
    if path.ends_with("/ticker/price") {
        return json!([
            { "symbol": "SOLUSDT", "price": "140.5" },
            { "symbol": "ODDUSDT", "price": "1" },
            { "symbol": "BTCUSDT", "price": "91000" },
        ])
        .to_string();
    }
    if path.contains("/ticker/24hr") {
        return json!([{
            "symbol": "SOLUSDT", "openPrice": "140", "highPrice": "150", "lowPrice": "130",
            "lastPrice": world.price(140.5).to_string(), "quoteVolume": "1000000", "closeTime": milliseconds,
        }])
        .to_string();
    }
    if path.contains("/klines") {
        let length = if path.contains("interval=1d") {
            86_400_000
        } else {
            300_000
        };
        let start = milliseconds - milliseconds % length - length;
        return json!([[
            start,
            "140",
            "150",
            "130",
            "141",
            "7",
            start + length - 1,
            "1000",
            3,
            "3",
            "400",
            "0"
        ]])
        .to_string();
    }
    if path.contains("/candles") {
        let start = now.as_second() - now.as_second() % 86_400 - 86_400;
        return json!([[start, 0.99, 1.01, 1.0, 1.0, 7]]).to_string();
    }
    json!({ "price": "1.0", "bid": "1.0", "time": now.to_string() }).to_string()
}

/// Yesterday's daily bar, a dividend, or a split of a company that nobody follows.
pub(super) fn nasdaq(world: &World, request: &Request) -> String {
    let day = yesterday(world.time_at("nasdaq_history"))
        .strftime("%m/%d/%Y")
        .to_string();
    let data = if request.path.contains("/historical?") {
        json!({ "tradesTable": { "rows": [{
            "date": day, "open": "$249.00", "high": "$252.00", "low": "$248.00", "close": "$250.00", "volume": "7",
        }] } })
    } else if request.path.contains("/dividends?") {
        json!({ "dividends": { "rows": [{
            "exOrEffDate": "11/09/2026", "type": "Cash", "amount": "$0.26", "declarationDate": "10/29/2026", "currency": "USD",
        }] } })
    } else {
        json!({ "rows": [{ "symbol": "SPLT", "name": "Split", "ratio": "2 : 1", "executionDate": day }] })
    };
    json!({ "data": data, "status": { "rCode": 200 } }).to_string()
}

/// A trade of this minute.
pub(super) fn nasdaq_quote(world: &World, request: &Request) -> String {
    let now = world.time_at("nasdaq_quotes");
    let time = now.in_tz("America/New_York").unwrap();
    let time = time.strftime("%b %-d, %Y %-I:%M %p ET").to_string();
    let (_, rest) = request.path.split_once("/quote/").unwrap_or_default();
    let symbol = rest.split('/').next().unwrap_or_default();
    let trade = json!({
        "lastSalePrice": "$250.50", "netChange": "+2.00", "lastTradeTimestamp": time, "volume": "24,048,344", "currency": null,
    });
    let data =
        json!({ "symbol": symbol, "primaryData": trade, "secondaryData": null, "keyStats": null });
    json!({ "data": data, "status": { "rCode": 200 } }).to_string()
}

/// A list of one stock.
pub(super) fn nasdaq_list() -> String {
    let row = json!({
        "symbol": "AAPL", "name": "Apple", "lastsale": "$250.50", "marketCap": "3750000000000.00", "sector": "Technology",
        "industry": "Computers", "country": "United States",
    });
    json!({ "data": { "rows": [row] }, "status": { "rCode": 200 } }).to_string()
}
