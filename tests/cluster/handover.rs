//! Changes made at the source itself while it is paused, disconnected from NATS or killed: no acknowledged change is lost.
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
    deck::{Deck, count},
    nats::Nats,
    program::{poll, poll_or},
};

/// Number of changes around each fault.
const CHANGES: usize = 8;
/// Rounds per cluster; a user may have at most 200 lists.
const ROUNDS_OF_A_CLUSTER: usize = 15;
/// Number of clusters tested at the same time; a pause needs no processor.
const AT_ONCE: usize = 3;
/// Time limit of a response; longer than the longest pause.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(180);

#[derive(Debug, Clone, Copy)]
enum Fault {
    /// The source is paused until the standby has taken over, and for at least this long.
    Paused(Duration),
    /// NATS becomes unreachable, the source is killed, and NATS returns.
    CutOffAndKilled,
    /// The source is killed during changes.
    Killed,
}

/// What a client knows about its change.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Acknowledged,
    Refused,
    /// There was no response, or one that leaves the result open.
    Unknown(String),
}

/// Two processes, one of which is the source, and an edge.
struct Cluster {
    nats: Nats,
    source: Deck,
    standby: Deck,
    edge: Deck,
}

impl Cluster {
    fn start() -> Self {
        let nats = Nats::start();
        let source = Deck::source(&nats).once_source();
        let standby = Deck::source(&nats).once_complete();
        let edge = Deck::edge(&nats).once_complete();
        Self {
            nats,
            source,
            standby,
            edge,
        }
    }

    /// Makes changes at the source around a fault and lets the standby take over; returns both in their new roles, with the
    /// responses.
    fn after(self, fault: Fault, round: usize) -> (Self, Vec<(String, Outcome)>) {
        let Self {
            mut nats,
            mut source,
            standby,
            edge,
        } = self;
        let terms = standby.times_source();
        let sent = AtomicUsize::new(0);
        let began = Instant::now();
        let outcomes = thread::scope(|scope| {
            let address = source.running.address.clone();
            let change = |number: usize| {
                let (address, sent) = (address.clone(), &sent);
                let name = format!("Round {round}, change {number}");
                scope.spawn(move || {
                    let stream = send(&address, &name);
                    sent.fetch_add(1, Ordering::Relaxed);
                    (name, outcome(stream))
                })
            };
            // When the fault occurs, some have been answered and some are in progress.
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
                (sent.load(Ordering::Relaxed) == CHANGES).then_some(())
            });
            match fault {
                Fault::Paused(least) => {
                    poll("the standby to take over", || {
                        (standby.times_source() > terms).then_some(())
                    });
                    thread::sleep(least.saturating_sub(began.elapsed()));
                    source.running.signal("CONT");
                }
                Fault::CutOffAndKilled | Fault::Killed => {
                    if let Fault::CutOffAndKilled = fault {
                        // It has had time to answer all of them.
                        poll("the changes to be answered", || {
                            let are_all = changes.iter().all(thread::ScopedJoinHandle::is_finished);
                            are_all.then_some(())
                        });
                    }
                    source.running.signal("KILL");
                    source.running.wait();
                    nats.start_if_away();
                }
            }
            let joined = changes.into_iter().map(|one| one.join().unwrap());
            first.into_iter().chain(joined).collect::<Vec<_>>()
        });
        // Before the former source returns, because it might take the lease first.
        let successor = standby.once_source_since(terms);
        if !matches!(fault, Fault::Paused(_)) {
            source = source.start_again("source", &nats.url());
        }
        let changed = Self {
            nats,
            source: successor,
            standby: source.once_complete(),
            edge: edge.once_complete(),
        };
        (changed, outcomes)
    }

    /// Panics if a process does not end up with each acknowledged change exactly once, or keeps a rejected one. A former source
    /// drops changes that no other process has soon after it returns.
    fn check(&self, outcomes: &[(String, Outcome)], fault: Fault) {
        poll_or("processes that agree", || {
            let shown: Vec<Value> = [&self.source, &self.standby, &self.edge]
                .into_iter()
                .map(|deck| deck.json("/api/watchlists"))
                .collect();
            for (name, outcome) in outcomes {
                let counts: Vec<usize> = shown.iter().map(|lists| count(lists, name)).collect();
                let is_right = match outcome {
                    Outcome::Acknowledged => counts == [1, 1, 1],
                    Outcome::Refused => counts == [0, 0, 0],
                    Outcome::Unknown(_) => counts == [0, 0, 0] || counts == [1, 1, 1],
                };
                if !is_right {
                    return Err(format!(
                        "{fault:?}: '{name}' {outcome:?} is there {counts:?} times"
                    ));
                }
            }
            Ok(())
        });
    }
}

/// Sends a change on its own connection.
fn send(address: &str, name: &str) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
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
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    });
    match read {
        Ok(answer) if answer.starts_with("HTTP/1.1 201") => Outcome::Acknowledged,
        Ok(answer) if answer.contains("nothing was changed") => Outcome::Refused,
        Ok(answer) if answer.is_empty() || answer.starts_with("HTTP/1.1 503") => {
            let sentence = answer.rsplit("\r\n\r\n").next().unwrap_or_default();
            Outcome::Unknown(sentence.trim().to_owned())
        }
        Ok(answer) => panic!("{answer}"),
        Err(error) => Outcome::Unknown(error.to_string()),
    }
}

/// The faults of a run; few by default.
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
    let rounds: usize = rounds.parse().expect("a number of rounds");
    kinds.into_iter().cycle().take(rounds).collect()
}

#[test]
fn changes_at_the_source_that_were_acknowledged_survive_every_fault() {
    let all = faults();
    let lanes = AT_ONCE.min(all.len());
    let (acknowledged, refused, unknown) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    thread::scope(|scope| {
        for lane in 0..lanes {
            let own: Vec<Fault> = all.iter().copied().skip(lane).step_by(lanes).collect();
            let (acknowledged, refused, unknown) = (&acknowledged, &refused, &unknown);
            scope.spawn(move || {
                for of_a_cluster in own.chunks(ROUNDS_OF_A_CLUSTER) {
                    let mut cluster = Cluster::start();
                    for (round, fault) in of_a_cluster.iter().enumerate() {
                        let (changed, outcomes) = cluster.after(*fault, round);
                        cluster = changed;
                        cluster.check(&outcomes, *fault);
                        for (_, outcome) in &outcomes {
                            let counter = match outcome {
                                Outcome::Acknowledged => acknowledged,
                                Outcome::Refused => refused,
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
        "{} faults: {} changes acknowledged and none of them lost, {} refused and none of them made, {} left open and alike everywhere",
        all.len(),
        acknowledged.load(Ordering::Relaxed),
        refused.load(Ordering::Relaxed),
        unknown.load(Ordering::Relaxed)
    );
}
