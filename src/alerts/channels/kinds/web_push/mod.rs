//! Web Push channel (RFC 8030): sends to a subscribed browser, even while no page is open.

mod encrypt;
mod endpoint;
mod vapid;

use std::{sync::Arc, time::Duration};

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use hyper::{Request, StatusCode, header};
use jiff::Timestamp;
use ring::digest::{SHA256, digest};
use serde_json::json;

pub(crate) use self::vapid::Vapid;
use self::{
    encrypt::{AUTH_BYTES, MAX_TEXT_BYTES, POINT_BYTES, encrypt},
    endpoint::Endpoint,
};
use crate::{
    alerts::{
        channels::{
            http::{self, HttpError, USER_AGENT},
            notification::Notification,
            transport::Transport,
        },
        delivery::{Attempt, DeliveryError},
    },
    domain::subscription::Subscription,
    net::{self, Body},
};

/// The kind of the channel of a browser.
pub(in crate::alerts::channels) const KIND: &str = "web_push";
/// How long the push service stores a message for a browser that is not running. Failed deliveries are retried for the same
/// time.
const TTL: Duration = Duration::from_secs(24 * 3_600);
/// The maximum length of the text in bytes. JSON may need two bytes for a character, and 900 bytes are reserved for the
/// other fields.
const MAX_MESSAGE_BYTES: usize = (MAX_TEXT_BYTES - 900) / 2;

/// Identifies this server as the sender of push messages.
pub(in crate::alerts::channels) struct Sender {
    pub(in crate::alerts::channels) vapid: Vapid,
    /// A contact for the operator of the push service: a `https:` or `mailto:` address.
    pub(in crate::alerts::channels) subject: Option<String>,
}

/// A browser that subscribed to push messages.
pub(in crate::alerts::channels) struct WebPush {
    sender: Arc<Sender>,
    endpoint: Endpoint,
    key: [u8; POINT_BYTES],
    secret: [u8; AUTH_BYTES],
}

impl WebPush {
    /// Validates a subscription. `allow_private_network` allows push services in a private network.
    ///
    /// # Errors
    /// Returns a message for the user if the subscription is invalid.
    pub(in crate::alerts::channels) fn new(
        subscription: &Subscription,
        sender: Arc<Sender>,
        allow_private_network: bool,
    ) -> Result<Self, String> {
        let key = decode::<POINT_BYTES>(&subscription.key).filter(|key| key[0] == 4);
        let key = key.ok_or("The browser's key is not a P-256 point in base64url.")?;
        let secret = decode(&subscription.secret)
            .ok_or("The browser's secret is not 16 bytes in base64url.")?;
        Ok(Self {
            sender,
            endpoint: Endpoint::new(&subscription.endpoint, allow_private_network)?,
            key,
            secret,
        })
    }

    async fn push(
        &self,
        notification: &Notification<'_>,
        now: Timestamp,
    ) -> Result<String, DeliveryError> {
        let request = self.request(notification, now);
        let request = request.ok_or_else(|| {
            DeliveryError::Failed("the message could not be encrypted".to_owned())
        })?;
        let connections = net::shared().await;
        let pool = if self.endpoint.allow_private_network() {
            &connections.pool
        } else {
            &connections.public
        };
        http::send_with_pool(pool, request)
            .await
            .map_err(|error| match error {
                // The push service has removed the subscription (RFC 8030, section 7.3).
                HttpError::Status(StatusCode::NOT_FOUND | StatusCode::GONE, _) => {
                    DeliveryError::Unsubscribed("the browser has ended its subscription".to_owned())
                }
                error => error.into(),
            })
    }

    /// Builds the request; `None` if the message cannot be encrypted or signed.
    fn request(&self, notification: &Notification<'_>, now: Timestamp) -> Option<Request<Body>> {
        let Sender { vapid, subject } = &*self.sender;
        let text = payload(notification);
        let body = encrypt(&self.key, &self.secret, text.as_bytes()).ok()?;
        let authorization = vapid.authorization(self.endpoint.origin(), subject.as_deref(), now);
        let request = Request::post(self.endpoint.url())
            .header(header::USER_AGENT, USER_AGENT)
            .header(header::AUTHORIZATION, authorization.ok()?)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", TTL.as_secs())
            .header("urgency", "high")
            // A retry replaces the earlier attempt if the browser has not received that one yet.
            .header("topic", topic(&notification.message.key));
        request.body(Body::from(body)).ok()
    }
}

impl Transport for WebPush {
    /// The host of the push service.
    fn target(&self) -> String {
        self.endpoint.host().to_owned()
    }

    fn secrets(&self) -> Vec<String> {
        vec![self.endpoint.path().to_owned()]
    }

    fn send<'a>(&'a self, notification: &'a Notification<'a>, now: Timestamp) -> Attempt<'a> {
        Box::pin(self.push(notification, now))
    }
}

/// Returns the JSON payload for the service worker (`ui/worker/push.ts`). `path` is relative to the app's address.
fn payload(notification: &Notification<'_>) -> String {
    let message = notification.message;
    json!({
        "key": message.key,
        "title": message.title(),
        "text": notification.text_within_bytes(MAX_MESSAGE_BYTES),
        "path": notification.page,
    })
    .to_string()
}

/// Returns the push topic of a message: at most 32 characters of base64url (RFC 8030, section 5.4).
fn topic(key: &str) -> String {
    let digest = digest(&SHA256, key.as_bytes());
    BASE64URL_NOPAD.encode(&digest.as_ref()[..24])
}

/// Returns a public identifier of a subscription, whose endpoint is secret: the first 16 hex digits of the SHA-256 of the
/// endpoint.
pub(in crate::alerts::channels) fn fingerprint(endpoint: &str) -> String {
    HEXLOWER.encode(&digest(&SHA256, endpoint.as_bytes()).as_ref()[..8])
}

/// Decodes `N` bytes of base64url, with or without padding; `None` for any other text.
fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes = BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes());
    bytes.ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{alerts::delivery::Message, domain::alert::FiredAlert};

    #[test]
    fn longest_text_fits_into_one_record() {
        // Quotation marks take two bytes in JSON.
        let (symbol, sentence) = ("X".repeat(30), "\"".repeat(9_000));
        let fired = FiredAlert::new(1, symbol, Timestamp::UNIX_EPOCH, sentence);
        let message = Message::new("a browser with a long name", vec![(u64::MAX, fired)]);
        let notification = Notification {
            message: &message,
            page: "ticker/X".to_owned(),
            link: None,
        };
        let text = payload(&notification);
        assert!(text.len() <= MAX_TEXT_BYTES, "{}", text.len());
        assert_eq!(topic(&message.key).len(), 32);
    }

    #[test]
    fn fingerprint_equals_the_one_that_the_page_computes() {
        // echo -n https://push.example/1 | sha256sum
        assert_eq!(fingerprint("https://push.example/1"), "5ba15fff965f44af");
    }
}
