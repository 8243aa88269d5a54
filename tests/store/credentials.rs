//! Storing tokens and sessions.

use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::credential::{Credential, Holder, Scope},
    store::{Store, StoreError},
};

use super::support::{at, folder, noon, remove_table, whole_market};

fn token(name: &str) -> Credential {
    Credential {
        person: PersonId::OWNER,
        id: 0,
        name: name.to_owned(),
        holder: Holder::Program { scope: Scope::Read },
        hash: format!("hash of {name}"),
        made_at: noon(),
        used_at: None,
    }
}

fn session(name: &str) -> Credential {
    Credential {
        holder: Holder::Browser {
            password: "one".to_owned(),
            passkey: None,
        },
        used_at: Some(noon()),
        ..token(name)
    }
}

#[test]
fn an_older_file_without_tokens_opens_and_a_lost_table_is_damage() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    remove_table(&path, "credentials", true);
    let store = Store::open(&path).unwrap();
    assert!(store.of(PersonId::OWNER).credentials().unwrap().is_empty());
    let (created, _) = store
        .of(PersonId::OWNER)
        .add_credential(&token("Grafana"))
        .unwrap();
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.of(PersonId::OWNER).credentials().unwrap(), [created]);
    store.close().unwrap();

    remove_table(&path, "credentials", false);
    let store = Store::open(&path).unwrap();
    let error = store.of(PersonId::OWNER).credentials().unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
}

#[test]
fn ids_are_not_reused_and_removed_tokens_stay_removed() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let (first, _) = store
        .of(PersonId::OWNER)
        .add_credential(&token("one"))
        .unwrap();
    store
        .of(PersonId::OWNER)
        .remove_credential(first.id)
        .unwrap();
    let error = store
        .of(PersonId::OWNER)
        .remove_credential(first.id)
        .unwrap_err();
    assert!(matches!(error, StoreError::NotFound(_)), "{error}");
    let (second, _) = store
        .of(PersonId::OWNER)
        .add_credential(&session("Firefox"))
        .unwrap();
    assert_ne!(first.id, second.id);
    let later = at("2026-11-22T12:00:00Z");
    store
        .of(PersonId::OWNER)
        .use_credential(first.id, later)
        .unwrap();
    store
        .of(PersonId::OWNER)
        .use_credential(second.id, later)
        .unwrap();
    let used = Credential {
        used_at: Some(later),
        ..second
    };
    assert_eq!(store.of(PersonId::OWNER).credentials().unwrap(), [used]);
}

#[test]
fn a_new_session_beyond_the_limit_ends_the_least_recently_used_one() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let add = |new: &Credential| store.of(PersonId::OWNER).add_credential(new);
    for number in 0..200 {
        assert_eq!(add(&session(&number.to_string())).unwrap().1, None);
    }
    store
        .of(PersonId::OWNER)
        .use_credential(1, at("2026-11-22T12:00:00Z"))
        .unwrap();
    assert_eq!(add(&session("another")).unwrap().1, Some(2));
    for number in 0..100 {
        add(&token(&number.to_string())).unwrap();
    }
    let error = add(&token("another")).unwrap_err();
    assert!(matches!(error, StoreError::Limit(_)), "{error}");
    assert_eq!(store.of(PersonId::OWNER).credentials().unwrap().len(), 300);
}
