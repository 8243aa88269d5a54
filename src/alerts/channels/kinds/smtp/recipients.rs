//! Sends one mail to several recipients and tracks each of them: a server may refuse one address and accept the others.

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

/// Messages whose finished recipients are remembered, so that a retry skips them.
const MAX_REMEMBERED: usize = 64;

/// The final result for one recipient of a message.
#[derive(Debug, Clone)]
enum Outcome {
    /// The server accepted the mail.
    Delivered,
    /// The server permanently refused the address, with this reply.
    Refused(String),
}

/// The recipients of a message that are finished.
type Finished = Vec<(Address, Outcome)>;

/// The finished recipients of messages that have not reached all of their recipients yet, by message key. Kept in memory: after
/// a restart a recipient may get such a message twice.
#[derive(Debug, Default)]
pub(super) struct Recipients(Mutex<VecDeque<(String, Finished)>>);

impl Recipients {
    /// Sends `mail` to the recipients that are not finished; `key` identifies the message. Returns the server's reply, with the
    /// addresses that it permanently refused.
    ///
    /// # Errors
    /// [`DeliveryError::Refused`] when the server permanently refused every recipient, [`DeliveryError::Failed`] when a retry may
    /// reach the rest.
    pub(super) async fn send(
        &self,
        connection: &mut AsyncSmtpConnection,
        mail: &Mail,
        key: &str,
    ) -> Result<String, DeliveryError> {
        let mut finished = self.take(key);
        let sent = transaction(connection, mail, &mut finished).await;
        let is_done = matches!(sent, Ok(_) | Err(DeliveryError::Refused(_)));
        if !is_done && !finished.is_empty() {
            self.remember(key, finished);
        }
        sent
    }

    fn take(&self, key: &str) -> Finished {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = all.iter().position(|(known, _)| known == key);
        let found = index.and_then(|index| all.remove(index));
        found.map_or_else(Vec::new, |(_, finished)| finished)
    }

    fn remember(&self, key: &str, finished: Finished) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_REMEMBERED {
            all.pop_front();
        }
        all.push_back((key.to_owned(), finished));
    }
}

/// Runs one SMTP transaction (RFC 5321, section 3.3) and adds its final results to `finished`.
async fn transaction(
    connection: &mut AsyncSmtpConnection,
    mail: &Mail,
    finished: &mut Finished,
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
        if finished.iter().any(|(known, _)| known == to) {
            continue;
        }
        match connection.command(Rcpt::new(to.clone(), vec![])).await {
            Ok(_) => accepted.push(to.clone()),
            Err(error) if error.is_permanent() => {
                finished.push((to.clone(), Outcome::Refused(reply(&error))));
            }
            // The server refuses this recipient for now.
            Err(error) if error.is_transient() => deferred.push(format!("{to}: {}", reply(&error))),
            Err(error) => return Err(transaction_error(&error)),
        }
    }
    let mut answer = String::new();
    if !accepted.is_empty() {
        connection
            .command(Data)
            .await
            .map_err(|error| transaction_error(&error))?;
        let response = connection
            .message(&body)
            .await
            .map_err(|error| transaction_error(&error))?;
        answer = format!(
            "{} {}",
            response.code(),
            response.message().next().unwrap_or_default()
        );
        finished.extend(accepted.into_iter().map(|to| (to, Outcome::Delivered)));
    }
    let refused: Vec<_> = finished
        .iter()
        .filter_map(|(to, outcome)| match outcome {
            Outcome::Refused(reply) => Some(format!("{to}: {reply}")),
            Outcome::Delivered => None,
        })
        .collect();
    let is_accepted = finished
        .iter()
        .any(|(_, outcome)| matches!(outcome, Outcome::Delivered));
    if !deferred.is_empty() {
        deferred.extend(refused);
        return Err(DeliveryError::Failed(deferred.join("; ")));
    }
    if !is_accepted {
        return Err(DeliveryError::Refused(refused.join("; ")));
    }
    if refused.is_empty() {
        return Ok(answer);
    }
    Ok(format!("{answer}; refused for {}", refused.join("; ")))
}

/// The parameters of MAIL FROM for text beyond ASCII (RFC 6152, RFC 6531).
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
                "the server does not support non-ASCII addresses (SMTPUTF8)".to_owned(),
            ));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !body.is_ascii() {
        if !server.supports_feature(Extension::EightBitMime) {
            return Err(DeliveryError::Refused(
                "the server does not support non-ASCII text (8BITMIME)".to_owned(),
            ));
        }
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

/// Maps an error of the whole transaction.
fn transaction_error(error: &Error) -> DeliveryError {
    if error.is_permanent() {
        DeliveryError::Refused(reply(error))
    } else {
        DeliveryError::Failed(reply(error))
    }
}

/// The server's reply in an error, or why there was none.
pub(super) fn reply(error: &Error) -> String {
    match error.status() {
        Some(code) => format!("the server answered {code} {}", net::cause(error)),
        None => net::cause(error),
    }
}
