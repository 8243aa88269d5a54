//! One mail to several recipients, each judged apart: a server may refuse one address and take the others.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use lettre::{
    Address, Message as Mail,
    transport::smtp::{
        Error,
        client::AsyncSmtpConnection,
        commands::{Data, Mail as MailFrom, Rcpt},
        extension::{Extension, MailBodyParameter, MailParameter},
    },
};

use super::reply::said;
use crate::alerts::delivery::DeliveryError;

/// Messages for which it is remembered who has been served: a retry must not reach them a second time.
const MAX_REMEMBERED: usize = 64;

/// What became of one recipient of a message.
#[derive(Debug, Clone)]
enum Fate {
    /// The server took the mail.
    Delivered,
    /// The server refuses the address for good, with these words.
    Refused(String),
}

/// What became of the recipients of a message so far.
type Served = Vec<(Address, Fate)>;

/// Who has been served, for messages that are not delivered to all of their recipients yet. Kept in memory: after a restart a
/// recipient may get such a message twice.
#[derive(Debug, Default)]
pub(super) struct Recipients(Mutex<VecDeque<(String, Served)>>);

impl Recipients {
    /// Sends `mail` to those of its recipients who have not been served yet; `key` tells messages apart. The answer of the
    /// server, with the addresses that it refuses for good.
    ///
    /// # Errors
    /// [`DeliveryError::Refused`] where the server takes it for nobody and never will, [`DeliveryError::Failed`] where a retry
    /// may reach those who are still without it.
    pub(super) async fn send(
        &self,
        connection: &mut AsyncSmtpConnection,
        mail: &Mail,
        key: &str,
    ) -> Result<String, DeliveryError> {
        let mut served = self.take(key);
        let sent = transaction(connection, mail, &mut served).await;
        let is_done = matches!(sent, Ok(_) | Err(DeliveryError::Refused(_)));
        if !is_done && !served.is_empty() {
            self.remember(key, served);
        }
        sent
    }

    fn take(&self, key: &str) -> Served {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = all.iter().position(|(known, _)| known == key);
        let found = place.and_then(|place| all.remove(place));
        found.map_or_else(Vec::new, |(_, served)| served)
    }

    fn remember(&self, key: &str, served: Served) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_REMEMBERED {
            all.pop_front();
        }
        all.push_back((key.to_owned(), served));
    }
}

/// One SMTP transaction (RFC 5321, section 3.3); adds to `served` what became of each recipient.
async fn transaction(
    connection: &mut AsyncSmtpConnection,
    mail: &Mail,
    served: &mut Served,
) -> Result<String, DeliveryError> {
    let body = mail.formatted();
    let from = MailFrom::new(
        mail.envelope().from().cloned(),
        parameters(connection, mail, &body)?,
    );
    connection
        .command(from)
        .await
        .map_err(|error| whole(&error))?;
    let (mut accepted, mut waiting) = (vec![], vec![]);
    for to in mail.envelope().to() {
        if served.iter().any(|(known, _)| known == to) {
            continue;
        }
        match connection.command(Rcpt::new(to.clone(), vec![])).await {
            Ok(_) => accepted.push(to.clone()),
            Err(error) if error.is_permanent() => {
                served.push((to.clone(), Fate::Refused(said(&error))));
            }
            // The server speaks, but not for this one now.
            Err(error) if error.is_transient() => waiting.push(format!("{to}: {}", said(&error))),
            Err(error) => return Err(whole(&error)),
        }
    }
    let mut answer = String::new();
    if !accepted.is_empty() {
        connection
            .command(Data)
            .await
            .map_err(|error| whole(&error))?;
        let taken = connection
            .message(&body)
            .await
            .map_err(|error| whole(&error))?;
        answer = format!(
            "{} {}",
            taken.code(),
            taken.message().next().unwrap_or_default()
        );
        served.extend(accepted.into_iter().map(|to| (to, Fate::Delivered)));
    }
    let refused: Vec<_> = served
        .iter()
        .filter_map(|(to, fate)| match fate {
            Fate::Refused(words) => Some(format!("{to}: {words}")),
            Fate::Delivered => None,
        })
        .collect();
    let is_taken = served
        .iter()
        .any(|(_, fate)| matches!(fate, Fate::Delivered));
    if !waiting.is_empty() {
        waiting.extend(refused);
        return Err(DeliveryError::Failed(waiting.join("; ")));
    }
    if !is_taken {
        return Err(DeliveryError::Refused(refused.join("; ")));
    }
    if refused.is_empty() {
        return Ok(answer);
    }
    Ok(format!("{answer}; not to {}", refused.join("; ")))
}

/// What the server must be told of the mail's letters (RFC 6152, RFC 6531).
fn parameters(
    connection: &AsyncSmtpConnection,
    mail: &Mail,
    body: &[u8],
) -> Result<Vec<MailParameter>, DeliveryError> {
    let server = connection.server_info();
    let mut parameters = vec![];
    let mut addresses = mail.envelope().to().iter().chain(mail.envelope().from());
    if addresses.any(|address| !address.to_string().is_ascii()) {
        if !server.supports_feature(Extension::SmtpUtfEight) {
            return Err(DeliveryError::Refused(
                "it takes no addresses with letters beyond ASCII".to_owned(),
            ));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !body.is_ascii() {
        if !server.supports_feature(Extension::EightBitMime) {
            return Err(DeliveryError::Refused(
                "it takes no letters beyond ASCII".to_owned(),
            ));
        }
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

/// An error that is about the whole mail.
fn whole(error: &Error) -> DeliveryError {
    if error.is_permanent() {
        DeliveryError::Refused(said(error))
    } else {
        DeliveryError::Failed(said(error))
    }
}
