//! What an operator may change while the program runs: at a SIGHUP the configuration is read anew.

use std::sync::Arc;

use tokio::{sync::Mutex, task::spawn_blocking};

use crate::{
    alerts::{Channels, Reconfigured},
    config::{Config, ConfigError, LogConfig},
    runtime::{
        repeat_filter::{RepeatFilter, UNFILTERED},
        signals::Hangups,
        supervisor::Supervisor,
    },
    web::AppState,
};

/// The keys of which a running program takes a new value.
const CHANGEABLE: [&str; 4] = ["log", "allowed_hosts", "trusted_proxies", "channels"];

/// Has the log follow another configuration.
pub(crate) type ChangeLog = dyn Fn(&LogConfig) -> anyhow::Result<()> + Send + Sync;

/// What the program brings from its terminal: its signals, its configuration and its log.
#[derive(Clone)]
pub(crate) struct Operator {
    pub(crate) hangups: Arc<Mutex<Hangups>>,
    /// Reads the configuration as the start did.
    pub(crate) load: Arc<dyn Fn() -> Result<Config, Vec<ConfigError>> + Send + Sync>,
    pub(crate) change_log: Arc<ChangeLog>,
    /// Lines of the log that came again.
    pub(crate) repeats: Arc<RepeatFilter>,
}

/// Reads the configuration anew whenever the operator asks for it, and tells which lines of the log came again.
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
    let reloading = Arc::new(Mutex::new(Reloading {
        running: config.clone(),
        operator,
        state: Arc::clone(state),
        channels: channels.clone(),
    }));
    supervisor.restartable("configuration", move || {
        let reloading = Arc::clone(&reloading);
        async move { reloading.lock().await.run().await }
    });
}

struct Reloading {
    /// What is in force.
    running: Config,
    operator: Operator,
    state: Arc<AppState>,
    channels: Channels,
}

impl Reloading {
    async fn run(&mut self) {
        loop {
            self.operator.hangups.lock().await.next().await;
            let load = Arc::clone(&self.operator.load);
            // A file may be on a disk that is slow to answer.
            match spawn_blocking(move || load()).await {
                Ok(Ok(config)) => self.take(config),
                Ok(Err(problems)) => refuse(&problems),
                Err(error) => {
                    tracing::error!(target: UNFILTERED, %error, "SIGHUP: the configuration was not read");
                }
            }
        }
    }

    /// Takes of `config` what can change, and names the rest that differs.
    fn take(&mut self, config: Config) {
        let changed = self.running.changed(&config);
        let (now, later): (Vec<_>, Vec<_>) = changed
            .into_iter()
            .partition(|key| CHANGEABLE.contains(&key.as_str()));
        let server = &config.server;
        self.state
            .change_hosts(&server.allowed_hosts, &server.trusted_proxies);
        self.running.log.filter = config.log.filter;
        if let Err(error) = (self.operator.change_log)(&self.running.log) {
            tracing::error!(target: UNFILTERED, "SIGHUP: the log stays as it was: {error:#}");
        }
        if config.channels != self.running.channels {
            match self.channels.configure(&config.channels) {
                Ok(told) => {
                    tracing::info!(target: UNFILTERED, "SIGHUP: alert channels: {}", words(&told));
                    self.running.channels = config.channels;
                    self.running.options.channels = config.options.channels;
                }
                Err(wrong) => {
                    let why = wrong.message;
                    tracing::error!(target: UNFILTERED, "SIGHUP: the alert channels stay as they were: {why}");
                }
            }
        }
        self.running.options.log = config.options.log;
        self.running.options.allowed_hosts = config.options.allowed_hosts;
        self.running.options.trusted_proxies = config.options.trusted_proxies;
        if !now.is_empty() {
            tracing::info!(target: UNFILTERED, "SIGHUP: in force now: {}", now.join(", "));
        }
        if !later.is_empty() {
            tracing::warn!(target: UNFILTERED, "SIGHUP: a restart is needed for {}", later.join(", "));
        } else if now.is_empty() {
            tracing::info!(target: UNFILTERED, "SIGHUP: the configuration says what it said before");
        }
        for warning in config.warnings {
            tracing::warn!(target: UNFILTERED, "SIGHUP: {warning}");
        }
    }
}

/// What became of the channels: 'phone is new, mail has other settings'.
fn words(told: &Reconfigured) -> String {
    let each = |names: &[String], what: &str| {
        let names = names.iter().map(|name| format!("{name} {what}"));
        names.collect::<Vec<_>>()
    };
    let mut words = each(&told.added, "is new");
    words.extend(each(&told.changed, "has other settings"));
    words.extend(each(&told.removed, "is gone"));
    if words.is_empty() {
        return "in another order".to_owned();
    }
    words.join(", ")
}

/// What was in force stays.
fn refuse(problems: &[ConfigError]) {
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    tracing::error!(
        target: UNFILTERED,
        "SIGHUP: the configuration stays as it was, for the new one cannot be used: {}",
        problems.join("; ")
    );
}
