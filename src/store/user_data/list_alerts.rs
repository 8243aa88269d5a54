//! Alerts on a watchlist. Each ticker of the list has a member alert, which is added and removed
//! together with the ticker.

use std::collections::{BTreeMap, BTreeSet};

use super::alerts;
use crate::{
    domain::{
        Timestamp,
        alert::{Alert, ListRef},
        person::PersonId,
        ticker::TickerId,
        watchlist::Watchlist,
    },
    store::{
        Result, Store,
        schema::{ALERTS, WATCHLISTS},
    },
};

/// The changes to member alerts that result from changes to watchlists.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ListAlertChanges {
    /// Member alerts of added tickers.
    pub(crate) added: Vec<Alert>,
    /// Member alerts of removed tickers.
    pub(crate) removed: Vec<Alert>,
    /// Member alerts whose quiet period or lifetime changed because it changed in their list alert.
    pub(crate) adjusted: Vec<Alert>,
    /// List alerts that are now disabled because their list was deleted.
    pub(crate) ended: Vec<Alert>,
    /// Alerts on lists that were renamed.
    renamed: Vec<Alert>,
}

impl ListAlertChanges {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Store {
    /// Updates the member alerts to match the watchlists at `now`, in one transaction. `symbol`
    /// returns the symbol of a ticker, or `None` if the ticker cannot have alerts. Creates no
    /// alerts beyond `max` per person, so that further tickers of a list have no member alert.
    pub(crate) fn sync_list_alerts(
        &self,
        symbol: impl Fn(TickerId) -> Option<String>,
        max: usize,
        now: Timestamp,
    ) -> Result<ListAlertChanges> {
        let compute =
            |alerts, lists: &[Watchlist]| compute_changes(alerts, lists, &symbol, max, now);
        let planned = self.handle.read(|txn| {
            let (alerts, lists) = (
                ALERTS.everyone().read(txn)?.all()?,
                WATCHLISTS.everyone().read(txn)?.all()?,
            );
            Ok(compute(alerts, &lists))
        })?;
        if planned.is_empty() {
            return Ok(planned);
        }
        self.handle.write(|txn| {
            let lists = WATCHLISTS.everyone().write(txn)?.all()?;
            let alerts = ALERTS.everyone().write(txn)?.all()?;
            let mut changes = compute(alerts, &lists);
            for added in &mut changes.added {
                *added = alerts::create(txn, added)?;
            }
            let mut stored = ALERTS.everyone().write(txn)?;
            for alert in &changes.removed {
                stored.remove(&alerts::key_of(alert))?;
            }
            let updated = changes.adjusted.iter().chain(&changes.ended);
            for alert in updated.chain(&changes.renamed) {
                stored.put(&alerts::key_of(alert), alert)?;
            }
            Ok(changes)
        })
    }
}

fn compute_changes(
    alerts: Vec<Alert>,
    lists: &[Watchlist],
    symbol: &impl Fn(TickerId) -> Option<String>,
    max: usize,
    now: Timestamp,
) -> ListAlertChanges {
    let mut counts: BTreeMap<PersonId, usize> = BTreeMap::new();
    for alert in &alerts {
        *counts.entry(alert.person).or_default() += 1;
    }
    let (list_alerts, others): (Vec<_>, Vec<_>) =
        alerts.into_iter().partition(|alert| alert.list.is_some());
    let mut members: BTreeMap<u32, Vec<Alert>> = BTreeMap::new();
    for alert in others {
        if let Some(list_alert) = alert.follows {
            members.entry(list_alert).or_default().push(alert);
        }
    }
    let mut changes = ListAlertChanges::default();
    for mut alert in list_alerts {
        let list_ref = alert.list.as_ref();
        // A list that is no longer shared with the person counts as deleted.
        let is_covered = |list: &&Watchlist| {
            list_ref.is_some_and(|list_ref| list.id == list_ref.id)
                && list.permission(alert.person).is_some()
        };
        let list = lists.iter().find(is_covered);
        let count = counts.entry(alert.person).or_default();
        let mut symbols: BTreeSet<String> = match list {
            Some(list) if alert.active && alert.list_of_members().is_some() => list
                .items
                .iter()
                .filter_map(|item| symbol(item.ticker_id))
                .collect(),
            _ => BTreeSet::new(),
        };
        for member in members.remove(&alert.id).unwrap_or_default() {
            if !symbols.remove(&member.symbol) {
                changes.removed.push(member);
                *count -= 1;
            } else if member != member.with_lifetime_of(&alert) {
                changes.adjusted.push(member.with_lifetime_of(&alert));
            }
        }
        let added = symbols.iter().take(max.saturating_sub(*count));
        let added: Vec<_> = added
            .map(|symbol| alert.member_alert(symbol, now))
            .collect();
        *count += added.len();
        changes.added.extend(added);
        match list {
            None if alert.active => {
                alert.active = false;
                changes.ended.push(alert);
            }
            Some(list) if list_ref.is_some_and(|list_ref| list_ref.name != list.name) => {
                alert.list = Some(ListRef {
                    id: list.id,
                    name: list.name.clone(),
                });
                changes.renamed.push(alert);
            }
            _ => {}
        }
    }
    // The list alert of the remaining members was deleted.
    changes.removed.extend(members.into_values().flatten());
    changes
}
