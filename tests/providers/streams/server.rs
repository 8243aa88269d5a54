//! A scripted WebSocket server on loopback that records what it receives.

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

/// The received messages, by connection number.
type ReceivedMessages = Arc<Mutex<Vec<(usize, String)>>>;

/// A running server; it stops when the runtime of the test ends.
pub(crate) struct StreamServer {
    pub(crate) url: String,
    connections: Arc<AtomicUsize>,
    received: ReceivedMessages,
}

/// An accepted connection.
pub(crate) struct Peer {
    /// Zero-based number of the connection.
    pub(crate) number: usize,
    pub(crate) socket: WebSocketStream<TcpStream>,
    received: ReceivedMessages,
}

impl StreamServer {
    /// Accepts every WebSocket connection and runs `handler` with it.
    pub(crate) async fn start<B: Future<Output = ()> + Send>(
        handler: impl Fn(Peer) -> B + Send + Sync + 'static,
    ) -> Self {
        let handler = Arc::new(handler);
        Self::listen(move |stream, number, received| {
            let handler = Arc::clone(&handler);
            async move {
                if let Ok(socket) = accept_async(stream).await {
                    let peer = Peer {
                        number,
                        socket,
                        received,
                    };
                    handler(peer).await;
                }
            }
        })
        .await
    }

    /// Sends `response` to every upgrade request.
    pub(crate) async fn rejecting(response: &'static str) -> Self {
        Self::listen(move |mut stream, _, _| async move {
            let mut header = [0; 4_096];
            let _ = stream.read(&mut header).await;
            let _ = stream.write_all(response.as_bytes()).await;
        })
        .await
    }

    async fn listen<B: Future<Output = ()> + Send>(
        serve: impl Fn(TcpStream, usize, ReceivedMessages) -> B + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/stream", listener.local_addr().unwrap());
        let (connections, received) = (Arc::new(AtomicUsize::new(0)), ReceivedMessages::default());
        let (count, log, serve) = (
            Arc::clone(&connections),
            Arc::clone(&received),
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
            received,
        }
    }

    /// Returns the number of connections so far.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Returns the messages that a connection received.
    pub(crate) fn received(&self, connection: usize) -> Vec<String> {
        let received = self.received.lock().unwrap();
        let messages = received.iter().filter(|(number, _)| *number == connection);
        messages.map(|(_, text)| text.clone()).collect()
    }
}

impl Peer {
    /// Returns the next text message; `None` when the connection is closed.
    pub(crate) async fn receive(&mut self) -> Option<String> {
        loop {
            let message = self.socket.next().await?.ok()?;
            if let Message::Text(text) = message {
                let text = text.as_str().to_owned();
                self.received
                    .lock()
                    .unwrap()
                    .push((self.number, text.clone()));
                return Some(text);
            }
        }
    }

    /// Returns true if the message was sent.
    pub(crate) async fn send(&mut self, text: impl Into<String>) -> bool {
        let message = Message::text(text.into());
        self.socket.send(message).await.is_ok()
    }

    /// Receives messages until the connection closes, and sends nothing.
    pub(crate) async fn receive_all(mut self) {
        while self.receive().await.is_some() {}
    }
}

/// Returns the symbols in the field `key` of a command.
pub(crate) fn symbols(command: &str, key: &str) -> Vec<String> {
    let command: Value = serde_json::from_str(command).unwrap();
    let list = command[key].as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|symbol| symbol.as_str().unwrap().to_owned())
        .collect()
}
