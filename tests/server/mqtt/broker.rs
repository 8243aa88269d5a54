//! An MQTT 3.1.1 broker for tests. It stores retained messages, forwards messages to subscribers, acknowledges them, and publishes the
//! will of clients that disconnect without a DISCONNECT packet.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinHandle,
};

/// A published message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) topic: String,
    pub(crate) payload: String,
    pub(crate) retain: bool,
    pub(crate) qos: u8,
}

impl Message {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.payload).expect("payload is JSON")
    }
}

/// A connected client.
#[derive(Debug, Clone, Default)]
pub(crate) struct Client {
    pub(crate) id: String,
    pub(crate) credentials: Vec<String>,
    pub(crate) will: (String, String),
}

#[derive(Default)]
struct Shared {
    messages: Mutex<Vec<Message>>,
    retained: Mutex<BTreeMap<String, String>>,
    clients: Mutex<Vec<Client>>,
    /// Messages for all subscribers.
    passed_on: Mutex<Vec<(String, String)>>,
    changed: watch::Sender<u64>,
    /// True if the broker closes the connection instead of acknowledging a publication.
    closes: AtomicBool,
}

impl Shared {
    fn record(&self, message: Message) {
        if message.retain {
            let mut retained = self.retained.lock().unwrap();
            if message.payload.is_empty() {
                retained.remove(&message.topic);
            } else {
                retained.insert(message.topic.clone(), message.payload.clone());
            }
        }
        self.messages.lock().unwrap().push(message);
        self.changed.send_modify(|count| *count += 1);
    }
}

/// A broker that runs until dropped.
pub(crate) struct Broker {
    pub(crate) port: u16,
    shared: Arc<Shared>,
    accepting: JoinHandle<()>,
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Broker {
    pub(crate) async fn start() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.unwrap(), &[])
    }

    /// Starts a broker with these retained messages.
    pub(crate) fn on(listener: TcpListener, initial: &[(&str, &str)]) -> Self {
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::<Shared>::default();
        let owned = |(topic, payload): &(&str, &str)| ((*topic).to_owned(), (*payload).to_owned());
        *shared.retained.lock().unwrap() = initial.iter().map(owned).collect();
        let all = Arc::clone(&shared);
        let accepting = tokio::spawn(async move {
            // Dropped with this task, together with the connections.
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(serve(stream, Arc::clone(&all)));
            }
        });
        Self {
            port,
            shared,
            accepting,
        }
    }

    pub(crate) fn messages(&self) -> Vec<Message> {
        self.shared.messages.lock().unwrap().clone()
    }

    pub(crate) fn clients(&self) -> Vec<Client> {
        self.shared.clients.lock().unwrap().clone()
    }

    /// Returns the retained messages by topic, as a new subscriber would get them.
    pub(crate) fn retained(&self) -> BTreeMap<String, String> {
        self.shared.retained.lock().unwrap().clone()
    }

    /// Sets whether the broker closes the connection instead of acknowledging a publication.
    pub(crate) fn set_closes_unacknowledged(&self, closes: bool) {
        self.shared.closes.store(closes, Ordering::SeqCst);
    }

    /// Forwards a message of another client to subscribers.
    pub(crate) fn forward(&self, topic: &str, payload: &str) {
        self.shared
            .passed_on
            .lock()
            .unwrap()
            .push((topic.into(), payload.into()));
        self.shared.changed.send_modify(|count| *count += 1);
    }

    /// Waits until the published messages satisfy `condition`.
    pub(crate) async fn wait_until(&self, condition: impl Fn(&[Message]) -> bool) {
        let mut changed = self.shared.changed.subscribe();
        while !condition(&self.messages()) {
            changed.changed().await.unwrap();
        }
    }
}

async fn serve(stream: TcpStream, shared: Arc<Shared>) {
    let (mut reader, mut writer) = stream.into_split();
    let mut client = None;
    let mut filters: Vec<String> = vec![];
    let mut passed_on = shared.passed_on.lock().unwrap().len();
    let mut changed = shared.changed.subscribe();
    loop {
        let packet = packet(&mut reader);
        tokio::pin!(packet);
        let packet = loop {
            tokio::select! {
                packet = &mut packet => break packet,
                _ = changed.changed() => {
                    let new: Vec<_> = shared.passed_on.lock().unwrap().split_off(passed_on);
                    shared.passed_on.lock().unwrap().extend(new.clone());
                    passed_on += new.len();
                    for (topic, payload) in new {
                        if filters.iter().any(|filter| matches(filter, &topic)) {
                            send(&mut writer, 0x30, &topic, &payload).await;
                        }
                    }
                }
            }
        };
        let Ok((first_byte, body)) = packet else {
            if let Some(Client {
                will: (topic, payload),
                ..
            }) = client
            {
                shared.record(Message {
                    topic,
                    payload,
                    retain: true,
                    qos: 1,
                });
            }
            return;
        };
        match first_byte >> 4 {
            1 => {
                let connected = connect(&body);
                shared.clients.lock().unwrap().push(connected.clone());
                client = Some(connected);
                write_packet(&mut writer, &[0x20, 2, 0, 0]).await;
            }
            3 => {
                let (topic, mut rest) = string(&body);
                let qos = (first_byte >> 1) & 3;
                if qos > 0 {
                    if shared.closes.load(Ordering::SeqCst) {
                        return;
                    }
                    write_packet(&mut writer, &[0x40, 2, rest[0], rest[1]]).await;
                    rest = &rest[2..];
                }
                let payload = String::from_utf8(rest.to_vec()).unwrap();
                shared.record(Message {
                    topic,
                    payload,
                    retain: first_byte & 1 == 1,
                    qos,
                });
            }
            8 => {
                let mut rest = &body[2..];
                let mut granted = vec![0x90, 2, body[0], body[1]];
                while !rest.is_empty() {
                    let (filter, after) = string(rest);
                    assert_eq!(after[0], 0, "QoS 0 is requested");
                    filters.push(filter);
                    granted.push(0);
                    granted[1] += 1;
                    rest = &after[1..];
                }
                write_packet(&mut writer, &granted).await;
                let retained = shared.retained.lock().unwrap().clone();
                for (topic, payload) in retained {
                    if filters.iter().any(|filter| matches(filter, &topic)) {
                        send(&mut writer, 0x31, &topic, &payload).await;
                    }
                }
            }
            10 => write_packet(&mut writer, &[0xb0, 2, body[0], body[1]]).await,
            12 => write_packet(&mut writer, &[0xd0, 0]).await,
            14 => client = None,
            other => panic!("packet {other}"),
        }
    }
}

/// Reads the first byte and the body of the next packet.
async fn packet(reader: &mut OwnedReadHalf) -> std::io::Result<(u8, Vec<u8>)> {
    let first_byte = reader.read_u8().await?;
    let (mut length, mut shift) = (0, 0);
    loop {
        let digit = reader.read_u8().await?;
        length |= usize::from(digit & 0x7f) << shift;
        shift += 7;
        if digit & 0x80 == 0 {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await?;
    Ok((first_byte, body))
}

async fn send(writer: &mut OwnedWriteHalf, first_byte: u8, topic: &str, payload: &str) {
    let mut length = 2 + topic.len() + payload.len();
    let mut packet = vec![first_byte];
    while length > 0x7f {
        packet.push((length & 0x7f) as u8 | 0x80);
        length >>= 7;
    }
    packet.push(length as u8);
    packet.extend((topic.len() as u16).to_be_bytes());
    packet.extend(topic.bytes().chain(payload.bytes()));
    write_packet(writer, &packet).await;
}

/// Writes a packet. Errors are ignored, because the will of a disconnected client must still be published.
async fn write_packet(writer: &mut OwnedWriteHalf, packet: &[u8]) {
    let _ = writer.write_all(packet).await;
}

fn connect(body: &[u8]) -> Client {
    let (name, rest) = string(body);
    assert_eq!((name.as_str(), rest[0]), ("MQTT", 4));
    let flags = rest[1];
    assert_eq!(
        flags & 0b0010_0110,
        0b0010_0110,
        "expected a retained will and a clean session"
    );
    let (id, rest) = string(&rest[4..]);
    let (topic, rest) = string(rest);
    let (payload, mut rest) = string(rest);
    let mut credentials = vec![];
    while !rest.is_empty() {
        let (text, after) = string(rest);
        credentials.push(text);
        rest = after;
    }
    Client {
        id,
        credentials,
        will: (topic, payload),
    }
}

fn string(bytes: &[u8]) -> (String, &[u8]) {
    let length = usize::from(u16::from_be_bytes([bytes[0], bytes[1]]));
    let (text, rest) = bytes[2..].split_at(length);
    (String::from_utf8(text.to_vec()).unwrap(), rest)
}

/// Returns true if a topic matches a filter; `+` stands for a level.
fn matches(filter: &str, topic: &str) -> bool {
    let (mut filters, mut levels) = (filter.split('/'), topic.split('/'));
    loop {
        match (filters.next(), levels.next()) {
            (None, None) => return true,
            (Some("+"), Some(_)) => {}
            (Some(filter), Some(level)) if filter == level => {}
            _ => return false,
        }
    }
}
