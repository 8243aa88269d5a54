import type { ChannelField, ChannelTemplate } from './templates';
import { LIMITS, TEMPLATES } from './templates';

/** Settings by their keys in `[[channels]]`, as in the API. */
export type ChannelSettings = Record<string, unknown>;

/** A channel in the form: a text per field. Stored secrets are missing until replaced. */
export interface Draft {
  name: string;
  carries: string;
  /** Quiet hours as 22:00; both empty for none. */
  quietFrom: string;
  quietTo: string;
  zone: string;
  fields: Readonly<Record<string, string>>;
}

/** The template of a channel, derived from its settings. */
export const templateOf = (settings: ChannelSettings): ChannelTemplate => {
  const found = TEMPLATES.find(
    ({ kind, preset }) => kind === settings.kind && (preset ?? '') === (settings.preset ?? ''),
  );
  return found ?? (TEMPLATES[0] as ChannelTemplate);
};

/** 'mail', or 'mail-2' if that name is taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted}-${number}`;
  return name;
}

/** The initial draft of a new channel. */
export const emptyDraft = (template: ChannelTemplate, taken: readonly string[]): Draft => ({
  name: freeName(template.defaultName, taken),
  carries: template.defaultMethod,
  quietFrom: '',
  quietTo: '',
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  fields: Object.fromEntries(
    [...template.fields, ...LIMITS].flatMap(({ key, defaultValue }) =>
      defaultValue ? [[key, defaultValue]] : [],
    ),
  ),
});

const text = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
const isHidden = ({ input }: ChannelField) => input === 'secret' || input === 'headers';

/** The draft of an existing channel. */
export function draftOf(settings: ChannelSettings): Draft {
  const template = templateOf(settings);
  const [quietFrom = '', quietTo = ''] = text(settings.quiet_hours).split('-');
  const shown = [...template.fields, ...LIMITS].filter((field) => !isHidden(field));
  return {
    name: text(settings.name),
    carries: text(settings.carries ?? (template.kind === 'smtp' ? 'email' : 'push')),
    quietFrom,
    quietTo,
    zone: text(settings.time_zone),
    fields: Object.fromEntries(
      shown.map(({ key, defaultValue }) => [key, text(settings[key]) || (defaultValue ?? '')]),
    ),
  };
}

/** The settings to save. `before` are the settings of an existing channel; its keys that have no field are kept. */
export function settingsOf(
  template: ChannelTemplate,
  draft: Draft,
  before: ChannelSettings = {},
): ChannelSettings {
  const { name, carries, quietFrom, quietTo, zone } = draft;
  const quiet = quietFrom || quietTo ? `${quietFrom}-${quietTo}` : '';
  const identity = { name: name.trim(), kind: template.kind, preset: template.preset ?? '', carries };
  const hours = { quiet_hours: quiet, time_zone: quiet && zone.trim() };
  const settings: ChannelSettings = { ...before, ...identity, ...hours };
  for (const field of [...template.fields, ...LIMITS]) {
    const written = draft.fields[field.key];
    // An untouched secret stays as it is.
    if (isHidden(field) && written === undefined) continue;
    settings[field.key] = writtenValue(field, written ?? '');
  }
  // Empty fields are left out, except secrets: there, empty means delete.
  const hidden = template.fields.filter(isHidden).map(({ key }) => key);
  const isNew = Object.keys(before).length === 0;
  const filledIn = Object.entries(settings).filter(
    ([key, value]) => (value !== '' && value !== undefined) || (hidden.includes(key) && !isNew),
  );
  return Object.fromEntries(filledIn);
}

/** The settings that a message depends on, without secrets; the URL only if it has variables. */
export function previewSettings(settings: ChannelSettings): ChannelSettings {
  const messageKeys = [
    'name',
    'kind',
    'preset',
    'method',
    'content_type',
    'body',
    'chat_id',
    'priority',
    'tags',
  ];
  const { url } = settings;
  const hasVariables = typeof url === 'string' && url.includes('{{');
  const entries = Object.entries(settings).filter(
    ([key]) => messageKeys.includes(key) || (key === 'url' && hasVariables),
  );
  return Object.fromEntries(entries);
}

function writtenValue({ key, input }: ChannelField, written: string): unknown {
  if (input === 'number' || key === 'priority') return written === '' ? '' : Number(written);
  if (input === 'list') return written.split(/[,\n]/).flatMap((part) => part.trim() || []);
  if (input === 'headers') return headersOf(written);
  return input === 'body' ? written : written.trim();
}

/** Parses 'Name: value' lines. */
function headersOf(lines: string): Record<string, string> {
  const headers = lines.split('\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':');
    return name.trim() ? [[name.trim(), value.join(':').trim()]] : [];
  });
  return Object.fromEntries(headers);
}

/** Splits a server error such as 'topic: a value is required.' into field and text. */
export function parseFieldError(sentence: string): { key: string | null; text: string } {
  const [, key, message] = /^([a-z_]+): (.+)$/s.exec(sentence) ?? [];
  return key && message
    ? { key, text: `${message.charAt(0).toUpperCase()}${message.slice(1)}` }
    : { key: null, text: sentence };
}
