//! Logos: accepted image formats and refresh times.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Maximum size of a logo in bytes.
pub const MAX_LOGO_BYTES: usize = 100_000;
/// Maximum number of stored logos; with [`MAX_LOGO_BYTES`] it bounds their disk space.
pub const MAX_LOGOS: usize = 1_000;
/// Time until a logo is fetched again.
const REFRESH_AFTER: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Time until a failed fetch is retried.
const RETRY_AFTER: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Fetch status of a ticker's logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogoStatus {
    /// Time of the last fetch, successful or not.
    #[serde(rename = "asked_at")]
    pub attempted_at: Timestamp,
    /// Time at which the stored image was fetched; `None` without an image.
    #[serde(default)]
    pub fetched_at: Option<Timestamp>,
}

impl LogoStatus {
    /// Returns true if an image is stored.
    pub(crate) fn has_image(&self) -> bool {
        self.fetched_at.is_some()
    }

    /// Returns true if the logo may be fetched again. A last attempt in the future counts as due: the clock was set
    /// back since.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        let has_succeeded = self.fetched_at == Some(self.attempted_at);
        let wait = if has_succeeded {
            REFRESH_AFTER
        } else {
            RETRY_AFTER
        };
        !(SignedDuration::ZERO..wait).contains(&now.duration_since(self.attempted_at))
    }
}

/// Accepted image formats. SVG is rejected because an SVG document may contain scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ImageFormat {
    Png,
    Jpeg,
    WebP,
}

impl ImageFormat {
    /// Detects the format by the first bytes, regardless of the declared media type.
    fn detect(bytes: &[u8]) -> Option<Self> {
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

    /// Returns the media type.
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
    /// Checks the size and format of an image.
    ///
    /// # Errors
    /// The reason why the image is rejected.
    pub fn new(bytes: &[u8]) -> Result<Self, &'static str> {
        if bytes.len() > MAX_LOGO_BYTES {
            return Err("it is larger than 100,000 bytes");
        }
        let format = ImageFormat::detect(bytes).ok_or("it is not a PNG, JPEG or WebP image")?;
        Ok(Self {
            format,
            bytes: bytes.into(),
        })
    }

    /// Returns the format.
    pub(crate) fn format(&self) -> ImageFormat {
        self.format
    }

    /// Returns the encoded image.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_format_is_detected_by_first_bytes_and_documents_are_rejected() {
        let format = |bytes: &[u8]| LogoImage::new(bytes).map(|image| image.format());
        assert_eq!(format(b"\x89PNG\r\n\x1a\n...."), Ok(ImageFormat::Png));
        assert_eq!(format(b"\xff\xd8\xff\xe0...."), Ok(ImageFormat::Jpeg));
        assert_eq!(format(b"RIFF\x10\0\0\0WEBPVP8 "), Ok(ImageFormat::WebP));
        for rejected in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"[..],
            b"<!doctype html>",
            b"GIF89a",
            b"RIFF\x10\0\0\0WAVE",
            b"RIFF",
            b"",
        ] {
            assert!(format(rejected).is_err());
        }
        let mut large = b"\x89PNG\r\n\x1a\n".to_vec();
        large.resize(MAX_LOGO_BYTES, 0);
        assert!(format(&large).is_ok());
        large.push(0);
        assert!(format(&large).is_err());
    }

    #[test]
    fn logo_is_refreshed_after_a_month_and_retried_after_a_week() {
        let at = |day: i64| Timestamp::from_second(day * 86_400).unwrap();
        let fetched = LogoStatus {
            attempted_at: at(100),
            fetched_at: Some(at(100)),
        };
        assert!(!fetched.is_due(at(129)) && fetched.is_due(at(130)));
        let failed = LogoStatus {
            attempted_at: at(130),
            ..fetched
        };
        assert!(!failed.is_due(at(136)) && failed.is_due(at(137)));
        assert!(
            failed.is_due(at(129)),
            "a logo is due after the clock was set back"
        );
    }
}
