import { expect, test, vi } from 'vitest';
import { addressOf, endSubscription, moveTo, openAt, readMessage } from './push.ts';

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

const subscription = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: new ArrayBuffer(65) },
  toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
  unsubscribe: vi.fn(async () => true),
});

test('a subscription that moved is told with the place that it replaces, and made where the browser made none', async () => {
  const [old, moved] = [subscription('https://push.example/old'), subscription('https://push.example/new')];
  const told: unknown[] = [];
  const tell = async (body: string) => {
    told.push(JSON.parse(body));
    return new Response();
  };
  const subscribe = vi.fn(async () => moved);
  const pushManager = { getSubscription: async () => null, subscribe };
  const body = { name: 'This browser', endpoint: moved.endpoint, p256dh: 'key', auth: 'secret' };
  await moveTo(pushManager, { oldSubscription: old, newSubscription: moved }, tell);
  expect(subscribe).not.toHaveBeenCalled();
  await moveTo(pushManager, { oldSubscription: old }, tell);
  const { applicationServerKey } = old.options;
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey });
  expect(told).toEqual([0, 1].map(() => ({ ...body, replaces: old.endpoint })));
  // It knows neither: nothing can be made, and nothing is told.
  await moveTo(pushManager, {}, tell);
  expect(told).toHaveLength(2);
});

test('signing out ends the subscription, where there is one', async () => {
  const own = subscription('https://push.example/own');
  await endSubscription({ getSubscription: async () => own, subscribe: async () => own });
  expect(own.unsubscribe).toHaveBeenCalledOnce();
  await endSubscription({ getSubscription: async () => null, subscribe: async () => own });
  // A browser without Web Push has no manager.
  await endSubscription(undefined);
});
