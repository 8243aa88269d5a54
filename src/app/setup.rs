//! The setup in the browser: checks and saves settings, and requests a restart that applies them.

mod change;
mod symbols;

use std::{
    fs,
    io::ErrorKind,
    sync::{Arc, OnceLock},
};

use jiff::Timestamp;
use tokio::{sync::Notify, task::spawn_blocking};
use toml::Table;

use super::reload::{LoadConfig, Operator};
use crate::{
    config::{Config, MarketKind, Origin, PageSettings, page_settings},
    domain::Clock,
    runtime::private_file,
    source::lookup::{Lookup, LookupError, LookupFuture},
    web::setup::{
        FoundSymbols, KeySetting, ListSetting, MarketChoice, MarketSetting, SecretSetting,
        ServerSettings, SettingOrigin, SettingSource, SettingsChange, Setup, SetupError,
        TextSetting,
    },
};

/// First lines of the file with the settings.
const HEADER: &str = "# Marketdeck saves the settings of its setup page in this file. The configuration file, variables and flags\n\
    # override them. This file may contain secrets.\n";

/// The setup of a server that runs alone.
pub(super) struct BrowserSetup {
    /// The configuration in effect.
    config: Config,
    load: Arc<LoadConfig>,
    /// Notified to restart the server with the saved settings.
    restart: Arc<Notify>,
    clock: Arc<dyn Clock>,
    started_at: Timestamp,
    /// Looks up symbols of the live market; set at the first use in the sample market. Contains
    /// `None` if every provider with a symbol search is disabled.
    lookup: OnceLock<Option<Arc<dyn Lookup>>>,
}

impl BrowserSetup {
    /// Creates the setup of a server that starts with `config`; `None` without `restart`. `lookup`
    /// is that of the live market.
    pub(super) fn start(
        config: &Config,
        operator: &Operator,
        restart: Option<Arc<Notify>>,
        clock: &Arc<dyn Clock>,
        lookup: Option<Arc<dyn Lookup>>,
    ) -> Option<Arc<dyn Setup>> {
        let known_lookup = OnceLock::new();
        if config.market.kind == MarketKind::Live {
            let _ = known_lookup.set(lookup);
        }
        Some(Arc::new(Self {
            config: config.clone(),
            load: Arc::clone(&operator.load),
            restart: restart?,
            clock: Arc::clone(clock),
            started_at: clock.now(),
            lookup: known_lookup,
        }))
    }

    fn origin(&self, key: &str) -> SettingOrigin {
        let (origin, set_by) = match self.config.origin(key) {
            Origin::Default => (SettingSource::Default, None),
            Origin::Page => (SettingSource::Page, None),
            Origin::File(location) => (SettingSource::File, Some(location)),
            Origin::Variable(name) => (SettingSource::Variable, Some(name)),
            Origin::Flag(name) => (SettingSource::Flag, Some(name)),
        };
        SettingOrigin { origin, set_by }
    }

    fn text(&self, key: &str, value: &str) -> TextSetting {
        TextSetting {
            value: value.to_owned(),
            origin: self.origin(key),
        }
    }

    fn secret(&self, key: &str, value: &str) -> SecretSetting {
        SecretSetting {
            is_set: !value.is_empty(),
            origin: self.origin(key),
        }
    }

    /// Returns true if no value is set that the setup can change.
    fn is_new(&self) -> bool {
        let is_default = |key: &String| self.config.origin(key) == Origin::Default;
        page_settings::keys().iter().all(is_default)
    }

    async fn save_change(&self, change: SettingsChange) -> Result<bool, SetupError> {
        change::check_not_fixed(&change, |key| self.origin(key).set_by)?;
        let path = page_settings::path(&self.config.storage.data_dir);
        let load = Arc::clone(&self.load);
        let saving = spawn_blocking(move || {
            let previous = read_table(&path)?;
            let mut settings = previous.clone();
            change::apply(change, &mut settings)?;
            if settings == previous {
                return Ok(false);
            }
            let failed = |error: &dyn std::fmt::Display| {
                SetupError::Failed(format!("Couldn't save the settings: {error}."))
            };
            let text = toml::to_string_pretty(&settings).map_err(|error| failed(&error))?;
            let text = format!("{HEADER}{text}");
            load(PageSettings::Proposed(&text)).map_err(|errors| change::rejection(&errors))?;
            private_file::replace(&path, &text).map_err(|error| failed(&error))?;
            Ok(true)
        });
        let is_changed = saving.await.map_err(|error| {
            tracing::error!(%error, "setup: could not save the settings");
            SetupError::Failed("The server failed.".to_owned())
        })??;
        if is_changed {
            tracing::info!("setup: saved settings, restarting the server");
            self.restart.notify_one();
        }
        Ok(is_changed)
    }

    fn lookup(&self) -> Option<&Arc<dyn Lookup>> {
        let create = || symbols::live_lookup(&self.config, &self.clock);
        self.lookup.get_or_init(create).as_ref()
    }
}

/// Reads the saved settings. A missing file contains none.
fn read_table(path: &std::path::Path) -> Result<Table, SetupError> {
    let failed = |error: String| SetupError::Failed(format!("Couldn't read the settings: {error}"));
    match fs::read_to_string(path) {
        Ok(text) => text
            .parse()
            .map_err(|_| failed(format!("{} is not valid TOML.", path.display()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Table::new()),
        Err(error) => Err(failed(format!("{error}."))),
    }
}

impl Setup for BrowserSetup {
    fn settings(&self) -> ServerSettings {
        let config = &self.config;
        let keys = page_settings::providers_with_keys();
        let providers = Table::try_from(&config.providers).unwrap_or_default();
        let keys = keys.into_iter().map(|provider| {
            let path = page_settings::api_key_setting(&provider);
            let value = providers
                .get(&provider)
                .and_then(|table| table.get("api_key"));
            let value = value.and_then(toml::Value::as_str).unwrap_or_default();
            let key = self.secret(&path, value);
            KeySetting { provider, key }
        });
        ServerSettings {
            is_new: self.is_new(),
            started_at: self.started_at,
            market: MarketSetting {
                value: match config.market.kind {
                    MarketKind::Sample => MarketChoice::Sample,
                    MarketKind::Live => MarketChoice::Live,
                },
                origin: self.origin("market"),
            },
            display_currency: self.text(
                "display_currency",
                &config.market.display_currency.to_string(),
            ),
            contact_email: self.text("contact_email", &config.server.contact_email),
            sec_contact: self.text(page_settings::SEC_CONTACT, &config.providers.sec.contact),
            symbols: ListSetting {
                value: config.market.symbols.clone(),
                origin: self.origin("symbols"),
            },
            password: self.secret("password_hash", &config.server.password_hash),
            keys: keys.collect(),
        }
    }

    fn save(&self, change: SettingsChange) -> LookupFuture<'_, bool, SetupError> {
        Box::pin(self.save_change(change))
    }

    fn find<'a>(&'a self, text: &'a str) -> LookupFuture<'a, FoundSymbols, LookupError> {
        Box::pin(async move {
            let lookup = self.lookup().map(|lookup| &**lookup);
            symbols::find(lookup, text).await
        })
    }
}
