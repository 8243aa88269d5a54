//! Where the figures come from: the sources of each kind of figure, with their terms, limits and state.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        provider::{ProviderHealth, ProviderState},
        source_directory::{FigureSources, SourceEntry},
    },
    web::{
        AppState,
        api::shapes::SAMPLE_PROVIDER,
        http::reply::{self, Reply},
    },
};

/// The sources of all figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceOverview {
    /// True for the sample market, whose figures are all simulated. The sources are then those that a live market with this
    /// configuration would ask.
    is_sample: bool,
    /// Kinds of figure, in the order of the page.
    figures: Vec<FigureRow>,
    /// All sources.
    sources: Vec<SourceRow>,
}

/// The sources of a kind of figure.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FigureRow {
    /// Identifier, such as `us_prices`.
    id: &'static str,
    /// Name shown to users.
    title: &'static str,
    /// Name of the figure's group on the page.
    group: &'static str,
    /// Names of the sources, first choice first.
    sources: Vec<&'static str>,
    /// What users see while the sources fail, in one or two sentences.
    on_failure: &'static str,
}

/// A source.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceRow {
    /// Name, as in the source of a price.
    name: &'static str,
    /// Table of the configuration: `cboe` means `[providers.cboe]`; null for parts of Marketdeck and custom sources.
    #[schema(value_type = Option<String>)]
    table: Option<&'static str>,
    /// Name shown to users.
    title: &'static str,
    /// Whether this server uses the source.
    used: bool,
    /// Why the source is not used, as a sentence; null if it is used.
    unused_reason: Option<String>,
    /// How old its figures are when they arrive, in a few words.
    delay: &'static str,
    /// Limit that the source publishes, in a few words; null if it publishes none.
    #[schema(value_type = Option<String>)]
    limit: Option<&'static str>,
    /// Maximum number of requests a minute that the configuration allows; null for sources that push data or need no network.
    max_per_minute: Option<u64>,
    /// Interval between two refreshes, in seconds; null for sources that push data or need no network.
    every_seconds: Option<u64>,
    /// Configured maximum number of requests in a day or month; null without one.
    quota: Option<SourceQuota>,
    /// Terms of use in one or two sentences.
    terms: &'static str,
    /// Page with the terms of use; null if there is none.
    #[schema(value_type = Option<String>)]
    terms_url: Option<&'static str>,
    /// State, as in /api/providers; null for an unused source, and for one that is never asked.
    #[schema(value_type = Option<String>)]
    state: Option<ProviderState>,
    /// Error of the last failed request; null if the source works.
    last_error: Option<String>,
    /// When data last arrived; null before the first.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_success: Option<Timestamp>,
}

/// The maximum number of requests in a period.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SourceQuota {
    /// day or month, in UTC.
    period: &'static str,
    /// Requests allowed per period.
    limit: u64,
}

impl From<&FigureSources> for FigureRow {
    fn from(row: &FigureSources) -> Self {
        Self {
            id: row.figure.id(),
            title: row.figure.title(),
            group: row.figure.group(),
            sources: row.sources.clone(),
            on_failure: row.figure.on_failure(),
        }
    }
}

impl SourceRow {
    fn new(entry: &SourceEntry, health: Option<&ProviderHealth>) -> Self {
        let description = &entry.description;
        let is_working = |health: &ProviderHealth| {
            matches!(health.state, ProviderState::Ok | ProviderState::Waiting)
        };
        Self {
            name: description.name,
            table: description.config_table,
            title: description.title,
            used: entry.unused.is_none(),
            unused_reason: entry.unused.clone(),
            delay: description.delay,
            limit: description.limit,
            max_per_minute: entry.max_per_minute(),
            every_seconds: entry.interval.map(|interval| interval.as_secs()),
            quota: entry.quota.map(|(limit, period)| SourceQuota {
                period: period.as_str(),
                limit,
            }),
            terms: description.terms,
            terms_url: Some(description.terms_url).filter(|url| !url.is_empty()),
            state: health.map(|health| health.state),
            last_error: health
                .filter(|health| !is_working(health))
                .and_then(|health| health.last_error.clone()),
            last_success: health.and_then(|health| health.last_success),
        }
    }
}

/// Lists the sources of each kind of figure, in the order in which they are asked, with their terms, limits and state.
#[utoipa::path(get, path = "/api/sources", responses((status = 200, description = "The kinds of figure and the sources.", body = SourceOverview)))]
pub(crate) fn list(state: &AppState) -> Reply {
    let directory = &state.settings.sources;
    let board = state.health_board.list();
    let health_of = |entry: &SourceEntry| {
        let name = entry.description.name;
        let health = board.iter().find(|health| health.name == name);
        health.filter(|_| entry.unused.is_none())
    };
    let sources = directory
        .sources
        .iter()
        .map(|entry| SourceRow::new(entry, health_of(entry)))
        .collect();
    let overview = SourceOverview {
        is_sample: state.settings.market == SAMPLE_PROVIDER,
        figures: directory.figures.iter().map(FigureRow::from).collect(),
        sources,
    };
    reply::json(StatusCode::OK, &overview)
}
