//! Adds and removes browsers that receive push messages, in the store and in the running channels.

use std::sync::Arc;

use super::AlertService;
use crate::{
    alerts::channels::Vapid,
    domain::{person::PersonId, subscription::Subscription},
    store::{Result, Store, StoreError},
};

/// The result of a browser's subscription.
pub(crate) enum SubscribeResult {
    /// The name of the new channel.
    Subscribed(String),
    /// The subscription is invalid, with a message for the user.
    Rejected(String),
}

impl AlertService {
    /// Returns the public key that identifies this server to push services. The first call generates it.
    pub(crate) async fn push_key(self: &Arc<Self>) -> Result<String> {
        self.blocking(|service| Ok(vapid(&service.store)?.public_key()))
            .await
    }

    /// Adds a browser. If its name is taken, a number is appended. A browser that is already subscribed with the same endpoint, or
    /// with the endpoint `replaces`, keeps its name.
    pub(crate) async fn subscribe(
        self: &Arc<Self>,
        person: PersonId,
        mut subscription: Subscription,
        replaces: Option<String>,
    ) -> Result<SubscribeResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let subscriptions = service.store.of(person).subscriptions()?;
            let find = |endpoint: &str| {
                subscriptions
                    .iter()
                    .find(|existing| existing.endpoint == endpoint)
            };
            let existing = find(&subscription.endpoint).or_else(|| find(replaces.as_deref()?));
            subscription.name = match existing {
                Some(existing) => existing.name.clone(),
                None => free_name(&subscription.name, &subscriptions),
            };
            let browser =
                match service
                    .channels
                    .browser(person, &subscription, vapid(&service.store)?)
                {
                    Ok(browser) => browser,
                    Err(sentence) => return Ok(SubscribeResult::Rejected(sentence)),
                };
            service.store.of(person).save_subscription(&subscription)?;
            service.channels.add_browser(browser);
            Ok(SubscribeResult::Subscribed(subscription.name))
        })
        .await
    }

    /// Removes a browser.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown name.
    pub async fn unsubscribe(self: &Arc<Self>, person: PersonId, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let existed = service.store.of(person).delete_subscription(&name)?;
            service.channels.remove_browser(person, &name);
            if existed {
                Ok(())
            } else {
                Err(StoreError::NotFound("browser"))
            }
        })
        .await
    }
}

/// Returns the stored key pair, or generates and stores one.
fn vapid(store: &Store) -> Result<Vapid> {
    let no_key = || StoreError::Internal("could not generate the VAPID key".into());
    let pkcs8 = store.push_key(|| Vapid::generate().map_err(|_| no_key()))?;
    Vapid::from_pkcs8(&pkcs8).ok_or_else(no_key)
}

/// Returns the first unused name: 'Firefox on Linux', 'Firefox on Linux 2', …
fn free_name(name: &str, subscriptions: &[Subscription]) -> String {
    let is_free = |name: &String| subscriptions.iter().all(|existing| existing.name != *name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(is_free).unwrap_or_default()
}
