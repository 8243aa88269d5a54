//! Creates, changes and deletes channels on behalf of the settings page, in the store and in the running channels.

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
    domain::{channel::UserChannel, person::PersonId},
    store::{CancelReason, Result, StoreError},
};

/// The result of creating or changing a channel.
pub(crate) enum ChannelChange {
    /// The channel was saved under this name.
    Saved(String),
    /// The settings are invalid, with a message for the user.
    Invalid(String),
    /// The change conflicts with another channel, with a message for the user.
    Conflict(String),
}

/// The result of testing unsaved settings.
pub(crate) enum DraftTest {
    /// A test message was sent, with a summary of the receiver's response or the error.
    Sent(std::result::Result<String, DeliveryError>),
    /// The settings are invalid, with a message for the user.
    Invalid(String),
    /// Another test is in progress.
    Busy,
}

impl AlertService {
    /// Creates a channel.
    pub(crate) async fn create_channel(
        self: &Arc<Self>,
        person: PersonId,
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
            if service.channels.get(person, name).is_some()
                || service.store.of(person).user_channel(name)?.is_some()
            {
                return Ok(ChannelChange::Conflict(format!(
                    "There is already a channel called {name}."
                )));
            }
            service.save_channel(person, &channel, now)
        })
        .await
    }

    /// Changes the settings of a channel or turns it on or off. `None` leaves the settings or the state unchanged.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub(crate) async fn change_channel(
        self: &Arc<Self>,
        person: PersonId,
        name: &str,
        settings: Option<RawSettings>,
        enabled: Option<bool>,
        now: Timestamp,
    ) -> Result<ChannelChange> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let existing = match service.editable_channel(person, &name)? {
                Ok(existing) => existing,
                Err(sentence) => return Ok(ChannelChange::Conflict(sentence)),
            };
            let enabled = enabled.unwrap_or(existing.enabled);
            let channel = match settings {
                Some(settings) => user_channels::build(settings, enabled, Some(&existing), now),
                None => Ok(UserChannel {
                    enabled,
                    ..existing
                }),
            };
            match channel {
                Ok(channel) => service.save_channel(person, &channel, now),
                Err(sentence) => Ok(ChannelChange::Invalid(sentence)),
            }
        })
        .await
    }

    /// Deletes a channel and cancels its pending deliveries. If a configured channel has the same name, only the channel that it
    /// overrides is deleted. The inner error is a message for the user if the channel was not created on the settings page.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub(crate) async fn remove_channel(
        self: &Arc<Self>,
        person: PersonId,
        name: &str,
        now: Timestamp,
    ) -> Result<std::result::Result<(), String>> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            if service.channels.shadows(person, &name) {
                service.store.of(person).delete_shadowed_channel(&name)?;
                service.channels.remove_user_channel(person, &name);
                return Ok(Ok(()));
            }
            if let Err(sentence) = service.editable_channel(person, &name)? {
                return Ok(Err(sentence));
            }
            // From here on no new report is recorded for the channel. After a batch is recorded, deliveries to removed
            // channels are canceled.
            let existing = service.channels.get(person, &name);
            service.channels.remove_user_channel(person, &name);
            if let Err(error) = service.store.of(person).delete_channel(&name, now) {
                if let Some(existing) = existing {
                    service.channels.insert_user_channel(existing);
                }
                return Err(error);
            }
            Ok(Ok(()))
        })
        .await
    }

    /// Returns the stored channel without its secrets. The inner error is a message for the user if the channel was not
    /// created on the settings page.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub(crate) async fn user_channel(
        self: &Arc<Self>,
        person: PersonId,
        name: &str,
    ) -> Result<std::result::Result<UserChannel, String>> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let channel = service.editable_channel(person, &name)?;
            Ok(channel.map(|channel| UserChannel {
                settings: user_channels::without_secrets(&channel),
                ..channel
            }))
        })
        .await
    }

    /// Sends a test message with unsaved settings. Missing secrets are copied from the stored channel with the same name.
    pub(crate) async fn test_draft(
        self: &Arc<Self>,
        person: PersonId,
        settings: RawSettings,
        now: Timestamp,
    ) -> Result<DraftTest> {
        let Ok(_guard) = self.channels.draft_test().try_lock() else {
            return Ok(DraftTest::Busy);
        };
        let built = self.blocking(move |service| {
            let name = settings.get("name").and_then(Value::as_str).unwrap_or("");
            let existing = service.store.of(person).user_channel(name)?;
            let channel = user_channels::build(settings, true, existing.as_ref(), now);
            Ok(channel.and_then(|channel| service.channels.build_user_channel(person, &channel)))
        });
        let channel = match built.await? {
            Ok(channel) => channel,
            Err(sentence) => return Ok(DraftTest::Invalid(sentence)),
        };
        let result = channel.test(now).await;
        Ok(result.map_or(DraftTest::Busy, DraftTest::Sent))
    }

    fn save_channel(
        &self,
        person: PersonId,
        channel: &UserChannel,
        now: Timestamp,
    ) -> Result<ChannelChange> {
        let built = match self.channels.build_user_channel(person, channel) {
            Ok(built) => built,
            Err(sentence) => return Ok(ChannelChange::Invalid(sentence)),
        };
        self.store.of(person).save_channel(channel, now)?;
        self.channels.insert_user_channel(built);
        if !channel.enabled {
            // Cancels deliveries that were recorded between the two steps above.
            let disabled = [(channel.name.clone(), CancelReason::Disabled)];
            self.store.of(person).cancel_deliveries(&disabled, now)?;
        }
        Ok(ChannelChange::Saved(channel.name.clone()))
    }

    /// Returns the stored channel called `name`. The inner error is a message for the user if the channel was not created on the
    /// settings page.
    fn editable_channel(
        &self,
        person: PersonId,
        name: &str,
    ) -> Result<std::result::Result<UserChannel, String>> {
        let origin = self
            .channels
            .get(person, name)
            .map(|channel| channel.origin());
        if let Some(Origin::File | Origin::Browser) = origin {
            return Ok(Err(format!(
                "The channel {name} was not created on the settings page, so it cannot be changed there."
            )));
        }
        let channel = self.store.of(person).user_channel(name)?;
        channel.map(Ok).ok_or(StoreError::NotFound("channel"))
    }
}
