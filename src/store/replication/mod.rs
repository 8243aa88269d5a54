//! Passing on what is written to other processes, and writing what they pass on.

pub(super) mod calls;
pub(super) mod journal;
pub(super) mod on_call;
pub(super) mod replica;
pub(super) mod scope;
