//! A limit on the rate of requests per client address, for servers on the internet.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use hyper::{
    StatusCode,
    header::{HeaderValue, RETRY_AFTER},
};
use tokio::time::Instant;

use super::{
    connections::rate_limit_prefix,
    error::{ApiError, Result},
    limits::RequestRate,
};
use crate::web::token_bucket::TokenBucket;

/// Maximum number of addresses in memory.
const MAX_ADDRESSES: usize = 20_000;

/// The recent requests of each client address.
#[derive(Debug, Default)]
pub(crate) struct RequestLimit {
    buckets: Mutex<HashMap<IpAddr, TokenBucket>>,
}

impl RequestLimit {
    /// Counts a request. Requests from this machine are not limited.
    ///
    /// # Errors
    /// 429 for an address that exceeds the rate, and for a new address while too many others are counted.
    pub(super) fn check(&self, rate: RequestRate, client: IpAddr, now: Instant) -> Result<()> {
        if client.to_canonical().is_loopback() {
            return Ok(());
        }
        let address = rate_limit_prefix(client);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| !bucket.is_full(now));
            if buckets.len() >= MAX_ADDRESSES {
                return Err(too_many_requests());
            }
        }
        let new_bucket = || TokenBucket::new(rate.burst, rate.per_second, now);
        let bucket = buckets.entry(address).or_insert_with(new_bucket);
        if bucket.take(now) {
            Ok(())
        } else {
            Err(too_many_requests())
        }
    }
}

fn too_many_requests() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many requests from your address. Try again in a second.",
    )
    .with_header(RETRY_AFTER, HeaderValue::from_static("1"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const RATE: RequestRate = RequestRate {
        burst: 3.0,
        per_second: 1.0,
    };

    fn address(number: u32) -> IpAddr {
        IpAddr::from((0x0800_0000 + number).to_be_bytes())
    }

    #[test]
    fn an_address_above_the_rate_waits_and_others_do_not() {
        let (limit, start) = (RequestLimit::default(), Instant::now());
        let accepted = |client, after| {
            let now = start + Duration::from_secs(after);
            let attempts = 0..10;
            attempts
                .filter(|_| limit.check(RATE, client, now).is_ok())
                .count()
        };
        assert_eq!(accepted(address(1), 0), 3);
        assert_eq!(accepted(address(2), 0), 3);
        assert_eq!(accepted(address(1), 2), 2);
        assert_eq!(accepted(IpAddr::from([127, 0, 0, 1]), 0), 10);
        let error = limit.check(RATE, address(1), start + Duration::from_secs(2));
        assert_eq!(error.unwrap_err().status, StatusCode::TOO_MANY_REQUESTS);
    }

    #[test]
    fn the_number_of_addresses_is_bounded() {
        let (limit, start) = (RequestLimit::default(), Instant::now());
        for number in 0..MAX_ADDRESSES as u32 {
            assert!(limit.check(RATE, address(number), start).is_ok());
        }
        assert!(limit.check(RATE, address(0), start).is_ok());
        let newcomer = address(MAX_ADDRESSES as u32);
        assert!(limit.check(RATE, newcomer, start).is_err());
        // Addresses without recent requests are forgotten.
        let later = start + Duration::from_secs(10);
        assert!(limit.check(RATE, newcomer, later).is_ok());
        assert_eq!(limit.buckets.lock().unwrap().len(), 1);
    }
}
