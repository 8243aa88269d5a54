//! Alerts on a watchlist: each ticker of the list has a member alert, which is added and removed with it.

use std::collections::{BTreeMap, BTreeSet};

use super::alerts;
use crate::{
    domain::{
        Timestamp,
        alert::{Alert, ListRef},
        ticker::TickerId,
        watchlist::Watchlist,
    },
    store::{
        Result, Store,
        schema::{ALERTS, WATCHLISTS},
    },
};

/// Changes of member alerts after watchlists changed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ListAlertChanges {
    /// Alerts of added tickers.
    pub(crate) added: Vec<Alert>,
    /// Ids of alerts of removed tickers.
    pub(crate) removed: Vec<u32>,
    /// Alerts whose quiet period and lifetime changed with their list alert.
    pub(crate) adjusted: Vec<Alert>,
    /// List alerts of deleted lists, which are disabled now.
    pub(crate) ended: Vec<Alert>,
    /// List alerts of renamed lists.
    renamed: Vec<Alert>,
}

impl ListAlertChanges {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Store {
    /// Brings member alerts in line with the watchlists at `now`, in one transaction. `symbol` returns the symbol of a ticker that
    /// can be watched. Creates no alerts beyond a total of `most`; further tickers are not watched.
    pub(crate) fn sync_list_alerts(
        &self,
        symbol: impl Fn(TickerId) -> Option<String>,
        most: usize,
        now: Timestamp,
    ) -> Result<ListAlertChanges> {
        let change = |alerts, lists: &[Watchlist]| changes(alerts, lists, &symbol, most, now);
        let seen = self.handle.read(|txn| {
            let (alerts, lists) = (ALERTS.read(txn)?.all()?, WATCHLISTS.read(txn)?.all()?);
            Ok(change(alerts, &lists))
        })?;
        if seen.is_empty() {
            return Ok(seen);
        }
        self.handle.write(|txn| {
            let lists = WATCHLISTS.write(txn)?.all()?;
            let known = ALERTS.write(txn)?.all()?;
            let mut change = change(known, &lists);
            for added in &mut change.added {
                *added = alerts::create(txn, added)?;
            }
            let mut stored = ALERTS.write(txn)?;
            for id in &change.removed {
                stored.remove(id)?;
            }
            let changed = change.adjusted.iter().chain(&change.ended);
            for alert in changed.chain(&change.renamed) {
                stored.put(&alert.id, alert)?;
            }
            Ok(change)
        })
    }
}

fn changes(
    alerts: Vec<Alert>,
    lists: &[Watchlist],
    symbol: &impl Fn(TickerId) -> Option<String>,
    most: usize,
    now: Timestamp,
) -> ListAlertChanges {
    let mut room = most.saturating_sub(alerts.len());
    let (over, others): (Vec<_>, Vec<_>) =
        alerts.into_iter().partition(|alert| alert.list.is_some());
    let mut followers: BTreeMap<u32, Vec<Alert>> = BTreeMap::new();
    for alert in others {
        if let Some(followed) = alert.follows {
            followers.entry(followed).or_default().push(alert);
        }
    }
    let mut change = ListAlertChanges::default();
    for mut alert in over {
        let known = alert.list.as_ref();
        let list = known.and_then(|known| lists.iter().find(|list| list.id == known.id));
        let mut wanted: BTreeSet<String> = match list {
            Some(list) if alert.active => list
                .items
                .iter()
                .filter_map(|item| symbol(item.ticker_id))
                .collect(),
            _ => BTreeSet::new(),
        };
        for follower in followers.remove(&alert.id).unwrap_or_default() {
            if !wanted.remove(&follower.symbol) {
                change.removed.push(follower.id);
                room += 1;
            } else if follower != follower.with_lifetime_of(&alert) {
                change.adjusted.push(follower.with_lifetime_of(&alert));
            }
        }
        let added = wanted.iter().take(room);
        let added: Vec<_> = added.map(|symbol| alert.of_member(symbol, now)).collect();
        room -= added.len();
        change.added.extend(added);
        match list {
            None if alert.active => {
                alert.active = false;
                change.ended.push(alert);
            }
            Some(list) if known.is_some_and(|known| known.name != list.name) => {
                alert.list = Some(ListRef {
                    id: list.id,
                    name: list.name.clone(),
                });
                change.renamed.push(alert);
            }
            _ => {}
        }
    }
    // Their list alert was deleted.
    let orphans = followers.into_values().flatten();
    change.removed.extend(orphans.map(|alert| alert.id));
    change
}
