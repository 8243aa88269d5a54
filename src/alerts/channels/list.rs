//! The list of all channels, and the selection of channels for a delivery method.

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard},
};

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
    domain::{
        Timestamp, alert::Delivery, channel::UserChannel, person::PersonId,
        subscription::Subscription,
    },
    store::{Result, Store, default_if_damaged},
};

/// The number of entries of the delivery log from which the status of each channel is restored.
const MAX_LOG_ENTRIES: usize = 10_000;

/// Settings of push messages to browsers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PushSettings {
    /// The operator's email address, which is sent to push services as the contact; empty for none.
    pub contact: String,
    /// Whether push services in a private network are allowed.
    pub allow_private_network: bool,
}

/// The names of the channels that a configuration reload changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigChanges {
    /// New channels.
    pub added: Vec<String>,
    /// Channels whose settings changed.
    pub changed: Vec<String>,
    /// Removed channels.
    pub removed: Vec<String>,
}

/// All channels: those of the configuration file in their order, the MQTT broker, those created on the settings page, and
/// the browsers that subscribed. Clones share one list.
#[derive(Clone, Default)]
pub struct Channels(Arc<Inner>);

#[derive(Default)]
struct Inner {
    lists: RwLock<Lists>,
    /// The MQTT broker, if one is configured. The broker receives every alert of the owner.
    broker: OnceLock<(BrokerHandle, Arc<OutboundChannel>)>,
    /// The number of changes of the lists. Notifies its receivers of each change.
    changed: watch::Sender<u64>,
    /// Locked while unsaved settings are tested.
    draft_test: Mutex<()>,
    /// The address of this server for users; empty when it is not configured.
    public_url: String,
    push: PushSettings,
}

#[derive(Default)]
struct Lists {
    /// The channels of the configuration file, each with its settings.
    configured: Vec<(ChannelSettings, Arc<OutboundChannel>)>,
    /// The channels created on the settings page. A configured channel of the same person and name takes precedence.
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
        let (mut current, mut changes) = (vec![], ConfigChanges::default());
        for settings in settings {
            let existing = before
                .iter()
                .find(|(_, channel)| channel.name() == settings.name());
            let unchanged = existing.filter(|(existing, _)| existing == settings);
            let channel = match unchanged {
                Some((_, channel)) => Arc::clone(channel),
                None => Arc::new(OutboundChannel::new(settings.clone(), &self.0.public_url)?),
            };
            match (existing, unchanged) {
                (None, _) => changes.added.push(settings.name().to_owned()),
                (Some((_, existing)), None) => {
                    channel.restore_status(existing.status());
                    changes.changed.push(settings.name().to_owned());
                }
                (Some(_), Some(_)) => {}
            }
            current.push((settings.clone(), channel));
        }
        let exists = |name: &str| current.iter().any(|(settings, _)| settings.name() == name);
        let names_before = before.iter().map(|(settings, _)| settings.name());
        changes.removed = names_before
            .filter(|name| !exists(name))
            .map(str::to_owned)
            .collect();
        self.change(|lists| lists.configured = current);
        Ok(changes)
    }

    /// Adds the MQTT broker.
    pub fn set_broker(&self, handle: BrokerHandle) -> std::result::Result<(), InvalidSetting> {
        let channel = OutboundChannel::broker(handle.clone(), &self.0.public_url)?;
        // The only caller sets the broker once, before the first delivery.
        let _ = self.0.broker.set((handle, Arc::new(channel)));
        Ok(())
    }

    /// The connection to the MQTT broker, if one is configured.
    pub(crate) fn broker(&self) -> Option<&BrokerHandle> {
        self.0.broker.get().map(|(handle, _)| handle)
    }

    /// The name of the channel that receives every alert of the owner, whatever the alert's delivery methods: the broker, if one is configured.
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

    /// Returns a receiver that is notified when a channel is added, removed or changed.
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
            |user: &&Arc<OutboundChannel>| all.iter().any(|channel| is_same(channel, user));
        let user: Vec<_> = lists
            .user
            .iter()
            .filter(|user| !is_shadowed(user))
            .cloned()
            .collect();
        all.extend(user);
        all.extend(lists.browsers.iter().cloned());
        all
    }

    /// The names of a person's channels whose last attempt failed, with the reasons.
    pub(crate) fn failing(&self, person: PersonId) -> Vec<(String, String)> {
        let channels = self.of(person);
        let statuses = channels.iter().map(|channel| (channel, channel.status()));
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

    /// The channels of a person, in the order of [`Channels::all`].
    pub(crate) fn of(&self, person: PersonId) -> Vec<Arc<OutboundChannel>> {
        let mut channels = self.all();
        channels.retain(|channel| channel.person() == person);
        channels
    }

    /// The channel of a person called `name`.
    pub(crate) fn get(&self, person: PersonId, name: &str) -> Option<Arc<OutboundChannel>> {
        let mut channels = self.of(person).into_iter();
        channels.find(|channel| channel.name() == name)
    }

    /// Returns true if a configured channel overrides one created on the settings page with the same name.
    pub(crate) fn shadows(&self, person: PersonId, name: &str) -> bool {
        let Some(active) = self.get(person, name) else {
            return false;
        };
        let is_shadowed = |user: &Arc<OutboundChannel>| is_same(user, &active);
        active.origin() == Origin::File && self.read().user.iter().any(is_shadowed)
    }

    /// The names of a person's enabled channels that serve a delivery method. The outbox has an entry per name.
    pub(crate) fn names_for(&self, person: PersonId, delivery: &Delivery) -> Vec<String> {
        if *delivery == Delivery::InApp {
            return vec![delivery.as_str().to_owned()];
        }
        let serves = |channel: &&Arc<OutboundChannel>| {
            let is_match =
                channel.delivery_method() == Some(delivery) || channel.name() == delivery.as_str();
            is_match && channel.is_enabled()
        };
        let channels = self.of(person);
        let serving = channels.iter().filter(serves);
        serving.map(|channel| channel.name().to_owned()).collect()
    }

    /// Builds the channel of a person's browser.
    ///
    /// # Errors
    /// Returns a message for the user if the subscription is invalid.
    pub(crate) fn browser(
        &self,
        person: PersonId,
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
        OutboundChannel::browser(person, subscription, sender, push.allow_private_network)
            .map(Arc::new)
    }

    /// Adds a browser, or replaces the one with the same name.
    pub(crate) fn add_browser(&self, browser: Arc<OutboundChannel>) {
        self.change(|lists| {
            // A browser that subscribes again becomes the last.
            remove(&mut lists.browsers, browser.person(), browser.name());
            lists.browsers.push(browser);
        });
    }

    /// Removes the browser of a person called `name`.
    pub(crate) fn remove_browser(&self, person: PersonId, name: &str) {
        self.change(|lists| remove(&mut lists.browsers, person, name));
    }

    /// Builds a channel that a person created on the settings page.
    ///
    /// # Errors
    /// Returns a message for the user if the settings are invalid.
    pub(crate) fn build_user_channel(
        &self,
        person: PersonId,
        channel: &UserChannel,
    ) -> std::result::Result<Arc<OutboundChannel>, String> {
        let built =
            OutboundChannel::new(user_channels::parse(&channel.settings)?, &self.0.public_url);
        let built = built.map_err(|invalid| invalid.sentence())?;
        Ok(Arc::new(built.with_page_origin(person, channel.enabled)))
    }

    /// Renders what a channel with these settings would send for an example alert.
    ///
    /// # Errors
    /// Returns a message for the user if the settings are invalid.
    pub(crate) fn preview(
        &self,
        settings: RawSettings,
        now: Timestamp,
    ) -> std::result::Result<Preview, String> {
        user_channels::preview(settings, self.0.public_url.trim_end_matches('/'), now)
    }

    /// Adds a channel created on the settings page, or replaces the one with the same name.
    pub(crate) fn insert_user_channel(&self, channel: Arc<OutboundChannel>) {
        if let Some(existing) = self.get(channel.person(), channel.name()) {
            channel.restore_status(existing.status());
        }
        self.change(|lists| insert(&mut lists.user, channel));
    }

    /// Removes the channel called `name` that a person created on the settings page.
    pub(crate) fn remove_user_channel(&self, person: PersonId, name: &str) {
        self.change(|lists| remove(&mut lists.user, person, name));
    }

    /// Removes all channels and browsers of a person.
    pub(crate) fn remove_person(&self, person: PersonId) {
        self.change(|lists| {
            for list in [&mut lists.user, &mut lists.browsers] {
                list.retain(|channel| channel.person() != person);
            }
        });
    }

    /// The lock that allows one test of unsaved settings at a time.
    pub(crate) fn draft_test(&self) -> &Mutex<()> {
        &self.0.draft_test
    }

    /// Loads the channels created on the settings page, the browsers that subscribed, and the status of all channels from the
    /// store.
    pub fn load(&self, store: &Store) -> Result<()> {
        for (person, stored) in store.user_channels_of_everyone()? {
            let name = &stored.name;
            if self.get(person, name).is_some() {
                tracing::warn!(
                    channel = name,
                    "alerts: channel from the settings page is overridden by the channel of the same name in the configuration file"
                );
            }
            match self.build_user_channel(person, &stored) {
                Ok(channel) => self.change(|lists| insert(&mut lists.user, channel)),
                Err(error) => {
                    tracing::warn!(
                        channel = name,
                        error,
                        "alerts: channel from the settings page is disabled, because its settings are invalid"
                    );
                }
            }
        }
        if let Some(key) = default_if_damaged(store.stored_push_key())? {
            for (person, subscription) in store.subscriptions_of_everyone()? {
                let browser = Vapid::from_pkcs8(&key)
                    .ok_or_else(|| "The VAPID key is damaged.".to_owned())
                    .and_then(|vapid| self.browser(person, &subscription, vapid));
                match browser {
                    Ok(browser) => self.add_browser(browser),
                    Err(error) => {
                        tracing::warn!(
                            browser = subscription.name,
                            error,
                            "alerts: browser gets no push messages, because its subscription is invalid"
                        );
                    }
                }
            }
        }
        let channels = self.all();
        if channels.is_empty() {
            return Ok(());
        }
        let people: BTreeSet<PersonId> = channels.iter().map(|channel| channel.person()).collect();
        for person in people {
            let log = store.of(person).delivery_attempts(None, MAX_LOG_ENTRIES);
            let attempts = default_if_damaged(log)?;
            for channel in channels.iter().filter(|channel| channel.person() == person) {
                channel.restore_status(ChannelStatus::from_log(channel.name(), &attempts));
            }
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

/// Returns true for channels of the same person with the same name.
fn is_same(channel: &OutboundChannel, other: &OutboundChannel) -> bool {
    (channel.person(), channel.name()) == (other.person(), other.name())
}

fn remove(list: &mut Vec<Arc<OutboundChannel>>, person: PersonId, name: &str) {
    list.retain(|channel| channel.person() != person || channel.name() != name);
}

/// Replaces the channel of the same person with the same name, or appends the new one.
fn insert(list: &mut Vec<Arc<OutboundChannel>>, channel: Arc<OutboundChannel>) {
    match list.iter_mut().find(|existing| is_same(existing, &channel)) {
        Some(existing) => *existing = channel,
        None => list.push(channel),
    }
}
