//! Subjects, headers and bodies of the messages in the cluster. Every message carries its format version and the epoch of its
//! source.

use anyhow::{Context as _, bail};
use async_nats::{HeaderMap, jetstream::stream};
use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};

use crate::{
    domain::{quote::Quote, ticker::TickerId},
    store::{self, Change, Scope},
};

/// Subject of price messages (core NATS).
pub(super) const TICKS: &str = "md.ticks";
/// Subject on which an edge requests all prices.
pub(super) const QUOTES: &str = "md.quotes";
/// Subject on which an edge forwards calls.
pub(super) const CALLS: &str = "md.write";
/// Subject of the heartbeats of edges.
pub(super) const EDGES: &str = "md.edges";
/// Subject of the member list.
pub(super) const MEMBERS: &str = "md.members";
/// Subject on which an edge reports an opened ticker.
pub(super) const USED: &str = "md.used";

const FORMAT: &str = "Md-Format";
const EPOCH: &str = "Md-Epoch";
const SEQUENCE: &str = "Md-Sequence";
/// Marks the last record of a transaction.
const END: &str = "Md-End";
const HASH: &str = "Md-Hash";

/// Version of the messages and of the records in them. A process that receives another version waits for an upgrade.
fn format() -> String {
    format!("1.{}", store::RECORD_FORMAT)
}

/// Returns the name of a scope's stream.
pub(super) fn stream_name(scope: Scope) -> &'static str {
    match scope {
        Scope::AllMembers => "md_records",
        Scope::Sources => "md_secrets",
    }
}

fn prefix(scope: Scope) -> &'static str {
    match scope {
        Scope::AllMembers => "md.records",
        Scope::Sources => "md.secrets",
    }
}

/// Returns the subjects of a scope's stream.
pub(super) fn subjects(scope: Scope) -> String {
    format!("{}.>", prefix(scope))
}

/// Returns the configuration of a scope's stream: it keeps the newest version of each record, and rejects more when full.
pub(super) fn stream_config(scope: Scope, replicas: usize) -> stream::Config {
    stream::Config {
        name: stream_name(scope).to_owned(),
        description: Some("The newest of each record of Marketdeck".to_owned()),
        subjects: vec![subjects(scope)],
        max_messages_per_subject: 1,
        discard: stream::DiscardPolicy::New,
        num_replicas: replicas,
        allow_direct: true,
        ..stream::Config::default()
    }
}

/// Returns the subject on which the source names itself.
pub(super) fn epoch_subject(scope: Scope) -> String {
    format!("{}.epoch", prefix(scope))
}

/// The source that writes a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Epoch {
    pub(super) number: u64,
    /// Name of the process, for people.
    pub(super) name: String,
    /// The market it serves.
    pub(super) market: String,
    pub(super) seed: Option<u64>,
    /// True if everything the source has is in the stream; until then the stream may be incomplete.
    pub(super) is_whole: bool,
}

/// Returns the subject of a record.
pub(super) fn subject(scope: Scope, change: &Change) -> String {
    let key = BASE64URL_NOPAD.encode(&change.key);
    format!("{}.{}.{key}", prefix(scope), change.table)
}

/// Returns table and key of a subject.
pub(super) fn record_of(scope: Scope, subject: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let rest = subject
        .strip_prefix(prefix(scope))
        .and_then(|rest| rest.strip_prefix('.'));
    let (table, key) = rest
        .and_then(|rest| rest.split_once('.'))
        .context("unknown subject")?;
    let key = BASE64URL_NOPAD.decode(key.as_bytes());
    Ok((table.to_owned(), key.context("subject without a key")?))
}

/// Returns a hash that distinguishes versions of a record.
pub(super) fn hash(value: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, value);
    data_encoding::HEXLOWER.encode(&digest.as_ref()[..12])
}

/// Returns the headers of a message from the source with this epoch.
pub(super) fn headers(epoch: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(FORMAT, format());
    headers.insert(EPOCH, epoch.to_string());
    headers
}

/// Adds the headers of a record: its hash, and whether it is the last of its transaction.
pub(super) fn describe_record(headers: &mut HeaderMap, value: &[u8], is_last: bool) {
    headers.insert(HASH, hash(value));
    if is_last {
        headers.insert(END, "1");
    }
}

/// Adds the sequence number of a message within its subject.
pub(super) fn number(headers: &mut HeaderMap, sequence: u64) {
    headers.insert(SEQUENCE, sequence.to_string());
}

/// The parsed headers of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) epoch: u64,
    pub(super) sequence: Option<u64>,
    pub(super) is_last: bool,
    pub(super) hash: Option<String>,
}

/// Parses the headers of a message; rejects other format versions.
pub(super) fn head(headers: Option<&HeaderMap>) -> anyhow::Result<Head> {
    let text = |name| {
        headers
            .and_then(|all| all.get(name))
            .map(async_nats::HeaderValue::as_str)
    };
    match text(FORMAT) {
        Some(theirs) if theirs == format() => {}
        Some(theirs) => bail!(
            "the source writes format {theirs}, and this program reads {}: run the same version here",
            format()
        ),
        None => bail!("message without a format version"),
    }
    let number = |name| text(name).and_then(|text| text.parse().ok());
    Ok(Head {
        epoch: number(EPOCH).context("message without an epoch")?,
        sequence: number(SEQUENCE),
        is_last: text(END).is_some(),
        hash: text(HASH).map(str::to_owned),
    })
}

/// A ticker's price and its frame for browsers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) id: TickerId,
    pub(super) frame: Bytes,
    pub(super) quote: Quote,
}

/// The prices of one window.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ticks {
    pub(super) changed: Vec<Tick>,
    /// Frames for every browser.
    pub(super) broadcasts: Vec<Bytes>,
    /// In a response: ticker id at which the next part begins; 0 if there is none.
    pub(super) next: u32,
}

impl Ticks {
    /// Encodes the message. Lengths and numbers are 32-bit big-endian.
    pub(super) fn encode(&self) -> anyhow::Result<Bytes> {
        let mut bytes = BytesMut::new();
        bytes.put_u32(self.next);
        bytes.put_u32(u32::try_from(self.changed.len())?);
        for tick in &self.changed {
            bytes.put_u32(tick.id.0);
            put(&mut bytes, &tick.frame)?;
            put(&mut bytes, &serde_json::to_vec(&tick.quote)?)?;
        }
        for frame in &self.broadcasts {
            put(&mut bytes, frame)?;
        }
        Ok(bytes.freeze())
    }

    pub(super) fn decode(mut bytes: Bytes) -> anyhow::Result<Self> {
        let next = take_u32(&mut bytes)?;
        let mut read = Self {
            next,
            ..Self::default()
        };
        for _ in 0..take_u32(&mut bytes)? {
            let id = TickerId(take_u32(&mut bytes)?);
            let frame = take(&mut bytes)?;
            let quote = serde_json::from_slice(&take(&mut bytes)?)?;
            read.changed.push(Tick { id, frame, quote });
        }
        while bytes.has_remaining() {
            read.broadcasts.push(take(&mut bytes)?);
        }
        Ok(read)
    }
}

fn put(bytes: &mut BytesMut, part: &[u8]) -> anyhow::Result<()> {
    bytes.put_u32(u32::try_from(part.len())?);
    bytes.put_slice(part);
    Ok(())
}

fn take_u32(bytes: &mut Bytes) -> anyhow::Result<u32> {
    if bytes.remaining() < 4 {
        bail!("truncated message");
    }
    Ok(bytes.get_u32())
}

fn take(bytes: &mut Bytes) -> anyhow::Result<Bytes> {
    let length = take_u32(bytes)? as usize;
    if bytes.remaining() < length {
        bail!("truncated message");
    }
    Ok(bytes.split_to(length))
}

/// Encodes a JSON part followed by raw bytes.
pub(super) fn with_body(json: &impl Serialize, body: &[u8]) -> anyhow::Result<Bytes> {
    let mut bytes = BytesMut::new();
    put(&mut bytes, &serde_json::to_vec(json)?)?;
    bytes.put_slice(body);
    Ok(bytes.freeze())
}

/// Decodes a JSON part followed by raw bytes.
pub(super) fn read_with_body<T: for<'de> Deserialize<'de>>(
    mut bytes: Bytes,
) -> anyhow::Result<(T, Vec<u8>)> {
    let json = take(&mut bytes)?;
    Ok((serde_json::from_slice(&json)?, bytes.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    fn quote() -> Quote {
        serde_json::from_str(
            r#"{"id":7,"price":101.5,"as_of":"2026-11-20T19:30:00Z","source":"test"}"#,
        )
        .unwrap()
    }

    fn ticks() -> Ticks {
        Ticks {
            changed: vec![Tick {
                id: TickerId(7),
                frame: Bytes::from_static(b"frame"),
                quote: quote(),
            }],
            broadcasts: vec![Bytes::from_static(b"alert")],
            next: 8,
        }
    }

    #[test]
    fn prices_survive_encoding_and_decoding() {
        let encoded = ticks().encode().unwrap();
        assert_eq!(Ticks::decode(encoded.clone()).unwrap(), ticks());
        for length in 0..encoded.len() {
            // A truncated message is detected, or loses only a broadcast frame.
            if let Ok(read) = Ticks::decode(encoded.slice(..length)) {
                assert_eq!(read.changed, ticks().changed);
                assert!(read.broadcasts.is_empty());
            }
        }
    }

    #[test]
    fn broken_prices_are_rejected_without_a_panic() {
        let whole = ticks().encode().unwrap();
        fuzz("cluster-ticks", &[&whole], |bytes| {
            let _ = Ticks::decode(Bytes::copy_from_slice(bytes));
        });
    }

    #[test]
    fn every_key_has_a_valid_subject_of_its_own() {
        for key in [&b"\0\0\0\x07"[..], b"main board. > *", b""] {
            let change = Change {
                table: "boards".to_owned(),
                key: key.to_vec(),
                value: None,
            };
            let subject = subject(Scope::AllMembers, &change);
            assert!(!subject.contains([' ', '*', '>']), "{subject}");
            let (table, back) = record_of(Scope::AllMembers, &subject).unwrap();
            assert_eq!((table.as_str(), back.as_slice()), ("boards", key));
        }
        assert!(record_of(Scope::AllMembers, "md.secrets.boards.AA").is_err());
        assert!(record_of(Scope::AllMembers, &epoch_subject(Scope::AllMembers)).is_err());
    }

    #[test]
    fn a_message_of_another_version_is_rejected() {
        let mut headers = headers(12);
        assert_eq!(head(Some(&headers)).unwrap().epoch, 12);
        headers.insert(FORMAT, "2.9");
        let refused = head(Some(&headers)).unwrap_err().to_string();
        assert!(
            refused.contains("2.9") && refused.contains("version"),
            "{refused}"
        );
        assert!(head(None).is_err());
    }
}
