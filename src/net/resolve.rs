//! Names to addresses, without the C library: a statically linked binary cannot load the host's
//! name service.

use std::{
    future::Future,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{self, Poll},
};

use hickory_resolver::{
    TokioResolver,
    config::{ResolverConfig, ResolverOpts},
    net::{NetError, runtime::TokioRuntimeProvider},
    system_conf,
};
use hyper_util::client::legacy::connect::dns::Name;
use tokio::task::spawn_blocking;

use super::public::is_public;

/// Asks the name servers of /etc/resolv.conf, after a look into /etc/hosts. Where there is no such
/// file nobody is asked: whom the program talks to is for its operator to say. On Windows, which has no such file, those of its
/// network adapters are asked.
#[derive(Clone)]
pub(crate) struct Resolver {
    system: Arc<System>,
    /// Addresses that are no machine's of the internet are not given.
    only_public: bool,
}

struct System {
    /// What the system says of its name servers.
    file: PathBuf,
    /// Names and addresses that the operator wrote down.
    hosts: PathBuf,
    made: Mutex<Option<Made>>,
}

/// A resolver, and the words of the files that it was made of.
struct Made {
    of: (Vec<u8>, Vec<u8>),
    resolver: TokioResolver,
}

impl Default for Resolver {
    fn default() -> Self {
        Self::reading("/etc/resolv.conf".into(), "/etc/hosts".into())
    }
}

impl Resolver {
    fn reading(file: PathBuf, hosts: PathBuf) -> Self {
        let made = Mutex::default();
        Self {
            system: Arc::new(System { file, hosts, made }),
            only_public: false,
        }
    }

    /// The same, for names that a stranger gave: one that leads into this network is not found. Connections use what this
    /// answers, so that a name cannot mean one machine when it is judged and another when it is reached.
    pub(crate) fn only_public(&self) -> Self {
        Self {
            only_public: true,
            ..self.clone()
        }
    }

    /// Reads the files at every question, which is every new connection: name servers come late at
    /// boot, and others come with another network. It may wait for the disk.
    fn resolver(&self) -> io::Result<TokioResolver> {
        let System { file, hosts, made } = &*self.system;
        let said = (said(file)?, std::fs::read(hosts).unwrap_or_default());
        let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = made.as_ref().filter(|made| made.of == said) {
            return Ok(made.resolver.clone());
        }
        let resolver = configured(&said.0)
            .and_then(|(config, options)| build(config, options))
            .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
        *made = Some(Made {
            of: said,
            resolver: resolver.clone(),
        });
        Ok(resolver)
    }

    /// The addresses of a machine at a port; what is an address already is not looked up.
    pub(crate) async fn addresses(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = host.parse() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let this = self.clone();
        let resolver = spawn_blocking(move || this.resolver()).await;
        let resolver = resolver.map_err(io::Error::other)??;
        let found = resolver.lookup_ip(host).await;
        let found = found.map_err(io::Error::other)?;
        let found = found
            .iter()
            .filter(|ip| !self.only_public || is_public(*ip));
        let found: Vec<_> = found.map(|ip| SocketAddr::new(ip, port)).collect();
        if self.only_public && found.is_empty() {
            return Err(io::Error::other("no machine of the internet has this name"));
        }
        Ok(found)
    }
}

/// What the system says of its name servers.
#[cfg(unix)]
fn said(file: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(file).map_err(|error| {
        let path = file.display();
        io::Error::new(
            error.kind(),
            format!("names cannot be looked up without {path}: {error}"),
        )
    })
}

/// Windows has no such file, but tells of each of its adapters.
#[cfg(windows)]
fn said(_: &Path) -> io::Result<Vec<u8>> {
    let told = system_conf::read_system_conf().map_err(io::Error::other)?;
    Ok(format!("{told:?}").into_bytes())
}

#[cfg(not(any(windows, target_vendor = "apple")))]
fn configured(said: &[u8]) -> Result<(ResolverConfig, ResolverOpts), NetError> {
    system_conf::parse_resolv_conf(said)
}

/// macOS keeps its name servers elsewhere (its file tells when they change), and so does Windows.
#[cfg(any(windows, target_vendor = "apple"))]
fn configured(_: &[u8]) -> Result<(ResolverConfig, ResolverOpts), NetError> {
    Ok(system_conf::read_system_conf()?)
}

fn build(config: ResolverConfig, options: ResolverOpts) -> Result<TokioResolver, NetError> {
    TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
        .with_options(options)
        .build()
}

impl tower_service::Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut task::Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let this = self.clone();
        Box::pin(async move {
            // The connector fills in the port.
            Ok(this.addresses(name.as_str(), 0).await?.into_iter())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resolver that reads a file of its own, and that file.
    fn resolver() -> (Resolver, PathBuf, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("resolv.conf");
        let hosts = folder.path().join("hosts");
        (Resolver::reading(file.clone(), hosts), file, folder)
    }

    /// Which of the files is in use: each names another number of attempts.
    fn attempts(resolver: &Resolver) -> usize {
        resolver.resolver().unwrap().options().attempts
    }

    #[tokio::test]
    async fn name_servers_that_come_after_the_first_question_are_asked() {
        let (resolver, file, _folder) = resolver();
        std::fs::write(&file, "# not connected yet\n").unwrap();
        let error = resolver.resolver().err().unwrap().to_string();
        assert!(error.contains("resolv.conf"), "{error}");
        std::fs::write(&file, "nameserver 192.0.2.1\noptions attempts:3\n").unwrap();
        assert_eq!(attempts(&resolver), 3);
    }

    #[tokio::test]
    async fn another_network_brings_other_name_servers() {
        let (resolver, file, _folder) = resolver();
        std::fs::write(&file, "nameserver 192.0.2.1\noptions attempts:3\n").unwrap();
        assert_eq!(attempts(&resolver), 3);
        std::fs::write(&file, "nameserver 198.51.100.1\noptions attempts:4\n").unwrap();
        assert_eq!(attempts(&resolver), 4);
    }

    #[tokio::test]
    async fn a_changed_hosts_file_is_read_again() {
        let (resolver, file, folder) = resolver();
        std::fs::write(&file, "nameserver 192.0.2.1\n").unwrap();
        let made_of = || {
            resolver.resolver().unwrap();
            let made = resolver.system.made.lock().unwrap();
            made.as_ref().unwrap().of.1.clone()
        };
        assert_eq!(made_of(), b"");
        std::fs::write(folder.path().join("hosts"), "192.0.2.7 deck\n").unwrap();
        assert_eq!(made_of(), b"192.0.2.7 deck\n");
    }

    #[tokio::test]
    async fn without_the_file_nobody_is_asked_until_there_is_one() {
        let (resolver, file, _folder) = resolver();
        let error = resolver.resolver().err().unwrap().to_string();
        assert!(
            error.contains("names cannot be looked up without"),
            "{error}"
        );
        assert!(error.contains("resolv.conf"), "{error}");
        std::fs::write(&file, "nameserver 192.0.2.1\noptions attempts:5\n").unwrap();
        assert_eq!(attempts(&resolver), 5);
    }
}
