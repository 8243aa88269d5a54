//! The input of alerts on a screen: the tickers that match it.

use std::collections::BTreeMap;

use crate::domain::currency::Currency;

/// A saved screen and the tickers that match it now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WatchedScreen {
    /// Id of the screen.
    pub(crate) id: u32,
    /// Name of the screen.
    pub(crate) name: String,
    /// The screen's query. If it changes, the tickers that match because of the change are not reported.
    pub(crate) query: String,
    /// The matching tickers by symbol.
    pub(crate) members: BTreeMap<String, ScreenMember>,
}

/// A ticker that matches a screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScreenMember {
    /// The price.
    pub(crate) price: Option<f64>,
    /// Currency of the price.
    pub(crate) currency: Option<Currency>,
}
