import { checkPage, checkTableColumns, failUntilRetry } from './checkPage.ts';
import { mockFeed } from './live.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('crypto-tracker');

interface Coin {
  symbol: string;
  sector: string;
  price: number;
  change24h: number | null;
  change7d: number | null;
  marketCap: number | null;
  volume24h: number | null;
}

/** Returns the coins in the order of the page, the largest market cap first. */
const fetchRankedCoins = async (page: Page): Promise<Coin[]> => {
  const coins: Coin[] = await (await page.request.get('api/tickers?type=crypto')).json();
  return coins.sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0));
};
const rows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');
const symbols = (page: Page, name: string) => rows(page, name).locator('a strong');
/** Expects that a rounded amount such as '$1.2T' is within 5 % of a number, because prices change in between. */
const expectNear = (text: string | null, expected: number) => {
  const [, digits = '', unit = ''] = /([\d.]+)([MBT])/.exec(text ?? '') ?? [];
  const shown = Number(digits) * ({ M: 1e6, B: 1e9, T: 1e12 }[unit] ?? Number.NaN);
  expect(Math.abs(shown / expected - 1)).toBeLessThan(0.05);
};
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

testOnSharedPage(
  "CTRK-01 the page shows total market cap, volume and Bitcoin's dominance",
  async ({ page }) => {
    await expect(page).toHaveTitle(/Crypto Tracker/);
    const coins = await fetchRankedCoins(page);
    const cap = coins.reduce((sum, coin) => sum + (coin.marketCap ?? 0), 0);
    const dominance = (100 * (coins.find(({ symbol }) => symbol === 'BTC')?.marketCap ?? 0)) / cap;
    const total = panel(page, 'Total Market Cap').locator('[class*=total]');
    await expect(total).toHaveText(/^\$\d+\.\dT$/);
    expectNear(await total.textContent(), cap);
    await expect(panel(page, '24h Volume')).toContainText(/\$[\d.]+[BT]/);
    const shown = panel(page, 'Bitcoin Dominance').locator('[class*=total]');
    await expect(shown).toHaveText(/^\d+\.\d%$/);
    expect(Math.abs(Number.parseFloat((await shown.textContent()) ?? '') - dominance)).toBeLessThan(0.5);
  },
);

testOnSharedPage(
  "CTRK-02 all coins are sorted by market cap, and their rank doesn't depend on the order",
  async ({ page }) => {
    const coins = await fetchRankedCoins(page);
    await expect(rows(page, 'All Cryptocurrencies')).toHaveCount(25);
    await expect(symbols(page, 'All Cryptocurrencies').first()).toHaveText('BTC');
    await expect(rows(page, 'All Cryptocurrencies').first().locator('th, td').first()).toHaveText('1');
    await page.getByRole('button', { name: '#', exact: true }).click();
    await expect(rows(page, 'All Cryptocurrencies').first().locator('th, td').first()).not.toHaveText('1');
    for (const name of ['Name', '7 days', 'Price', '24h Change', '7d Change', 'Market Cap', '24h Volume']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
        'aria-sort',
        'none',
      );
    }
    while (await page.getByRole('button', { name: 'Show More' }).isVisible()) {
      await page.getByRole('button', { name: 'Show More' }).click();
    }
    await expect(rows(page, 'All Cryptocurrencies')).toHaveCount(coins.length);
    await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Heatmap' }).click();
    await expect(page.getByRole('figure').getByRole('link').first()).toBeVisible();
  },
);

testOnSharedPage(
  "CTRK-02 Trending has the five top gainers, and Bitcoin's chart with its ranges",
  async ({ page }) => {
    await page.getByRole('tab', { name: 'Trending' }).click();
    await expect(page).toHaveURL(/tab=trending/);
    await expect(rows(page, 'Trending')).toHaveCount(5);
    const ranges = page.getByRole('group', { name: 'Chart range' }).getByRole('button');
    await expect(ranges).toHaveText(['24h', '7d', '30d', '90d', '1y']);
    for (const label of ['24h', '30d', '90d', '1y', '7d']) {
      await ranges.filter({ hasText: label }).click();
      await expect(page.getByText(new RegExp(`^${label}: from`))).toBeVisible();
    }
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(page.getByRole('region', { name: 'Prices of the chart' })).toBeVisible();
  },
);

test('CTRK-02 Trending shows the five top gainers, without coins whose change is unknown', async ({
  page,
}) => {
  await mockFeed(page); // Prices don't change.
  const changes = [1, 9, null, 5, -2, 7, 3];
  const coins = (await fetchRankedCoins(page))
    .slice(0, 7)
    .map((coin, index) => ({ ...coin, change24h: changes[index] }));
  await page.route('**/api/tickers?type=crypto', (route) => route.fulfill({ json: coins }));
  await page.goto('crypto-tracker?tab=trending');
  await expect(symbols(page, 'Trending')).toHaveText(
    [1, 5, 3, 6, 0].map((index) => coins[index]?.symbol ?? ''),
  );
  const weekChange = (coin: Pick<Coin, 'change7d'>) => coin.change7d ?? Number.NEGATIVE_INFINITY;
  const strongest = [...coins].sort((a, b) => weekChange(b) - weekChange(a)).slice(0, 5);
  await expect(symbols(page, 'Strongest in 7 days')).toHaveText(strongest.map(({ symbol }) => symbol));
});

testOnSharedPage('CTRK-02 DeFi shows ranks 7 to 12, with a TVL marked as an estimate', async ({ page }) => {
  await page.getByRole('tab', { name: 'DeFi' }).click();
  const expected = (await fetchRankedCoins(page)).slice(6, 12);
  await expect(symbols(page, 'DeFi')).toHaveText(expected.map(({ symbol }) => symbol));
  await expect(rows(page, 'DeFi').first()).toContainText(expected[0]?.sector ?? '');
  const tvl = 0.4 * (expected[0]?.marketCap ?? 0);
  const shown = rows(page, 'DeFi').first().locator('th, td').last();
  await expect(shown).toHaveText(/^~\$[\d.]+[MBT]$/);
  expectNear((await shown.textContent())?.slice(1) ?? null, tvl);
  await expect(page.getByText(/TVL here is an estimate: 40% of the market cap/)).toBeVisible();
  await page.getByRole('table', { name: 'DeFi' }).getByRole('button', { name: 'TVL (estimate)' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('where no source reports it');
});

test('CTRK-02 DeFi does not mark a reported TVL as an estimate', async ({ page }) => {
  const seventh = (await fetchRankedCoins(page))[6]?.symbol;
  await page.route('**/api/tickers?*', async (route) => {
    const rows = await (await route.fetch()).json();
    for (const row of rows)
      if (row.symbol === seventh) row.tvl = { value: 5.2e9, isEstimate: false, asOf: '2026-11-20T12:00:00Z' };
    await route.fulfill({ json: rows });
  });
  await page.goto('crypto-tracker?tab=defi');
  await expect(rows(page, 'DeFi').first().locator('th, td').last()).toHaveText('$5.2B');
  await expect(rows(page, 'DeFi').nth(1).locator('th, td').last()).toHaveText(/^\$[\d.]+[MBT] est\.$/);
  await expect(page.getByText(/as reported by DefiLlama; 'est\.' is an estimate/)).toBeVisible();
});

/** Waits until the server knows Bitcoin's all-time high, and returns Bitcoin. */
async function fetchBitcoinWithHigh(page: Page): Promise<{ allTimeHigh: number }> {
  let bitcoin = { allTimeHigh: 0 };
  await expect
    .poll(async () => {
      bitcoin = await (await page.request.get('api/tickers/BTC')).json();
      return bitcoin.allTimeHigh ?? 0;
    })
    .toBeGreaterThan(0);
  return bitcoin;
}

test('CTRK-02 Comparison shows the three largest coins with their all-time highs', async ({ page }) => {
  const { allTimeHigh } = await fetchBitcoinWithHigh(page);
  await page.goto('crypto-tracker');
  await page.getByRole('tab', { name: 'Comparison' }).click();
  const largest = (await fetchRankedCoins(page)).slice(0, 3);
  await expect(symbols(page, 'Comparison')).toHaveText(largest.map(({ symbol }) => symbol));
  const high = allTimeHigh.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  await expect(rows(page, 'Comparison').first()).toContainText(`$${high}`);
  await expect(rows(page, 'Comparison').first().locator('th, td').last()).toHaveText(/[−+]\d+\.\d\d%/);
  await page.reload();
  await expect(rows(page, 'Comparison').first()).toContainText(`$${high}`);
});

testOnSharedPage(
  'table and chart compare the selected coins; the range and the lines can be changed',
  async ({ page }) => {
    await page.getByRole('tab', { name: 'Comparison' }).click();
    const largest = (await fetchRankedCoins(page)).slice(0, 3).map(({ symbol }) => symbol);
    const lines = page.getByRole('group', { name: 'Lines of the chart' }).getByRole('button');
    const patternsOf = (symbols: string[]) => symbols.map((symbol) => new RegExp(`^${symbol}[+−]`));
    await expect(lines).toHaveText(patternsOf(largest));
    await expect(symbols(page, 'Comparison')).toHaveText(largest);
    const selectedCoins = page.getByRole('group', { name: 'Coins to compare' });
    await selectedCoins.getByLabel('SOL').check();
    await selectedCoins.getByLabel('USDT').uncheck();
    const newSelection = [...largest.filter((symbol) => symbol !== 'USDT'), 'SOL'];
    await expect(lines).toHaveText(patternsOf(newSelection));
    await expect(symbols(page, 'Comparison')).toHaveText(newSelection);
    // Only coins are suggested.
    await page.getByRole('button', { name: 'Add a coin' }).click();
    const search = page.getByRole('dialog', { name: 'Coins to compare' });
    await search.getByRole('textbox', { name: 'Add a ticker' }).fill('avalanche');
    await search.getByRole('list', { name: 'Found tickers' }).getByRole('button').first().click();
    await expect(selectedCoins.getByLabel('AVAX')).toBeChecked();
    await search.getByRole('textbox', { name: 'Add a ticker' }).fill('microsoft');
    await expect(search.getByRole('list', { name: 'Found tickers' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/coins=BTC%2CETH%2CSOL%2CAVAX/);
    await lines.first().focus();
    await page.keyboard.press('Enter');
    await expect(lines.first()).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('group', { name: 'Comparison range' }).getByRole('button', { name: '7d' }).click();
    await expect(page).toHaveURL(/range=1W/);
    await expect(page.getByText(/^7d change, from the last close before the period: /)).toBeVisible();
  },
);

test('CTRK-02 Comparison offers a retry, and the distance from the high follows the price', async ({
  page,
}) => {
  const feed = await mockFeed(page);
  const bitcoin = await fetchBitcoinWithHigh(page);
  const retry = await failUntilRetry(page, '**/api/tickers/BTC');
  await page.goto('crypto-tracker?tab=comparison');
  await retry();
  const row = rows(page, 'Comparison').filter({ hasText: 'BTC' });
  await expect(row).toBeVisible();
  feed.send({
    type: 'ticker_update',
    data: { ...bitcoin, price: bitcoin.allTimeHigh / 2, updatedAt: '2027-01-01T00:00:00Z' },
  });
  await expect(row.locator('th, td').last()).toHaveText('−50.00%');
});

test('CTRK-01 a failure offers a retry', async ({ page }) => {
  const retry = await failUntilRetry(page, '**/api/tickers?type=crypto');
  await page.goto('crypto-tracker');
  await retry();
  await expect(symbols(page, 'All Cryptocurrencies').first()).toHaveText('BTC');
});

testOnSharedPage("the switch between table and heatmap doesn't move when pressed", async ({ page }) => {
  const view = page.getByRole('group', { name: 'View' });
  const position = () => view.boundingBox();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  const before = await position();
  await view.getByText('Heatmap').click();
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);
  expect(await position()).toEqual(before);
  await view.getByText('Table').click();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  expect(await position()).toEqual(before);
});

testOnSharedPage(
  'CTRK-02 on a phone the rank is before the symbol, and numbers align across cards',
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const cards = page.getByRole('list', { name: 'All Cryptocurrencies' }).locator('> li');
    await expect(cards).toHaveCount(25);
    await expect(cards.first()).toContainText(/1BTCBitcoin/);
    await expect(cards.first().locator('dt')).toHaveText(['7d', 'Cap', 'Vol']);
    const factPositions = async (card: number) =>
      cards
        .nth(card)
        .locator('dl > div')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
    const first = await factPositions(0);
    expect(new Set(first.map(({ y }) => y)).size).toBe(1); // one line
    expect((await factPositions(1)).map(({ x }) => x)).toEqual(first.map(({ x }) => x));
  },
);

checkTableColumns('CTRK-02', 'crypto-tracker', 'All Cryptocurrencies', [
  '#',
  'Name',
  'Price',
  '24h Change',
  '7d Change',
  'Market Cap',
  '24h Volume',
]);
checkTableColumns('CTRK-02', 'crypto-tracker?tab=defi', 'DeFi', [
  '#',
  'Name',
  'Protocol',
  'Price',
  'TVL (estimate)',
]);
checkTableColumns('CTRK-02', 'crypto-tracker?tab=comparison', 'Comparison', [
  'Name',
  'Price',
  'Market Cap',
  '24h Volume',
  'All-Time High',
  'From High',
]);
checkPage('crypto-tracker', (page) => expect(page.getByText('Bitcoin Dominance')).toBeVisible());
checkPage('crypto-tracker?tab=trending', (page) => expect(page.getByText(/^7d: from/)).toBeVisible());
checkPage('crypto-tracker?tab=defi', (page) =>
  expect(page.getByText(/TVL here is an estimate/)).toBeVisible(),
);
checkPage('crypto-tracker?tab=comparison', (page) => expect(page.getByText('BTC').first()).toBeVisible());
