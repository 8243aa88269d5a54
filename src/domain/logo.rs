//! Logos: which images are taken for one, and when one is asked for again.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Bytes that a logo may have.
pub const MOST_BYTES: usize = 100_000;
/// Logos that are kept at most: with [`MOST_BYTES`], what they take on disk is bounded.
pub const MOST_LOGOS: usize = 1_000;
/// A logo that was fetched is asked for again after so long.
const FETCHED: SignedDuration = SignedDuration::from_hours(30 * 24);
/// One that was not is left alone for so long.
const FAILED: SignedDuration = SignedDuration::from_hours(7 * 24);

/// When a ticker's logo was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogoNote {
    /// When it last was, whatever came of it.
    pub asked_at: Timestamp,
    /// When the image that is kept came; `None` where there is none.
    #[serde(default)]
    pub fetched_at: Option<Timestamp>,
}

impl LogoNote {
    /// Whether an image is kept.
    pub(crate) fn is_kept(&self) -> bool {
        self.fetched_at.is_some()
    }

    /// Whether it may be asked for again. What is dated in our future was asked for before the clock was
    /// set back.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        let is_fetched = self.fetched_at == Some(self.asked_at);
        let rest = if is_fetched { FETCHED } else { FAILED };
        !(SignedDuration::ZERO..rest).contains(&now.duration_since(self.asked_at))
    }
}

/// How an image is written. Never SVG: that is a document, which may hold scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ImageFormat {
    Png,
    Jpeg,
    WebP,
}

impl ImageFormat {
    /// By the bytes that an image begins with, whatever its sender calls it.
    fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Self::WebP)
        } else {
            None
        }
    }

    /// Its media type.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
        }
    }
}

/// The image of a logo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogoImage {
    format: ImageFormat,
    bytes: Arc<[u8]>,
}

impl LogoImage {
    /// The image of these bytes; in words why they are none that is taken.
    pub fn new(bytes: &[u8]) -> Result<Self, &'static str> {
        if bytes.len() > MOST_BYTES {
            return Err("it has more than 100,000 bytes");
        }
        let format = ImageFormat::of(bytes).ok_or("it is no PNG, JPEG or WebP")?;
        Ok(Self {
            format,
            bytes: bytes.into(),
        })
    }

    /// How it is written.
    pub(crate) fn format(&self) -> ImageFormat {
        self.format
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_known_by_its_first_bytes_and_a_document_is_none() {
        let format = |bytes: &[u8]| LogoImage::new(bytes).map(|image| image.format());
        assert_eq!(format(b"\x89PNG\r\n\x1a\n...."), Ok(ImageFormat::Png));
        assert_eq!(format(b"\xff\xd8\xff\xe0...."), Ok(ImageFormat::Jpeg));
        assert_eq!(format(b"RIFF\x10\0\0\0WEBPVP8 "), Ok(ImageFormat::WebP));
        for other in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"[..],
            b"<!doctype html>",
            b"GIF89a",
            b"RIFF\x10\0\0\0WAVE",
            b"RIFF",
            b"",
        ] {
            assert!(format(other).is_err());
        }
        let mut large = b"\x89PNG\r\n\x1a\n".to_vec();
        large.resize(MOST_BYTES, 0);
        assert!(format(&large).is_ok());
        large.push(0);
        assert!(format(&large).is_err());
    }

    #[test]
    fn a_logo_is_asked_for_again_after_a_month_and_a_failure_after_a_week() {
        let at = |day: i64| Timestamp::from_second(day * 86_400).unwrap();
        let fetched = LogoNote {
            asked_at: at(100),
            fetched_at: Some(at(100)),
        };
        assert!(!fetched.is_due(at(129)) && fetched.is_due(at(130)));
        let failed = LogoNote {
            asked_at: at(130),
            ..fetched
        };
        assert!(!failed.is_due(at(136)) && failed.is_due(at(137)));
        assert!(failed.is_due(at(129)), "the clock was set back");
    }
}
