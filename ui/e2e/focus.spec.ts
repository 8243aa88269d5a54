import { type Server, startServer } from './server.ts';
import { expect, type Locator, type Page, test } from './test.ts';

/** Keyboard focus after a layer closes. Lists are shared by everyone on a server, so these tests start their own. */
let server: Server;
test.beforeAll(async ({ request }) => {
  server = await startServer();
  const tickers = () => request.get(`${server.url}api/tickers/AAPL`);
  await expect.poll(async () => (await tickers()).ok()).toBe(true);
  const post = (call: string, data: object) => request.post(`${server.url}api/${call}`, { data });
  const { id } = await (await post('watchlists', { name: 'Mine', userId: 1 })).json();
  await post(`watchlists/${id}/import`, [
    { symbol: 'AAPL', note: '' },
    { symbol: 'BTC', note: '' },
  ]);
});
test.afterAll(async () => server?.stop());

interface Layer {
  /** The page to open. */
  at: string;
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
    at: '',
    opener: (page) => page.getByRole('banner').getByRole('button', { name: 'Search' }),
    layer: dialog('Search'),
  },
  'the notifications': {
    at: 'sitemap',
    opener: (page) => page.getByRole('button', { name: /^Notifications/ }),
    layer: dialog('Notifications'),
  },
  'the display settings': {
    at: 'sitemap',
    opener: button('Display settings'),
    layer: dialog('Display settings'),
  },
  'the menu of a phone': { at: 'sitemap', opener: button('Menu'), layer: dialog('Menu'), phone: true },
  'a guide': {
    at: '',
    opener: button('Read guide: Reading price charts'),
    layer: dialog('Reading price charts'),
  },
  'the highlight': {
    at: '',
    opener: (page) => page.getByRole('button', { name: 'Read analysis' }),
    layer: dialog('Market Rally Continues'),
  },
  'the details of an ICO': {
    at: 'ico-calendar?tab=upcoming',
    opener: (page) => page.getByRole('list', { name: 'Upcoming ICOs' }).getByRole('link').first(),
    layer: (page) => page.getByRole('dialog'),
  },
  'the indicators': {
    at: 'ticker/AAPL',
    opener: (page) => page.getByRole('button', { name: /^Indicators/ }),
    layer: dialog('Technical indicators'),
  },
  'a new watchlist': {
    at: 'watchlist',
    opener: button('Create New Watchlist'),
    layer: dialog('Create New Watchlist'),
  },
  'another ticker': { at: 'watchlist', opener: button('Add Ticker'), layer: dialog('Add Ticker') },
  'the actions of a list': {
    at: 'watchlist',
    opener: button('List actions'),
    layer: dialog('List actions'),
  },
  'the name of a list': {
    at: 'watchlist',
    opener: button('List actions'),
    entry: 'Rename',
    layer: dialog('Rename Watchlist'),
  },
  'the question about a list': {
    at: 'watchlist',
    opener: button('List actions'),
    entry: 'Delete',
    layer: dialog('Delete watchlist'),
  },
  'the question about a ticker': {
    at: 'watchlist',
    opener: button('Remove AAPL'),
    layer: dialog('Remove ticker'),
  },
  'the question about an alert': {
    at: 'premium-alerts',
    opener: (page) => page.getByRole('button', { name: /^Delete/ }).first(),
    layer: dialog('Delete alert'),
  },
};

for (const [name, { at, opener, layer, entry, phone }] of Object.entries(LAYERS)) {
  test(`${name}, opened by Enter and closed by Escape, returns the focus`, async ({ page }) => {
    if (phone) await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url + at);
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

test('slash returns the focus to the link it was on', async ({ page }) => {
  await page.goto(`${server.url}sitemap`);
  const link = page.getByRole('main').getByRole('link').first();
  await link.focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Search' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
});

test('removing a ticker by keyboard leaves the focus in its list', async ({ page }) => {
  await page.goto(`${server.url}watchlist`);
  await page.getByRole('button', { name: 'Remove BTC' }).focus();
  await page.keyboard.press('Enter');
  await dialog('Remove ticker')(page).getByRole('button', { name: 'Remove', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Mine' }).locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Mine' })).toBeFocused();
});

test('another page starts with the focus at its content, and is announced to screen readers', async ({
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
