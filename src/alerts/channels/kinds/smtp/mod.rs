//! SMTP channel: sends email over STARTTLS or TLS. Unencrypted connections are allowed only to this machine.

mod connect;
mod recipients;

use std::net::IpAddr;

use jiff::Timestamp;
use lettre::{
    Message as Mail,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0},
    },
    transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS},
};
use serde::{Deserialize, Serialize};

use self::recipients::{Recipients, describe_error};
use crate::{
    alerts::{
        channels::{
            notification::{Notification, Preview},
            transport::{KindSettings, Transport},
            validate::{self, InvalidSetting, Result},
        },
        delivery::{Attempt, DeliveryError},
    },
    domain::alert::Delivery,
    net,
};

/// The keys of a `[[channels]]` table with `kind = "smtp"`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SmtpSettings {
    host: String,
    /// 0 for the default port: 587, or 465 with `security = "tls"`.
    port: u16,
    /// `starttls`, `tls` or `none`.
    security: String,
    username: String,
    password: String,
    password_file: String,
    from: String,
    to: Vec<String>,
    /// The path of a PEM file with certificates to trust in addition to the system's.
    ca_file: String,
}

impl Default for SmtpSettings {
    fn default() -> Self {
        let empty = String::new;
        Self {
            host: empty(),
            port: 0,
            security: "starttls".to_owned(),
            username: empty(),
            password: empty(),
            password_file: empty(),
            from: empty(),
            to: Vec::new(),
            ca_file: empty(),
        }
    }
}

impl SmtpSettings {
    pub(in crate::alerts::channels::kinds) const SECRETS: &[&str] = &["password"];
}

impl KindSettings for SmtpSettings {
    fn default_delivery(&self) -> Delivery {
        Delivery::Email
    }

    fn transport(&self) -> Result<Box<dyn Transport>> {
        validate::check_not_empty("host", &self.host)?;
        let security = parse_security(self)?;
        if self.username.is_empty() != self.password.is_empty() {
            return Err(InvalidSetting::new(
                "username",
                "username and password must be set together",
            ));
        }
        if self.to.is_empty() {
            return Err(InvalidSetting::new("to", "a value is required"));
        }
        let to = self.to.iter().map(|to| parse_mailbox("to", to));
        Ok(Box::new(Smtp {
            security,
            from: parse_mailbox("from", &self.from)?,
            to: to.collect::<Result<_>>()?,
            authority: read_authority(&self.ca_file)?,
            recipients: Recipients::default(),
            settings: self.clone(),
        }))
    }

    fn preview(&self, notification: &Notification<'_>) -> Result<Preview> {
        Ok(Preview {
            subject: Some(subject(notification)),
            body: Some(text(notification)),
            ..Preview::default()
        })
    }

    fn receiver(&self) -> Option<String> {
        let Self {
            security,
            host,
            port,
            ..
        } = self;
        Some(format!("{security} {host}:{port}"))
    }
}

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Security {
    /// With TLS after the STARTTLS command (RFC 3207).
    StartTls,
    /// With TLS from the start.
    Tls,
    /// Not encrypted.
    None,
}

/// A mail server, with the sender and the recipients.
struct Smtp {
    settings: SmtpSettings,
    security: Security,
    from: Mailbox,
    to: Vec<Mailbox>,
    /// Certificates (PEM) to trust in addition to the system's.
    authority: Option<Vec<u8>>,
    recipients: Recipients,
}

impl Transport for Smtp {
    /// The recipients and the server.
    fn target(&self) -> String {
        let to: Vec<_> = self.to.iter().map(|to| to.email.to_string()).collect();
        format!("{} via {}", to.join(", "), self.settings.host)
    }

    fn secrets(&self) -> Vec<String> {
        vec![self.settings.password.clone()]
    }

    fn send<'a>(&'a self, notification: &'a Notification<'a>, _now: Timestamp) -> Attempt<'a> {
        Box::pin(self.send_mail(notification))
    }
}

impl Smtp {
    async fn send_mail(
        &self,
        notification: &Notification<'_>,
    ) -> std::result::Result<String, DeliveryError> {
        let mail = self.mail(notification)?;
        let mut connection = self.connect().await?;
        if !self.settings.username.is_empty() {
            let (name, password) = (&self.settings.username, &self.settings.password);
            let credentials = Credentials::new(name.clone(), password.clone());
            let authenticated = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
            authenticated.map_err(|error| {
                DeliveryError::Failed(format!("authentication failed: {}", describe_error(&error)))
            })?;
        }
        let sent = self
            .recipients
            .send(&mut connection, &mail, &notification.message.key)
            .await;
        // The result of the delivery is known, so an error of QUIT is ignored.
        let _ = connection.quit().await;
        sent
    }

    fn mail(&self, notification: &Notification<'_>) -> std::result::Result<Mail, DeliveryError> {
        let domain = self.from.email.domain();
        let mut mail = Mail::builder()
            .from(self.from.clone())
            .subject(subject(notification))
            .date(notification.message.at.into())
            // A retry has the same Message-ID, so a mail client can drop the duplicate.
            .message_id(Some(format!("<{}@{domain}>", notification.message.key)))
            // Suppresses vacation replies (RFC 3834).
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            // RFC 2045 requires this header with Content-Type.
            .header(MIME_VERSION_1_0)
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            mail = mail.to(to.clone());
        }
        mail.body(text(notification))
            .map_err(|error| DeliveryError::Failed(format!("could not build the mail: {error}")))
    }
}

fn subject(notification: &Notification<'_>) -> String {
    format!("Marketdeck: {}", notification.message.title())
}

/// Returns the body of the mail: the text, and the link below it.
fn text(notification: &Notification<'_>) -> String {
    let text = notification.message.text();
    match &notification.link {
        Some(link) => format!("{text}\n\n{link}\n"),
        None => text,
    }
}

fn parse_security(settings: &SmtpSettings) -> Result<Security> {
    match settings.security.as_str() {
        "starttls" => Ok(Security::StartTls),
        "tls" => Ok(Security::Tls),
        "none" if is_this_machine(&settings.host) => Ok(Security::None),
        "none" => Err(InvalidSetting::new(
            "security",
            "'none' is allowed only for this machine, because mail and password would be sent unencrypted",
        )),
        other => Err(InvalidSetting::new(
            "security",
            format!("invalid value '{other}'; expected starttls, tls or none"),
        )),
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

fn parse_mailbox(key: &'static str, text: &str) -> Result<Mailbox> {
    text.parse().map_err(|_| {
        InvalidSetting::new(
            key,
            format!("invalid email address '{text}'; expected one such as me@example.com"),
        )
    })
}

/// Reads the certificates of `ca_file`; `None` if the setting is empty.
fn read_authority(file: &str) -> Result<Option<Vec<u8>>> {
    if file.is_empty() {
        return Ok(None);
    }
    let invalid = |reason: String| InvalidSetting::new("ca_file", format!("{file}: {reason}"));
    let pem = std::fs::read(file).map_err(|error| invalid(error.to_string()))?;
    net::trusting(&pem).map_err(|reason| invalid(reason.to_owned()))?;
    Ok(Some(pem))
}
