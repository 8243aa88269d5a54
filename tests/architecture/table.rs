//! Parses the table of modules in ARCHITECTURE.md.

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Module {
    pub(crate) layer: u32,
    pub(crate) name: String,
    pub(crate) uses: Vec<String>,
}

/// Returns the modules in the rows `| 3 | web/ | domain, store | … |` of the document.
pub(crate) fn modules(document: &str) -> Vec<Module> {
    document
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
            let layer = cells.next()?.parse().ok()?;
            let name = cells.next()?.trim_matches('`');
            let name = name.trim_end_matches('/').trim_end_matches(".rs");
            let uses = cells.next()?.split(',').map(str::trim);
            Some(Module {
                layer,
                name: name.to_owned(),
                uses: uses
                    .filter(|module| !module.is_empty())
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
    fn parses_modules_with_layer_and_uses() {
        let document = "
| layer | module | uses | for |
|---|---|---|---|
| 2 | `store/` | domain | the database |
| 1 | `domain/` | | types |
| 7 | `main.rs` | cli, command | start |
";
        let module = |layer, name: &str, uses: &[&str]| Module {
            layer,
            name: name.to_owned(),
            uses: uses.iter().map(|module| (*module).to_owned()).collect(),
        };
        let expected = [
            module(2, "store", &["domain"]),
            module(1, "domain", &[]),
            module(7, "main", &["cli", "command"]),
        ];
        assert_eq!(modules(document), expected);
    }
}
