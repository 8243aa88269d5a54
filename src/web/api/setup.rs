//! Endpoints for the setup in the browser: the settings of this server, and the search for the symbols of the live market.

use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::ticker::TickerKind,
    source::lookup::SymbolHit,
    web::{
        AppState,
        api::{shapes::TickerType, tickers::lookup::lookup_error},
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
        setup::{ServerSettings, SettingsChange, Setup, SetupError},
    },
};

/// Maximum length of a text to look up, in characters.
const MAX_TEXT_CHARS: usize = 100;

/// The result of saving settings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SavedSettings {
    /// Whether the server restarts now to apply the settings; false if nothing has changed.
    restarts: bool,
}

/// Request body for looking up a symbol.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SymbolText {
    /// Symbol, name, ISIN, WKN, CUSIP or FIGI.
    #[schema(pattern = "\\S", max_length = 100)]
    text: String,
}

/// The symbols that a text may mean.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SymbolMatches {
    /// Whether the first symbol is certainly meant; otherwise the user has to choose.
    is_certain: bool,
    /// The symbols, best match first; empty if the text is unknown.
    matches: Vec<SymbolMatch>,
}

/// A symbol of the live market.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SymbolMatch {
    /// Symbol for following the ticker.
    symbol: String,
    /// Full name.
    name: String,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Name of the exchange.
    exchange: Option<String>,
}

impl From<SymbolHit> for SymbolMatch {
    fn from(hit: SymbolHit) -> Self {
        Self {
            symbol: hit.symbol,
            name: hit.name,
            kind: hit.kind,
            exchange: hit.exchange,
        }
    }
}

/// Returns the settings of this server that can be changed in the browser, without secrets.
#[utoipa::path(get, path = "/api/setup", responses((status = 200, description = "The settings and their origins.", body = ServerSettings),
    (status = 409, description = "This server is part of a cluster, whose configuration is in files.", body = String)))]
pub(crate) fn read(state: &AppState) -> Result<Reply> {
    Ok(reply::json(StatusCode::OK, &setup(state)?.settings()))
}

/// Saves settings of this server, which restarts to apply them. If a value is invalid, nothing is changed.
#[utoipa::path(put, path = "/api/setup", request_body = SettingsChange,
    responses((status = 200, description = "The settings are saved.", body = SavedSettings),
        (status = 409, description = "The configuration file, a variable or a flag sets a value, or this server is part of a cluster.", body = String)))]
pub(crate) async fn save(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let setup = setup(state)?;
    let change: SettingsChange = request.json()?;
    if change.password.is_some() && !request.caller.may_manage_tokens() {
        return Err(ApiError::forbidden(
            "Only a signed-in person can change the password.",
        ));
    }
    let restarts = setup.save(change).await.map_err(|error| {
        let status = match &error {
            SetupError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            SetupError::Fixed(_) => StatusCode::CONFLICT,
            SetupError::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        ApiError::new(status, error.to_string())
    })?;
    Ok(reply::json(StatusCode::OK, &SavedSettings { restarts }))
}

/// Looks up a symbol of the live market. Also works while the server has the sample market, and then asks the providers too.
#[utoipa::path(post, path = "/api/setup/symbols", request_body = SymbolText,
    responses((status = 200, description = "The symbols that the text may mean.", body = SymbolMatches),
        (status = 409, description = "This server is part of a cluster.", body = String),
        (status = 503, description = "No provider is reachable.", body = String)))]
pub(crate) async fn find(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let setup = setup(state)?;
    let SymbolText { text } = request.json()?;
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_TEXT_CHARS {
        return Err(ApiError::unprocessable(
            "Invalid text; expected a symbol, name or ISIN of 1 to 100 characters.",
        ));
    }
    let found = setup.find(text).await;
    let found = found.map_err(|error| lookup_error(&error))?;
    let matches = SymbolMatches {
        is_certain: found.is_certain,
        matches: found.hits.into_iter().map(SymbolMatch::from).collect(),
    };
    Ok(reply::json(StatusCode::OK, &matches))
}

/// Returns the setup of this server, or 409 in a cluster.
fn setup(state: &AppState) -> Result<&dyn Setup> {
    state.setup.as_deref().ok_or_else(|| {
        ApiError::conflict(
            "This server is part of a cluster, so its settings are in the configuration files.",
        )
    })
}

/// Returns true if the interface should offer the setup: on a new server that can be set up in the browser.
pub(crate) fn is_offered(state: &AppState) -> bool {
    let settings = &state.settings;
    let setup = state.setup.as_ref();
    !settings.read_only
        && settings.kiosk.is_none()
        && setup.is_some_and(|setup| setup.settings().is_new)
}
