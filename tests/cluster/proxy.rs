//! The line between a process and NATS: a TCP proxy that a test cuts, holds or makes slow.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::Duration,
};

use socket2::{Domain, Socket, Type};

/// What the line does with what is sent over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Passes everything on.
    Open,
    /// Passes nothing on and loses nothing, as a cable that is pulled for a while: nobody is told.
    Held,
    /// Passes on what NATS sends at 20 kB a second.
    Slow,
    /// Passes on what NATS is sent, and nothing that it sends.
    Deaf,
    /// Ends every connection.
    Cut,
}

/// A line that is open until it is told otherwise.
pub(crate) struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    line: Mutex<Line>,
    changed: Condvar,
    connections: Mutex<Vec<TcpStream>>,
    /// What is the last that NATS is sent before the line is deaf.
    last_answered: Mutex<Option<Vec<u8>>>,
}

impl Proxy {
    pub(crate) fn to(nats: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            line: Mutex::new(Line::Open),
            changed: Condvar::new(),
            connections: Mutex::default(),
            last_answered: Mutex::default(),
        });
        let own = Arc::clone(&shared);
        // It ends with the process of the test.
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

    /// Nothing that NATS sends arrives once it was sent these words.
    pub(crate) fn loses_answers_from(&self, words: &str) {
        *self.shared.last_answered.lock().unwrap() = Some(words.as_bytes().to_vec());
    }

    pub(crate) fn cut(&self) {
        self.set(Line::Cut);
        for connection in self.shared.connections.lock().unwrap().drain(..) {
            // It may be over already.
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
        // Little waits here: NATS is to notice a slow line.
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

    /// Makes the line deaf where `new` ends the words after which it is to be; `seen` is what came before, as far as it
    /// may be the beginning of them.
    fn look_for_last(&self, seen: &mut Vec<u8>, new: &[u8]) {
        let mut last = self.last_answered.lock().unwrap();
        let Some(words) = last.as_ref() else { return };
        seen.extend_from_slice(new);
        if seen.windows(words.len()).any(|part| part == words) {
            *last = None;
            *self.line.lock().unwrap() = Line::Deaf;
        } else {
            seen.drain(..seen.len().saturating_sub(words.len()));
        }
    }

    /// Passes on what comes until one end is gone, or the line is cut.
    fn pass_on(&self, mut from: TcpStream, mut to: TcpStream, is_from_nats: bool) {
        let mut buffer = [0; 2_000];
        let mut seen = Vec::new();
        while let Ok(read) = from.read(&mut buffer) {
            if read == 0 {
                break;
            }
            if !is_from_nats {
                self.look_for_last(&mut seen, &buffer[..read]);
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
        // Either may be gone already.
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}
