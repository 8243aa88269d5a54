//! What people made: lists, boards, alerts, settings, and who may come in.

pub(super) mod alerts;
pub(super) mod attempts;
pub(super) mod boards;
mod channels;
mod credentials;
pub(super) mod list_alerts;
pub(super) mod outbox;
mod settings;
mod subscriptions;
pub(super) mod user_import;
mod watchlists;
