//! Comparison of two configurations.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{Config, mqtt::MQTT, options};

/// The key of the table that contains a table for each provider.
const PROVIDERS: &str = "providers";

impl Config {
    /// Returns the keys whose values differ, such as `log` and `providers.yahoo`. A changed secret
    /// counts as a difference, even if it is in a separate file.
    pub(crate) fn changed(&self, other: &Self) -> Vec<String> {
        // This cannot fail, because options are only plain values, which TOML can express.
        let table = |config: &Self| Table::try_from(&config.options).unwrap_or_default();
        let (ours, theirs) = (table(self), table(other));
        let providers = |table: &Table| match table.get(PROVIDERS) {
            Some(Value::Table(providers)) => providers.clone(),
            _ => Table::new(),
        };
        let mut changed = differing_keys(&ours, &theirs);
        changed.remove(PROVIDERS);
        let provider_names = differing_keys(&providers(&ours), &providers(&theirs));
        changed.extend(
            provider_names
                .iter()
                .map(|name| format!("{PROVIDERS}.{name}")),
        );
        // The contents of files that options name are compared too.
        let is_reported = |key: &str| changed.iter().any(|changed| changed.starts_with(key));
        let are_sources_reported = is_reported(PROVIDERS) || is_reported("sources");
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
        if self.providers != other.providers && !are_sources_reported {
            changed.insert(PROVIDERS.to_owned());
        }
        changed.into_iter().collect()
    }
}

fn differing_keys(ours: &Table, theirs: &Table) -> BTreeSet<String> {
    let keys = ours.keys().chain(theirs.keys());
    let differing = keys.filter(|key| ours.get(*key) != theirs.get(*key));
    differing.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(file: &str) -> Config {
        Config::load(None, file.parse().unwrap(), []).unwrap()
    }

    #[test]
    fn each_changed_key_is_reported_once() {
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
        let (users, broker) = (folder.path().join("users"), folder.path().join("broker"));
        let hash = |password: &str| crate::runtime::password::hash_password(password).unwrap();
        std::fs::write(&users, hash("swordfish")).unwrap();
        std::fs::write(&broker, "swordfish").unwrap();
        let file = format!(
            "password_hash_file = {users:?}\n[mqtt]\naddress = 'mqtt://localhost'\nusername = 'deck'\npassword_file = {broker:?}"
        );
        let before = config(&file);
        assert!(before.changed(&config(&file)).is_empty());
        std::fs::write(&users, hash("marlin")).unwrap();
        assert_eq!(before.changed(&config(&file)), ["password_hash_file"]);
        std::fs::write(&broker, "marlin").unwrap();
        assert_eq!(
            before.changed(&config(&file)),
            ["mqtt", "password_hash_file"]
        );
    }
}
