//! What the server says about itself.

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

/// What the interface must know before its first page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UiConfig {
    /// sample or live.
    market: &'static str,
    /// Every write is refused.
    read_only: bool,
    /// Channels of alerts may be made on the page.
    channels_on_page: bool,
    /// Whether this server asks for a password: other programs then need a token.
    asks_password: bool,
    /// The operator's address.
    contact_email: Option<String>,
    /// Of this program.
    version: &'static str,
}

/// Health of one source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Provider {
    /// As in the configuration.
    name: String,
    /// waiting, ok, degraded (it answers, while some of its feeds fail), failing, outdated (it answers, with nothing newer than long ago), or refused: it lets the server not
    /// in, and is done without.
    #[schema(value_type = String)]
    state: ProviderState,
    /// Sent since the start.
    requests: u64,
    /// Of those, failed.
    failures: u64,
    /// Since the last success.
    consecutive_failures: u32,
    /// Since when it fails, refuses or gives nothing new; null while it is well.
    #[schema(value_type = Option<String>, format = DateTime)]
    unhealthy_since: Option<Timestamp>,
    /// When data last arrived.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// When a request last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure: Option<Timestamp>,
    /// Why.
    last_error: Option<String>,
    /// When it is asked again.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt: Option<Timestamp>,
    /// What it brings.
    feeds: Vec<Feed>,
    /// How each of its addresses is, where it asks several: feeds of news. Empty for others.
    parts: Vec<SourcePart>,
    /// What is left of the requests that its plan allows in a day or a month; empty without such a limit.
    quota: Vec<Quota>,
    /// What it allows besides, in a few words; null where it does not publish that.
    #[schema(value_type = Option<String>)]
    limit: Option<&'static str>,
}

/// The health of one of several addresses that a source asks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourcePart {
    /// As in the configuration.
    name: String,
    /// waiting, ok or failing.
    #[schema(value_type = String)]
    state: ProviderState,
    /// Since the last success.
    consecutive_failures: u32,
    /// When it last answered.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// When it last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure: Option<Timestamp>,
    /// Why.
    last_error: Option<String>,
    /// When it is asked again.
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

/// Something that a source brings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Feed {
    /// The word for it: quotes, ticks, bars, dividends, news…
    what: &'static str,
    /// For which kinds of ticker.
    #[schema(value_type = Vec<TickerType>)]
    kinds: Vec<TickerKind>,
}

/// What is left of a limit on requests.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Quota {
    /// day or month.
    period: &'static str,
    /// Requests that are allowed in it.
    limit: u64,
    /// How many of them are left.
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

/// What the interface must know.
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

/// How the sources are.
#[utoipa::path(get, path = "/api/providers", responses((status = 200, description = "All data sources and their state.", body = Vec<Provider>)))]
pub(crate) fn providers(state: &AppState) -> Reply {
    let providers: Vec<Provider> = state.board.list().into_iter().map(Provider::from).collect();
    reply::json(StatusCode::OK, &providers)
}
