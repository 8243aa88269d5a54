import { expect, test } from '@playwright/test';
import { startServer } from './server.ts';
import { soundPage } from './soundPage.ts';

test('TICK-10 ALRT-03 the alert button opens the form filled in, and the alert is saved', async ({
  page,
}) => {
  const server = await startServer();
  await page.goto(`${server.url}ticker/AAPL`);
  await page.getByRole('button', { name: 'Set Price Alert' }).click();
  await expect(page.getByLabel('Asset')).toHaveValue('AAPL');
  await expect(page.getByLabel('Value')).not.toHaveValue('');
  await page.getByLabel('Value').fill('99999');
  await page.getByRole('button', { name: 'Create Alert' }).click();
  await expect(page.getByText('Your alert has been created successfully').first()).toBeVisible();
  await expect(page.getByLabel('Asset')).toHaveValue('');
  await expect(page.getByText('Price rises above $99,999.00')).toBeVisible();
  const saved = await (await page.request.get(`${server.url}api/alerts`)).json();
  expect(saved).toMatchObject([{ symbol: 'AAPL', condition: 'above', value: 99999, active: true }]);

  await page.getByRole('switch', { name: 'AAPL alert on' }).click({ force: true });
  await expect(page.getByText('No active alerts. Create one to get started!')).toBeVisible();
  await page.getByRole('tab', { name: 'Alert History' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('No alert history found.')).toBeVisible();
  await page.getByRole('tab', { name: 'Active Alerts' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Your alert has been deleted').first()).toBeVisible();
  expect(await (await page.request.get(`${server.url}api/alerts`)).json()).toEqual([]);
  await server.stop();
});

test('ALRT-03 a missing field is told', async ({ page }) => {
  await page.goto('premium-alerts');
  await page.getByRole('button', { name: 'Create Alert' }).click();
  await expect(page.getByText('Please fill in all required fields').first()).toBeVisible();
});

test('ALRT-01 everything is included', async ({ page }) => {
  await page.goto('premium-alerts');
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page.getByText('Everything is included').first()).toBeVisible();
});

test('ALRT-05 an alert that fires is told wherever the app is open', async ({ page }) => {
  test.setTimeout(180_000);
  const server = await startServer();
  await page.goto(`${server.url}ticker/BTC`);
  await expect(page.getByTitle('Live data connected').first()).toBeVisible();
  const { price } = await (await page.request.get(`${server.url}api/tickers/BTC`)).json();
  // A line a hair away on either side: the next moves of the price cross one of them.
  for (const [condition, value] of [
    ['above', price + 0.5],
    ['below', price - 0.5],
  ] as const) {
    const data = { type: 'price', symbol: 'BTC', condition, value, frequency: 'once' };
    expect((await page.request.post(`${server.url}api/alerts`, { data })).status()).toBe(201);
  }
  await expect(page.getByText(/BTC price (rose above|fell below) \$/).first()).toBeVisible({
    timeout: 120_000,
  });
  const history = await (await page.request.get(`${server.url}api/alerts/history`)).json();
  expect(history[0]).toMatchObject({ symbol: 'BTC', late: false });
  await server.stop();
});

soundPage('premium-alerts', async (page) => {
  await expect(page.getByText('No active alerts. Create one to get started!')).toBeVisible();
});
