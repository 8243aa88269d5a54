//! Parses the table of rooms in ARCHITECTURE.md.

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) floor: u32,
    pub(crate) name: String,
    /// All rooms that it uses.
    pub(crate) uses: Vec<String>,
}

/// Returns the rooms in the rows `| 3 | web/ | domain, store | … |` of the document.
pub(crate) fn rooms(document: &str) -> Vec<Room> {
    document
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
            let floor = cells.next()?.parse().ok()?;
            let name = cells.next()?.trim_matches('`');
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            let uses = cells.next()?.split(',').map(str::trim);
            Some(Room {
                floor,
                name: name.to_owned(),
                uses: uses
                    .filter(|room| !room.is_empty())
                    .map(str::to_owned)
                    .collect(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rooms_with_floor_and_uses() {
        let document = "
| floor | room | uses | for |
|---|---|---|---|
| 2 | `store/` | domain | the database |
| 1 | `domain/` | | words |
| 7 | `main.rs` | cli, command | starts |
";
        let room = |floor, name: &str, uses: &[&str]| Room {
            floor,
            name: name.to_owned(),
            uses: uses.iter().map(|room| (*room).to_owned()).collect(),
        };
        let expected = [
            room(2, "store", &["domain"]),
            room(1, "domain", &[]),
            room(7, "main", &["cli", "command"]),
        ];
        assert_eq!(rooms(document), expected);
    }
}
