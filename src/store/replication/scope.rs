//! Which cluster members may hold which tables.

/// The cluster members that may hold a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All members: what pages show.
    AllMembers,
    /// Members that may become the source: alert deliveries and their secrets.
    Sources,
}

impl Scope {
    /// Both scopes.
    pub const ALL: [Self; 2] = [Self::AllMembers, Self::Sources];

    /// The name under which a replica stores its [`Cursor`](crate::store::Cursor).
    pub fn name(self) -> &'static str {
        match self {
            Self::AllMembers => "everybody",
            Self::Sources => "sources",
        }
    }
}
