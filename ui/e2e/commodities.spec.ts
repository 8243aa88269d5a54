import { checkPage, checkTableColumns, column, failUntilRetry } from './checkPage.ts';
import { mockFeed, recordFlashes } from './live.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('commodities');

const rows = (page: Page) => page.getByRole('table', { name: 'Commodities' }).locator('tbody tr');
const chips = (page: Page) => page.getByRole('group', { name: 'Sector' });

interface Commodity {
  id: number;
  symbol: string;
  name: string;
  sector: string;
  price: number;
  volume24h: number | null;
}
const fetchCommodities = async (page: Page): Promise<Commodity[]> =>
  (await page.request.get('api/tickers/commodities')).json();

testOnSharedPage(
  'COMM-01 the page has a banner, the columns, and a tab with an emoji for each sector',
  async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Commodities' })).toBeVisible();
    await expect(page).toHaveTitle(/Commodities/);
    await expect(page.getByText('Biggest move, 24h')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Symbol',
      'Name',
      'Sector',
      '7 days',
      'Price',
      '24h',
      '7d',
      'Volume (24h)',
    ]);
    await expect(chips(page).getByRole('button')).toHaveText([
      'All',
      '⚡ Energy',
      '🥇 Metals',
      '🌾 Agriculture',
      '🧱 Materials',
    ]);
    await expect(rows(page)).toHaveCount((await fetchCommodities(page)).length);
  },
);

test('COMM-01 a tab shows its sector, and the URL opens it again', async ({ page }) => {
  await page.goto('commodities');
  const metals = (await fetchCommodities(page)).filter((row) => row.sector === 'Metals');
  await chips(page).getByRole('button', { name: 'Metals' }).click();
  await expect(rows(page)).toHaveCount(metals.length);
  await expect(page).toHaveURL(/\?sector=Metals$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(metals.length);
  await chips(page).getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/sector/);
});

test('COMM-01 volume is shown in millions with two decimals, or as N/A', async ({ page }) => {
  await page.goto('commodities');
  const volume = (symbol: string) =>
    rows(page)
      .filter({ has: page.getByRole('link', { name: symbol, exact: true }) })
      .locator('th, td')
      .last();
  await expect(volume('CL=F')).toHaveText(/^\d+\.\d\dM$/);
  await mockFeed(page); // Live updates would fill in the missing volume.
  const commodities = (await fetchCommodities(page)).map((row) =>
    row.symbol === 'CL=F' ? { ...row, volume24h: null } : row,
  );
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: commodities }));
  await page.reload();
  await expect(volume('CL=F')).toHaveText('N/A');
  // All rows use the same unit. The exact number appears on hover.
  const texts = await rows(page).locator('td:last-child').allTextContents();
  for (const text of texts) expect(text).toMatch(/^(\d+\.\d\dM|N\/A)$/);
  await expect(volume('GC=F').locator('[title]')).toHaveAttribute('title', /^[\d,]+$/);
});

testOnSharedPage('COMM-01 a tooltip explains the volume on hover and on focus', async ({ page }) => {
  const heading = page.getByRole('button', { name: 'Volume (24h)' });
  const tooltip = page.getByRole('tooltip');
  await heading.hover();
  await expect(tooltip).toHaveText('Trading volume in the last 24 hours');
  await page.mouse.move(0, 0);
  await expect(tooltip).toBeHidden();
  await page.getByRole('button', { name: '7d', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(heading).toBeFocused();
  await expect(tooltip).toHaveText('Trading volume in the last 24 hours');
});

test('COMM-01 any column sorts in both directions, and the order is in the URL', async ({ page }) => {
  await page.goto('commodities');
  const prices = (await fetchCommodities(page)).sort((a, b) => b.price - a.price);
  await page.getByRole('button', { name: 'Price' }).click();
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows(page).first()).toContainText(prices[0]?.symbol ?? '');
  await expect(page).toHaveURL(/\?sort=price&dir=desc$/);
  await page.getByRole('button', { name: 'Price' }).click();
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText(prices.at(-1)?.symbol ?? '');
  await page.reload();
  await expect(rows(page).first()).toContainText(prices.at(-1)?.symbol ?? '');
  for (const name of ['Symbol', 'Name', 'Sector', '7 days', '24h', '7d', 'Volume (24h)']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
      'aria-sort',
      'none',
    );
  }
  await page.goto('commodities?sort=name&dir=asc');
  const names = (await fetchCommodities(page))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en'));
  await expect(column(page, 'Commodities', 2)).toHaveText(names);
});

test('COMM-01 a row opens its ticker, by double click and by its link', async ({ page }) => {
  await page.goto('commodities?sector=Metals');
  await rows(page).filter({ hasText: 'Gold' }).locator('th, td').nth(2).dblclick();
  await expect(page).toHaveURL(/\/ticker\/GC(=|%3D)F$/);
  await page.goBack();
  await page.getByRole('link', { name: 'SI=F' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ticker\/SI(=|%3D)F$/);
});

test('COMM-01 the page subscribes to every row, and a new price flashes', async ({ page }) => {
  const feed = await mockFeed(page);
  const flashes = await recordFlashes(page);
  await page.goto('commodities');
  const commodities = await fetchCommodities(page);
  await expect
    .poll(() => commodities.every((row) => feed.requests.includes(`subscribe ${row.id}`)))
    .toBe(true);
  const gold = commodities.find((row) => row.symbol === 'GC=F');
  const cell = rows(page).filter({ hasText: 'GC=F' }).locator('[class*=price]').last();
  expect(await flashes()).toEqual([]);
  feed.send({ type: 'ticker_update', data: { ...gold, price: 9999.5, updatedAt: '2027-01-01T00:00:00Z' } });
  await expect(cell).toHaveText('$9,999.50');
  expect(await flashes()).toContain('$9,999.50 #047857');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect
    .poll(() =>
      feed.requests.includes(`unsubscribe ${commodities.find((row) => row.symbol === 'ALI=F')?.id}`),
    )
    .toBe(true);
});

test('prices align at the decimal point, with the decimals of each contract', async ({ page }) => {
  const rows = await fetchCommodities(page);
  const pricesWithDecimals = [
    [-12.4, 2],
    [3.91, 3],
    [264.79, 4],
  ];
  const mockedRows = pricesWithDecimals.map(([price, decimals], index) => ({
    ...rows[index],
    sector: 'Energy',
    price,
    decimals,
  }));
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: mockedRows }));
  await mockFeed(page);
  await page.goto('commodities');
  const prices = page.locator('tbody [data-price]');
  await expect(prices).toHaveText(['\u2212$12.40', '$3.910', '$264.7900']);
  const decimalPointPositions = () =>
    prices.evaluateAll((elements) =>
      elements.map((price) => {
        const walker = document.createTreeWalker(price, NodeFilter.SHOW_TEXT);
        const text = walker.nextNode() as Text;
        const range = document.createRange();
        const pointIndex = text.data.indexOf('.');
        range.setStart(text, pointIndex);
        range.setEnd(text, pointIndex + 1);
        return Math.round(range.getBoundingClientRect().left);
      }),
    );
  await expect.poll(async () => new Set(await decimalPointPositions()).size).toBe(1);
});

test('COMM-01 an empty category shows a message, and a failure offers a retry', async ({ page }) => {
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: [] }));
  await page.goto('commodities');
  await expect(page.getByText('No commodities found for this category.')).toBeVisible();
  await page.unroute('**/api/tickers/commodities');
  const retry = await failUntilRetry(page, '**/api/tickers/commodities');
  await page.reload();
  await retry();
  await expect(rows(page).first()).toBeVisible();
});

test('COMM-01 on a phone rows are cards, sorted by a chosen column', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('commodities');
  const cards = page.getByRole('list', { name: 'Commodities' }).getByRole('listitem');
  await expect(cards.first().locator('dt')).toHaveText(['Sector', '7d', 'Vol']);
  const prices = (await fetchCommodities(page)).sort((a, b) => b.price - a.price);
  await page.getByLabel('Sort by').selectOption('Price');
  await expect(cards.first()).toContainText(prices[0]?.symbol ?? '');
  await page.getByRole('button', { name: /Switch to/ }).click();
  await expect(cards.first()).toContainText(prices.at(-1)?.symbol ?? '');
  await cards.first().click();
  await expect(page).toHaveURL(/\/ticker\//);
});

test('COMM-01 on a phone a tap on Vol shows its explanation without opening a ticker', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('commodities');
  await page
    .getByRole('list', { name: 'Commodities' })
    .getByRole('listitem')
    .first()
    .getByText('Vol', { exact: true })
    .tap();
  await expect(page.getByRole('tooltip')).toHaveText('Trading volume in the last 24 hours');
  await expect(page).toHaveURL(/commodities$/);
  await context.close();
});

checkTableColumns('COMM-01', 'commodities', 'Commodities', [
  'Symbol',
  'Name',
  'Sector',
  'Price',
  '24h',
  '7d',
  'Volume (24h)',
]);
testOnSharedPage('sector, name and price of a commodity are on one line', async ({ page }) => {
  const cells = page.getByRole('row', { name: /Crude Oil/ }).locator(':is(th, td) > *');
  await expect(cells.first()).toBeVisible();
  const middles = await cells.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
  );
  expect(middles.length).toBeGreaterThan(5);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
});

checkPage('commodities', (page) => expect(page.getByText(/^\d+ commodities$/)).toBeVisible());
