//! A TCP proxy between a process and NATS, which can close, block or slow down connections.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::Duration,
};

use socket2::{Domain, Socket, Type};

use crate::program::poll;

/// How the proxy treats its connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProxyState {
    /// Forwards everything.
    Open,
    /// Holds all data back until the state changes; the connections stay open, as with an unplugged cable.
    Blocked,
    /// Forwards data from NATS at 20 kB per second.
    Slow,
    /// Forwards data to NATS, and drops data from NATS.
    NothingFromNats,
    /// Closes every connection.
    Closed,
}

/// A proxy, initially in the state `Open`.
pub(crate) struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<ProxyState>,
    changed: Condvar,
    connections: Mutex<Vec<TcpStream>>,
    /// Bytes sent to NATS that trigger a change of the state, and the new state.
    trigger: Mutex<Option<(Vec<u8>, ProxyState)>>,
}

impl Proxy {
    pub(crate) fn to(nats: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("the address is known");
        let shared = Arc::new(Shared {
            state: Mutex::new(ProxyState::Open),
            changed: Condvar::new(),
            connections: Mutex::default(),
            trigger: Mutex::default(),
        });
        let state = Arc::clone(&shared);
        // The thread ends with the test process.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if *state.state.lock().unwrap() != ProxyState::Closed {
                    state.connect_both(client, nats);
                }
            }
        });
        Self { address, shared }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub(crate) fn open(&self) {
        self.set(ProxyState::Open);
    }

    pub(crate) fn block(&self) {
        self.set(ProxyState::Blocked);
    }

    pub(crate) fn slow_down(&self) {
        self.set(ProxyState::Slow);
    }

    /// Drops all data from NATS after these bytes were forwarded to NATS.
    pub(crate) fn block_responses_after(&self, pattern: &str) {
        self.set_trigger(pattern, ProxyState::NothingFromNats);
    }

    /// Closes the connections before these bytes are forwarded to NATS.
    pub(crate) fn close_before(&self, pattern: &str) {
        self.set_trigger(pattern, ProxyState::Closed);
    }

    fn set_trigger(&self, pattern: &str, next_state: ProxyState) {
        *self.shared.trigger.lock().unwrap() = Some((pattern.as_bytes().to_vec(), next_state));
    }

    /// Waits until the trigger has closed the connections.
    pub(crate) fn wait_until_closed(&self) {
        poll("the trigger to close the connections", || {
            (*self.shared.state.lock().unwrap() == ProxyState::Closed).then_some(())
        });
    }

    pub(crate) fn close(&self) {
        self.set(ProxyState::Closed);
        for connection in self.shared.connections.lock().unwrap().drain(..) {
            // The connection may be closed already.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    fn set(&self, state: ProxyState) {
        *self.shared.state.lock().unwrap() = state;
        self.shared.changed.notify_all();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn connect_both(self: &Arc<Self>, client: TcpStream, nats: SocketAddr) {
        let socket =
            Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket can be created");
        // With a small buffer, NATS notices a slow connection.
        socket
            .set_recv_buffer_size(16_384)
            .expect("the buffer size can be set");
        if socket.connect(&nats.into()).is_err() {
            return;
        }
        let server = TcpStream::from(socket);
        let clone = |stream: &TcpStream| stream.try_clone().expect("the stream can be cloned");
        let mut connections = self.connections.lock().unwrap();
        connections.extend([clone(&client), clone(&server)]);
        drop(connections);
        let (shared, from, to) = (Arc::clone(self), clone(&client), clone(&server));
        thread::spawn(move || shared.forward(from, to, false));
        let shared = Arc::clone(self);
        thread::spawn(move || shared.forward(server, client, true));
    }

    /// Changes the state if `new` completes the bytes of the trigger. Returns how many bytes of `new` to forward. `previous` has the
    /// preceding bytes, which may be the beginning of the trigger.
    fn check_trigger(&self, previous: &mut Vec<u8>, new: &[u8]) -> usize {
        let mut trigger = self.trigger.lock().unwrap();
        let Some((pattern, next_state)) = trigger.as_ref() else {
            return new.len();
        };
        let previous_len = previous.len();
        previous.extend_from_slice(new);
        let found = previous
            .windows(pattern.len())
            .position(|part| part == pattern.as_slice());
        let Some(index) = found else {
            previous.drain(..previous.len().saturating_sub(pattern.len()));
            return new.len();
        };
        let next_state = *next_state;
        *trigger = None;
        *self.state.lock().unwrap() = next_state;
        match next_state {
            ProxyState::Closed => index.saturating_sub(previous_len),
            _ => new.len(),
        }
    }

    /// Forwards data in one direction until one end closes or the state is `Closed`.
    fn forward(&self, mut from: TcpStream, mut to: TcpStream, is_from_nats: bool) {
        let mut buffer = [0; 2_000];
        let mut previous = Vec::new();
        while let Ok(mut length) = from.read(&mut buffer) {
            if length == 0 {
                break;
            }
            let received = length;
            if !is_from_nats {
                length = self.check_trigger(&mut previous, &buffer[..length]);
            }
            if length < received {
                // The connection may be closed already; an error makes no difference here.
                let _ = to.write_all(&buffer[..length]);
                break;
            }
            let guard = self.state.lock().unwrap();
            let state = self
                .changed
                .wait_while(guard, |state| *state == ProxyState::Blocked);
            let state = *state.unwrap();
            if state == ProxyState::Slow && is_from_nats {
                thread::sleep(Duration::from_millis(100));
            }
            if state == ProxyState::NothingFromNats && is_from_nats {
                continue;
            }
            if state == ProxyState::Closed || to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        // Either end may be closed already.
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}
