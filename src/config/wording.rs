//! Rewords errors of the TOML parser and of serde for people. No value is repeated, because it may be a secret.

/// Minimum similarity (1 is identical) at which a key is suggested as the intended one.
const MIN_SIMILARITY: f64 = 0.6;

/// Returns the entry of `known` most similar to `typed`, if any is similar enough.
pub(super) fn nearest<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |one: &str| strsim::normalized_damerau_levenshtein(typed, one);
    known
        .map(|one| (similarity(one), one))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, one)| one)
}

/// Maximum number of known keys to list when none is similar.
const MAX_LISTED_KEYS: usize = 12;

/// Rewords an error of the TOML parser or of serde; other messages are only put on one line.
pub(super) fn reword(message: &str) -> String {
    let message = message.replace('\n', " ");
    let reworded = between(&message, "unknown field `", unknown_key)
        .or_else(|| between(&message, "unknown variant `", unknown_word))
        .or_else(|| between(&message, "invalid type: ", wrong_kind))
        .or_else(|| between(&message, "invalid value: ", wrong_kind))
        .or_else(|| {
            between(&message, "missing field `", |rest| {
                Some(format!("{}: missing", rest.trim_end_matches('`')))
            })
        });
    reworded.unwrap_or(message)
}

/// Replaces `start` and the rest of `message` by what `reword` makes of that rest.
fn between(
    message: &str,
    start: &str,
    reword: impl FnOnce(&str) -> Option<String>,
) -> Option<String> {
    let (before, rest) = message.split_once(start)?;
    Some(format!("{before}{}", reword(rest)?))
}

/// ``lisen`, expected one of `listen`, `market` ``
fn unknown_key(rest: &str) -> Option<String> {
    let (key, expected) = rest.split_once('`')?;
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    Some(match nearest(key, known.iter().copied()) {
        Some(near) => format!("unknown key '{key}'; did you mean '{near}'?"),
        None if known.len() <= MAX_LISTED_KEYS => {
            format!("unknown key '{key}'; expected one of: {}", known.join(", "))
        }
        None => format!("unknown key '{key}'; see config.example.toml for all keys"),
    })
}

/// ``samble`, expected `sample` or `live` ``
fn unknown_word(rest: &str) -> Option<String> {
    let (word, expected) = rest.split_once("`, expected ")?;
    let possible = expected.trim_start_matches("one of ").replace('`', "");
    Some(format!("invalid value '{word}'; expected {possible}"))
}

/// `string "5", expected u64`
fn wrong_kind(rest: &str) -> Option<String> {
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let found = found.split(['`', '"']).next().unwrap_or_default().trim();
    Some(format!(
        "expected {}, found {}",
        kind(expected),
        kind(found)
    ))
}

/// Translates serde's name of a type into TOML's terms.
fn kind(name: &str) -> &str {
    match name {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => "a whole number of 0 or more",
        "integer" => "a whole number",
        "f64" => "a number",
        "floating point" => "a decimal number",
        "boolean" | "a boolean" => "true or false",
        "string" | "a string" | "path string" => "a quoted string",
        "sequence" | "a sequence" => "a list",
        "map" | "a map" => "a table",
        name if name.starts_with("struct ") => "a table",
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parser_errors_are_reworded_without_the_value() {
        for (message, expected) in [
            (
                "unknown field `lisen`, expected one of `listen`, `market`",
                "unknown key 'lisen'; did you mean 'listen'?",
            ),
            (
                "channels.a: unknown field `colour`, expected `topic` or `token`",
                "channels.a: unknown key 'colour'; expected one of: topic, token",
            ),
            (
                "unknown variant `samble`, expected `sample` or `live`",
                "invalid value 'samble'; expected sample or live",
            ),
            (
                "channels.a: invalid type: integer `4711`, expected a string",
                "channels.a: expected a quoted string, found a whole number",
            ),
            (
                "invalid type: string \"swordfish, expected `x`\", expected u64",
                "expected a whole number of 0 or more, found a quoted string",
            ),
            ("missing field `price`", "price: missing"),
            (
                "invalid string, expected `\"`",
                "invalid string, expected `\"`",
            ),
        ] {
            assert_eq!(reword(message), expected);
        }
    }

    #[test]
    fn only_similar_keys_are_suggested() {
        let known = ["listen", "flush_seconds", "api_key_file", "log"];
        let near = |typed| nearest(typed, known.into_iter());
        assert_eq!(near("lsiten"), Some("listen"));
        assert_eq!(near("flush_second"), Some("flush_seconds"));
        assert_eq!(near("api_key_fiel"), Some("api_key_file"));
        assert_eq!(near("port"), None);
    }
}
