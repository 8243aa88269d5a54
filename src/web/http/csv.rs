//! CSV responses: cells that are safe in spreadsheet programs, and the download itself.

use bytes::Bytes;
use serde::Serialize;

use super::{
    error::{ApiError, Result},
    reply::{Reply, as_download},
    response_body::Body,
};

/// First characters of a cell that spreadsheet programs treat as a formula.
const FORMULA_PREFIXES: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// The start of a CSV file by which Excel recognizes UTF-8.
const BYTE_ORDER_MARK: &[u8; 3] = b"\xef\xbb\xbf";

/// Writes rows in memory. Errors are logged with the name of the content.
pub(crate) struct CsvWriter {
    writer: csv::Writer<Vec<u8>>,
    content: &'static str,
}

impl CsvWriter {
    /// Creates a writer for some content, such as 'bars'.
    pub(crate) fn new(content: &'static str) -> Self {
        let mut builder = csv::WriterBuilder::new();
        let writer = builder.has_headers(false).from_writer(Vec::new());
        Self { writer, content }
    }

    /// Writes a row: a list of cells, or a struct, whose fields are the cells.
    pub(crate) fn row(&mut self, row: &impl Serialize) -> Result<()> {
        self.writer.serialize(row).map_err(|error| {
            tracing::error!(%error, content = self.content, "http: writing CSV failed");
            ApiError::internal()
        })
    }

    /// Returns the text of all rows.
    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        self.writer.into_inner().map_err(|_| ApiError::internal())
    }
}

/// Returns the response that downloads a CSV text as a file of this name.
pub(crate) fn download(mut text: Vec<u8>, name: &str, with_byte_order_mark: bool) -> Reply {
    if with_byte_order_mark {
        text.splice(0..0, *BYTE_ORDER_MARK);
    }
    let reply = hyper::Response::new(Body::from(Bytes::from(text)));
    as_download(reply, name, "csv", "text/csv; charset=utf-8")
}

/// Adds a quote before a cell that spreadsheet programs would treat as a formula, as OWASP recommends.
pub(crate) fn escape_formula(cell: &str) -> String {
    if cell.trim_start_matches('\'').starts_with(FORMULA_PREFIXES) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// Reverses [`escape_formula`].
pub(crate) fn unescape_formula(cell: String) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(FORMULA_PREFIXES) => {
            rest.to_owned()
        }
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_escaped_and_read_back_unchanged() {
        for formula in ["=HYPERLINK(1)", "+1", "-1", "@A1", "\tx", "'=1"] {
            let cell = escape_formula(formula);
            assert!(cell.starts_with('\''), "{cell}");
            assert_eq!(unescape_formula(cell), formula);
        }
        for text in ["GC=F", "^GSPC", "'tis a note", "a - b"] {
            assert_eq!(escape_formula(text), text);
            assert_eq!(unescape_formula(text.to_owned()), text);
        }
    }
}
