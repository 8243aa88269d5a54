# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_marketdeck_global_optspecs
    string join \n config= listen= base-path= data-dir= market= role= nats-url= nats-credentials-file= demo= read-only= mcp= kiosk= log= log-format= allowed-hosts= contact-email= max-connections= connections= connections-per-address= ping-seconds= grace-seconds= live-window-ms= flush-seconds= display-currency= seed= sample-every-ms= sample-hours= now= h/help V/version
end

function __fish_marketdeck_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_marketdeck_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_marketdeck_using_subcommand
    set -l cmd (__fish_marketdeck_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c marketdeck -n "__fish_marketdeck_needs_command" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l listen -d 'Address and port to listen on [default: 127.0.0.1:8080]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l base-path -d 'Path prefix of all URLs [default: /]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l role -d 'Role of this process in a cluster [default: all]' -r -f -a "all\t'Runs alone and does everything'
source\t'Imports, evaluates alerts and writes, and other processes replicate its data. Is a standby while another source is active'
edge\t'Serves the data that the source publishes'"
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l nats-url -d 'Address of NATS, for --role source and edge, such as `nats://127.0.0.1:4222`; separate several with commas' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l nats-credentials-file -d 'File with the NATS credentials of this process' -r -F
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l demo -d 'Serve a public demo: the sample market with prepared lists, read-only, without a data directory' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l read-only -d 'Reject every write: for public displays' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l mcp -d 'Let AI assistants read prices, lists and holdings at /api/mcp (Model Context Protocol)' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l kiosk -d 'Show this board at / and nothing else: for a wall display, as in /board/main' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l log -d 'Log level or filter [default: info]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l log-format -d 'Format of the log [default: text]' -r -f -a "text\t'One line of text per event, in color on a terminal'
json\t'One JSON object per line'"
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l allowed-hosts -d 'Host names to accept in addition to loopback, LAN addresses and .local names; comma-separated' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l contact-email -d 'Email address shown on the legal pages' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l max-connections -d 'Maximum number of live connections [default: 1000]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l connections -d 'Maximum number of TCP connections, including live ones [default: 4000]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l connections-per-address -d 'Maximum number of TCP connections from one address [default: three quarters of all]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l ping-seconds -d 'Idle time before a live connection is pinged, in seconds [default: 30]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l grace-seconds -d 'Time for open requests to finish at shutdown, in seconds [default: 4]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l live-window-ms -d 'Minimum time between writes to a live connection, in milliseconds [default: 50]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l flush-seconds -d 'How often market data is written to disk, in seconds [default: 20]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l display-currency -d 'Currency into which amounts are converted, such as EUR [default: USD]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l seed -d 'Seed of the sample market [default: 1]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l sample-every-ms -d 'How often each ticker of the sample market may tick, in milliseconds [default: 2000]' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l sample-hours -d 'When the sample market trades [default: exchange]' -r -f -a "exchange\t'Each ticker during the hours of its exchange'
always\t'Every ticker around the clock'"
complete -c marketdeck -n "__fish_marketdeck_needs_command" -l now -d 'Start the clock at this time instead of now, as in 2026-11-20T19:32:00Z' -r
complete -c marketdeck -n "__fish_marketdeck_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -s V -l version -d 'Print version'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "serve" -d 'Run the server (the default)'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "import" -d 'Import files into the data directory of a server that is not running'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "backup" -d 'Back up the database to a new file and verify every record. A running server makes the backup itself and keeps serving'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "restore" -d 'Restore a backup while no server is running. The backup is verified first, and the current database is kept next to it'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "check" -d 'Verify every record of a database or backup that no server has open. Exit code 0 if it is intact, 3 if it is damaged'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "salvage" -d 'Copy all intact records of a damaged database to a new file; the damaged file is not changed. Exit code 0 if nothing was lost, 3 otherwise'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "healthcheck" -d 'Check whether a running server is healthy; exit code 0 if it is'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "config" -d 'Show or check the configuration'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "people" -d 'List, add, change and remove the people who use the server, while it is not running'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "hash-password" -d 'Read a password and print its hash as a line for the configuration file'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "openapi" -d 'Print the `OpenAPI` description of the HTTP API'
complete -c marketdeck -n "__fish_marketdeck_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l listen -d 'Address and port to listen on [default: 127.0.0.1:8080]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l base-path -d 'Path prefix of all URLs [default: /]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l role -d 'Role of this process in a cluster [default: all]' -r -f -a "all\t'Runs alone and does everything'
source\t'Imports, evaluates alerts and writes, and other processes replicate its data. Is a standby while another source is active'
edge\t'Serves the data that the source publishes'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l nats-url -d 'Address of NATS, for --role source and edge, such as `nats://127.0.0.1:4222`; separate several with commas' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l nats-credentials-file -d 'File with the NATS credentials of this process' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l demo -d 'Serve a public demo: the sample market with prepared lists, read-only, without a data directory' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l read-only -d 'Reject every write: for public displays' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l mcp -d 'Let AI assistants read prices, lists and holdings at /api/mcp (Model Context Protocol)' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l kiosk -d 'Show this board at / and nothing else: for a wall display, as in /board/main' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l log -d 'Log level or filter [default: info]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l log-format -d 'Format of the log [default: text]' -r -f -a "text\t'One line of text per event, in color on a terminal'
json\t'One JSON object per line'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l allowed-hosts -d 'Host names to accept in addition to loopback, LAN addresses and .local names; comma-separated' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l contact-email -d 'Email address shown on the legal pages' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l max-connections -d 'Maximum number of live connections [default: 1000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l connections -d 'Maximum number of TCP connections, including live ones [default: 4000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l connections-per-address -d 'Maximum number of TCP connections from one address [default: three quarters of all]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l ping-seconds -d 'Idle time before a live connection is pinged, in seconds [default: 30]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l grace-seconds -d 'Time for open requests to finish at shutdown, in seconds [default: 4]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l live-window-ms -d 'Minimum time between writes to a live connection, in milliseconds [default: 50]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l flush-seconds -d 'How often market data is written to disk, in seconds [default: 20]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l display-currency -d 'Currency into which amounts are converted, such as EUR [default: USD]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l seed -d 'Seed of the sample market [default: 1]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l sample-every-ms -d 'How often each ticker of the sample market may tick, in milliseconds [default: 2000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l sample-hours -d 'When the sample market trades [default: exchange]' -r -f -a "exchange\t'Each ticker during the hours of its exchange'
always\t'Every ticker around the clock'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -l now -d 'Start the clock at this time instead of now, as in 2026-11-20T19:32:00Z' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and not __fish_seen_subcommand_from bars help" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and not __fish_seen_subcommand_from bars help" -f -a "bars" -d 'Bars (open, high, low, close, volume) from a CSV or JSON file'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and not __fish_seen_subcommand_from bars help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l symbol -d 'Ticker to which the bars belong; created if unknown' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l interval -d 'Length of a bar: 5m, 1h or 1d' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l name -d 'Name of a new ticker' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l kind -d 'Kind of a new ticker: stock, etf, fund, crypto, commodity, index, currency or bond' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l currency -d 'Currency of the prices if the file does not state it: a code such as EUR, or GBX for pence' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l time-zone -d 'Time zone of times without an offset, and of the days of epoch timestamps: a name such as Europe/Athens, UTC, or an offset such as +02:00. By default the zone of the ticker\'s exchange' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l columns -d 'Column names for a file without a header, such as time,open,high,low,close,volume. A column named - is ignored' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l price-scale -d 'Factor by which the prices in the file are multiplied: 10000 for LEAN, 1000000000 for Databento' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l date-order -d 'Order of day, month and year if the file is ambiguous: dmy, mdy or ymd' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l decimal -d 'Decimal mark if the file is ambiguous: point or comma' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -l forget -d 'Remove the imported bars, so that the ticker belongs to its market again'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from bars" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from help" -f -a "bars" -d 'Bars (open, high, low, close, volume) from a CSV or JSON file'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand import; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand backup" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand backup" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand backup" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand backup" -l listen -d 'Address and port to listen on [default: 127.0.0.1:8080]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand backup" -l base-path -d 'Path prefix of all URLs [default: /]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand backup" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand restore" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand restore" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand restore" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand restore" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand check" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand check" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand check" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand salvage" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand healthcheck" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand healthcheck" -l listen -d 'Address and port to listen on [default: 127.0.0.1:8080]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand healthcheck" -l base-path -d 'Path prefix of all URLs [default: /]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand healthcheck" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and not __fish_seen_subcommand_from print check help" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and not __fish_seen_subcommand_from print check help" -f -a "print" -d 'Print the resolved configuration as TOML, without secrets'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and not __fish_seen_subcommand_from print check help" -f -a "check" -d 'Report every error in the configuration that a server with the same options would read. Changes nothing. Exit code 0 if the configuration is valid, 2 if not'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and not __fish_seen_subcommand_from print check help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l listen -d 'Address and port to listen on [default: 127.0.0.1:8080]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l base-path -d 'Path prefix of all URLs [default: /]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l role -d 'Role of this process in a cluster [default: all]' -r -f -a "all\t'Runs alone and does everything'
source\t'Imports, evaluates alerts and writes, and other processes replicate its data. Is a standby while another source is active'
edge\t'Serves the data that the source publishes'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l nats-url -d 'Address of NATS, for --role source and edge, such as `nats://127.0.0.1:4222`; separate several with commas' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l nats-credentials-file -d 'File with the NATS credentials of this process' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l demo -d 'Serve a public demo: the sample market with prepared lists, read-only, without a data directory' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l read-only -d 'Reject every write: for public displays' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l mcp -d 'Let AI assistants read prices, lists and holdings at /api/mcp (Model Context Protocol)' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l kiosk -d 'Show this board at / and nothing else: for a wall display, as in /board/main' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l log -d 'Log level or filter [default: info]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l log-format -d 'Format of the log [default: text]' -r -f -a "text\t'One line of text per event, in color on a terminal'
json\t'One JSON object per line'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l allowed-hosts -d 'Host names to accept in addition to loopback, LAN addresses and .local names; comma-separated' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l contact-email -d 'Email address shown on the legal pages' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l max-connections -d 'Maximum number of live connections [default: 1000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l connections -d 'Maximum number of TCP connections, including live ones [default: 4000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l connections-per-address -d 'Maximum number of TCP connections from one address [default: three quarters of all]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l ping-seconds -d 'Idle time before a live connection is pinged, in seconds [default: 30]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l grace-seconds -d 'Time for open requests to finish at shutdown, in seconds [default: 4]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l live-window-ms -d 'Minimum time between writes to a live connection, in milliseconds [default: 50]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l flush-seconds -d 'How often market data is written to disk, in seconds [default: 20]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l display-currency -d 'Currency into which amounts are converted, such as EUR [default: USD]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l seed -d 'Seed of the sample market [default: 1]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l sample-every-ms -d 'How often each ticker of the sample market may tick, in milliseconds [default: 2000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l sample-hours -d 'When the sample market trades [default: exchange]' -r -f -a "exchange\t'Each ticker during the hours of its exchange'
always\t'Every ticker around the clock'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -l now -d 'Start the clock at this time instead of now, as in 2026-11-20T19:32:00Z' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from print" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l listen -d 'Address and port to listen on [default: 127.0.0.1:8080]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l base-path -d 'Path prefix of all URLs [default: /]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l role -d 'Role of this process in a cluster [default: all]' -r -f -a "all\t'Runs alone and does everything'
source\t'Imports, evaluates alerts and writes, and other processes replicate its data. Is a standby while another source is active'
edge\t'Serves the data that the source publishes'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l nats-url -d 'Address of NATS, for --role source and edge, such as `nats://127.0.0.1:4222`; separate several with commas' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l nats-credentials-file -d 'File with the NATS credentials of this process' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l demo -d 'Serve a public demo: the sample market with prepared lists, read-only, without a data directory' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l read-only -d 'Reject every write: for public displays' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l mcp -d 'Let AI assistants read prices, lists and holdings at /api/mcp (Model Context Protocol)' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l kiosk -d 'Show this board at / and nothing else: for a wall display, as in /board/main' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l log -d 'Log level or filter [default: info]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l log-format -d 'Format of the log [default: text]' -r -f -a "text\t'One line of text per event, in color on a terminal'
json\t'One JSON object per line'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l allowed-hosts -d 'Host names to accept in addition to loopback, LAN addresses and .local names; comma-separated' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l contact-email -d 'Email address shown on the legal pages' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l max-connections -d 'Maximum number of live connections [default: 1000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l connections -d 'Maximum number of TCP connections, including live ones [default: 4000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l connections-per-address -d 'Maximum number of TCP connections from one address [default: three quarters of all]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l ping-seconds -d 'Idle time before a live connection is pinged, in seconds [default: 30]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l grace-seconds -d 'Time for open requests to finish at shutdown, in seconds [default: 4]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l live-window-ms -d 'Minimum time between writes to a live connection, in milliseconds [default: 50]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l flush-seconds -d 'How often market data is written to disk, in seconds [default: 20]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l display-currency -d 'Currency into which amounts are converted, such as EUR [default: USD]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l seed -d 'Seed of the sample market [default: 1]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l sample-every-ms -d 'How often each ticker of the sample market may tick, in milliseconds [default: 2000]' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l sample-hours -d 'When the sample market trades [default: exchange]' -r -f -a "exchange\t'Each ticker during the hours of its exchange'
always\t'Every ticker around the clock'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l now -d 'Start the clock at this time instead of now, as in 2026-11-20T19:32:00Z' -r
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l lookup -d 'Also look up every configured symbol; the live market asks Yahoo. Exit code 1 if one is unknown or the lookup fails'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -l live -d 'Also ask each enabled source of the live market once, and print a table of the answers. Exit code 1 if one does not answer'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "print" -d 'Print the resolved configuration as TOML, without secrets'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "check" -d 'Report every error in the configuration that a server with the same options would read. Changes nothing. Exit code 0 if the configuration is valid, 2 if not'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "list" -d 'List the people'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "add" -d 'Add a person. Reads their password from the terminal or from standard input'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "rename" -d 'Rename a person'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "role" -d 'Change what a person may do'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "password" -d 'Set a new password of a person, read from the terminal or from standard input'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "remove" -d 'Remove a person with all their data'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and not __fish_seen_subcommand_from list add rename role password remove help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from list" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from list" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from list" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from add" -l role -d 'What the person may do' -r -f -a "viewer\t'Read the market and their own data, and change nothing'
member\t'Also change their own data'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from add" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from add" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from add" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from add" -l without-password -d 'Add the person without a password: a proxy signs them in'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from rename" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from rename" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from rename" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from rename" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from role" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from role" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from role" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from role" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from password" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from password" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from password" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from password" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from remove" -l lists -d 'What becomes of the person\'s watchlists' -r -f -a "move\t'They become lists of the owner'
delete\t'They are deleted'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from remove" -l config -d 'TOML configuration file, with the same keys as the options' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from remove" -l data-dir -d 'Folder of the database files [default: ./data]' -r -F
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from remove" -l market -d 'Market to serve; each has its own database file [default: sample]' -r -f -a "sample\t'The offline, simulated market'
live\t'The live market, from public sources'"
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from remove" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the people'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "add" -d 'Add a person. Reads their password from the terminal or from standard input'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "rename" -d 'Rename a person'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "role" -d 'Change what a person may do'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "password" -d 'Set a new password of a person, read from the terminal or from standard input'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "remove" -d 'Remove a person with all their data'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand people; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand hash-password" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand openapi" -s h -l help -d 'Print help'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "serve" -d 'Run the server (the default)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "import" -d 'Import files into the data directory of a server that is not running'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "backup" -d 'Back up the database to a new file and verify every record. A running server makes the backup itself and keeps serving'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "restore" -d 'Restore a backup while no server is running. The backup is verified first, and the current database is kept next to it'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "check" -d 'Verify every record of a database or backup that no server has open. Exit code 0 if it is intact, 3 if it is damaged'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "salvage" -d 'Copy all intact records of a damaged database to a new file; the damaged file is not changed. Exit code 0 if nothing was lost, 3 otherwise'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "healthcheck" -d 'Check whether a running server is healthy; exit code 0 if it is'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "config" -d 'Show or check the configuration'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "people" -d 'List, add, change and remove the people who use the server, while it is not running'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "hash-password" -d 'Read a password and print its hash as a line for the configuration file'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "openapi" -d 'Print the `OpenAPI` description of the HTTP API'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and not __fish_seen_subcommand_from serve import backup restore check salvage healthcheck config people hash-password openapi help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from import" -f -a "bars" -d 'Bars (open, high, low, close, volume) from a CSV or JSON file'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "print" -d 'Print the resolved configuration as TOML, without secrets'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "check" -d 'Report every error in the configuration that a server with the same options would read. Changes nothing. Exit code 0 if the configuration is valid, 2 if not'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from people" -f -a "list" -d 'List the people'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from people" -f -a "add" -d 'Add a person. Reads their password from the terminal or from standard input'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from people" -f -a "rename" -d 'Rename a person'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from people" -f -a "role" -d 'Change what a person may do'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from people" -f -a "password" -d 'Set a new password of a person, read from the terminal or from standard input'
complete -c marketdeck -n "__fish_marketdeck_using_subcommand help; and __fish_seen_subcommand_from people" -f -a "remove" -d 'Remove a person with all their data'
