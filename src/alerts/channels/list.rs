//! All channels of the running program, and which of them an alert goes to.

use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use tokio::sync::{Mutex, watch};

use super::{
    kinds::web_push::{Sender, Vapid},
    notification::Preview,
    outbound::{ChannelStatus, Origin, OutboundChannel},
    settings::ChannelSettings,
    user_channels::{self, RawSettings},
    validate::InvalidSetting,
};
use crate::{
    alerts::delivery::Channel,
    broker::BrokerHandle,
    domain::{Timestamp, alert::Delivery, channel::UserChannel, subscription::Subscription},
    store::{Result, Store, default_if_damaged},
};

/// Entries of the log of deliveries from which the status of each channel is restored.
const MAX_LOG_ENTRIES: usize = 10_000;

/// The settings of push messages to browsers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PushSettings {
    /// The operator's email address, which push services get as the contact; empty for none.
    pub contact: String,
    /// Whether push services in a private network are allowed.
    pub may_be_private: bool,
}

/// The changes after a reload of the configuration, as names of channels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigChanges {
    /// New channels.
    pub added: Vec<String>,
    /// Channels with other settings.
    pub changed: Vec<String>,
    /// Removed channels.
    pub removed: Vec<String>,
}

/// All channels: the configured ones in the order of the configuration, the broker, those created on the settings page, and the browsers
/// that subscribed. Clones share one list.
#[derive(Clone, Default)]
pub struct Channels(Arc<Inner>);

#[derive(Default)]
struct Inner {
    lists: RwLock<Lists>,
    /// The MQTT broker, if one is configured. It gets every alert.
    broker: OnceLock<(BrokerHandle, Arc<OutboundChannel>)>,
    /// Notified when a list changes.
    changed: watch::Sender<u64>,
    /// Held while settings that are not saved are tested.
    draft_test: Mutex<()>,
    /// The address of this server for users; empty when it is not configured.
    public_url: String,
    push: PushSettings,
}

#[derive(Default)]
struct Lists {
    /// Each with the settings it was built from.
    configured: Vec<(ChannelSettings, Arc<OutboundChannel>)>,
    /// Made on the page. A configured channel with the same name takes precedence.
    user: Vec<Arc<OutboundChannel>>,
    browsers: Vec<Arc<OutboundChannel>>,
}

impl Channels {
    /// Builds the configured channels. `public_url` is the address of this server for users; empty when it is not configured.
    pub fn new(
        settings: &[ChannelSettings],
        public_url: &str,
        push: PushSettings,
    ) -> std::result::Result<Self, InvalidSetting> {
        let channels = Self(Arc::new(Inner {
            public_url: public_url.to_owned(),
            push,
            ..Inner::default()
        }));
        channels.configure(settings)?;
        Ok(channels)
    }

    /// Replaces the configured channels. A channel whose settings are unchanged keeps running.
    pub fn configure(
        &self,
        settings: &[ChannelSettings],
    ) -> std::result::Result<ConfigChanges, InvalidSetting> {
        let before = self.read().configured.clone();
        let (mut now, mut changes) = (vec![], ConfigChanges::default());
        for settings in settings {
            let known = before.iter().find(|(_, it)| it.name() == settings.name());
            let same = known.filter(|(known, _)| known == settings);
            let channel = match same {
                Some((_, channel)) => Arc::clone(channel),
                None => Arc::new(OutboundChannel::new(settings.clone(), &self.0.public_url)?),
            };
            match (known, same) {
                (None, _) => changes.added.push(settings.name().to_owned()),
                (Some((_, known)), None) => {
                    channel.restore_status(known.status());
                    changes.changed.push(settings.name().to_owned());
                }
                (Some(_), Some(_)) => {}
            }
            now.push((settings.clone(), channel));
        }
        let is_there = |name: &str| now.iter().any(|(settings, _)| settings.name() == name);
        let gone = before.iter().map(|(settings, _)| settings.name());
        changes.removed = gone
            .filter(|name| !is_there(name))
            .map(str::to_owned)
            .collect();
        self.change(|lists| lists.configured = now);
        Ok(changes)
    }

    /// Adds the MQTT broker.
    pub fn set_broker(&self, handle: BrokerHandle) -> std::result::Result<(), InvalidSetting> {
        let channel = OutboundChannel::broker(handle.clone(), &self.0.public_url)?;
        // There is one broker, set once before the first delivery.
        let _ = self.0.broker.set((handle, Arc::new(channel)));
        Ok(())
    }

    /// The connection to the MQTT broker, if one is configured.
    pub(crate) fn broker(&self) -> Option<&BrokerHandle> {
        self.0.broker.get().map(|(handle, _)| handle)
    }

    /// The name of the channel that gets every alert regardless of its delivery methods: the broker, if one is configured.
    pub(crate) fn catch_all(&self) -> Option<String> {
        let (_, channel) = self.0.broker.get()?;
        Some(channel.name().to_owned())
    }

    /// The enabled channels, browsers last.
    pub fn enabled(&self) -> Vec<Arc<dyn Channel>> {
        let enabled = self
            .all()
            .into_iter()
            .filter(|channel| channel.is_enabled());
        enabled.map(|channel| channel as Arc<dyn Channel>).collect()
    }

    /// Notified when a channel is added, removed or gets other settings.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// All channels in this order: configured, broker, created on the settings page, browsers.
    pub(crate) fn all(&self) -> Vec<Arc<OutboundChannel>> {
        let lists = self.read();
        let configured = lists.configured.iter().map(|(_, channel)| channel);
        let broker = self.0.broker.get().map(|(_, channel)| channel);
        let mut all: Vec<_> = configured.chain(broker).cloned().collect();
        let is_shadowed =
            |channel: &&Arc<OutboundChannel>| all.iter().any(|it| it.name() == channel.name());
        let user: Vec<_> = lists
            .user
            .iter()
            .filter(|it| !is_shadowed(it))
            .cloned()
            .collect();
        all.extend(user);
        all.extend(lists.browsers.iter().cloned());
        all
    }

    /// The names of the channels whose last attempt failed, with the reasons.
    pub(crate) fn failing(&self) -> Vec<(String, String)> {
        let all = self.all();
        let statuses = all.iter().map(|channel| (channel, channel.status()));
        let failing =
            statuses.filter(|(channel, status)| channel.is_enabled() && status.is_failing);
        failing
            .map(|(channel, status)| {
                (
                    channel.name().to_owned(),
                    status.failure.unwrap_or_default(),
                )
            })
            .collect()
    }

    /// The channel called `name`.
    pub(crate) fn get(&self, name: &str) -> Option<Arc<OutboundChannel>> {
        self.all()
            .into_iter()
            .find(|channel| channel.name() == name)
    }

    /// Returns true if a configured channel hides one created on the settings page with the same name.
    pub(crate) fn shadows(&self, name: &str) -> bool {
        let active = self.get(name);
        let is_of_file = active.is_some_and(|channel| channel.origin() == Origin::File);
        is_of_file && self.read().user.iter().any(|known| known.name() == name)
    }

    /// The names of the enabled channels that serve a delivery method. They are the keys of the outbox.
    pub(crate) fn names_for(&self, delivery: &Delivery) -> Vec<String> {
        if *delivery == Delivery::InApp {
            return vec![delivery.as_str().to_owned()];
        }
        let serves = |channel: &&Arc<OutboundChannel>| {
            let is_match =
                channel.delivery_method() == Some(delivery) || channel.name() == delivery.as_str();
            is_match && channel.is_enabled()
        };
        let all = self.all();
        let channels = all.iter().filter(serves);
        channels.map(|channel| channel.name().to_owned()).collect()
    }

    /// Builds the channel of a browser.
    ///
    /// # Errors
    /// One sentence for the user, when the subscription is invalid.
    pub(crate) fn browser(
        &self,
        subscription: &Subscription,
        vapid: Vapid,
    ) -> std::result::Result<Arc<OutboundChannel>, String> {
        let Inner {
            public_url, push, ..
        } = &*self.0;
        let subject = if public_url.starts_with("https://") {
            Some(public_url.clone())
        } else {
            (!push.contact.is_empty()).then(|| format!("mailto:{}", push.contact))
        };
        let sender = Arc::new(Sender { vapid, subject });
        OutboundChannel::browser(subscription, sender, push.may_be_private).map(Arc::new)
    }

    /// Adds a browser. It replaces one of the same name.
    pub(crate) fn add_browser(&self, browser: Arc<OutboundChannel>) {
        self.change(|lists| {
            lists
                .browsers
                .retain(|known| known.name() != browser.name());
            lists.browsers.push(browser);
        });
    }

    /// Removes the browser called `name`.
    pub(crate) fn remove_browser(&self, name: &str) {
        self.change(|lists| lists.browsers.retain(|known| known.name() != name));
    }

    /// Builds a channel that was created on the settings page.
    ///
    /// # Errors
    /// One sentence for the user, when the settings are invalid.
    pub(crate) fn build_user_channel(
        &self,
        channel: &UserChannel,
    ) -> std::result::Result<Arc<OutboundChannel>, String> {
        let made =
            OutboundChannel::new(user_channels::parse(&channel.settings)?, &self.0.public_url);
        let made = made.map_err(|invalid| invalid.sentence())?;
        Ok(Arc::new(made.made_on_page(channel.enabled)))
    }

    /// Renders what a channel with these settings would send for an example alert.
    ///
    /// # Errors
    /// One sentence for the user, when the settings are invalid.
    pub(crate) fn preview(
        &self,
        settings: RawSettings,
        now: Timestamp,
    ) -> std::result::Result<Preview, String> {
        user_channels::preview(settings, self.0.public_url.trim_end_matches('/'), now)
    }

    /// Adds a channel created on the settings page, or replaces the one of the same name.
    pub(crate) fn put_user_channel(&self, channel: Arc<OutboundChannel>) {
        if let Some(known) = self.get(channel.name()) {
            channel.restore_status(known.status());
        }
        self.change(|lists| put(&mut lists.user, channel));
    }

    /// Removes the channel created on the settings page called `name`.
    pub(crate) fn remove_user_channel(&self, name: &str) {
        self.change(|lists| lists.user.retain(|known| known.name() != name));
    }

    /// Locked while settings that are not saved are tested: one test at a time.
    pub(crate) fn draft_test(&self) -> &Mutex<()> {
        &self.0.draft_test
    }

    /// Loads the channels created on the settings page, the browsers that subscribed, and the status of all channels. Reads the disk.
    pub fn resume(&self, store: &Store) -> Result<()> {
        for stored in store.user_channels()? {
            let name = &stored.name;
            if self.get(name).is_some() {
                tracing::warn!(
                    channel = name,
                    "channel from the settings page is hidden: the configuration file has one with the same name"
                );
            }
            match self.build_user_channel(&stored) {
                Ok(channel) => self.change(|lists| put(&mut lists.user, channel)),
                Err(error) => {
                    tracing::warn!(
                        channel = name,
                        error,
                        "channel from the settings page is disabled: invalid settings"
                    );
                }
            }
        }
        if let Some(key) = default_if_damaged(store.stored_push_key())? {
            for subscription in store.subscriptions()? {
                let browser = Vapid::from_pkcs8(&key)
                    .ok_or_else(|| "The VAPID key is damaged.".to_owned())
                    .and_then(|vapid| self.browser(&subscription, vapid));
                match browser {
                    Ok(browser) => self.add_browser(browser),
                    Err(error) => {
                        tracing::warn!(
                            browser = subscription.name,
                            error,
                            "browser gets no push messages: invalid subscription"
                        );
                    }
                }
            }
        }
        let all = self.all();
        if all.is_empty() {
            return Ok(());
        }
        let attempts = default_if_damaged(store.delivery_attempts(None, MAX_LOG_ENTRIES))?;
        for channel in &all {
            channel.restore_status(ChannelStatus::from_log(channel.name(), &attempts));
        }
        Ok(())
    }

    fn read(&self) -> RwLockReadGuard<'_, Lists> {
        let lists = self.0.lists.read();
        lists.unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Lists)) {
        let lists = self.0.lists.write();
        change(&mut lists.unwrap_or_else(PoisonError::into_inner));
        self.0.changed.send_modify(|count| *count += 1);
    }
}

/// Replaces the channel of the same name, or appends the new one.
fn put(list: &mut Vec<Arc<OutboundChannel>>, channel: Arc<OutboundChannel>) {
    match list.iter_mut().find(|known| known.name() == channel.name()) {
        Some(known) => *known = channel,
        None => list.push(channel),
    }
}
