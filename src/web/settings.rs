//! Settings of the web layer.

use super::Limits;
use crate::domain::{
    currency::Currency, source_directory::SourceDirectory, symbol::ConfiguredSymbol,
};

/// Settings of the web layer.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the configuration"
)]
pub struct Settings {
    /// Path of the server in URLs; starts and ends with a slash.
    pub base_path: String,
    /// Accepted host names, in addition to loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Addresses and networks of reverse proxies whose `X-Forwarded-*` headers are trusted: host, prefix, client and protocol.
    pub trusted_proxies: Vec<String>,
    /// Origins that may show pages in a frame, as in `https://home.example`; empty for none.
    pub frame_ancestors: Vec<String>,
    /// Public URL of this server without a trailing slash; empty if unknown.
    pub public_url: String,
    /// Argon2id hash of the owner's password; empty if none is set.
    pub password_hash: String,
    /// Name of the owner for the sign-in.
    pub owner_name: String,
    /// Header in which a trusted proxy names the person; empty for none.
    pub trusted_user_header: String,
    /// Whether to log every request.
    pub access_log: bool,
    /// Whether this is a public demo.
    pub demo: bool,
    /// URL of the installation instructions that a demo links to; empty for no link.
    pub install_url: String,
    /// Whether to refuse every write.
    pub read_only: bool,
    /// Whether users may create alert channels on the settings page.
    pub channels_on_page: bool,
    /// Whether to serve `/metrics`.
    pub metrics: bool,
    /// Whether the metrics include the holdings.
    pub metrics_holdings: bool,
    /// Whether to serve AI assistants at `/api/mcp`.
    pub mcp: bool,
    /// Name of the board that `/` redirects to; `None` shows the start page.
    pub kiosk: Option<String>,
    /// Symbols in the lists of the configuration.
    pub symbols: Vec<ConfiguredSymbol>,
    /// The sources of all figures.
    pub sources: SourceDirectory,
    /// Email address of the operator; empty if not set.
    pub contact_email: String,
    /// `sample` or `live`.
    pub market: &'static str,
    /// Default currency that amounts are converted to.
    pub display_currency: Currency,
    /// Limits per client and in total.
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
            owner_name: "Owner".to_owned(),
            trusted_user_header: String::new(),
            access_log: false,
            demo: false,
            install_url: String::new(),
            read_only: false,
            channels_on_page: true,
            metrics: true,
            metrics_holdings: false,
            mcp: false,
            symbols: Vec::new(),
            sources: SourceDirectory::default(),
            kiosk: None,
            contact_email: String::new(),
            market: "sample",
            display_currency: Currency::USD,
            limits: Limits::default(),
        }
    }
}

/// The URL under which the client sees this server.
#[derive(Debug, Clone, Default)]
pub(crate) struct ServerUrl {
    /// Origin such as `https://deck.example.net`, if a trusted proxy provides it.
    pub(crate) origin: Option<String>,
    /// Path of the first page; starts and ends with a slash.
    pub(crate) base: String,
}

impl Settings {
    /// Base URL of pages and feeds for this client, with a trailing slash: absolute if known, else relative to the
    /// root of this server.
    pub(crate) fn base_url(&self, server_url: &ServerUrl) -> String {
        let absolute = self.absolute_base_url(server_url);
        absolute.unwrap_or_else(|| server_url.base.clone())
    }

    /// Returns the reason why a write is refused on a read-only server.
    pub(crate) fn read_only_reason(&self) -> String {
        match (self.demo, self.install_url.as_str()) {
            (false, _) => "This server is read-only.".to_owned(),
            (true, "") => "This is a demo, so nothing can be changed.".to_owned(),
            (true, url) => format!(
                "This is a demo, so nothing can be changed. To use Marketdeck yourself, install it: {url}"
            ),
        }
    }

    /// Absolute base URL: the configured one, else the one from a proxy; `None` without either.
    pub(crate) fn absolute_base_url(&self, server_url: &ServerUrl) -> Option<String> {
        if !self.public_url.is_empty() {
            return Some(format!("{}/", self.public_url));
        }
        let origin = server_url.origin.as_ref()?;
        Some(format!("{origin}{}", server_url.base))
    }
}
