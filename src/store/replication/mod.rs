//! Passing on what is written to other processes, and writing what they pass on.

pub(super) mod apply;
pub(super) mod call_context;
pub(super) mod calls;
pub(super) mod journal;
pub(super) mod scope;
