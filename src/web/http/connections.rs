//! Which connections are open, to whom they belong, and which one must go when there is no room.
//!
//! A connection without a request under way costs its client nothing, so whoever wants to lock
//! others out opens many. When there is no room for a new one, the connection that has waited
//! longest without anything being written to it is closed in its place.

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

/// How long a connection that was told to go may take to be gone.
const EVICTION: Duration = Duration::from_secs(1);

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    /// Of one address; `None` for the default, from which the machine's own addresses are exempt.
    per_address: Option<usize>,
    open: Mutex<Open>,
    released: Notify,
}

#[derive(Debug, Default)]
struct Open {
    count: usize,
    sockets: usize,
    addresses: HashMap<IpAddr, usize>,
    /// Connections without a request under way, the longest waiting first.
    idle: BTreeMap<u64, Arc<Place>>,
    /// Grows with every position in `idle` that was given out; 0 means busy.
    last_position: u64,
}

#[derive(Debug)]
struct Place {
    address: IpAddr,
    position: AtomicU64,
    evicted: Notify,
}

/// The right to be open; dropping it makes room.
#[derive(Debug)]
pub(crate) struct Permit {
    connections: Arc<Connections>,
    place: Arc<Place>,
}

/// The right to be a live connection; dropping it makes room for another.
#[derive(Debug)]
pub(crate) struct SocketPermit(Arc<Connections>);

impl Connections {
    /// Room for `most` connections; `per_address` of them from one address, three quarters unless
    /// told otherwise.
    pub(crate) fn new(most: usize, per_address: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            most,
            per_address,
            open: Mutex::default(),
            released: Notify::new(),
        })
    }

    /// Room for a connection from `address`, made by closing an idle one where it must be. `None` when
    /// every connection is busy. The flag tells whether there was too little room.
    pub(crate) async fn admit(self: &Arc<Self>, address: IpAddr) -> (Option<Permit>, bool) {
        let address = neighbourhood(address);
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
        (timeout(EVICTION, room).await.ok(), true)
    }

    /// Closes the connection that has been idle longest: of `address` where that has too many, else of
    /// anybody. `false` when all are busy.
    pub(crate) fn evict(&self, address: Option<IpAddr>) -> bool {
        let mut open = self.lock();
        let own = address.filter(|address| self.has_too_many(&open, *address));
        let position = match own {
            Some(address) => open
                .idle
                .iter()
                .find(|(_, place)| place.address == address)
                .map(|(position, _)| *position),
            None => open.idle.keys().next().copied(),
        };
        let Some(place) = position.and_then(|position| open.idle.remove(&position)) else {
            return false;
        };
        place.position.store(0, Ordering::Relaxed);
        place.evicted.notify_one();
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
        let place = Arc::new(Place {
            address,
            position: AtomicU64::new(0),
            evicted: Notify::new(),
        });
        open.wait(&place);
        Some(Permit {
            connections: Arc::clone(self),
            place,
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
    /// Puts a connection behind all others that wait.
    fn wait(&mut self, place: &Arc<Place>) {
        self.last_position += 1;
        place.position.store(self.last_position, Ordering::Relaxed);
        self.idle.insert(self.last_position, Arc::clone(place));
    }

    /// Takes a connection out of those that wait; tells whether it was there.
    fn work(&mut self, place: &Place) -> bool {
        let position = place.position.swap(0, Ordering::Relaxed);
        self.idle.remove(&position).is_some()
    }
}

impl Permit {
    /// A request is under way: the connection is not closed for the sake of another.
    pub(crate) fn busy(&self) {
        self.connections.lock().work(&self.place);
    }

    /// The request was answered.
    pub(crate) fn idle(&self) {
        let mut open = self.connections.lock();
        open.work(&self.place);
        open.wait(&self.place);
    }

    /// The client takes what is written to it: it goes behind those who do not.
    pub(crate) fn progressed(&self) {
        // Mostly it is the answer to a request, during which the connection does not wait.
        if self.place.position.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut open = self.connections.lock();
        if open.work(&self.place) {
            open.wait(&self.place);
        }
    }

    /// Resolves when the connection must make room for another.
    pub(crate) async fn evicted(&self) {
        self.place.evicted.notified().await;
    }

    /// Becomes a live connection, of which there may be `most`: `None` when there are as many.
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
        open.work(&self.place);
        open.count -= 1;
        if let Some(count) = open.addresses.get_mut(&self.place.address) {
            *count -= 1;
            if *count == 0 {
                open.addresses.remove(&self.place.address);
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

/// What counts as one address: all of an IPv6 network of 64 bits, which one household has.
pub(super) fn neighbourhood(address: IpAddr) -> IpAddr {
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

    /// Does what a connection's task does: goes when it is told to.
    fn hold(permit: Permit) -> tokio::task::JoinHandle<()> {
        tokio::spawn(async move { permit.evicted().await })
    }

    #[tokio::test]
    async fn the_connection_that_waits_longest_makes_room() {
        let connections = Connections::new(2, None);
        let busy = connections.admit(lan(1)).await.0.unwrap();
        busy.busy();
        let waiting = hold(connections.admit(lan(2)).await.0.unwrap());
        let (third, crowded) = connections.admit(lan(3)).await;
        assert!(third.is_some() && crowded);
        waiting.await.unwrap();
    }

    #[tokio::test]
    async fn nobody_who_is_served_is_closed_for_the_sake_of_another() {
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
    async fn a_reader_that_takes_nothing_goes_before_one_that_does() {
        let connections = Connections::new(2, None);
        let slow = connections.admit(lan(1)).await.0.unwrap();
        let stalled = hold(connections.admit(lan(2)).await.0.unwrap());
        slow.progressed();
        assert!(connections.admit(lan(3)).await.0.is_some());
        stalled.await.unwrap();
    }

    #[test]
    fn one_household_is_one_address() {
        let address = |text: &str| neighbourhood(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
        assert!(address("::1").is_loopback());
    }
}
