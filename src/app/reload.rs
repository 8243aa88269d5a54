//! Reloads the configuration at SIGHUP.

use std::sync::Arc;

use tokio::{sync::Mutex, task::spawn_blocking};

use crate::{
    alerts::{Channels, ConfigChanges},
    config::{Config, ConfigError, LogConfig},
    runtime::{
        repeat_filter::{RepeatFilter, UNFILTERED},
        signals::Hangups,
        supervisor::Supervisor,
    },
    web::AppState,
};

/// The keys that take effect without a restart.
const RELOADABLE: [&str; 4] = ["log", "allowed_hosts", "trusted_proxies", "channels"];

/// Applies another log configuration.
pub(crate) type ChangeLog = dyn Fn(&LogConfig) -> anyhow::Result<()> + Send + Sync;

/// What the operator controls: signals, configuration and log.
#[derive(Clone)]
pub(crate) struct Operator {
    pub(crate) hangups: Arc<Mutex<Hangups>>,
    /// Reads the configuration the same way as at the start.
    pub(crate) load: Arc<dyn Fn() -> Result<Config, Vec<ConfigError>> + Send + Sync>,
    pub(crate) change_log: Arc<ChangeLog>,
    /// Counts repeated log lines.
    pub(crate) repeats: Arc<RepeatFilter>,
}

/// Reloads the configuration at each SIGHUP, and reports repeated log lines.
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
            // The file may be on a slow disk.
            match spawn_blocking(move || load()).await {
                Ok(Ok(config)) => self.apply(config),
                Ok(Err(problems)) => reject(&problems),
                Err(error) => {
                    tracing::error!(target: UNFILTERED, %error, "SIGHUP: cannot read the configuration");
                }
            }
        }
    }

    /// Applies the reloadable keys of `config`, and logs the others that differ.
    fn apply(&mut self, config: Config) {
        let changed = self.running.changed(&config);
        let (now, later): (Vec<_>, Vec<_>) = changed
            .into_iter()
            .partition(|key| RELOADABLE.contains(&key.as_str()));
        let server = &config.server;
        self.state
            .change_hosts(&server.allowed_hosts, &server.trusted_proxies);
        self.running.log.filter = config.log.filter;
        if let Err(error) = (self.operator.change_log)(&self.running.log) {
            tracing::error!(target: UNFILTERED, "SIGHUP: log unchanged: {error:#}");
        }
        if config.channels != self.running.channels {
            match self.channels.configure(&config.channels) {
                Ok(reconfigured) => {
                    tracing::info!(target: UNFILTERED, "SIGHUP: alert channels {}", channel_changes(&reconfigured));
                    self.running.channels = config.channels;
                    self.running.options.channels = config.options.channels;
                }
                Err(wrong) => {
                    let why = wrong.message;
                    tracing::error!(target: UNFILTERED, "SIGHUP: alert channels unchanged: {why}");
                }
            }
        }
        self.running.options.log = config.options.log;
        self.running.options.allowed_hosts = config.options.allowed_hosts;
        self.running.options.trusted_proxies = config.options.trusted_proxies;
        if !now.is_empty() {
            tracing::info!(target: UNFILTERED, "SIGHUP: applied {}", now.join(", "));
        }
        if !later.is_empty() {
            tracing::warn!(target: UNFILTERED, "SIGHUP: restart required for {}", later.join(", "));
        } else if now.is_empty() {
            tracing::info!(target: UNFILTERED, "SIGHUP: no changes");
        }
        for warning in config.warnings {
            tracing::warn!(target: UNFILTERED, "SIGHUP: {warning}");
        }
    }
}

/// Describes the changes of channels: 'added phone, changed mail'.
fn channel_changes(reconfigured: &ConfigChanges) -> String {
    let each = |names: &[String], what: &str| {
        let names = names.iter().map(|name| format!("{what} {name}"));
        names.collect::<Vec<_>>()
    };
    let mut changes = each(&reconfigured.added, "added");
    changes.extend(each(&reconfigured.changed, "changed"));
    changes.extend(each(&reconfigured.removed, "removed"));
    if changes.is_empty() {
        return "reordered".to_owned();
    }
    changes.join(", ")
}

/// Logs why a configuration is rejected; the current one stays in effect.
fn reject(problems: &[ConfigError]) {
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    tracing::error!(
        target: UNFILTERED,
        "SIGHUP: configuration unchanged, the new one is invalid: {}",
        problems.join("; ")
    );
}
