//! A TCP proxy between a process and NATS, which a test can cut, block or slow down.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::Duration,
};

use socket2::{Domain, Socket, Type};

use crate::program::poll;

/// The state of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Forwards everything.
    Open,
    /// Forwards nothing but loses nothing, like an unplugged cable: neither side is message.
    Held,
    /// Forwards data from NATS at 20 kB per second.
    Slow,
    /// Forwards data to NATS, but nothing from it.
    Deaf,
    /// Closes every connection.
    Cut,
}

/// The proxy; open until message otherwise.
pub(crate) struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    line: Mutex<Line>,
    changed: Condvar,
    connections: Mutex<Vec<TcpStream>>,
    /// Bytes to NATS that trigger a change of the state, and the new state.
    awaited: Mutex<Option<(Vec<u8>, Line)>>,
}

impl Proxy {
    pub(crate) fn to(nats: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            line: Mutex::new(Line::Open),
            changed: Condvar::new(),
            connections: Mutex::default(),
            awaited: Mutex::default(),
        });
        let own = Arc::clone(&shared);
        // Ends with the test process.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if *own.line.lock().unwrap() != Line::Cut {
                    own.join(client, nats);
                }
            }
        });
        Self { address, shared }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }

    pub(crate) fn open(&self) {
        self.set(Line::Open);
    }

    pub(crate) fn hold(&self) {
        self.set(Line::Held);
    }

    pub(crate) fn slow_down(&self) {
        self.set(Line::Slow);
    }

    /// Blocks everything from NATS once these bytes were sent to it.
    pub(crate) fn loses_answers_from(&self, words: &str) {
        self.awaits(words, Line::Deaf);
    }

    /// Closes the connections before these bytes are forwarded.
    pub(crate) fn is_cut_before(&self, words: &str) {
        self.awaits(words, Line::Cut);
    }

    fn awaits(&self, words: &str, then: Line) {
        *self.shared.awaited.lock().unwrap() = Some((words.as_bytes().to_vec(), then));
    }

    /// Waits until a trigger has closed the connections.
    pub(crate) fn once_cut(&self) {
        poll("the words that cut the line", || {
            (*self.shared.line.lock().unwrap() == Line::Cut).then_some(())
        });
    }

    pub(crate) fn cut(&self) {
        self.set(Line::Cut);
        for connection in self.shared.connections.lock().unwrap().drain(..) {
            // It may have ended already.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }

    fn set(&self, line: Line) {
        *self.shared.line.lock().unwrap() = line;
        self.shared.changed.notify_all();
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
    }
}

impl Shared {
    fn join(self: &Arc<Self>, client: TcpStream, nats: SocketAddr) {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        // Small buffers: NATS must notice a slow connection.
        socket.set_recv_buffer_size(16_384).expect("a size");
        if socket.connect(&nats.into()).is_err() {
            return;
        }
        let server = TcpStream::from(socket);
        let copy = |stream: &TcpStream| stream.try_clone().expect("another handle");
        let mut connections = self.connections.lock().unwrap();
        connections.extend([copy(&client), copy(&server)]);
        drop(connections);
        let (own, from, to) = (Arc::clone(self), copy(&client), copy(&server));
        thread::spawn(move || own.pass_on(from, to, false));
        let own = Arc::clone(self);
        thread::spawn(move || own.pass_on(server, client, true));
    }

    /// Changes the state when `new` completes the bytes of the trigger; returns how much of `new` to forward. `seen` holds the
    /// preceding bytes that may be their beginning.
    fn look_for_awaited(&self, seen: &mut Vec<u8>, new: &[u8]) -> usize {
        let mut awaited = self.awaited.lock().unwrap();
        let Some((words, then)) = awaited.as_ref() else {
            return new.len();
        };
        let before = seen.len();
        seen.extend_from_slice(new);
        let found = seen
            .windows(words.len())
            .position(|part| part == words.as_slice());
        let Some(at) = found else {
            seen.drain(..seen.len().saturating_sub(words.len()));
            return new.len();
        };
        let then = *then;
        *awaited = None;
        *self.line.lock().unwrap() = then;
        match then {
            Line::Cut => at.saturating_sub(before),
            _ => new.len(),
        }
    }

    /// Forwards data until one end closes or the connection is cut.
    fn pass_on(&self, mut from: TcpStream, mut to: TcpStream, is_from_nats: bool) {
        let mut buffer = [0; 2_000];
        let mut seen = Vec::new();
        while let Ok(mut read) = from.read(&mut buffer) {
            if read == 0 {
                break;
            }
            let whole = read;
            if !is_from_nats {
                read = self.look_for_awaited(&mut seen, &buffer[..read]);
            }
            if read < whole {
                // The connection may be closed already; it ends here in any case.
                let _ = to.write_all(&buffer[..read]);
                break;
            }
            let held = self.line.lock().unwrap();
            let line = self.changed.wait_while(held, |line| *line == Line::Held);
            let line = *line.unwrap();
            if line == Line::Slow && is_from_nats {
                thread::sleep(Duration::from_millis(100));
            }
            if line == Line::Deaf && is_from_nats {
                continue;
            }
            if line == Line::Cut || to.write_all(&buffer[..read]).is_err() {
                break;
            }
        }
        // Either end may be closed already.
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}
