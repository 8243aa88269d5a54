//! Reloads the configuration after the signal SIGHUP.

use std::sync::Arc;

use tokio::{sync::Mutex, task::spawn_blocking};

use crate::{
    alerts::{Channels, ConfigChanges},
    config::{Config, ConfigError, LogConfig, PageSettings},
    runtime::{
        repeat_filter::{RepeatFilter, UNFILTERED},
        signals::Hangups,
        supervisor::Supervisor,
    },
    web::AppState,
};

/// The configuration keys that take effect without a restart.
const RELOADABLE: [&str; 4] = ["log", "allowed_hosts", "trusted_proxies", "channels"];

/// Callback that applies a log configuration.
pub(crate) type ChangeLog = dyn Fn(&LogConfig) -> anyhow::Result<()> + Send + Sync;

/// Callback that loads the configuration with settings of the web interface.
pub(crate) type LoadConfig =
    dyn Fn(PageSettings<'_>) -> Result<Config, Vec<ConfigError>> + Send + Sync;

/// Access to what the operator controls: signals, configuration and log.
#[derive(Clone)]
pub(crate) struct Operator {
    pub(crate) hangups: Arc<Mutex<Hangups>>,
    /// Loads the configuration in the same way as at the start.
    pub(crate) load: Arc<LoadConfig>,
    pub(crate) change_log: Arc<ChangeLog>,
    /// Filters repeated log lines and counts them.
    pub(crate) repeats: Arc<RepeatFilter>,
}

/// Spawns the task that reloads the configuration after each SIGHUP and the task that logs the
/// number of repeated log lines.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    operator: Operator,
    state: &Arc<AppState>,
    channels: &Channels,
) {
    let repeats = Arc::clone(&operator.repeats);
    supervisor.restartable("log", move || {
        let repeats = Arc::clone(&repeats);
        async move { repeats.run().await }
    });
    let reloader = Arc::new(Mutex::new(Reloader {
        running: config.clone(),
        operator,
        state: Arc::clone(state),
        channels: channels.clone(),
    }));
    supervisor.restartable("configuration", move || {
        let reloader = Arc::clone(&reloader);
        async move { reloader.lock().await.run().await }
    });
}

struct Reloader {
    /// The configuration in effect.
    running: Config,
    operator: Operator,
    state: Arc<AppState>,
    channels: Channels,
}

impl Reloader {
    async fn run(&mut self) {
        loop {
            self.operator.hangups.lock().await.next().await;
            let load = Arc::clone(&self.operator.load);
            // The file is read on a blocking thread, because its disk may be slow.
            match spawn_blocking(move || load(PageSettings::Stored)).await {
                Ok(Ok(config)) => self.apply(config),
                Ok(Err(errors)) => log_rejection(&errors),
                Err(error) => {
                    tracing::error!(target: UNFILTERED, %error, "config: could not reload the configuration");
                }
            }
        }
    }

    /// Applies the changed keys of `config` that are reloadable, and logs the other changed keys.
    fn apply(&mut self, config: Config) {
        let changed_keys = self.running.changed(&config);
        let (applied, needs_restart): (Vec<_>, Vec<_>) = changed_keys
            .into_iter()
            .partition(|key| RELOADABLE.contains(&key.as_str()));
        let server = &config.server;
        self.state
            .change_hosts(&server.allowed_hosts, &server.trusted_proxies);
        self.running.log.filter = config.log.filter;
        if let Err(error) = (self.operator.change_log)(&self.running.log) {
            tracing::error!(target: UNFILTERED, "config: could not change the log filter: {error:#}");
        }
        if config.channels != self.running.channels {
            match self.channels.configure(&config.channels) {
                Ok(changes) => {
                    tracing::info!(target: UNFILTERED, "config: reloaded alert channels: {}", channel_changes(&changes));
                    self.running.channels = config.channels;
                    self.running.options.channels = config.options.channels;
                }
                Err(error) => {
                    let message = error.message;
                    tracing::error!(target: UNFILTERED, "config: could not reload alert channels: {message}");
                }
            }
        }
        self.running.options.log = config.options.log;
        self.running.options.allowed_hosts = config.options.allowed_hosts;
        self.running.options.trusted_proxies = config.options.trusted_proxies;
        if !applied.is_empty() {
            tracing::info!(target: UNFILTERED, "config: applied changes to {}", applied.join(", "));
        }
        if !needs_restart.is_empty() {
            tracing::warn!(target: UNFILTERED, "config: restart required to apply changes to {}", needs_restart.join(", "));
        } else if applied.is_empty() {
            tracing::info!(target: UNFILTERED, "config: reloaded without changes");
        }
        for warning in config.warnings {
            tracing::warn!(target: UNFILTERED, "config: {warning}");
        }
    }
}

/// Describes changes of channels, such as 'added phone, changed mail'.
fn channel_changes(changes: &ConfigChanges) -> String {
    let describe = |names: &[String], action: &str| {
        let names = names.iter().map(|name| format!("{action} {name}"));
        names.collect::<Vec<_>>()
    };
    let mut descriptions = describe(&changes.added, "added");
    descriptions.extend(describe(&changes.changed, "changed"));
    descriptions.extend(describe(&changes.removed, "removed"));
    if descriptions.is_empty() {
        return "reordered".to_owned();
    }
    descriptions.join(", ")
}

/// Logs why a new configuration is rejected. The current one stays in effect.
pub(super) fn log_rejection(errors: &[ConfigError]) {
    let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
    tracing::error!(
        target: UNFILTERED,
        "config: kept the current configuration because the new one is invalid: {}",
        errors.join("; ")
    );
}
