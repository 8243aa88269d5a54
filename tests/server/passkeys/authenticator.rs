//! A software authenticator, and the browser between it and the server.

use data_encoding::BASE64URL_NOPAD;
use ring::{
    digest::{SHA256, digest},
    rand::{SecureRandom as _, SystemRandom},
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _},
};
use serde_json::{Value, json};

/// User present and verified.
const VERIFIED: u8 = 0b101;
/// User present, but not verified.
pub(super) const ONLY_PRESENT: u8 = 0b1;
/// User verified, of a passkey that is synced.
pub(super) const SYNCED: u8 = VERIFIED | 0b11000;
/// The data contain a new credential.
const HAS_CREDENTIAL: u8 = 1 << 6;

enum Key {
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

/// An authenticator with one passkey.
pub(super) struct Authenticator {
    key: Key,
    pub(super) id: Vec<u8>,
    user_handle: String,
    pub(super) flags: u8,
    pub(super) count: u32,
}

/// What authenticator and browser claim. Tests change single claims.
pub(super) struct Claims {
    pub(super) kind: &'static str,
    pub(super) challenge: String,
    pub(super) origin: String,
    pub(super) cross_origin: bool,
    pub(super) host: String,
    pub(super) flags: u8,
    pub(super) count: u32,
}

impl Claims {
    fn client_data(&self) -> Vec<u8> {
        let data = json!({
            "type": self.kind, "challenge": self.challenge, "origin": self.origin,
            "crossOrigin": self.cross_origin, "a field of a newer browser": 1,
        });
        data.to_string().into_bytes()
    }

    /// Returns the authenticator data up to the counter.
    fn authenticator_data(&self) -> Vec<u8> {
        let hash = digest(&SHA256, self.host.as_bytes());
        [hash.as_ref(), &[self.flags], &self.count.to_be_bytes()].concat()
    }
}

fn random_bytes() -> Vec<u8> {
    let mut bytes = vec![0; 16];
    SystemRandom::new().fill(&mut bytes).unwrap();
    bytes
}

fn encode(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

impl Authenticator {
    fn new(key: Key) -> Self {
        Self {
            key,
            id: random_bytes(),
            user_handle: String::new(),
            flags: VERIFIED,
            count: 0,
        }
    }

    pub(super) fn p256() -> Self {
        let (random, curve) = (SystemRandom::new(), &ECDSA_P256_SHA256_ASN1_SIGNING);
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(curve, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(curve, pkcs8.as_ref(), &random).unwrap();
        Self::new(Key::P256(key))
    }

    pub(super) fn ed25519() -> Self {
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let key = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
        Self::new(Key::Ed25519(key))
    }

    /// Returns the id as the server writes it.
    pub(super) fn id(&self) -> String {
        encode(&self.id)
    }

    /// Returns the public key in DER, and the COSE number of its algorithm.
    pub(super) fn public_key(&self) -> (Vec<u8>, i32) {
        let (prefix, key, algorithm) = match &self.key {
            Key::P256(key) => (
                "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA",
                key.public_key().as_ref(),
                -7,
            ),
            Key::Ed25519(key) => ("MCowBQYDK2VwAyEA", key.public_key().as_ref(), -8),
        };
        let prefix = BASE64URL_NOPAD.decode(prefix.as_bytes()).unwrap();
        ([&prefix, key].concat(), algorithm)
    }

    /// Creates the passkey, and returns the body that the page sends.
    pub(super) fn create(&mut self, options: &Value, origin: &str) -> Value {
        self.create_with(options, origin, |_| {})
    }

    /// Like [`Self::create`], with changed claims.
    pub(super) fn create_with(
        &mut self,
        options: &Value,
        origin: &str,
        change: impl FnOnce(&mut Claims),
    ) -> Value {
        options["userHandle"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.user_handle);
        let mut claims = self.claims("webauthn.create", options, origin);
        claims.flags |= HAS_CREDENTIAL;
        change(&mut claims);
        let length = u16::try_from(self.id.len()).unwrap().to_be_bytes();
        let data = [
            &claims.authenticator_data()[..],
            &[0; 16],
            &length,
            &self.id,
            b"the key in CBOR, which the server does not read",
        ]
        .concat();
        let (public_key, algorithm) = self.public_key();
        json!({
            "name": "iPhone", "id": self.id(), "clientData": encode(&claims.client_data()),
            "authenticatorData": encode(&data), "publicKey": encode(&public_key), "algorithm": algorithm,
        })
    }

    /// Signs the challenge, and returns the body that the page sends.
    pub(super) fn sign(&mut self, options: &Value, origin: &str) -> Value {
        self.sign_with(options, origin, |_| {})
    }

    /// Like [`Self::sign`], with changed claims.
    pub(super) fn sign_with(
        &mut self,
        options: &Value,
        origin: &str,
        change: impl FnOnce(&mut Claims),
    ) -> Value {
        if self.count > 0 {
            self.count += 1;
        }
        let mut claims = self.claims("webauthn.get", options, origin);
        change(&mut claims);
        let (client_data, data) = (claims.client_data(), claims.authenticator_data());
        let hash = digest(&SHA256, &client_data);
        let signed = [&data, hash.as_ref()].concat();
        let signature = match &self.key {
            Key::P256(key) => {
                let signature = key.sign(&SystemRandom::new(), &signed).unwrap();
                signature.as_ref().to_vec()
            }
            Key::Ed25519(key) => key.sign(&signed).as_ref().to_vec(),
        };
        json!({
            "id": self.id(), "clientData": encode(&client_data), "authenticatorData": encode(&data),
            "signature": encode(&signature), "userHandle": self.user_handle,
        })
    }

    fn claims(&self, kind: &'static str, options: &Value, origin: &str) -> Claims {
        Claims {
            kind,
            challenge: options["challenge"].as_str().unwrap().to_owned(),
            origin: origin.to_owned(),
            cross_origin: false,
            host: options["host"].as_str().unwrap().to_owned(),
            flags: self.flags,
            count: self.count,
        }
    }
}
