//! Public keys of passkeys: `SubjectPublicKeyInfo` in DER (RFC 5280), as browsers return it.

use ring::{agreement, rand::SystemRandom, signature};

use super::Rejection;
use crate::domain::passkey::{Algorithm, Passkey};

/// The bytes before a P-256 point: the algorithm `ecPublicKey` with the curve `prime256v1` (RFC 5480).
const P256_PREFIX: &[u8] = &[
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
    0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
/// The bytes before an Ed25519 key: the algorithm `Ed25519` (RFC 8410).
const ED25519_PREFIX: &[u8] = &[
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];
/// The algorithm `rsaEncryption` (RFC 3279).
const RSA_ALGORITHM: &[u8] = &[
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];
/// The only public exponent in use.
const RSA_EXPONENT: &[u8] = &[0x01, 0x00, 0x01];
/// Lengths of RSA keys in bytes: 2,048 to 4,096 bits. Longer ones would take long to verify.
const RSA_BYTES: std::ops::RangeInclusive<usize> = 256..=512;

const INVALID: Rejection = "its public key is invalid";

/// Checks that a public key is one of this algorithm and well-formed.
pub(super) fn check(algorithm: Algorithm, der: &[u8]) -> Result<(), Rejection> {
    raw_key(algorithm, der).map(|_| ())
}

/// Verifies a signature of a passkey.
pub(super) fn verify(passkey: &Passkey, signed: &[u8], signature: &[u8]) -> Result<(), Rejection> {
    let der = data_encoding::BASE64URL_NOPAD
        .decode(passkey.public_key.as_bytes())
        .map_err(|_| INVALID)?;
    let verification: &dyn signature::VerificationAlgorithm = match passkey.algorithm {
        Algorithm::Es256 => &signature::ECDSA_P256_SHA256_ASN1,
        Algorithm::EdDsa => &signature::ED25519,
        Algorithm::Rs256 => &signature::RSA_PKCS1_2048_8192_SHA256,
    };
    let key = signature::UnparsedPublicKey::new(verification, raw_key(passkey.algorithm, &der)?);
    key.verify(signed, signature)
        .map_err(|_| "the signature is wrong")
}

/// Returns the key without its algorithm: a point, or an `RSAPublicKey`.
fn raw_key(algorithm: Algorithm, der: &[u8]) -> Result<&[u8], Rejection> {
    match algorithm {
        Algorithm::Es256 => {
            let point = der.strip_prefix(P256_PREFIX).ok_or(INVALID)?;
            check_point(point).map(|()| point)
        }
        Algorithm::EdDsa => {
            let key = der.strip_prefix(ED25519_PREFIX).ok_or(INVALID)?;
            (key.len() == 32).then_some(key).ok_or(INVALID)
        }
        Algorithm::Rs256 => rsa_key(der).ok_or(INVALID),
    }
}

/// Checks that a point is on the curve P-256, which a key agreement with it does.
fn check_point(point: &[u8]) -> Result<(), Rejection> {
    let check = || {
        let curve = &agreement::ECDH_P256;
        let own = agreement::EphemeralPrivateKey::generate(curve, &SystemRandom::new())?;
        let peer = agreement::UnparsedPublicKey::new(curve, point);
        agreement::agree_ephemeral(own, &peer, |_| ())
    };
    check().map_err(|_| INVALID)
}

/// Returns the `RSAPublicKey` in a `SubjectPublicKeyInfo`; `None` if anything else is there.
fn rsa_key(der: &[u8]) -> Option<&[u8]> {
    let (info, []) = element(0x30, der)? else {
        return None;
    };
    let (bits, []) = element(0x03, info.strip_prefix(RSA_ALGORITHM)?)? else {
        return None;
    };
    // The first byte of a bit string is the number of its unused bits.
    let key = bits.strip_prefix(&[0])?;
    let (numbers, []) = element(0x30, key)? else {
        return None;
    };
    let (modulus, rest) = element(0x02, numbers)?;
    let (exponent, []) = element(0x02, rest)? else {
        return None;
    };
    // The leading zero keeps a number positive whose first bit is set.
    let modulus = modulus.strip_prefix(&[0])?;
    let is_valid = RSA_BYTES.contains(&modulus.len())
        && modulus.first().is_some_and(|byte| byte & 0x80 != 0)
        && exponent == RSA_EXPONENT;
    is_valid.then_some(key)
}

/// Splits DER into the content of its first element, which must have this tag, and the rest. Accepts only the shortest form of a length.
fn element(tag: u8, der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&length, rest) = der.strip_prefix(&[tag])?.split_first()?;
    let (length, minimum, rest) = match length {
        0..=0x7f => (usize::from(length), 0, rest),
        0x81 => {
            let (&length, rest) = rest.split_first()?;
            (usize::from(length), 0x80, rest)
        }
        0x82 => {
            let (length, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_be_bytes(*length)), 0x100, rest)
        }
        _ => return None,
    };
    (length >= minimum).then(|| rest.split_at_checked(length))?
}

#[cfg(test)]
mod tests {
    use data_encoding::{BASE64, BASE64URL_NOPAD};
    use jiff::Timestamp;
    use ring::signature::{EcdsaKeyPair, Ed25519KeyPair, KeyPair as _};

    use super::*;
    use crate::domain::person::PersonId;

    /// An RSA key of 2,048 bits, and its signature of `marketdeck`; both made with OpenSSL.
    const RSA_KEY: &str = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0Opwdo1ZRGC3NbvSLJSPNzgNIjjPxfmERkOjwU9r+TvVbY8bSJINEV1Z\
        R7rRJuZrXj8/I9bDNt/urUwJ90g3TmzW4OmbtZavRpZxlAnlA+e9n2/LLgz9DjbMRD0KAppkBuQPwCyNqA9pzEvlKK8QCX3XwHA8\
        VEzOfgMt2/zlZD4Re6RnuDmKl6LxYU2yWDpxQEIl+MmpUCof1Reoh/7ShJBH5877DyI8+ECfUf67A6qXihbjn5ktNEalPaw2Duxb\
        Ok0uD0QsbquK84iUYCj9CwzPZxIwMSUdQ3LEt9b1ba79bHstCL6fLNm/bRgZen8T6RQJM/lncoeE0QCUZFoGYQIDAQAB";
    const RSA_SIGNATURE: &str = "rTZuliuQocOlTKtgaJrHKNiRkMEyVQm8K57YSZg2WX8N0cM0k/KTVeGyTSUGRROkP+Yfv5kg4GUl/oqhl0E30WCjbRZvoBD8vQVy\
        /3E8QssaZsGDc6Oc8+2/p0sn9Pdj4ljLe8kVrTQOBmPG/VotvwbYyqodEPGdF5RZsx4b67j/9hkA2g414nqqUBK0Z21yhPA0jFLO\
        whVgN8jYBZ1Fg7NDMousWbyoKBzEmtnfunfNF30/NWpu0ZvK0roWNRdTlBBLnwSw/YEWxN9KyFGSJx3bTwEYco/MG+kpvY2s/SAz\
        UF+e7SCNuPA78lhZ4mIaAzhV7FM8V+HrAhS0A8bBWw==";

    fn passkey(algorithm: Algorithm, public_key: &[u8]) -> Passkey {
        Passkey {
            id: "AAAA".to_owned(),
            person: PersonId::OWNER,
            name: "iPhone".to_owned(),
            host: "deck.example".to_owned(),
            user_handle: "AAAA".to_owned(),
            algorithm,
            public_key: BASE64URL_NOPAD.encode(public_key),
            sign_count: 0,
            can_be_backed_up: false,
            is_backed_up: false,
            made_at: Timestamp::UNIX_EPOCH,
            used_at: None,
        }
    }

    fn rsa() -> Vec<u8> {
        BASE64.decode(RSA_KEY.as_bytes()).unwrap()
    }

    /// A P-256 key and an Ed25519 key.
    fn others() -> [(Algorithm, Vec<u8>); 2] {
        let random = SystemRandom::new();
        let signing = &signature::ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(signing, &random).unwrap();
        let p256 = EcdsaKeyPair::from_pkcs8(signing, pkcs8.as_ref(), &random).unwrap();
        let pkcs8 = Ed25519KeyPair::generate_pkcs8(&random).unwrap();
        let ed25519 = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
        [
            (
                Algorithm::Es256,
                [P256_PREFIX, p256.public_key().as_ref()].concat(),
            ),
            (
                Algorithm::EdDsa,
                [ED25519_PREFIX, ed25519.public_key().as_ref()].concat(),
            ),
        ]
    }

    #[test]
    fn a_signature_of_an_rsa_key_is_verified() {
        let signed = BASE64.decode(RSA_SIGNATURE.as_bytes()).unwrap();
        let key = passkey(Algorithm::Rs256, &rsa());
        assert_eq!(verify(&key, b"marketdeck", &signed), Ok(()));
        assert!(verify(&key, b"Marketdeck", &signed).is_err());
        assert!(verify(&key, b"marketdeck", &signed[1..]).is_err());
    }

    #[test]
    fn a_key_is_accepted_only_for_its_own_algorithm_and_without_other_bytes() {
        let [p256, ed25519] = others();
        for (algorithm, key) in [p256, ed25519, (Algorithm::Rs256, rsa())] {
            for other in Algorithm::ALL {
                assert_eq!(check(other, &key).is_ok(), other == algorithm, "{other:?}");
            }
            assert!(check(algorithm, &key[..key.len() - 1]).is_err());
            assert!(check(algorithm, &[&key[..], &[0]].concat()).is_err());
            assert!(check(algorithm, &[]).is_err());
        }
    }

    #[test]
    fn a_point_outside_of_the_curve_is_refused() {
        let [(algorithm, key), _] = others();
        let mut outside = key.clone();
        *outside.last_mut().unwrap() ^= 1;
        assert!(check(algorithm, &outside).is_err());
        let mut compressed = key;
        compressed[P256_PREFIX.len()] = 2;
        assert!(check(algorithm, &compressed).is_err());
    }

    /// Changes of single bytes of an RSA key: lengths, tags, the algorithm, the unused bits, the sign and the exponent.
    #[test]
    fn an_rsa_key_with_another_structure_is_refused() {
        let key = rsa();
        assert_eq!(check(Algorithm::Rs256, &key), Ok(()));
        let exponent = key.len() - 3;
        let structure = (0..34).chain(exponent - 2..key.len());
        for index in structure {
            let mut changed = key.clone();
            changed[index] ^= 0x80;
            assert!(check(Algorithm::Rs256, &changed).is_err(), "byte {index}");
        }
    }
}
