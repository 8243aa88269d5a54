//! The MQTT broker: its password comes from an environment variable, a separate file or the configuration file.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{ConfigError, Options, options, secret::secret};
use crate::{alerts::channels::BROKER, broker::BrokerSettings};

/// Key of the table.
pub(super) const MQTT: &str = "mqtt";

/// Returns the broker with its password; `None` if none is configured.
pub(super) fn resolve(options: &Options) -> Result<Option<BrokerSettings>, ConfigError> {
    let wrong = |key: &str, message: String| ConfigError::invalid(format!("{MQTT}.{key}"), message);
    let mut broker = options.mqtt.clone();
    if broker.address.is_empty() {
        return Ok(None);
    }
    if broker.password == options::REDACTED {
        return Err(wrong(
            "password",
            "this is the placeholder for a secret in a printed configuration; write the secret itself, or name a file with password_file".to_owned(),
        ));
    }
    if !broker.password_file.is_empty() {
        if !broker.password.is_empty() {
            return Err(wrong(
                "password",
                "password_file is also set; remove one of the two".to_owned(),
            ));
        }
        broker.password = secret(&broker.password_file)?;
    }
    broker
        .check()
        .map_err(|(key, message)| wrong(key, message))?;
    if let Some(channel) = options
        .channels
        .iter()
        .find(|channel| channel.name() == BROKER)
    {
        return Err(ConfigError::invalid(
            format!("{}.{}.name", options::CHANNELS, channel.name()),
            "this name is reserved for the MQTT broker; choose another",
        ));
    }
    broker.instance = instance(options);
    Ok(Some(broker))
}

/// Returns eight characters that differ between processes on one broker but are stable for each, so that the broker replaces
/// the connection of a crashed process when it reconnects. Empty in a cluster, where every source has the same identity.
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
        let again = connection("/one", "", "");
        assert_eq!(one.connection_id(), again.connection_id());
        // The device in Home Assistant stays the same.
        assert_eq!(
            (one.client_id(), other.client_id()),
            ("marketdeck".into(), "marketdeck".into())
        );
        assert_eq!(connection("/one", "", "deck").connection_id(), "deck");
        let of_cluster = connection("/one", "nats://192.0.2.2", "");
        assert_eq!(of_cluster.connection_id(), "marketdeck");
    }
}
