import type { Choice } from '~/components/form/fields';

/** A field of a channel; `key` is its key in `[[channels]]`. */
export interface ChannelField {
  key: string;
  label: string;
  /** The input type; secrets are never shown again. */
  input: 'text' | 'secret' | 'number' | 'choice' | 'list' | 'headers' | 'body';
  defaultValue?: string;
  choices?: readonly Choice[];
  placeholder?: string;
  note?: string;
}

/** A template of the form for a new channel. The templates for services such as Discord are webhooks with a preset. */
export interface ChannelTemplate {
  /** Identifies the template. */
  value: string;
  label: string;
  /** The key `kind` in `[[channels]]`. */
  kind: 'ntfy' | 'webhook' | 'smtp';
  /** The key `preset` in `[[channels]]`. */
  preset?: string;
  defaultMethod: 'email' | 'sms' | 'push';
  defaultName: string;
  fields: readonly ChannelField[];
}

const URL_FIELD: ChannelField = {
  key: 'url',
  label: 'URL',
  input: 'secret',
  placeholder: 'https://…',
};
const TOKEN: ChannelField = { key: 'token', label: 'Token', input: 'secret' };
const METHODS = ['POST', 'GET', 'PUT', 'PATCH'].map((value) => ({ value, label: value }));
const HEADERS: ChannelField = {
  key: 'headers',
  label: 'Headers (optional)',
  input: 'headers',
  placeholder: 'Authorization: Bearer …',
  note: 'One per line.',
};
const method = (defaultValue: string): ChannelField => ({
  key: 'method',
  label: 'Method',
  input: 'choice',
  defaultValue,
  choices: METHODS,
});

export const TEMPLATES: readonly ChannelTemplate[] = [
  {
    value: 'ntfy',
    label: 'ntfy',
    kind: 'ntfy',
    defaultMethod: 'push',
    defaultName: 'phone',
    fields: [
      { key: 'server', label: 'Server', input: 'text', defaultValue: 'https://ntfy.sh' },
      {
        key: 'topic',
        label: 'Topic',
        input: 'secret',
        note: "Anyone who knows the topic can read it. Pick one that's hard to guess.",
      },
      { ...TOKEN, label: 'Token (optional)' },
      {
        key: 'priority',
        label: 'Priority',
        input: 'choice',
        defaultValue: '3',
        choices: [
          { value: '5', label: '5, highest' },
          { value: '4', label: '4, high' },
          { value: '3', label: '3, default' },
          { value: '2', label: '2, low' },
          { value: '1', label: '1, lowest' },
        ],
      },
      { key: 'tags', label: 'Tags (optional)', input: 'list', placeholder: 'bell, chart_with_upwards_trend' },
    ],
  },
  {
    value: 'mail',
    label: 'Email',
    kind: 'smtp',
    defaultMethod: 'email',
    defaultName: 'mail',
    fields: [
      { key: 'to', label: 'To', input: 'list', placeholder: 'me@example.net' },
      { key: 'from', label: 'From', input: 'text', placeholder: 'Marketdeck <deck@example.net>' },
      { key: 'host', label: 'Mail server', input: 'text', placeholder: 'smtp.example.net' },
      {
        key: 'security',
        label: 'Encryption',
        input: 'choice',
        defaultValue: 'starttls',
        choices: [
          { value: 'starttls', label: 'STARTTLS (port 587)' },
          { value: 'tls', label: 'TLS (port 465)' },
          { value: 'none', label: 'None (local mail server only)' },
        ],
      },
      { key: 'port', label: 'Port (optional)', input: 'number', placeholder: "The encryption's default" },
      { key: 'username', label: 'Username', input: 'text' },
      { key: 'password', label: 'Password', input: 'secret' },
    ],
  },
  {
    value: 'webhook',
    label: 'Webhook',
    kind: 'webhook',
    defaultMethod: 'push',
    defaultName: 'webhook',
    fields: [
      { ...URL_FIELD, note: 'You can use the variables below.' },
      method('POST'),
      {
        key: 'body',
        label: 'Body (optional)',
        input: 'body',
        note: 'Leave empty to send all fields as JSON.',
      },
      HEADERS,
      {
        key: 'secret',
        label: 'Signing secret (optional)',
        input: 'secret',
        note: 'Header X-Marketdeck-Signature: HMAC-SHA256 of time and body.',
      },
    ],
  },
  {
    value: 'sms',
    label: 'SMS gateway',
    kind: 'webhook',
    defaultMethod: 'sms',
    defaultName: 'sms',
    fields: [
      { ...URL_FIELD, placeholder: 'https://gateway.example/send?to=491234&text={{text}}' },
      method('GET'),
      { key: 'body', label: 'Body (optional)', input: 'body' },
      HEADERS,
    ],
  },
  service('discord', 'Discord', [
    { ...URL_FIELD, label: 'Webhook URL', note: 'In Discord: Edit channel › Integrations › Webhooks.' },
  ]),
  service('slack', 'Slack', [{ ...URL_FIELD, label: 'Webhook URL', note: 'A Slack incoming webhook.' }]),
  service('telegram', 'Telegram', [
    { ...TOKEN, label: 'Bot token', note: 'From @BotFather.' },
    { key: 'chat_id', label: 'Chat', input: 'text', placeholder: '123456789' },
  ]),
  service('gotify', 'Gotify', [
    { ...URL_FIELD, label: 'Server', placeholder: 'https://gotify.example' },
    { ...TOKEN, label: 'Application token' },
  ]),
  service('home_assistant', 'Home Assistant', [
    { ...URL_FIELD, label: 'Webhook URL', placeholder: 'http://homeassistant.local:8123/api/webhook/…' },
  ]),
  service('apprise', 'Apprise', [{ ...URL_FIELD, placeholder: 'http://apprise:8000/notify/…' }]),
];

function service(preset: string, label: string, fields: readonly ChannelField[]): ChannelTemplate {
  const defaultName = preset.replace('_', '-');
  return { value: preset, label, kind: 'webhook', preset, defaultMethod: 'push', defaultName, fields };
}

/** The fields for limits, which every channel has. */
export const LIMITS: readonly ChannelField[] = [
  { key: 'most_per_hour', label: 'Maximum messages per hour', input: 'number', defaultValue: '30' },
  {
    key: 'digest_from',
    label: 'Combine alerts when this many fire together',
    input: 'number',
    defaultValue: '4',
  },
  { key: 'timeout_seconds', label: 'Timeout per attempt (seconds)', input: 'number', defaultValue: '15' },
];

/** Variables for bodies and URLs. */
export const VARIABLES = [
  'title',
  'text',
  'symbol',
  'price',
  'currency',
  'firedAt',
  'url',
  'key',
  'count',
] as const;
