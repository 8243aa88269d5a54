//! End-to-end encryption of push messages: RFC 8291 (keys) over RFC 8188 (`aes128gcm`).

use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
    rand::{SecureRandom as _, SystemRandom},
};

/// The size of an uncompressed P-256 point, in bytes.
pub(super) const POINT_BYTES: usize = 65;
/// The size of the secret that the browser shares with the server, in bytes.
pub(super) const AUTH_BYTES: usize = 16;
/// The size of a record: push services accept messages of up to 4,096 bytes (RFC 8030, section 7.2).
const RECORD_BYTES: u32 = 4_096;
/// The size of the header in bytes: salt, record size, key length, key (RFC 8188, section 2.1).
const HEADER_BYTES: usize = 16 + 4 + 1 + POINT_BYTES;
/// The maximum length of the plaintext in bytes: a record also contains the header, a delimiter and a tag.
pub(super) const MAX_TEXT_BYTES: usize = RECORD_BYTES as usize - HEADER_BYTES - 1 - 16;

/// Encrypts `text` for the browser with the public key `browser_key` and the secret `auth`.
pub(super) fn encrypt(
    browser_key: &[u8; POINT_BYTES],
    auth: &[u8; AUTH_BYTES],
    text: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let key = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let server_key = key.compute_public_key()?;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let point = UnparsedPublicKey::new(&ECDH_P256, browser_key);
    agree_ephemeral(key, &point, |secret| {
        let keys = Keys::derive(secret, browser_key, server_key.as_ref(), auth, &salt)?;
        let mut message = Vec::with_capacity(HEADER_BYTES + text.len() + 1 + 16);
        message.extend(salt);
        message.extend(RECORD_BYTES.to_be_bytes());
        message.push(POINT_BYTES as u8);
        message.extend(server_key.as_ref());
        let mut sealed = text.to_vec();
        // The padding delimiter of the last record (RFC 8188, section 2).
        sealed.push(2);
        keys.seal(&mut sealed)?;
        message.extend(sealed);
        Ok(message)
    })?
}

/// The content encryption key and nonce of one message.
struct Keys {
    key: [u8; 16],
    nonce: [u8; 12],
}

impl Keys {
    /// Derives the keys (RFC 8291, section 3.4). `secret` is the result of the ECDH agreement.
    fn derive(
        secret: &[u8],
        browser_key: &[u8],
        server_key: &[u8],
        auth: &[u8],
        salt: &[u8],
    ) -> Result<Self, Unspecified> {
        let shared = Salt::new(HKDF_SHA256, auth).extract(secret);
        let input: [u8; 32] = expand(&shared, &[b"WebPush: info\0", browser_key, server_key])?;
        let message = Salt::new(HKDF_SHA256, salt).extract(&input);
        Ok(Self {
            key: expand(&message, &[b"Content-Encoding: aes128gcm\0"])?,
            nonce: expand(&message, &[b"Content-Encoding: nonce\0"])?,
        })
    }

    fn seal(self, text: &mut Vec<u8>) -> Result<(), Unspecified> {
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &self.key)?);
        let nonce = Nonce::assume_unique_for_key(self.nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), text)
    }
}

/// The output length of an HKDF expansion, in bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut expanded = [0; N];
    key.expand(info, Length(N))?.fill(&mut expanded)?;
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    /// The example of RFC 8291, section 5, with the values of its appendix A.
    #[test]
    fn rfc_8291_example_is_reproduced() {
        let browser_key = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let server_key = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let secret = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let keys = Keys::derive(&secret, &browser_key, &server_key, &auth, &salt).unwrap();
        assert_eq!(keys.key[..], bytes("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(keys.nonce[..], bytes("4h_95klXJ5E_qnoN"));
        let mut text = b"When I grow up, I want to be a watermelon\x02".to_vec();
        keys.seal(&mut text).unwrap();
        assert_eq!(
            BASE64URL_NOPAD.encode(&text),
            "8pfeW0KbunFT06SuDKoJH9Ql87S1QUrdirN6GcG7sFz1y1sqLgVi1VhjVkHsUoEsbI_0LpXMuGvnzQ"
        );
    }

    #[test]
    fn message_has_the_rfc_8188_header_and_a_new_salt() {
        let random = SystemRandom::new();
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
        let browser_key = key.compute_public_key().unwrap();
        let browser_key = browser_key.as_ref().try_into().unwrap();
        let message = encrypt(&browser_key, &[7; AUTH_BYTES], b"text").unwrap();
        assert_eq!(message[16..21], [0, 0, 16, 0, 65]);
        assert_eq!(message[21], 4, "an uncompressed point");
        assert_eq!(message.len(), HEADER_BYTES + 4 + 1 + 16);
        assert_ne!(
            message,
            encrypt(&browser_key, &[7; AUTH_BYTES], b"text").unwrap()
        );
        let longest = encrypt(&browser_key, &[7; AUTH_BYTES], &[b'x'; MAX_TEXT_BYTES]).unwrap();
        assert_eq!(longest.len(), RECORD_BYTES as usize);
        assert!(encrypt(&[4; POINT_BYTES], &[7; AUTH_BYTES], b"text").is_err());
    }
}
