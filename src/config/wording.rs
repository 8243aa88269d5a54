//! What a parser says of a configuration, in the words of the person who wrote it. No value is repeated: it may be a secret.

/// Keys this similar are taken for a slip of the fingers (1 is the same word).
const ALIKE: f64 = 0.6;

/// Whichever of `known` was meant by `typed`, if one is near.
pub(super) fn nearest<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |one: &str| strsim::normalized_damerau_levenshtein(typed, one);
    known
        .map(|one| (likeness(one), one))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, one)| one)
}

/// As many known keys are named where none is near.
const MOST_NAMED: usize = 12;

/// A message of the TOML parser or of serde as a sentence; others as they are, in one line.
pub(super) fn reword(message: &str) -> String {
    let message = message.replace('\n', " ");
    let reworded = between(&message, "unknown field `", unknown_key)
        .or_else(|| between(&message, "unknown variant `", unknown_word))
        .or_else(|| between(&message, "invalid type: ", wrong_kind))
        .or_else(|| between(&message, "invalid value: ", wrong_kind))
        .or_else(|| {
            between(&message, "missing field `", |rest| {
                Some(format!("{}: it is missing", rest.trim_end_matches('`')))
            })
        });
    reworded.unwrap_or(message)
}

/// `message` with `reword` of what follows `start` in the place of that and of `start`.
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
        None if known.len() <= MOST_NAMED => {
            format!("unknown key '{key}'; known are {}", known.join(", "))
        }
        None => format!("unknown key '{key}'; config.example.toml lists all there are"),
    })
}

/// ``samble`, expected `sample` or `live` ``
fn unknown_word(rest: &str) -> Option<String> {
    let (word, expected) = rest.split_once("`, expected ")?;
    let possible = expected.trim_start_matches("one of ").replace('`', "");
    Some(format!("'{word}' is not possible, only {possible}"))
}

/// `string "5", expected u64`
fn wrong_kind(rest: &str) -> Option<String> {
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let found = found.split(['`', '"']).next().unwrap_or_default().trim();
    Some(format!(
        "{} belongs here, and not {}",
        kind(expected),
        kind(found)
    ))
}

/// What serde's name of a kind of value means in TOML.
fn kind(name: &str) -> &str {
    match name {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" => "a whole number that is not negative",
        "integer" => "a whole number",
        "f64" => "a number",
        "floating point" => "a number with decimals",
        "boolean" | "a boolean" => "true or false",
        "string" | "a string" | "path string" => "a text in quotes",
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
    fn what_the_parser_says_becomes_a_sentence_without_the_value() {
        for (said, told) in [
            (
                "unknown field `lisen`, expected one of `listen`, `market`",
                "unknown key 'lisen'; did you mean 'listen'?",
            ),
            (
                "channels.a: unknown field `colour`, expected `topic` or `token`",
                "channels.a: unknown key 'colour'; known are topic, token",
            ),
            (
                "unknown variant `samble`, expected `sample` or `live`",
                "'samble' is not possible, only sample or live",
            ),
            (
                "channels.a: invalid type: integer `4711`, expected a string",
                "channels.a: a text in quotes belongs here, and not a whole number",
            ),
            (
                "invalid type: string \"swordfish, expected `x`\", expected u64",
                "a whole number that is not negative belongs here, and not a text in quotes",
            ),
            ("missing field `price`", "price: it is missing"),
            (
                "invalid string, expected `\"`",
                "invalid string, expected `\"`",
            ),
        ] {
            assert_eq!(reword(said), told);
        }
    }

    #[test]
    fn only_what_is_near_is_proposed() {
        let known = ["listen", "flush_seconds", "api_key_file", "log"];
        let near = |typed| nearest(typed, known.into_iter());
        assert_eq!(near("lsiten"), Some("listen"));
        assert_eq!(near("flush_second"), Some("flush_seconds"));
        assert_eq!(near("api_key_fiel"), Some("api_key_file"));
        assert_eq!(near("port"), None);
    }
}
