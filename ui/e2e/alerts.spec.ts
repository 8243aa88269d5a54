import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { checkPage, failUntilRetry } from './checkPage.ts';
import { type Server, startServer } from './server.ts';
import { type APIRequestContext, expect, type Page, test } from './test.ts';
import { expectErrorToast, expectToast } from './toasts.ts';

/** All browsers share the alerts of a server, so each test starts its own server. */
let server: Server;
test.afterEach(async () => server?.stop());

/** Starts a server and waits for its sample alerts; deletes them for 'no samples'. */
async function startServerWith(request: APIRequestContext, samples: 'samples' | 'no samples'): Promise<void> {
  server = await startServer();
  const alerts = async (): Promise<{ id: number }[]> => (await request.get(`${server.url}api/alerts`)).json();
  await expect.poll(async () => (await alerts()).length, { timeout: 60_000 }).toBe(4);
  if (samples === 'samples') return;
  for (const { id } of await alerts()) await request.delete(`${server.url}api/alerts/${id}`);
}

const fetchAlerts = async (page: Page) => (await page.request.get(`${server.url}api/alerts`)).json();
/** Presses the button by keyboard, because hints that appear after typing would move it away from the pointer. */
const pressCreate = (page: Page) => page.getByRole('button', { name: 'Create Alert' }).press('Enter');

test('TICK-10 ALRT-03 ALRT-04 an alert is created, switched off, reactivated and deleted', async ({
  page,
}) => {
  await startServerWith(page.request, 'no samples');
  await page.goto(`${server.url}ticker/AAPL`);
  await page.getByRole('button', { name: 'Set Price Alert' }).click();
  await page.getByRole('link', { name: 'More conditions and delivery' }).click();
  await expect(page.getByLabel('Asset')).toHaveValue('AAPL');
  await expect(page.getByLabel('Value')).not.toHaveValue('');
  await expect(page.getByText('Apple Inc.').first()).toBeVisible();
  await page.getByLabel('Value').fill('99,999');
  await pressCreate(page);
  await expectToast(page, 'Alert created', 'Your alert has been created successfully');
  await expect(page.getByLabel('Asset')).toHaveValue('');
  await expect(page.getByLabel('Value')).toHaveValue('');
  const active = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  await expect(active).toHaveCount(1);
  await expect(active).toContainText('AAPL');
  await expect(active).toContainText('Price rises above $99,999.00');
  await expect(active).toContainText(/now \$[\d,.]+ [\d,.]+% away/);
  await expect(active).toContainText('Once Only · In-App');
  expect(await fetchAlerts(page)).toMatchObject([
    { symbol: 'AAPL', condition: 'above', value: 99999, active: true, delivery: ['in_app'] },
  ]);

  await page.getByRole('switch', { name: /^Watch AAPL/ }).click({ force: true });
  await expect(page.getByText('No active alerts. Create one to get started!')).toBeVisible();
  await page.getByRole('tab', { name: 'Alert History' }).click();
  const inactive = page.getByRole('list', { name: 'Inactive alerts' }).getByRole('listitem');
  await expect(inactive).toContainText('Created Nov 20, 2026');
  await page.getByRole('button', { name: /^Reactivate AAPL/ }).click();
  await expect(page.getByText('No alert history found.')).toBeVisible();
  await page.getByRole('tab', { name: 'Active Alerts' }).click();
  await page.getByRole('button', { name: /^Delete AAPL/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete alert' });
  await expect(dialog).toContainText('AAPL: Price rises above $99,999.00');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(active).toHaveCount(1);
  await page.getByRole('button', { name: /^Delete AAPL/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Alert deleted', 'Your alert has been deleted');
  await expect(page.getByText('No active alerts. Create one to get started!')).toBeVisible();
  expect(await fetchAlerts(page)).toEqual([]);
});

test('ALRT-02 ALRT-04 every type has its fields, and a new alert comes first', async ({ page }) => {
  await startServerWith(page.request, 'no samples');
  await page.goto(`${server.url}premium-alerts`);
  await expect(page.getByLabel('Type')).toHaveValue('price');
  await expect(page.getByLabel('Condition')).toHaveValue('above');
  await expect(page.getByLabel('Frequency')).toHaveValue('once');
  const options = (label: string) => page.getByLabel(label).locator('option');
  await expect(options('Type')).toHaveText(['Price', 'Volume', 'News', 'Technical Analysis']);
  await expect(options('Condition')).toHaveText(['Rises Above', 'Falls Below', 'Crosses', 'Percent Change']);
  await expect(options('Frequency')).toHaveText(['Once Only', 'Every Time', 'Daily Summary']);

  const rows = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  const expectCreated = async (badge: string, sentence: string, fields: Record<string, unknown>) => {
    await pressCreate(page);
    await expect(rows.first()).toContainText(sentence);
    await expect(rows.first().getByText(badge, { exact: true })).toBeVisible();
    expect((await fetchAlerts(page))[0]).toMatchObject(fields);
  };
  await page.getByLabel('Asset').fill('^GSPC');
  await expect(page.getByLabel('Value (points)')).toBeVisible();
  await page.getByLabel('Asset').fill('BTC');
  await expect(page.getByLabel('Value (US dollars)')).toBeVisible();
  await page.getByLabel('Condition').selectOption('Percent Change');
  await page.getByLabel('Value').fill('5');
  await page.getByLabel('Within').selectOption('4 hours');
  await page.getByLabel('Frequency').selectOption('Every Time');
  await expectCreated('Price', 'Price changes by 5% in 4 hours', { windowHours: 4, frequency: 'always' });

  await page.getByLabel('Type').selectOption('Volume');
  await page.getByLabel('Asset').fill('MSFT');
  await page.getByLabel('Condition').selectOption('Percent Change');
  await expect(page.getByLabel('Within')).toBeHidden();
  await page.getByLabel('Value (percent)').fill('50');
  await expectCreated('Volume', 'Daily volume changes by 50%', {
    condition: 'percent_change',
    value: 50,
  });
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Condition').selectOption('Falls Below');
  await page.getByLabel('Value').fill('1000000');
  await expectCreated('Volume', 'Volume falls below 1,000,000', {
    type: 'volume',
    condition: 'below',
    value: 1_000_000,
  });

  await page.getByLabel('Type').selectOption('News');
  await expect(page.getByLabel('Condition')).toBeHidden();
  await expect(page.getByLabel('Value')).toBeHidden();
  await page.getByLabel('About').selectOption('Earnings tomorrow');
  await expect(page.getByLabel('Keywords')).toBeHidden();
  await page.getByLabel('Asset').fill('AAPL');
  await expectCreated('Event', 'Earnings tomorrow', {
    type: 'event',
    indicator: 'earnings',
    condition: null,
  });
  await page.getByLabel('About').selectOption('Articles');
  await page.getByLabel('Asset').fill('NVDA');
  await page.getByLabel('Frequency').selectOption('Daily Summary');
  await expectCreated('News', 'News about NVDA', {
    type: 'news',
    condition: null,
    value: null,
    frequency: 'daily',
  });

  await page.getByLabel('Type').selectOption('Technical Analysis');
  await page.getByLabel('Asset').fill('ETH');
  await page.getByLabel('Based on').selectOption('Hourly bars');
  await page.getByLabel('Value').fill('70');
  await expectCreated('Technical Analysis', '14-hour RSI rises above 70', {
    indicator: 'rsi',
    interval: '1h',
    value: 70,
  });
  const hourly = page.getByRole('listitem').filter({ hasText: '14-hour RSI rises above 70' });
  await expect(hourly).toContainText(/now \d+\.\d/);

  await page.getByLabel('Indicator').selectOption('Moving averages (50 and 200)');
  await expect(page.getByLabel('Value')).toBeHidden();
  await page.getByLabel('Asset').fill('SPY');
  await page.getByLabel('Based on').selectOption('Daily bars');
  await page.getByLabel('Condition').selectOption('Crosses');
  await expectCreated('Technical Analysis', '50-day average crosses the 200-day average', {
    indicator: 'sma_cross',
    interval: '1d',
  });

  await page.getByLabel('Indicator').selectOption('Distance from the 52-week high');
  await expect(page.getByLabel('Based on')).toBeHidden();
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Condition').selectOption('Rises Above');
  await page.getByLabel('Value (percent)').fill('20');
  await expectCreated('Technical Analysis', 'Distance from the 52-week high rises above 20%', {
    indicator: 'year_high',
    interval: null,
    value: 20,
  });

  await page.getByLabel('Indicator').selectOption('Opening gap');
  await expect(page.getByLabel('Condition')).toBeHidden();
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Value (percent)').fill('3');
  await expectCreated('Technical Analysis', 'Opens 3% above or below the previous close', {
    indicator: 'gap',
    condition: 'percent_change',
    value: 3,
  });

  await page.getByLabel('Type').selectOption('News');
  await page.getByLabel('Asset').fill('NVDA');
  await page.getByLabel('Keywords (optional)').fill('chip ban');
  await expectCreated('News', 'News about NVDA with “chip ban”', { words: 'chip ban' });
  await expect(rows).toHaveCount(10);
  await page.reload();
  await expect(rows).toHaveCount(10);
});

test('ALRT-02 any ticker of the server can be selected, and the selected delivery methods are sent', async ({
  page,
}) => {
  await startServerWith(page.request, 'no samples');
  await page.route('**/api/alert-channels', (route) =>
    route.fulfill({
      json: ['in_app', 'email', 'sms', 'push'].map((channel) => ({
        channel,
        available: true,
        reason: null,
        channels: [],
        waiting: 0,
      })),
    }),
  );
  let postedAlert: Record<string, unknown> = {};
  await page.route('**/api/alerts', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    postedAlert = route.request().postDataJSON();
    return route.fulfill({ status: 400, body: 'Not in this test.' });
  });
  await page.goto(`${server.url}premium-alerts`);
  const tickers: { symbol: string }[] = await (await page.request.get(`${server.url}api/tickers`)).json();
  const last = tickers.at(-1)?.symbol ?? '';
  await page.getByLabel('Asset').fill(last.slice(0, 3));
  await page.getByRole('option').filter({ hasText: last }).click();
  await expect(page.getByLabel('Asset')).toHaveValue(last);
  await page.getByLabel('Asset').fill('BTC');
  await page.getByLabel('Value').fill('5');
  // The hint about the value moves the fields below it.
  await expect(page.getByText('Already true now')).toBeVisible();
  const delivery = page.getByRole('group', { name: 'Delivery' });
  for (const channel of ['Email', 'SMS', 'Push']) await delivery.getByLabel(channel).check();
  await delivery.getByLabel('In-App').uncheck();
  await pressCreate(page);
  await expectErrorToast(page, 'Error', 'Not in this test.');
  expect(postedAlert).toMatchObject({ symbol: 'BTC', delivery: ['email', 'sms', 'push'] });
});

test('ALRT-04 an inactive alert is deleted from the history', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  const [first] = await fetchAlerts(page);
  await page.request.patch(`${server.url}api/alerts/${first.id}`, { data: { active: false } });
  await page.goto(`${server.url}premium-alerts?tab=history`);
  const inactive = page.getByRole('list', { name: 'Inactive alerts' });
  await inactive.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog', { name: 'Delete alert' }).getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Alert deleted', 'Your alert has been deleted');
  await expect(inactive).toBeHidden();
  expect((await fetchAlerts(page)).map(({ id }: { id: number }) => id)).not.toContain(first.id);
});

test('ALRT-05 a delivery method without a channel is disabled and shows the reason', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  await page.goto(`${server.url}premium-alerts`);
  const delivery = page.getByRole('group', { name: 'Delivery' });
  await expect(delivery.getByLabel('In-App')).toBeChecked();
  for (const channel of ['Email', 'SMS', 'Push']) {
    await expect(delivery.getByLabel(channel)).toBeDisabled();
  }
  await expect(delivery).toContainText("SMS isn't set up on this server.");
  await delivery.getByLabel('In-App').uncheck();
  await page.getByLabel('Asset').fill('BTC');
  await page.getByLabel('Value').fill('1');
  await pressCreate(page);
  await expectErrorToast(page, 'Missing fields', 'Please fill in all required fields');
  await delivery.getByLabel('In-App').check();
});

test('ALRT-03 missing fields and server errors are shown', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  await page.goto(`${server.url}premium-alerts`);
  await pressCreate(page);
  await expectErrorToast(page, 'Missing fields', 'Please fill in all required fields');
  await expect(page.getByLabel('Asset')).toBeFocused();
  await expect(page.getByLabel('Asset')).toHaveAccessibleDescription('Please fill in this field.');
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Value').fill('1,5');
  await pressCreate(page);
  await expect(page.getByLabel('Value')).toBeFocused();
  await expect(page.getByLabel('Value')).toHaveAccessibleDescription(/a number such as 1250\.50/);
  await page.getByLabel('Value').fill('0.5');
  await expect(page.getByLabel('Value')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Already true now, by')).toBeVisible();
  await page.getByLabel('Asset').fill('');
  await page.getByLabel('Value').fill('');
  await page.getByLabel('Asset').fill('NOSUCH');
  await page.getByLabel('Value').fill('5');
  await pressCreate(page);
  await expectErrorToast(page, 'Error', 'There is no ticker called NOSUCH.');
  await expect(page.getByLabel('Asset')).toHaveValue('NOSUCH');
});

test('ALRT-05 the sample market has sample alerts of several types', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  await page.goto(`${server.url}premium-alerts`);
  const rows = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  // The header says it once for all.
  await expect(page.getByRole('banner').getByText('Sample data')).toBeVisible();
  await expect(page.getByRole('main').getByText('Sample')).toHaveCount(0);
  expect(new Set((await fetchAlerts(page)).map(({ type }: { type: string }) => type))).toEqual(
    new Set(['price', 'technical', 'news']),
  );
});

test("ALRT-01 the form is on the left, the tabs on the right, and 'Upgrade to Premium' says that everything is included", async ({
  page,
}) => {
  await startServerWith(page.request, 'samples');
  await page.goto(`${server.url}premium-alerts`);
  await expect(async () => {
    const left = await page.getByRole('region', { name: 'Create Alert' }).boundingBox();
    const right = await page.getByRole('region', { name: 'Alerts', exact: true }).boundingBox();
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  }).toPass();
  const card = page.getByRole('region', { name: 'Premium Features' });
  await expect(card.getByRole('listitem')).toHaveText([
    'Unlimited Alerts',
    'Advanced Conditions',
    'SMS Delivery',
  ]);
  await card.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expectToast(page, 'Everything is included', 'Marketdeck has no paid tier');
});

test('ALRT-04 a list that fails to load offers a retry', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  const retry = await failUntilRetry(page, '**/api/alerts');
  await page.goto(`${server.url}premium-alerts`);
  await retry();
  await expect(page.getByRole('list', { name: 'Active alerts' })).toBeVisible();
});

test('ALRT-04 a history that fails to load leaves the inactive alerts visible', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  const [first] = await fetchAlerts(page);
  await page.request.patch(`${server.url}api/alerts/${first.id}`, { data: { active: false } });
  const retry = await failUntilRetry(page, '**/api/alerts/history');
  await page.goto(`${server.url}premium-alerts?tab=history`);
  await expect(page.getByText("Couldn't load the alert history.")).toBeVisible();
  await expect(page.getByRole('list', { name: 'Inactive alerts' }).getByRole('listitem')).toHaveCount(1);
  await retry();
  await expect(page.getByText("Couldn't load the alert history.")).toBeHidden();
});

test('ALRT-05 an alert created in one browser fires once in another, and its report survives a kill', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await startServerWith(page.request, 'no samples');
  // The other browser shows a page without prices.
  const otherPage = await (await browser.newContext()).newPage();
  await otherPage.goto(`${server.url}privacy-policy`);
  await expect(otherPage.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page.goto(`${server.url}premium-alerts`);
  const { price } = await (await page.request.get(`${server.url}api/tickers/BTC`)).json();
  // Two levels are very close to the price, one on each side, so the next price changes cross one of them.
  for (const [condition, value] of [
    ['Rises Above', price + 0.01],
    ['Falls Below', price - 0.01],
  ]) {
    await page.getByLabel('Asset').fill('BTC');
    await page.getByLabel('Condition').selectOption(condition);
    await page.getByLabel('Value').fill(String(value));
    await pressCreate(page);
    await expect(page.getByLabel('Asset')).toHaveValue('');
  }
  await expect(otherPage.getByText(/BTC price (rose above|fell below) \$/).first()).toBeVisible({
    timeout: 120_000,
  });
  // Both alerts have fired once both are inactive; neither fires again.
  await expect
    .poll(async () => (await fetchAlerts(page)).filter(({ active }: { active: boolean }) => active).length, {
      timeout: 120_000,
    })
    .toBeLessThan(2);
  const history = async () => (await page.request.get(`${server.url}api/alerts/history`)).json();
  const before = await history();
  expect(new Set(before.map(({ alertId }: { alertId: number }) => alertId)).size).toBe(before.length);

  await server.kill();
  const restarted = await startServer(new URL(server.url).host, server.data);
  const after = await (await page.request.get(`${restarted.url}api/alerts/history`)).json();
  // The clock of the sample market restarts, so newer reports may come before or after the earlier ones.
  expect(after).toEqual(expect.arrayContaining(before));
  const alerts = await (await page.request.get(`${restarted.url}api/alerts`)).json();
  expect(alerts).toHaveLength(2);
  await restarted.stop();
  await otherPage.context().close();
});

test('ALRT-05 the bell counts unread alerts until they are seen', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  const report = {
    id: 7,
    alertId: 1,
    symbol: 'BTC',
    sentence: 'BTC price rose above $90,000',
    price: 90_001,
    currency: 'USD',
    firedAt: '2026-11-20T18:00:00Z',
    late: true,
    read: false,
  };
  let read = false;
  await page.route('**/api/alerts/history', (route) =>
    route.fulfill({
      json: [
        { ...report, read },
        { ...report, id: 6, read: true, late: false, symbol: 'SHIB', price: 0.0000078 },
      ],
    }),
  );
  await page.route('**/api/alerts/history/read', (route) => {
    read = true;
    return route.fulfill({ status: 204 });
  });
  await page.goto(`${server.url}premium-alerts`);
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread alert' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Notifications, 1 unread alert' }).click();
  const newest = page.getByRole('list', { name: 'Newest alerts' }).getByRole('listitem');
  await expect(newest).toHaveCount(2);
  await expect(newest.first()).toContainText('New');
  await expect(newest.first()).toContainText('Detected late');
  await expect(newest.first()).toContainText('at $90,001.00');
  await expect(newest.last()).toContainText('at $0.0000078');
  await expect(newest.last()).not.toContainText('New');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Alert history' }).click();
  await expect(page).toHaveURL(/\?tab=history$/);
  await expect(page.getByRole('list', { name: 'Fired alerts' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await page
    .getByRole('list', { name: 'Fired alerts' })
    .getByRole('link', { name: /^BTC price/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ticker\/BTC$/);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`ALRT-04 full lists are accessible at both widths, ${scheme}`, async ({ page }) => {
    await startServerWith(page.request, 'samples');
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.url}premium-alerts`);
      await expect(page.getByRole('list', { name: 'Active alerts' })).toBeVisible();
      await expect(page.getByText(/now \$/).first()).toBeVisible();
      await expectAccessible(page);
    }
  });
}

checkPage('premium-alerts', (page) =>
  expect(page.getByRole('button', { name: 'Create Alert' })).toBeVisible(),
);
checkPage('premium-alerts?tab=history', (page) =>
  expect(page.getByRole('tab', { name: 'Alert History', selected: true })).toBeVisible(),
);

test('ALRT-01 on a phone the alerts come first and the form is a layer, by touch and by keyboard', async ({
  page,
}) => {
  await startServerWith(page.request, 'samples');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}premium-alerts`);
  const rows = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText(/now \$/).first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  // The text of the condition has one or two lines.
  for (const height of heights) expect(height).toBeLessThan(106);
  expect(Math.min(...heights)).toBeLessThanOrEqual(84);
  const opener = page.getByRole('main').getByRole('button', { name: 'Create Alert' });
  const form = page.getByRole('dialog', { name: 'Create Alert' });
  await opener.click();
  await expect(form.getByLabel('Asset')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Asset').fill('BTC');
  await form.getByLabel('Value').fill('912345');
  await form.getByRole('button', { name: 'Create Alert' }).click();
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('Price rises above $912,345.00');

  await page.setViewportSize({ width: 320, height: 640 });
  await opener.press('Enter');
  await expect(form.getByLabel('Asset')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  const more = page.getByRole('button', { name: /^More on BTC: .*912,345/ });
  await more.press('Enter');
  await page.getByRole('button', { name: 'Delete alert' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete alert' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows).toHaveCount(5);
  await more.click();
  await page.getByRole('button', { name: 'Delete alert' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rows).toHaveCount(4);

  // The link on a ticker page opens this address.
  await page.goto(`${server.url}premium-alerts?symbol=BTC&condition=above&value=912345`);
  await expect(form.getByLabel('Asset')).toHaveValue('BTC');
  await expect(form.getByLabel('Value')).toHaveValue('912345');
});

test('ALRT-02 an alert whose condition is already true fires at once if the user chooses that', async ({
  page,
}) => {
  await startServerWith(page.request, 'no samples');
  await page.goto(`${server.url}premium-alerts`);
  await page.getByLabel('Asset').fill('BTC');
  await page.getByLabel('Value').fill('1');
  const choice = page.getByRole('group', { name: 'Already true now, by' });
  await expect(choice.getByLabel('Wait until the price of BTC moves back and rises above')).toBeChecked();
  await choice.getByLabel('Wait until the price of BTC moves back and rises above').focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByLabel('Notify me now')).toBeChecked();
  await page.getByRole('button', { name: 'More options' }).press('Enter');
  await expect(page.getByLabel('If the condition is already true')).toHaveValue('tell_now');
  await page.getByLabel('Note', { exact: true }).fill('sell half');
  await page.getByLabel('Active until').fill('2026-11-01T09:00');
  await pressCreate(page);
  await expect(page.getByLabel('Active until')).toHaveAccessibleDescription(/Choose a time in the future/);
  await page.getByLabel('Active until').fill('2026-12-24T09:00');
  await expectAccessible(page);
  await pressCreate(page);
  await expect(page.getByText('BTC price is above $1 already').first()).toBeVisible();
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('');
  // The alert fires only once.
  expect(await fetchAlerts(page)).toMatchObject([{ active: false, note: 'sell half' }]);
});

test('ALRT-04 an alert is snoozed, gets an end time and a note, and each change is undone', async ({
  page,
}) => {
  await startServerWith(page.request, 'no samples');
  const data = { type: 'price', symbol: 'BTC', condition: 'above', value: 900_000, frequency: 'once' };
  await page.request.post(`${server.url}api/alerts`, { data });
  await page.goto(`${server.url}premium-alerts`);
  const row = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  const more = page.getByRole('button', { name: /^More on BTC/ });
  const menu = page.getByRole('dialog', { name: /^More on BTC/ });
  await more.click();
  await expectAccessible(page);
  await menu.getByRole('button', { name: '4 hours' }).click();
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  await expect(page.getByText(/BTC is snoozed until/).first()).toBeVisible();
  await expect(row).toContainText('Snoozed until');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('Snoozed until');
  expect((await fetchAlerts(page))[0].snoozedUntil).toBeNull();

  // The same by keyboard.
  await more.press('Enter');
  await menu.getByLabel('Active until').fill('2026-12-24T09:00');
  await menu.getByLabel('Note', { exact: true }).fill('look at the thesis again');
  await menu.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(more).toBeFocused();
  await expect(row).toContainText('until Thu, Dec 24, 9:00 AM');
  await expect(row).toContainText('look at the thesis again');
  await more.press('Enter');
  await expect(menu.getByLabel('Active until')).toHaveValue('2026-12-24T09:00');
  await menu.getByLabel('Active until').fill('2026-11-01T09:00');
  await menu.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(menu.getByLabel('Active until')).toHaveAccessibleDescription(/Choose a time in the future/);
  await menu.getByLabel('Active until').fill('');
  await menu.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(row).not.toContainText('until Thu, Dec 24');
  expect((await fetchAlerts(page))[0]).toMatchObject({ expiresAt: null, note: 'look at the thesis again' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('until Thu, Dec 24');

  // On a phone the menu is a sheet.
  await page.setViewportSize({ width: 320, height: 640 });
  await more.click();
  await expect(menu.getByRole('button', { name: '1 week' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('ALRT-02 the form warns that a condition is already true', async ({ page }) => {
  await startServerWith(page.request, 'no samples');
  await page.goto(`${server.url}premium-alerts`);
  await page.getByLabel('Asset').fill('BTC');
  await page.getByLabel('Value').fill('1');
  await pressCreate(page);
  await expectToast(page, 'Alert created', 'BTC price is above $1 already.');
});

test('ALRT-02 the form shows how often the alert would have fired in a year', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  await page.goto(`${server.url}premium-alerts`);
  const backtest = page.getByRole('region', { name: 'The past year' });
  await expect(backtest).toBeHidden();
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Condition').selectOption('Percent Change');
  await page.getByLabel('Value').fill('2');
  await page.getByLabel('Frequency').selectOption('Every Time');
  await expect(backtest.getByRole('status')).toHaveText(/^Would have fired \d+ times in a year$/);
  await expect(backtest).toContainText('daily bars');
  await page.getByLabel('Value').fill('90');
  await expect(backtest.getByRole('status')).toHaveText('Would not have fired in a year');
  await page.getByLabel('Value').fill('2');
  await page.getByLabel('Frequency').selectOption('Once Only');
  await expect(backtest.getByRole('status')).toHaveText(/^Would have triggered \d+ times in a year$/);
  await expectAccessible(page);
  await page.getByLabel('Within').selectOption('1 hour');
  await expect(backtest).toBeHidden();
});

test('the alerts page requests only the tickers of its alerts, not all tickers', async ({ page }) => {
  await startServerWith(page.request, 'samples');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}premium-alerts`);
  const rows = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  await expect(rows.filter({ hasText: /now \$[\d,.]+ .* away/ }).first()).toBeVisible();
  expect(requests.filter((path) => path.endsWith('/api/tickers'))).toEqual([]);
});

test('ALRT-04 fired alerts are cleared after confirmation', async ({ page }) => {
  await startServerWith(page.request, 'no samples');
  const { price } = await (await page.request.get(`${server.url}api/tickers/BTC`)).json();
  for (let step = -10; step <= 10; step++) {
    const value = price * (1 + step * 2e-5);
    const alert = { type: 'price', symbol: 'BTC', condition: 'crosses', value, frequency: 'once' };
    await page.request.post(`${server.url}api/alerts`, { data: alert });
  }
  const countReports = async () =>
    (await (await page.request.get(`${server.url}api/alerts/history`)).json()).length;
  await expect.poll(countReports, { timeout: 60_000 }).toBeGreaterThan(0);
  for (const { id } of await fetchAlerts(page)) await page.request.delete(`${server.url}api/alerts/${id}`);
  await page.goto(`${server.url}premium-alerts?tab=history`);
  await expect(page.getByRole('list', { name: 'Fired alerts' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clear history' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await countReports()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Clear history' }).click();
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('No alert history found.')).toBeVisible();
  expect(await countReports()).toBe(0);
});

test('ALRT-04 the alert nearest to firing comes first, and the list is sorted, filtered and exported', async ({
  page,
}) => {
  await startServerWith(page.request, 'no samples');
  const { price } = await (await page.request.get(`${server.url}api/tickers/BTC`)).json();
  for (const alert of [
    { type: 'price', symbol: 'BTC', condition: 'above', value: Math.round(price * 1.04) },
    { type: 'news', symbol: 'AAPL' },
    { type: 'price', symbol: 'BTC', condition: 'above', value: Math.round(price * 1.01) },
    { type: 'technical', symbol: 'SPY', indicator: 'rsi', interval: '1d', condition: 'above', value: 99 },
    { type: 'price', symbol: 'BTC', condition: 'below', value: Math.round(price * 0.97) },
    { type: 'price', symbol: 'BTC', condition: 'above', value: Math.round(price * 0.995) },
  ])
    await page.request.post(`${server.url}api/alerts`, { data: { ...alert, frequency: 'once' } });
  await page.goto(`${server.url}premium-alerts`);
  const rows = page.getByRole('list', { name: 'Active alerts' }).getByRole('listitem');
  await expect(rows).toHaveCount(6);
  const distances = async () =>
    (await rows.allTextContents()).flatMap((text) => /([\d.]+)% away/.exec(text)?.[1] ?? []).map(Number);
  const shownDistances = await distances();
  expect(shownDistances).toHaveLength(3);
  expect(shownDistances).toEqual(shownDistances.toSorted((a, b) => a - b));
  await expect(rows.nth(4)).toContainText('News about AAPL');
  // Already met: nearer to its level than all others, but it fires only after the price has moved back.
  await expect(rows.last()).toContainText(/Met, 0\.\d\d% above\s*Waits for a fall below \$[\d,]+/);
  await expect(page.getByRole('definition').filter({ hasText: /^BTC [01]\.\d\d%$/ })).toBeVisible();

  await page.getByLabel('Order').selectOption('Ticker');
  await expect(page).toHaveURL(/order=ticker/);
  await expect(rows.first()).toContainText('News about AAPL');
  await expect(rows.last()).toContainText('14-day RSI rises above 99');
  await page.getByLabel('Filter alerts').fill('btc falls');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Filter alerts').fill('no such alert');
  await expect(page.getByText("No active alert matches 'no such alert'.")).toBeVisible();
  await page.getByLabel('Filter alerts').fill('');

  await page.getByLabel('Order').selectOption('Closest to firing');
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Value').fill('9999');
  await pressCreate(page);
  await expect(rows).toHaveCount(7);
  await expect(rows.first()).toContainText('Price rises above $9,999.00');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Active alerts as CSV' }).press('Enter');
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8').trim().split('\r\n')).toHaveLength(8);
});
