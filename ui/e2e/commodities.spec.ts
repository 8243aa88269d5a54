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
const served = async (page: Page): Promise<Commodity[]> =>
  (await page.request.get('api/tickers/commodities')).json();

testOnSharedPage('COMM-01 a banner, the columns, and one tab per sector with its emoji', async ({ page }) => {
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
  await expect(rows(page)).toHaveCount((await served(page)).length);
});

test('COMM-01 a tab shows its sector, also from the URL', async ({ page }) => {
  await page.goto('commodities');
  const metals = (await served(page)).filter((row) => row.sector === 'Metals');
  await chips(page).getByRole('button', { name: 'Metals' }).click();
  await expect(rows(page)).toHaveCount(metals.length);
  await expect(page).toHaveURL(/\?sector=Metals$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(metals.length);
  await chips(page).getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/sector/);
});

test('COMM-01 volume in millions with two decimals, or N/A', async ({ page }) => {
  await page.goto('commodities');
  const volume = (symbol: string) =>
    rows(page)
      .filter({ has: page.getByRole('link', { name: symbol, exact: true }) })
      .locator('th, td')
      .last();
  await expect(volume('CL=F')).toHaveText(/^\d+\.\d\dM$/);
  await mockFeed(page); // no data fills the gap
  const all = (await served(page)).map((row) => (row.symbol === 'CL=F' ? { ...row, volume24h: null } : row));
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: all }));
  await page.reload();
  await expect(volume('CL=F')).toHaveText('N/A');
  // All rows use one unit; the exact number appears on hover.
  const texts = await rows(page).locator('td:last-child').allTextContents();
  for (const text of texts) expect(text).toMatch(/^(\d+\.\d\dM|N\/A)$/);
  await expect(volume('GC=F').locator('[title]')).toHaveAttribute('title', /^[\d,]+$/);
});

testOnSharedPage('COMM-01 the volume is explained on hover and on focus', async ({ page }) => {
  const heading = page.getByRole('button', { name: 'Volume (24h)' });
  const tip = page.getByRole('tooltip');
  await heading.hover();
  await expect(tip).toHaveText('Trading volume in the last 24 hours');
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();
  await page.getByRole('button', { name: '7d', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(heading).toBeFocused();
  await expect(tip).toHaveText('Trading volume in the last 24 hours');
});

test('COMM-01 any column sorts in both directions, and the order is in the URL', async ({ page }) => {
  await page.goto('commodities');
  const prices = (await served(page)).sort((a, b) => b.price - a.price);
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
  const names = (await served(page)).map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'));
  await expect(column(page, 'Commodities', 2)).toHaveText(names);
});

test('COMM-01 a click on a row opens its ticker, and so does its link', async ({ page }) => {
  await page.goto('commodities?sector=Metals');
  await rows(page).filter({ hasText: 'Gold' }).locator('th, td').nth(2).click();
  await expect(page).toHaveURL(/\/ticker\/GC(=|%3D)F$/);
  await page.goBack();
  await page.getByRole('link', { name: 'SI=F' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ticker\/SI(=|%3D)F$/);
});

test('COMM-01 every row is subscribed, a new price flashes for one second', async ({ page }) => {
  const feed = await mockFeed(page);
  const flashes = await recordFlashes(page);
  await page.goto('commodities');
  const all = await served(page);
  await expect.poll(() => all.every((row) => feed.requests.includes(`subscribe ${row.id}`))).toBe(true);
  const gold = all.find((row) => row.symbol === 'GC=F');
  const cell = rows(page).filter({ hasText: 'GC=F' }).locator('[class*=price]').last();
  expect(await flashes()).toEqual([]);
  feed.send({ type: 'ticker_update', data: { ...gold, price: 9999.5, updatedAt: '2027-01-01T00:00:00Z' } });
  await expect(cell).toHaveText('$9,999.50');
  expect(await flashes()).toContain('$9,999.50 #047857');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect
    .poll(() => feed.requests.includes(`unsubscribe ${all.find((row) => row.symbol === 'ALI=F')?.id}`))
    .toBe(true);
});

test('prices align at the decimal point, with the decimals of each contract', async ({ page }) => {
  const rows = await served(page);
  const quoted = [
    [-12.4, 2],
    [3.91, 3],
    [264.79, 4],
  ];
  const shown = quoted.map(([price, decimals], at) => ({ ...rows[at], sector: 'Energy', price, decimals }));
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: shown }));
  await mockFeed(page);
  await page.goto('commodities');
  const prices = page.locator('tbody [data-price]');
  await expect(prices).toHaveText(['\u2212$12.40', '$3.910', '$264.7900']);
  const points = () =>
    prices.evaluateAll((each) =>
      each.map((price) => {
        const walker = document.createTreeWalker(price, NodeFilter.SHOW_TEXT);
        const text = walker.nextNode() as Text;
        const range = document.createRange();
        const at = text.data.indexOf('.');
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return Math.round(range.getBoundingClientRect().left);
      }),
    );
  await expect.poll(async () => new Set(await points()).size).toBe(1);
});

test('COMM-01 an empty category says so, a failure offers a retry', async ({ page }) => {
  await page.route('**/api/tickers/commodities', (route) => route.fulfill({ json: [] }));
  await page.goto('commodities');
  await expect(page.getByText('No commodities found for this category.')).toBeVisible();
  await page.unroute('**/api/tickers/commodities');
  const tryAgain = await failUntilRetry(page, '**/api/tickers/commodities');
  await page.reload();
  await tryAgain();
  await expect(rows(page).first()).toBeVisible();
});

test('COMM-01 on a phone rows are cards, sorted by a chosen column', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('commodities');
  const cards = page.getByRole('list', { name: 'Commodities' }).getByRole('listitem');
  await expect(cards.first().locator('dt')).toHaveText(['Sector', '7d', 'Vol']);
  const prices = (await served(page)).sort((a, b) => b.price - a.price);
  await page.getByLabel('Sort by').selectOption('Price');
  await expect(cards.first()).toContainText(prices[0]?.symbol ?? '');
  await page.getByRole('button', { name: /Switch to/ }).click();
  await expect(cards.first()).toContainText(prices.at(-1)?.symbol ?? '');
  await cards.first().click();
  await expect(page).toHaveURL(/\/ticker\//);
});

test('COMM-01 on a phone a touch explains the volume without opening a ticker', async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await phone.newPage();
  await page.goto('commodities');
  await page
    .getByRole('list', { name: 'Commodities' })
    .getByRole('listitem')
    .first()
    .getByText('Vol', { exact: true })
    .tap();
  await expect(page.getByRole('tooltip')).toHaveText('Trading volume in the last 24 hours');
  await expect(page).toHaveURL(/commodities$/);
  await phone.close();
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
  const middles = await cells.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
  );
  expect(middles.length).toBeGreaterThan(5);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1);
});

checkPage('commodities', (page) => expect(page.getByText(/^\d+ commodities$/)).toBeVisible());
