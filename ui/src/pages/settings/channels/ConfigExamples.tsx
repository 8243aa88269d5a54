import { FilterChips } from '~/components/FilterChips';
import { Panel } from '~/components/Panel';
import classes from './Channels.module.css';

const KINDS = [
  { value: 'ntfy', label: 'ntfy' },
  { value: 'mail', label: 'Mail' },
  { value: 'webhook', label: 'Webhook' },
  { value: 'sms', label: 'SMS' },
  { value: 'program', label: 'Program' },
  { value: 'mqtt', label: 'MQTT' },
] as const;
export type ExampleKind = (typeof KINDS)[number]['value'];

/** The example lines of docs/channels.md and docs/home-assistant.md. */
const LINES: Readonly<Record<ExampleKind, string>> = {
  ntfy: `[[channels]]
name = "phone"
kind = "ntfy"
server = "https://ntfy.sh"
topic = "choose-something-hard-to-guess"`,
  mail: `[[channels]]
name = "mail"
kind = "smtp"
host = "smtp.example.net"
username = "deck@example.net"
password_file = "/run/secrets/mail"
from = "Marketdeck <deck@example.net>"
to = ["me@example.net"]`,
  webhook: `[[channels]]
name = "home"
kind = "webhook"
url = "https://example.net/hooks/marketdeck"
secret_file = "/run/secrets/hook"`,
  sms: `[[channels]]
name = "texts"
kind = "webhook"
carries = "sms"
method = "GET"
url = "https://gateway.example/send?to=4912345&text={{text}}"`,
  program: `[[channels]]
name = "program"
kind = "command"
program = "/usr/local/bin/on-alert"`,
  mqtt: `[mqtt]
address = "mqtt://192.168.1.5"
username = "deck"
password_file = "/run/secrets/mqtt"`,
};

interface Props {
  kind: ExampleKind;
  /** True if channels can't be created on the page. */
  isOnlyWay: boolean;
  onKind: (kind: ExampleKind) => void;
}

/** Example configuration of a channel. */
export function ConfigExamples({ kind, isOnlyWay, onKind }: Props) {
  return (
    <Panel title={isOnlyWay ? 'Add a channel' : 'In the configuration file'}>
      <p className={classes.text}>
        {!isOnlyWay &&
          'Programs and MQTT can only be set up in this file; other channels can be set up here, too. '}
        Add these lines, with your own values, to the server's configuration file (<code>--config</code>),
        then restart the server.
      </p>
      <FilterChips label="Kind of channel" options={KINDS} value={kind} onChange={onKind} />
      <pre className={classes.lines}>{LINES[kind]}</pre>
      <p className={classes.text}>
        For limits, quiet hours (such as <code>quiet_hours = "22:00-07:00"</code>) and presets for Discord,
        Slack, Telegram, Gotify, Home Assistant and Apprise, see <code>docs/channels.md</code> in Marketdeck's
        repository.
      </p>
      <p className={classes.text}>
        <code>marketdeck config check --config FILE</code> checks the file.
      </p>
    </Panel>
  );
}
