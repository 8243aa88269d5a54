//! The options of a process in a cluster: its role and NATS.

use std::path::PathBuf;

use super::{ConfigError, Options, choices::Role};

/// The configuration of a process in a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterConfig {
    /// True if this process may become the source.
    pub may_be_source: bool,
    /// Addresses of NATS, separated by commas.
    pub url: String,
    /// File with the NATS credentials of this process.
    pub credentials_file: Option<PathBuf>,
    /// File with the certificate authorities that may sign the certificate of NATS.
    pub ca_file: Option<PathBuf>,
    /// Number of replicas of each stream in NATS.
    pub replicas: usize,
}

/// Returns the cluster configuration, or `None` for a process without a cluster.
pub(super) fn resolve(options: &Options) -> Result<Option<ClusterConfig>, ConfigError> {
    let error = |key: &str, message: &str| Err(ConfigError::invalid(key, message));
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
            Some((key, _)) => error(
                key,
                "this key requires role = \"source\" or role = \"edge\"; set one of them, or remove this key",
            ),
            None => Ok(None),
        };
    }
    if !cfg!(feature = "cluster") {
        return error(
            "role",
            "this program was built without cluster support; use the binary marketdeck-cluster",
        );
    }
    if options.nats_url.is_empty() {
        return error(
            "nats_url",
            "missing; expected the address of NATS, such as nats://127.0.0.1:4222",
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
        return error(
            "nats_url",
            "invalid address; expected nats://… or tls://…, as in nats://127.0.0.1:4222",
        );
    }
    if !(1..=5).contains(&options.nats_replicas) {
        return error("nats_replicas", "invalid value; expected 1 to 5");
    }
    for (key, file) in [
        ("nats_credentials_file", &options.nats_credentials_file),
        ("nats_ca_file", &options.nats_ca_file),
    ] {
        if let Some(file) = path(file)
            && let Err(io_error) = std::fs::File::open(&file)
        {
            let message = format!("cannot read {}: {io_error}", file.display());
            return error(key, &message);
        }
    }
    if options.now.is_some() {
        return error(
            "now",
            "cannot be set in a cluster, which needs the real time",
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
