//! The `marketdeck` program: parse, log, run, exit code.

use std::process::ExitCode;

use clap::Parser as _;
use marketdeck::{
    cli::{Cli, Command, ConfigCommand, Import},
    command,
    config::Config,
};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return command::usage(&error),
    };
    let config = match Config::load(cli.config.as_deref(), cli.flags.table()) {
        Ok(config) => config,
        Err(error) => return command::refuse(&error),
    };
    let done = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => command::serve(config),
        Command::Import(Import::Bars(arguments)) => command::import_bars(&config, &arguments),
        Command::Backup { file } => command::backup(&config, &file),
        Command::Salvage { file, to } => match command::salvage(&file, to) {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Command::Healthcheck => command::healthcheck(&config),
        Command::Config(ConfigCommand::Print) => command::print_config(&config),
        Command::Openapi => command::print_openapi(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("marketdeck: {error:#}");
            ExitCode::FAILURE
        }
    }
}
