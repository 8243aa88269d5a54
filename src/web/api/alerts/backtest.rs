//! Backtest: when an alert would have fired in the past year.

use std::cmp::Reverse;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{NewAlert, described, over_list};
use crate::{
    alerts::{Backtest, ListBacktest},
    domain::bar::Interval,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, whole},
        },
    },
};

/// When an alert would have fired in the past year, or since its ticker's bars begin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BacktestAnswer {
    /// Whether stored bars can answer: not for news, a volume at any moment, a change within hours, a distance from the 52-week
    /// range or a gap, and not with too few bars.
    known: bool,
    /// Why the backtest is not possible, in one sentence; null where it is.
    reason: Option<String>,
    /// Interval of the bars used, the shorter one where conditions need both: 1d or 1h; null without a backtest.
    #[schema(value_type = Option<String>)]
    interval: Option<Interval>,
    /// When the alert would have fired, ascending; a moment within a bar is given as the bar's start.
    fired: Vec<Moment>,
    /// The close of every bar used, ascending.
    closes: Vec<Moment>,
    /// For an alert over a list: its tickers with enough bars, most fired first; `fired` and `closes` are then empty. Empty for an
    /// alert on one ticker.
    tickers: Vec<TriedTicker>,
    /// Number of tickers in the list without a backtest: too few bars are stored, or they come after the first 50.
    untried: usize,
}

/// How often an alert over a list would have fired for one ticker.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TriedTicker {
    /// The ticker's symbol.
    symbol: String,
    /// How often the alert would have fired.
    times: usize,
    /// Start of the first bar used.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
}

/// A price at a point in time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Moment {
    /// The time.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// In the ticker's currency; points for an index.
    price: Option<f64>,
}

/// Backtests an alert over the past year: every time its condition would have been met. Nothing is saved.
#[utoipa::path(get, path = "/api/alert-backtest",
    params(
        ("type" = String, Query, pattern = "^(price|volume|news|technical|event)$"),
        ("symbol" = Option<String>, Query, description = "the ticker, in any case"),
        ("list" = Option<u32>, Query, description = "the number of a list, instead of a ticker"),
        ("condition" = Option<String>, Query, pattern = "^(above|below|crosses|percent_change)$"),
        ("value" = Option<f64>, Query, description = "as in a new alert"),
        ("windowHours" = Option<u32>, Query, minimum = 1, maximum = 168, description = "as in a new alert"),
        ("indicator" = Option<String>, Query, pattern = "^(rsi|sma_cross|year_high|year_low|gap|earnings|ex_date|stale)$", description = "as in a new alert"),
        ("interval" = Option<String>, Query, pattern = "^(1h|1d)$", description = "as in a new alert"),
        ("and" = Option<String>, Query, description = "further conditions as JSON, as in a new alert")),
    responses((status = 200, description = "When the alert would have fired, or why a backtest is not possible.", body = BacktestAnswer),
        (status = 404, description = "There is no such ticker or watchlist.", body = String),
        (status = 422, description = "The alert is invalid: a value out of range, or contradicting conditions.", body = String)))]
pub(crate) async fn backtest(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new = asked(request)?;
    let answer = if let Some(list) = new.list {
        let alert = over_list(state, &new, list).await?;
        let tried = state.alerts.backtest_list(alert, state.now()).await?;
        tried.map_or_else(BacktestAnswer::unknown, BacktestAnswer::of_list)
    } else {
        let alert = described(state, &new)?;
        let tried = state.alerts.backtest(alert, state.now()).await?;
        tried.map_or_else(BacktestAnswer::unknown, |tried| BacktestAnswer::of(&tried))
    };
    Ok(reply::json(StatusCode::OK, &answer))
}

/// Parses the alert from the query parameters.
fn asked(request: &ApiRequest) -> Result<NewAlert> {
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
        let number: serde_json::Number = whole(&text)
            .parse()
            .map_err(|_| ApiError::bad_request(format!("Invalid number '{text}'.")))?;
        alert.insert(name.to_owned(), number.into());
    }
    let further = request.query("and").unwrap_or_else(|| "[]".to_owned());
    let further = serde_json::from_str(&further);
    let further = further.map_err(|_| {
        ApiError::unprocessable("Invalid 'and'; expected a JSON list of conditions.")
    })?;
    alert.insert("frequency".to_owned(), "always".into());
    let alert: NewAlert = serde_json::from_value(Value::Object(alert))
        .map_err(|error| ApiError::bad_request(format!("Invalid alert: {error}.")))?;
    Ok(NewAlert {
        and: further,
        ..alert
    })
}

impl BacktestAnswer {
    fn unknown(reason: String) -> Self {
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

    fn of(tried: &Backtest) -> Self {
        let fired = tried.fired.iter().map(|report| Moment {
            at: report.at,
            price: report.price,
        });
        let closes = tried.bars.iter().filter_map(|bar| {
            Some(Moment {
                at: Timestamp::from_second(bar.start).ok()?,
                price: Some(bar.close),
            })
        });
        Self {
            known: true,
            reason: None,
            interval: Some(tried.interval),
            fired: fired.collect(),
            closes: closes.collect(),
            tickers: vec![],
            untried: 0,
        }
    }

    fn of_list(tried: ListBacktest) -> Self {
        let tickers = tried.tickers.into_iter().map(|ticker| TriedTicker {
            symbol: ticker.symbol,
            times: ticker.times,
            since: ticker.since,
        });
        let mut tickers: Vec<_> = tickers.collect();
        tickers.sort_by_key(|ticker| Reverse(ticker.times));
        Self {
            known: true,
            reason: None,
            interval: Some(tried.interval),
            fired: vec![],
            closes: vec![],
            tickers,
            untried: tried.skipped,
        }
    }
}
