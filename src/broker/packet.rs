//! Packets of MQTT 3.1.1, as bytes. What we never send (`QoS` 2) or hear (requests of clients) is left out.

use bytes::{Buf as _, Bytes, BytesMut};

/// Bytes of a packet at most that are taken; nobody sends us more than a few hundred.
const LONGEST: usize = 256 * 1024;

/// The first bytes of what we send, with their flags (table 2.1 and section 3).
const CONNECT: u8 = 0x10;
const PUBLISH: u8 = 0x30;
const SUBSCRIBE: u8 = 0x82;
const UNSUBSCRIBE: u8 = 0xa2;
const PINGREQ: u8 = 0xc0;
const DISCONNECT: u8 = 0xe0;

/// Flags of a publication.
const RETAIN: u8 = 0x01;
const AT_LEAST_ONCE: u8 = 0x02;

/// A message that a broker passes on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Publish<'a> {
    pub(super) topic: &'a str,
    pub(super) payload: &'a [u8],
    /// Kept for whoever subscribes later.
    pub(super) retain: bool,
    /// By which number it is acknowledged; `None` where nobody asks.
    pub(super) id: Option<u16>,
}

/// What opens a connection.
pub(super) struct Connect<'a> {
    pub(super) client_id: &'a str,
    /// Seconds of silence after which the broker takes us for gone (one and a half of these).
    pub(super) keep_alive: u16,
    /// Published for us, and retained, when we are gone without a word.
    pub(super) will: (&'a str, &'a str),
    /// Name and password.
    pub(super) credentials: Option<(&'a str, &'a str)>,
}

/// What a broker sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Received {
    /// It took the connection (0), or did not.
    Connected(u8),
    /// It has the publication of this number.
    Acknowledged(u16),
    /// Somebody published this; `retained` says that it was before we asked.
    Message {
        topic: String,
        payload: Bytes,
        retained: bool,
    },
    /// Whether it refused what was subscribed to.
    Subscribed { refused: bool },
    /// Nothing that anybody waits for.
    Other,
}

/// Bytes that are no packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoPacket;

impl Connect<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        // Clean session, and a will with QoS 1 that is retained.
        let mut flags = 0b0010_1110;
        let mut body = vec![];
        string(&mut body, "MQTT");
        body.push(4);
        let at = body.len();
        body.push(0);
        body.extend(self.keep_alive.to_be_bytes());
        string(&mut body, self.client_id);
        string(&mut body, self.will.0);
        string(&mut body, self.will.1);
        if let Some((name, password)) = self.credentials {
            flags |= 0b1000_0000;
            string(&mut body, name);
            if !password.is_empty() {
                flags |= 0b0100_0000;
                string(&mut body, password);
            }
        }
        body[at] = flags;
        packet(out, CONNECT, &body);
    }
}

impl Publish<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut flags = if self.retain { RETAIN } else { 0 };
        let mut body = vec![];
        string(&mut body, self.topic);
        if let Some(id) = self.id {
            flags |= AT_LEAST_ONCE;
            body.extend(id.to_be_bytes());
        }
        body.extend(self.payload);
        packet(out, PUBLISH | flags, &body);
    }
}

/// Asks for what is published under `filters`, at most once each.
pub(super) fn subscribe(out: &mut Vec<u8>, id: u16, filters: &[String]) {
    let mut body = id.to_be_bytes().to_vec();
    for filter in filters {
        string(&mut body, filter);
        body.push(0);
    }
    packet(out, SUBSCRIBE, &body);
}

/// Asks for no more of it.
pub(super) fn unsubscribe(out: &mut Vec<u8>, id: u16, filters: &[String]) {
    let mut body = id.to_be_bytes().to_vec();
    for filter in filters {
        string(&mut body, filter);
    }
    packet(out, UNSUBSCRIBE, &body);
}

/// Asks for a sign of life.
pub(super) fn ping(out: &mut Vec<u8>) {
    packet(out, PINGREQ, &[]);
}

/// Says goodbye: the will is not published.
pub(super) fn disconnect(out: &mut Vec<u8>) {
    packet(out, DISCONNECT, &[]);
}

/// Takes the next whole packet out of `bytes`; `None` while some of it is missing.
pub(super) fn take(bytes: &mut BytesMut) -> Result<Option<Received>, NoPacket> {
    let Some((length, digits)) = remaining_length(bytes)? else {
        return Ok(None);
    };
    if length > LONGEST || !is_possible(bytes[0], length) {
        return Err(NoPacket);
    }
    let whole = 1 + digits + length;
    if bytes.len() < whole {
        bytes.reserve(whole - bytes.len());
        return Ok(None);
    }
    let first = bytes[0];
    let mut body = bytes.split_to(whole).freeze();
    body.advance(1 + digits);
    read(first, body).map(Some)
}

/// The length of the packet at the beginning of `bytes` without its head, and how many bytes tell it (section 2.2.3).
fn remaining_length(bytes: &[u8]) -> Result<Option<(usize, usize)>, NoPacket> {
    let mut length = 0;
    for digits in 1..=4 {
        let Some(byte) = bytes.get(digits) else {
            return Ok(None);
        };
        length |= usize::from(byte & 0x7f) << (7 * (digits - 1));
        if byte & 0x80 == 0 {
            return Ok(Some((length, digits)));
        }
    }
    Err(NoPacket)
}

/// Whether a packet that a broker sends may begin with this byte and have this length (table 2.2 of the standard).
fn is_possible(first: u8, length: usize) -> bool {
    match first {
        // CONNACK, PUBACK, UNSUBACK
        0x20 | 0x40 | 0xb0 => length == 2,
        // SUBACK
        0x90 => length > 2,
        // PINGRESP
        0xd0 => length == 0,
        // Publications that nobody acknowledges: nothing else is subscribed to.
        _ => first & 0b1111_0110 == PUBLISH,
    }
}

fn read(first: u8, mut body: Bytes) -> Result<Received, NoPacket> {
    match first >> 4 {
        2 => body
            .get(1)
            .copied()
            .map(Received::Connected)
            .ok_or(NoPacket),
        3 => {
            let topic = taken(&mut body)?;
            let topic = String::from_utf8(topic.to_vec()).map_err(|_| NoPacket)?;
            Ok(Received::Message {
                topic,
                payload: body,
                retained: first & RETAIN != 0,
            })
        }
        4 => body
            .try_get_u16()
            .map(Received::Acknowledged)
            .map_err(|_| NoPacket),
        9 => {
            body.try_get_u16().map_err(|_| NoPacket)?;
            let refused = body.iter().any(|code| *code & 0x80 != 0);
            Ok(Received::Subscribed { refused })
        }
        // UNSUBACK and PINGRESP.
        11 | 13 => Ok(Received::Other),
        _ => Err(NoPacket),
    }
}

/// The bytes of a string, whose length stands before them.
fn taken(body: &mut Bytes) -> Result<Bytes, NoPacket> {
    let length = usize::from(body.try_get_u16().map_err(|_| NoPacket)?);
    if body.len() < length {
        return Err(NoPacket);
    }
    Ok(body.split_to(length))
}

/// Texts are checked where they are configured and far below the 65,535 bytes that a string may have.
fn string(out: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    out.extend(length.to_be_bytes());
    out.extend(&text.as_bytes()[..usize::from(length)]);
}

fn packet(out: &mut Vec<u8>, first: u8, body: &[u8]) {
    out.push(first);
    let mut length = body.len();
    loop {
        let digit = (length & 0x7f) as u8;
        length >>= 7;
        out.push(if length > 0 { digit | 0x80 } else { digit });
        if length == 0 {
            break;
        }
    }
    out.extend(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_opened_as_the_standard_shows_it() {
        let mut out = vec![];
        Connect {
            client_id: "deck",
            keep_alive: 10,
            will: ("a/b", "off"),
            credentials: Some(("me", "pw")),
        }
        .write(&mut out);
        // Figure 3.6: protocol name, level, flags and keep alive; then the payload of section 3.1.3.
        let head = [
            0x10,
            34,
            0,
            4,
            b'M',
            b'Q',
            b'T',
            b'T',
            4,
            0b1110_1110,
            0,
            10,
        ];
        assert_eq!(out[..12], head);
        assert_eq!(&out[12..], b"\0\x04deck\0\x03a/b\0\x03off\0\x02me\0\x02pw");
    }

    #[test]
    fn a_publication_that_is_to_be_acknowledged_has_a_number() {
        let mut out = vec![];
        let publish = Publish {
            topic: "a/b",
            payload: b"hi",
            retain: true,
            id: None,
        };
        publish.write(&mut out);
        assert_eq!(out, b"\x31\x07\0\x03a/bhi");
        out.clear();
        Publish {
            retain: false,
            id: Some(10),
            ..publish
        }
        .write(&mut out);
        assert_eq!(out, b"\x32\x09\0\x03a/b\0\x0ahi");
    }

    #[test]
    fn packets_are_taken_when_they_are_whole() {
        let mut sent = vec![];
        let long = vec![b'x'; 300];
        Publish {
            topic: "t",
            payload: &long,
            retain: true,
            id: None,
        }
        .write(&mut sent);
        sent.extend(b"\x40\x02\0\x07\xd0\0\x20\x02\0\x05\x90\x03\0\x01\x80");
        let mut bytes = BytesMut::new();
        let mut received = vec![];
        for byte in sent {
            bytes.extend([byte]);
            received.extend(take(&mut bytes).unwrap());
        }
        let message = Received::Message {
            topic: "t".into(),
            payload: long.into(),
            retained: true,
        };
        let expected = [
            message,
            Received::Acknowledged(7),
            Received::Other,
            Received::Connected(5),
            Received::Subscribed { refused: true },
        ];
        assert_eq!(received, expected);
    }

    #[test]
    fn what_is_no_packet_is_refused() {
        for wrong in [
            &b"HTTP/1.1 400 Bad Request\r\n"[..],
            b"\x30\xff\xff\xff\xff",
            b"\x30\xff\xff\xff\x7f",
            b"\x30\x02\0\x05",
            b"\x40\0",
            b"\x32\x05\0\x01t\0\x01",
        ] {
            assert_eq!(take(&mut BytesMut::from(wrong)), Err(NoPacket), "{wrong:?}");
        }
    }
}
