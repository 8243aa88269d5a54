//! The maximum size of a record. A record that does not fit in a NATS message would stop
//! replication.

use std::cell::Cell;

use super::{Result, StoreError, table_info::TableInfo};

/// Maximum size of a record with its checksum, in bytes. The limit applies to processes of all
/// roles. The default limit of NATS for a message is 1 MiB.
pub(crate) const MAX_RECORD_BYTES: usize = 900_000;

thread_local! {
    /// The limit of this thread's transaction, in bytes. Backups and migrations have no limit.
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Removes the limit of this thread's transaction when it is dropped.
pub(super) struct LimitGuard(());

impl Drop for LimitGuard {
    fn drop(&mut self) {
        LIMIT.set(usize::MAX);
    }
}

/// Limits the size of records in this thread's transaction to `bytes` until the returned guard is
/// dropped.
pub(super) fn limit(bytes: usize) -> LimitGuard {
    LIMIT.set(bytes);
    LimitGuard(())
}

/// Checks that a record of `bytes` bytes may be written to `table`. A record over the limit is
/// accepted if the stored record, whose size `replaced` returns, is at least as large.
///
/// # Errors
/// Returns [`StoreError::TooLarge`] for a record over the limit.
pub(super) fn check(
    table: &TableInfo,
    bytes: usize,
    replaced: impl FnOnce() -> Result<usize>,
) -> Result<()> {
    let limit = LIMIT.get();
    if bytes <= limit || bytes <= replaced()? {
        return Ok(());
    }
    Err(StoreError::TooLarge {
        noun: table.record_noun(),
        bytes,
        limit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::person::PersonId;
    use crate::{
        domain::{
            Timestamp,
            dividend::{Dividend, DividendKind},
            ticker::TickerId,
        },
        store::{Change, MarketBatch, Replication, Store},
    };
    use std::{future::Future, pin::Pin, sync::Arc};

    /// A replication that sends nothing and limits records to this size in bytes.
    struct SizeLimitOnly(usize);

    impl Replication for SizeLimitOnly {
        fn committed(&self, _: Vec<Change>) {}

        fn problem(&self) -> Option<String> {
            None
        }

        fn max_record_bytes(&self) -> usize {
            self.0
        }

        fn wait_replicated(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
            Box::pin(async {})
        }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        (folder, store)
    }

    #[test]
    fn a_record_over_the_maximum_is_rejected_and_its_transaction_rolled_back() {
        let (_folder, store) = store();
        let result = store
            .of(PersonId::OWNER)
            .create_watchlist(&"x".repeat(MAX_RECORD_BYTES));
        let error = result.unwrap_err();
        assert!(matches!(error, StoreError::TooLarge { .. }), "{error:?}");
        let message = error.public_message();
        assert!(
            message.starts_with("the watchlist would take 900,") && message.contains("900,000"),
            "{message}"
        );
        assert!(store.of(PersonId::OWNER).watchlists().unwrap().is_empty());
        assert!(store.condition().writable);
    }

    #[test]
    fn replication_can_lower_the_limit_and_an_oversized_record_can_shrink() {
        let (_folder, store) = store();
        let list = store
            .of(PersonId::OWNER)
            .create_watchlist(&"x".repeat(50_000))
            .unwrap();
        store.set_replication(Arc::new(SizeLimitOnly(20_000)));
        assert!(matches!(
            store
                .of(PersonId::OWNER)
                .create_watchlist(&"y".repeat(20_000)),
            Err(StoreError::TooLarge { limit: 20_000, .. })
        ));
        assert!(matches!(
            store
                .of(PersonId::OWNER)
                .rename_watchlist(list.id, &"x".repeat(50_001)),
            Err(StoreError::TooLarge { .. })
        ));
        store
            .of(PersonId::OWNER)
            .rename_watchlist(list.id, &"x".repeat(40_000))
            .unwrap();
        store
            .of(PersonId::OWNER)
            .rename_watchlist(list.id, "short")
            .unwrap();
    }

    #[test]
    fn oversized_market_data_is_skipped_and_the_rest_of_the_batch_is_saved() {
        let (_folder, store) = store();
        let dividend = Dividend {
            ex_date: "2026-11-20".parse().unwrap(),
            amount: 1.0,
            currency: None,
            price: None,
            dividend_yield: None,
            frequency: None,
            kind: DividendKind::Regular,
            is_projected: false,
            pay_date: None,
            is_from_file: false,
        };
        let batch = MarketBatch {
            dividends: vec![
                (TickerId(1), vec![dividend.clone(); 40_000]),
                (TickerId(2), vec![dividend]),
            ],
            ..MarketBatch::default()
        };
        store.commit(&batch, Timestamp::UNIX_EPOCH).unwrap();
        let stored = store.snapshot().unwrap().dividends;
        let ids: Vec<u32> = stored.iter().map(|(id, _)| id.0).collect();
        assert_eq!(ids, [2]);
    }
}
