//! VAPID: the key that identifies this server to push services (RFC 8292).

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use ring::{
    error::Unspecified,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;

/// The lifetime of a token. The maximum is 24 hours (RFC 8292, section 2).
const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_hours(12);

/// The server's key pair. Subscriptions are bound to its public key.
pub(crate) struct Vapid(EcdsaKeyPair);

impl Vapid {
    /// Generates a key pair, encoded as PKCS#8.
    pub(crate) fn generate() -> Result<Vec<u8>, Unspecified> {
        let pkcs8 =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(pkcs8.as_ref().to_vec())
    }

    /// Decodes a key pair from PKCS#8; `None` if it is damaged.
    pub(crate) fn from_pkcs8(pkcs8: &[u8]) -> Option<Self> {
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8, &SystemRandom::new());
        pair.ok().map(Self)
    }

    /// Returns the public key for the Push API: an uncompressed point in base64url.
    pub(crate) fn public_key(&self) -> String {
        BASE64URL_NOPAD.encode(self.0.public_key().as_ref())
    }

    /// Returns the `Authorization` header for the push service at `origin`, such as `https://push.example`. `subject` is a
    /// contact for the operator of the push service, a `https:` or `mailto:` address. Some services require it.
    pub(super) fn authorization(
        &self,
        origin: &str,
        subject: Option<&str>,
        now: Timestamp,
    ) -> Result<String, Unspecified> {
        let expiry = now
            .saturating_add(TOKEN_LIFETIME)
            .unwrap_or(now)
            .as_second();
        let encode =
            |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let header = encode(json!({"typ": "JWT", "alg": "ES256"}));
        let mut claims = json!({"aud": origin, "exp": expiry});
        if let Some(subject) = subject {
            claims["sub"] = json!(subject);
        }
        let claims = encode(claims);
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes())?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Ok(format!(
            "vapid t={signed}.{signature}, k={}",
            self.public_key()
        ))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn token_has_a_valid_signature_and_the_expected_claims() {
        let vapid = Vapid::from_pkcs8(&Vapid::generate().unwrap()).unwrap();
        let now = "2026-11-23T10:00:00Z".parse().unwrap();
        let header =
            vapid.authorization("https://push.example", Some("mailto:me@example.net"), now);
        let header = header.unwrap();
        let (token, key) = header
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        assert_eq!(key, vapid.public_key());
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(key))
            .verify(signed.as_bytes(), &decode(signature))
            .unwrap();
        let claims = decode(signed.split_once('.').unwrap().1);
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": now.as_second() + 43_200, "sub": "mailto:me@example.net"})
        );
    }
}
