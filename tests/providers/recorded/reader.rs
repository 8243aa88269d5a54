//! The reference reader of a recorded response, to check the program against. It parses the response as untyped JSON
//! and computes the expected figures with plain arithmetic.

use std::cmp::Reverse;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use serde_json::{Value, json};

use super::facts::Facts;

/// A number; it may be written as text or wrapped in an object.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        Value::Object(fields) => fields.get("raw")?.as_f64(),
        other => other.as_f64(),
    }
}

pub(super) fn percent(now: f64, then: Option<f64>) -> Option<f64> {
    then.filter(|then| *then != 0.0)
        .map(|then| (now / then - 1.0) * 100.0)
}

fn seconds(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// A row of a chart without nulls.
#[derive(Debug, Clone, Copy)]
struct Row {
    at: i64,
    date: Date,
    high: f64,
    low: f64,
    close: f64,
}

/// A parsed chart.
pub(super) struct Chart {
    meta: Value,
    events: Value,
    rows: Vec<Row>,
    zone: TimeZone,
    /// How many minor units (such as pence) make a main unit; 1 if prices are in main units.
    minor_units: f64,
    pub(super) price: f64,
    pub(super) at: Timestamp,
}

/// The main unit of a currency, and how many of the given units it has.
fn whole(currency: &str) -> (&str, f64) {
    match currency {
        "GBp" | "GBX" => ("GBP", 100.0),
        "ZAc" => ("ZAR", 100.0),
        "ILA" => ("ILS", 100.0),
        "USX" | "USc" => ("USD", 100.0),
        other => (other, 1.0),
    }
}

/// The time of a row's close: the end of its interval, but not after the session's end in the body.
fn end_of(meta: &Value, start: i64) -> i64 {
    let step = match meta["dataGranularity"].as_str() {
        Some("1m") => 60,
        Some("2m") => 120,
        Some("5m") => 300,
        Some("60m" | "1h") => 3_600,
        _ => return start,
    };
    let close = meta["currentTradingPeriod"]["regular"]["end"].as_i64();
    let close = close.filter(|close| *close >= start).unwrap_or(i64::MAX);
    close.min(start + step)
}

/// Days without trading for which recordings nevertheless have a row.
const HOLIDAYS: [(&str, &str); 1] = [("Europe/Berlin", "2018-05-21")];

impl Chart {
    /// `None` if it has no price.
    pub(super) fn of(result: &Value) -> Option<Self> {
        let meta = result["meta"].clone();
        let name = meta["exchangeTimezoneName"].as_str().unwrap_or("UTC");
        let zone = TimeZone::get(name).ok()?;
        let (_, mut minor_units) = whole(meta["currency"].as_str().unwrap_or_default());
        if meta["instrumentType"] == "INDEX" {
            minor_units = 1.0;
        }
        let columns = &result["indicators"]["quote"][0];
        let row = |(at, second): (usize, &Value)| {
            let column = |name: &str| number(&columns[name][at]).map(|price| price / minor_units);
            let (second, close) = (second.as_i64()?, column("close")?);
            let prices = [column("open"), column("high"), column("low"), Some(close)];
            let prices = prices.into_iter().flatten();
            Some(Row {
                at: second,
                date: seconds(second).to_zoned(zone.clone()).date(),
                high: prices.clone().fold(close, f64::max),
                low: prices.fold(close, f64::min),
                close,
            })
        };
        let starts = result["timestamp"].as_array().cloned().unwrap_or_default();
        let rows: Vec<Row> = starts.iter().enumerate().filter_map(row).collect();
        let stated_price =
            number(&meta["regularMarketPrice"]).zip(meta["regularMarketTime"].as_i64());
        let (price, at) = stated_price
            .map(|(price, at)| (price / minor_units, at))
            .or_else(|| rows.last().map(|row| (row.close, end_of(&meta, row.at))))?;
        Some(Self {
            events: result["events"].clone(),
            rows,
            zone,
            minor_units,
            price,
            at: seconds(at),
            meta,
        })
    }

    /// A price in the metadata, in the main unit of the currency.
    fn meta_price(&self, field: &str) -> Option<f64> {
        number(&self.meta[field]).map(|price| price / self.minor_units)
    }

    fn is_coin(&self) -> bool {
        self.meta["instrumentType"] == "CRYPTOCURRENCY"
    }

    fn today(&self) -> Date {
        self.at.to_zoned(self.zone.clone()).date()
    }

    /// Whether the exchange was closed that day.
    fn is_closed(&self, date: Date) -> bool {
        let zone = self.zone.iana_name();
        let mut closed = HOLIDAYS.iter();
        closed.any(|(of, day)| zone == Some(*of) && date.to_string() == *day)
    }

    /// One row per day, from daily bars.
    fn days(&self) -> Vec<Row> {
        let mut days: Vec<Row> = Vec::new();
        if self.meta["dataGranularity"] == "1d" {
            for row in self.rows.iter().filter(|row| !self.is_closed(row.date)) {
                days.retain(|day| day.date != row.date);
                days.push(*row);
            }
        }
        days
    }

    pub(super) fn symbol(&self) -> String {
        let symbol = self.meta["symbol"].as_str().unwrap_or_default();
        let plain = symbol.strip_suffix("-USD").filter(|_| self.is_coin());
        plain.unwrap_or(symbol).to_owned()
    }

    pub(super) fn yahoo_symbol(&self) -> String {
        self.meta["symbol"].as_str().unwrap_or_default().to_owned()
    }

    /// The close of the previous session: as stated; the close before a one-day range; the previous day's bar; or
    /// derived from the stated change of the day. A coin has no sessions.
    fn previous_close(&self) -> Option<f64> {
        if self.is_coin() {
            return None;
        }
        let before_the_day = self
            .meta_price("chartPreviousClose")
            .filter(|_| self.meta["range"] == "1d");
        let days = self.days();
        let of_bars = || match &days[..] {
            [.., before, last] if last.date == self.today() => {
                let gap = last.date.since(before.date).ok()?.get_days();
                (gap <= 5).then_some(before.close)
            }
            _ => None,
        };
        let of_change = || {
            let whole_day = self
                .meta_price("fulldayPrice")
                .zip(self.meta_price("fulldayChange"));
            whole_day.map(|(price, change)| price - change).or_else(|| {
                let percent = number(&self.meta["regularMarketChangePercent"])?;
                Some(self.price / (1.0 + percent / 100.0))
            })
        };
        self.meta_price("previousClose")
            .or(before_the_day)
            .or_else(of_bars)
            .or_else(of_change)
    }

    /// The close of the session a week earlier, or of the last one before it.
    fn week_ago(&self) -> Option<f64> {
        let is_hourly = ["1h", "60m"].map(|step| self.meta["dataGranularity"] == step);
        if self.is_coin() {
            let length = match self.meta["dataGranularity"].as_str()? {
                "1d" => 86_400,
                "1h" | "60m" => 3_600,
                _ => return None,
            };
            let latest = self.at.as_second() - 7 * 86_400 - length;
            let row = self.rows.iter().rfind(|row| row.at <= latest)?;
            return (row.at >= latest - 5 * 86_400).then_some(row.close);
        }
        let rows = if is_hourly.contains(&true) {
            self.rows.clone()
        } else {
            self.days()
        };
        let then = self.today() - SignedDuration::from_hours(7 * 24);
        let earliest = then - SignedDuration::from_hours(5 * 24);
        let row = rows.iter().rfind(|row| row.date <= then)?;
        (row.date >= earliest).then_some(row.close)
    }

    /// The highest and lowest price of the `days` before the price, if bars reach back that far (with a tolerance of
    /// `tolerance` days).
    fn range(&self, days: i64, tolerance: i64) -> [Option<f64>; 2] {
        let rows = self.days();
        let midnight = |date: Date| {
            date.to_zoned(TimeZone::UTC)
                .unwrap()
                .timestamp()
                .as_second()
        };
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return [None; 2];
        };
        let end = self.at.as_second().max(midnight(last.date));
        let start = end - days * 86_400;
        if midnight(first.date) > start + tolerance * 86_400
            || midnight(last.date) <= end - 6 * 86_400
        {
            return [None; 2];
        }
        let within = rows.iter().filter(|row| midnight(row.date) > start);
        let [high, low] = [
            within
                .clone()
                .map(|row| row.high)
                .fold(self.price, f64::max),
            within.map(|row| row.low).fold(self.price, f64::min),
        ];
        [
            Some(
                self.meta_price("regularMarketDayHigh")
                    .map_or(high, |day| day.max(high)),
            ),
            Some(
                self.meta_price("regularMarketDayLow")
                    .map_or(low, |day| day.min(low)),
            ),
        ]
    }

    /// Dividends: ex-date on the exchange's calendar, and amount; newest first.
    fn payments(&self) -> Vec<(Date, f64)> {
        let events = self.events["dividends"].as_object();
        let payment = |event: &Value| {
            let at = seconds(event["date"].as_i64()?);
            let amount = number(&event["amount"])? / self.minor_units;
            Some((at.to_zoned(self.zone.clone()).date(), amount))
        };
        let all = events.into_iter().flat_map(|events| events.values());
        let mut all: Vec<(Date, f64)> = all.filter_map(payment).collect();
        all.sort_by_key(|payment| Reverse(payment.0));
        all
    }

    /// The session a minute after the price, if the body states that day's hours.
    fn session(&self) -> Option<&'static str> {
        if self.is_coin() {
            return Some("always");
        }
        let now = self.at.as_second() + 60;
        let period = |name: &str| {
            let period = &self.meta["currentTradingPeriod"][name];
            Some(period["start"].as_i64()?..period["end"].as_i64()?)
        };
        // Some responses have the hours of another day.
        let is_of_the_day = (now - period("regular")?.start).abs() < 86_400;
        ["pre", "regular", "post"]
            .into_iter()
            .filter(|_| is_of_the_day)
            .find(|name| period(name).is_some_and(|span| span.contains(&now)))
    }

    /// The figures of a quote.
    pub(super) fn quote(&self) -> Facts {
        let mut facts = Facts::new(&self.symbol());
        let previous = self.previous_close();
        facts.add("/price", self.price);
        facts.add("/updatedAt", self.at.to_string());
        facts.add("/previousClose", previous);
        if !self.is_coin() {
            facts.add("/change24h", percent(self.price, previous));
        }
        let day = |field: &str, combine: fn(f64, f64) -> f64| {
            self.meta_price(field)
                .map(|stated_extreme| combine(stated_extreme, self.price))
        };
        facts.add("/dayHigh", day("regularMarketDayHigh", f64::max));
        facts.add("/dayLow", day("regularMarketDayLow", f64::min));
        let volume = number(&self.meta["regularMarketVolume"]).filter(|volume| *volume > 0.0);
        facts.add("/volume24h", volume);
        let [high, low] = self.range(364, 5);
        facts.add("/yearHigh", day("fiftyTwoWeekHigh", f64::max).or(high));
        facts.add("/yearLow", day("fiftyTwoWeekLow", f64::min).or(low));
        facts.add(
            "/currency",
            whole(self.meta["currency"].as_str().unwrap_or("USD")).0,
        );
        facts.add("/marketCap", Value::Null);
        facts.add("/session", self.session());
        facts
            .figures
            .retain(|(path, value)| path != "/session" || !value.is_null());
        facts
    }

    /// The figures of a quote, and those from bars and dividends.
    pub(super) fn facts(&self) -> Facts {
        let mut facts = self.quote();
        let week = percent(self.price, self.week_ago());
        facts.add("/change7d", week);
        if week.is_some() {
            facts.add("/weekLine/change", week);
        }
        let [high, low] = self.range(7, 1);
        facts.add("/weekHigh", high);
        facts.add("/weekLow", low);
        let days = self.days();
        facts.add("/days/count", days.len());
        facts.add("/days/lastClose", days.last().map(|day| day.close));
        if ["1m", "2m", "5m"]
            .iter()
            .any(|step| self.meta["dataGranularity"] == *step)
        {
            let mut starts: Vec<i64> = self.rows.iter().map(|row| row.at.div_euclid(300)).collect();
            starts.dedup();
            facts.add("/fiveMinutes/count", starts.len());
            let last = self.rows.last().map(|row| row.close);
            facts.add("/fiveMinutes/lastClose", last);
        }
        let dividends = self.payments();
        let rows: Vec<Value> = dividends
            .iter()
            .map(|(date, amount)| json!([date.to_string(), amount]))
            .collect();
        facts.add("/dividends", rows);
        self.add_yield(&mut facts, &dividends);
        facts
    }

    /// For regular payers: the dividends of the last twelve months, divided by the price.
    fn add_yield(&self, facts: &mut Facts, dividends: &[(Date, f64)]) {
        let amounts = dividends.iter().map(|(_, amount)| *amount);
        let (smallest, largest) = (
            amounts.clone().fold(f64::MAX, f64::min),
            amounts.fold(0.0, f64::max),
        );
        if dividends.len() < 2 || largest > 1.4 * smallest {
            return;
        }
        let today = self.today();
        // An ex-date shifts by some days from year to year: a quarterly payer pays four times a
        // year.
        let gap = (dividends[0].0.since(dividends[1].0).unwrap().get_days()).max(1);
        let a_year = usize::try_from((365 + gap / 2) / gap.max(25))
            .unwrap()
            .max(1);
        let since = today - SignedDuration::from_hours(24 * 385);
        let within = dividends
            .iter()
            .filter(|(date, _)| *date <= today && *date > since);
        let sum: f64 = within.take(a_year).map(|(_, amount)| amount).sum();
        facts.add("/trailingDividends/regular", sum);
        facts.add("/trailingDividends/special", 0.0);
        facts.add("/trailingDividends/yield", 100.0 * sum / self.price);
    }
}

/// The charts in a body for several symbols.
pub(super) fn spark(body: &Value) -> Vec<Chart> {
    let entries = body["spark"]["result"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let chart = |entry: &Value| Chart::of(&entry["response"][0]);
    entries.iter().filter_map(chart).collect()
}

/// The coins in a body.
pub(super) fn coins(body: &Value) -> Vec<(Timestamp, Facts)> {
    let coin = |coin: &Value| {
        let at: Timestamp = coin["last_updated"].as_str()?.parse().ok()?;
        let mut facts = Facts::new(&coin["symbol"].as_str()?.to_uppercase());
        let price = number(&coin["current_price"])?;
        let positive = |field: &str| number(&coin[field]).filter(|number| *number > 0.0);
        facts.add("/price", price);
        facts.add("/updatedAt", at.to_string());
        facts.add("/change24h", number(&coin["price_change_percentage_24h"]));
        let week = number(&coin["price_change_percentage_7d_in_currency"]);
        facts.add("/change7d", week);
        facts.add("/marketCap", positive("market_cap"));
        facts.add("/volume24h", positive("total_volume"));
        facts.add("/dayHigh", positive("high_24h").map(|high| high.max(price)));
        facts.add("/dayLow", positive("low_24h").map(|low| low.min(price)));
        facts.add("/allTimeHigh", positive("ath").map(|high| high.max(price)));
        for unknown in [
            "/previousClose",
            "/weekHigh",
            "/weekLow",
            "/yearHigh",
            "/yearLow",
        ] {
            facts.add(unknown, Value::Null);
        }
        facts.add("/session", "always");
        Some((at, facts))
    };
    body.as_array()
        .into_iter()
        .flatten()
        .filter_map(coin)
        .collect()
}

/// A Finnhub quote; the file name has the symbol.
pub(super) fn finnhub(symbol: &str, body: &Value) -> Option<(Timestamp, Facts)> {
    let at = seconds(body["t"].as_i64()?);
    let positive = |field: &str| number(&body[field]).filter(|number| *number > 0.0);
    let price = positive("c")?;
    let mut facts = Facts::new(symbol);
    facts.add("/price", price);
    facts.add("/updatedAt", at.to_string());
    facts.add("/previousClose", positive("pc"));
    facts.add("/change24h", percent(price, positive("pc")));
    facts.add("/dayHigh", positive("h").map(|high| high.max(price)));
    facts.add("/dayLow", positive("l").map(|low| low.min(price)));
    for unknown in [
        "/change7d",
        "/volume24h",
        "/yearHigh",
        "/weekHigh",
        "/marketCap",
    ] {
        facts.add(unknown, Value::Null);
    }
    Some((at, facts))
}

/// `$1,234.50`, `($0.12)`, or empty.
pub(super) fn money(text: &Value) -> Option<f64> {
    let text = text.as_str()?.replace(['$', ','], "");
    match text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(loss) => loss.parse::<f64>().ok().map(|loss| -loss),
        None => text.parse().ok(),
    }
}

/// The text between each pair of tags, without CDATA and with entities decoded.
pub(super) fn texts(xml: &str, tag: &str) -> Vec<String> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    let inner = |rest: &str| {
        let text = rest.split(&close).next()?.trim();
        let text = text
            .strip_prefix("<![CDATA[")
            .and_then(|text| text.strip_suffix("]]>"))
            .unwrap_or(text);
        let text = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&#39;", "'"),
            ("&apos;", "'"),
            ("&amp;", "&"),
        ]
        .iter()
        .fold(text.to_owned(), |text, (entity, letter)| {
            text.replace(entity, letter)
        });
        Some(text)
    };
    xml.split(&open).skip(1).filter_map(inner).collect()
}
