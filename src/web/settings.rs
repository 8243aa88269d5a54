//! How the web floor behaves.

use super::Limits;

/// Settings of the web floor.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Starts and ends with a slash.
    pub base_path: String,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Refuse every write.
    pub read_only: bool,
    /// The operator's address; empty when there is none.
    pub contact_email: String,
    /// `sample` or `live`.
    pub market: &'static str,
    /// What one client may take.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            base_path: "/".to_owned(),
            allowed_hosts: Vec::new(),
            read_only: false,
            contact_email: String::new(),
            market: "sample",
            limits: Limits::default(),
        }
    }
}
