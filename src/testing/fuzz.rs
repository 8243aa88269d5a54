//! A small fuzzer: feeds a parser with randomly modified samples.

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    time::{Duration, Instant},
};

use fastrand::Rng;

/// Number of inputs per test, unless a duration is set.
const INPUTS: u64 = 400;
/// Maximum number of changes to an input.
const MAX_CHANGES: usize = 6;
/// Maximum size of an input in bytes.
const MAX_INPUT_BYTES: usize = 64 * 1_024;
/// Environment variable with the duration of each test in seconds; inputs then differ in every run.
const SECONDS: &str = "MARKETDECK_FUZZ_SECONDS";

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
/// Bytes with a meaning in some format.
const BYTES: &[u8] = b"\0\n\r\t \"'<>&;,:.-+/\\[]{}()0e\x7f\x80\xc3\xf0\xff";

/// Calls `read` with the samples and with modified versions of them. After a panic, fails with the path of a file that contains
/// the input. [`SECONDS`] sets the duration.
pub(crate) fn fuzz(name: &str, samples: &[&[u8]], read: impl Fn(&[u8])) {
    let seconds = env::var(SECONDS).ok().and_then(|text| text.parse().ok());
    let mut rng = match seconds {
        Some(_) => Rng::new(),
        None => Rng::with_seed(7),
    };
    let begun = Instant::now();
    let continues = |inputs| match seconds {
        Some(seconds) => begun.elapsed() < Duration::from_secs(seconds),
        None => inputs < INPUTS,
    };
    for sample in samples {
        attempt(name, sample, &read);
    }
    let mut inputs = 0;
    while continues(inputs) {
        let mut input = samples[rng.usize(..samples.len())].to_vec();
        for _ in 0..rng.usize(1..=MAX_CHANGES) {
            change(&mut input, samples, &mut rng);
            input.truncate(MAX_INPUT_BYTES);
        }
        attempt(name, &input, &read);
        inputs += 1;
    }
    if seconds.is_some() {
        println!("{name}: {inputs} inputs");
    }
}

fn attempt(name: &str, input: &[u8], read: &impl Fn(&[u8])) {
    if catch_unwind(AssertUnwindSafe(|| read(input))).is_err() {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("target/{name}.panic"));
        fs::write(&file, input).unwrap();
        panic!("{name} panics on the input in {}", file.display());
    }
}

fn change(input: &mut Vec<u8>, samples: &[&[u8]], rng: &mut Rng) {
    if input.is_empty() {
        input.push(rng.u8(..));
    }
    let part = |length: usize, rng: &mut Rng| {
        let start = rng.usize(..length);
        start..rng.usize(start..length.min(start + 64)) + 1
    };
    let at = rng.usize(..input.len());
    match rng.u8(..10) {
        0 => input[at] ^= 1 << rng.u8(..8),
        1 => input[at] = rng.u8(..),
        2 => input[at] = BYTES[rng.usize(..BYTES.len())],
        3 => drop(input.drain(part(input.len(), rng))),
        4 => input.truncate(at),
        5 => {
            let piece = input[part(input.len(), rng)].to_vec();
            let again = piece.repeat([1, 1, 2, 300][rng.usize(..4)]);
            input.splice(at..at, again);
        }
        6 => {
            let other = samples[rng.usize(..samples.len())];
            if !other.is_empty() {
                let piece = other[part(other.len(), rng)].to_vec();
                input.splice(part(input.len(), rng), piece);
            }
        }
        7 | 8 => {
            let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
            put(input, at, is_number, NUMBERS[rng.usize(..NUMBERS.len())]);
        }
        _ => {
            let is_text = |byte: &u8| byte.is_ascii_alphanumeric() || b" -:_".contains(byte);
            put(input, at, is_text, TEXTS[rng.usize(..TEXTS.len())]);
        }
    }
}

/// Replaces the first run of matching bytes at or after `at` by `new`.
fn put(input: &mut Vec<u8>, at: usize, is_of_it: impl Fn(&u8) -> bool, new: &str) {
    if let Some(start) = input[at..].iter().position(&is_of_it) {
        let start = at + start;
        let length = input[start..].iter().position(|byte| !is_of_it(byte));
        let end = length.map_or(input.len(), |length| start + length);
        input.splice(start..end, new.bytes());
    }
}
