import { checkPage } from './checkPage.ts';
import { expect, test } from './test.ts';

const SYMBOLS = {
  'Popular Stocks': ['AAPL', 'MSFT', 'AMZN', 'GOOGL', 'META', 'TSLA', 'NVDA', 'JPM', 'JNJ'],
  'Popular Cryptocurrencies': ['BTC', 'ETH', 'SOL', 'ADA', 'DOT', 'DOGE'],
  'Popular Commodities': ['GC=F', 'SI=F', 'CL=F', 'NG=F'],
};
const PAGES = [
  ...[
    '/',
    '/news',
    '/etfs',
    '/crypto',
    '/icos',
    '/stock-analysis',
    '/screener',
    '/etf-screener',
    '/crypto-tracker',
  ],
  ...['/ico-calendar', '/earnings-calendar', '/premium-alerts', '/commodities', '/watchlist'],
  ...['/privacy-policy', '/terms-of-use', '/sitemap', '/status', '/sources', '/boards', '/charts'],
  ...['/heatmap', '/holdings', '/dividend-calendar', '/economic-calendar', '/settings', '/setup'],
];

test('NAV-05 four groups list every page once', async ({ page }) => {
  await page.goto('sitemap');
  await expect(page).toHaveTitle(/Sitemap/);
  const links: string[] = [];
  for (const name of ['Main Pages', 'Market Data', 'Cryptocurrency', 'Premium Features']) {
    const group = page.getByRole('main').getByRole('region', { name, exact: true });
    await expect(group.getByRole('link').first()).toBeVisible();
    links.push(
      ...(await group.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))),
    );
  }
  expect(links.sort()).toEqual([...PAGES].sort());
});

for (const [title, symbols] of Object.entries(SYMBOLS)) {
  test(`NAV-05 ${title} link to existing tickers`, async ({ page }) => {
    await page.goto('sitemap');
    const links = page.getByRole('region', { name: title }).getByRole('link');
    await expect(links).toHaveCount(symbols.length);
    const paths = await links.evaluateAll((all) =>
      all.map((a) => decodeURIComponent(a.getAttribute('href') ?? '')),
    );
    expect(paths).toEqual(symbols.map((symbol) => `/ticker/${symbol}`));
    for (const symbol of symbols) {
      const response = await page.request.get(`api/tickers/${encodeURIComponent(symbol)}`);
      expect((await response.json()).symbol).toBe(symbol);
    }
    // Each row has a live price and change.
    const rows = page.getByRole('region', { name: title }).getByRole('listitem');
    await expect(rows.filter({ hasText: /\$[\d,.]+\d[^%]+%$/ })).toHaveCount(symbols.length);
    await links.last().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/ticker\//);
  });
}

checkPage('sitemap', (page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Sitemap' })).toBeVisible(),
);
