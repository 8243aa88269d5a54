use super::*;

const KEY: &str = "FAKEKEYd0n0tl34k9876";

/// Returns the secrets of a request.
fn secrets_of(url: &str, headers: &[(&str, &str)]) -> Secrets {
    let secrets = Secrets::default();
    secrets.add_request(url, headers);
    secrets
}

#[test]
fn a_key_is_masked_in_every_encoding() {
    let secrets = secrets_of("https://api.example/q", &[("X-Api-Key", KEY)]);
    let written = |each: fn(u8) -> String| KEY.bytes().map(each).collect::<String>();
    let percent = written(|byte| format!("%{byte:02x}"));
    let twice = percent.replace('%', "%25");
    let json = written(|byte| format!("\\u{byte:04X}"));
    let html = written(|byte| format!("&#x{byte:x};"));
    let broken = KEY.replace("d0", "d\n0");
    let base = BASE64.encode(format!("user:{KEY}").as_bytes());
    for message in [
        KEY,
        &KEY.to_lowercase(),
        &percent,
        &twice,
        &json,
        &html,
        &broken,
        &KEY[..12],
        &KEY[6..],
    ] {
        let masked = secrets.mask(&format!("the key '{message}' is invalid"));
        assert_eq!(masked, "the key '(key)' is invalid", "{message}");
    }
    let masked = secrets.mask(&base);
    assert!(masked.contains(MASK) && masked.len() < 20, "{masked}");
}

#[test]
fn a_key_with_special_characters_is_masked_in_every_encoding() {
    let secrets = secrets_of(
        "https://api.example/q?apikey=a%2Fb%2Bc%3Dd9&symbol=AAPL",
        &[],
    );
    for message in ["a/b+c=d9", "a%2Fb%2Bc%3Dd9", r"a\/b+c=d9", "a/b&#43;c=d9"] {
        assert_eq!(
            secrets.mask(&format!("bad {message}")),
            "bad (key)",
            "{message}"
        );
    }
    assert_eq!(secrets.mask("no data for AAPL"), "no data for AAPL");
}

#[test]
fn truncation_does_not_show_part_of_a_key() {
    let secrets = secrets_of(
        "https://api.example/q",
        &[("authorization", &format!("apikey {KEY}"))],
    );
    for before in 280..300 {
        let masked = secrets.mask(&format!("{}{KEY} and more", "x".repeat(before)));
        assert!(masked.chars().count() <= text::MAX_CHARS);
        assert!(!masked.contains("FAKE"), "{masked}");
    }
    let many = secrets.mask(&format!("{KEY} ").repeat(10_000));
    assert!(!many.contains("FAKE") && many.chars().count() <= text::MAX_CHARS);
}

#[test]
fn passwords_cookies_and_url_tokens_are_secrets_and_ordinary_words_are_not() {
    let token = "2f8a9c0e77d1b4a65e3c";
    let secrets = secrets_of(
        &format!("https://me:hunter2pass@feed.example/private/{token}/rss.xml"),
        &[
            ("cookie", "lang=en; A3=d=AQABBH5sTmUCEK&S"),
            ("authorization", "Basic Ym9iOnN3b3JkZmlzaA=="),
            ("accept", "application/json"),
            ("x-version", "2"),
        ],
    );
    let message = format!("hunter2pass {token} d=AQABBH5sTmUCEK&S swordfish Ym9iOnN3b3JkZmlzaA==");
    assert_eq!(secrets.mask(&message), "(key) (key) (key) (key) (key)");
    let plain = "2 of private rss.xml in en are no application/json";
    assert_eq!(secrets.mask(plain), plain);
}

#[test]
fn a_short_key_is_masked_as_a_whole_word_only() {
    let secrets = secrets_of("https://api.example/q?token=demo", &[]);
    let masked = secrets.mask("demo is no key; see the democracy index");
    assert_eq!(masked, "(key) is no key; see the democracy index");
}

#[test]
fn secrets_in_use_are_not_dropped() {
    let secrets = Secrets::default();
    for number in 0..1_000 {
        let cookie = format!("session=value-{number:08}");
        secrets.add_request(
            "https://api.example/",
            &[("x-key", KEY), ("cookie", &cookie)],
        );
    }
    assert_eq!(secrets.mask(KEY), MASK);
    assert!(secrets.0.lock().unwrap().len() <= MAX_SECRETS);
}
