//! What a rule goes back to when bars come that are older than the quotes it has judged.

use super::part::Part;

/// The state before the first quote that did not wait for the bars of the downtime: when they come,
/// they are judged from here on.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) parts: Vec<Part>,
    pub(super) held: Option<bool>,
    /// That quote, Unix seconds.
    pub(super) at: i64,
}
