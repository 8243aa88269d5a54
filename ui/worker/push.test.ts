import { expect, test, vi } from 'vitest';
import { endSubscription, notificationUrl, openWindowAt, readMessage, replaceSubscription } from './push.ts';

const SCOPE = 'https://deck.example/base/';

test('an unreadable message is shown as a general alert notification', () => {
  const message = { key: 'k', title: 'AAPL', text: 'AAPL rose', path: 'ticker/AAPL' };
  expect(readMessage(JSON.stringify(message))).toEqual(message);
  for (const text of [null, '', 'no JSON', '{}', 'null', '{"key":1,"title":"a","text":"b","path":"c"}'])
    expect(readMessage(text)).toMatchObject({ key: 'unreadable', path: 'premium-alerts' });
});

test('a notification opens only URLs of the app', () => {
  expect(notificationUrl('ticker/GC%3DF', SCOPE)).toBe(`${SCOPE}ticker/GC%3DF`);
  for (const path of [
    'https://evil.example/',
    '//evil.example',
    '../other',
    'javascript:alert(1)',
    7,
    undefined,
  ])
    expect(notificationUrl(path, SCOPE)).toBe(SCOPE);
});

test('an open window of the app is navigated; without one, a window is opened', async () => {
  const openWindow = vi.fn();
  const window = { url: `${SCOPE}news`, focus: vi.fn(), navigate: vi.fn() };
  const clients = (windows: (typeof window)[]) => ({ openWindow, matchAll: async () => windows });
  const other = { ...window, url: 'https://deck.example/elsewhere' };
  await openWindowAt(clients([other, window]), `${SCOPE}ticker/AAPL`, SCOPE);
  expect(window.navigate).toHaveBeenCalledExactlyOnceWith(`${SCOPE}ticker/AAPL`);
  expect(openWindow).not.toHaveBeenCalled();
  await openWindowAt(clients([other]), `${SCOPE}ticker/AAPL`, SCOPE);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${SCOPE}ticker/AAPL`);
});

const subscription = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: new ArrayBuffer(65) },
  toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
  unsubscribe: vi.fn(async () => true),
});

test('a changed subscription is registered with the endpoint it replaces, and created if the browser created none', async () => {
  const [oldSubscription, newSubscription] = [
    subscription('https://push.example/old'),
    subscription('https://push.example/new'),
  ];
  const registered: unknown[] = [];
  const register = async (body: string) => {
    registered.push(JSON.parse(body));
    return new Response();
  };
  const subscribe = vi.fn(async () => newSubscription);
  const pushManager = { getSubscription: async () => null, subscribe };
  const body = { name: 'This browser', endpoint: newSubscription.endpoint, p256dh: 'key', auth: 'secret' };
  await replaceSubscription(pushManager, { oldSubscription, newSubscription }, register);
  expect(subscribe).not.toHaveBeenCalled();
  await replaceSubscription(pushManager, { oldSubscription }, register);
  const { applicationServerKey } = oldSubscription.options;
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey });
  expect(registered).toEqual([0, 1].map(() => ({ ...body, replaces: oldSubscription.endpoint })));
  // Without either subscription, none can be created or registered.
  await replaceSubscription(pushManager, {}, register);
  expect(registered).toHaveLength(2);
});

test('signing out ends an existing subscription', async () => {
  const current = subscription('https://push.example/own');
  await endSubscription({ getSubscription: async () => current, subscribe: async () => current });
  expect(current.unsubscribe).toHaveBeenCalledOnce();
  await endSubscription({ getSubscription: async () => null, subscribe: async () => current });
  // A browser without Web Push has no manager.
  await endSubscription(undefined);
});
