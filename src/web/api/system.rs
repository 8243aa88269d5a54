//! Endpoints for the configuration of the web app and the health of the data sources.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        person::Role,
        provider::{PartHealth, ProviderHealth, ProviderState},
        ticker::TickerKind,
    },
    web::{
        AppState,
        api::{setup, shapes::TickerType},
        http::{
            error::Result,
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Configuration that the web app needs before it shows its first page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a field of the API")]
pub(crate) struct UiConfig {
    /// sample or live.
    market: &'static str,
    /// Whether the server refuses every write.
    read_only: bool,
    /// Whether users may create alert channels in the web app.
    channels_on_page: bool,
    /// Whether a password is set. If so, other programs need a token.
    asks_password: bool,
    /// Whether the web app should offer to set up this server, because it is new.
    offers_setup: bool,
    /// Email address of the server's operator; null if not configured.
    contact_email: Option<String>,
    /// The person who is signed in; null unless several people use this server.
    person: Option<ConfigPerson>,
    /// Version of the server.
    version: &'static str,
}

/// The signed-in person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfigPerson {
    /// The person's id; 1 is the owner of the server.
    id: u32,
    /// The person's name.
    name: String,
    /// What the person may do.
    role: Role,
}

impl ConfigPerson {
    /// Returns the person who sent the request, if several people use this server.
    fn of(state: &AppState, request: &ApiRequest) -> Option<Self> {
        let accounts = state.access.as_ref()?.accounts();
        let person = &accounts.get(request.person())?.person;
        accounts.has_others().then(|| Self {
            id: person.id.0,
            name: person.name.clone(),
            role: person.role,
        })
    }
}

/// Health of a data source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Provider {
    /// Name as in the configuration.
    name: String,
    /// waiting, ok, degraded (some feeds fail), failing, outdated (responds, but has sent no new data for too long), refused (denies
    /// access and is no longer asked), or disabled (a required setting is missing).
    #[schema(value_type = String)]
    state: ProviderState,
    /// Requests sent since the server started.
    requests: u64,
    /// Failed requests since the server started.
    failures: u64,
    /// Failures since the last success.
    consecutive_failures: u32,
    /// Time since which the source has not been ok; null while it is ok.
    #[schema(value_type = Option<String>, format = DateTime)]
    unhealthy_since: Option<Timestamp>,
    /// When data last arrived.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// When a request last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure: Option<Timestamp>,
    /// Error of the last failed request.
    last_error: Option<String>,
    /// Time of the next request.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt: Option<Timestamp>,
    /// Kinds of data that the source provides.
    feeds: Vec<Feed>,
    /// State of each URL of a source with several URLs, such as the news feeds; otherwise empty.
    parts: Vec<SourcePart>,
    /// Remaining daily and monthly request quotas; empty without a quota.
    quota: Vec<Quota>,
    /// Other limits of the source's plan, in a few words; null if they are not published.
    #[schema(value_type = Option<String>)]
    limit: Option<&'static str>,
}

/// Health of a URL of a source with several URLs.
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
    /// When the URL last responded.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
    /// When a request last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failure: Option<Timestamp>,
    /// Error of the last failed request.
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
    /// The types of tickers that the source has this data for.
    #[schema(value_type = Vec<TickerType>)]
    kinds: Vec<TickerKind>,
}

/// A request quota and its remaining requests.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Quota {
    /// Period of the quota: day or month.
    period: &'static str,
    /// Requests allowed per period.
    limit: u64,
    /// Remaining requests in the current period.
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

/// Version of the server.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the configuration that the web app needs.
#[utoipa::path(get, path = "/api/config", responses((status = 200, description = "The configuration that the web app needs.", body = UiConfig)))]
pub(crate) fn config(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let settings = &state.settings;
    let config = UiConfig {
        market: settings.market,
        read_only: settings.read_only,
        channels_on_page: settings.channels_on_page && !settings.read_only,
        asks_password: state.access.is_some(),
        person: ConfigPerson::of(state, request),
        offers_setup: request.caller.is_owner() && setup::is_offered(state),
        contact_email: Some(settings.contact_email.clone()).filter(|address| !address.is_empty()),
        version: VERSION,
    };
    Ok(CachedBody::json(&config)?.to_reply(&request.headers))
}

/// Lists the data sources and their state.
#[utoipa::path(get, path = "/api/providers", responses((status = 200, description = "All data sources and their state.", body = Vec<Provider>)))]
pub(crate) fn providers(state: &AppState) -> Reply {
    let providers: Vec<Provider> = state
        .health_board
        .list()
        .into_iter()
        .map(Provider::from)
        .collect();
    reply::json(StatusCode::OK, &providers)
}
