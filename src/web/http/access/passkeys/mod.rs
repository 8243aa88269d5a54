//! Passkeys: adding them, and signing in with them (W3C Web Authentication Level 3, sections 7.1 and 7.2).
//!
//! The checks are written here because no library fits: `webauthn-rs` needs OpenSSL, and `webauthn_rp` brings 60 crates, among them `rsa`
//! with RUSTSEC-2023-0071. Little is needed: browsers hand out the parsed public key, so the server reads no CBOR; with the attestation
//! 'none' there is nothing else to check in it; and `ring`, which the server has anyway, verifies the signatures.
//!
//! A passkey replaces the password, so the authenticator must verify the user (fingerprint, face or PIN), not only their presence.

mod authenticator_data;
mod challenges;
mod client_data;
mod public_key;
mod registration;
mod relying_party;
mod sign_in;

use data_encoding::BASE64URL_NOPAD;

pub(super) use self::challenges::Challenges;
pub(crate) use self::{challenges::LIFETIME, registration::NewPasskey, sign_in::Assertion};
use super::{Access, Caller};
use crate::{
    store::Store,
    web::http::error::{ApiError, Result},
};

/// Why a check failed: for the log, and for the person who adds a passkey.
type Rejection = &'static str;

impl Access {
    /// Removes a passkey of the caller, and ends the sessions that were started with it, except for the caller's own.
    pub(crate) async fn remove_passkey(&self, caller: Caller, id: &str) -> Result<()> {
        let identity = caller.identity().ok_or_else(ApiError::internal)?;
        let (removed, kept) = (id.to_owned(), caller.credential_id());
        let removal = self
            .store
            .run(move |store| store.of(identity.person).remove_passkey(&removed, kept));
        removal.await?;
        self.credentials
            .remove_where(|credential| Some(credential.id) != kept && credential.is_of_passkey(id));
        Ok(())
    }

    /// Returns true if the sign-in page should offer passkeys, which is the case if anybody has one. The page does not know yet who signs
    /// in, and without any passkey the button could not work.
    pub(super) async fn has_passkeys(&self) -> bool {
        let reading = self.store.run(Store::has_passkeys).await;
        reading.unwrap_or_else(|error| {
            tracing::warn!(%error, "access: could not read the passkeys");
            false
        })
    }
}

/// Decodes a binary value of a browser's response.
fn decode(base64url: &str) -> Result<Vec<u8>> {
    let bytes = BASE64URL_NOPAD.decode(base64url.as_bytes());
    bytes.map_err(|_| ApiError::bad_request("Invalid body: expected base64url without padding."))
}
