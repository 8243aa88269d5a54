//! Compares two configurations.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{Config, mqtt::MQTT, options};

/// The key with a table for each provider.
const PROVIDERS: &str = "providers";

impl Config {
    /// Returns the keys whose values differ, such as `log` and `providers.yahoo`. Changed secrets count, even in files.
    pub(crate) fn changed(&self, other: &Self) -> Vec<String> {
        // Options are plain values, which TOML can always express.
        let table = |config: &Self| Table::try_from(&config.options).unwrap_or_default();
        let (ours, theirs) = (table(self), table(other));
        let providers = |table: &Table| match table.get(PROVIDERS) {
            Some(Value::Table(providers)) => providers.clone(),
            _ => Table::new(),
        };
        let mut changed = different(&ours, &theirs);
        changed.remove(PROVIDERS);
        let of_providers = different(&providers(&ours), &providers(&theirs));
        changed.extend(
            of_providers
                .iter()
                .map(|name| format!("{PROVIDERS}.{name}")),
        );
        // Contents of files that options name.
        let is_told = |key: &str| changed.iter().any(|changed| changed.starts_with(key));
        let sources_are_told = is_told(PROVIDERS) || is_told("sources");
        if self.channels != other.channels {
            changed.insert(options::CHANNELS.to_owned());
        }
        if self.mqtt != other.mqtt {
            changed.insert(MQTT.to_owned());
        }
        if self.server.password_hash != other.server.password_hash
            && !changed.contains("password_hash")
            && !changed.contains("password_hash_file")
        {
            changed.insert("password_hash_file".to_owned());
        }
        if self.providers != other.providers && !sources_are_told {
            changed.insert(PROVIDERS.to_owned());
        }
        changed.into_iter().collect()
    }
}

fn different(ours: &Table, theirs: &Table) -> BTreeSet<String> {
    let keys = ours.keys().chain(theirs.keys());
    let different = keys.filter(|key| ours.get(*key) != theirs.get(*key));
    different.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(file: &str) -> Config {
        Config::load(None, file.parse().unwrap(), []).unwrap()
    }

    #[test]
    fn each_changed_key_is_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let key = folder.path().join("key");
        std::fs::write(&key, "swordfish").unwrap();
        let file = format!(
            "[providers.finnhub]\napi_key_file = {:?}",
            key.display().to_string()
        );
        let before = config(&file);
        assert!(before.changed(&config(&file)).is_empty());
        let text = format!("log = 'debug'\n{file}\n[providers.yahoo]\nenabled = false");
        let changed = before.changed(&config(&text));
        assert_eq!(changed, ["log", "providers.yahoo"]);
        std::fs::write(&key, "marlin").unwrap();
        assert_eq!(before.changed(&config(&file)), ["providers"]);
    }

    #[test]
    fn changed_contents_of_password_files_count_as_changes() {
        let folder = tempfile::tempdir().unwrap();
        let (people, broker) = (folder.path().join("people"), folder.path().join("broker"));
        let hash = |password: &str| crate::runtime::password::hash_password(password).unwrap();
        std::fs::write(&people, hash("swordfish")).unwrap();
        std::fs::write(&broker, "swordfish").unwrap();
        let file = format!(
            "password_hash_file = {people:?}\n[mqtt]\naddress = 'mqtt://localhost'\nusername = 'deck'\npassword_file = {broker:?}"
        );
        let before = config(&file);
        assert!(before.changed(&config(&file)).is_empty());
        std::fs::write(&people, hash("marlin")).unwrap();
        assert_eq!(before.changed(&config(&file)), ["password_hash_file"]);
        std::fs::write(&broker, "marlin").unwrap();
        assert_eq!(
            before.changed(&config(&file)),
            ["mqtt", "password_hash_file"]
        );
    }
}
