//! Changes at the source while it is paused, disconnected from NATS or killed. No acknowledged change is lost.
//!
//! `MARKETDECK_TEST_ROUNDS=50 cargo test --test cluster -- changes_at_the_source --nocapture` sets the number of faults. Pauses
//! then alternate between 14 and 58 seconds; by default they last until the standby has taken over.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    nats::Nats,
    process::{ClusterProcess, count},
    program::{poll, poll_or},
};

/// Number of changes around each fault.
const CHANGES: usize = 8;
/// Rounds per cluster; a user may have at most 200 lists.
const ROUNDS_PER_CLUSTER: usize = 15;
/// Number of clusters tested concurrently; paused clusters use no CPU time.
const CONCURRENT_CLUSTERS: usize = 3;
/// Time limit of a response; longer than the longest pause.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(180);

#[derive(Debug, Clone, Copy)]
enum Fault {
    /// The source is paused (SIGSTOP) until the standby has taken over, and for at least this long.
    Paused(Duration),
    /// NATS becomes unreachable, the source is killed, and NATS returns.
    CutOffAndKilled,
    /// The source is killed during changes.
    Killed,
}

/// The result of a change from the client's point of view.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Acknowledged,
    Rejected,
    /// No response, or one that does not say whether the change was made.
    Unknown(String),
}

/// A source, a standby and an edge.
struct Cluster {
    nats: Nats,
    source: ClusterProcess,
    standby: ClusterProcess,
    edge: ClusterProcess,
}

impl Cluster {
    fn start() -> Self {
        let nats = Nats::start();
        let source = ClusterProcess::source(&nats).wait_until_source();
        let standby = ClusterProcess::source(&nats).wait_until_complete();
        let edge = ClusterProcess::edge(&nats).wait_until_complete();
        Self {
            nats,
            source,
            standby,
            edge,
        }
    }

    /// Makes changes at the source before and after a fault, and waits until the standby has taken over. Returns the cluster with the new
    /// roles, and the outcome of each change by name.
    fn change_around_fault(self, fault: Fault, round: usize) -> (Self, Vec<(String, Outcome)>) {
        let Self {
            mut nats,
            mut source,
            standby,
            edge,
        } = self;
        let previous_terms = standby.times_source();
        let sent_count = AtomicUsize::new(0);
        let start = Instant::now();
        let outcomes = thread::scope(|scope| {
            let address = source.running.address.clone();
            let change = |number: usize| {
                let (address, sent_count) = (address.clone(), &sent_count);
                let name = format!("Round {round}, change {number}");
                scope.spawn(move || {
                    let stream = send(&address, &name);
                    sent_count.fetch_add(1, Ordering::Relaxed);
                    (name, outcome(stream))
                })
            };
            // When the fault occurs, some changes are complete and some are in progress.
            let first: Vec<_> = (0..CHANGES / 4)
                .map(change)
                .map(|one| one.join().unwrap())
                .collect();
            let mut changes: Vec<_> = (CHANGES / 4..CHANGES / 2).map(change).collect();
            match fault {
                Fault::Paused(_) => source.running.signal("STOP"),
                Fault::CutOffAndKilled => nats.kill(),
                Fault::Killed => {}
            }
            changes.extend((CHANGES / 2..CHANGES).map(change));
            poll("the changes to be sent", || {
                (sent_count.load(Ordering::Relaxed) == CHANGES).then_some(())
            });
            match fault {
                Fault::Paused(min_pause) => {
                    poll("the standby to take over", || {
                        (standby.times_source() > previous_terms).then_some(())
                    });
                    thread::sleep(min_pause.saturating_sub(start.elapsed()));
                    source.running.signal("CONT");
                }
                Fault::CutOffAndKilled | Fault::Killed => {
                    if let Fault::CutOffAndKilled = fault {
                        // The source could respond to all changes before it is killed.
                        poll("responses to all changes", || {
                            let are_all = changes.iter().all(thread::ScopedJoinHandle::is_finished);
                            are_all.then_some(())
                        });
                    }
                    source.running.signal("KILL");
                    source.running.wait();
                    nats.resume_if_killed();
                }
            }
            let rest = changes.into_iter().map(|one| one.join().unwrap());
            first.into_iter().chain(rest).collect::<Vec<_>>()
        });
        // Waits before the former source restarts, because that one might acquire the lease first.
        let successor = standby.wait_until_source_again(previous_terms);
        if !matches!(fault, Fault::Paused(_)) {
            source = source.restart_after_exit("source", &nats.url());
        }
        let changed = Self {
            nats,
            source: successor,
            standby: source.wait_until_complete(),
            edge: edge.wait_until_complete(),
        };
        (changed, outcomes)
    }

    /// Waits until every process has each acknowledged change exactly once and no rejected change. Soon after a former source returns, it
    /// drops changes that no other process has.
    fn check(&self, outcomes: &[(String, Outcome)], fault: Fault) {
        poll_or("processes that agree", || {
            let watchlists: Vec<Value> = [&self.source, &self.standby, &self.edge]
                .into_iter()
                .map(|process| process.json("/api/watchlists"))
                .collect();
            for (name, outcome) in outcomes {
                let counts: Vec<usize> =
                    watchlists.iter().map(|lists| count(lists, name)).collect();
                let is_valid = match outcome {
                    Outcome::Acknowledged => counts == [1, 1, 1],
                    Outcome::Rejected => counts == [0, 0, 0],
                    Outcome::Unknown(_) => counts == [0, 0, 0] || counts == [1, 1, 1],
                };
                if !is_valid {
                    return Err(format!(
                        "{fault:?}: '{name}' ({outcome:?}) exists {counts:?} times at source, standby and edge"
                    ));
                }
            }
            Ok(())
        });
    }
}

/// Sends a change on a new connection.
fn send(address: &str, name: &str) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT))?;
    let body = json!({ "name": name }).to_string();
    write!(
        stream,
        "POST /api/watchlists HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    Ok(stream)
}

/// Classifies the response to a change.
fn outcome(stream: std::io::Result<TcpStream>) -> Outcome {
    let read = stream.and_then(|mut stream| {
        let mut response = String::new();
        stream.read_to_string(&mut response).map(|_| response)
    });
    match read {
        Ok(response) if response.starts_with("HTTP/1.1 201") => Outcome::Acknowledged,
        Ok(response) if response.contains("nothing was changed") => Outcome::Rejected,
        Ok(response) if response.is_empty() || response.starts_with("HTTP/1.1 503") => {
            let sentence = response.rsplit("\r\n\r\n").next().unwrap_or_default();
            Outcome::Unknown(sentence.trim().to_owned())
        }
        Ok(response) => panic!("{response}"),
        Err(error) => Outcome::Unknown(error.to_string()),
    }
}

/// Returns the faults to test; few by default.
fn faults() -> Vec<Fault> {
    let Ok(rounds) = std::env::var("MARKETDECK_TEST_ROUNDS") else {
        return vec![Fault::Paused(Duration::ZERO), Fault::CutOffAndKilled];
    };
    let kinds = [
        Fault::Paused(Duration::from_secs(14)),
        Fault::CutOffAndKilled,
        Fault::Paused(Duration::from_secs(58)),
        Fault::Killed,
    ];
    let rounds: usize = rounds.parse().expect("the variable is a number of rounds");
    kinds.into_iter().cycle().take(rounds).collect()
}

#[test]
fn changes_at_the_source_that_were_acknowledged_survive_every_fault() {
    let all = faults();
    let lanes = CONCURRENT_CLUSTERS.min(all.len());
    let (acknowledged, rejected, unknown) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    thread::scope(|scope| {
        for lane in 0..lanes {
            let faults_of_lane: Vec<Fault> =
                all.iter().copied().skip(lane).step_by(lanes).collect();
            let (acknowledged, rejected, unknown) = (&acknowledged, &rejected, &unknown);
            scope.spawn(move || {
                for faults_of_cluster in faults_of_lane.chunks(ROUNDS_PER_CLUSTER) {
                    let mut cluster = Cluster::start();
                    for (round, fault) in faults_of_cluster.iter().enumerate() {
                        let (changed, outcomes) = cluster.change_around_fault(*fault, round);
                        cluster = changed;
                        cluster.check(&outcomes, *fault);
                        for (_, outcome) in &outcomes {
                            let counter = match outcome {
                                Outcome::Acknowledged => acknowledged,
                                Outcome::Rejected => rejected,
                                Outcome::Unknown(_) => unknown,
                            };
                            counter.fetch_add(1, Ordering::Relaxed);
                        }
                        println!("{fault:?}: {outcomes:?}");
                    }
                }
            });
        }
    });
    println!(
        "{} faults: {} acknowledged changes, none lost; {} rejected changes, none made; {} unknown outcomes, the same at every process",
        all.len(),
        acknowledged.load(Ordering::Relaxed),
        rejected.load(Ordering::Relaxed),
        unknown.load(Ordering::Relaxed)
    );
}
