//! Channels created in the app, stored in a file that only its owner can read.

use marketdeck::domain::person::PersonId;
use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use marketdeck::{domain::channel::UserChannel, store::Store};
use serde_json::json;

use super::support::{backup_and_salvage, folder, noon, remove_table};

fn phone() -> UserChannel {
    UserChannel {
        name: "phone".to_owned(),
        settings: json!({"name": "phone", "kind": "ntfy", "topic": "hunter2"})
            .as_object()
            .cloned()
            .unwrap(),
        enabled: true,
        since: noon(),
        secrets_since: [("topic".to_owned(), noon())].into(),
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn an_older_file_gets_a_table_of_channels_that_backups_contain() {
    let (_folder, path) = folder();
    Store::open(&path).unwrap().close().unwrap();
    remove_table(&path, "channels", true);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.of(PersonId::OWNER).user_channels().unwrap(), []);
    store
        .of(PersonId::OWNER)
        .save_channel(&phone(), noon())
        .unwrap();
    for copy in backup_and_salvage(&store, &path) {
        assert_eq!(mode(&copy), 0o600);
        let copy = Store::open(&copy).unwrap();
        assert_eq!(copy.of(PersonId::OWNER).user_channels().unwrap(), [phone()]);
        assert!(
            copy.of(PersonId::OWNER)
                .delete_channel("phone", noon())
                .unwrap()
        );
        assert!(
            !copy
                .of(PersonId::OWNER)
                .delete_channel("phone", noon())
                .unwrap()
        );
        copy.close().unwrap();
    }
    assert!(!format!("{:?}", phone()).contains("hunter2"));
}

/// The database of an older version may be readable by other users.
#[test]
fn saving_a_secret_restricts_the_file_to_its_owner() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    assert_eq!(mode(&path), 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    store
        .of(PersonId::OWNER)
        .save_channel(&phone(), noon())
        .unwrap();
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn the_number_of_channels_is_limited() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    for number in 0..50 {
        let name = format!("phone-{number}");
        store
            .of(PersonId::OWNER)
            .save_channel(&UserChannel { name, ..phone() }, noon())
            .unwrap();
    }
    let error = store
        .of(PersonId::OWNER)
        .save_channel(&phone(), noon())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "There are already 50 channels; remove one first."
    );
}
