//! Rewords errors of the TOML parser and serde so that users understand them. The errors do not
//! contain values, which may be secrets.

/// Minimum similarity of a suggested key to the key that the user entered. 1 means identical.
const MIN_SIMILARITY: f64 = 0.6;

/// Returns the key in `known` that is most similar to `input`, if any is similar enough.
pub(super) fn nearest<'a>(input: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |key: &str| strsim::normalized_damerau_levenshtein(input, key);
    known
        .map(|key| (similarity(key), key))
        .filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, key)| key)
}

/// Maximum number of known keys that are listed if none of them is similar.
const MAX_LISTED_KEYS: usize = 12;

/// Rewords an error of the TOML parser or serde. Line breaks in other messages are replaced by
/// spaces.
pub(super) fn reword(message: &str) -> String {
    let message = message.replace('\n', " ");
    let reworded = reword_after(&message, "unknown field `", unknown_key)
        .or_else(|| reword_after(&message, "unknown variant `", unknown_value))
        .or_else(|| reword_after(&message, "invalid type: ", wrong_type))
        .or_else(|| reword_after(&message, "invalid value: ", wrong_type))
        .or_else(|| {
            reword_after(&message, "missing field `", |rest| {
                Some(format!("{}: missing", rest.trim_end_matches('`')))
            })
        });
    reworded.unwrap_or(message)
}

/// Finds `start` in `message` and replaces it and the text after it with the result of `reword` for
/// the text after it.
fn reword_after(
    message: &str,
    start: &str,
    reword: impl FnOnce(&str) -> Option<String>,
) -> Option<String> {
    let (before, rest) = message.split_once(start)?;
    Some(format!("{before}{}", reword(rest)?))
}

/// Rewords ``lisen`, expected one of `listen`, `market` ``.
fn unknown_key(rest: &str) -> Option<String> {
    let (key, expected) = rest.split_once('`')?;
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    Some(match nearest(key, known.iter().copied()) {
        Some(nearest_key) => format!("unknown key '{key}'; did you mean '{nearest_key}'?"),
        None if known.len() <= MAX_LISTED_KEYS => {
            format!("unknown key '{key}'; expected one of: {}", known.join(", "))
        }
        None => format!("unknown key '{key}'; see config.example.toml for all keys"),
    })
}

/// Rewords ``samble`, expected `sample` or `live` ``.
fn unknown_value(rest: &str) -> Option<String> {
    let (word, expected) = rest.split_once("`, expected ")?;
    let possible = expected.trim_start_matches("one of ").replace('`', "");
    Some(format!("invalid value '{word}'; expected {possible}"))
}

/// Rewords `string "5", expected u64`.
fn wrong_type(rest: &str) -> Option<String> {
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let found = found.split(['`', '"']).next().unwrap_or_default().trim();
    Some(format!(
        "expected {}, found {}",
        type_name(expected),
        type_name(found)
    ))
}

/// Translates the name that serde uses for a type to a description for users.
fn type_name(name: &str) -> &str {
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
        let nearest_key = |input| nearest(input, known.into_iter());
        assert_eq!(nearest_key("lsiten"), Some("listen"));
        assert_eq!(nearest_key("flush_second"), Some("flush_seconds"));
        assert_eq!(nearest_key("api_key_fiel"), Some("api_key_file"));
        assert_eq!(nearest_key("port"), None);
    }
}
