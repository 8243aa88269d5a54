//! In-app delivery: shows reports in all connected browsers. Other browsers show them in the alert history as unread.

use std::sync::Arc;

use bytes::Bytes;

use super::{
    channel::{Attempt, Channel},
    message::Message,
};
use crate::{
    domain::{
        Timestamp,
        alert::{Delivery, FiredAlert},
        person::PersonId,
    },
    live::hub::Hub,
};

/// A function that encodes a report and its number in the history as a WebSocket frame.
pub(crate) type EncodeReport = fn(&FiredAlert, Option<u64>) -> Bytes;

/// The channel of a person's connected browsers. A page shows a report with the same number only once.
#[derive(Debug, Clone)]
pub struct InApp {
    person: PersonId,
    hub: Arc<Hub>,
    encode: EncodeReport,
}

impl InApp {
    /// Creates the channel of the owner's browsers; `encode` encodes the frames.
    pub fn new(hub: Arc<Hub>, encode: EncodeReport) -> Self {
        Self {
            person: PersonId::OWNER,
            hub,
            encode,
        }
    }

    /// Returns the channel of the browsers of another person.
    pub(crate) fn of(&self, person: PersonId) -> Self {
        Self {
            person,
            ..self.clone()
        }
    }

    /// Shows a report; `number` is `None` if it could not be recorded.
    pub(crate) fn show(&self, report: &FiredAlert, number: Option<u64>) {
        self.hub
            .broadcast(self.person, &(self.encode)(report, number));
    }
}

impl Channel for InApp {
    fn name(&self) -> &str {
        Delivery::InApp.as_str()
    }

    fn person(&self) -> PersonId {
        self.person
    }

    fn deliver<'a>(&'a self, message: &'a Message, _now: Timestamp) -> Attempt<'a> {
        for (number, report) in &message.reports {
            self.show(report, Some(*number));
        }
        Box::pin(std::future::ready(Ok("Shown in the app".to_owned())))
    }
}
