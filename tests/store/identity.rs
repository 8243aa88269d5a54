//! The identity of a database: its market, seed and clock.

use std::fs;

use marketdeck::store::{Identity, Store};

use super::support::folder;

fn identity(market: &str, seed: Option<u64>, clock_set: Option<bool>) -> Identity {
    Identity {
        market: market.into(),
        seed,
        hours: None,
        clock_set,
    }
}

#[test]
fn another_market_or_seed_is_rejected_with_a_message_that_names_both() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.identity().unwrap(), None);
    // An import sets the market but not the seed; the first start sets it.
    store
        .check_identity(&identity("sample", None, None))
        .unwrap();
    store
        .check_identity(&identity("sample", Some(7), None))
        .unwrap();
    store
        .check_identity(&identity("sample", None, None))
        .unwrap();
    // A file of a version without the setting for trading hours has exchange hours.
    let stored = store.identity().unwrap();
    let by_exchange = Identity {
        hours: Some("exchange".into()),
        ..identity("sample", Some(7), None)
    };
    assert_eq!(stored, Some(by_exchange.clone()));
    store.check_identity(&by_exchange).unwrap();
    let always = Identity {
        hours: Some("always".into()),
        ..by_exchange
    };
    let error = store.check_identity(&always).unwrap_err().to_string();
    assert!(error.contains("--sample-hours exchange"), "{error}");
    let error = store
        .check_identity(&identity("sample", Some(2), None))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("seed 7") && error.contains("seed 2"),
        "{error}"
    );
    store.close().unwrap();

    let copy = folder.path().join("live.redb");
    fs::copy(&path, &copy).unwrap();
    let store = Store::open(&copy).unwrap();
    let error = store
        .check_identity(&identity("live", None, Some(false)))
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with(
            "live.redb contains the sample market and cannot be used for the live market"
        ),
        "{error}"
    );
    assert_eq!(store.identity().unwrap(), stored);
}

#[test]
fn a_database_with_real_time_rejects_a_simulated_clock() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store
        .check_identity(&identity("live", None, Some(false)))
        .unwrap();
    let error = store
        .check_identity(&identity("live", None, Some(true)))
        .unwrap_err()
        .to_string();
    assert!(error.contains("--now"), "{error}");
    store
        .check_identity(&identity("live", None, Some(false)))
        .unwrap();
}

#[test]
fn a_backup_has_the_identity_of_its_original() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store
        .check_identity(&identity("sample", Some(7), None))
        .unwrap();
    let copy = folder.path().join("copy.redb");
    store.backup(&copy, &|_, _| ()).unwrap();
    let copy = Store::open(&copy).unwrap();
    assert_eq!(copy.identity().unwrap(), store.identity().unwrap());
}
