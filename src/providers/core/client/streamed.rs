//! Reads a response while it arrives, without holding the whole body in memory.

use std::io::{self, BufRead as _, BufReader, Read, Take};

use bytes::Bytes;
use flate2::bufread::MultiGzDecoder;
use http_body_util::BodyExt as _;
use hyper::{Response, StatusCode, body::Incoming};
use tokio::sync::mpsc;

use super::{
    Client, Validators,
    response::{check_status, is_compressed},
};
use crate::source::SourceError;

/// Capacity of the queue between the connection and the reader, in chunks of about 16 kB.
const MAX_QUEUED_CHUNKS: usize = 8;

/// The response to a request whose body was read while it arrived.
#[derive(Debug)]
pub(crate) enum Streamed<T> {
    /// What was read, with the validators for the next conditional request.
    Read(T, Validators),
    /// The response is 304 Not Modified.
    Unchanged,
    /// Any other response without success, such as 404.
    Refused(StatusCode),
}

/// The decompressed body of a response, limited in size.
pub(crate) type ResponseReader = BufReader<Take<Box<dyn Read + Send>>>;

impl Client {
    /// Requests `url`, conditionally if `validators` are set. `read` reads the body on a
    /// blocking thread while it arrives. The timeout applies to the whole response.
    pub(crate) async fn read_if_changed<T: Send + 'static>(
        &self,
        url: &str,
        validators: &Validators,
        read: impl FnOnce(&mut ResponseReader) -> Result<T, SourceError> + Send + 'static,
    ) -> Result<Streamed<T>, SourceError> {
        self.stream_with(url, &[], validators, read).await
    }

    /// Requests `path` below the provider's base URL with `headers`. `read` reads the body as in [`Client::read_if_changed`].
    pub(crate) async fn read_with_headers<T: Send + 'static>(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        read: impl FnOnce(&mut ResponseReader) -> Result<T, SourceError> + Send + 'static,
    ) -> Result<Streamed<T>, SourceError> {
        let url = format!("{}{path}", self.options.base_url);
        self.stream_with(&url, headers, &Validators::default(), read)
            .await
    }

    async fn stream_with<T: Send + 'static>(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        validators: &Validators,
        read: impl FnOnce(&mut ResponseReader) -> Result<T, SourceError> + Send + 'static,
    ) -> Result<Streamed<T>, SourceError> {
        self.limiter.acquire().await;
        self.health.requested(url, headers);
        let timeout = std::time::Duration::from_secs(self.options.timeout_seconds.max(1));
        let max_bytes = self.options.max_bytes;
        let streamed = async {
            let response = self.follow(url, headers, validators).await?;
            stream(response, max_bytes, read).await
        };
        tokio::time::timeout(timeout, streamed)
            .await
            .map_err(|_| SourceError::Timeout(timeout))?
    }
}

async fn stream<T: Send + 'static>(
    response: Response<Incoming>,
    max_bytes: usize,
    read: impl FnOnce(&mut ResponseReader) -> Result<T, SourceError> + Send + 'static,
) -> Result<Streamed<T>, SourceError> {
    let (parts, mut body) = response.into_parts();
    if parts.status == StatusCode::NOT_MODIFIED {
        return Ok(Streamed::Unchanged);
    }
    check_status(&parts)?;
    if !parts.status.is_success() {
        return Ok(Streamed::Refused(parts.status));
    }
    let is_compressed = is_compressed(&parts.headers);
    let (sender, chunks) = mpsc::channel(MAX_QUEUED_CHUNKS);
    let reading = tokio::task::spawn_blocking(move || {
        read_limited(ChunkReader::new(chunks), is_compressed, max_bytes, read)
    });
    // If the timeout drops this future, the sender goes with it and the reader sees the end of the body.
    let mut is_truncated = false;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            is_truncated = true;
            break;
        };
        let Ok(chunk) = frame.into_data() else {
            continue;
        };
        if sender.send(chunk).await.is_err() {
            break;
        }
    }
    drop(sender);
    let value = reading.await.map_err(|error| {
        SourceError::InvalidResponse(format!(
            "Marketdeck panicked while reading the response: {error}"
        ))
    })?;
    match value {
        Ok(_) | Err(SourceError::InvalidResponse(_)) if is_truncated => Err(SourceError::Truncated),
        Ok(value) => Ok(Streamed::Read(value, Validators::of(&parts.headers))),
        Err(error) => Err(error),
    }
}

fn read_limited<T>(
    body: ChunkReader,
    is_compressed: bool,
    max_bytes: usize,
    read: impl FnOnce(&mut ResponseReader) -> Result<T, SourceError>,
) -> Result<T, SourceError> {
    let body: Box<dyn Read + Send> = if is_compressed {
        Box::new(MultiGzDecoder::new(BufReader::new(body)))
    } else {
        Box::new(body)
    };
    let mut reader = BufReader::with_capacity(64 << 10, body.take(max_bytes as u64));
    let value = read(&mut reader);
    // The body may be complete and exactly as large as allowed; then nothing follows.
    let is_too_large = reader.get_ref().limit() == 0 && {
        reader.get_mut().set_limit(1);
        reader.consume(reader.buffer().len());
        reader.fill_buf().is_ok_and(|more| !more.is_empty())
    };
    if is_too_large {
        return Err(SourceError::TooLarge(max_bytes));
    }
    value
}

/// Reads the chunks of a body as they arrive, on a blocking thread.
struct ChunkReader {
    chunks: mpsc::Receiver<Bytes>,
    current: Bytes,
}

impl ChunkReader {
    fn new(chunks: mpsc::Receiver<Bytes>) -> Self {
        Self {
            chunks,
            current: Bytes::new(),
        }
    }
}

impl Read for ChunkReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            match self.chunks.blocking_recv() {
                Some(chunk) => self.current = chunk,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.current.len());
        buffer[..length].copy_from_slice(&self.current.split_to(length));
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn read_all(chunks: &[&[u8]], is_compressed: bool, max: usize) -> Result<String, SourceError> {
        let (sender, receiver) = mpsc::channel(chunks.len().max(1));
        for chunk in chunks {
            sender.try_send(Bytes::copy_from_slice(chunk)).unwrap();
        }
        drop(sender);
        read_limited(ChunkReader::new(receiver), is_compressed, max, |reader| {
            let mut text = String::new();
            match reader.read_to_string(&mut text) {
                Ok(_) => Ok(text),
                Err(error) => Err(SourceError::InvalidResponse(error.to_string())),
            }
        })
    }

    #[test]
    fn chunks_are_joined_and_decompressed() {
        assert_eq!(read_all(&[b"ab", b"", b"cd"], false, 100).unwrap(), "abcd");
        let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
        compressed.write_all(b"some text").unwrap();
        let compressed = compressed.finish().unwrap();
        let (one, two) = compressed.split_at(7);
        assert_eq!(read_all(&[one, two], true, 100).unwrap(), "some text");
        assert!(
            read_all(&[one], true, 100).is_err(),
            "the compressed body is truncated"
        );
    }

    #[test]
    fn a_body_over_the_limit_is_rejected() {
        assert_eq!(read_all(&[b"abcd"], false, 4).unwrap(), "abcd");
        let error = read_all(&[b"abcd", b"e"], false, 4).unwrap_err();
        assert!(matches!(error, SourceError::TooLarge(4)));
        let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
        compressed.write_all(&vec![b'0'; 100_000]).unwrap();
        let compressed = compressed.finish().unwrap();
        assert!(matches!(
            read_all(&[&compressed], true, 1_000),
            Err(SourceError::TooLarge(_))
        ));
    }
}
