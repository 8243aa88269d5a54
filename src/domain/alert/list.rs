//! Alerts over a list: one for each of its tickers.

use serde::{Deserialize, Serialize};

/// The list that an alert is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfList {
    /// Its number.
    pub id: u32,
    /// Its name, for when it is there no more.
    pub name: String,
}
