//! Endpoint for backtests: when an alert would have fired in the past year.

use std::cmp::Reverse;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{NewAlert, list_alert, ticker_alert};
use crate::{
    alerts::{Backtest, ListBacktest},
    domain::{
        alert::{AlertKind, Indicator},
        bar::Interval,
    },
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, strip_zero_fraction},
        },
    },
};

/// Why an alert on a screen has no backtest.
const NO_SCREENS: &str =
    "Past matches of a screen are not stored, so this alert cannot be backtested.";

/// Why an alert on holdings has no backtest.
const NO_HOLDINGS: &str =
    "Your holdings were different in the past, so this alert cannot be backtested.";

/// Why an alert on filings has no backtest.
const NO_FILINGS: &str = "Filings are not in the stored bars, so this alert cannot be backtested.";

/// The result of a backtest: when an alert would have fired in the past year, or since the first bar of its ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BacktestResult {
    /// Whether a backtest is possible. It is not possible with too few stored bars, nor for news, screens, holdings, a volume at any moment, a change within
    /// hours, a distance from the 52-week range, or a gap.
    known: bool,
    /// Why the backtest is not possible, in one sentence; null if it is possible.
    reason: Option<String>,
    /// Interval of the bars used: 1d or 1h (the shorter one if the conditions need both); null if the backtest is not possible.
    #[schema(value_type = Option<String>)]
    interval: Option<Interval>,
    /// When the alert would have fired, ascending. A time within a bar is rounded to the start of the bar.
    fired: Vec<BacktestPoint>,
    /// The close of every bar used, ascending.
    closes: Vec<BacktestPoint>,
    /// For an alert on a list: its tickers with enough bars, most fired first; `fired` and `closes` are empty. Empty for an alert on one
    /// ticker.
    tickers: Vec<BacktestTicker>,
    /// Number of tickers in the list without a backtest: those with too few stored bars, and those after the first 50.
    untried: usize,
}

/// How often an alert on a list would have fired for one of its tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BacktestTicker {
    /// The ticker's symbol.
    symbol: String,
    /// Number of times that the alert would have fired.
    times: usize,
    /// Start of the first bar used.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
}

/// A price at a point in time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BacktestPoint {
    /// The time.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// The price, in the ticker's currency; points for an index.
    price: Option<f64>,
}

/// Backtests an alert: returns every time at which its condition would have been met in the past year. Nothing is saved.
#[utoipa::path(get, path = "/api/alert-backtest",
    params(
        ("type" = String, Query, pattern = "^(price|volume|news|technical|event|screen|cost|holdings)$"),
        ("symbol" = Option<String>, Query, description = "symbol of the ticker (not case-sensitive)"),
        ("list" = Option<u32>, Query, description = "id of a list, instead of a ticker"),
        ("condition" = Option<String>, Query, pattern = "^(above|below|crosses|percent_change)$"),
        ("value" = Option<f64>, Query, description = "as in a new alert"),
        ("windowHours" = Option<u32>, Query, minimum = 1, maximum = 168, description = "as in a new alert"),
        ("indicator" = Option<String>, Query, pattern = "^(rsi|sma_cross|year_high|year_low|gap|earnings|ex_date|stale|filing)$", description = "as in a new alert"),
        ("interval" = Option<String>, Query, pattern = "^(1h|1d)$", description = "as in a new alert"),
        ("and" = Option<String>, Query, description = "further conditions as JSON, as in a new alert")),
    responses((status = 200, description = "When the alert would have fired, or why a backtest is not possible.", body = BacktestResult),
        (status = 404, description = "There is no such ticker or watchlist.", body = String),
        (status = 422, description = "The alert is invalid: a value out of range, or contradicting conditions.", body = String)))]
pub(crate) async fn backtest(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new = parse_alert(request)?;
    let result = if new.kind == AlertKind::Screen {
        BacktestResult::impossible(NO_SCREENS.to_owned())
    } else if matches!(new.kind, AlertKind::Cost | AlertKind::Holdings) {
        BacktestResult::impossible(NO_HOLDINGS.to_owned())
    } else if new.kind == AlertKind::Event && new.indicator == Some(Indicator::Filing) {
        BacktestResult::impossible(NO_FILINGS.to_owned())
    } else if let Some(list) = new.list {
        let alert = list_alert(state, request, &new, list).await?;
        let backtest = state.alerts.backtest_list(alert, state.now()).await?;
        backtest.map_or_else(BacktestResult::impossible, BacktestResult::of_list)
    } else {
        let alert = ticker_alert(state, request, &new)?;
        let backtest = state.alerts.backtest(alert, state.now()).await?;
        backtest.map_or_else(BacktestResult::impossible, |backtest| {
            BacktestResult::of_ticker(&backtest)
        })
    };
    Ok(reply::json(StatusCode::OK, &result))
}

/// Parses the alert from the query parameters.
fn parse_alert(request: &ApiRequest) -> Result<NewAlert> {
    let mut alert = Map::new();
    for name in ["type", "symbol", "condition", "indicator", "interval"] {
        alert.extend(
            request
                .query(name)
                .map(|text| (name.to_owned(), text.into())),
        );
    }
    for name in ["value", "windowHours", "list"] {
        let Some(text) = request.query(name) else {
            continue;
        };
        let number: serde_json::Number = strip_zero_fraction(&text)
            .parse()
            .map_err(|_| ApiError::bad_request(format!("Invalid number '{text}'.")))?;
        alert.insert(name.to_owned(), number.into());
    }
    let conditions = request.query("and").unwrap_or_else(|| "[]".to_owned());
    let conditions = serde_json::from_str(&conditions);
    let conditions = conditions.map_err(|_| {
        ApiError::unprocessable("Invalid 'and'; expected a JSON list of conditions.")
    })?;
    alert.insert("frequency".to_owned(), "always".into());
    let alert: NewAlert = serde_json::from_value(Value::Object(alert))
        .map_err(|error| ApiError::bad_request(format!("Invalid alert: {error}.")))?;
    Ok(NewAlert {
        and: conditions,
        ..alert
    })
}

impl BacktestResult {
    /// Creates the result of a backtest that is not possible.
    fn impossible(reason: String) -> Self {
        Self {
            known: false,
            reason: Some(reason),
            interval: None,
            fired: vec![],
            closes: vec![],
            tickers: vec![],
            untried: 0,
        }
    }

    /// Creates the result for an alert on one ticker.
    fn of_ticker(backtest: &Backtest) -> Self {
        let fired = backtest.fired.iter().map(|report| BacktestPoint {
            at: report.at,
            price: report.price,
        });
        let closes = backtest.bars.iter().filter_map(|bar| {
            Some(BacktestPoint {
                at: Timestamp::from_second(bar.start).ok()?,
                price: Some(bar.close),
            })
        });
        Self {
            known: true,
            reason: None,
            interval: Some(backtest.interval),
            fired: fired.collect(),
            closes: closes.collect(),
            tickers: vec![],
            untried: 0,
        }
    }

    /// Creates the result for an alert on a list.
    fn of_list(backtest: ListBacktest) -> Self {
        let tickers = backtest.tickers.into_iter().map(|ticker| BacktestTicker {
            symbol: ticker.symbol,
            times: ticker.times,
            since: ticker.since,
        });
        let mut tickers: Vec<_> = tickers.collect();
        tickers.sort_by_key(|ticker| Reverse(ticker.times));
        Self {
            known: true,
            reason: None,
            interval: Some(backtest.interval),
            fired: vec![],
            closes: vec![],
            tickers,
            untried: backtest.skipped,
        }
    }
}
