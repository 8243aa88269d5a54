//! What can be wrong with the catalogue.

/// Why the catalogue could not be read. It is embedded, so this is a fault of the build.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// A row of a table.
    #[error("{file}: {source}")]
    Table {
        /// Its file.
        file: &'static str,
        /// What is wrong.
        source: csv::Error,
    },
    /// A JSON document.
    #[error("{file}: {source}")]
    Document {
        /// Its file.
        file: &'static str,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A value that parses and cannot be.
    #[error("{file}, {symbol}: {fault}")]
    Value {
        /// Its file.
        file: &'static str,
        /// Which row.
        symbol: String,
        /// What is wrong.
        fault: &'static str,
    },
}
