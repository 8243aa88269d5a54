//! Who is next to have a password judged: one at a time, for each takes memory and a processor.
//!
//! First come, first served would let a flood of guesses keep the owner waiting. A browser that signed in before goes first;
//! then whoever comes from the network from which the fewest were judged lately or wait, and of those the newest. Who is turned away
//! has lost nothing by it when it comes again.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use super::lockout::Who;

/// Longest queue; of more, the one with the least right to be next is turned away.
const MAX_WAITING: usize = 64;
/// Networks whose count is remembered at most.
const MAX_NETWORKS: usize = 4_096;
/// How long a network's count is remembered.
const COUNT_FOR: SignedDuration = SignedDuration::from_hours(1);

/// The neighbours that are served in turn: those in the same IPv4 /24 or IPv6 /48, or one browser.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Network {
    Device,
    V4([u8; 3]),
    V6([u16; 3]),
}

impl Network {
    fn of(who: &Who) -> Self {
        match who {
            Who::Device(_) => Self::Device,
            Who::Site(site) => Self::V6(*site),
            Who::Address(IpAddr::V4(address)) => {
                let [a, b, c, _] = address.octets();
                Self::V4([a, b, c])
            }
            Who::Address(IpAddr::V6(address)) => {
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
struct Line {
    is_busy: bool,
    waiting: Vec<Waiter>,
    /// How many each network had judged, and when the last one was.
    judged: HashMap<Network, (u32, Timestamp)>,
    next_number: u64,
}

/// Those who wait.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue(Arc<Mutex<Line>>);

/// The right to have a password judged now; dropping it lets the next one in.
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
    /// Waits for a turn. `None` where too many with a better right wait already. Dropping the future leaves the queue.
    pub(super) async fn wait(&self, who: &Who, now: Timestamp) -> Option<Turn> {
        let waiting = {
            let mut line = self.locked();
            let network = Network::of(who);
            if !line.is_busy {
                line.is_busy = true;
                line.count(network, now);
                return Some(Turn(Some(self.clone())));
            }
            let (turn, waiting) = oneshot::channel();
            let number = line.next_number;
            line.next_number += 1;
            line.waiting.retain(|waiter| !waiter.turn.is_closed());
            line.waiting.push(Waiter {
                network,
                number,
                since: now,
                turn,
            });
            line.forget_before(now);
            if line.waiting.len() > MAX_WAITING
                && let Some(last) = line.last()
            {
                // Its waiter hears of it by the sender that is gone.
                line.waiting.swap_remove(last);
            }
            waiting
        };
        waiting.await.ok()
    }

    /// Gives the turn to who is next; those who went away meanwhile are passed over.
    fn next(&self) {
        loop {
            let waiter = {
                let mut line = self.locked();
                let Some(first) = line.first() else {
                    line.is_busy = false;
                    return;
                };
                line.waiting.swap_remove(first)
            };
            let Waiter {
                network,
                since,
                turn,
                ..
            } = waiter;
            match turn.send(Turn(Some(self.clone()))) {
                Ok(()) => return self.locked().count(network, since),
                // It comes back unused, and this loop gives the next one.
                Err(mut turn) => turn.0 = None,
            }
        }
    }

    fn locked(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// The place of who is next.
    fn first(&self) -> Option<usize> {
        (0..self.waiting.len()).min_by_key(|place| self.rank(*place))
    }

    /// The place of who is turned away.
    fn last(&self) -> Option<usize> {
        (0..self.waiting.len()).max_by_key(|place| self.rank(*place))
    }

    /// Lower is better: how many of the same network were judged or wait, then the newest first.
    fn rank(&self, place: usize) -> (usize, std::cmp::Reverse<u64>) {
        let waiter = &self.waiting[place];
        let count = match &waiter.network {
            Network::Device => 0,
            network => {
                let judged = self.judged.get(network).map_or(0, |(count, _)| *count);
                let alike = self.waiting.iter().filter(|one| one.network == *network);
                alike.count().saturating_add(judged as usize)
            }
        };
        (count, std::cmp::Reverse(waiter.number))
    }

    fn count(&mut self, network: Network, now: Timestamp) {
        if network == Network::Device {
            return;
        }
        let (count, last) = self.judged.entry(network).or_insert((0, now));
        *count = count.saturating_add(1);
        *last = now;
    }

    /// Forgets networks of more than an hour ago, and all of them where there are too many.
    fn forget_before(&mut self, now: Timestamp) {
        if self.judged.len() >= MAX_NETWORKS {
            self.judged
                .retain(|_, (_, last)| now.duration_since(*last).abs() < COUNT_FOR);
            if self.judged.len() >= MAX_NETWORKS {
                self.judged.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Who {
        Who::Address(text.parse().unwrap())
    }

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    /// Fills the queue, then gives turns one after another; the order in which they were given.
    async fn order(whos: &[Who]) -> Vec<usize> {
        let queue = Queue::default();
        let first = queue.wait(&address("203.0.113.250"), NOW).await.unwrap();
        let order: Arc<Mutex<Vec<usize>>> = Arc::default();
        let mut tasks = vec![];
        for (place, who) in whos.iter().cloned().enumerate() {
            let (queue, order) = (queue.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                if let Some(_turn) = queue.wait(&who, NOW).await {
                    order.lock().unwrap().push(place);
                }
            }));
            // Until it waits.
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
    async fn an_owner_is_judged_before_the_rest_of_a_flood() {
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
    async fn who_was_turned_away_is_next_when_it_comes_again() {
        let queue = Queue::default();
        let first = queue.wait(&address("203.0.113.250"), NOW).await.unwrap();
        let wait = |who: Who| {
            let queue = queue.clone();
            tokio::spawn(async move { queue.wait(&who, NOW).await.is_some() })
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
        let mut judged = 0;
        for guess in flood {
            judged += usize::from(guess.await.unwrap());
        }
        assert_eq!(judged, MAX_WAITING - 1);
    }

    #[tokio::test]
    async fn a_browser_that_signed_in_before_goes_first() {
        let whos = [
            Who::Device("mine".to_owned()),
            address("192.0.2.1"),
            address("2001:db8::1"),
        ];
        assert_eq!(order(&whos).await[0], 0);
    }

    #[tokio::test]
    async fn who_goes_away_is_passed_over_and_the_queue_empties() {
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
