import { expectAccessible } from './axe.ts';
import { cutTexts } from './cutTexts.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { expectErrorToast, expectToast } from './toasts.ts';

/** All browsers share the alerts of a server, so each test starts its own server. */
let server: Server;
test.afterEach(async () => server?.stop());

const secondCondition = (page: Page) => page.getByRole('group', { name: 'and condition 2' });

test('ALRT-02 an alert gets several conditions, by pointer and by keyboard', async ({ page }) => {
  server = await startServer();
  await page.goto(`${server.url}premium-alerts`);
  const add = page.getByRole('button', { name: 'Add condition' });
  await page.getByLabel('Condition').selectOption('Crosses');
  await expect(add).toBeHidden();
  await page.getByLabel('Condition').selectOption('Rises Above');
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Value').fill('9,999');
  await add.press('Enter');
  await expect(secondCondition(page).getByLabel('Type')).toBeFocused();
  await expect(secondCondition(page).getByLabel('Type')).toHaveValue('technical');
  const options = (label: string) => secondCondition(page).getByLabel(label).locator('option');
  await expect(options('Type')).toHaveText(['Price', 'Volume', 'Technical Analysis']);
  await expect(options('Condition')).toHaveText(['Rises Above', 'Falls Below']);

  // An error about missing input appears at its field.
  await page.getByRole('button', { name: 'Create Alert' }).press('Enter');
  await expectErrorToast(page, 'Missing fields', 'Please fill in all required fields');
  await expect(secondCondition(page).getByLabel('Value')).toBeFocused();
  await secondCondition(page).getByLabel('Value').fill('70');
  await expect(page.getByText('at once: Price above $9,999.00 and 14-day RSI above 70')).toBeVisible();

  await add.click();
  const thirdCondition = page.getByRole('group', { name: 'and condition 3' });
  await expect(thirdCondition.getByLabel('Type')).toBeFocused();
  await thirdCondition.getByLabel('Type').selectOption('Volume');
  await thirdCondition.getByLabel('Value').fill('5');
  await expect(page.getByText('The 24-hour volume is not in the stored bars')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await cutTexts(page)).toEqual([]);
  await thirdCondition.getByRole('button', { name: 'Remove condition 3' }).press('Enter');
  await expect(thirdCondition).toBeHidden();
  await expect(add).toBeFocused();

  // At this width the form opens in a layer and keeps its values.
  const layer = page.getByRole('dialog', { name: 'Create Alert' });
  await layer.getByRole('button', { name: 'Create Alert' }).press('Enter');
  await expectToast(page, 'Alert created', 'AAPL: Price above $9,999.00 and 14-day RSI above 70.');
  await expect(secondCondition(page)).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'Price above $9,999.00 and 14-day RSI' });
  await expect(row).toContainText(/[01] of 2 conditions met price [\d.]+% away/);
  const [alert] = await (await page.request.get(`${server.url}api/alerts`)).json();
  expect(alert).toMatchObject({
    symbol: 'AAPL',
    value: 9999,
    and: [{ type: 'technical', indicator: 'rsi', interval: '1d', condition: 'above', value: 70 }],
  });
});

test('ALRT-02 an alert with two conditions is backtested, and a condition is removed by pointer', async ({
  page,
}) => {
  server = await startServer();
  await page.goto(`${server.url}premium-alerts`);
  await page.getByLabel('Asset').fill('AAPL');
  await page.getByLabel('Condition').selectOption('Percent Change');
  await page.getByLabel('Value').fill('2');
  const backtest = page.getByRole('region', { name: 'The past year' });
  const times = async () => Number((await backtest.getByRole('status').innerText()).match(/\d+/)?.[0] ?? 0);
  await expect(backtest.getByRole('status')).toHaveText(/triggered \d+ times/);
  const timesWithOneCondition = await times();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await secondCondition(page).getByLabel('Value').fill('1');
  await secondCondition(page).getByLabel('Condition', { exact: true }).selectOption('Falls Below');
  // The RSI was never below 1 in the stored history.
  await expect(backtest.getByRole('status')).toHaveText(/^Would not have triggered/);
  await secondCondition(page).getByRole('button', { name: 'Remove condition 2' }).click();
  await expect(secondCondition(page)).toBeHidden();
  await expect.poll(times).toBe(timesWithOneCondition);
});
