import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushedMessage } from '../worker/push.ts';
import { expectAccessible } from './axe.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

test.describe.configure({ mode: 'serial' });
test.use({ serviceWorkers: 'allow' });

/** The browser's keys; the push service never sees them. */
const keys = createECDH('prime256v1');
keys.generateKeys();
const auth = randomBytes(16);

/** What the push service received. */
const received: Buffer[] = [];
let status = 201;
let pushService: HttpServer;
let endpoint: string;
let server: Server;
let folder: string;

test.beforeAll(async () => {
  pushService = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push(Buffer.concat(parts));
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => pushService.listen(0, '127.0.0.1', done));
  endpoint = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}/send/a-secret-path`;
  folder = mkdtempSync(join(tmpdir(), 'marketdeck-push-'));
  const config = join(folder, 'config.toml');
  writeFileSync(config, 'private_push = true\n');
  server = await startServer('127.0.0.1:0', undefined, ['--config', config]);
});
test.afterAll(async () => {
  await server?.stop();
  pushService?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Decrypts a message: RFC 8291 section 3.4 and RFC 8188 section 2. */
function decrypted(message: Buffer): PushedMessage {
  const salt = message.subarray(0, 16);
  const theirs = message.subarray(21, 21 + (message[20] ?? 0));
  const sealed = message.subarray(21 + theirs.length);
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const input = derive(keys.computeSecret(theirs), auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const open = createDecipheriv('aes-128-gcm', key, nonce);
  open.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  expect(text.at(-1)).toBe(2);
  return JSON.parse(text.subarray(0, -1).toString());
}

/** Replaces the browser vendor's push service by a local one, with our keys. */
const subscribesHere = (page: Page) =>
  page.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const created = () => {
        const options = localStorage.getItem('test-subscription');
        return options === null
          ? null
          : {
              endpoint,
              toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
              unsubscribe: async () => {
                localStorage.removeItem('test-subscription');
                return true;
              },
            };
      };
      PushManager.prototype.getSubscription = async () => created() as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem('test-subscription', String(options?.applicationServerKey));
        return created() as unknown as PushSubscription;
      };
    },
    { endpoint, p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
  );

const browsers = (page: Page) => page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');
const open = async (page: Page) => {
  await page.goto(`${server.url}settings?section=channels`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
};

test('ALRT-05 a browser gets alerts with its page closed, turned on and off by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await subscribesHere(page);
  await open(page);
  const show = page.getByRole('button', { name: 'Turn on alerts in this browser' });
  const dont = page.getByRole('button', { name: 'Turn off alerts in this browser' });
  await show.press('Enter');
  await expect(browsers(page)).toHaveText(/^Chrome on Windows This browser/);
  await expect(dont).toBeFocused();
  await expect(page.getByRole('main')).not.toContainText('a-secret-path');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  // The worker shows what the server sends: once, however often it arrives.
  await page.getByRole('button', { name: 'Send test to Chrome on Windows' }).click();
  await expect(page.getByText('Test arrived')).toBeVisible();
  expect(received).toHaveLength(1);
  const message = decrypted(received[0] as Buffer);
  expect(message).toMatchObject({ title: 'Test', path: 'premium-alerts' });
  const cdp = await context.newCDPSession(page);
  const registration = new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === server.url);
      if (own) found(own.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const deliver = async (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(server.url).origin,
      registrationId: await registration,
      data,
    });
  // A headless browser refuses to show notifications; the test checks the worker's call.
  const worker = context.serviceWorkers().find((each) => each.url().startsWith(server.url));
  if (!worker) throw new Error('the page has no worker');
  await worker.evaluate(() => {
    const notifications: unknown[] = [];
    Object.assign(self, { notifications });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data } = {}) => {
      notifications.push({ title, body, tag, data });
    };
  });
  const notifications = () =>
    worker.evaluate(() => (self as unknown as { notifications: unknown[] }).notifications);
  // The tag makes the second notification replace the first.
  const shown = { title: 'Test', body: message.text, tag: message.key, data: 'premium-alerts' };
  await deliver(JSON.stringify(message));
  await expect.poll(notifications).toEqual([shown]);
  await deliver(JSON.stringify(message));
  await expect.poll(notifications).toEqual([shown, shown]);
  await deliver('no JSON');
  await expect.poll(notifications).toContainEqual(expect.objectContaining({ title: 'Marketdeck' }));

  // An alert reaches the push service directly, without an open page.
  const alert = { type: 'price', symbol: 'AAPL', condition: 'above', value: 1, frequency: 'once' };
  const created = await page.request.post(`${server.url}api/alerts`, {
    data: { ...alert, delivery: ['push'], whenMet: 'tell_now' },
  });
  expect(created.status()).toBe(201);
  await expect.poll(() => received.length).toBe(2);
  expect(decrypted(received[1] as Buffer)).toMatchObject({ title: 'AAPL', path: 'ticker/AAPL' });

  await page.reload();
  await expect(browsers(page)).toContainText('This browser');
  await dont.press('Space');
  await expect(browsers(page)).toHaveCount(0);
  await expect(show).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
});

test('a browser that refuses, and one that ended its subscription elsewhere, show a sentence', async ({
  page,
  context,
}) => {
  await subscribesHere(page);
  await page.addInitScript(() => {
    if (!localStorage.getItem('allowed')) Notification.requestPermission = async () => 'denied';
  });
  await open(page);
  await page.getByRole('button', { name: 'Turn on alerts in this browser' }).click();
  await expect(
    page.getByText(/^This browser blocks notifications from this page\. Allow them/),
  ).toBeVisible();
  await expect(browsers(page)).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('allowed', 'yes'));
  await context.grantPermissions(['notifications'], { origin: server.url });
  await open(page);
  await page.getByRole('button', { name: 'Turn on alerts in this browser' }).click();
  await expect(browsers(page)).toHaveCount(1);
  status = 410;
  await page.getByRole('button', { name: 'Send test to Chrome on Windows' }).click();
  await expect(browsers(page)).toHaveCount(0);
});
