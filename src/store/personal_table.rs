//! Tables whose records belong to people.

use redb::{ReadTransaction, WriteTransaction};

use super::{
    Result,
    key::{PersonKey, RecordKey},
    key_range::Keys,
    table::{Reader, Record, Table, Writer},
    table_info::TableInfo,
};
use crate::domain::person::PersonId;

/// A table whose records belong to people. It is opened for one person, so that no query can return the record of another by mistake;
/// only tasks of the server itself, such as the evaluation of alerts, open it for [everyone](Self::everyone).
pub(super) struct PersonalTable<K, V>(Table<K, V>);

impl<K, V> Clone for PersonalTable<K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for PersonalTable<K, V> {}

impl<K: RecordKey, V: Record> PersonalTable<K, V> {
    /// Creates the definition of a table.
    pub(super) const fn new(info: TableInfo) -> Self {
        Self(Table::new(info.personal()))
    }

    /// Returns the properties of the table.
    pub(super) const fn info(self) -> TableInfo {
        self.0.info()
    }

    /// Opens the records of a person for reading.
    pub(super) fn read(self, txn: &ReadTransaction, person: PersonId) -> Result<Reader<K, V>> {
        self.0.read_part(txn, Keys::Of(person))
    }

    /// Opens the records of a person for writing, and creates the table if it is missing.
    pub(super) fn write(
        self,
        txn: &WriteTransaction,
        person: PersonId,
    ) -> Result<Writer<'_, K, V>> {
        self.0.write_part(txn, Keys::Of(person))
    }

    /// Returns the table with the records of all people.
    pub(super) fn everyone(self) -> Table<PersonKey<K>, V> {
        Table::new(self.0.info())
    }
}
