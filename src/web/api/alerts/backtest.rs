//! What an alert would have reported in the past year.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{NewAlert, described};
use crate::{
    alerts::Backtest,
    domain::bar::Interval,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// What an alert would have reported in the past year, or since its ticker's bars begin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BacktestAnswer {
    /// Whether the bars tell: not of news, of a volume at any moment, of a change within hours, of a distance from 52 weeks, of
    /// a gap, and not where there are too few of them.
    known: bool,
    /// Why they do not tell, in a sentence; null where they do.
    reason: Option<String>,
    /// The bars that were judged, the shorter ones where conditions need both: 1d or 1h; null where none were.
    #[schema(value_type = Option<String>)]
    interval: Option<Interval>,
    /// When it would have fired, in order of time; a moment within a bar is that bar's beginning.
    fired: Vec<Moment>,
    /// The close of every bar that was judged, in order of time.
    closes: Vec<Moment>,
}

/// A price at a moment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Moment {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// In the ticker's currency; points of an index.
    price: Option<f64>,
}

/// What an alert would have reported in the past year, every time its condition came to be met; nothing is made or kept.
#[utoipa::path(get, path = "/api/alert-backtest",
    params(
        ("type" = String, Query, description = "price, volume, news or technical"),
        ("symbol" = String, Query, description = "the ticker, in any case"),
        ("condition" = Option<String>, Query, description = "above, below, crosses or percent_change"),
        ("value" = Option<f64>, Query, description = "as for a new alert"),
        ("windowHours" = Option<u32>, Query, description = "as for a new alert"),
        ("indicator" = Option<String>, Query, description = "as for a new alert"),
        ("interval" = Option<String>, Query, description = "as for a new alert"),
        ("and" = Option<String>, Query, description = "further conditions, as JSON, as for a new alert")),
    responses((status = 200, body = BacktestAnswer), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn backtest(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new = asked(request)?;
    let alert = described(state, &new)?;
    let tried = state.alerts.backtest(alert, state.now()).await?;
    Ok(reply::json(StatusCode::OK, &BacktestAnswer::of(tried)))
}

/// The alert that the address describes.
fn asked(request: &ApiRequest) -> Result<NewAlert> {
    let mut alert = Map::new();
    for name in ["type", "symbol", "condition", "indicator", "interval"] {
        alert.extend(
            request
                .query(name)
                .map(|text| (name.to_owned(), text.into())),
        );
    }
    for name in ["value", "windowHours"] {
        let Some(text) = request.query(name) else {
            continue;
        };
        let number: serde_json::Number = text
            .parse()
            .map_err(|_| ApiError::bad_request(format!("'{text}' is no number.")))?;
        alert.insert(name.to_owned(), number.into());
    }
    if let Some(text) = request.query("and") {
        let further = serde_json::from_str(&text);
        let further = further.map_err(|_| {
            ApiError::bad_request("'and' is no list of conditions, written as JSON.")
        })?;
        alert.insert("and".to_owned(), further);
    }
    alert.insert("frequency".to_owned(), "always".into());
    serde_json::from_value(Value::Object(alert))
        .map_err(|error| ApiError::bad_request(format!("This describes no alert: {error}.")))
}

impl BacktestAnswer {
    fn of(tried: std::result::Result<Backtest, String>) -> Self {
        let Backtest {
            interval,
            bars,
            fired,
        } = match tried {
            Ok(tried) => tried,
            Err(reason) => {
                return Self {
                    known: false,
                    reason: Some(reason),
                    interval: None,
                    fired: vec![],
                    closes: vec![],
                };
            }
        };
        let fired = fired.iter().map(|report| Moment {
            at: report.at,
            price: report.price,
        });
        let closes = bars.iter().filter_map(|bar| {
            Some(Moment {
                at: Timestamp::from_second(bar.start).ok()?,
                price: Some(bar.close),
            })
        });
        Self {
            known: true,
            reason: None,
            interval: Some(interval),
            fired: fired.collect(),
            closes: closes.collect(),
        }
    }
}
