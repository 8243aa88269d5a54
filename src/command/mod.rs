//! What each subcommand does, and how the program speaks to its terminal.

/// Prints a line; an error where it cannot be written. A reader that has seen enough (`marketdeck check | head -1`) is none.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::command::print(&format!("{}\n", format_args!($($text)*)))
    };
}

/// Writes to the standard error. Nobody hears where that fails.
macro_rules! complain {
    ($($text:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($text)*)));
    }};
}

mod backup;
mod http;
mod log;
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
    config::{Config, ConfigError, LogFormat, MarketKind},
    import,
    runtime::{
        password,
        signals::{Hangups, Signals},
    },
    web,
};

pub use self::backup::{backup, check, restore, salvage};
use self::{
    log::Log,
    progress::{Progress, Unit},
    terminal::Hidden,
};

/// Exit code for a configuration or command line that cannot be used.
const MISUSE: u8 = 2;
/// Letters of a password at least.
const SHORTEST_PASSWORD: usize = 8;
/// How long `healthcheck` waits for the server.
const PATIENCE: Duration = Duration::from_secs(4);

/// Threads for work that blocks: reading and writing the database, computing the sample market.
/// Enough that no reader waits for the one who writes; a request more does not cost a thread more.
const BLOCKING_THREADS: usize = 16;

/// Serves until a signal stops it; at a SIGHUP `load` reads the configuration anew.
pub fn serve(
    config: &Config,
    load: impl Fn() -> Result<Config, Vec<ConfigError>> + Send + Sync + 'static,
) -> anyhow::Result<()> {
    let log = Log::start(&config.log)?;
    let repeats = Arc::clone(&log.repeats);
    warn(config);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // One task that burns a core must not hold up the others, even on a single-core machine.
        .worker_threads(std::thread::available_parallelism().map_or(2, |n| n.get().max(2)))
        .max_blocking_threads(BLOCKING_THREADS)
        .enable_all()
        .build()?;
    let (market, base) = (config.market.kind.as_str(), config.server.base_path.clone());
    let ready = move |address: SocketAddr| {
        // Written even when nobody reads it any more.
        let _ = writeln!(
            std::io::stdout(),
            "Marketdeck is serving the {market} market on http://{address}{}",
            base.trim_end_matches('/')
        );
    };
    let served = runtime.block_on(async {
        let unheard = "signals cannot be listened to";
        let signals = Signals::listen().context(unheard)?;
        let operator = Operator {
            hangups: Arc::new(tokio::sync::Mutex::new(Hangups::listen().context(unheard)?)),
            load: Arc::new(load),
            change_log: Arc::new(move |config: &crate::config::LogConfig| log.change(config)),
            repeats: Arc::clone(&repeats),
        };
        // It is large, for it may be either of several roles.
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
    // Whatever still blocks has had its time: see `runtime::shutdown`.
    runtime.shutdown_background();
    served
}

/// Reads a password from standard input, and prints the line that asks for it.
pub fn hash_password() -> anyhow::Result<()> {
    let input = std::io::stdin();
    let is_typed = input.is_terminal();
    if is_typed {
        ask(&format!("Password ({}): ", terminal::SHOWN));
    }
    let read = || -> anyhow::Result<String> {
        let hidden = is_typed.then(|| Hidden::start(&input));
        let mut line = String::new();
        let read = input.lock().read_line(&mut line);
        drop(hidden);
        read.context("no password came")?;
        if is_typed {
            complain!("");
        }
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    };
    let password = read()?;
    anyhow::ensure!(
        password.chars().count() >= SHORTEST_PASSWORD,
        "a password of fewer than {SHORTEST_PASSWORD} letters is guessed soon"
    );
    if is_typed {
        ask("Once more: ");
        anyhow::ensure!(read()? == password, "the two are not the same");
    }
    let hash = password::hash_password(&password).context("the system has no random numbers")?;
    say!("password_hash = \"{hash}\"")
}

/// Asks for something on the terminal.
fn ask(question: &str) {
    let _ = std::io::stderr().write_all(question.as_bytes());
}

/// What is odd about the configuration, where it is of use: in the log.
fn warn(config: &Config) {
    for warning in &config.warnings {
        tracing::warn!("{warning}");
    }
}

/// Reads a file of bars into the database of the chosen market, or takes out what a file brought.
pub fn import_bars(config: Config, arguments: &ImportBars) -> anyhow::Result<()> {
    let config = of_market(config)?;
    let done = match &arguments.file {
        Some(file) => import_file(&config, arguments, &import::BarsFile::read(file)?)?,
        None => forget_bars(&config, &arguments.symbol)?,
    };
    say!(
        "{done}; {} market, {}",
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
        reading: &|done, of| reading.at(done, of),
        storing: &|done, of| storing.at(done, of),
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
        // Opening would make one, also for a file that is refused.
        let catalogue = Catalogue::embedded()?;
        let known = catalogue.get(&arguments.symbol.to_ascii_uppercase());
        let profile = known.map(|known| &known.profile);
        import::check_bars(&request, profile, now, progress.reading)?;
    }
    let store = app::open_store(config)?;
    app::number_tickers(&store, config.market.kind)?;
    let imported = import::import_bars(&store, &request, now, progress)?;
    store.close()?;
    for note in &imported.notes {
        complain!("marketdeck: {}: {note}", imported.symbol);
    }
    Ok(imported.to_string())
}

fn forget_bars(config: &Config, symbol: &str) -> anyhow::Result<String> {
    let database = config.database();
    anyhow::ensure!(
        database.exists(),
        "there is no database at {} to forget anything in",
        database.display()
    );
    let catalogue = Catalogue::embedded()?;
    let store = app::open_store(config)?;
    let forgotten = import::forget_bars(&store, symbol, |symbol| catalogue.get(symbol).is_some())?;
    store.close()?;
    Ok(forgotten.to_string())
}

/// The configuration with the market that a command is to touch: the chosen one, or the one there
/// is. Where there are two and none was chosen, a guess would save or change the wrong one.
fn of_market(mut config: Config) -> anyhow::Result<Config> {
    if config.market.is_chosen {
        return Ok(config);
    }
    let exists = |kind: &MarketKind| config.storage.database(*kind).exists();
    let there: Vec<_> = MarketKind::ALL.into_iter().filter(exists).collect();
    match there[..] {
        [] => {}
        [only] => config.market.kind = only,
        _ => anyhow::bail!(
            "{} holds both a sample and a live market; say which one with --market sample or --market live",
            config.storage.data_dir.display()
        ),
    }
    Ok(config)
}

/// Asks the server at the configured address for its health.
pub fn healthcheck(config: &Config) -> anyhow::Result<()> {
    let address = http::reachable(config.server.listen);
    let path = format!("{}api/health", config.server.base_path);
    let answer = http::connect(address)
        .and_then(|stream| http::get(stream, &path, config.token.as_deref(), PATIENCE))
        .with_context(|| format!("no Marketdeck answers on {address}"))?;
    match answer.status.as_str() {
        "200" => {}
        "503" => anyhow::bail!("the server on {address} is failing: {}", answer.text()),
        status => anyhow::bail!("the server on {address} answered with status {status}"),
    }
    say!("Marketdeck is healthy on {address}")
}

/// Prints the resolved configuration.
pub fn print_config(config: &Config) -> anyhow::Result<()> {
    warn_on_terminal(config);
    print(&config.options.to_toml()?)
}

/// Says that a server would start with this configuration, and what is odd about it; with `lookup` also which of its symbols
/// nobody knows.
pub fn check_config(config: &Config, lookup: bool) -> anyhow::Result<ExitCode> {
    warn_on_terminal(config);
    match &config.file {
        Some(file) => say!("{} is right, and so are the variables", file.display()),
        None => say!("The variables are right; no configuration file is named"),
    }?;
    if !lookup {
        return Ok(ExitCode::SUCCESS);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let clock = app::starting_at(config.market.now);
    let problems = runtime.block_on(app::check_symbols(config, &clock))?;
    // A resolver may still wait.
    runtime.shutdown_background();
    for problem in &problems {
        complain!("marketdeck: {problem}");
    }
    if problems.is_empty() {
        say!("Every configured symbol is known")?;
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

fn warn_on_terminal(config: &Config) {
    for warning in &config.warnings {
        complain!("marketdeck: {warning}");
    }
}

/// Prints the `OpenAPI` document.
pub fn print_openapi() -> anyhow::Result<()> {
    print(&format!("{}\n", web::routes::document()))
}

/// Writes `text` to the standard output. A reader that has seen enough (`marketdeck openapi | head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("the output could not be written"))
        }
        _ => Ok(()),
    }
}

/// Help and version go to the terminal as they are; a mistake in `arguments` becomes one sentence.
pub fn usage(error: &clap::Error, arguments: impl IntoIterator<Item = String>) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render().to_string();
    let sentence = text
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .trim_start_matches("error: ")
        .replace('\n', " ");
    let help = cli::command_of(arguments);
    complain!("marketdeck: {sentence}; see '{help} --help'");
    ExitCode::from(MISUSE)
}

/// A configuration that cannot be used: `all` of its problems, a line each, or the first one and how to see the rest.
pub fn refuse(problems: &[ConfigError], all: bool) -> ExitCode {
    match problems {
        [first, rest @ ..] if !all && !rest.is_empty() => complain!(
            "marketdeck: {first} ({} more: see 'marketdeck config check')",
            rest.len()
        ),
        problems => {
            for problem in problems {
                complain!("marketdeck: {problem}");
            }
        }
    }
    ExitCode::from(MISUSE)
}

/// A command that failed: one sentence, in the form of the log where that is for programs.
pub fn fail(error: &anyhow::Error, format: LogFormat) -> ExitCode {
    if format == LogFormat::Json && tracing::dispatcher::has_been_set() {
        tracing::error!("{error:#}");
    } else {
        complain!("marketdeck: {error:#}");
    }
    ExitCode::FAILURE
}
