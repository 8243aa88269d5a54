//! The key by which push services tell this server from others: RFC 8292.

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use ring::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;

/// How long a signature is good; a day at most (RFC 8292, section 2).
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(12);

/// The server's key pair. Subscriptions are made for its public half, and end with it.
pub(crate) struct Vapid(EcdsaKeyPair);

impl Vapid {
    /// A new key pair as it is kept (PKCS#8).
    pub(crate) fn generate() -> Result<Vec<u8>, Unspecified> {
        let kept =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(kept.as_ref().to_vec())
    }

    /// The key pair that was kept; `None` where it is none.
    pub(crate) fn kept(pkcs8: &[u8]) -> Option<Self> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8, &SystemRandom::new());
        pair.ok().map(Self)
    }

    /// The public half, as a browser wants it: an uncompressed point in base64url.
    pub(crate) fn public(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.public_key().as_ref())
    }

    /// What `Authorization` says to the push service at `origin` (as in `https://push.example`). `subject` is where its
    /// operator can ask about us: an address that begins with `https:` or `mailto:`. Some services want one.
    pub(super) fn authorization(
        &self,
        origin: &str,
        subject: Option<&str>,
        now: Timestamp,
    ) -> Result<String, Unspecified> {
        let until = now.saturating_add(GOOD_FOR).unwrap_or(now).as_second();
        let part = |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let head = part(json!({"typ": "JWT", "alg": "ES256"}));
        let mut claims = json!({"aud": origin, "exp": until});
        if let Some(subject) = subject {
            claims["sub"] = json!(subject);
        }
        let claims = part(claims);
        let signed = format!("{head}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_push_service_can_check_who_asks_whom_and_until_when() {
        let vapid = Vapid::kept(&Vapid::generate().unwrap()).unwrap();
        let now = "2026-11-23T10:00:00Z".parse().unwrap();
        let said = vapid.authorization("https://push.example", Some("mailto:me@example.net"), now);
        let said = said.unwrap();
        let (token, key) = said
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        assert_eq!(key, vapid.public());
        let decoded = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(key))
            .verify(signed.as_bytes(), &decoded(signature))
            .unwrap();
        let claims = decoded(signed.split_once('.').unwrap().1);
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": now.as_second() + 43_200, "sub": "mailto:me@example.net"})
        );
    }
}
