//! A configured channel: what it is for, how it sends, and how it does.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use tokio::time::timeout;

use super::{
    command::Command,
    mqtt::Mqtt,
    ntfy::Ntfy,
    outgoing::Outgoing,
    parse::{self, Result},
    push::{Push, Sender, fingerprint},
    secrets,
    settings::{ChannelSettings, Common, Kind},
    smtp::Smtp,
    state::ChannelState,
    webhook::Webhook,
};
use crate::{
    alerts::delivery::{Attempt, Channel, DeliveryError, Message, Policy},
    broker::BrokerHandle,
    domain::{alert::Delivery, subscription::Subscription},
};

/// The kind of the broker, and its name among channels.
pub(crate) const BROKER: &str = "mqtt";

/// Where a channel was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// In the configuration file, which also names the broker.
    File,
    /// On the page; `enabled` unless it was switched off there.
    Page { enabled: bool },
    /// By a browser that subscribed.
    Browser,
}

enum Transport {
    Ntfy(Ntfy),
    Webhook(Box<Webhook>),
    Smtp(Box<Smtp>),
    Command(Command),
    Push(Box<Push>),
    Mqtt(Mqtt),
}

/// A channel: one that is configured, the broker, or a browser that subscribed.
pub(crate) struct Outbound {
    origin: Origin,
    common: Common,
    kind: &'static str,
    /// `None` for one that gets every alert.
    way: Option<Delivery>,
    policy: Policy,
    limit: Duration,
    transport: Transport,
    /// What must not be repeated, the longest first.
    secrets: Vec<String>,
    /// Where people reach this server, without a slash at the end; empty when it is not known.
    public_url: String,
    /// By what a page knows the subscription of its browser; `None` for what is no browser.
    fingerprint: Option<String>,
    state: Mutex<ChannelState>,
    /// Held while a test is under way.
    testing: tokio::sync::Mutex<()>,
}

impl Outbound {
    /// The channel that settings describe; what is wrong with them.
    pub(crate) fn new(settings: ChannelSettings, public_url: &str) -> Result<Self> {
        let ChannelSettings { common, kind } = settings;
        parse::name(&common.name)?;
        let (word, usual) = (kind.as_str(), usual_way(&kind));
        let transport = match kind {
            Kind::Ntfy(settings) => Transport::Ntfy(Ntfy::new(settings)?),
            Kind::Webhook(settings) => Transport::Webhook(Box::new(Webhook::new(*settings)?)),
            Kind::Smtp(settings) => Transport::Smtp(Box::new(Smtp::new(settings)?)),
            Kind::Command(settings) => Transport::Command(Command::new(settings)?),
        };
        let way = parse::carries(&common, usual)?;
        Self::of(common, word, Some(way), transport, public_url)
    }

    /// The broker that prices are published to: it gets every alert at once, and each on its own.
    pub(super) fn broker(handle: BrokerHandle, public_url: &str) -> Result<Self> {
        let common = Common {
            name: BROKER.to_owned(),
            ..Common::default()
        };
        let mut made = Self::of(
            common,
            BROKER,
            None,
            Transport::Mqtt(Mqtt(handle)),
            public_url,
        )?;
        made.policy = Policy::IMMEDIATE;
        Ok(made)
    }

    /// The same, made on the page.
    pub(super) fn of_page(mut self, enabled: bool) -> Self {
        self.origin = Origin::Page { enabled };
        self
    }

    /// The browser that a subscription is for; a sentence where it is none.
    pub(super) fn browser(
        subscription: &Subscription,
        sender: Arc<Sender>,
        may_be_private: bool,
    ) -> std::result::Result<Self, String> {
        let common = Common {
            name: subscription.name.clone(),
            ..Common::default()
        };
        let push = Box::new(Push::new(subscription, sender, may_be_private)?);
        let made = Self::of(
            common,
            "web_push",
            Some(Delivery::Push),
            Transport::Push(push),
            "",
        );
        let mut made = made.map_err(|wrong| wrong.message)?;
        made.origin = Origin::Browser;
        made.fingerprint = Some(fingerprint(&subscription.endpoint));
        Ok(made)
    }

    fn of(
        common: Common,
        kind: &'static str,
        way: Option<Delivery>,
        transport: Transport,
        public_url: &str,
    ) -> Result<Self> {
        let mut secrets = match &transport {
            Transport::Ntfy(ntfy) => ntfy.secrets(),
            Transport::Webhook(webhook) => webhook.secrets(),
            Transport::Smtp(smtp) => smtp.secrets(),
            Transport::Command(_) | Transport::Mqtt(_) => vec![],
            Transport::Push(push) => push.secrets(),
        };
        secrets = secrets::forms(&secrets);
        Ok(Self {
            origin: Origin::File,
            kind,
            way,
            policy: parse::policy(&common)?,
            limit: Duration::from_secs(common.timeout_seconds.into()),
            common,
            transport,
            secrets,
            public_url: public_url.trim_end_matches('/').to_owned(),
            fingerprint: None,
            state: Mutex::default(),
            testing: tokio::sync::Mutex::default(),
        })
    }

    /// Where it was made.
    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether alerts go there.
    pub(crate) fn is_on(&self) -> bool {
        self.origin != Origin::Page { enabled: false }
    }

    /// As it is configured: `ntfy`, `webhook`, `smtp` or `command`; `web_push` for a browser, `mqtt` for the broker.
    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }

    /// What every channel has, as it is configured.
    pub(crate) fn settings(&self) -> &Common {
        &self.common
    }

    /// Where its messages go, without what is secret: a machine, addresses of mail, or a program.
    pub(crate) fn target(&self) -> String {
        match &self.transport {
            Transport::Ntfy(ntfy) => ntfy.target(),
            Transport::Webhook(webhook) => webhook.target().to_owned(),
            Transport::Smtp(smtp) => smtp.target(),
            Transport::Command(command) => command.target(),
            Transport::Push(push) => push.target(),
            Transport::Mqtt(mqtt) => mqtt.target(),
        }
    }

    /// By what a page knows the subscription of its browser; `None` for what is no browser.
    pub(crate) fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// The way of delivery that it serves; `None` for one that gets every alert.
    pub(crate) fn way(&self) -> Option<&Delivery> {
        self.way.as_ref()
    }

    /// How it does. A broker that is away fails, also while there is nothing to send.
    pub(crate) fn state(&self) -> ChannelState {
        let state = self.locked().clone();
        let problem = match &self.transport {
            Transport::Mqtt(mqtt) => mqtt.problem(),
            _ => None,
        };
        match problem {
            Some(problem) => ChannelState {
                failure: Some(problem),
                is_failing: true,
                ..state
            },
            None => state,
        }
    }

    /// Takes over what is known of before the start.
    pub(super) fn resume(&self, state: ChannelState) {
        *self.locked() = state;
    }

    /// Sends a test at once, whatever the hour; `None` while another is under way.
    pub(crate) async fn test(
        &self,
        now: Timestamp,
    ) -> Option<std::result::Result<String, DeliveryError>> {
        let _one = self.testing.try_lock().ok()?;
        let message = Message::test(&self.common.name, now);
        Some(self.send(&message, now).await)
    }

    async fn send(
        &self,
        message: &Message,
        now: Timestamp,
    ) -> std::result::Result<String, DeliveryError> {
        let outgoing = Outgoing::new(message, &self.public_url);
        let sending = async {
            match &self.transport {
                Transport::Ntfy(ntfy) => ntfy.send(&outgoing).await,
                Transport::Webhook(webhook) => webhook.send(&outgoing, now).await,
                Transport::Smtp(smtp) => smtp.send(&outgoing).await,
                Transport::Command(command) => command.send(&outgoing).await,
                Transport::Push(push) => push.send(&outgoing, now).await,
                Transport::Mqtt(mqtt) => mqtt.send(&outgoing).await,
            }
        };
        let sent = timeout(self.limit, sending).await;
        let sent = sent.unwrap_or(Err(DeliveryError::TimedOut(self.limit.as_secs())));
        match sent {
            Ok(answer) => Ok(self.without_secrets(answer)),
            Err(DeliveryError::Failed(why)) => {
                Err(DeliveryError::Failed(self.without_secrets(why)))
            }
            Err(DeliveryError::Refused(why)) => {
                Err(DeliveryError::Refused(self.without_secrets(why)))
            }
            Err(DeliveryError::Later(why, after)) => {
                Err(DeliveryError::Later(self.without_secrets(why), after))
            }
            Err(error) => Err(error),
        }
    }

    /// A receiver may repeat what it was sent.
    fn without_secrets(&self, mut text: String) -> String {
        for secret in &self.secrets {
            text = text.replace(secret.as_str(), "***");
        }
        text
    }

    fn locked(&self) -> MutexGuard<'_, ChannelState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a kind serves unless it is said.
fn usual_way(kind: &Kind) -> Delivery {
    match kind {
        Kind::Smtp(_) => Delivery::Email,
        Kind::Ntfy(_) | Kind::Webhook(_) | Kind::Command(_) => Delivery::Push,
    }
}

impl Channel for Outbound {
    fn name(&self) -> &str {
        &self.common.name
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn is_away(&self) -> bool {
        matches!(&self.transport, Transport::Mqtt(mqtt) if !mqtt.is_connected())
    }

    fn deliver<'a>(&'a self, message: &'a Message, now: Timestamp) -> Attempt<'a> {
        Box::pin(self.send(message, now))
    }

    fn attempted(
        &self,
        at: Timestamp,
        outcome: std::result::Result<(), &str>,
        next: Option<Timestamp>,
    ) {
        let mut state = self.locked();
        state.next_attempt_at = next;
        state.is_failing = outcome.is_err();
        match outcome {
            Ok(()) => state.delivered_at = Some(at),
            Err(why) => {
                state.failed_at = Some(at);
                state.failure = Some(why.to_owned());
            }
        }
    }
}
