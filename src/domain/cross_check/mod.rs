//! Cross-checks: daily closes and other figures of one ticker, compared across sources.
//!
//! [`compare`] compares the closes of two sources. [`review`] evaluates the closes of all sources. It finds disputed closes, sessions
//! that the preferred source lacks, and closes of the preferred source that two other sources outvote.

mod compare;
mod payout_report;
mod payouts;
mod record;
mod review;
#[cfg(test)]
mod tests;

pub(crate) use self::{
    compare::Tolerance,
    payout_report::PayoutReport,
    payouts::compare_payouts,
    record::MAX_SESSIONS,
    review::{Review, review},
};
pub use self::{
    compare::{Comparison, Difference, Mismatch, compare},
    record::{CloseReport, CrossCheck, Figure, Fill, Finding, FindingKind, RejectedClose},
};
