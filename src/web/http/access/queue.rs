//! The queue of passwords to verify: one at a time, as each takes memory and CPU time.
//!
//! First come, first served would let a flood of guesses delay the owner. A browser that signed in before goes first; then clients of the
//! network with the fewest recent or waiting verifications, and among these the newest. A client that is turned away has lost nothing when
//! it tries again.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use super::lockout::Client;

/// Maximum length of the queue; above it, the last in rank is turned away.
const MAX_WAITING: usize = 64;
/// Maximum number of networks whose count is remembered.
const MAX_NETWORKS: usize = 4_096;
/// How long a network's count is remembered.
const COUNT_LIFETIME: SignedDuration = SignedDuration::from_hours(1);

/// Clients that are counted together: an IPv4 /24 or IPv6 /48, or one browser.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Network {
    Device,
    V4([u8; 3]),
    V6([u16; 3]),
}

impl Network {
    fn of(client: &Client) -> Self {
        match client {
            Client::Device(_) => Self::Device,
            Client::Site(site) => Self::V6(*site),
            Client::Address(IpAddr::V4(address)) => {
                let [a, b, c, _] = address.octets();
                Self::V4([a, b, c])
            }
            Client::Address(IpAddr::V6(address)) => {
                let [a, b, c, ..] = address.segments();
                Self::V6([a, b, c])
            }
        }
    }
}

#[derive(Debug)]
struct Waiter {
    network: Network,
    number: u64,
    since: Timestamp,
    turn: oneshot::Sender<Turn>,
}

#[derive(Debug, Default)]
struct QueueState {
    is_busy: bool,
    waiting: Vec<Waiter>,
    /// Number of verifications per network, and the time of the last one.
    verified: HashMap<Network, (u32, Timestamp)>,
    next_number: u64,
}

/// The queue of clients that wait for verification.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue(Arc<Mutex<QueueState>>);

/// The right to verify a password now; dropping it lets the next client in.
#[derive(Debug)]
pub(super) struct Turn(Option<Queue>);

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.next();
        }
    }
}

impl Queue {
    /// Waits for a turn. Returns `None` if the queue is full of clients with a higher rank. Dropping the future leaves the queue.
    pub(super) async fn wait(&self, client: &Client, now: Timestamp) -> Option<Turn> {
        let waiting = {
            let mut state = self.locked();
            let network = Network::of(client);
            if !state.is_busy {
                state.is_busy = true;
                state.count(network, now);
                return Some(Turn(Some(self.clone())));
            }
            let (turn, waiting) = oneshot::channel();
            let number = state.next_number;
            state.next_number += 1;
            state.waiting.retain(|waiter| !waiter.turn.is_closed());
            state.waiting.push(Waiter {
                network,
                number,
                since: now,
                turn,
            });
            state.forget_before(now);
            if state.waiting.len() > MAX_WAITING
                && let Some(last) = state.last()
            {
                // Its waiter notices the dropped sender.
                state.waiting.swap_remove(last);
            }
            waiting
        };
        waiting.await.ok()
    }

    /// Gives the turn to the next client that is still waiting.
    fn next(&self) {
        loop {
            let waiter = {
                let mut state = self.locked();
                let Some(first) = state.first() else {
                    state.is_busy = false;
                    return;
                };
                state.waiting.swap_remove(first)
            };
            let Waiter {
                network,
                since,
                turn,
                ..
            } = waiter;
            match turn.send(Turn(Some(self.clone()))) {
                Ok(()) => return self.locked().count(network, since),
                // The client is gone: its turn returns unused, and the loop continues with the next.
                Err(mut turn) => turn.0 = None,
            }
        }
    }

    fn locked(&self) -> MutexGuard<'_, QueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Position of the next client.
    fn first(&self) -> Option<usize> {
        (0..self.waiting.len()).min_by_key(|index| self.rank(*index))
    }

    /// Position of the client to turn away.
    fn last(&self) -> Option<usize> {
        (0..self.waiting.len()).max_by_key(|index| self.rank(*index))
    }

    /// Rank; lower is better: the number of recent and waiting verifications of the network, then newest first.
    fn rank(&self, index: usize) -> (usize, std::cmp::Reverse<u64>) {
        let waiter = &self.waiting[index];
        let count = match &waiter.network {
            Network::Device => 0,
            network => {
                let verified = self.verified.get(network).map_or(0, |(count, _)| *count);
                let alike = self.waiting.iter().filter(|one| one.network == *network);
                alike.count().saturating_add(verified as usize)
            }
        };
        (count, std::cmp::Reverse(waiter.number))
    }

    fn count(&mut self, network: Network, now: Timestamp) {
        if network == Network::Device {
            return;
        }
        let (count, last) = self.verified.entry(network).or_insert((0, now));
        *count = count.saturating_add(1);
        *last = now;
    }

    /// Forgets counts older than an hour, and all of them if there are too many.
    fn forget_before(&mut self, now: Timestamp) {
        if self.verified.len() >= MAX_NETWORKS {
            self.verified
                .retain(|_, (_, last)| now.duration_since(*last).abs() < COUNT_LIFETIME);
            if self.verified.len() >= MAX_NETWORKS {
                self.verified.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Client {
        Client::Address(text.parse().unwrap())
    }

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    /// Fills the queue, then gives turns one after another; returns their order.
    async fn order(clients: &[Client]) -> Vec<usize> {
        let queue = Queue::default();
        let first = queue.wait(&address("203.0.113.250"), NOW).await.unwrap();
        let order: Arc<Mutex<Vec<usize>>> = Arc::default();
        let mut tasks = vec![];
        for (index, client) in clients.iter().cloned().enumerate() {
            let (queue, order) = (queue.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                if let Some(_turn) = queue.wait(&client, NOW).await {
                    order.lock().unwrap().push(index);
                }
            }));
            // Lets it enter the queue.
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock().unwrap();
        order.clone()
    }

    #[tokio::test]
    async fn the_owner_is_verified_before_the_rest_of_a_flood() {
        let flood = (0..200).map(|n| address(&format!("198.51.100.{n}")));
        let mut all: Vec<_> = flood.collect();
        all.push(address("192.168.1.20"));
        assert_eq!(order(&all).await.first(), Some(&200));
        // From as many networks: the newest first.
        let flood = (0..200).map(|n| address(&format!("198.51.{n}.7")));
        let mut all: Vec<_> = flood.collect();
        all.push(address("192.168.1.20"));
        let order = order(&all).await;
        assert_eq!(order.first(), Some(&200));
        assert_eq!(order.len(), MAX_WAITING);
    }

    #[tokio::test]
    async fn a_client_that_was_turned_away_is_next_when_it_returns() {
        let queue = Queue::default();
        let first = queue.wait(&address("203.0.113.250"), NOW).await.unwrap();
        let wait = |client: Client| {
            let queue = queue.clone();
            tokio::spawn(async move { queue.wait(&client, NOW).await.is_some() })
        };
        let owner = wait(address("192.168.1.20"));
        tokio::task::yield_now().await;
        let mut flood = vec![];
        for network in 0..200 {
            flood.push(wait(address(&format!("198.51.{network}.7"))));
            tokio::task::yield_now().await;
        }
        assert!(!owner.await.unwrap(), "it came before the flood");
        let again = wait(address("192.168.1.20"));
        tokio::task::yield_now().await;
        drop(first);
        assert!(again.await.unwrap());
        let mut verified = 0;
        for guess in flood {
            verified += usize::from(guess.await.unwrap());
        }
        assert_eq!(verified, MAX_WAITING - 1);
    }

    #[tokio::test]
    async fn a_browser_that_signed_in_before_goes_first() {
        let clients = [
            Client::Device("mine".to_owned()),
            address("192.0.2.1"),
            address("2001:db8::1"),
        ];
        assert_eq!(order(&clients).await[0], 0);
    }

    #[tokio::test]
    async fn clients_that_disconnect_are_skipped_and_the_queue_empties() {
        let queue = Queue::default();
        let first = queue.wait(&address("192.0.2.1"), NOW).await.unwrap();
        let gone = tokio::spawn({
            let queue = queue.clone();
            async move { queue.wait(&address("192.0.2.2"), NOW).await }
        });
        tokio::task::yield_now().await;
        gone.abort();
        let _ = gone.await;
        drop(first);
        assert!(queue.wait(&address("192.0.2.3"), NOW).await.is_some());
        assert!(!queue.locked().is_busy);
    }
}
