//! Messages of the live feed for many clients, as complete WebSocket frames: encoded once, written to every connection.

use bytes::Bytes;
use jiff::Timestamp;
use serde::Serialize;

use crate::{
    domain::alert::FiredAlert,
    live::hub::TICKER_PREFIX,
    market::Listing,
    web::{
        api::{alerts::AlertReport, shapes::Ticker},
        changes::ChangeKind,
    },
};

/// Encodes a ticker's newest quote as a `ticker_update` frame.
pub fn ticker(listing: &Listing, now: Timestamp) -> Bytes {
    let mut text = TICKER_PREFIX.to_vec();
    // Serializing plain structs never fails.
    text.extend(serde_json::to_vec(&Ticker::of(listing, now)).unwrap_or_default());
    text.push(b'}');
    text_frame(&text)
}

/// The payload of an `alert_fired` frame.
#[derive(Serialize)]
struct AlertFired {
    #[serde(rename = "type")]
    kind: &'static str,
    data: AlertReport,
}

/// Encodes a fired alert as an `alert_fired` frame; `history_id` is its id in the history.
pub fn alert(fired: &FiredAlert, history_id: Option<u64>) -> Bytes {
    let message = AlertFired {
        kind: "alert_fired",
        data: AlertReport::of(fired, history_id),
    };
    text_frame(&serde_json::to_vec(&message).unwrap_or_default())
}

/// The payload of a `changed` frame.
#[derive(Serialize)]
struct Changed {
    #[serde(rename = "type")]
    kind: &'static str,
    what: ChangeKind,
}

/// Encodes a `changed` frame, after which open pages refetch data of this kind.
pub fn changed(what: ChangeKind) -> Bytes {
    let kind = "changed";
    text_frame(&serde_json::to_vec(&Changed { kind, what }).unwrap_or_default())
}

/// Encodes an unmasked, final text frame (RFC 6455, section 5.2).
fn text_frame(payload: &[u8]) -> Bytes {
    const FINAL_TEXT: u8 = 0x81;
    let mut frame = Vec::with_capacity(payload.len() + 10);
    frame.push(FINAL_TEXT);
    match payload.len() {
        short @ 0..=125 => frame.push(short as u8),
        medium @ 126..=65_535 => {
            frame.push(126);
            frame.extend_from_slice(&(medium as u16).to_be_bytes());
        }
        long => {
            frame.push(127);
            frame.extend_from_slice(&(long as u64).to_be_bytes());
        }
    }
    frame.extend_from_slice(payload);
    frame.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_length_is_encoded_as_rfc_6455_requires() {
        assert_eq!(text_frame(b"hi")[..], [0x81, 2, b'h', b'i']);
        let medium = text_frame(&[b'x'; 300]);
        assert_eq!(
            (
                medium[1],
                u16::from_be_bytes([medium[2], medium[3]]),
                medium.len()
            ),
            (126, 300, 304)
        );
        let long = text_frame(&vec![b'x'; 70_000]);
        assert_eq!((long[1], long.len()), (127, 70_010));
    }
}
