import { expect, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  freeName,
  parseFieldError,
  previewSettings,
  settingsOf,
  templateOf,
} from './draft';
import { type ChannelTemplate, TEMPLATES } from './templates';

const template = (value: string) => TEMPLATES.find((each) => each.value === value) as ChannelTemplate;

test('a new channel has the entered settings only', () => {
  const ntfy = template('ntfy');
  const draft = emptyDraft(ntfy, ['phone']);
  const fields = { ...draft.fields, topic: ' deck ', tags: 'bell, , up' };
  expect(settingsOf(ntfy, { ...draft, fields })).toEqual({
    name: 'phone-2',
    kind: 'ntfy',
    carries: 'push',
    server: 'https://ntfy.sh',
    topic: 'deck',
    priority: 3,
    tags: ['bell', 'up'],
    most_per_hour: 30,
    digest_from: 4,
    timeout_seconds: 15,
  });
  const hours = { ...draft, quietFrom: '22:00', quietTo: '07:00', zone: 'Europe/Berlin' };
  expect(settingsOf(ntfy, hours)).toMatchObject({ quiet_hours: '22:00-07:00', time_zone: 'Europe/Berlin' });
});

test('headers are entered one per line, and a body keeps its spaces', () => {
  const webhook = template('webhook');
  const draft = emptyDraft(webhook, []);
  const fields = {
    ...draft.fields,
    url: 'https://a.example',
    headers: 'X-Room: hall: 2\n\nX-Empty',
    body: ' {}\n',
  };
  expect(settingsOf(webhook, { ...draft, fields })).toMatchObject({
    headers: { 'X-Room': 'hall: 2', 'X-Empty': '' },
    body: ' {}\n',
  });
});

test('an existing channel keeps its secrets until replaced, and settings without a field', () => {
  const shown = {
    name: 'hook',
    kind: 'webhook',
    carries: 'sms',
    content_type: 'text/plain',
    headers: { Authorization: null },
    quiet_hours: '22:00-07:00',
    time_zone: 'Europe/Berlin',
  };
  const draft = draftOf(shown);
  expect(templateOf(shown).value).toBe('webhook');
  expect(draft).toMatchObject({ name: 'hook', carries: 'sms', quietFrom: '22:00', quietTo: '07:00' });
  const same = settingsOf(templateOf(shown), draft, shown);
  expect(same).toMatchObject({ ...shown, method: 'POST' });
  expect(same).not.toHaveProperty('url');
  expect(same).not.toHaveProperty('body');
  const without = { ...draft, quietFrom: '', quietTo: '', fields: { ...draft.fields, secret: '' } };
  const changed = settingsOf(templateOf(shown), without, shown);
  expect(changed).toMatchObject({ secret: '' });
  expect(changed).not.toHaveProperty('quiet_hours');
  expect(changed).not.toHaveProperty('time_zone');
});

test('a preview is requested without secrets', () => {
  const secrets = { token: 'a', password: 'b', secret: 'c', topic: 'd', headers: { Authorization: 'e' } };
  const messageSettings = { name: 'hook', kind: 'webhook', body: '{{text}}' };
  expect(previewSettings({ ...secrets, ...messageSettings, url: 'https://hook.example/f' })).toEqual(
    messageSettings,
  );
  const url = 'https://hook.example/?text={{text}}';
  expect(previewSettings({ ...secrets, ...messageSettings, url })).toEqual({ ...messageSettings, url });
});

test('the template of a channel is found by its kind and preset', () => {
  expect(templateOf({ kind: 'webhook', preset: 'telegram' }).label).toBe('Telegram');
  expect(templateOf({ kind: 'smtp' }).label).toBe('Email');
  expect(draftOf({ kind: 'smtp', name: 'mail', to: ['a@b.c', 'd@e.f'] })).toMatchObject({
    carries: 'email',
    fields: { to: 'a@b.c, d@e.f', security: 'starttls' },
  });
});

test('a name that is taken gets a number', () => {
  expect(freeName('mail', ['mail', 'mail-2'])).toBe('mail-3');
});

test('a server error names its field', () => {
  expect(parseFieldError('topic: a value is required.')).toEqual({
    key: 'topic',
    text: 'A value is required.',
  });
  expect(parseFieldError('There is already a channel called a.')).toEqual({
    key: null,
    text: 'There is already a channel called a.',
  });
});
