//! Kinds of data that a write changes. The server announces the kind to all open pages, which then reload that data.

use serde::Serialize;

/// A kind of data that pages reload when it has changed. The notification names only the kind, not the data: clients with access
/// request it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// Watchlists and their entries.
    Watchlists,
    /// Alerts and their reports.
    Alerts,
    /// Boards.
    Boards,
    /// Saved screens.
    Screens,
    /// Notes on tickers.
    Notes,
    /// Drawings on price charts.
    Drawings,
    /// Chart layouts.
    ChartLayouts,
    /// Settings shared by all devices.
    Settings,
    /// The set of tickers.
    Tickers,
    /// The people who use this server.
    People,
    /// News articles.
    News,
    /// Earnings, dividends, economic events and ICOs.
    Calendars,
}
