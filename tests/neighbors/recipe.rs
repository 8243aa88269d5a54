//! Runs the proxies with the configurations of docs/proxy, with ports and files replaced by those of the test.

use std::{fs, net::TcpStream, path::Path, process::Command};

use tempfile::TempDir;

use crate::{
    certificate::Certificate,
    neighbor::{Neighbor, find, nginx},
    program::{ReservedPort, poll},
    tls::NAME,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/proxy");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Nginx,
    Caddy,
    Haproxy,
}

/// A running proxy.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    _reserved: ReservedPort,
    _neighbor: Neighbor,
    _folder: TempDir,
}

/// Starts a proxy in front of the Marketdeck at `upstream`, with the configuration in `file` after `change`; `None` if the proxy is not
/// installed.
pub(crate) fn start(
    kind: Kind,
    file: &str,
    certificate: &Certificate,
    upstream: &str,
    change: impl Fn(String) -> String,
) -> Option<Proxy> {
    let reserved = ReservedPort::new();
    let port = reserved.address.port();
    let files = certificate.folder.path();
    let text = fs::read_to_string(Path::new(FOLDER).join(file))
        .expect("the configuration in docs/proxy is readable");
    let text = change(text)
        .replace("127.0.0.1:8080", upstream)
        .replace("/etc/ssl/", &format!("{}/", files.display()))
        .replace("listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl"))
        .replace("bind :443", &format!("bind 127.0.0.1:{port}"));
    let (folder, neighbor) = match kind {
        Kind::Nginx => nginx(&text)?,
        Kind::Caddy => caddy(&text, port, certificate)?,
        Kind::Haproxy => {
            let program = find("haproxy")?;
            let (folder, config) = write_configuration(&text);
            let mut command = Command::new(program);
            (
                folder,
                Neighbor::start(command.args(["-db", "-f", &config])),
            )
        }
    };
    poll("the proxy to accept connections", || {
        TcpStream::connect(reserved.address).ok()
    });
    Some(Proxy {
        port,
        _reserved: reserved,
        _neighbor: neighbor,
        _folder: folder,
    })
}

fn write_configuration(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("configuration");
    fs::write(&path, text).unwrap();
    let path = path.to_str().expect("the path is UTF-8").to_owned();
    (folder, path)
}

/// Starts Caddy with a local certificate and address instead of ACME and all addresses.
fn caddy(text: &str, port: u16, own: &Certificate) -> Option<(TempDir, Neighbor)> {
    let program = find("caddy")?;
    let (certificate, key) = (own.file.display(), own.key.display());
    let text = text.replace(
        &format!("\n{NAME} {{"),
        &format!("\nhttps://{NAME}:{port} {{\n\ttls {certificate} {key}"),
    );
    let global = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n}\n";
    let (folder, config) = write_configuration(&format!("{global}{text}"));
    let mut command = Command::new(program);
    command.args(["run", "--adapter", "caddyfile", "--config", &config]);
    for home in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(home, folder.path());
    }
    Some((folder, Neighbor::start(&mut command)))
}
