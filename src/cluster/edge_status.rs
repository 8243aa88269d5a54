//! Reports the state of an edge or standby: heartbeats to the source, and facts for `/api/status`, `/api/health` and `/metrics`.

use std::{
    sync::{Arc, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

use futures_util::StreamExt as _;
use tokio::time::{interval, sleep};

use super::{
    connection,
    edge::Edge,
    members::{HEARTBEAT_INTERVAL, Heartbeat, MemberList},
    wire,
};
use crate::{
    live::hub::Hub,
    runtime::health::{Age, ClusterFacts, LeaderFacts},
    store::Scope,
};

/// Time without a message after which the source is reported as silent. The source sends a message at least every two seconds.
const SOURCE_SILENCE: Duration = Duration::from_secs(10);
/// Delay before a failed subscription is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);

impl Edge {
    /// Sends heartbeats to the source: the state of this process and the tickers watched here.
    pub(super) async fn send_heartbeats(self: Arc<Self>, hub: Arc<Hub>) {
        let mut beat = interval(HEARTBEAT_INTERVAL);
        loop {
            beat.tick().await;
            let sequence = self.progress.get(&Scope::AllMembers);
            let since_prices = self.ticks.borrow().last.map(|last| last.elapsed());
            let heartbeat = Heartbeat {
                name: self.name.clone(),
                role: self.role,
                sequence: sequence.map_or(0, |progress| progress.borrow().sequence),
                prices_ago: since_prices.map(Age),
                counts: self.counts.read(),
                watched: hub.watched().into_iter().map(|id| id.0).collect(),
            };
            if let (true, Ok(body)) = (
                connection::is_up(&self.client),
                serde_json::to_vec(&heartbeat),
            ) {
                let _ = self.client.publish(wire::HEARTBEATS, body.into()).await;
            }
        }
    }

    /// Receives the state of all processes from the source, forever.
    pub(super) async fn receive_member_list(self: Arc<Self>) {
        loop {
            if let Ok(mut updates) = self.client.subscribe(wire::MEMBERS).await {
                while let Some(message) = updates.next().await {
                    let decoded = wire::parse_headers(message.headers.as_ref())
                        .and_then(|_| MemberList::decode(&message.payload, Instant::now()));
                    match decoded {
                        Ok(member_list) => *self.member_list() = Some(member_list),
                        Err(error) => {
                            tracing::debug!("cluster: cannot read the member list: {error:#}");
                        }
                    }
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Returns the state of the cluster as this process knows it.
    pub(crate) fn facts(&self) -> ClusterFacts {
        let now = Instant::now();
        let (mut source, mut behind) = (None, 0);
        if let Some(progress) = self.progress.get(&Scope::AllMembers) {
            let progress = progress.borrow();
            behind = progress.newest.saturating_sub(progress.sequence);
            source = (progress.epoch > 0).then(|| LeaderFacts {
                name: progress.source.clone(),
                epoch: progress.epoch,
                heard_ago: self.ticks.borrow().last.map(|last| Age(now - last)),
            });
        }
        let mut members = self
            .member_list()
            .as_ref()
            .map_or_else(Vec::new, |member_list| member_list.others(&self.name, now));
        members.retain(|member| {
            source
                .as_ref()
                .is_none_or(|source| source.name != member.name)
        });
        ClusterFacts {
            name: self.name.clone(),
            role: self.role,
            connected: connection::is_up(&self.client),
            source,
            behind: Some(behind),
            counts: self.counts.read(),
            members,
            problems: self.problems(),
        }
    }

    fn member_list(&self) -> MutexGuard<'_, Option<MemberList>> {
        self.member_list
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current problems, one sentence each.
    fn problems(&self) -> Vec<String> {
        let mut problems = self.connection.problems(Instant::now());
        let is_up = self.connection.is_up();
        // Without a connection, read errors add no information.
        for progress in self.progress.values().filter(|_| is_up) {
            let progress = progress.borrow();
            if let Some(problem) = &progress.problem {
                problems.push(format!("Cannot read from the source: {problem}."));
            } else if !progress.is_complete {
                problems.push(format!(
                    "Still reading records from the source: {} of {}.",
                    progress.sequence, progress.newest
                ));
            }
        }
        if problems.is_empty() && !self.has_prices() {
            problems.push("The source has not published any prices yet.".to_owned());
        }
        let ticks = self.ticks.borrow();
        let silence = ticks.last.unwrap_or(self.started).elapsed();
        if silence > SOURCE_SILENCE {
            let seconds = silence.as_secs();
            problems.push(match ticks.last {
                Some(_) => format!("No message from the source for {seconds} seconds; prices may be outdated."),
                None => format!("No message from a source since the start, for {seconds} seconds; prices may be outdated."),
            });
        }
        if let Some(problem) = &ticks.problem {
            problems.push(format!("Cannot read prices: {problem}."));
        }
        problems
    }

    fn has_prices(&self) -> bool {
        let state = self.state.get().and_then(Weak::upgrade);
        state.is_some_and(|state| state.market.read().has_prices())
    }
}
