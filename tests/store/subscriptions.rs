//! Browsers that subscribed to alerts stay.

use marketdeck::{domain::subscription::Subscription, store::Store};

use super::support::{folder, noon};

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
fn a_file_from_before_browsers_subscribed_takes_some_and_copies_hold_them() {
    let (folder, path) = folder();
    Store::open(&path).unwrap().close().unwrap();
    {
        let database = redb::Database::open(&path).unwrap();
        let txn = database.begin_write().unwrap();
        let meta: redb::TableDefinition<&str, &[u8]> = redb::TableDefinition::new("meta");
        for name in ["subscriptions", "push_key"] {
            let table: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new(name);
            assert!(txn.delete_table(table).unwrap());
            txn.open_table(meta).unwrap().remove(name).unwrap();
        }
        txn.commit().unwrap();
    }
    let store = Store::open(&path).unwrap();
    assert_eq!(store.subscriptions().unwrap(), []);
    store.save_subscription(&firefox()).unwrap();
    let backup = folder.path().join("backup.redb");
    store.backup(&backup, &|_, _| ()).unwrap();
    store.close().unwrap();
    let salvaged = folder.path().join("salvaged.redb");
    marketdeck::store::salvage(&path, &salvaged, &|_, _| ()).unwrap();
    for copy in [backup, salvaged] {
        let copy = Store::open(&copy).unwrap();
        assert_eq!(copy.subscriptions().unwrap(), [firefox()]);
        assert!(copy.delete_subscription("Firefox on Linux").unwrap());
        assert!(!copy.delete_subscription("Firefox on Linux").unwrap());
        copy.close().unwrap();
    }
    assert!(!format!("{:?}", firefox()).contains("hunter2"));
}
