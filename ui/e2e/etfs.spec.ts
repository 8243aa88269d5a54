import { checkPage, checkTableColumns, failUntilRetry } from './checkPage.ts';
import { mockFeed } from './live.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('etfs');

const rows = (page: Page) => page.getByRole('table', { name: 'All ETFs' }).locator('tbody tr');

testOnSharedPage(
  'ETFS-01 the table has the largest fund first, and shows assets under management',
  async ({ page }) => {
    const etfs = await (await page.request.get('api/tickers?type=etf')).json();
    const sorted = etfs.sort((a: Etf, b: Etf) => (b.fund?.aum ?? 0) - (a.fund?.aum ?? 0));
    await expect(page).toHaveTitle(/ETF Overview/);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      '7 days',
      'Price',
      '24h Change',
      '7d Change',
      'AUM',
    ]);
    await expect(rows(page).first()).toContainText(sorted[0].symbol);
    await expect(rows(page).first().locator('th, td').last()).toHaveText(/^\$\d+\.\d[BT]$/);
    await page.getByRole('button', { name: 'AUM' }).click();
    await expect(page.getByRole('columnheader', { name: 'AUM' })).toHaveAttribute('aria-sort', 'ascending');
  },
);

interface Etf {
  symbol: string;
  fund: { aum: number } | null;
}

test('ETFS-01 every number is in its column and follows the live feed', async ({ page }) => {
  const feed = await mockFeed(page);
  const [etf] = await (await page.request.get('api/tickers?type=etf')).json();
  const testFund = {
    ...etf,
    symbol: 'TEST',
    name: 'Test Fund',
    decimals: 2,
    price: 123.45,
    change24h: 1.25,
    change7d: -3.5,
    fund: { ...etf.fund, aum: 5.43e11 },
  };
  await page.route('**/api/tickers?type=etf', (route) => route.fulfill({ json: [testFund] }));
  await page.goto('etfs');
  const cells = rows(page).first().locator('th, td');
  await expect(cells.first()).toContainText('TESTTest Fund');
  await expect(cells).toContainText(['', '', '$123.45', '+1.25%', '−3.50%', '$543.0B']);
  await expect.poll(() => feed.requests).toContain(`subscribe ${etf.id}`);
  const data = {
    ...testFund,
    price: 124,
    change24h: 1.7,
    change7d: -3.07,
    updatedAt: '2027-01-01T00:00:00Z',
  };
  feed.send({ type: 'ticker_update', data });
  await expect(cells).toContainText(['', '', '$124.00', '+1.70%', '−3.07%', '$543.0B']);
});

testOnSharedPage(
  'ETFS-01 Show More adds rows, and a filter by symbol or name is in the URL',
  async ({ page }) => {
    await expect(rows(page)).toHaveCount(30);
    await page.getByRole('button', { name: /^Show More/ }).click();
    await expect(rows(page)).toHaveCount(60);
    await page.getByLabel('Filter by symbol or name').fill('vanguard');
    await expect(rows(page).first()).toContainText('Vanguard');
    await expect(page).toHaveURL(/\?q=vanguard$/);
    await page.getByLabel('Filter by symbol or name').fill('no such fund');
    await expect(page.getByText('Nothing matches "no such fund".')).toBeVisible();
  },
);

test('ETFS-01 a double click on a row opens its fund', async ({ page }) => {
  await page.goto('etfs?q=SPY');
  await rows(page).filter({ hasText: 'SPDR S&P 500' }).locator('th, td').nth(2).dblclick();
  await expect(page).toHaveURL(/\/ticker\/SPY$/);
});

testOnSharedPage(
  'ETFS-01 the page shows the latest three articles, general or about an ETF',
  async ({ page }) => {
    const articles = await (await page.request.get('api/news?tickerType=etf,none')).json();
    const expected = articles.slice(0, 3).map((article: { title: string }) => article.title);
    expect(expected).toHaveLength(3);
    const panel = page.getByRole('region', { name: 'ETF News' });
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText(expected);
    await panel.getByRole('link', { name: 'All market news' }).click();
    await expect(page).toHaveURL(/\/news$/);
  },
);

testOnSharedPage('ETFS-01 ETF Basics and trending tickers are next to the table', async ({ page }) => {
  await expect(page.getByRole('region', { name: 'ETF Basics' })).toContainText('expense ratio');
  const trending = page.getByRole('region', { name: 'Trending Tickers' });
  await expect(trending.getByRole('listitem')).toHaveCount(5);
  await trending.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/ticker\//);
});

test("ETFS-01 a panel that fails to load offers a retry and doesn't affect other panels", async ({
  page,
}) => {
  const retry = await failUntilRetry(page, '**/api/tickers?type=etf');
  await page.goto('etfs');
  await expect(page.getByRole('region', { name: 'ETF News' }).locator('h3').first()).toBeVisible();
  await retry();
  await expect(rows(page)).toHaveCount(30);
});

checkTableColumns('ETFS-01', 'etfs', 'All ETFs', ['Name', 'Price', '24h Change', '7d Change', 'AUM']);
checkPage('etfs', (page) => expect(page.getByRole('button', { name: /^Show More/ })).toBeVisible());

for (const width of [1440, 390]) {
  test(`on keyboard focus a row describes the source and time of its price, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('etfs');
    const row = page.getByRole('main').getByRole('link', { name: /^(\S )?SPY/ });
    await expect(row).toBeVisible();
    await page.keyboard.press('Tab'); // The browser now shows focus as for the keyboard.
    await row.focus();
    await expect(row).toHaveAccessibleDescription(/Source: Sample data, simulated.*As of .*20\d\d/);
    await expect(page.getByRole('tooltip')).toBeVisible();
    await row.blur();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
}
