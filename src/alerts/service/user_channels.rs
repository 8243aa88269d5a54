//! Channels created on the settings page: changes go to the store and to the running channels together.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::AlertService;
use crate::{
    alerts::{
        DeliveryError,
        channels::{
            Origin,
            user_channels::{self, RawSettings},
        },
    },
    domain::channel::UserChannel,
    store::{CancelReason, Result, StoreError},
};

/// The result of creating or changing a channel.
pub(crate) enum ChannelChange {
    /// The channel was saved under this name.
    Saved(String),
    /// The settings are invalid, with the reason in one sentence.
    Invalid(String),
    /// The change conflicts with another channel, with the reason in one sentence.
    Conflict(String),
}

/// The result of testing settings that are not saved.
pub(crate) enum DraftTest {
    /// A message was sent: the receiver's reply, or why it was not delivered.
    Sent(std::result::Result<String, DeliveryError>),
    /// The settings are invalid, with the reason in one sentence.
    Invalid(String),
    /// Another test is in progress.
    Busy,
}

impl AlertService {
    /// Creates a channel.
    pub(crate) async fn create_channel(
        self: &Arc<Self>,
        settings: RawSettings,
        enabled: bool,
        now: Timestamp,
    ) -> Result<ChannelChange> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let channel = match user_channels::build(settings, enabled, None, now) {
                Ok(channel) => channel,
                Err(sentence) => return Ok(ChannelChange::Invalid(sentence)),
            };
            let name = &channel.name;
            if service.channels.get(name).is_some() || service.store.user_channel(name)?.is_some() {
                return Ok(ChannelChange::Conflict(format!(
                    "There is already a channel called {name}."
                )));
            }
            service.save_channel(&channel, now)
        })
        .await
    }

    /// Changes the settings of a channel, or turns it on or off; `None` leaves either as it is.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub(crate) async fn change_channel(
        self: &Arc<Self>,
        name: &str,
        settings: Option<RawSettings>,
        enabled: Option<bool>,
        now: Timestamp,
    ) -> Result<ChannelChange> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let known = match service.editable_channel(&name)? {
                Ok(known) => known,
                Err(sentence) => return Ok(ChannelChange::Conflict(sentence)),
            };
            let enabled = enabled.unwrap_or(known.enabled);
            let channel = match settings {
                Some(settings) => user_channels::build(settings, enabled, Some(&known), now),
                None => Ok(UserChannel { enabled, ..known }),
            };
            match channel {
                Ok(channel) => service.save_channel(&channel, now),
                Err(sentence) => Ok(ChannelChange::Invalid(sentence)),
            }
        })
        .await
    }

    /// Deletes a channel and cancels its pending deliveries. When a configured channel has the same name, only the hidden one
    /// is deleted. The inner error is one sentence for the user, for a channel that was not created on the settings page.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub(crate) async fn remove_channel(
        self: &Arc<Self>,
        name: &str,
        now: Timestamp,
    ) -> Result<std::result::Result<(), String>> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            if service.channels.shadows(&name) {
                service.store.delete_shadowed_channel(&name)?;
                service.channels.remove_user_channel(&name);
                return Ok(Ok(()));
            }
            if let Err(sentence) = service.editable_channel(&name)? {
                return Ok(Err(sentence));
            }
            // No new report is recorded for it from here on. A batch that is being recorded checks for it afterwards.
            let known = service.channels.get(&name);
            service.channels.remove_user_channel(&name);
            if let Err(error) = service.store.delete_channel(&name, now) {
                if let Some(known) = known {
                    service.channels.put_user_channel(known);
                }
                return Err(error);
            }
            Ok(Ok(()))
        })
        .await
    }

    /// The stored settings of a channel, without its secrets. The inner error is one sentence for the user, for a channel that
    /// was not created on the settings page.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub(crate) async fn user_channel(
        self: &Arc<Self>,
        name: &str,
    ) -> Result<std::result::Result<UserChannel, String>> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let known = service.editable_channel(&name)?;
            Ok(known.map(|known| UserChannel {
                settings: user_channels::without_secrets(&known),
                ..known
            }))
        })
        .await
    }

    /// Sends a test message with settings that are not saved. Missing secrets are taken from the stored channel of the same
    /// name.
    pub(crate) async fn test_draft(
        self: &Arc<Self>,
        settings: RawSettings,
        now: Timestamp,
    ) -> Result<DraftTest> {
        let Ok(_guard) = self.channels.draft_test().try_lock() else {
            return Ok(DraftTest::Busy);
        };
        let made = self.blocking(move |service| {
            let name = settings.get("name").and_then(Value::as_str).unwrap_or("");
            let known = service.store.user_channel(name)?;
            let channel = user_channels::build(settings, true, known.as_ref(), now);
            Ok(channel.and_then(|channel| service.channels.build_user_channel(&channel)))
        });
        let channel = match made.await? {
            Ok(channel) => channel,
            Err(sentence) => return Ok(DraftTest::Invalid(sentence)),
        };
        let tested = channel.test(now).await;
        Ok(tested.map_or(DraftTest::Busy, DraftTest::Sent))
    }

    fn save_channel(&self, channel: &UserChannel, now: Timestamp) -> Result<ChannelChange> {
        let built = match self.channels.build_user_channel(channel) {
            Ok(built) => built,
            Err(sentence) => return Ok(ChannelChange::Invalid(sentence)),
        };
        self.store.save_channel(channel, now)?;
        self.channels.put_user_channel(built);
        if !channel.enabled {
            // Cancels what was recorded for it between the two steps.
            let off = [(channel.name.clone(), CancelReason::Disabled)];
            self.store.cancel_deliveries(&off, now)?;
        }
        Ok(ChannelChange::Saved(channel.name.clone()))
    }

    /// The stored channel called `name`. The inner error is one sentence for the user, for a channel that was not made on the
    /// page.
    fn editable_channel(&self, name: &str) -> Result<std::result::Result<UserChannel, String>> {
        let origin = self.channels.get(name).map(|channel| channel.origin());
        if let Some(Origin::File | Origin::Browser) = origin {
            return Ok(Err(format!(
                "The channel {name} was not created on the page, so it cannot be changed there."
            )));
        }
        let known = self.store.user_channel(name)?;
        known.map(Ok).ok_or(StoreError::NotFound("channel"))
    }
}
