//! Replication: the journal of committed changes, applying replicated changes, and idempotency of forwarded calls.

pub(super) mod apply;
pub(super) mod call_context;
pub(super) mod calls;
pub(super) mod journal;
pub(super) mod scope;
