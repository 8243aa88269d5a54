//! The connection with NATS: it is kept up, and its loss is told.

use std::time::Duration;

use anyhow::Context as _;
use async_nats::{Client, ConnectOptions, Event, ServerAddr, connection::State, jetstream};

use crate::{config::ClusterConfig, web::decode};

/// How long connecting, and a request of `JetStream`, may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Begins to connect, and goes on until it is connected, and whenever the connection is lost. Only settings that can
/// never work are an error.
pub(crate) async fn connect(config: &ClusterConfig, name: &str) -> anyhow::Result<Client> {
    let mut options = ConnectOptions::new()
        .name(name)
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(PATIENCE)
        .request_timeout(Some(PATIENCE))
        .reconnect_delay_callback(|attempts| {
            let longest = Duration::from_millis(100 << attempts.min(5)).min(LONGEST_PAUSE);
            // Not all at once when the server is back.
            longest.mul_f64(fastrand::f64())
        })
        .event_callback(|event| async move { log_event(&event) });
    if let Some(file) = &config.credentials_file {
        options = options
            .credentials_file(file)
            .await
            .with_context(|| format!("nats_credentials_file: {} is of no use", file.display()))?;
    }
    if let Some(file) = &config.ca_file {
        options = options
            .add_root_certificates(file.clone())
            .require_tls(true);
    }
    let servers: Result<Vec<ServerAddr>, _> = config.url.split(',').map(str::parse).collect();
    let servers = servers.context("nats_url: an address is not understood")?;
    if let Some((name, password)) = login(&servers) {
        options = options.user_and_password(name, password);
    }
    options
        .connect(servers)
        .await
        .context("nats_url: no connection can be made")
}

/// The name and password that stand in the addresses: the client does not take them from there itself.
fn login(servers: &[ServerAddr]) -> Option<(String, String)> {
    let plain = |text: Option<&str>| decode(text.unwrap_or_default(), false).into_owned();
    let server = servers.iter().find(|server| server.has_user_pass())?;
    Some((plain(server.username()), plain(server.password())))
}

fn log_event(event: &Event) {
    match event {
        Event::Connected => tracing::info!("NATS is connected"),
        Event::Disconnected => {
            tracing::warn!("the connection with NATS is lost; it is tried again");
        }
        Event::ClientError(error) => tracing::debug!(%error, "NATS"),
        other => tracing::warn!("NATS: {other}"),
    }
}

/// Whether the connection is up.
pub(super) fn is_up(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

/// `JetStream` over the connection.
pub(super) fn jetstream(client: &Client) -> jetstream::Context {
    jetstream::context::ContextBuilder::new()
        .timeout(PATIENCE)
        .ack_timeout(PATIENCE)
        .build(client.clone())
}
