//! Domain types, and pure functions that implement their rules.
//!
//! No I/O, no tokio and no clock: functions that depend on the time take it as an argument, so that tests can choose
//! any minute of any trading day.

pub mod alert;
pub mod alias;
pub mod bar;
pub mod board;
pub mod channel;
pub mod chart_layout;
pub mod credential;
pub mod cross_check;
pub mod currency;
pub mod dividend;
pub mod drawing;
pub mod earnings;
pub mod economy;
pub mod facts;
pub mod fear_greed;
pub mod figure;
pub mod fixing;
pub mod fund;
pub mod fundamentals;
pub mod holding;
pub mod ico;
pub mod identity;
pub(crate) mod indicators;
mod letters;
pub mod logo;
pub mod mention;
pub mod news;
pub mod note;
pub(crate) mod outliers;
pub mod packed_bars;
pub mod passkey;
pub mod person;
pub(crate) mod price;
pub mod provider;
pub mod quotation;
pub mod quote;
pub mod screen;
pub mod search;
pub(crate) mod sentiment;
pub mod session;
pub(crate) mod session_filter;
pub mod settings;
pub mod sharing;
pub mod source_directory;
pub mod split;
pub mod subscription;
pub(crate) mod symbol;
pub mod ticker;
pub mod validation;
pub mod watchlist;
pub(crate) mod web_url;
pub(crate) mod word_list;

pub use jiff::Timestamp;

/// A source of the current time. `app` passes it down; tests set it.
pub trait Clock: Send + Sync + 'static {
    /// Returns the current time.
    fn now(&self) -> Timestamp;
}
