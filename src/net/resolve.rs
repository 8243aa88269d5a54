//! Resolution of host names without the C library, because a statically linked binary cannot load
//! the name service of the system.

use std::{
    future::Future,
    io::{self, ErrorKind},
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

/// A resolver that reads /etc/hosts and then queries the name servers in /etc/resolv.conf. Without
/// /etc/resolv.conf nothing is queried, because the operator decides which servers the program
/// contacts. On Windows, the resolver queries the name servers of the network adapters.
#[derive(Clone)]
pub(crate) struct Resolver {
    system: Arc<System>,
    /// True if only public addresses are returned.
    only_public: bool,
}

struct System {
    /// Path of resolv.conf.
    file: PathBuf,
    /// Path of the hosts file.
    hosts: PathBuf,
    cached: Mutex<Option<CachedResolver>>,
}

/// A resolver and the contents of the files from which it was created.
struct CachedResolver {
    contents: (Vec<u8>, Vec<u8>),
    resolver: TokioResolver,
}

impl Default for Resolver {
    fn default() -> Self {
        Self::with_files("/etc/resolv.conf".into(), "/etc/hosts".into())
    }
}

impl Resolver {
    fn with_files(file: PathBuf, hosts: PathBuf) -> Self {
        let cached = Mutex::default();
        Self {
            system: Arc::new(System {
                file,
                hosts,
                cached,
            }),
            only_public: false,
        }
    }

    /// Returns a resolver for names from untrusted parties, which returns only public addresses.
    /// Connections use its result directly, so a name cannot resolve to one address in the check
    /// and to another in the connection.
    pub(crate) fn only_public(&self) -> Self {
        Self {
            only_public: true,
            ..self.clone()
        }
    }

    /// Returns a resolver for the current contents of the files. The files are read for every new
    /// connection, because name servers are configured late at boot and change with the network.
    /// May block while the files are read.
    fn resolver(&self) -> io::Result<TokioResolver> {
        let System {
            file,
            hosts,
            cached,
        } = &*self.system;
        let contents = (
            read_resolv_conf(file)?,
            std::fs::read(hosts).unwrap_or_default(),
        );
        let mut cached = cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = cached.as_ref().filter(|cached| cached.contents == contents) {
            return Ok(cached.resolver.clone());
        }
        let resolver = parse_config(&contents.0)
            .and_then(|(config, options)| build(config, options))
            .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
        *cached = Some(CachedResolver {
            contents,
            resolver: resolver.clone(),
        });
        Ok(resolver)
    }

    /// Returns the addresses of a host, with this port. An IP address is returned unchanged.
    pub(crate) async fn addresses(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = host.parse() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let resolver = self.clone();
        let resolver = spawn_blocking(move || resolver.resolver()).await;
        let resolver = resolver.map_err(io::Error::other)??;
        let addresses = resolver.lookup_ip(host).await;
        let addresses = addresses.map_err(|error| lookup_error(&error, host))?;
        let addresses = addresses
            .iter()
            .filter(|ip| !self.only_public || is_public(*ip));
        let addresses: Vec<_> = addresses.map(|ip| SocketAddr::new(ip, port)).collect();
        if self.only_public && addresses.is_empty() {
            return Err(io::Error::other("the name has no public address"));
        }
        Ok(addresses)
    }
}

/// Converts an error of the resolver, whose own text for a host without addresses is the structure of its query.
fn lookup_error(error: &NetError, host: &str) -> io::Error {
    if error.is_no_records_found() {
        io::Error::new(
            ErrorKind::NotFound,
            format!("the host name {host} is unknown"),
        )
    } else {
        io::Error::other(error.to_string())
    }
}

/// Reads resolv.conf.
#[cfg(unix)]
fn read_resolv_conf(file: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(file).map_err(|error| {
        let path = file.display();
        io::Error::new(
            error.kind(),
            format!("cannot look up names without {path}: {error}"),
        )
    })
}

/// Returns a description of the network adapters, because Windows has no resolv.conf.
#[cfg(windows)]
fn read_resolv_conf(_: &Path) -> io::Result<Vec<u8>> {
    let adapters = system_conf::read_system_conf().map_err(io::Error::other)?;
    Ok(format!("{adapters:?}").into_bytes())
}

#[cfg(not(any(windows, target_vendor = "apple")))]
fn parse_config(contents: &[u8]) -> Result<(ResolverConfig, ResolverOpts), NetError> {
    system_conf::parse_resolv_conf(contents)
}

/// Returns the configuration of the system, because macOS and Windows do not have the name servers
/// in a file.
#[cfg(any(windows, target_vendor = "apple"))]
fn parse_config(_: &[u8]) -> Result<(ResolverConfig, ResolverOpts), NetError> {
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
        let resolver = self.clone();
        Box::pin(async move {
            // The connector sets the port.
            Ok(resolver.addresses(name.as_str(), 0).await?.into_iter())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a resolver that reads files in a temporary folder, the path of its resolv.conf, and
    /// the folder.
    fn resolver() -> (Resolver, PathBuf, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("resolv.conf");
        let hosts = folder.path().join("hosts");
        (Resolver::with_files(file.clone(), hosts), file, folder)
    }

    /// Returns the option `attempts`, which shows which version of resolv.conf is in use.
    fn attempts(resolver: &Resolver) -> usize {
        resolver.resolver().unwrap().options().attempts
    }

    #[test]
    fn the_error_for_a_host_without_addresses_names_the_host() {
        use hickory_resolver::{
            net::{DnsError, NoRecords},
            proto::{
                op::{Query, ResponseCode},
                rr::{Name, RecordType},
            },
        };
        let name = Name::from_ascii("nowhere.example.").unwrap();
        let query = Query::query(name, RecordType::AAAA);
        let no_records = NoRecords::new(query, ResponseCode::NXDomain);
        let error = NetError::from(DnsError::NoRecordsFound(no_records));
        assert_eq!(
            lookup_error(&error, "nowhere.example").to_string(),
            "the host name nowhere.example is unknown"
        );
    }

    #[tokio::test]
    async fn name_servers_that_appear_later_are_used() {
        let (resolver, file, _folder) = resolver();
        std::fs::write(&file, "# not connected yet\n").unwrap();
        let error = resolver.resolver().err().unwrap().to_string();
        assert!(error.contains("resolv.conf"), "{error}");
        std::fs::write(&file, "nameserver 192.0.2.1\noptions attempts:3\n").unwrap();
        assert_eq!(attempts(&resolver), 3);
    }

    #[tokio::test]
    async fn changed_name_servers_are_used() {
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
        let cached_hosts = || {
            resolver.resolver().unwrap();
            let cached = resolver.system.cached.lock().unwrap();
            cached.as_ref().unwrap().contents.1.clone()
        };
        assert_eq!(cached_hosts(), b"");
        std::fs::write(folder.path().join("hosts"), "192.0.2.7 deck\n").unwrap();
        assert_eq!(cached_hosts(), b"192.0.2.7 deck\n");
    }

    #[tokio::test]
    async fn without_resolv_conf_nothing_is_queried_until_it_appears() {
        let (resolver, file, _folder) = resolver();
        let error = resolver.resolver().err().unwrap().to_string();
        assert!(error.contains("cannot look up names without"), "{error}");
        assert!(error.contains("resolv.conf"), "{error}");
        std::fs::write(&file, "nameserver 192.0.2.1\noptions attempts:5\n").unwrap();
        assert_eq!(attempts(&resolver), 5);
    }
}
