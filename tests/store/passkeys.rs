//! Storing passkeys.

use marketdeck::{
    domain::{
        credential::{Credential, Holder},
        passkey::{Algorithm, Passkey},
        person::{PersonId, PersonOrigin, Role},
    },
    store::{ListsOfRemoved, Store, StoreError},
};

use super::support::{at, folder, noon, remove_table, whole_market};

fn passkey(id: &str) -> Passkey {
    Passkey {
        id: id.to_owned(),
        person: PersonId::OWNER,
        name: "iPhone".to_owned(),
        host: "deck.home".to_owned(),
        user_handle: "AAAA".to_owned(),
        algorithm: Algorithm::Es256,
        public_key: "BBBB".to_owned(),
        sign_count: 0,
        can_be_backed_up: true,
        is_backed_up: false,
        made_at: noon(),
        used_at: None,
    }
}

#[test]
fn an_older_file_without_passkeys_opens_and_a_lost_table_is_damage() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    remove_table(&path, "passkeys", true);
    let store = Store::open(&path).unwrap();
    let owner = store.of(PersonId::OWNER);
    assert_eq!(owner.passkeys().unwrap(), []);
    let added = owner.add_passkey(&passkey("AA")).unwrap();
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.of(PersonId::OWNER).passkeys().unwrap(), [added]);
    store.close().unwrap();

    remove_table(&path, "passkeys", false);
    let store = Store::open(&path).unwrap();
    let error = store.find_passkey("AA").unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
}

#[test]
fn a_passkey_is_found_renamed_used_and_removed() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let owner = store.of(PersonId::OWNER);
    assert!(!store.has_passkeys().unwrap());
    owner.add_passkey(&passkey("AA")).unwrap();
    owner.rename_passkey("AA", "Phone").unwrap();
    let later = at("2026-11-22T12:00:00Z");
    owner.use_passkey("AA", later, 3, true).unwrap();
    let expected = Passkey {
        name: "Phone".to_owned(),
        used_at: Some(later),
        sign_count: 3,
        is_backed_up: true,
        ..passkey("AA")
    };
    assert_eq!(store.find_passkey("AA").unwrap(), Some(expected));
    assert_eq!(store.find_passkey("A").unwrap(), None);
    assert!(store.has_passkeys().unwrap());
    let session = |passkey: Option<&str>| Credential {
        id: 0,
        person: PersonId::OWNER,
        name: "Firefox".to_owned(),
        holder: Holder::Browser {
            password: "one".to_owned(),
            passkey: passkey.map(str::to_owned),
        },
        hash: String::new(),
        made_at: noon(),
        used_at: None,
    };
    let sessions = [Some("AA"), Some("AA"), Some("BB"), None];
    let ids = sessions.map(|passkey| owner.add_credential(&session(passkey)).unwrap().0.id);
    owner.remove_passkey("AA", Some(ids[1])).unwrap();
    let left = owner.credentials().unwrap();
    let left: Vec<_> = left.iter().map(|session| session.id).collect();
    assert_eq!(left, ids[1..]);
    for result in [
        owner.remove_passkey("AA", None).err(),
        owner.rename_passkey("AA", "b").err(),
    ] {
        assert!(matches!(result, Some(StoreError::NotFound(_))));
    }
}

#[test]
fn a_person_has_at_most_20_passkeys_and_no_id_belongs_to_two_people() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let owner = store.of(PersonId::OWNER);
    for number in 0..20 {
        owner.add_passkey(&passkey(&number.to_string())).unwrap();
    }
    let error = owner.add_passkey(&passkey("20")).unwrap_err();
    assert!(matches!(error, StoreError::Limit(_)), "{error}");
    let role = Role::Member;
    let lea = store.add_person("Lea", role, None, PersonOrigin::Page, noon());
    let lea = lea.unwrap().id;
    let error = store.of(lea).add_passkey(&passkey("7")).unwrap_err();
    assert!(matches!(error, StoreError::Duplicate(_)), "{error}");
    store.of(lea).add_passkey(&passkey("21")).unwrap();
    let found = store.find_passkey("21").unwrap().unwrap();
    assert_eq!(found.person, lea);
    assert!(owner.remove_passkey("21", None).is_err());
    store.remove_person(lea, ListsOfRemoved::Delete).unwrap();
    assert_eq!(store.find_passkey("21").unwrap(), None);
    assert_eq!(owner.passkeys().unwrap().len(), 20);
}
