//! `/api/sources` lists the sources of each kind of figure, as this process is configured.

use serde_json::Value;

use super::program::Program;

/// Returns the response of a server of the sample market with these variables.
fn sources(variables: &[(&str, &str)]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::new(folder.path());
    program.command.envs(variables.iter().copied());
    program.serve().json("/api/sources")
}

fn figure<'a>(response: &'a Value, id: &str) -> &'a Value {
    let mut figures = response["figures"].as_array().unwrap().iter();
    figures.find(|figure| figure["id"] == id).unwrap()
}

fn source<'a>(response: &'a Value, name: &str) -> &'a Value {
    let mut sources = response["sources"].as_array().unwrap().iter();
    sources.find(|source| source["name"] == name).unwrap()
}

#[test]
fn sources_are_listed_in_order_with_delay_limits_and_terms() {
    let response = sources(&[]);
    assert_eq!(response["isSample"], true);
    let prices = figure(&response, "us_prices");
    let first: Vec<_> = prices["sources"].as_array().unwrap()[..3].to_vec();
    assert_eq!(first, ["yahoo_stream", "finnhub_stream", "yahoo"]);
    assert!(prices["onFailure"].as_str().unwrap().contains("stale"));
    let cboe = source(&response, "cboe");
    assert_eq!(cboe["used"], true);
    assert_eq!(cboe["delay"], "15 minutes");
    assert_eq!(cboe["maxPerMinute"], 60);
    assert_eq!(
        cboe["state"],
        Value::Null,
        "the sample market sends no requests"
    );
    assert!(cboe["termsUrl"].as_str().unwrap().starts_with("https://"));
    let keyed = source(&response, "twelve_data");
    assert_eq!(keyed["used"], false);
    assert!(keyed["unusedReason"].as_str().unwrap().contains("api_key"));
    assert_eq!(keyed["quota"]["limit"], 800);
}

#[test]
fn one_switch_disables_all_sources_of_yahoo() {
    let response = sources(&[
        ("MARKETDECK_WITHOUT_YAHOO", "true"),
        ("MARKETDECK_PROVIDERS_YAHOO_ENABLED", "true"),
    ]);
    for name in ["yahoo", "yahoo_facts", "yahoo_stream"] {
        assert_eq!(source(&response, name)["used"], false, "{name}");
    }
    for id in [
        "us_prices",
        "index_prices",
        "bond_prices",
        "coin_prices",
        "currency_prices",
        "us_history",
    ] {
        let names = figure(&response, id)["sources"].as_array().unwrap();
        let is_used = |name: &Value| source(&response, name.as_str().unwrap())["used"] == true;
        assert!(names.iter().any(is_used), "{id} keeps a source");
    }
}

#[test]
fn the_configured_order_is_shown() {
    let response = sources(&[("MARKETDECK_PROVIDERS_ORDER_HISTORY", "cboe,yahoo")]);
    let names = figure(&response, "us_history")["sources"]
        .as_array()
        .unwrap();
    assert_eq!(names[..2], ["cboe", "yahoo"]);
}
