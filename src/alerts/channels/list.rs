//! Every channel, and which of them an alert goes to.

use std::sync::{Arc, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use tokio::sync::{Mutex, watch};

use super::{
    kept::{self, Wanted},
    outbound::{Origin, Outbound},
    outgoing::Preview,
    parse::WrongSetting,
    preview,
    push::{Sender, Vapid},
    settings::ChannelSettings,
    state::ChannelState,
};
use crate::{
    alerts::delivery::Channel,
    broker::BrokerHandle,
    domain::{Timestamp, alert::Delivery, channel::UserChannel, subscription::Subscription},
    store::{Result, Store, default_if_damaged},
};

/// Lines of the log that are looked through for what channels did before the start.
const LOOKED_THROUGH: usize = 10_000;

/// How browsers are told of alerts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PushRules {
    /// The operator's address of mail, where a push service's can ask about us; empty when there is none.
    pub contact: String,
    /// Whether push services may be machines of this network.
    pub may_be_private: bool,
}

/// What became of the channels of the configuration, by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reconfigured {
    /// Those that are new.
    pub added: Vec<String>,
    /// Those with other settings.
    pub changed: Vec<String>,
    /// Those that are gone.
    pub removed: Vec<String>,
}

/// Every channel: those that are configured, in the order of the configuration, those that were made on the page, and the
/// browsers that subscribed.
#[derive(Clone, Default)]
pub struct Channels(Arc<Inner>);

#[derive(Default)]
struct Inner {
    lists: RwLock<Lists>,
    /// The MQTT broker, which gets every alert, where there is one.
    broker: OnceLock<(BrokerHandle, Arc<Outbound>)>,
    /// Changes with the lists.
    changed: watch::Sender<u64>,
    /// Held while a channel that is not kept yet is tried.
    trying: Mutex<()>,
    /// Where people reach this server; empty when that is not known.
    public_url: String,
    push: PushRules,
}

#[derive(Default)]
struct Lists {
    /// With the settings that they were made of.
    configured: Vec<(ChannelSettings, Arc<Outbound>)>,
    /// Made on the page. One whose name the configuration has as well is not used.
    kept: Vec<Arc<Outbound>>,
    browsers: Vec<Arc<Outbound>>,
}

impl Channels {
    /// The channels that settings describe. `public_url` is where people reach this server; empty when
    /// that is not known.
    pub fn new(
        settings: &[ChannelSettings],
        public_url: &str,
        push: PushRules,
    ) -> std::result::Result<Self, WrongSetting> {
        let channels = Self(Arc::new(Inner {
            public_url: public_url.to_owned(),
            push,
            ..Inner::default()
        }));
        channels.configure(settings)?;
        Ok(channels)
    }

    /// Takes the channels of another configuration. One whose settings are the same goes on as it was.
    pub fn configure(
        &self,
        settings: &[ChannelSettings],
    ) -> std::result::Result<Reconfigured, WrongSetting> {
        let before = self.read().configured.clone();
        let (mut now, mut told) = (vec![], Reconfigured::default());
        for settings in settings {
            let known = before.iter().find(|(_, it)| it.name() == settings.name());
            let same = known.filter(|(known, _)| known == settings);
            let channel = match same {
                Some((_, channel)) => Arc::clone(channel),
                None => Arc::new(Outbound::new(settings.clone(), &self.0.public_url)?),
            };
            match (known, same) {
                (None, _) => told.added.push(settings.name().to_owned()),
                (Some((_, known)), None) => {
                    channel.resume(known.state());
                    told.changed.push(settings.name().to_owned());
                }
                (Some(_), Some(_)) => {}
            }
            now.push((settings.clone(), channel));
        }
        let is_there = |name: &str| now.iter().any(|(settings, _)| settings.name() == name);
        let gone = before.iter().map(|(settings, _)| settings.name());
        told.removed = gone
            .filter(|name| !is_there(name))
            .map(str::to_owned)
            .collect();
        self.change(|lists| lists.configured = now);
        Ok(told)
    }

    /// Has every alert go to an MQTT broker, too.
    pub fn set_broker(&self, handle: BrokerHandle) -> std::result::Result<(), WrongSetting> {
        let channel = Outbound::broker(handle.clone(), &self.0.public_url)?;
        // There is one broker, and it is set once, before anything is delivered.
        let _ = self.0.broker.set((handle, Arc::new(channel)));
        Ok(())
    }

    /// The connection with the MQTT broker, where there is one.
    pub(crate) fn broker(&self) -> Option<&BrokerHandle> {
        self.0.broker.get().map(|(handle, _)| handle)
    }

    /// The name of the channel that gets every alert, whatever it is delivered over, where there is one.
    pub(crate) fn of_every_alert(&self) -> Option<String> {
        let (_, channel) = self.0.broker.get()?;
        Some(channel.name().to_owned())
    }

    /// Each that is on, as what a worker delivers to; browsers last.
    pub fn deliverers(&self) -> Vec<Arc<dyn Channel>> {
        let on = self.all().into_iter().filter(|channel| channel.is_on());
        on.map(|channel| channel as Arc<dyn Channel>).collect()
    }

    /// Changes when a channel comes, goes or gets other settings.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Each of them: those of the configuration, the broker, those of the page, browsers.
    pub(crate) fn all(&self) -> Vec<Arc<Outbound>> {
        let lists = self.read();
        let configured = lists.configured.iter().map(|(_, channel)| channel);
        let broker = self.0.broker.get().map(|(_, channel)| channel);
        let mut all: Vec<_> = configured.chain(broker).cloned().collect();
        let is_taken = |channel: &&Arc<Outbound>| all.iter().any(|it| it.name() == channel.name());
        let kept: Vec<_> = lists
            .kept
            .iter()
            .filter(|it| !is_taken(it))
            .cloned()
            .collect();
        all.extend(kept);
        all.extend(lists.browsers.iter().cloned());
        all
    }

    /// Those whose last attempt failed, and why.
    pub(crate) fn failing(&self) -> Vec<(String, String)> {
        let all = self.all();
        let states = all.iter().map(|channel| (channel, channel.state()));
        let failing = states.filter(|(channel, state)| channel.is_on() && state.is_failing);
        failing
            .map(|(channel, state)| (channel.name().to_owned(), state.failure.unwrap_or_default()))
            .collect()
    }

    /// The one of this name.
    pub(crate) fn named(&self, name: &str) -> Option<Arc<Outbound>> {
        self.all()
            .into_iter()
            .find(|channel| channel.name() == name)
    }

    /// Whether a channel of the page is not used, for the configuration has one of this name.
    pub(crate) fn shadows(&self, name: &str) -> bool {
        let is_used = self.named(name);
        let is_of_file = is_used.is_some_and(|channel| channel.origin() == Origin::File);
        is_of_file && self.read().kept.iter().any(|kept| kept.name() == name)
    }

    /// The names under which reports of a delivery wait in the outbox; none where no channel serves it.
    pub(crate) fn names_for(&self, delivery: &Delivery) -> Vec<String> {
        if *delivery == Delivery::InApp {
            return vec![delivery.as_str().to_owned()];
        }
        let serves = |channel: &&Arc<Outbound>| {
            let is_meant = channel.way() == Some(delivery) || channel.name() == delivery.as_str();
            is_meant && channel.is_on()
        };
        let all = self.all();
        let channels = all.iter().filter(serves);
        channels.map(|channel| channel.name().to_owned()).collect()
    }

    /// A browser as a channel; a sentence where its subscription is none.
    pub(crate) fn browser(
        &self,
        subscription: &Subscription,
        vapid: Vapid,
    ) -> std::result::Result<Arc<Outbound>, String> {
        let Inner {
            public_url, push, ..
        } = &*self.0;
        let subject = if public_url.starts_with("https://") {
            Some(public_url.clone())
        } else {
            (!push.contact.is_empty()).then(|| format!("mailto:{}", push.contact))
        };
        let sender = Arc::new(Sender { vapid, subject });
        Outbound::browser(subscription, sender, push.may_be_private).map(Arc::new)
    }

    /// Has alerts go to a browser, too.
    pub(crate) fn add_browser(&self, browser: Arc<Outbound>) {
        self.change(|lists| {
            // The newest last.
            lists
                .browsers
                .retain(|known| known.name() != browser.name());
            lists.browsers.push(browser);
        });
    }

    /// Has no alert go to the browser of this name.
    pub(crate) fn remove_browser(&self, name: &str) {
        self.change(|lists| lists.browsers.retain(|known| known.name() != name));
    }

    /// A channel that was made on the page; a sentence where its settings are none.
    pub(crate) fn of_page(
        &self,
        channel: &UserChannel,
    ) -> std::result::Result<Arc<Outbound>, String> {
        let made = Outbound::new(kept::parsed(&channel.settings)?, &self.0.public_url);
        let made = made.map_err(|wrong| kept::sentence(&wrong))?;
        Ok(Arc::new(made.of_page(channel.enabled)))
    }

    /// What settings would send of an alert that is made up; a sentence where that is nothing.
    pub(crate) fn preview(
        &self,
        wanted: Wanted,
        now: Timestamp,
    ) -> std::result::Result<Preview, String> {
        preview::preview(wanted, self.0.public_url.trim_end_matches('/'), now)
    }

    /// Has alerts go to a channel of the page, in the place of the one of the same name.
    pub(crate) fn keep(&self, channel: Arc<Outbound>) {
        if let Some(known) = self.named(channel.name()) {
            channel.resume(known.state());
        }
        self.change(|lists| put(&mut lists.kept, channel));
    }

    /// Has no alert go to the channel of the page of this name.
    pub(crate) fn remove_kept(&self, name: &str) {
        self.change(|lists| lists.kept.retain(|known| known.name() != name));
    }

    /// Held while a channel that is not kept yet is tried: one at a time.
    pub(crate) fn trying(&self) -> &Mutex<()> {
        &self.0.trying
    }

    /// The channels of the page and the browsers that subscribed before the start, and what the log says of all channels.
    /// Reads the disk.
    pub fn resume(&self, store: &Store) -> Result<()> {
        for kept in store.user_channels()? {
            let name = &kept.name;
            if self.named(name).is_some() {
                tracing::warn!(
                    channel = name,
                    "a channel of the page is not used, for the configuration has one of its name"
                );
            }
            match self.of_page(&kept) {
                Ok(channel) => self.change(|lists| put(&mut lists.kept, channel)),
                Err(error) => {
                    tracing::warn!(channel = name, error, "a channel of the page is not used");
                }
            }
        }
        if let Some(key) = default_if_damaged(store.stored_push_key())? {
            for subscription in store.subscriptions()? {
                let browser = Vapid::kept(&key)
                    .ok_or_else(|| "The key for push services is damaged.".to_owned())
                    .and_then(|vapid| self.browser(&subscription, vapid));
                match browser {
                    Ok(browser) => self.add_browser(browser),
                    Err(error) => {
                        tracing::warn!(
                            browser = subscription.name,
                            error,
                            "a browser is not told of alerts"
                        );
                    }
                }
            }
        }
        let all = self.all();
        if all.is_empty() {
            return Ok(());
        }
        let attempts = default_if_damaged(store.delivery_attempts(None, LOOKED_THROUGH))?;
        for channel in &all {
            channel.resume(ChannelState::of(channel.name(), &attempts));
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

/// Puts a channel in the place of the one of its name, or behind all others.
fn put(list: &mut Vec<Arc<Outbound>>, channel: Arc<Outbound>) {
    match list.iter_mut().find(|known| known.name() == channel.name()) {
        Some(known) => *known = channel,
        None => list.push(channel),
    }
}
