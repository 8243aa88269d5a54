//! Channels that are made on the page: on disk and in memory together.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::AlertService;
use crate::{
    alerts::{
        DeliveryError,
        channels::{
            Origin,
            kept::{self, Wanted},
        },
    },
    domain::channel::UserChannel,
    store::{CancelReason, Result, StoreError},
};

/// What came of a wish for a channel.
pub(crate) enum Kept {
    /// It is there, under this name.
    As(String),
    /// Its settings cannot work, for the reason that the sentence gives.
    Wrong(String),
    /// It cannot be had here, for the reason that the sentence gives.
    Refused(String),
}

/// What came of trying settings.
pub(crate) enum Tried {
    /// A message was sent, or was not taken.
    Sent(std::result::Result<String, DeliveryError>),
    /// The settings cannot work, for the reason that the sentence gives.
    Wrong(String),
    /// Others are tried just now.
    Busy,
}

impl AlertService {
    /// Makes a channel.
    pub(crate) async fn make_channel(
        self: &Arc<Self>,
        wanted: Wanted,
        enabled: bool,
        now: Timestamp,
    ) -> Result<Kept> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            let channel = match kept::written(wanted, enabled, None, now) {
                Ok(channel) => channel,
                Err(sentence) => return Ok(Kept::Wrong(sentence)),
            };
            let name = &channel.name;
            if service.channels.named(name).is_some() || service.store.user_channel(name)?.is_some()
            {
                return Ok(Kept::Refused(format!(
                    "There is a channel called {name} already."
                )));
            }
            service.keep(&channel, now)
        })
        .await
    }

    /// Gives the channel of this name other settings, where there are some, and switches it on or off, where that is said.
    /// [`StoreError::NotFound`] where there is none.
    pub(crate) async fn change_channel(
        self: &Arc<Self>,
        name: &str,
        wanted: Option<Wanted>,
        enabled: Option<bool>,
        now: Timestamp,
    ) -> Result<Kept> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _in_order = service.changing();
            let known = match service.of_page(&name)? {
                Ok(known) => known,
                Err(sentence) => return Ok(Kept::Refused(sentence)),
            };
            let enabled = enabled.unwrap_or(known.enabled);
            let channel = match wanted {
                Some(wanted) => kept::written(wanted, enabled, Some(&known), now),
                None => Ok(UserChannel { enabled, ..known }),
            };
            match channel {
                Ok(channel) => service.keep(&channel, now),
                Err(sentence) => Ok(Kept::Wrong(sentence)),
            }
        })
        .await
    }

    /// Removes a channel, and gives up what waits for it; a sentence where it cannot be removed. Of two of this name, of which
    /// that of the configuration is used, it removes the one of the page. [`StoreError::NotFound`] where there is none.
    pub(crate) async fn remove_channel(
        self: &Arc<Self>,
        name: &str,
        now: Timestamp,
    ) -> Result<std::result::Result<(), String>> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _in_order = service.changing();
            if service.channels.shadows(&name) {
                service.store.forget_shadowed_channel(&name)?;
                service.channels.remove_kept(&name);
                return Ok(Ok(()));
            }
            if let Err(sentence) = service.of_page(&name)? {
                return Ok(Err(sentence));
            }
            // From here on nothing new is recorded for it; what is being recorded sees afterwards that it is gone.
            let known = service.channels.named(&name);
            service.channels.remove_kept(&name);
            if let Err(error) = service.store.delete_channel(&name, now) {
                if let Some(known) = known {
                    service.channels.keep(known);
                }
                return Err(error);
            }
            Ok(Ok(()))
        })
        .await
    }

    /// The settings of the channel of this name without its secrets, as they are kept. [`StoreError::NotFound`] where there
    /// is none; a sentence where it was not made on the page.
    pub(crate) async fn kept_channel(
        self: &Arc<Self>,
        name: &str,
    ) -> Result<std::result::Result<UserChannel, String>> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let known = service.of_page(&name)?;
            Ok(known.map(|known| UserChannel {
                settings: kept::shown(&known),
                ..known
            }))
        })
        .await
    }

    /// Sends a test by settings that are not kept. Where they name a channel of the page, its secrets count for those that are
    /// missing.
    pub(crate) async fn try_channel(
        self: &Arc<Self>,
        wanted: Wanted,
        now: Timestamp,
    ) -> Result<Tried> {
        let Ok(_one) = self.channels.trying().try_lock() else {
            return Ok(Tried::Busy);
        };
        let made = self.blocking(move |service| {
            let name = wanted.get("name").and_then(Value::as_str).unwrap_or("");
            let known = service.store.user_channel(name)?;
            let channel = kept::written(wanted, true, known.as_ref(), now);
            Ok(channel.and_then(|channel| service.channels.of_page(&channel)))
        });
        let channel = match made.await? {
            Ok(channel) => channel,
            Err(sentence) => return Ok(Tried::Wrong(sentence)),
        };
        let tested = channel.test(now).await;
        Ok(tested.map_or(Tried::Busy, Tried::Sent))
    }

    fn keep(&self, channel: &UserChannel, now: Timestamp) -> Result<Kept> {
        let made = match self.channels.of_page(channel) {
            Ok(made) => made,
            Err(sentence) => return Ok(Kept::Wrong(sentence)),
        };
        self.store.save_channel(channel, now)?;
        self.channels.keep(made);
        if !channel.enabled {
            // What was recorded for it between the two.
            let off = [(channel.name.clone(), CancelReason::Disabled)];
            self.store.cancel_deliveries(&off, now)?;
        }
        Ok(Kept::As(channel.name.clone()))
    }

    /// What is kept of the channel of this name; a sentence where it was not made on the page.
    fn of_page(&self, name: &str) -> Result<std::result::Result<UserChannel, String>> {
        let origin = self.channels.named(name).map(|channel| channel.origin());
        if let Some(Origin::File | Origin::Browser) = origin {
            return Ok(Err(format!(
                "The channel {name} was not made on the page: it stays as it is there."
            )));
        }
        let known = self.store.user_channel(name)?;
        known.map(Ok).ok_or(StoreError::NotFound("channel"))
    }
}
