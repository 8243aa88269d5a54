//! A real server in this process with a real socket and a real store, shared by the tests.

use std::{
    collections::HashSet, fmt::Write as _, net::SocketAddr, path::PathBuf, sync::Arc,
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use marketdeck::{
    alerts::{AlertService, Channels, InApp},
    domain::{
        Clock as _,
        bar::{Bar, Interval},
        currency::Currency,
        dividend::{Dividend, DividendKind, Frequency},
        earnings::EarningsEvent,
        fear_greed::FearGreed,
        fund::FundFacts,
        ico::Ico,
        news::{NewsUpdate, Sentiment},
        quote::QuoteUpdate,
        screen::Texts,
        ticker::{Profile, TickerKind},
    },
    ingest::{self, Flusher, FollowerSettings, Ingest, WriteBuffer},
    live::hub::Hub,
    market::Market,
    runtime::{health::Health, metrics::Counters, supervisor::Supervisor},
    screener::{IndexMembers, Screener},
    source::{Envelope, Update, health::HealthBoard},
    store::Store,
    testing::ManualClock,
    web,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

/// A Friday afternoon with the market open.
pub(crate) const NOW: &str = "2026-11-20T19:32:00Z";

/// The running server, and the parts that tests control.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) market: Arc<Market>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) updates: mpsc::Sender<Envelope>,
    pub(crate) store: Store,
    /// Health of the data sources.
    pub(crate) board: HealthBoard,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
    merging: JoinHandle<()>,
    unsaved: WriteBuffer,
    recording: JoinHandle<()>,
    delivering: JoinHandle<()>,
    pub(crate) alerts: Arc<AlertService>,
    folder: TempDir,
}

/// A response of the server.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Returns the body without its final line break.
    pub(crate) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

pub(crate) fn now() -> Timestamp {
    NOW.parse().unwrap()
}

/// An index of a followed stock and one that is not followed.
fn sp500() -> IndexMembers {
    let unfollowed = Texts {
        kind: TickerKind::Stock,
        symbol: "XOM".to_owned(),
        name: "ExxonMobil".to_owned(),
        sector: Some("Energy".to_owned()),
        country: Some("United States".to_owned()),
        quoted_in: Currency::parse("USD").unwrap().into(),
    };
    IndexMembers {
        symbols: HashSet::from(["AAPL".to_owned(), "XOM".to_owned()]),
        as_of: jiff::civil::date(2026, 8, 8),
        unfollowed: vec![Arc::new(unfollowed)],
    }
}

impl TestServer {
    /// Starts a server with default settings and the small market of [`TestServer::fill`].
    pub(crate) async fn open() -> Self {
        let server = Self::with(web::Settings::default()).await;
        server.fill().await;
        server
    }

    /// Starts an empty server.
    pub(crate) async fn with(settings: web::Settings) -> Self {
        Self::at(now(), settings).await
    }

    /// Starts an empty server at this time.
    pub(crate) async fn at(start: Timestamp, settings: web::Settings) -> Self {
        Self::in_folder(tempfile::tempdir().unwrap(), settings, start).await
    }

    /// Starts a server on the database in this folder.
    async fn in_folder(folder: TempDir, settings: web::Settings, start: Timestamp) -> Self {
        Self::with_channels(folder, settings, start, Channels::default()).await
    }

    /// Starts a server with these alert channels.
    pub(crate) async fn with_channels(
        folder: TempDir,
        settings: web::Settings,
        start: Timestamp,
        channels: Channels,
    ) -> Self {
        Self::start(folder, settings, start, channels, None).await
    }

    /// Starts an edge that forwards requests to `upstream`.
    pub(crate) async fn edge(settings: web::Settings, upstream: Arc<dyn web::Upstream>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Self::start(folder, settings, now(), Channels::default(), Some(upstream));
        server.await
    }

    async fn start(
        folder: TempDir,
        settings: web::Settings,
        start: Timestamp,
        channels: Channels,
        upstream: Option<Arc<dyn web::Upstream>>,
    ) -> Self {
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let clock = Arc::new(ManualClock::new(start));
        let market = Arc::new(Market::new(ingest::load(&store).unwrap()));
        let (hub, counters) = (Hub::new(), Arc::new(Counters::default()));
        let (updates, queue) = mpsc::channel(64);
        let alerts = Arc::new(AlertService::new(
            store.clone(),
            Arc::clone(&market),
            channels,
        ));
        alerts.channels().load(&store).unwrap();
        alerts.resume(clock.now()).unwrap();
        let in_app = InApp::new(Arc::clone(&hub), web::frames::alert);
        let recording = tokio::spawn(Arc::clone(&alerts).run(in_app.clone(), clock.clone()));
        let delivering = tokio::spawn({
            let in_app = Arc::clone(&alerts).deliver_in_app(in_app, clock.clone());
            let channels = Arc::clone(&alerts).deliver(clock.clone());
            async move {
                tokio::join!(in_app, channels);
            }
        });
        let flush_every = Duration::from_secs(3_600);
        let health = Arc::new(Health::new(Supervisor::default(), flush_every));
        let (flusher, unsaved) = Flusher::new(
            store.clone(),
            Arc::clone(&market),
            clock.clone(),
            Arc::clone(&health),
            flush_every,
        );
        tokio::spawn(flusher.run());
        let ingest = Ingest {
            alerts: Arc::clone(&alerts),
            market: Arc::clone(&market),
            hub: Arc::clone(&hub),
            write_buffer: unsaved.clone(),
            clock: clock.clone(),
            counters: Arc::clone(&counters),
            encode: web::frames::ticker,
            health: Arc::clone(&health),
        };
        let following = FollowerSettings {
            lookup: None,
            configured: Vec::new(),
            unused_for: SignedDuration::from_hours(24 * 30),
            starter_list: None,
        };
        let follower = ingest.follower(following, &store, &updates);
        let merging = tokio::spawn(ingest.run(queue));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let board = HealthBoard::default();
        let sp500 = sp500();
        let screener = Screener::new(Arc::clone(&market), store.clone(), None, sp500);
        let state = web::AppState::new(web::Services {
            settings,
            screener: Arc::new(screener),
            market: Arc::clone(&market),
            store: store.clone(),
            hub,
            clock: clock.clone(),
            counters: Arc::clone(&counters),
            alerts: Arc::clone(&alerts),
            health_board: board.clone(),
            write_lock: follower.write_lock(),
            generated_history: None,
            following: Arc::new(follower),
            health,
            upstream,
            setup: None,
        });
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(web::serve(listener, state, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            clock,
            market,
            counters,
            updates,
            store,
            board,
            stop: Some(stop),
            serving,
            merging,
            unsaved,
            recording,
            delivering,
            alerts,
            folder,
        }
    }

    /// Sends an update to `ingest` and waits until it is merged.
    pub(crate) async fn send_update(&self, update: Update) {
        self.updates
            .send(Envelope {
                source: "test",
                update,
            })
            .await
            .unwrap();
        // The queue is processed in order: when this marker is merged, so is everything before it.
        let marker = format!("MARK{}", self.market.read().listings().len());
        let mark = Update::Profiles(vec![profile(&marker, TickerKind::Ico, None)]);
        self.updates
            .send(Envelope {
                source: "test",
                update: mark,
            })
            .await
            .unwrap();
        while self.market.read().id_of(&marker).is_none() {
            tokio::task::yield_now().await;
        }
    }

    /// Fills a small market: S&P 500, Apple, a fund, Bitcoin, gold.
    pub(crate) async fn fill(&self) {
        self.send_update(Update::Profiles(vec![
            profile("^GSPC", TickerKind::Index, None),
            profile("AAPL", TickerKind::Stock, Some("Technology")),
            profile("MSFT", TickerKind::Stock, Some("Technology")),
            profile("VYM", TickerKind::Etf, Some("Equity")),
            profile("BTC", TickerKind::Crypto, Some("Layer 1")),
            profile("GC=F", TickerKind::Commodity, Some("Metals")),
        ]))
        .await;
        let quotes = [
            ("^GSPC", 6_000.0),
            ("AAPL", 250.0),
            ("MSFT", 400.0),
            ("VYM", 139.0),
            ("BTC", 90_000.0),
            ("GC=F", 4_000.0),
        ];
        self.send_update(Update::Quotes(
            quotes
                .iter()
                .map(|(symbol, price)| quote(symbol, *price))
                .collect(),
        ))
        .await;
        self.send_update(Update::Funds(vec![FundFacts {
            symbol: "VYM".into(),
            issuer: Some("Vanguard".into()),
            category: "Equity".into(),
            aum: Some(6.6e10),
            expense_ratio: Some(0.06),
            distribution_yield: Some(2.5),
            inception: None,
            provider: String::new(),
        }]))
        .await;
        self.send_update(Update::Dividends {
            symbol: "VYM".into(),
            dividends: vec![Dividend {
                ex_date: "2026-09-18".parse().unwrap(),
                amount: 0.87,
                currency: None,
                dividend_yield: Some(2.5),
                price: None,
                frequency: Some(Frequency::Quarterly),
                kind: DividendKind::Regular,
                is_projected: false,
                pay_date: None,
                is_from_file: false,
            }],
        })
        .await;
        self.send_update(Update::News(vec![apple_article()])).await;
        self.send_update(Update::Icos(vec![Ico {
            id: 0,
            name: "Harbour".into(),
            symbol: "HBR".into(),
            category: "Freight".into(),
            description: "Slots.".into(),
            logo: None,
            tags: vec!["freight".into()],
            pinned_status: None,
            target_amount: 1e6,
            raised_amount: Some(5e5),
            start_date: "2026-11-10T00:00:00Z".parse().unwrap(),
            end_date: "2026-11-25T00:00:00Z".parse().unwrap(),
            provider: String::new(),
        }]))
        .await;
        self.send_update(Update::Earnings(vec![EarningsEvent {
            symbol: "AAPL".into(),
            date: "2026-11-24".parse().unwrap(),
            time: None,
            estimated_eps: Some(2.0),
            actual_eps: None,
            currency: Currency::parse("USD"),
            surprise: None,
            is_estimate: false,
            provider: String::new(),
        }]))
        .await;
        self.send_update(Update::FearGreed(FearGreed {
            value: 68.0,
            as_of: now(),
            indicators: None,
            components: Vec::new(),
            market: "stocks".into(),
            provider: String::new(),
            rating: None,
        }))
        .await;
    }

    /// Returns the ticker id of a symbol.
    pub(crate) fn id(&self, symbol: &str) -> u32 {
        self.market.read().id_of(symbol).unwrap().0
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], "").await
    }

    /// Sends a request with a JSON body.
    pub(crate) async fn send(&self, method: &str, path: &str, body: &str) -> Response {
        self.request(method, path, &[("content-type", "application/json")], body)
            .await
    }

    /// Sends a request on a new connection. Method, headers and body are sent as given, even if they are invalid.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            write!(text, "host: {}\r\n", self.address).unwrap();
        }
        for (name, value) in headers {
            write!(text, "{name}: {value}\r\n").unwrap();
        }
        if !body.is_empty() || matches!(method, "POST" | "PUT" | "PATCH") {
            write!(text, "content-length: {}\r\n", body.len()).unwrap();
        }
        text.push_str("\r\n");
        text.push_str(body);
        self.raw(text.as_bytes()).await
    }

    /// Sends raw bytes on a new connection and returns the response.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may reject the request and close the connection before all bytes are sent.
        let _ = stream.write_all(bytes).await;
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all).await;
        let split = all
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .map_or(all.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&all[..split]).into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or_default();
        let body = all[split..].to_vec();
        let chunked = head
            .to_ascii_lowercase()
            .contains("transfer-encoding: chunked");
        assert!(!chunked, "every response has a content length");
        Response { status, head, body }
    }

    /// Returns the path of the database.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("test.redb")
    }

    /// Stops the server as a signal would, and waits until it has stopped.
    pub(crate) async fn stop(mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.serving.await.unwrap();
    }

    /// Stops the server, and restarts it at `later` with the same database.
    pub(crate) async fn restart(self, later: Timestamp) -> Self {
        self.restart_with(later, web::Settings::default()).await
    }

    /// Restarts the server with other settings.
    pub(crate) async fn restart_with(mut self, later: Timestamp, settings: web::Settings) -> Self {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.serving.await.unwrap();
        // Without a source, `ingest` ends after all merged data is on disk.
        drop(self.updates);
        self.merging.await.unwrap();
        self.unsaved.finish().await;
        self.alerts.end();
        self.recording.await.unwrap();
        self.delivering.abort();
        let _ = self.delivering.await;
        self.store.close().unwrap();
        Self::in_folder(self.folder, settings, later).await
    }
}

pub(crate) fn profile(symbol: &str, kind: TickerKind, sector: Option<&str>) -> Profile {
    Profile {
        sector: sector.map(Into::into),
        units: Some(1e9),
        ..Profile::new(symbol, format!("{symbol} Holdings"), kind)
    }
}

pub(crate) fn quote(symbol: &str, price: f64) -> QuoteUpdate {
    QuoteUpdate {
        symbol: symbol.into(),
        price,
        as_of: now(),
        previous_close: Some(price / 1.02),
        volume_24h: Some(1e6),
        ..QuoteUpdate::default()
    }
}

/// Returns bars with these closes; the last one starts at `last`.
pub(crate) fn bars(interval: Interval, last: i64, closes: &[f64]) -> Vec<Bar> {
    let bar = |(at, close): (usize, &f64)| Bar {
        start: last - i64::try_from(closes.len() - 1 - at).unwrap() * interval.seconds(),
        open: *close,
        high: *close,
        low: *close,
        close: *close,
        volume: 1.0,
    };
    closes.iter().enumerate().map(bar).collect()
}

/// Returns an article about Apple.
fn apple_article() -> NewsUpdate {
    NewsUpdate {
        key: "1".into(),
        symbols: vec!["AAPL".into()],
        source: "Wire".into(),
        title: "A headline".into(),
        content: "Its text.".into(),
        url: None,
        sentiment: Sentiment::Positive,
        published_at: "2026-11-20T18:00:00Z".parse().unwrap(),
        is_undated: false,
    }
}
