//! The kinds of channel. Each kind has a file with its settings, message format, transport and errors.
//!
//! # Adding a channel
//! 1. Copy `ntfy.rs`. It contains a settings struct (the keys of a `[[channels]]` table, and `SECRETS`), an
//!    implementation of [`KindSettings`] (validation, preview) and one of `Transport` (sends the request and interprets
//!    the response).
//! 2. Declare the module and add a line to [`kinds!`] below.
//! 3. Add a section to `docs/channels.md`, the name to the list in `config.example.toml`, and a fake receiver to
//!    `tests/server/channels/receivers.rs`.
//!
//! The server then reads the settings from the configuration file, from environment variables and through the API.
//! Retries, rate limits, quiet hours, test messages, health and the delivery log need no further code. To offer the kind
//! in the form of the settings page, add it to `ui/src/pages/settings/channels/editor/kinds.ts`.
//!
//! All kinds use the modules one folder up: `http` (sends requests and classifies errors as permanent or temporary),
//! `notification` (the message), `validate` (checks settings) and `redact` (masks secrets in responses).
//! `alerts::delivery` decides when to send and when to retry.
//!
//! `mqtt` and `web_push` are not configured as `[[channels]]`: the MQTT broker is configured in the `[mqtt]` table, and
//! browsers subscribe through the API.

pub(super) mod command;
pub(super) mod mqtt;
pub(super) mod ntfy;
pub(super) mod smtp;
pub(super) mod web_push;
pub(super) mod webhook;

use serde::{Deserialize, Serialize};

use super::transport::KindSettings;

/// Declares [`Kind`] from pairs of a name (the value of `kind` in a `[[channels]]` table) and a settings type.
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

            /// The keys of all secret settings, which the API never returns. A key may occur twice.
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
