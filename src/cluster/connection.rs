//! The connection to NATS, which reconnects automatically and reports its problems.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use async_nats::{
    Client, ClientError, ConnectOptions, Event, ServerAddr, ServerError, connection::State,
    jetstream,
};

use crate::{config::ClusterConfig, web::decode};

/// Time limit for connecting and for `JetStream` requests.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum delay between two attempts to connect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// How long a refusal by NATS is reported after it last occurred; longer than the retry delays of refused operations.
const REFUSAL_REPORT_TIME: Duration = Duration::from_secs(60);
/// Space reserved for the headers of a message, in bytes.
const HEADER_BYTES: usize = 2_048;
/// The smallest `max_payload` of NATS that fits every record of a market, in bytes.
const MIN_PAYLOAD: usize = 65_536;

/// The connection of this process to NATS.
#[derive(Clone)]
pub(crate) struct Connection {
    pub(super) client: Client,
    status: Arc<ConnectionStatus>,
}

/// The known problems of a connection.
#[derive(Debug, Default)]
struct ConnectionStatus(Mutex<Problems>);

#[derive(Debug, Default)]
struct Problems {
    /// Reason why the last attempt to connect failed; `None` while connected.
    connect_error: Option<String>,
    /// The last refusal by NATS, as a clause, and its time.
    last_refusal: Option<(String, Instant)>,
}

/// Starts connecting, and reconnects whenever the connection is lost. Returns an error only for invalid settings.
pub(crate) async fn connect(config: &ClusterConfig, name: &str) -> anyhow::Result<Connection> {
    let status = Arc::<ConnectionStatus>::default();
    let event_status = Arc::clone(&status);
    let mut options = ConnectOptions::new()
        .name(name)
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(REQUEST_TIMEOUT)
        .request_timeout(Some(REQUEST_TIMEOUT))
        .reconnect_delay_callback(|attempts| {
            let max_delay = Duration::from_millis(100 << attempts.min(5)).min(MAX_RECONNECT_DELAY);
            // Jitter, so that not all processes reconnect at once.
            max_delay.mul_f64(fastrand::f64())
        })
        .event_callback(move |event| {
            event_status.handle_event(&event, Instant::now());
            async {}
        });
    if let Some(file) = &config.credentials_file {
        options = options
            .credentials_file(file)
            .await
            .with_context(|| format!("nats_credentials_file: cannot use {}", file.display()))?;
    }
    if let Some(file) = &config.ca_file {
        options = options
            .add_root_certificates(file.clone())
            .require_tls(true);
    }
    let servers: Result<Vec<ServerAddr>, _> = config.url.split(',').map(str::parse).collect();
    let servers = servers.context("nats_url: invalid address")?;
    options = match url_credentials(&servers) {
        Some(Credentials::Password(name, password)) => options.user_and_password(name, password),
        Some(Credentials::Token(token)) => options.token(token),
        None => options,
    };
    let client = options
        .connect(servers)
        .await
        .context("nats_url: cannot connect")?;
    Ok(Connection { client, status })
}

/// Credentials in the URL of NATS.
#[derive(Debug, PartialEq, Eq)]
enum Credentials {
    Password(String, String),
    /// A name without a password is a token, as in all NATS clients.
    Token(String),
}

/// Returns the credentials in the URLs. The client ignores them, so they must be passed separately.
fn url_credentials(servers: &[ServerAddr]) -> Option<Credentials> {
    let percent_decode = |text: &str| decode(text, false).into_owned();
    let server = servers.iter().find(|server| server.has_user_pass())?;
    let name = percent_decode(server.username()?);
    Some(match server.password() {
        Some(password) => Credentials::Password(name, percent_decode(password)),
        None => Credentials::Token(name),
    })
}

impl Connection {
    /// Returns true while connected.
    pub(super) fn is_up(&self) -> bool {
        is_up(&self.client)
    }

    /// Returns the problems with the connection, one sentence each.
    pub(super) fn problems(&self, now: Instant) -> Vec<String> {
        let status = self.status.lock();
        let mut problems = Vec::new();
        if !self.is_up() {
            let reason = status.connect_error.as_ref();
            let reason = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            problems.push(format!(
                "NATS is not connected{reason}; the data shown may be outdated."
            ));
        } else if self.client.max_payload() < MIN_PAYLOAD {
            problems.push(format!(
                "NATS accepts messages of at most {} bytes; set its max_payload to {MIN_PAYLOAD} or more.",
                self.client.max_payload()
            ));
        }
        problems.extend(
            status
                .recent_refusal(now)
                .map(|refusal| format!("{refusal}.")),
        );
        problems
    }
}

impl Problems {
    /// Returns the last refusal by NATS if it occurred within the last minute.
    fn recent_refusal(&self, now: Instant) -> Option<&str> {
        let (refusal, at) = self.last_refusal.as_ref()?;
        (now.saturating_duration_since(*at) < REFUSAL_REPORT_TIME).then_some(refusal)
    }
}

impl ConnectionStatus {
    /// Records an event of the client. Logs a problem only if it is new.
    fn handle_event(&self, event: &Event, now: Instant) {
        let mut problems = self.lock();
        match event {
            Event::Connected => {
                problems.connect_error = None;
                tracing::info!("cluster: connected to NATS");
            }
            Event::Disconnected => {
                tracing::warn!("cluster: lost the connection to NATS, reconnecting");
            }
            Event::ClientError(ClientError::Other(message)) => {
                let reason = explain_connect_error(message);
                if problems.connect_error.as_deref() != Some(reason) {
                    tracing::warn!("cluster: could not connect to NATS: {reason}");
                    problems.connect_error = Some(reason.to_owned());
                }
            }
            Event::ServerError(error) => {
                let refusal = describe_refusal(error);
                if problems.recent_refusal(now) != Some(refusal.as_str()) {
                    tracing::warn!("cluster: {refusal}");
                }
                problems.last_refusal = Some((refusal, now));
            }
            other => tracing::warn!("cluster: NATS client: {other}"),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Problems> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns an explanation of a failed attempt to connect, from the message of the client.
fn explain_connect_error(message: &str) -> &str {
    match message {
        "authorization violation" => {
            "authorization violation: NATS refuses the credentials of this process; check the user and password or the token in nats_url, or nats_credentials_file"
        }
        "failed signing nonce" => {
            "the credentials of this process cannot be used to sign in; check nats_credentials_file"
        }
        "IO error" => {
            "no response, or the connection was closed; check nats_url and that NATS is running"
        }
        "DNS error" => "cannot resolve the host in nats_url",
        "TLS error" => {
            "its certificate is missing or not trusted; check nats_ca_file and that nats_url begins with tls://"
        }
        "timed out" => "timed out",
        other => other,
    }
}

/// Describes a refusal by NATS, as a clause.
fn describe_refusal(error: &ServerError) -> String {
    let message = match error {
        ServerError::AuthorizationViolation => "authorization violation",
        ServerError::Other(message) => message.as_str(),
        ServerError::SlowConsumer(_) => return format!("NATS reports: {error}"),
    };
    let message = message.trim_matches('\'');
    let lower = message.to_ascii_lowercase();
    if lower.starts_with("permissions violation") {
        format!(
            "NATS denied a permission this process needs ({message}); check the permissions of its user (docs/cluster/roles.conf)"
        )
    } else if lower.contains("authentication") || lower.contains("authorization") {
        format!(
            "NATS refuses the credentials of this process ({message}); check nats_url or nats_credentials_file"
        )
    } else {
        format!("NATS reports: {message}")
    }
}

/// Returns true while connected.
pub(super) fn is_up(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

/// Returns the maximum size of a message body in bytes, as limited by NATS.
pub(super) fn max_body(client: &Client) -> usize {
    match client.max_payload() {
        // The limit is unknown before the first connection.
        0 => usize::MAX,
        payload => payload.saturating_sub(HEADER_BYTES),
    }
}

/// Returns a `JetStream` context for the connection.
pub(super) fn jetstream(client: &Client) -> jetstream::Context {
    jetstream::context::ContextBuilder::new()
        .timeout(REQUEST_TIMEOUT)
        .ack_timeout(REQUEST_TIMEOUT)
        .build(client.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_name_without_a_password_is_used_as_a_token() {
        let credentials = |url: &str| url_credentials(&[url.parse().unwrap()]);
        assert_eq!(credentials("nats://127.0.0.1:4222"), None);
        assert_eq!(
            credentials("nats://s3cret@127.0.0.1:4222"),
            Some(Credentials::Token("s3cret".into()))
        );
        assert_eq!(
            credentials("nats://edge:p%40ss@127.0.0.1:4222"),
            Some(Credentials::Password("edge".into(), "p@ss".into()))
        );
    }

    #[test]
    fn a_refused_permission_is_reported_for_a_minute() {
        let (status, start) = (ConnectionStatus::default(), Instant::now());
        let refusal = Event::ServerError(ServerError::Other(
            "Permissions Violation for Publish to \"md.write\"".to_owned(),
        ));
        status.handle_event(&refusal, start);
        let reported_at = |now| status.lock().recent_refusal(now).map(str::to_owned);
        let sentence = reported_at(start).unwrap();
        assert!(
            sentence.contains("Publish to \"md.write\"") && sentence.contains("roles.conf"),
            "{sentence}"
        );
        assert_eq!(reported_at(start + Duration::from_secs(59)), Some(sentence));
        assert_eq!(reported_at(start + Duration::from_secs(60)), None);
    }

    #[test]
    fn the_reason_of_a_failed_attempt_is_reported_until_connected() {
        let status = ConnectionStatus::default();
        let failed = |why: &str| Event::ClientError(ClientError::Other(why.to_owned()));
        let connect_error = || status.lock().connect_error.clone().unwrap_or_default();
        status.handle_event(&failed("IO error"), Instant::now());
        assert!(connect_error().contains("no response"));
        status.handle_event(&failed("authorization violation"), Instant::now());
        assert!(connect_error().contains("refuses the credentials"));
        status.handle_event(&Event::Connected, Instant::now());
        assert_eq!(connect_error(), "");
    }
}
