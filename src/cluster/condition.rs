//! How an edge, or a source that stands by, is: for `/api/status`, `/api/health` and `/metrics`.

use std::{
    sync::{Arc, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

use futures_util::StreamExt as _;
use tokio::time::{interval, sleep};

use super::{
    connection,
    edge::Edge,
    members::{HEARTBEAT, Heartbeat, Roster},
    wire,
};
use crate::{
    live::hub::Hub,
    runtime::health::{Age, ClusterFacts, LeaderFacts},
    store::Scope,
};

/// The source sends something every two seconds; when it is silent for so long, that is said.
const SOURCE_SILENCE: Duration = Duration::from_secs(10);
/// Pause before a failed subscription is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);

impl Edge {
    /// Says to the source, again and again, how this process is and what is watched here.
    pub(super) async fn send_heartbeats(self: Arc<Self>, hub: Arc<Hub>) {
        let mut beat = interval(HEARTBEAT);
        loop {
            beat.tick().await;
            let sequence = self.progress.get(&Scope::Everybody);
            let silent = self.ticks.borrow().last.map(|last| last.elapsed());
            let heartbeat = Heartbeat {
                name: self.name.clone(),
                role: self.role,
                sequence: sequence.map_or(0, |progress| progress.borrow().sequence),
                prices_ago: silent.map(Age),
                counts: self.counts.read(),
                watched: hub.watched().into_iter().map(|id| id.0).collect(),
            };
            if let (true, Ok(body)) = (
                connection::is_up(&self.client),
                serde_json::to_vec(&heartbeat),
            ) {
                let _ = self.client.publish(wire::EDGES, body.into()).await;
            }
        }
    }

    /// Hears from the source, without end, how the others are.
    pub(super) async fn receive_roster(self: Arc<Self>) {
        loop {
            if let Ok(mut told) = self.client.subscribe(wire::MEMBERS).await {
                while let Some(message) = told.next().await {
                    let read = wire::head(message.headers.as_ref())
                        .and_then(|_| Roster::decode(&message.payload, Instant::now()));
                    match read {
                        Ok(roster) => *self.roster() = Some(roster),
                        Err(error) => tracing::debug!("not heard of the others: {error:#}"),
                    }
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// All that is known of the processes of this market.
    pub(crate) fn facts(&self) -> ClusterFacts {
        let now = Instant::now();
        let (mut source, mut behind) = (None, 0);
        if let Some(progress) = self.progress.get(&Scope::Everybody) {
            let progress = progress.borrow();
            behind = progress.newest.saturating_sub(progress.sequence);
            source = (progress.epoch > 0).then(|| LeaderFacts {
                name: progress.source.clone(),
                epoch: progress.epoch,
                heard_ago: self.ticks.borrow().last.map(|last| Age(now - last)),
            });
        }
        let mut members = self
            .roster()
            .as_ref()
            .map_or_else(Vec::new, |roster| roster.others(&self.name, now));
        members.retain(|member| source.as_ref().is_none_or(|one| one.name != member.name));
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

    fn roster(&self) -> MutexGuard<'_, Option<Roster>> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is wrong, in sentences.
    fn problems(&self) -> Vec<String> {
        let mut problems = self.connection.problems(Instant::now());
        let is_up = self.connection.is_up();
        // What could not be read without a connection says no more.
        for progress in self.progress.values().filter(|_| is_up) {
            let progress = progress.borrow();
            if let Some(problem) = &progress.problem {
                problems.push(format!("Nothing is taken from the source: {problem}."));
            } else if !progress.is_complete {
                problems.push(format!(
                    "What the source has published is being read: {} of {}.",
                    progress.sequence, progress.newest
                ));
            }
        }
        if problems.is_empty() && !self.has_prices() {
            problems.push("The source has published no prices yet.".to_owned());
        }
        let ticks = self.ticks.borrow();
        let silent = ticks.last.unwrap_or(self.started).elapsed();
        if silent > SOURCE_SILENCE {
            let seconds = silent.as_secs();
            problems.push(match ticks.last {
                Some(_) => format!("The source is silent for {seconds} seconds; prices are as old as they say."),
                None => format!("No source was heard for {seconds} seconds, since the start; prices are as old as they say."),
            });
        }
        if let Some(problem) = &ticks.problem {
            problems.push(format!("Prices are not understood: {problem}."));
        }
        problems
    }

    fn has_prices(&self) -> bool {
        let state = self.state.get().and_then(Weak::upgrade);
        state.is_some_and(|state| state.market.read().has_prices())
    }
}
