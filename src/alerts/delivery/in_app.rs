//! Delivery in the app: to everybody who is connected. Whoever is not finds the report in the history,
//! marked as unread.

use std::sync::Arc;

use bytes::Bytes;

use crate::{domain::alert::FiredAlert, live::hub::Hub};

/// Makes the frame that every connection gets, of a report and the number it is kept under.
pub type EncodeReport = fn(&FiredAlert, Option<u64>) -> Bytes;

/// The connected browsers.
#[derive(Debug, Clone)]
pub struct InApp {
    hub: Arc<Hub>,
    encode: EncodeReport,
}

impl InApp {
    /// Delivers through `hub`.
    pub fn new(hub: Arc<Hub>, encode: EncodeReport) -> Self {
        Self { hub, encode }
    }

    /// Shows a report; `number` is `None` for one that could not be recorded.
    pub(crate) fn show(&self, report: &FiredAlert, number: Option<u64>) {
        self.hub.broadcast(&(self.encode)(report, number));
    }
}
