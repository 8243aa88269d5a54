//! Every channel, and which of them an alert goes to.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use tokio::sync::watch;

use super::{
    outbound::{ChannelState, Outbound},
    parse::WrongSetting,
    push::{Sender, Vapid},
    settings::ChannelSettings,
};
use crate::{
    alerts::delivery::Channel,
    broker::Outlet,
    domain::{alert::Delivery, subscription::Subscription},
    store::{AttemptOutcome, DeliveryAttempt, Result, Store},
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

/// Every channel: those that are configured, in the order of the configuration, and the browsers that subscribed.
#[derive(Clone, Default)]
pub struct Channels(Arc<Inner>);

#[derive(Default)]
struct Inner {
    configured: Vec<Arc<Outbound>>,
    /// The MQTT broker, which gets every alert, where there is one.
    broker: OnceLock<(Outlet, Arc<Outbound>)>,
    browsers: RwLock<Vec<Arc<Outbound>>>,
    /// Changes with the browsers.
    changed: watch::Sender<u64>,
    /// Where people reach this server; empty when that is not known.
    public_url: String,
    push: PushRules,
}

impl Channels {
    /// The channels that settings describe. `public_url` is where people reach this server; empty when
    /// that is not known.
    pub fn new(
        settings: &[ChannelSettings],
        public_url: &str,
        push: PushRules,
    ) -> std::result::Result<Self, WrongSetting> {
        let one =
            |settings: &ChannelSettings| Outbound::new(settings.clone(), public_url).map(Arc::new);
        let configured = settings.iter().map(one);
        Ok(Self(Arc::new(Inner {
            configured: configured.collect::<std::result::Result<_, _>>()?,
            public_url: public_url.to_owned(),
            push,
            ..Inner::default()
        })))
    }

    /// Has every alert go to an MQTT broker, too.
    pub fn set_broker(&self, outlet: Outlet) -> std::result::Result<(), WrongSetting> {
        let channel = Outbound::broker(outlet.clone(), &self.0.public_url)?;
        // There is one broker, and it is set once, before anything is delivered.
        let _ = self.0.broker.set((outlet, Arc::new(channel)));
        Ok(())
    }

    /// The connection with the MQTT broker, where there is one.
    pub(crate) fn broker(&self) -> Option<&Outlet> {
        self.0.broker.get().map(|(outlet, _)| outlet)
    }

    /// The name of the channel that gets every alert, whatever it is delivered over, where there is one.
    pub(crate) fn of_every_alert(&self) -> Option<String> {
        let (_, channel) = self.0.broker.get()?;
        Some(channel.name().to_owned())
    }

    /// Each that is configured as what a worker delivers to.
    pub fn deliverers(&self) -> Vec<Arc<dyn Channel>> {
        let each = self.configured().into_iter();
        each.map(|channel| channel as Arc<dyn Channel>).collect()
    }

    /// Each browser as what a worker delivers to.
    pub fn browsers(&self) -> Vec<Arc<dyn Channel>> {
        let each = self.read_browsers().into_iter();
        each.map(|channel| channel as Arc<dyn Channel>).collect()
    }

    /// Changes when a browser subscribes, or is one no more.
    pub fn browsers_changed(&self) -> watch::Receiver<u64> {
        self.0.changed.subscribe()
    }

    /// Each of them, browsers last.
    pub(crate) fn all(&self) -> Vec<Arc<Outbound>> {
        let mut all = self.configured();
        all.extend(self.read_browsers());
        all
    }

    fn configured(&self) -> Vec<Arc<Outbound>> {
        let mut configured = self.0.configured.clone();
        configured.extend(self.0.broker.get().map(|(_, channel)| Arc::clone(channel)));
        configured
    }

    /// Those whose last attempt failed, and why.
    pub(crate) fn failing(&self) -> Vec<(String, String)> {
        let all = self.all();
        let states = all.iter().map(|channel| (channel, channel.state()));
        let failing = states.filter(|(_, state)| state.is_failing);
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

    /// The names under which reports of a delivery wait in the outbox; none where no channel serves it.
    pub(crate) fn names_for(&self, delivery: &Delivery) -> Vec<String> {
        if *delivery == Delivery::InApp {
            return vec![delivery.as_str().to_owned()];
        }
        let serves = |channel: &&Arc<Outbound>| {
            channel.way() == Some(delivery) || channel.name() == delivery.as_str()
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
        self.write_browsers(|browsers| {
            browsers.retain(|known| known.name() != browser.name());
            browsers.push(browser);
        });
    }

    /// Has no alert go to the browser of this name.
    pub(crate) fn remove_browser(&self, name: &str) {
        self.write_browsers(|browsers| browsers.retain(|known| known.name() != name));
    }

    /// The browsers that subscribed before the start, and what the log says of all channels. Reads the disk.
    pub fn resume(&self, store: &Store) -> Result<()> {
        if let Some(key) = store.kept_push_key()? {
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
        let attempts = store.delivery_attempts(None, LOOKED_THROUGH)?;
        for channel in &all {
            channel.resume(state_of(channel.name(), &attempts));
        }
        Ok(())
    }

    fn read_browsers(&self) -> Vec<Arc<Outbound>> {
        let browsers = self.0.browsers.read();
        browsers.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn write_browsers(&self, change: impl FnOnce(&mut Vec<Arc<Outbound>>)) {
        let browsers = self.0.browsers.write();
        change(&mut browsers.unwrap_or_else(PoisonError::into_inner));
        self.0.changed.send_modify(|count| *count += 1);
    }
}

/// How a channel did, by what was tried, newest first.
fn state_of(name: &str, attempts: &[DeliveryAttempt]) -> ChannelState {
    let own = || attempts.iter().filter(|attempt| attempt.channel == name);
    let is_good = |outcome| outcome == AttemptOutcome::Delivered;
    let failed = own().find(|attempt| !is_good(attempt.outcome));
    ChannelState {
        delivered_at: own()
            .find(|attempt| is_good(attempt.outcome))
            .map(|good| good.at),
        failed_at: failed.map(|failed| failed.at),
        failure: failed.map(|failed| failed.answer.clone()),
        next_attempt_at: None,
        is_failing: own().next().is_some_and(|last| !is_good(last.outcome)),
    }
}
