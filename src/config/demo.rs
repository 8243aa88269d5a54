//! The `demo` option: a public demo, which is safe to put on the internet.

use super::Config;

impl Config {
    /// Makes the server a demo: read-only, without everything that sends data elsewhere or shows details of the machine. Warns about
    /// options that have no effect.
    pub(super) fn become_demo(&mut self) {
        let ignored = [
            ("channels", !self.channels.is_empty()),
            ("mqtt", self.mqtt.is_some()),
            ("backup_dir", self.storage.backups.is_some()),
        ];
        let ignored = ignored.iter().filter(|(_, is_set)| *is_set);
        let ignored = ignored.map(|(key, _)| format!("{key}: has no effect in a demo"));
        self.warnings.extend(ignored);
        self.server.read_only = true;
        self.server.metrics = false;
        self.metrics_holdings = false;
        self.channels_on_page = false;
        self.channels.clear();
        self.mqtt = None;
        self.storage.backups = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ConfigError;

    fn load(file: &str) -> Result<Config, Vec<ConfigError>> {
        Config::load(None, file.parse().unwrap(), [])
    }

    #[test]
    fn a_demo_is_read_only_and_contacts_nobody() {
        let config = load(
            "demo = true\nmetrics = true\nbackup_dir = 'backups'\n[mqtt]\naddress = 'mqtt://localhost'\n\
             [[channels]]\nname = 'phone'\nkind = 'ntfy'\ntopic = 'x'",
        )
        .unwrap();
        assert!(config.server.demo && config.server.read_only && !config.server.metrics);
        assert!(config.channels.is_empty() && config.mqtt.is_none());
        assert!(config.storage.backups.is_none() && !config.channels_on_page);
        for key in ["channels", "mqtt", "backup_dir"] {
            let warning = format!("{key}: has no effect in a demo");
            assert!(config.warnings.contains(&warning), "{:?}", config.warnings);
        }
    }

    #[test]
    fn a_demo_shows_the_sample_market_in_one_process() {
        for other in [
            "market = 'live'",
            "role = 'edge'\nnats_url = 'nats://localhost:4222'",
        ] {
            let errors = load(&format!("demo = true\n{other}")).unwrap_err();
            let text = errors[0].to_string();
            assert!(text.contains("remove"), "{text}");
        }
    }

    #[test]
    fn the_installation_url_must_be_a_web_address() {
        assert!(load("install_url = 'https://deck.example.net/install#docker'").is_ok());
        for wrong in [
            "javascript:alert(1)",
            "deck.example.net",
            "https://x.example/\"><b>",
        ] {
            let errors = load(&format!("install_url = '{wrong}'")).unwrap_err();
            assert!(errors[0].to_string().contains("install_url"), "{wrong}");
        }
    }
}
