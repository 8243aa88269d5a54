//! The replication scope of tables.

/// The cluster members that may store a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All members. The tables contain the data that pages show.
    AllMembers,
    /// Members that may become the cluster source. The tables contain alert deliveries and their secrets.
    Sources,
}

impl Scope {
    /// Both scopes.
    pub const ALL: [Self; 2] = [Self::AllMembers, Self::Sources];

    /// Returns the name under which a replica stores its [`Cursor`](crate::store::Cursor).
    pub fn name(self) -> &'static str {
        match self {
            Self::AllMembers => "everybody",
            Self::Sources => "sources",
        }
    }
}
