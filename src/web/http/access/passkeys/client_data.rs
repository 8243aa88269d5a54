//! Client data: what the browser says about the page that asked for a passkey (section 5.8.1).

use serde::Deserialize;

use super::{Rejection, relying_party::RelyingParty};
use crate::web::http::error::{ApiError, Result};

/// What a passkey is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ceremony {
    /// To be created.
    Create,
    /// To sign in.
    Get,
}

impl Ceremony {
    fn name(self) -> &'static str {
        match self {
            Self::Create => "webauthn.create",
            Self::Get => "webauthn.get",
        }
    }
}

/// The client data that an authenticator signs. Browsers may add fields.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientData {
    #[serde(rename = "type")]
    ceremony: String,
    /// The challenge, in base64url.
    pub(super) challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    #[serde(default)]
    top_origin: Option<String>,
}

impl ClientData {
    /// Parses client data.
    ///
    /// # Errors
    /// 400 for invalid JSON.
    pub(super) fn parse(json: &[u8]) -> Result<Self> {
        serde_json::from_slice(json)
            .map_err(|error| ApiError::bad_request(format!("Invalid client data: {error}.")))
    }

    /// Checks that the data is of this ceremony on this page, and that the page was not in a frame of another site.
    pub(super) fn check(
        &self,
        ceremony: Ceremony,
        page: &RelyingParty,
    ) -> std::result::Result<(), Rejection> {
        if self.ceremony != ceremony.name() {
            return Err("it was made for another purpose");
        }
        if self.origin != page.origin {
            return Err("it was made on another page");
        }
        if self.cross_origin || self.top_origin.is_some() {
            return Err("the page was in a frame of another site");
        }
        Ok(())
    }
}
