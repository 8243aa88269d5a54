//! Passkeys: key pairs on people's devices that replace the password when they sign in (W3C Web Authentication).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    person::PersonId,
    validation::{ValidationError, is_blank, is_control},
};

/// Maximum length of a passkey's name, in characters.
const MAX_NAME_CHARS: usize = 60;

/// A passkey. The server has only the public key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    /// Id of the credential, which the device chose, in base64url.
    pub id: String,
    /// The passkey's owner.
    #[serde(default, skip_serializing_if = "PersonId::is_owner")]
    pub person: PersonId,
    /// Name that the user chose, such as 'iPhone'.
    pub name: String,
    /// Host name of the pages on which the passkey works (the relying party's id).
    pub host: String,
    /// Id of the person's account in their authenticators, in base64url: random, and the same for all passkeys of the person.
    pub user_handle: String,
    /// Signature algorithm.
    pub algorithm: Algorithm,
    /// Public key: `SubjectPublicKeyInfo` in DER, in base64url.
    pub public_key: String,
    /// Number of signatures so far; 0 if the authenticator does not count.
    pub sign_count: u32,
    /// Whether the passkey can be synced to other devices, which never changes.
    pub can_be_backed_up: bool,
    /// Whether the passkey is synced.
    pub is_backed_up: bool,
    /// Creation time.
    pub made_at: Timestamp,
    /// Time of the last sign-in; `None` if never used.
    #[serde(default)]
    pub used_at: Option<Timestamp>,
}

/// The signature algorithm of a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// ECDSA with P-256 and SHA-256.
    Es256,
    /// Ed25519.
    EdDsa,
    /// RSA PKCS #1 v1.5 with SHA-256.
    Rs256,
}

impl Algorithm {
    /// All algorithms, most preferred first.
    pub const ALL: [Self; 3] = [Self::EdDsa, Self::Es256, Self::Rs256];

    /// Returns the number of the algorithm in the COSE registry.
    pub fn cose_number(self) -> i32 {
        match self {
            Self::Es256 => -7,
            Self::EdDsa => -8,
            Self::Rs256 => -257,
        }
    }

    /// Returns the algorithm with a number of the COSE registry; `None` if it is not supported.
    pub fn from_cose_number(number: i32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.cose_number() == number)
    }
}

/// Trims and validates the name of a passkey.
///
/// # Errors
/// Returns a sentence for an empty or too long name, and for one with control characters.
pub fn check_name(name: &str) -> Result<String, ValidationError> {
    let name = name.trim();
    let error = if is_blank(name) {
        "Please enter a name for the passkey."
    } else if name.chars().any(is_control) {
        "The name of a passkey can't contain control characters."
    } else if name.chars().count() > MAX_NAME_CHARS {
        "The name of a passkey can have at most 60 characters."
    } else {
        return Ok(name.to_owned());
    };
    Err(ValidationError(error.to_owned()))
}
