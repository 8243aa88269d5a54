//! The queue of passwords to verify. Only one is verified at a time, as each verification takes memory and CPU time.
//!
//! With a first-in, first-out queue, a flood of guesses would delay the owner. So a browser that signed in before ranks highest, then come
//! clients of the network with the fewest recent or waiting verifications, and of equal clients the newest. A rejected client can try
//! again without a disadvantage, as the newest client ranks highest.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use super::lockout::Client;

/// Maximum length of the queue; above it, the client with the lowest rank is rejected.
const MAX_WAITING: usize = 64;
/// Maximum number of networks whose verifications are counted.
const MAX_NETWORKS: usize = 4_096;
/// How long a network's count is stored after its last verification.
const COUNT_LIFETIME: SignedDuration = SignedDuration::from_hours(1);

/// The network of a client, whose verifications are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Network {
    /// A browser that signed in before; not counted.
    Device,
    /// An IPv4 /24.
    V4([u8; 3]),
    /// An IPv6 /48.
    V6([u16; 3]),
}

impl Network {
    fn of(client: &Client) -> Self {
        match client {
            Client::Device(_) | Client::Person(_) => Self::Device,
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
    sequence: u64,
    enqueued_at: Timestamp,
    turn_sender: oneshot::Sender<Turn>,
}

/// The verifications of a network.
#[derive(Debug)]
struct VerificationCount {
    count: u32,
    last: Timestamp,
}

#[derive(Debug, Default)]
struct QueueState {
    is_busy: bool,
    waiting: Vec<Waiter>,
    /// Verifications by network.
    verifications: HashMap<Network, VerificationCount>,
    next_sequence: u64,
}

/// The queue of clients that wait for verification.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue(Arc<Mutex<QueueState>>);

/// The right to verify a password now. Dropping it gives the turn to the next client.
#[derive(Debug)]
pub(super) struct Turn(Option<Queue>);

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.serve_next();
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
                state.count_verification(network, now);
                return Some(Turn(Some(self.clone())));
            }
            let (turn_sender, waiting) = oneshot::channel();
            let sequence = state.next_sequence;
            state.next_sequence += 1;
            state
                .waiting
                .retain(|waiter| !waiter.turn_sender.is_closed());
            state.waiting.push(Waiter {
                network,
                sequence,
                enqueued_at: now,
                turn_sender,
            });
            state.prune_counts(now);
            if state.waiting.len() > MAX_WAITING
                && let Some(last_index) = state.last_index()
            {
                // Dropping the sender ends the client's wait.
                state.waiting.swap_remove(last_index);
            }
            waiting
        };
        waiting.await.ok()
    }

    /// Gives the turn to the next client that is still waiting.
    fn serve_next(&self) {
        loop {
            let waiter = {
                let mut state = self.locked();
                let Some(first) = state.first_index() else {
                    state.is_busy = false;
                    return;
                };
                state.waiting.swap_remove(first)
            };
            let Waiter {
                network,
                enqueued_at,
                turn_sender,
                ..
            } = waiter;
            match turn_sender.send(Turn(Some(self.clone()))) {
                Ok(()) => return self.locked().count_verification(network, enqueued_at),
                // The client has disconnected. Its turn is taken back, so that dropping it does not call this function again.
                Err(mut turn) => turn.0 = None,
            }
        }
    }

    fn locked(&self) -> MutexGuard<'_, QueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Returns the index of the next client.
    fn first_index(&self) -> Option<usize> {
        (0..self.waiting.len()).min_by_key(|index| self.sort_key(*index))
    }

    /// Returns the index of the client to reject.
    fn last_index(&self) -> Option<usize> {
        (0..self.waiting.len()).max_by_key(|index| self.sort_key(*index))
    }

    /// Returns the sort key of a client: the number of recent and waiting verifications of its network, then the newest first. The client
    /// with the smallest key is next.
    fn sort_key(&self, index: usize) -> (usize, std::cmp::Reverse<u64>) {
        let waiter = &self.waiting[index];
        let count = match &waiter.network {
            Network::Device => 0,
            network => {
                let verifications = self
                    .verifications
                    .get(network)
                    .map_or(0, |verifications| verifications.count);
                let same_network = self
                    .waiting
                    .iter()
                    .filter(|waiter| waiter.network == *network);
                same_network.count().saturating_add(verifications as usize)
            }
        };
        (count, std::cmp::Reverse(waiter.sequence))
    }

    fn count_verification(&mut self, network: Network, now: Timestamp) {
        if network == Network::Device {
            return;
        }
        let verifications = self
            .verifications
            .entry(network)
            .or_insert(VerificationCount {
                count: 0,
                last: now,
            });
        verifications.count = verifications.count.saturating_add(1);
        verifications.last = now;
    }

    /// Removes counts older than [`COUNT_LIFETIME`], and all counts if there are still too many.
    fn prune_counts(&mut self, now: Timestamp) {
        if self.verifications.len() >= MAX_NETWORKS {
            self.verifications
                .retain(|_, count| now.duration_since(count.last).abs() < COUNT_LIFETIME);
            if self.verifications.len() >= MAX_NETWORKS {
                self.verifications.clear();
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

    /// Fills the queue, then gives turns one after another. Returns the indexes of `clients` in the order of their turns.
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
            // Lets the task enter the queue.
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
    async fn a_client_of_another_network_is_verified_before_a_flood() {
        let flood = (0..200).map(|n| address(&format!("198.51.100.{n}")));
        let mut clients: Vec<_> = flood.collect();
        clients.push(address("192.168.1.20"));
        assert_eq!(order(&clients).await.first(), Some(&200));
        // With a flood from many networks, the newest client is first.
        let flood = (0..200).map(|n| address(&format!("198.51.{n}.7")));
        let mut clients: Vec<_> = flood.collect();
        clients.push(address("192.168.1.20"));
        let order = order(&clients).await;
        assert_eq!(order.first(), Some(&200));
        assert_eq!(order.len(), MAX_WAITING);
    }

    #[tokio::test]
    async fn a_rejected_client_is_first_when_it_tries_again() {
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
        assert!(!owner.await.unwrap(), "the flood displaces the owner");
        let second_attempt = wait(address("192.168.1.20"));
        tokio::task::yield_now().await;
        drop(first);
        assert!(second_attempt.await.unwrap());
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
    async fn clients_that_disconnect_are_skipped() {
        let queue = Queue::default();
        let first = queue.wait(&address("192.0.2.1"), NOW).await.unwrap();
        let disconnected = tokio::spawn({
            let queue = queue.clone();
            async move { queue.wait(&address("192.0.2.2"), NOW).await }
        });
        tokio::task::yield_now().await;
        disconnected.abort();
        let _ = disconnected.await;
        drop(first);
        assert!(queue.wait(&address("192.0.2.3"), NOW).await.is_some());
        assert!(!queue.locked().is_busy);
    }
}
