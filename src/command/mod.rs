//! The commands of the program and their output on the terminal.

/// Prints a line to standard output. Returns an error if this fails. A closed pipe (as in
/// `marketdeck check | head -1`) is not an error.
macro_rules! outln {
    ($($text:tt)*) => {
        $crate::command::print(&format!("{}\n", format_args!($($text)*)))
    };
}

/// Prints a line to standard error and ignores errors.
macro_rules! errln {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($text)*)));
    }};
}

mod backup;
mod http;
mod live_check;
mod log;
mod people;
mod progress;
mod terminal;

use std::{
    io::{BufRead as _, IsTerminal as _, Write as _},
    net::SocketAddr,
    process::ExitCode,
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;

use crate::{
    app::{self, Operator},
    catalogue::Catalogue,
    cli::{self, ImportBars},
    config::{Config, ConfigError, LogFormat, MarketKind, PageSettings},
    import,
    runtime::{
        password,
        signals::{Hangups, Signals},
    },
    web,
};

pub use self::{
    backup::{backup, check, restore, salvage},
    people::people,
};
use self::{
    log::Log,
    progress::{Progress, Unit},
    terminal::EchoDisabled,
};

/// Exit code for an invalid configuration or command line.
const EXIT_USAGE: u8 = 2;
/// Maximum time for each read of the response in `healthcheck`.
const HEALTHCHECK_TIMEOUT: Duration = Duration::from_secs(4);

/// Maximum number of threads for blocking work, which is mostly database access and the sample
/// market. There are enough of them that readers do not wait for the writer, but not one for each
/// request.
const BLOCKING_THREADS: usize = 16;

/// Runs the server until a signal stops it. `load` reloads the configuration after SIGHUP.
pub fn serve(
    config: &Config,
    load: impl Fn(PageSettings<'_>) -> Result<Config, Vec<ConfigError>> + Send + Sync + 'static,
) -> anyhow::Result<()> {
    let log = Log::start(&config.log)?;
    let repeats = Arc::clone(&log.repeats);
    log_warnings(config);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // At least two threads are used, so that one busy task does not block the others on a
        // single-core machine.
        .worker_threads(std::thread::available_parallelism().map_or(2, |n| n.get().max(2)))
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()?;
    let (market, base) = (config.market.kind.as_str(), config.server.base_path.clone());
    let ready = move |address: SocketAddr| {
        // Errors such as a closed pipe are ignored.
        let _ = writeln!(
            std::io::stdout(),
            "Marketdeck is serving the {market} market on http://{address}{}",
            base.trim_end_matches('/')
        );
    };
    let result = runtime.block_on(async {
        let signal_error = "cannot listen to signals";
        let signals = Signals::listen().context(signal_error)?;
        let operator = Operator {
            hangups: Arc::new(tokio::sync::Mutex::new(
                Hangups::listen().context(signal_error)?,
            )),
            load: Arc::new(load),
            change_log: Arc::new(move |config: &crate::config::LogConfig| log.change(config)),
            repeats: Arc::clone(&repeats),
        };
        // The future is boxed because it is large.
        Box::pin(app::serve(
            config.clone(),
            app::starting_at(config.market.now),
            signals,
            operator,
            ready,
        ))
        .await
    });
    repeats.finish();
    // Blocking tasks are not waited for, because the shutdown has waited for them already; see
    // `runtime::shutdown`.
    runtime.shutdown_background();
    result
}

/// Reads a new password, twice on a terminal, and returns its hash.
fn read_new_password() -> anyhow::Result<String> {
    let input = std::io::stdin();
    let is_terminal = input.is_terminal();
    if is_terminal {
        print_prompt(&format!("Password ({}): ", terminal::ECHO_NOTE));
    }
    let read = || -> anyhow::Result<String> {
        let echo_disabled = is_terminal.then(|| EchoDisabled::start(&input));
        let mut line = String::new();
        let result = input.lock().read_line(&mut line);
        drop(echo_disabled);
        result.context("cannot read a password")?;
        if is_terminal {
            errln!("");
        }
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    };
    let password = read()?;
    anyhow::ensure!(
        password.chars().count() >= password::MIN_CHARS,
        "a password needs at least {} characters",
        password::MIN_CHARS
    );
    if is_terminal {
        print_prompt("Repeat: ");
        anyhow::ensure!(read()? == password, "the passwords do not match");
    }
    password::hash_password(&password).context("the system has no random numbers")
}

/// Reads a password from standard input and prints the line for the configuration file.
pub fn hash_password() -> anyhow::Result<()> {
    let hash = read_new_password()?;
    outln!("password_hash = \"{hash}\"")
}

/// Prints a prompt to standard error.
fn print_prompt(question: &str) {
    let _ = std::io::stderr().write_all(question.as_bytes());
}

/// Logs the warnings about the configuration.
fn log_warnings(config: &Config) {
    for warning in &config.warnings {
        tracing::warn!("config: {warning}");
    }
}

/// Imports a file of bars into the database of the configured market, or removes imported bars.
pub fn import_bars(config: Config, arguments: &ImportBars) -> anyhow::Result<()> {
    let config = with_market(config)?;
    let summary = match &arguments.file {
        Some(file) => import_file(&config, arguments, &import::BarsFile::read(file)?)?,
        None => forget_bars(&config, &arguments.symbol)?,
    };
    outln!(
        "{summary}; {} market, {}",
        config.market.kind.as_str(),
        config.database().display()
    )
}

fn import_file(
    config: &Config,
    arguments: &ImportBars,
    file: &import::BarsFile,
) -> anyhow::Result<String> {
    let now = app::starting_at(config.market.now).now();
    let reading = Progress::new("Reading", Unit::Bytes);
    let storing = Progress::new("Storing", Unit::Bars);
    let progress = import::ImportProgress {
        reading: &|done, total| reading.update(done, total),
        storing: &|done, total| storing.update(done, total),
    };
    let request = import::BarsRequest {
        symbol: &arguments.symbol,
        interval: arguments.interval,
        name: arguments.name.as_deref(),
        kind: arguments.kind,
        options: arguments.read_options(),
        file,
    };
    if !config.database().exists() {
        // The file is checked first, because opening the store would create a database even if the
        // file is rejected.
        let catalogue = Catalogue::embedded()?;
        let entry = catalogue.get(&arguments.symbol.to_ascii_uppercase());
        let profile = entry.map(|entry| &entry.profile);
        import::check_bars(&request, profile, now, progress.reading)?;
    }
    let store = app::open_store(config)?;
    app::number_tickers(&store, config.market.kind)?;
    let summary = import::import_bars(&store, &request, now, progress)?;
    store.close()?;
    for note in &summary.notes {
        errln!("marketdeck: {}: {note}", summary.symbol);
    }
    Ok(summary.to_string())
}

fn forget_bars(config: &Config, symbol: &str) -> anyhow::Result<String> {
    let database = config.database();
    anyhow::ensure!(
        database.exists(),
        "there is no database at {}",
        database.display()
    );
    let catalogue = Catalogue::embedded()?;
    let store = app::open_store(config)?;
    let summary = import::forget_bars(&store, symbol, |symbol| catalogue.get(symbol).is_some())?;
    store.close()?;
    Ok(summary.to_string())
}

/// Returns the configuration with the market to which a command applies. This is the configured
/// market, or the only market with a database. Returns an error if no market is configured and both
/// have a database.
fn with_market(mut config: Config) -> anyhow::Result<Config> {
    if config.market.is_explicit {
        return Ok(config);
    }
    let exists = |kind: &MarketKind| config.storage.database(*kind).exists();
    let existing: Vec<_> = MarketKind::ALL.into_iter().filter(exists).collect();
    match existing[..] {
        [] => {}
        [only] => config.market.kind = only,
        _ => anyhow::bail!(
            "{} contains both a sample and a live market; choose one with --market sample or --market live",
            config.storage.data_dir.display()
        ),
    }
    Ok(config)
}

/// Checks the health of the server at the configured address.
pub fn healthcheck(config: &Config) -> anyhow::Result<()> {
    let address = http::local_address(config.server.listen);
    let path = format!("{}api/health", config.server.base_path);
    let response = http::connect(address)
        .and_then(|stream| http::get(stream, &path, config.token.as_deref(), HEALTHCHECK_TIMEOUT))
        .with_context(|| format!("no response from {address}"))?;
    match response.status.as_str() {
        "200" => {}
        "503" => anyhow::bail!("the server on {address} is unhealthy: {}", response.text()),
        status => anyhow::bail!("the server on {address} responded with status {status}"),
    }
    outln!("Marketdeck is healthy on {address}")
}

/// Prints the resolved configuration.
pub fn print_config(config: &Config) -> anyhow::Result<()> {
    print_warnings(config);
    print(&config.options.to_toml()?)
}

/// Reports that the configuration is valid and prints its warnings. With `lookup`, also checks the
/// configured symbols. With `live`, also sends one request to each enabled source. Opens no database.
pub fn check_config(config: &Config, lookup: bool, live: bool) -> anyhow::Result<ExitCode> {
    print_warnings(config);
    match &config.file {
        Some(file) => outln!("{} and the environment variables are valid", file.display()),
        None => outln!("The environment variables are valid; no configuration file is used"),
    }?;
    if !lookup && !live {
        return Ok(ExitCode::SUCCESS);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let clock = app::starting_at(config.market.now);
    let mut is_good = true;
    if lookup {
        let problems = runtime.block_on(app::check_symbols(config, &clock))?;
        for problem in &problems {
            errln!("marketdeck: {problem}");
        }
        if problems.is_empty() {
            outln!("All configured symbols are known")?;
        }
        is_good &= problems.is_empty();
    }
    if live {
        let results = runtime.block_on(app::ask_sources(config, &clock));
        is_good &= live_check::print(results.as_deref())?;
    }
    // A name lookup may still be running and is not waited for.
    runtime.shutdown_background();
    Ok(if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn print_warnings(config: &Config) {
    for warning in &config.warnings {
        errln!("marketdeck: {warning}");
    }
}

/// Prints the `OpenAPI` document.
pub fn print_openapi() -> anyhow::Result<()> {
    print(&format!("{}\n", web::routes::document()))
}

/// Writes `text` to standard output. A closed pipe (as in `marketdeck openapi | head`) is not an
/// error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("cannot write the output"))
        }
        _ => Ok(()),
    }
}

/// Prints the result of parsing the command line: help or version unchanged, and a usage error as
/// one sentence.
pub fn usage(error: &clap::Error, arguments: impl IntoIterator<Item = String>) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let message = text
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .trim_start_matches("error: ")
        .replace('\n', " ");
    let help = cli::command_path(arguments);
    errln!("marketdeck: {message}; see '{help} --help'");
    ExitCode::from(EXIT_USAGE)
}

/// Prints the errors of an invalid configuration. Prints all errors if `list_all` is true, and otherwise
/// the first error and how to see the others.
pub fn report_invalid_config(problems: &[ConfigError], list_all: bool) -> ExitCode {
    match problems {
        [first, rest @ ..] if !list_all && !rest.is_empty() => errln!(
            "marketdeck: {first} ({} more: see 'marketdeck config check')",
            rest.len()
        ),
        problems => {
            for problem in problems {
                errln!("marketdeck: {problem}");
            }
        }
    }
    ExitCode::from(EXIT_USAGE)
}

/// Prints the error of a failed command. Logs it if the log has started and its format is JSON.
pub fn fail(error: &anyhow::Error, format: LogFormat) -> ExitCode {
    if format == LogFormat::Json && tracing::dispatcher::has_been_set() {
        tracing::error!("{error:#}");
    } else {
        errln!("marketdeck: {error:#}");
    }
    ExitCode::FAILURE
}
