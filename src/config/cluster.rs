//! The part of this process among others, which it meets over NATS.

use std::path::PathBuf;

use super::{ConfigError, Options, choices::Role};

/// How this process meets others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterConfig {
    /// Whether it may become the source.
    pub may_be_source: bool,
    /// Addresses of NATS, separated by commas.
    pub url: String,
    /// A file with the credentials of this process.
    pub credentials_file: Option<PathBuf>,
    /// A file with the certificates of those who may sign that of NATS.
    pub ca_file: Option<PathBuf>,
    /// Copies that NATS keeps of what is published.
    pub replicas: usize,
}

/// How this process meets others; `None` where it is alone.
pub(super) fn resolve(options: &Options) -> Result<Option<ClusterConfig>, ConfigError> {
    let wrong = |key: &str, message: &str| Err(ConfigError::invalid(key, message));
    let path = |path: &PathBuf| (!path.as_os_str().is_empty()).then(|| path.clone());
    if options.role == Role::All {
        let keys = [
            ("nats_url", options.nats_url.is_empty()),
            (
                "nats_credentials_file",
                options.nats_credentials_file.as_os_str().is_empty(),
            ),
            ("nats_ca_file", options.nats_ca_file.as_os_str().is_empty()),
        ];
        return match keys.into_iter().find(|(_, is_empty)| !is_empty) {
            Some((key, _)) => wrong(
                key,
                "NATS is for role = \"source\" and role = \"edge\"; set one of these, or leave this out",
            ),
            None => Ok(None),
        };
    }
    if !cfg!(feature = "cluster") {
        return wrong(
            "role",
            "this program was built without NATS; take the one whose name ends with -cluster",
        );
    }
    if options.nats_url.is_empty() {
        return wrong(
            "nats_url",
            "it is missing; write where NATS is, such as nats://127.0.0.1:4222",
        );
    }
    let is_address = |address: &str| {
        ["nats://", "tls://"].iter().any(|scheme| {
            address
                .strip_prefix(scheme)
                .is_some_and(|rest| !rest.is_empty())
        })
    };
    if !options.nats_url.split(',').all(is_address) {
        return wrong(
            "nats_url",
            "each address begins with nats:// or tls://, as in nats://127.0.0.1:4222",
        );
    }
    if !(1..=5).contains(&options.nats_replicas) {
        return wrong("nats_replicas", "only 1 to 5 are possible");
    }
    for (key, file) in [
        ("nats_credentials_file", &options.nats_credentials_file),
        ("nats_ca_file", &options.nats_ca_file),
    ] {
        if let Some(file) = path(file)
            && let Err(error) = std::fs::File::open(&file)
        {
            let message = format!("{} cannot be read: {error}", file.display());
            return wrong(key, &message);
        }
    }
    if options.now.is_some() {
        return wrong(
            "now",
            "processes that show one market together need the true time",
        );
    }
    Ok(Some(ClusterConfig {
        may_be_source: options.role == Role::Source,
        url: options.nats_url.clone(),
        credentials_file: path(&options.nats_credentials_file),
        ca_file: path(&options.nats_ca_file),
        replicas: options.nats_replicas,
    }))
}
