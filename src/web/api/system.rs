//! Configuration of the interface, and the data sources.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        provider::{PartHealth, ProviderHealth, ProviderState},
        ticker::TickerKind,
    },
    web::{
        AppState,
        api::shapes::TickerType,
        http::{
            error::Result,
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// What the interface needs to know before its first page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UiConfig {
    /// sample or live.
    market: &'static str,
    /// Whether every write is refused.
    read_only: bool,
    /// Whether alert channels may be created on the page.
    channels_on_page: bool,
    /// Whether a password is set: other programs then need a token.
    asks_password: bool,
    /// Email address of the operator.
    contact_email: Option<String>,
    /// Version of this program.
    version: &'static str,
}

/// Health of a data source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Provider {
    /// Name as in the configuration.
    name: String,
    /// waiting, ok, degraded (some of its feeds fail), failing, outdated (it responds, but with nothing new for too long), or refused (it
    /// denies access, and is skipped).
    #[schema(value_type = String)]
    state: ProviderState,
    /// Requests sent since the start.
    requests: u64,
    /// Failed requests since the start.
    failures: u64,
    /// Failures since the last success.
    consecutive_failures: u32,
    /// Start of its failure, refusal or lack of new data; null while it is well.
    #[schema(value_type = Option<String>, format = DateTime)]
    unhealthy_since: Option<Timestamp>,
    /// When data last arrived.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// When a request last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure: Option<Timestamp>,
    /// Why it last failed.
    last_error: Option<String>,
    /// Time of the next request.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt: Option<Timestamp>,
    /// What it provides.
    feeds: Vec<Feed>,
    /// State of each of its URLs, if it has several, such as news feeds. Otherwise empty.
    parts: Vec<SourcePart>,
    /// Remaining daily or monthly quota; empty without such a limit.
    quota: Vec<Quota>,
    /// Other limits of its plan, in a few words; null if it does not publish them.
    #[schema(value_type = Option<String>)]
    limit: Option<&'static str>,
}

/// Health of one of several URLs of a source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourcePart {
    /// Name as in the configuration.
    name: String,
    /// waiting, ok or failing.
    #[schema(value_type = String)]
    state: ProviderState,
    /// Failures since the last success.
    consecutive_failures: u32,
    /// When it last responded.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// When it last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure: Option<Timestamp>,
    /// Why it last failed.
    last_error: Option<String>,
    /// Time of the next request.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt: Option<Timestamp>,
}

impl From<PartHealth> for SourcePart {
    fn from(part: PartHealth) -> Self {
        Self {
            state: part.state(),
            name: part.name,
            consecutive_failures: part.consecutive_failures,
            last_success: part.last_success,
            last_failure: part.last_failure,
            last_error: part.last_error,
            next_attempt: part.next_attempt,
        }
    }
}

/// A kind of data that a source provides.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Feed {
    /// Name of the kind: quotes, ticks, bars, dividends, news…
    what: &'static str,
    /// Types of tickers it covers.
    #[schema(value_type = Vec<TickerType>)]
    kinds: Vec<TickerKind>,
}

/// The remainder of a request quota.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Quota {
    /// Period of the quota: day or month.
    period: &'static str,
    /// Requests allowed per period.
    limit: u64,
    /// Requests left.
    left: u64,
}

impl From<ProviderHealth> for Provider {
    fn from(health: ProviderHealth) -> Self {
        let ProviderHealth {
            name,
            state,
            requests,
            failures,
            throttled: _,
            consecutive_failures,
            unhealthy_since,
            last_success,
            last_failure,
            last_error,
            answered: _,
            next_attempt,
            feeds,
            parts,
            quota,
            limit,
        } = health;
        Self {
            name,
            state,
            requests,
            failures,
            consecutive_failures,
            unhealthy_since,
            last_success,
            last_failure,
            last_error,
            next_attempt,
            feeds: feeds
                .into_iter()
                .map(|feed| Feed {
                    what: feed.what,
                    kinds: feed.kinds,
                })
                .collect(),
            parts: parts.into_iter().map(SourcePart::from).collect(),
            quota: quota
                .into_iter()
                .map(|quota| Quota {
                    period: quota.period.as_str(),
                    limit: quota.limit,
                    left: quota.left,
                })
                .collect(),
            limit,
        }
    }
}

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the configuration that the interface needs.
#[utoipa::path(get, path = "/api/config", responses((status = 200, description = "Settings of the server that the web app needs.", body = UiConfig)))]
pub(crate) fn config(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let settings = &state.settings;
    let config = UiConfig {
        market: settings.market,
        read_only: settings.read_only,
        channels_on_page: settings.channels_on_page && !settings.read_only,
        asks_password: state.access.is_some(),
        contact_email: Some(settings.contact_email.clone()).filter(|address| !address.is_empty()),
        version: VERSION,
    };
    Ok(CachedBody::json(&config)?.to(&request.headers))
}

/// Lists the data sources and their state.
#[utoipa::path(get, path = "/api/providers", responses((status = 200, description = "All data sources and their state.", body = Vec<Provider>)))]
pub(crate) fn providers(state: &AppState) -> Reply {
    let providers: Vec<Provider> = state.board.list().into_iter().map(Provider::from).collect();
    reply::json(StatusCode::OK, &providers)
}
