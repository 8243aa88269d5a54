//! Alerts and reports as they are written.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::parts::{AlertList, JoinedCondition};
use crate::{
    domain::{
        alert::{
            Adjustment, Alert, AlertFrequency, AlertKind, Condition, Delivery, Edit, FiredAlert,
            Indicator, ListRef, WhenMet,
        },
        bar::Interval,
        currency::Currency,
    },
    market::Listing,
    store::Report,
};

/// An alert as it is written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertRow {
    /// Number.
    id: u32,
    /// price, volume, news, technical or event.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    kind: AlertKind,
    /// The ticker; empty for an alert over a list.
    symbol: String,
    /// The list that it is over; null for most.
    list: Option<AlertList>,
    /// The ticker's number, while this market knows it.
    ticker_id: Option<u32>,
    /// Its last price, in its currency; null where none is known.
    price: Option<f64>,
    /// ISO code of what that price, and a value in money, is in; null where this market does not know the ticker.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// above, below, crosses or `percent_change`; null for news.
    #[schema(value_type = Option<String>)]
    condition: Option<Condition>,
    /// Money in the ticker's currency, units, percent or RSI points; null for news and for a cross of averages.
    value: Option<f64>,
    /// Hours over which a change of the price in percent is measured; null for everything else (a volume changes from
    /// one day to the next).
    window_hours: Option<u32>,
    /// rsi (of 14 bars), `sma_cross` (the average of 50 bars against that of 200), `year_high` or `year_low` (the distance
    /// of the price from its highest or lowest of 52 weeks, in percent of that) or gap (how far a session opens from the close
    /// before it, in percent of that); of an event: earnings (reported tomorrow), `ex_date` (tomorrow) or stale (its price is older
    /// than its source's usual pace allows); null for all others.
    #[schema(value_type = Option<String>)]
    indicator: Option<Indicator>,
    /// What an article must tell of besides the ticker: all of these words; null where every article counts.
    words: Option<String>,
    /// The bars of the indicator: 1h or 1d; null unless it is rsi or `sma_cross`.
    #[schema(value_type = Option<String>)]
    interval: Option<Interval>,
    /// What must hold at the same time besides all that; empty for most.
    and: Vec<JoinedCondition>,
    /// once, always or daily.
    #[schema(value_type = String)]
    frequency: AlertFrequency,
    /// Where it is delivered: `in_app`, email, sms, push, or the name of a channel.
    #[schema(value_type = Vec<String>)]
    delivery: Vec<Delivery>,
    /// Watched now.
    active: bool,
    /// It came with the sample market.
    is_sample: bool,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it last fired.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_fired_at: Option<Timestamp>,
    /// What happens before this moment is not told; null, or past, when it is not snoozed.
    #[schema(value_type = Option<String>, format = DateTime)]
    snoozed_until: Option<Timestamp>,
    /// When it is watched no more, which is told once; null when it lasts.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires_at: Option<Timestamp>,
    /// What a person wants to remember of it.
    note: Option<String>,
}

impl AlertRow {
    /// The alert as it is written; `listing` is what this market knows of its symbol.
    pub(super) fn of(alert: Alert, listing: Option<&Listing>) -> Self {
        let percent =
            alert.kind == AlertKind::Price && alert.condition == Some(Condition::PercentChange);
        Self {
            id: alert.id,
            kind: alert.kind,
            symbol: alert.symbol,
            list: alert
                .list
                .map(|ListRef { id, name }| AlertList { id, name }),
            ticker_id: listing.map(|listing| listing.ticker.id.0),
            price: listing.and_then(|listing| Some(listing.quote.as_ref()?.price)),
            currency: listing.map(|listing| listing.ticker.profile.currency),
            condition: alert.condition,
            value: alert.value,
            window_hours: percent.then(|| alert.window_hours.unwrap_or(24)),
            indicator: alert.indicator,
            words: alert.words,
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

/// An alert that was made or switched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedAlert {
    #[serde(flatten)]
    alert: AlertRow,
    /// Its condition is met already.
    already_met: bool,
    /// That in a sentence; null when it is not.
    notice: Option<String>,
    /// That was told, as `tell_now` asks for; otherwise the alert fires when its condition is met anew.
    told: bool,
}

impl ChangedAlert {
    pub(super) fn of(alert: AlertRow, already_met: Option<String>, told: bool) -> Self {
        Self {
            alert,
            already_met: already_met.is_some(),
            notice: already_met,
            told,
        }
    }
}

/// Which reports a person has seen.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ReportsRead {
    /// The number of the newest of them.
    pub(super) last: u64,
}

/// A new alert.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewAlert {
    /// price, volume, news, technical or event.
    #[serde(rename = "type")]
    #[schema(value_type = String, pattern = "^(price|volume|news|technical|event)$")]
    pub(super) kind: AlertKind,
    /// The ticker, in any case; empty, or left out, where a list is given.
    #[serde(default)]
    pub(super) symbol: String,
    /// The number of a list in place of a ticker: each ticker that it holds is watched by itself, as long as it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) list: Option<u32>,
    /// above, below, crosses or `percent_change` (of the price, or of a day's volume against that of the day before); not
    /// for news.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^(above|below|crosses|percent_change)$")]
    pub(super) condition: Option<Condition>,
    /// Above zero (a change in percent counts up and down, so its sign does not matter); not for news, events and
    /// crosses of averages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<f64>,
    /// Hours of a change of the price in percent, 1 to 168; 24 unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 168)]
    pub(super) window_hours: Option<u32>,
    /// rsi, `sma_cross`, `year_high` or `year_low` (how far the price is below its highest or above its lowest of 52 weeks,
    /// in percent) or gap (how far a session opens from the close before it, in percent, with `percent_change`), for technical
    /// alerts; earnings, `ex_date` or stale for those on an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^(rsi|sma_cross|year_high|year_low|gap|earnings|ex_date|stale)$")]
    pub(super) indicator: Option<Indicator>,
    /// For news: only articles that have all of these words in title or summary, whole and in any case; at most 100 letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "[^\\W_]", max_length = 100)]
    pub(super) words: Option<String>,
    /// 1h or 1d, for rsi and `sma_cross`; 1d unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^(1h|1d)$")]
    pub(super) interval: Option<Interval>,
    /// What must hold at the same time, at most three conditions: the alert fires when the last of all comes to hold. Neither news nor
    /// events, crosses or gaps, here or above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 3)]
    pub(super) and: Vec<JoinedCondition>,
    /// once, always or daily.
    #[schema(value_type = String, pattern = "^(once|always|daily)$")]
    pub(super) frequency: AlertFrequency,
    /// Ways and channels of `/api/alert-channels` that are available; `in_app` unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>, min_items = 1)]
    pub(super) delivery: Option<Vec<Delivery>>,
    /// `tell_now` reports at once what is met already; `wait_for_crossing` (unless given) waits until it is met anew.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schema(value_type = String, pattern = "^(tell_now|wait_for_crossing)$")]
    pub(super) when_met: WhenMet,
    /// When it is to be watched no more, a time to come; it lasts unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) expires_at: Option<Timestamp>,
    /// What is to be remembered of it: plain text of at most 500 letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub(super) note: Option<String>,
}

/// Returns true for a field of which nothing was chosen.
fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

/// What is changed of an alert; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertChange {
    /// On or off.
    #[serde(default)]
    pub(super) active: Option<bool>,
    /// Where the line of a price alert is to stand, above zero: it is watched anew from there.
    #[serde(default)]
    #[schema(exclusive_minimum = 0)]
    pub(super) value: Option<f64>,
    /// above, below or crosses, together with the value.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(above|below|crosses)$")]
    pub(super) condition: Option<Condition>,
    /// Until when it is quiet, a time to come; null ends that.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) snoozed_until: Edit<Timestamp>,
    /// When it is to be watched no more, a time to come; null lets it last.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) expires_at: Edit<Timestamp>,
    /// Plain text of at most 500 letters; null takes it away.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    pub(super) note: Edit<String>,
}

impl AlertChange {
    /// What it changes besides the line and the switch.
    pub(super) fn adjustment(self) -> Adjustment {
        Adjustment {
            snoozed_until: self.snoozed_until,
            expires_at: self.expires_at,
            note: self.note,
        }
    }
}

/// What an alert reported; also the data of an `alert_fired` live message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertReport {
    /// Number in the history; null in a live message when it could not be kept.
    id: Option<u64>,
    /// The alert, which may be deleted since.
    alert_id: u32,
    /// The ticker.
    symbol: String,
    /// What it says.
    sentence: String,
    /// The note of the alert, as it was then.
    note: Option<String>,
    /// The price at that moment.
    price: Option<f64>,
    /// What the price is in, as an ISO code; null for the level of an index and the rate of a pair of currencies.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    fired_at: Timestamp,
    /// It happened while the program was away.
    late: bool,
    /// A person has seen it.
    read: bool,
}

impl AlertReport {
    /// A report just made, kept under `number`.
    pub(crate) fn of(fired: &FiredAlert, number: Option<u64>) -> Self {
        Self {
            id: number,
            alert_id: fired.alert_id,
            symbol: fired.symbol.clone(),
            sentence: fired.sentence.clone(),
            note: fired.note.clone(),
            price: fired.price,
            currency: fired.currency,
            fired_at: fired.at,
            late: fired.late,
            read: false,
        }
    }

    /// A report of the history.
    pub(super) fn kept(report: &Report) -> Self {
        Self {
            read: report.read,
            ..Self::of(&report.fired, Some(report.number))
        }
    }
}
