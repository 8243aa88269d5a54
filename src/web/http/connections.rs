//! Open connections: limits per address and in total, and eviction.
//!
//! An idle connection costs its client nothing, so an attacker opens many of them. At the limit, a new connection replaces the one that has
//! been idle longest, counted from the last write to it.

use std::{
    collections::{BTreeMap, HashMap},
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Notify, time::timeout};

/// Timeout for an evicted connection to close.
const EVICTION_TIMEOUT: Duration = Duration::from_secs(1);

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    /// Limit per address; `None` for the default, from which loopback addresses are exempt.
    per_address: Option<usize>,
    open: Mutex<Open>,
    released: Notify,
}

#[derive(Debug, Default)]
struct Open {
    count: usize,
    sockets: usize,
    addresses: HashMap<IpAddr, usize>,
    /// Connections without a request, longest idle first.
    idle: BTreeMap<u64, Arc<ConnectionEntry>>,
    /// The last position given out in `idle`; 0 means busy.
    last_position: u64,
}

#[derive(Debug)]
struct ConnectionEntry {
    address: IpAddr,
    position: AtomicU64,
    evicted: Notify,
}

/// A permit for an open connection; dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct Permit {
    connections: Arc<Connections>,
    entry: Arc<ConnectionEntry>,
}

/// A permit for a live connection; dropping it frees the slot.
#[derive(Debug)]
pub(crate) struct SocketPermit(Arc<Connections>);

impl Connections {
    /// Creates limits of `most` connections, of which `per_address` from one address (default: three
    /// quarters).
    pub(crate) fn new(most: usize, per_address: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            most,
            per_address,
            open: Mutex::default(),
            released: Notify::new(),
        })
    }

    /// Admits a connection from `address`, evicting an idle one if necessary. Returns `None` if all connections are busy. The flag is true
    /// if the limit was reached.
    pub(crate) async fn admit(self: &Arc<Self>, address: IpAddr) -> (Option<Permit>, bool) {
        let address = rate_limit_prefix(address);
        if let Some(permit) = self.take(address) {
            return (Some(permit), false);
        }
        if !self.evict(Some(address)) {
            return (None, true);
        }
        let room = async {
            loop {
                if let Some(permit) = self.take(address) {
                    return permit;
                }
                self.released.notified().await;
            }
        };
        (timeout(EVICTION_TIMEOUT, room).await.ok(), true)
    }

    /// Evicts the connection that has been idle longest: of `address` if that has too many, else of all. Returns `false` if all are
    /// busy.
    pub(crate) fn evict(&self, address: Option<IpAddr>) -> bool {
        let mut open = self.lock();
        let own = address.filter(|address| self.has_too_many(&open, *address));
        let position = match own {
            Some(address) => open
                .idle
                .iter()
                .find(|(_, entry)| entry.address == address)
                .map(|(position, _)| *position),
            None => open.idle.keys().next().copied(),
        };
        let Some(entry) = position.and_then(|position| open.idle.remove(&position)) else {
            return false;
        };
        entry.position.store(0, Ordering::Relaxed);
        entry.evicted.notify_one();
        true
    }

    /// Resolves when no connection is open.
    pub(crate) async fn all_closed(&self) {
        while self.lock().count > 0 {
            self.released.notified().await;
        }
    }

    fn take(self: &Arc<Self>, address: IpAddr) -> Option<Permit> {
        let mut open = self.lock();
        if open.count >= self.most || self.has_too_many(&open, address) {
            return None;
        }
        open.count += 1;
        *open.addresses.entry(address).or_default() += 1;
        let entry = Arc::new(ConnectionEntry {
            address,
            position: AtomicU64::new(0),
            evicted: Notify::new(),
        });
        open.wait(&entry);
        Some(Permit {
            connections: Arc::clone(self),
            entry,
        })
    }

    fn has_too_many(&self, open: &Open, address: IpAddr) -> bool {
        let most = match self.per_address {
            Some(most) => most,
            None if address.is_loopback() => return false,
            None => (self.most * 3 / 4).max(1),
        };
        open.addresses.get(&address).copied().unwrap_or_default() >= most
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Makes a connection the newest idle one.
    fn wait(&mut self, entry: &Arc<ConnectionEntry>) {
        self.last_position += 1;
        entry.position.store(self.last_position, Ordering::Relaxed);
        self.idle.insert(self.last_position, Arc::clone(entry));
    }

    /// Marks a connection as busy; returns true if it was idle.
    fn work(&mut self, entry: &ConnectionEntry) -> bool {
        let position = entry.position.swap(0, Ordering::Relaxed);
        self.idle.remove(&position).is_some()
    }
}

impl Permit {
    /// Marks the connection as busy: it is not evicted.
    pub(crate) fn busy(&self) {
        self.connections.lock().work(&self.entry);
    }

    /// Marks the connection as idle.
    pub(crate) fn idle(&self) {
        let mut open = self.connections.lock();
        open.work(&self.entry);
        open.wait(&self.entry);
    }

    /// The client has received data: the connection becomes the newest idle one, if it is idle.
    pub(crate) fn progressed(&self) {
        // Usually this is a response to a request, during which the connection is busy.
        if self.entry.position.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut open = self.connections.lock();
        if open.work(&self.entry) {
            open.wait(&self.entry);
        }
    }

    /// Resolves when the connection is evicted.
    pub(crate) async fn evicted(&self) {
        self.entry.evicted.notified().await;
    }

    /// Returns a permit for a live connection, or `None` if there are already `most`.
    pub(crate) fn upgrade(&self, most: usize) -> Option<SocketPermit> {
        let mut open = self.connections.lock();
        if open.sockets >= most {
            return None;
        }
        open.sockets += 1;
        Some(SocketPermit(Arc::clone(&self.connections)))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.work(&self.entry);
        open.count -= 1;
        if let Some(count) = open.addresses.get_mut(&self.entry.address) {
            *count -= 1;
            if *count == 0 {
                open.addresses.remove(&self.entry.address);
            }
        }
        drop(open);
        self.connections.released.notify_one();
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.0.lock().sockets -= 1;
    }
}

/// Returns the address that limits apply to: IPv6 addresses of the same /64, usually one household, count as one.
pub(super) fn rate_limit_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) if !ip.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lan(last: u8) -> IpAddr {
        IpAddr::from([192, 168, 1, last])
    }

    /// Acts like a connection's task: closes when evicted.
    fn hold(permit: Permit) -> tokio::task::JoinHandle<()> {
        tokio::spawn(async move { permit.evicted().await })
    }

    #[tokio::test]
    async fn the_connection_idle_longest_is_evicted() {
        let connections = Connections::new(2, None);
        let busy = connections.admit(lan(1)).await.0.unwrap();
        busy.busy();
        let waiting = hold(connections.admit(lan(2)).await.0.unwrap());
        let (third, crowded) = connections.admit(lan(3)).await;
        assert!(third.is_some() && crowded);
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn busy_connections_are_not_evicted() {
        let connections = Connections::new(1, None);
        let busy = connections.admit(lan(1)).await.0.unwrap();
        busy.busy();
        assert!(connections.admit(lan(2)).await.0.is_none());
        drop(busy);
        assert!(connections.admit(lan(2)).await.0.is_some());
    }

    #[tokio::test]
    async fn an_address_with_too_many_connections_loses_its_own() {
        let connections = Connections::new(100, Some(1));
        let other = connections.admit(lan(1)).await.0.unwrap();
        let first = hold(connections.admit(lan(2)).await.0.unwrap());
        let second = connections.admit(lan(2)).await.0.unwrap();
        first.await.unwrap();
        second.busy();
        assert!(connections.admit(lan(2)).await.0.is_none());
        drop(other);
    }

    #[tokio::test]
    async fn a_reader_that_receives_nothing_is_evicted_before_one_that_does() {
        let connections = Connections::new(2, None);
        let slow = connections.admit(lan(1)).await.0.unwrap();
        let stalled = hold(connections.admit(lan(2)).await.0.unwrap());
        slow.progressed();
        assert!(connections.admit(lan(3)).await.0.is_some());
        stalled.await.unwrap();
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let address = |text: &str| rate_limit_prefix(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
        assert!(address("::1").is_loopback());
    }
}
