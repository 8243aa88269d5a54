//! Sends a mail to several recipients and tracks the outcome of each recipient, as a server may reject one address and accept the others.

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

use crate::{alerts::delivery::DeliveryError, net};

/// The maximum number of messages whose finished recipients are stored. A retry skips finished recipients.
const MAX_MESSAGES: usize = 64;

/// The final result for one recipient of a message.
#[derive(Debug, Clone)]
enum Outcome {
    /// The server accepted the mail.
    Delivered,
    /// The server permanently rejected the address with this reply.
    Rejected(String),
}

/// The finished recipients of a message.
type RecipientOutcomes = Vec<(Address, Outcome)>;

/// The finished recipients by message key. Contains only messages with recipients that are not finished. The list is not stored on disk, so
/// a recipient may receive such a message twice after a restart.
#[derive(Debug, Default)]
pub(super) struct Recipients(Mutex<VecDeque<(String, RecipientOutcomes)>>);

impl Recipients {
    /// Sends `mail` to the recipients that are not finished; `key` identifies the message. Returns the server's reply and the
    /// addresses that the server permanently rejected.
    ///
    /// # Errors
    /// [`DeliveryError::Rejected`] if the server permanently rejected every recipient, [`DeliveryError::Failed`] if a retry
    /// may reach the others.
    pub(super) async fn send(
        &self,
        connection: &mut AsyncSmtpConnection,
        mail: &Mail,
        key: &str,
    ) -> Result<String, DeliveryError> {
        let mut finished = self.remove(key);
        let sent = transaction(connection, mail, &mut finished).await;
        let is_done = matches!(sent, Ok(_) | Err(DeliveryError::Rejected(_)));
        if !is_done && !finished.is_empty() {
            self.insert(key, finished);
        }
        sent
    }

    fn remove(&self, key: &str) -> RecipientOutcomes {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = messages.iter().position(|(existing, _)| existing == key);
        let removed = index.and_then(|index| messages.remove(index));
        removed.map_or_else(Vec::new, |(_, finished)| finished)
    }

    fn insert(&self, key: &str, finished: RecipientOutcomes) {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if messages.len() >= MAX_MESSAGES {
            messages.pop_front();
        }
        messages.push_back((key.to_owned(), finished));
    }
}

/// Runs one SMTP transaction (RFC 5321, section 3.3) and adds its finished recipients to `finished`.
async fn transaction(
    connection: &mut AsyncSmtpConnection,
    mail: &Mail,
    finished: &mut RecipientOutcomes,
) -> Result<String, DeliveryError> {
    let body = mail.formatted();
    let from = MailFrom::new(
        mail.envelope().from().cloned(),
        parameters(connection, mail, &body)?,
    );
    connection
        .command(from)
        .await
        .map_err(|error| transaction_error(&error))?;
    let (mut accepted, mut deferred) = (vec![], vec![]);
    for to in mail.envelope().to() {
        if finished.iter().any(|(address, _)| address == to) {
            continue;
        }
        match connection.command(Rcpt::new(to.clone(), vec![])).await {
            Ok(_) => accepted.push(to.clone()),
            Err(error) if error.is_permanent() => {
                finished.push((to.clone(), Outcome::Rejected(describe_error(&error))));
            }
            // The server temporarily rejects this recipient.
            Err(error) if error.is_transient() => {
                deferred.push(format!("{to}: {}", describe_error(&error)));
            }
            Err(error) => return Err(transaction_error(&error)),
        }
    }
    let mut success = String::new();
    if !accepted.is_empty() {
        connection
            .command(Data)
            .await
            .map_err(|error| transaction_error(&error))?;
        let response = connection
            .message(&body)
            .await
            .map_err(|error| transaction_error(&error))?;
        success = format!(
            "{} {}",
            response.code(),
            response.message().next().unwrap_or_default()
        );
        finished.extend(accepted.into_iter().map(|to| (to, Outcome::Delivered)));
    }
    let rejected: Vec<_> = finished
        .iter()
        .filter_map(|(to, outcome)| match outcome {
            Outcome::Rejected(reply) => Some(format!("{to}: {reply}")),
            Outcome::Delivered => None,
        })
        .collect();
    let is_any_delivered = finished
        .iter()
        .any(|(_, outcome)| matches!(outcome, Outcome::Delivered));
    if !deferred.is_empty() {
        deferred.extend(rejected);
        return Err(DeliveryError::Failed(deferred.join("; ")));
    }
    if !is_any_delivered {
        return Err(DeliveryError::Rejected(rejected.join("; ")));
    }
    if rejected.is_empty() {
        return Ok(success);
    }
    Ok(format!("{success}; rejected {}", rejected.join("; ")))
}

/// Returns the parameters of MAIL FROM for addresses and text that are not ASCII (RFC 6152, RFC 6531).
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
            return Err(DeliveryError::Rejected(
                "the server does not support non-ASCII addresses (SMTPUTF8)".to_owned(),
            ));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !body.is_ascii() {
        if !server.supports_feature(Extension::EightBitMime) {
            return Err(DeliveryError::Rejected(
                "the server does not support non-ASCII text (8BITMIME)".to_owned(),
            ));
        }
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

/// Converts an error that affects all recipients.
fn transaction_error(error: &Error) -> DeliveryError {
    if error.is_permanent() {
        DeliveryError::Rejected(describe_error(error))
    } else {
        DeliveryError::Failed(describe_error(error))
    }
}

/// Describes an error: the server's reply, or why the server sent none.
pub(super) fn describe_error(error: &Error) -> String {
    match error.status() {
        Some(code) => format!("the server replied {code} {}", net::cause(error)),
        None => net::cause(error),
    }
}
