import { type Server, startServer } from './server.ts';
import { expect, type Locator, type Page, test } from './test.ts';

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

interface Layer {
  /** The path of the page to open. */
  path: string;
  opener: (page: Page) => Locator;
  layer: (page: Page) => Locator;
  /** The menu entry to press if the opener only opens a menu. */
  entry?: string;
  phone?: true;
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });

const LAYERS: Record<string, Layer> = {
  'the search': {
    path: '',
    opener: (page) => page.getByRole('banner').getByRole('button', { name: 'Search' }),
    layer: dialog('Search'),
  },
  'the notifications': {
    path: 'sitemap',
    opener: (page) => page.getByRole('button', { name: /^Notifications/ }),
    layer: dialog('Notifications'),
  },
  'the display settings': {
    path: 'sitemap',
    opener: button('Display settings'),
    layer: dialog('Display settings'),
  },
  'the menu of a phone': { path: 'sitemap', opener: button('Menu'), layer: dialog('Menu'), phone: true },
  'a guide': {
    path: '',
    opener: button('Read guide: Reading price charts'),
    layer: dialog('Reading price charts'),
  },
  'the highlight': {
    path: '',
    opener: (page) => page.getByRole('button', { name: 'Read analysis' }),
    layer: dialog('Market Rally Continues'),
  },
  'the details of an ICO': {
    path: 'ico-calendar?tab=upcoming',
    opener: (page) => page.getByRole('list', { name: 'Upcoming ICOs' }).getByRole('link').first(),
    layer: (page) => page.getByRole('dialog'),
  },
  'the indicators': {
    path: 'ticker/AAPL',
    opener: (page) => page.getByRole('button', { name: /^Indicators/ }),
    layer: dialog('Technical indicators'),
  },
  'the dialog to create a watchlist': {
    path: 'watchlist',
    opener: button('Create New Watchlist'),
    layer: dialog('Create New Watchlist'),
  },
  'the dialog to add a ticker': {
    path: 'watchlist',
    opener: button('Add Ticker'),
    layer: dialog('Add Ticker'),
  },
  'the actions of a list': {
    path: 'watchlist',
    opener: button('List actions'),
    layer: dialog('List actions'),
  },
  'the dialog to rename a list': {
    path: 'watchlist',
    opener: button('List actions'),
    entry: 'Rename',
    layer: dialog('Rename Watchlist'),
  },
  'the confirmation to delete a list': {
    path: 'watchlist',
    opener: button('List actions'),
    entry: 'Delete',
    layer: dialog('Delete watchlist'),
  },
  'the confirmation to remove a ticker': {
    path: 'watchlist',
    opener: button('Remove AAPL'),
    layer: dialog('Remove ticker'),
  },
  'the confirmation to delete an alert': {
    path: 'premium-alerts',
    opener: (page) => page.getByRole('button', { name: /^Delete/ }).first(),
    layer: dialog('Delete alert'),
  },
};

for (const [name, { path, opener, layer, entry, phone }] of Object.entries(LAYERS)) {
  test(`${name}, opened by Enter and closed by Escape, returns focus`, async ({ page }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url + path);
    await opener(page).focus();
    await page.keyboard.press('Enter');
    if (entry) {
      await page.getByRole('button', { name: entry, exact: true }).focus();
      await page.keyboard.press('Enter');
    }
    await expect(layer(page)).toBeVisible();
    await expect(layer(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(layer(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  });
}

test('the search opened with slash returns focus to the link that had it', async ({ page }) => {
  await page.goto(`${server.url}sitemap`);
  const link = page.getByRole('main').getByRole('link').first();
  await link.focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
});

test('after a ticker is removed by keyboard, the focus is on its list', async ({ page }) => {
  await page.goto(`${server.url}watchlist`);
  await page.getByRole('button', { name: 'Remove BTC' }).focus();
  await page.keyboard.press('Enter');
  await dialog('Remove ticker')(page).getByRole('button', { name: 'Remove', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Mine' }).locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Mine' })).toBeFocused();
});

test('after navigation the focus is on the content, and the title is announced to screen readers', async ({
  page,
}) => {
  await page.goto(server.url);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Commodities' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Commodities', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  const announcement = page.locator('p[aria-live="polite"]').filter({ hasText: 'Marketdeck' });
  await expect(announcement).toHaveText('Commodities · Marketdeck');
  await page.goto(`${server.url}sitemap`);
  await expect(page.getByRole('heading', { name: 'Sitemap', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.type('AAPL');
  await page.getByRole('option', { name: /^AAPL/ }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(announcement).toHaveText('Apple Inc. (AAPL) · Marketdeck');
});
