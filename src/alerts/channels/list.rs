//! Every configured channel, and which of them an alert goes to.

use std::sync::Arc;

use super::{
    outbound::{ChannelState, Outbound},
    parse::WrongSetting,
    settings::ChannelSettings,
};
use crate::{
    alerts::delivery::Channel,
    domain::alert::Delivery,
    store::{AttemptOutcome, Result, Store},
};

/// Lines of the log that are looked through for what channels did before the start.
const LOOKED_THROUGH: usize = 10_000;

/// Every configured channel, in the order of the configuration.
#[derive(Clone, Default)]
pub struct Channels(Arc<[Arc<Outbound>]>);

impl Channels {
    /// The channels that settings describe. `public_url` is where people reach this server; empty when
    /// that is not known.
    pub fn new(
        settings: &[ChannelSettings],
        public_url: &str,
    ) -> std::result::Result<Self, WrongSetting> {
        let one =
            |settings: &ChannelSettings| Outbound::new(settings.clone(), public_url).map(Arc::new);
        settings
            .iter()
            .map(one)
            .collect::<std::result::Result<_, _>>()
            .map(Self)
    }

    /// Each as what a worker delivers to.
    pub fn deliverers(&self) -> Vec<Arc<dyn Channel>> {
        let each = self.0.iter().cloned();
        each.map(|channel| channel as Arc<dyn Channel>).collect()
    }

    /// Each of them.
    pub(crate) fn all(&self) -> &[Arc<Outbound>] {
        &self.0
    }

    /// Those whose last attempt failed, and why.
    pub(crate) fn failing(&self) -> Vec<(String, String)> {
        let states = self.0.iter().map(|channel| (channel, channel.state()));
        let failing = states.filter(|(_, state)| state.is_failing);
        failing
            .map(|(channel, state)| (channel.name().to_owned(), state.failure.unwrap_or_default()))
            .collect()
    }

    /// The one of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Arc<Outbound>> {
        self.0.iter().find(|channel| channel.name() == name)
    }

    /// The names under which reports of a delivery wait in the outbox; none where no channel serves it.
    pub(crate) fn names_for(&self, delivery: &Delivery) -> Vec<String> {
        if *delivery == Delivery::InApp {
            return vec![delivery.as_str().to_owned()];
        }
        let serves = |channel: &&Arc<Outbound>| {
            channel.way() == delivery || channel.name() == delivery.as_str()
        };
        let channels = self.0.iter().filter(serves);
        channels.map(|channel| channel.name().to_owned()).collect()
    }

    /// What the log says of them from before the start. Reads the disk.
    pub(crate) fn resume(&self, store: &Store) -> Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let attempts = store.delivery_attempts(None, LOOKED_THROUGH)?;
        for channel in self.0.iter() {
            let own = || {
                attempts
                    .iter()
                    .filter(|attempt| attempt.channel == channel.name())
            };
            let is_good = |outcome| outcome == AttemptOutcome::Delivered;
            let failed = own().find(|attempt| !is_good(attempt.outcome));
            channel.resume(ChannelState {
                delivered_at: own()
                    .find(|attempt| is_good(attempt.outcome))
                    .map(|good| good.at),
                failed_at: failed.map(|failed| failed.at),
                failure: failed.map(|failed| failed.answer.clone()),
                next_attempt_at: None,
                is_failing: own().next().is_some_and(|last| !is_good(last.outcome)),
            });
        }
        Ok(())
    }
}
