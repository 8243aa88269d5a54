//! One channel of the running program: its settings, its transport and the status of its deliveries.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use tokio::time::timeout;

use super::{
    kinds::{
        mqtt::{BROKER, Mqtt},
        web_push::{self, Sender, WebPush, fingerprint},
    },
    notification::Notification,
    redact::Redactor,
    settings::{ChannelSettings, CommonSettings},
    transport::Transport,
    validate::Result,
};
use crate::{
    alerts::delivery::{Attempt, Channel, DeliveryError, Message, Policy},
    broker::BrokerHandle,
    domain::{alert::Delivery, person::PersonId, subscription::Subscription},
    store::{AttemptOutcome, DeliveryAttempt},
};

/// Where a channel was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// In the configuration file, which also configures the MQTT broker.
    File,
    /// On the settings page; `enabled` is false while the channel is turned off there.
    Page { enabled: bool },
    /// By a browser that subscribed.
    Browser,
}

/// The status of a channel's deliveries.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ChannelStatus {
    /// The time of the last successful delivery.
    pub(crate) delivered_at: Option<Timestamp>,
    /// The time of the last failed attempt.
    pub(crate) failed_at: Option<Timestamp>,
    /// Why that attempt failed, in one sentence.
    pub(crate) failure: Option<String>,
    /// When the failed message is retried; `None` after it was delivered or given up.
    pub(crate) next_attempt_at: Option<Timestamp>,
    /// Whether the last attempt failed.
    pub(crate) is_failing: bool,
}

impl ChannelStatus {
    /// Derives the status of the channel called `name` from the delivery log (newest first).
    pub(super) fn from_log(name: &str, attempts: &[DeliveryAttempt]) -> Self {
        let channel_attempts = || {
            let attempts = attempts.iter().filter(|attempt| attempt.channel == name);
            attempts.filter(|attempt| attempt.outcome != AttemptOutcome::Cancelled)
        };
        let is_delivered =
            |attempt: &&DeliveryAttempt| attempt.outcome == AttemptOutcome::Delivered;
        let delivered = channel_attempts().find(is_delivered);
        let failed = channel_attempts().find(|attempt| !is_delivered(attempt));
        let last = channel_attempts().next();
        Self {
            delivered_at: delivered.map(|delivered| delivered.at),
            failed_at: failed.map(|failed| failed.at),
            failure: failed.map(|failed| failed.answer.clone()),
            next_attempt_at: None,
            is_failing: last.is_some_and(|last| !is_delivered(&last)),
        }
    }
}

/// A channel: from the configuration file or the settings page, the MQTT broker, or a browser that subscribed.
pub(crate) struct OutboundChannel {
    /// The person whose alerts the channel delivers.
    person: PersonId,
    origin: Origin,
    common: CommonSettings,
    kind: &'static str,
    /// `None` for a channel that gets every alert.
    delivery_method: Option<Delivery>,
    policy: Policy,
    timeout: Duration,
    transport: Box<dyn Transport>,
    redactor: Redactor,
    /// The address of this server for users, without a trailing slash; empty when it is not configured.
    public_url: String,
    /// See [`OutboundChannel::fingerprint`].
    fingerprint: Option<String>,
    status: Mutex<ChannelStatus>,
    /// Locked during a test.
    testing: tokio::sync::Mutex<()>,
}

impl OutboundChannel {
    /// Checks the settings and builds the channel.
    pub(crate) fn new(settings: ChannelSettings, public_url: &str) -> Result<Self> {
        let ChannelSettings { common, kind } = settings;
        common.check_name()?;
        let transport = kind.settings().transport()?;
        let method = common.delivery_method(kind.settings().default_delivery())?;
        Self::with_transport(common, kind.name(), Some(method), transport, public_url)
    }

    /// The MQTT broker, which gets every alert immediately, one per message.
    pub(super) fn broker(handle: BrokerHandle, public_url: &str) -> Result<Self> {
        let common = CommonSettings {
            name: BROKER.to_owned(),
            ..CommonSettings::default()
        };
        let transport = Box::new(Mqtt(handle));
        let mut broker = Self::with_transport(common, BROKER, None, transport, public_url)?;
        broker.policy = Policy::IMMEDIATE;
        Ok(broker)
    }

    /// Marks the channel as created by a person on the settings page.
    pub(super) fn with_page_origin(mut self, person: PersonId, enabled: bool) -> Self {
        self.person = person;
        self.origin = Origin::Page { enabled };
        self
    }

    /// Builds the channel of a person's browser that subscribed.
    ///
    /// # Errors
    /// Returns a message for the user if the subscription is invalid.
    pub(super) fn browser(
        person: PersonId,
        subscription: &Subscription,
        sender: Arc<Sender>,
        allow_private_network: bool,
    ) -> std::result::Result<Self, String> {
        let common = CommonSettings {
            name: subscription.name.clone(),
            ..CommonSettings::default()
        };
        let transport = Box::new(WebPush::new(subscription, sender, allow_private_network)?);
        let method = Some(Delivery::Push);
        let browser = Self::with_transport(common, web_push::KIND, method, transport, "");
        let mut browser = browser.map_err(|invalid| invalid.message)?;
        browser.person = person;
        browser.origin = Origin::Browser;
        browser.fingerprint = Some(fingerprint(&subscription.endpoint));
        Ok(browser)
    }

    fn with_transport(
        common: CommonSettings,
        kind: &'static str,
        delivery_method: Option<Delivery>,
        transport: Box<dyn Transport>,
        public_url: &str,
    ) -> Result<Self> {
        Ok(Self {
            person: PersonId::OWNER,
            origin: Origin::File,
            kind,
            delivery_method,
            policy: common.policy()?,
            timeout: Duration::from_secs(common.timeout_seconds.into()),
            common,
            redactor: Redactor::new(&transport.secrets()),
            transport,
            public_url: public_url.trim_end_matches('/').to_owned(),
            fingerprint: None,
            status: Mutex::default(),
            testing: tokio::sync::Mutex::default(),
        })
    }

    /// Where the channel was created.
    pub(crate) fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns false for a channel that is turned off on the settings page.
    pub(crate) fn is_enabled(&self) -> bool {
        self.origin != Origin::Page { enabled: false }
    }

    /// The kind: `ntfy`, `webhook`, `smtp` or `command`; `web_push` for a browser, `mqtt` for the broker.
    pub(crate) fn kind(&self) -> &'static str {
        self.kind
    }

    /// The settings that all kinds of channel have.
    pub(crate) fn settings(&self) -> &CommonSettings {
        &self.common
    }

    /// The receiver of the messages, without secrets: a host, email addresses or a program.
    pub(crate) fn target(&self) -> String {
        self.transport.target()
    }

    /// Identifies a browser's subscription, so that a page can find the channel of its own browser; `None` for other channels.
    pub(crate) fn fingerprint(&self) -> Option<&str> {
        self.fingerprint.as_deref()
    }

    /// The delivery method that the channel serves; `None` for a channel that gets every alert.
    pub(crate) fn delivery_method(&self) -> Option<&Delivery> {
        self.delivery_method.as_ref()
    }

    /// The status. An offline broker counts as failing even if no message is pending.
    pub(crate) fn status(&self) -> ChannelStatus {
        let status = self.locked_status().clone();
        match self.transport.problem() {
            Some(problem) => ChannelStatus {
                failure: Some(problem),
                is_failing: true,
                ..status
            },
            None => status,
        }
    }

    /// Restores a status from before a restart or a change of settings.
    pub(super) fn restore_status(&self, status: ChannelStatus) {
        *self.locked_status() = status;
    }

    /// Sends a test message immediately, even in quiet hours; returns `None` while another test is in progress.
    pub(crate) async fn test(
        &self,
        now: Timestamp,
    ) -> Option<std::result::Result<String, DeliveryError>> {
        let _guard = self.testing.try_lock().ok()?;
        let message = Message::test(&self.common.name, now);
        Some(self.send(&message, now).await)
    }

    async fn send(
        &self,
        message: &Message,
        now: Timestamp,
    ) -> std::result::Result<String, DeliveryError> {
        let notification = Notification::new(message, &self.public_url);
        let sent = timeout(self.timeout, self.transport.send(&notification, now)).await;
        let sent = sent.unwrap_or(Err(DeliveryError::TimedOut(self.timeout.as_secs())));
        // A response may quote the request with its secrets.
        let redact = |text| self.redactor.redact(text);
        match sent {
            Ok(response) => Ok(redact(response)),
            Err(DeliveryError::Failed(reason)) => Err(DeliveryError::Failed(redact(reason))),
            Err(DeliveryError::Rejected(reason)) => Err(DeliveryError::Rejected(redact(reason))),
            Err(DeliveryError::RetryAfter(reason, delay)) => {
                Err(DeliveryError::RetryAfter(redact(reason), delay))
            }
            Err(error) => Err(error),
        }
    }

    fn locked_status(&self) -> MutexGuard<'_, ChannelStatus> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Channel for OutboundChannel {
    fn name(&self) -> &str {
        &self.common.name
    }

    fn person(&self) -> PersonId {
        self.person
    }

    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn is_offline(&self) -> bool {
        self.transport.is_offline()
    }

    fn deliver<'a>(&'a self, message: &'a Message, now: Timestamp) -> Attempt<'a> {
        Box::pin(self.send(message, now))
    }

    fn on_attempt(
        &self,
        at: Timestamp,
        outcome: std::result::Result<(), &str>,
        next: Option<Timestamp>,
    ) {
        let mut status = self.locked_status();
        status.next_attempt_at = next;
        status.is_failing = outcome.is_err();
        match outcome {
            Ok(()) => status.delivered_at = Some(at),
            Err(reason) => {
                status.failed_at = Some(at);
                status.failure = Some(reason.to_owned());
            }
        }
    }
}
