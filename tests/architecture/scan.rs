//! Finds the references between the Rust files of `src`: `use` declarations, paths in the code, and re-exports (`pub use`). Method calls
//! are not references, because they need no import.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The directory that is scanned.
const ROOT: &str = "src/";
/// The crate name, which `main.rs` uses in paths.
const CRATE: &str = "marketdeck";
/// Maximum number of re-exports that are followed.
const MAX_HOPS: usize = 8;

/// A use of an item of one file in another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reference {
    pub(crate) from: String,
    /// The file that defines the item, after following re-exports.
    pub(crate) to: String,
    /// The file of the module in the written path.
    pub(crate) through: String,
    pub(crate) name: String,
    pub(crate) test: bool,
    /// True if a module only re-exports an item of its child module.
    pub(crate) reexported: bool,
}

/// Returns every reference between the files of `src`.
pub(crate) fn references() -> Vec<Reference> {
    let mut files = Vec::new();
    read(Path::new(ROOT), &mut files);
    references_between(&files)
}

fn read(path: &Path, found: &mut Vec<(String, String)>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("src is readable").flatten() {
            read(&entry.path(), found);
        }
    } else if path.extension().is_some_and(|ext| ext == "rs") {
        let name = path.display().to_string();
        let name = name.strip_prefix(ROOT).expect("path is in src").to_owned();
        found.push((
            name,
            fs::read_to_string(path).expect("source file is UTF-8"),
        ));
    }
}

/// Returns the references between `files`, given as paths within `src` and texts.
pub(crate) fn references_between(files: &[(String, String)]) -> Vec<Reference> {
    let krate = Crate::of(files);
    let mut found = BTreeSet::new();
    for module in &krate.modules {
        for import in &module.imports {
            let Some(target) = krate.target(&import.path, 0) else {
                continue;
            };
            let below = krate.is_below(&target.through, &module.file);
            if target.item.is_some() || import.name == "*" {
                found.insert(module.reference(target, import.public && below));
            }
        }
        for path in &module.mentions {
            if let Some(target) = krate.target(path, 0) {
                found.insert(module.reference(target, false));
            }
        }
    }
    found.retain(|r| r.from != r.to);
    found.into_iter().collect()
}

/// A module: a file, or an inline module.
struct Module {
    file: String,
    path: Vec<String>,
    test: bool,
    imports: Vec<Import>,
    mentions: BTreeSet<Vec<String>>,
}

/// A name imported by `use`; the path starts at the crate root.
struct Import {
    name: String,
    path: Vec<String>,
    public: bool,
}

impl Module {
    fn reference(&self, target: Target, reexported: bool) -> Reference {
        Reference {
            from: self.file.clone(),
            to: target.file,
            through: target.through,
            name: target.item.unwrap_or_default(),
            test: self.test,
            reexported,
        }
    }
}

/// The target of a path.
struct Target {
    /// The file that defines it.
    file: String,
    /// The file of the module in the path.
    through: String,
    /// The item; `None` for a module.
    item: Option<String>,
}

struct Crate {
    modules: Vec<Module>,
    by_path: BTreeMap<Vec<String>, usize>,
}

impl Crate {
    fn of(files: &[(String, String)]) -> Self {
        let parsed: Vec<_> = files
            .iter()
            .flat_map(|(file, text)| {
                let mut parser = Parser::new(file, text);
                parser.module(module_path(file), false);
                parser.parsed
            })
            .collect();
        // A file is test code if it or a parent module is declared with `#[cfg(test)]`.
        let tests: BTreeSet<Vec<String>> = parsed
            .iter()
            .flat_map(|module| {
                module
                    .children
                    .iter()
                    .filter(|(_, test)| *test || module.test)
                    .map(|(name, _)| joined(&module.path, name))
            })
            .collect();
        let module_paths: BTreeSet<Vec<String>> = parsed.iter().map(|m| m.path.clone()).collect();
        let modules: Vec<_> = parsed
            .into_iter()
            .map(|module| module.resolved(&module_paths, &tests))
            .collect();
        let by_path = modules
            .iter()
            .enumerate()
            .map(|(at, module)| (module.path.clone(), at))
            .collect();
        Self { modules, by_path }
    }

    fn module(&self, path: &[String]) -> Option<&Module> {
        self.by_path.get(path).map(|at| &self.modules[*at])
    }

    fn is_below(&self, file: &str, above: &str) -> bool {
        let path = |file: &str| {
            let module = self.modules.iter().find(|module| module.file == file);
            module.map(|module| &module.path)
        };
        match (path(file), path(above)) {
            (Some(file), Some(above)) => file.starts_with(above),
            _ => false,
        }
    }

    /// Resolves `path`, which starts at the crate root.
    fn target(&self, path: &[String], depth: usize) -> Option<Target> {
        let mut at = 0;
        while at < path.len() && self.by_path.contains_key(&path[..=at]) {
            at += 1;
        }
        let module = self.module(&path[..at])?;
        let through = module.file.clone();
        let Some(name) = path.get(at).filter(|name| *name != "*") else {
            return Some(Target {
                file: through.clone(),
                through,
                item: None,
            });
        };
        let reexported = module.imports.iter().find(|import| import.name == *name);
        let resolved = reexported.filter(|_| depth < MAX_HOPS).and_then(|import| {
            let mut resolved = import.path.clone();
            resolved.extend_from_slice(&path[at + 1..]);
            self.target(&resolved, depth + 1)
        });
        match resolved {
            Some(target) => Some(Target { through, ..target }),
            // A root name that is not a module of this crate.
            None if at == 0 => None,
            None => Some(Target {
                file: through.clone(),
                through,
                item: Some(name.clone()),
            }),
        }
    }
}

fn joined(path: &[String], name: &str) -> Vec<String> {
    let mut path = path.to_vec();
    path.push(name.to_owned());
    path
}

/// Returns the path of a file's module: `web::api` for `web/api/mod.rs`. `main.rs` is a module that nothing refers to.
fn module_path(file: &str) -> Vec<String> {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    if stem == "lib" {
        return Vec::new();
    }
    stem.split('/').map(str::to_owned).collect()
}

/// A parsed module with unresolved paths.
struct ParsedModule {
    file: String,
    path: Vec<String>,
    test: bool,
    children: Vec<(String, bool)>,
    imports: Vec<Import>,
    mentions: BTreeSet<Vec<String>>,
}

impl ParsedModule {
    fn resolved(
        self,
        module_paths: &BTreeSet<Vec<String>>,
        tests: &BTreeSet<Vec<String>>,
    ) -> Module {
        let names: BTreeMap<&str, &Import> = self
            .imports
            .iter()
            .map(|import| (import.name.as_str(), import))
            .collect();
        let mentions = self
            .mentions
            .iter()
            .filter_map(|path| self.rooted(path, module_paths, &names, 0))
            .collect();
        let imports = self
            .imports
            .iter()
            .filter_map(|import| {
                // In `use crate::a; use a::b;`, the second path starts with the first import.
                let mut names = names.clone();
                names.remove(import.name.as_str());
                Some(Import {
                    name: import.name.clone(),
                    path: self.rooted(&import.path, module_paths, &names, 0)?,
                    public: import.public,
                })
            })
            .collect();
        let test = self.test || (0..=self.path.len()).any(|n| tests.contains(&self.path[..n]));
        Module {
            file: self.file,
            path: self.path,
            test,
            imports,
            mentions,
        }
    }

    /// Returns `path` relative to the crate root; `None` for items of other crates and of this module.
    fn rooted(
        &self,
        path: &[String],
        module_paths: &BTreeSet<Vec<String>>,
        names: &BTreeMap<&str, &Import>,
        depth: usize,
    ) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut base = match first.as_str() {
            "crate" | CRATE => Vec::new(),
            "self" => self.path.clone(),
            "super" => {
                let levels = path.iter().take_while(|part| *part == "super").count();
                let above = self.path.get(..self.path.len().checked_sub(levels)?)?;
                return Some([above, &path[levels..]].concat());
            }
            name if module_paths.contains(&joined(&self.path, name)) && !rest.is_empty() => {
                joined(&self.path, name)
            }
            name if depth < MAX_HOPS => {
                self.rooted(&names.get(name)?.path, module_paths, names, depth + 1)?
            }
            _ => return None,
        };
        base.extend_from_slice(rest);
        Some(base)
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    /// `::`
    PathSeparator,
    Punctuation(char),
}

struct Parser<'a> {
    file: &'a str,
    tokens: Vec<Token>,
    at: usize,
    parsed: Vec<ParsedModule>,
}

impl<'a> Parser<'a> {
    fn new(file: &'a str, text: &str) -> Self {
        Self {
            file,
            tokens: tokens(text),
            at: 0,
            parsed: Vec::new(),
        }
    }

    fn word(&self, ahead: usize) -> Option<&str> {
        match self.tokens.get(self.at + ahead) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn is(&self, ahead: usize, token: &Token) -> bool {
        self.tokens.get(self.at + ahead) == Some(token)
    }

    fn is_punctuation(&self, ahead: usize, character: char) -> bool {
        self.is(ahead, &Token::Punctuation(character))
    }

    /// Parses a module up to the end of the file or its closing brace.
    fn module(&mut self, path: Vec<String>, test: bool) {
        let mut module = ParsedModule {
            file: self.file.to_owned(),
            path,
            test,
            children: Vec::new(),
            imports: Vec::new(),
            mentions: BTreeSet::new(),
        };
        let mut depth = 0;
        let mut next_is_test = false;
        let mut public = false;
        while self.at < self.tokens.len() {
            if self.test_attribute() {
                next_is_test = true;
                continue;
            }
            if self.word(0) == Some("pub") {
                public = true;
                self.visibility();
                continue;
            }
            if self.word(0) == Some("mod") && self.word(1).is_some() {
                let name = self.word(1).unwrap_or_default().to_owned();
                let is_test = std::mem::take(&mut next_is_test);
                let opens = self.is_punctuation(2, '{');
                self.at += 3;
                if opens {
                    self.module(joined(&module.path, &name), test || is_test);
                } else {
                    module.children.push((name, is_test));
                }
            } else if self.word(0) == Some("use") {
                self.at += 1;
                self.import(&[], public, &mut module.imports);
            } else if self.word(0).is_some() {
                let path = self.path();
                module.mentions.insert(path);
            } else {
                match self.tokens[self.at] {
                    Token::Punctuation('{') => depth += 1,
                    Token::Punctuation('}') if depth == 0 => {
                        self.at += 1;
                        break;
                    }
                    Token::Punctuation('}') => depth -= 1,
                    _ => {}
                }
                self.at += 1;
            }
            public = false;
        }
        self.parsed.push(module);
    }

    /// Skips `#[cfg(test)]`; returns true if it was present.
    fn test_attribute(&mut self) -> bool {
        let punctuation = [(0, '#'), (1, '['), (3, '('), (5, ')'), (6, ']')];
        let found = punctuation
            .iter()
            .all(|(at, character)| self.is_punctuation(*at, *character))
            && self.word(2) == Some("cfg")
            && self.word(4) == Some("test");
        if found {
            self.at += 7;
        }
        found
    }

    /// Skips `pub` and an optional restriction in parentheses.
    fn visibility(&mut self) {
        self.at += 1;
        let is_restricted = matches!(self.word(1), Some("crate" | "super" | "self" | "in"));
        if self.is_punctuation(0, '(') && is_restricted {
            while self.at < self.tokens.len() && !self.is_punctuation(0, ')') {
                self.at += 1;
            }
            self.at += 1;
        }
    }

    /// Parses a path such as `a::b::c`. The result is empty for a field or a method.
    fn path(&mut self) -> Vec<String> {
        let after_dot = self.at > 0 && self.tokens[self.at - 1] == Token::Punctuation('.');
        let from_outside = self.at > 0 && self.tokens[self.at - 1] == Token::PathSeparator;
        let mut path = Vec::new();
        while let Some(word) = self.word(0) {
            path.push(word.to_owned());
            self.at += 1;
            if !(self.is(0, &Token::PathSeparator) && self.word(1).is_some()) {
                break;
            }
            self.at += 1;
        }
        if after_dot || from_outside {
            path.clear();
        }
        path
    }

    /// Parses the rest of a `use` declaration, whose outer groups have the path `prefix`.
    fn import(&mut self, prefix: &[String], public: bool, found: &mut Vec<Import>) {
        let mut path = prefix.to_vec();
        while self.at < self.tokens.len() {
            if self.is_punctuation(0, '{') {
                self.at += 1;
                while self.at < self.tokens.len() && !self.is_punctuation(0, '}') {
                    self.import(&path, public, found);
                    if self.is_punctuation(0, ',') {
                        self.at += 1;
                    }
                }
                self.at += 1;
                return;
            }
            match &self.tokens[self.at] {
                Token::Word(word) if word == "self" && !path.is_empty() => {}
                Token::Word(word) => path.push(word.clone()),
                Token::Punctuation('*') => path.push("*".to_owned()),
                _ => return,
            }
            self.at += 1;
            if self.is(0, &Token::PathSeparator) {
                self.at += 1;
                continue;
            }
            let renamed = (self.word(0) == Some("as")).then(|| self.word(1));
            let last_segment = path.last().map(String::as_str);
            let name = renamed
                .unwrap_or(last_segment)
                .unwrap_or_default()
                .to_owned();
            self.at += if renamed.is_some() { 2 } else { 0 };
            found.push(Import { name, path, public });
            return;
        }
    }
}

/// Returns the words and punctuation of Rust source, without comments, strings and lifetimes.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let next = chars.get(at + 1).copied();
        match c {
            '/' if next == Some('/') => at = skip_past(&chars, at, |c| c == '\n'),
            '/' if next == Some('*') => at = after_block_comment(&chars, at),
            '"' => at = after_string(&chars, at),
            '\'' => at = after_quote(&chars, at),
            'r' | 'b' if raw_string(&chars, at).is_some() => {
                at = raw_string(&chars, at).unwrap_or(at + 1);
            }
            ':' if next == Some(':') => {
                found.push(Token::PathSeparator);
                at += 2;
            }
            c if c.is_alphabetic() || c == '_' => {
                let end = after_word(&chars, at);
                found.push(Token::Word(chars[at..end].iter().collect()));
                at = end;
            }
            // A number with its suffix: `1_000u64`.
            c if c.is_ascii_digit() => at = after_word(&chars, at),
            c => {
                if !c.is_whitespace() {
                    found.push(Token::Punctuation(c));
                }
                at += 1;
            }
        }
    }
    found
}

fn skip_past(chars: &[char], from: usize, end: impl Fn(char) -> bool) -> usize {
    let rest = chars[from..].iter().position(|c| end(*c));
    rest.map_or(chars.len(), |n| from + n + 1)
}

fn after_word(chars: &[char], from: usize) -> usize {
    let rest = chars[from..]
        .iter()
        .position(|c| !(c.is_alphanumeric() || *c == '_'));
    rest.map_or(chars.len(), |n| from + n)
}

/// Returns the end of a block comment, which can be nested.
fn after_block_comment(chars: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while at < chars.len() {
        match chars.get(at..at + 2) {
            Some(['/', '*']) => depth += 1,
            Some(['*', '/']) => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

fn after_string(chars: &[char], from: usize) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Returns the end of a character literal (`'x'`, `'\n'`) or of a lifetime (`'a`).
fn after_quote(chars: &[char], from: usize) -> usize {
    if chars.get(from + 1) == Some(&'\\') {
        return skip_past(chars, from + 3, |c| c == '\'');
    }
    if chars.get(from + 2) == Some(&'\'') {
        return from + 3;
    }
    after_word(chars, from + 1)
}

/// Returns the end of `r"…"`, `r#"…"#` or `br"…"`.
fn raw_string(chars: &[char], from: usize) -> Option<usize> {
    if from > 0 && (chars[from - 1].is_alphanumeric() || chars[from - 1] == '_') {
        return None;
    }
    let mut at = from + usize::from(chars[from] == 'b');
    if chars.get(at) != Some(&'r') {
        return None;
    }
    at += 1;
    let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
    at += hashes;
    if chars.get(at) != Some(&'"') {
        return None;
    }
    at += 1;
    while at < chars.len() {
        let closes =
            chars[at] == '"' && chars[at + 1..].iter().take_while(|c| **c == '#').count() >= hashes;
        at += 1;
        if closes {
            return Some(at + hashes);
        }
    }
    Some(at)
}

/// Returns the files of `src` that contain `needle`.
pub(crate) fn files_with(needle: &str) -> Vec<String> {
    let mut files = Vec::new();
    read(Path::new(ROOT), &mut files);
    files.retain(|(_, text)| text.contains(needle));
    files.into_iter().map(|(file, _)| file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the references between files (paths and texts) as `from -> to: name`, with marks for test code and re-exports.
    fn scan(files: &[(&str, &str)]) -> Vec<String> {
        let owned = |(file, text): &(&str, &str)| ((*file).to_owned(), (*text).to_owned());
        let files: Vec<_> = files.iter().map(owned).collect();
        references_between(&files)
            .into_iter()
            .map(|r| {
                let test = if r.test { " (test)" } else { "" };
                let reexported = if r.reexported { " (re-export)" } else { "" };
                format!("{} -> {}: {}{test}{reexported}", r.from, r.to, r.name)
            })
            .collect()
    }

    const LIB: (&str, &str) = ("lib.rs", "mod a; mod b;");

    #[test]
    fn reads_nested_use_groups() {
        let found = scan(&[
            LIB,
            ("a/mod.rs", "mod x; mod y { }"),
            ("a/x.rs", "pub struct One; pub fn two() {}"),
            (
                "b.rs",
                "use crate::{\n    a::{x::{One, two as second}},\n    external_name::Z,\n};",
            ),
        ]);
        assert_eq!(found, ["b.rs -> a/x.rs: One", "b.rs -> a/x.rs: two"]);
    }

    #[test]
    fn resolves_self_and_super() {
        let found = scan(&[
            LIB,
            ("a/mod.rs", "mod x; mod deep; use self::x::One;"),
            ("a/x.rs", "pub struct One;"),
            ("a/deep/mod.rs", "mod end; fn f() { super::x::One; }"),
            (
                "a/deep/end.rs",
                "use super::super::x::One; fn f(_: super::super::super::b::B) {}",
            ),
            ("b.rs", "pub struct B;"),
        ]);
        assert_eq!(
            found,
            [
                "a/deep/end.rs -> a/x.rs: One",
                "a/deep/end.rs -> b.rs: B",
                "a/deep/mod.rs -> a/x.rs: One",
                "a/mod.rs -> a/x.rs: One",
            ]
        );
    }

    #[test]
    fn finds_paths_in_the_code() {
        let found = scan(&[
            LIB,
            ("a.rs", "pub fn f() {} pub struct S;"),
            (
                "b.rs",
                "use crate::a; fn g() { let x = a::S; crate::a::f::<u8>(); x.a(); self.b.f(); }",
            ),
        ]);
        assert_eq!(found, ["b.rs -> a.rs: S", "b.rs -> a.rs: f"]);
    }

    #[test]
    fn follows_reexports_to_the_defining_file() {
        let found = scan(&[
            LIB,
            (
                "a/mod.rs",
                "mod x; pub use x::One; pub(crate) use x::Two as Other;",
            ),
            ("a/x.rs", "pub struct One; pub struct Two;"),
            ("b.rs", "use crate::a::{One, Other};"),
        ]);
        assert_eq!(
            found,
            [
                "a/mod.rs -> a/x.rs: One (re-export)",
                "a/mod.rs -> a/x.rs: Two (re-export)",
                "b.rs -> a/x.rs: One",
                "b.rs -> a/x.rs: Two",
            ]
        );
    }

    #[test]
    fn counts_a_used_reexport_as_a_reference() {
        let found = scan(&[
            LIB,
            ("a/mod.rs", "mod x; pub use x::One; fn f(_: One) {}"),
            ("a/x.rs", "pub struct One;"),
            ("b.rs", ""),
        ]);
        assert!(
            found.contains(&"a/mod.rs -> a/x.rs: One".to_owned()),
            "{found:?}"
        );
    }

    #[test]
    fn counts_a_reexport_from_another_top_level_module() {
        let found = scan(&[
            LIB,
            ("a.rs", "pub use crate::b::B;"),
            ("b.rs", "pub struct B;"),
        ]);
        assert_eq!(found, ["a.rs -> b.rs: B"]);
    }

    #[test]
    fn ignores_comments_and_strings() {
        let found = scan(&[
            LIB,
            (
                "a.rs",
                "// use crate::b::B;\n/* crate::b::B /* nested */ crate::b::B */\nconst T: &str = \"crate::b::B\";\nconst R: &str = r#\"\"crate::b::B\"#;\nfn f<'a>(_: &'a str) -> char { '\"' }\n",
            ),
            ("b.rs", "pub struct B;"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn recognizes_tests_inline_and_in_separate_files() {
        let found = scan(&[
            LIB,
            (
                "a/mod.rs",
                "#[cfg(test)]\nmod tests;\nfn f() { crate::b::g(); }\n#[cfg(test)]\nmod more { use crate::b::B; }\nfn h() { crate::b::k(); }",
            ),
            ("a/tests/mod.rs", "mod part;"),
            ("a/tests/part.rs", "use crate::b::B;"),
            ("b.rs", ""),
        ]);
        assert_eq!(
            found,
            [
                "a/mod.rs -> b.rs: B (test)",
                "a/mod.rs -> b.rs: g",
                "a/mod.rs -> b.rs: k",
                "a/tests/part.rs -> b.rs: B (test)",
            ]
        );
    }

    #[test]
    fn resolves_the_crate_name() {
        let found = scan(&[
            LIB,
            (
                "main.rs",
                "use marketdeck::{a::A, b};\nfn main() { b::run(); }",
            ),
            ("a.rs", ""),
            ("b.rs", ""),
        ]);
        assert_eq!(found, ["main.rs -> a.rs: A", "main.rs -> b.rs: run"]);
    }

    #[test]
    fn finds_references_in_the_real_source() {
        let all = references();
        let sees = |from: &str, to: &str| all.iter().any(|r| r.from == from && r.to == to);
        assert!(sees("main.rs", "config/mod.rs"));
        assert!(sees("web/routes/mod.rs", "web/openapi/mod.rs"));
        assert!(all.len() > 1_000, "{}", all.len());
    }
}
