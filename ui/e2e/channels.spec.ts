import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { checkPage } from './checkPage.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

/**
 * A server whose channels come only from the configuration file. The receiver of `phone` accepts every message; the
 * receiver of `hall` responds with 502.
 */
let server: Server;
let phone: Receiver;
let hall: Receiver;
let folder: string;

test.beforeAll(async () => {
  [phone, hall] = await Promise.all([startReceiver(), startReceiver()]);
  hall.respondWith(502);
  folder = mkdtempSync(join(tmpdir(), 'marketdeck-channels-'));
  const config = join(folder, 'config.toml');
  writeFileSync(
    config,
    `channels_on_page = false

[[channels]]
name = "phone"
kind = "webhook"
url = "${phone.url}/hook-of-nobody-else"

[[channels]]
name = "hall"
kind = "webhook"
url = "${hall.url}/hook-of-nobody-else"
most_per_hour = 12
quiet_hours = "02:00-03:00"
time_zone = "Europe/Berlin"
`,
  );
  server = await startServer('127.0.0.1:0', undefined, ['--config', config]);
});
test.afterAll(async () => {
  await Promise.all([server?.stop(), phone?.stop(), hall?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const channels = async (page: Page): Promise<{ channel: string; failing: boolean }[]> =>
  (await page.request.get(`${server.url}api/alert-channels`)).json();
const card = (page: Page, name: string) => page.getByRole('region', { name: `Channel ${name}` });

interface Attempt {
  channel: string;
  outcome: string;
  attempt: number;
}

test("ALRT-05 channels show their host without secrets, and a test shows the receiver's response", async ({
  page,
}) => {
  await page.goto(`${server.url}settings`);
  await page.getByRole('tab', { name: 'Alert channels' }).click();
  await expect(page).toHaveURL(/\?section=channels$/);
  await expect(card(page, 'phone')).toContainText(new URL(phone.url).host);
  await expect(card(page, 'phone')).toContainText('Quiet hoursNone');
  await expect(card(page, 'hall')).toContainText(
    '12 messages an hour; 4 or more alerts at once are combined',
  );
  await expect(card(page, 'hall')).toContainText('02:00 to 03:00, Europe/Berlin');
  await expect(card(page, 'hall')).toContainText('From the configuration file');
  await expect(page.getByRole('button', { name: 'Add channel' })).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('hook-of-nobody-else');
  const missing = page.getByRole('region', { name: 'Not set up' });
  await expect(missing.getByRole('listitem')).toHaveText([/^Email Not set up/, /^SMS Not set up/]);
  const lines = page.getByRole('region', { name: 'Add a channel' });
  await missing.getByRole('button', { name: 'Set up Email' }).click();
  await expect(lines).toContainText('kind = "smtp"');
  await expect(lines).toBeInViewport();
  await missing.getByRole('button', { name: 'Set up SMS' }).press('Enter');
  await expect(lines).toContainText('carries = "sms"');

  await page.getByRole('button', { name: 'Send test to phone' }).click();
  await expect(card(page, 'phone').getByRole('status')).toContainText('Test arrived. 200 OK, in');
  expect(phone.received).toMatchObject([{ test: true }]);
  const other = page.getByRole('button', { name: 'Send test to hall' });
  await other.focus();
  await page.keyboard.press('Enter');
  await expect(card(page, 'hall').getByRole('status')).toContainText('Test failed. HTTP 502 Bad Gateway, in');
  await expect(other).toBeFocused();
  await expectAccessible(page);

  // The page shows lines for the configuration file.
  const recipe = page.getByRole('region', { name: 'Add a channel' });
  await expect(recipe).toContainText('carries = "sms"');
  await recipe.getByRole('button', { name: 'Mail' }).press('Enter');
  await expect(recipe).toContainText('kind = "smtp"');
});

test('ALRT-02 ALRT-05 an alert can use a delivery method and a channel, and both can be tested', async ({
  page,
}) => {
  await page.goto(`${server.url}premium-alerts`);
  const delivery = page.getByRole('group', { name: 'Delivery' });
  // Methods that aren't set up are one line, which names them.
  await expect(delivery.getByRole('link', { name: 'Set up Email' })).toBeHidden();
  await delivery.getByText("Email and SMS aren't set up").click();
  await expect(delivery.getByLabel('Email')).toBeDisabled();
  await expect(delivery.getByRole('link', { name: 'Set up Email' })).toBeVisible();
  await delivery.getByRole('button', { name: 'Send test to Push' }).click();
  await expect(delivery).toContainText('phone: Test arrived. 200 OK');
  await expect(delivery).toContainText('hall: Test failed. HTTP 502 Bad Gateway');
  await delivery.getByLabel('Push').check();
  await delivery.getByLabel('hall').check();
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Value').fill('9999');
  await page.getByRole('button', { name: 'Create Alert' }).press('Enter');
  const row = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem').first();
  await expect(row).toContainText('Once Only · In-App, Push, hall');
  await delivery.getByRole('link', { name: 'Channels' }).click();
  await expect(page.getByRole('heading', { name: 'Alert channels' })).toBeVisible();
});

test('ALRT-05 a fired alert reaches the receiver, and the bell and the delivery log show a failure', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { price } = await (await page.request.get(`${server.url}api/tickers/BTC`)).json();
  phone.received.length = 0;
  // Many levels are close to the price, so the next price changes cross some of them.
  for (let step = -10; step <= 10; step++) {
    const value = price * (1 + step * 2e-5);
    const alert = { type: 'price', symbol: 'BTC', condition: 'crosses', value, frequency: 'once' };
    await page.request.post(`${server.url}api/alerts`, { data: { ...alert, delivery: ['push', 'in_app'] } });
  }
  const isFailing = async () =>
    (await channels(page)).some(({ channel, failing }) => channel === 'hall' && failing);
  await expect.poll(isFailing, { timeout: 120_000 }).toBe(true);
  await expect.poll(() => phone.received.some(({ text }) => /BTC price crossed/.test(text))).toBe(true);

  await page.goto(`${server.url}premium-alerts?tab=history`);
  const first = page.getByRole('list', { name: 'Fired alerts' }).getByRole('listitem').last();
  await first.getByRole('button', { name: /^Deliveries of: BTC price crossed/ }).press('Enter');
  const attempts = page.getByRole('list', { name: /^Deliveries of: BTC price crossed/ });
  await expect(attempts.getByRole('listitem').filter({ hasText: 'phone' })).toContainText('Delivered');
  await expect(attempts.getByRole('listitem').filter({ hasText: 'hall' }).first()).toContainText(
    'HTTP 502 Bad Gateway, will retry',
  );
  await expectAccessible(page);

  const bell = page.getByRole('button', { name: /^Notifications.*, a channel fails$/ });
  await bell.click();
  const undelivered = page.getByRole('list', { name: 'Not delivered' });
  await expect(undelivered).toContainText('hall');
  await expect(undelivered).toContainText('HTTP 502 Bad Gateway');
  await expect(undelivered).toContainText('BTC price crossed');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();

  // The bell shows no failure after the receiver works again.
  hall.respondWith(200);
  await expect.poll(isFailing, { timeout: 120_000 }).toBe(false);
  await page.goto(`${server.url}settings?section=channels`);
  await expect(card(page, 'hall')).toContainText('Last delivered');
  await expect(page.getByRole('button', { name: /^Notifications/ })).not.toHaveAccessibleName(/fails/);
  await expect(page.getByRole('list', { name: 'Last deliveries' })).toContainText('Delivered');
  const fetchDeliveries = async (): Promise<Attempt[]> =>
    (await page.request.get(`${server.url}api/alert-deliveries`)).json();
  expect(await fetchDeliveries()).toContainEqual(
    expect.objectContaining({ channel: 'hall', outcome: 'failed' }),
  );
  // Another alert may have been delivered at its first attempt, so this waits for a delivery after a retry.
  const isRetried = ({ channel, outcome, attempt }: Attempt) =>
    channel === 'hall' && outcome === 'delivered' && attempt > 1;
  await expect.poll(async () => (await fetchDeliveries()).some(isRetried), { timeout: 120_000 }).toBe(true);
});

checkPage(
  'settings?section=channels',
  (page) => expect(card(page, 'hall')).toBeVisible(),
  () => server.url,
);
checkPage(
  'premium-alerts',
  async (page) => {
    // In a narrow window, the form opens in a layer.
    const isNarrow = (page.viewportSize()?.width ?? 0) < 1024;
    if (isNarrow && !(await page.getByRole('dialog').isVisible()))
      await page.getByRole('button', { name: 'Create Alert' }).click();
    await expect(page.getByRole('button', { name: 'Send test to hall' })).toBeVisible();
  },
  () => server.url,
);

test('an alert created at the bell of a ticker goes to the configured channels, unless they are unticked', async ({
  page,
}) => {
  const delivery = async () => (await (await page.request.get(`${server.url}api/alerts`)).json())[0].delivery;
  const createAtBell = async (level: string, untick: boolean) => {
    await page.goto(`${server.url}ticker/ETH`);
    await page.getByRole('button', { name: 'Alert', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'New alert on ETH' });
    await form.getByRole('textbox').fill(level);
    const push = form.getByRole('checkbox', { name: 'Push' });
    await expect(push).toBeChecked();
    if (untick) await push.uncheck();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create Alert' }).click();
    await expect(form).toBeHidden();
  };
  await createAtBell('91234', false);
  expect(await delivery()).toEqual(['in_app', 'push']);
  await createAtBell('92345', true);
  expect(await delivery()).toEqual(['in_app']);
  await test.step('the choice is kept', async () => {
    await page.goto(`${server.url}ticker/ETH`);
    await page.getByRole('button', { name: 'Alert', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: 'Push' })).not.toBeChecked();
  });
});
