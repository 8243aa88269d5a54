//! The `marketdeck` program: parses the command line, runs the command and sets the exit code.

use std::process::ExitCode;

use clap::Parser as _;
use marketdeck::{
    cli::{Cli, Command, ConfigCommand, Import},
    command,
    config::{Config, PageSettings},
};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return command::usage(&error, std::env::args().skip(1)),
    };
    let file = cli.config_file();
    let flags = cli.table();
    let load = move |page_settings: PageSettings<'_>| {
        let environment = std::env::vars_os();
        Config::load_with(page_settings, file.as_deref(), flags.clone(), environment)
    };
    let is_check = matches!(cli.command, Some(Command::Config(ConfigCommand::Check(_))));
    let config = match load(PageSettings::Stored) {
        Ok(config) => config,
        Err(problems) => return command::report_invalid_config(&problems, is_check),
    };
    let log_format = config.log.format;
    let result = match &cli.command {
        None | Some(Command::Serve(_)) => command::serve(&config, load),
        Some(Command::Import(Import::Bars(arguments))) => command::import_bars(config, arguments),
        Some(Command::Backup(arguments)) => command::backup(config, &arguments.file),
        Some(Command::Restore(arguments)) => command::restore(&config, &arguments.file),
        Some(Command::Check(arguments)) => {
            match command::check(config, arguments.file.as_deref()) {
                Ok(code) => return code,
                Err(error) => Err(error),
            }
        }
        Some(Command::Salvage { file, to }) => match command::salvage(file, to.as_deref()) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Some(Command::Healthcheck(_)) => command::healthcheck(&config),
        Some(Command::Config(ConfigCommand::Print(_))) => command::print_config(&config),
        Some(Command::Config(ConfigCommand::Check(check))) => {
            match command::check_config(&config, check.lookup, check.live) {
                Ok(code) => return code,
                Err(error) => Err(error),
            }
        }
        Some(Command::People(people)) => command::people(config, people),
        Some(Command::HashPassword) => command::hash_password(),
        Some(Command::Openapi) => command::print_openapi(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => command::fail(&error, log_format),
    }
}
