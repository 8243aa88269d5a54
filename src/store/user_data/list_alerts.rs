//! Alerts over lists: each ticker of the list has an alert of its own, which comes and goes with it.

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

/// What changed when alerts over lists followed them.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ListAlertChanges {
    /// Alerts of tickers that came.
    pub(crate) added: Vec<Alert>,
    /// Numbers of those whose tickers went.
    pub(crate) removed: Vec<u32>,
    /// Those that are quiet and live as long as the alert that they follow does now.
    pub(crate) adjusted: Vec<Alert>,
    /// Alerts whose lists were deleted: they are off now.
    pub(crate) ended: Vec<Alert>,
    /// Alerts whose lists have another name.
    renamed: Vec<Alert>,
}

impl ListAlertChanges {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Store {
    /// Has the alerts over lists follow these, as they are at `now`, in one transaction; `symbol` names the tickers that can be
    /// watched. There are `most` alerts afterwards at most: tickers for which there is no room are not watched.
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
    // What they followed was deleted.
    let orphans = followers.into_values().flatten();
    change.removed.extend(orphans.map(|alert| alert.id));
    change
}
