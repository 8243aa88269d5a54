import { expectAccessible } from './axe.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';

/** These tests start their own server, because all browsers share the lists of a server. */
let server: Server;
test.beforeAll(async ({ request }) => {
  server = await startServer();
  const fetchTicker = () => request.get(`${server.url}api/tickers/AAPL`);
  await expect.poll(async () => (await fetchTicker()).ok()).toBe(true);
  const post = (call: string, data: object) => request.post(`${server.url}api/${call}`, { data });
  const { id } = await (await post('watchlists', { name: 'Mine', userId: 1 })).json();
  await post(`watchlists/${id}/import`, [
    { symbol: 'AAPL', note: '' },
    { symbol: 'BTC', note: '' },
  ]);
});
test.afterAll(async () => server?.stop());

const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => palette(page).getByRole('combobox');

async function openTicker(page: Page, symbol: string, name: RegExp, parameters = ''): Promise<void> {
  await page.goto(`${server.url}ticker/${symbol}${parameters}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('? lists all shortcuts, accessibly; the palette and the display settings open the list too', async ({
  page,
}) => {
  await page.goto(`${server.url}sitemap`);
  // The first key of a visit takes effect, although it only then loads the code of the shortcuts.
  await page.keyboard.press('?');
  await expect(shortcuts(page).getByRole('heading', { name: 'Ticker page' })).toBeVisible();
  await expect(shortcuts(page)).toContainText('GWWatchlist');
  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [320, 'dark'],
  ] as const) {
    await test.step(`${width} px, ${scheme}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      await expectAccessible(page);
      const hasOverflow = await shortcuts(page).evaluate((each) => each.scrollWidth > each.clientWidth);
      expect(hasOverflow).toBe(false);
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('keyboard');
  await expect(palette(page).getByRole('option').first()).toContainText('Keyboard shortcuts');
  await page.keyboard.press('Enter');
  await expect(shortcuts(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Display settings' }).press('Enter');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(shortcuts(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Display settings' })).toBeFocused();
});

test('G and a letter open a page, and a hint names the letters', async ({ page }) => {
  await page.goto(`${server.url}sitemap`);
  await page.keyboard.press('g');
  await expect(page.getByText('Press the letter of a page.')).toBeAttached();
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/\/watchlist$/);
  await expect(page.getByRole('link', { name: /Apple/ }).first()).toBeVisible();

  // After G, a letter opens a page even if a row has focus; S alone would toggle the star of the row.
  await page.getByRole('link', { name: /Apple/ }).first().focus();
  await page.keyboard.type('gs');
  await expect(page).toHaveURL(/\/stock-analysis$/);

  await page.keyboard.press('g');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByText('Press the letter of a page.')).toBeHidden();
  await expect(page).toHaveURL(/\/stock-analysis$/);
});

test('typing on a ticker page searches for another ticker, from the first letter of a visit', async ({
  page,
}) => {
  await openTicker(page, 'AAPL', /Apple/);
  await page.keyboard.type('msft');
  await expect(field(page)).toHaveValue('msft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ticker\/msft\b/i);
  await expect(page.getByRole('heading', { level: 1, name: /Microsoft/ })).toBeVisible();

  // Also while a button of the chart has focus.
  await page.getByRole('button', { name: '3M', exact: true }).press('Enter');
  await page.keyboard.type('goog');
  await expect(field(page)).toHaveValue('goog');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Shift+G');
  await page.keyboard.type('e');
  await expect(field(page)).toHaveValue('Ge');
});

test('while the chart has focus, letters are its shortcuts and do not open the search', async ({ page }) => {
  await openTicker(page, 'AAPL', /Apple/);
  const chart = page.getByRole('region', { name: 'Price Chart', exact: true });
  await chart.getByRole('slider').first().focus();
  await page.keyboard.press('0');
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await expect(chart.getByText('Esc leave', { exact: true })).toBeVisible();
  await page.keyboard.press('m');
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  await expect(palette(page)).toBeHidden();
});

test('Alt with the arrow keys walks through the list a ticker was opened from', async ({ page }) => {
  await page.goto(`${server.url}stock-analysis?tab=stocks`);
  const links = page.getByRole('main').getByRole('table').first().getByRole('row').getByRole('link');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((elements) => [
    ...new Set(elements.map((link) => (link as HTMLAnchorElement).pathname)),
  ]);
  const tickers = paths.filter((path) => path.includes('/ticker/'));
  const heading = page.getByRole('heading', { level: 1 });
  await links.first().focus();
  await page.keyboard.press('Enter');
  const expectPath = (path = '') => expect.poll(() => new URL(page.url()).pathname).toBe(path);
  await expectPath(tickers[0]);
  await expect(heading).toBeVisible();

  await page.getByRole('button', { name: '6M', exact: true }).press('Enter');
  await expect(page).toHaveURL(/range=6M/);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.keyboard.press('Alt+ArrowDown');
  await expectPath(tickers[1]);
  await expect(page).toHaveURL(/range=6M/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  await expect(page.getByText(`2 of ${tickers.length} in`)).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expectPath(tickers[2]);
  await page.keyboard.press('Alt+ArrowUp');
  await expectPath(tickers[1]);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);

  // Walking through the list adds one history entry in total.
  await page.goBack();
  await expectPath(tickers[0]);
});

test('on a ticker that was opened without a list, Alt with the arrow keys walks through the list of the home page', async ({
  page,
}) => {
  await openTicker(page, 'AAPL', /Apple/);
  // Without Alt, the arrow keys scroll the page or move the crosshair.
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/\/ticker\/AAPL/);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page).toHaveURL(/\/ticker\/BTC/);
  await expect(page.getByText('BTC: 2 of 2 in Mine')).toBeVisible();
});

test('keys do nothing while typing in a field, and single-key shortcuts can be turned off', async ({
  page,
}) => {
  await page.goto(`${server.url}settings`);
  await page.getByLabel('Region').focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('?gw');
  await expect(field(page)).toHaveValue('?gw');
  await expect(shortcuts(page)).toBeHidden();
  await page.keyboard.press('Escape');

  await page.getByRole('group', { name: 'Single-key shortcuts' }).getByText('Off').click();
  await openTicker(page, 'AAPL', /Apple/);
  for (const key of ['?', 'g', 'w', 'm', '/']) await page.keyboard.press(key);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page).toHaveURL(/\/ticker\/BTC/);
  await expect(shortcuts(page)).toBeHidden();
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
});
