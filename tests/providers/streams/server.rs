//! A WebSocket server on loopback that behaves as a test tells it and remembers what it heard.

use std::{
    future::Future,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::{WebSocketStream, accept_async, tungstenite::Message};

/// What was heard, by the number of its connection.
type Heard = Arc<Mutex<Vec<(usize, String)>>>;

/// A running server; it ends with the test's runtime.
pub(crate) struct StreamServer {
    pub(crate) url: String,
    connections: Arc<AtomicUsize>,
    heard: Heard,
}

/// A connection that was accepted.
pub(crate) struct Peer {
    /// From zero.
    pub(crate) number: usize,
    pub(crate) socket: WebSocketStream<TcpStream>,
    heard: Heard,
}

impl StreamServer {
    /// Accepts every connection and lets `behave` have it.
    pub(crate) async fn start<B: Future<Output = ()> + Send>(
        behave: impl Fn(Peer) -> B + Send + Sync + 'static,
    ) -> Self {
        let behave = Arc::new(behave);
        Self::listen(move |stream, number, heard| {
            let behave = Arc::clone(&behave);
            async move {
                if let Ok(socket) = accept_async(stream).await {
                    let peer = Peer {
                        number,
                        socket,
                        heard,
                    };
                    behave(peer).await;
                }
            }
        })
        .await
    }

    /// Answers every request for an upgrade with `answer`.
    pub(crate) async fn refusing(answer: &'static str) -> Self {
        Self::listen(move |mut stream, _, _| async move {
            let mut head = [0; 4_096];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        })
        .await
    }

    async fn listen<B: Future<Output = ()> + Send>(
        serve: impl Fn(TcpStream, usize, Heard) -> B + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/stream", listener.local_addr().unwrap());
        let (connections, heard) = (Arc::new(AtomicUsize::new(0)), Heard::default());
        let (count, log, serve) = (
            Arc::clone(&connections),
            Arc::clone(&heard),
            Arc::new(serve),
        );
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let number = count.fetch_add(1, Ordering::SeqCst);
                let (serve, log) = (Arc::clone(&serve), Arc::clone(&log));
                tokio::spawn(async move { serve(stream, number, log).await });
            }
        });
        Self {
            url,
            connections,
            heard,
        }
    }

    /// How many connections there were.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// What a connection said.
    pub(crate) fn heard(&self, connection: usize) -> Vec<String> {
        let heard = self.heard.lock().unwrap();
        let of = heard.iter().filter(|(number, _)| *number == connection);
        of.map(|(_, text)| text.clone()).collect()
    }
}

impl Peer {
    /// The next text; `None` at the end.
    pub(crate) async fn hears(&mut self) -> Option<String> {
        loop {
            let message = self.socket.next().await?.ok()?;
            if let Message::Text(text) = message {
                let text = text.as_str().to_owned();
                self.heard.lock().unwrap().push((self.number, text.clone()));
                return Some(text);
            }
        }
    }

    /// Whether it could be said.
    pub(crate) async fn says(&mut self, text: impl Into<String>) -> bool {
        let message = Message::text(text.into());
        self.socket.send(message).await.is_ok()
    }

    /// Listens to the end, and says nothing.
    pub(crate) async fn listens(mut self) {
        while self.hears().await.is_some() {}
    }
}

/// The symbols under `key` of a command.
pub(crate) fn symbols(command: &str, key: &str) -> Vec<String> {
    let command: Value = serde_json::from_str(command).unwrap();
    let list = command[key].as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|symbol| symbol.as_str().unwrap().to_owned())
        .collect()
}
