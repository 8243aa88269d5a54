//! Browsers that are told of alerts while no page is open: on disk and in memory together.

use std::sync::Arc;

use super::AlertService;
use crate::{
    alerts::channels::Vapid,
    domain::subscription::Subscription,
    store::{Result, Store, StoreError},
};

/// What came of a browser's wish.
pub(crate) enum Subscribed {
    /// It is told of alerts under this name.
    As(String),
    /// It is not, for the reason that the sentence gives.
    Refused(String),
}

impl AlertService {
    /// The public half of the key by which push services know this server; it is made with the first question.
    pub(crate) async fn push_key(self: &Arc<Self>) -> Result<String> {
        self.blocking(|service| Ok(vapid(&service.store)?.public()))
            .await
    }

    /// Has alerts go to a browser, by a name that is `subscription`'s, or begins with it where others are called so. One
    /// that is there already keeps its name, also where it was at the endpoint `replaces` so far.
    pub(crate) async fn subscribe(
        self: &Arc<Self>,
        mut subscription: Subscription,
        replaces: Option<String>,
    ) -> Result<Subscribed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            let there = service.store.subscriptions()?;
            let at = |endpoint: &str| there.iter().find(|known| known.endpoint == endpoint);
            let known = at(&subscription.endpoint).or_else(|| at(replaces.as_deref()?));
            subscription.name = match known {
                Some(known) => known.name.clone(),
                None => free_name(&subscription.name, &there),
            };
            let browser = match service
                .channels
                .browser(&subscription, vapid(&service.store)?)
            {
                Ok(browser) => browser,
                Err(sentence) => return Ok(Subscribed::Refused(sentence)),
            };
            service.store.save_subscription(&subscription)?;
            service.channels.add_browser(browser);
            Ok(Subscribed::As(subscription.name))
        })
        .await
    }

    /// Has no alert go to the browser of this name; [`StoreError::NotFound`] where there is none.
    pub async fn unsubscribe(self: &Arc<Self>, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.blocking(move |service| {
            let _in_order = service.changing();
            let was_there = service.store.delete_subscription(&name)?;
            service.channels.remove_browser(&name);
            if was_there {
                Ok(())
            } else {
                Err(StoreError::NotFound("browser"))
            }
        })
        .await
    }
}

fn vapid(store: &Store) -> Result<Vapid> {
    let no_key = || StoreError::Internal("no key for push services could be made".into());
    let kept = store.push_key(|| Vapid::generate().map_err(|_| no_key()))?;
    Vapid::kept(&kept).ok_or_else(no_key)
}

/// 'Firefox on Linux', 'Firefox on Linux 2', …
fn free_name(wanted: &str, there: &[Subscription]) -> String {
    let is_free = |name: &String| there.iter().all(|known| known.name != *name);
    let numbered = (2..).map(|number| format!("{wanted} {number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(is_free).unwrap_or_default()
}
