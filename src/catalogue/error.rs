//! Errors in the catalogue.

/// Why the catalogue could not be read. It is embedded, so this is a build error.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// Invalid row of a table.
    #[error("{file}: {source}")]
    Table {
        /// Name of the file.
        file: &'static str,
        /// The parse error.
        source: csv::Error,
    },
    /// Invalid JSON document.
    #[error("{file}: {source}")]
    Document {
        /// Name of the file.
        file: &'static str,
        /// The parse error.
        source: serde_json::Error,
    },
    /// Invalid value.
    #[error("{file}, {symbol}: {fault}")]
    Value {
        /// Name of the file.
        file: &'static str,
        /// Symbol of the row.
        symbol: String,
        /// What is wrong.
        fault: &'static str,
    },
}
