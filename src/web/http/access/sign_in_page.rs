//! The sign-in page: a single file without scripts, except for the button that signs in with a passkey.

use bytes::Bytes;
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue},
};
use quick_xml::escape::escape;

use crate::web::http::{reply::Reply, response_body::Body};

const STYLE: &str = "
:root { color-scheme: light dark; --back: #f8fafc; --card: #fff; --line: #e2e8f0; --text: #0f172a; --button: #047857; --wrong: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --back: #0a0e14; --card: #10161f; --line: #253041; --text: #f1f5f9; --button: #047857; --wrong: #f87171; } }
* { box-sizing: border-box; }
body { display: grid; min-height: 100dvh; margin: 0; padding: 1rem; place-items: center; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
main { width: min(100%, 22rem); padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
h1 { display: flex; gap: 0.625rem; align-items: center; margin: 0 0 1.25rem; font-size: 1.25rem; line-height: 1.2; }
h1 svg { flex: none; width: 1.75rem; height: 1.75rem; }
input + label { margin-top: 0.75rem; }
label { display: block; margin-bottom: 0.25rem; font-size: 0.875rem; }
input, button { width: 100%; min-height: 2.75rem; padding: 0 0.75rem; font: inherit; border-radius: 0.5rem; }
input { color: inherit; background: var(--back); border: 1px solid #64748b; }
button { margin-top: 1rem; font-weight: 600; color: #fff; background: var(--button); border: 0; cursor: pointer; }
:focus-visible { outline: 2px solid #10b981; outline-offset: 2px; }
#passkey { color: inherit; background: none; border: 1px solid #64748b; }
[role=alert] { margin: 0.75rem 0 0; color: var(--wrong); }
[role=alert]:empty { margin: 0; }
";

/// The script of the passkey button, which the build of the interface makes from `ui/src/signIn.ts`. It shows the button if the browser
/// supports passkeys.
const SCRIPT: &str = "sign-in.js";

/// The logo, as in `icon.svg`.
const LOGO: &str = r##"<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#047857"/><path d="M7 21l6-6 4 4 8-9" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/><circle cx="25" cy="10" r="2.6" fill="#fff"/></svg>"##;

/// The favicon as a data URL, so that the page needs no other file.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' \
     rx='8' fill='%23047857'/%3E%3Cpath d='M7 21l6-6 4 4 8-9' fill='none' stroke='%23fff' stroke-width='2.6' stroke-linecap='round' \
     stroke-linejoin='round'/%3E%3Ccircle cx='25' cy='10' r='2.6' fill='%23fff'/%3E%3C/svg%3E";

/// The form for the name and the password.
pub(super) struct SignInForm<'a> {
    /// URL to which the form is posted.
    pub(super) action: &'a str,
    /// Whether there is a field for the name.
    pub(super) asks_name: bool,
    /// Path to open after signing in with a passkey; `None` if nobody has a passkey.
    pub(super) passkey_target: Option<&'a str>,
    /// Base path of the server; ends with a slash.
    pub(super) base: &'a str,
}

impl SignInForm<'_> {
    /// Returns the page with the form and an optional error message.
    pub(super) fn page(&self, status: StatusCode, error: Option<&str>) -> Reply {
        let invalid = if error.is_some() {
            " aria-invalid=\"true\" aria-describedby=\"trouble\""
        } else {
            ""
        };
        let (name, focus) = if self.asks_name {
            let field = "<label for=\"name\">Name</label><input id=\"name\" name=\"name\" autocomplete=\"username\" \
                 autocapitalize=\"none\" spellcheck=\"false\" required autofocus>";
            (field, "")
        } else {
            ("", " autofocus")
        };
        let error = error.map_or_else(String::new, |text| {
            format!("<p id=\"trouble\" role=\"alert\">{}</p>", escape(text))
        });
        let passkey = self.passkey_target.map_or_else(String::new, |target| {
            format!(
                "<button type=\"button\" id=\"passkey\" hidden data-base=\"{base}\" data-target=\"{}\">Sign in with a \
                 passkey</button><p id=\"passkey-trouble\" role=\"alert\"></p><script src=\"{base}{SCRIPT}\" defer></script>",
                escape(target),
                base = escape(self.base)
            )
        });
        render(
            status,
            &format!(
                "<h1>{LOGO}Marketdeck</h1><form method=\"post\" action=\"{}\">{name}<label for=\"password\">Password</label><input \
                 id=\"password\" name=\"password\" type=\"password\" autocomplete=\"current-password\" required\
                 {focus}{invalid}>{error}<button>Sign in</button></form>{passkey}",
                escape(self.action)
            ),
        )
    }
}

/// Returns the page for a signed-in browser, with a button to sign out.
pub(super) fn for_signed_in_user(base: &str) -> Reply {
    render(
        StatusCode::OK,
        &format!(
            "<h1>{LOGO}You are signed in</h1><p><a href=\"{base}\">Go to Marketdeck</a></p><form method=\"post\" \
             action=\"{base}logout\"><button>Sign out</button></form>",
            base = escape(base)
        ),
    )
}

fn render(status: StatusCode, content: &str) -> Reply {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>Sign in · Marketdeck</title><link rel=\"icon\" href=\"{ICON}\"><style>{STYLE}</style></head>\
         <body><main>{content}</main></body></html>"
    );
    let mut reply = Response::new(Body::from(Bytes::from(html)));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}
