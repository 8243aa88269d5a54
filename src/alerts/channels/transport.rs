//! The two traits that a kind of channel implements: one for its settings, one for sending.

use jiff::Timestamp;

use super::{
    notification::{Notification, Preview},
    validate::Result,
};
use crate::{alerts::delivery::Attempt, domain::alert::Delivery};

/// The settings of one kind of channel.
pub(super) trait KindSettings {
    /// The delivery method that the channel serves if `carries` is empty.
    fn default_delivery(&self) -> Delivery {
        Delivery::Push
    }

    /// Checks the settings and builds the transport that sends with them.
    fn transport(&self) -> Result<Box<dyn Transport>>;

    /// Renders a notification without sending it. The settings may lack secrets.
    fn preview(&self, notification: &Notification<'_>) -> Result<Preview>;

    /// The server that receives the channel's secrets, such as `https://ntfy.sh`; `None` for a kind without secrets. If the
    /// server changes, the user must enter the secrets again.
    fn receiver(&self) -> Option<String> {
        None
    }
}

/// Sends notifications to one receiver.
pub(super) trait Transport: Send + Sync {
    /// The receiver of the messages, without secrets: a host, email addresses or a program.
    fn target(&self) -> String;

    /// Values that must not appear in responses, errors or logs.
    fn secrets(&self) -> Vec<String> {
        vec![]
    }

    /// Sends a notification and returns a summary of the receiver's response. `now` is the time of the attempt. The future
    /// may be dropped at any time.
    fn send<'a>(&'a self, notification: &'a Notification<'a>, now: Timestamp) -> Attempt<'a>;

    /// Why the receiver is known to be unreachable; `None` for a transport that connects for each message.
    fn problem(&self) -> Option<String> {
        None
    }

    /// Returns true while the receiver is known to be offline. Nothing is sent until it is back online.
    fn is_offline(&self) -> bool {
        false
    }
}
