//! Wiring of the server: binds the port, opens the store, starts the tasks, and stops them in
//! order.

mod announce;
mod background_tasks;
mod backups;
mod clock;
#[cfg(feature = "cluster")]
mod cluster;
mod database;
mod deliveries;
mod demo;
#[cfg(feature = "cluster")]
mod edge;
mod lookup;
mod mqtt;
mod release_check;
mod reload;
mod screening;
mod search_index;
#[cfg(test)]
mod search_quality;
mod server;
mod settings;
mod setup;
mod source_directory;
mod sources;

use std::{io::ErrorKind, net::SocketAddr, pin::pin, sync::Arc};

use tokio::{net::TcpListener, sync::Notify, time::timeout};

pub(crate) use self::{
    clock::starting_at,
    database::{number_tickers, open_store},
    lookup::{ask_sources, check_symbols},
    reload::Operator,
};
use self::{
    demo::DemoFolder,
    server::{Server, aborted_by_second_signal},
};
pub(crate) use crate::providers::core::probe::ProbeResult;
use crate::{
    config::{Config, ConfigError, PageSettings},
    domain::Clock,
    runtime::{shutdown, signals::Signals, systemd},
};

/// Serves until a signal stops the server or an essential task ends. Calls `ready` with the address
/// when the market has data: immediately with a filled database, and otherwise when the first
/// prices have arrived. Requests are served before that. When settings are saved in the browser,
/// the server stops, and another one with the new settings starts on the same port.
pub(crate) async fn serve(
    mut config: Config,
    clock: Arc<dyn Clock>,
    mut signals: Signals,
    operator: Operator,
    ready: impl FnOnce(SocketAddr),
) -> anyhow::Result<()> {
    // The port is bound first, so that a port in use is reported before any source is contacted.
    // Clients that connect from here on wait in the listener's queue.
    let listener = bind(config.server.listen).await?;
    let address = listener.local_addr()?;
    let demo_folder = config
        .server
        .demo
        .then(|| DemoFolder::create(address.port()))
        .transpose()?;
    if let Some(folder) = &demo_folder {
        folder.path().clone_into(&mut config.storage.data_dir);
    }
    #[cfg(feature = "cluster")]
    if let Some(cluster) = config.cluster.clone() {
        let process = cluster::ClusterProcess {
            config,
            cluster,
            clock,
            operator,
            listener: listener.into_std()?,
        };
        return process.serve(signals, || ready(address)).await;
    }
    // The listener stays open during a restart, so that clients wait instead of being refused.
    let listener = listener.into_std()?;
    let mut ready = Some(|| {
        ready(address);
        systemd::notify(systemd::READY);
        tokio::spawn(systemd::keep_alive());
    });
    loop {
        let listener = TcpListener::from_std(listener.try_clone()?)?;
        let run = run(
            &config,
            &clock,
            &operator,
            listener,
            &mut signals,
            &mut ready,
        );
        match Box::pin(run).await {
            Ok(RunEnd::Restart) => config = reload_config(&operator, config),
            Ok(RunEnd::Stop) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// The reason why a server ended.
enum RunEnd {
    /// The program is stopping.
    Stop,
    /// Another server with the saved settings starts.
    Restart,
}

/// Serves until a signal or saved settings stop the server. Calls `ready` unless it was called
/// before.
async fn run(
    config: &Config,
    clock: &Arc<dyn Clock>,
    operator: &Operator,
    listener: TcpListener,
    signals: &mut Signals,
    ready: &mut Option<impl FnOnce()>,
) -> anyhow::Result<RunEnd> {
    let restart = Arc::new(Notify::new());
    let start = Server::start(
        config,
        Arc::clone(clock),
        operator.clone(),
        listener,
        Some(Arc::clone(&restart)),
    );
    let (server, warm_up) = tokio::select! {
        started = start => started?,
        () = signals.stop() => return Ok(RunEnd::Stop),
    };
    let running = async {
        warm_up.await;
        if let Some(ready) = ready.take() {
            ready();
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = running => {}
        () = restart.notified() => {
            let supervisor = server.supervisor.clone();
            let mut stop = pin!(server.stop_to_reopen());
            let stopped = tokio::select! {
                stopped = &mut stop => Some(stopped),
                () = signals.stop() => None,
            };
            let Some(stopped) = stopped else {
                systemd::notify(systemd::STOPPING);
                tracing::info!("server: stopping");
                let _ = timeout(shutdown::TOTAL, stop).await;
                return Ok(RunEnd::Stop);
            };
            supervisor.abort_all();
            stopped?;
            return Ok(RunEnd::Restart);
        }
        () = signals.stop() => {}
        failure = server.supervisor.failure() => return Err(server.abort(failure).await),
    }
    tracing::info!("server: stopping");
    systemd::notify(systemd::STOPPING);
    let stopped = tokio::select! {
        stopped = server.stop(async {}) => stopped,
        () = signals.stop() => aborted_by_second_signal(),
    };
    stopped.map(|()| RunEnd::Stop)
}

/// Loads the configuration with the saved settings. If another part of it has become invalid,
/// returns the previous one.
fn reload_config(operator: &Operator, previous: Config) -> Config {
    (operator.load)(PageSettings::Stored).unwrap_or_else(|errors: Vec<ConfigError>| {
        reload::log_rejection(&errors);
        previous
    })
}

async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let hint = if error.kind() == ErrorKind::PermissionDenied && address.port() < 1_024 {
            " (ports below 1024 need root or CAP_NET_BIND_SERVICE)"
        } else {
            ""
        };
        anyhow::Error::new(error).context(format!(
            "cannot listen on {address}; choose another address with --listen{hint}"
        ))
    })
}
