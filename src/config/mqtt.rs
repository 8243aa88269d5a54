//! Resolution of the MQTT broker's settings. Its password is in an environment variable, a separate
//! file or the configuration file.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{ConfigError, Options, options, secret::secret};
use crate::{alerts::channels::BROKER, broker::BrokerSettings};

/// Key of the table with the settings.
pub(super) const MQTT: &str = "mqtt";

/// Returns the broker with its password, or `None` if no broker is configured.
pub(super) fn resolve(options: &Options) -> Result<Option<BrokerSettings>, ConfigError> {
    let error = |key: &str, message: String| ConfigError::invalid(format!("{MQTT}.{key}"), message);
    let mut broker = options.mqtt.clone();
    if broker.address.is_empty() {
        return Ok(None);
    }
    if broker.password == options::REDACTED {
        return Err(error(
            "password",
            "this is the placeholder for a secret in a printed configuration; enter the secret itself, or name a file with password_file".to_owned(),
        ));
    }
    if !broker.password_file.is_empty() {
        if !broker.password.is_empty() {
            return Err(error(
                "password",
                "password_file is also set; remove one of the two".to_owned(),
            ));
        }
        broker.password = secret(&broker.password_file)?;
    }
    broker
        .check()
        .map_err(|(key, message)| error(key, message))?;
    if let Some(channel) = options
        .channels
        .iter()
        .find(|channel| channel.name() == BROKER)
    {
        return Err(ConfigError::invalid(
            format!("{}.{}.name", options::CHANNELS, channel.name()),
            "this name is reserved for the MQTT broker; choose another name",
        ));
    }
    broker.instance = instance(options);
    Ok(Some(broker))
}

/// Returns eight characters that identify this process to the broker. They differ between processes
/// but stay the same after a restart, so that the broker replaces the connection of a crashed
/// process when the process reconnects. Returns an empty string in a cluster, where all sources
/// have the same identity.
fn instance(options: &Options) -> String {
    if !options.nats_url.is_empty() {
        return String::new();
    }
    let mut hasher = DefaultHasher::new();
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let folder = std::path::absolute(&options.data_dir).unwrap_or_default();
    (machine, folder, options.market.as_str()).hash(&mut hasher);
    format!("{:08x}", hasher.finish() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_with_the_same_topic_have_different_stable_client_ids() {
        let connection = |folder: &str, nats: &str, client: &str| {
            let mut options = Options {
                data_dir: folder.into(),
                nats_url: nats.to_owned(),
                ..Options::default()
            };
            options.mqtt.address = "mqtt://192.0.2.1".to_owned();
            client.clone_into(&mut options.mqtt.client_id);
            resolve(&options).unwrap().unwrap()
        };
        let (one, other) = (connection("/one", "", ""), connection("/other", "", ""));
        assert_ne!(one.connection_id(), other.connection_id());
        let after_restart = connection("/one", "", "");
        assert_eq!(one.connection_id(), after_restart.connection_id());
        // The client id, which identifies the device in Home Assistant, is the same.
        assert_eq!(
            (one.client_id(), other.client_id()),
            ("marketdeck".into(), "marketdeck".into())
        );
        assert_eq!(connection("/one", "", "deck").connection_id(), "deck");
        let in_cluster = connection("/one", "nats://192.0.2.2", "");
        assert_eq!(in_cluster.connection_id(), "marketdeck");
    }
}
