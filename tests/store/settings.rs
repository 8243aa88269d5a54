//! Storing the settings that apply to all devices.

use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::settings::{ColorScheme, Settings},
    store::{Store, StoreError},
};

use super::support::{backup_and_salvage, folder, noon, remove_table, whole_market};

fn dark() -> Settings {
    Settings {
        color_scheme: Some(ColorScheme::Dark),
        language: Some("de-CH".to_owned()),
        ..Settings::default()
    }
}

#[test]
fn an_older_file_without_settings_opens_and_a_lost_table_is_damage() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    remove_table(&path, "settings", true);
    let store = Store::open(&path).unwrap();
    assert_eq!(
        store.of(PersonId::OWNER).settings().unwrap(),
        Settings::default()
    );
    store.of(PersonId::OWNER).save_settings(&dark()).unwrap();
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.of(PersonId::OWNER).settings().unwrap(), dark());
    store.close().unwrap();

    remove_table(&path, "settings", false);
    let store = Store::open(&path).unwrap();
    let error = store.of(PersonId::OWNER).settings().unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
}

#[test]
fn backup_and_salvage_contain_the_settings() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.of(PersonId::OWNER).save_settings(&dark()).unwrap();
    for copy in backup_and_salvage(&store, &path) {
        let copy = Store::open(&copy).unwrap();
        copy.verify().unwrap();
        assert_eq!(copy.of(PersonId::OWNER).settings().unwrap(), dark());
        copy.close().unwrap();
    }
}
