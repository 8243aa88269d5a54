//! Closed days and trading hours of an exchange: the program must handle rows of closed days in Yahoo's response, and use the trading
//! hours that the response has.

use jiff::{Timestamp, civil::DateTime};
use serde_json::{Value, json};

use super::served::{read_until, start, table_for};
use crate::{
    program::Running,
    server::{Reply, Server},
    spark::{is_spark, yahoo_response},
};

/// A date, its price, the range around it, and the volume.
type Day = (&'static str, f64, f64, f64);

/// Yahoo's data of a stock: time zone, daily closes, newest price, and trading period.
struct RecordedStock {
    symbol: &'static str,
    zone: &'static str,
    days: Vec<Day>,
    /// The newest price, and its time in the exchange's time zone.
    price: (f64, &'static str),
    /// Open and close in the exchange's time zone.
    period: Option<(&'static str, &'static str)>,
}

impl RecordedStock {
    fn second(&self, wall: &str) -> i64 {
        let wall: DateTime = wall.parse().unwrap();
        wall.in_tz(self.zone).unwrap().timestamp().as_second()
    }

    fn chart(&self) -> String {
        let column = |of: &dyn Fn(&Day) -> Value| self.days.iter().map(of).collect::<Vec<_>>();
        let starts = column(&|day| self.second(&format!("{}T09:00", day.0)).into());
        let mut meta = json!({
            "currency": "EUR", "symbol": self.symbol, "exchangeName": "XXX",
            "fullExchangeName": "Somewhere", "instrumentType": "EQUITY", "priceHint": 2,
            "exchangeTimezoneName": self.zone, "dataGranularity": "1d", "range": "5y",
            "regularMarketPrice": self.price.0, "regularMarketTime": self.second(self.price.1),
            "fiftyTwoWeekHigh": 130.0, "fiftyTwoWeekLow": 80.0, "longName": "A share",
        });
        if let Some((open, close)) = self.period {
            let zoned = open.parse::<DateTime>().unwrap().in_tz(self.zone).unwrap();
            meta["currentTradingPeriod"] = json!({"regular": {
                "start": self.second(open), "end": self.second(close),
                "gmtoffset": zoned.offset().seconds(),
            }});
        }
        let quote = json!({
            "open": column(&|day| day.1.into()), "close": column(&|day| day.1.into()),
            "high": column(&|day| (day.1 + day.2).into()),
            "low": column(&|day| (day.1 - day.2).into()),
            "volume": column(&|day| day.3.into()),
        });
        let result = json!({"meta": meta, "timestamp": starts, "indicators": {"quote": [quote]}});
        json!({"chart": {"result": [result], "error": null}}).to_string()
    }

    /// Starts the program at `now` (in the exchange's time zone) with this stock.
    async fn start_at(self, now: &str) -> StockProgram {
        let now = Timestamp::from_second(self.second(now)).unwrap();
        let (symbol, body) = (self.symbol, self.chart());
        let server = Server::start(move |request| {
            let is_of_stock =
                is_spark(request) || request.path.contains(&format!("/chart/{symbol}?"));
            Some(if is_of_stock {
                Reply::ok(yahoo_response(request, &body))
            } else {
                Reply::status(404, "")
            })
        })
        .await;
        let lines = format!("{}\nsymbols = ['AAPL']", table_for(&server));
        let folder = tempfile::tempdir().unwrap();
        let running = start(now, folder.path(), &[symbol], &[("yahoo", lines)]);
        let program = StockProgram {
            symbol,
            running,
            _server: server,
            _folder: folder,
        };
        let has_bars = |days: &Value| days.as_array().is_some_and(|days| !days.is_empty());
        read_until(|| program.history("1M"), has_bars);
        program
    }
}

struct StockProgram {
    symbol: &'static str,
    running: Running,
    _server: Server,
    _folder: tempfile::TempDir,
}

impl StockProgram {
    fn json(&self, rest: &str) -> Value {
        let path = format!("/api/tickers/{}{rest}", self.symbol);
        match self.running.get(&path) {
            (200, body) => serde_json::from_str(&body).unwrap(),
            _ => Value::Null,
        }
    }

    fn history(&self, timeframe: &str) -> Value {
        self.json(&format!("/price-history?timeframe={timeframe}"))
    }

    /// The dates of the daily line, oldest first.
    fn dates(&self) -> Vec<String> {
        let days = self.history("1M");
        let date = |point: &Value| Some(point["timestamp"].as_str()?.get(..10)?.to_owned());
        days.as_array().unwrap().iter().filter_map(date).collect()
    }

    /// The session, as soon as it is `expected`; otherwise the last one at the timeout.
    fn session(&self, expected: &str) -> Value {
        read_until(
            || self.json("")["session"].clone(),
            |session| session == expected,
        )
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_a_future_session_or_a_holiday_are_not_in_the_chart() {
    // Swiss National Day is a Friday in 2025; the Monday after has not begun.
    let stock = RecordedStock {
        symbol: "NOVX.SW",
        zone: "Europe/Zurich",
        days: vec![
            ("2025-07-29", 100.0, 1.0, 5e5),
            ("2025-07-30", 101.0, 1.0, 5e5),
            ("2025-07-31", 102.0, 1.0, 5e5),
            ("2025-08-01", 102.0, 0.0, 0.0),
            ("2025-08-04", 102.0, 0.0, 0.0),
        ],
        price: (102.0, "2025-07-31T17:30"),
        period: None,
    };
    let program = stock.start_at("2025-08-04T08:20").await;
    assert_eq!(program.session("closed"), "closed");
    assert_eq!(program.dates().last().unwrap(), "2025-07-31");
    assert_eq!(program.dates().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_calendar_holiday_with_trading_stays_in_the_chart() {
    let stock = RecordedStock {
        symbol: "NOVX.SW",
        zone: "Europe/Zurich",
        days: vec![
            ("2025-07-31", 102.0, 1.0, 5e5),
            ("2025-08-01", 104.0, 1.5, 3e5),
            ("2025-08-04", 103.0, 1.0, 4e5),
        ],
        price: (103.0, "2025-08-04T17:30"),
        period: None,
    };
    let program = stock.start_at("2025-08-04T19:00").await;
    assert_eq!(program.dates(), ["2025-07-31", "2025-08-01", "2025-08-04"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn sunday_is_a_session_in_kuwait_and_its_line_begins_on_it() {
    let stock = RecordedStock {
        symbol: "ZAINX.KW",
        zone: "Asia/Kuwait",
        days: vec![
            ("2026-10-07", 100.0, 1.0, 5e5),
            ("2026-10-08", 101.0, 1.0, 5e5),
            ("2026-10-09", 101.0, 0.0, 0.0),
            ("2026-10-11", 103.0, 1.0, 5e5),
        ],
        price: (103.0, "2026-10-11T10:55"),
        period: None,
    };
    let program = stock.start_at("2026-10-11T11:00").await;
    assert_eq!(program.session("regular"), "regular");
    assert_eq!(program.dates(), ["2026-10-07", "2026-10-08", "2026-10-11"]);
    let line = program.json("/session-line");
    assert_eq!(line["sessionStart"], "2026-10-11T06:00:00Z");
    // The calendar has no holidays of Kuwait.
    assert_eq!(program.json("")["schedule"]["holidaysKnown"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_or_half_day_known_only_to_the_provider_is_respected() {
    // Orthodox Easter Monday in Athens.
    let days = vec![
        ("2026-04-08", 100.0, 1.0, 5e5),
        ("2026-04-09", 101.0, 1.0, 5e5),
    ];
    let stock = |period| RecordedStock {
        symbol: "OPAX.AT",
        zone: "Europe/Athens",
        days: days.clone(),
        price: (101.0, "2026-04-09T17:20"),
        period: Some(period),
    };
    let monday = stock(("2026-04-14T10:00", "2026-04-14T17:20"));
    let monday = monday.start_at("2026-04-13T11:00").await;
    assert_eq!(monday.session("closed"), "closed");
    assert_eq!(
        monday.json("")["schedule"]["opensAt"],
        "2026-04-14T07:00:00Z"
    );
    let half_day = stock(("2026-04-10T10:00", "2026-04-10T13:00"));
    let half_day = half_day.start_at("2026-04-10T14:00").await;
    assert_eq!(half_day.session("closed"), "closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn trading_hours_are_unknown_until_the_provider_states_them() {
    let stock = |period| RecordedStock {
        symbol: "NABX.NP",
        zone: "Asia/Kathmandu",
        days: vec![
            ("2026-10-07", 100.0, 1.0, 5e5),
            ("2026-10-08", 101.0, 1.0, 5e5),
        ],
        price: (101.0, "2026-10-08T12:00"),
        period,
    };
    let without_hours = stock(None).start_at("2026-10-08T12:05").await;
    assert_eq!(without_hours.session("unknown"), "unknown");
    assert_eq!(without_hours.json("")["schedule"], Value::Null);
    let with_hours = stock(Some(("2026-10-08T11:00", "2026-10-08T15:00")));
    let with_hours = with_hours.start_at("2026-10-08T12:05").await;
    assert_eq!(with_hours.session("regular"), "regular");
}
