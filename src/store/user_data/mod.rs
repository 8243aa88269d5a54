//! User data: watchlists, boards, chart layouts, screens, notes, drawings, alerts with their deliveries, settings, tokens, sessions and passkeys.

pub(super) mod alerts;
pub(super) mod attempts;
pub(super) mod boards;
mod channels;
mod chart_layouts;
mod credentials;
mod drawings;
pub(super) mod list_alerts;
mod notes;
pub(super) mod outbox;
mod passkeys;
pub(super) mod people;
mod screens;
mod settings;
pub(super) mod shared_boards;
mod subscriptions;
pub(super) mod user_import;
mod watchlists;
