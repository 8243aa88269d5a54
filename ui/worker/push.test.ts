import { expect, test, vi } from 'vitest';
import { addressOf, openAt, readMessage } from './push.ts';

const SCOPE = 'https://deck.example/base/';

test('what cannot be read is shown as an alert nevertheless', () => {
  const message = { key: 'k', title: 'AAPL', text: 'AAPL rose', path: 'ticker/AAPL' };
  expect(readMessage(JSON.stringify(message))).toEqual(message);
  for (const text of [null, '', 'no JSON', '{}', 'null', '{"key":1,"title":"a","text":"b","path":"c"}'])
    expect(readMessage(text)).toMatchObject({ key: 'unreadable', path: 'premium-alerts' });
});

test('a notification leads nowhere but into the app', () => {
  expect(addressOf('ticker/GC%3DF', SCOPE)).toBe(`${SCOPE}ticker/GC%3DF`);
  for (const path of [
    'https://evil.example/',
    '//evil.example',
    '../other',
    'javascript:alert(1)',
    7,
    undefined,
  ])
    expect(addressOf(path, SCOPE)).toBe(SCOPE);
});

test('an open window is led there, and one is opened where there is none', async () => {
  const openWindow = vi.fn();
  const window = { url: `${SCOPE}news`, focus: vi.fn(), navigate: vi.fn() };
  const clients = (windows: (typeof window)[]) => ({ openWindow, matchAll: async () => windows });
  const other = { ...window, url: 'https://deck.example/elsewhere' };
  await openAt(clients([other, window]), `${SCOPE}ticker/AAPL`, SCOPE);
  expect(window.navigate).toHaveBeenCalledExactlyOnceWith(`${SCOPE}ticker/AAPL`);
  expect(openWindow).not.toHaveBeenCalled();
  await openAt(clients([other]), `${SCOPE}ticker/AAPL`, SCOPE);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${SCOPE}ticker/AAPL`);
});
