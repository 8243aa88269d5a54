//! Which machines may hold which tables.

use crate::store::schema::{self, REPLICA};

/// Which machines may hold a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All of them: what pages show.
    Everybody,
    /// Those that may become the source: what delivers alerts, with its secrets.
    Sources,
}

impl Scope {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Everybody, Self::Sources];

    /// Its name, by which a copy remembers how far it is.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everybody => "everybody",
            Self::Sources => "sources",
        }
    }

    /// The scope of a table; `None` for what stays with its file, and for a table that is unknown.
    pub fn of(table: &str) -> Option<Self> {
        const SECRET: [&str; 8] = [
            schema::SUBSCRIPTIONS.name(),
            schema::PUSH_KEY.name(),
            schema::CHANNELS.name(),
            schema::OUTBOX.name(),
            schema::DELIVERIES.name(),
            schema::CALLS.name(),
            schema::DONE_SECRET_CALLS.name(),
            schema::SECRET_CALL_TIMES.name(),
        ];
        // Who may come in is each machine's own.
        const OWN: [&str; 3] = [
            schema::IDENTITY.name(),
            schema::CREDENTIALS.name(),
            REPLICA.name(),
        ];
        if SECRET.contains(&table) {
            Some(Self::Sources)
        } else if OWN.contains(&table) || !schema::names().contains(&table) {
            None
        } else {
            Some(Self::Everybody)
        }
    }
}
