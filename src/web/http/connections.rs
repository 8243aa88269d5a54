//! Open connections: limits per address and in total, and eviction.
//!
//! Idle connections are cheap for a client, so an attacker can open many. At the limit, a new connection evicts the connection that has
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
    /// Limit on all connections.
    limit: usize,
    /// Limit per address; `None` for the default, from which loopback addresses are exempt.
    per_address: Option<usize>,
    open: Mutex<OpenConnections>,
    released: Notify,
}

#[derive(Debug, Default)]
struct OpenConnections {
    count: usize,
    live_count: usize,
    count_by_address: HashMap<IpAddr, usize>,
    /// Connections without a request by position, longest idle first.
    idle: BTreeMap<u64, Arc<ConnectionEntry>>,
    /// The last assigned position in `idle`. Positions start with 1, as 0 marks a busy connection.
    last_position: u64,
}

#[derive(Debug)]
struct ConnectionEntry {
    address: IpAddr,
    /// Position in `idle`; 0 if the connection is busy.
    position: AtomicU64,
    evicted: Notify,
}

/// The result of [`Connections::admit`].
#[derive(Debug)]
pub(crate) struct Admission {
    /// `None` if the connection is refused because all connections are busy.
    pub(crate) permit: Option<Permit>,
    /// Whether the limit was reached, even if the connection was admitted by evicting an idle one.
    pub(crate) limit_reached: bool,
}

/// A permit for an open connection; dropping it allows another connection.
#[derive(Debug)]
pub(crate) struct Permit {
    connections: Arc<Connections>,
    entry: Arc<ConnectionEntry>,
}

/// A permit for a live connection; dropping it allows another live connection.
#[derive(Debug)]
pub(crate) struct SocketPermit(Arc<Connections>);

impl Connections {
    /// Creates an empty list with a limit of `limit` in total and `per_address` per address (default: three quarters
    /// of the total).
    pub(crate) fn new(limit: usize, per_address: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            limit,
            per_address,
            open: Mutex::default(),
            released: Notify::new(),
        })
    }

    /// Admits a connection from `address`. At the limit, evicts an idle connection first, and refuses the new one if all are busy.
    pub(crate) async fn admit(self: &Arc<Self>, address: IpAddr) -> Admission {
        let address = rate_limit_prefix(address);
        if let Some(permit) = self.try_admit(address) {
            return Admission {
                permit: Some(permit),
                limit_reached: false,
            };
        }
        if !self.evict(Some(address)) {
            return Admission {
                permit: None,
                limit_reached: true,
            };
        }
        let admitted = async {
            loop {
                if let Some(permit) = self.try_admit(address) {
                    return permit;
                }
                self.released.notified().await;
            }
        };
        Admission {
            permit: timeout(EVICTION_TIMEOUT, admitted).await.ok(),
            limit_reached: true,
        }
    }

    /// Evicts the connection that has been idle longest. If `address` has too many connections, only its own are considered. Returns
    /// `false` if all considered connections are busy.
    pub(crate) fn evict(&self, address: Option<IpAddr>) -> bool {
        let mut open = self.lock();
        let over_limit_address = address.filter(|address| self.has_too_many(&open, *address));
        let is_considered = |entry: &ConnectionEntry| {
            over_limit_address.is_none_or(|address| entry.address == address)
        };
        let longest_idle = open.idle.iter().find(|(_, entry)| is_considered(entry));
        let position = longest_idle.map(|(position, _)| *position);
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

    fn try_admit(self: &Arc<Self>, address: IpAddr) -> Option<Permit> {
        let mut open = self.lock();
        if open.count >= self.limit || self.has_too_many(&open, address) {
            return None;
        }
        open.count += 1;
        *open.count_by_address.entry(address).or_default() += 1;
        let entry = Arc::new(ConnectionEntry {
            address,
            position: AtomicU64::new(0),
            evicted: Notify::new(),
        });
        open.mark_idle(&entry);
        Some(Permit {
            connections: Arc::clone(self),
            entry,
        })
    }

    fn has_too_many(&self, open: &OpenConnections, address: IpAddr) -> bool {
        let limit = match self.per_address {
            Some(limit) => limit,
            None if address.is_loopback() => return false,
            None => (self.limit * 3 / 4).max(1),
        };
        open.count_by_address
            .get(&address)
            .copied()
            .unwrap_or_default()
            >= limit
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnections {
    /// Marks a connection as idle: it becomes the last to be evicted.
    fn mark_idle(&mut self, entry: &Arc<ConnectionEntry>) {
        self.last_position += 1;
        entry.position.store(self.last_position, Ordering::Relaxed);
        self.idle.insert(self.last_position, Arc::clone(entry));
    }

    /// Marks a connection as busy; returns true if it was idle.
    fn mark_busy(&mut self, entry: &ConnectionEntry) -> bool {
        let position = entry.position.swap(0, Ordering::Relaxed);
        self.idle.remove(&position).is_some()
    }
}

impl Permit {
    /// Marks the connection as busy, so that it is not evicted.
    pub(crate) fn mark_busy(&self) {
        self.connections.lock().mark_busy(&self.entry);
    }

    /// Marks the connection as idle.
    pub(crate) fn mark_idle(&self) {
        let mut open = self.connections.lock();
        open.mark_busy(&self.entry);
        open.mark_idle(&self.entry);
    }

    /// Records that the client has received data: an idle connection becomes the last to be evicted.
    pub(crate) fn record_progress(&self) {
        // Usually the data belongs to a response, and the connection is busy until the response is complete.
        if self.entry.position.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut open = self.connections.lock();
        if open.mark_busy(&self.entry) {
            open.mark_idle(&self.entry);
        }
    }

    /// Resolves when the connection is evicted.
    pub(crate) async fn evicted(&self) {
        self.entry.evicted.notified().await;
    }

    /// Returns a permit for a live connection, or `None` if `max_live` live connections are open.
    pub(crate) fn try_upgrade(&self, max_live: usize) -> Option<SocketPermit> {
        let mut open = self.connections.lock();
        if open.live_count >= max_live {
            return None;
        }
        open.live_count += 1;
        Some(SocketPermit(Arc::clone(&self.connections)))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.mark_busy(&self.entry);
        open.count -= 1;
        if let Some(count) = open.count_by_address.get_mut(&self.entry.address) {
            *count -= 1;
            if *count == 0 {
                open.count_by_address.remove(&self.entry.address);
            }
        }
        drop(open);
        self.connections.released.notify_one();
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.0.lock().live_count -= 1;
    }
}

/// Returns the address that per-address limits count: for IPv6 the /64 network, which usually belongs to one household.
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

    /// Holds a permit until it is evicted, like the task of a connection.
    fn hold_until_evicted(permit: Permit) -> tokio::task::JoinHandle<()> {
        tokio::spawn(async move { permit.evicted().await })
    }

    #[tokio::test]
    async fn the_connection_idle_longest_is_evicted() {
        let connections = Connections::new(2, None);
        let busy = connections.admit(lan(1)).await.permit.unwrap();
        busy.mark_busy();
        let waiting = hold_until_evicted(connections.admit(lan(2)).await.permit.unwrap());
        let third = connections.admit(lan(3)).await;
        assert!(third.permit.is_some() && third.limit_reached);
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn busy_connections_are_not_evicted() {
        let connections = Connections::new(1, None);
        let busy = connections.admit(lan(1)).await.permit.unwrap();
        busy.mark_busy();
        assert!(connections.admit(lan(2)).await.permit.is_none());
        drop(busy);
        assert!(connections.admit(lan(2)).await.permit.is_some());
    }

    #[tokio::test]
    async fn an_address_over_its_limit_loses_its_own_idle_connection() {
        let connections = Connections::new(100, Some(1));
        let other = connections.admit(lan(1)).await.permit.unwrap();
        let first = hold_until_evicted(connections.admit(lan(2)).await.permit.unwrap());
        let second = connections.admit(lan(2)).await.permit.unwrap();
        first.await.unwrap();
        second.mark_busy();
        assert!(connections.admit(lan(2)).await.permit.is_none());
        drop(other);
    }

    #[tokio::test]
    async fn a_client_that_receives_nothing_is_evicted_before_a_slow_reader() {
        let connections = Connections::new(2, None);
        let slow = connections.admit(lan(1)).await.permit.unwrap();
        let stalled = hold_until_evicted(connections.admit(lan(2)).await.permit.unwrap());
        slow.record_progress();
        assert!(connections.admit(lan(3)).await.permit.is_some());
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
