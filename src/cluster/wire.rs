//! Subjects, headers and bodies of the messages in the cluster. Every message contains the version of its format and the epoch of its
//! source.

use anyhow::{Context as _, bail};
use async_nats::{HeaderMap, jetstream::stream};
use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};

use crate::{
    domain::{person::PersonId, quote::Quote, ticker::TickerId},
    store::{self, Change, Scope},
};

/// Subject of price messages (core NATS).
pub(super) const TICKS: &str = "md.ticks";
/// Subject on which an edge requests all prices.
pub(super) const QUOTES: &str = "md.quotes";
/// Subject on which an edge forwards calls.
pub(super) const CALLS: &str = "md.write";
/// Subject of the heartbeats of edges.
pub(super) const HEARTBEATS: &str = "md.edges";
/// Subject of the member list.
pub(super) const MEMBERS: &str = "md.members";
/// Subject on which an edge reports an opened ticker.
pub(super) const OPENED_TICKERS: &str = "md.used";

const FORMAT: &str = "Md-Format";
const EPOCH: &str = "Md-Epoch";
const SEQUENCE: &str = "Md-Sequence";
/// Marks the last record of a transaction.
const END: &str = "Md-End";
const HASH: &str = "Md-Hash";

/// Returns the version of the messages and of the records in them. A process rejects messages of another version until it is upgraded.
fn format_version() -> String {
    format!("2.{}", store::RECORD_FORMAT)
}

/// Returns the name of a scope's stream.
pub(super) fn stream_name(scope: Scope) -> &'static str {
    match scope {
        Scope::AllMembers => "md_records",
        Scope::Sources => "md_secrets",
    }
}

/// Returns the prefix of the subjects of a scope.
fn subject_prefix(scope: Scope) -> &'static str {
    match scope {
        Scope::AllMembers => "md.records",
        Scope::Sources => "md.secrets",
    }
}

/// Returns the subjects of a scope's stream.
pub(super) fn subjects(scope: Scope) -> String {
    format!("{}.>", subject_prefix(scope))
}

/// Returns the configuration of a scope's stream. The stream keeps the newest version of each record, and rejects messages when it is
/// full.
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

/// Returns the subject on which a source publishes its [`Epoch`].
pub(super) fn epoch_subject(scope: Scope) -> String {
    format!("{}.epoch", subject_prefix(scope))
}

/// The source that writes a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Epoch {
    pub(super) number: u64,
    /// Name of the process, as shown to users.
    pub(super) name: String,
    /// Name of the market that the process serves.
    pub(super) market: String,
    pub(super) seed: Option<u64>,
    /// True if all records of the source are in the stream.
    pub(super) is_whole: bool,
}

/// Returns the subject of a record.
pub(super) fn record_subject(scope: Scope, change: &Change) -> String {
    let key = BASE64URL_NOPAD.encode(&change.key);
    format!("{}.{}.{key}", subject_prefix(scope), change.table)
}

/// Returns the table and key of a record's subject.
pub(super) fn parse_record_subject(
    scope: Scope,
    subject: &str,
) -> anyhow::Result<(String, Vec<u8>)> {
    let rest = subject
        .strip_prefix(subject_prefix(scope))
        .and_then(|rest| rest.strip_prefix('.'));
    let (table, key) = rest
        .and_then(|rest| rest.split_once('.'))
        .context("unknown subject")?;
    let key = BASE64URL_NOPAD.decode(key.as_bytes());
    Ok((table.to_owned(), key.context("subject without a key")?))
}

/// Returns a hash that distinguishes versions of a record.
pub(super) fn content_hash(value: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, value);
    data_encoding::HEXLOWER.encode(&digest.as_ref()[..12])
}

/// Returns the headers of a message from the source with this epoch.
pub(super) fn headers(epoch: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(FORMAT, format_version());
    headers.insert(EPOCH, epoch.to_string());
    headers
}

/// Adds the headers of a record: its hash, and a mark if the record is the last one of its transaction.
pub(super) fn set_record_headers(headers: &mut HeaderMap, value: &[u8], is_last: bool) {
    headers.insert(HASH, content_hash(value));
    if is_last {
        headers.insert(END, "1");
    }
}

/// Adds the sequence number of a message within its subject.
pub(super) fn set_sequence(headers: &mut HeaderMap, sequence: u64) {
    headers.insert(SEQUENCE, sequence.to_string());
}

/// The parsed headers of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MessageHeaders {
    pub(super) epoch: u64,
    pub(super) sequence: Option<u64>,
    pub(super) is_last: bool,
    pub(super) hash: Option<String>,
}

/// Parses the headers of a message. Rejects other format versions.
pub(super) fn parse_headers(headers: Option<&HeaderMap>) -> anyhow::Result<MessageHeaders> {
    let text = |name| {
        headers
            .and_then(|headers| headers.get(name))
            .map(async_nats::HeaderValue::as_str)
    };
    match text(FORMAT) {
        Some(version) if version == format_version() => {}
        Some(version) => bail!(
            "the source writes format {version}, and this program reads {}: run the same version here",
            format_version()
        ),
        None => bail!("message without a format version"),
    }
    let parse_number = |name| text(name).and_then(|text| text.parse().ok());
    Ok(MessageHeaders {
        epoch: parse_number(EPOCH).context("message without an epoch")?,
        sequence: parse_number(SEQUENCE),
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
    /// Frames for the browsers of a person.
    pub(super) broadcasts: Vec<(PersonId, Bytes)>,
    /// In a response to a price request: the ticker id at which the next part starts; 0 if this part is the last.
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
            put_part(&mut bytes, &tick.frame)?;
            put_part(&mut bytes, &serde_json::to_vec(&tick.quote)?)?;
        }
        for (person, frame) in &self.broadcasts {
            bytes.put_u32(person.0);
            put_part(&mut bytes, frame)?;
        }
        Ok(bytes.freeze())
    }

    pub(super) fn decode(mut bytes: Bytes) -> anyhow::Result<Self> {
        let next = take_u32(&mut bytes)?;
        let mut ticks = Self {
            next,
            ..Self::default()
        };
        for _ in 0..take_u32(&mut bytes)? {
            let id = TickerId(take_u32(&mut bytes)?);
            let frame = take_part(&mut bytes)?;
            let quote = serde_json::from_slice(&take_part(&mut bytes)?)?;
            ticks.changed.push(Tick { id, frame, quote });
        }
        while bytes.has_remaining() {
            let person = PersonId(take_u32(&mut bytes)?);
            ticks.broadcasts.push((person, take_part(&mut bytes)?));
        }
        Ok(ticks)
    }
}

/// Appends the length of a part, and the part.
fn put_part(bytes: &mut BytesMut, part: &[u8]) -> anyhow::Result<()> {
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

/// Removes a part and its length from the start of a message.
fn take_part(bytes: &mut Bytes) -> anyhow::Result<Bytes> {
    let length = take_u32(bytes)? as usize;
    if bytes.remaining() < length {
        bail!("truncated message");
    }
    Ok(bytes.split_to(length))
}

/// Encodes a JSON part followed by raw bytes.
pub(super) fn encode_with_body(json: &impl Serialize, body: &[u8]) -> anyhow::Result<Bytes> {
    let mut bytes = BytesMut::new();
    put_part(&mut bytes, &serde_json::to_vec(json)?)?;
    bytes.put_slice(body);
    Ok(bytes.freeze())
}

/// Decodes a JSON part followed by raw bytes.
pub(super) fn decode_with_body<T: for<'de> Deserialize<'de>>(
    mut bytes: Bytes,
) -> anyhow::Result<(T, Vec<u8>)> {
    let json = take_part(&mut bytes)?;
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
            broadcasts: vec![(PersonId(2), Bytes::from_static(b"alert"))],
            next: 8,
        }
    }

    #[test]
    fn prices_survive_encoding_and_decoding() {
        let encoded = ticks().encode().unwrap();
        assert_eq!(Ticks::decode(encoded.clone()).unwrap(), ticks());
        for length in 0..encoded.len() {
            // A truncated message is detected, or loses only a broadcast frame.
            if let Ok(decoded) = Ticks::decode(encoded.slice(..length)) {
                assert_eq!(decoded.changed, ticks().changed);
                assert!(decoded.broadcasts.is_empty());
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
    fn every_key_has_a_valid_and_unique_subject() {
        for key in [&b"\0\0\0\x07"[..], b"main board. > *", b""] {
            let change = Change {
                table: "boards".to_owned(),
                key: key.to_vec(),
                value: None,
            };
            let subject = record_subject(Scope::AllMembers, &change);
            assert!(!subject.contains([' ', '*', '>']), "{subject}");
            let (table, decoded_key) = parse_record_subject(Scope::AllMembers, &subject).unwrap();
            assert_eq!((table.as_str(), decoded_key.as_slice()), ("boards", key));
        }
        assert!(parse_record_subject(Scope::AllMembers, "md.secrets.boards.AA").is_err());
        assert!(
            parse_record_subject(Scope::AllMembers, &epoch_subject(Scope::AllMembers)).is_err()
        );
    }

    #[test]
    fn a_message_of_another_version_is_rejected() {
        let mut headers = headers(12);
        assert_eq!(parse_headers(Some(&headers)).unwrap().epoch, 12);
        headers.insert(FORMAT, "2.9");
        let error = parse_headers(Some(&headers)).unwrap_err().to_string();
        assert!(
            error.contains("2.9") && error.contains("version"),
            "{error}"
        );
        assert!(parse_headers(None).is_err());
    }
}
