//! Settings with only some providers enabled, so that a test sends no request to the internet, even after providers are added.

use std::{mem, process::Command};

use marketdeck::providers::settings::Providers;
use serde_json::Value;

/// The name of the custom sources.
const CUSTOM: &str = "sources";
/// The name of the settings of the cross-check, which are a table among the providers.
const CROSS_CHECK: &str = "cross_check";

/// Disables all providers but `names`, which are keys of the configuration file. Without `sources`, the custom sources are removed.
pub(crate) fn enable_only(providers: &mut Providers, names: &[&str]) {
    let custom = mem::take(&mut providers.sources);
    let mut tables = serde_json::to_value(&*providers).unwrap();
    for (name, table) in tables.as_object_mut().unwrap() {
        if let Some(enabled) = table.get_mut("enabled") {
            *enabled = Value::Bool(names.contains(&name.as_str()));
        }
    }
    for name in names.iter().filter(|name| **name != CUSTOM) {
        assert_eq!(tables[name]["enabled"], true, "unknown provider {name:?}");
    }
    *providers = serde_json::from_value(tables).unwrap();
    if names.contains(&CUSTOM) {
        providers.sources = custom;
    }
}

/// Returns the default settings with only the providers `names` enabled.
pub(crate) fn settings_with_only(names: &[&str]) -> Providers {
    let mut providers = Providers::default();
    enable_only(&mut providers, names);
    providers
}

/// Sets the environment of a program with a live market: all providers but `names` are disabled, and each of these has its own folder below
/// the URL `base`.
pub(crate) fn enable_only_in_environment(command: &mut Command, base: &str, names: &[&str]) {
    let providers = serde_json::to_value(Providers::default()).unwrap();
    let tables = providers.as_object().unwrap();
    for (name, table) in tables {
        let setting = |key: &str| format!("MARKETDECK_PROVIDERS_{}_{key}", name.to_uppercase());
        if names.contains(&name.as_str()) {
            command
                .env(setting("BASE_URL"), format!("{base}/{name}"))
                .env(setting("MIN_GAP_MS"), "5");
        } else if table.get("enabled").is_some() && name != CROSS_CHECK {
            command.env(setting("ENABLED"), "false");
        }
    }
    for name in names {
        assert!(tables.contains_key(*name), "unknown provider {name:?}");
    }
}
