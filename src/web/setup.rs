//! The setup of the server in the browser: the market, own symbols, the password and keys. The
//! `app` layer implements it, because it reads and writes the configuration.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::source::lookup::{LookupError, LookupFuture, SymbolHit};

/// Reads and changes the settings of this server.
pub trait Setup: Send + Sync + 'static {
    /// Returns the settings in effect.
    fn settings(&self) -> ServerSettings;

    /// Saves `change`, and restarts the server if a setting is different. Returns true if it
    /// restarts.
    fn save(&self, change: SettingsChange) -> LookupFuture<'_, bool, SetupError>;

    /// Finds the tickers of the live market that `text` may mean.
    fn find<'a>(&'a self, text: &'a str) -> LookupFuture<'a, FoundSymbols, LookupError>;
}

/// Why settings could not be saved. `Display` is a sentence for users.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// A value is invalid.
    #[error("{0}")]
    Invalid(String),
    /// The configuration sets a value, so that it cannot be changed in the browser.
    #[error("{0}")]
    Fixed(String),
    /// The settings could not be written.
    #[error("{0}")]
    Failed(String),
}

/// The market to serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MarketChoice {
    /// The simulated market.
    Sample,
    /// Real prices from public sources.
    Live,
}

/// Where the value of a setting comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SettingSource {
    /// The default value.
    Default,
    /// It was saved in the browser.
    Page,
    /// The configuration file.
    File,
    /// An environment variable.
    Variable,
    /// A flag of the command line.
    Flag,
}

/// Where a setting comes from, and whether it can be changed in the browser.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingOrigin {
    /// Where the value comes from.
    pub origin: SettingSource,
    /// The line, variable or flag that sets the value, as in `MARKETDECK_MARKET`; null if it can be changed in the browser.
    pub set_by: Option<String>,
}

/// The market setting.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketSetting {
    /// The market in effect.
    pub value: MarketChoice,
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: SettingOrigin,
}

/// A setting with a text.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextSetting {
    /// The value in effect; empty if none is set.
    pub value: String,
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: SettingOrigin,
}

/// A setting with several texts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListSetting {
    /// The values in effect.
    pub value: Vec<String>,
    /// Where they come from.
    #[serde(flatten)]
    pub origin: SettingOrigin,
}

/// A secret, without its value.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecretSetting {
    /// Whether the secret is set.
    pub is_set: bool,
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: SettingOrigin,
}

/// The API key of a provider, without its value.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeySetting {
    /// Name of the provider as in the configuration, as in `twelve_data`.
    pub provider: String,
    /// Whether a key is set.
    #[serde(flatten)]
    pub key: SecretSetting,
}

/// The settings of this server that can be changed in the browser, and their origins.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerSettings {
    /// Whether this is a new server: neither its configuration nor a person has chosen anything yet.
    pub is_new: bool,
    /// Start time of the server; a later one shows that it has restarted.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Timestamp,
    /// The market to serve.
    pub market: MarketSetting,
    /// Default currency that amounts are converted to.
    pub display_currency: TextSetting,
    /// Email address of the operator on the legal pages.
    pub contact_email: TextSetting,
    /// Email address in requests to the SEC, which requires one for figures from financial reports and for filings.
    pub sec_contact: TextSetting,
    /// Symbols that the live market follows in addition to those of the catalog.
    pub symbols: ListSetting,
    /// The password of this server.
    pub password: SecretSetting,
    /// Keys of providers.
    pub keys: Vec<KeySetting>,
}

/// New values of settings. A missing field leaves its setting unchanged.
// No `Debug`: the fields contain secrets, which must not reach the log.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsChange {
    /// The market to serve.
    pub market: Option<MarketChoice>,
    /// Default currency that amounts are converted to (ISO 4217).
    #[schema(pattern = "^[A-Z]{3}$")]
    pub display_currency: Option<String>,
    /// Email address of the operator on the legal pages; empty for none.
    #[schema(max_length = 254)]
    pub contact_email: Option<String>,
    /// Email address in requests to the SEC; empty for none, which disables this source.
    #[schema(max_length = 254)]
    pub sec_contact: Option<String>,
    /// Symbols that the live market follows in addition to those of the catalog.
    #[schema(max_items = 1000)]
    pub symbols: Option<Vec<String>>,
    /// New password, of at least 8 characters. Every browser has to sign in again.
    #[schema(min_length = 8, max_length = 1000)]
    pub password: Option<String>,
    /// API keys by provider; an empty one is removed.
    #[serde(default)]
    pub keys: BTreeMap<String, String>,
}

/// The symbols that were found for a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundSymbols {
    /// True if the first symbol is certainly meant, false if the user has to choose.
    pub is_certain: bool,
    /// The symbols, best match first.
    pub hits: Vec<SymbolHit>,
}
