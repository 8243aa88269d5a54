//! Mail, by SMTP: encrypted after STARTTLS or from the start, and in the clear only to this machine.

mod connect;
mod recipients;
mod reply;

use std::net::IpAddr;

use lettre::{
    Message as Mail,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue, MIME_VERSION_1_0},
    },
    transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS},
};

use self::{recipients::Recipients, reply::said};
use super::{
    outgoing::{Outgoing, Preview},
    parse::{self, Result, WrongSetting},
    settings::SmtpSettings,
};
use crate::{alerts::delivery::DeliveryError, net};

/// What is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Security {
    /// Everything after the first words.
    StartTls,
    /// Everything.
    Tls,
    /// Nothing.
    None,
}

/// A mail server, and who writes to whom.
pub(super) struct Smtp {
    settings: SmtpSettings,
    security: Security,
    from: Mailbox,
    to: Vec<Mailbox>,
    /// Certificates (PEM) that are trusted besides those of the system.
    authority: Option<Vec<u8>>,
    recipients: Recipients,
}

impl Smtp {
    pub(super) fn new(settings: SmtpSettings) -> Result<Self> {
        parse::needed("host", &settings.host)?;
        let security = security(&settings)?;
        if settings.username.is_empty() != settings.password.is_empty() {
            return Err(WrongSetting::new(
                "username",
                "username and password go together; one of them is missing",
            ));
        }
        if settings.to.is_empty() {
            return Err(WrongSetting::new("to", "it is missing"));
        }
        let to = settings.to.iter().map(|to| mailbox("to", to));
        Ok(Self {
            security,
            from: mailbox("from", &settings.from)?,
            to: to.collect::<Result<_>>()?,
            authority: authority(&settings.ca_file)?,
            recipients: Recipients::default(),
            settings,
        })
    }

    /// Who gets it, and which server takes it.
    pub(super) fn target(&self) -> String {
        let to: Vec<_> = self.to.iter().map(|to| to.email.to_string()).collect();
        format!("{} by {}", to.join(", "), self.settings.host)
    }

    pub(super) fn secrets(&self) -> Vec<String> {
        vec![self.settings.password.clone()]
    }

    pub(super) async fn send(
        &self,
        outgoing: &Outgoing<'_>,
    ) -> std::result::Result<String, DeliveryError> {
        let mail = self.mail(outgoing)?;
        let mut connection = self.connect().await?;
        if !self.settings.username.is_empty() {
            let (name, password) = (&self.settings.username, &self.settings.password);
            let credentials = Credentials::new(name.clone(), password.clone());
            let signed_in = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
            signed_in.map_err(|error| {
                DeliveryError::Failed(format!("the sign-in was refused: {}", said(&error)))
            })?;
        }
        let sent = self
            .recipients
            .send(&mut connection, &mail, &outgoing.message.key)
            .await;
        // However that ended, the server has nothing more to say.
        let _ = connection.quit().await;
        sent
    }

    fn mail(&self, outgoing: &Outgoing<'_>) -> std::result::Result<Mail, DeliveryError> {
        let domain = self.from.email.domain();
        let mut mail = Mail::builder()
            .from(self.from.clone())
            .subject(subject(outgoing))
            .date(outgoing.message.at.into())
            // The same on every attempt: a mailbox that got it twice can tell.
            .message_id(Some(format!("<{}@{domain}>", outgoing.message.key)))
            // No holiday notice in answer (RFC 3834).
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            // RFC 2045 asks for it beside Content-Type.
            .header(MIME_VERSION_1_0)
            .header(ContentType::TEXT_PLAIN);
        for to in &self.to {
            mail = mail.to(to.clone());
        }
        mail.body(text(outgoing)).map_err(|error| {
            DeliveryError::Failed(format!("the mail could not be written: {error}"))
        })
    }
}

fn subject(outgoing: &Outgoing<'_>) -> String {
    format!("Marketdeck: {}", outgoing.message.title())
}

fn text(outgoing: &Outgoing<'_>) -> String {
    let text = outgoing.message.text();
    match &outgoing.link {
        Some(link) => format!("{text}\n\n{link}\n"),
        None => text,
    }
}

/// What a mail would say.
pub(super) fn preview(outgoing: &Outgoing<'_>) -> Preview {
    Preview {
        subject: Some(subject(outgoing)),
        body: Some(text(outgoing)),
        ..Preview::default()
    }
}

fn security(settings: &SmtpSettings) -> Result<Security> {
    match settings.security.as_str() {
        "starttls" => Ok(Security::StartTls),
        "tls" => Ok(Security::Tls),
        "none" if is_this_machine(&settings.host) => Ok(Security::None),
        "none" => Err(WrongSetting::new(
            "security",
            "'none' is possible only to this machine; mail and password would be readable on the way",
        )),
        other => Err(WrongSetting::new(
            "security",
            format!("'{other}' is not possible, only starttls, tls and none"),
        )),
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

fn mailbox(key: &'static str, text: &str) -> Result<Mailbox> {
    text.parse().map_err(|_| {
        WrongSetting::new(
            key,
            format!("'{text}' is no address of mail, as in me@example.com"),
        )
    })
}

/// The certificates of a `ca_file`; `None` where none is named.
fn authority(file: &str) -> Result<Option<Vec<u8>>> {
    if file.is_empty() {
        return Ok(None);
    }
    let wrong = |why: String| WrongSetting::new("ca_file", format!("{file}: {why}"));
    let pem = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    net::trusting(&pem).map_err(|why| wrong(why.to_owned()))?;
    Ok(Some(pem))
}
