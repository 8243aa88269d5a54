//! Errors in the catalogue.

/// An error in the embedded catalogue files. The files are part of the build, so a test finds every such error.
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
        /// Description of the error.
        fault: &'static str,
    },
}
