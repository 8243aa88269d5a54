//! Request and response types for alerts and their reports.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::parts::{AlertList, AlertScreen, JoinedCondition};
use crate::{
    domain::{
        alert::{
            Adjustment, Alert, AlertFrequency, AlertKind, Condition, Delivery, Edit, FiredAlert,
            Indicator, ListRef, ScreenEvent, WhenMet,
        },
        bar::Interval,
        currency::Currency,
        fundamentals::filing_form::FilingForm,
        quotation::Quotation,
    },
    market::Listing,
    store::Report,
    web::api::shapes::PriceUnit,
};

/// An alert.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertRow {
    /// The alert's id.
    id: u32,
    /// price, volume, news, technical, event, screen, cost or holdings.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: AlertKind,
    /// The ticker's symbol; empty for an alert on a list, a screen or all holdings.
    symbol: String,
    /// The list that the alert watches; null for an alert on one ticker, and for one on the holdings of all lists.
    list: Option<AlertList>,
    /// The screen that the alert watches; null for other types.
    screen: Option<AlertScreen>,
    /// The ticker's id; null if this market does not have the ticker, and for an alert on a list or a screen.
    ticker_id: Option<u32>,
    /// The ticker's last price, in its currency; null if unknown.
    price: Option<f64>,
    /// The unit of the price, and of a value that is a price; null if this market does not have the ticker.
    #[schema(value_type = Option<PriceUnit>)]
    price_unit: Option<Quotation>,
    /// ISO code of the currency of the price, and of a value that is an amount; null if this market does not have the ticker.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// above, below, crosses or `percent_change`; null for news and events.
    #[schema(value_type = Option<String>)]
    condition: Option<Condition>,
    /// Value that the condition compares with: an amount in the ticker's currency, a number of units, percent, or points of the RSI; null for
    /// news, events, and `sma_cross`. For the type cost: percent of the average cost; for holdings: percent of the value at the previous close.
    value: Option<f64>,
    /// Window in hours of a price change in percent; null for all other conditions. A volume is compared with that of the day before.
    window_hours: Option<u32>,
    /// Indicator of a technical alert: rsi (over 14 bars), `sma_cross` (the 50-bar average crosses the 200-bar average), `year_high` or
    /// `year_low` (distance of the price from its 52-week high or low, in percent of the high or low) or gap (distance of a session's opening
    /// from the previous close, in percent). Event of an event alert: earnings (reported tomorrow), `ex_date` (tomorrow), stale (no new
    /// price for longer than is usual for the source) or filing (a new one with the SEC). Null for other alerts.
    #[schema(value_type = Option<String>)]
    indicator: Option<Indicator>,
    /// Keywords, all of which an article must contain; null if every article about the ticker counts.
    words: Option<String>,
    /// Filing forms that trigger the alert: 8-K, 10-K, 10-Q, 6-K, 20-F or 40-F; empty unless the indicator is filing.
    #[schema(value_type = Vec<String>)]
    forms: Vec<FilingForm>,
    /// Interval of the indicator's bars: 1h or 1d; null unless the indicator is rsi or `sma_cross`.
    #[schema(value_type = Option<String>)]
    interval: Option<Interval>,
    /// Further conditions that must be met at the same time; empty for an alert with one condition.
    and: Vec<JoinedCondition>,
    /// once, always or daily.
    #[schema(value_type = String)]
    frequency: AlertFrequency,
    /// Delivery methods: `in_app`, email, sms, push, or the name of a channel.
    #[schema(value_type = Vec<String>)]
    delivery: Vec<Delivery>,
    /// Whether the alert is switched on.
    active: bool,
    /// Whether the alert is part of the sample market.
    is_sample: bool,
    /// When the alert was created.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the alert last fired.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_fired_at: Option<Timestamp>,
    /// End of the snooze, during which the alert reports nothing; null or in the past if the alert is not snoozed.
    #[schema(value_type = Option<String>, format = DateTime)]
    snoozed_until: Option<Timestamp>,
    /// When the alert expires, which is reported once; null if the alert does not expire.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// The user's note; null without a note.
    note: Option<String>,
}

impl AlertRow {
    /// Creates the row of an alert; `listing` is the listing of its ticker, if this market has it.
    pub(super) fn of(alert: Alert, listing: Option<&Listing>) -> Self {
        let is_price_change =
            alert.kind == AlertKind::Price && alert.condition == Some(Condition::PercentChange);
        Self {
            id: alert.id,
            kind: alert.kind,
            symbol: alert.symbol,
            list: alert
                .list
                .map(|ListRef { id, name }| AlertList { id, name }),
            screen: alert.screen.map(AlertScreen::from),
            ticker_id: listing.map(|listing| listing.ticker.id.0),
            price: listing.and_then(|listing| Some(listing.quote.as_ref()?.price)),
            price_unit: listing.map(|listing| listing.ticker.profile.quotation),
            currency: listing.map(|listing| listing.ticker.profile.currency),
            condition: alert.condition,
            value: alert.value,
            window_hours: is_price_change.then(|| alert.window_hours.unwrap_or(24)),
            indicator: alert.indicator,
            words: alert.words,
            forms: alert.forms,
            interval: alert.interval,
            and: alert.and.iter().map(JoinedCondition::of).collect(),
            frequency: alert.frequency,
            delivery: alert.delivery,
            active: alert.active,
            is_sample: alert.is_sample,
            created_at: alert.created_at,
            last_fired_at: alert.last_fired_at,
            snoozed_until: alert.snoozed_until,
            expires_at: alert.expires_at,
            note: alert.note,
        }
    }
}

/// An alert that was created or changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedAlert {
    #[serde(flatten)]
    alert: AlertRow,
    /// Whether the condition is already met.
    already_met: bool,
    /// A notice that the condition is already met; null if it isn't.
    notice: Option<String>,
    /// Whether the alert was reported because its condition is already met and `whenMet` is `tell_now`. Otherwise the alert fires the next
    /// time its condition is met.
    told: bool,
}

impl ChangedAlert {
    /// Creates the response. `notice` is the notice that the condition is already met, if it is.
    pub(super) fn new(alert: AlertRow, notice: Option<String>, was_reported: bool) -> Self {
        Self {
            alert,
            already_met: notice.is_some(),
            notice,
            told: was_reported,
        }
    }
}

/// Request body for marking reports as read.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportsRead {
    /// Id of the newest report that was read.
    pub(super) last: u64,
}

/// Request body for creating an alert.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewAlert {
    /// price, volume, news, technical, event, screen, cost (the price is `value` percent above or below what a unit cost on average) or
    /// holdings (the value of all holdings, or of one list's, changes by `value` percent on a trading day).
    #[serde(rename = "type")]
    #[schema(value_type = String, pattern = "^(price|volume|news|technical|event|screen|cost|holdings)$")]
    pub(super) kind: AlertKind,
    /// The ticker's symbol (not case-sensitive); empty or missing if `list` or `screen` is given, and for the type holdings.
    #[serde(default)]
    pub(super) symbol: String,
    /// Id of a list, instead of a ticker: each ticker is watched separately while it is in the list. For the type holdings: the list whose
    /// holdings are watched together; default: all lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) list: Option<u32>,
    /// For the type screen: id of a saved screen, instead of a ticker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) screen: Option<u32>,
    /// For the type screen: enter (default) reports tickers that start to match, leave those that no longer match. Each ticker is reported
    /// at most once per day.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(value_type = String, pattern = "^(enter|leave)$")]
    pub(super) screen_event: ScreenEvent,
    /// above, below, crosses or `percent_change` (of the price, or of a day's volume against the day before); not for news and events. For
    /// the type cost: above or below; for holdings: `percent_change` (default).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^(above|below|crosses|percent_change)$")]
    pub(super) condition: Option<Condition>,
    /// Value that the condition compares with, above zero. The sign of a change in percent is ignored, because changes in both directions
    /// count. Not for news, events and `sma_cross`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<f64>,
    /// Window in hours of a price change in percent, 1 to 168; default 24.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 168)]
    pub(super) window_hours: Option<u32>,
    /// For technical alerts: rsi, `sma_cross`, `year_high` or `year_low` (how far the price is below its 52-week high or above its
    /// 52-week low, in percent) or gap (how far a session opens from the previous close, in percent, with `percent_change`). For event
    /// alerts: earnings, `ex_date`, stale or filing (a new one with the SEC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^(rsi|sma_cross|year_high|year_low|gap|earnings|ex_date|stale|filing)$")]
    pub(super) indicator: Option<Indicator>,
    /// For news: only articles that contain all of these words in title or summary, as whole words in any case; at most 100 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "[^\\W_]", max_length = 100)]
    pub(super) words: Option<String>,
    /// For the indicator filing: the forms to report, including their amendments; at least one of 8-K, 10-K, 10-Q, 6-K, 20-F and 40-F.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<String>, max_items = 20)]
    pub(super) forms: Vec<FilingForm>,
    /// Interval of the bars for rsi and `sma_cross`: 1h or 1d; default 1d.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^(1h|1d)$")]
    pub(super) interval: Option<Interval>,
    /// Further conditions, at most three. The alert fires when all conditions are met at the same time. News, events, crossings and gaps
    /// cannot be combined with other conditions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 3)]
    pub(super) and: Vec<JoinedCondition>,
    /// once, always or daily.
    #[schema(value_type = String, pattern = "^(once|always|daily)$")]
    pub(super) frequency: AlertFrequency,
    /// Delivery methods and names of channels that are available according to `/api/alert-channels`; default `in_app`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>, min_items = 1)]
    pub(super) delivery: Option<Vec<Delivery>>,
    /// If the condition is already met: `tell_now` reports it at once, `wait_for_crossing` (default) waits until it is met again.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(value_type = String, pattern = "^(tell_now|wait_for_crossing)$")]
    pub(super) when_met: WhenMet,
    /// When the alert expires, in the future; default never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) expires_at: Option<Timestamp>,
    /// A note: plain text, at most 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub(super) note: Option<String>,
}

/// Returns true if a field has its default value. Such a field is not serialized.
fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

/// Request body for changing an alert; missing fields keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertChange {
    /// Switches the alert on or off.
    #[serde(default)]
    pub(super) active: Option<bool>,
    /// New value of a price alert, above zero. The alert fires the next time its condition is met.
    #[serde(default)]
    #[schema(exclusive_minimum = 0)]
    pub(super) value: Option<f64>,
    /// New condition: above, below or crosses; only together with `value`.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(above|below|crosses)$")]
    pub(super) condition: Option<Condition>,
    /// End of the snooze, in the future; null ends the snooze.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) snoozed_until: Edit<Timestamp>,
    /// When the alert expires, in the future; null for never.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) expires_at: Edit<Timestamp>,
    /// A note: plain text, at most 500 characters; null removes it.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    pub(super) note: Edit<String>,
}

impl AlertChange {
    /// Returns the changes of snooze, expiry and note.
    pub(super) fn adjustment(self) -> Adjustment {
        Adjustment {
            snoozed_until: self.snoozed_until,
            expires_at: self.expires_at,
            note: self.note,
        }
    }
}

/// A report of an alert; also the data of an `alert_fired` live message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertReport {
    /// Id of the report; null in a live message if the report could not be saved.
    id: Option<u64>,
    /// Id of the alert, which may have been deleted.
    alert_id: u32,
    /// The ticker's symbol.
    symbol: String,
    /// The message.
    sentence: String,
    /// URL of the document that the report is about, such as a filing; null for other reports.
    url: Option<String>,
    /// The alert's note when it fired.
    note: Option<String>,
    /// The price when the alert fired.
    price: Option<f64>,
    /// ISO code of the price's currency; null for the level of an index, an exchange rate and a price in percent.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// When the alert fired.
    #[schema(value_type = String, format = DateTime)]
    fired_at: Timestamp,
    /// Whether the condition was met while the server was not running.
    late: bool,
    /// Whether the report has been read.
    read: bool,
}

impl AlertReport {
    /// Converts a new report; `id` is `None` if it could not be saved.
    pub(crate) fn of(fired: &FiredAlert, id: Option<u64>) -> Self {
        Self {
            id,
            alert_id: fired.alert_id,
            symbol: fired.symbol.clone(),
            sentence: fired.sentence.clone(),
            url: fired.url.clone(),
            note: fired.note.clone(),
            price: fired.price,
            currency: fired.currency,
            fired_at: fired.at,
            late: fired.late,
            read: false,
        }
    }

    /// Converts a report from the history.
    pub(super) fn of_stored(report: &Report) -> Self {
        Self {
            read: report.read,
            ..Self::of(&report.fired, Some(report.number))
        }
    }
}
