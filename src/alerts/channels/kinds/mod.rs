//! The kinds of channel, one file each: settings, message, sending and errors.
//!
//! # Adding a channel
//! 1. Copy `ntfy.rs`. It holds a settings struct (the keys of a `[[channels]]` table, with its `SECRETS`), its
//!    [`KindSettings`] (checks, preview) and its `Transport` (the request, and what the reply means).
//! 2. Declare the module and add a line to [`kinds!`] below.
//! 3. Add a section to `docs/channels.md`, the name to the list in `config.example.toml`, and a fake receiver to
//!    `tests/server/channels/receivers.rs`.
//!
//! The settings are then read from the configuration file, from variables and through the API; retries, rate limits, quiet
//! hours, tests, health and the log of deliveries work. To offer the kind in the form of the settings page, add it to
//! `ui/src/pages/settings/channels/editor/kinds.ts`.
//!
//! What channels share is one folder up: `http` (requests, and which replies are final), `notification` (the message),
//! `validate` (checks of settings) and `redact` (secrets in replies). `alerts::delivery` decides when to send and retry.
//!
//! `mqtt` and `web_push` are not configured as `[[channels]]`: the broker has a table of its own, and browsers subscribe.

pub(super) mod command;
pub(super) mod mqtt;
pub(super) mod ntfy;
pub(super) mod smtp;
pub(super) mod web_push;
pub(super) mod webhook;

use serde::{Deserialize, Serialize};

use super::transport::KindSettings;

/// Declares [`Kind`]: the value of `kind` in a `[[channels]]` table, and the settings that belong to it.
macro_rules! kinds {
    ($($name:literal => $variant:ident($settings:ty)),* $(,)?) => {
        /// The kind of a configured channel, with its settings.
        #[derive(Clone, PartialEq, Serialize, Deserialize)]
        pub(crate) enum Kind {
            $(#[serde(rename = $name)] $variant(Box<$settings>),)*
        }

        impl Kind {
            /// The names of all kinds.
            pub(super) const NAMES: &[&str] = &[$($name),*];

            /// The name in the configuration and the API.
            pub(super) const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            pub(super) fn settings(&self) -> &dyn KindSettings {
                match self {
                    $(Self::$variant(settings) => &**settings,)*
                }
            }

            /// The keys of all kinds whose values are never given out. A key may occur twice.
            pub(super) fn secret_keys() -> impl Iterator<Item = &'static str> {
                [$(<$settings>::SECRETS),*].into_iter().flatten().copied()
            }
        }
    };
}

kinds! {
    "ntfy" => Ntfy(ntfy::NtfySettings),
    "webhook" => Webhook(webhook::WebhookSettings),
    "smtp" => Smtp(smtp::SmtpSettings),
    "command" => Command(command::CommandSettings),
}
