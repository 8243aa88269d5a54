//! Tests of the store's public interface, with real files.

mod backup;
mod bars;
mod boards;
mod channels;
mod credentials;
mod damage;
mod file_removed;
mod flipped_keys;
mod full_disk;
mod identity;
mod killed;
mod market;
mod opening;
mod outbox;
mod passkeys;
mod people;
mod power_cut;
mod replay;
mod replica;
mod retention;
mod salvage;
mod settings;
mod sizes;
mod subscriptions;
mod support;
mod user_data;
