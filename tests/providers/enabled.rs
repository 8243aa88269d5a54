//! Settings with only some providers, so that a test never asks a source outside, whichever are added later.

use marketdeck::providers::settings::Providers;
use serde_json::Value;

/// Returns the default settings with only the providers `names` enabled.
pub(crate) fn only(names: &[&str]) -> Providers {
    let mut providers = serde_json::to_value(Providers::default()).unwrap();
    for (name, settings) in providers.as_object_mut().unwrap() {
        if let Some(enabled) = settings.get_mut("enabled") {
            *enabled = Value::Bool(names.contains(&name.as_str()));
        }
    }
    for name in names {
        let provider = &providers[name];
        assert_eq!(provider["enabled"], true, "there is no provider {name:?}");
    }
    serde_json::from_value(providers).unwrap()
}
