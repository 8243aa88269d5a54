//! Storing push subscriptions of browsers.

use marketdeck::domain::person::PersonId;
use marketdeck::{domain::subscription::Subscription, store::Store};

use super::support::{backup_and_salvage, folder, noon, remove_table};

fn firefox() -> Subscription {
    Subscription {
        name: "Firefox on Linux".to_owned(),
        endpoint: "https://push.example/hunter2".to_owned(),
        key: "BAAA".to_owned(),
        secret: "AAAA".to_owned(),
        since: noon(),
    }
}

#[test]
fn an_older_file_without_subscriptions_opens_and_backups_contain_them() {
    let (_folder, path) = folder();
    Store::open(&path).unwrap().close().unwrap();
    for name in ["subscriptions", "push_key"] {
        remove_table(&path, name, true);
    }
    let store = Store::open(&path).unwrap();
    assert_eq!(store.of(PersonId::OWNER).subscriptions().unwrap(), []);
    store
        .of(PersonId::OWNER)
        .save_subscription(&firefox())
        .unwrap();
    for copy in backup_and_salvage(&store, &path) {
        let copy = Store::open(&copy).unwrap();
        assert_eq!(
            copy.of(PersonId::OWNER).subscriptions().unwrap(),
            [firefox()]
        );
        assert!(
            copy.of(PersonId::OWNER)
                .delete_subscription("Firefox on Linux")
                .unwrap()
        );
        assert!(
            !copy
                .of(PersonId::OWNER)
                .delete_subscription("Firefox on Linux")
                .unwrap()
        );
        copy.close().unwrap();
    }
    assert!(!format!("{:?}", firefox()).contains("hunter2"));
}
