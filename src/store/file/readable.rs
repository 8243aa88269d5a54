//! Reads of a partly damaged database, which return the intact records and report the damaged ones.

use std::cmp::Reverse;

use redb::ReadTransaction;

use crate::{
    domain::{
        alert::Alert,
        bar::{Close, Interval},
        channel::UserChannel,
        fear_greed::FearGreed,
        news::NewsItem,
        person::PersonId,
        subscription::Subscription,
        ticker::TickerId,
    },
    store::{
        PersonStore, Result, Snapshot, Store,
        bars::tail::Tail,
        counters,
        key::RecordKey,
        schema::{
            self, ALERTS, CHANNELS, CROSS_CHECKS, DIVIDENDS, EARNINGS, ECONOMY, FEAR_GREED,
            FIXINGS, FUNDS, ICOS, NEWS, QUOTES, SPLITS, SUBSCRIPTIONS, TICKERS,
        },
        table::{Record, Table},
    },
};

impl Store {
    /// Like [`Store::snapshot`], but leaves out unreadable records. The damage that [`Store::condition`] returns then
    /// describes them.
    pub(crate) fn readable_snapshot(&self) -> Result<Snapshot> {
        match self.snapshot() {
            Err(error) if error.is_damage() => {}
            result => return result,
        }
        let mut dividends = self.readable(DIVIDENDS, "lists of dividends")?;
        for (_, payments) in &mut dividends {
            payments.sort_by_key(|dividend| Reverse(dividend.ex_date));
        }
        let news = self.readable(NEWS, "articles")?;
        let mut news: Vec<NewsItem> = values(news);
        news.sort_by_key(|article| Reverse((article.update.published_at, article.id)));
        // If the request counters are damaged, they restart at 0.
        let requests = self.handle.read(counters::requests).unwrap_or_default();
        let last_removed = self.last_removed().unwrap_or_default();
        Ok(Snapshot {
            tickers: values(self.readable(TICKERS, "tickers")?),
            quotes: values(self.readable(QUOTES, "quotes")?),
            dividends: by_ticker(dividends),
            splits: by_ticker(self.readable(SPLITS, "lists of splits")?),
            news,
            icos: values(self.readable(ICOS, "token offerings")?),
            earnings: values(self.readable(EARNINGS, "earnings announcements")?),
            economy: values(self.readable(ECONOMY, "economic dates")?),
            funds: values(self.readable(FUNDS, "funds")?),
            fear_greed: newest(self.readable(FEAR_GREED, "fear and greed readings")?),
            fixings: values(self.readable(FIXINGS, "currency rates and yields")?),
            cross_checks: by_ticker(self.readable(CROSS_CHECKS, "cross-checks")?),
            last_removed,
            requests,
        })
    }

    /// Like [`Store::for_each_newest_closes`], but leaves out tickers whose bars are unreadable. If
    /// there are such tickers, some others are visited twice.
    pub(crate) fn for_each_readable_closes(
        &self,
        interval: Interval,
        span: i64,
        mut visit: impl FnMut(TickerId, &[Close]),
    ) -> Result<()> {
        match self.for_each_newest_closes(interval, span, &mut visit) {
            Err(error) if error.is_damage() => {}
            result => return result,
        }
        let description = format!("lists of {} bars", interval.as_str());
        let tails: Vec<(u32, Tail)> = self.readable(schema::tails(interval), &description)?;
        for (id, _) in tails {
            let id = TickerId(id);
            match self.newest_closes(id, interval, span) {
                Ok(closes) => visit(id, &closes),
                Err(error) if error.is_damage() => self.note_damaged_bars(id, interval),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the alerts of all people, newest first. Leaves out damaged ones.
    pub(crate) fn alerts_of_everyone(&self) -> Result<Vec<Alert>> {
        let mut alerts = values(self.readable(ALERTS.everyone(), "alerts")?);
        alerts.sort_by_key(|alert: &Alert| Reverse(alert.id));
        Ok(alerts)
    }

    /// Returns the channels that all people created in the app, oldest first. Leaves out damaged ones.
    pub(crate) fn user_channels_of_everyone(&self) -> Result<Vec<(PersonId, UserChannel)>> {
        let rows = self.readable(CHANNELS.everyone(), "channels")?.into_iter();
        let mut all: Vec<(PersonId, UserChannel)> =
            rows.map(|(key, channel)| (key.person, channel)).collect();
        all.sort_by(|(_, a), (_, b)| (a.since, &a.name).cmp(&(b.since, &b.name)));
        Ok(all)
    }

    /// Returns the browser push subscriptions of all people, oldest first. Leaves out damaged ones.
    pub(crate) fn subscriptions_of_everyone(&self) -> Result<Vec<(PersonId, Subscription)>> {
        let description = "browser subscriptions";
        let rows = self.readable(SUBSCRIPTIONS.everyone(), description)?;
        let mut all: Vec<(PersonId, Subscription)> = rows
            .into_iter()
            .map(|(key, subscription)| (key.person, subscription))
            .collect();
        all.sort_by(|(_, a), (_, b)| (a.since, &a.name).cmp(&(b.since, &b.name)));
        Ok(all)
    }

    /// Records that bars of a ticker are damaged.
    pub(crate) fn note_damaged_bars(&self, id: TickerId, interval: Interval) {
        let find_ticker = |txn: &ReadTransaction| TICKERS.read(txn)?.get(&id.0);
        let ticker = self.handle.read(find_ticker).ok().flatten();
        let symbol = ticker.map_or_else(
            || format!("ticker {}", id.0),
            |ticker| ticker.profile.symbol,
        );
        let description = format!("{} bars of {symbol}", interval.as_str());
        self.handle.note_damage(description);
    }

    /// Returns the readable records of a table. If some are damaged, `description` names the kind
    /// of records in the damage report.
    pub(in crate::store) fn readable<K: RecordKey, V: Record>(
        &self,
        table: Table<K, V>,
        description: &str,
    ) -> Result<Vec<(K, V)>> {
        let strict = self.handle.read(|txn| {
            let mut rows = Vec::new();
            table.read(txn)?.for_each(|key, record| {
                rows.push((key, record));
                Ok(())
            })?;
            Ok(rows)
        });
        match strict {
            Err(error) if error.is_damage() => {}
            result => return result,
        }
        let (rows, expected_count) = self.handle.rows(table.name())?;
        let intact = rows.iter().filter_map(|(key, value)| {
            let (_checksum, record) = value.split_first_chunk::<4>()?;
            Some((K::decode(key)?, V::from_bytes(record).ok()?))
        });
        let intact: Vec<(K, V)> = intact.collect();
        let lost = expected_count.map(|all| all.saturating_sub(intact.len() as u64));
        self.handle.note_damage(match lost {
            Some(lost) => format!("{lost} of the {description}"),
            None => format!("the {description}"),
        });
        Ok(intact)
    }
}

fn values<K, V>(rows: Vec<(K, V)>) -> Vec<V> {
    rows.into_iter().map(|(_, record)| record).collect()
}

impl PersonStore<'_> {
    /// Like [`PersonStore::alerts`], but leaves out damaged alerts.
    pub(crate) fn readable_alerts(&self) -> Result<Vec<Alert>> {
        let mut alerts = self.store.alerts_of_everyone()?;
        alerts.retain(|alert| alert.person == self.person);
        Ok(alerts)
    }

    /// Returns the channels created in the app, oldest first. Leaves out damaged ones.
    pub fn user_channels(&self) -> Result<Vec<UserChannel>> {
        Ok(self.own(self.store.user_channels_of_everyone()?))
    }

    /// Returns the browser push subscriptions, oldest first. Leaves out damaged ones.
    pub fn subscriptions(&self) -> Result<Vec<Subscription>> {
        Ok(self.own(self.store.subscriptions_of_everyone()?))
    }

    /// Returns the records of the person out of those of everyone.
    fn own<T>(&self, all: Vec<(PersonId, T)>) -> Vec<T> {
        let own = all.into_iter().filter(|(person, _)| *person == self.person);
        own.map(|(_, record)| record).collect()
    }
}

fn by_ticker<V>(rows: Vec<(u32, V)>) -> Vec<(TickerId, V)> {
    rows.into_iter()
        .map(|(id, record)| (TickerId(id), record))
        .collect()
}

/// Returns the newest reading of each index.
fn newest(rows: Vec<((String, i32), FearGreed)>) -> Vec<FearGreed> {
    let mut newest: Vec<FearGreed> = Vec::new();
    for reading in values(rows) {
        let existing = newest
            .iter_mut()
            .find(|existing| existing.is_same_index(&reading));
        match existing {
            Some(existing) if existing.as_of < reading.as_of => *existing = reading,
            Some(_) => {}
            None => newest.push(reading),
        }
    }
    newest
}

#[cfg(test)]
pub(crate) mod corrupt {
    use std::path::Path;

    use redb::ReadableTable as _;

    /// Flips a bit in the middle record of a table to simulate a worn disk.
    pub(crate) fn corrupt_record(path: &Path, table: &str) {
        let database = redb::Database::open(path).unwrap();
        let txn = database.begin_write().unwrap();
        {
            let definition: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new(table);
            let mut rows_table = txn.open_table(definition).unwrap();
            let (key, mut value) = {
                let rows: Vec<_> = rows_table
                    .iter()
                    .unwrap()
                    .map(|row| {
                        let (key, value) = row.unwrap();
                        (key.value().to_vec(), value.value().to_vec())
                    })
                    .collect();
                rows[rows.len() / 2].clone()
            };
            *value.last_mut().unwrap() ^= 1;
            rows_table.insert(key.as_slice(), value.as_slice()).unwrap();
        }
        txn.commit().unwrap();
    }
}
