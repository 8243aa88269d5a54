//! Names to addresses, without the C library: a statically linked binary cannot load the host's
//! name service.

use std::{
    future::Future,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{self, Poll},
};

use hickory_resolver::{
    TokioResolver,
    config::{CLOUDFLARE, ResolverConfig},
    net::runtime::TokioRuntimeProvider,
};
use hyper_util::client::legacy::connect::dns::Name;

/// Reads /etc/resolv.conf and /etc/hosts at the first question; where there is none (an empty
/// container), asks a public resolver.
#[derive(Clone, Default)]
pub(super) struct Resolver(Arc<OnceLock<TokioResolver>>);

impl Resolver {
    fn resolver(&self) -> io::Result<&TokioResolver> {
        if let Some(resolver) = self.0.get() {
            return Ok(resolver);
        }
        let made = TokioResolver::builder_tokio()
            .or_else(|_| {
                Ok::<_, hickory_resolver::net::NetError>(TokioResolver::builder_with_config(
                    ResolverConfig::udp_and_tcp(&CLOUDFLARE),
                    TokioRuntimeProvider::default(),
                ))
            })
            .and_then(hickory_resolver::ResolverBuilder::build)
            .map_err(io::Error::other)?;
        Ok(self.0.get_or_init(|| made))
    }
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
            let found = this
                .resolver()?
                .lookup_ip(name.as_str())
                .await
                .map_err(io::Error::other)?;
            // The connector fills in the port.
            let addresses: Vec<_> = found.iter().map(|ip| SocketAddr::new(ip, 0)).collect();
            Ok(addresses.into_iter())
        })
    }
}
