//! Tokens and sessions: what was acknowledged stays, and what was revoked is gone.

use marketdeck::{
    domain::credential::{Credential, Holder, Scope},
    store::{Store, StoreError},
};

use super::support::{at, folder, lose_table, noon, whole_market};

fn token(name: &str) -> Credential {
    Credential {
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
        },
        used_at: Some(noon()),
        ..token(name)
    }
}

#[test]
fn a_file_from_before_there_were_tokens_takes_one_and_one_that_lost_them_says_so() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    store.close().unwrap();
    lose_table(&path, "credentials", true);
    let store = Store::open(&path).unwrap();
    assert!(store.credentials().unwrap().is_empty());
    let (made, _) = store.add_credential(&token("Grafana")).unwrap();
    store.close().unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.credentials().unwrap(), [made]);
    store.close().unwrap();

    lose_table(&path, "credentials", false);
    let store = Store::open(&path).unwrap();
    let error = store.credentials().unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error}");
    assert_eq!(store.snapshot().unwrap().tickers, whole_market().tickers);
}

#[test]
fn a_number_is_never_given_twice_and_what_was_removed_is_not_used() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let (first, _) = store.add_credential(&token("one")).unwrap();
    store.remove_credential(first.id).unwrap();
    let error = store.remove_credential(first.id).unwrap_err();
    assert!(matches!(error, StoreError::NotFound(_)), "{error}");
    let (second, _) = store.add_credential(&session("Firefox")).unwrap();
    assert_ne!(first.id, second.id);
    let later = at("2026-11-22T12:00:00Z");
    store.use_credential(first.id, later).unwrap();
    store.use_credential(second.id, later).unwrap();
    let used = Credential {
        used_at: Some(later),
        ..second
    };
    assert_eq!(store.credentials().unwrap(), [used]);
}

#[test]
fn of_many_sessions_the_one_that_was_not_used_for_longest_ends_and_of_tokens_none() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let add = |new: &Credential| store.add_credential(new);
    for number in 0..200 {
        assert_eq!(add(&session(&number.to_string())).unwrap().1, None);
    }
    store.use_credential(1, at("2026-11-22T12:00:00Z")).unwrap();
    assert_eq!(add(&session("another")).unwrap().1, Some(2));
    for number in 0..100 {
        add(&token(&number.to_string())).unwrap();
    }
    let error = add(&token("another")).unwrap_err();
    assert!(matches!(error, StoreError::Limit(_)), "{error}");
    assert_eq!(store.credentials().unwrap().len(), 300);
}
