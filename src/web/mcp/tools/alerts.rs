//! The tool `alerts`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    numbers::truncate,
    price::{Price, age_seconds, find_ticker},
};
use crate::{
    domain::alert::{Alert, AlertFrequency, AlertKind, Condition, Indicator},
    store::Report,
    web::{
        AppState,
        http::{error::Result, request::ApiRequest},
    },
};

/// Maximum number of alerts in an answer.
const MAX_ALERTS: usize = 40;
/// Maximum number of reports in an answer.
const MAX_REPORTS: usize = 20;
/// Number of stored reports to read, among which those of one ticker are searched.
const REPORTS_TO_READ: usize = 200;

/// Arguments of `alerts`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AlertArguments {
    /// Only alerts on this ticker; alerts on lists are left out.
    #[serde(default)]
    symbol: Option<String>,
}

/// Alerts and their newest reports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertsAnswer {
    /// Alerts, newest first.
    #[schema(inline)]
    alerts: Vec<AlertSummary>,
    /// Number of further alerts that were left out.
    more: usize,
    /// Newest reports of alerts that fired, newest first; at most 20.
    #[schema(inline)]
    reports: Vec<ReportSummary>,
    /// Number of further reports among the newest 200.
    more_reports: usize,
}

/// An alert.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AlertSummary {
    /// Type: price, volume, news, technical, event, screen, cost or holdings.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: AlertKind,
    /// Symbol of the ticker; missing for alerts on a list, a screen or all holdings.
    symbol: Option<String>,
    /// Name of the watchlist that the alert watches.
    list: Option<String>,
    /// Name of the saved screen that the alert watches.
    screen: Option<String>,
    /// Comparison with `value`: above, below, crosses or `percent_change`.
    #[schema(value_type = Option<String>)]
    condition: Option<Condition>,
    /// Limit: a price, a number of units, percent, or points of the RSI.
    value: Option<f64>,
    /// Window of a change in percent, in hours.
    window_hours: Option<u32>,
    /// Indicator of a technical alert, or event of an event alert.
    #[schema(value_type = Option<String>)]
    indicator: Option<Indicator>,
    /// Words that an article must contain.
    words: Option<String>,
    /// Number of further conditions that must be met at the same time.
    further_conditions: usize,
    /// How often the alert fires: once, always or daily.
    #[schema(value_type = String)]
    frequency: AlertFrequency,
    /// Whether the alert is switched on.
    active: bool,
    /// End of the snooze, if the alert is snoozed.
    #[schema(value_type = Option<String>, format = DateTime)]
    snoozed_until: Option<Timestamp>,
    /// When the alert expires.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// When the alert last fired.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_fired_at: Option<Timestamp>,
    /// The user's note.
    note: Option<String>,
    /// The ticker's newest price.
    #[schema(inline)]
    price: Option<Price>,
}

/// A report of an alert that fired.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReportSummary {
    /// The message.
    text: String,
    /// Symbol of the ticker; missing for alerts on holdings.
    symbol: Option<String>,
    /// When the alert fired.
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    /// Age in seconds.
    age_seconds: i64,
    /// URL of the document that the report is about, such as a filing.
    url: Option<String>,
    /// Whether the user has read the report.
    read: bool,
}

/// Returns the alerts and their newest reports.
pub(super) async fn alerts(
    state: &AppState,
    request: &ApiRequest,
    arguments: AlertArguments,
) -> Result<AlertsAnswer> {
    let symbol = match arguments.symbol {
        None => None,
        Some(typed) => {
            let market = state.market.read();
            let listing = market.get(find_ticker(&market, &typed)?);
            listing.map(|listing| listing.ticker.profile.symbol.clone())
        }
    };
    let is_requested = |of: &str| symbol.as_deref().is_none_or(|symbol| symbol == of);
    let mut alerts = request
        .store(state, |store| store.readable_alerts())
        .await?;
    alerts.retain(|alert| alert.follows.is_none() && is_requested(&alert.symbol));
    let more = truncate(&mut alerts, MAX_ALERTS);
    let mut reports = request
        .store(state, |store| store.reports(REPORTS_TO_READ))
        .await?;
    reports.retain(|report| is_requested(&report.fired.symbol));
    reports.sort_by_key(|report| std::cmp::Reverse(report.fired.at));
    let more_reports = truncate(&mut reports, MAX_REPORTS);
    let now = state.now();
    Ok(AlertsAnswer {
        alerts: alerts
            .into_iter()
            .map(|alert| summary(state, alert))
            .collect(),
        more,
        reports: reports
            .into_iter()
            .map(|report| report_summary(report, now))
            .collect(),
        more_reports,
    })
}

fn summary(state: &AppState, alert: Alert) -> AlertSummary {
    let (market, now) = (state.market.read(), state.now());
    let listing = market.by_symbol(&alert.symbol);
    AlertSummary {
        price: listing.and_then(|listing| Price::of(listing, now)),
        kind: alert.kind,
        symbol: Some(alert.symbol).filter(|symbol| !symbol.is_empty()),
        list: alert.list.map(|list| list.name),
        screen: alert.screen.map(|screen| screen.name),
        condition: alert.condition,
        value: alert.value,
        window_hours: alert.window_hours,
        indicator: alert.indicator,
        words: alert.words,
        further_conditions: alert.and.len(),
        frequency: alert.frequency,
        active: alert.active,
        snoozed_until: alert.snoozed_until.filter(|end| *end > now),
        expires_at: alert.expires_at,
        last_fired_at: alert.last_fired_at,
        note: alert.note,
    }
}

fn report_summary(report: Report, now: Timestamp) -> ReportSummary {
    let fired = report.fired;
    ReportSummary {
        text: fired.sentence,
        symbol: Some(fired.symbol).filter(|symbol| !symbol.is_empty()),
        as_of: fired.at,
        age_seconds: age_seconds(fired.at, now),
        url: fired.url,
        read: report.read,
    }
}
