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
mod source_directory;
mod sources;

use std::{io::ErrorKind, net::SocketAddr, sync::Arc};

use tokio::net::TcpListener;

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
    config::Config,
    domain::Clock,
    runtime::{signals::Signals, systemd},
};

/// Serves until a signal stops the server or an essential task ends. Calls `ready` with the address
/// when the market has data: immediately with a filled database, and otherwise when the first
/// prices have arrived. Requests are served before that.
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
    let (server, warm_up) = tokio::select! {
        started = Server::start(&config, clock, operator, listener) => started?,
        () = signals.stop() => return Ok(()),
    };
    let running = async {
        warm_up.await;
        ready(address);
        systemd::notify(systemd::READY);
        systemd::keep_alive().await;
    };
    tokio::select! {
        () = running => {}
        () = signals.stop() => {}
        failure = server.supervisor.failure() => return Err(server.abort(failure).await),
    }
    tracing::info!("server: stopping");
    systemd::notify(systemd::STOPPING);
    tokio::select! {
        stopped = server.stop(async {}) => stopped,
        () = signals.stop() => aborted_by_second_signal(),
    }
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
