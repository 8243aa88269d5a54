import { expectAccessible } from './axe.ts';
import { type Server, startServer } from './server.ts';
import { expect, test } from './test.ts';

let server: Server;
test.afterEach(async () => server?.stop());

test("ALRT-02 the ticker's chart shows where an alert would have fired", async ({ page }) => {
  server = await startServer();
  await page.goto(`${server.url}premium-alerts`);
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Condition').selectOption('Percent Change');
  await page.getByLabel('Value').fill('3');
  const formBacktest = page.getByRole('region', { name: 'The past year' });
  await expect(formBacktest.getByRole('status')).toHaveText(/triggered \d+ times/);
  const times = (await formBacktest.getByRole('status').innerText()).match(/\d+/)?.[0];
  await formBacktest.getByRole('link', { name: 'Show on the chart of AAPL' }).press('Enter');
  await expect(page).toHaveURL(/ticker\/AAPL\?range=1Y&tried=/);
  const backtest = page.getByRole('region', { name: 'The alert in the past year' });
  await expect(backtest.getByRole('status')).toHaveText(`Would have fired ${times} times`);
  expect(await backtest.getByRole('listitem').count()).toBeGreaterThan(0);
  await expect(backtest.getByRole('listitem').first()).toHaveText(/at \$[\d,.]+$/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  // The chart is resized after a moment.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await backtest.getByRole('button', { name: 'Hide' }).press('Enter');
  await expect(backtest).toBeHidden();
  await expect(page).toHaveURL(/ticker\/AAPL\?range=1Y$/);
});

test("ALRT-04 an alert's menu opens its backtest on the chart", async ({ page }) => {
  server = await startServer();
  const alert = { type: 'price', symbol: 'AAPL', condition: 'percent_change', value: 3, frequency: 'always' };
  await page.request.post(`${server.url}api/alerts`, { data: alert });
  await page.goto(`${server.url}premium-alerts`);
  await page.getByRole('button', { name: /^More.*AAPL: Price changes/ }).click();
  await page.getByRole('link', { name: 'Past year on the chart' }).click();
  const backtest = page.getByRole('region', { name: 'The alert in the past year' });
  await expect(backtest.getByRole('status')).toHaveText(/^Would have fired \d+ times$/);
  await backtest.getByRole('button', { name: 'Hide' }).click();
  await expect(backtest).toBeHidden();
});
