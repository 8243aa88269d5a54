//! How the web floor behaves.

use super::Limits;
use crate::domain::{currency::Currency, symbol::ConfiguredSymbol};

/// Settings of the web floor.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the configuration"
)]
pub struct Settings {
    /// Starts and ends with a slash.
    pub base_path: String,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Addresses and networks of reverse proxies whose `X-Forwarded-*` are believed: host, prefix, client and protocol.
    pub trusted_proxies: Vec<String>,
    /// Whose pages may show ours in a frame, as in `https://home.example`; empty for nobody's.
    pub frame_ancestors: Vec<String>,
    /// Where people reach this server, without a slash at the end; empty when that is not known.
    pub public_url: String,
    /// Argon2id hash of the password that everybody is asked for; empty for none.
    pub password_hash: String,
    /// Tell the log of each request.
    pub access_log: bool,
    /// Refuse every write.
    pub read_only: bool,
    /// Channels of alerts may be made on the page.
    pub channels_on_page: bool,
    /// Answer `/metrics`.
    pub metrics: bool,
    /// The name of the board that `/` leads to; `None` for the usual first page.
    pub kiosk: Option<String>,
    /// The symbols that lists of the configuration name.
    pub symbols: Vec<ConfiguredSymbol>,
    /// The operator's address; empty when there is none.
    pub contact_email: String,
    /// `sample` or `live`.
    pub market: &'static str,
    /// What amounts of other currencies are converted to.
    pub display_currency: Currency,
    /// What one client may take.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            base_path: "/".to_owned(),
            allowed_hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            frame_ancestors: Vec::new(),
            public_url: String::new(),
            password_hash: String::new(),
            access_log: false,
            read_only: false,
            channels_on_page: true,
            metrics: true,
            symbols: Vec::new(),
            kiosk: None,
            contact_email: String::new(),
            market: "sample",
            display_currency: Currency::USD,
            limits: Limits::default(),
        }
    }
}

/// Where whoever sent a request sees this server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// As in `https://deck.example.net`, where a trusted proxy says it.
    pub(crate) origin: Option<String>,
    /// The path of the first page; starts and ends with a slash.
    pub(crate) base: String,
}

impl Settings {
    /// Where pages and feeds are for whoever sent a request, with a slash at the end: in full where that is known, else from the
    /// root of this server.
    pub(crate) fn address(&self, seen: &Seen) -> String {
        let whole = self.whole_address(seen);
        whole.unwrap_or_else(|| seen.base.clone())
    }

    /// The same in full: what the operator says counts more than what a proxy says; `None` where neither does.
    pub(crate) fn whole_address(&self, seen: &Seen) -> Option<String> {
        if !self.public_url.is_empty() {
            return Some(format!("{}/", self.public_url));
        }
        let origin = seen.origin.as_ref()?;
        Some(format!("{origin}{}", seen.base))
    }
}
