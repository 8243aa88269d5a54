//! The connection with NATS: it reconnects by itself, and says what is wrong with it.

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

/// How long connecting, and a request of `JetStream`, may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest pause between two attempts to connect.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(2);
/// How long a refusal by NATS is reported after it was last heard: whatever is refused is tried again sooner.
const REFUSAL_SHOWN_FOR: Duration = Duration::from_secs(60);
/// Bytes of a message that its headers may take.
const HEADER_BYTES: usize = 2_048;
/// The smallest `max_payload` of NATS with which every record of a market can be passed on.
const MIN_PAYLOAD: usize = 65_536;

/// The connection of this process with NATS.
#[derive(Clone)]
pub(crate) struct Connection {
    pub(super) client: Client,
    trouble: Arc<ConnectionStatus>,
}

/// What is wrong with a connection.
#[derive(Debug, Default)]
struct ConnectionStatus(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    /// Why the last attempt to connect failed; `None` while the connection is up.
    connecting: Option<String>,
    /// What NATS does not let this process do, and when it said so last.
    refused: Option<(String, Instant)>,
}

/// Begins to connect, and goes on until it is connected, and whenever the connection is lost. Only settings that can
/// never work are an error.
pub(crate) async fn connect(config: &ClusterConfig, name: &str) -> anyhow::Result<Connection> {
    let trouble = Arc::<ConnectionStatus>::default();
    let told = Arc::clone(&trouble);
    let mut options = ConnectOptions::new()
        .name(name)
        .retry_on_initial_connect()
        .max_reconnects(None)
        .connection_timeout(REQUEST_TIMEOUT)
        .request_timeout(Some(REQUEST_TIMEOUT))
        .reconnect_delay_callback(|attempts| {
            let longest = Duration::from_millis(100 << attempts.min(5)).min(MAX_RECONNECT_DELAY);
            // Not all at once when the server is back.
            longest.mul_f64(fastrand::f64())
        })
        .event_callback(move |event| {
            told.hear(&event, Instant::now());
            async {}
        });
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
    options = match login(&servers) {
        Some(Login::Password(name, password)) => options.user_and_password(name, password),
        Some(Login::Token(token)) => options.token(token),
        None => options,
    };
    let client = options
        .connect(servers)
        .await
        .context("nats_url: no connection can be made")?;
    Ok(Connection { client, trouble })
}

/// Who this process is to NATS, as its address says.
#[derive(Debug, PartialEq, Eq)]
enum Login {
    Password(String, String),
    /// A name without a password is a token, as in every client of NATS.
    Token(String),
}

/// The name and password that stand in the addresses: the client does not take them from there itself.
fn login(servers: &[ServerAddr]) -> Option<Login> {
    let plain = |text: &str| decode(text, false).into_owned();
    let server = servers.iter().find(|server| server.has_user_pass())?;
    let name = plain(server.username()?);
    Some(match server.password() {
        Some(password) => Login::Password(name, plain(password)),
        None => Login::Token(name),
    })
}

impl Connection {
    /// Whether the connection is up.
    pub(super) fn is_up(&self) -> bool {
        is_up(&self.client)
    }

    /// What is wrong with the connection: sentences.
    pub(super) fn problems(&self, now: Instant) -> Vec<String> {
        let seen = self.trouble.seen();
        let mut problems = Vec::new();
        if !self.is_up() {
            let why = seen.connecting.as_ref();
            let why = why.map_or_else(String::new, |why| format!(" ({why})"));
            problems.push(format!(
                "NATS is not connected{why}; what is shown is what was heard before."
            ));
        } else if self.client.max_payload() < MIN_PAYLOAD {
            problems.push(format!(
                "NATS takes messages of {} bytes at most; set its max_payload to {MIN_PAYLOAD} or more.",
                self.client.max_payload()
            ));
        }
        problems.extend(seen.refused(now).map(|what| format!("{what}.")));
        problems
    }
}

impl Seen {
    /// What NATS refused within the last minute.
    fn refused(&self, now: Instant) -> Option<&str> {
        let (what, when) = self.refused.as_ref()?;
        (now.saturating_duration_since(*when) < REFUSAL_SHOWN_FOR).then_some(what)
    }
}

impl ConnectionStatus {
    /// Takes note of what the client tells, and logs what is new.
    fn hear(&self, event: &Event, now: Instant) {
        let mut seen = self.seen();
        match event {
            Event::Connected => {
                seen.connecting = None;
                tracing::info!("NATS is connected");
            }
            Event::Disconnected => {
                tracing::warn!("the connection with NATS is lost; it is tried again");
            }
            Event::ClientError(ClientError::Other(why)) => {
                let why = reason(why);
                if seen.connecting.as_deref() != Some(why) {
                    tracing::warn!("NATS cannot be connected: {why}");
                    seen.connecting = Some(why.to_owned());
                }
            }
            Event::ServerError(error) => {
                let refusal = refusal(error);
                if seen.refused(now) != Some(refusal.as_str()) {
                    tracing::warn!("{refusal}");
                }
                seen.refused = Some((refusal, now));
            }
            other => tracing::warn!("NATS: {other}"),
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why an attempt to connect failed, of what the client says.
fn reason(why: &str) -> &str {
    match why {
        "authorization violation" => {
            "authorization violation: NATS refuses the credentials of this process; check the user and password or the token in nats_url, or nats_credentials_file"
        }
        "failed signing nonce" => {
            "the credentials of this process cannot be used to sign in; check nats_credentials_file"
        }
        "IO error" => {
            "nobody answers there, or the connection broke off; check nats_url and that NATS is running"
        }
        "DNS error" => "the host of nats_url cannot be found",
        "TLS error" => {
            "its certificate is not trusted, or it has none; check nats_ca_file and that nats_url begins with tls://"
        }
        "timed out" => "it does not answer in time",
        other => other,
    }
}

/// What NATS does not let this process do: a clause.
fn refusal(error: &ServerError) -> String {
    let said = match error {
        ServerError::AuthorizationViolation => "authorization violation",
        ServerError::Other(said) => said.as_str(),
        ServerError::SlowConsumer(_) => return format!("NATS reports: {error}"),
    };
    let said = said.trim_matches('\'');
    let lower = said.to_ascii_lowercase();
    if lower.starts_with("permissions violation") {
        format!(
            "NATS does not allow this process all it needs ({said}); check the permissions of its user (docs/cluster/roles.conf)"
        )
    } else if lower.contains("authentication") || lower.contains("authorization") {
        format!(
            "NATS refuses the credentials of this process ({said}); check nats_url or nats_credentials_file"
        )
    } else {
        format!("NATS reports: {said}")
    }
}

/// Whether the connection is up.
pub(super) fn is_up(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

/// Bytes that the body of a message may have, as NATS is configured.
pub(super) fn max_body(client: &Client) -> usize {
    match client.max_payload() {
        // It was never connected.
        0 => usize::MAX,
        payload => payload.saturating_sub(HEADER_BYTES),
    }
}

/// `JetStream` over the connection.
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
    fn a_name_in_the_address_without_a_password_is_a_token() {
        let of = |url: &str| login(&[url.parse().unwrap()]);
        assert_eq!(of("nats://127.0.0.1:4222"), None);
        assert_eq!(
            of("nats://s3cret@127.0.0.1:4222"),
            Some(Login::Token("s3cret".into()))
        );
        assert_eq!(
            of("nats://edge:p%40ss@127.0.0.1:4222"),
            Some(Login::Password("edge".into(), "p@ss".into()))
        );
    }

    #[test]
    fn a_refused_permission_is_told_until_nothing_was_refused_for_a_minute() {
        let (trouble, start) = (ConnectionStatus::default(), Instant::now());
        let refused = Event::ServerError(ServerError::Other(
            "Permissions Violation for Publish to \"md.write\"".to_owned(),
        ));
        trouble.hear(&refused, start);
        let told = |now| trouble.seen().refused(now).map(str::to_owned);
        let sentence = told(start).unwrap();
        assert!(
            sentence.contains("Publish to \"md.write\"") && sentence.contains("roles.conf"),
            "{sentence}"
        );
        assert_eq!(told(start + Duration::from_secs(59)), Some(sentence));
        assert_eq!(told(start + Duration::from_secs(60)), None);
    }

    #[test]
    fn why_the_last_attempt_failed_is_known_until_the_connection_is_up() {
        let trouble = ConnectionStatus::default();
        let failed = |why: &str| Event::ClientError(ClientError::Other(why.to_owned()));
        let connecting = || trouble.seen().connecting.clone().unwrap_or_default();
        trouble.hear(&failed("IO error"), Instant::now());
        assert!(connecting().contains("nobody answers"));
        trouble.hear(&failed("authorization violation"), Instant::now());
        assert!(connecting().contains("refuses the credentials"));
        trouble.hear(&Event::Connected, Instant::now());
        assert_eq!(connecting(), "");
    }
}
