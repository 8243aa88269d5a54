//! Web Push (RFC 8030): to a browser that subscribed, also while no page is open.

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
    encrypt::{AUTH, MOST_BYTES, POINT, encrypt},
    endpoint::Endpoint,
};
use super::{
    http::{self, Refused, USER_AGENT},
    outgoing::Outgoing,
};
use crate::{
    alerts::delivery::DeliveryError,
    domain::subscription::Subscription,
    net::{self, Body},
};

/// How long a push service keeps a message for a browser that is off: as long as we would go on trying.
const KEPT_FOR: Duration = Duration::from_secs(24 * 3_600);
/// Bytes of a text at most: in JSON a quotation mark takes two, and what stands around it has room beside it.
const MOST_TEXT: usize = (MOST_BYTES - 900) / 2;

/// What every browser's messages are sent with.
pub(crate) struct Sender {
    pub(super) vapid: Vapid,
    /// Where a push service's operator can ask about us: an address that begins with `https:` or `mailto:`.
    pub(super) subject: Option<String>,
}

/// A browser that subscribed.
pub(super) struct Push {
    sender: Arc<Sender>,
    endpoint: Endpoint,
    key: [u8; POINT],
    secret: [u8; AUTH],
}

impl Push {
    /// A sentence where the subscription is none. `may_be_private` allows push services of this network.
    pub(super) fn new(
        subscription: &Subscription,
        sender: Arc<Sender>,
        may_be_private: bool,
    ) -> Result<Self, String> {
        let key = decoded::<POINT>(&subscription.key).filter(|key| key[0] == 4);
        let key = key.ok_or("The browser's key is no point of P-256 in base64url.")?;
        let secret = decoded(&subscription.secret)
            .ok_or("The browser's secret is not 16 bytes in base64url.")?;
        Ok(Self {
            sender,
            endpoint: Endpoint::new(&subscription.endpoint, may_be_private)?,
            key,
            secret,
        })
    }

    /// The push service.
    pub(super) fn target(&self) -> String {
        self.endpoint.host().to_owned()
    }

    pub(super) fn secrets(&self) -> Vec<String> {
        vec![self.endpoint.path().to_owned()]
    }

    pub(super) async fn send(
        &self,
        outgoing: &Outgoing<'_>,
        now: Timestamp,
    ) -> Result<String, DeliveryError> {
        let request = self.request(outgoing, now);
        let request =
            request.ok_or_else(|| DeliveryError::Failed("it cannot be encrypted".to_owned()))?;
        let connections = net::shared().await;
        let pool = if self.endpoint.may_be_private() {
            &connections.pool
        } else {
            &connections.public
        };
        http::send_by(pool, request)
            .await
            .map_err(|refused| match refused {
                // RFC 8030, section 7.3: such a subscription never works again.
                Refused::Answered(StatusCode::NOT_FOUND | StatusCode::GONE, _) => {
                    DeliveryError::Gone("the browser has ended its subscription".to_owned())
                }
                refused => refused.into(),
            })
    }

    fn request(&self, outgoing: &Outgoing<'_>, now: Timestamp) -> Option<Request<Body>> {
        let Sender { vapid, subject } = &*self.sender;
        let text = payload(outgoing);
        let body = encrypt(&self.key, &self.secret, text.as_bytes()).ok()?;
        let authorization = vapid.authorization(self.endpoint.origin(), subject.as_deref(), now);
        let request = Request::post(self.endpoint.url())
            .header(header::USER_AGENT, USER_AGENT)
            .header(header::AUTHORIZATION, authorization.ok()?)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", KEPT_FOR.as_secs())
            .header("urgency", "high")
            // Of two attempts of one message that both wait for the browser, it gets one.
            .header("topic", topic(&outgoing.message.key));
        request.body(Body::from(body)).ok()
    }
}

/// What the service worker reads: `ui/worker/push.ts`. `path` is below the address of the app.
fn payload(outgoing: &Outgoing<'_>) -> String {
    let message = outgoing.message;
    json!({
        "key": message.key,
        "title": message.title(),
        "text": outgoing.text_of_bytes(MOST_TEXT),
        "path": outgoing.page,
    })
    .to_string()
}

/// A topic of a message: 32 letters of base64url at most (RFC 8030, section 5.4).
fn topic(key: &str) -> String {
    let digest = digest(&SHA256, key.as_bytes());
    BASE64URL_NOPAD.encode(&digest.as_ref()[..24])
}

/// By what a page knows its own subscription: the first 16 digits of the SHA-256 of its endpoint.
pub(super) fn fingerprint(endpoint: &str) -> String {
    HEXLOWER.encode(&digest(&SHA256, endpoint.as_bytes()).as_ref()[..8])
}

/// So many bytes of base64url; some browsers pad it.
fn decoded<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes = BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes());
    bytes.ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{alerts::delivery::Message, domain::alert::FiredAlert};

    #[test]
    fn the_longest_text_fits_into_one_record() {
        // Quotation marks take two bytes in JSON.
        let (symbol, sentence) = ("X".repeat(30), "\"".repeat(9_000));
        let fired = FiredAlert::new(1, symbol, Timestamp::UNIX_EPOCH, sentence);
        let message = Message::new("a browser of a long name", vec![(u64::MAX, fired)]);
        let outgoing = Outgoing {
            message: &message,
            page: "ticker/X".to_owned(),
            link: None,
        };
        let text = payload(&outgoing);
        assert!(text.len() <= MOST_BYTES, "{}", text.len());
        assert_eq!(topic(&message.key).len(), 32);
    }

    #[test]
    fn a_fingerprint_is_what_a_page_works_out_of_its_endpoint() {
        // echo -n https://push.example/1 | sha256sum
        assert_eq!(fingerprint("https://push.example/1"), "5ba15fff965f44af");
    }
}
