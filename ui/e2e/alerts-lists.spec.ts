import { expectAccessible } from './axe.ts';
import { type Server, startServer } from './server.ts';
import { expect, test } from './test.ts';
import { expectToast } from './toasts.ts';

/** All browsers share the alerts of a server, so each test starts its own server. */
let server: Server;
test.afterEach(async () => server?.stop());

test('ALRT-02 an alert is created for a whole list, by keyboard and by pointer', async ({ page }) => {
  server = await startServer();
  const post = async (path: string, data: object) =>
    (await page.request.post(`${server.url}${path}`, { data })).json();
  const { id } = await post('api/watchlists', { name: 'Chips', userId: 1 });
  const tickers = await (await page.request.get(`${server.url}api/tickers`)).json();
  for (const symbol of ['NVDA', 'BTC']) {
    const ticker = tickers.find((each: { symbol: string }) => each.symbol === symbol);
    await post(`api/watchlists/${id}/tickers`, { tickerId: ticker.id });
  }
  await page.goto(`${server.url}premium-alerts`);
  await page.getByRole('button', { name: 'Any ticker in a list' }).press('Enter');
  const list = page.getByLabel('Any ticker in the list');
  await expect(list).toBeFocused();
  await expect(page.getByLabel('Asset')).toBeHidden();
  await page.getByRole('button', { name: 'One asset' }).click();
  await expect(page.getByRole('button', { name: 'Any ticker in a list' })).toBeFocused();
  await expect(page.getByLabel('Asset')).toBeVisible();
  await page.getByRole('button', { name: 'Any ticker in a list' }).click();
  await list.selectOption('Chips');
  await page.getByLabel('Condition').selectOption('Percent Change');
  await page.getByLabel('Value').fill('5');
  await page.getByLabel('Frequency').selectOption('Every Time');
  const backtest = page.getByRole('region', { name: 'The past year' });
  await expect(backtest.getByRole('status')).toHaveText(/^Would have fired \d+ times in a year$/);
  const charts = backtest
    .getByRole('list', { name: 'Tickers, with links to their charts' })
    .getByRole('listitem');
  await expect(charts).toHaveCount(2);
  const sum = (await charts.allInnerTexts()).reduce((all, text) => all + Number(text.split(/\s+/)[1]), 0);
  await expect(backtest.getByRole('status')).toContainText(` ${sum} times`);
  const chart = await charts.getByRole('link', { name: 'BTC' }).getAttribute('href');
  expect(new URL(chart ?? '', server.url).searchParams.get('tried')).toContain('"symbol":"BTC"');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  // The sheet of the narrow window is removed after the form of the wide one is there.
  const create = page.getByRole('button', { name: 'Create Alert' });
  await expect(create).toHaveCount(1);
  await create.press('Enter');
  await expectToast(page, 'Alert created', 'Any ticker in Chips: Price changes by 5% in 24 hours.');
  const active = page.getByRole('list', { name: 'Active alerts' });
  const row = active.getByRole('listitem').filter({ hasText: 'Any ticker in Chips' });
  await expect(row).toContainText('Price changes by 5% in 24 hours');
  // The row shows the ticker that is closest to its level.
  await expect(row).toContainText(/(NVDA|BTC) now [+−]?\d+\.\d\d%\s+\d+\.\d\d percentage points away/);
  const [alert] = await (await page.request.get(`${server.url}api/alerts`)).json();
  expect(alert).toMatchObject({ symbol: '', list: { id, name: 'Chips' }, value: 5 });

  // Deleting the list ends its alert.
  await page.request.delete(`${server.url}api/watchlists/${id}`);
  await expect(row).toBeHidden();
  await page.goto(`${server.url}premium-alerts?tab=history`);
  const notice = page.getByText("The alert 'any of Chips ±5% in 24 hours' has ended: its list was deleted");
  await expect(notice.first()).toBeVisible();
  await expect(notice.first()).toHaveAttribute('href', /premium-alerts/);
});
