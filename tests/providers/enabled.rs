//! Settings with only some providers, so that a test never asks a source outside, whichever are added later.

use std::mem;

use marketdeck::providers::settings::Providers;
use serde_json::Value;

/// The name of the custom sources.
const CUSTOM: &str = "sources";

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
pub(crate) fn only(names: &[&str]) -> Providers {
    let mut providers = Providers::default();
    enable_only(&mut providers, names);
    providers
}
