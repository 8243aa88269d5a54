//! The MQTT broker: its password comes from a variable, a file of its own, or the configuration file.

use super::{ConfigError, Options, options, secret::secret};
use crate::{alerts::channels::BROKER, broker::BrokerSettings};

/// The key of the table.
pub(super) const MQTT: &str = "mqtt";

/// The broker with its password; `None` where there is none.
pub(super) fn resolve(options: &Options) -> Result<Option<BrokerSettings>, ConfigError> {
    let wrong = |key: &str, message: String| ConfigError::invalid(format!("{MQTT}.{key}"), message);
    let mut broker = options.mqtt.clone();
    if broker.address.is_empty() {
        return Ok(None);
    }
    if broker.password == options::REDACTED {
        return Err(wrong(
            "password",
            "this stands for a secret where the configuration is printed; write the secret itself, or name a file with password_file".to_owned(),
        ));
    }
    if !broker.password_file.is_empty() {
        if !broker.password.is_empty() {
            return Err(wrong(
                "password",
                "password_file is set as well; leave out one of the two".to_owned(),
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
            "the MQTT broker is called so; choose another",
        ));
    }
    Ok(Some(broker))
}
