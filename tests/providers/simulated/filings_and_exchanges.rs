//! Simulated responses of the SEC, Deutsche Börse and Euronext.

use jiff::{SignedDuration, civil::Date};
use marketdeck::domain::{
    Timestamp,
    currency::Currency,
    identity::Isin,
    ticker::{Profile, TickerKind},
};
use serde_json::{Value, json};

use super::World;
use crate::server::Request;

/// The listings at European exchanges with their ISIN.
const LISTINGS: [(&str, &str); 3] = [
    ("SAP.DE", "DE0007164600"),
    ("OR.PA", "FR0000120321"),
    ("MC.PA", "FR0000121014"),
];
/// Companies that report to the SEC.
const FILERS: [(&str, u32); 2] = [("AAPL", 320_193), ("MSFT", 789_019)];

/// Optional fields of the JSON responses; each response has one.
pub(super) const OPTIONAL_FIELDS: &[&str] = &[
    "/0/title",
    "/filings/recent/primaryDocDescription",
    "/facts/us-gaap/Revenues/units/USD/0/fp",
    "/closingPricePrevTradingDay",
    "/v/0",
];

/// Returns the ISIN of a listing at a European exchange.
pub(super) fn isin_of(symbol: &str) -> Option<Isin> {
    let (_, isin) = LISTINGS.iter().find(|(known, _)| *known == symbol)?;
    isin.parse().ok()
}

/// Returns the profiles of all listings at European exchanges.
pub(super) fn listings() -> Vec<Profile> {
    let profile = |(symbol, isin): &(&str, &str)| Profile {
        isin: isin.parse().ok(),
        currency: Currency::parse("EUR").unwrap(),
        ..Profile::new(*symbol, *symbol, TickerKind::Stock)
    };
    LISTINGS.iter().map(profile).collect()
}

/// The day in UTC some days before a time.
fn day_before(now: Timestamp, days: i64) -> Date {
    let time = now - SignedDuration::from_hours(24 * days);
    time.to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// The list of filers, the filings of a company, or its figures.
pub(super) fn sec(world: &World, request: &Request) -> String {
    let now = world.time_at("sec");
    if request.path.ends_with("/company_tickers.json") {
        let entry = |(index, (symbol, cik)): (usize, &(&str, u32))| {
            let entry = json!({ "cik_str": cik, "ticker": symbol, "title": "A company" });
            (index.to_string(), entry)
        };
        let list: serde_json::Map<String, Value> = FILERS.iter().enumerate().map(entry).collect();
        return Value::Object(list).to_string();
    }
    if request.path.contains("/submissions/") {
        let filed = day_before(now, 1).to_string();
        return json!({ "filings": { "recent": {
            "accessionNumber": ["0000320193-26-000020"], "filingDate": [filed], "reportDate": [""],
            "acceptanceDateTime": [format!("{filed}T21:30:00.000Z")], "form": ["8-K"], "items": ["2.02"],
            "primaryDocument": ["news.htm"], "primaryDocDescription": ["8-K"],
        } } })
        .to_string();
    }
    let row = json!({
        "start": "2025-01-01", "end": "2025-12-31", "val": 100, "accn": "0000320193-26-000001",
        "fy": 2025, "fp": "FY", "form": "10-K", "filed": "2026-02-01",
    });
    json!({ "facts": { "us-gaap": { "Revenues": { "units": { "USD": [row] } } } } }).to_string()
}

/// The price of a listing at Xetra with the delay of 15 minutes, or yesterday's daily bar.
pub(super) fn deutsche_boerse(world: &World, request: &Request) -> String {
    let now = world.time_at("deutsche_boerse");
    if request.path.contains("/tradingview/history?") {
        let midnight = day_before(now, 1)
            .to_zoned(jiff::tz::TimeZone::UTC)
            .unwrap();
        let start = midnight.timestamp().as_second();
        return json!({ "s": "ok", "t": [start], "o": [229], "h": [231], "l": [228], "c": [230.05], "v": [5] })
            .to_string();
    }
    let (_, rest) = request.path.split_once("isin=").unwrap_or_default();
    let traded = now - SignedDuration::from_mins(15);
    json!({
        "isin": rest.split('&').next(), "lastPrice": world.price(231.5),
        "timestampLastPrice": traded.to_string(), "closingPricePrevTradingDay": 230.05,
        "currency": { "originalValue": "EUR" },
    })
    .to_string()
}

/// The last two days of a listing at Euronext.
pub(super) fn euronext(world: &World, request: &Request) -> String {
    let now = world.time_at("euronext");
    let (_, instrument) = request.path.split_once("Ajax/").unwrap_or_default();
    let isin = instrument.split('-').next().unwrap_or_default();
    let row = |days: i64, close: f64| {
        let day = day_before(now, days).strftime("%d/%m/%Y").to_string();
        format!("{day};598;610;590;600;{close};5\n")
    };
    let rows = row(1, 600.4) + &row(2, 598.0);
    format!(
        "\u{feff}\"Historical Data\"\n\"From\"\n{isin}\nDate;Open;High;Low;Last;Close;\"Number of Shares\"\n{rows}"
    )
}
