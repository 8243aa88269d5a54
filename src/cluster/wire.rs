//! Subjects, headers and bodies of what travels. Everything carries the version of its format, and the epoch of the
//! source that sent it.

use anyhow::{Context as _, bail};
use async_nats::{HeaderMap, jetstream::stream};
use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};

use crate::{
    domain::{quote::Quote, ticker::TickerId},
    store::{self, Change, Scope},
};

/// Prices, in messages of the core.
pub(super) const TICKS: &str = "md.ticks";
/// Where an edge asks for all prices.
pub(super) const QUOTES: &str = "md.quotes";
/// Where an edge has calls answered.
pub(super) const CALLS: &str = "md.write";
/// Where an edge says how it is, and what is watched there.
pub(super) const EDGES: &str = "md.edges";
/// Where the source says how all processes are.
pub(super) const MEMBERS: &str = "md.members";
/// Where an edge says which ticker was opened there.
pub(super) const USED: &str = "md.used";

const FORMAT: &str = "Md-Format";
const EPOCH: &str = "Md-Epoch";
const SEQUENCE: &str = "Md-Sequence";
/// The last record of a transaction.
const END: &str = "Md-End";
const HASH: &str = "Md-Hash";

/// The version of messages, and that of the records in them. Who meets another one waits for a newer program.
fn format() -> String {
    format!("1.{}", store::FORMAT)
}

/// The stream of a scope.
pub(super) fn stream_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Everybody => "md_records",
        Scope::Sources => "md_secrets",
    }
}

fn prefix(scope: Scope) -> &'static str {
    match scope {
        Scope::Everybody => "md.records",
        Scope::Sources => "md.secrets",
    }
}

/// Everything that a scope's stream holds.
pub(super) fn subjects(scope: Scope) -> String {
    format!("{}.>", prefix(scope))
}

/// How the stream of a scope is made: it keeps the newest of each record, and refuses more when it is full.
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

/// Where the source says which it is.
pub(super) fn epoch_subject(scope: Scope) -> String {
    format!("{}.epoch", prefix(scope))
}

/// Which source writes a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Epoch {
    pub(super) number: u64,
    /// Of the process, for people.
    pub(super) name: String,
    /// What it is the market of.
    pub(super) market: String,
    pub(super) seed: Option<u64>,
    /// Everything it has is in the stream: what came before may be a part.
    pub(super) is_whole: bool,
}

/// The subject of a record.
pub(super) fn subject(scope: Scope, change: &Change) -> String {
    let key = BASE64URL_NOPAD.encode(&change.key);
    format!("{}.{}.{key}", prefix(scope), change.table)
}

/// Table and key of a subject.
pub(super) fn record_of(scope: Scope, subject: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let rest = subject
        .strip_prefix(prefix(scope))
        .and_then(|rest| rest.strip_prefix('.'));
    let (table, key) = rest
        .and_then(|rest| rest.split_once('.'))
        .context("a message of an unknown subject")?;
    let key = BASE64URL_NOPAD.decode(key.as_bytes());
    Ok((table.to_owned(), key.context("a subject without a key")?))
}

/// What tells two versions of a record apart.
pub(super) fn hash(value: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, value);
    data_encoding::HEXLOWER.encode(&digest.as_ref()[..12])
}

/// The headers of a message of this source.
pub(super) fn headers(epoch: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(FORMAT, format());
    headers.insert(EPOCH, epoch.to_string());
    headers
}

/// Adds what concerns a record: the hash of its value, and whether it is the last of its transaction.
pub(super) fn describe_record(headers: &mut HeaderMap, value: &[u8], is_last: bool) {
    headers.insert(HASH, hash(value));
    if is_last {
        headers.insert(END, "1");
    }
}

/// Adds the number of a message among those of its subject.
pub(super) fn number(headers: &mut HeaderMap, sequence: u64) {
    headers.insert(SEQUENCE, sequence.to_string());
}

/// What the headers of a message say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) epoch: u64,
    pub(super) sequence: Option<u64>,
    pub(super) is_last: bool,
    pub(super) hash: Option<String>,
}

/// Reads the headers of a message; refuses those of another version.
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
        None => bail!("a message without a version"),
    }
    let number = |name| text(name).and_then(|text| text.parse().ok());
    Ok(Head {
        epoch: number(EPOCH).context("a message without an epoch")?,
        sequence: number(SEQUENCE),
        is_last: text(END).is_some(),
        hash: text(HASH).map(str::to_owned),
    })
}

/// The price of a ticker, and the frame that tells browsers of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) id: TickerId,
    pub(super) frame: Bytes,
    pub(super) quote: Quote,
}

/// What one window brought.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ticks {
    pub(super) moved: Vec<Tick>,
    /// Frames for every browser.
    pub(super) everybody: Vec<Bytes>,
    /// Where the next part begins, in an answer that has one.
    pub(super) next: u32,
}

impl Ticks {
    /// Lengths and numbers are 32 bits, most significant byte first.
    pub(super) fn encode(&self) -> anyhow::Result<Bytes> {
        let mut bytes = BytesMut::new();
        bytes.put_u32(self.next);
        bytes.put_u32(u32::try_from(self.moved.len())?);
        for tick in &self.moved {
            bytes.put_u32(tick.id.0);
            put(&mut bytes, &tick.frame)?;
            put(&mut bytes, &serde_json::to_vec(&tick.quote)?)?;
        }
        for frame in &self.everybody {
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
            read.moved.push(Tick { id, frame, quote });
        }
        while bytes.has_remaining() {
            read.everybody.push(take(&mut bytes)?);
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
        bail!("a message is cut off");
    }
    Ok(bytes.get_u32())
}

fn take(bytes: &mut Bytes) -> anyhow::Result<Bytes> {
    let length = take_u32(bytes)? as usize;
    if bytes.remaining() < length {
        bail!("a message is cut off");
    }
    Ok(bytes.split_to(length))
}

/// A part that is JSON, then one that is bytes.
pub(super) fn with_body(json: &impl Serialize, body: &[u8]) -> anyhow::Result<Bytes> {
    let mut bytes = BytesMut::new();
    put(&mut bytes, &serde_json::to_vec(json)?)?;
    bytes.put_slice(body);
    Ok(bytes.freeze())
}

/// Reads both.
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
            moved: vec![Tick {
                id: TickerId(7),
                frame: Bytes::from_static(b"frame"),
                quote: quote(),
            }],
            everybody: vec![Bytes::from_static(b"alert")],
            next: 8,
        }
    }

    #[test]
    fn prices_come_back_as_they_were_sent() {
        let encoded = ticks().encode().unwrap();
        assert_eq!(Ticks::decode(encoded.clone()).unwrap(), ticks());
        for length in 0..encoded.len() {
            // Whatever is cut off is noticed, or was a frame for everybody.
            if let Ok(read) = Ticks::decode(encoded.slice(..length)) {
                assert_eq!(read.moved, ticks().moved);
                assert!(read.everybody.is_empty());
            }
        }
    }

    #[test]
    fn broken_prices_are_refused_and_harm_nobody() {
        let whole = ticks().encode().unwrap();
        fuzz("cluster-ticks", &[&whole], |bytes| {
            let _ = Ticks::decode(Bytes::copy_from_slice(bytes));
        });
    }

    #[test]
    fn a_record_has_a_subject_of_its_own_whatever_its_key() {
        for key in [&b"\0\0\0\x07"[..], b"main board. > *", b""] {
            let change = Change {
                table: "boards".to_owned(),
                key: key.to_vec(),
                value: None,
            };
            let subject = subject(Scope::Everybody, &change);
            assert!(!subject.contains([' ', '*', '>']), "{subject}");
            let (table, back) = record_of(Scope::Everybody, &subject).unwrap();
            assert_eq!((table.as_str(), back.as_slice()), ("boards", key));
        }
        assert!(record_of(Scope::Everybody, "md.secrets.boards.AA").is_err());
        assert!(record_of(Scope::Everybody, &epoch_subject(Scope::Everybody)).is_err());
    }

    #[test]
    fn a_message_of_another_version_is_refused_in_a_sentence() {
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
