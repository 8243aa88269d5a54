import { type APIRequestContext, expect, test } from '@playwright/test';

const FOLDER = '../docs/screenshots';
const DESK = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

/** The README's gallery: every page once, in either scheme, and three as they are held in a hand. */
const PICTURES = [
  { name: 'home-light', path: '', size: DESK, scheme: 'light' },
  { name: 'home-dark', path: '', size: DESK, scheme: 'dark' },
  { name: 'home-phone', path: '', size: PHONE, scheme: 'light' },
  { name: 'ticker-light', path: 'ticker/AAPL', size: DESK, scheme: 'light' },
  { name: 'ticker-dark', path: 'ticker/BTC', size: DESK, scheme: 'dark' },
  { name: 'ticker-phone', path: 'ticker/VYM', size: PHONE, scheme: 'dark' },
  { name: 'watchlist', path: 'watchlist', size: DESK, scheme: 'light' },
  { name: 'watchlist-phone', path: 'watchlist', size: PHONE, scheme: 'light' },
  { name: 'alerts', path: 'premium-alerts', size: DESK, scheme: 'dark' },
  { name: 'stock-analysis', path: 'stock-analysis', size: DESK, scheme: 'dark' },
  { name: 'heatmap', path: 'stock-analysis?tab=sectors&view=heatmap', size: DESK, scheme: 'dark' },
  { name: 'comparison', path: 'stock-analysis?tab=comparison', size: DESK, scheme: 'light' },
  { name: 'crypto-tracker', path: 'crypto-tracker', size: DESK, scheme: 'light' },
  { name: 'etf-screener', path: 'etf-screener', size: DESK, scheme: 'dark' },
  { name: 'earnings-calendar', path: 'earnings-calendar', size: DESK, scheme: 'light' },
  { name: 'ico-calendar', path: 'ico-calendar', size: DESK, scheme: 'dark' },
  { name: 'commodities', path: 'commodities', size: DESK, scheme: 'light' },
  { name: 'news', path: 'news', size: DESK, scheme: 'dark' },
  { name: 'etfs', path: 'etfs', size: DESK, scheme: 'light' },
  { name: 'crypto', path: 'crypto', size: DESK, scheme: 'dark' },
  { name: 'icos', path: 'icos', size: DESK, scheme: 'light' },
  { name: 'sitemap', path: 'sitemap', size: DESK, scheme: 'dark' },
  { name: 'privacy-policy', path: 'privacy-policy', size: DESK, scheme: 'light' },
  { name: 'terms-of-use', path: 'terms-of-use', size: DESK, scheme: 'dark' },
] as const;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext(baseURL ? { baseURL } : {});
  await makeWatchlist(request);
  await makeAlerts(request);
  await request.dispose();
});

/** A list somebody could have made; an empty one is no picture. */
async function makeWatchlist(request: APIRequestContext): Promise<void> {
  const entries = [
    { symbol: 'AAPL', note: 'Buy below 290' },
    { symbol: 'KO', note: '' },
    { symbol: 'VYM', note: '' },
    { symbol: 'JNJ', note: 'Ex-date in December' },
    { symbol: 'BTC', note: '' },
    { symbol: 'GC=F', note: '' },
  ];
  for (const name of ['Dividends and hedges', 'Crypto']) {
    const made = await request.post('api/watchlists', { data: { name, userId: 1 } });
    const { id } = await made.json();
    if (name !== 'Crypto') await request.post(`api/watchlists/${id}/import`, { data: entries });
  }
}

async function makeAlerts(request: APIRequestContext): Promise<void> {
  const price = async (symbol: string) => (await (await request.get(`api/tickers/${symbol}`)).json()).price;
  const alerts = [
    { type: 'news', symbol: 'NVDA', frequency: 'daily' },
    { type: 'technical', symbol: 'SPY', indicator: 'sma_cross', condition: 'crosses', frequency: 'always' },
    {
      type: 'price',
      symbol: 'ETH',
      condition: 'percent_change',
      value: 5,
      windowHours: 4,
      frequency: 'always',
    },
    { type: 'price', symbol: 'AAPL', condition: 'below', value: 290, frequency: 'once' },
    {
      type: 'price',
      symbol: 'BTC',
      condition: 'above',
      value: Math.round(await price('BTC')) + 2000,
      frequency: 'once',
    },
  ];
  for (const data of alerts) await request.post('api/alerts', { data });
}

for (const { name, path, size, scheme } of PICTURES) {
  test(name, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByTitle('Live data connected').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  });
}
