//! A small fuzzer: feeds a parser with randomly modified samples.

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use fastrand::Rng;

/// Number of inputs per test, unless a duration is set.
const DEFAULT_INPUTS: u64 = 400;
/// Maximum number of changes to an input.
const MAX_CHANGES: usize = 6;
/// Maximum size of an input in bytes.
const MAX_INPUT_BYTES: usize = 64 * 1_024;
/// Environment variable with the duration of each test in seconds. If it is set, inputs differ in every run.
const DURATION_VARIABLE: &str = "MARKETDECK_FUZZ_SECONDS";

/// Replacements for numbers.
const NUMBERS: [&str; 18] = [
    "0",
    "-0",
    "-1",
    "1e308",
    "-1e308",
    "1e-400",
    "1e400",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "253402300800",
    "-377705116800",
    "4294967296",
    "0.1",
    "null",
    "\"\"",
    "[]",
    "{}",
];
/// Replacements for texts.
const TEXTS: [&str; 12] = [
    "",
    "NaN",
    "-inf",
    "9999-12-31T23:59:59Z",
    "-009999-01-01",
    "2024-02-30",
    "2024-11-03T01:30:00-99:00",
    "1e999",
    "\u{1f600}\u{301}",
    "\\ud800",
    "&#1114112;",
    "<![CDATA[",
];
/// Bytes that have a special meaning in some format.
const SPECIAL_BYTES: &[u8] = b"\0\n\r\t \"'<>&;,:.-+/\\[]{}()0e\x7f\x80\xc3\xf0\xff";

/// Calls `parse` with the samples and with modified versions of them. If `parse` panics, fails with the path of a file that contains
/// the input. [`DURATION_VARIABLE`] sets the duration.
pub(crate) fn fuzz(name: &str, samples: &[&[u8]], parse: impl Fn(&[u8])) {
    let seconds = env::var(DURATION_VARIABLE)
        .ok()
        .and_then(|text| text.parse().ok());
    let mut rng = match seconds {
        Some(_) => Rng::new(),
        None => Rng::with_seed(7),
    };
    let start = Instant::now();
    let should_continue = |inputs| match seconds {
        Some(seconds) => start.elapsed() < Duration::from_secs(seconds),
        None => inputs < DEFAULT_INPUTS,
    };
    for sample in samples {
        check_no_panic(name, sample, &parse);
    }
    let mut inputs = 0;
    while should_continue(inputs) {
        let mut input = samples[rng.usize(..samples.len())].to_vec();
        for _ in 0..rng.usize(1..=MAX_CHANGES) {
            mutate(&mut input, samples, &mut rng);
            input.truncate(MAX_INPUT_BYTES);
        }
        check_no_panic(name, &input, &parse);
        inputs += 1;
    }
    if seconds.is_some() {
        println!("{name}: {inputs} inputs");
    }
}

/// Calls `parse`; fails with the path of the saved input if it panics.
fn check_no_panic(name: &str, input: &[u8], parse: &impl Fn(&[u8])) {
    if catch_unwind(AssertUnwindSafe(|| parse(input))).is_err() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("target/{name}.panic"));
        fs::write(&file, input).unwrap();
        panic!("{name} panics on the input in {}", file.display());
    }
}

/// Makes one random change to the input.
fn mutate(input: &mut Vec<u8>, samples: &[&[u8]], rng: &mut Rng) {
    if input.is_empty() {
        input.push(rng.u8(..));
    }
    let random_range = |length: usize, rng: &mut Rng| {
        let start = rng.usize(..length);
        start..rng.usize(start..length.min(start + 64)) + 1
    };
    let at = rng.usize(..input.len());
    match rng.u8(..10) {
        0 => input[at] ^= 1 << rng.u8(..8),
        1 => input[at] = rng.u8(..),
        2 => input[at] = SPECIAL_BYTES[rng.usize(..SPECIAL_BYTES.len())],
        3 => drop(input.drain(random_range(input.len(), rng))),
        4 => input.truncate(at),
        5 => {
            let piece = input[random_range(input.len(), rng)].to_vec();
            let repeated = piece.repeat([1, 1, 2, 300][rng.usize(..4)]);
            input.splice(at..at, repeated);
        }
        6 => {
            let other = samples[rng.usize(..samples.len())];
            if !other.is_empty() {
                let piece = other[random_range(other.len(), rng)].to_vec();
                input.splice(random_range(input.len(), rng), piece);
            }
        }
        7 | 8 => {
            let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
            replace_run(input, at, is_number, NUMBERS[rng.usize(..NUMBERS.len())]);
        }
        _ => {
            let is_text = |byte: &u8| byte.is_ascii_alphanumeric() || b" -:_".contains(byte);
            replace_run(input, at, is_text, TEXTS[rng.usize(..TEXTS.len())]);
        }
    }
}

/// Replaces the first run of matching bytes at or after `at` with `new`.
fn replace_run(input: &mut Vec<u8>, at: usize, matches: impl Fn(&u8) -> bool, new: &str) {
    if let Some(start) = input[at..].iter().position(&matches) {
        let start = at + start;
        let length = input[start..].iter().position(|byte| !matches(byte));
        let end = length.map_or(input.len(), |length| start + length);
        input.splice(start..end, new.bytes());
    }
}
