import { expectAccessible } from './axe.ts';
import { mockLiveMarket } from './checkPage.ts';
import { expect, type Locator, type Page, test } from './test.ts';
import { expectErrorToast } from './toasts.ts';

const searchBox = (page: Page) => page.getByRole('main').getByPlaceholder(/^Enter ticker symbol/);
const listing = (symbol: string, fields: object = {}) => ({
  symbol,
  name: 'Vanguard FTSE All-World',
  type: 'etf',
  exchange: 'Xetra',
  currency: 'EUR',
  followed: false,
  ...fields,
});

/**
 * Mocks lookup results, their prices and the response to following a symbol (by default the ticker AAPL). Returns the
 * looked-up texts and the followed symbols.
 */
async function mockProviders(
  page: Page,
  lookupResult: object | { status: number; body: string },
  followResponse?: object,
  prices?: { json: object[] } | { status: number; body: string },
) {
  const lookups: string[] = [];
  const followed: string[] = [];
  await page.route('**/api/symbols/prices?*', (route) => route.fulfill(prices ?? { json: [] }));
  await page.route('**/api/symbols?*', (route) => {
    lookups.push(new URL(route.request().url()).searchParams.get('query') ?? '');
    return route.fulfill('status' in lookupResult ? lookupResult : { json: lookupResult });
  });
  const row = await (await page.request.get('api/tickers/AAPL')).json();
  await page.route('**/api/tickers', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    followed.push(route.request().postDataJSON().symbol);
    return route.fulfill(followResponse ?? { status: 201, json: row });
  });
  return { lookups, followed };
}

test('the search looks up a symbol after a pause, and selecting a result follows and opens it', async ({
  page,
}) => {
  await mockLiveMarket(page);
  const { lookups, followed } = await mockProviders(page, [
    listing('VWCE.DE'),
    listing('SPY', { followed: true }),
  ]);
  await page.goto('');
  await searchBox(page).fill('vw');
  await searchBox(page).fill('vwce');
  const option = page.getByRole('option', { name: /VWCE\.DE/ });
  await expect(option).toContainText('Follow');
  await expect(option).toContainText('Vanguard FTSE All-World · Xetra');
  await expect(page.getByRole('option', { name: /SPY/ })).toHaveCount(0);
  expect(lookups).toEqual(['vwce']);
  await option.click();
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
  expect(followed).toEqual(['VWCE.DE']);
});

test('the page of a newly followed ticker shows how much of its history is loaded', async ({ page }) => {
  await mockLiveMarket(page);
  await mockProviders(page, [listing('VWCE.DE')]);
  const status = await (await page.request.get('api/status')).json();
  const { now } = await (await page.request.get('api/market-session')).json();
  const readyAt = new Date(Date.parse(now) + 150_000).toISOString();
  let loadedParts = 3;
  const history = () => ({ done: loadedParts, of: 12, readyAt });
  const tickers = () =>
    status.tickers.map((each: { symbol: string }) =>
      each.symbol === 'AAPL' ? { ...each, history: history() } : each,
    );
  await page.route('**/api/status', (route) => route.fulfill({ json: { ...status, tickers: tickers() } }));
  await page.goto('ticker/VWCE.DE');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByRole('button', { name: 'Follow VWCE.DE' }).click();
  await expect(page.getByText(/Loading price history: 3 of 12 parts, about [23] min left\./)).toBeVisible();
  await page.goto('status');
  const panel = page.getByRole('region', { name: 'History' });
  await expect(panel).toContainText('0 of 1 history complete');
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  loadedParts = 12;
  await page.reload();
  await expect(panel).toContainText('1 of 1 history complete');
});

const priceOf = (symbol: string, price: number, change24h: number | null, currency = 'EUR') => ({
  ...{ symbol, price, change24h, currency, decimals: 2, updatedAt: '2026-11-20T16:20:00Z' },
});

test('lookup results show price, currency and daily change', async ({ page }) => {
  await mockLiveMarket(page);
  const listings = [
    listing('VWCE.DE', { currency: null }),
    listing('VWRP.L', { currency: null, exchange: 'LSE' }),
    listing('VWCE.MI', { currency: null, exchange: 'Milan' }),
  ];
  const prices = [priceOf('VWCE.DE', 147.82, 0.31), priceOf('VWRP.L', 130.11, -0.22, 'GBP')];
  await mockProviders(page, listings, undefined, { json: prices });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('ticker/VWCE.DE');
  await page.getByRole('button', { name: 'Look it up' }).click();
  const rows = page.getByRole('list', { name: 'Listings' }).getByRole('listitem');
  await expect(rows.first()).toContainText(/ETF, Xetra, EUR\s*€147\.82\s*\+0\.31%/);
  await expect(rows.nth(1)).toContainText(/ETF, LSE, GBP\s*£130\.11\s*\u22120\.22%/);
  await expect(rows.nth(2)).toContainText('ETF, Milan');
  await expect(rows.nth(2)).not.toContainText('%');
  await expect(page.getByText('3 listings')).toBeVisible();
  await expectAccessible(page);
  const lines = () => page.getByText('Exact match').evaluate((badge) => badge.getClientRects().length);
  await expect.poll(lines, 'the badge is on one line').toBe(1);

  await page.goto('');
  await searchBox(page).fill('vwce');
  const option = page.getByRole('option', { name: /VWCE\.DE/ });
  await expect(option).toContainText(/€147\.82\s*\+0\.31%\s*Follow/);
});

test('listings are shown without prices if prices are unavailable', async ({ page }) => {
  await mockLiveMarket(page);
  const errorResponse = { status: 503, body: 'Yahoo is not available.' };
  await mockProviders(page, [listing('VWCE.DE')], undefined, errorResponse);
  const pricesResponse = page.waitForResponse('**/api/symbols/prices?*');
  await page.goto('ticker/VWCE.DE');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await pricesResponse;
  await expect(page.getByRole('list', { name: 'Listings' }).getByRole('listitem')).toHaveText(/Follow$/);
  await expect(page.getByText('Yahoo is not available.')).toHaveCount(0);
});

test('in the sample market no provider is queried', async ({ page }) => {
  const { lookups } = await mockProviders(page, [listing('VWCE.DE')]);
  await page.clock.install();
  await page.goto('');
  await searchBox(page).fill('aapl');
  await expect(page.getByRole('option', { name: /AAPL/ })).toBeVisible();
  await page.clock.runFor(5000);
  expect(lookups).toEqual([]);
});

test("if a symbol can't be followed, a toast shows the reason and the page stays", async ({ page }) => {
  await mockLiveMarket(page);
  await mockProviders(page, [listing('VWCE.DE')], { status: 503, body: 'No provider could be asked.' });
  await page.goto('');
  await searchBox(page).fill('vwce');
  await page.getByRole('option', { name: /VWCE\.DE/ }).click();
  await expectErrorToast(page, 'Error', 'No provider could be asked.');
  await expect(page).toHaveURL(/\/$/);
});

test('TICK-01 the page of an unknown symbol looks it up; the exact match is first, and Follow opens it', async ({
  page,
}) => {
  await mockLiveMarket(page);
  const { lookups, followed } = await mockProviders(page, [listing('VWCE.MI'), listing('VWCE.DE')]);
  await page.goto('ticker/VWCE.DE');
  await expect(page).toHaveURL(/\/not-found$/);
  await expect(page.getByRole('heading', { name: "VWCE.DE isn't followed yet" })).toBeVisible();
  await expect(page.getByText("We couldn't find that page")).toHaveCount(0);
  expect(lookups).toEqual([]);
  await page.getByRole('button', { name: 'Look it up' }).click();
  const rows = page.getByRole('list', { name: 'Listings' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/VWCE\.DE\s*Exact match/);
  await expect(rows.first()).toContainText('ETF, Xetra, EUR');
  expect(lookups).toEqual(['VWCE.DE']);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  const rightEdge = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().right);
  await expect
    .poll(async () => (await rightEdge(rows.first())) - (await rightEdge(rows.first().getByRole('button'))))
    .toBeLessThan(1);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThan(1);
  await page.getByRole('button', { name: 'Follow VWCE.DE' }).click();
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
  expect(followed).toEqual(['VWCE.DE']);
});

for (const [reason, lookupResult, text] of [
  ['no provider lists the symbol', [], 'No provider lists NOSUCH.'],
  [
    'no provider can be reached',
    { status: 503, body: 'No provider could be asked.' },
    'No provider could be asked.',
  ],
] as const) {
  test(`a lookup reports that ${reason}`, async ({ page }) => {
    await mockLiveMarket(page);
    await mockProviders(page, lookupResult);
    await page.goto('ticker/NOSUCH');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await expect(page.getByText(text)).toBeVisible();
    const heading = Array.isArray(lookupResult) ? 'Page Not Found' : "NOSUCH isn't followed yet";
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  });
}

test('the sample market explains how to follow any symbol', async ({ page }) => {
  await page.goto('ticker/NOSUCH');
  await expect(page.getByText("The sample market doesn't include NOSUCH.")).toContainText('--market live');
  await expect(page.getByRole('button', { name: 'Look it up' })).toHaveCount(0);
});

test('a read-only server offers no lookup', async ({ page }) => {
  const config = await (await page.request.get('api/config')).json();
  await page.route('**/api/config', (route) => route.fulfill({ json: { ...config, readOnly: true } }));
  await page.goto('ticker/NOSUCH');
  await expect(page.getByText("This server is read-only and can't follow new symbols.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look it up' })).toHaveCount(0);
});
