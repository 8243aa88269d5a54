//! The reference reader of a case, to check the program against. It parses the responses about one symbol as untyped
//! JSON and computes the expected figures with plain arithmetic.

use jiff::{
    SignedDuration, Timestamp, ToSpan as _,
    civil::{Date, Weekday},
    tz::TimeZone,
};
use serde_json::{Value, json};

use super::{super::reader::number, bodies::Bodies, program::marketdeck_symbol};

/// Holidays of exchanges in the years that the cases cover.
const HOLIDAYS: [(&str, &str); 4] = [
    (
        "America/New_York",
        "2019-12-25 2020-01-01 2020-04-10 2024-11-28 2024-12-25 2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 \
         2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 \
         2026-05-25 2026-06-19 2026-07-03 2026-09-07",
    ),
    (
        "Europe/London",
        "2025-08-25 2025-12-25 2025-12-26 2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31",
    ),
    (
        "America/Sao_Paulo",
        "2025-11-20 2025-12-24 2025-12-25 2025-12-31 2026-01-01 2026-02-16 2026-02-17 2026-04-03 2026-04-21 2026-05-01 \
         2026-06-04 2026-09-07",
    ),
    ("Asia/Tokyo", "2026-07-20 2026-08-11 2026-09-21"),
];
/// Maximum ratio between two prices of a ticker.
const MAX_PRICE_RATIO: f64 = 50.0;

/// A row of a chart; its close is in the main unit of the currency.
#[derive(Debug, Clone, Copy)]
struct Row {
    at: i64,
    date: Date,
    open: f64,
    high: f64,
    low: f64,
    close: f64,
    volume: Option<f64>,
    is_point: bool,
}

/// The content of the responses about a symbol.
pub(super) struct Case {
    pub(super) symbol: String,
    meta: Value,
    /// Metadata of the sparkline response.
    spark_meta: Option<Value>,
    splits: Vec<(i64, f64)>,
    zone: TimeZone,
    zone_name: String,
    /// How many minor units (such as pence) make a main unit; 1 if prices are in main units.
    minor_units: f64,
    now: Timestamp,
    days: Vec<Row>,
    hours: Vec<Row>,
    five_minute: Vec<Row>,
}

impl Case {
    /// `None` if the daily response is unreadable.
    pub(super) fn of(bodies: &Bodies, symbol: &str, now: Timestamp) -> Option<Self> {
        let chart = |interval: &str| bodies.json(&format!("chart-{symbol}-{interval}"));
        let result = |body: Value| body["chart"]["result"][0].clone();
        let daily = result(chart("1d")?);
        let meta = daily["meta"].clone();
        let zone_name = meta["exchangeTimezoneName"].as_str()?.to_owned();
        let is_index = meta["instrumentType"] == "INDEX";
        let minor_units = if meta["currency"] == "GBp" && !is_index {
            100.0
        } else {
            1.0
        };
        let spark = bodies.json(&format!("spark-{symbol}"));
        let spark_meta =
            spark.map(|body| body["spark"]["result"][0]["response"][0]["meta"].clone());
        let mut case = Self {
            symbol: marketdeck_symbol(symbol),
            zone: TimeZone::get(&zone_name).ok()?,
            zone_name,
            minor_units,
            now,
            spark_meta,
            splits: splits(&daily),
            days: Vec::new(),
            hours: Vec::new(),
            five_minute: Vec::new(),
            meta,
        };
        case.days = case.daily(&daily);
        let rows = |interval: &str| {
            chart(interval).map(|body| case.remove_closed_days(case.rows(&result(body))))
        };
        let (hours, five_minute) = (rows("1h"), rows("5m"));
        case.hours = hours.unwrap_or_default();
        case.five_minute = five_minute.unwrap_or_default();
        Some(case)
    }

    fn is_coin(&self) -> bool {
        self.meta["instrumentType"] == "CRYPTOCURRENCY"
    }

    fn is_plausible(&self, price: f64) -> bool {
        let may_be_negative =
            self.meta["instrumentType"] == "INDEX" || self.meta["instrumentType"] == "FUTURE";
        price > 0.0 || may_be_negative && price < 0.0
    }

    fn date(&self, second: i64) -> Date {
        Timestamp::from_second(second)
            .unwrap()
            .to_zoned(self.zone.clone())
            .date()
    }

    /// Returns the rows in order, adjusted for each split in the response.
    fn rows(&self, result: &Value) -> Vec<Row> {
        let columns = &result["indicators"]["quote"][0];
        let stamps = result["timestamp"].as_array().cloned().unwrap_or_default();
        let row = |(nth, stamp): (usize, &Value)| {
            let cell = |name: &str| number(&columns[name][nth]);
            let (at, close) = (
                stamp.as_i64()?,
                cell("close").filter(|close| self.is_plausible(*close))?,
            );
            let others = ["open", "high", "low"].map(|name| cell(name).unwrap_or(close));
            Some(Row {
                at,
                date: self.date(at),
                open: others[0] / self.minor_units,
                high: others[1].max(others[0]).max(close) / self.minor_units,
                low: others[2].min(others[0]).min(close) / self.minor_units,
                volume: cell("volume"),
                close: close / self.minor_units,
                is_point: others.iter().all(|other| (other - close).abs() < 1e-9)
                    && cell("volume").unwrap_or(0.0) <= 0.0,
            })
        };
        let mut rows: Vec<Row> = stamps.iter().enumerate().filter_map(row).collect();
        rows.sort_by_key(|row| row.at);
        for (at, ratio) in &self.splits {
            let day = self.date(*at);
            let first = rows.iter().position(|row| row.date >= day);
            let Some(first) = first.filter(|first| *first > 0) else {
                continue;
            };
            let jump = (rows[first - 1].close / rows[first].open).ln();
            if (jump - ratio.ln()).abs() < jump.abs() {
                for row in &mut rows[..first] {
                    for price in [&mut row.open, &mut row.high, &mut row.low, &mut row.close] {
                        *price /= ratio;
                    }
                }
            }
        }
        rows
    }

    /// Returns one row for each trading day whose session has begun.
    fn daily(&self, result: &Value) -> Vec<Row> {
        let price_date = self.meta["regularMarketTime"]
            .as_i64()
            .map(|at| self.date(at));
        let mut days: Vec<Row> = Vec::new();
        for row in self.rows(result) {
            let repeats = row.is_point
                && price_date.is_some_and(|price_date| row.date > price_date)
                && !self.is_coin();
            if repeats || row.at > self.now.as_second() {
                continue;
            }
            match days.last_mut() {
                // A single price after the row of a day replaces the close of that day.
                Some(day) if day.date == row.date && row.is_point => {
                    (day.high, day.low) = (day.high.max(row.close), day.low.min(row.close));
                    day.close = row.close;
                }
                Some(day) if day.date == row.date => *day = row,
                _ => days.push(row),
            }
        }
        self.remove_closed_days(days)
    }

    /// Removes rows of days on which the exchange was closed, unless there was trading: a price that differs from the
    /// last one and, where volumes are known, a volume.
    fn remove_closed_days(&self, rows: Vec<Row>) -> Vec<Row> {
        let mut before: Option<Row> = None;
        let mut open_days = rows;
        open_days.retain(|row| {
            let before = before.replace(*row);
            let prices = |row: &Row| [row.open, row.high, row.low, row.close];
            let is_new = before.is_none_or(|before| prices(&before) != prices(row));
            let moved = before.is_some_and(|before| before.close != row.close);
            let is_traded = row.volume != Some(0.0) && is_new && (row.high > row.low || moved);
            self.trades(row.date) || is_traded
        });
        open_days
    }

    fn trades(&self, date: Date) -> bool {
        if self.is_coin() {
            return true;
        }
        let text = date.to_string();
        let mut closed = HOLIDAYS.iter().filter(|(zone, _)| *zone == self.zone_name);
        let is_closed = closed.any(|(_, days)| days.contains(&text))
            && self.meta["instrumentType"] != "CURRENCY";
        let rest = if self.zone_name == "Asia/Riyadh" {
            [Weekday::Friday, Weekday::Saturday]
        } else {
            [Weekday::Saturday, Weekday::Sunday]
        };
        !is_closed && !rest.contains(&date.weekday())
    }

    fn last_session(&self, mut date: Date) -> Date {
        while !self.trades(date) {
            date -= 1.day();
        }
        date
    }

    /// Returns the newest price and its date.
    fn price(&self) -> (f64, Date) {
        let stated_price =
            number(&self.meta["regularMarketPrice"]).zip(self.meta["regularMarketTime"].as_i64());
        let stated_price =
            stated_price.map(|(price, at)| (price / self.minor_units, self.date(at)));
        let row = self.days.last().map(|row| (row.close, row.date));
        match (stated_price, row) {
            (Some(stated_price), Some(row)) if row.1 > stated_price.1 => row,
            (stated_price, row) => stated_price.or(row).unwrap(),
        }
    }

    fn close_of(&self, date: Date) -> Option<f64> {
        let row = self.days.iter().find(|row| row.date == date);
        row.map(|row| row.close)
    }

    /// Returns the close of the previous session: as stated with today's price, otherwise from the daily bar.
    fn previous_close(&self) -> Option<f64> {
        if self.is_coin() {
            return None;
        }
        let (price, day) = self.price();
        let before = self.last_session(self.last_session(day) - 1.day());
        let of_bars = self.close_of(before);
        let stated_close = self
            .spark_meta
            .as_ref()
            .and_then(|meta| number(&meta["previousClose"]));
        let stated_close = stated_close.map(|close| close / self.minor_units);
        let opens = self.meta["currentTradingPeriod"]["regular"]["start"].as_i64();
        let is_for_next_session = opens.is_some_and(|open| self.date(open) > day);
        let ratio_to_price = |close: f64| (close / price).max(price / close);
        stated_close
            .filter(|close| {
                !is_for_next_session && (price < 0.0 || ratio_to_price(*close) <= MAX_PRICE_RATIO)
            })
            .or(of_bars)
    }

    /// Returns the change over a day in percent: since the previous close or, without sessions, since 24 hours before.
    fn change(&self) -> Option<f64> {
        let (price, _) = self.price();
        let then = if self.is_coin() {
            self.day_ago()
        } else {
            self.previous_close()
        };
        then.filter(|then| *then > 0.0)
            .map(|then| (price / then - 1.0) * 100.0)
    }

    fn day_ago(&self) -> Option<f64> {
        let then = self.meta["regularMarketTime"].as_i64()? - 86_400;
        let ends = self
            .hours
            .iter()
            .flat_map(|row| [(row.at + 3_600, row.close), (row.at, row.open)]);
        let (at, price) = ends.min_by_key(|(at, _)| (at - then).abs())?;
        ((at - then).abs() <= 1_800).then_some(price)
    }

    /// Returns the change in percent since the close of the session a week before; `None` for coins.
    fn week_change(&self) -> Option<f64> {
        let (price, day) = self.price();
        let then = self.last_session(self.last_session(day) - SignedDuration::from_hours(7 * 24));
        let then = self.close_of(then).filter(|then| *then > 0.0)?;
        Some((price / then - 1.0) * 100.0)
    }

    fn has_sessions(&self) -> bool {
        let of_exchanges = ["EQUITY", "ETF", "INDEX", "MUTUALFUND"];
        of_exchanges
            .iter()
            .any(|kind| self.meta["instrumentType"] == *kind)
    }

    /// A price in the metadata, in the main unit of the currency.
    fn meta_price(&self, field: &str) -> Option<f64> {
        let price = number(&self.meta[field]).map(|price| price / self.minor_units);
        price.filter(|price| self.is_plausible(*price))
    }

    /// Returns the time of the price, if the response has it.
    fn stated_price_time(&self) -> Option<i64> {
        let (_, day) = self.price();
        let at = self.meta["regularMarketTime"].as_i64()?;
        (self.date(at) == day).then_some(at)
    }

    /// The highest and lowest price of the `days` before the price, if bars reach back that far (with a
    /// tolerance of `tolerance` days).
    fn range(&self, days: i64, tolerance: i64) -> [Option<f64>; 2] {
        let midnight = |date: Date| {
            let midnight = date.to_zoned(TimeZone::UTC).unwrap();
            midnight.timestamp().as_second()
        };
        let (price, day) = self.price();
        let at = self.stated_price_time().unwrap_or_else(|| midnight(day));
        let (Some(first), Some(last)) = (self.days.first(), self.days.last()) else {
            return [None; 2];
        };
        let end = at.max(midnight(last.date));
        let start = end - days * 86_400;
        if midnight(first.date) > start + tolerance * 86_400
            || midnight(last.date) <= end - 6 * 86_400
        {
            return [None; 2];
        }
        let within = self.days.iter().filter(|row| midnight(row.date) > start);
        let high = within.clone().map(|row| row.high).fold(price, f64::max);
        let low = within.map(|row| row.low).fold(price, f64::min);
        let is_of_price = self.stated_price_time().is_some();
        let day_high = self
            .meta_price("regularMarketDayHigh")
            .filter(|_| is_of_price);
        let day_low = self
            .meta_price("regularMarketDayLow")
            .filter(|_| is_of_price);
        [
            Some(day_high.map_or(high, |day| day.max(high))),
            Some(day_low.map_or(low, |day| day.min(low))),
        ]
    }

    /// Returns a 52-week high or low: the stated one, extended by the prices of the week. If the stated one differs from
    /// the bars by the ratio of a split, it is unadjusted, and the bars are used instead.
    fn year_extreme(&self, field: &str, side: usize, combine: fn(f64, f64) -> f64) -> Option<f64> {
        let of_bars = self.range(364, 5)[side];
        let week = self.range(7, 1)[side];
        let is_unadjusted = |stated_extreme: &f64| {
            let factor = of_bars.map_or(1.0, |extreme| stated_extreme / extreme);
            let mut ratios = self.splits.iter();
            ratios.any(|(_, ratio)| (factor.ln() - ratio.ln()).abs() < 0.1 * ratio.ln().abs())
        };
        let stated_extreme = self
            .meta_price(field)
            .filter(|stated_extreme| !is_unadjusted(stated_extreme));
        let (price, _) = self.price();
        let stated_extreme = stated_extreme.map(|stated_extreme| {
            combine(
                stated_extreme,
                week.map_or(price, |week| combine(week, price)),
            )
        });
        stated_extreme.or(of_bars)
    }

    /// The current session of the exchange, if the response has today's hours.
    fn session(&self) -> Option<&'static str> {
        if self.is_coin() {
            return Some("always");
        }
        let now = self.now.as_second();
        if !self.trades(self.date(now)) {
            return Some("closed");
        }
        let period = |name: &str| {
            let period = &self.meta["currentTradingPeriod"][name];
            Some((period["start"].as_i64()?, period["end"].as_i64()?))
        };
        let (open, _) = period("regular")?;
        if self.date(open) != self.date(now) {
            return None;
        }
        let mut names = ["regular", "pre", "post"].into_iter();
        let within = |name: &&str| {
            let span = period(name);
            span.is_some_and(|(start, end)| (start..end).contains(&now))
        };
        Some(names.find(within).unwrap_or("closed"))
    }

    /// Returns the figures by their path in the API responses.
    pub(super) fn figures(&self) -> Vec<(String, Value)> {
        let (price, _) = self.price();
        let mut figures = vec![
            ("/ticker/price", json!(price)),
            ("/ticker/previousClose", json!(self.previous_close())),
            ("/ticker/change24h", json!(self.change())),
        ];
        if self.has_sessions() {
            let [high, low] = self.range(7, 1);
            figures.extend([
                ("/ticker/change7d", json!(self.week_change())),
                ("/session/previousClose", json!(self.previous_close())),
                ("/ticker/weekHigh", json!(high)),
                ("/ticker/weekLow", json!(low)),
                (
                    "/ticker/yearHigh",
                    json!(self.year_extreme("fiftyTwoWeekHigh", 0, f64::max)),
                ),
                (
                    "/ticker/yearLow",
                    json!(self.year_extreme("fiftyTwoWeekLow", 1, f64::min)),
                ),
            ]);
            figures.extend(
                self.session()
                    .map(|session| ("/ticker/session", json!(session))),
            );
        }
        let figure = |(path, value): (&str, Value)| (path.to_owned(), value);
        figures.into_iter().map(figure).collect()
    }

    /// The points of each line: time and price.
    pub(super) fn lines(&self) -> Vec<(&'static str, Value)> {
        let mut lines = vec![
            ("1M", self.line_of_days(1.month())),
            ("1Y", self.line_of_days(1.year())),
        ];
        if self.has_sessions() {
            lines.extend(self.week_line().map(|line| ("1W", line)));
            lines.extend(self.day_line().map(|line| ("1D", line)));
        }
        lines
    }

    fn day_points(&self, is_within: impl Fn(Date) -> bool) -> Vec<(Date, f64)> {
        let (price, day) = self.price();
        let rows = self.days.iter().filter(|row| is_within(row.date));
        let mut points: Vec<(Date, f64)> = rows.map(|row| (row.date, row.close)).collect();
        match points.last_mut() {
            Some(last) if last.0 == self.last_session(day) => last.1 = price,
            Some(last) if last.0 < day => points.push((day, price)),
            _ => {}
        }
        points
    }

    fn line_of_days(&self, back: jiff::Span) -> Value {
        let before = self.date(self.now.as_second()).checked_sub(back).unwrap();
        to_json(&self.day_points(|date| date > before))
    }

    /// The week's line, if there are no hourly bars: from the close a week before, or from seven days ago.
    fn week_line(&self) -> Option<Value> {
        if !self.hours.is_empty() || !self.five_minute.is_empty() {
            return None;
        }
        let (_, day) = self.price();
        let then = self.last_session(self.last_session(day) - 7.days());
        if let Some(close) = self.close_of(then).filter(|_| self.week_change().is_some()) {
            let mut points = self.day_points(|date| date > then);
            points.insert(0, (then, close));
            return Some(to_json(&points));
        }
        let since = self.now - SignedDuration::from_hours(7 * 24);
        let is_since = |date: Date| date.to_zoned(TimeZone::UTC).unwrap().timestamp() > since;
        Some(to_json(&self.day_points(is_since)))
    }

    /// The day's line, if there are no shorter bars and the price is of the current session: from the previous close to
    /// the price.
    fn day_line(&self) -> Option<Value> {
        if !self.hours.is_empty() || !self.five_minute.is_empty() {
            return None;
        }
        let regular = &self.meta["currentTradingPeriod"]["regular"];
        let (open, at) = (regular["start"].as_i64()?, self.stated_price_time()?);
        let now = self.now.as_second();
        if !(open..=now).contains(&at) {
            return None;
        }
        let moment = |second| Timestamp::from_second(second).unwrap().to_string();
        let (price, _) = self.price();
        let start = self.previous_close().filter(|_| self.change().is_some());
        let start = start.map(|close| json!([moment(open), close]));
        let points = start.into_iter().chain([json!([moment(at), price])]);
        Some(points.collect::<Vec<_>>().into())
    }

    /// The bars of an interval: date and close.
    pub(super) fn bars(&self, interval: &str) -> Vec<(String, f64)> {
        let rows = match interval {
            "1d" => &self.days,
            "1h" => &self.hours,
            _ => &self.five_minute,
        };
        let row = |row: &Row| (row.date.to_string(), row.close);
        rows.iter().map(row).collect()
    }

    pub(super) fn zone(&self) -> TimeZone {
        self.zone.clone()
    }
}

fn to_json(points: &[(Date, f64)]) -> Value {
    let point = |(date, price): &(Date, f64)| json!([format!("{date}T00:00:00Z"), price]);
    points.iter().map(point).collect::<Vec<_>>().into()
}

/// The splits in a response: time, and new units per old unit.
fn splits(result: &Value) -> Vec<(i64, f64)> {
    let splits = result["events"]["splits"].as_object();
    let split = |split: &Value| {
        let ratio = number(&split["numerator"])? / number(&split["denominator"])?;
        Some((split["date"].as_i64()?, ratio))
    };
    splits
        .into_iter()
        .flat_map(|splits| splits.values())
        .filter_map(split)
        .collect()
}
