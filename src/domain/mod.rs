//! The words of the trade, and the rules that need nothing but their arguments.
//!
//! No tokio, no I/O and no clock here: whatever depends on the time of day takes that time as an
//! argument, so any minute of any market day can be tested.

pub mod alert;
pub mod alias;
pub mod bar;
pub(crate) mod bar_dates;
pub mod board;
pub mod channel;
pub mod credential;
pub mod currency;
pub mod dividend;
pub mod earnings;
pub mod economy;
pub mod facts;
pub mod fear_greed;
pub mod fund;
pub mod ico;
pub(crate) mod indicators;
pub mod logo;
pub mod mention;
pub mod news;
pub(crate) mod outliers;
pub mod packed_bars;
pub(crate) mod page_address;
pub(crate) mod price;
pub mod provider;
pub mod quote;
pub mod search;
pub(crate) mod sentiment;
pub mod session;
pub mod settings;
pub mod split;
pub mod subscription;
pub(crate) mod symbol;
pub mod ticker;
pub mod validation;
pub mod watchlist;
pub(crate) mod word_list;

pub use jiff::Timestamp;

/// Tells the time. Passed down from `app`, so that tests choose the hour.
pub trait Clock: Send + Sync + 'static {
    /// The present moment.
    fn now(&self) -> Timestamp;
}
