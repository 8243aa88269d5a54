import { checkPage, checkTableColumns } from './checkPage.ts';
import { mockFeed } from './live.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('crypto');

const rows = (page: Page) => page.getByRole('table', { name: 'All Cryptocurrencies' }).locator('tbody tr');

testOnSharedPage(
  'CRYP-01 the table has the largest coin first, can be sorted and opens a ticker',
  async ({ page }) => {
    await expect(page).toHaveTitle(/Crypto Overview/);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      '7 days',
      'Price',
      '24h Change',
      '7d Change',
      'Market Cap',
      '24h Volume',
    ]);
    await expect(rows(page).first()).toContainText('BTC');
    await expect(rows(page)).toHaveCount(25);
    await page.getByRole('button', { name: '24h Volume' }).click();
    await expect(page).toHaveURL(/sort=volume&dir=desc/);
    await rows(page).first().locator('th, td').nth(4).dblclick();
    await expect(page).toHaveURL(/\/ticker\//);
  },
);

test('CRYP-01 every number is in its column and follows the live feed', async ({ page }) => {
  const feed = await mockFeed(page);
  const [coin] = await (await page.request.get('api/tickers?type=crypto')).json();
  const testCoin = {
    ...coin,
    symbol: 'TEST',
    name: 'Test Coin',
    decimals: 2,
    price: 1234.5,
    change24h: 1.25,
    change7d: -3.5,
    marketCap: 2.5e12,
    volume24h: 7.9e9,
  };
  await page.route('**/api/tickers?type=crypto', (route) => route.fulfill({ json: [testCoin] }));
  await page.goto('crypto');
  const cells = rows(page).first().locator('th, td');
  await expect(cells.first()).toContainText('TESTTest Coin');
  await expect(cells).toContainText(['', '', '$1,234.50', '+1.25%', '−3.50%', '$2.5T', '$7.9B']);
  await expect.poll(() => feed.requests).toContain(`subscribe ${coin.id}`);
  const data = {
    ...testCoin,
    price: 1300,
    change24h: 6.5,
    change7d: 2,
    marketCap: 2.6e12,
    volume24h: 8.1e9,
  };
  feed.send({ type: 'ticker_update', data: { ...data, updatedAt: '2027-01-01T00:00:00Z' } });
  await expect(cells).toContainText(['', '', '$1,300.00', '+6.50%', '+2.00%', '$2.6T', '$8.1B']);
});

testOnSharedPage('CRYP-01 the page shows the latest three crypto articles', async ({ page }) => {
  const articles = await (await page.request.get('api/news?tickerType=crypto')).json();
  const expected = articles.slice(0, 3).map((article: { title: string }) => article.title);
  expect(expected).toHaveLength(3);
  const panel = page.getByRole('region', { name: 'Crypto News' });
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText(expected);
});

testOnSharedPage(
  'CRYP-01 Market Sentiment shows the fear and greed reading and its market',
  async ({ page }) => {
    const reading = await (await page.request.get('api/fear-greed')).json();
    const panel = page.getByRole('region', { name: 'Market Sentiment' });
    await expect(panel.getByRole('meter')).toHaveAttribute('aria-valuenow', String(reading.value));
    await expect(panel).toContainText(/the (US stock|crypto) market/);
  },
);

test('CRYP-01 without a reading the panel shows a message and the page works', async ({ page }) => {
  await page.route('**/api/fear-greed', (route) => route.fulfill({ status: 404, body: 'No reading yet.' }));
  await page.goto('crypto');
  await expect(page.getByText('Unable to load fear and greed index data.')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
});

testOnSharedPage(
  "CRYP-01 the page has an introduction, and 'Browse Latest ICOs' opens the ICO page",
  async ({ page }) => {
    await expect(page.getByRole('region', { name: 'Understanding Crypto' })).toContainText('market cap');
    await page.getByRole('link', { name: 'Browse Latest ICOs' }).click();
    await expect(page).toHaveURL(/\/icos$/);
  },
);

checkTableColumns('CRYP-01', 'crypto', 'All Cryptocurrencies', [
  'Name',
  'Price',
  '24h Change',
  '7d Change',
  'Market Cap',
  '24h Volume',
]);
checkPage('crypto', (page) => expect(page.getByRole('button', { name: /^Show More/ })).toBeVisible());
