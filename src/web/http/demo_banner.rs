//! The banner of a demo. It is part of the page, so that it needs no script.

use crate::web::settings::Settings;

/// Styles of the banner. A printed page has none.
const STYLE: &str = "<style>.demo{padding:6px 16px;font:14px/1.4 var(--mantine-font-family,sans-serif);text-align:center;\
    background:#1d4ed8;color:#fff}.demo a{color:#fff;font-weight:600}\
    @media print{.demo{display:none}}</style>";

/// Returns the HTML of the banner; empty unless the server is a demo.
pub(crate) fn html(settings: &Settings) -> String {
    if !settings.demo {
        return String::new();
    }
    let link = match settings.install_url.as_str() {
        "" => String::new(),
        // The configuration accepts no quotation marks in the URL.
        url => format!(
            " <a href=\"{}\" rel=\"noopener\">Install Marketdeck</a>",
            url.replace('&', "&amp;")
        ),
    };
    format!(
        "{STYLE}<aside class=\"demo\" aria-label=\"Demo\">This is a demo: prices and news are invented, and nothing can be changed.{link}</aside>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_demo_has_a_banner_with_a_link_to_the_installation() {
        let mut settings = Settings {
            install_url: "https://deck.example.net/?a=1&b=2".to_owned(),
            ..Settings::default()
        };
        assert_eq!(html(&settings), "");
        settings.demo = true;
        let linked = html(&settings);
        assert!(
            linked.contains("href=\"https://deck.example.net/?a=1&amp;b=2\""),
            "{linked}"
        );
        settings.install_url.clear();
        assert!(!html(&settings).contains("<a "));
    }
}
