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

/** The keys of the browser. The push service does not get them. */
const keys = createECDH('prime256v1');
keys.generateKeys();
const auth = randomBytes(16);

/** The messages that the push service received. */
const received: Buffer[] = [];
let status = 201;
let pushService: HttpServer;
let endpoint: string;
let server: Server;
let folder: string;

test.beforeAll(async () => {
  pushService = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push(Buffer.concat(chunks));
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

/** Decrypts a push message (RFC 8291 section 3.4 and RFC 8188 section 2). */
function decrypt(message: Buffer): PushedMessage {
  const salt = message.subarray(0, 16);
  const serverKey = message.subarray(21, 21 + (message[20] ?? 0));
  const ciphertext = message.subarray(21 + serverKey.length);
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), serverKey]);
  const input = derive(keys.computeSecret(serverKey), auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(ciphertext.subarray(-16));
  const text = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  expect(text.at(-1)).toBe(2);
  return JSON.parse(text.subarray(0, -1).toString());
}

/** Replaces the push service of the browser vendor with the local one and the keys above. */
const mockPushService = (page: Page) =>
  page.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const subscription = () => {
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
      PushManager.prototype.getSubscription = async () => subscription() as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem('test-subscription', String(options?.applicationServerKey));
        return subscription() as unknown as PushSubscription;
      };
    },
    { endpoint, p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
  );

const browsers = (page: Page) => page.getByRole('list', { name: 'Browsers' }).getByRole('listitem');
const open = async (page: Page) => {
  await page.goto(`${server.url}settings?section=channels`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
};

test('ALRT-05 a browser gets alerts by Web Push, which is turned on and off by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await mockPushService(page);
  await open(page);
  const turnOn = page.getByRole('button', { name: 'Turn on alerts in this browser' });
  const turnOff = page.getByRole('button', { name: 'Turn off alerts in this browser' });
  await turnOn.press('Enter');
  await expect(browsers(page)).toHaveText(/^Chrome on Windows This browser/);
  await expect(turnOff).toBeFocused();
  await expect(page.getByRole('main')).not.toContainText('a-secret-path');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  // The service worker shows the server's message.
  await page.getByRole('button', { name: 'Send test to Chrome on Windows' }).click();
  await expect(page.getByText('Test arrived')).toBeVisible();
  expect(received).toHaveLength(1);
  const message = decrypt(received[0] as Buffer);
  expect(message).toMatchObject({ title: 'Test', path: 'premium-alerts' });
  const cdp = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ownRegistration = registrations.find(({ scopeURL }) => scopeURL === server.url);
      if (ownRegistration) resolve(ownRegistration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const deliver = async (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(server.url).origin,
      registrationId: await registration,
      data,
    });
  // A headless browser can't show notifications, so the test records the worker's calls.
  const worker = context.serviceWorkers().find((each) => each.url().startsWith(server.url));
  if (!worker) throw new Error('the page has no service worker');
  await worker.evaluate(() => {
    const notifications: unknown[] = [];
    Object.assign(self, { notifications });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data } = {}) => {
      notifications.push({ title, body, tag, data });
    };
  });
  const notifications = () =>
    worker.evaluate(() => (self as unknown as { notifications: unknown[] }).notifications);
  // A second notification with the same tag replaces the first.
  const expectedNotification = {
    title: 'Test',
    body: message.text,
    tag: message.key,
    data: 'premium-alerts',
  };
  await deliver(JSON.stringify(message));
  await expect.poll(notifications).toEqual([expectedNotification]);
  await deliver(JSON.stringify(message));
  await expect.poll(notifications).toEqual([expectedNotification, expectedNotification]);
  await deliver('no JSON');
  await expect.poll(notifications).toContainEqual(expect.objectContaining({ title: 'Marketdeck' }));

  // A fired alert is sent to the push service.
  const alert = { type: 'price', symbol: 'AAPL', condition: 'above', value: 1, frequency: 'once' };
  const response = await page.request.post(`${server.url}api/alerts`, {
    data: { ...alert, delivery: ['push'], whenMet: 'tell_now' },
  });
  expect(response.status()).toBe(201);
  await expect.poll(() => received.length).toBe(2);
  expect(decrypt(received[1] as Buffer)).toMatchObject({ title: 'AAPL', path: 'ticker/AAPL' });

  await page.reload();
  await expect(browsers(page)).toContainText('This browser');
  await turnOff.press('Space');
  await expect(browsers(page)).toHaveCount(0);
  await expect(turnOn).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
});

test('blocked notifications show a message, and an expired subscription is removed', async ({
  page,
  context,
}) => {
  await mockPushService(page);
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
